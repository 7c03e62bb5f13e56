//! The days and times at which a product can be visited, with availability. The calls for days and times make one query
//! for all stocks.

use std::collections::{BTreeMap, HashSet};

use chrono::{Days, NaiveDate};

use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::shop::cart;
use crate::shop::inventory::{self, Draw, StockKey};
use crate::shop::performance::{self, Availability, Performance};
use midway_catalog::files::{AccessibleSale, Product, Selection, Variant};
use midway_catalog::{Catalog, Place, SaleContext, Seating, SeatingSection, Visit};
use midway_kernel::coded::{CapacityLevel, ShowType};
use midway_kernel::id::{PerformanceId, ProductId, SeatId, SectionId, ShowId, VariantId};
use midway_kernel::money::Money;
use midway_kernel::time::{Instant, days};

/// The longest range of days in one call.
pub const MAX_RANGE: u64 = 100;

/// The requested days.
#[derive(Clone, Debug, Default)]
pub struct DatesAsked {
    pub products: Vec<ProductId>,
    /// Variants that must all be sold for the same performance of a day. Other days are left out.
    pub variants: Vec<VariantId>,
    pub show: Option<ShowId>,
    pub from: Option<NaiveDate>,
    pub until: Option<NaiveDate>,
    pub group_size: GroupSize,
}

/// How many people want to visit together: 1 by default.
#[derive(Clone, Copy, Debug)]
pub struct GroupSize(pub u32);

impl Default for GroupSize {
    fn default() -> Self {
        GroupSize(1)
    }
}

/// A day on which a product has performances that have not closed. They may all be full.
#[derive(Clone, Copy, Debug)]
pub struct OpenDay {
    /// The best level of the day's performances.
    pub level: CapacityLevel,
    /// Whether the group fits into one of the day's performances.
    pub has_room: bool,
    /// The lowest display price of the first variant at the performances that have room, if prices differ by day and
    /// time. If places are chosen: the lowest one of the first variant of each section that has room.
    pub from_price: Option<Money>,
}

