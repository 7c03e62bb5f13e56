//! How fast this process can take on new shoppers: it slows down while calls are slow or fail, and recovers step by step, as a
//! network connection does (additive increase, multiplicative decrease).

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A call that takes longer is slow.
const SLOW: Duration = Duration::from_millis(300);

/// The pace is set after each such time.
const PERIOD: Duration = Duration::from_secs(1);

/// More than one in so many slow calls slow the pace down.
const TOLERATED: u32 = 20;

const SLOWEST: f64 = 0.1;
const DECREASE: f64 = 0.7;
const INCREASE: f64 = 0.05;

pub struct Pace(Mutex<State>);

struct State {
    /// The part of the full speed, from [`SLOWEST`] to 1.
    pace: f64,
    began: Instant,
    calls: u32,
    slow: u32,
}

impl Default for Pace {
    fn default() -> Self {
        Pace(Mutex::new(State { pace: 1.0, began: Instant::now(), calls: 0, slow: 0 }))
    }
}

impl Pace {
    /// Counts a call that was answered.
    pub fn answered(&self, took: Duration, is_unavailable: bool) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).answered(took, is_unavailable, Instant::now());
    }

    /// The part of the full speed at which shoppers may enter now.
    pub fn now(&self) -> f64 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pace
    }
}

impl State {
    fn answered(&mut self, took: Duration, is_unavailable: bool, now: Instant) {
        self.calls += 1;
        self.slow += u32::from(is_unavailable || took > SLOW);
        if now - self.began < PERIOD {
            return;
        }
        self.pace = match self.slow * TOLERATED > self.calls {
            true => (self.pace * DECREASE).max(SLOWEST),
            false => (self.pace + INCREASE).min(1.0),
        };
        (self.began, self.calls, self.slow) = (now, 0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pace_falls_while_more_than_one_in_twenty_calls_is_slow_or_fails_and_recovers_afterwards() {
        let Pace(state) = Pace::default();
        let mut state = state.into_inner().unwrap();
        let mut now = state.began;
        let mut second = |state: &mut State, slow: u32, failed: u32| {
            for nth in 0..100 {
                now += PERIOD / 100;
                let took = if nth < slow { SLOW * 2 } else { SLOW / 10 };
                state.answered(took, nth >= 100 - failed, now);
            }
            state.pace
        };
        assert_eq!(second(&mut state, 5, 0), 1.0);
        assert!(second(&mut state, 6, 0) < 0.71);
        assert!(second(&mut state, 0, 6) < 0.5);
        for _ in 0..20 {
            second(&mut state, 100, 0);
        }
        assert_eq!(state.pace, SLOWEST);
        assert!(second(&mut state, 0, 0) > SLOWEST);
        for _ in 0..20 {
            second(&mut state, 0, 0);
        }
        assert_eq!(state.pace, 1.0);
    }
}
