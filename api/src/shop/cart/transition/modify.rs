//! Changes quantities and performances, and removes and restores lines. Either all changes of a call are applied, or
//! none. A line with held places keeps its price, and additional units cost today's price. A line that moves to other
//! performances, or whose places are not held, is repriced. If that costs more than the shopper was shown, the shopper
//! must confirm it. A line that is sold only beside others is removed with the last of them. A line that is cheaper
//! beside others gets its public price when the last of them is removed, and its earlier price when they are restored.

use std::collections::BTreeSet;
use std::mem;

use crate::error::Refusal;
use crate::shop::cart::Cart;
use crate::shop::cart::bundles;
use crate::shop::cart::change::{CartChange, Declined, ask, with_lines};
use crate::shop::cart::command::{ChangeLines, LineChange};
use crate::shop::cart::facts::Facts;
use crate::shop::cart::line::{CartLine, MAX_LINES, RemovedLine, RemovedLines};
use crate::shop::cart::line::{count_with, is_same};
use crate::shop::cart::pass_rules::ONE_PASS;
use crate::shop::cart::prices::{has_its_host, needed_hosts, price_lines, terms_now};
use crate::shop::cart::quantities::{MAXIMUM, TOO_MANY_LINES, most, within_bounds};
use crate::shop::cart::questions::Question;
use crate::shop::cart::refusals::no_longer_available;
use crate::shop::cart::sellable::{CHOOSE_SEAT, ONE_SEAT, WantedLine, sellable};
use crate::shop::cart::stock::{is_held, is_scarce};
use crate::shop::performance::Availability;
use midway_catalog::Catalog;
use midway_kernel::text::Text;

const NOT_MOVABLE: Text = Text { id: "cart.not-movable", default: "The date and time for {{name}} can't be changed." };

pub fn modify(cart: &Cart, request: &ChangeLines, facts: &Facts<'_>) -> Result<CartChange, Declined> {
    let catalog = facts.catalog;
    let context = request.context.as_deref();
    let changes = one_for_each_line(&request.changes);
    let scarce = moves_from_scarce_places(cart, &changes, facts);
    if !scarce.is_empty() {
        ask(Question::move_lines(cart, &scarce), context)?;
    }
    // Until all changes are applied, a removed line stays in its place with quantity 0.
    let mut next = cart.clone();
    next.exchange = next.exchange.filter(|_| !request.ends_exchange);
    let restored = put_back(&mut next, &changes)?;
    let (mut touched, mut grown, mut raised) = (BTreeSet::new(), Vec::new(), Vec::new());
    let mut availability = facts.availability.clone();
    touched.extend(restore_hosted_prices(&mut next, &restored, facts));
    for change in &changes {
        let Some(at) = next.lines.iter().position(|line| line.id == change.line_id) else { continue };
        let before = next.lines[at].clone();
        let (line, more) = changed(&next.lines, &before, change, &mut availability, facts)?;
        touched.extend([&line].into_iter().chain(&more).map(|line| line.id.clone()));
        let is_move = change.is_move_of(&before);
        let seen = if is_move { change.seen_price } else { Some(before.unit_price) };
        if let Some(seen) = seen {
            let bought = [&line].into_iter().chain(&more).filter(|line| line.quantity > 0 && line.unit_price > seen);
            raised.extend(bought.map(|line| (line.clone(), seen)));
        }
        if is_move || restored.contains(&line.id) || change.quantity > before.quantity {
            grown.push(line.id.clone());
        }
        next.lines[at] = line;
        next.lines.extend(more);
    }
    let without_host = take_out_without_host(&mut next, cart, facts);
    lines_within_bounds(catalog, &cart.lines, &next.lines, &grown)?;
    if !raised.is_empty() {
        ask(Question::price_raised(cart, &raised), context)?;
    }
    join_equal_lines(&mut next, &mut touched);
    let repriced = reprice_without_host(&mut next, cart, &mut availability, facts);
    next.lines.retain(|line| line.quantity > 0);
    if !grown.is_empty() && next.lines.len() > MAX_LINES {
        return Err(Refusal::new(TOO_MANY_LINES).with("max", MAX_LINES).into());
    }
    touched.extend(repriced.iter().cloned());
    let touched: Vec<CartLine> = next.lines.iter().filter(|line| touched.contains(&line.id)).cloned().collect();
    let mut change = with_lines(cart, next, &touched, facts)?;
    change.cart.last_removed = removed_by(&changes, &(&without_host | &repriced), cart);
    change.changes_settings |= request.ends_exchange;
    Ok(change)
}

