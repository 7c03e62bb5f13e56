//! A part of a price: a fixed amount, or a share.

use std::borrow::Cow;
use std::fmt;

use schemars::JsonSchema;
use serde::de::IntoDeserializer;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use midway_kernel::money::Money;
use midway_kernel::rate::BasisPoints;

/// A part of a price, written as an amount, `"29.00"`, or as a share, `"20 %"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Portion {
    Amount(Money),
    Share(BasisPoints),
}

impl Portion {
    /// This part of a price: at most the whole price, and a share to the nearest cent.
    pub fn of(self, price: Money) -> Money {
        match self {
            Portion::Amount(amount) => amount.min(price),
            Portion::Share(share) => share.of(price).min(price),
        }
    }

    pub fn is_zero(self) -> bool {
        match self {
            Portion::Amount(amount) => amount.is_zero(),
            Portion::Share(share) => share.0 == 0,
        }
    }
}

impl Default for Portion {
    fn default() -> Self {
        Portion::Amount(Money::ZERO)
    }
}

impl fmt::Display for Portion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Portion::Amount(amount) => write!(f, "{amount}"),
            Portion::Share(share) => {
                let percent = share.percent();
                write!(f, "{} %", percent.trim_end_matches('0').trim_end_matches('.'))
            }
        }
    }
}

impl Serialize for Portion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Portion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(WrittenPortion)
    }
}

struct WrittenPortion;

impl serde::de::Visitor<'_> for WrittenPortion {
    type Value = Portion;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an amount like \"29.00\", or a percentage like \"20 %\"")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Portion, E> {
        let written = || text.into_deserializer();
        let read = match text.ends_with('%') {
            true => BasisPoints::deserialize::<serde::de::value::StrDeserializer<'_, E>>(written()).map(Portion::Share),
            false => Money::deserialize::<serde::de::value::StrDeserializer<'_, E>>(written()).map(Portion::Amount),
        };
        read.map_err(|_| E::invalid_value(serde::de::Unexpected::Str(text), &self))
    }
}

impl JsonSchema for Portion {
    fn schema_name() -> Cow<'static, str> {
        "Portion".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "pattern": r"^\$?\d{1,8}(\.\d{1,2})?( *%)?$",
            "description": "An amount like \"29.00\", or a percentage like \"20 %\"."
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn portion_is_read_as_an_amount_or_as_a_percentage_and_written_in_one_spelling() {
        let read = |text: &str| serde_json::from_str::<Portion>(&format!("\"{text}\"")).map_err(|it| it.to_string());
        for (text, portion, written) in [
            ("29", Portion::Amount(Money(29_00)), "29.00"),
            ("$29.50", Portion::Amount(Money(29_50)), "29.50"),
            ("20%", Portion::Share(BasisPoints(2_000)), "20 %"),
            ("12.50 %", Portion::Share(BasisPoints(1_250)), "12.5 %"),
            ("100 %", Portion::Share(BasisPoints(10_000)), "100 %"),
        ] {
            assert_eq!(read(text), Ok(portion), "{text}");
            assert_eq!(portion.to_string(), written);
            assert_eq!(read(written), Ok(portion), "{written}");
        }
        for wrong in ["", "%", "twenty", "20.555", "20 percent"] {
            assert!(read(wrong).is_err_and(|it| it.contains("an amount like \"29.00\", or a percentage")), "{wrong}");
        }
    }

    #[test]
    fn part_of_a_price_is_whole_cents_and_at_most_the_price() {
        for (portion, price, part) in [
            (Portion::Amount(Money(29_00)), 12_000, 29_00),
            (Portion::Amount(Money(29_00)), 20_00, 20_00),
            (Portion::Share(BasisPoints(2_000)), 11_999, 24_00),
            (Portion::Share(BasisPoints(3_333)), 10_000, 33_33),
            (Portion::Share(BasisPoints(10_000)), 11_999, 11_999),
            (Portion::default(), 11_999, 0),
        ] {
            assert_eq!(portion.of(Money(price)), Money(part), "{portion} of {price}");
        }
    }
}
