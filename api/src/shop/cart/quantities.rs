//! The minimum and maximum quantities of lines, the limits per cart, and the number of free places that one network
//! address may order. Pure.

use std::collections::{BTreeMap, BTreeSet};

use super::accessible_places::lonely_companions;
use super::entity::cart::Model as Cart;
use super::line::{CartLine, count_with};
use super::order_limits::{room, unmet_companions, unmet_minimums};
use super::stock::{count_places, draws};
use crate::error::Refusal;
use crate::shop::entitlement::Redemption;
use crate::shop::inventory::{Draw, StockKey};
use midway_catalog::files::{Settings, Variant};
use midway_catalog::{Catalog, line_range};
use midway_kernel::id::PromotionId;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

pub const MINIMUM: Text = Text { id: "quantity.minimum", default: "Minimum quantity is {{min}}" };
pub const MAXIMUM: Text = Text { id: "quantity.maximum", default: "Maximum quantity is {{max}}" };
pub const TOO_FEW: Text =
    Text { id: "cart.too-few", default: "The minimum for {{name}} is {{min}}. Please add more or remove it." };
pub const TOO_MANY_LINES: Text = Text {
    id: "cart.too-many-lines",
    default: "A cart can hold up to {{max}} different items. Please buy these first, or remove some.",
};
pub const TOO_MANY_PLACES: Text = Text {
    id: "cart.too-many-places",
    default: "A cart can hold up to {{max}} tickets. Please place more than one order, or contact us about larger groups.",
};
pub const CODE_PER_CART: Text =
    Text { id: "promotion.per-cart", default: "The limit for this offer is {{max}} per order." };

/// What keeps a cart from being bought: quantities below a minimum, lines without enough of what they are sold together
/// with, companion seats without a wheelchair space, and exchanged tickets that nothing replaces. A revision or the removal
/// of a line can cause this. Minimums do not apply to the products of exchanged tickets: the others stay in their order.
pub fn unmet(catalog: &Catalog, cart: &Cart, now: Instant) -> Vec<Refusal> {
    let exchange = cart.exchange.as_ref();
    let units = |line: &CartLine| -> u32 {
        cart.lines.iter().filter(|it| it.product_id == line.product_id).map(|it| it.quantity).sum()
    };
    let is_exchanged = |line: &&CartLine| exchange.is_some_and(|it| units(line) <= it.units_of(&line.product_id));
    let others: Vec<CartLine> = cart.lines.iter().filter(|line| !is_exchanged(line)).cloned().collect();
    let not_replaced = exchange.map(|it| it.unmet(&cart.lines)).unwrap_or_default();
    let lonely = lonely_companions(catalog, &cart.lines, now);
    not_replaced
        .into_iter()
        .chain(too_few(catalog, &others))
        .chain(unmet_minimums(catalog, &others))
        .chain(unmet_companions(catalog, &cart.lines))
        .chain(lonely)
        .collect()
}

/// The lines with a combined quantity below the minimum of their variant. A renewal or upgrade of a single pass is
/// always allowed.
fn too_few(catalog: &Catalog, lines: &[CartLine]) -> impl Iterator<Item = Refusal> {
    let bought = lines.iter().filter(|line| !line.is_donation() && !line.is_bundle() && line.follows().is_none());
    bought.filter_map(move |line| {
        let min = Some(bounds_together(catalog, line).0).filter(|min| count_with(lines, line) < *min)?;
        let name = format!("{} ({})", line.product_name, line.variant_name);
        Some(Refusal::new(TOO_FEW).with("name", name).with("min", min))
    })
}

/// Checks a quantity against its bounds. The remaining quantity of an entitlement is not checked here, because its
/// stock limits it.
pub fn within_bounds(
    catalog: &Catalog,
    variant: &Variant,
    redemption: Option<&Redemption>,
    quantity: u32,
) -> Result<(), Refusal> {
    let (min, max) = range(catalog, variant, redemption);
    if quantity < min {
        Err(Refusal::new(MINIMUM).with("min", min))
    } else if quantity > max {
        Err(Refusal::new(MAXIMUM).with("max", max))
    } else {
        Ok(())
    }
}

