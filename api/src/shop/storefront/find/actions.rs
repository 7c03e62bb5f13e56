//! Which listed products and bundles fit a visitor's wishes, from which price, and how much is left.

use chrono::{Days, NaiveDate};

use crate::app::App;
use crate::error::Result;
use crate::shop::bundle;
use crate::shop::cart;
use crate::shop::inventory::{Draw, StockKey};
use crate::shop::performance::{Availability, Performance, is_sold_for, limited_price_keys};
use crate::shop::storefront::calendar::{
    DatesAsked, SaleState, is_open_on, of_day, sale_states_of, state_without_places,
};
use crate::shop::storefront::product::{is_listed, is_listed_bundle};
use midway_catalog::files::{Bundle, Product, Variant, WallTime};
use midway_catalog::{Catalog, Found, PublicPrice, SaleContext, Search, Visit};
use midway_kernel::accessibility::AccessibilityFeature;
use midway_kernel::coded::CapacityLevel;
use midway_kernel::id::SiteId;
use midway_kernel::money::Money;
use midway_kernel::time::{Instant, days};

/// How many open days are checked to find the next day with places. If all of them are full, no next day is given.
const MAX_NEXT_DAYS: usize = 3;

/// The number of items on a page.
const PAGE: usize = 24;

/// How many days the strip of days shows.
pub const STRIP_DAYS: u64 = 7;

/// What a visitor looks for. All conditions apply together.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The day of the visit. Products that are not open on it are found too, after all others.
    pub date: Option<NaiveDate>,
    /// The first day of the strip of days. It decides nothing else.
    pub strip_from: Option<NaiveDate>,
    pub words: Option<String>,
    pub site: Option<SiteId>,
    pub category: Option<String>,
    pub audience: Option<String>,
    pub accessibility: Option<AccessibilityFeature>,
    /// The highest price from which an item may be sold.
    pub max_price: Option<Money>,
}

impl Wanted {
    fn affords(&self, item: &Item<'_>) -> bool {
        self.max_price.is_none_or(|most| item.from_price <= most)
    }
}

/// How an item fits the wanted day, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// Places are available on the day.
    OnDay,
    /// The item is not for a certain day, or no day is wanted.
    AnyDay,
    /// The item is full or closed on the day.
    OtherDays,
}

/// A product or a bundle that was found.
pub struct Item<'c> {
    pub found: Found<'c>,
    pub fit: Fit,
    /// Why a product cannot be bought on any day; `None` if it can be.
    pub state: Option<SaleState>,
    /// The availability on the wanted day, or of the stock of a product without days. `None` if the item is closed on
    /// the day or its number is not limited.
    pub level: Option<CapacityLevel>,
    /// The times on the wanted day that are not full. Empty for admission for the whole day.
    pub times: Vec<WallTime>,
    /// The next day with places, if no day is wanted or the item is not available on it.
    pub next_date: Option<NaiveDate>,
    /// The lowest display price. Variants that are always free, or whose price does not count for it
    /// (`in_from_price`), are left out, unless no other is sold.
    pub from_price: Money,
    /// The variant with the lowest price, if it is only for some shoppers and all others pay more. Of a bundle: what a
    /// shopper chooses for the lowest price.
    pub from_price_for: Option<String>,
    /// The highest display price; `None` for a bundle, whose price has no limit.
    pub highest_price: Option<Money>,
    /// The lowest price of each variant. Empty for a bundle.
    pub lowest_prices: Vec<(&'c Variant, PublicPrice)>,
    /// How much less the cheapest bundle costs than its parts outside the bundle; zero for a product.
    pub saving: Money,
}

impl Item<'_> {
    /// What is over comes last.
    fn sort_key(&self) -> (Fit, bool, bool) {
        (self.fit, self.state == Some(SaleState::Ended), self.level == Some(CapacityLevel::Full))
    }
}

/// A day of the strip, and how many items that fit are open on it, full or not.
pub struct StripDay {
    pub date: NaiveDate,
    pub open: usize,
    /// Whether nothing listed is open, whatever is wanted.
    pub is_closed: bool,
}

