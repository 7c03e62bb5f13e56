//! The facts: what a command needs to know besides the cart, and how it is loaded.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use chrono::Duration;
use sea_orm::ConnectionTrait;

use super::Cart;
use super::address_limits::claims_of_new_address;
use super::command::CartCommand;
use super::hold::live_hold_of;
use super::line::{CartLine, tickets_of};
use super::pass_rules::passes;
use super::prices::{depends_on_sales, first_units_of, price_depends_on_sales, price_draws, price_keys_of};
use super::quantities::free_places;
use super::sellable::SellableLine;
use super::stock::{claim_of_cart, claims_of, draws, may_be_repriced, needed_stock};
use super::store;
use crate::error::Result;
use crate::platform::db::Transaction;
use crate::shop::inventory::{self, Draw, HeldClaims, StockKey};
use crate::shop::performance::{self, Availability};
use crate::shop::ticket::{self, TicketRow};
use midway_catalog::Catalog;
use midway_kernel::id::PerformanceId;
use midway_kernel::time::Instant;

/// The facts at one moment. Only the facts that the command needs are loaded.
pub struct Facts<'c> {
    pub catalog: &'c Catalog,
    pub now: Instant,
    /// The cart's claims.
    pub held: HeldClaims,
    /// The availability on which the prices of the command's lines depend.
    pub availability: Availability,
    /// The seats that cannot be chosen for the command's lines, because this cart or another owner holds them, or
    /// because they are sold.
    pub taken_seats: HashSet<StockKey>,
    /// The tickets that the command's lines renew or upgrade, and the passes whose entitlements they redeem.
    pub tickets: Vec<TicketRow>,
}

impl<'c> Facts<'c> {
    /// The facts for a command that needs only the catalogue and the time.
    pub fn none(catalog: &'c Catalog, cart: &Cart, now: Instant) -> Self {
        Facts {
            catalog,
            now,
            held: HeldClaims::nothing(&cart.id),
            availability: Availability::default(),
            taken_seats: HashSet::new(),
            tickets: Vec::new(),
        }
    }
}

/// Loads the facts in a transaction that has locked the cart. Tickets and stocks stay locked until the transaction
/// ends. So until the claims are made, no ticket is revoked, prices that depend on availability stay correct, and
/// chosen seats stay free. Tickets are locked first, then stocks in the order in which claims lock them, so that two
/// transactions cannot deadlock.
pub async fn load<'c>(
    tx: &Transaction,
    catalog: &'c Catalog,
    cart: &Cart,
    command: &CartCommand<'_>,
    now: Instant,
) -> Result<Facts<'c>> {
    let ids = needed_tickets(cart, command);
    let tickets = if ids.is_empty() { Vec::new() } else { ticket::lock(tx, &ids).await? };
    let facts =
        Facts { held: held(tx, catalog, cart, command, now).await?, tickets, ..Facts::none(catalog, cart, now) };
    let stocks = needed_stocks(cart, command, &facts);
    if stocks.to_lock.is_empty() {
        return Ok(facts);
    }
    for draw in stocks.to_lock.values() {
        inventory::lock(tx, draw).await?;
        if draw.key.is_of_first_units() {
            // Units whose hold is over are sold at the lower price again, even if no worker is running.
            inventory::release_expired_of(tx, &draw.key, now).await?;
        }
    }
    // Read the cart's claims again, so that they match the stocks: claims that were released before the lock no longer
    // belong to the cart.
    let held = held(tx, catalog, cart, command, now).await?;
    let availability = Availability::of(tx, stocks.for_prices).await?;
    let taken_seats = match stocks.seat_prefixes.is_empty() {
        true => HashSet::new(),
        false => inventory::taken(tx, &stocks.seat_prefixes, now).await?,
    };
    Ok(Facts { held, availability, taken_seats, ..facts })
}

/// Reads the facts for a revision without locks, to find out whether it would change anything. Most carts have not
/// changed.
pub async fn read_for_revision<'c>(
    db: &impl ConnectionTrait,
    catalog: &'c Catalog,
    cart: &Cart,
    now: Instant,
) -> Result<Facts<'c>> {
    let held = inventory::holding(db, &cart.id).await?;
    let keys = may_be_repriced(catalog, cart, &held, now).flat_map(|line| price_keys_of(catalog, line, now));
    let availability = Availability::of(db, keys.collect()).await?;
    let ids: Vec<String> = tickets_of(&cart.lines.0).collect();
    let tickets = if ids.is_empty() { Vec::new() } else { ticket::by_ids(db, &ids).await? };
    Ok(Facts { held, availability, tickets, ..Facts::none(catalog, cart, now) })
}

