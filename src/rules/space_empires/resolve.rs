//! Looks names up in the catalog, caps levels (9.2) and fills in defaults: an engagement as
//! written becomes a [`Battle`].

use super::battle::Battle;
use crate::spec::{Engagement, Problems};

/// Resolves an engagement. `None` if anything was wrong; `problems` then says what, all of it.
pub fn resolve(engagement: &Engagement, problems: &mut Problems) -> Option<Battle> {
    let _ = (engagement, problems);
    todo!()
}
