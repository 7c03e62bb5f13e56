//! Limits on what one network address may hold without a purchase. An address that begins many holds, or repeatedly
//! holds places of the same performance, and never buys has to wait; `platform::limits` counts these holds. The carts
//! of one address together may also hold only a limited number of places of a stock at the same time.

use std::collections::BTreeSet;
use std::time::Duration;

use super::Cart;
use super::command::{CartCommand, ChangeLines, LineChange};
use super::hold::live_hold_of;
use super::line::CartLine;
use super::stock::{draws, is_held};
use super::store;
use crate::app::App;
use crate::error::{Error, Result};
use crate::http::visitor::Visitor;
use crate::platform::db::Transaction;
use crate::platform::limits::Delay;
use crate::shop::inventory::{self, Draw, HeldClaims, LineClaim, Shortage, StockKey};
use crate::shop::performance;
use midway_catalog::Catalog;
use midway_catalog::files::Settings;
use midway_kernel::id::PerformanceId;
use midway_kernel::secret::sign;
use midway_kernel::time::Instant;

/// How long a network address must wait if it begins many holds and never buys. A paid order resets the count, so that
/// an address with many shoppers is not slowed down.
const HOLDS: Delay = Delay {
    name: "holds",
    free: 60,
    first: Duration::from_secs(5),
    longest: Duration::from_secs(5 * 60),
    forgotten_after: Duration::from_secs(60 * 60),
    together: Duration::ZERO,
};

/// How long a network address must wait before it may hold places of a performance again, if it has held some in
/// several periods without ordering them. A period is as long as the maximum hold, and the wait starts at the beginning
/// of the last period. A hold that begins at the end of that period can last until the end of the following period, so
/// the wait is longer than two periods.
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
fn places_of(address_digest: &str, performance: &PerformanceId) -> String {
    format!("{address_digest}|{performance}")
}

/// A keyed digest of the visitor's network address, so that the address itself is not stored. `None` on the shop's own
/// machine, where all visitors have the same address and cannot be distinguished.
fn address_digest(app: &App, visitor: &Visitor) -> Option<String> {
    visitor.remote_address().map(|address| sign(&app.secret, &format!("cart-address|{address}")))
}

/// The digest of the network address for which a cart's places are counted: the address that began the cart's live
/// hold. For a cart without a live hold, or with one that began on the shop's own machine, it is the caller's address.
pub fn address_of(app: &App, visitor: &Visitor, cart: Option<&Cart>, now: Instant) -> Option<String> {
    let held = cart.filter(|cart| live_hold_of(cart, now).is_some());
    let begun_by = held.and_then(|cart| cart.address_digest.clone());
    begun_by.or_else(|| address_digest(app, visitor))
}

/// The digest of the network address for which the places of the merged cart are counted.
pub fn address_of_merged(own: &Cart, guest: &Cart, now: Instant) -> Option<String> {
    let holding = if live_hold_of(own, now).is_none() { guest } else { own };
    holding.address_digest.clone()
}

/// The guest's claims that a merge moves to a different network address. They count towards the limit of that address.
pub fn claims_of_new_address(catalog: &Catalog, own: &Cart, guest: &Cart, now: Instant) -> Vec<LineClaim> {
    if live_hold_of(guest, now).is_none() || guest.address_digest == address_of_merged(own, guest, now) {
        return Vec::new();
    }
    let claim = |line: &CartLine| Some(LineClaim { line_id: line.id.clone(), draws: draws(catalog, line)? });
    guest.lines.iter().filter_map(claim).collect()
}

async fn look(app: &App, address_digest: &str, performances: &BTreeSet<PerformanceId>, now: Instant) -> Result<()> {
    let catalog = app.catalog.current();
    for id in performances {
        app.limits.check(places(catalog.settings()), &places_of(address_digest, id), now).await?;
    }
    Ok(())
}

/// A call that is about to hold places, and what is counted for it; `None` when nothing is counted, because the call
/// comes from the shop's own machine or takes no places.
pub struct HoldAttempt(Option<Counted>);

struct Counted {
    address_digest: String,
    performances: BTreeSet<PerformanceId>,
    /// Whether the cart has no live hold before this call.
    begins: bool,
}

impl HoldAttempt {
    /// A call that is not counted.
    fn nothing() -> Self {
        HoldAttempt(None)
    }