fn range(catalog: &Catalog, variant: &Variant, redemption: Option<&Redemption>) -> (u32, u32) {
    line_range(variant, redemption.and_then(|it| catalog.promotion(&it.id.promotion())))
}

/// The highest combined quantity of a line's item, set by its variant or its entitlement.
pub fn most(catalog: &Catalog, line: &CartLine) -> u32 {
    bounds_together(catalog, line).1
}

fn bounds_together(catalog: &Catalog, line: &CartLine) -> (u32, u32) {
    catalog.variant(&line.variant_id).map_or((1, 100), |(_, it)| range(catalog, it, line.redemption()))
}

/// The minimum and the maximum of one line's quantity, after the quantities of other lines for the same item are
/// subtracted, within the limits of its product. Both are 1 for a seat, a pass or a bundle.
pub fn bounds(catalog: &Catalog, line: &CartLine, lines: &[CartLine]) -> (u32, u32) {
    if line.is_single() || line.is_bundle() {
        return (1, 1);
    }
    let others = count_with(lines, line).saturating_sub(line.quantity);
    let (min, max) = bounds_together(catalog, line);
    let max = max
        .saturating_sub(others)
        .min(room(catalog, line, lines).map_or(u32::MAX, |room| line.quantity.saturating_add(room)));
    (min.saturating_sub(others).max(1), max.max(1))
}

/// What a cart uses of the limits per cart: units per promotion, and places.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    codes: BTreeMap<PromotionId, u32>,
    places: u32,
}

pub fn uses(catalog: &Catalog, lines: &[CartLine]) -> Uses {
    let mut uses = Uses::default();
    for line in lines {
        uses.places = uses.places.saturating_add(count_places(catalog, line));
        if let Some(promotion) = &line.promotion {
            let used = uses.codes.entry(promotion.id.clone()).or_default();
            *used = used.saturating_add(line.quantity);
        }
    }
    uses
}

/// Checks the limits per cart: uses of a code, and places. A cart that exceeds a limit that was lowered later may
/// shrink but not grow.
pub fn within_uses(catalog: &Catalog, before: &Uses, after: &Uses) -> Result<(), Refusal> {
    let most_places = catalog.settings().max_held_places;
    if after.places > most_places.max(before.places) {
        return Err(Refusal::new(TOO_MANY_PLACES).with("max", most_places));
    }
    for (id, used) in &after.codes {
        let most = catalog.promotion(id).and_then(|code| code.uses_per_cart);
        if let Some(most) = most.filter(|most| used > most && *used > before.codes.get(id).copied().unwrap_or(0)) {
            return Err(Refusal::new(CODE_PER_CART).with("max", most));
        }
    }
    Ok(())
}

/// The shared places (of performances, sections and pools) that free lines take. Lines that an offer makes free are not
/// included, because they are bought together with paid tickets. Stocks from which the same cart also takes paid places
/// are not included either.
pub fn free_places(catalog: &Catalog, lines: &[CartLine]) -> Vec<Draw> {
    let is_free = |line: &&CartLine| line.unit_price.is_zero() && line.unit_fees.is_zero();
    let (free, paid): (Vec<&CartLine>, Vec<&CartLine>) = lines.iter().partition(is_free);
    let paid: BTreeSet<StockKey> =
        paid.iter().filter_map(|line| draws(catalog, line)).flatten().map(|draw| draw.key).collect();
    let seated = free.into_iter().filter(|line| line.all_performances().next().is_some());
    let draws = seated.filter_map(|line| draws(catalog, line)).flatten();
    let is_place =
        |key: &StockKey| key.is_shared() && !key.is_promotion() && !key.is_of_first_units() && !key.is_of_items();
    draws.filter(|draw| is_place(&draw.key) && !paid.contains(&draw.key)).collect()
}

/// How many free places of a stock one network address may order: a share of the capacity, at least one.
pub fn most_free_from_one_address(settings: &Settings, capacity: u32) -> u32 {
    let share = (u64::from(capacity) * u64::from(settings.max_free_percent_by_address)).div_ceil(100);
    u32::try_from(share).unwrap_or(u32::MAX).max(1)
}