fn needed_tickets(cart: &Cart, command: &CartCommand<'_>) -> Vec<String> {
    match command {
        CartCommand::Add(addition) => addition.lines.iter().flat_map(SellableLine::needed_tickets).collect(),
        CartCommand::ChangeLines(change) => {
            tickets_of(change.lines_of(cart).filter(|line| change.keeps(&line.id))).collect()
        }
        CartCommand::ChoosePassProducts(wanted) => {
            let passes = passes(cart).into_iter();
            let chosen = passes.filter(|pass| wanted.iter().any(|wanted| wanted.id == pass.id));
            chosen.filter_map(|pass| Some(pass.details.follows?.ticket_id)).collect()
        }
        CartCommand::Revise(_) | CartCommand::Reclaim(_) => tickets_of(&cart.lines.0).collect(),
        // These commands add no line, or no line whose ticket must be checked.
        CartCommand::Donate(_)
        | CartCommand::AddBlankPasses(_)
        | CartCommand::DescribePass { .. }
        | CartCommand::SetPassPhoto { .. }
        | CartCommand::RemovePass { .. }
        | CartCommand::RemoveBlankPasses
        | CartCommand::Clear(_)
        | CartCommand::ExtendHold
        | CartCommand::ShareHold(_)
        | CartCommand::AcceptRevision
        | CartCommand::MergeGuestCart(_)
        | CartCommand::PayByPlan(_)
        | CartCommand::Exchange(_)
        | CartCommand::SaveCheckout(_) => Vec::new(),
    }
}

/// The facts for a command that needs no stock, no ticket and no claim from the database; `None` for other commands.
pub fn without_database<'c>(
    catalog: &'c Catalog,
    cart: &Cart,
    command: &CartCommand<'_>,
    now: Instant,
) -> Option<Facts<'c>> {
    if let CartCommand::Add(addition) = command
        && (cart.account_id.is_some() || cart.email_address.is_some())
        && addition.is_limited_by_person()
    {
        return None;
    }
    let held = known_claims(catalog, cart, command, now)?;
    let facts = Facts { held, ..Facts::none(catalog, cart, now) };
    (!needs_locks(cart, command, &facts)).then_some(facts)
}

/// Whether a command must be decided while tickets or stocks are locked.
pub fn needs_locks(cart: &Cart, command: &CartCommand<'_>, facts: &Facts<'_>) -> bool {
    !needed_tickets(cart, command).is_empty() || !needed_stocks(cart, command, facts).to_lock.is_empty()
}

/// The claims of a cart; for a merge, together with the claims of the guest's cart.
async fn held(
    tx: &Transaction,
    catalog: &Catalog,
    cart: &Cart,
    command: &CartCommand<'_>,
    now: Instant,
) -> Result<HeldClaims> {
    if let Some(known) = known_claims(catalog, cart, command, now) {
        return Ok(known);
    }
    let held = inventory::holding(tx, &cart.id).await?;
    match command {
        CartCommand::MergeGuestCart(guest) => Ok(held.with(inventory::holding(tx, &guest.id).await?)),
        _ => Ok(held),
    }
}

/// The claims of a cart that are known without a query. There are none if the cart is new or the command does not need
/// them. An addition that replaces no line derives them from the lines if the cart has a live hold and a limited line.
/// Without a limited line, the hold may belong to a reservation, so the claims must be read.
fn known_claims(catalog: &Catalog, cart: &Cart, command: &CartCommand<'_>, now: Instant) -> Option<HeldClaims> {
    match command {
        CartCommand::Add(_) if cart.version == store::FIRST_VERSION => Some(HeldClaims::nothing(&cart.id)),
        CartCommand::Add(addition) if addition.replaced_lines(cart).is_empty() => {
            let hold = live_hold_of(cart, now)?;
            let mut claims = claims_of(catalog, &cart.lines.0).ok()?;
            claims.push(claim_of_cart(catalog, &cart.id, &cart.lines));
            let is_limited = claims.iter().any(|claim| !claim.draws.is_empty());
            is_limited.then(|| HeldClaims::derived(&cart.id, &claims, hold.until))
        }
        command if !command.changes_claims() => Some(HeldClaims::nothing(&cart.id)),
        _ => None,
    }
}

/// Longer than a transaction takes, and than the clocks of two replicas differ. When a cart is paid for, claims that
/// expire within this time are read under the locks of their stocks: another transaction may already be releasing them.
const MAY_EXPIRE_MEANWHILE: Duration = Duration::seconds(30);

/// The stocks that a command needs to know before it is decided.
#[derive(Default)]
struct NeededStocks {
    to_lock: BTreeMap<StockKey, Draw>,
    for_prices: Vec<StockKey>,
    seat_prefixes: Vec<String>,
}

impl NeededStocks {
    fn lock(&mut self, draws: impl IntoIterator<Item = Draw>) {
        self.to_lock.extend(draws.into_iter().map(|draw| (draw.key.clone(), draw)));
    }

