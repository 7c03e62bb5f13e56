//! Which waiting rooms are active, and what is behind them.

use std::time::Duration;

use chrono_tz::Tz;

use super::line::Rules;
use midway_catalog::Catalog;
use midway_catalog::files::WaitingRoom;
use midway_kernel::time::{Instant, instant_at};

/// A waiting room during its time.
#[derive(Clone, Copy)]
pub struct ActiveRoom<'c> {
    pub room: &'c WaitingRoom,
    /// When the first shoppers enter, if that is still to come or was.
    pub starts_at: Option<Instant>,
}

/// What a shopper asks for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Whether it is one of the pages that sell, or a place.
    pub sells: bool,
    /// The path of the page.
    pub path: Option<&'a str>,
    /// The ids of its products and bundles.
    pub products: &'a [&'a str],
}

/// The waiting rooms that are active now, in the order of the catalogue.
pub fn active_rooms(catalog: &Catalog, now: Instant) -> impl Iterator<Item = ActiveRoom<'_>> {
    let zone = zone(catalog);
    let instant = move |at: chrono::NaiveDateTime| instant_at(at.date(), at.time(), zone);
    catalog.folder().waiting_room.iter().filter_map(move |room| {
        let is_active =
            room.from.is_none_or(|from| instant(from) <= now) && room.until.is_none_or(|until| now < instant(until));
        is_active.then(|| ActiveRoom { room, starts_at: room.starts.map(instant) })
    })
}

/// The time zone in which the catalogue's moments of waiting rooms are meant.
pub fn zone(catalog: &Catalog) -> Tz {
    catalog.folder().site.first().map_or(Tz::UTC, |site| site.time_zone)
}

pub fn is_any_active(catalog: &Catalog, now: Instant) -> bool {
    active_rooms(catalog, now).next().is_some()
}

/// The first active waiting room in front of something.
pub fn in_front_of<'c>(catalog: &'c Catalog, wanted: Wanted<'_>, now: Instant) -> Option<ActiveRoom<'c>> {
    active_rooms(catalog, now).find(|active| active.is_in_front_of(wanted))
}

impl ActiveRoom<'_> {
    fn is_in_front_of(&self, wanted: Wanted<'_>) -> bool {
        let WaitingRoom { products, paths, .. } = self.room;
        if products.is_empty() && paths.is_empty() {
            return wanted.sells;
        }
        let is_below = |listed: &String| {
            let rest = wanted.path.and_then(|path| path.strip_prefix(listed.as_str()));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        products.iter().any(|id| wanted.products.contains(&id.as_str())) || paths.iter().any(is_below)
    }

    /// Whether a code opens the room before everybody else.
    pub fn knows_code(&self, code: &str) -> bool {
        let code = code.trim().to_uppercase();
        self.room.early_access_codes.iter().any(|known| known.to_uppercase() == code)
    }

    /// Whether shoppers wait for the start.
    pub fn is_before_start(&self, now: Instant) -> bool {
        self.starts_at.is_some_and(|starts| now < starts)
    }

    /// By which the line of the room moves. `pace` is the part of its speed at which the shop can serve shoppers now.
    pub fn rules(&self, pace: f64) -> Rules {
        let WaitingRoom { max_shoppers, per_minute, idle_minutes, max_per_address, .. } = *self.room;
        Rules {
            starts_at: self.starts_at.map_or(0, |starts| starts.timestamp_millis()),
            max_inside: max_shoppers,
            per_minute: (f64::from(per_minute) * pace).max(1.0),
            idle: Duration::from_secs(60 * u64::from(idle_minutes)),
            max_per_address,
        }
    }
}
