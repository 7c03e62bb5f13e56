//! Use cases of the cart. Each one reads the clock once, works in one transaction, and keeps lines and claims
//! consistent.

mod add;
mod donate;
mod extend;
mod hold_limits;
mod installment;
mod merge;
mod modify;
mod passes;
mod revise;
mod seats;
mod view;

pub use add::{AddLines, add, quote};
pub use donate::{Gift, donate};
pub use extend::{extend, share_hold};
pub use hold_limits::{held_for_nothing, held_to_buy};
pub use installment::pay_by_plan;
pub use merge::{current_id, merge};
pub use modify::{ChangeLines, ClearCart, LineChange, clear, modify};
pub use passes::{
    WantedPass, add_blank_pass, add_followers, choose_pass_products, describe_pass, keep_picture, remove_blank_passes,
    remove_pass,
};
pub use revise::{accept_revision, hold_for_payment, reclaim, revise, tickets_of};
pub use view::{item_fees, item_total, mini_cart, view};

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sea_orm::ConnectionTrait;
use sea_orm::sea_query::UpdateStatement;

use super::entity::cart::{CartState, Model as Cart};
use super::entity::revision::Revision;
use super::line::CartLine;
use super::questions::Question;
use super::rules::{
    self, BUNDLE_SHORT, BUSY, CODE_FEW_LEFT, CODE_USED_UP, FEW_LEFT, FEW_TO_REDEEM, HELD_BY_ADDRESS, Hold,
    NO_LONGER_AVAILABLE, PASS_ELSEWHERE, PASS_REVOKED, REDEEMED, SEAT_TAKEN, SOLD_OUT, SOLD_OUT_THEN, TICKET_ELSEWHERE,
    Uses, hold_of, live_hold_of,
};
use super::store;
use crate::app::App;
use crate::error::{AGAIN, Error, Refusal, Result};
use crate::http::visitor::{SessionData, Visitor};
use crate::platform::db::Transaction;
use crate::shop::catalog::{BoughtLine, ShopperEligibility};
use crate::shop::entitlement;
use crate::shop::inventory::{self, Draw, HeldClaims, LineClaim, Shortage, StockKey};
use crate::shop::performance::{self, Availability};
use crate::shop::ticket::{self, TicketRow};
use midway_catalog::Catalog;
use midway_kernel::coded::SaleFlow;
use midway_kernel::id::{DeliveryMethodId, PaymentMethodId, PerformanceId};
use midway_kernel::money::Money;
use midway_kernel::secret::random_id;
use midway_kernel::text::Text;
use midway_kernel::time::{Instant, day_in_words, twelve_hours};

use super::entity::address::Address;
use hold_limits::holder_for;

/// The visitor's cart while it is open or paying; `None` when there is none.
pub async fn visitors_cart(app: &App, visitor: &Visitor) -> Result<Option<Cart>> {
    let Some(id) = current_id(app, visitor).await? else { return Ok(None) };
    let cart = find_cart(app.db.read(), &id).await?;
    Ok(cart.filter(|cart| cart.state != CartState::Ordered))
}

/// The visitor's eligibility: what the cart contains and, in a redemption flow, which entitlements can be redeemed.
pub async fn eligibility(app: Arc<App>, visitor: Visitor, flow: SaleFlow) -> Result<ShopperEligibility> {
    let catalog = app.catalog.current();
    let pass_levels = entitlement::pass_levels(&app, &catalog, &visitor, flow, app.clock.now()).await?;
    let granted = match flow.is_redemption() {
        true => entitlement::of_visitor(&app, &catalog, &visitor, flow, app.clock.now()).await?,
        false => Vec::new(),
    };
    let granted = granted.into_iter().map(|grant| (grant.promotion.id.clone(), grant.redemption.days)).collect();
    let Some(cart) = visitors_cart(&app, &visitor).await? else {
        return Ok(ShopperEligibility { granted, pass_levels, ..ShopperEligibility::default() });
    };
    let removed = cart.revision.iter().flat_map(|revision| &revision.removed);
    let bought = |line: &CartLine| {
        let terms = rules::terms_of(&catalog, line, &cart.lines);
        let promotion_id = terms.promotion.map(|promotion| promotion.id.clone());
        let days = line.redemption().map(|redemption| redemption.days).unwrap_or_default();
        BoughtLine { id: line.id.clone(), variant_id: line.variant_id.clone(), flow: terms.flow, promotion_id, days }
    };
    let lines = cart.lines.iter().chain(removed).map(bought).collect();
    Ok(ShopperEligibility { hosts: rules::hosts(&cart.lines), lines, granted, pass_levels })
}