/// What visitors can choose from: what everything listed has, in the order of the catalogue.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub sites: Vec<SiteId>,
    pub categories: Vec<String>,
    pub audiences: Vec<String>,
    pub accessibility: Vec<AccessibilityFeature>,
}

impl Options {
    fn new(catalog: &Catalog, now: Instant) -> Self {
        let folder = catalog.folder();
        let mut options = Options::default();
        for product in folder.product.iter().filter(|product| is_listed(catalog, product, now)) {
            add(&mut options.sites, [&product.site]);
            add(&mut options.categories, &product.category);
            add(&mut options.audiences, &product.audiences);
            add(&mut options.accessibility, &product.accessibility);
        }
        for bundle in folder.bundle.iter().filter(|bundle| is_listed_bundle(catalog, bundle, now)) {
            add(&mut options.sites, [&bundle.site]);
            add(&mut options.categories, &bundle.category);
        }
        options
    }

    /// The conditions without those that nothing listed fulfils, for example of an old link.
    fn known(&self, wanted: &Wanted) -> Wanted {
        Wanted {
            site: wanted.site.clone().filter(|it| self.sites.contains(it)),
            category: wanted.category.clone().filter(|it| self.categories.contains(it)),
            audience: wanted.audience.clone().filter(|it| self.audiences.contains(it)),
            accessibility: wanted.accessibility.filter(|it| self.accessibility.contains(it)),
            ..wanted.clone()
        }
    }
}

fn add<'v, T: Clone + PartialEq + 'v>(known: &mut Vec<T>, values: impl IntoIterator<Item = &'v T>) {
    for value in values {
        if !known.contains(value) {
            known.push(value.clone());
        }
    }
}

pub struct Findings<'c> {
    /// The wanted day; `None` if none is wanted, it has passed, or nothing is sold for it yet.
    pub date: Option<NaiveDate>,
    pub today: NaiveDate,
    /// The last day for which something listed is sold.
    pub last_date: NaiveDate,
    pub strip: Vec<StripDay>,
    /// The number of items on all pages.
    pub item_count: usize,
    /// The page, from 1 to `page_count`.
    pub page: usize,
    pub page_count: usize,
    /// The items of the page, best first.
    pub items: Vec<Item<'c>>,
    /// The words that were searched, if some of the wanted ones were taken for typing errors.
    pub corrected: Option<String>,
    pub options: Options,
}

/// Finds what fits. A site, heading, audience or feature that nothing listed has is no condition. A page that is too high
/// is the last one. One query reads the availability on the wanted day, and one that of the next days of the page's
/// items.
pub async fn find<'c>(
    app: &App,
    catalog: &'c Catalog,
    wanted: &Wanted,
    page: usize,
    now: Instant,
) -> Result<Findings<'c>> {
    let options = Options::new(catalog, now);
    let wanted = &options.known(wanted);
    let Search { found: candidates, corrected } = candidates(catalog, wanted, now);
    let (today, last_date) = range(catalog, now);
    let date = wanted.date.filter(|date| (today..=last_date).contains(date));
    let first = wanted.strip_from.map_or_else(|| first_of_strip(date, today), |first| first.min(last_date).max(today));
    let strip = match is_dated(catalog, now) {
        true => strip(catalog, wanted, &candidates, first, last_date, now),
        false => Vec::new(),
    };

    let mut items = items(app, catalog, candidates, date, now).await?;
    items.retain(|item| wanted.affords(item));
    // The order of the search or of the catalogue decides between items that fit equally well.
    items.sort_by_key(Item::sort_key);
    let item_count = items.len();
    let page_count = item_count.div_ceil(PAGE).max(1);
    let page = page.clamp(1, page_count);
    let mut items: Vec<Item<'c>> = items.into_iter().skip((page - 1) * PAGE).take(PAGE).collect();
    add_next_dates(app, catalog, &mut items, date.unwrap_or(today), now).await?;
    add_sold_out(app, catalog, &mut items, now).await?;
    Ok(Findings { date, today, last_date, strip, item_count, page, page_count, items, corrected, options })
}

