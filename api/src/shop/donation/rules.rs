//! Which donation amounts are allowed, and which amount is offered for rounding up. Pure. The app runs the same test
//! cases, from `vectors/donation.json`.

use crate::error::{FieldFault, Refusal};
use midway_catalog::files::Donation;
use midway_kernel::money::Money;
use midway_kernel::text::Text;

/// The maximum donation, in cents. The operator should arrange larger donations personally.
pub const LARGEST_AMOUNT: Money = Money(1_000_000);

pub const NONE: Text = Text { id: "donation.none", default: "We aren't accepting donations right now." };
pub const AMOUNT: Text = Text { id: "donation.amount", default: "Enter an amount from $0.00 to {{max}}." };
/// Checks a donation amount.
///
/// # Errors
/// A refusal that names the field.
pub fn may_give(amount: Money) -> Result<(), Refusal> {
    if (Money::ZERO..=LARGEST_AMOUNT).contains(&amount) {
        return Ok(());
    }
    let max = vec![("max", LARGEST_AMOUNT.display())];
    let fault = FieldFault { field: "items.0.amount".to_owned(), text: AMOUNT, values: max.clone() };
    Err(Refusal { values: max, fields: vec![fault], ..Refusal::new(AMOUNT) })
}

/// The amount that raises the total to the next whole dollar, if it is large enough to be offered.
pub fn round_up(total: Money, donation: &Donation) -> Option<Money> {
    let over = total.cents().rem_euclid(100);
    let distance = Money(100 - over);
    (donation.round_up_enabled && over != 0 && distance >= donation.round_up_minimum).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;

    fn vectors(name: &str) -> Vec<Value> {
        let all: Value = serde_json::from_str(include_str!("../../../vectors/donation.json")).unwrap();
        all[name].as_array().unwrap().clone()
    }

    #[test]
    fn allowed_donation_amounts_match_the_cases_in_vectors_donation_json() {
        for case in vectors("amounts") {
            let amount = case["typed"].as_str().unwrap().parse::<Money>().ok();
            let given = amount.filter(|amount| may_give(*amount).is_ok()).map(|amount| amount.to_string());
            assert_eq!(given.as_deref(), case["amount"].as_str(), "{case}");
        }
    }

    #[test]
    fn rounding_up_matches_the_cases_in_vectors_donation_json() {
        for case in vectors("roundUp") {
            let money = |name: &str| case[name].as_str().unwrap().parse::<Money>().unwrap();
            let round_up_enabled = case["enabled"].as_bool().unwrap();
            let donation = Donation { round_up_enabled, round_up_minimum: money("minimum") };
            let offered = round_up(money("total"), &donation).map(|amount| amount.to_string());
            assert_eq!(offered.as_deref(), case["amount"].as_str(), "{case}");
        }
    }

    proptest! {
        #[test]
        fn total_after_rounding_up_is_in_whole_dollars_and_the_added_amount_is_an_allowed_donation(
            cents in 0i64..10_000_000, least in 0i64..100,
        ) {
            let donation = Donation { round_up_enabled: true, round_up_minimum: Money(least) };
            if let Some(amount) = round_up(Money(cents), &donation) {
                prop_assert_eq!((cents + amount.cents()) % 100, 0);
                prop_assert!(amount >= donation.round_up_minimum && may_give(amount).is_ok());
            }
        }
    }
}
