//! Which days and times a product can be visited, with how much is left. One batched query a call.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{Days, NaiveDate};

use super::rules::{self, Performance};
use crate::app::App;
use crate::error::{Error, Result};
use crate::kernel::coded::CapacityLevel;
use crate::kernel::id::{PerformanceId, ProductId, ShowId, VariantId};
use crate::kernel::time::{Instant, days};
use crate::shop::catalog::files::{Product, Selection};
use crate::shop::catalog::{Catalog, SeatingSection, Way};
use crate::shop::inventory::{self, Draw, Level, StockKey, capacity_level};

/// The longest range of days that one call may ask for.
pub const LONGEST_RANGE: u64 = 100;

/// Which days are asked for.
#[derive(Clone, Debug)]
pub struct DatesAsked {
    pub products: Vec<ProductId>,
    /// Variants that must all be sold on a day for it to count.
    pub variants: Vec<VariantId>,
    pub show: Option<ShowId>,
    pub from: Option<NaiveDate>,
    pub until: Option<NaiveDate>,
}

/// The days on which something of the products can be visited, with the level of the emptiest performance.
pub async fn dates(
    app: &App,
    catalog: &Catalog,
    way: &Way<'_>,
    asked: DatesAsked,
) -> Result<BTreeMap<NaiveDate, CapacityLevel>> {
    let now = app.clock.now();
    let mut draws: Vec<(NaiveDate, Vec<Draw>)> = Vec::new();
    for id in &asked.products {
        let product = catalog.product(id).ok_or(Error::NotFound)?;
        if !way.sells(catalog, product, now) {
            continue;
        }
        let (first, last) = rules::window(catalog, product, now);
        let from = asked.from.map_or(first, |from| from.max(first));
        let longest = from.checked_add_days(Days::new(LONGEST_RANGE - 1)).unwrap_or(last);
        let until = asked.until.map_or(last, |until| until.min(last)).min(longest);
        for date in days(from, until) {
            draws.extend(of_day(catalog, product, date, &asked, now).map(|it| (date, it.draws(catalog, 1))));
        }
    }
    let levels = inventory::levels(app.db.read(), keys_of(draws.iter().flat_map(|(_, draws)| draws))).await?;
    let mut dates: BTreeMap<NaiveDate, CapacityLevel> = BTreeMap::new();
    for (date, draws) in &draws {
        let level = level_of(catalog, draws, &levels);
        dates.entry(*date).and_modify(|emptiest| *emptiest = level.min(*emptiest)).or_insert(level);
    }
    Ok(dates)
}

/// What of a product's first selection is open on a day, if its other selections have something too.
fn of_day<'c>(
    catalog: &'c Catalog,
    product: &'c Product,
    date: NaiveDate,
    asked: &DatesAsked,
    now: Instant,
) -> impl Iterator<Item = Performance<'c>> {
    let mut selections = product.selections.iter().map(|selection| rules::for_selection(catalog, selection, date, now));
    let mut first = selections.next().unwrap_or_default();
    if selections.any(|later| later.is_empty()) {
        first.clear();
    }
    first.retain(|performance| {
        let offers = |id: &VariantId| {
            catalog
                .variant(id)
                .is_some_and(|(of, variant)| of.id != product.id || rules::is_sold_for(variant, performance.show))
        };
        asked.show.as_ref().is_none_or(|show| performance.show.id == *show) && asked.variants.iter().all(offers)
    });
    first.into_iter()
}

/// A performance that a picker offers.
pub struct Offered<'c> {
    pub performance: Performance<'c>,
    pub selection_index: u32,
    pub selection: &'c Selection,
    pub level: CapacityLevel,
}