/// The days on which the products can be visited in a sale context.
pub async fn dates(
    app: &App,
    catalog: &Catalog,
    sale_context: &SaleContext<'_>,
    asked: DatesAsked,
    now: Instant,
) -> Result<BTreeMap<NaiveDate, OpenDay>> {
    let mut found: Vec<(&Product, Performance<'_>, Vec<Draw>)> = Vec::new();
    for id in &asked.products {
        let product = catalog.product(id).ok_or(Error::NotFound)?;
        if !sale_context.sells(catalog, product, now) {
            continue;
        }
        let (first, last) = catalog.window_of(product, now);
        let from = asked.from.map_or(first, |from| from.max(first));
        let is_open = |date: &NaiveDate| {
            sale_context.days.holds(*date) && of_day(catalog, product, *date, &asked, now).next().is_some()
        };
        // If no last day is requested, the result begins at the first open day, however far ahead.
        let from = if asked.until.is_none() { days(from, last).find(is_open).unwrap_or(from) } else { from };
        let longest = from.checked_add_days(Days::new(MAX_RANGE - 1)).unwrap_or(last);
        let until = asked.until.map_or(last, |until| until.min(last)).min(longest);
        for date in days(from, until).filter(|date| sale_context.days.holds(*date)) {
            let open = of_day(catalog, product, date, &asked, now);
            found.extend(open.map(|performance| {
                let sections = performance.seating.into_iter().flat_map(|seating| &seating.sections);
                let of_sections = sections.map(|section| performance.draw_of_section(section, 1));
                let of_product = cart::product_stock(product, 1);
                let draws = performance.draws(catalog, 1).into_iter().chain(of_sections).chain(of_product).collect();
                (product, performance, draws)
            }));
        }
    }
    let availability = Availability::of(app.db.read(), keys_of(found.iter().flat_map(|(.., draws)| draws))).await?;
    let mut dates: BTreeMap<NaiveDate, OpenDay> = BTreeMap::new();
    for (product, performance, _) in &found {
        let (level, has_room) = room_at(catalog, product, performance, (&availability, asked.group_size));
        let is_shown = has_room && (performance.seating.is_some() || catalog.differs_by_date(product, now));
        let lowest =
            || lowest_price(catalog, product, performance, sale_context, (&availability, asked.group_size), now);
        let from_price = is_shown.then(lowest).flatten();
        let day = OpenDay { level, has_room, from_price };
        dates.entry(performance.date).and_modify(|known| *known = known.or(day)).or_insert(day);
    }
    Ok(dates)
}

/// The requested days on which the products are on sale but their venues are closed: the operator has written opening
/// hours, and none for these days.
pub fn closed_days(
    catalog: &Catalog,
    sale_context: &SaleContext<'_>,
    asked: &DatesAsked,
    now: Instant,
) -> Vec<NaiveDate> {
    let (Some(from), Some(until)) = (asked.from, asked.until) else { return Vec::new() };
    let longest = from.checked_add_days(Days::new(MAX_RANGE - 1)).unwrap_or(from);
    let is_closed = |date: NaiveDate, id: &ProductId| {
        let product = catalog.product(id).filter(|product| sale_context.sells(catalog, product, now));
        product.is_some_and(|product| {
            let (first, last) = catalog.window_of(product, now);
            let site = catalog.site(&product.site).filter(|site| !site.hours.is_empty());
            first <= date && date <= last && site.is_some_and(|site| site.hours_on(date).is_none())
        })
    };
    days(from, until.min(longest)).filter(|date| asked.products.iter().all(|id| is_closed(*date, id))).collect()
}

impl OpenDay {
    fn or(self, other: OpenDay) -> OpenDay {
        let prices = [self.from_price, other.from_price];
        OpenDay {
            level: self.level.min(other.level),
            has_room: self.has_room || other.has_room,
            from_price: prices.into_iter().flatten().min(),
        }
    }
}

/// The level of a performance for a product, and whether the group fits. The availability must be that of
/// [`Performance::draws_for_group`] and of the product's stock.
fn room_at(
    catalog: &Catalog,
    product: &Product,
    performance: &Performance<'_>,
    (availability, GroupSize(group_size)): (&Availability, GroupSize),
) -> (CapacityLevel, bool) {
    let of_product = |quantity| cart::product_stock(product, quantity);
    let draws: Vec<Draw> = performance.draws(catalog, 1).into_iter().chain(of_product(1)).collect();
    let has_stock = of_product(group_size).is_none_or(|draw| availability.holds(&[draw]));
    let has_room = has_stock && availability.has_room(catalog, performance, group_size);
    (availability.level(catalog, &draws), has_room)
}

/// The lowest display price at a performance in a sale context: that of the first variant, or of the first variant of
/// each section with room if places are chosen. The availability must be that of the performance and its sections.
fn lowest_price(
    catalog: &Catalog,
    product: &Product,
    performance: &Performance<'_>,
    sale_context: &SaleContext<'_>,
    (availability, group_size): (&Availability, GroupSize),
    now: Instant,
) -> Option<Money> {
    let visit = availability.visit(catalog, performance);
    let price = |section| default_price(catalog, product, (performance, section), sale_context, visit, now);
    let Some(seating) = performance.seating else { return price(None) };
    // A group may choose seats in several sections.
    let together = if performance.sections_sold().is_empty() { 1 } else { group_size.0 };
    let has_room = |section: &&SeatingSection| availability.holds(&[performance.draw_of_section(section, together)]);
    let is_by_contact = performance.accessible_places(now).is_some_and(|it| it.sale == AccessibleSale::Contact);
    let is_sold_online = |section: &&SeatingSection| !(is_by_contact && section.is_accessible);
    seating.sections.iter().filter(is_sold_online).filter(has_room).filter_map(|section| price(Some(&section.id))).min()
}

/// The display price of the first variant sold for a performance, in a section if one is given, in a sale context. A
/// variant that is left out of the lowest price is taken only if no other is sold.
pub fn default_price(
    catalog: &Catalog,
    product: &Product,
    (performance, section): (&Performance<'_>, Option<&SectionId>),
    sale_context: &SaleContext<'_>,
    visit: Visit,
    now: Instant,
) -> Option<Money> {
    let is_sold = |variant: &&Variant| {
        performance::is_sold_for(variant, performance.show)
            && section.is_none_or(|section| performance::is_sold_in(variant, section))
    };
    let price = |variant| {
        let terms = sale_context.terms_for(catalog, product, variant, &[visit], now)?;
        Some(catalog.unit_quote(product, variant, terms, &[visit], now).display_price(catalog))
    };
    let (counted, left_out): (Vec<&Variant>, Vec<&Variant>) =
        product.variants.iter().filter(is_sold).partition(|variant| variant.is_in_from_price());
    counted.into_iter().chain(left_out).find_map(price)
}

/// The open performances of a product's first selection on a day that are for the requested show and variants, if its
/// other selections have open performances too.
pub fn of_day<'c>(
    catalog: &'c Catalog,
    product: &'c Product,
    date: NaiveDate,
    asked: &DatesAsked,
    now: Instant,
) -> impl Iterator<Item = Performance<'c>> {
    let mut selections =
        product.selections.iter().map(|selection| performance::for_selection(catalog, selection, date, now));
    let mut first = selections.next().unwrap_or_default();
    if selections.any(|later| later.is_empty()) {
        first.clear();
    }
    first.retain(|performance| {
        let offers = |id: &VariantId| {
            catalog
                .variant(id)
                .is_some_and(|(of, variant)| of.id != product.id || performance::is_sold_for(variant, performance.show))
        };
        asked.show.as_ref().is_none_or(|show| performance.show.id == *show) && asked.variants.iter().all(offers)
    });
    first.into_iter()
}