/// Everything that the public can buy, whether or not it is listed, with its next day.
///
/// # Errors
/// When the database is unavailable.
pub async fn on_sale<'c>(app: &App, catalog: &'c Catalog, now: Instant) -> Result<Vec<Item<'c>>> {
    let folder = catalog.folder();
    let bundles = folder.bundle.iter().filter(|bundle| catalog.is_running_bundle(bundle, now)).map(Found::Bundle);
    let products = folder.product.iter().filter(|product| product.sold_publicly && catalog.is_on_sale(product, now));
    let candidates = bundles.chain(products.map(Found::Product)).collect();
    let mut items = items(app, catalog, candidates, None, now).await?;
    add_next_dates(app, catalog, &mut items, range(catalog, now).0, now).await?;
    Ok(items)
}

/// The candidates that the public can buy, with their availability on `date`, without their next days.
async fn items<'c>(
    app: &App,
    catalog: &'c Catalog,
    candidates: Vec<Found<'c>>,
    date: Option<NaiveDate>,
    now: Instant,
) -> Result<Vec<Item<'c>>> {
    let looked_at: Vec<Look<'_>> =
        candidates.into_iter().map(|candidate| Look::at(catalog, candidate, date, now)).collect();
    let keys = looked_at.iter().flat_map(|look| look.keys(catalog)).chain(limited_price_keys(catalog, now)).collect();
    let availability = Availability::of(app.db.read(), keys).await?;
    let public = SaleContext::public().with_left(availability.units_left());
    Ok(looked_at.into_iter().filter_map(|look| look.item((catalog, &public), &availability, date, now)).collect())
}

/// Adds the next day with places from `from` on to products with days and to bundles that are not available on the wanted
/// day, and to products with days if no day is wanted.
async fn add_next_dates<'c>(
    app: &App,
    catalog: &'c Catalog,
    items: &mut [Item<'c>],
    from: NaiveDate,
    now: Instant,
) -> Result<()> {
    let open: Vec<Vec<OpenDay<'_>>> = items.iter().map(|item| next_open_days(catalog, item, from, now)).collect();
    let keys = open.iter().flatten().flat_map(|day| day.keys(catalog)).collect();
    let availability = Availability::of(app.db.read(), keys).await?;
    for (item, days) in items.iter_mut().zip(&open) {
        item.next_date = days.iter().find(|day| day.has_places(catalog, &availability)).map(OpenDay::date);
    }
    Ok(())
}

/// Marks the products that have no place left on any day. Only products without a next day are looked at.
async fn add_sold_out<'c>(app: &App, catalog: &'c Catalog, items: &mut [Item<'c>], now: Instant) -> Result<()> {
    let is_doubtful = |item: &Item<'_>| item.state.is_none() && item.fit != Fit::OnDay && item.next_date.is_none();
    let product = |item: &Item<'c>| match item.found {
        Found::Product(product) => Some(product),
        Found::Bundle(_) => None,
    };
    let doubtful: Vec<&'c Product> = items.iter().filter(|item| is_doubtful(item)).filter_map(product).collect();
    if doubtful.is_empty() {
        return Ok(());
    }
    let states = sale_states_of(app, catalog, doubtful.into_iter(), now).await?;
    for item in items.iter_mut().filter(|item| is_doubtful(item)) {
        if let Found::Product(product) = item.found {
            item.state = states.iter().find(|(id, _)| *id == product.id).map(|(_, state)| *state);
        }
    }
    Ok(())
}

/// What is listed and fits in everything except day and price, in the order of the search or of the catalogue.
fn candidates<'c>(catalog: &'c Catalog, wanted: &Wanted, now: Instant) -> Search<Found<'c>> {
    let search = wanted.words.as_deref().and_then(|words| catalog.search(words));
    let mut search = search.unwrap_or_else(|| Search { found: all(catalog).collect(), corrected: None });
    search.found.retain(|found| is_wanted(catalog, *found, wanted, now));
    search
}

