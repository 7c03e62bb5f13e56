//! Adds lines to the cart: all of them with their places, or none.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::hold_limits::{HoldAttempt, holder_for};
use super::seats::{Seated, choose_seats};
use super::{
    CartWriter, apply_offers, availability_of, before_paying_more, claims_of, hold_of, live_hold_of, visitors_cart,
};
use crate::app::App;
use crate::error::{Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::db::Transaction;
use crate::shop::cart::bundles::{self, SellableBundle, WantedBundle};
use crate::shop::cart::entity::cart::Model as Cart;
use crate::shop::cart::line::{CartLine, Lines};
use crate::shop::cart::passes::introduce;
use crate::shop::cart::questions::{Changed, Question};
use crate::shop::cart::revision::is_held;
use crate::shop::cart::rules::{
    self, CODE_NOT_FOR_THIS, MAXIMUM, MOST_LINES, NOT_FOR_SALE, NOTHING_CHOSEN, SellableLine, TOO_MANY_LINES, Uses,
    WantedLine,
};
use crate::shop::cart::store;
use crate::shop::catalog::{SIGN_IN, SaleContext, SaleContextRequest, ShopperEligibility, WRONG_FLOW, sale_context};
use crate::shop::entitlement::{self, Grant, Redemption};
use crate::shop::inventory::{self, HeldClaims, StockKey};
use crate::shop::performance::{self, Availability};
use midway_catalog::Catalog;
use midway_catalog::files::Variant;
use midway_kernel::coded::SaleFlow;
use midway_kernel::id::PerformanceId;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// The lines to add, and the sale context in which the shopper chose them.
#[derive(Clone, Debug)]
pub struct AddLines {
    pub lines: Vec<WantedLine>,
    pub sale_context: SaleContextRequest,
    /// The bundle that the lines form, when they come from the bundle builder.
    pub bundle: Option<WantedBundle>,
    /// The confirmation context of the question that this call asked before.
    pub context: Option<String>,
}

impl AddLines {
    fn names_nothing(&self) -> bool {
        self.lines.is_empty() || self.lines.iter().any(|line| line.quantity == 0)
    }

    /// Whether the lines contain passes, so that the next step asks for the passholders.
    pub fn bring_passes(&self, catalog: &Catalog) -> bool {
        let is_pass = |line: &WantedLine| catalog.variant(&line.variant_id).is_some_and(|(_, it)| it.pass.is_some());
        self.lines.iter().any(is_pass)
    }
}

/// Adds lines. A new line is merged with an existing line for the same item, performances and promotion, except that a
/// line with held places is merged only at the same price. Lines that cannot be bought together with the new ones are
/// removed after the shopper confirms it.
///
/// # Errors
/// A refusal when a line may not be sold or its places are not available; a conflict while the cart is being paid for.
pub async fn add(app: &App, visitor: &Visitor, request: AddLines) -> Result<Changed> {
    let now = app.clock.now();
    let attempt = count_hold_attempt(app, visitor, &request, now).await?;
    let added = add_at(app, visitor, request, now).await;
    attempt.finish(app, matches!(added, Ok(Changed::Done)), now).await;
    added
}

/// Checks and counts the call against the limits on unpaid holds.
///
/// # Errors
/// [`crate::error::Error::TooMany`] for an address with too many unpaid holds, in general or of these performances.
async fn count_hold_attempt(app: &App, visitor: &Visitor, request: &AddLines, now: Instant) -> Result<HoldAttempt> {
    let cart = visitors_cart(app, visitor).await?;
    let Some(holder) = holder_for(app, visitor, cart.as_ref(), now) else { return Ok(HoldAttempt::nothing()) };
    let chosen = request.lines.iter().flat_map(|line| &line.performances);
    let chosen = chosen.map(|chosen| chosen.performance_id.clone()).collect();
    HoldAttempt::begin(app, holder, cart.as_ref(), chosen, now).await
}

async fn add_at(app: &App, visitor: &Visitor, request: AddLines, now: Instant) -> Result<Changed> {
    let catalog = app.catalog.current();
    if request.names_nothing() {
        return Err(Refusal::new(NOTHING_CHOSEN).into());
    }
    let flow = request.sale_context.flow();
    if (flow == SaleFlow::BundleBuilder) != request.bundle.is_some() {
        return Err(Refusal::new(WRONG_FLOW).into());
    }
    let bundle = request.bundle.as_ref().map(|wanted| bundles::sellable(&catalog, wanted, &request.lines, now));
    let bundle = bundle.transpose()?;
    // The steps of a bundle are its sale context. They were checked above.
    let asked = if bundle.is_some() { &SaleContextRequest::default() } else { &request.sale_context };
    let (sale_context, grants) = open_sale_context(app, &catalog, visitor, asked, now).await?;
    let mut sellable = match &bundle {
        Some(bundle) => bundle.lines(),
        None => sellable(&catalog, &sale_context, &redeeming(request.lines, &grants, flow)?, now)?,
    };
    introduce(&catalog, &mut sellable, now)?;
    is_good_for_some(&sale_context, &sellable)?;
    let asks_to_sign_in = match &bundle {
        Some(bundle) => bundle.asks_to_sign_in(&catalog),
        None => sellable.iter().any(|line| catalog.asks_to_sign_in(line.product)),
    };
    if asks_to_sign_in && visitor.session().await?.account_id.is_none() {
        return Err(Refusal::new(SIGN_IN).into());
    }
    let (writer, mut cart) = CartWriter::begin(app, visitor, now).await?;
    let tx = &writer.tx;
    let sellable = match choose_seats(tx, &catalog, &cart, sellable, request.context.as_deref(), now).await? {
        Seated::Lines(lines) => lines,
        Seated::Asked(question) => return Ok(Changed::Asked(question)),
    };
    let replaced = replaced(&cart, &sellable);
    if let Some(question) = before_replacing(&cart, &sellable, &replaced)
        && let Some(question) = question.unless_answered(request.context.as_deref())
    {
        return Ok(Changed::Asked(question));
    }
    let holding = match replaced.is_empty() {
        true => held(tx, &catalog, &cart, now).await?,
        false => inventory::holding(tx, &cart.id).await?,
    };
    let hold = rules::renewed(hold_of(&cart), catalog.settings(), now);
    let used = rules::uses(&cart.lines);
    let (leaving, staying): (Vec<CartLine>, _) = cart.lines.0.into_iter().partition(|line| replaced.contains(&line.id));
    cart.lines = Lines(staying);
    let left = availability_for(tx, &catalog, &sellable, &leaving).await?;
    let adding = match bundle {
        Some(bundle) => vec![Adding::bundle(&catalog, bundle, &left, now)],
        None => priced(&catalog, &sale_context, sellable, &left, now)?,
    };
    let dearer = adding.iter().filter_map(|adding| Some((adding.line.clone(), adding.seen?)));
    let dearer: Vec<_> = dearer.filter(|(line, seen)| line.unit_price > *seen).collect();
    if let Some(question) = before_paying_more(&cart, &dearer)
        && let Some(question) = question.unless_answered(request.context.as_deref())
    {
        return Ok(Changed::Asked(question));
    }
    let mut touched = BTreeSet::new();
    for Adding { variant, line, .. } in adding {
        // The host line may have been removed since the sale context was checked.
        if !rules::has_its_host(&catalog, &line, &cart.lines) {
            return Err(Refusal::new(WRONG_FLOW).into());
        }
        let is_held = |line: &CartLine| is_held(&catalog, &holding, line, now);
        touched.insert(match variant {
            Some(variant) => put(&catalog, &mut cart, variant, line, is_held)?,
            None => append(&mut cart, line),
        });
    }
    if cart.lines.len() > MOST_LINES {
        return Err(Refusal::new(TOO_MANY_LINES).with("max", MOST_LINES).into());
    }
    apply_offers(&catalog, &mut cart, &used, now)?;
    let touched = touched.into_iter().map(|at| cart.lines[at].clone());
    let touched: Vec<CartLine> =
        touched.chain(leaving.into_iter().map(|line| CartLine { quantity: 0, ..line })).collect();
    writer.finish(&catalog, cart, &touched, holding, hold).await?;
    Ok(Changed::Done)
}

/// The visitor's sale context, with the entitlements that can be redeemed in it.
async fn open_sale_context<'c>(
    app: &App,
    catalog: &'c Catalog,
    visitor: &Visitor,
    asked: &SaleContextRequest,
    now: Instant,
) -> Result<(SaleContext<'c>, Vec<Grant<'c>>)> {
    let flow = asked.flow();
    let hosts = match flow.needs_host() {
        true => visitors_cart(app, visitor).await?.map(|cart| rules::hosts(&cart.lines)).unwrap_or_default(),
        false => Vec::new(),
    };
    let grants = match flow.is_redemption() {
        true => entitlement::of_visitor(app, catalog, visitor, flow, now).await?,
        false => Vec::new(),
    };
    let granted = grants.iter().map(|grant| (grant.promotion.id.clone(), grant.redemption.days)).collect();
    let pass_levels = entitlement::pass_levels(app, catalog, visitor, flow, now).await?;
    let has = ShopperEligibility { hosts, granted, pass_levels, ..ShopperEligibility::default() };
    Ok((sale_context(app, catalog, visitor, asked, &has, now).await?.open()?, grants))
}

