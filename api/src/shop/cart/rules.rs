//! What may be added to a cart, at which price, and how long its places are held. Pure, except for the random ids of
//! new lines.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Duration, NaiveDate};
use chrono_tz::Tz;

use crate::error::Refusal;
use crate::shop::entitlement::Redemption;
use crate::shop::inventory::{Draw, StockKey};
use crate::shop::performance::{self, Availability, Performance};
use midway_catalog::files::{Part, Product, Promotion, Settings, Variant};
use midway_catalog::pricing::{LineOffers, OfferLine, UnitPrice, offers, unit_price};
use midway_catalog::{Catalog, InCart, Place, QuotedPart, SeatingSection, Terms, Visit, line_range};
use midway_kernel::coded::{SaleFlow, ShowType};
use midway_kernel::id::{PerformanceId, ProductId, PromotionId, SeatId, SectionId, VariantId};
use midway_kernel::money::Money;
use midway_kernel::secret::random_id;
use midway_kernel::text::Text;
use midway_kernel::time::{Instant, day_at};

use super::entity::cart::Model as Cart;
use super::entity::pass::Passholder;
pub use super::line::MOST_LINES;
use super::line::{
    CartLine, ChosenPerformance, ChosenPerformances, ChosenSeat, ChosenSection, LineKind, LinePackage, LinePart,
    LinePass, RedeemedItem,
};

pub const NOTHING_CHOSEN: Text = Text { id: "cart.nothing-chosen", default: "Please choose at least one ticket." };
pub const NOT_FOR_SALE: Text = Text { id: "cart.not-for-sale", default: "This product is not available." };
pub const NO_PERFORMANCE: Text =
    Text { id: "cart.no-performance", default: "There are no products available for this date / time" };
pub const CHOOSE_PERFORMANCE: Text = Text { id: "cart.choose-performance", default: "Please choose a date and time." };
pub const CHOOSE_SECTION: Text = Text { id: "cart.choose-section", default: "Please choose a section." };
pub const CHOOSE_SEAT: Text = Text { id: "cart.choose-seat", default: "Please choose a seat." };
pub const ONE_PASS: Text =
    Text { id: "cart.one-pass", default: "Each pass is for one person. Please add one per person." };
pub const ONE_SEAT: Text =
    Text { id: "cart.one-seat", default: "Each seat is for one person. Please choose one per person." };
pub const SEAT_TAKEN: Text = Text {
    id: "cart.seat-taken",
    default: "Sorry, row {{row}} seat {{seat}} has just been taken. Please choose another.",
};
pub const NO_SEATS: Text =
    Text { id: "cart.no-seats", default: "Sorry, fewer than {{count}} seats are left. Please choose fewer." };
pub const MINIMUM: Text = Text { id: "quantity.minimum", default: "Minimum quantity is {{min}}" };
pub const TOO_FEW: Text = Text {
    id: "cart.too-few",
    default: "The minimum quantity of {{name}} is {{min}}. Please add more of it, or remove it.",
};
pub const MAXIMUM: Text = Text { id: "quantity.maximum", default: "Maximum quantity is {{max}}" };
pub const TOO_MANY_LINES: Text =
    Text { id: "cart.too-many-lines", default: "A cart holds at most {{max}} different items." };
pub const TOO_MANY_PLACES: Text = Text {
    id: "cart.too-many-places",
    default: "A cart holds at most {{max}} places. Please buy these first, or contact us about larger groups.",
};
pub const HELD_BY_ADDRESS: Text = Text {
    id: "cart.held-by-address",
    default: "Too many places are held from your internet connection at the moment. Please buy or remove some, or try again in \
            {{minutes}} minutes.",
};
pub const SOLD_OUT: Text = Text { id: "cart.sold-out", default: "Sorry, {{name}} is sold out." };
pub const SOLD_OUT_THEN: Text = Text { id: "cart.sold-out-then", default: "Sorry, {{name}} is sold out for {{when}}." };
pub const BUNDLE_SHORT: Text = Text {
    id: "bundle.short",
    default: "Sorry, something in {{name}} has just been taken. Please choose another time or date.",
};
pub const FEW_LEFT: Text = Text { id: "cart.few-left", default: "Sorry, only {{left}} left of {{name}}." };
pub const NO_LONGER_AVAILABLE: Text = Text {
    id: "cart.no-longer-available",
    default: "Sorry, {{name}} is no longer available. Please look at your cart.",
};
pub const REVISED: Text =
    Text { id: "cart.revised", default: "Your cart has changed. Please look at it again before you pay." };
pub const PASS_ELSEWHERE: Text =
    Text { id: "pass.elsewhere", default: "This pass is being renewed in another cart, or has been renewed already." };
