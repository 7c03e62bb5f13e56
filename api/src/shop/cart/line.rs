//! The lines of a cart: what each line sells, with the names and prices from the time when it was added or last
//! repriced.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};

use chrono::NaiveDate;
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use super::pass_details::{EarlierTicket, PassDetails};
use crate::shop::entitlement::Redemption;
use crate::shop::performance::visit_in_words;
use crate::shop::ticket::{SeatMark, TicketRow, place_in_words};
use midway_catalog::files::{Product, SeatFeatures, SeatKind, WallTime};
use midway_catalog::pricing::LineOffers;
use midway_catalog::{Catalog, PricePromotion, SeatingSection};
use midway_kernel::coded::{PassKind, SaleFlow, ShowType};
use midway_kernel::id::{BundleId, PerformanceId, ProductId, PromotionId, SeatId, SectionId, ShowId, VariantId};
use midway_kernel::money::Money;
use midway_kernel::rate::BasisPoints;
use midway_kernel::time::Instant;

/// The maximum number of lines in a cart, as a limit against abuse. No ordinary purchase needs more lines.
pub const MAX_LINES: usize = 50;

/// The lines of a cart. New lines are appended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Lines(pub Vec<CartLine>);

/// A line that left a cart, and its place among the lines, from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovedLine {
    #[serde(default)]
    pub at: usize,
    #[serde(flatten)]
    pub line: CartLine,
}

/// Lines that left a cart together, in their order, and lines that stay but lost the price that they had beside them, as
/// they were before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RemovedLines(pub Vec<RemovedLine>);

impl RemovedLines {
    pub fn lines(&self) -> impl Iterator<Item = &CartLine> {
        self.0.iter().map(|removed| &removed.line)
    }
}

midway_kernel::documents!(Lines, RemovedLines, ChosenPerformances, LinePackage);

impl Deref for Lines {
    type Target = Vec<CartLine>;

    fn deref(&self) -> &Vec<CartLine> {
        &self.0
    }
}

impl DerefMut for Lines {
    fn deref_mut(&mut self) -> &mut Vec<CartLine> {
        &mut self.0
    }
}

/// A quantity of one variant at the chosen performances, or a bundle, with the names and prices from the time when the
/// line was added or last repriced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CartLine {
    pub id: String,
    pub kind: LineKind,
    pub product_id: ProductId,
    pub variant_id: VariantId,
    pub product_name: String,
    pub variant_name: String,
    pub pass_level: Option<String>,
    pub delivery_item: bool,
    pub quantity: u32,
    pub performances: ChosenPerformances,
    /// The sale flow in which the line was bought; `Public` when the flow's promotion neither set the price nor was
    /// necessary for the sale.
    pub sale_flow: SaleFlow,
    /// The promotion of that flow that sold the line, whether or not it set the price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sold_by: Option<PromotionId>,
    pub unit_price: Money,
    pub unit_fees: Money,
    pub unit_tax: Money,
    /// The tax rate of the price. The price after an offer is taxed at the same rate. `None` for a bundle, because its
    /// parts may be taxed differently.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_rate: Option<BasisPoints>,
    /// The unit price without the promotion, package or bundle that lowers it; `None` if none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regular_price: Option<Money>,
    /// The promotion that set the unit price; `None` if none did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promotion: Option<PricePromotion>,
    /// The offers that apply to the line. Most changes of the lines recalculate the offers of all lines.
    #[serde(default)]
    pub offers: LineOffers,
}

/// What a line sells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    /// Tickets, or an item without a ticket such as parking.
    Ticket,
    Pass(LinePass),
    /// A product that the operator put together from other products.
    Package(LinePackage),
    /// A bundle that the shopper built. Its product id is the bundle's id, and it can only be removed as a whole.
    Bundle(LinePackage),
    /// An amount that the shopper chose: it has no ticket, no fees and no delivery.
    Donation,
    /// An item that an entitlement gives.
    Redemption(Box<RedeemedItem>),
}

/// A pass. Each pass has a separate line, because it is for one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinePass {
    pub pass_kind: PassKind,
    /// The passholder, if entered, and the ticket that the pass renews or upgrades.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<Box<PassDetails>>,
}

/// A redeemed item, which may be a pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RedeemedItem {
    pub redemption: Redemption,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<LinePass>,
}