/// Whether a product has performances on a day, full or not. This is faster than [`of_day`] if the day is not today.
pub fn is_open_on(catalog: &Catalog, product: &Product, date: NaiveDate, now: Instant) -> bool {
    let (first, last) = catalog.window_of(product, now);
    if product.selections.is_empty() || date < first || last < date {
        return false;
    }
    if date == first {
        return of_day(catalog, product, date, &DatesAsked::default(), now).next().is_some();
    }
    catalog.is_open_on(product, date)
}

/// A performance offered in a picker.
pub struct Offered<'c> {
    pub performance: Performance<'c>,
    pub selection_index: u32,
    pub selection: &'c Selection,
    pub level: CapacityLevel,
    /// Whether the group fits.
    pub has_room: bool,
}

/// The open performances on a day, for every selection of those products that the sale context sells for that day.
pub async fn on_date<'c>(
    app: &App,
    catalog: &'c Catalog,
    sale_context: &SaleContext<'_>,
    products: &[ProductId],
    (date, group_size): (NaiveDate, GroupSize),
    now: Instant,
) -> Result<Vec<(&'c Product, Offered<'c>, Visit)>> {
    let mut found = Vec::new();
    for id in products {
        let product = catalog.product(id).ok_or(Error::NotFound)?;
        let (first, last) = catalog.window_of(product, now);
        if !sale_context.sells(catalog, product, now) || date < first || last < date || !sale_context.days.holds(date) {
            continue;
        }
        for (selection, index) in product.selections.iter().zip(1..) {
            let performances = performance::for_selection(catalog, selection, date, now);
            found.extend(performances.into_iter().map(|performance| (product, performance, index, selection)));
        }
    }
    let draws: Vec<Draw> = found
        .iter()
        .flat_map(|(product, performance, ..)| draws_of(catalog, product, performance, group_size))
        .collect();
    let availability = Availability::of(app.db.read(), keys_of(&draws)).await?;
    let offered = |(product, performance, index, selection): (&'c Product, Performance<'c>, u32, &'c Selection)| {
        let visit = availability.visit(catalog, &performance);
        (product, Offered::new(catalog, product, &availability, performance, (index, selection), group_size), visit)
    };
    Ok(found.into_iter().map(offered).collect())
}

fn draws_of(
    catalog: &Catalog,
    product: &Product,
    performance: &Performance<'_>,
    GroupSize(group_size): GroupSize,
) -> Vec<Draw> {
    let of_product = cart::product_stock(product, 1);
    performance.draws_for_group(catalog, group_size).into_iter().chain(of_product).collect()
}

