//! The catalogue in memory: one immutable revision. The large tables, such as products and shows, are indexed by id; an
//! entry of a small table, such as a country or a plan, is found by a search.

use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use chrono::{NaiveDate, NaiveDateTime};
use chrono_tz::Tz;

use crate::calendar::Calendars;
use crate::document::Revision;
use crate::document::{Document, PictureSet};
use crate::files::{
    Country, DeliveryMethod, Donation, Fee, FeePer, Folder, Hall, Part, PaymentMethod, Plan, Pool, Product, Redirect,
    Schedule, Settings, Show, Site, Slot, State, TaxClass, Variant,
};
use crate::search::SearchIndex;
use crate::seating::{Seating, seating};
use midway_kernel::id::{
    DeliveryMethodId, HallId, PaymentMethodId, PlanId, PoolId, ProductId, ScheduleId, ShowId, SiteId, TaxClassId,
    VariantId,
};
use midway_kernel::money::Money;
use midway_kernel::rate::BasisPoints;
use midway_kernel::text::Messages;
use midway_kernel::time::{Instant, day_at, exists, instant_at, with_offset};

/// One revision of the catalogue. Outside of tests it is built only from a folder that passed every check, so
/// references always resolve.
#[derive(Debug)]
pub struct Catalog {
    /// The number of the revision. It grows with each import that changes something. 0 is the empty catalogue before
    /// the first import.
    pub revision: i32,
    /// When this revision was imported; `None` before the first import.
    pub imported_at: Option<Instant>,
    folder: Folder,
    pictures: BTreeMap<String, PictureSet>,
    sites: HashMap<SiteId, usize>,
    products: HashMap<ProductId, usize>,
    variants: HashMap<VariantId, (usize, usize)>,
    shows: HashMap<ShowId, usize>,
    schedules: HashMap<ScheduleId, usize>,
    schedules_of_show: HashMap<ShowId, Vec<usize>>,
    pools: HashMap<PoolId, usize>,
    seating: HashMap<HallId, Seating>,
    tax_classes: HashMap<TaxClassId, usize>,
    calendars: Calendars,
    /// Built by the first search.
    search_index: OnceLock<SearchIndex>,
}

impl Catalog {
    pub fn new(revision: Revision) -> Self {
        Self::of(revision.number, Some(revision.imported_at), revision.document)
    }

    /// The catalogue before the first import.
    pub fn empty() -> Self {
        Self::of(0, None, Document::default())
    }

    fn of(revision: i32, imported_at: Option<Instant>, document: Document) -> Self {
        let Document { folder, pictures } = document;
        let folder = folder.with_holidays();
        let mut schedules_of_show: HashMap<ShowId, Vec<usize>> = HashMap::new();
        for (position, schedule) in folder.schedule.iter().enumerate() {
            schedules_of_show.entry(schedule.show.clone()).or_default().push(position);
        }
        let variants = folder
            .product
            .iter()
            .enumerate()
            .flat_map(|(p, product)| {
                product.variants.iter().enumerate().map(move |(v, variant)| (variant.id.clone(), (p, v)))
            })
            .collect();
        Catalog {
            revision,
            imported_at,
            sites: positions(&folder.site, |it| it.id.clone()),
            products: positions(&folder.product, |it| it.id.clone()),
            variants,
            shows: positions(&folder.show, |it| it.id.clone()),
            schedules: positions(&folder.schedule, |it| it.id.clone()),
            schedules_of_show,
            pools: positions(&folder.pool, |it| it.id.clone()),
            seating: seating(&folder),
            tax_classes: positions(&folder.tax_class, |it| it.id.clone()),
            calendars: Calendars::new(&folder),
            search_index: OnceLock::new(),
            folder,
            pictures,
        }
    }

    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    pub(crate) fn search_index(&self) -> &SearchIndex {
        self.search_index.get_or_init(|| SearchIndex::new(self))
    }

    pub(crate) fn calendars(&self) -> &Calendars {
        &self.calendars
    }

    pub fn settings(&self) -> &Settings {
        &self.folder.settings
    }

