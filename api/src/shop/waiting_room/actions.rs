//! Asking to enter, and what only those do who are inside.

use std::time::Duration;

use super::line::{Asking, Figures, Standing};
use super::place::Place;
use super::rooms::{ActiveRoom, Wanted, active_rooms, in_front_of};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::limits::Limit;
use midway_catalog::Catalog;
use midway_kernel::secret::random_id;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const WAIT_FIRST: Text = Text {
    id: "waiting-room.wait-first",
    default: "There's a waiting room for this sale. Please open its page again to get your place in line.",
};
const USED_ELSEWHERE: Text = Text {
    id: "waiting-room.used-elsewhere",
    default: "Your place in line was used in another browser. Please open the page again to get a new one.",
};

/// Guesses of codes for early access.
const GUESSES: Limit = Limit { name: "early-access", attempts: 30, window: Duration::from_secs(10 * 60) };

/// What became of a shopper who asked to enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    /// The shopper is inside.
    In,
    Waits(View),
    /// Too many of the same network wait.
    Full,
}

/// Where a shopper stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The sale starts in so many seconds. Then the places are drawn.
    BeforeStart { seconds: u64, starts_at: Instant },
    /// How many are ahead, and about how many minutes they take.
    InLine { ahead: u64, minutes: u64 },
}

/// Asks to enter a room for a visitor, who gets a place if `may_join`. The visitor's cookie remembers the place.
///
/// # Errors
/// When the line is unavailable.
pub async fn ask(app: &App, active: &ActiveRoom<'_>, visitor: &Visitor, may_join: bool) -> Result<Came> {
    ask_as(app, active, visitor, may_join, false).await
}

/// Asks to enter with a code for early access.
///
/// # Errors
/// `None` for a code that the room does not have; [`Error::TooMany`] after too many guesses.
pub async fn enter_early(app: &App, active: &ActiveRoom<'_>, visitor: &Visitor, code: &str) -> Result<Option<Came>> {
    visitor.attempt(GUESSES).await?;
    if !active.knows_code(code) {
        return Ok(None);
    }
    visitor.undo_attempt(GUESSES).await;
    ask_as(app, active, visitor, true, true).await.map(Some)
}

async fn ask_as(app: &App, active: &ActiveRoom<'_>, visitor: &Visitor, may_join: bool, is_early: bool) -> Result<Came> {
    let (room, now) = (active.room.id.as_str(), app.clock.now());
    let millis = now.timestamp_millis();
    let rules = active.rules(app.pace.now());
    let known = visitor.place(room).and_then(|cookie| Place::read(&app.secret, room, &cookie));
    let mut place = known.clone().unwrap_or_else(|| Place::new(millis));
    place.is_early |= is_early;
    // A place that was used is replaced by a new one.
    for _ in 0..2 {
        let asking = Asking {
            place: &place.id,
            rank: place.rank(&app.secret, room, rules.starts_at),
            address: visitor.remote_address(),
            was_inside: millis < place.inside_until,
            may_join,
        };
        match app.lines.ask(room, &rules, &asking, millis).await? {
            Standing::Inside { until } => {
                place.inside_until = until;
                visitor.set_place(room, &place.cookie(&app.secret, room));
                return Ok(Came::In);
            }
            Standing::Waiting { ahead, entered } => {
                if known.as_ref() != Some(&place) {
                    visitor.set_place(room, &place.cookie(&app.secret, room));
                }
                return Ok(Came::Waits(view(active, now, ahead, entered)));
            }
            Standing::Full => return Ok(Came::Full),
            Standing::Used => place = Place { is_early: place.is_early, ..Place::new(millis) },
            Standing::Absent => return Ok(Came::Waits(view(active, now, 0, 0))),
        }
    }
    Err(Error::Internal("a new place in line was used before".to_owned()))
}

fn view(active: &ActiveRoom<'_>, now: Instant, ahead: u64, entered: u64) -> View {
    match active.starts_at.filter(|starts| now < *starts) {
        Some(starts_at) => {
            View::BeforeStart { seconds: u64::try_from((starts_at - now).num_seconds()).unwrap_or(0), starts_at }
        }
        None => {
            // Before anybody has entered, the room's own speed is the best estimate.
            let per_minute = if entered == 0 { u64::from(active.room.per_minute) } else { entered };
            View::InLine { ahead, minutes: (ahead + 1).div_ceil(per_minute.max(1)) }
        }
    }
}

/// Checks that a visitor may take places of these products: that they are inside the first room in front of any of them.
///
/// # Errors
/// A refusal for a visitor who has not waited, or whose place another browser has used.
pub async fn check_claim(app: &App, catalog: &Catalog, visitor: &Visitor, products: &[&str]) -> Result<()> {
    let now = app.clock.now();
    let wanted = Wanted { sells: true, path: None, products };
    let Some(active) = in_front_of(catalog, wanted, now) else { return Ok(()) };
    let (room, millis) = (active.room.id.as_str(), now.timestamp_millis());
    // A line that was lost is formed again.
    if ask(app, &active, visitor, false).await? != Came::In {
        return Err(Refusal::new(WAIT_FIRST).into());
    }
    let Some(place) = visitor.place(room).and_then(|cookie| Place::read(&app.secret, room, &cookie)) else {
        return Err(Refusal::new(WAIT_FIRST).into());
    };
    let holder = match visitor.session().await?.holder {
        Some(holder) => holder,
        None => {
            let new = random_id();
            visitor.change(|data| data.holder = data.holder.take().or_else(|| Some(new.clone()))).await?;
            visitor.session().await?.holder.unwrap_or(new)
        }
    };
    let idle = active.rules(1.0).idle;
    match app.lines.may_take(room, idle, (&place.id, &holder), millis).await? {
        true => Ok(()),
        false => Err(Refusal::new(USED_ELSEWHERE).into()),
    }
}

/// A visitor has ordered: those who wait may take the places in the rooms.
pub async fn finished(app: &App, catalog: &Catalog, visitor: &Visitor) {
    let now = app.clock.now();
    for active in active_rooms(catalog, now) {
        let room = active.room.id.as_str();
        let Some(place) = visitor.place(room).and_then(|cookie| Place::read(&app.secret, room, &cookie)) else {
            continue;
        };
        if let Err(error) = app.lines.finish(room, &place.id, now.timestamp_millis()).await {
            tracing::warn!(%error, room, "a shopper who has ordered stays in the waiting room's count until idle");
        }
    }
}

/// How many shoppers wait and waited in front of a room.
///
/// # Errors
/// When the line is unavailable.
pub async fn of_room(app: &App, room: &str) -> Result<Figures> {
    app.lines.figures(room, app.clock.now().timestamp_millis()).await
}