/// Puts the removed lines that the changes restore back in their places, before any line changes: a line that is sold
/// only beside others then finds them in the cart. Drops the removed lines that the changes dismiss. Returns the ids of
/// the restored lines.
fn put_back(cart: &mut Cart, changes: &[LineChange]) -> Result<BTreeSet<String>, Declined> {
    let mut restored = Vec::new();
    for change in changes {
        if cart.lines.iter().any(|line| line.id == change.line_id) {
            continue;
        }
        let removed = take_removed(cart, &change.line_id).ok_or(Declined::NotFound)?;
        if change.quantity > 0 {
            restored.push(removed);
        }
    }
    restored.sort_by_key(|(_, place)| *place);
    let ids = restored.iter().map(|(line, _)| line.id.clone()).collect();
    for (line, place) in restored {
        let place = place.min(cart.lines.len());
        cart.lines.insert(place, line);
    }
    Ok(ids)
}

/// Sets the quantity of lines that have lost the last line beside which they are sold to 0, and returns their ids.
fn take_out_without_host(next: &mut Cart, before: &Cart, facts: &Facts<'_>) -> BTreeSet<String> {
    let catalog = facts.catalog;
    let has_lost_host = |line: &&CartLine| {
        needed_hosts(catalog, line, &before.lines, facts.now).next().is_some()
            && !has_its_host(catalog, line, &next.lines)
    };
    let without_host: BTreeSet<String> = next.lines.iter().filter(has_lost_host).map(|line| line.id.clone()).collect();
    for line in next.lines.iter_mut().filter(|line| without_host.contains(&line.id)) {
        line.quantity = 0;
    }
    without_host
}

/// Gives lines that are cheaper beside others, and have lost the last of them, the public price. Returns their ids.
fn reprice_without_host(
    next: &mut Cart,
    before: &Cart,
    availability: &mut Availability,
    facts: &Facts<'_>,
) -> BTreeSet<String> {
    let has_lost_host = |line: &&CartLine| {
        line.quantity > 0
            && line.sale_flow.needs_host()
            && has_its_host(facts.catalog, line, &before.lines)
            && !has_its_host(facts.catalog, line, &next.lines)
    };
    // A line that cannot be sold at the public price is left to the revision, which removes it and says so.
    let lines: Vec<CartLine> = next.lines.iter().filter(has_lost_host).cloned().collect();
    let mut ids = BTreeSet::new();
    for line in lines {
        *availability = mem::take(availability).without(facts.held.claimed_by(&line.id));
        let Ok(mut sold) = sold_now(&next.lines, &line, &WantedLine::from(&line), availability, facts) else {
            continue;
        };
        let repriced = CartLine { id: line.id.clone(), ..sold.remove(0) };
        ids.extend([&repriced].into_iter().chain(&sold).map(|line| line.id.clone()));
        if let Some(there) = next.lines.iter_mut().find(|it| it.id == line.id) {
            *there = repriced;
        }
        next.lines.extend(sold);
    }
    ids
}

/// Gives lines that the last change repriced, because it removed their hosts, their earlier price if their hosts are
/// restored. Returns their ids.
fn restore_hosted_prices(next: &mut Cart, restored: &BTreeSet<String>, facts: &Facts<'_>) -> BTreeSet<String> {
    let Some(last) = next.last_removed.take_if(|_| !restored.is_empty()) else { return BTreeSet::new() };
    let mut ids = BTreeSet::new();
    for earlier in last.lines() {
        let at = next.lines.iter().position(|line| line.id == earlier.id && line.quantity == earlier.quantity);
        if let Some(at) = at.filter(|_| has_its_host(facts.catalog, earlier, &next.lines)) {
            next.lines[at] = earlier.clone();
            ids.insert(earlier.id.clone());
        }
    }
    ids
}