pub const TICKET_ELSEWHERE: Text = Text {
    id: "ticket.elsewhere",
    default: "This ticket is being upgraded or renewed in another cart, or has been upgraded or renewed already.",
};
pub const PASS_REVOKED: Text =
    Text { id: "pass.revoked", default: "A pass or ticket that this needs is no longer valid." };
pub const NOT_MOVABLE: Text =
    Text { id: "cart.not-movable", default: "The date and time of {{name}} cannot be changed." };
pub const HOLD_OVER: Text = Text { id: "cart.hold-over", default: "Your places are no longer held." };
pub const CODE_NOT_FOR_THIS: Text =
    Text { id: "promotion.not-for-this", default: "This promotion code is not for {{name}}." };
pub const CODE_USED_UP: Text =
    Text { id: "promotion.used-up", default: "Sorry, this promotion code has reached its limit." };
pub const CODE_FEW_LEFT: Text =
    Text { id: "promotion.few-left", default: "Sorry, this promotion code can be used only {{left}} more times." };
pub const CODE_PER_CART: Text = Text {
    id: "promotion.per-cart",
    default: "This promotion code can be used for at most {{max}} tickets per order.",
};
pub const NOT_THAT_DAY: Text = Text {
    id: "entitlement.not-that-day",
    default: "This can be redeemed from {{from}} to {{until}}. Please choose another date.",
};
pub const NOT_BEFORE: Text =
    Text { id: "entitlement.not-before", default: "This can be redeemed from {{day}} on. Please choose another date." };
pub const NOT_AFTER: Text =
    Text { id: "entitlement.not-after", default: "This can be redeemed until {{day}}. Please choose another date." };
pub const REDEEMED: Text = Text {
    id: "entitlement.redeemed",
    default: "Your entitlement to {{name}} has been fully redeemed or is already in a cart.",
};
pub const FEW_TO_REDEEM: Text =
    Text { id: "entitlement.few-left", default: "Your entitlement covers only {{left}} more of {{name}}." };
pub const BUSY: Text =
    Text { id: "cart.busy", default: "Your payment is in progress. Please wait until it is finished." };

/// A line that a call asks to add.
#[derive(Clone, Debug)]
pub struct WantedLine {
    pub product_id: ProductId,
    pub variant_id: VariantId,
    pub quantity: u32,
    /// One per selection of the product.
    pub performances: Vec<WantedPerformance>,
    /// The net unit price that the shopper was shown.
    pub seen_price: Option<Money>,
    /// The entitlement that the line redeems.
    pub redemption: Option<Redemption>,
    /// The passholder, as far as known.
    pub passholder: Option<Box<Passholder>>,
}

/// A requested performance and place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedPerformance {
    pub selection_index: u32,
    pub performance_id: PerformanceId,
    pub place: WantedPlace,
}

/// The requested place at a performance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WantedPlace {
    /// General admission: the show sells neither sections nor seats.
    Anywhere,
    Section(SectionId),
    Seat(SeatId),
    /// The shop chooses the best adjacent free seats, in the given section if there is one.
    BestSeats(Option<SectionId>),
}

impl From<&CartLine> for WantedLine {
    fn from(line: &CartLine) -> Self {
        let performances = line.performances.0.iter().map(WantedPerformance::from);
        WantedLine {
            product_id: line.product_id.clone(),
            variant_id: line.variant_id.clone(),
            quantity: line.quantity,
            performances: performances.collect(),
            seen_price: None,
            redemption: line.redemption().cloned(),
            passholder: line.pass().and_then(|pass| pass.passholder.clone()),
        }
    }
}

impl From<&ChosenPerformance> for WantedPerformance {
    fn from(chosen: &ChosenPerformance) -> Self {
        WantedPerformance {
            selection_index: chosen.selection_index,
            performance_id: chosen.performance_id.clone(),
            place: match (&chosen.section, &chosen.seat) {
                (_, Some(seat)) => WantedPlace::Seat(seat.id.clone()),
                (Some(section), None) => WantedPlace::Section(section.id.clone()),
                (None, None) => WantedPlace::Anywhere,
            },
        }
    }
}

/// A line that may be sold, before its places are claimed.
#[derive(Clone, Debug)]
pub struct SellableLine<'c> {
    pub product: &'c Product,
    pub variant: &'c Variant,
    pub quantity: u32,
    pub performances: Vec<ChosenPerformance>,
    pub seen_price: Option<Money>,
    pub redemption: Option<Redemption>,
    pub passholder: Option<Box<Passholder>>,
}

