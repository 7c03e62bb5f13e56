//! Signs tickets so that they can be checked offline. The code of a ticket is `MW2`, followed by base32 without padding
//! (RFC 4648) of the key's id, the claims ([`super::claims`]) and the signature. Capital letters and digits take less
//! space in a QR code than other characters. The signature is Ed25519 over `MW2`, the key's id and the claims. A gate
//! needs the public keys ([`super::keys`]) and the signed list of revoked tickets ([`super::revocation`]).

use chrono::NaiveTime;
use chrono_tz::Tz;
use data_encoding::{BASE32_NOPAD, BASE64URL_NOPAD};
use ed25519_dalek::{Signer, SigningKey};

use super::claims::{Claims, PerformanceMark, SiteDay};
use super::entity::Model;
use super::keys::{CODE_PREFIX, PublicKeys, key_bytes, key_id};
use super::signed::Signed;
use midway_kernel::id::PerformanceId;

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
            variant: ticket.variant_id.as_ref().map(ToString::to_string).unwrap_or_default(),
            first_day: ticket.valid_on.or(ticket.valid_from).map(|day| SiteDay::first(day, zone)),
            last_day: ticket.valid_on.or(ticket.valid_until).map(|day| SiteDay::last(day, zone)),
            time: ticket.entry_time.as_ref().and_then(|time| NaiveTime::parse_from_str(time, "%H:%M").ok()),
            performance: performance.map(|id| PerformanceMark::of(id.as_str())),
            place: ticket.place.clone(),
            holder: ticket.holder_name.clone(),
            issued_at: u32::try_from(ticket.issued_at.timestamp()).unwrap_or_default(),
        };
        Model { token: self.code(&claims), ..ticket }
    }

    /// The text of a ticket's QR code.
    pub(super) fn code(&self, claims: &Claims) -> String {
        let mut bytes = key_bytes(&self.key.verifying_key()).to_vec();
        bytes.extend(claims.to_bytes());
        let signature = self.key.sign(&[CODE_PREFIX.as_bytes(), &bytes].concat());
        bytes.extend(signature.to_bytes());
        format!("{CODE_PREFIX}{}", BASE32_NOPAD.encode(&bytes))
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
    use crate::shop::ticket::qr::Code;

    fn claims() -> Claims {
        let (day, zone) = ("2026-12-05".parse().unwrap(), Tz::America__New_York);
        Claims {
            media_code: "ABCD2345EFGH6789".to_owned(),
            variant: "adult".to_owned(),
            first_day: Some(SiteDay::first(day, zone)),
            last_day: Some(SiteDay::last(day, zone)),
            time: NaiveTime::from_hms_opt(10, 30, 0),
            performance: Some(PerformanceMark::of("ice.20261205.1030")),
            issued_at: 1_795_000_000,
            ..Claims::default()
        }
    }

    /// Gates rely on this code. If it changes, their programs must change too, and the prefix must be a new one.
    #[test]
    fn code_of_a_ticket_is_always_the_same() {
        let code = TicketSigner::new([7; 32]).code(&claims());
        let expected = "MW272ASYEQPNL6YNQAGIWWFKOJC6JRKGLUAHYGAERQKQZLATYXMBHROYATWIURCCHSGFMGAM2KWT3SSRP6C6IPOIMMIQVSZVMAOKALQS\
                        2GRQX7IAXAAGIFYWINUHEU3OHK6VXW6VB562GEOLRTLQ5FKEFZOXGHTZ5C2EN3QO";
        assert_eq!(code, expected);
    }

    #[test]
    fn signed_claims_are_read_back_unchanged() {
        let signer = TicketSigner::new([7; 32]);
        assert_eq!(signer.public_keys().claims(&signer.code(&claims())), Ok(claims()));
    }

    #[test]
    fn code_of_a_pass_contains_its_holder_and_days() {
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
        let claims = signer.public_keys().claims(&token).unwrap();
        assert_eq!(claims.holder, pass.holder_name);
        let days = (claims.first_day.map(|it| it.date), claims.last_day.map(|it| it.date));
        assert_eq!(days, (pass.valid_from, pass.valid_until));
        assert_eq!(claims.variant, "season-adult");
    }

    #[test]
    fn code_has_at_most_49_modules_whatever_it_contains() {
        let long = Claims {
            variant: "v".repeat(60),
            media_code: "W".repeat(17),
            place: Some("Ω".repeat(200)),
            holder: Some("Æ".repeat(200)),
            ..claims()
        };
        let signer = TicketSigner::new([7; 32]);
        for (claims, modules) in [(Claims::default(), 41), (claims(), 45), (long, 49)] {
            assert_eq!(Code::of(&signer.code(&claims)).unwrap().modules(), modules, "{claims:?}");
        }
    }

    #[test]
    fn changed_code_and_code_signed_with_a_different_key_are_refused() {
        let signer = TicketSigner::new([7; 32]);
        let code = signer.code(&claims());
        let others = TicketSigner::new([8; 32]).public_keys();
        let id = key_id(&signer.key.verifying_key());
        assert_eq!(others.claims(&code), Err(Unproven::UnknownKey(id)));
        for at in 0..code.len() {
            let mut changed = code.clone().into_bytes();
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            if changed != code {
                assert!(signer.public_keys().claims(&changed).is_err(), "changed at {at}");
            }
        }
        for other in ["", "MW2", "MW2A", "ABCD2345EFGH6789", "MW3", &code[..code.len() - 8], &format!("{code}A")] {
            assert_eq!(signer.public_keys().claims(other), Err(Unproven::Malformed), "{other}");
        }
    }
}
