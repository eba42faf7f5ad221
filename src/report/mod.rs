//! What people and programs read: tables, JSON, CSV, Markdown, Parquet.
//!
//! [`Odds`] holds the figures; [`summary`] and [`tidy`] arrange them, and one file a format writes
//! them down.

pub mod about;
pub mod advice;
pub mod bar;
pub mod blueprint;
mod captured;
pub mod charts;
pub mod csv;
pub mod envelope;
pub mod figure;
pub mod headline;
pub mod hex;
pub mod json;
pub mod losses;
pub mod luck;
pub mod markdown;
pub mod measure;
pub mod mixture;
pub mod odds;
pub mod page;
pub mod parquet;
pub mod replay;
pub mod retreats;
pub mod sheet;
pub mod source;
pub mod story;
pub mod summary;
pub mod table;
pub mod tidy;
pub mod tiles;
pub mod unsure;
pub mod volleys;
pub mod warning;

pub use about::About;
pub use advice::Advice;
pub use envelope::Envelope;
pub use hex::HexOdds;
pub use luck::Luck;
pub use measure::{Distribution, Rate, Swing};
pub use odds::{Asked, Method, Odds};
pub use page::{Column, Kind, Page, Remark, Section};
pub use retreats::Retreats;
pub use table::Look;
pub use tidy::TidyTable;
pub use warning::Warning;

/// A format could not be written; the text says why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Failed(pub String);

impl From<::csv::Error> for Failed {
    fn from(error: ::csv::Error) -> Failed {
        Failed(error.to_string())
    }
}

impl From<serde_json::Error> for Failed {
    fn from(error: serde_json::Error) -> Failed {
        Failed(error.to_string())
    }
}

/// Bytes of a writer as text.
fn text(bytes: Vec<u8>) -> Result<String, Failed> {
    String::from_utf8(bytes).map_err(|error| Failed(error.to_string()))
}