/// All bundles and products, in the order of the catalogue.
fn all(catalog: &Catalog) -> impl Iterator<Item = Found<'_>> {
    let folder = catalog.folder();
    folder.bundle.iter().map(Found::Bundle).chain(folder.product.iter().map(Found::Product))
}

fn is_wanted(catalog: &Catalog, found: Found<'_>, wanted: &Wanted, now: Instant) -> bool {
    let (is_listed, site, category) = match found {
        Found::Product(product) => (is_listed(catalog, product, now), &product.site, &product.category),
        Found::Bundle(bundle) => (is_listed_bundle(catalog, bundle, now), &bundle.site, &bundle.category),
    };
    let (audiences, accessibility) = match found {
        Found::Product(product) => (product.audiences.as_slice(), product.accessibility.as_slice()),
        Found::Bundle(_) => (&[][..], &[][..]),
    };
    is_listed
        && wanted.site.as_ref().is_none_or(|it| it == site)
        && wanted.category.as_ref().is_none_or(|it| category.as_ref() == Some(it))
        && wanted.audience.as_ref().is_none_or(|it| audiences.contains(it))
        && wanted.accessibility.is_none_or(|it| accessibility.contains(&it))
}

/// Today at the shop's first site, and the last day for which a listed product with days is sold.
fn range(catalog: &Catalog, now: Instant) -> (NaiveDate, NaiveDate) {
    let mut products = catalog.folder().product.iter().filter(|product| is_listed(catalog, product, now)).peekable();
    let today = products.peek().map_or(now.date_naive(), |product| catalog.today_of(product, now));
    let dated = products.filter(|product| !product.selections.is_empty());
    (today, dated.map(|product| catalog.window_of(product, now).1).max().unwrap_or(today))
}

/// Whether anything listed is for a day of a visit.
fn is_dated(catalog: &Catalog, now: Instant) -> bool {
    let dated = |product: &Product| !product.selections.is_empty() && is_listed(catalog, product, now);
    let folder = catalog.folder();
    folder.product.iter().any(dated) || folder.bundle.iter().any(|bundle| is_listed_bundle(catalog, bundle, now))
}

/// The strip begins today, or so that the wanted day is in its middle.
fn first_of_strip(date: Option<NaiveDate>, today: NaiveDate) -> NaiveDate {
    let before = |date: NaiveDate| date.checked_sub_days(Days::new(STRIP_DAYS / 2)).unwrap_or(date);
    date.map_or(today, |date| before(date).max(today))
}

fn strip(
    catalog: &Catalog,
    wanted: &Wanted,
    candidates: &[Found<'_>],
    first: NaiveDate,
    last_date: NaiveDate,
    now: Instant,
) -> Vec<StripDay> {
    let last = first.checked_add_days(Days::new(STRIP_DAYS - 1)).unwrap_or(first).min(last_date);
    // The prices of a day of which nothing is taken.
    let public = SaleContext::public();
    let is_affordable = |found: Found<'_>, date: NaiveDate| {
        let look = Look::at(catalog, found, Some(date), now);
        look.item((catalog, &public), &Availability::default(), Some(date), now)
            .is_some_and(|item| wanted.affords(&item))
    };
    let day = |date: NaiveDate| {
        let open = candidates.iter().filter(|found| is_open(catalog, **found, date, now));
        // Prices are computed only if they matter.
        let open = open.filter(|found| wanted.max_price.is_none() || is_affordable(**found, date)).count();
        let anything_listed = || {
            let anything = Wanted::default();
            all(catalog).any(|found| is_wanted(catalog, found, &anything, now) && is_open(catalog, found, date, now))
        };
        StripDay { date, open, is_closed: open == 0 && !anything_listed() }
    };
    days(first, last).map(day).collect()
}

/// Whether an item is open on a day, sold out or not.
fn is_open(catalog: &Catalog, found: Found<'_>, date: NaiveDate, now: Instant) -> bool {
    match found {
        Found::Product(product) => catalog.is_on_sale(product, now) && is_open_on(catalog, product, date, now),
        Found::Bundle(bundle) => open_day(catalog, bundle, date, now).is_some(),
    }
}