/// Prices lines as if they were alone in a cart, including offers. Nothing is claimed or stored.
///
/// # Errors
/// The same refusals as [`add`] for these lines alone. Bundles are refused, because they have their own price call.
pub async fn quote(app: &App, visitor: &Visitor, request: AddLines) -> Result<Vec<CartLine>> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    if request.names_nothing() {
        return Err(Refusal::new(NOTHING_CHOSEN).into());
    }
    if request.sale_context.flow() == SaleFlow::BundleBuilder {
        return Err(Refusal::new(WRONG_FLOW).into());
    }
    let (sale_context, grants) = open_sale_context(app, &catalog, visitor, &request.sale_context, now).await?;
    let wanted = redeeming(request.lines, &grants, request.sale_context.flow())?;
    let lines = sellable(&catalog, &sale_context, &wanted, now)?;
    let left = Availability::of(app.db.read(), price_keys(&catalog, &lines)).await?;
    let mut cart = store::new_cart(String::new(), None, now);
    for Adding { variant, line, .. } in priced(&catalog, &sale_context, lines, &left, now)? {
        match variant {
            Some(variant) => put(&catalog, &mut cart, variant, line, |_| false)?,
            None => append(&mut cart, line),
        };
    }
    apply_offers(&catalog, &mut cart, &Uses::default(), now)?;
    Ok(cart.lines.0)
}