impl<'c> Offered<'c> {
    pub fn new(
        catalog: &Catalog,
        product: &Product,
        availability: &Availability,
        performance: Performance<'c>,
        (selection_index, selection): (u32, &'c Selection),
        group_size: GroupSize,
    ) -> Self {
        let (level, has_room) = room_at(catalog, product, &performance, (availability, group_size));
        Offered { performance, selection_index, selection, level, has_room }
    }
}

/// A day of a week calendar, with its performances for every selection.
pub struct DynamicDay<'c> {
    pub date: NaiveDate,
    /// The lowest availability of all selections. The availability of a selection is the availability of its best
    /// performance. Unavailable outside the sale window and on closed days.
    pub level: CapacityLevel,
    /// Whether every selection has a performance into which the group fits.
    pub has_room: bool,
    /// Whether the product is sold for the day, but a selection has no performance on it.
    pub is_closed: bool,
    pub performances: Vec<(Offered<'c>, Visit)>,
}

/// Returns each day from `from` to `until`, in a sale context: at most [`MAX_RANGE`] days. By default, these are the
/// first and the last day of the product's week calendar. One query reads the availability of all days.
pub async fn dynamic<'c>(
    app: &App,
    catalog: &'c Catalog,
    sale_context: &SaleContext<'_>,
    product: &'c Product,
    (from, until, group_size): (Option<NaiveDate>, Option<NaiveDate>, GroupSize),
    now: Instant,
) -> Result<Vec<DynamicDay<'c>>> {
    let (first, last) = catalog.weeks_of(product, now);
    let from = from.unwrap_or(first);
    let longest = from.checked_add_days(Days::new(MAX_RANGE - 1)).unwrap_or(from);
    let range: Vec<NaiveDate> = days(from, until.unwrap_or(last).min(longest)).collect();
    let sells = sale_context.sells(catalog, product, now);
    let is_sold = |date: &NaiveDate| sells && first <= *date && *date <= last && sale_context.days.holds(*date);
    let mut found: Vec<(Performance<'_>, u32, &Selection, Vec<Draw>)> = Vec::new();
    for date in range.iter().copied().filter(is_sold) {
        for (selection, index) in product.selections.iter().zip(1..) {
            let performances = performance::for_selection(catalog, selection, date, now);
            found.extend(performances.into_iter().map(|performance| {
                let draws = draws_of(catalog, product, &performance, group_size);
                (performance, index, selection, draws)
            }));
        }
    }
    let availability = Availability::of(app.db.read(), keys_of(found.iter().flat_map(|(.., draws)| draws))).await?;
    let mut of_days: BTreeMap<NaiveDate, Vec<(Offered<'c>, Visit)>> = BTreeMap::new();
    for (performance, index, selection, _) in found {
        let visit = availability.visit(catalog, &performance);
        let offered = Offered::new(catalog, product, &availability, performance, (index, selection), group_size);
        of_days.entry(offered.performance.date).or_default().push((offered, visit));
    }
    let day = |date: NaiveDate| {
        let performances = of_days.remove(&date).unwrap_or_default();
        let emptiest = |index: u32| {
            let of_selection = performances.iter().filter(|(offered, _)| offered.selection_index == index);
            of_selection.map(|(offered, _)| offered.level).min()
        };
        let levels: Option<Vec<CapacityLevel>> = (1..).take(product.selections.len()).map(emptiest).collect();
        let level = levels.as_ref().and_then(|levels| levels.iter().max().copied());
        let is_closed = is_sold(&date) && level.is_none();
        let fits = |index: u32| performances.iter().any(|(it, _)| it.selection_index == index && it.has_room);
        let has_room = (1..).take(product.selections.len()).all(fits);
        DynamicDay { date, level: level.unwrap_or(CapacityLevel::Unavailable), has_room, is_closed, performances }
    };
    Ok(range.into_iter().map(day).collect())
}

/// The open performances of a product with these ids.
///
/// # Errors
/// A refusal when one of them has closed or been withdrawn since the shopper saw it; [`Error::NotFound`] when one belongs
/// to another product.
fn find_all<'c>(
    catalog: &'c Catalog,
    product: &'c Product,
    ids: &[PerformanceId],
    now: Instant,
) -> Result<Vec<Performance<'c>>> {
    let find = |id: &PerformanceId| {
        let found = performance::find(catalog, id).ok_or_else(|| Refusal::new(performance::WITHDRAWN))?;
        if !product.selections.iter().any(|selection| selection.offers(&found.show.id, found.time)) {
            return Err(Error::NotFound);
        }
        if !found.is_open(catalog, now) {
            return Err(found.closed().into());
        }
        Ok(found)
    };
    ids.iter().map(find).collect()
}

