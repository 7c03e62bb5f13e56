//! The proof needed to link a pass, and the limits on guessing it. Pure.

use std::time::Duration;

use crate::error::{FieldFault, Refusal};
use crate::platform::limits::{Delay, Limit};
use crate::shop::ticket::Passholder;
use midway_kernel::address::{clean_phone, clean_zip};
use midway_kernel::coded::PassValidation;
use midway_kernel::text::Text;

pub const ID_REQUIRED: Text = Text { id: "pass.id-required", default: "Season Pass ID is required" };
pub const ZIP_REQUIRED: Text = Text { id: "pass.zip-required", default: "Zip Code is required" };
pub const PHONE_REQUIRED: Text = Text { id: "pass.phone-required", default: "Phone Number is required" };
/// One message for both an unknown pass and a wrong proof, so that it does not reveal which passes exist.
pub const NOT_KNOWN: Text = Text {
    id: "pass.not-known",
    default: "We couldn't find a pass with this ID and these details. Please check both and try again.",
};

/// The limit on wrong proofs per pass, from all network addresses. It is low, because there are few postal codes near a
/// park.
pub const WRONG_PROOFS: Delay = Delay {
    name: "pass-link",
    free: 5,
    first: Duration::from_secs(60),
    longest: Duration::from_secs(60 * 60),
    forgotten_after: Duration::from_secs(24 * 60 * 60),
    together: Duration::ZERO,
};

/// The limit on wrong proofs per network address, for all passes. Right proofs do not count; right proofs for imported
/// passes have separate limits.
pub const WRONG_PROOFS_BY_ADDRESS: Limit =
    Limit { name: "pass-link", attempts: 20, window: Duration::from_secs(15 * 60) };

/// The longest pass number, in characters.
const MAX_ID_LENGTH: usize = 17;

/// Checks and normalises a pass number and its proof.
///
/// # Errors
/// A refusal with one entry per missing or invalid field.
pub fn checked(id: &str, proof: &str, method: PassValidation) -> Result<(String, String), Refusal> {
    let code: String = id.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
    let (proof, missing) = match method {
        PassValidation::Zip => (clean_zip(proof), ZIP_REQUIRED),
        PassValidation::Phone => (clean_phone(proof, true), PHONE_REQUIRED),
    };
    let checks = [
        ("passholderId", (1..=MAX_ID_LENGTH).contains(&code.len()), ID_REQUIRED),
        ("validationData", !proof.is_empty(), missing),
    ];
    let wrong = checks.into_iter().filter(|(_, is_right, _)| !is_right);
    let fields: Vec<FieldFault> =
        wrong.map(|(field, _, text)| FieldFault { field: field.to_owned(), text, values: Vec::new() }).collect();
    match fields.first().map(|first| first.text) {
        Some(text) => Err(Refusal { fields, ..Refusal::new(text) }),
        None => Ok((code, proof)),
    }
}

/// Whether a proof matches a passholder. When the required fact is unknown, no proof matches.
pub fn proves(passholder: &Passholder, proof: &str, method: PassValidation) -> bool {
    proof == proof_of(passholder, method) && !proof.is_empty()
}

/// The fact about the passholder that the shopper must know.
pub fn proof_of(passholder: &Passholder, method: PassValidation) -> &str {
    match method {
        PassValidation::Zip => &passholder.zip,
        PassValidation::Phone => &passholder.phone_number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_in_pass_number_and_proof_are_ignored_and_missing_fields_are_named() {
        use PassValidation::{Phone, Zip};
        assert_eq!(
            checked(" abcd-2345 efgh-6789-0 ", "12207-", Zip).unwrap().0,
            "ABCD2345EFGH67890",
            "at most 17 letters and digits count"
        );
        assert_eq!(checked("abcd2345EFGH6789", "k1a 0b6", Zip).unwrap(), ("ABCD2345EFGH6789".into(), "K1A0B6".into()));
        assert_eq!(checked("ABCD2345EFGH67890", "1", Zip).unwrap().0.len(), 17);
        assert!(checked("ABCD2345EFGH678901", "1", Zip).is_err());
        for (id, proof, method, expected) in [
            ("", "12207", Zip, vec![("passholderId", "Season Pass ID is required")]),
            ("A", " ", Zip, vec![("validationData", "Zip Code is required")]),
            ("A", "no", Phone, vec![("validationData", "Phone Number is required")]),
            (
                "",
                "",
                Phone,
                vec![("passholderId", "Season Pass ID is required"), ("validationData", "Phone Number is required")],
            ),
        ] {
            let refusal = checked(id, proof, method).unwrap_err();
            let named: Vec<_> = refusal.fields.iter().map(|it| (it.field.as_str(), it.text.default)).collect();
            assert_eq!(named, expected);
        }
    }

    #[test]
    fn proof_must_match_the_zip_or_phone_number_that_the_shop_asks_for_and_never_matches_missing_data() {
        let known =
            Passholder { zip: "12207".to_owned(), phone_number: "5185550123".to_owned(), ..Passholder::default() };
        assert!(proves(&known, "12207", PassValidation::Zip));
        assert!(proves(&known, "5185550123", PassValidation::Phone));
        assert!(!proves(&known, "5185550123", PassValidation::Zip));
        assert!(!proves(&Passholder::default(), "", PassValidation::Zip));
    }
}
