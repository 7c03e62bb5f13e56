//! Lines of entries, and dividing an amount among the lines of an order. Pure.

use chrono::NaiveDate;

use super::entity::Account;
use midway_kernel::money::Money;

/// A line of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub account: Account,
    /// A debit if positive, a credit if negative.
    pub amount: Money,
    pub processor: Option<String>,
    pub order_line_id: Option<String>,
    pub visit_on: Option<NaiveDate>,
}

impl Line {
    pub fn debit(account: Account, amount: Money) -> Self {
        Line { account, amount, processor: None, order_line_id: None, visit_on: None }
    }

    pub fn credit(account: Account, amount: Money) -> Self {
        Self::debit(account, -amount)
    }

    /// The line for money at this processor.
    pub fn at(self, processor: &str) -> Self {
        Line { processor: Some(processor.to_owned()), ..self }
    }

    /// The line for this line of the order.
    pub fn of(self, order_line_id: &str, visit_on: Option<NaiveDate>) -> Self {
        Line { order_line_id: Some(order_line_id.to_owned()), visit_on, ..self }
    }
}

/// What the returned units of an order line have cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share<T> {
    pub of: T,
    pub cost: Money,
}

/// Divides an amount that is given back among the lines whose units were returned, in proportion to what these units
/// have cost. No line gets more than that: the rest belongs to the order as a whole, which is `None`.
pub fn allotted<T: Clone>(amount: Money, shares: &[Share<T>]) -> Vec<(Option<T>, Money)> {
    let whole: Money = shares.iter().map(|share| share.cost).sum();
    let divided = amount.min(whole);
    let mut parts = Vec::new();
    let (mut cost, mut before) = (Money::ZERO, Money::ZERO);
    for share in shares.iter().filter(|share| share.cost > Money::ZERO) {
        cost = cost + share.cost;
        let until = i128::from(divided.0) * i128::from(cost.0) / i128::from(whole.0);
        let until = Money(i64::try_from(until).unwrap_or(0));
        parts.push((Some(share.of.clone()), until - before));
        before = until;
    }
    parts.push((None, amount - before));
    parts.retain(|(_, part)| !part.is_zero());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(costs: &[i64]) -> Vec<Share<usize>> {
        costs.iter().enumerate().map(|(of, cost)| Share { of, cost: Money(*cost) }).collect()
    }

    fn parts(amount: i64, costs: &[i64]) -> Vec<(Option<usize>, i64)> {
        allotted(Money(amount), &shares(costs)).into_iter().map(|(of, part)| (of, part.0)).collect()
    }

    #[test]
    fn amount_below_the_cost_is_divided_in_proportion_and_no_cent_is_lost() {
        assert_eq!(parts(10, &[10, 10, 10]), [(Some(0), 3), (Some(1), 3), (Some(2), 4)]);
        assert_eq!(parts(-10, &[30, 10]), [(Some(0), -7), (Some(1), -3)]);
        for amount in [-7, 1, 29, 30, 31, 1_000] {
            let sum: i64 = parts(amount, &[7, 0, 11, 12]).iter().map(|(_, part)| part).sum();
            assert_eq!(sum, amount);
        }
    }

    #[test]
    fn amount_above_the_cost_leaves_a_rest_for_the_order_as_a_whole() {
        assert_eq!(parts(35, &[10, 20]), [(Some(0), 10), (Some(1), 20), (None, 5)]);
        assert_eq!(parts(5, &[]), [(None, 5)]);
        assert_eq!(parts(5, &[0]), [(None, 5)]);
        assert_eq!(parts(0, &[10]), []);
    }
}
