//! The stock that lines need, and whether a cart holds it. Pure.

use std::collections::BTreeSet;

use super::Cart;
use super::line::{CartLine, ChosenPerformance, ChosenPerformances};
use super::pass_rules::only_follower;
use super::refusals::no_longer_available;
use crate::error::Refusal;
use crate::shop::inventory::{Draw, HeldClaims, LineClaim, StockKey};
use crate::shop::performance::{self, Performance};
use midway_catalog::Catalog;
use midway_catalog::files::{Product, Variant};
use midway_kernel::id::VariantId;
use midway_kernel::time::Instant;

/// The stock that a line needs: a place at its performances and pools for each person it admits, units of a limited
/// variant, uses of a limited code, first units of a sale price, units of a redeemed entitlement, and the single renewal
/// or upgrade of an earlier ticket. A package or bundle needs what its parts need. A performance that is no longer in the catalogue needs
/// nothing here; `sellable` rejects it. `None` when the catalogue no longer has the variant, the bundle or a part.
pub fn draws(catalog: &Catalog, line: &CartLine) -> Option<Vec<Draw>> {
    let own = match line.bundle_id() {
        Some(bundle) => catalog.bundle(&bundle).map(|_| None)?,
        None => Some(catalog.variant(&line.variant_id)?),
    };
    let mut draws = match (line.package(), own) {
        (None, own) => own.map(|of| places(catalog, of, &line.performances.0, line.quantity)).unwrap_or_default(),
        (Some(package), own) => {
            let mut draws = own.map(|own| own_stock(own, line.quantity)).unwrap_or_default();
            for part in &package.parts {
                let of_part = catalog.variant(&part.variant_id)?;
                let quantity = line.quantity.saturating_mul(part.quantity);
                draws.extend(places(catalog, of_part, &part.performances.0, quantity));
            }
            draws
        }
    };
    draws.extend(line.follows().map(only_follower));
    draws.extend(line.redemption().into_iter().flat_map(|it| it.draws(catalog, line.quantity)));
    draws.extend(first_units(catalog, line));
    let promotion = line.promotion.as_ref().and_then(|promotion| catalog.promotion(&promotion.id));
    draws.extend(promotion.and_then(|promotion| {
        let key = StockKey::promotion(&promotion.id);
        Some(Draw { key, capacity: promotion.uses?, quantity: line.quantity })
    }));
    Some(draws)
}

/// The units that a line takes of a sale price that holds only for the first units sold; `None` at any other price.
pub fn first_units(catalog: &Catalog, line: &CartLine) -> Option<Draw> {
    let sale = catalog.limited_price(&line.promotion.as_ref()?.id)?;
    let visit = line.performances.0.first().map(|chosen| (chosen.date, chosen.time));
    let key = StockKey::first_units(&sale.id, sale.first_units(visit)?);
    Some(Draw { key, capacity: sale.first?, quantity: line.quantity })
}

/// What a cart needs as a whole, whatever the number of units: the codes for one order by which its lines are sold. The
/// claim has the cart's id in place of a line's.
pub fn claim_of_cart(catalog: &Catalog, cart_id: &str, lines: &[CartLine]) -> LineClaim {
    let codes: BTreeSet<&str> = lines.iter().filter_map(|line| code_for_one_order(catalog, line)).collect();
    let draw = |code| Draw { key: StockKey::single_use_code(code), capacity: 1, quantity: 1 };
    LineClaim { line_id: cart_id.to_owned(), draws: codes.into_iter().map(draw).collect() }
}

/// The code by which a line is sold, if it is for one order only.
pub fn code_for_one_order<'l>(catalog: &Catalog, line: &'l CartLine) -> Option<&'l str> {
    let promotion = line.promotion.as_ref()?;
    let code = promotion.code.as_deref()?;
    catalog.promotion(&promotion.id).filter(|it| it.is_for_one_order(code)).map(|_| code)
}

fn own_stock((product, variant): (&Product, &Variant), quantity: u32) -> Vec<Draw> {
    let of_variant = variant.stock.map(|capacity| Draw { key: StockKey::variant(&variant.id), capacity, quantity });
    product_stock(product, quantity).into_iter().chain(of_variant).collect()
}

/// The stock of a product over all its variants, if it is limited.
pub fn product_stock(product: &Product, quantity: u32) -> Option<Draw> {
    product.stock.map(|capacity| Draw { key: StockKey::product(&product.id), capacity, quantity })
}

/// The places that a line needs at all its performances together. A package or bundle needs those of its parts.
pub fn count_places(catalog: &Catalog, line: &CartLine) -> u32 {
    let count = |variant_id: &VariantId, performances: &[ChosenPerformance], quantity: u32| {
        let each = catalog.variant(variant_id).map_or(1, |(_, variant)| places_of_unit(variant));
        let performances = u32::try_from(performances.len()).unwrap_or(u32::MAX);
        quantity.saturating_mul(each).saturating_mul(performances)
    };
    let Some(package) = line.package() else {
        return count(&line.variant_id, &line.performances.0, line.quantity);
    };
    let parts = package
        .parts
        .iter()
        .map(|part| count(&part.variant_id, &part.performances.0, line.quantity.saturating_mul(part.quantity)));
    parts.fold(0, u32::saturating_add)
}

