//! Adds lines. A new line is merged with an existing line for the same item, performances and promotion, except that a
//! line with held places is merged only at the same price. Lines that the new ones replace are removed, and so are lines
//! that cannot be bought together with the new ones, after the shopper confirms it. A pass that replaces the same pass
//! keeps its passholder, and a bundle that replaces a line keeps its id.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::modify::take_removed;
use super::seats;
use crate::error::Refusal;
use crate::shop::cart::Cart;
use crate::shop::cart::bundles;
use crate::shop::cart::change::{CartChange, Declined, ask, with_lines};
use crate::shop::cart::command::Addition;
use crate::shop::cart::facts::Facts;
use crate::shop::cart::hold::hold_of;
use crate::shop::cart::line::{CartLine, MAX_LINES};
use crate::shop::cart::line::{count_with, is_same};
use crate::shop::cart::order_limits::within_limits;
use crate::shop::cart::prices::{has_its_host, price_units, visits, write_offers};
use crate::shop::cart::quantities::{TOO_MANY_LINES, uses, within_bounds, within_uses};
use crate::shop::cart::questions::Question;
use crate::shop::cart::refusals::WRONG_FLOW;
use crate::shop::cart::sellable::SellableLine;
use crate::shop::cart::stock::{first_units, is_held, is_scarce};
use crate::shop::cart::store;
use crate::shop::entitlement::Redemption;
use crate::shop::performance::Availability;
use midway_catalog::files::Variant;
use midway_catalog::{Catalog, SaleContext};
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

pub fn add(cart: &Cart, addition: &Addition<'_>, facts: &Facts<'_>) -> Result<CartChange, Declined> {
    let (catalog, now) = (facts.catalog, facts.now);
    let context = addition.context.as_deref();
    let lines = with_passholders(seats::choose(cart, addition, facts)?, cart, addition);
    let mut next = cart.clone();
    // A line that a revision has removed can be replaced too.
    let takes = |id: &String| cart.lines.iter().any(|line| line.id == *id) || take_removed(&mut next, id).is_some();
    if !addition.replaces.iter().all(takes) {
        return Err(Declined::NotFound);
    }
    let replaced = addition.replaced_lines(cart);
    let excluded: Vec<&CartLine> = replaced.iter().copied().filter(|line| !addition.names(line)).collect();
    if let Some(added) = lines.iter().find(|new| excluded.iter().any(|line| new.replaces(line))) {
        ask(Question::replace_lines(cart, &added.product.name, &excluded), context)?;
    }
    // The places of the lines that leave are free for the new ones.
    let freed = replaced.iter().flat_map(|line| facts.held.claimed_by(&line.id));
    let availability = facts.availability.clone().without(freed);
    let mut adding = priced(catalog, addition, lines, availability, now)?;
    if let ([new], [id], Some(_)) = (&mut adding[..], &addition.replaces[..], &addition.bundle) {
        // The new bundle is the same line with other parts.
        new.line.id.clone_from(id);
    }
    let leaves_places = |line: &CartLine| adding.iter().all(|new| new.line.performances != line.performances);
    let moved = replaced.iter().copied().filter(|line| addition.names(line) && leaves_places(line));
    let scarce: Vec<&CartLine> = moved.filter(|line| is_scarce(catalog, &facts.held, line, now)).collect();
    if !scarce.is_empty() {
        ask(Question::move_lines(cart, &scarce), context)?;
    }
    let raised: Vec<(CartLine, Money)> = adding
        .iter()
        .filter_map(|adding| Some((adding.line.clone(), adding.seen_price?)))
        .filter(|(line, seen)| line.unit_price > *seen)
        .collect();
    if !raised.is_empty() {
        ask(raised_question(catalog, cart, &adding, &raised), context)?;
    }
    let stays = |line: &CartLine| replaced.iter().all(|replaced| replaced.id != line.id);
    next.lines.retain(stays);
    let kept = next.lines.len();
    let mut touched = BTreeSet::new();
    let mut coming = adding.into_iter();
    while let Some(adding) = coming.next() {
        // The host line may have been removed since the sale context was checked.
        if !has_its_host(catalog, &adding.line, &next.lines) {
            return Err(Refusal::new(WRONG_FLOW).into());
        }
        let more = count_with(coming.as_slice().iter().map(|more| &more.line), &adding.line);
        let is_held = |line: &CartLine| is_held(catalog, &facts.held, line, now);
        touched.insert(merge_or_append(catalog, &mut next, (adding, more), is_held)?);
    }
    let blank = next.blank_passes.as_ref().map_or(0, |blank| blank.0.len());
    if next.lines.len() + blank > MAX_LINES {
        return Err(Refusal::new(TOO_MANY_LINES).with("max", MAX_LINES).into());
    }
    let changed: Vec<CartLine> = touched.into_iter().map(|at| next.lines[at].clone()).collect();
    // The new lines stand where the first line stood that the shopper replaces; without one, they are the last.
    let at = cart.lines.iter().take_while(|line| !addition.names(line)).filter(|line| stays(line)).count();
    let added = next.lines.len() - kept;
    next.lines[at..].rotate_right(added);
    with_lines(cart, next, &changed, facts)
}