    pub fn site(&self, id: &SiteId) -> Option<&Site> {
        self.sites.get(id).map(|&at| &self.folder.site[at])
    }

    pub fn product(&self, id: &ProductId) -> Option<&Product> {
        self.products.get(id).map(|&at| &self.folder.product[at])
    }

    pub fn variant(&self, id: &VariantId) -> Option<(&Product, &Variant)> {
        self.variants.get(id).map(|&(p, v)| {
            let product = &self.folder.product[p];
            (product, &product.variants[v])
        })
    }

    /// The donation product with its one variant.
    pub fn donation(&self) -> Option<(&Product, &Variant, &Donation)> {
        let found = self.folder.product.iter().find_map(|product| Some((product, product.donation.as_ref()?)));
        found.and_then(|(product, donation)| Some((product, product.variants.first()?, donation)))
    }

    /// The donation, if it is on sale.
    pub fn donation_on_sale(&self, now: Instant) -> Option<(&Product, &Variant, &Donation)> {
        self.donation().filter(|(product, ..)| self.is_on_sale(product, now))
    }

    pub fn show(&self, id: &ShowId) -> Option<&Show> {
        self.shows.get(id).map(|&at| &self.folder.show[at])
    }

    /// Whether every variant that is sold for a show has the price zero in the catalogue. Price calendars are ignored.
    pub fn is_free(&self, show: &ShowId) -> bool {
        let sells = |product: &&Product| product.selections.iter().any(|selection| selection.shows.contains(show));
        let sold = self.folder.product.iter().filter(sells).flat_map(|product| &product.variants);
        let mut for_it = sold.filter(|variant| variant.shows.is_empty() || variant.shows.contains(show));
        for_it.all(|variant| variant.price.is_some_and(Money::is_zero))
    }

    pub fn schedule(&self, id: &str) -> Option<&Schedule> {
        self.schedules.get(id).map(|&at| &self.folder.schedule[at])
    }

