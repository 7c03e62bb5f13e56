//! The annual percentage rate by the actuarial method (Regulation Z, 12 CFR part 1026, appendix J).
//!
//! The rate per unit period makes the present value of all payments on the day of the first advance equal to the
//! advance. Interest is compound over whole unit periods and simple over a fraction of a unit period (appendix J
//! (b)(8)). The annual rate is the rate per unit period times the number of unit periods per year.

use midway_kernel::money::Money;
use midway_kernel::rate::BasisPoints;

/// A payment and its due time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Payment {
    pub amount: Money,
    /// Whole unit periods after the advance.
    pub periods: u32,
    /// The additional fraction of a unit period, from 0 to below 1.
    pub fraction: f64,
}

/// The annual rate of one advance and its payments, with `periods_a_year` unit periods per year, rounded to a hundredth
/// of a percent. 0 when the payments total no more than the advance; `None` without an advance.
pub fn apr(advance: Money, payments: &[Payment], periods_a_year: f64) -> Option<BasisPoints> {
    if advance <= Money::ZERO {
        return None;
    }
    let rate = rate_of_a_period(advance, payments);
    let points = (rate * periods_a_year * 10_000.0).round();
    // Limit the rate so that it fits the type. No disclosed rate reaches ten thousand percent.
    #[expect(clippy::cast_possible_truncation, reason = "it is within the bounds")]
    Some(BasisPoints(points.min(1_000_000.0) as i32))
}

fn rate_of_a_period(advance: Money, payments: &[Payment]) -> f64 {
    let lacks = |rate: f64| present_value(payments, rate) - cents(advance);
    if lacks(0.0) <= 0.0 {
        return 0.0;
    }
    // The present value falls as the rate rises, so the search interval contains exactly one solution.
    let (mut low, mut high) = (0.0, 1.0);
    while lacks(high) > 0.0 && high < 1_024.0 {
        high *= 2.0;
    }
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if lacks(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The present value of the payments on the day of the advance, in cents.
fn present_value(payments: &[Payment], rate: f64) -> f64 {
    let discounted = |payment: &Payment| {
        cents(payment.amount) / ((1.0 + payment.fraction * rate) * (1.0 + rate).powf(f64::from(payment.periods)))
    };
    payments.iter().map(discounted).sum()
}

#[expect(clippy::cast_precision_loss, reason = "amounts of a shop are far below 2^53 cents")]
fn cents(amount: Money) -> f64 {
    amount.0 as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `count` payments, one unit period apart. The first payment is due after `periods` and `fraction`; the first and
    /// the last payment may have different amounts.
    fn payments(count: u32, (periods, fraction): (u32, f64), amounts: (f64, f64, f64)) -> Vec<Payment> {
        let (first, regular, last) = amounts;
        let amount = |at: u32| match at {
            0 => first,
            at if at == count - 1 => last,
            _ => regular,
        };
        let dollars = |amount: f64| Money((amount * 100.0).round() as i64);
        (0..count).map(|at| Payment { amount: dollars(amount(at)), periods: periods + at, fraction }).collect()
    }

    fn percent(advance: i64, payments: &[Payment], periods_a_year: f64) -> f64 {
        f64::from(apr(Money(advance * 100), payments, periods_a_year).unwrap().0) / 100.0
    }

    /// The examples of appendix J (c), as published, exact to a hundredth of a percent.
    #[test]
    fn annual_percentage_rates_match_the_published_examples_of_appendix_j() {
        let even = |amount: f64| (amount, amount, amount);
        for (name, advance, payments, periods_a_year, published) in [
            ("(1)(i) monthly", 5_000, payments(24, (1, 0.0), even(230.0)), 12.0, 9.69),
            ("(1)(ii) monthly, long first period", 6_000, payments(36, (1, 19.0 / 30.0), even(200.0)), 12.0, 11.82),
            ("(1)(iii) semimonthly, short first", 5_000, payments(24, (0, 6.0 / 15.0), even(219.17)), 24.0, 10.34),
            ("(1)(iv) quarterly, long first", 10_000, payments(40, (1, 39.0 / 90.0), even(385.0)), 4.0, 8.97),
            ("(1)(v) weekly, long first", 500, payments(30, (4, 4.0 / 7.0), even(17.60)), 52.0, 14.96),
            ("(2)(i) monthly, other first", 5_000, payments(24, (1, 0.0), (250.0, 230.0, 230.0)), 12.0, 10.08),
            ("(2)(ii) four weeks", 400, payments(12, (1, 5.0 / 28.0), (39.50, 38.31, 38.31)), 13.0, 28.50),
            ("(3)(i) monthly, other last", 5_000, payments(24, (1, 0.0), (230.0, 230.0, 280.0)), 12.0, 10.50),
            ("(3)(ii) biweekly", 200, payments(20, (0, 8.0 / 14.0), (9.50, 9.50, 30.0)), 26.0, 12.22),
        ] {
            assert_eq!(percent(advance, &payments, periods_a_year), published, "{name}");
        }
    }

    #[test]
    fn rate_of_a_single_payment_within_a_year_matches_the_published_example() {
        // Example (5)(i) of appendix J (c): the unit period is the 255 days from January 3 to September 15.
        let payment = Payment { amount: Money(108_000), periods: 1, fraction: 0.0 };
        assert_eq!(percent(1_000, &[payment], 365.0 / 255.0), 11.45);
    }

    #[test]
    fn rate_is_none_if_the_amount_financed_is_zero() {
        assert_eq!(apr(Money::ZERO, &payments(3, (1, 0.0), (1.0, 1.0, 1.0)), 12.0), None);
    }

    proptest! {
        #[test]
        fn rate_without_a_finance_charge_is_zero(amounts in proptest::collection::vec(1i64..1_000_000, 1..37)) {
            let payments: Vec<Payment> = (1..).zip(&amounts)
                .map(|(periods, &cents)| Payment { amount: Money(cents), periods, fraction: 0.0 })
                .collect();
            let advance: Money = payments.iter().map(|payment| payment.amount).sum();
            prop_assert_eq!(apr(advance, &payments, 12.0), Some(BasisPoints(0)));
        }

        #[test]
        fn higher_finance_charge_never_gives_a_lower_rate(
            part in 1_000i64..50_000, count in 1u32..36, charge in 1i64..900,
        ) {
            let even: Vec<Payment> =
                (1..=count).map(|periods| Payment { amount: Money(part), periods, fraction: 0.0 }).collect();
            let paid = part * i64::from(count);
            let rate = |charge| apr(Money(paid - charge), &even, 12.0).unwrap();
            prop_assert!(rate(charge) <= rate(charge + 50));
        }
    }
}