/// How many units of each product, variant and performance some carts or orders contain. Variants and performances
/// include those of the parts of packages and bundles.
#[derive(Debug, Default)]
pub struct BoughtFor {
    /// The promotions without which lines may leave their carts. Orders need none.
    pub promotions: BTreeMap<PromotionId, Bought>,
    /// The lines' own products. A bundle is listed under its own id.
    pub products: BTreeMap<ProductId, Bought>,
    pub variants: BTreeMap<VariantId, Bought>,
    pub performances: BTreeMap<PerformanceId, Bought>,
}

/// A number of units, and the ids of the carts or orders that contain them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bought {
    pub units: u32,
    pub owners: BTreeSet<String>,
}

impl Bought {
    pub fn add(&mut self, units: u32, owners: impl IntoIterator<Item = String>) {
        self.units = self.units.saturating_add(units);
        self.owners.extend(owners);
    }
}

impl BoughtFor {
    /// Adds a line of a cart or an order with the id `owner`.
    pub fn add(
        &mut self,
        owner: &str,
        (product, variant, quantity): (&ProductId, &VariantId, u32),
        chosen: &ChosenPerformances,
        package: Option<&LinePackage>,
    ) {
        let owner = || [owner.to_owned()];
        self.products.entry(product.clone()).or_default().add(quantity, owner());
        self.variants.entry(variant.clone()).or_default().add(quantity, owner());
        for chosen in &chosen.0 {
            self.performances.entry(chosen.performance_id.clone()).or_default().add(quantity, owner());
        }
        for part in package.into_iter().flat_map(|package| &package.parts) {
            let quantity = quantity.saturating_mul(part.quantity);
            self.variants.entry(part.variant_id.clone()).or_default().add(quantity, owner());
            for chosen in &part.performances.0 {
                self.performances.entry(chosen.performance_id.clone()).or_default().add(quantity, owner());
            }
        }
    }
}

/// The parts of a package or a bundle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinePackage {
    pub discount_description: Option<String>,
    pub discount_percentage: Option<u32>,
    pub display_item_pricing_details: bool,
    /// The day for which a bundle was built; `None` for a package.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bundle_date: Option<NaiveDate>,
    pub parts: Vec<LinePart>,
}

/// One part of a package or a bundle: a quantity of a variant, at the performances chosen for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinePart {
    pub product_id: ProductId,
    pub variant_id: VariantId,
    pub product_name: String,
    pub variant_name: String,
    pub pass_level: Option<String>,
    /// The quantity per package or bundle.
    pub quantity: u32,
    pub unit_price: Money,
    pub performances: ChosenPerformances,
}

impl CartLine {
    pub fn is_donation(&self) -> bool {
        matches!(self.kind, LineKind::Donation)
    }

    pub fn is_bundle(&self) -> bool {
        matches!(self.kind, LineKind::Bundle(_))
    }

    pub fn pass(&self) -> Option<&LinePass> {
        match &self.kind {
            LineKind::Pass(pass) => Some(pass),
            LineKind::Redemption(redeemed) => redeemed.pass.as_ref(),
            _ => None,
        }
    }

    /// The passholder of a pass, if entered, and the ticket that the pass renews or upgrades.
    pub fn pass_details(&self) -> Option<&PassDetails> {
        self.pass()?.details.as_deref()
    }

    /// Sets the passholder of a pass, and the ticket that the pass renews or upgrades.
    pub fn set_pass_details(&mut self, details: PassDetails) {
        let pass = match &mut self.kind {
            LineKind::Pass(pass) => Some(pass),
            LineKind::Redemption(redeemed) => redeemed.pass.as_mut(),
            _ => None,
        };
        if let Some(pass) = pass {
            pass.details = Some(Box::new(details));
        }
    }

    /// The promotions that sold the line: the one that the shopper came by, and the one that set its price.
    pub fn promotion_ids(&self) -> impl Iterator<Item = &PromotionId> {
        self.sold_by.iter().chain(self.promotion.as_ref().map(|promotion| &promotion.id))
    }

    /// A package or a bundle with its parts.
    pub fn package(&self) -> Option<&LinePackage> {
        match &self.kind {
            LineKind::Package(package) | LineKind::Bundle(package) => Some(package),
            _ => None,
        }
    }

    /// The parts of a package or a bundle; none for other lines.
    pub fn parts(&self) -> impl Iterator<Item = &LinePart> {
        self.package().into_iter().flat_map(|package| &package.parts)
    }

    /// The entitlement that the line redeems.
    pub fn redemption(&self) -> Option<&Redemption> {
        match &self.kind {
            LineKind::Redemption(redeemed) => Some(&redeemed.redemption),
            _ => None,
        }
    }

