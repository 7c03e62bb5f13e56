//! The signature of a notice, as Stripe makes it and the sandbox too: `t={seconds},v1={hex},…`, where `v1` is an HMAC-SHA-256 of the
//! time, a dot and the body. While a secret is replaced, there are several `v1`. Pure.

use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use midway_kernel::time::Instant;

/// How far the time of a signature may be from the shop's, in seconds. It limits how long a recorded notice can be
/// replayed.
const TOLERANCE_SECONDS: i64 = 5 * 60;

/// The maximum number of signatures that are compared.
const MAX_SIGNATURES: usize = 8;

/// Whether the holder of `secret` signed this body within the tolerance.
pub fn is_genuine(header: &str, body: &[u8], secret: &str, now: Instant) -> bool {
    let parts = || header.split(',').filter_map(|part| part.trim().split_once('='));
    let time = parts().find(|(name, _)| *name == "t").map(|(_, value)| value);
    let Some((text, seconds)) = time.and_then(|text| Some((text, text.parse::<i64>().ok()?))) else { return false };
    if now.timestamp().abs_diff(seconds) > TOLERANCE_SECONDS.unsigned_abs() {
        return false;
    }
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return false };
    mac.update(text.as_bytes());
    mac.update(b".");
    mac.update(body);
    // `verify_slice` compares in constant time.
    parts()
        .filter(|(name, _)| *name == "v1")
        .take(MAX_SIGNATURES)
        .any(|(_, value)| HEXLOWER.decode(value.as_bytes()).is_ok_and(|given| mac.clone().verify_slice(&given).is_ok()))
}

#[cfg(test)]
mod tests {
    use chrono::{TimeDelta, TimeZone, Utc};
    use midway_kernel::secret::sign_notice as signature;

    use super::*;

    const SECRET: &str = "whsec_test";
    const BODY: &[u8] = br#"{"id":"evt_1"}"#;

    #[test]
    fn signature_over_the_time_and_the_body_is_genuine_and_any_other_is_not() {
        let now = Utc.with_ymd_and_hms(2026, 11, 29, 12, 0, 0).unwrap();
        let at = now.timestamp();
        let good = signature(SECRET, at, BODY);
        let genuine = |header: &str, body: &[u8]| is_genuine(header, body, SECRET, now);
        assert!(genuine(&format!("t={at},v1={good}"), BODY));
        let other = signature("whsec_old", at, BODY);
        assert!(genuine(&format!("t={at}, v1={other}, v1={good}, v0=x"), BODY), "the secret is being replaced");
        for forged in [
            String::new(),
            format!("v1={good}"),
            format!("t={at}"),
            format!("t={at},v0={good}"),
            format!("t={at},v1={other}"),
            format!("t={at},v1={}", &good[..62]),
            format!("t={at},v1=zz"),
            format!("t=soon,v1={good}"),
            format!("t={},v1={good}", at + 1),
            format!("t={at}{}v1={good}", format!(",v1={other}").repeat(MAX_SIGNATURES) + ","),
        ] {
            assert!(!genuine(&forged, BODY), "{forged}");
        }
        assert!(!genuine(&format!("t={at},v1={good}"), br#"{"id":"evt_2"}"#));
    }

    #[test]
    fn signature_is_genuine_for_five_minutes() {
        let now = Utc.with_ymd_and_hms(2026, 11, 29, 12, 0, 0).unwrap();
        let header = format!("t={},v1={}", now.timestamp(), signature(SECRET, now.timestamp(), BODY));
        for (seconds, is_accepted) in [(-301, false), (-300, true), (300, true), (301, false)] {
            let later = now + TimeDelta::seconds(seconds);
            assert_eq!(is_genuine(&header, BODY, SECRET, later), is_accepted, "{seconds}");
        }
        let never = format!("t={},v1={}", i64::MIN, signature(SECRET, i64::MIN, BODY));
        assert!(!is_genuine(&never, BODY, SECRET, now));
    }
}
