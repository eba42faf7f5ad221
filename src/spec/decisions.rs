//! The `[policy]` of a fleet file: how its side decides.

use super::Policy;
use super::policy;
use super::problem::{Place, Problems, Spanned};
use super::table::{Field, Reader};
use toml::de::{DeTable, DeValue};

/// Keys of a `[policy]`.
const POLICY_KEYS: [&str; 8] = [
    "target",
    "finish-wounded",
    "screen",
    "keep-bonus",
    "retreat",
    "slip-away",
    "protect",
    "board",
];

/// Reads the keys of a `[policy]` over what the policy is so far.
pub(super) fn policy_fields(reader: &mut Reader<'_>, table: &DeTable<'_>, policy: &mut Policy) {
    for field in &reader.fields(table, &POLICY_KEYS) {
        match field.key.as_str() {
            "target" => {
                policy.target =
                    names_or_list(reader, field, policy::target, policy::target_order).or(policy.target.take())
            }
            "screen" => {
                policy.screen =
                    names_or_list(reader, field, policy::screen, policy::screen_units).or(policy.screen.take())
            }
            "protect" => {
                policy.protect =
                    names_or_list(reader, field, policy::protect, policy::protect_units).or(policy.protect.take())
            }
            "retreat" => {
                let help = "write it as on the command line: \"after-round=2\", \"units=T,CA\"";
                if let Some(text) = reader.text(field, help) {
                    policy.retreat = policy::retreat(&text.value, &text.place, reader.problems);
                }
            }
            "board" => {
                policy.board = names_or_list(reader, field, policy::board, policy::board_order).or(policy.board.take())
            }
            "finish-wounded" => policy.finish_wounded = reader.boolean(field),
            "keep-bonus" => policy.keep_bonus = reader.boolean(field),
            "slip-away" => policy.slip_away = reader.boolean(field),
            _ => {}
        }
    }
}

/// A policy that is written as a text or as an array of unit names.
fn names_or_list<T>(
    reader: &mut Reader<'_>,
    field: &Field<'_>,
    of_text: impl FnOnce(&str, &Place, &mut Problems) -> Option<T>,
    of_list: impl FnOnce(Vec<Spanned<String>>, &Place, &mut Problems) -> Option<T>,
) -> Option<T> {
    let help = "write a policy's name, or unit names as [\"SC\", \"DD\"]";
    match field.value {
        DeValue::Array(array) => {
            let before = reader.problems.count();
            let names = reader.texts(&field.key, array);
            if reader.problems.count() > before {
                return None;
            }
            of_list(names, &field.place, reader.problems)
        }
        DeValue::String(_) => {
            let text = reader.text(field, help)?;
            of_text(&text.value, &text.place, reader.problems)
        }
        _ => {
            reader.wrong_type(field, "a policy's name or an array of unit names", help);
            None
        }
    }
}
