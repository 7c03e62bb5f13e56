//! The passes of a cart: adding them without a product, entering their passholders, choosing their products, and
//! removing them.

use crate::error::Refusal;
use crate::shop::cart::Cart;
use crate::shop::cart::change::{CartChange, Declined, with_claims, with_lines};
use crate::shop::cart::command::{ChangeLines, LineChange, WantedPass};
use crate::shop::cart::facts::Facts;
use crate::shop::cart::line::count_with;
use crate::shop::cart::line::{CartLine, MAX_LINES};
use crate::shop::cart::pass_details::{BlankPass, BlankPasses, PassDetails};
use crate::shop::cart::pass_rules::{CartPass, SELECTION_REQUIRED, passes, without_known};
use crate::shop::cart::prices::price_line;
use crate::shop::cart::quantities::{MAXIMUM, TOO_MANY_LINES, most};
use crate::shop::cart::sellable::{NOT_FOR_SALE, WantedLine, sellable};
use crate::shop::performance::Availability;
use crate::shop::ticket::Passholder;
use midway_kernel::id::VariantId;

use super::modify::modify;

/// Adds passes without a product. A pass is left out if the cart already has the same renewal or upgrade. A renewal takes
/// the place of an upgrade of the same pass for which nothing was chosen.
pub fn add_blank(cart: &Cart, adding: &[BlankPass], facts: &Facts<'_>) -> Result<CartChange, Declined> {
    let mut blank = cart.blank_passes.clone().unwrap_or_default();
    let adding = without_known(adding, &passes(cart))?;
    let renewed =
        |ticket: &str| adding.iter().filter_map(|pass| pass.details.renews()).any(|held| held.ticket_id == ticket);
    blank.0.retain(|pass| pass.details.upgrades().is_none_or(|held| !renewed(&held.ticket_id)));
    blank.0.extend(adding);
    if cart.lines.len() + blank.0.len() > MAX_LINES {
        return Err(Refusal::new(TOO_MANY_LINES).with("max", MAX_LINES).into());
    }
    let next = Cart { blank_passes: unless_empty(blank), ..cart.clone() };
    with_claims(cart, next, &[], facts)
}

fn unless_empty(blank: BlankPasses) -> Option<BlankPasses> {
    Some(blank).filter(|blank| !blank.0.is_empty())
}

/// Stores the passholder of a pass as confirmed. The version stays the same.
pub fn describe(cart: &Cart, id: &str, passholder: &Passholder, facts: &Facts<'_>) -> Result<CartChange, Declined> {
    let pass = find(cart, id)?;
    let passholder = pass.with_details(facts.catalog, passholder.clone(), facts.now)?;
    Ok(with_details(cart, id, PassDetails { passholder, ..pass.details }, facts))
}

pub fn set_photo(cart: &Cart, id: &str, name: &str, facts: &Facts<'_>) -> Result<CartChange, Declined> {
    let mut details = find(cart, id)?.details;
    details.passholder.picture = Some(name.to_owned());
    Ok(with_details(cart, id, details, facts))
}

fn find(cart: &Cart, id: &str) -> Result<CartPass, Declined> {
    passes(cart).into_iter().find(|pass| pass.id == id).ok_or(Declined::NotFound)
}

/// Writes the details to the pass's line or to the pass without a product.
fn with_details(cart: &Cart, id: &str, details: PassDetails, facts: &Facts<'_>) -> CartChange {
    let mut next = Cart { changed_at: facts.now, ..cart.clone() };
    match next.lines.iter_mut().find(|line| line.id == id) {
        Some(line) => line.set_pass_details(details),
        None => {
            let blank = next.blank_passes.iter_mut().flat_map(|blank| &mut blank.0);
            for pass in blank.filter(|pass| pass.id == id) {
                pass.details = details.clone();
            }
        }
    }
    CartChange::of_cart(next)
}

/// Removes a pass, and its line if it has one.
pub fn remove(cart: &Cart, id: &str, facts: &Facts<'_>) -> Result<CartChange, Declined> {
    if cart.lines.iter().any(|line| line.id == id && line.pass().is_some()) {
        let change = LineChange { line_id: id.to_owned(), quantity: 0, performances: None, seen_price: None };
        return modify(cart, &ChangeLines { changes: vec![change], ..ChangeLines::default() }, facts);
    }
    let mut blank = cart.blank_passes.clone().unwrap_or_default();
    let before = blank.0.len();
    blank.0.retain(|pass| pass.id != id);
    if blank.0.len() == before {
        return Err(Declined::NotFound);
    }
    let next = Cart { blank_passes: unless_empty(blank), changed_at: facts.now, ..cart.clone() };
    Ok(CartChange::of_cart(next))
}

/// Removes the passes without a product: pages show no line for them, and they would block payment.
pub fn remove_blank(cart: &Cart, facts: &Facts<'_>) -> CartChange {
    CartChange::of_cart(Cart { blank_passes: None, changed_at: facts.now, ..cart.clone() })
}

/// Sets the products of passes: all of them, or none. A pass that already has the chosen product is unchanged.
pub fn choose_products(cart: &Cart, wanted: &[WantedPass], facts: &Facts<'_>) -> Result<CartChange, Declined> {
    if wanted.is_empty() {
        return Err(Refusal::new(SELECTION_REQUIRED).into());
    }
    let mut next = cart.clone();
    let mut changed = Vec::new();
    for wanted in wanted {
        let pass = find(&next, &wanted.id)?;
        if pass.line.as_ref().is_some_and(|line| line.variant_id == wanted.variant_id) {
            continue;
        }
        let line = line_of(pass, &wanted.variant_id, facts)?;
        replace_or_append(&mut next, line.clone());
        changed.push(line);
    }
    for line in &changed {
        let max = most(facts.catalog, line);
        if count_with(next.lines.iter(), line) > max {
            return Err(Refusal::new(MAXIMUM).with("max", max).into());
        }
    }
    with_lines(cart, next, &changed, facts)
}

/// The line of a pass at today's price.
fn line_of(pass: CartPass, variant_id: &VariantId, facts: &Facts<'_>) -> Result<CartLine, Refusal> {
    let (catalog, now) = (facts.catalog, facts.now);
    let option = pass.options(catalog, now).into_iter().find(|option| option.variant.id == *variant_id);
    let option = option.ok_or_else(|| Refusal::new(NOT_FOR_SALE))?;
    let wanted = WantedLine {
        product_id: option.product.id.clone(),
        variant_id: variant_id.clone(),
        quantity: 1,
        performances: Vec::new(),
        seen_price: None,
        redemption: None,
        pass_details: Some(Box::new(pass.details.clone())),
        part_seats: Vec::new(),
    };
    let line = sellable(catalog, &wanted, option.terms, now)?;
    // A pass has no performances, so availability does not affect its price.
    let line = price_line(catalog, line, option.terms, &Availability::default(), now);
    Ok(CartLine { id: pass.id, ..line })
}

/// Replaces the pass's previous line, or the pass without a product.
fn replace_or_append(cart: &mut Cart, line: CartLine) {
    let mut blank = cart.blank_passes.take().unwrap_or_default();
    blank.0.retain(|pass| pass.id != line.id);
    cart.blank_passes = unless_empty(blank);
    match cart.lines.iter_mut().find(|other| other.id == line.id) {
        Some(other) => *other = line,
        None => cart.lines.push(line),
    }
}
