//! Changing quantities and dates, removing lines, putting removed ones back, emptying the cart.

use std::collections::BTreeSet;

use sea_orm::DatabaseTransaction;

use super::{after_change, claim, claims_of, current_id, gone, hold_of, lock_open, settle};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::kernel::time::Instant;
use crate::shop::cart::bundles;
use crate::shop::cart::entity::cart::Model as Cart;
use crate::shop::cart::entity::line::CartLine;
use crate::shop::cart::questions::{Changed, Question};
use crate::shop::cart::revision::is_held;
use crate::shop::cart::rules::{
    self, CHOOSE_SEAT, Hold, MAXIMUM, NOT_MOVABLE, ONE_PASS, ONE_SEAT, WantedLine, WantedPerformance, WantedPlace,
};
use crate::shop::cart::store;
use crate::shop::catalog::Catalog;
use crate::shop::inventory::{self, Holding, StockKey};
use crate::shop::performance::Left;

/// One line's new quantity; 0 removes it, or dismisses one that a revision has removed.
#[derive(Clone, Debug)]
pub struct LineChange {
    pub line_id: String,
    pub quantity: u32,
    /// Where they are to be others.
    pub performances: Option<Vec<WantedPerformance>>,
}

#[derive(Clone, Debug)]
pub struct ChangeLines {
    pub changes: Vec<LineChange>,
    /// The answer to the question that the same call asked before.
    pub context: Option<String>,
}

/// Changes lines: all of them, or none. A line whose places are held keeps its price; one that is moved to other performances, or
/// that holds nothing, is sold anew at today's.
///
/// # Errors
/// [`Error::NotFound`] for a line that is not in this visitor's cart; a refusal outside the variant's bounds or when places are
/// gone; a conflict while the cart is being paid for.
pub async fn modify(app: &App, visitor: &Visitor, request: ChangeLines) -> Result<Changed> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let cart_id = current_id(app, visitor).await?;
    let tx = app.db.begin().await?;
    let Some(mut cart) = lock_open(&tx, cart_id).await? else { return Err(Error::NotFound) };
    let holding = inventory::holding(&tx, &cart.id).await?;
    let changes = last_words(request.changes);
    if let Some(question) = before_moving(&catalog, &cart, &holding, &changes, now)
        && let Some(question) = question.unless_answered(request.context.as_deref())
    {
        return Ok(Changed::Asked(question));
    }
    let hold = rules::renewed(hold_of(&cart), catalog.settings(), now);
    let used = rules::uses(&cart.lines);
    let mut touched = BTreeSet::new();
    for change in &changes {
        if let Some(at) = cart.lines.iter().position(|line| line.id == change.line_id) {
            cart.lines[at] = changed(&tx, &catalog, &holding, &cart.lines, &cart.lines[at], change, now).await?;
        } else {
            let removed = take_removed(&mut cart, &change.line_id).ok_or(Error::NotFound)?;
            if change.quantity > 0 {
                let back = changed(&tx, &catalog, &holding, &cart.lines, &removed, change, now).await?;
                cart.lines.push(back);
            }
        }
        touched.insert(change.line_id.clone());
    }
    join_equal_lines(&catalog, &mut cart, &mut touched)?;
    let touched: Vec<CartLine> = cart.lines.iter().filter(|line| touched.contains(&line.id)).cloned().collect();
    cart.lines.retain(|line| line.quantity > 0);
    settle(&catalog, &mut cart, &used, now)?;
    change(&tx, &catalog, cart, &touched, holding, hold, now).await?;
    tx.commit().await?;
    Ok(Changed::Done)
}