    /// Adds the stocks of these performances, because prices depend on their availability. Also adds `also`, the other
    /// stocks that the command claims or releases, because all stocks must be locked in one order. The availability of
    /// the stocks added so far is read for prices. Stocks that are added later are only locked.
    fn lock_for_prices<'p>(
        &mut self,
        catalog: &Catalog,
        performances: impl IntoIterator<Item = &'p PerformanceId>,
        also: impl IntoIterator<Item = Draw>,
    ) {
        self.lock(price_draws(catalog, performances));
        self.lock(also);
        self.for_prices = self.to_lock.keys().cloned().collect();
    }
}

fn needed_stocks(cart: &Cart, command: &CartCommand<'_>, facts: &Facts<'_>) -> NeededStocks {
    let (catalog, now) = (facts.catalog, facts.now);
    let mut stocks = NeededStocks::default();
    match command {
        CartCommand::Add(addition) => {
            let leaving = addition.replaced_lines(cart);
            let depends = |line: &SellableLine<'_>| price_depends_on_sales(catalog, line.product, line.variant, now);
            if addition.lines.iter().any(depends) {
                let chosen = addition.lines.iter().flat_map(|line| &line.performances);
                let chosen = chosen.chain(leaving.iter().flat_map(|line| line.all_performances()));
                let released = leaving.iter().filter_map(|line| draws(catalog, line)).flatten();
                let first_units = addition.lines.iter().flat_map(|line| {
                    let ids = line.performances.iter().map(|chosen| &chosen.performance_id);
                    first_units_of(catalog, line.product, ids, now)
                });
                let also = released.chain(first_units);
                stocks.lock_for_prices(catalog, chosen.map(|chosen| &chosen.performance_id), also);
            }
            let chosen = addition.lines.iter().flat_map(|line| &line.performances);
            let to_seat: BTreeSet<&PerformanceId> =
                chosen.filter(|chosen| chosen.is_to_be_seated(catalog)).map(|chosen| &chosen.performance_id).collect();
            if !to_seat.is_empty() || !stocks.to_lock.is_empty() {
                // Stocks of entitlements come before stocks of performances in the lock order, so they are locked here
                // too.
                let redeemed =
                    addition.lines.iter().filter_map(|line| Some((line.redemption.as_ref()?, line.quantity)));
                stocks.lock(redeemed.flat_map(|(redemption, quantity)| redemption.draws(catalog, quantity)));
            }
            if !to_seat.is_empty() {
                // The claims of all performances come after these locks, so all of them are locked here, in order.
                let chosen = addition.lines.iter().flat_map(|line| &line.performances);
                stocks.lock(price_draws(catalog, chosen.map(|chosen| &chosen.performance_id)));
                stocks.lock(leaving.iter().filter_map(|line| draws(catalog, line)).flatten());
            }
            for id in to_seat {
                if let Some(performance) = performance::find(catalog, id) {
                    let key = StockKey::performance(&performance.id);
                    stocks.lock(performance.capacity.map(|capacity| Draw { key, capacity, quantity: 0 }));
                    stocks.seat_prefixes.push(StockKey::seats(&performance.id));
                }
            }
        }
        CartCommand::ChangeLines(change) => {
            // A line that needs a host may leave the cart with it.
            let beside = cart.lines.iter().filter(|line| line.sale_flow.needs_host() && change.removes_lines());
            let lines: Vec<&CartLine> = change.lines_of(cart).chain(beside).collect();
            let wanted = change.changes.iter().flat_map(|change| change.performances.iter().flatten());
            price_lines(&mut stocks, facts, &lines, wanted.map(|wanted| &wanted.performance_id), Vec::new());
        }
        CartCommand::Revise(_) => {
            let lines: Vec<&CartLine> = may_be_repriced(catalog, cart, &facts.held, now).collect();
            let of_cart = claim_of_cart(catalog, &cart.id, &cart.lines);
            price_lines(&mut stocks, facts, &lines, [], of_cart.draws);
        }
        CartCommand::Reclaim(also) => {
            let lines: Vec<&CartLine> = may_be_repriced(catalog, cart, &facts.held, now).collect();
            let also = also.iter().flat_map(|claim| claim.draws.iter().cloned());
            let also: Vec<Draw> = also.chain(claim_of_cart(catalog, &cart.id, &cart.lines).draws).collect();
            price_lines(&mut stocks, facts, &lines, [], also.clone());
            let may_expire = facts.held.expires_before(now + MAY_EXPIRE_MEANWHILE, now);
            // The free places that a network address orders are counted while their stocks are locked. Stocks are
            // always locked in one order, so all of them are locked here.
            if may_expire || !free_places(catalog, &cart.lines).is_empty() {
                stocks.lock(needed_stock(catalog, &cart.lines).into_iter().chain(also));
            }
        }
        CartCommand::MergeGuestCart(guest) => {
            let moving = claims_of_new_address(catalog, cart, guest, now);
            stocks.lock(moving.into_iter().flat_map(|claim| claim.draws));
        }
        // These commands do not depend on availability.
        CartCommand::Donate(_)
        | CartCommand::AddBlankPasses(_)
        | CartCommand::ChoosePassProducts(_)
        | CartCommand::DescribePass { .. }
        | CartCommand::SetPassPhoto { .. }
        | CartCommand::RemovePass { .. }
        | CartCommand::RemoveBlankPasses
        | CartCommand::Clear(_)
        | CartCommand::ExtendHold
        | CartCommand::ShareHold(_)
        | CartCommand::AcceptRevision
        | CartCommand::PayByPlan(_)
        | CartCommand::Exchange(_)
        | CartCommand::SaveCheckout(_) => {}
    }
    stocks
}