    /// Checks the limits for the places that a command on the visitor's cart is about to take, and counts the beginning
    /// of a hold.
    ///
    /// # Errors
    /// [`Error::TooMany`] for a network address with too many unpaid holds, in total or of these performances.
    pub async fn of_command(
        app: &App,
        visitor: &Visitor,
        (catalog, cart): (&Catalog, Option<&Cart>),
        command: &CartCommand<'_>,
        now: Instant,
    ) -> Result<Self> {
        let Some(address_digest) = address_of(app, visitor, cart, now) else { return Ok(Self::nothing()) };
        match command {
            CartCommand::Add(addition) => {
                let chosen = addition.lines.iter().flat_map(|line| &line.performances);
                let chosen = chosen.map(|chosen| chosen.performance_id.clone()).collect();
                HoldAttempt::begin(app, address_digest, cart, chosen, now).await
            }
            CartCommand::ChangeLines(request) => {
                let Some(cart) = cart else { return Ok(Self::nothing()) };
                let held = inventory::holding(app.db.read(), &cart.id).await?;
                let taken = performances_to_take(catalog, cart, &held, request, now);
                match taken.is_empty() {
                    true => Ok(Self::nothing()),
                    false => {
                        let taken = taken.into_iter().flatten().collect();
                        HoldAttempt::begin(app, address_digest, Some(cart), taken, now).await
                    }
                }
            }
            _ => Ok(Self::nothing()),
        }
    }

    /// Checks the limits for the lines that a revision is about to claim again, and counts the beginning of a hold.
    /// Also returns the ids of the lines at performances for which the cart's address must wait.
    ///
    /// # Errors
    /// [`Error::TooMany`] for a network address with too many unpaid holds.
    pub async fn of_lines(app: &App, cart: &Cart, lines: &[CartLine], now: Instant) -> Result<(Self, Vec<String>)> {
        let Some(address_digest) = &cart.address_digest else { return Ok((Self::nothing(), Vec::new())) };
        let (mut waiting, mut is_begun, mut chosen) = (Vec::new(), false, BTreeSet::new());
        for line in lines {
            let ids = line.all_performances().map(|chosen| chosen.performance_id.clone()).collect();
            match look(app, address_digest, &ids, now).await {
                Ok(()) => {
                    is_begun = true;
                    chosen.extend(ids);
                }
                Err(Error::TooMany { .. }) => waiting.push(line.id.clone()),
                Err(other) => return Err(other),
            }
        }
        let attempt = match is_begun {
            true => HoldAttempt::begin(app, address_digest.clone(), Some(cart), chosen, now).await?,
            false => Self::nothing(),
        };
        Ok((attempt, waiting))
    }

    /// Checks the limits, and counts the beginning of a hold unless the cart already has a live hold. `cart` is `None`
    /// when the cart does not exist yet.
    ///
    /// # Errors
    /// [`Error::TooMany`] when a limit is exceeded.
    async fn begin(
        app: &App,
        address_digest: String,
        cart: Option<&Cart>,
        performances: BTreeSet<PerformanceId>,
        now: Instant,
    ) -> Result<Self> {
        look(app, &address_digest, &performances, now).await?;
        let begins = cart.is_none_or(|cart| live_hold_of(cart, now).is_none());
        if begins {
            app.limits.begin(HOLDS, &address_digest, now).await?;
        }
        Ok(HoldAttempt(Some(Counted { address_digest, performances, begins })))
    }

    /// Records whether places are held. If so, counts the performances; otherwise undoes the count of the hold.
    pub async fn finish(self, app: &App, is_held: bool, now: Instant) {
        let HoldAttempt(Some(Counted { address_digest, performances, begins })) = self else { return };
        if !is_held {
            if begins {
                app.limits.undo_begin(HOLDS, &address_digest).await;
            }
            return;
        }
        let catalog = app.catalog.current();
        for id in &performances {
            // Ignore the error: the limit was checked before the places were claimed, and the cart holds them now.
            app.limits.begin(places(catalog.settings()), &places_of(&address_digest, id), now).await.ok();
        }
    }
}

/// Resets, for the cart's address, the count of holds and the counts of the cart's performances. Call it after a paid
/// order.
pub async fn forget_after_paid_order(app: &App, cart: &Cart) {
    if let Some(address_digest) = &cart.address_digest {
        app.limits.succeeded(HOLDS, address_digest).await;
    }
    forget_places(app, cart, |_, _| true).await;
}

