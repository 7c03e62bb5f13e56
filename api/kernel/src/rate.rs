//! Rates in basis points: 825 is 8.25 %.

use std::borrow::Cow;
use std::fmt;

use sea_orm::DeriveValueType;
use serde::de::{Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::money::Money;

/// A share in hundredths of a percent. Catalogue files may also write it as `"8.25 %"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, DeriveValueType)]
#[serde(transparent)]
pub struct BasisPoints(pub i32);

impl BasisPoints {
    /// This share of an amount, rounded to the nearest cent. Half a cent is rounded away from zero.
    pub fn of(self, amount: Money) -> Money {
        let scaled = i128::from(amount.0) * i128::from(self.0);
        let rounded = (scaled.abs() + 5_000) / 10_000;
        Money(i64::try_from(rounded).expect("a share of a bounded amount") * scaled.signum() as i64)
    }

    /// The share in percent with two decimals: 969 basis points are `9.69`.
    pub fn percent(self) -> String {
        format!("{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

impl<'de> Deserialize<'de> for BasisPoints {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_i32(WrittenRate)
    }
}

struct WrittenRate;

impl Visitor<'_> for WrittenRate {
    type Value = BasisPoints;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a rate like \"8.25 %\", or whole hundredths of a percent like 825")
    }

    fn visit_i64<E: serde::de::Error>(self, rate: i64) -> Result<BasisPoints, E> {
        i32::try_from(rate).map(BasisPoints).map_err(|_| E::invalid_value(Unexpected::Signed(rate), &self))
    }

    fn visit_u64<E: serde::de::Error>(self, rate: u64) -> Result<BasisPoints, E> {
        i32::try_from(rate).map(BasisPoints).map_err(|_| E::invalid_value(Unexpected::Unsigned(rate), &self))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<BasisPoints, E> {
        // A percentage has two decimals, as an amount has.
        let percent = text.strip_suffix('%').and_then(|number| number.trim_end().parse::<Money>().ok());
        let rate = percent.and_then(|percent| i32::try_from(percent.0).ok());
        rate.map(BasisPoints).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

impl schemars::JsonSchema for BasisPoints {
    fn schema_name() -> Cow<'static, str> {
        "BasisPoints".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "anyOf": [
                { "type": "integer", "format": "int32" },
                { "type": "string", "pattern": r"^-?\d{1,8}(\.\d{1,2})? *%$" }
            ],
            "description": "A rate like \"8.25 %\", or in hundredths of a percent: 825."
        })
    }
}

#[cfg(test)]
mod tests {
    use serde::de::IntoDeserializer;

    use super::*;

    #[test]
    fn rate_is_read_in_percent_or_in_hundredths_of_a_percent_and_written_in_hundredths() {
        let read = |text: &str| serde_json::from_str::<BasisPoints>(text).map_err(|error| error.to_string());
        assert_eq!(read("825"), Ok(BasisPoints(825)));
        for (percent, rate) in [("8.25 %", 825), ("8.25%", 825), ("7 %", 700), ("0.5%", 50), ("0 %", 0)] {
            let read: Result<BasisPoints, serde::de::value::Error> =
                BasisPoints::deserialize(percent.into_deserializer());
            assert_eq!(read, Ok(BasisPoints(rate)), "{percent}");
        }
        assert_eq!(serde_json::to_string(&BasisPoints(825)).unwrap(), "825");
        for wrong in ["8.25", "8.255 %", "%", "8,25 %", "eight %"] {
            let read: Result<BasisPoints, serde::de::value::Error> =
                BasisPoints::deserialize(wrong.into_deserializer());
            assert!(read.is_err_and(|error| error.to_string().contains("a rate like \"8.25 %\"")), "{wrong}");
        }
    }

    #[test]
    fn share_of_an_amount_is_rounded_to_the_nearest_cent_and_a_rate_is_displayed_in_percent() {
        assert_eq!(BasisPoints(825).of(Money(1000)), Money(83), "82.5 cents");
        assert_eq!(BasisPoints(825).of(Money(999)), Money(82), "82.4175 cents");
        assert_eq!(BasisPoints(0).of(Money(999)), Money(0));
        assert_eq!(BasisPoints(10_000).of(Money(-999)), Money(-999));
        assert_eq!((BasisPoints(969).percent(), BasisPoints(5).percent()), ("9.69".to_owned(), "0.05".to_owned()));
    }
}