/// What a bundle offers on a day; `None` if it is not offered for the day or one of its parts is closed.
fn open_day<'c>(catalog: &'c Catalog, bundle: &'c Bundle, date: NaiveDate, now: Instant) -> Option<bundle::Day<'c>> {
    let day = bundle::is_offered_on(catalog, bundle, date, now).then(|| bundle::day(catalog, bundle, date, now));
    day.filter(bundle::Day::is_open)
}

/// A candidate with what decides its availability.
enum Look<'c> {
    /// A product with its performances on the wanted day.
    Dated { product: &'c Product, performances: Vec<(Performance<'c>, Vec<Draw>)> },
    /// A product without days, with the stock of each variant.
    Undated { product: &'c Product, stocks: Vec<Vec<Draw>> },
    /// A bundle with what it offers on the wanted day, if it is open.
    Bundle { bundle: &'c Bundle, day: Option<bundle::Day<'c>> },
}

impl<'c> Look<'c> {
    fn at(catalog: &'c Catalog, found: Found<'c>, date: Option<NaiveDate>, now: Instant) -> Self {
        match found {
            Found::Bundle(bundle) => {
                Look::Bundle { bundle, day: date.and_then(|date| open_day(catalog, bundle, date, now)) }
            }
            Found::Product(product) if product.selections.is_empty() => {
                let stock = |variant: &Variant| {
                    let of = |capacity| Draw { key: StockKey::variant(&variant.id), capacity, quantity: 1 };
                    variant.stock.map(of).into_iter().chain(cart::product_stock(product, 1)).collect()
                };
                Look::Undated { product, stocks: product.variants.iter().map(stock).collect() }
            }
            Found::Product(product) => {
                let date = date.filter(|_| catalog.is_on_sale(product, now));
                let open = date.map(|date| on_day(catalog, product, date, now)).unwrap_or_default();
                Look::Dated { product, performances: with_draws(catalog, product, open) }
            }
        }
    }

    fn keys(&self, catalog: &Catalog) -> Vec<StockKey> {
        let keys_of = |draws: &Vec<Draw>| draws.iter().map(|draw| draw.key.clone()).collect::<Vec<_>>();
        match self {
            Look::Dated { performances, .. } => performances.iter().flat_map(|(_, draws)| keys_of(draws)).collect(),
            Look::Undated { stocks, .. } => stocks.iter().flat_map(keys_of).collect(),
            Look::Bundle { day, .. } => day.as_ref().map(|day| day.keys(catalog)).unwrap_or_default(),
        }
    }

