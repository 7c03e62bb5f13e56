//! How long the places of a cart are held, and how a change of the cart extends the hold. Pure.

use chrono::Duration;

use super::entity::cart::Model as Cart;
use midway_catalog::files::Settings;
use midway_kernel::time::Instant;

/// The hold of a cart: its deadline, and when its first claim was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    pub first_claimed_at: Instant,
    pub until: Instant,
}

/// Renews the hold: it ends `hold_minutes` from now, but at most `max_hold_minutes` after the first claim. An expired
/// hold starts again.
pub fn renewed(hold: Option<Hold>, settings: &Settings, now: Instant) -> Hold {
    let first_claimed_at = hold.filter(|hold| now < hold.until).map_or(now, |hold| hold.first_claimed_at);
    let minutes = |minutes: u32| Duration::minutes(i64::from(minutes));
    let until = (now + minutes(settings.hold_minutes)).min(first_claimed_at + minutes(settings.max_hold_minutes));
    Hold { first_claimed_at, until }
}

/// Combines two holds. The result has the deadline of `newer`, limited by the maximum hold after the earlier of the two
/// first claims.
pub fn together(one: Hold, newer: Hold, settings: &Settings) -> Hold {
    let first_claimed_at = one.first_claimed_at.min(newer.first_claimed_at);
    let longest = first_claimed_at + Duration::minutes(i64::from(settings.max_hold_minutes));
    Hold { first_claimed_at, until: newer.until.min(longest) }
}

/// Whether the hold has not expired and an extension would give at least one more minute.
pub fn is_extendable(hold: Hold, settings: &Settings, now: Instant) -> bool {
    now < hold.until && hold.until + Duration::minutes(1) <= renewed(Some(hold), settings, now).until
}

pub fn hold_of(cart: &Cart) -> Option<Hold> {
    cart.first_claimed_at.zip(cart.held_until).map(|(first_claimed_at, until)| Hold { first_claimed_at, until })
}

/// The hold of a cart, if it has not expired.
pub fn live_hold_of(cart: &Cart, now: Instant) -> Option<Hold> {
    hold_of(cart).filter(|hold| now < hold.until)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{TimeZone, Utc};

    fn minute(minute: i64) -> Instant {
        Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap() + Duration::minutes(minute)
    }

    #[test]
    fn cart_change_extends_the_hold_up_to_its_maximum() {
        let settings = Settings::default();
        let mut hold = renewed(None, &settings, minute(0));
        assert_eq!(hold, Hold { first_claimed_at: minute(0), until: minute(15) });
        for (at, until) in [(10, 25), (24, 39), (38, 53), (50, 60), (59, 60)] {
            hold = renewed(Some(hold), &settings, minute(at));
            assert_eq!(hold.until, minute(until), "changed at minute {at}");
        }
    }

    #[test]
    fn hold_extension_is_offered_before_the_hold_expires_if_it_adds_at_least_a_minute() {
        let hold = Hold { first_claimed_at: minute(0), until: minute(15) };
        let settings = Settings::default();
        assert!(!is_extendable(hold, &settings, minute(0)));
        assert!(is_extendable(hold, &settings, minute(1)));
        assert!(!is_extendable(hold, &settings, minute(15)), "the hold has expired");
        let last = Hold { first_claimed_at: minute(0), until: minute(60) };
        assert!(!is_extendable(last, &settings, minute(50)), "the hold has reached its maximum");
    }

    #[test]
    fn combined_hold_has_the_earlier_start_and_the_later_end_up_to_its_maximum() {
        let hold = |first, until| Hold { first_claimed_at: minute(first), until: minute(until) };
        let settings = Settings::default();
        assert_eq!(together(hold(0, 15), hold(5, 20), &settings), hold(0, 20));
        assert_eq!(together(hold(0, 60), hold(50, 65), &settings), hold(0, 60));
        assert_eq!(together(hold(50, 65), hold(0, 60), &settings), hold(0, 60));
    }

    #[test]
    fn cart_change_after_an_expired_hold_starts_a_new_hold() {
        let old = Hold { first_claimed_at: minute(0), until: minute(15) };
        assert_eq!(renewed(Some(old), &Settings::default(), minute(15)).until, minute(30));
    }
}