/// Resets, for the cart's address, only the counts of places that are free for everyone or that an entitlement or a
/// promotion gives. Call it after a free order: such an order does not show that the address would buy the paid places
/// that it holds.
pub async fn forget_after_free_order(app: &App, cart: &Cart) {
    let catalog = app.catalog.current();
    let is_free = |id: &PerformanceId| performance::find(&catalog, id).is_some_and(|it| catalog.is_free(&it.show.id));
    let is_given = |line: &CartLine| line.redemption().is_some() || line.sold_by.is_some();
    forget_places(app, cart, |line, id| is_given(line) || is_free(id)).await;
}

async fn forget_places(app: &App, cart: &Cart, of: impl Fn(&CartLine, &PerformanceId) -> bool) {
    let Some(address_digest) = &cart.address_digest else { return };
    let catalog = app.catalog.current();
    let ids = |line: &CartLine| line.all_performances().map(|chosen| chosen.performance_id.clone()).collect::<Vec<_>>();
    let chosen = cart.lines.iter().flat_map(|line| ids(line).into_iter().filter(|id| of(line, id)));
    let performances: BTreeSet<PerformanceId> = chosen.collect();
    for id in &performances {
        app.limits.succeeded(places(catalog.settings()), &places_of(address_digest, id)).await;
    }
}

/// The performances at which the request takes places that the cart does not hold; empty when the request takes no
/// places. Each inner list belongs to one line.
fn performances_to_take(
    catalog: &Catalog,
    cart: &Cart,
    held: &HeldClaims,
    request: &ChangeLines,
    now: Instant,
) -> Vec<Vec<PerformanceId>> {
    let of = |change: &LineChange| {
        let line = request.lines_of(cart).find(|line| line.id == change.line_id)?;
        let has_them =
            change.quantity <= line.quantity && !change.is_move_of(line) && is_held(catalog, held, line, now);
        let takes_places = draws(catalog, line).is_some_and(|draws| !draws.is_empty());
        if change.quantity == 0 || has_them || !takes_places {
            return None;
        }
        Some(match &change.performances {
            Some(wanted) => wanted.iter().map(|wanted| wanted.performance_id.clone()).collect(),
            None => line.all_performances().map(|chosen| chosen.performance_id.clone()).collect(),
        })
    };
    request.changes.iter().filter_map(of).collect()
}

/// Whether claims of a network address count towards its limits: those on shared stocks do.
pub fn is_counted(address_digest: Option<&str>, claims: &[LineClaim]) -> bool {
    address_digest.is_some() && claims.iter().flat_map(|claim| &claim.draws).any(|draw| draw.key.is_shared())
}

/// The first of these claims that exceeds a limit of the network address; `None` if there is no such claim. A claim
/// exceeds a limit if all carts of the address together hold too much of its shared stock. If too many carts of the
/// address have a hold, every claim on a shared stock exceeds a limit.
pub async fn over_limit_of_address(
    tx: &Transaction,
    catalog: &Catalog,
    address_digest: Option<&str>,
    claims: &[LineClaim],
    now: Instant,
) -> Result<Option<Shortage>> {
    let draws = claims.iter().flat_map(|claim| claim.draws.iter().map(move |draw| (claim, draw)));
    let shared: Vec<(&LineClaim, &Draw)> = draws.filter(|(_, draw)| draw.key.is_shared()).collect();
    let Some(address_digest) = address_digest.filter(|_| !shared.is_empty()) else { return Ok(None) };
    let carts = store::carts_of(tx, address_digest, now).await?;
    let keys: Vec<&StockKey> = shared.iter().map(|(_, draw)| &draw.key).collect();
    let held = inventory::held_by(tx, &carts, &keys, now).await?;
    let settings = catalog.settings();
    let has_too_many_carts = carts.len() > settings.max_holds_by_address as usize;
    let over = shared.into_iter().find(|(_, draw)| {
        let of_stock = held.get(&draw.key).copied().unwrap_or(0);
        has_too_many_carts || of_stock > most_from_one_address(settings, draw.capacity)
    });
    Ok(over.map(|(claim, draw)| Shortage { line_id: claim.line_id.clone(), key: draw.key.clone(), left: 0 }))
}

/// How much of a stock the carts of one network address may hold together: a fixed number, or a share of a large stock,
/// because many people can share one address.
fn most_from_one_address(settings: &Settings, capacity: u32) -> u32 {
    let share = u64::from(capacity) * u64::from(settings.max_held_percent_by_address) / 100;
    settings.max_held_places_by_address.max(u32::try_from(share).unwrap_or(u32::MAX))
}