/// Whether the shopper is asked before places are given back that the operator counts as hard to get.
fn before_moving(
    catalog: &Catalog,
    cart: &Cart,
    holding: &Holding,
    changes: &[LineChange],
    now: Instant,
) -> Option<Question> {
    let is_moving = |line: &&CartLine| {
        changes.iter().any(|change| change.line_id == line.id && change.quantity > 0 && is_move(line, change))
    };
    let moving = cart.lines.iter().filter(is_moving);
    let moving: Vec<&CartLine> = moving.filter(|line| is_precious(catalog, holding, line, now)).collect();
    (!moving.is_empty()).then(|| Question::move_lines(cart, &moving))
}

fn is_precious(catalog: &Catalog, holding: &Holding, line: &CartLine, now: Instant) -> bool {
    line.products().any(|id| catalog.product(id).is_some_and(|product| product.confirm_release))
        && is_held(catalog, holding, line, now)
}

fn is_move(line: &CartLine, change: &LineChange) -> bool {
    let Some(wanted) = &change.performances else { return false };
    let mut wanted = wanted.clone();
    wanted.sort_by_key(|performance| performance.selection_index);
    !wanted.into_iter().eq(line.performances.0.iter().map(WantedPerformance::from))
}

/// A line that a revision has removed, out of what waits.
fn take_removed(cart: &mut Cart, line_id: &str) -> Option<CartLine> {
    let removed = &mut cart.revision.as_mut()?.removed;
    let at = removed.iter().position(|line| line.id == line_id)?;
    Some(removed.remove(at))
}

async fn changed(
    tx: &DatabaseTransaction,
    catalog: &Catalog,
    holding: &Holding,
    lines: &[CartLine],
    line: &CartLine,
    change: &LineChange,
    now: Instant,
) -> Result<CartLine> {
    let quantity = change.quantity;
    if quantity == 0 {
        return Ok(CartLine { quantity, ..line.clone() });
    }
    let is_move = is_move(line, change);
    if line.is_bundle() {
        return changed_bundle(tx, catalog, holding, line, change, now).await;
    }
    let (product, variant) = catalog.variant(&line.variant_id).ok_or_else(|| gone(line))?;
    if is_move && !product.allow_performance_change {
        return Err(Refusal::new(NOT_MOVABLE).with("name", &line.product_name).into());
    }
    if line.has_seat() && quantity > 1 {
        return Err(Refusal::new(ONE_SEAT).into());
    }
    if line.pass.is_some() && quantity > 1 {
        return Err(Refusal::new(ONE_PASS).into());
    }
    if !is_move && (line.is_donation() || is_held(catalog, holding, line, now)) {
        if quantity != line.quantity {
            rules::within_bounds(variant, quantity)?;
        }
        return Ok(CartLine { quantity, ..line.clone() });
    }
    let mut wanted = WantedLine { quantity, ..WantedLine::from(line) };
    if let Some(performances) = &change.performances {
        wanted.performances.clone_from(performances);
    }
    if wanted.performances.iter().any(|performance| matches!(performance.place, WantedPlace::BestSeats(_))) {
        return Err(Refusal::new(CHOOSE_SEAT).into());
    }
    let terms = rules::terms_of(catalog, line, lines);
    let sellable = rules::sellable(catalog, &wanted, terms, now)?;
    rules::within_bounds(sellable.variant, quantity)?;
    let left = left_without(tx, holding, line, sellable.price_keys(catalog)).await?;
    let anew = rules::priced(catalog, sellable, terms, &left, now);
    Ok(CartLine { id: line.id.clone(), passholder: line.passholder.clone(), ..anew })
}

/// A bundle is one, at the times that were chosen for it: another is built anew.
async fn changed_bundle(
    tx: &DatabaseTransaction,
    catalog: &Catalog,
    holding: &Holding,
    line: &CartLine,
    change: &LineChange,
    now: Instant,
) -> Result<CartLine> {
    if is_move(line, change) {
        return Err(Refusal::new(NOT_MOVABLE).with("name", &line.product_name).into());
    }
    if change.quantity > 1 {
        return Err(Refusal::new(MAXIMUM).with("max", 1).into());
    }
    if is_held(catalog, holding, line, now) {
        return Ok(line.clone());
    }
    let left = left_without(tx, holding, line, rules::price_keys(catalog, line)).await?;
    Ok(bundles::sold_anew(catalog, line, &left, now)?)
}