    pub fn schedules_of<'a>(&'a self, show: &ShowId) -> impl Iterator<Item = &'a Schedule> + use<'a> {
        let positions = self.schedules_of_show.get(show).map(Vec::as_slice).unwrap_or_default();
        positions.iter().map(|&at| &self.folder.schedule[at])
    }

    /// The slots of a schedule on a day, without slots at times that clocks skip on that day.
    pub fn slots_on<'a>(&'a self, schedule: &'a Schedule, date: NaiveDate) -> impl Iterator<Item = &'a Slot> {
        let zone = self.show(&schedule.show).map_or(Tz::UTC, |show| self.zone_of_show(show));
        schedule.written_slots_on(date).iter().filter(move |slot| exists(date, slot.time.0, zone))
    }

    pub fn zone_of_show(&self, show: &Show) -> Tz {
        self.site(&show.site).map_or(Tz::UTC, |site| site.time_zone)
    }

    pub fn pool(&self, id: &PoolId) -> Option<&Pool> {
        self.pools.get(id).map(|&at| &self.folder.pool[at])
    }

    /// A hall with its sections and seats.
    pub fn hall(&self, id: &HallId) -> Option<(&Hall, &Seating)> {
        let seating = self.seating.get(id)?;
        Some((&self.folder.hall[seating.hall], seating))
    }

    pub fn delivery_method(&self, id: &DeliveryMethodId) -> Option<&DeliveryMethod> {
        self.folder.delivery_method.iter().find(|method| method.id == *id)
    }

    pub fn payment_method(&self, id: &PaymentMethodId) -> Option<&PaymentMethod> {
        self.folder.payment_method.iter().find(|method| method.id == *id)
    }

    pub fn plan(&self, id: &PlanId) -> Option<&Plan> {
        self.folder.plan.iter().find(|plan| plan.id == *id)
    }

    pub fn country(&self, id: i32) -> Option<&Country> {
        self.folder.country.iter().find(|country| country.id == id)
    }

    pub fn state(&self, id: i32) -> Option<&State> {
        self.folder.state.iter().find(|state| state.id == id)
    }

    /// The rate of a tax class; 0 without a tax class.
    pub fn tax_rate(&self, class: Option<&TaxClassId>) -> BasisPoints {
        let class: Option<&TaxClass> =
            class.and_then(|id| self.tax_classes.get(id)).map(|&at| &self.folder.tax_class[at]);
        class.map(|class| class.rate).unwrap_or_default()
    }

    /// The plan that a variant names.
    pub(crate) fn plan_of(&self, variant: &Variant) -> Option<&Plan> {
        let id = variant.plan.as_ref()?;
        self.folder.plan.iter().find(|plan| plan.id == *id)
    }

    fn fees(&self, per: FeePer) -> impl Iterator<Item = &Fee> {
        self.folder.fee.iter().filter(move |fee| fee.per == per)
    }

    /// The per-ticket fees of one unit at a price. A free unit has no fees.
    pub fn unit_fees<'a>(&'a self, product: &'a Product, price: Money) -> impl Iterator<Item = &'a Fee> {
        self.fees(FeePer::Ticket).filter(move |fee| !price.is_zero() && charged_for(fee, &product.id))
    }

    /// The fees that are charged once per order if the order contains a product that they apply to.
    pub fn order_fees(&self) -> impl Iterator<Item = &Fee> {
        self.fees(FeePer::Order)
    }

    /// The time zone of a product's dates and times.
    pub fn zone_of(&self, product: &Product) -> Tz {
        self.site(&product.site).map_or(Tz::UTC, |site| site.time_zone)
    }

    /// The current day at a product's site.
    pub fn today_of(&self, product: &Product, now: Instant) -> NaiveDate {
        day_at(now, self.zone_of(product))
    }

    /// Whether only signed-in shoppers may buy a product: it requires a login, or one of its parts does.
    pub fn asks_to_sign_in(&self, product: &Product) -> bool {
        let mut parts = product.variants.iter().flat_map(|variant| &variant.parts);
        let asks = |part: &Part| self.variant(&part.variant).is_some_and(|(of, _)| of.requires_login_challenge);
        product.requires_login_challenge || parts.any(asks)
    }

    /// Whether a product is within its sale window.
    pub fn is_on_sale(&self, product: &Product, now: Instant) -> bool {
        let zone = self.zone_of(product);
        let has_begun = |from: NaiveDateTime| instant_at(from.date(), from.time(), zone) <= now;
        product.on_sale_from.is_none_or(has_begun) && !self.is_sale_over(product, now)
    }

    /// The start of a product's sale, RFC 3339 with the site's offset; `None` if it has no start.
    pub fn sale_start(&self, product: &Product) -> Option<String> {
        let zone = self.zone_of(product);
        product.on_sale_from.map(|wall| with_offset(instant_at(wall.date(), wall.time(), zone), zone))
    }

    /// Whether a product's sale has ended.
    pub fn is_sale_over(&self, product: &Product, now: Instant) -> bool {
        let zone = self.zone_of(product);
        product.on_sale_until.is_some_and(|until| instant_at(until.date(), until.time(), zone) <= now)
    }

    /// The processed forms of a picture, by the path that the folder uses for it.
    pub fn picture(&self, file: &str) -> Option<&PictureSet> {
        self.pictures.get(file)
    }

    /// The redirect from a former path within the shop.
    pub fn redirect(&self, path: &str) -> Option<&Redirect> {
        self.folder.redirect.iter().find(|redirect| redirect.path == path)
    }

    /// The operator's replacement of a text.
    pub fn text(&self, id: &str) -> Option<&str> {
        self.folder.text.get(id).map(String::as_str)
    }
}

/// Whether a fee applies to a product. A fee that names no products applies to all products.
pub fn charged_for(fee: &Fee, product: &ProductId) -> bool {
    fee.products.is_empty() || fee.products.contains(product)
}

fn positions<T, K: std::hash::Hash + Eq>(rows: &[T], key: impl Fn(&T) -> K) -> HashMap<K, usize> {
    rows.iter().enumerate().map(|(position, row)| (key(row), position)).collect()
}

impl Messages for Catalog {
    fn replacement(&self, id: &str) -> Option<&str> {
        self.text(id)
    }
}