/// Checks that a line may be sold on these sale terms now.
pub fn sellable<'c>(
    catalog: &'c Catalog,
    wanted: &WantedLine,
    terms: Terms<'_>,
    now: Instant,
) -> Result<SellableLine<'c>, Refusal> {
    let (product, variant) = catalog
        .variant(&wanted.variant_id)
        .filter(|(product, variant)| {
            product.id == wanted.product_id
                && terms.sell(catalog, product, variant, now)
                && has_its_parts(catalog, variant, now)
        })
        // Donations are added by their own call. Here they would cost nothing.
        .filter(|(product, _)| product.donation.is_none())
        .ok_or_else(|| Refusal::new(NOT_FOR_SALE))?;
    let asked: BTreeSet<u32> = wanted.performances.iter().map(|performance| performance.selection_index).collect();
    let needed: BTreeSet<u32> = (1..=product.selections.len() as u32).collect();
    if asked != needed || wanted.performances.len() != needed.len() {
        return Err(Refusal::new(if asked.len() < needed.len() { CHOOSE_PERFORMANCE } else { NO_PERFORMANCE }));
    }
    let mut performances = Vec::with_capacity(needed.len());
    for performance in &wanted.performances {
        performances.push(chosen(catalog, product, variant, performance, now)?);
    }
    performances.sort_by_key(|performance| performance.selection_index);
    // All performances are on one day and follow each other with the required delays, as the picker offers them.
    let starts: Vec<Instant> = performances.iter().map(|performance| performance.starts_at).collect();
    let is_one_day = performances.windows(2).all(|pair| pair[0].date == pair[1].date);
    if !is_one_day || !performance::keeps_delays(product, &starts) {
        return Err(Refusal::new(NO_PERFORMANCE));
    }
    if wanted.quantity > 1 && performances.iter().any(|chosen| chosen.seat.is_some()) {
        return Err(Refusal::new(ONE_SEAT));
    }
    let redemption = wanted.redemption.clone();
    if let Some(redemption) = &redemption {
        is_for_its_days(redemption, &performances, day_at(now, catalog.zone_of(product)))?;
    }
    let (quantity, seen_price, passholder) = (wanted.quantity, wanted.seen_price, wanted.passholder.clone());
    Ok(SellableLine { product, variant, quantity, performances, seen_price, redemption, passholder })
}

/// An entitlement is valid for visits on its days. Without a visit, today must be one of its days.
fn is_for_its_days(
    redemption: &Redemption,
    performances: &[ChosenPerformance],
    today: NaiveDate,
) -> Result<(), Refusal> {
    let is_good = match performances {
        [] => redemption.days.holds(today),
        chosen => chosen.iter().all(|chosen| redemption.days.holds(chosen.date)),
    };
    let day = |day: Option<NaiveDate>| day.map(|day| day.format("%m/%d/%Y").to_string());
    match (is_good, day(redemption.days.first), day(redemption.days.last)) {
        (true, ..) => Ok(()),
        (false, Some(from), Some(until)) => Err(Refusal::new(NOT_THAT_DAY).with("from", from).with("until", until)),
        (false, from, until) => Err(Refusal::new(if until.is_some() { NOT_AFTER } else { NOT_BEFORE })
            .with("day", until.or(from).unwrap_or_default())),
    }
}

/// A package is on sale only while all its parts are.
fn has_its_parts(catalog: &Catalog, variant: &Variant, now: Instant) -> bool {
    let is_sold = |part: &Part| catalog.variant(&part.variant).is_some_and(|(of, _)| catalog.is_on_sale(of, now));
    variant.parts.iter().all(is_sold)
}