    /// The item, without its next day. `None` if nothing of it can be bought by the public.
    fn item(
        self,
        (catalog, public): (&'c Catalog, &SaleContext<'_>),
        availability: &Availability,
        date: Option<NaiveDate>,
        now: Instant,
    ) -> Option<Item<'c>> {
        match self {
            Look::Bundle { bundle, day } => {
                let can_be_built = day.map(|day| day.can_be_built(catalog, availability));
                let cheapest = catalog.cheapest_bundle(bundle, now);
                Some(Item {
                    found: Found::Bundle(bundle),
                    fit: match date {
                        None => Fit::AnyDay,
                        Some(_) if can_be_built == Some(true) => Fit::OnDay,
                        Some(_) => Fit::OtherDays,
                    },
                    state: None,
                    level: (can_be_built == Some(false)).then_some(CapacityLevel::Full),
                    times: Vec::new(),
                    next_date: None,
                    from_price: cheapest.price,
                    from_price_for: cheapest.price_for,
                    highest_price: None,
                    lowest_prices: Vec::new(),
                    saving: cheapest.saving,
                })
            }
            Look::Undated { product, stocks } => {
                let level = stocks.iter().map(|draws| availability.level(catalog, draws)).min();
                let span = prices(catalog, product, (public, &[None]), now)?;
                Some(Item {
                    found: Found::Product(product),
                    fit: Fit::AnyDay,
                    state: state_without_places(catalog, product, now),
                    level: level.filter(|_| stocks.iter().all(|draws| !draws.is_empty())),
                    times: Vec::new(),
                    next_date: None,
                    from_price: span.lowest,
                    from_price_for: span.lowest_for.map(str::to_owned),
                    highest_price: Some(span.highest),
                    lowest_prices: span.of_variants,
                    saving: Money::ZERO,
                })
            }
            Look::Dated { product, performances } => {
                let levels: Vec<CapacityLevel> =
                    performances.iter().map(|(_, draws)| availability.level(catalog, draws)).collect();
                let free = performances.iter().zip(&levels).filter(|(_, level)| **level < CapacityLevel::Full);
                let free: Vec<&Performance<'_>> = free.map(|((performance, _), _)| performance).collect();
                let visits: Vec<_> = free
                    .iter()
                    .map(|performance| Some((*performance, availability.visit(catalog, performance))))
                    .collect();
                let prices = |visits: &[_]| prices(catalog, product, (public, visits), now);
                let span = prices(&visits).or_else(|| prices(&[None]))?;
                let mut times: Vec<WallTime> =
                    free.iter().filter(|it| !it.show.valid_all_day).map(|performance| performance.time).collect();
                times.dedup();
                Some(Item {
                    found: Found::Product(product),
                    fit: match date {
                        None => Fit::AnyDay,
                        Some(_) if !free.is_empty() => Fit::OnDay,
                        Some(_) => Fit::OtherDays,
                    },
                    state: free.is_empty().then(|| state_without_places(catalog, product, now)).flatten(),
                    level: levels.into_iter().min(),
                    times,
                    next_date: None,
                    from_price: span.lowest,
                    from_price_for: span.lowest_for.map(str::to_owned),
                    highest_price: Some(span.highest),
                    lowest_prices: span.of_variants,
                    saving: Money::ZERO,
                })
            }
        }
    }
}

/// The open performances of a product on a day; none outside its sale window.
fn on_day<'c>(catalog: &'c Catalog, product: &'c Product, date: NaiveDate, now: Instant) -> Vec<Performance<'c>> {
    let (first, last) = catalog.window_of(product, now);
    if date < first || last < date {
        return Vec::new();
    }
    of_day(catalog, product, date, &DatesAsked::default(), now).collect()
}

fn with_draws<'c>(
    catalog: &Catalog,
    product: &Product,
    performances: Vec<Performance<'c>>,
) -> Vec<(Performance<'c>, Vec<Draw>)> {
    let with = |performance: Performance<'c>| {
        let draws = performance.draws(catalog, 1).into_iter().chain(cart::product_stock(product, 1)).collect();
        (performance, draws)
    };
    performances.into_iter().map(with).collect()
}

/// The display prices of a product.
struct Span<'c> {
    lowest: Money,
    /// The variant with the lowest price, if it is only for some shoppers and all others pay more.
    lowest_for: Option<&'c str>,
    highest: Money,
    /// The lowest price of each variant, as in [`Item`].
    of_variants: Vec<(&'c Variant, PublicPrice)>,
}

