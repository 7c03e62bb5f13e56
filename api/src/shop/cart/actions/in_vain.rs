//! Places that are held and not bought: who begins to hold again and again, or has places of the same performance again and again, and
//! never buys, has to wait. Counted by the address from which a cart is filled ([`holder`]), with the guess limits.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::app::App;
use crate::error::Result;
use crate::http::visitor::Visitor;
use crate::platform::limits::Delay;
use crate::shop::cart::entity::cart::Model as Cart;
use crate::shop::cart::entity::line::CartLine;
use crate::shop::cart::rules::live_hold_of;
use crate::shop::performance;
use midway_catalog::files::Settings;
use midway_kernel::id::PerformanceId;
use midway_kernel::secret::sign;
use midway_kernel::time::Instant;

/// How long somebody waits who lets the shop hold places again and again, and never buys: from one address. An order forgets all
/// that, so that an address of many shoppers is not slowed down.
const HOLDS: Delay = Delay {
    name: "holds",
    free: 60,
    first: Duration::from_secs(5),
    longest: Duration::from_secs(5 * 60),
    forgotten_after: Duration::from_secs(60 * 60),
    together: Duration::ZERO,
};

/// How long the places of one performance are kept from an address that has had some of them in one period after the other, each as long
/// as the longest hold, without an order for it. The wait is counted from the beginning of the last period, in which two holds of the
/// longest may follow each other.
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

/// What the places of a performance are counted by.
fn places_of(holder: &str, performance: &PerformanceId) -> String {
    format!("{holder}|{performance}")
}

/// From where a visitor fills a cart, as a digest: the address itself is nobody's to read. On the shop's own machine all have one
/// address, which tells nobody apart.
fn holder(app: &App, visitor: &Visitor) -> Option<String> {
    visitor.remote_address().map(|address| sign(&app.secret, &format!("holder|{address}")))
}

/// Whose places a call takes for a cart: those of the address that began its hold, so that what is held never goes over to another
/// address that has not been counted for it. A cart that holds nothing is the caller's.
pub(super) fn holder_for(app: &App, visitor: &Visitor, cart: Option<&Cart>, now: Instant) -> Option<String> {
    let held = cart.filter(|cart| live_hold_of(cart, now).is_some());
    let begun_by = held.and_then(|cart| cart.holder.clone());
    begun_by.or_else(|| holder(app, visitor))
}

/// Whether a holder has to wait for places of a line's performances.
///
/// # Errors
/// [`crate::error::Error::TooMany`] with what is left of the wait.
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

/// A call by which a cart is about to hold places, as it is counted: none of somebody whose address tells nobody apart.
pub(super) struct Taking(Option<Counted>);

struct Counted {
    holder: String,
    performances: BTreeSet<PerformanceId>,
    /// Whether the cart held nothing before.
    begins: bool,
}

impl Taking {
    /// A call that takes nothing.
    pub fn nothing() -> Self {
        Taking(None)
    }

    /// Begins to take places of these performances for a cart, or for one that is not there yet.
    ///
    /// # Errors
    /// [`crate::error::Error::TooMany`] for those who have done so too often.
    pub async fn begins(
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
        Ok(Taking(Some(Counted { holder, performances, begins })))
    }

    /// Counts what came of it; when nothing came to be held, nothing.
    pub async fn ends(self, app: &App, is_held: bool, now: Instant) {
        let Taking(Some(Counted { holder, performances, begins })) = self else { return };
        if !is_held {
            if begins {
                app.limits.take_back(HOLDS, &holder).await;
            }
            return;
        }
        let catalog = app.catalog.current();
        for id in &performances {
            // Of those who come at once the first is counted; what the others hold stays theirs.
            app.limits.begin(places(catalog.settings()), &places_of(&holder, id), now).await.ok();
        }
    }
}

/// What a cart held was paid for: nothing that its address held was in vain.
pub async fn held_to_buy(app: &App, cart: &Cart) {
    if let Some(holder) = &cart.holder {
        app.limits.succeeded(HOLDS, holder).await;
    }
    forget_places(app, cart, |_, _| true).await;
}

/// What a cart held was ordered for nothing: its places were not held in vain, where all of them are free, or where a pass or a promotion
/// gives them. Who orders one free place among those that are sold shows nothing of the others that the address holds, nor of what else it
/// would buy.
pub async fn held_for_nothing(app: &App, cart: &Cart) {
    let catalog = app.catalog.current();
    let is_free = |id: &PerformanceId| performance::find(&catalog, id).is_some_and(|it| catalog.is_free(&it.show.id));
    let is_given = |line: &CartLine| line.redemption.is_some() || line.sold_by.is_some();
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
