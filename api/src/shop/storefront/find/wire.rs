//! The response type of the search for something to buy.

use chrono::NaiveDate;
use poem_openapi::{Enum, Object};

use super::actions::{Findings, Fit, Item};
use crate::shop::catalog::{CheaperSaleView, PictureView};
use crate::shop::storefront::calendar::{SaleState, capacity_description};
use midway_catalog::files::Site;
use midway_catalog::{Catalog, Found};
use midway_kernel::accessibility::AccessibilityFeature;
use midway_kernel::coded::CapacityLevel;
use midway_kernel::id::SiteId;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// The maximum number of times that an item names.
const MAX_TIMES: usize = 4;

/// What fits a visitor's wishes, one page of it.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct FindResult {
    /// The wanted day, `YYYY-MM-DD`; absent if no day is wanted, the day has passed, or nothing is sold for it yet.
    pub date: Option<NaiveDate>,
    /// Today at the shop's first site.
    pub today: NaiveDate,
    /// The last day for which something is sold.
    pub last_date: NaiveDate,
    /// Up to seven days: from `stripFrom` on, around the wanted day, or from today on. Empty if nothing listed is for a day.
    pub days: Vec<FindDay>,
    /// The number of items on all pages.
    pub item_count: u32,
    /// The page, from 1 to `pageCount`.
    pub page: u32,
    pub page_count: u32,
    /// The items of the page, best first.
    pub items: Vec<FindItem>,
    /// The words that were searched, if some of the wanted ones were taken for typing errors.
    pub corrected_words: Option<String>,
    /// What a visitor can choose from: the sites, headings, audiences and accessibility features of everything listed.
    pub sites: Vec<FindSite>,
    pub categories: Vec<String>,
    pub audiences: Vec<String>,
    pub accessibility: Vec<AccessibilityFeature>,
}

/// A day, and how many items that fit are open on it.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct FindDay {
    pub date: NaiveDate,
    pub open_count: u32,
    /// Whether nothing listed is open on the day, whatever is wanted.
    pub is_closed: bool,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct FindSite {
    pub id: SiteId,
    pub name: String,
}

impl From<&Site> for FindSite {
    fn from(site: &Site) -> Self {
        FindSite { id: site.id.clone(), name: site.name.clone() }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "camelCase")]
pub enum FindKind {
    Product,
    Bundle,
}

/// How an item fits the wanted day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "camelCase")]
pub enum FindFit {
    /// Places are available on the day.
    OnDay,
    /// The item is not for a certain day, or no day is wanted.
    AnyDay,
    /// The item is full or closed on the day.
    OtherDays,
}

impl From<Fit> for FindFit {
    fn from(fit: Fit) -> Self {
        match fit {
            Fit::OnDay => FindFit::OnDay,
            Fit::AnyDay => FindFit::AnyDay,
            Fit::OtherDays => FindFit::OtherDays,
        }
    }
}

/// A product or a bundle.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct FindItem {
    pub kind: FindKind,
    pub id: String,
    pub display_name: String,
    pub short_description: String,
    pub image: Option<PictureView>,
    pub category: Option<String>,
    pub site_name: String,
    /// Whether a product's page shows weeks, at `/product/single/dynamic/`, instead of months.
    pub week_calendar: bool,
    pub fit: FindFit,
    /// Why a product cannot be bought on any day; absent if it can be.
    pub sale_state: Option<SaleState>,
    /// The start of the sale of an upcoming product, RFC 3339 with the site's offset.
    pub on_sale_from: Option<String>,
    /// The availability on the wanted day, or of the stock of a product without days. Absent if the item is closed on
    /// the day or its number is not limited.
    pub capacity_level_id: Option<CapacityLevel>,
    pub capacity_description: Option<String>,
    /// The first times on the wanted day that are not full, `HH:mm`. Empty for admission for the whole day.
    pub times: Vec<String>,
    /// The number of all times on the wanted day that are not full.
    pub time_count: u32,
    /// The next day with places, if no day is wanted or the item is not available on it.
    pub next_date: Option<NaiveDate>,
    /// The lowest price: the net price plus the per-ticket fees, without tax. Variants that are always free or are
    /// left out of such prices do not count, unless no other is sold.
    pub from_price: Money,
    /// The variant with the lowest price, if it is only for some shoppers and all others pay more. Of a bundle: what a
    /// shopper chooses for the lowest price, such as `2 × Youth`.
    pub from_price_for: Option<String>,
    /// The highest price of all variants and times; absent for a bundle.
    pub highest_price: Option<Money>,
    /// How much less the cheapest bundle costs than its parts outside the bundle; zero for a product.
    pub saving: Money,
    /// The cheapest sale that is open to everyone and sells a variant of the product for less, at the prices of the
    /// wanted day if the product is available on it.
    pub cheaper_sale: Option<CheaperSaleView>,
}

impl FindResult {
    pub fn new(catalog: &Catalog, findings: &Findings<'_>, now: Instant) -> Self {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        FindResult {
            date: findings.date,
            today: findings.today,
            last_date: findings.last_date,
            days: findings
                .strip
                .iter()
                .map(|day| FindDay { date: day.date, open_count: count(day.open), is_closed: day.is_closed })
                .collect(),
            item_count: count(findings.item_count),
            page: count(findings.page),
            page_count: count(findings.page_count),
            items: findings.items.iter().map(|item| FindItem::new(catalog, item, now)).collect(),
            corrected_words: findings.corrected.clone(),
            sites: findings.options.sites.iter().filter_map(|id| catalog.site(id)).map(FindSite::from).collect(),
            categories: findings.options.categories.clone(),
            audiences: findings.options.audiences.clone(),
            accessibility: findings.options.accessibility.clone(),
        }
    }
}

impl FindItem {
    fn new(catalog: &Catalog, item: &Item<'_>, now: Instant) -> Self {
        let (kind, id, name, description, pictures, category, site, week_calendar) = match item.found {
            Found::Product(it) => (
                FindKind::Product,
                it.id.to_string(),
                &it.name,
                &it.short_description,
                &it.pictures,
                &it.category,
                &it.site,
                catalog.shows_weeks(it),
            ),
            Found::Bundle(it) => (
                FindKind::Bundle,
                it.id.to_string(),
                &it.name,
                &it.short_description,
                &it.pictures,
                &it.category,
                &it.site,
                false,
            ),
        };
        FindItem {
            kind,
            id,
            display_name: name.clone(),
            short_description: description.clone(),
            image: pictures.first().and_then(|picture| PictureView::of(catalog, picture)),
            category: category.clone(),
            site_name: catalog.site(site).map(|site| site.name.clone()).unwrap_or_default(),
            week_calendar,
            fit: item.fit.into(),
            sale_state: item.state,
            on_sale_from: match item.found {
                Found::Product(it) if item.state == Some(SaleState::Upcoming) => catalog.sale_start(it),
                Found::Product(_) | Found::Bundle(_) => None,
            },
            capacity_level_id: item.level,
            capacity_description: item.level.map(|level| capacity_description(catalog, level)),
            times: item.times.iter().take(MAX_TIMES).map(|time| time.wire()).collect(),
            time_count: u32::try_from(item.times.len()).unwrap_or(u32::MAX),
            next_date: item.next_date,
            from_price: item.from_price,
            from_price_for: item.from_price_for.clone(),
            highest_price: item.highest_price,
            saving: item.saving,
            cheaper_sale: match item.found {
                Found::Product(it) => CheaperSaleView::cheapest_of(catalog, it, &item.lowest_prices, now),
                Found::Bundle(_) => None,
            },
        }
    }
}