    /// The promotion without which the line may leave its cart even while its places are held: the entitlement that it
    /// redeems, or the promotion that sells it beside its host.
    pub fn needed_promotion(&self) -> Option<PromotionId> {
        let beside_host = || self.sold_by.clone().filter(|_| self.sale_flow.needs_host());
        self.redemption().map(|redemption| redemption.id.promotion()).or_else(beside_host)
    }

    pub fn bundle_id(&self) -> Option<BundleId> {
        self.is_bundle().then(|| BundleId(self.product_id.0.clone()))
    }

    /// The line's product and, for a package or a bundle, the products of its parts.
    pub fn products(&self) -> impl Iterator<Item = &ProductId> {
        std::iter::once(&self.product_id).chain(self.parts().map(|part| &part.product_id))
    }

    /// The line's performances and, for a package or a bundle, the performances of its parts.
    pub fn all_performances(&self) -> impl Iterator<Item = &ChosenPerformance> {
        self.performances.0.iter().chain(self.parts().flat_map(|part| &part.performances.0))
    }

    /// The ticket that the line renews or upgrades, if any.
    pub fn follows(&self) -> Option<&EarlierTicket> {
        self.pass_details()?.follows.as_ref()
    }

    /// The ids of the tickets that the line depends on: the ticket that it renews or upgrades, and the pass whose
    /// entitlement it redeems.
    pub fn needed_tickets(&self) -> impl Iterator<Item = &str> {
        let entitles = self.redemption().into_iter().filter_map(|redemption| redemption.pass_id.as_deref());
        self.follows().map(|held| held.ticket_id.as_str()).into_iter().chain(entitles)
    }

    /// Whether the line, or a part of it, has an assigned seat.
    pub fn has_seat(&self) -> bool {
        self.all_performances().any(|chosen| chosen.seat.is_some())
    }

    /// Whether the shop still has to choose a seat of the line or of a part of it.
    pub fn is_to_be_seated(&self, catalog: &Catalog) -> bool {
        let mut places: Box<dyn Iterator<Item = &ChosenPerformance>> = match self.package() {
            Some(package) => Box::new(package.parts.iter().flat_map(|part| &part.performances.0)),
            None => Box::new(self.performances.0.iter()),
        };
        places.any(|chosen| chosen.is_to_be_seated(catalog))
    }

    /// Whether the line may be moved to another performance. The shop assigns the seats of a package only when it is
    /// added.
    pub fn is_movable(&self, product: &Product) -> bool {
        product.allow_performance_change && !(self.package().is_some() && self.has_seat())
    }

    /// Whether the line is for an assigned seat or a pass, so that its quantity is always 1.
    pub fn is_single(&self) -> bool {
        self.has_seat() || self.pass().is_some()
    }
}

/// The performances chosen for a line, in the order of the product's selections.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChosenPerformances(pub Vec<ChosenPerformance>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenPerformance {
    pub selection_index: u32,
    pub performance_id: PerformanceId,
    pub show_id: ShowId,
    pub show_name: String,
    pub date: NaiveDate,
    pub time: WallTime,
    pub label: Option<String>,
    /// Whether the ticket admits at any time of the day. `time` is then the opening time, not a time that the shopper
    /// chose.
    pub valid_all_day: bool,
    pub starts_at: Instant,
    /// Present only for shows that sell sections or seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<ChosenSection>,
    /// Present only for numbered seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<ChosenSeat>,
    /// Whether the shopper declared that a guest of the party needs an accessible place.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_need_declared: bool,
}

impl ChosenPerformance {
    /// Whether the shop still has to choose the seat.
    pub fn is_to_be_seated(&self, catalog: &Catalog) -> bool {
        let hall = catalog.show(&self.show_id).filter(|show| show.show_type == ShowType::Seats);
        let seating = hall.and_then(|show| catalog.hall(show.hall.as_ref()?)).map(|(_, seating)| seating);
        let section = || seating?.section(&self.section.as_ref()?.id);
        self.seat.is_none() && seating.is_some() && section().is_none_or(SeatingSection::is_numbered)
    }

    /// The day and, unless the ticket admits all day, the time: `Saturday, November 21, 2026, 12:00 PM`.
    pub fn when_in_words(&self) -> String {
        visit_in_words(self.date, self.time, self.valid_all_day)
    }

    /// The show with its day and time.
    pub fn in_words(&self) -> String {
        format!("{}, {}", self.show_name, self.when_in_words())
    }

