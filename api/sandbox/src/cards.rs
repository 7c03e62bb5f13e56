//! The test cards, and the parsing of typed cards. All other cards are refused, so that a real card is never used in a
//! sandbox.

use chrono::{Datelike, Duration, NaiveDate};
use serde::{Deserialize, Serialize};

use crate::wire::{CardEntry, CardErrors};
use midway_kernel::time::Instant;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Brand {
    Visa,
    Mastercard,
    AmericanExpress,
}

impl Brand {
    pub fn name(self) -> &'static str {
        match self {
            Brand::Visa => "Visa",
            Brand::Mastercard => "Mastercard",
            Brand::AmericanExpress => "American Express",
        }
    }

    /// The security code of all test cards of the brand. It is checked only when a saved card is used; the form accepts
    /// any code of the right length.
    pub fn code(self) -> &'static str {
        match self {
            Brand::Visa | Brand::Mastercard => "123",
            Brand::AmericanExpress => "1234",
        }
    }

    pub fn code_length(self) -> usize {
        self.code().len()
    }
}

/// How a card behaves when it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Behaviour {
    Works,
    Declined,
    InsufficientFunds,
    /// The payment is authorised immediately, but the response is late.
    SlowAnswer,
    /// The payment is authorised, but the connection is closed without an answer.
    AuthorisationAnswerLost,
    /// The payment is captured, but the connection is closed without an answer.
    CaptureAnswerLost,
    /// The first authorisation reserves nothing and returns a server error; the second one succeeds.
    ErrorOnce,
    CaptureFails,
    /// The card can be used in the form, but later payments with the saved card are declined.
    DeclinedLater,
    /// The card can be used in the form, but a later authorisation of the saved card is declined if the holder's
    /// address is missing.
    NeedsAddress,
    /// The card's bank asks the shopper in the form to confirm the payment. Later payments with the saved card work.
    Challenged,
    /// Like [`Behaviour::Challenged`], but the bank also wants a confirmation when the saved card is used later.
    ChallengedAlways,
    /// Refunds fail.
    RefundFails,
    /// Refunds stay pending until they are settled by a call.
    RefundPending,
    /// Submitting the form fails although all fields are correct.
    FormFails,
    /// The card is a lender's virtual card. Its authorisation is declined.
    LoanDeclined,
}

impl Behaviour {
    pub fn is_challenged(self) -> bool {
        matches!(self, Behaviour::Challenged | Behaviour::ChallengedAlways)
    }
}

#[derive(Debug)]
pub struct TestCard {
    pub number: &'static str,
    pub brand: Brand,
    pub behaviour: Behaviour,
    /// The description in the help of the form.
    pub label: &'static str,
}

impl TestCard {
    pub fn last_four(&self) -> &'static str {
        &self.number[self.number.len() - 4..]
    }

    /// The number in groups, as printed on a card.
    pub fn grouped(&self) -> String {
        let groups: &[usize] = match self.brand {
            Brand::Visa | Brand::Mastercard => &[4, 4, 4, 4],
            Brand::AmericanExpress => &[4, 6, 5],
        };
        let mut rest = self.number;
        let mut parts = Vec::new();
        for length in groups {
            let (part, tail) = rest.split_at(*length);
            parts.push(part);
            rest = tail;
        }
        parts.join(" ")
    }
}

const fn card(number: &'static str, brand: Brand, behaviour: Behaviour, label: &'static str) -> TestCard {
    TestCard { number, brand, behaviour, label }
}