/// Finds a cart by its id without checking the owner. For payments and the worker, which have the id from an attempt.
pub async fn find_cart(db: &impl ConnectionTrait, id: &str) -> Result<Option<Cart>> {
    store::find(db, id).await
}

/// Finds a cart by its id in any state and locks it until the transaction ends.
pub async fn lock_cart(tx: &Transaction, id: &str) -> Result<Option<Cart>> {
    store::lock(tx, id).await
}

/// Locks the cart that a session names; `None` when there is none or it is ordered. The session must be read before the
/// transaction begins: reading may write it, and SQLite allows one writer at a time.
///
/// # Errors
/// [`Error::Conflict`] while it is being paid for.
async fn lock_open(tx: &Transaction, cart_id: Option<String>) -> Result<Option<Cart>> {
    let Some(id) = cart_id else { return Ok(None) };
    let Some(cart) = lock_cart(tx, &id).await? else { return Ok(None) };
    if cart.state == CartState::Ordered { Ok(None) } else { still(cart).map(Some) }
}

/// Passes an open cart through and rejects a paying one.
///
/// # Errors
/// [`Error::Conflict`] while the cart is being paid for.
fn still(cart: Cart) -> Result<Cart> {
    if cart.state == CartState::Paying { Err(Error::Conflict(BUSY)) } else { Ok(cart) }
}

/// A transaction that has locked the cart to which a visitor adds something: the open one, or a new one. A guest's
/// session stores the id of a new cart before the cart is written. So simultaneous calls all use the same cart, and
/// none writes to a cart that the session does not know.
struct CartWriter {
    tx: Transaction,
    now: Instant,
}

impl CartWriter {
    /// Begins the transaction and locks the cart.
    ///
    /// # Errors
    /// [`Error::Conflict`] while the cart is being paid for.
    async fn begin(app: &App, visitor: &Visitor, now: Instant) -> Result<(Self, Cart)> {
        let account_id = visitor.session().await?.account_id;
        let (tx, mut cart) = match account_id {
            Some(account_id) => {
                let cart_id = current_id(app, visitor).await?;
                let tx = app.db.begin().await?;
                let open = lock_open(&tx, cart_id).await?;
                // The session stores the id of a new cart at the next call, as it does for a cart that another browser
                // created.
                let cart = match open {
                    Some(cart) => cart,
                    None => still(store::lock_of_account(&tx, random_id(), &account_id, now).await?)?,
                };
                (tx, cart)
            }
            None => {
                let known = visitor.session().await?.cart_id;
                let found = match known.clone() {
                    Some(id) => lock_of_guest(app, id, now).await?,
                    None => None,
                };
                match found {
                    Some(found) => found,
                    // There is no cart, or it was ordered or now belongs to an account.
                    None => {
                        let named = name_cart(visitor, known).await?;
                        lock_of_guest(app, named, now).await?.ok_or(Error::Conflict(AGAIN))?
                    }
                }
            }
        };
        cart.holder = holder_for(app, visitor, Some(&cart), now);
        Ok((CartWriter { tx, now }, cart))
    }

    /// Writes the cart and the claims of the changed lines, then commits.
    async fn finish(
        self,
        catalog: &Catalog,
        cart: Cart,
        changed: &[CartLine],
        holding: HeldClaims,
        hold: Hold,
    ) -> Result<()> {
        let CartWriter { tx, now } = self;
        change(&tx, catalog, cart, changed, holding, hold, now).await?;
        Ok(tx.commit().await?)
    }
}