/// The display prices of a product at some performances, over the variants that are neither always free nor left out of
/// the lowest price, if there are any.
/// Without a performance, prices of the upcoming days count. `None` if no variant is sold to the public for them.
fn prices<'c>(
    catalog: &Catalog,
    product: &'c Product,
    (public, visits): (&SaleContext<'_>, &[Option<(&Performance<'_>, Visit)>]),
    now: Instant,
) -> Option<Span<'c>> {
    let span = |variant: &'c Variant| {
        let mut all: Vec<Money> = Vec::new();
        let mut prices: Vec<PublicPrice> = Vec::new();
        for visit in visits {
            if visit.is_some_and(|(performance, _)| !is_sold_for(variant, performance.show)) {
                continue;
            }
            let chosen: Vec<Visit> = visit.iter().map(|(_, visit)| *visit).collect();
            let Some(terms) = public.terms_for(catalog, product, variant, &chosen, now) else { continue };
            let quote = catalog.unit_quote(product, variant, terms, &chosen, now);
            all.push(quote.display_price(catalog));
            prices.push(quote.public_price());
            all.extend(quote.highest.as_ref().map(|highest| highest.display_price(catalog)));
        }
        let lowest = prices.into_iter().min_by_key(|it| it.price)?;
        Some(((variant, (*all.iter().min()?, *all.iter().max()?)), (variant, lowest)))
    };
    let (spans, of_variants): (Vec<_>, Vec<_>) = product.variants.iter().filter_map(span).unzip();
    let is_left_out =
        |(variant, (_, highest)): &(&Variant, (Money, Money))| highest.is_zero() || !variant.is_in_from_price();
    let counts_all = spans.iter().all(is_left_out);
    let counted = || spans.iter().filter(|span| counts_all || !is_left_out(span));
    let lowest = counted().map(|(_, (lowest, _))| *lowest).min()?;
    let highest = counted().map(|(_, (_, highest))| *highest).max()?;
    let (cheapest, dearer): (Vec<_>, Vec<_>) = counted().partition(|(_, (price, _))| *price == lowest);
    let is_for_some = !dearer.is_empty() && cheapest.iter().all(|(variant, _)| variant.is_restricted());
    let lowest_for = cheapest.first().filter(|_| is_for_some).map(|(variant, _)| variant.name.as_str());
    Some(Span { lowest, lowest_for, highest, of_variants })
}

/// A day on which an item is open, full or not.
enum OpenDay<'c> {
    /// A day of a product, with what each performance needs.
    Product {
        date: NaiveDate,
        performances: Vec<Vec<Draw>>,
    },
    Bundle(bundle::Day<'c>),
}

impl OpenDay<'_> {
    fn date(&self) -> NaiveDate {
        match self {
            OpenDay::Product { date, .. } => *date,
            OpenDay::Bundle(day) => day.date,
        }
    }

    fn keys(&self, catalog: &Catalog) -> Vec<StockKey> {
        match self {
            OpenDay::Product { performances, .. } => {
                performances.iter().flatten().map(|draw| draw.key.clone()).collect()
            }
            OpenDay::Bundle(day) => day.keys(catalog),
        }
    }

    fn has_places(&self, catalog: &Catalog, availability: &Availability) -> bool {
        match self {
            OpenDay::Product { performances, .. } => {
                performances.iter().any(|draws| availability.level(catalog, draws) < CapacityLevel::Full)
            }
            OpenDay::Bundle(day) => day.can_be_built(catalog, availability),
        }
    }
}

/// The next open days of an item from `from` on, at most [`MAX_NEXT_DAYS`]. None if it has no days or is available on the
/// wanted day. A bundle that is looked at without a wanted day has none, because it is built for any day.
fn next_open_days<'c>(catalog: &'c Catalog, item: &Item<'c>, from: NaiveDate, now: Instant) -> Vec<OpenDay<'c>> {
    match item.found {
        Found::Product(product) if item.fit != Fit::OnDay && item.state.is_none() => {
            let (first, last) = catalog.window_of(product, now);
            let open = days(from.max(first), last).filter(|date| is_open_on(catalog, product, *date, now));
            let day = |date: NaiveDate| {
                let performances = with_draws(catalog, product, on_day(catalog, product, date, now));
                OpenDay::Product { date, performances: performances.into_iter().map(|(_, draws)| draws).collect() }
            };
            open.take(MAX_NEXT_DAYS).map(day).collect()
        }
        Found::Bundle(bundle) if item.fit == Fit::OtherDays => {
            let later = bundle::days_of(catalog, bundle, now).filter(|date| *date >= from);
            let open = later.map(|date| bundle::day(catalog, bundle, date, now)).filter(bundle::Day::is_open);
            open.take(MAX_NEXT_DAYS).map(OpenDay::Bundle).collect()
        }
        Found::Product(_) | Found::Bundle(_) => Vec::new(),
    }
}
