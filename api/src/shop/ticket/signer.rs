//! The signature that makes a ticket checkable offline: `MW1.{key id}.{claims}.{signature}`, base64url without padding.
//!
//! The claims are a JSON object: `c` media code, `v` variant, `p` performance, `d` day and `t` time of entry, `l` place, `i` instant of
//! issue in seconds. Ed25519 over everything before the last dot. A gate needs the public key and the list of revocations.

use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use ed25519_dalek::{Signature, Signer, SigningKey, Verifier, VerifyingKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

const VERSION: &str = "MW1";

/// What a token says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    #[serde(rename = "c")]
    pub media_code: String,
    #[serde(rename = "v")]
    pub variant: String,
    #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
    pub performance: Option<String>,
    /// `YYYY-MM-DD`.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
    /// `HH:mm`.
    #[serde(rename = "t", default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// As the ticket says it: `Stalls, row A, seat 12`.
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    #[serde(rename = "i")]
    pub issued_at: i64,
}

pub struct TicketSigner {
    key: SigningKey,
    key_id: String,
}

impl TicketSigner {
    pub fn new(secret: [u8; 32]) -> Self {
        let key = SigningKey::from_bytes(&secret);
        let key_id = key_id(&key.verifying_key());
        TicketSigner { key, key_id }
    }

    pub fn public_key(&self) -> [u8; 32] {
        self.key.verifying_key().to_bytes()
    }

    pub fn sign(&self, claims: &Claims) -> String {
        let claims = serde_json::to_vec(claims).expect("claims are texts and a number");
        let signed = format!("{VERSION}.{}.{}", self.key_id, BASE64URL_NOPAD.encode(&claims));
        let signature = self.key.sign(signed.as_bytes());
        format!("{signed}.{}", BASE64URL_NOPAD.encode(&signature.to_bytes()))
    }
}

/// What a token says, if the key with these bytes signed it.
pub fn verify(public_key: &[u8; 32], token: &str) -> Option<Claims> {
    let key = VerifyingKey::from_bytes(public_key).ok()?;
    let (signed, signature) = token.rsplit_once('.')?;
    let signature = Signature::from_slice(&BASE64URL_NOPAD.decode(signature.as_bytes()).ok()?).ok()?;
    key.verify(signed.as_bytes(), &signature).ok()?;
    let mut parts = signed.split('.');
    let (version, id, claims) = (parts.next()?, parts.next()?, parts.next()?);
    if version != VERSION || id != key_id(&key) || parts.next().is_some() {
        return None;
    }
    serde_json::from_slice(&BASE64URL_NOPAD.decode(claims.as_bytes()).ok()?).ok()
}

/// Names a key among those that gates know.
fn key_id(key: &VerifyingKey) -> String {
    HEXLOWER.encode(&Sha256::digest(key.as_bytes())[..4])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims() -> Claims {
        Claims {
            media_code: "ABCD2345EFGH6789".to_owned(),
            variant: "adult".to_owned(),
            performance: Some("ice.20261205.1030".to_owned()),
            place: None,
            day: Some("2026-12-05".to_owned()),
            time: Some("10:30".to_owned()),
            issued_at: 1_795_000_000,
        }
    }

    #[test]
    fn a_token_says_what_was_signed() {
        let signer = TicketSigner::new([7; 32]);
        assert_eq!(verify(&signer.public_key(), &signer.sign(&claims())), Some(claims()));
    }

    #[test]
    fn a_changed_token_or_another_key_is_refused() {
        let signer = TicketSigner::new([7; 32]);
        let token = signer.sign(&claims());
        let other = TicketSigner::new([8; 32]);
        assert_eq!(verify(&other.public_key(), &token), None);
        for at in 0..token.len() {
            let mut changed = token.clone().into_bytes();
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            if changed != token {
                assert_ne!(verify(&signer.public_key(), &changed), Some(claims()), "changed at {at}");
            }
        }
    }
}
