//! The terms that every payment is opened with, checked for cards and for the lender alike.

use crate::payment::Refusal;
use midway_kernel::money::LARGEST;

/// The longest payment key. Keys are the shop's ids, used in paths as they are.
const LONGEST_PAYMENT_KEY: usize = 120;

/// What every payment is opened with that a page is framed for.
pub fn check_opening(payment_key: &str, amount_cents: i64, currency: &str, parent_origin: &str) -> Result<(), Refusal> {
    check_terms(payment_key, amount_cents)?;
    if currency != "USD" {
        return Err(Refusal::Invalid("the currency is USD".to_owned()));
    }
    if !is_web_origin(parent_origin) {
        return Err(Refusal::Invalid("the parent origin is a scheme, a host and a port at most".to_owned()));
    }
    Ok(())
}

pub fn check_terms(payment_key: &str, amount_cents: i64) -> Result<(), Refusal> {
    if !is_payment_key(payment_key) {
        return Err(Refusal::Invalid(
            "the payment key is 1 to 120 letters, digits, hyphens and underscores".to_owned(),
        ));
    }
    if !(1..=LARGEST.cents()).contains(&amount_cents) {
        return Err(Refusal::Invalid("the amount is more than nothing and at most ten million dollars".to_owned()));
    }
    Ok(())
}

fn is_payment_key(text: &str) -> bool {
    (1..=LONGEST_PAYMENT_KEY).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}

/// A host may hold signs that mean something in a policy or in HTML, `;` for one: only plain ones pass.
fn is_web_origin(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || b".-:/[]".contains(&b))
        && is_web_address(text)
        && url::Url::parse(text).is_ok_and(|url| url.origin().ascii_serialization() == text)
}

pub fn is_web_address(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parent_is_an_origin_and_nothing_more() {
        for origin in ["http://localhost:3000", "https://shop.example", "http://[::1]:3000"] {
            assert!(is_web_origin(origin), "{origin}");
        }
        for other in ["https://shop.example/", "https://shop.example/x", "shop.example", "data:x", "https://a.b;x", "*"]
        {
            assert!(!is_web_origin(other), "{other}");
        }
    }
}
