//! Changes quantities and dates, removes and restores lines, and empties the cart.

use std::collections::BTreeSet;

use super::hold_limits::{HoldAttempt, holder_for};
use super::{
    apply_offers, availability_of_lines, before_paying_more, change, current_id, gone, hold_of, lock_open,
    visitors_cart,
};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::db::Transaction;
use crate::shop::cart::bundles;
use crate::shop::cart::entity::cart::Model as Cart;
use crate::shop::cart::line::CartLine;
use crate::shop::cart::questions::{Changed, Question};
use crate::shop::cart::revision::{is_held, terms_now};
use crate::shop::cart::rules::{
    self, CHOOSE_SEAT, MAXIMUM, MOST_LINES, NOT_MOVABLE, ONE_PASS, ONE_SEAT, TOO_MANY_LINES, WantedLine,
    WantedPerformance, WantedPlace,
};
use crate::shop::inventory::{self, HeldClaims};
use crate::shop::performance::Availability;
use midway_catalog::Catalog;
use midway_kernel::id::PerformanceId;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// A line's new quantity. 0 removes the line, or dismisses a line that a revision has removed.
#[derive(Clone, Debug)]
pub struct LineChange {
    pub line_id: String,
    pub quantity: u32,
    /// The new performances, when they change.
    pub performances: Option<Vec<WantedPerformance>>,
    /// The net unit price at the new performances that the shopper was shown.
    pub seen_price: Option<Money>,
}

#[derive(Clone, Debug)]
pub struct ChangeLines {
    pub changes: Vec<LineChange>,
    /// The confirmation context of the question that this call asked before.
    pub context: Option<String>,
}

/// Changes lines: all of them, or none. A line with held places keeps its price, and additional units cost today's
/// price. A line that moves to other performances, or that holds nothing, is repriced. If that costs more than the
/// shopper was shown, the shopper must confirm it.
///
/// # Errors
/// [`Error::NotFound`] for a line that is not in this visitor's cart; a refusal outside the variant's bounds or when
/// places are not available; a conflict while the cart is being paid for.
pub async fn modify(app: &App, visitor: &Visitor, request: ChangeLines) -> Result<Changed> {
    let now = app.clock.now();
    let attempt = count_hold_attempt(app, visitor, &request.changes, now).await?;
    let changed = modify_at(app, visitor, request, now).await;
    attempt.finish(app, matches!(changed, Ok(Changed::Done)), now).await;
    changed
}

/// Checks and counts the call against the limits on unpaid holds.
///
/// # Errors
/// [`Error::TooMany`] for an address with too many unpaid holds, in general or of these performances.
async fn count_hold_attempt(app: &App, visitor: &Visitor, changes: &[LineChange], now: Instant) -> Result<HoldAttempt> {
    let Some(cart) = visitors_cart(app, visitor).await? else { return Ok(HoldAttempt::nothing()) };
    let Some(holder) = holder_for(app, visitor, Some(&cart), now) else { return Ok(HoldAttempt::nothing()) };
    let catalog = app.catalog.current();
    let holding = inventory::holding(app.db.read(), &cart.id).await?;
    let taken = taken(&catalog, &cart, &holding, changes, now);
    match taken.is_empty() {
        true => Ok(HoldAttempt::nothing()),
        false => HoldAttempt::begin(app, holder, Some(&cart), taken.into_iter().flatten().collect(), now).await,
    }
}

/// For each line, the performances of which the change claims places that the cart does not hold.
fn taken(
    catalog: &Catalog,
    cart: &Cart,
    holding: &HeldClaims,
    changes: &[LineChange],
    now: Instant,
) -> Vec<Vec<PerformanceId>> {
    let of = |change: &LineChange| {
        let removed = cart.revision.iter().flat_map(|revision| &revision.removed);
        let line = cart.lines.iter().chain(removed).find(|line| line.id == change.line_id)?;
        let has_them =
            change.quantity <= line.quantity && !is_move(line, change) && is_held(catalog, holding, line, now);
        // A line that takes no places is not counted.
        let takes_places = rules::draws(catalog, line).is_some_and(|draws| !draws.is_empty());
        if change.quantity == 0 || has_them || !takes_places {
            return None;
        }
        Some(match &change.performances {
            Some(wanted) => wanted.iter().map(|wanted| wanted.performance_id.clone()).collect(),
            None => line.all_performances().map(|chosen| chosen.performance_id.clone()).collect(),
        })
    };
    changes.iter().filter_map(of).collect()
}