/// The stocks on which the prices of lines depend.
fn price_keys(catalog: &Catalog, lines: &[SellableLine<'_>]) -> Vec<StockKey> {
    let stepped = lines.iter().filter(|line| catalog.price_has_steps(line.product, line.variant));
    let chosen = stepped.flat_map(|line| &line.performances);
    let found = chosen.filter_map(|chosen| performance::find(catalog, &chosen.performance_id));
    found.flat_map(|performance| performance.draws(catalog, 1)).map(|draw| draw.key).collect()
}

/// Assigns an entitlement of the visitor to each line of a redemption flow. In other flows no line has an entitlement.
///
/// # Errors
/// A refusal when the visitor does not have the entitlement, or when it is suspended.
fn redeeming(wanted: Vec<WantedLine>, grants: &[Grant<'_>], flow: SaleFlow) -> Result<Vec<WantedLine>, Refusal> {
    let with_grant = |line: WantedLine| {
        let asked = line.redemption.as_ref().map(|asked| &asked.id);
        let granted = grants.iter().find(|grant| Some(&grant.redemption.id) == asked);
        if let Some(text) = granted.and_then(|grant| grant.held_back) {
            return Err(Refusal::new(text));
        }
        let granted = granted.map(|grant| grant.redemption.clone());
        match granted.is_some() == flow.is_redemption() && granted.is_some() == asked.is_some() {
            true => Ok(WantedLine { redemption: granted, ..line }),
            false => Err(Refusal::new(WRONG_FLOW)),
        }
    };
    wanted.into_iter().map(with_grant).collect()
}

/// The sale context of a line: a redeemed line has only the promotion of its entitlement.
fn sale_context_for<'w, 'c>(
    sale_context: &'w SaleContext<'c>,
    redemption: Option<&Redemption>,
) -> Cow<'w, SaleContext<'c>> {
    match redemption {
        Some(redemption) => Cow::Owned(sale_context.of_promotion(&redemption.id.promotion())),
        None => Cow::Borrowed(sale_context),
    }
}

/// Checks that the lines can be sold in the shopper's sale context. Each pass becomes a line of its own.
fn sellable<'c>(
    catalog: &'c Catalog,
    sale_context: &SaleContext<'_>,
    wanted: &[WantedLine],
    now: Instant,
) -> Result<Vec<SellableLine<'c>>, Refusal> {
    let mut lines = Vec::with_capacity(wanted.len());
    for wanted in wanted {
        let (product, variant) = catalog.variant(&wanted.variant_id).ok_or_else(|| Refusal::new(NOT_FOR_SALE))?;
        let sale_context = sale_context_for(sale_context, wanted.redemption.as_ref());
        let terms = sale_context.terms_for(catalog, product, variant, &[], now);
        let refused = if sale_context.flow == SaleFlow::Public { NOT_FOR_SALE } else { WRONG_FLOW };
        let terms = terms.ok_or_else(|| Refusal::new(refused))?;
        let line = rules::sellable(catalog, wanted, terms, now)?;
        // Check the quantity before passes are split into single lines.
        let (_, max) = terms.line_range(variant);
        if line.quantity > max {
            return Err(Refusal::new(MAXIMUM).with("max", max));
        }
        lines.extend(each_pass(line));
        if lines.len() > MOST_LINES {
            return Err(Refusal::new(TOO_MANY_LINES).with("max", MOST_LINES));
        }
    }
    Ok(lines)
}