/// Begins a transaction and locks a guest's cart in it, creating the cart if needed; `None` when the cart was ordered
/// or belongs to an account.
///
/// # Errors
/// [`Error::Conflict`] while it is being paid for.
async fn lock_of_guest(app: &App, id: String, now: Instant) -> Result<Option<(Transaction, Cart)>> {
    let tx = app.db.begin().await?;
    match store::lock_of_guest(&tx, id, now).await? {
        Some(cart) => Ok(Some((tx, still(cart)?))),
        None => {
            tx.rollback().await?;
            Ok(None)
        }
    }
}

/// Stores a new cart id in the session, unless another call has replaced the `known` one meanwhile. Returns the id that
/// the session then has.
async fn name_cart(visitor: &Visitor, known: Option<String>) -> Result<String> {
    let id = random_id();
    let name = |session: &mut SessionData| {
        // Another call may have stored an id meanwhile.
        if session.cart_id == known {
            session.previous_cart_id = session.cart_id.replace(id.clone());
        }
    };
    visitor.change(name).await?;
    visitor.session().await?.cart_id.ok_or(Error::Conflict(AGAIN))
}

/// Writes a cart and the claims of its changed lines.
async fn change(
    tx: &Transaction,
    catalog: &Catalog,
    cart: Cart,
    changed: &[CartLine],
    holding: HeldClaims,
    hold: Hold,
    now: Instant,
) -> Result<()> {
    let claims = claims_of(catalog, changed)?;
    let holder = cart.holder.clone();
    let cart = store::lines_update(after_change(cart, hold, holding.is_limited_with(&claims, now), now));
    lock_tickets(tx, catalog, changed, now).await?;
    let is_growing: Vec<bool> = claims.iter().map(|claim| !holding.covers(claim.line_id, &claim.draws, now)).collect();
    claim(tx, Some(cart), holding, changed, &claims, hold, now).await?;
    let growing = claims.iter().zip(is_growing).filter_map(|(claim, is_growing)| is_growing.then_some(claim));
    within_share(tx, catalog, holder.as_deref(), growing, now).await
}

/// Checks that all carts filled from one address together hold no more than the limit, including these claims. Call it
/// after the claims are made: the stock rows stay locked until the transaction commits, so simultaneous additions are
/// all counted.
///
/// # Errors
/// A refusal when they hold more than the limit.
async fn within_share<'c>(
    tx: &Transaction,
    catalog: &Catalog,
    holder: Option<&str>,
    claims: impl IntoIterator<Item = &'c LineClaim<'c>>,
    now: Instant,
) -> Result<()> {
    match over_share(tx, catalog, holder, claims, now).await? {
        Some(_) => Err(Refusal::new(HELD_BY_ADDRESS).with("minutes", catalog.settings().hold_minutes).into()),
        None => Ok(()),
    }
}

