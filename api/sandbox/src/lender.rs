//! The lender of the sandbox: whom it lends to, how much, and the virtual card that it issues. The functions are pure.
//!
//! Virtual cards are not stored. A card is derived from the sandbox's key and the payment, so it can be issued again
//! and compared. Of its number, the ledger contains only the last four digits.

use chrono::{Datelike, Months};
use serde::{Deserialize, Serialize};

use crate::cards::{self, AcceptedCard, Behaviour, Brand};
use crate::wire::{UseVirtualCard, VirtualCard};
use midway_kernel::money::Money;
use midway_kernel::secret::{random_token, same, sign};
use midway_kernel::time::Instant;

/// The minimum amount of a loan.
pub const SMALLEST: Money = Money(5_000);
/// The maximum amount of a loan.
pub const LARGEST: Money = Money(500_000);

/// The loan terms that a shopper can choose, in months. The sandbox charges no interest.
pub const MONTHS: [u32; 3] = [3, 6, 12];

/// How long a virtual card is valid.
const VALID: Months = Months::new(2);

pub fn lends(amount: Money) -> bool {
    (SMALLEST..=LARGEST).contains(&amount)
}

/// The monthly payment, rounded down to a cent. The last payment also includes the remaining cents.
pub fn each_month(amount: Money, months: u32) -> Money {
    Money(amount.cents() / i64::from(months))
}

/// The test applicants. The applicant decides the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Applicant {
    Approved,
    NotApproved,
    /// The lender fails with an error.
    ServiceFails,
    /// The loan is approved, but the authorisation on the virtual card is declined.
    ChargeDeclined,
    /// The loan is approved and the virtual card is authorised, but the answer of the authorisation is lost.
    AnswerLost,
}

pub struct TestApplicant {
    /// The value that the page sends: an [`Applicant`].
    pub id: &'static str,
    /// The description on the page.
    pub label: &'static str,
}

const fn test(id: &'static str, label: &'static str) -> TestApplicant {
    TestApplicant { id, label }
}

pub const TEST_APPLICANTS: [TestApplicant; 5] = [
    test("approved", "Approved"),
    test("not-approved", "Not approved"),
    test("service-fails", "The lender's service fails"),
    test("charge-declined", "Approved, but the charge is declined"),
    test("answer-lost", "Approved, but the answer to the charge is lost"),
];

impl Applicant {
    /// The behaviour of the virtual card that this applicant gets; `None` if the loan is not approved.
    pub fn behaviour(self) -> Option<Behaviour> {
        match self {
            Applicant::Approved => Some(Behaviour::Works),
            Applicant::ChargeDeclined => Some(Behaviour::LoanDeclined),
            Applicant::AnswerLost => Some(Behaviour::AuthorisationAnswerLost),
            Applicant::NotApproved | Applicant::ServiceFails => None,
        }
    }
}

/// The stored data of a loan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Loan {
    pub months: u32,
    /// The last valid month of the card, `MM` and `YYYY`.
    pub validity_month: String,
    pub validity_year: String,
    pub card: AcceptedCard,
}

/// A loan for a payment. Its card can be issued from now on.
pub fn loan(api_key: &str, session_key: &str, behaviour: Behaviour, months: u32, now: Instant) -> Loan {
    let until = cards::this_month(now) + VALID;
    let (number, _) = number_and_code(api_key, session_key);
    Loan {
        months,
        validity_month: format!("{:02}", until.month()),
        validity_year: until.year().to_string(),
        card: AcceptedCard {
            token: format!("once_{}", random_token()),
            brand: Brand::Visa,
            last_four: number[number.len() - 4..].to_owned(),
            valid_through: Some(until.format("%Y-%m").to_string()),
            behaviour,
        },
    }
}

/// The virtual card of a loan.
pub fn issue(api_key: &str, session_key: &str, loan: &Loan) -> VirtualCard {
    let (token_number, verification_code) = number_and_code(api_key, session_key);
    VirtualCard {
        token_number,
        token_type: loan.card.brand.name().to_owned(),
        verification_code,
        validity_month: loan.validity_month.clone(),
        validity_year: loan.validity_year.clone(),
    }
}