/// The places that one unit takes at each of its performances. A family ticket for four takes four places. An item
/// without tickets, such as parking, takes one place.
fn places_of_unit(variant: &Variant) -> u32 {
    variant.tickets.max(1)
}

fn places(
    catalog: &Catalog,
    (product, variant): (&Product, &Variant),
    performances: &[ChosenPerformance],
    quantity: u32,
) -> Vec<Draw> {
    let places = quantity.saturating_mul(places_of_unit(variant));
    performances
        .iter()
        .filter_map(|chosen| Some((chosen, performance::find(catalog, &chosen.performance_id)?)))
        .flat_map(|(chosen, performance)| {
            let (section, seat) = (chosen.section.as_ref(), chosen.seat.as_ref());
            performance.draws_at(catalog, places, section.map(|it| &it.id), seat.map(|it| &it.id))
        })
        .chain(own_stock((product, variant), quantity))
        .collect()
}

/// So many units of a variant at each of these performances.
pub type UnitsAt<'l> = (&'l VariantId, &'l ChosenPerformances, u32);

/// What a sold line draws after its places at one performance were given back and as many are taken at another one.
/// `sold` is what it draws before, and `items` what it has places for: its own performances, or those of its parts.
/// Everything else stays, also the first units of a sale price. `None` when the catalogue no longer has a variant.
pub fn draws_after_move(
    catalog: &Catalog,
    sold: &[Draw],
    items: &[UnitsAt<'_>],
    (from, to): (&ChosenPerformance, &Performance<'_>),
) -> Option<Vec<Draw>> {
    let (mut of_others, mut new) = (Vec::new(), Vec::new());
    for (variant, performances, quantity) in items {
        let places = quantity.saturating_mul(places_of_unit(catalog.variant(variant)?.1));
        for chosen in &performances.0 {
            if chosen.performance_id == from.performance_id {
                let (section, seat) = (chosen.section.as_ref(), chosen.seat.as_ref());
                new.extend(to.draws_at(catalog, places, section.map(|it| &it.id), seat.map(|it| &it.id)));
            } else if let Some(other) = performance::find(catalog, &chosen.performance_id) {
                of_others.extend(other.draws(catalog, places));
            }
        }
    }
    // Of a capacity pool at the old time, the line keeps what its other performances draw.
    let of_others =
        |key: &StockKey| -> u32 { of_others.iter().filter(|draw| draw.key == *key).map(|draw| draw.quantity).sum() };
    let left = |draw: &Draw| match &draw.key {
        key if key.is_of(&from.performance_id) => 0,
        key if key.is_pool_at(from.date, from.time) => draw.quantity.min(of_others(key)),
        _ => draw.quantity,
    };
    let kept = sold.iter().map(|draw| Draw { quantity: left(draw), ..draw.clone() });
    Some(kept.filter(|draw| draw.quantity > 0).chain(new).collect())
}

/// The claims that lines need for their quantities.
///
/// # Errors
/// A refusal for a line that the catalogue no longer has.
pub fn claims_of<'l>(
    catalog: &Catalog,
    lines: impl IntoIterator<Item = &'l CartLine>,
) -> Result<Vec<LineClaim>, Refusal> {
    let claim_of = |line: &CartLine| -> Result<LineClaim, Refusal> {
        let draws = draws(catalog, line).ok_or_else(|| no_longer_available(line))?;
        Ok(LineClaim { line_id: line.id.clone(), draws })
    };
    lines.into_iter().map(claim_of).collect()
}

/// The stock that lines need together.
pub fn needed_stock(catalog: &Catalog, lines: &[CartLine]) -> Vec<Draw> {
    lines.iter().filter_map(|line| draws(catalog, line)).flatten().collect()
}

/// Whether a line's price is guaranteed: it is limited, it holds all that it needs, and the catalogue still has it.
pub fn is_held(catalog: &Catalog, held: &HeldClaims, line: &CartLine, now: Instant) -> bool {
    let has_performances =
        || line.performances.0.iter().all(|chosen| performance::find(catalog, &chosen.performance_id).is_some());
    draws(catalog, line)
        .is_some_and(|draws| !draws.is_empty() && held.covers(&line.id, &draws, now) && has_performances())
}

/// Whether a line is held and has a product whose release the shopper must confirm (`confirm_release`).
pub fn is_scarce(catalog: &Catalog, held: &HeldClaims, line: &CartLine, now: Instant) -> bool {
    line.products().any(|id| catalog.product(id).is_some_and(|product| product.confirm_release))
        && is_held(catalog, held, line, now)
}

/// The lines that a revision may reprice: the lines that are not held, and the lines that depend on another line that
/// may be removed.
pub fn may_be_repriced<'l>(
    catalog: &Catalog,
    cart: &'l Cart,
    held: &HeldClaims,
    now: Instant,
) -> impl Iterator<Item = &'l CartLine> {
    let may_change = move |line: &&CartLine| line.sale_flow.needs_host() || !is_held(catalog, held, line, now);
    cart.lines.iter().filter(may_change)
}
