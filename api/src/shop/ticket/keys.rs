//! The public keys with which gates verify tickets. They form a JSON Web Key Set (RFC 7517, RFC 8037). One file can
//! therefore contain the current key and earlier keys.

use data_encoding::{BASE32_NOPAD, BASE64URL_NOPAD, HEXLOWER};
use ed25519_dalek::{SIGNATURE_LENGTH, Signature, VerifyingKey};
use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::claims::Claims;
use super::signed::Signed;

/// The beginning of every ticket's code. It names the format.
pub(super) const CODE_PREFIX: &str = "MW2";

/// The public keys for verifying tickets.
#[derive(Clone, Debug)]
pub struct PublicKeys(Vec<VerifyingKey>);

/// The reason why a signed text is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unproven {
    /// The text does not have the expected format.
    Malformed,
    /// There is no key with this id.
    UnknownKey(String),
    WrongSignature,
}

impl PublicKeys {
    pub(super) fn of(key: VerifyingKey) -> Self {
        PublicKeys(vec![key])
    }

    /// Reads the Ed25519 keys of a set. Other keys are ignored.
    ///
    /// # Errors
    /// The reason why the text contains no usable keys. The message continues a sentence that begins with a file's
    /// name.
    pub fn read(json: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Set {
            keys: Vec<Key>,
        }
        #[derive(Deserialize)]
        struct Key {
            kty: String,
            #[serde(default)]
            crv: String,
            #[serde(default)]
            x: String,
        }
        let set: Set = serde_json::from_str(json).map_err(|error| format!("is not a JSON Web Key Set: {error}"))?;
        let ours = set.keys.iter().filter(|key| key.kty == KEY_TYPE && key.crv == CURVE);
        let read = |key: &Key| {
            let bytes = BASE64URL_NOPAD.decode(key.x.as_bytes()).ok()?;
            VerifyingKey::from_bytes(bytes.as_slice().try_into().ok()?).ok()
        };
        let keys: Option<Vec<VerifyingKey>> = ours.map(read).collect();
        match keys {
            Some(keys) if !keys.is_empty() => Ok(PublicKeys(keys)),
            Some(_) => Err("has no Ed25519 key".to_owned()),
            None => Err("has a damaged key".to_owned()),
        }
    }

    /// Verifies the code of a ticket and returns its content.
    ///
    /// # Errors
    /// The reason why the code is not accepted.
    pub fn claims(&self, code: &str) -> Result<Claims, Unproven> {
        let bytes = code.strip_prefix(CODE_PREFIX).and_then(|rest| BASE32_NOPAD.decode(rest.as_bytes()).ok());
        let bytes = bytes.ok_or(Unproven::Malformed)?;
        let (signed, signature) = bytes.split_last_chunk::<SIGNATURE_LENGTH>().ok_or(Unproven::Malformed)?;
        let (id, claims) = signed.split_first_chunk::<KEY_ID_LENGTH>().ok_or(Unproven::Malformed)?;
        let claims = Claims::from_bytes(claims).ok_or(Unproven::Malformed)?;
        let key = self.0.iter().find(|key| key_bytes(key) == *id);
        let key = key.ok_or_else(|| Unproven::UnknownKey(HEXLOWER.encode(id)))?;
        key.verify_strict(&[CODE_PREFIX.as_bytes(), signed].concat(), &Signature::from_bytes(signature))
            .map_err(|_| Unproven::WrongSignature)?;
        Ok(claims)
    }

    /// Verifies a signed text and returns its content.
    ///
    /// # Errors
    /// The reason why the text is not accepted.
    pub fn verified<T: Signed>(&self, text: &str) -> Result<T, Unproven> {
        let (signed, signature) = text.rsplit_once('.').ok_or(Unproven::Malformed)?;
        let parts: Vec<&str> = signed.split('.').collect();
        let [name, id, what] = parts[..] else { return Err(Unproven::Malformed) };
        if name != T::NAME {
            return Err(Unproven::Malformed);
        }
        let key = self.0.iter().find(|key| key_id(key) == id).ok_or_else(|| Unproven::UnknownKey(id.to_owned()))?;
        let signature = BASE64URL_NOPAD.decode(signature.as_bytes()).ok();
        let signature =
            signature.and_then(|bytes| Signature::from_slice(&bytes).ok()).ok_or(Unproven::WrongSignature)?;
        key.verify_strict(signed.as_bytes(), &signature).map_err(|_| Unproven::WrongSignature)?;
        let what = BASE64URL_NOPAD.decode(what.as_bytes()).map_err(|_| Unproven::Malformed)?;
        serde_json::from_slice(&what).map_err(|_| Unproven::Malformed)
    }
}

