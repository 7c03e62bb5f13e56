//! What may go into a cart, at which price, and for how long its places are held. Pure, but for new lines' ids.

use std::collections::BTreeSet;

use chrono::Duration;

use crate::error::Refusal;
use crate::kernel::coded::SaleFlow;
use crate::kernel::id::{PerformanceId, ProductId, VariantId};
use crate::kernel::secret::random_id;
use crate::kernel::text::Text;
use crate::kernel::time::Instant;
use crate::shop::catalog::Catalog;
use crate::shop::catalog::files::{Product, Settings, Variant};
use crate::shop::inventory::{Draw, StockKey};
use crate::shop::performance;
use crate::shop::pricing::unit_price;

use super::entity::line::{CartLine, ChosenPerformance, ChosenPerformances};

/// A cart with more lines than any family's visit needs is somebody's experiment.
pub const MOST_LINES: usize = 50;

pub const NOTHING_CHOSEN: Text = Text { id: "cart.nothing-chosen", words: "Please choose at least one ticket." };
pub const NOT_FOR_SALE: Text = Text { id: "cart.not-for-sale", words: "This product is not available." };
pub const WRONG_FLOW: Text = Text { id: "cart.wrong-flow", words: "This offer is not available." };
pub const NO_PERFORMANCE: Text =
    Text { id: "cart.no-performance", words: "There are no products available for this date / time" };
pub const CHOOSE_PERFORMANCE: Text = Text { id: "cart.choose-performance", words: "Please choose a date and time." };
pub const MINIMUM: Text = Text { id: "quantity.minimum", words: "Minimum quantity is {{min}}" };
pub const MAXIMUM: Text = Text { id: "quantity.maximum", words: "Maximum quantity is {{max}}" };
pub const TOO_MANY_LINES: Text =
    Text { id: "cart.too-many-lines", words: "A cart holds at most {{max}} different items." };
pub const SOLD_OUT: Text = Text { id: "cart.sold-out", words: "Sorry, {{name}} is sold out." };
pub const FEW_LEFT: Text = Text { id: "cart.few-left", words: "Sorry, only {{left}} left of {{name}}." };
pub const NO_LONGER_AVAILABLE: Text = Text {
    id: "cart.no-longer-available",
    words: "Sorry, {{name}} is no longer available. Please remove it from your cart to continue.",
};
pub const BUSY: Text =
    Text { id: "cart.busy", words: "Your cart is being paid for at the moment. Please wait until that is finished." };

/// What somebody asks to put into the cart.
#[derive(Clone, Debug)]
pub struct WantedLine {
    pub product_id: ProductId,
    pub variant_id: VariantId,
    pub quantity: u32,
    /// Selection index and performance, one for each of the product's selections.
    pub performances: Vec<(u32, PerformanceId)>,
}

impl From<&CartLine> for WantedLine {
    fn from(line: &CartLine) -> Self {
        let performances = line.performances.0.iter().map(|it| (it.selection_index, it.performance_id.clone()));
        WantedLine {
            product_id: line.product_id.clone(),
            variant_id: line.variant_id.clone(),
            quantity: line.quantity,
            performances: performances.collect(),
        }
    }
}

/// A line that may be sold, before the question of places.
#[derive(Clone, Debug)]
pub struct SellableLine<'c> {
    pub product: &'c Product,
    pub variant: &'c Variant,
    pub quantity: u32,
    pub performances: Vec<ChosenPerformance>,
}

/// Whether a line may be sold to anybody now.
pub fn sellable<'c>(
    catalog: &'c Catalog,
    wanted: &WantedLine,
    flow: SaleFlow,
    now: Instant,
) -> Result<SellableLine<'c>, Refusal> {
    if flow != SaleFlow::Public {
        return Err(Refusal::new(WRONG_FLOW));
    }
    let (product, variant) = catalog
        .variant(&wanted.variant_id)
        .filter(|(product, _)| product.id == wanted.product_id && catalog.is_on_sale(product, now))
        // What is given has its own way into the cart: here it would be had for nothing.
        .filter(|(product, _)| product.donation.is_none())
        .ok_or_else(|| Refusal::new(NOT_FOR_SALE))?;
    let asked: BTreeSet<u32> = wanted.performances.iter().map(|(index, _)| *index).collect();
    let needed: BTreeSet<u32> = (1..=product.selections.len() as u32).collect();
    if asked != needed || wanted.performances.len() != needed.len() {
        return Err(Refusal::new(if asked.len() < needed.len() { CHOOSE_PERFORMANCE } else { NO_PERFORMANCE }));
    }
    let mut performances = Vec::with_capacity(needed.len());
    for (index, id) in &wanted.performances {
        performances.push(chosen(catalog, product, variant, *index, id, now)?);
    }
    performances.sort_by_key(|performance| performance.selection_index);
    Ok(SellableLine { product, variant, quantity: wanted.quantity, performances })
}

