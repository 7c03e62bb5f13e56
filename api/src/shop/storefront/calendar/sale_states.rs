//! Finds products that cannot be bought now: their sale has not begun, they are sold out, or their last day has passed.

use super::actions::{DatesAsked, of_day};
use super::wire::SaleState;
use crate::app::App;
use crate::error::Result;
use crate::shop::cart;
use crate::shop::inventory::{Draw, StockKey};
use crate::shop::performance::{Availability, Performance};
use midway_catalog::Catalog;
use midway_catalog::files::{Product, Variant};
use midway_kernel::coded::CapacityLevel;
use midway_kernel::id::ProductId;
use midway_kernel::time::{Instant, days};

/// How many open days of each product are checked per round. Most products have something available on the first day.
const DAYS_PER_ROUND: [usize; 4] = [1, 7, 30, usize::MAX];

/// The state of each product for everyone that cannot be bought. Products whose sale is over are left out.
pub async fn sale_states(app: &App, catalog: &Catalog, now: Instant) -> Result<Vec<(ProductId, SaleState)>> {
    let products = catalog.folder().product.iter();
    let sold = products.filter(|product| product.sold_publicly && !catalog.is_sale_over(product, now));
    sale_states_of(app, catalog, sold, now).await
}

/// The state of each of these products that cannot be bought and has one.
pub async fn sale_states_of(
    app: &App,
    catalog: &Catalog,
    products: impl Iterator<Item = &Product>,
    now: Instant,
) -> Result<Vec<(ProductId, SaleState)>> {
    let closed = not_for_sale(app, catalog, products, now).await?;
    Ok(closed.into_iter().filter_map(|(product, state)| Some((product, state?))).collect())
}

/// The products among these that cannot be bought, with their states. A product has no state if its sale is over, or if
/// its next performance is later than it can be booked. For packages without dates, the stock of their parts is not
/// checked.
pub async fn not_for_sale(
    app: &App,
    catalog: &Catalog,
    products: impl Iterator<Item = &Product>,
    now: Instant,
) -> Result<Vec<(ProductId, Option<SaleState>)>> {
    let (on_sale, other): (Vec<&Product>, Vec<&Product>) =
        products.partition(|product| catalog.is_on_sale(product, now));
    let (dated, undated): (Vec<&Product>, Vec<&Product>) =
        on_sale.into_iter().partition(|product| !product.selections.is_empty());
    let mut found = sold_out_undated(app, catalog, &undated).await?;
    found.extend(other.into_iter().map(|product| (product.id.clone(), state_without_places(catalog, product, now))));
    let any = DatesAsked::default();
    let mut open: Vec<_> = dated.into_iter().map(|product| (product, open_days(catalog, product, &any, now))).collect();
    for (round, count) in DAYS_PER_ROUND.into_iter().enumerate() {
        let looked_at: Vec<Vec<Vec<Draw>>> = open
            .iter_mut()
            .map(|(_, days)| {
                days.by_ref().take(count).flatten().map(|performance| performance.draws(catalog, 1)).collect()
            })
            .collect();
        let keys = looked_at.iter().flatten().flatten().map(|draw| draw.key.clone()).collect();
        let availability = Availability::of(app.db.read(), keys).await?;
        let mut full = Vec::new();
        for ((product, days), performances) in open.into_iter().zip(looked_at) {
            if performances.is_empty() {
                let state = if round > 0 { Some(SaleState::SoldOut) } else { ended(catalog, product, now) };
                found.push((product.id.clone(), state));
            } else if performances.iter().all(|draws| availability.level(catalog, draws) == CapacityLevel::Full) {
                full.push((product, days));
            }
        }
        open = full;
    }
    found.extend(open.into_iter().map(|(product, _)| (product.id.clone(), Some(SaleState::SoldOut))));
    Ok(found)
}

/// The state of a product that cannot be bought, however many places are left: its sale has not begun, or its last day
/// has passed.
pub fn state_without_places(catalog: &Catalog, product: &Product, now: Instant) -> Option<SaleState> {
    if !catalog.is_on_sale(product, now) {
        return (!catalog.is_sale_over(product, now)).then_some(SaleState::Upcoming);
    }
    let any = DatesAsked::default();
    let is_dated = !product.selections.is_empty();
    let is_without_days = is_dated && open_days(catalog, product, &any, now).next().is_none();
    is_without_days.then(|| ended(catalog, product, now)).flatten()
}

/// Products without dates whose stock is used up.
async fn sold_out_undated(
    app: &App,
    catalog: &Catalog,
    products: &[&Product],
) -> Result<Vec<(ProductId, Option<SaleState>)>> {
    let draws_per_variant = |product: &Product| -> Option<Vec<Vec<Draw>>> {
        let draws_of = |variant: &Variant| {
            let own = |capacity| Draw { key: StockKey::variant(&variant.id), capacity, quantity: 1 };
            let draws: Vec<Draw> = variant.stock.map(own).into_iter().chain(cart::product_stock(product, 1)).collect();
            (!draws.is_empty()).then_some(draws)
        };
        product.variants.iter().map(draws_of).collect()
    };
    let limited: Vec<(&Product, Vec<Vec<Draw>>)> =
        products.iter().filter_map(|product| Some((*product, draws_per_variant(product)?))).collect();
    let keys = limited
        .iter()
        .flat_map(|(_, draws_per_variant)| draws_per_variant.iter().flatten())
        .map(|draw| draw.key.clone())
        .collect();
    let availability = Availability::of(app.db.read(), keys).await?;
    let is_used_up = |draws_per_variant: &[Vec<Draw>]| {
        draws_per_variant.iter().all(|draws| availability.level(catalog, draws) == CapacityLevel::Full)
    };
    let used_up = limited.into_iter().filter(|(_, draws_per_variant)| is_used_up(draws_per_variant));
    Ok(used_up.map(|(product, _)| (product.id.clone(), Some(SaleState::SoldOut))).collect())
}

/// The performances of a product in its sale window, full or not, grouped by day. Days without a performance are left
/// out.
fn open_days<'c>(
    catalog: &'c Catalog,
    product: &'c Product,
    any: &'c DatesAsked,
    now: Instant,
) -> impl Iterator<Item = Vec<Performance<'c>>> + Send + Unpin + 'c {
    let (first, last) = catalog.window_of(product, now);
    days(first, last)
        .map(move |date| of_day(catalog, product, date, any, now).collect::<Vec<_>>())
        .filter(|performances| !performances.is_empty())
}

/// For a product with no performance in its sale window: `Ended` if its last day has passed, `None` if a day is still
/// to come.
fn ended(catalog: &Catalog, product: &Product, now: Instant) -> Option<SaleState> {
    let (_, last) = catalog.window_of(product, now);
    let shows = product.selections.first().into_iter().flat_map(|selection| &selection.shows);
    let mut schedules = shows.flat_map(|show| catalog.schedules_of(show));
    schedules.all(|schedule| schedule.is_over_after(last)).then_some(SaleState::Ended)
}
