//! The shop's clock, set by the test. It does not move on its own.

use std::sync::Arc;

use chrono::{Duration, TimeZone, Utc};
use midway_kernel::time::{Clock, Instant, SetClock};

/// Friday, 20 November 2026, 10:00 in New York: one hour after the day's admission to the park of
/// [`super::catalogue`] starts.
pub fn friday_morning() -> Instant {
    Utc.with_ymd_and_hms(2026, 11, 20, 15, 0, 0).unwrap()
}

#[derive(Clone)]
pub struct TestClock(Arc<SetClock>);

impl TestClock {
    pub fn new() -> Self {
        TestClock(Arc::new(SetClock::at(friday_morning())))
    }

    pub fn advance(&self, by: Duration) {
        self.0.advance(by);
    }

    pub fn shared(&self) -> Arc<dyn Clock> {
        self.0.clone()
    }
}