fn chosen(
    catalog: &Catalog,
    product: &Product,
    variant: &Variant,
    wanted: &WantedPerformance,
    now: Instant,
) -> Result<ChosenPerformance, Refusal> {
    let index = wanted.selection_index;
    let selection = product.selections.get(index as usize - 1);
    let performance = performance::find(catalog, &wanted.performance_id)
        .filter(|found| selection.is_some_and(|selection| selection.shows.contains(&found.show.id)))
        .filter(|found| found.is_open(catalog, now) && found.date <= catalog.window_of(product, now).1)
        .filter(|found| performance::is_sold_for(variant, found.show))
        .ok_or_else(|| Refusal::new(NO_PERFORMANCE))?;
    let (section, seat) = place(&performance, variant, &wanted.place)?;
    Ok(ChosenPerformance {
        selection_index: index,
        section,
        seat,
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

/// The section and seat of a line, if the show sells them and the variant is sold there. Seats that the shop chooses
/// are set later.
fn place(
    performance: &Performance<'_>,
    variant: &Variant,
    wanted: &WantedPlace,
) -> Result<(Option<ChosenSection>, Option<ChosenSeat>), Refusal> {
    let Some(seating) = performance.seating else {
        return match wanted {
            WantedPlace::Anywhere => Ok((None, None)),
            _ => Err(Refusal::new(NO_PERFORMANCE)),
        };
    };
    let section = |id: &SectionId| {
        let found = seating.section(id).filter(|section| performance::is_sold_in(variant, &section.id));
        found.map(ChosenSection::from).ok_or_else(|| Refusal::new(NO_PERFORMANCE))
    };
    match (performance.show.show_type, wanted) {
        (ShowType::Sections, WantedPlace::Section(id)) => Ok((Some(section(id)?), None)),
        (ShowType::Seats, WantedPlace::Seat(id)) => {
            let place = seating.seat(id).ok_or_else(|| Refusal::new(NO_PERFORMANCE))?;
            Ok((Some(section(&place.section)?), Some(ChosenSeat::from(place))))
        }
        (ShowType::Seats, WantedPlace::BestSeats(id)) => Ok((id.as_ref().map(section).transpose()?, None)),
        (ShowType::Sections, WantedPlace::Anywhere) => Err(Refusal::new(CHOOSE_SECTION)),
        (ShowType::Seats, WantedPlace::Anywhere) => Err(Refusal::new(CHOOSE_SEAT)),
        _ => Err(Refusal::new(NO_PERFORMANCE)),
    }
}

impl From<&SeatingSection> for ChosenSection {
    fn from(section: &SeatingSection) -> Self {
        ChosenSection { id: section.id.clone(), name: section.name.clone() }
    }
}

impl From<&Place> for ChosenSeat {
    fn from(place: &Place) -> Self {
        ChosenSeat { id: place.id.clone(), row: place.row.clone(), seat: place.seat.clone() }
    }
}

/// The stocks on which the price of a line depends; for a package or a bundle, those of its parts.
pub fn price_keys(catalog: &Catalog, line: &CartLine) -> Vec<StockKey> {
    match line.package() {
        Some(package) => {
            let keys = |part: &LinePart| keys_of_price(catalog, &part.variant_id, &part.performances.0);
            package.parts.iter().flat_map(keys).collect()
        }
        None => keys_of_price(catalog, &line.variant_id, &line.performances.0),
    }
}

/// Whether the price of a line, or of one of its parts, rises as places are sold.
pub fn has_steps(catalog: &Catalog, line: &CartLine) -> bool {
    let parts = line.parts().map(|part| &part.variant_id);
    let mut variants = parts.chain([&line.variant_id]).filter_map(|id| catalog.variant(id));
    variants.any(|(product, variant)| catalog.price_has_steps(product, variant))
}

fn keys_of_price(catalog: &Catalog, variant: &VariantId, chosen: &[ChosenPerformance]) -> Vec<StockKey> {
    let has_steps = |(product, variant)| catalog.price_has_steps(product, variant);
    if !catalog.variant(variant).is_some_and(has_steps) {
        return Vec::new();
    }
    let found = chosen.iter().filter_map(|chosen| performance::find(catalog, &chosen.performance_id));
    found.flat_map(|performance| performance.draws(catalog, 1)).map(|draw| draw.key).collect()
}

/// The visits that these performances make up, at the availability `left`.
pub fn visits(catalog: &Catalog, chosen: &[ChosenPerformance], left: &Availability) -> Vec<Visit> {
    let found = chosen.iter().filter_map(|chosen| performance::find(catalog, &chosen.performance_id));
    found.map(|performance| left.visit(catalog, &performance)).collect()
}

/// A new line at today's price on these sale terms; `left` is the availability of what its [`price_keys`] name. The
/// promotion is kept only when it sets the price or when the variant is not on public sale; otherwise the line is a
/// public one.
pub fn priced(
    catalog: &Catalog,
    line: SellableLine<'_>,
    terms: Terms<'_>,
    left: &Availability,
    now: Instant,
) -> CartLine {
    let visits = visits(catalog, &line.performances, left);
    let asking = catalog.unit_quote(line.product, line.variant, terms, &visits, now);
    let unit = unit_price(catalog, &asking);
    let gives = |promotion: &&Promotion| {
        asking.promotion.as_ref().is_some_and(|given| given.id == promotion.id)
            || !Terms::public().sell(catalog, line.product, line.variant, now)
    };
    let sold_by = terms.promotion.filter(gives).map(|promotion| promotion.id.clone());
    let is_anybodys = sold_by.is_none() && terms.promotion.is_some();
    let is_handed_over = asking.parts.iter().any(|part| part.variant.delivery_item);
    // No entitlement is used up when the public price is the same.
    let redemption = line.redemption.filter(|_| sold_by.is_some());
    let package = line.product.package.as_ref().map(|package| LinePackage {
        discount_description: package.discount_description.clone(),
        discount_percentage: Some(package.discount_percentage),
        display_item_pricing_details: package.display_item_pricing_details,
        bundle_date: None,
        parts: asking.parts.iter().map(|part| line_part(part, &line.performances)).collect(),
    });
    let pass = line.variant.pass.map(|pass_kind| LinePass { pass_kind, passholder: line.passholder });
    CartLine {
        id: random_id(),
        kind: kind_of(line.product, package, redemption, pass),
        product_id: line.product.id.clone(),
        variant_id: line.variant.id.clone(),
        sale_flow: if is_anybodys { SaleFlow::Public } else { terms.flow },
        sold_by,
        product_name: line.product.name.clone(),
        variant_name: line.variant.name.clone(),
        pass_level: line.variant.pass_level.clone(),
        delivery_item: line.variant.delivery_item || is_handed_over,
        quantity: line.quantity,
        unit_price: unit.price,
        unit_fees: unit.fees,
        unit_tax: unit.tax,
        regular_price: Some(asking.regular).filter(|regular| *regular > unit.price),
        promotion: asking.promotion,
        tax_rate: Some(catalog.tax_rate(line.product.tax_class.as_ref())),
        performances: ChosenPerformances(line.performances),
        offers: LineOffers::default(),
    }
}

/// What a line of this product sells. The catalogue allows neither an entitlement to a package nor a pass in one.
fn kind_of(
    product: &Product,
    package: Option<LinePackage>,
    redemption: Option<Redemption>,
    pass: Option<LinePass>,
) -> LineKind {
    match (package, redemption, pass) {
        (Some(package), ..) => LineKind::Package(package),
        (None, Some(redemption), pass) => LineKind::Redemption(Box::new(RedeemedItem { redemption, pass })),
        (None, None, Some(pass)) => LineKind::Pass(pass),
        (None, None, None) if product.donation.is_some() => LineKind::Donation,
        (None, None, None) => LineKind::Ticket,
    }
}

/// Whether two lines are for the same item, sale flow, promotion and performances, so that they can be merged.
pub fn is_same(one: &CartLine, other: &CartLine) -> bool {
    one.variant_id == other.variant_id
        && one.sale_flow == other.sale_flow
        && one.sold_by == other.sold_by
        && one.promotion == other.promotion
        && one.redemption() == other.redemption()
        && one.performances == other.performances
        && !one.is_donation()
        && one.pass().is_none()
        && !one.is_bundle()
}

/// Whether two lines are of the same variant at the same performances, in any section or seat.
fn is_beside(one: &CartLine, other: &CartLine) -> bool {
    let at = |line: &CartLine| {
        line.performances.0.iter().map(|chosen| chosen.performance_id.clone()).collect::<Vec<PerformanceId>>()
    };
    one.variant_id == other.variant_id && one.redemption() == other.redemption() && at(one) == at(other)
}

/// The first line whose combined quantity is below the minimum, with that minimum. A revision or a removed line can
/// cause this. A renewal or upgrade of a single pass is always allowed.
pub fn too_few<'l>(catalog: &Catalog, lines: &'l [CartLine]) -> Option<(&'l CartLine, u32)> {
    let bought = lines.iter().filter(|line| !line.is_donation() && !line.is_bundle() && line.follows().is_none());
    let mut least = bought.map(|line| (line, bounds_together(catalog, line).0));
    least.find(|(line, min)| count_with(lines, line) < *min)
}

/// The quantity that counts towards the bounds of `new`: each seat, each pass and each price is a line of its own, and
/// together they are bounded as one line.
pub fn count_with(lines: &[CartLine], new: &CartLine) -> u32 {
    let is_counted = |line: &&CartLine| is_same(line, new) || new.is_single() && is_beside(line, new);
    lines.iter().filter(is_counted).map(|line| line.quantity).fold(0, u32::saturating_add)
}

/// A part of a package with the performances that the package's selections assign to it.
fn line_part(asked: &QuotedPart<'_>, chosen: &[ChosenPerformance]) -> LinePart {
    let given = asked.part.selections.iter().zip(1..).filter_map(|(from, selection_index)| {
        let chosen = chosen.iter().find(|chosen| chosen.selection_index == *from)?;
        Some(ChosenPerformance { selection_index, ..chosen.clone() })
    });
    LinePart {
        product_id: asked.product.id.clone(),
        variant_id: asked.variant.id.clone(),
        product_name: asked.product.name.clone(),
        variant_name: asked.variant.name.clone(),
        pass_level: asked.variant.pass_level.clone(),
        quantity: asked.part.quantity,
        unit_price: asked.price,
        performances: ChosenPerformances(given.collect()),
    }
}

/// The sale terms on which a line was bought, as far as the catalogue still has them and the host line, if it needs
/// one, is among `lines`. Otherwise the public terms.
pub fn terms_of<'c>(catalog: &'c Catalog, line: &'c CartLine, lines: &[CartLine]) -> Terms<'c> {
    let code = line.promotion.as_ref().and_then(|promotion| promotion.code.as_deref());
    let with_code = || line.promotion.as_ref().filter(|_| code.is_some()).map(|it| &it.id);
    let Some(id) = line.sold_by.as_ref().or_else(with_code) else {
        return Terms { flow: line.sale_flow, ..Terms::public() };
    };
    let promotion = catalog.promotion_of(line.sale_flow, id);
    match promotion.filter(|it| it.is_hosted(catalog, line.sale_flow, &hosts(lines))) {
        Some(promotion) => {
            let credit = line.follows().and_then(|held| held.credit);
            Terms { flow: line.sale_flow, promotion: Some(promotion), code, credit }
        }
        None => Terms::public(),
    }
}

/// Whether the host line that a line depends on, if any, is among `lines`.
pub fn has_its_host(catalog: &Catalog, line: &CartLine, lines: &[CartLine]) -> bool {
    !line.sale_flow.needs_host() || terms_of(catalog, line, lines).promotion.is_some()
}

/// The lines that can be hosts of cross-sold lines. A line that needs a host itself cannot be one.
pub fn hosts(lines: &[CartLine]) -> Vec<InCart> {
    let hosts = lines.iter().filter(|line| line.quantity > 0 && !line.sale_flow.needs_host() && !line.is_donation());
    hosts
        .map(|line| InCart { product_id: line.product_id.clone(), pass: line.pass().map(|pass| pass.pass_kind) })
        .collect()
}

/// Recalculates the offers on all lines. An offer that has ended stays with a cart that has it while the cart's hold
/// lasts.
pub fn write_offers(catalog: &Catalog, lines: &mut [CartLine], hold: Option<Hold>, now: Instant) {
    let is_held = hold.is_some_and(|hold| now < hold.until);
    let held = lines.iter().filter(|_| is_held).flat_map(|line| &line.offers.0);
    let kept: BTreeSet<PromotionId> = held.map(|offer| offer.promotion_id.clone()).collect();
    let is_regular = |line: &CartLine| line.promotion.is_none() && line.package().is_none();
    let of_line = |line: &CartLine| catalog.tax_rate(catalog.product(&line.product_id)?.tax_class.as_ref()).into();
    let rate = |line: &CartLine| line.tax_rate.or_else(|| of_line(line)).unwrap_or_default();
    let regular: Vec<usize> = (0..lines.len()).filter(|&at| is_regular(&lines[at])).collect();
    let offered: Vec<OfferLine<'_>> = regular
        .iter()
        .map(|&at| &lines[at])
        .map(|line| OfferLine {
            id: &line.id,
            variant: &line.variant_id,
            date: line.performances.0.first().map(|chosen| chosen.date),
            unit: UnitPrice { price: line.unit_price, fees: line.unit_fees, tax: line.unit_tax },
            tax_rate: rate(line),
            quantity: line.quantity,
        })
        .collect();
    let found = offers(catalog, &offered, &kept, now);
    for line in lines.iter_mut() {
        line.offers = LineOffers::default();
    }
    for (at, offers) in regular.into_iter().zip(found) {
        lines[at].offers = offers;
    }
}

/// How much of the limits per cart a cart uses: tickets per promotion, and places.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    codes: BTreeMap<PromotionId, u32>,
    /// The number of places at performances.
    places: u32,
}

pub fn uses(lines: &[CartLine]) -> Uses {
    let mut uses = Uses::default();
    for line in lines {
        let performances = u32::try_from(line.all_performances().count()).unwrap_or(u32::MAX);
        uses.places = uses.places.saturating_add(line.quantity.saturating_mul(performances));
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

/// The shared places (of performances, sections and pools) that free lines take. It excludes lines that an offer makes
/// free, because other tickets are paid with them, and stocks in which the same cart also pays for places.
pub fn places_for_nothing(catalog: &Catalog, lines: &[CartLine]) -> Vec<Draw> {
    let is_free = |line: &&CartLine| line.unit_price.is_zero() && line.unit_fees.is_zero();
    let (free, paid): (Vec<&CartLine>, Vec<&CartLine>) = lines.iter().partition(is_free);
    let paid: BTreeSet<StockKey> =
        paid.iter().filter_map(|line| draws(catalog, line)).flatten().map(|draw| draw.key).collect();
    let seated = free.into_iter().filter(|line| line.all_performances().next().is_some());
    let draws = seated.filter_map(|line| draws(catalog, line)).flatten();
    let is_place = |key: &StockKey| key.is_shared() && !key.is_promotion() && !key.is_variant();
    draws.filter(|draw| is_place(&draw.key) && !paid.contains(&draw.key)).collect()
}

/// How many free places of a stock one address may order: a share of the capacity, at least one.
pub fn most_free_from_one_address(settings: &Settings, capacity: u32) -> u32 {
    let share = (u64::from(capacity) * u64::from(settings.max_free_percent_by_address)).div_ceil(100);
    u32::try_from(share).unwrap_or(u32::MAX).max(1)
}

/// How much of a stock the carts of one address may hold together: a fixed number, or a share of a large stock, because
/// many people can share one address.
pub fn most_from_one_address(settings: &Settings, capacity: u32) -> u32 {
    let share = u64::from(capacity) * u64::from(settings.max_held_percent_by_address) / 100;
    settings.max_held_places_by_address.max(u32::try_from(share).unwrap_or(u32::MAX))
}

/// Checks a quantity against its bounds. How much of an entitlement remains is checked by its stock, not here.
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

/// The bounds of one line's quantity, given the lines of the same item at other prices; exactly 1 for a seat, a pass or
/// a bundle.
pub fn bounds(catalog: &Catalog, line: &CartLine, lines: &[CartLine]) -> (u32, u32) {
    if line.is_single() || line.is_bundle() {
        return (1, 1);
    }
    let others = count_with(lines, line).saturating_sub(line.quantity);
    let (min, max) = bounds_together(catalog, line);
    (min.saturating_sub(others).max(1), max.saturating_sub(others).max(1))
}

/// The time zone of a line's dates and times.
pub fn zone_of(catalog: &Catalog, line: &CartLine) -> Tz {
    let of_bundle = || catalog.site(&catalog.bundle(&line.bundle_id()?)?.site).map(|site| site.time_zone);
    of_bundle().unwrap_or_else(|| catalog.product(&line.product_id).map_or(Tz::UTC, |product| catalog.zone_of(product)))
}

/// The stock that a line needs: a place at its performances and pools for each person it admits, units of a limited
/// variant, and uses of a limited code. A package or bundle needs what its parts need. A performance that is no longer
/// in the catalogue needs nothing here; [`sellable`] rejects it. `None` when the catalogue no longer has the variant,
/// the bundle or a part.
pub fn draws(catalog: &Catalog, line: &CartLine) -> Option<Vec<Draw>> {
    let own = match line.bundle_id() {
        Some(bundle) => catalog.bundle(&bundle).map(|_| None)?,
        None => Some(catalog.variant(&line.variant_id)?.1),
    };
    let mut draws = match (line.package(), own) {
        (None, own) => own.map(|own| places(catalog, own, &line.performances.0, line.quantity)).unwrap_or_default(),
        (Some(package), own) => {
            let mut draws = own.map(|own| pieces(own, line.quantity)).unwrap_or_default();
            for part in &package.parts {
                let (_, variant) = catalog.variant(&part.variant_id)?;
                let quantity = line.quantity.saturating_mul(part.quantity);
                draws.extend(places(catalog, variant, &part.performances.0, quantity));
            }
            draws
        }
    };
    // A ticket can be renewed or upgraded only once, so only one cart can hold it.
    draws.extend(line.follows().map(|held| Draw { key: StockKey::ticket(&held.ticket_id), capacity: 1, quantity: 1 }));
    draws.extend(line.redemption().into_iter().flat_map(|redemption| {
        let capacity = catalog.promotion(&redemption.id.promotion()).and_then(|promotion| promotion.quantity);
        let draw = |capacity| redemption.stocks().map(move |key| Draw { key, capacity, quantity: line.quantity });
        capacity.map(draw).into_iter().flatten()
    }));
    let promotion = line.promotion.as_ref().and_then(|promotion| catalog.promotion(&promotion.id));
    draws.extend(promotion.and_then(|promotion| {
        let key = StockKey::promotion(&promotion.id);
        Some(Draw { key, capacity: promotion.uses?, quantity: line.quantity })
    }));
    Some(draws)
}

fn pieces(variant: &Variant, quantity: u32) -> Vec<Draw> {
    let piece = |capacity| Draw { key: StockKey::variant(&variant.id), capacity, quantity };
    variant.stock.map(piece).into_iter().collect()
}

fn places(catalog: &Catalog, variant: &Variant, performances: &[ChosenPerformance], quantity: u32) -> Vec<Draw> {
    // A family ticket for four takes four places. An item without tickets, such as parking, takes one.
    let places = quantity.saturating_mul(variant.tickets.max(1));
    performances
        .iter()
        .filter_map(|chosen| Some((chosen, performance::find(catalog, &chosen.performance_id)?)))
        .flat_map(|(chosen, performance)| {
            let (section, seat) = (chosen.section.as_ref(), chosen.seat.as_ref());
            performance.draws_at(catalog, places, section.map(|it| &it.id), seat.map(|it| &it.id))
        })
        .chain(pieces(variant, quantity))
        .collect()
}

/// The hold of a cart: its deadline, and when its first claim was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    pub first_claimed_at: Instant,
    pub until: Instant,
}

/// Extends the hold by the configured time, at most until `max_hold_minutes` after the first claim. An expired hold
/// starts again.
pub fn renewed(hold: Option<Hold>, settings: &Settings, now: Instant) -> Hold {
    let first_claimed_at = hold.filter(|hold| now < hold.until).map_or(now, |hold| hold.first_claimed_at);
    let minutes = |minutes: u32| Duration::minutes(i64::from(minutes));
    let until = (now + minutes(settings.hold_minutes)).min(first_claimed_at + minutes(settings.max_hold_minutes));
    Hold { first_claimed_at, until }
}

/// Combines two holds: the deadline of the newer one, limited by the maximum hold of the older one.
pub fn together(one: Hold, newer: Hold, settings: &Settings) -> Hold {
    let first_claimed_at = one.first_claimed_at.min(newer.first_claimed_at);
    let longest = first_claimed_at + Duration::minutes(i64::from(settings.max_hold_minutes));
    Hold { first_claimed_at, until: newer.until.min(longest) }
}

/// Whether an extension would give at least one more minute.
pub fn is_extendable(hold: Hold, settings: &Settings, now: Instant) -> bool {
    now < hold.until && hold.until + Duration::minutes(1) <= renewed(Some(hold), settings, now).until
}

pub fn hold_of(cart: &Cart) -> Option<Hold> {
    cart.first_claimed_at.zip(cart.held_until).map(|(first_claimed_at, until)| Hold { first_claimed_at, until })
}

/// The hold of a cart, if it has not expired.
pub fn live_hold_of(cart: &Cart, now: Instant) -> Option<Hold> {
    hold_of(cart).filter(|hold| now < hold.until)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{TimeZone, Utc};

    fn minute(minute: i64) -> Instant {
        Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap() + Duration::minutes(minute)
    }

    #[test]
    fn change_renews_the_hold_up_to_its_maximum() {
        let settings = Settings::default();
        let mut hold = renewed(None, &settings, minute(0));
        assert_eq!(hold, Hold { first_claimed_at: minute(0), until: minute(15) });
        for (at, until) in [(10, 25), (24, 39), (38, 53), (50, 60), (59, 60)] {
            hold = renewed(Some(hold), &settings, minute(at));
            assert_eq!(hold.until, minute(until), "changed at minute {at}");
        }
    }

    #[test]
    fn extension_is_offered_while_it_gives_at_least_a_minute() {
        let hold = Hold { first_claimed_at: minute(0), until: minute(15) };
        let settings = Settings::default();
        assert!(!is_extendable(hold, &settings, minute(0)));
        assert!(is_extendable(hold, &settings, minute(1)));
        assert!(!is_extendable(hold, &settings, minute(15)), "it has run out");
        let last = Hold { first_claimed_at: minute(0), until: minute(60) };
        assert!(!is_extendable(last, &settings, minute(50)), "it has reached its longest");
    }

    #[test]
    fn combined_hold_ends_with_the_maximum_of_the_older() {
        let hold = |first, until| Hold { first_claimed_at: minute(first), until: minute(until) };
        let settings = Settings::default();
        assert_eq!(together(hold(0, 15), hold(5, 20), &settings), hold(0, 20));
        assert_eq!(together(hold(0, 60), hold(50, 65), &settings), hold(0, 60));
        assert_eq!(together(hold(50, 65), hold(0, 60), &settings), hold(0, 60));
    }

    #[test]
    fn expired_hold_starts_again() {
        let old = Hold { first_claimed_at: minute(0), until: minute(15) };
        assert_eq!(renewed(Some(old), &Settings::default(), minute(15)).until, minute(30));
    }
}
