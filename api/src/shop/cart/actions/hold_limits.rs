//! Limits on holds without a purchase. A network address that begins many holds, or repeatedly holds places of the same
//! performance, and never buys has to wait. Calls are counted by the address from which a cart is filled ([`holder`]),
//! in the same store as the limits on guessing.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::app::App;
use crate::error::Result;
use crate::http::visitor::Visitor;
use crate::platform::limits::Delay;
use crate::shop::cart::entity::cart::Model as Cart;
use crate::shop::cart::line::CartLine;
use crate::shop::cart::rules::live_hold_of;
use crate::shop::performance;
use midway_catalog::files::Settings;
use midway_kernel::id::PerformanceId;
use midway_kernel::secret::sign;
use midway_kernel::time::Instant;

/// How long an address waits that begins many holds and never buys. An order resets the count, so that an address with
/// many shoppers is not slowed down.
const HOLDS: Delay = Delay {
    name: "holds",
    free: 60,
    first: Duration::from_secs(5),
    longest: Duration::from_secs(5 * 60),
    forgotten_after: Duration::from_secs(60 * 60),
    together: Duration::ZERO,
};

/// How long an address cannot hold places of a performance after it held some in several consecutive periods, each as
/// long as the maximum hold, without ordering them. The wait starts at the beginning of the last period, and two
/// maximum holds can follow each other within that period; therefore it is more than twice the maximum hold.
fn places(settings: &Settings) -> Delay {
    let minutes = |minutes: u32| Duration::from_secs(60 * u64::from(minutes));
    let longest_hold = minutes(settings.max_hold_minutes);
    Delay {
        name: "places",
        free: 3,
        first: longest_hold * 2 + minutes(settings.hold_minutes),
        longest: longest_hold * 8,
        forgotten_after: longest_hold * 24,
        together: longest_hold,
    }
}

/// The key by which places of a performance are counted.
fn places_of(holder: &str, performance: &PerformanceId) -> String {
    format!("{holder}|{performance}")
}

/// A keyed digest of the visitor's network address, so that the address itself is not stored. `None` on the shop's own
/// machine, where all visitors have the same address and cannot be told apart.
fn holder(app: &App, visitor: &Visitor) -> Option<String> {
    visitor.remote_address().map(|address| sign(&app.secret, &format!("holder|{address}")))
}

/// The holder to whom a cart's places are counted: the one that began its live hold, so that places never move to an
/// address that was not counted for them. For a cart without a hold, the caller.
pub(super) fn holder_for(app: &App, visitor: &Visitor, cart: Option<&Cart>, now: Instant) -> Option<String> {
    let held = cart.filter(|cart| live_hold_of(cart, now).is_some());
    let begun_by = held.and_then(|cart| cart.holder.clone());
    begun_by.or_else(|| holder(app, visitor))
}

/// Checks whether a holder must wait for places of a line's performances.
///
/// # Errors
/// [`crate::error::Error::TooMany`] with the remaining wait.
pub(super) async fn wait_for(app: &App, holder: &str, line: &CartLine, now: Instant) -> Result<()> {
    let ids = line.all_performances().map(|chosen| chosen.performance_id.clone()).collect();
    look(app, holder, &ids, now).await
}

async fn look(app: &App, holder: &str, performances: &BTreeSet<PerformanceId>, now: Instant) -> Result<()> {
    let catalog = app.catalog.current();
    for id in performances {
        app.limits.look(places(catalog.settings()), &places_of(holder, id), now).await?;
    }
    Ok(())
}

/// A call that is about to hold places, for counting. `None` inside when nothing is counted, because the address is
/// unknown or nothing is held.
pub(super) struct HoldAttempt(Option<Counted>);

struct Counted {
    holder: String,
    performances: BTreeSet<PerformanceId>,
    /// Whether the cart has no live hold before this call.
    begins: bool,
}

impl HoldAttempt {
    /// A call that is not counted.
    pub fn nothing() -> Self {
        HoldAttempt(None)
    }

    /// Checks the limits and counts the beginning of a hold. `cart` is `None` when the cart does not exist yet.
    ///
    /// # Errors
    /// [`crate::error::Error::TooMany`] when a limit is exceeded.
    pub async fn begin(
        app: &App,
        holder: String,
        cart: Option<&Cart>,
        performances: BTreeSet<PerformanceId>,
        now: Instant,
    ) -> Result<Self> {
        look(app, &holder, &performances, now).await?;
        let begins = cart.is_none_or(|cart| live_hold_of(cart, now).is_none());
        if begins {
            app.limits.begin(HOLDS, &holder, now).await?;
        }
        Ok(HoldAttempt(Some(Counted { holder, performances, begins })))
    }

    /// Records the result: counts the performances when places are held, otherwise takes the count back.
    pub async fn finish(self, app: &App, is_held: bool, now: Instant) {
        let HoldAttempt(Some(Counted { holder, performances, begins })) = self else { return };
        if !is_held {
            if begins {
                app.limits.take_back(HOLDS, &holder).await;
            }
            return;
        }
        let catalog = app.catalog.current();
        for id in &performances {
            // Of simultaneous calls, only the first one counts. The others keep their places, so ignore the error.
            app.limits.begin(places(catalog.settings()), &places_of(&holder, id), now).await.ok();
        }
    }
}

/// Call after a paid order: resets the count of holds and the counts of its performances for the cart's address.
pub async fn held_to_buy(app: &App, cart: &Cart) {
    if let Some(holder) = &cart.holder {
        app.limits.succeeded(HOLDS, holder).await;
    }
    forget_places(app, cart, |_, _| true).await;
}

/// Call after a free order. Resets the counts only of places that are free for everyone or that a pass or promotion
/// gives. Ordering one free place does not show that the address would buy the other, paid places that it holds.
pub async fn held_for_nothing(app: &App, cart: &Cart) {
    let catalog = app.catalog.current();
    let is_free = |id: &PerformanceId| performance::find(&catalog, id).is_some_and(|it| catalog.is_free(&it.show.id));
    let is_given = |line: &CartLine| line.redemption().is_some() || line.sold_by.is_some();
    forget_places(app, cart, |line, id| is_given(line) || is_free(id)).await;
}

async fn forget_places(app: &App, cart: &Cart, of: impl Fn(&CartLine, &PerformanceId) -> bool) {
    let Some(holder) = &cart.holder else { return };
    let catalog = app.catalog.current();
    let ids = |line: &CartLine| line.all_performances().map(|chosen| chosen.performance_id.clone()).collect::<Vec<_>>();
    let chosen = cart.lines.iter().flat_map(|line| ids(line).into_iter().filter(|id| of(line, id)));
    let performances: BTreeSet<PerformanceId> = chosen.collect();
    for id in &performances {
        app.limits.succeeded(places(catalog.settings()), &places_of(holder, id)).await;
    }
}