/// The lines that these changes remove from the cart, with the lines that left or were repriced because their host left;
/// `None` if they remove none. If the change before has removed a line already, for example in another tab, what left with it counts
/// as removed by this one, so that it can still be restored.
fn removed_by(changes: &[LineChange], without_host: &BTreeSet<String>, cart: &Cart) -> Option<RemovedLines> {
    let is_named = |line: &CartLine| changes.iter().any(|it| it.line_id == line.id && it.quantity == 0);
    let here = cart.lines.iter().enumerate().map(|(at, line)| RemovedLine { at, line: line.clone() });
    let leaving = here.filter(|removed| is_named(&removed.line) || without_host.contains(&removed.line.id));
    let before = cart.last_removed.iter().filter(|removed| removed.lines().any(is_named));
    let before = before.flat_map(|removed| removed.0.iter().cloned());
    let is_restored = |line: &CartLine| changes.iter().any(|it| it.line_id == line.id && it.quantity > 0);
    let before = before.filter(|removed| !is_restored(&removed.line));
    let removed: Vec<RemovedLine> = before.chain(leaving).collect();
    (!removed.is_empty()).then_some(RemovedLines(removed))
}

/// The lines that would release scarce places if these changes were applied.
fn moves_from_scarce_places<'l>(cart: &'l Cart, changes: &[LineChange], facts: &Facts<'_>) -> Vec<&'l CartLine> {
    let is_moving = |line: &&CartLine| {
        changes.iter().any(|change| change.line_id == line.id && change.quantity > 0 && change.is_move_of(line))
    };
    let moving = cart.lines.iter().filter(is_moving);
    moving.filter(|line| is_scarce(facts.catalog, &facts.held, line, facts.now)).collect()
}

/// Takes a removed line, to restore, replace or dismiss it, with its place: out of the revision, whose lines return to the end, or
/// out of the lines that the shopper's last change removed.
pub fn take_removed(cart: &mut Cart, line_id: &str) -> Option<(CartLine, usize)> {
    if let Some(revision) = &mut cart.revision
        && let Some(at) = revision.removed.iter().position(|line| line.id == line_id)
    {
        return Some((revision.removed.remove(at), usize::MAX));
    }
    let last = &mut cart.last_removed.as_mut()?.0;
    let RemovedLine { at, line } = last.remove(last.iter().position(|removed| removed.line.id == line_id)?);
    Some((line, at))
}

/// A line after its change, and the additional units at today's prices, if any.
fn changed(
    lines: &[CartLine],
    line: &CartLine,
    change: &LineChange,
    availability: &mut Availability,
    facts: &Facts<'_>,
) -> Result<(CartLine, Vec<CartLine>), Refusal> {
    let (catalog, quantity) = (facts.catalog, change.quantity);
    if quantity == 0 {
        return Ok((CartLine { quantity, ..line.clone() }, Vec::new()));
    }
    if line.is_bundle() {
        return Ok((changed_bundle(line, change, facts)?, Vec::new()));
    }
    let is_move = change.is_move_of(line);
    let (product, variant) = catalog.variant(&line.variant_id).ok_or_else(|| no_longer_available(line))?;
    if is_move && !line.is_movable(product) {
        return Err(Refusal::new(NOT_MOVABLE).with("name", &line.product_name));
    }
    if line.has_seat() && quantity > 1 {
        return Err(Refusal::new(ONE_SEAT));
    }
    if line.pass().is_some() && quantity > 1 {
        return Err(Refusal::new(ONE_PASS));
    }
    let mut wanted = WantedLine { quantity, ..WantedLine::from(line) };
    if !is_move && (line.is_donation() || is_held(catalog, &facts.held, line, facts.now)) {
        if line.is_donation() && quantity != line.quantity {
            within_bounds(catalog, variant, None, quantity)?;
        }
        if quantity <= line.quantity {
            return Ok((CartLine { quantity, ..line.clone() }, Vec::new()));
        }
        wanted.quantity = quantity - line.quantity;
        return Ok((line.clone(), sold_now(lines, line, &wanted, availability, facts)?));
    }
    if let Some(performances) = &change.performances {
        wanted.performances.clone_from(performances);
    }
    *availability = mem::take(availability).without(facts.held.claimed_by(&line.id));
    let mut sold = sold_now(lines, line, &wanted, availability, facts)?;
    let repriced = sold.remove(0);
    // The shop assigns seats only to lines that are added.
    if repriced.is_to_be_seated(catalog) {
        return Err(Refusal::new(CHOOSE_SEAT));
    }
    Ok((CartLine { id: line.id.clone(), ..repriced }, sold))
}

