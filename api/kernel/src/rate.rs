//! Rates in basis points: 825 is 8.25 %.

use sea_orm::DeriveValueType;
use serde::{Deserialize, Serialize};

use super::money::Money;

/// A share in hundredths of a percent.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
    DeriveValueType,
)]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn share_of_an_amount_is_rounded_to_the_nearest_cent_and_a_rate_is_displayed_in_percent() {
        assert_eq!(BasisPoints(825).of(Money(1000)), Money(83), "82.5 cents");
        assert_eq!(BasisPoints(825).of(Money(999)), Money(82), "82.4175 cents");
        assert_eq!(BasisPoints(0).of(Money(999)), Money(0));
        assert_eq!(BasisPoints(10_000).of(Money(-999)), Money(-999));
        assert_eq!((BasisPoints(969).percent(), BasisPoints(5).percent()), ("9.69".to_owned(), "0.05".to_owned()));
    }
}