/// A line to add, at today's price.
struct Adding<'c> {
    /// `None` for a bundle, which is never merged.
    variant: Option<&'c Variant>,
    line: CartLine,
    /// The net unit price that the shopper was shown.
    seen: Option<Money>,
}

impl<'c> Adding<'c> {
    fn bundle(catalog: &'c Catalog, bundle: SellableBundle<'c>, left: &Availability, now: Instant) -> Self {
        let shown = bundle.seen_price;
        let line = bundles::priced(catalog, bundle, left, now);
        Adding { variant: None, seen: shown.map(|shown| shown - line.unit_fees), line }
    }
}

/// The lines at today's prices; `left` is the availability on which they depend.
fn priced<'c>(
    catalog: &'c Catalog,
    sale_context: &SaleContext<'_>,
    lines: Vec<SellableLine<'c>>,
    left: &Availability,
    now: Instant,
) -> Result<Vec<Adding<'c>>, Refusal> {
    let priced = |line: SellableLine<'c>| {
        let (variant, seen) = (line.variant, line.seen_price);
        let visits = rules::visits(catalog, &line.performances, left);
        let sale_context = sale_context_for(sale_context, line.redemption.as_ref());
        let terms = sale_context.terms_for(catalog, line.product, variant, &visits, now);
        let terms = terms.ok_or_else(|| Refusal::new(WRONG_FLOW))?;
        Ok(Adding { variant: Some(variant), line: rules::priced(catalog, line, terms, left, now), seen })
    };
    lines.into_iter().map(priced).collect()
}