/// New lines on the sale terms of an existing line, at today's prices; at least one.
fn sold_now(
    lines: &[CartLine],
    line: &CartLine,
    wanted: &WantedLine,
    availability: &mut Availability,
    facts: &Facts<'_>,
) -> Result<Vec<CartLine>, Refusal> {
    let terms = terms_now(facts.catalog, line, lines, facts.now).ok_or_else(|| no_longer_available(line))?;
    let sellable = sellable(facts.catalog, wanted, terms, facts.now)?;
    Ok(price_lines(facts.catalog, sellable, terms, availability, facts.now))
}

/// A bundle has quantity 1 and fixed times. To change it, the shopper edits it in the builder, and an addition replaces
/// the line.
fn changed_bundle(line: &CartLine, change: &LineChange, facts: &Facts<'_>) -> Result<CartLine, Refusal> {
    if change.is_move_of(line) {
        return Err(Refusal::new(NOT_MOVABLE).with("name", &line.product_name));
    }
    if change.quantity > 1 {
        return Err(Refusal::new(MAXIMUM).with("max", 1));
    }
    if is_held(facts.catalog, &facts.held, line, facts.now) {
        return Ok(line.clone());
    }
    bundles::reprice(facts.catalog, line, &availability_without(line, facts), facts.now)
}

/// The availability as if the line's claims were released.
fn availability_without(line: &CartLine, facts: &Facts<'_>) -> Availability {
    facts.availability.clone().without(facts.held.claimed_by(&line.id))
}

/// Checks the bounds of each changed line, together with the lines of the same item at different prices. Removing a
/// line is always allowed: the minimum for the remaining lines is checked before payment.
fn lines_within_bounds(
    catalog: &Catalog,
    before: &[CartLine],
    after: &[CartLine],
    grown: &[String],
) -> Result<(), Refusal> {
    for line in after.iter().filter(|line| line.quantity > 0 && !line.is_donation()) {
        let Some((_, variant)) = catalog.variant(&line.variant_id) else { continue };
        let count = count_with(after, line);
        let has_shrunk = before.iter().any(|known| known.id == line.id && known.quantity > line.quantity);
        // A quantity may be reduced even if it stays above a maximum that was lowered later.
        let checked = if has_shrunk { count.min(most(catalog, line)) } else { count };
        if has_shrunk || grown.contains(&line.id) {
            within_bounds(catalog, variant, line.redemption(), checked)?;
        }
    }
    Ok(())
}

/// Merges lines that have become equal, including their price, into the earlier line: at least one of them is touched.
fn join_equal_lines(cart: &mut Cart, touched: &mut BTreeSet<String>) {
    for later in 1..cart.lines.len() {
        let new = &cart.lines[later];
        let is_touched = |line: &CartLine| touched.contains(&line.id) || touched.contains(&new.id);
        let is_equal = |line: &CartLine| {
            is_touched(line) && line.quantity > 0 && is_same(line, new) && line.unit_price == new.unit_price
        };
        if new.quantity == 0 {
            continue;
        }
        let Some(earlier) = cart.lines[..later].iter().position(is_equal) else { continue };
        cart.lines[earlier].quantity = cart.lines[earlier].quantity.saturating_add(cart.lines[later].quantity);
        cart.lines[later].quantity = 0;
        touched.insert(cart.lines[earlier].id.clone());
    }
}

/// Combines the changes of each line: the last quantity, at the last new performances.
fn one_for_each_line(changes: &[LineChange]) -> Vec<LineChange> {
    let mut combined: Vec<LineChange> = Vec::with_capacity(changes.len());
    for change in changes {
        match combined.iter_mut().find(|earlier| earlier.line_id == change.line_id) {
            None => combined.push(change.clone()),
            Some(earlier) => {
                earlier.quantity = change.quantity;
                if change.performances.is_some() {
                    earlier.performances.clone_from(&change.performances);
                    earlier.seen_price = change.seen_price;
                }
            }
        }
    }
    combined
}