/// What the code of a ticket says, read without its signature: of a code that the shop itself has stored, and may have signed
/// with an earlier key.
pub fn unverified_claims(code: &str) -> Option<Claims> {
    let bytes = BASE32_NOPAD.decode(code.strip_prefix(CODE_PREFIX)?.as_bytes()).ok()?;
    let (signed, _) = bytes.split_last_chunk::<SIGNATURE_LENGTH>()?;
    let (_, claims) = signed.split_first_chunk::<KEY_ID_LENGTH>()?;
    Claims::from_bytes(claims)
}

/// The number of bytes of a key's id.
const KEY_ID_LENGTH: usize = 4;

/// The id of a key in the code of a ticket: the first bytes of its SHA-256.
pub(super) fn key_bytes(key: &VerifyingKey) -> [u8; KEY_ID_LENGTH] {
    let digest = Sha256::digest(key.as_bytes());
    [digest[0], digest[1], digest[2], digest[3]]
}

/// The id of a key in texts.
pub(super) fn key_id(key: &VerifyingKey) -> String {
    HEXLOWER.encode(&key_bytes(key))
}

const KEY_TYPE: &str = "OKP";
const CURVE: &str = "Ed25519";

/// The public keys for verifying tickets: a JSON Web Key Set.
#[derive(Clone, Debug, Object, Serialize)]
pub struct JsonWebKeySet {
    pub keys: Vec<JsonWebKey>,
}

#[derive(Clone, Debug, Object, Serialize)]
pub struct JsonWebKey {
    /// The key type: `OKP`.
    pub kty: String,
    /// The curve: `Ed25519`.
    pub crv: String,
    /// The public key, in base64url.
    pub x: String,
    /// The id of the key, which tickets and revocation lists contain.
    pub kid: String,
    /// The use of the key: `sig`.
    #[serde(rename = "use")]
    #[oai(rename = "use")]
    pub used_for: String,
}

impl From<&PublicKeys> for JsonWebKeySet {
    fn from(keys: &PublicKeys) -> Self {
        let key = |key: &VerifyingKey| JsonWebKey {
            kty: KEY_TYPE.to_owned(),
            crv: CURVE.to_owned(),
            x: BASE64URL_NOPAD.encode(key.as_bytes()),
            kid: key_id(key),
            used_for: "sig".to_owned(),
        };
        JsonWebKeySet { keys: keys.0.iter().map(key).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shop::ticket::TicketSigner;

    #[test]
    fn written_key_set_is_read_back_and_keys_of_other_types_are_ignored() {
        let (old, new) = (TicketSigner::new([7; 32]), TicketSigner::new([8; 32]));
        let mut both = JsonWebKeySet::from(&old.public_keys());
        both.keys.extend(JsonWebKeySet::from(&new.public_keys()).keys);
        let mut written = serde_json::to_value(&both).unwrap();
        written["keys"].as_array_mut().unwrap().push(serde_json::json!({ "kty": "RSA", "n": "x", "e": "AQAB" }));
        let keys = PublicKeys::read(&written.to_string()).unwrap();
        for signer in [old, new] {
            assert_eq!(keys.claims(&signer.code(&Claims::default())), Ok(Claims::default()));
        }
    }

    #[test]
    fn invalid_key_set_is_refused() {
        for (text, expected) in [
            ("key", "is not a JSON Web Key Set: expected value at line 1 column 1"),
            (r#"{"keys":[]}"#, "has no Ed25519 key"),
            (r#"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AAAA"}]}"#, "has a damaged key"),
        ] {
            assert_eq!(PublicKeys::read(text).unwrap_err(), expected);
        }
    }
}