pub const TEST_CARDS: [TestCard; 17] = [
    card("4242424242424242", Brand::Visa, Behaviour::Works, "Visa, works"),
    card("5555555555554444", Brand::Mastercard, Behaviour::Works, "Mastercard, works"),
    card("378282246310005", Brand::AmericanExpress, Behaviour::Works, "American Express, works"),
    card("4000000000000002", Brand::Visa, Behaviour::Declined, "declined"),
    card("4000000000009995", Brand::Visa, Behaviour::InsufficientFunds, "insufficient funds"),
    card("4000000000000077", Brand::Visa, Behaviour::SlowAnswer, "answers after 3 seconds"),
    card("4000000000000101", Brand::Visa, Behaviour::AuthorisationAnswerLost, "answer to the authorization is lost"),
    card("4000000000000259", Brand::Visa, Behaviour::CaptureAnswerLost, "answer to the capture is lost"),
    card("4000000000000119", Brand::Visa, Behaviour::ErrorOnce, "server error once, then works"),
    card("4000000000000341", Brand::Visa, Behaviour::CaptureFails, "capture fails"),
    card("4000000000009987", Brand::Visa, Behaviour::DeclinedLater, "works once, declined when charged again"),
    card("4000000000000010", Brand::Visa, Behaviour::NeedsAddress, "works once, later with its holder's address alone"),
    card("4000002500003155", Brand::Visa, Behaviour::Challenged, "3-D Secure in the form"),
    card("4000002760003184", Brand::Visa, Behaviour::ChallengedAlways, "3-D Secure at every payment"),
    card("4000000000005126", Brand::Visa, Behaviour::RefundFails, "works, refunds fail"),
    card("4000000000007726", Brand::Visa, Behaviour::RefundPending, "works, refunds stay pending"),
    card("4000000000000127", Brand::Visa, Behaviour::FormFails, "the form fails"),
];

/// The test card that was typed, or the error of each field. The form's script makes most of these checks before it
/// sends the form.
pub fn read(entry: &CardEntry, now: Instant) -> Result<(&'static TestCard, ValidThrough), CardErrors> {
    let number = read_number(&entry.number);
    let valid_through = read_expiry(&entry.expiry, now);
    let mut errors = CardErrors {
        number: number.as_ref().err().copied(),
        expiry: valid_through.as_ref().err().copied(),
        code: None,
    };
    let digits = entry.code.trim();
    let plain = digits.bytes().all(|b| b.is_ascii_digit());
    let expected = number.map(|card| card.brand.code_length());
    errors.code = match expected {
        Ok(4) if !(plain && digits.len() == 4) => Some("Enter the 4 digits on the front of the card"),
        Ok(length) if !(plain && digits.len() == length) => Some("Enter the 3 digits on the back of the card"),
        Err(_) if !(plain && (3..=4).contains(&digits.len())) => Some("Enter a security code of 3 or 4 digits"),
        _ => None,
    };
    match (number, valid_through) {
        (Ok(card), Ok(valid_through)) if errors.code.is_none() => Ok((card, valid_through)),
        _ => Err(errors),
    }
}

fn read_number(text: &str) -> Result<&'static TestCard, &'static str> {
    let digits: String = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    if digits.is_empty() {
        return Err("Enter the card number");
    }
    if !(12..=19).contains(&digits.len()) || !passes_luhn(&digits) {
        return Err("Check the card number");
    }
    TEST_CARDS
        .iter()
        .find(|card| card.number == digits)
        .ok_or("This is a test shop that takes no real cards. Use one of the test cards below")
}

/// Whether the digits pass the Luhn check. The last digit of every real card number is chosen so that the number
/// passes.
pub fn passes_luhn(digits: &str) -> bool {
    let mut sum = 0;
    for (place, digit) in digits.chars().rev().enumerate() {
        let Some(digit) = digit.to_digit(10) else { return false };
        sum += match digit * (1 + place as u32 % 2) {
            doubled @ 10.. => doubled - 9,
            small => small,
        };
    }
    sum % 10 == 0
}

/// The digit that must be appended to these digits to get a number that passes the Luhn check.
pub fn check_digit(digits: &str) -> char {
    ('0'..='9').find(|check| passes_luhn(&format!("{digits}{check}"))).unwrap_or('0')
}

fn read_expiry(text: &str, now: Instant) -> Result<ValidThrough, &'static str> {
    const SHAPE: &str = "Enter the expiration date as month and year, like 04 / 30";
    let digits: String = text.chars().filter(|c| !c.is_whitespace() && *c != '/').collect();
    if !digits.bytes().all(|b| b.is_ascii_digit()) || !matches!(digits.len(), 4 | 6) {
        return Err(SHAPE);
    }
    let (month, year) = digits.split_at(2);
    let (Ok(month), Ok(year)) = (month.parse::<u32>(), year.parse::<i32>()) else { return Err(SHAPE) };
    let year = if year < 100 { 2000 + year } else { year };
    let Some(expiry) = NaiveDate::from_ymd_opt(year, month, 1) else { return Err(SHAPE) };
    if expiry < this_month(now) { Err("The card has expired") } else { Ok(expiry.format("%Y-%m").to_string()) }
}