/// All performances of some products on a day, for every selection.
pub async fn on_date<'c>(
    app: &App,
    catalog: &'c Catalog,
    way: &Way<'_>,
    products: &[ProductId],
    date: NaiveDate,
) -> Result<Vec<Offered<'c>>> {
    let now = app.clock.now();
    let mut found = Vec::new();
    for id in products {
        let product = catalog.product(id).ok_or(Error::NotFound)?;
        let (first, last) = rules::window(catalog, product, now);
        if !way.sells(catalog, product, now) || date < first || last < date {
            continue;
        }
        for (selection, index) in product.selections.iter().zip(1..) {
            let performances = rules::for_selection(catalog, selection, date, now);
            found.extend(performances.into_iter().map(|performance| (performance, index, selection)));
        }
    }
    let draws: Vec<Vec<Draw>> = found.iter().map(|(performance, ..)| performance.draws(catalog, 1)).collect();
    let levels = inventory::levels(app.db.read(), keys_of(draws.iter().flatten())).await?;
    let offered = |((performance, selection_index, selection), draws): (_, &Vec<Draw>)| {
        let level = level_of(catalog, draws, &levels);
        Offered { performance, selection_index, selection, level }
    };
    Ok(found.into_iter().zip(&draws).map(offered).collect())
}

/// What can be bought at some performances of a product.
pub fn detail<'c>(
    catalog: &'c Catalog,
    product: &'c Product,
    ids: &[PerformanceId],
    now: Instant,
) -> Result<Vec<Performance<'c>>> {
    let find = |id: &PerformanceId| {
        rules::find(catalog, id)
            .filter(|found| product.selections.iter().any(|selection| selection.shows.contains(&found.show.id)))
            .filter(|found| found.is_open(catalog, now))
            .ok_or(Error::NotFound)
    };
    ids.iter().map(find).collect()
}

/// How much is left of a product's own limited variants and of one performance, for one more visitor.
pub async fn level_now(app: &App, catalog: &Catalog, performance: &Performance<'_>) -> Result<CapacityLevel> {
    let draws = performance.draws(catalog, 1);
    let levels = inventory::levels(app.db.read(), keys_of(&draws)).await?;
    Ok(level_of(catalog, &draws, &levels))
}

/// A section with what is left of it.
pub struct SectionState<'c> {
    pub section: &'c SeatingSection,
    pub level: CapacityLevel,
}

/// The sections of a performance, and how much is left of each for one more visitor.
pub async fn sections<'c>(
    app: &App,
    catalog: &Catalog,
    performance: &Performance<'c>,
) -> Result<Vec<SectionState<'c>>> {
    let Some(seating) = performance.seating else { return Ok(Vec::new()) };
    let of_all = performance.draws(catalog, 1);
    let draws: Vec<(&SeatingSection, Vec<Draw>)> = seating
        .sections
        .iter()
        .map(|section| (section, [of_all.as_slice(), &[performance.draw_of_section(section, 1)]].concat()))
        .collect();
    let levels = inventory::levels(app.db.read(), keys_of(draws.iter().flat_map(|(_, draws)| draws))).await?;
    let state = |(section, draws): (&'c SeatingSection, Vec<Draw>)| SectionState {
        section,
        level: level_of(catalog, &draws, &levels),
    };
    Ok(draws.into_iter().map(state).collect())
}

/// The seats of a performance that are claimed or sold.
pub async fn taken_seats(app: &App, performance: &Performance<'_>) -> Result<HashSet<StockKey>> {
    inventory::taken(app.db.read(), &StockKey::seats(&performance.id), app.clock.now()).await
}

fn keys_of<'d>(draws: impl IntoIterator<Item = &'d Draw>) -> Vec<StockKey> {
    draws.into_iter().map(|draw| draw.key.clone()).collect()
}

/// How full the fullest of these stocks is; one that nothing is known of is untouched.
pub fn level_of(catalog: &Catalog, draws: &[Draw], levels: &HashMap<StockKey, Level>) -> CapacityLevel {
    let untouched = |draw: &Draw| Level { capacity: draw.capacity, taken: 0 };
    let levels = draws.iter().map(|draw| levels.get(&draw.key).copied().unwrap_or_else(|| untouched(draw)));
    capacity_level(levels, catalog.settings())
}
