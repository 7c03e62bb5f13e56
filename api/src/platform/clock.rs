//! The system clock, with an optional shift that tests of the built services set in a file.

use std::path::PathBuf;

use chrono::{Duration, Utc};

use midway_kernel::time::{Clock, Instant, to_microseconds};

/// The time of the machine plus the number of seconds in the file, if the file exists.
pub struct SystemClock {
    shift_file: Option<PathBuf>,
}

impl SystemClock {
    pub fn new(shift_file: Option<PathBuf>) -> Self {
        SystemClock { shift_file }
    }

    fn shift(&self) -> Duration {
        let text = self.shift_file.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
        Duration::seconds(text.and_then(|text| text.trim().parse().ok()).unwrap_or(0))
    }
}

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the Clock")]
    fn now(&self) -> Instant {
        to_microseconds(Utc::now() + self.shift())
    }
}