/// Adds the stocks of lines and of the performances to which the lines move. Adds none when no price depends on
/// availability.
fn price_lines<'p>(
    stocks: &mut NeededStocks,
    facts: &Facts<'_>,
    lines: &'p [&'p CartLine],
    wanted: impl IntoIterator<Item = &'p PerformanceId>,
    mut also: Vec<Draw>,
) {
    let (catalog, now) = (facts.catalog, facts.now);
    if !lines.iter().any(|line| depends_on_sales(catalog, line, now)) {
        return;
    }
    also.extend(lines.iter().filter_map(|line| draws(catalog, line)).flatten());
    let chosen = lines.iter().flat_map(|line| line.all_performances()).map(|chosen| &chosen.performance_id);
    let ids: Vec<&PerformanceId> = wanted.into_iter().chain(chosen).collect();
    for product in lines.iter().filter_map(|line| catalog.product(&line.product_id)) {
        also.extend(first_units_of(catalog, product, ids.iter().copied(), now));
    }
    stocks.lock_for_prices(catalog, ids, also);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shop::cart::command::Addition;
    use crate::shop::cart::sellable::{WantedLine, WantedPerformance, WantedPlace, sellable};
    use crate::shop::entitlement::Redemption;
    use midway_catalog::testing::{catalog, now};
    use midway_catalog::{SaleContext, Terms};
    use midway_kernel::id::EntitlementId;

    /// A tour whose price rises as places are sold, and an entitlement to it.
    const TOUR: &str = r#"
        [[show]]
        id = "day"
        site = "park"
        name = "Day"
        type = 4

        [[schedule]]
        id = "days"
        show = "day"
        capacity = 40
        slot = [{ time = "12:00" }]

        [[product]]
        id = "tour"
        site = "park"
        name = "Tour"
        short_description = ""
        selection = [{ shows = ["day"] }]
        variant = [{ id = "adult", name = "Adult", price = "20.00" }]

        [[price_calendar]]
        product = "tour"
        step = [{ below_percent = 50, percent_up = 25 }]

        [[ticket_entitlement]]
        id = "guests"
        name = "Guest ticket"
        held = ["season"]
        products = ["tour"]
        price = "5.00"
        quantity = 3
    "#;

    #[test]
    fn stock_of_an_entitlement_is_locked_before_stock_of_a_performance_with_price_steps() {
        let catalog = catalog(TOUR);
        let performance_id = PerformanceId("days.20261121.1200".to_owned());
        let entitlement = EntitlementId::new(&"guests".into(), "pass");
        let wanted = WantedLine {
            product_id: "tour".into(),
            variant_id: "adult".into(),
            quantity: 2,
            performances: vec![WantedPerformance {
                selection_index: 1,
                performance_id,
                place: WantedPlace::Anywhere,
                is_need_declared: false,
            }],
            seen_price: None,
            redemption: Some(Redemption::requested(entitlement)),
            pass_details: None,
            part_seats: Vec::new(),
        };
        let line = sellable(&catalog, &wanted, Terms::public(), now()).unwrap();
        let sale_context = SaleContext::public();
        let addition = Addition { lines: vec![line], bundle: None, sale_context, replaces: Vec::new(), context: None };
        let cart = store::new_cart("cart".to_owned(), None, now());
        let facts = Facts::none(&catalog, &cart, now());
        let stocks = needed_stocks(&cart, &CartCommand::Add(addition), &facts);
        let locked: Vec<String> = stocks.to_lock.keys().map(ToString::to_string).collect();
        assert_eq!(locked, ["entitlement:guests/pass", "performance:days.20261121.1200"]);
        let priced: Vec<String> = stocks.for_prices.iter().map(ToString::to_string).collect();
        assert_eq!(priced, ["performance:days.20261121.1200"]);
    }
}