async fn modify_at(app: &App, visitor: &Visitor, request: ChangeLines, now: Instant) -> Result<Changed> {
    let catalog = app.catalog.current();
    let cart_id = current_id(app, visitor).await?;
    let tx = app.db.begin().await?;
    let Some(mut cart) = lock_open(&tx, cart_id).await? else { return Err(Error::NotFound) };
    cart.holder = holder_for(app, visitor, Some(&cart), now);
    let changes = last_words(request.changes);
    let left = availability_for(&tx, &catalog, &cart, &changes).await?;
    let holding = inventory::holding(&tx, &cart.id).await?;
    if let Some(question) = before_moving(&catalog, &cart, &holding, &changes, now)
        && let Some(question) = question.unless_answered(request.context.as_deref())
    {
        return Ok(Changed::Asked(question));
    }
    let hold = rules::renewed(hold_of(&cart), catalog.settings(), now);
    let used = rules::uses(&cart.lines);
    let known = Known { catalog: &catalog, holding: &holding, left: &left, now };
    let before_all = cart.lines.clone();
    let (mut touched, mut grown, mut dearer) = (BTreeSet::new(), Vec::new(), Vec::new());
    for change in &changes {
        let at = cart.lines.iter().position(|line| line.id == change.line_id);
        let before = match at {
            Some(at) => cart.lines[at].clone(),
            None => take_removed(&mut cart, &change.line_id).ok_or(Error::NotFound)?,
        };
        let (line, more) = known.changed(&cart.lines, &before, change)?;
        touched.extend([&line].into_iter().chain(&more).map(|line| line.id.clone()));
        let is_move = is_move(&before, change);
        let seen = if is_move { change.seen_price } else { Some(before.unit_price) };
        if let Some(seen) = seen {
            let bought = [&line].into_iter().chain(&more).filter(|line| line.quantity > 0 && line.unit_price > seen);
            dearer.extend(bought.map(|line| (line.clone(), seen)));
        }
        if is_move || at.is_none() || change.quantity > before.quantity {
            grown.push(line.id.clone());
        }
        match at {
            Some(at) => cart.lines[at] = line,
            None if line.quantity > 0 => cart.lines.push(line),
            None => {}
        }
        cart.lines.extend(more);
    }
    within_bounds(&catalog, &before_all, &cart.lines, &grown)?;
    if let Some(question) = before_paying_more(&cart, &dearer)
        && let Some(question) = question.unless_answered(request.context.as_deref())
    {
        return Ok(Changed::Asked(question));
    }
    join_equal_lines(&mut cart, &mut touched);
    let touched: Vec<CartLine> = cart.lines.iter().filter(|line| touched.contains(&line.id)).cloned().collect();
    cart.lines.retain(|line| line.quantity > 0);
    if !grown.is_empty() && cart.lines.len() > MOST_LINES {
        return Err(Refusal::new(TOO_MANY_LINES).with("max", MOST_LINES).into());
    }
    apply_offers(&catalog, &mut cart, &used, now)?;
    change(&tx, &catalog, cart, &touched, holding, hold, now).await?;
    tx.commit().await?;
    Ok(Changed::Done)
}

/// Reads the availability of the old and new performances, where prices depend on it.
async fn availability_for(
    tx: &Transaction,
    catalog: &Catalog,
    cart: &Cart,
    changes: &[LineChange],
) -> Result<Availability> {
    let removed = cart.revision.iter().flat_map(|revision| &revision.removed);
    let all: Vec<&CartLine> = cart.lines.iter().chain(removed).collect();
    let lines = changes.iter().filter_map(|change| all.iter().find(|line| line.id == change.line_id).copied());
    let lines: Vec<&CartLine> = lines.collect();
    let wanted = changes.iter().flat_map(|change| change.performances.iter().flatten());
    availability_of_lines(tx, catalog, &lines, wanted.map(|wanted| wanted.performance_id.clone()).collect(), Vec::new())
        .await
}

