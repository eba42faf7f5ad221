//! Numbers as people type them: `10M`, `2_000_000`, `1e6`, `0.1%`, `2:1`.

use super::suggest::quoted;

/// A decimal number without a float: `digits` / 10^`places`.
struct Decimal {
    digits: u128,
    places: u32,
}

/// Longest number read; longer ones cannot be in any range and would overflow.
const MAX_DIGITS: usize = 30;

/// A whole number such as `1000000`, `2_000_000`, `10M`, `1.5k` or `1e6`; `k`, `M` and `G` are
/// thousand, million and thousand million, in either case.
///
/// # Errors
/// A message that names the text and says what would be right, when it is not such a number, not
/// whole, or above `u64::MAX`.
pub fn count(text: &str) -> Result<u64, String> {
    let wrong = || {
        format!(
            "{} is not a whole number: write it like 1000000, 2_000_000, 10M or 1e6",
            quoted(text)
        )
    };
    let trimmed = text.trim();
    let (number, exponent) = match trimmed.char_indices().next_back() {
        Some((at, 'k' | 'K')) => (&trimmed[..at], 3),
        Some((at, 'm' | 'M')) => (&trimmed[..at], 6),
        Some((at, 'g' | 'G')) => (&trimmed[..at], 9),
        _ => match trimmed.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, small_exponent(exponent).ok_or_else(wrong)?),
            None => (trimmed, 0),
        },
    };
    let decimal = decimal(number).ok_or_else(wrong)?;
    let too_large = || format!("{} is too large: at most {}", quoted(text), u64::MAX);
    let Some(shift) = exponent.checked_sub(decimal.places) else {
        let divisor = 10_u128.pow(decimal.places - exponent);
        return match decimal.digits % divisor {
            0 => u64::try_from(decimal.digits / divisor).map_err(|_| too_large()),
            _ => Err(wrong()),
        };
    };
    if decimal.digits == 0 {
        return Ok(0);
    }
    let value = 10_u128
        .checked_pow(shift)
        .and_then(|power| decimal.digits.checked_mul(power));
    value.and_then(|value| u64::try_from(value).ok()).ok_or_else(too_large)
}

/// A probability, 0 to 1, such as `0.001` or `0.1%`.
///
/// # Errors
/// A message that names the text and says what would be right.
pub fn probability(text: &str) -> Result<f64, String> {
    let wrong = || {
        format!(
            "{} is not a probability: write it from 0 to 1 like 0.001, or like 0.1%",
            quoted(text)
        )
    };
    let trimmed = text.trim();
    let (number, percent) = match trimmed.strip_suffix('%') {
        Some(number) => (number.trim_end(), true),
        None => (trimmed, false),
    };
    // Only digits and what numbers are made of: `inf`, `nan` and signs are no probabilities.
    if !number
        .chars()
        .all(|c| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '-'))
        || number.starts_with('-')
    {
        return Err(wrong());
    }
    let value: f64 = number.parse().map_err(|_| wrong())?;
    let value = if percent { value / 100.0 } else { value };
    if (0.0..=1.0).contains(&value) {
        Ok(value)
    } else {
        Err(wrong())
    }
}

/// A ratio above 0 and up to 1000, in thousandths: `2`, `1.5`, `2:1` and `150%` are 2000, 1500,
/// 2000 and 1500. Quotients of `a:b` are rounded to the nearest thousandth.
///
/// # Errors
/// What is wrong with it, to be read after the number: `must be more than 0`.
pub fn thousandths(text: &str) -> Result<u32, &'static str> {
    const WRONG: &str = "is no number: write it like 2, 1.5, 2:1 or 50%";
    let text = text.trim();
    let value = if let Some((over, under)) = text.split_once(':') {
        let (over, under) = (whole(over.trim()).ok_or(WRONG)?, whole(under.trim()).ok_or(WRONG)?);
        if under == 0 {
            return Err("has a 0 on its right side");
        }
        (over * 2000 + under) / (under * 2)
    } else {
        let (number, power) = text
            .strip_suffix('%')
            .map_or((text, 3), |number| (number.trim_end(), 1));
        let decimal = decimal(number).ok_or(WRONG)?;
        let digits = decimal
            .digits
            .checked_mul(10_u128.pow(power))
            .ok_or("must be at most 1000")?;
        let divisor = 10_u128.pow(decimal.places);
        if digits % divisor != 0 {
            return Err("has more than three decimals");
        }
        digits / divisor
    };
    match u32::try_from(value) {
        Ok(0) => Err("must be more than 0"),
        Ok(value @ 1..=1_000_000) => Ok(value),
        _ => Err("must be at most 1000"),
    }
}

/// Digits with `_` between them and at most one point; no sign.
fn decimal(text: &str) -> Option<Decimal> {
    let (before, after) = text.split_once('.').unwrap_or((text, ""));
    let underscores_between = !text.starts_with('_') && !text.ends_with('_') && !text.contains("__");
    if !underscores_between || before.is_empty() || text.ends_with('.') {
        return None;
    }
    let digits: String = before.chars().chain(after.chars()).filter(|&c| c != '_').collect();
    if digits.len() > MAX_DIGITS || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let places = after.chars().filter(|&c| c != '_').count() as u32;
    Some(Decimal {
        digits: digits.parse().ok()?,
        places,
    })
}

fn whole(text: &str) -> Option<u128> {
    decimal(text)
        .filter(|number| number.places == 0 && number.digits <= u128::from(u64::MAX))
        .map(|n| n.digits)
}

/// The exponent of `1e6`; 100 and more is far out of every range and is cut to that.
fn small_exponent(text: &str) -> Option<u32> {
    let text = text.strip_prefix('+').unwrap_or(text);
    let all_digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    all_digits.then(|| text.parse().unwrap_or(100).min(100))
}
