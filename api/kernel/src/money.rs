//! Money in whole US cents. On the wire it is a JSON number with at most two decimals; it is never converted through a
//! float.

use std::borrow::Cow;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use sea_orm::DeriveValueType;
use serde::de::{Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The maximum of a single amount: ten million dollars. The limit keeps sums over a cart far from overflow.
pub const LARGEST: Money = Money(1_000_000_000);

/// An amount of US cents, positive or negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, DeriveValueType)]
pub struct Money(pub i64);

impl Money {
    pub const ZERO: Money = Money(0);

    pub const fn cents(self) -> i64 {
        self.0
    }

    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// This amount times `quantity`. Panics on overflow, which bounded prices and quantities exclude.
    pub fn times(self, quantity: u32) -> Money {
        Money(self.0.checked_mul(i64::from(quantity)).expect("quantities and prices are bounded"))
    }

    /// The amount as pages show it, such as `$1,234.50`. A negative amount has a real minus sign, not a hyphen.
    pub fn display(self) -> String {
        let digits = (self.0.unsigned_abs() / 100).to_string();
        let mut grouped = String::new();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        let sign = if self.0 < 0 { "\u{2212}" } else { "" };
        format!("{sign}${grouped}.{:02}", self.0.unsigned_abs() % 100)
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{:02}", self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100)
    }
}

/// The error of a text that is not a plain decimal number of whole cents within ±[`LARGEST`].
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("an amount is a plain number with at most two decimals, like 49.99")]
pub struct NotMoney;

impl FromStr for Money {
    type Err = NotMoney;

    fn from_str(text: &str) -> Result<Self, NotMoney> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
        let plain = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        // Trailing zeros are allowed: 1.500 is 1.50. 0.105 is refused, because it is not a whole number of cents.
        let decimals = decimals.strip_suffix('0').map_or(decimals, |_| {
            let trimmed = decimals.trim_end_matches('0');
            if trimmed.is_empty() { "0" } else { trimmed }
        });
        if !plain(whole) || !plain(decimals) || whole.len() > 8 || decimals.len() > 2 {
            return Err(NotMoney);
        }
        let whole: i64 = whole.parse().map_err(|_| NotMoney)?;
        let mut cents: i64 = decimals.parse().map_err(|_| NotMoney)?;
        if decimals.len() == 1 {
            cents *= 10;
        }
        let amount = whole * 100 + cents;
        if amount > LARGEST.0 {
            return Err(NotMoney);
        }
        Ok(Money(if negative { -amount } else { amount }))
    }
}

impl Add for Money {
    type Output = Money;
    fn add(self, other: Money) -> Money {
        Money(self.0.checked_add(other.0).expect("sums of bounded amounts fit"))
    }
}

impl Sub for Money {
    type Output = Money;
    fn sub(self, other: Money) -> Money {
        Money(self.0.checked_sub(other.0).expect("differences of bounded amounts fit"))
    }
}

impl Neg for Money {
    type Output = Money;
    fn neg(self) -> Money {
        Money(-self.0)
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
        amounts.fold(Money::ZERO, Add::add)
    }
}

/// Catalogue files write an amount as a string, `"49.99"`, because a TOML float cannot hold it exactly.
impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_string())
    }
}

/// Catalogue files may write a dollar sign before an amount: `"$49.99"`.
impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(WrittenAmount)
    }
}

struct WrittenAmount;

impl Visitor<'_> for WrittenAmount {
    type Value = Money;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an amount like \"49.99\"")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Money, E> {
        text.strip_prefix('$').unwrap_or(text).parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}

impl schemars::JsonSchema for Money {
    fn schema_name() -> Cow<'static, str> {
        "Money".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "pattern": r"^(\$|-)?\d{1,8}(\.\d{1,2})?$",
            "description": "US dollars as a text with at most two decimals, like \"49.99\"."
        })
    }
}

impl Type for Money {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        "number_money".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Inline(Box::new(MetaSchema {
            description: Some("US dollars with at most two decimals."),
            maximum: Some(10_000_000.0),
            minimum: Some(-10_000_000.0),
            ..MetaSchema::new("number")
        }))
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(self.as_raw_value().into_iter())
    }
}

impl ToJSON for Money {
    fn to_json(&self) -> Option<serde_json::Value> {
        let number = serde_json::Number::from_str(&self.to_string()).expect("a plain decimal is a JSON number");
        Some(serde_json::Value::Number(number))
    }
}

impl ParseFromJSON for Money {
    fn parse_from_json(value: Option<serde_json::Value>) -> ParseResult<Self> {
        match value {
            Some(serde_json::Value::Number(number)) => {
                // serde_json's `arbitrary_precision` keeps the digits as sent, so 0.105 is refused and not rounded to a
                // cent.
                number.to_string().parse().map_err(|error: NotMoney| ParseError::custom(error))
            }
            other => Err(ParseError::expected_type(other.unwrap_or_default())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn amount_is_parsed_exactly() {
        for (text, cents) in
            [("0", 0), ("0.10", 10), ("0.1", 10), ("49.99", 4999), ("-3.5", -350), ("7.00", 700), ("1.500", 150)]
        {
            assert_eq!(text.parse(), Ok(Money(cents)), "{text}");
        }
    }

    #[test]
    fn invalid_amount_is_refused() {
        for text in ["", ".", "1.", ".5", "0.105", "1e2", "+1", "1,000", " 1", "--1", "100000000", "10000000.01", "NaN"]
        {
            assert_eq!(text.parse::<Money>(), Err(NotMoney), "{text}");
        }
    }

    #[test]
    fn amount_is_displayed_with_thousands_separators_and_a_minus_sign() {
        assert_eq!(Money(123_456_789).display(), "$1,234,567.89");
        assert_eq!(Money(-5).display(), "\u{2212}$0.05");
    }

    #[test]
    fn amount_in_a_file_may_have_a_dollar_sign_and_is_written_without_it() {
        let read = |text: &str| serde_json::from_str::<Money>(text).map_err(|error| error.to_string());
        assert_eq!(read("\"$49.99\""), Ok(Money(4999)));
        assert_eq!(read("\"49.99\""), Ok(Money(4999)));
        assert_eq!(serde_json::to_string(&Money(4999)).unwrap(), "\"49.99\"");
        for wrong in ["\"49,99\"", "\"49.999\"", "\"$ 4\"", "49.99", "\"\""] {
            assert!(read(wrong).is_err_and(|error| error.contains("an amount like \"49.99\"")), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn amount_is_unchanged_after_formatting_and_parsing(cents in -LARGEST.0..=LARGEST.0) {
            let money = Money(cents);
            prop_assert_eq!(money.to_string().parse::<Money>(), Ok(money));
            prop_assert_eq!(Money::parse_from_json(money.to_json()).ok(), Some(money));
        }
    }
}