/// The question to ask before scarce places are released, if any.
fn before_moving(
    catalog: &Catalog,
    cart: &Cart,
    holding: &HeldClaims,
    changes: &[LineChange],
    now: Instant,
) -> Option<Question> {
    let is_moving = |line: &&CartLine| {
        changes.iter().any(|change| change.line_id == line.id && change.quantity > 0 && is_move(line, change))
    };
    let moving = cart.lines.iter().filter(is_moving);
    let moving: Vec<&CartLine> = moving.filter(|line| is_scarce(catalog, holding, line, now)).collect();
    (!moving.is_empty()).then(|| Question::move_lines(cart, &moving))
}

fn is_scarce(catalog: &Catalog, holding: &HeldClaims, line: &CartLine, now: Instant) -> bool {
    line.products().any(|id| catalog.product(id).is_some_and(|product| product.confirm_release))
        && is_held(catalog, holding, line, now)
}

fn is_move(line: &CartLine, change: &LineChange) -> bool {
    let Some(wanted) = &change.performances else { return false };
    let mut wanted = wanted.clone();
    wanted.sort_by_key(|performance| performance.selection_index);
    !wanted.into_iter().eq(line.performances.0.iter().map(WantedPerformance::from))
}

/// Takes a removed line out of the revision, to restore it.
fn take_removed(cart: &mut Cart, line_id: &str) -> Option<CartLine> {
    let removed = &mut cart.revision.as_mut()?.removed;
    let at = removed.iter().position(|line| line.id == line_id)?;
    Some(removed.remove(at))
}

/// The inputs of a change of lines.
struct Known<'c> {
    catalog: &'c Catalog,
    holding: &'c HeldClaims,
    left: &'c Availability,
    now: Instant,
}

impl Known<'_> {
    /// A line after its change, and the additional units at today's price, if any.
    fn changed(
        &self,
        lines: &[CartLine],
        line: &CartLine,
        change: &LineChange,
    ) -> Result<(CartLine, Option<CartLine>)> {
        let (catalog, quantity) = (self.catalog, change.quantity);
        if quantity == 0 {
            return Ok((CartLine { quantity, ..line.clone() }, None));
        }
        if line.is_bundle() {
            return Ok((self.changed_bundle(line, change)?, None));
        }
        let is_move = is_move(line, change);
        let (product, variant) = catalog.variant(&line.variant_id).ok_or_else(|| gone(line))?;
        if is_move && !product.allow_performance_change {
            return Err(Refusal::new(NOT_MOVABLE).with("name", &line.product_name).into());
        }
        if line.has_seat() && quantity > 1 {
            return Err(Refusal::new(ONE_SEAT).into());
        }
        if line.pass().is_some() && quantity > 1 {
            return Err(Refusal::new(ONE_PASS).into());
        }
        let mut wanted = WantedLine { quantity, ..WantedLine::from(line) };
        if !is_move && (line.is_donation() || is_held(catalog, self.holding, line, self.now)) {
            if line.is_donation() && quantity != line.quantity {
                rules::within_bounds(catalog, variant, None, quantity)?;
            }
            if quantity <= line.quantity {
                return Ok((CartLine { quantity, ..line.clone() }, None));
            }
            wanted.quantity = quantity - line.quantity;
            return Ok((line.clone(), Some(self.sold(lines, line, &wanted, self.left)?)));
        }
        if let Some(performances) = &change.performances {
            wanted.performances.clone_from(performances);
        }
        if wanted.performances.iter().any(|performance| matches!(performance.place, WantedPlace::BestSeats(_))) {
            return Err(Refusal::new(CHOOSE_SEAT).into());
        }
        let anew = self.sold(lines, line, &wanted, &self.left_without(line))?;
        Ok((CartLine { id: line.id.clone(), ..anew }, None))
    }

    /// A new line on the sale terms of an existing one, at today's price.
    fn sold(&self, lines: &[CartLine], line: &CartLine, wanted: &WantedLine, left: &Availability) -> Result<CartLine> {
        let terms = terms_now(self.catalog, line, lines, self.now).ok_or_else(|| gone(line))?;
        let sellable = rules::sellable(self.catalog, wanted, terms, self.now)?;
        Ok(rules::priced(self.catalog, sellable, terms, left, self.now))
    }

    /// A bundle has quantity 1 and fixed times. To change it, the shopper builds a new one.
    fn changed_bundle(&self, line: &CartLine, change: &LineChange) -> Result<CartLine> {
        if is_move(line, change) {
            return Err(Refusal::new(NOT_MOVABLE).with("name", &line.product_name).into());
        }
        if change.quantity > 1 {
            return Err(Refusal::new(MAXIMUM).with("max", 1).into());
        }
        if is_held(self.catalog, self.holding, line, self.now) {
            return Ok(line.clone());
        }
        Ok(bundles::reprice(self.catalog, line, &self.left_without(line), self.now)?)
    }

    /// The availability if the line's own claims were released.
    fn left_without(&self, line: &CartLine) -> Availability {
        self.left.clone().without(self.holding.claimed_by(&line.id))
    }
}