/// What can be bought at the chosen performances of a product.
pub struct Detail<'c> {
    /// The performance whose sections and seats were asked for.
    pub performance: Performance<'c>,
    /// Which places are chosen.
    pub show_type: ShowType,
    pub level: CapacityLevel,
    /// The variants that are sold for every one of the performances, and can still be chosen.
    pub variants: Vec<&'c Variant>,
    pub visits: Vec<Visit>,
    /// The sections for which at least one of the variants is sold.
    pub sections: Vec<SectionState<'c>>,
    /// The seats of these sections, each with a flag that is true if the seat is available.
    pub seats: Vec<(&'c Place, bool)>,
}

/// What a request for a detail asks about.
pub struct DetailAsked<'r> {
    /// The chosen performances, in the order of the product's selections.
    pub performances: &'r [PerformanceId],
    /// The one of them whose sections and seats are asked for; without it, the first one in a hall.
    pub of: Option<&'r PerformanceId>,
    /// The variants that can still be chosen; `None` for all. A place chosen at another performance can exclude some.
    pub among: Option<&'r [VariantId]>,
    pub group_size: GroupSize,
}

/// What can be bought at the chosen performances, and the places at one of them.
///
/// # Errors
/// A refusal when a performance has closed or been withdrawn; [`Error::NotFound`] when one belongs to another product, or
/// when `of` is none of them.
pub async fn detail<'c>(
    app: &App,
    catalog: &'c Catalog,
    product: &'c Product,
    asked: DetailAsked<'_>,
    now: Instant,
) -> Result<Detail<'c>> {
    let DetailAsked { performances: ids, of, among, group_size } = asked;
    let performances = find_all(catalog, product, ids, now)?;
    let draws = performances.iter().flat_map(|performance| performance.draws(catalog, 1));
    let availability = Availability::of(app.db.read(), draws.map(|draw| draw.key).collect()).await?;
    let visits = performances.iter().map(|performance| availability.visit(catalog, performance)).collect();
    let is_sold = |variant: &&Variant| {
        among.is_none_or(|among| among.contains(&variant.id))
            && performances.iter().all(|performance| performance::is_sold_for(variant, performance.show))
    };
    let variants: Vec<&Variant> = product.variants.iter().filter(is_sold).collect();
    let is_offered = |section: &SectionId| variants.iter().any(|variant| performance::is_sold_in(variant, section));
    // The shop assigns the places of a package's parts.
    let is_assigned = product.package.is_some();
    let in_hall = performances.iter().position(|performance| performance.seating.is_some() && !is_assigned);
    let at = match of {
        Some(of) => performances.iter().position(|performance| performance.id == *of).ok_or(Error::NotFound)?,
        None => in_hall.unwrap_or(0),
    };
    let performance = performances.into_iter().nth(at).ok_or(Error::NotFound)?;
    let show_type = if is_assigned { ShowType::General } else { performance.show.show_type };
    let mut sections = match is_assigned {
        true => Vec::new(),
        false => sections(app, catalog, &performance, group_size).await?,
    };
    sections.retain(|state| is_offered(&state.section.id));
    let seats = match performance.seating.filter(|_| show_type == ShowType::Seats) {
        None => Vec::new(),
        Some(seating) => {
            let taken = taken_seats(app, &performance).await?;
            let is_available = |place: &Place| !taken.contains(&StockKey::seat(&performance.id, &place.id));
            let offered = seating.seats.iter().filter(|place| is_offered(&place.section));
            offered.map(|place| (place, is_available(place))).collect()
        }
    };
    let level = availability.level(catalog, &performance.draws(catalog, 1));
    Ok(Detail { performance, show_type, level, variants, visits, sections, seats })
}

/// The variants sold in one section of a performance.
pub struct SectionDetail<'c> {
    pub variants: Vec<&'c Variant>,
    pub visits: Vec<Visit>,
}