/// Whether a card is the virtual card that was issued for this payment.
pub fn is_card_of_loan(api_key: &str, session_key: &str, loan: &Loan, used: &UseVirtualCard) -> bool {
    let own = issue(api_key, session_key, loan);
    let of =
        |number: &str, code: &str, kind: &str, month: &str, year: &str| [number, code, kind, month, year].join("/");
    let own = of(&own.token_number, &own.verification_code, &own.token_type, &own.validity_month, &own.validity_year);
    same(
        &own,
        &of(&used.token_number, &used.verification_code, &used.token_type, &used.validity_month, &used.validity_year),
    )
}

/// The first digits of every virtual card. No test card begins with them, and no real card is accepted here.
const PREFIX: &str = "400099";

fn number_and_code(api_key: &str, session_key: &str) -> (String, String) {
    let digest = sign(api_key.as_bytes(), &format!("virtual card of {session_key}"));
    let mut digits = digest.bytes().map(|byte| char::from(b'0' + byte % 10));
    let mut number: String = PREFIX.chars().chain(digits.by_ref().take(9)).collect();
    number.push(cards::check_digit(&number));
    (number, digits.take(3).collect())
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};

    use super::*;

    fn now() -> Instant {
        Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap()
    }

    fn used(card: VirtualCard) -> UseVirtualCard {
        UseVirtualCard {
            amount_cents: 10_000,
            token_number: card.token_number,
            token_type: card.token_type,
            verification_code: card.verification_code,
            validity_month: card.validity_month,
            validity_year: card.validity_year,
            display_name: "Ada Lovelace".to_owned(),
            address: "12 Front Street".to_owned(),
        }
    }

    #[test]
    fn virtual_card_is_reproducible_and_specific_to_its_payment() {
        let loan = loan("key", "one", Behaviour::Works, 6, now());
        let card = issue("key", "one", &loan);
        assert_eq!(card.token_number.len(), 16);
        assert!(cards::passes_luhn(&card.token_number) && card.token_number.starts_with(PREFIX));
        assert!(card.token_number.ends_with(&loan.card.last_four));
        assert_eq!(card.verification_code.len(), 3);
        assert_eq!((card.validity_month.as_str(), card.validity_year.as_str()), ("01", "2027"));
        assert_eq!(issue("key", "one", &loan).token_number, card.token_number);
        for (key, session) in [("key", "two"), ("other", "one")] {
            let other = issue(key, session, &loan);
            assert_ne!(other.token_number, card.token_number);
            assert!(!is_card_of_loan(key, session, &loan, &used(issue("key", "one", &loan))));
        }
        assert!(is_card_of_loan("key", "one", &loan, &used(card)));
    }

    #[test]
    fn virtual_card_with_a_wrong_code_month_or_type_is_refused() {
        let loan = loan("key", "one", Behaviour::Works, 6, now());
        let with = |change: fn(&mut UseVirtualCard)| {
            let mut card = used(issue("key", "one", &loan));
            change(&mut card);
            is_card_of_loan("key", "one", &loan, &card)
        };
        assert!(with(|_| {}));
        assert!(!with(|card| card.verification_code = "x".to_owned()));
        assert!(!with(|card| card.validity_month = "12".to_owned()));
        assert!(!with(|card| card.token_type = "Mastercard".to_owned()));
    }

    #[test]
    fn lender_declines_an_amount_outside_its_limits() {
        for (cents, lent) in [(4_999, false), (5_000, true), (500_000, true), (500_001, false)] {
            assert_eq!(lends(Money(cents)), lent, "{cents}");
        }
    }

    #[test]
    fn sandbox_document_lists_every_test_applicant_and_the_limits_of_the_lender() {
        let document = include_str!("../../../docs/SANDBOX.md");
        for it in &TEST_APPLICANTS {
            assert!(document.contains(&format!("| {} |", it.label)), "{}", it.label);
            assert!(serde_json::from_value::<Applicant>(it.id.into()).is_ok(), "{}", it.id);
        }
        assert!(document.contains(&format!("{} to {}", SMALLEST.display(), LARGEST.display())));
    }
}