/// Checks the bounds of each changed line, together with the lines of the same item at other prices. Removing a line is
/// always allowed: the minimum of the remaining ones is checked before payment.
fn within_bounds(catalog: &Catalog, before: &[CartLine], after: &[CartLine], grown: &[String]) -> Result<(), Refusal> {
    for line in after.iter().filter(|line| line.quantity > 0 && !line.is_donation()) {
        let Some((_, variant)) = catalog.variant(&line.variant_id) else { continue };
        let count = rules::count_with(after, line);
        let has_shrunk = before.iter().any(|known| known.id == line.id && known.quantity > line.quantity);
        // A quantity above a limit that was lowered may decrease.
        let checked = if has_shrunk { count.min(rules::most(catalog, line)) } else { count };
        if has_shrunk || grown.contains(&line.id) {
            rules::within_bounds(catalog, variant, line.redemption(), checked)?;
        }
    }
    Ok(())
}

/// Merges lines that have become equal, including their price, into the earlier one.
fn join_equal_lines(cart: &mut Cart, touched: &mut BTreeSet<String>) {
    for later in 1..cart.lines.len() {
        let new = &cart.lines[later];
        if new.quantity == 0 || !touched.contains(&new.id) {
            continue;
        }
        let is_same =
            |line: &CartLine| line.quantity > 0 && rules::is_same(line, new) && line.unit_price == new.unit_price;
        let Some(earlier) = cart.lines[..later].iter().position(is_same) else { continue };
        cart.lines[earlier].quantity = cart.lines[earlier].quantity.saturating_add(cart.lines[later].quantity);
        cart.lines[later].quantity = 0;
        touched.insert(cart.lines[earlier].id.clone());
    }
}

/// Keeps only the last change of each line, as if they were applied in order.
fn last_words(changes: Vec<LineChange>) -> Vec<LineChange> {
    let mut last: Vec<LineChange> = Vec::with_capacity(changes.len());
    for change in changes {
        last.retain(|other| other.line_id != change.line_id);
        last.push(change);
    }
    last
}

/// A request to empty the cart.
#[derive(Clone, Debug, Default)]
pub struct ClearCart {
    pub context: Option<String>,
    /// Skips the confirmation question.
    pub force: bool,
}

/// Empties the cart and releases its places. Does nothing when the visitor has no cart.
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
    let scarce: Vec<&CartLine> = cart.lines.iter().filter(|line| is_scarce(&catalog, &holding, line, now)).collect();
    if !scarce.is_empty()
        && !request.force
        && let Some(question) = Question::clear(&cart, &scarce).unless_answered(request.context.as_deref())
    {
        return Ok(Changed::Asked(question));
    }
    let emptied: Vec<CartLine> = cart.lines.drain(..).map(|line| CartLine { quantity: 0, ..line }).collect();
    cart.revision = None;
    cart.blank_passes = None;
    // A reservation that is paid with the cart keeps its deadline. Releasing places must not extend it.
    let hold = hold_of(&cart).unwrap_or_else(|| rules::renewed(None, catalog.settings(), now));
    change(&tx, &catalog, cart, &emptied, holding, hold, now).await?;
    tx.commit().await?;
    Ok(Changed::Done)
}