/// What is sold in the section that `section` finds in the seating of the performance with the id `of`, one of the
/// chosen `performances`, on which the prices depend.
///
/// # Errors
/// [`Error::NotFound`] when the product has no such open performances, or the performance has no such section.
pub async fn section_detail<'c>(
    app: &App,
    catalog: &'c Catalog,
    product: &'c Product,
    (performances, of): (&[PerformanceId], &PerformanceId),
    section: impl Fn(&Seating) -> Option<SectionId>,
    now: Instant,
) -> Result<SectionDetail<'c>> {
    let performances = find_all(catalog, product, performances, now)?;
    let of = performances.iter().find(|performance| performance.id == *of);
    let section = of.and_then(|performance| performance.seating).and_then(section).ok_or(Error::NotFound)?;
    let is_sold = |variant: &&Variant| {
        performances.iter().all(|performance| performance::is_sold_for(variant, performance.show))
            && performance::is_sold_in(variant, &section)
    };
    let draws = performances.iter().flat_map(|performance| performance.draws(catalog, 1));
    let availability = Availability::of(app.db.read(), draws.map(|draw| draw.key).collect()).await?;
    let visits = performances.iter().map(|performance| availability.visit(catalog, performance)).collect();
    Ok(SectionDetail { variants: product.variants.iter().filter(is_sold).collect(), visits })
}

/// Whether a seat of a performance is claimed or sold.
///
/// # Errors
/// [`Error::NotFound`] when there is no such performance.
pub async fn is_seat_taken(app: &App, catalog: &Catalog, id: &PerformanceId, seat: &SeatId) -> Result<bool> {
    let performance = performance::find(catalog, id).ok_or(Error::NotFound)?;
    Ok(taken_seats(app, &performance).await?.contains(&StockKey::seat(id, seat)))
}

/// The seats of a product's performance that are claimed or sold.
///
/// # Errors
/// [`Error::NotFound`] when the product has no such open performance.
pub async fn taken_seat_ids(
    app: &App,
    catalog: &Catalog,
    product: &Product,
    id: &PerformanceId,
    now: Instant,
) -> Result<Vec<SeatId>> {
    // A plan that is read again shows no message. The calls that choose a place say that the time is gone.
    let performances = find_all(catalog, product, std::slice::from_ref(id), now).map_err(|_| Error::NotFound)?;
    let performance = performances.first().ok_or(Error::NotFound)?;
    let taken = taken_seats(app, performance).await?;
    let seats = performance.seating.map_or(&[][..], |seating| &seating.seats);
    let taken = seats.iter().filter(|place| taken.contains(&StockKey::seat(&performance.id, &place.id)));
    Ok(taken.map(|place| place.id.clone()).collect())
}

/// A section and its availability.
pub struct SectionState<'c> {
    pub section: &'c SeatingSection,
    pub level: CapacityLevel,
    /// Whether the group fits into the section.
    pub has_room: bool,
}

/// The sections of a performance, with the availability of each for one more visitor.
async fn sections<'c>(
    app: &App,
    catalog: &Catalog,
    performance: &Performance<'c>,
    GroupSize(group_size): GroupSize,
) -> Result<Vec<SectionState<'c>>> {
    let Some(seating) = performance.seating else { return Ok(Vec::new()) };
    let of_all = performance.draws(catalog, 1);
    let draws: Vec<(&SeatingSection, Vec<Draw>)> = seating
        .sections
        .iter()
        .map(|section| (section, [of_all.as_slice(), &[performance.draw_of_section(section, 1)]].concat()))
        .collect();
    let availability = Availability::of(app.db.read(), keys_of(draws.iter().flat_map(|(_, draws)| draws))).await?;
    let state = |(section, draws): (&'c SeatingSection, Vec<Draw>)| SectionState {
        section,
        level: availability.level(catalog, &draws),
        has_room: availability.holds(&performance.draws_at(catalog, group_size, Some(&section.id), None)),
    };
    Ok(draws.into_iter().map(state).collect())
}

async fn taken_seats(app: &App, performance: &Performance<'_>) -> Result<HashSet<StockKey>> {
    inventory::taken(app.db.read(), &[StockKey::seats(&performance.id)], app.clock.now()).await
}

fn keys_of<'d>(draws: impl IntoIterator<Item = &'d Draw>) -> Vec<StockKey> {
    draws.into_iter().map(|draw| draw.key.clone()).collect()
}
