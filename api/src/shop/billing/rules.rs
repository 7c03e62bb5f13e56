//! When a payment is charged, and when a declined payment is tried again. Pure.

use chrono::{Days, Duration, NaiveDate, NaiveTime};
use chrono_tz::Tz;

use super::entity::payment::{Model as PaymentRow, State};
use midway_kernel::money::Money;
use midway_kernel::text::Text;
use midway_kernel::time::{Instant, instant_at};

pub const DECLINED: Text = Text { id: "billing.declined", default: "The payment was declined. {{reason}}" };
pub const CANNOT_BE_CHARGED: Text =
    Text { id: "billing.cannot-be-charged", default: "This card can no longer be charged. Please use another card." };
pub const NOT_CONFIRMED: Text = Text {
    id: "billing.not-confirmed",
    default: "Your bank has asked you to confirm this payment. We've emailed you a link.",
};
pub const NOT_ENTERED: Text =
    Text { id: "billing.not-entered", default: "Please enter your card details. Nothing was charged." };
pub const PARTLY_DECLINED: Text = Text {
    id: "billing.partly-declined",
    default: "{{amount}} has been paid. The next payment was declined. {{reason}}",
};
pub const SO_FAR: Text =
    Text { id: "billing.so-far", default: "{{amount}} has been paid so far. To pay the rest, press the button again." };
pub const NOTHING_DUE: Text = Text { id: "billing.nothing-due", default: "This payment plan is paid in full." };

/// The numbers of days between the charge attempts of a declined payment. After the last of them, the payment is tried
/// again only if the shopper pays it or changes the card.
pub const PAUSES: [i64; 3] = [3, 5, 7];

/// Payments are charged in the morning, when shoppers are awake to read the result.
const MORNING: NaiveTime = NaiveTime::from_hms_opt(9, 0, 0).unwrap();

/// How many days before its due day a payment is announced by e-mail.
const ANNOUNCED_DAYS_BEFORE: Days = Days::new(3);

/// When a payment is announced by e-mail.
pub fn announce_at(due_on: NaiveDate, zone: Tz) -> Instant {
    instant_at(due_on - ANNOUNCED_DAYS_BEFORE, MORNING, zone)
}

/// When a payment is charged for the first time.
pub fn first_try(due_on: NaiveDate, zone: Tz) -> Instant {
    instant_at(due_on, MORNING, zone)
}

/// When a payment with this many declines is tried again; `None` if no further charge attempt is scheduled.
pub fn next_try(declined: i32, now: Instant) -> Option<Instant> {
    let pause = usize::try_from(declined - 1).ok().and_then(|nth| PAUSES.get(nth))?;
    Some(now + Duration::days(*pause))
}

/// The last day up to which the due payments of an agreement are paid: the due day of the next payment, or the day
/// before that due day if a scheduled charge of the payment was declined. `None` when everything is paid.
pub fn paid_until(payments: &[PaymentRow]) -> Option<NaiveDate> {
    let next = payments.iter().filter(|row| row.state.is_open()).min_by_key(|row| row.due_on)?;
    let was_declined = next.state == State::Due && next.scheduled_tries > 0;
    Some(if was_declined { next.due_on - Days::new(1) } else { next.due_on })
}

/// The amounts of payments after their sum is reduced by `by`, each by its share. The last one has the remaining cents.
/// `None` if the sum is smaller.
pub fn reduced(amounts: &[Money], by: Money) -> Option<Vec<Money>> {
    let before: Money = amounts.iter().copied().sum();
    let after = before - by;
    let Some((last, others)) = amounts.split_last().filter(|_| after >= Money::ZERO) else {
        return by.is_zero().then(|| amounts.to_vec());
    };
    let share = |amount: &Money| {
        let scaled = i128::from(amount.0) * i128::from(after.0);
        Money(i64::try_from(scaled.checked_div(i128::from(before.0)).unwrap_or(0)).unwrap_or(0))
    };
    let mut reduced: Vec<Money> = others.iter().map(share).collect();
    let rest = after - reduced.iter().copied().sum();
    // Rounding down may leave the last payment more than it was. Then the payments before it have the difference.
    let mut too_much = (rest - *last).0.max(0);
    for (amount, most) in reduced.iter_mut().zip(others).rev() {
        let more = too_much.min((*most - *amount).0);
        *amount = *amount + Money(more);
        too_much -= more;
    }
    reduced.push(after - reduced.iter().copied().sum());
    Some(reduced)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono_tz::America::New_York;
    use proptest::prelude::*;

    #[test]
    fn due_payment_is_first_tried_at_nine_on_its_due_day_in_the_time_zone_of_the_site() {
        let of = |day: &str| first_try(day.parse().unwrap(), New_York).to_rfc3339();
        assert_eq!(of("2026-12-20"), "2026-12-20T14:00:00+00:00");
        assert_eq!(of("2027-07-20"), "2027-07-20T13:00:00+00:00", "daylight time");
    }

    #[test]
    fn declined_payment_is_tried_three_more_times() {
        let now = first_try("2026-12-20".parse().unwrap(), New_York);
        let after: Vec<Option<i64>> =
            (1..=5).map(|declined| next_try(declined, now).map(|at| (at - now).num_days())).collect();
        assert_eq!(after, [Some(3), Some(5), Some(7), None, None]);
    }

    proptest! {
        #[test]
        fn reduced_payments_add_up_and_none_is_larger_than_before(
            cents in proptest::collection::vec(0i64..100_000, 1..12), share in 0i64..=100,
        ) {
            let amounts: Vec<Money> = cents.iter().copied().map(Money).collect();
            let sum: i64 = cents.iter().sum();
            let by = sum * share / 100;
            let reduced = reduced(&amounts, Money(by)).unwrap();
            prop_assert_eq!(reduced.iter().copied().sum::<Money>(), Money(sum - by));
            let fits = |(after, before): (&Money, &Money)| (Money::ZERO..=*before).contains(after);
            prop_assert!(reduced.iter().zip(&amounts).all(fits), "{reduced:?} of {amounts:?}");
        }
    }

    #[test]
    fn payments_cannot_be_reduced_by_more_than_their_sum() {
        assert_eq!(reduced(&[Money(5), Money(6)], Money(12)), None);
        assert_eq!(reduced(&[], Money(1)), None);
        assert_eq!(reduced(&[], Money::ZERO), Some(vec![]));
        assert_eq!(reduced(&[Money(1000), Money(1005)], Money(1003)), Some(vec![Money(499), Money(503)]));
    }
}