/// What is left of these stocks for whoever gives back what a line has of them.
async fn left_without(
    tx: &DatabaseTransaction,
    holding: &Holding,
    line: &CartLine,
    keys: Vec<StockKey>,
) -> Result<Left> {
    Ok(Left::of(tx, keys).await?.without(holding.claimed_by(&line.id)))
}

/// What became equal to an earlier line, its price included, joins it.
fn join_equal_lines(catalog: &Catalog, cart: &mut Cart, touched: &mut BTreeSet<String>) -> Result<()> {
    for later in 1..cart.lines.len() {
        if cart.lines[later].quantity == 0 || !touched.contains(&cart.lines[later].id) {
            continue;
        }
        let new = &cart.lines[later];
        let is_same =
            |line: &CartLine| line.quantity > 0 && rules::is_same(line, new) && line.unit_price == new.unit_price;
        let Some(earlier) = cart.lines[..later].iter().position(is_same) else { continue };
        let quantity = cart.lines[earlier].quantity.saturating_add(cart.lines[later].quantity);
        let (_, variant) =
            catalog.variant(&cart.lines[earlier].variant_id).ok_or_else(|| gone(&cart.lines[earlier]))?;
        rules::within_bounds(variant, quantity)?;
        cart.lines[earlier].quantity = quantity;
        cart.lines[later].quantity = 0;
        touched.insert(cart.lines[earlier].id.clone());
    }
    Ok(())
}

/// The last word on a line counts, as it would if they came one after the other.
fn last_words(changes: Vec<LineChange>) -> Vec<LineChange> {
    let mut last: Vec<LineChange> = Vec::with_capacity(changes.len());
    for change in changes {
        last.retain(|other| other.line_id != change.line_id);
        last.push(change);
    }
    last
}

/// Writes a cart of which these lines have changed, and lets them hold what they now need.
pub(super) async fn change(
    tx: &DatabaseTransaction,
    catalog: &Catalog,
    cart: Cart,
    changed: &[CartLine],
    holding: Holding,
    hold: Hold,
    now: Instant,
) -> Result<()> {
    let claims = claims_of(catalog, changed)?;
    let cart = store::lines_update(after_change(cart, hold, holding.is_limited_with(&claims, now), now));
    claim(tx, Some(cart), holding, changed, &claims, hold, now).await
}

/// How a cart is emptied.
#[derive(Clone, Debug, Default)]
pub struct ClearCart {
    pub context: Option<String>,
    /// Without a question.
    pub force: bool,
}

/// Empties the cart and gives its places back. A visitor without a cart has an empty one already.
///
/// # Errors
/// A conflict while the cart is being paid for.
pub async fn clear(app: &App, visitor: &Visitor, request: ClearCart) -> Result<Changed> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let cart_id = current_id(app, visitor).await?;
    let tx = app.db.begin().await?;
    let Some(mut cart) = lock_open(&tx, cart_id).await? else { return Ok(Changed::Done) };
    let holding = inventory::holding(&tx, &cart.id).await?;
    let precious: Vec<&CartLine> =
        cart.lines.iter().filter(|line| is_precious(&catalog, &holding, line, now)).collect();
    if !precious.is_empty()
        && !request.force
        && let Some(question) = Question::clear(&cart, &precious).unless_answered(request.context.as_deref())
    {
        return Ok(Changed::Asked(question));
    }
    let emptied: Vec<CartLine> = cart.lines.drain(..).map(|line| CartLine { quantity: 0, ..line }).collect();
    cart.revision = None;
    cart.blank_passes = None;
    change(&tx, &catalog, cart, &emptied, holding, rules::renewed(None, catalog.settings(), now), now).await?;
    tx.commit().await?;
    Ok(Changed::Done)
}