/// The lines, in which each new pass without a passholder has the passholder of the pass that it replaces.
fn with_passholders<'c>(
    mut lines: Vec<SellableLine<'c>>,
    cart: &Cart,
    addition: &Addition<'_>,
) -> Vec<SellableLine<'c>> {
    let named = cart.lines.iter().filter(|line| addition.names(line));
    let with_details = named.filter_map(|line| Some((&line.variant_id, line.pass_details()?)));
    let mut replaced: Vec<_> = with_details.filter(|(_, details)| details.follows.is_none()).collect();
    for line in lines.iter_mut().filter(|line| line.variant.pass.is_some() && line.pass_details.is_none()) {
        if let Some(at) = replaced.iter().position(|(variant_id, _)| **variant_id == line.variant.id) {
            line.pass_details = Some(Box::new(replaced.remove(at).1.clone()));
        }
    }
    lines
}

/// The lines of a cart after an addition, with their prices and offers. Without a cart, the added lines are the only
/// lines of a new one.
///
/// # Errors
/// The refusals of [`add`] about sale terms, quantities and limits per cart. Hosts and the number of lines are not
/// checked, seats are not chosen, and no question is asked.
pub fn quoted(
    catalog: &Catalog,
    addition: &Addition<'_>,
    before: Option<Cart>,
    availability: Availability,
    now: Instant,
) -> Result<Vec<CartLine>, Refusal> {
    let mut cart = before.unwrap_or_else(|| store::new_cart(String::new(), None, now));
    let before = cart.lines.clone();
    let hold = hold_of(&cart);
    let adding = priced(catalog, addition, addition.lines.clone(), availability, now)?;
    cart.lines.retain(|line| !addition.names(line));
    let mut coming = adding.into_iter();
    while let Some(adding) = coming.next() {
        let more = count_with(coming.as_slice().iter().map(|more| &more.line), &adding.line);
        merge_or_append(catalog, &mut cart, (adding, more), |_| false)?;
    }
    within_uses(catalog, &uses(catalog, &before), &uses(catalog, &cart.lines))?;
    within_limits(catalog, &before, &cart.lines)?;
    write_offers(catalog, &mut cart.lines, hold, now);
    Ok(cart.lines.0)
}

/// A line to add, at today's price.
struct PricedLine<'c> {
    /// `None` for a bundle, which is never merged.
    variant: Option<&'c Variant>,
    line: CartLine,
    /// The net unit price that the shopper was shown.
    seen_price: Option<Money>,
}