/// The first of these claims with which the carts of one address exceed their limit.
async fn over_share<'c>(
    tx: &Transaction,
    catalog: &Catalog,
    holder: Option<&str>,
    claims: impl IntoIterator<Item = &'c LineClaim<'c>>,
    now: Instant,
) -> Result<Option<Shortage>> {
    let draws = claims.into_iter().flat_map(|claim| claim.draws.iter().map(move |draw| (claim, draw)));
    let shared: Vec<(&LineClaim<'_>, &Draw)> = draws.filter(|(_, draw)| draw.key.is_shared()).collect();
    let Some(holder) = holder.filter(|_| !shared.is_empty()) else { return Ok(None) };
    let carts = store::carts_of(tx, holder, now).await?;
    let keys: Vec<&StockKey> = shared.iter().map(|(_, draw)| &draw.key).collect();
    let held = inventory::held_by(tx, &carts, &keys, now).await?;
    let settings = catalog.settings();
    let has_too_many_carts = carts.len() > settings.max_holds_by_address as usize;
    let over = shared.into_iter().find(|(_, draw)| {
        let of_stock = held.get(&draw.key).copied().unwrap_or(0);
        has_too_many_carts || of_stock > rules::most_from_one_address(settings, draw.capacity)
    });
    Ok(over.map(|(claim, draw)| Shortage { line_id: claim.line_id.to_owned(), key: draw.key.clone(), left: 0 }))
}

/// The last step of every change of a cart's lines: checks the limits per cart on codes and places, and recalculates
/// the offers for the new contents. `used` is what the cart used before the change.
///
/// # Errors
/// A refusal when the change exceeds a limit.
fn apply_offers(catalog: &Catalog, cart: &mut Cart, used: &Uses, now: Instant) -> Result<(), Refusal> {
    let hold = hold_of(cart);
    rules::within_uses(catalog, used, &rules::uses(&cart.lines))?;
    rules::write_offers(catalog, &mut cart.lines, hold, now);
    Ok(())
}

/// Reads the availability of performances, for the prices of a cart change. It locks the stocks until the transaction
/// ends, so that a price that depends on availability stays correct until the places are claimed. Stocks are locked in
/// the same order as claims lock them. Therefore call it before any claim, and name every stock that the change claims
/// or releases; `also` names those beyond the performances.
async fn availability_of(
    tx: &Transaction,
    catalog: &Catalog,
    ids: &[PerformanceId],
    mut also: Vec<Draw>,
) -> Result<Availability> {
    let found = ids.iter().filter_map(|id| performance::find(catalog, id));
    also.extend(found.flat_map(|performance| performance.draws(catalog, 1)));
    Availability::locked(tx, also).await
}

/// The same for lines and the performances they move to. Reads nothing when no price depends on availability.
async fn availability_of_lines(
    tx: &Transaction,
    catalog: &Catalog,
    lines: &[&CartLine],
    mut wanted: Vec<PerformanceId>,
    mut also: Vec<Draw>,
) -> Result<Availability> {
    if !lines.iter().any(|line| rules::has_steps(catalog, line)) {
        return Ok(Availability::default());
    }
    for line in lines {
        wanted.extend(line.all_performances().map(|chosen| chosen.performance_id.clone()));
    }
    also.extend(lines.iter().filter_map(|line| rules::draws(catalog, line)).flatten());
    availability_of(tx, catalog, &wanted, also).await
}

/// The question to ask when lines cost more than the shopper was shown; each line comes with the price shown.
fn before_paying_more(cart: &Cart, dearer: &[(CartLine, Money)]) -> Option<Question> {
    (!dearer.is_empty()).then(|| Question::dearer(cart, dearer))
}

/// A cart after its lines have changed: a new version with its hold. A cart without limited items has no hold. Lines
/// that an earlier revision removed stay available to restore. An empty cart forgets the choice of a payment plan, so
/// that the shopper is asked again.
fn after_change(cart: Cart, hold: Hold, is_limited: bool, now: Instant) -> Cart {
    let mut cart = with_other_payments(cart, now);
    cart.revision = cart.revision.and_then(Revision::after_change);
    if cart.lines.is_empty() {
        cart.pays_by_plan = None;
    }
    with_hold(cart, hold, is_limited)
}

/// A new version of a cart with another amount to pay. The payment-plan terms must be accepted again for the new
/// amount.
fn with_other_payments(cart: Cart, now: Instant) -> Cart {
    Cart { version: cart.version + 1, accept_installment_terms: false, changed_at: now, ..cart }
}

fn with_hold(cart: Cart, hold: Hold, is_limited: bool) -> Cart {
    let first_claimed_at = is_limited.then_some(hold.first_claimed_at);
    Cart { first_claimed_at, held_until: is_limited.then_some(hold.until), ..cart }
}

/// The claims that lines need for their quantities; a line with quantity 0 needs none.
fn claims_of<'l>(catalog: &Catalog, lines: impl IntoIterator<Item = &'l CartLine>) -> Result<Vec<LineClaim<'l>>> {
    let claim_of = |line: &'l CartLine| -> Result<LineClaim<'l>> {
        let draws =
            if line.quantity == 0 { Vec::new() } else { rules::draws(catalog, line).ok_or_else(|| gone(line))? };
        Ok(LineClaim { line_id: &line.id, draws })
    };
    lines.into_iter().map(claim_of).collect()
}

