//! Signs tickets so that they can be checked offline. A token is `MW1.{key id}.{claims}.{signature}`, base64url without
//! padding.
//!
//! The claims are a JSON object: `c` media code, `w` product, `v` variant, `p` performance, `d` day and `t` time of
//! entry, `l` place, `f` first and `u` last day of a pass, `h` its holder, `z` the time zone of those days, `i` time of
//! issue in seconds. The signature is Ed25519 over everything before the last dot. A gate needs the public keys
//! ([`super::keys`]) and the signed list of revoked tickets ([`super::revocation`]).

use chrono::NaiveDate;
use chrono_tz::Tz;
use data_encoding::BASE64URL_NOPAD;
use ed25519_dalek::{Signer, SigningKey};
use serde::{Deserialize, Serialize};

use super::entity::Model;
use super::keys::{PublicKeys, key_id};
use super::signed::Signed;
use midway_kernel::id::PerformanceId;

/// The content of a token.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    #[serde(rename = "c")]
    pub media_code: String,
    #[serde(rename = "w", default, skip_serializing_if = "Option::is_none")]
    pub product: Option<String>,
    #[serde(rename = "v")]
    pub variant: String,
    #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
    pub performance: Option<String>,
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub day: Option<NaiveDate>,
    /// `HH:mm`.
    #[serde(rename = "t", default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// The place as on the ticket, for example `Stalls, row A, seat 12`.
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    #[serde(rename = "f", default, skip_serializing_if = "Option::is_none")]
    pub valid_from: Option<NaiveDate>,
    #[serde(rename = "u", default, skip_serializing_if = "Option::is_none")]
    pub valid_until: Option<NaiveDate>,
    #[serde(rename = "h", default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<String>,
    #[serde(rename = "z", default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<Tz>,
    #[serde(rename = "i")]
    pub issued_at: i64,
}

impl Signed for Claims {
    const NAME: &'static str = "MW1";
}

pub struct TicketSigner {
    key: SigningKey,
}

impl TicketSigner {
    pub fn new(secret: [u8; 32]) -> Self {
        TicketSigner { key: SigningKey::from_bytes(&secret) }
    }

    /// The public keys that verify this signer's signatures.
    pub fn public_keys(&self) -> PublicKeys {
        PublicKeys::of(self.key.verifying_key())
    }

    /// The ticket with its token. `performance` is the performance that the ticket admits to; `zone` is the time zone
    /// of the ticket's days.
    pub fn issued(&self, ticket: Model, performance: Option<&PerformanceId>, zone: Tz) -> Model {
        let claims = Claims {
            media_code: ticket.media_code.clone(),
            product: ticket.product_id.as_ref().map(ToString::to_string),
            variant: ticket.variant_id.as_ref().map(ToString::to_string).unwrap_or_default(),
            performance: performance.map(ToString::to_string),
            day: ticket.valid_on,
            time: ticket.entry_time.clone(),
            place: ticket.place.clone(),
            valid_from: ticket.valid_from,
            valid_until: ticket.valid_until,
            holder: ticket.holder_name.clone(),
            zone: Some(zone),
            issued_at: ticket.issued_at.timestamp(),
        };
        Model { token: self.sign(&claims), ..ticket }
    }

    pub(super) fn sign<T: Signed>(&self, what: &T) -> String {
        let what = serde_json::to_vec(what).expect("texts and numbers");
        let key_id = key_id(&self.key.verifying_key());
        let signed = format!("{}.{key_id}.{}", T::NAME, BASE64URL_NOPAD.encode(&what));
        let signature = self.key.sign(signed.as_bytes());
        format!("{signed}.{}", BASE64URL_NOPAD.encode(&signature.to_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shop::ticket::keys::Unproven;

    fn claims() -> Claims {
        Claims {
            media_code: "ABCD2345EFGH6789".to_owned(),
            product: Some("ice-rink".to_owned()),
            variant: "adult".to_owned(),
            performance: Some("ice.20261205.1030".to_owned()),
            day: Some("2026-12-05".parse().unwrap()),
            time: Some("10:30".to_owned()),
            zone: Some(Tz::America__New_York),
            issued_at: 1_795_000_000,
            ..Claims::default()
        }
    }

    #[test]
    fn signed_claims_are_read_back_unchanged() {
        let signer = TicketSigner::new([7; 32]);
        assert_eq!(signer.public_keys().verified::<Claims>(&signer.sign(&claims())), Ok(claims()));
    }

    #[test]
    fn token_of_a_pass_contains_its_holder_and_days() {
        let signer = TicketSigner::new([3; 32]);
        let pass = Model {
            media_code: "ABCD2345EFGH6789".to_owned(),
            product_id: Some("season".into()),
            variant_id: Some("season-adult".into()),
            holder_name: Some("Zoë Müller-Łukasz".to_owned()),
            valid_from: Some("2026-11-20".parse().unwrap()),
            valid_until: Some("2027-11-19".parse().unwrap()),
            ..Model::default()
        };
        let token = signer.issued(pass.clone(), None, Tz::America__New_York).token;
        let claims: Claims = signer.public_keys().verified(&token).unwrap();
        assert_eq!(claims.holder, pass.holder_name);
        assert_eq!((claims.valid_from, claims.valid_until), (pass.valid_from, pass.valid_until));
        assert_eq!((claims.product.as_deref(), claims.variant.as_str()), (Some("season"), "season-adult"));
    }

    #[test]
    fn changed_token_and_token_signed_with_a_different_key_are_refused() {
        let signer = TicketSigner::new([7; 32]);
        let token = signer.sign(&claims());
        let others = TicketSigner::new([8; 32]).public_keys();
        let key_id = token.split('.').nth(1).unwrap().to_owned();
        assert_eq!(others.verified::<Claims>(&token), Err(Unproven::UnknownKey(key_id)));
        for at in 0..token.len() {
            let mut changed = token.clone().into_bytes();
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            if changed != token {
                assert!(signer.public_keys().verified::<Claims>(&changed).is_err(), "changed at {at}");
            }
        }
    }
}