    /// Whether a ticket of its line admits to it.
    pub fn is_of(&self, ticket: &TicketRow) -> bool {
        Some(self.starts_at) == ticket.starts_at && Some(&self.show_name) == ticket.show_name.as_ref()
    }

    /// The place in words, for example `Stalls, row A, seat 12`; `None` for general admission.
    pub fn place(&self) -> Option<String> {
        let section = &self.section.as_ref()?.name;
        Some(place_in_words(section, self.seat.as_ref().map(ChosenSeat::mark)))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenSection {
    pub id: SectionId,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenSeat {
    pub id: SeatId,
    pub row: String,
    pub seat: String,
    /// How many people the seat is for: more than one for a box or a table that is sold as a whole.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub places: u32,
    #[serde(default, skip_serializing_if = "SeatKind::is_standard")]
    pub kind: SeatKind,
    #[serde(default, skip_serializing_if = "SeatFeatures::is_empty")]
    pub features: SeatFeatures,
}

/// The seat of one unit of a package's part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartSeat {
    pub section: ChosenSection,
    pub seat: ChosenSeat,
}

impl ChosenSeat {
    pub fn mark(&self) -> SeatMark<'_> {
        let ChosenSeat { row, seat, places, kind, features, .. } = self;
        SeatMark { row, seat, places: *places, kind: *kind, features }
    }
}

fn one() -> u32 {
    1
}

fn is_one(count: &u32) -> bool {
    *count == 1
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// The time zone of a line's dates and times.
pub fn zone_of(catalog: &Catalog, line: &CartLine) -> Tz {
    zone_of_bought(catalog, &line.product_id).unwrap_or(Tz::UTC)
}

/// The time zone of what a line names as its product, which may be a bundle; `None` if it has left the catalogue.
pub fn zone_of_bought(catalog: &Catalog, id: &ProductId) -> Option<Tz> {
    let of_bundle = || Some(catalog.site(&catalog.bundle(&BundleId(id.0.clone()))?.site)?.time_zone);
    catalog.product(id).map(|product| catalog.zone_of(product)).or_else(of_bundle)
}

/// The day and time of a line's first performance, its own or one of its package.
pub fn first_visit(performances: &ChosenPerformances, package: Option<&LinePackage>) -> Option<(NaiveDate, WallTime)> {
    let of_parts = package.into_iter().flat_map(|package| &package.parts).flat_map(|part| &part.performances.0);
    let visits = performances.0.iter().chain(of_parts).map(|chosen| (chosen.date, chosen.time));
    visits.min_by_key(|(date, time)| (*date, time.0))
}

/// The ids of the tickets that lines depend on.
pub fn tickets_of<'l>(lines: impl IntoIterator<Item = &'l CartLine>) -> impl Iterator<Item = String> {
    lines.into_iter().flat_map(CartLine::needed_tickets).map(str::to_owned)
}

/// Whether two lines are for the same item, sale flow, promotion, entitlement and places, so that they can be merged.
/// Donations, passes and bundles are never merged.
pub fn is_same(one: &CartLine, other: &CartLine) -> bool {
    one.promotion == other.promotion && is_same_at_any_price(one, other)
}

fn is_same_at_any_price(one: &CartLine, other: &CartLine) -> bool {
    one.variant_id == other.variant_id
        && one.sale_flow == other.sale_flow
        && one.sold_by == other.sold_by
        && one.redemption() == other.redemption()
        && one.all_performances().eq(other.all_performances())
        && !one.is_donation()
        && one.pass().is_none()
        && !one.is_bundle()
}

/// Whether two lines are of the same variant and entitlement at the same performances, in any section or seat.
fn has_same_variant_and_performances(one: &CartLine, other: &CartLine) -> bool {
    let at = |line: &CartLine| {
        line.performances.0.iter().map(|chosen| chosen.performance_id.clone()).collect::<Vec<PerformanceId>>()
    };
    one.variant_id == other.variant_id && one.redemption() == other.redemption() && at(one) == at(other)
}

/// The quantity in `lines` that counts towards the bounds of `new`. Each seat, pass and price has a separate line, so
/// the quantities of all lines for the same item are added.
pub fn count_with<'l>(lines: impl IntoIterator<Item = &'l CartLine>, new: &CartLine) -> u32 {
    let is_counted = |line: &&CartLine| {
        is_same_at_any_price(line, new) || new.is_single() && has_same_variant_and_performances(line, new)
    };
    lines.into_iter().filter(is_counted).map(|line| line.quantity).fold(0, u32::saturating_add)
}