fn chosen(
    catalog: &Catalog,
    product: &Product,
    variant: &Variant,
    index: u32,
    id: &PerformanceId,
    now: Instant,
) -> Result<ChosenPerformance, Refusal> {
    let selection = product.selections.get(index as usize - 1);
    let performance = performance::find(catalog, id)
        .filter(|found| selection.is_some_and(|selection| selection.shows.contains(&found.show.id)))
        .filter(|found| found.is_open(catalog, now) && performance::is_sold_for(variant, found.show))
        .ok_or_else(|| Refusal::new(NO_PERFORMANCE))?;
    Ok(ChosenPerformance {
        selection_index: index,
        show_id: performance.show.id.clone(),
        show_name: performance.show.name.clone(),
        date: performance.date,
        time: performance.time,
        label: performance.label.map(str::to_owned),
        valid_all_day: performance.show.valid_all_day,
        starts_at: performance.starts_at,
        performance_id: performance.id,
    })
}

/// A new line at today's price.
pub fn priced(catalog: &Catalog, line: SellableLine<'_>, flow: SaleFlow) -> CartLine {
    let unit = unit_price(catalog, line.product, line.variant);
    CartLine {
        id: random_id(),
        product_id: line.product.id.clone(),
        variant_id: line.variant.id.clone(),
        sale_flow: flow,
        product_name: line.product.name.clone(),
        variant_name: line.variant.name.clone(),
        pass_level: line.variant.pass_level.clone(),
        delivery_item: line.variant.delivery_item,
        quantity: line.quantity,
        unit_price: unit.price,
        unit_fees: unit.fees,
        unit_tax: unit.tax,
        performances: ChosenPerformances(line.performances),
    }
}

/// Whether a line may hold this many (spec 1 §5, quantity messages).
pub fn within_bounds(variant: &Variant, quantity: u32) -> Result<(), Refusal> {
    if quantity < variant.min_quantity {
        Err(Refusal::new(MINIMUM).with("min", variant.min_quantity))
    } else if quantity > variant.max_quantity {
        Err(Refusal::new(MAXIMUM).with("max", variant.max_quantity))
    } else {
        Ok(())
    }
}

/// What a line draws from: a place of its performances and pools for everyone it admits, and the pieces of a limited variant.
/// A performance that the catalogue has no more draws nothing; whether it may still be sold is [`sellable`]'s question.
pub fn draws(catalog: &Catalog, variant: &Variant, performances: &[ChosenPerformance], quantity: u32) -> Vec<Draw> {
    let stock = variant.stock.map(|capacity| Draw { key: StockKey::variant(&variant.id), capacity, quantity });
    // A family ticket for four takes four places; something without a ticket, like a place to park, takes one.
    let places = quantity.saturating_mul(variant.tickets.max(1));
    performances
        .iter()
        .filter_map(|chosen| performance::find(catalog, &chosen.performance_id))
        .flat_map(|performance| performance.draws(catalog, places))
        .chain(stock)
        .collect()
}

/// The hold of a cart after a change: the deadline, and when its first claim was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    pub first_claimed_at: Instant,
    pub until: Instant,
}

/// Renews the hold. It never reaches past `max_hold_minutes` after the first claim; a hold that has run out starts anew.
pub fn renewed(hold: Option<Hold>, settings: &Settings, now: Instant) -> Hold {
    let first_claimed_at = hold.filter(|hold| now < hold.until).map_or(now, |hold| hold.first_claimed_at);
    let minutes = |minutes: u32| Duration::minutes(i64::from(minutes));
    let until = (now + minutes(settings.hold_minutes)).min(first_claimed_at + minutes(settings.max_hold_minutes));
    Hold { first_claimed_at, until }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{TimeZone, Utc};

    fn minute(minute: i64) -> Instant {
        Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap() + Duration::minutes(minute)
    }

    #[test]
    fn each_change_renews_the_hold_until_its_longest() {
        let settings = Settings::default();
        let mut hold = renewed(None, &settings, minute(0));
        assert_eq!(hold, Hold { first_claimed_at: minute(0), until: minute(15) });
        for (at, until) in [(10, 25), (24, 39), (38, 53), (50, 60), (59, 60)] {
            hold = renewed(Some(hold), &settings, minute(at));
            assert_eq!(hold.until, minute(until), "changed at minute {at}");
        }
    }

    #[test]
    fn a_hold_that_ran_out_starts_anew() {
        let old = Hold { first_claimed_at: minute(0), until: minute(15) };
        assert_eq!(renewed(Some(old), &Settings::default(), minute(15)).until, minute(30));
    }
}