/// The first day of the current month in the time zone that is furthest behind. This zone decides because a card is
/// valid until its last month has ended everywhere.
pub fn this_month(now: Instant) -> NaiveDate {
    let latest = (now - Duration::hours(12)).date_naive();
    latest.with_day(1).expect("every month has a first day")
}

/// The last month in which a card is valid, such as `2030-12`.
pub type ValidThrough = String;

/// The stored data of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AcceptedCard {
    pub token: String,
    pub brand: Brand,
    pub last_four: String,
    /// `None` for cards of earlier versions of the sandbox.
    #[serde(default)]
    pub valid_through: Option<ValidThrough>,
    pub behaviour: Behaviour,
}

impl AcceptedCard {
    pub fn of(card: &TestCard, valid_through: ValidThrough, token: String) -> Self {
        AcceptedCard {
            token,
            brand: card.brand,
            last_four: card.last_four().to_owned(),
            valid_through: Some(valid_through),
            behaviour: card.behaviour,
        }
    }

    pub fn is(&self, card: &TestCard) -> bool {
        self.last_four == card.last_four() && self.brand == card.brand
    }

    pub fn masked_number(&self) -> String {
        format!("\u{2022}\u{2022}\u{2022}\u{2022} {}", self.last_four)
    }
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};

    use super::*;

    fn typed(number: &str, expiry: &str, code: &str) -> Result<&'static TestCard, CardErrors> {
        let now = Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap();
        read(&CardEntry { number: number.to_owned(), expiry: expiry.to_owned(), code: code.to_owned() }, now)
            .map(|(card, _)| card)
    }

    #[test]
    fn test_cards_have_distinct_valid_numbers() {
        for (index, card) in TEST_CARDS.iter().enumerate() {
            assert!(passes_luhn(card.number), "{}", card.number);
            assert_eq!(card.grouped().replace(' ', ""), card.number);
            assert!(TEST_CARDS[..index].iter().all(|other| other.number != card.number));
        }
    }

    #[test]
    fn spaces_and_separators_in_card_number_and_expiry_date_are_ignored() {
        for (number, expiry) in [
            ("4242424242424242", "1126"),
            (" 4242 4242-4242 4242 ", "11/26"),
            ("4242 4242 4242 4242", "12 / 2030"),
            ("4242424242424242", "01 / 27"),
        ] {
            assert_eq!(typed(number, expiry, "123").unwrap().number, "4242424242424242", "{number} {expiry}");
        }
    }

    #[test]
    fn invalid_card_number_is_refused_and_a_missing_one_is_asked_for() {
        for number in ["4242424242424241", "4242", "42424242424242424242", "4242 4242 4242 424x", "٤٢٤٢424242424242"]
        {
            assert_eq!(typed(number, "12/30", "123").unwrap_err().number, Some("Check the card number"), "{number}");
        }
        assert_eq!(typed(" ", "12/30", "123").unwrap_err().number, Some("Enter the card number"));
    }

    #[test]
    fn card_that_is_not_a_test_card_is_refused() {
        let errors = typed("4111111111111111", "12/30", "123").unwrap_err();
        assert!(errors.number.is_some_and(|message| message.contains("no real cards")));
    }

    #[test]
    fn expired_card_and_malformed_expiry_date_are_refused_and_card_of_this_month_is_accepted() {
        assert_eq!(typed("4242424242424242", "10/26", "123").unwrap_err().expiry, Some("The card has expired"));
        assert!(typed("4242424242424242", "11/26", "123").is_ok());
        for shapeless in ["", "1/26", "13/30", "00/30", "ab/cd", "12/030", "12-30"] {
            let errors = typed("4242424242424242", shapeless, "123").unwrap_err();
            assert!(
                errors.expiry.is_some_and(|message| message.starts_with("Enter the expiration date")),
                "{shapeless}"
            );
        }
    }

    #[test]
    fn security_code_must_have_the_length_that_the_card_brand_requires() {
        assert!(typed("378282246310005", "12/30", "1234").is_ok());
        assert!(typed("378282246310005", "12/30", "123").unwrap_err().code.is_some());
        assert!(typed("4242424242424242", "12/30", "1234").unwrap_err().code.is_some());
        assert!(typed("4242424242424242", "12/30", "12x").unwrap_err().code.is_some());
    }

    #[test]
    fn all_invalid_card_fields_are_reported_together() {
        let errors = typed("1", "1", "1").unwrap_err();
        assert!(errors.number.is_some() && errors.expiry.is_some() && errors.code.is_some());
    }
}
