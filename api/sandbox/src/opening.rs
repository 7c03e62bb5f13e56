//! Checks of the data that every payment is opened with, for cards and the lender.

use crate::payment::Refusal;
use midway_kernel::money::LARGEST;

/// The maximum length of a payment key. Keys are ids that the shop creates. They are used in URL paths
/// without escaping.
const MAX_PAYMENT_KEY_LENGTH: usize = 120;

/// Checks the data of a payment whose page is shown in a frame.
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
    (1..=MAX_PAYMENT_KEY_LENGTH).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}

/// A host name may contain characters such as `;` that have a meaning in a content security policy or in HTML, so only
/// plain characters are accepted.
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
    fn parent_origin_is_refused_if_it_has_a_path_or_is_no_web_origin() {
        for origin in ["http://localhost:3000", "https://shop.example", "http://[::1]:3000"] {
            assert!(is_web_origin(origin), "{origin}");
        }
        for other in ["https://shop.example/", "https://shop.example/x", "shop.example", "data:x", "https://a.b;x", "*"]
        {
            assert!(!is_web_origin(other), "{other}");
        }
    }
}