/// The lines at today's prices. A bundle is one line.
fn priced<'c>(
    catalog: &Catalog,
    addition: &Addition<'c>,
    lines: Vec<SellableLine<'c>>,
    mut availability: Availability,
    now: Instant,
) -> Result<Vec<PricedLine<'c>>, Refusal> {
    if let Some(bundle) = &addition.bundle {
        let line = bundles::priced(catalog, bundle, &lines, &availability, now);
        let seen_price = bundle.seen_price.map(|shown| shown - line.unit_fees);
        return Ok(vec![PricedLine { variant: None, line, seen_price }]);
    }
    let mut priced = Vec::with_capacity(lines.len());
    for line in lines {
        let (variant, seen_price) = (line.variant, line.seen_price);
        let mut rest = Some(line);
        while let Some(line) = rest {
            let visits = visits(catalog, &line.performances, &availability);
            let sale_context = sale_context_for(&addition.sale_context, line.redemption.as_ref()).into_owned();
            let sale_context = sale_context.with_left(availability.units_left());
            let terms = sale_context.terms_for(catalog, line.product, variant, &visits, now);
            let terms = terms.ok_or_else(|| Refusal::new(WRONG_FLOW))?;
            let (line, more) = price_units(catalog, line, terms, &mut availability, now);
            priced.push(PricedLine { variant: Some(variant), line, seen_price });
            rest = more;
        }
    }
    Ok(priced)
}

/// Asks whether to buy lines that cost more than the shopper was shown. If the first units of a variant have the lower
/// price, the question says how many are left at it.
fn raised_question(
    catalog: &Catalog,
    cart: &Cart,
    adding: &[PricedLine<'_>],
    raised: &[(CartLine, Money)],
) -> Question {
    let is_of_first = |new: &&PricedLine<'_>| {
        let is_raised = |(line, _): &(CartLine, Money)| line.variant_id == new.line.variant_id;
        first_units(catalog, &new.line).is_some() && raised.iter().all(is_raised)
    };
    let is_raised = |new: &&PricedLine<'_>| raised.iter().any(|(line, _)| line.id == new.line.id);
    let lowest: Vec<&CartLine> =
        adding.iter().filter(is_of_first).filter(|new| !is_raised(new)).map(|new| &new.line).collect();
    match lowest.is_empty() {
        true => Question::price_raised(cart, raised),
        false => Question::few_at_price(cart, &lowest, raised),
    }
}

/// The sale context of a line: a redeemed line has only the promotion of its entitlement.
pub fn sale_context_for<'w, 'c>(
    sale_context: &'w SaleContext<'c>,
    redemption: Option<&Redemption>,
) -> Cow<'w, SaleContext<'c>> {
    match redemption {
        Some(redemption) => Cow::Owned(sale_context.of_promotion(&redemption.id.promotion())),
        None => Cow::Borrowed(sale_context),
    }
}

/// Puts a line into the cart, merged if possible, and returns its index. A line without held places is repriced when a
/// new line is merged into it. `more` units of the same item come with other lines of the addition, at other prices.
fn merge_or_append(
    catalog: &Catalog,
    cart: &mut Cart,
    (adding, more): (PricedLine<'_>, u32),
    is_held: impl Fn(&CartLine) -> bool,
) -> Result<usize, Refusal> {
    let PricedLine { variant, line: new, .. } = adding;
    let Some(variant) = variant else { return Ok(append(cart, new)) };
    // Seats, passes and units at different prices have separate lines, but the bounds apply to their combined quantity.
    let together = count_with(cart.lines.iter(), &new).saturating_add(new.quantity).saturating_add(more);
    within_bounds(catalog, variant, new.redemption(), together)?;
    // A line with held places keeps its price, and the new line has today's price. Merge the lines only when both
    // prices are equal. A line without held places may not get more of the first units of a price than are left.
    let joins = |line: &CartLine| match is_held(line) {
        true => is_same(line, &new) && line.unit_price == new.unit_price,
        false => is_same(line, &new) && first_units(catalog, &new).is_none(),
    };
    if let Some(index) = cart.lines.iter().position(joins) {
        let line = &mut cart.lines[index];
        let quantity = line.quantity.saturating_add(new.quantity);
        if is_held(line) {
            line.quantity = quantity;
        } else {
            *line = CartLine { id: line.id.clone(), quantity, ..new };
        }
        return Ok(index);
    }
    Ok(append(cart, new))
}

/// Appends the line and returns its index.
fn append(cart: &mut Cart, line: CartLine) -> usize {
    cart.lines.push(line);
    cart.lines.len() - 1
}