/// Replaces what lines hold by what they need, extends the other claims of the cart, and writes the cart's row, if
/// given. Call it last in a change: the stock rows stay locked until the transaction commits.
///
/// # Errors
/// A refusal that names the first line whose places are not available.
async fn claim(
    tx: &Transaction,
    cart: Option<UpdateStatement>,
    holding: HeldClaims,
    lines: &[CartLine],
    claims: &[LineClaim<'_>],
    hold: Hold,
    now: Instant,
) -> Result<()> {
    let claimed = inventory::claim(tx, cart, holding, claims, hold.until, now).await?;
    claimed.map_err(|shortage| shortage_of(lines, &shortage))
}

/// Locks the tickets that lines depend on, so that they cannot be revoked until the transaction ends.
///
/// # Errors
/// A refusal when one of them no longer gives what its line needs.
async fn lock_tickets(tx: &Transaction, catalog: &Catalog, lines: &[CartLine], now: Instant) -> Result<()> {
    let needed = needed_tickets(lines);
    if needed.is_empty() {
        return Ok(());
    }
    let ids: Vec<String> = needed.iter().map(|(_, ticket_id)| ticket_id.clone()).collect();
    let tickets = ticket::lock(tx, &ids).await?;
    match lost(catalog, &needed, &tickets, now).next() {
        Some((_, why)) => Err(Refusal::new(why).into()),
        None => Ok(()),
    }
}

/// The lines whose tickets no longer give what they need, each with the reason.
fn lost<'l>(
    catalog: &Catalog,
    needed: &[(&'l CartLine, String)],
    tickets: &[TicketRow],
    now: Instant,
) -> impl Iterator<Item = (&'l CartLine, Text)> {
    needed.iter().filter_map(move |(line, id)| {
        let ticket = tickets.iter().find(|ticket| ticket.id == *id)?;
        if ticket.is_revoked() {
            return Some((*line, PASS_REVOKED));
        }
        let redemption = line.redemption().filter(|it| it.pass_id.as_ref() == Some(id))?;
        let promotion = catalog.promotion(&redemption.id.promotion())?;
        Some((*line, entitlement::held_back(catalog, promotion, ticket, now)?))
    })
}

fn shortage_of(lines: &[CartLine], shortage: &Shortage) -> Error {
    let short = lines.iter().find(|line| line.id == shortage.line_id);
    short.map_or(Error::NotFound, |line| shortage_refusal(line, shortage).into())
}

/// The tickets that lines depend on: those they renew or upgrade, and the passes whose entitlements they redeem.
fn needed_tickets(lines: &[CartLine]) -> Vec<(&CartLine, String)> {
    let bought = lines.iter().filter(|line| line.quantity > 0);
    let needed = bought.flat_map(|line| line.needed_tickets().map(move |ticket_id| (line, ticket_id.to_owned())));
    needed.collect()
}

fn shortage_refusal(line: &CartLine, shortage: &Shortage) -> Refusal {
    let seat = line.performances.0.iter().find_map(|chosen| chosen.seat.as_ref());
    if let Some(seat) = seat.filter(|_| shortage.key.is_seat()) {
        return Refusal::new(SEAT_TAKEN).with("row", &seat.row).with("seat", &seat.seat);
    }
    if shortage.key.is_ticket() {
        let is_upgrade = line.passholder().is_some_and(|passholder| passholder.upgrades().is_some());
        return Refusal::new(if is_upgrade { TICKET_ELSEWHERE } else { PASS_ELSEWHERE });
    }
    if shortage.key.is_entitlement() {
        let text = if shortage.left == 0 { REDEEMED } else { FEW_TO_REDEEM };
        return Refusal::new(text).with("name", &line.product_name).with("left", shortage.left);
    }
    if line.is_bundle() {
        return Refusal::new(BUNDLE_SHORT).with("name", &line.product_name);
    }
    // Name the day in the message: other days may still be available.
    if let ([chosen], false, 0) = (&line.performances.0[..], shortage.key.is_promotion(), shortage.left) {
        let day = day_in_words(chosen.date);
        let when = match chosen.valid_all_day {
            true => day,
            false => format!("{day}, {}", twelve_hours(&chosen.time.wire())),
        };
        return Refusal::new(SOLD_OUT_THEN).with("name", &line.product_name).with("when", when);
    }
    let text = match (shortage.key.is_promotion(), shortage.left) {
        (true, 0) => CODE_USED_UP,
        (true, _) => CODE_FEW_LEFT,
        (false, 0) => SOLD_OUT,
        (false, _) => FEW_LEFT,
    };
    Refusal::new(text).with("name", &line.product_name).with("left", shortage.left)
}

fn gone(line: &CartLine) -> Error {
    Refusal::new(NO_LONGER_AVAILABLE).with("name", &line.product_name).into()
}

/// What checkout saves with a cart.
#[derive(Clone, Debug, Default)]
pub struct CheckoutSettings {
    pub email_address: Option<String>,
    pub billing_address: Option<Address>,
    pub shipping_address: Option<Address>,
    pub delivery_method_id: Option<DeliveryMethodId>,
    pub payment_method_id: Option<PaymentMethodId>,
    pub accept_terms: bool,
    pub acknowledge_location: bool,
    pub accept_installment_terms: bool,
}

/// Saves validated checkout settings. The delivery method affects the price, so changing it makes a new cart version.
///
/// # Errors
/// [`Error::NotFound`] when the visitor has no cart, [`Error::Conflict`] while it is being paid for.
pub async fn save_settings(app: &App, visitor: &Visitor, settings: CheckoutSettings) -> Result<()> {
    let now = app.clock.now();
    let cart_id = current_id(app, visitor).await?;
    let tx = app.db.begin().await?;
    let Some(mut cart) = lock_open(&tx, cart_id).await? else { return Err(Error::NotFound) };
    if cart.delivery_method_id != settings.delivery_method_id {
        cart.version += 1;
    }
    cart.email_address = settings.email_address;
    cart.billing_address = settings.billing_address;
    cart.shipping_address = settings.shipping_address;
    cart.delivery_method_id = settings.delivery_method_id;
    cart.payment_method_id = settings.payment_method_id;
    cart.accept_terms = settings.accept_terms;
    cart.acknowledge_location = settings.acknowledge_location;
    cart.accept_installment_terms = settings.accept_installment_terms;
    cart.changed_at = now;
    store::save(&tx, cart).await?;
    tx.commit().await?;
    Ok(())
}

/// Whether a payment is running for a cart that upgrades one of these tickets.
pub async fn are_being_upgraded(
    db: &impl ConnectionTrait,
    ticket_ids: impl IntoIterator<Item = &String>,
) -> Result<bool> {
    let keys = ticket_ids.into_iter().map(|id| StockKey::ticket(id)).collect();
    for (cart_id, line_id) in inventory::pinned_lines(db, keys).await? {
        let lines = find_cart(db, &cart_id).await?.map(|cart| cart.lines).unwrap_or_default();
        let passholder = lines.iter().find(|line| line.id == line_id).and_then(CartLine::passholder);
        if passholder.is_some_and(|passholder| passholder.upgrades().is_some()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Findings for `midway doctor`: claims without a line in their cart, and claims of ordered carts. `reservations` are
/// claim ids that belong to reservations instead of lines.
pub async fn doctor(db: &impl ConnectionTrait, reservations: &HashSet<String>) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    let mut holding: HashMap<String, Vec<String>> = HashMap::new();
    let lines = inventory::holding_lines(db).await?.into_iter();
    for (cart_id, line_id) in lines.filter(|(_, line_id)| !reservations.contains(line_id)) {
        holding.entry(cart_id).or_default().push(line_id);
    }
    for (cart_id, line_ids) in holding {
        let cart = find_cart(db, &cart_id).await?;
        if cart.as_ref().is_some_and(|cart| cart.state == CartState::Ordered) {
            findings.push(format!("cart {cart_id} is closed and holds places that were not sold"));
            continue;
        }
        let is_known = |id: &String| cart.as_ref().is_some_and(|cart| cart.lines.iter().any(|line| line.id == *id));
        let strays = line_ids.iter().filter(|id| !is_known(id));
        findings.extend(strays.map(|id| format!("cart {cart_id} holds places for line {id}, which it does not have")));
    }
    Ok(findings)
}