/// Reads the availability on which prices depend, for all stocks that this change claims or releases.
async fn availability_for(
    tx: &Transaction,
    catalog: &Catalog,
    adding: &[SellableLine<'_>],
    leaving: &[CartLine],
) -> Result<Availability> {
    if !adding.iter().any(|line| catalog.price_has_steps(line.product, line.variant)) {
        return Ok(Availability::default());
    }
    let chosen = adding.iter().flat_map(|line| &line.performances);
    let chosen = chosen.chain(leaving.iter().flat_map(CartLine::all_performances));
    let ids: Vec<PerformanceId> = chosen.map(|chosen| chosen.performance_id.clone()).collect();
    let of_leaving = leaving.iter().filter_map(|line| rules::draws(catalog, line)).flatten().collect();
    availability_of(tx, catalog, &ids, of_leaving).await
}

/// The ids of the cart lines that cannot be bought together with the new lines.
fn replaced(cart: &Cart, adding: &[SellableLine<'_>]) -> BTreeSet<String> {
    let is_replaced = |line: &&CartLine| adding.iter().any(|new| replaces(new, line));
    cart.lines.iter().filter(is_replaced).map(|line| line.id.clone()).collect()
}

/// Whether a new line excludes an existing one. A package or a bundle is removed as a whole, even if only one part is
/// excluded.
fn replaces(new: &SellableLine<'_>, line: &CartLine) -> bool {
    line.products().any(|id| new.product.replaces.contains(id))
}

fn before_replacing(cart: &Cart, adding: &[SellableLine<'_>], replaced: &BTreeSet<String>) -> Option<Question> {
    let lines: Vec<&CartLine> = cart.lines.iter().filter(|line| replaced.contains(&line.id)).collect();
    let added = adding.iter().find(|new| lines.iter().any(|line| replaces(new, line)))?;
    Some(Question::replace_lines(cart, &added.product.name, &lines))
}

/// Refuses a promotion code that applies to none of the new lines: the shopper probably meant it for another item.
fn is_good_for_some(sale_context: &SaleContext<'_>, lines: &[SellableLine<'_>]) -> Result<(), Refusal> {
    let is_good =
        |line: &SellableLine<'_>| sale_context.promotions.iter().any(|it| it.applies_to(line.product, line.variant));
    match lines.first() {
        Some(first) if sale_context.flow == SaleFlow::PromotionCode && !lines.iter().any(is_good) => {
            Err(Refusal::new(CODE_NOT_FOR_THIS).with("name", &first.product.name))
        }
        _ => Ok(()),
    }
}

/// Splits a line of passes into one line per pass, because each has its own passholder. Other lines are unchanged.
fn each_pass(line: SellableLine<'_>) -> Vec<SellableLine<'_>> {
    match line.variant.pass {
        Some(_) => (0..line.quantity).map(|_| SellableLine { quantity: 1, ..line.clone() }).collect(),
        None => vec![line],
    }
}

/// What a cart holds. While its hold is live and it has a limited line, this is derived from the lines, which saves a
/// query. Otherwise it is read from the database: the hold may then belong to a reservation.
async fn held(tx: &Transaction, catalog: &Catalog, cart: &Cart, now: Instant) -> Result<HeldClaims> {
    if cart.version == store::FIRST_VERSION {
        return Ok(HeldClaims::nothing(&cart.id));
    }
    match (live_hold_of(cart, now), claims_of(catalog, cart.lines.iter())) {
        (Some(hold), Ok(claims)) if claims.iter().any(|claim| !claim.draws.is_empty()) => {
            Ok(HeldClaims::believed(&cart.id, &claims, hold.until))
        }
        _ => inventory::holding(tx, &cart.id).await,
    }
}

/// Adds a line to the cart in memory, merged if possible, and returns its index. A line that holds nothing is repriced
/// with the line that is merged into it.
fn put(
    catalog: &Catalog,
    cart: &mut Cart,
    variant: &Variant,
    new: CartLine,
    is_held: impl Fn(&CartLine) -> bool,
) -> Result<usize, Refusal> {
    // A line with held places keeps its price, and the new one has today's price. Merge them only when both are equal.
    let joins = |line: &CartLine| rules::is_same(line, &new) && (line.unit_price == new.unit_price || !is_held(line));
    if let Some(index) = cart.lines.iter().position(joins) {
        let line = &mut cart.lines[index];
        let quantity = line.quantity.saturating_add(new.quantity);
        rules::within_bounds(catalog, variant, new.redemption(), quantity)?;
        if is_held(line) {
            line.quantity = quantity;
        } else {
            *line = CartLine { id: line.id.clone(), quantity, ..new };
        }
        return Ok(index);
    }
    // Seats, passes and other prices are separate lines, but the bounds apply to their combined quantity.
    let quantity = rules::count_with(&cart.lines, &new).saturating_add(new.quantity);
    rules::within_bounds(catalog, variant, new.redemption(), quantity)?;
    Ok(append(cart, new))
}

/// Appends the line and returns its index.
fn append(cart: &mut Cart, line: CartLine) -> usize {
    cart.lines.push(line);
    cart.lines.len() - 1
}
