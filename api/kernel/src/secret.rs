//! Random secrets, keyed digests and constant-time comparison.

use data_encoding::{BASE64URL_NOPAD, HEXLOWER, Specification};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// `N` random bytes from the operating system.
///
/// # Panics
/// When the operating system supplies no random bytes. There is no safe way to continue.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// A new random id of an entity: 128 bits in 32 hexadecimal digits.
pub fn random_id() -> String {
    HEXLOWER.encode(&random_bytes::<16>())
}

/// A new secret for a cookie or a link: 256 random bits in 43 URL-safe characters.
pub fn random_token() -> String {
    BASE64URL_NOPAD.encode(&random_bytes::<32>())
}

/// A random code that people type and scanners read: `length` (at most 32) characters of an alphabet of 32 letters and
/// digits that excludes 0, 1, I and O.
pub fn random_code(length: usize) -> String {
    let mut specification = Specification::new();
    specification.symbols.push_str("23456789ABCDEFGHJKLMNPQRSTUVWXYZ");
    let encoding = specification.encoding().expect("32 different symbols");
    let mut code = encoding.encode(&random_bytes::<20>());
    assert!(length <= code.len(), "20 bytes are 32 symbols");
    code.truncate(length);
    code
}

/// The SHA-256 of a secret in hexadecimal digits. It is stored in place of the secret.
pub fn fingerprint(secret: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(secret.as_bytes()))
}

/// A keyed digest (HMAC-SHA-256) of `message`, URL-safe.
pub fn sign(key: &[u8], message: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    mac.update(message.as_bytes());
    BASE64URL_NOPAD.encode(&mac.finalize().into_bytes())
}

/// The HMAC-SHA-256 of a body that was sent at a time, in seconds: of the time, a dot and the body, in hexadecimal digits.
/// Stripe and the sandbox sign their notices so.
pub fn sign_notice(secret: &str, seconds: i64, body: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes a key of any length");
    mac.update(format!("{seconds}.").as_bytes());
    mac.update(body);
    HEXLOWER.encode(&mac.finalize().into_bytes())
}

/// Whether two secrets are equal. The duration of the comparison does not depend on their content.
pub fn same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_ids_tokens_and_codes_have_fixed_lengths_and_two_ids_or_codes_differ() {
        assert_eq!(random_id().len(), 32);
        assert_eq!(random_token().len(), 43);
        assert_eq!(random_code(16).len(), 16);
        assert_ne!(random_id(), random_id());
        assert_ne!(random_code(16), random_code(16));
    }

    #[test]
    fn signature_depends_on_key_and_message_and_only_equal_texts_compare_as_equal() {
        assert_eq!(sign(b"k", "m"), sign(b"k", "m"));
        assert_ne!(sign(b"k", "m"), sign(b"l", "m"));
        assert_ne!(sign(b"k", "m"), sign(b"k", "n"));
        assert!(same("abc", "abc") && !same("abc", "abd") && !same("abc", "ab"));
    }
}
