//! Numbers as typed.

use broadside::spec::number;

#[test]
fn counts_are_read() {
    let cases = [
        ("0", 0),
        ("7", 7),
        ("10M", 10_000_000),
        ("10m", 10_000_000),
        ("2_000_000", 2_000_000),
        ("1e6", 1_000_000),
        ("1.5e+3", 1500),
        ("1.5k", 1500),
        ("2G", 2_000_000_000),
        ("0e99", 0),
        ("18446744073709551615", u64::MAX),
    ];
    for (text, expected) in cases {
        assert_eq!(number::count(text), Ok(expected), "{text}");
    }
    assert_eq!(
        number::count("10X"),
        Err("\"10X\" is not a whole number: write it like 1000000, 2_000_000, 10M or 1e6".into())
    );
    for wrong in [
        "", "k", "-1", "+1", "1.5", "1.50", "1__0", "_1", "1_", "1e", "1e-2", "e6", "1.", ".5k", "1e1e1", "0x10", "１",
    ] {
        let message = number::count(wrong).expect_err(wrong);
        assert!(message.contains("is not a whole number: write it like"), "{message}");
    }
    for large in ["18446744073709551616", "99999999999G", "1e99", "1e99999999999"] {
        let message = number::count(large).expect_err(large);
        assert_eq!(
            message,
            format!("\"{large}\" is too large: at most 18446744073709551615")
        );
    }
}

#[test]
fn probabilities_are_read() {
    assert_eq!(number::probability("0.001"), Ok(0.001));
    assert_eq!(number::probability("0.1%"), Ok(0.001));
    assert_eq!(number::probability("1e-3"), Ok(0.001));
    assert_eq!(number::probability(" 100 % "), Ok(1.0));
    for wrong in ["", "%", "1.1", "101%", "-0.1", "inf", "nan", "half", "1e999"] {
        let message = number::probability(wrong).expect_err(wrong);
        let expected = "is not a probability: write it from 0 to 1 like 0.001, or like 0.1%";
        assert_eq!(message, format!("\"{wrong}\" {expected}"));
    }
}
