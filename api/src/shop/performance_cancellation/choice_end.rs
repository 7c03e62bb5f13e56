//! Until when buyers choose.

use chrono::{Datelike, Days, NaiveDate, NaiveTime};
use chrono_tz::Tz;

use crate::app::App;
use crate::error::{Error, Result};
use midway_kernel::time::{Instant, instant_at};

/// The time zone in which the days are meant that an operator names.
pub fn zone_of_shop(app: &App) -> Tz {
    app.catalog.current().folder().site.first().map_or(Tz::UTC, |site| site.time_zone)
}

/// The end of the last day on which buyers choose.
///
/// # Errors
/// [`Error::Malformed`] if the day after it is outside the years 1970 to 9999.
pub fn choice_ends(app: &App, day: NaiveDate) -> Result<Instant> {
    let next = day.checked_add_days(Days::new(1)).filter(|next| (1970..=9999).contains(&next.year()));
    let next = next.ok_or_else(|| Error::Malformed(format!("{day} is not a day until when buyers choose")))?;
    Ok(instant_at(next, NaiveTime::MIN, zone_of_shop(app)))
}
