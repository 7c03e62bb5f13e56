//! What may be sold: a requested line checked against the catalogue, the sale terms and the time. Pure.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use super::accessible_places;
use super::line::{CartLine, ChosenPerformance, ChosenSeat, ChosenSection, PartSeat};
use super::part_places;
use super::pass_details::PassDetails;
use crate::error::Refusal;
use crate::shop::entitlement::Redemption;
use crate::shop::performance::{self, Performance};
use midway_catalog::files::{Part, Product, Variant};
use midway_catalog::{Catalog, Place, SeatingSection, Terms};
use midway_kernel::coded::ShowType;
use midway_kernel::id::{PerformanceId, ProductId, SeatId, SectionId, VariantId};
use midway_kernel::money::Money;
use midway_kernel::text::Text;
use midway_kernel::time::{Instant, date_in_words, day_at};

pub const NOTHING_CHOSEN: Text = Text { id: "cart.nothing-chosen", default: "Please choose at least one ticket." };
pub const NOT_FOR_SALE: Text = Text { id: "cart.not-for-sale", default: "This product isn't available." };
pub const NO_PERFORMANCE: Text =
    Text { id: "cart.no-performance", default: "There are no products available for this date / time" };
pub const CHOOSE_PERFORMANCE: Text = Text { id: "cart.choose-performance", default: "Please choose a date and time." };
pub const CHOOSE_SECTION: Text = Text { id: "cart.choose-section", default: "Please choose a section." };
pub const CHOOSE_SEAT: Text = Text { id: "cart.choose-seat", default: "Please choose a seat." };
pub const ONE_SEAT: Text =
    Text { id: "cart.one-seat", default: "Each seat is for one person. Please choose one seat per person." };
pub const NOT_THAT_DAY: Text = Text {
    id: "entitlement.not-that-day",
    default: "You can redeem this benefit only on these dates: {{from}} through {{until}}. Please choose another \
              date.",
};
pub const NOT_BEFORE: Text = Text {
    id: "entitlement.not-before",
    default: "You can redeem this benefit starting {{day}}. Please choose another date.",
};
pub const NOT_AFTER: Text = Text {
    id: "entitlement.not-after",
    default: "You can redeem this benefit through {{day}}. Please choose another date.",
};

/// A line that a call asks to add.
#[derive(Clone, Debug)]
pub struct WantedLine {
    pub product_id: ProductId,
    pub variant_id: VariantId,
    pub quantity: u32,
    /// One performance per selection of the product.
    pub performances: Vec<WantedPerformance>,
    /// The net unit price that the shopper was shown.
    pub seen_price: Option<Money>,
    /// The entitlement that the line redeems.
    pub redemption: Option<Redemption>,
    /// The passholder of a pass, with the data that is known so far.
    pub pass_details: Option<Box<PassDetails>>,
    /// The seats that the shop has chosen for the parts of a package, in the order of its parts; none of a package that
    /// is new.
    pub part_seats: Vec<PartSeat>,
}

/// A requested performance and place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedPerformance {
    pub selection_index: u32,
    pub performance_id: PerformanceId,
    pub place: WantedPlace,
    /// Whether the shopper declared that a guest of the party needs an accessible place.
    pub is_need_declared: bool,
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
            pass_details: line.pass().and_then(|pass| pass.details.clone()),
            part_seats: part_places::seats_of(line),
        }
    }
}

impl From<&ChosenPerformance> for WantedPerformance {
    fn from(chosen: &ChosenPerformance) -> Self {
        WantedPerformance {
            selection_index: chosen.selection_index,
            performance_id: chosen.performance_id.clone(),
            is_need_declared: chosen.is_need_declared,
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
    pub pass_details: Option<Box<PassDetails>>,
    /// The seats of the parts of one package, in the order of its parts; empty before the shop has chosen them.
    pub part_seats: Vec<PartSeat>,
}

impl SellableLine<'_> {
    /// The ids of the tickets that the line depends on: the ticket that it renews or upgrades, and the pass whose
    /// entitlement it redeems.
    pub fn needed_tickets(&self) -> impl Iterator<Item = String> {
        let follows = self.pass_details.as_ref().and_then(|details| details.follows.as_ref());
        let entitles = self.redemption.as_ref().and_then(|redemption| redemption.pass_id.clone());
        follows.map(|held| held.ticket_id.clone()).into_iter().chain(entitles)
    }

    /// Whether the line cannot be bought together with a line of the cart. A package or a bundle is replaced as a
    /// whole, even if only one part is excluded.
    pub fn replaces(&self, line: &CartLine) -> bool {
        line.products().any(|id| self.product.replaces.contains(id))
    }
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
        // Refuse donations here, because this call would add them at their catalogue price of zero. A different call
        // adds them.
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
    // Refuse performances on different days or without the required delays. The app does not offer them together.
    let starts: Vec<Instant> = performances.iter().map(|performance| performance.starts_at).collect();
    let is_one_day = performances.windows(2).all(|pair| pair[0].date == pair[1].date);
    if !is_one_day || !performance::keeps_delays(product, &starts) {
        return Err(Refusal::new(NO_PERFORMANCE));
    }
    let part_seats = wanted.part_seats.clone();
    let has_seat = !part_seats.is_empty() || performances.iter().any(|chosen| chosen.seat.is_some());
    if wanted.quantity > 1 && has_seat {
        return Err(Refusal::new(ONE_SEAT));
    }
    if !part_seats.is_empty() && !part_places::fit(catalog, variant, &performances, &part_seats) {
        return Err(Refusal::new(NO_PERFORMANCE));
    }
    let redemption = wanted.redemption.clone();
    if let Some(redemption) = &redemption {
        is_for_its_days(redemption, &performances, day_at(now, catalog.zone_of(product)))?;
    }
    let (quantity, seen_price, pass_details) = (wanted.quantity, wanted.seen_price, wanted.pass_details.clone());
    Ok(SellableLine { product, variant, quantity, performances, seen_price, redemption, pass_details, part_seats })
}

/// Checks that an entitlement is redeemed on its valid days: all visits must be on valid days. Without a visit, today
/// must be a valid day.
fn is_for_its_days(
    redemption: &Redemption,
    performances: &[ChosenPerformance],
    today: NaiveDate,
) -> Result<(), Refusal> {
    let is_good = match performances {
        [] => redemption.days.holds(today),
        chosen => chosen.iter().all(|chosen| redemption.days.holds(chosen.date)),
    };
    let day = |day: Option<NaiveDate>| day.map(date_in_words);
    match (is_good, day(redemption.days.first), day(redemption.days.last)) {
        (true, ..) => Ok(()),
        (false, Some(from), Some(until)) => Err(Refusal::new(NOT_THAT_DAY).with("from", from).with("until", until)),
        (false, from, until) => Err(Refusal::new(if until.is_some() { NOT_AFTER } else { NOT_BEFORE })
            .with("day", until.or(from).unwrap_or_default())),
    }
}

/// A package is on sale only while all its parts are on sale.
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
        .filter(|found| selection.is_some_and(|selection| selection.offers(&found.show.id, found.time)))
        .filter(|found| found.date <= catalog.window_of(product, now).1)
        .filter(|found| performance::is_sold_for(variant, found.show))
        .ok_or_else(|| Refusal::new(NO_PERFORMANCE))?;
    if !performance.is_open(catalog, now) {
        return Err(performance.closed());
    }
    // The shop assigns the places of a package's parts.
    let (section, seat) = match product.package {
        Some(_) => (None, None),
        None => place(&performance, variant, &wanted.place)?,
    };
    let chosen_place = (section.as_ref(), seat.as_ref());
    let is_said = wanted.is_need_declared;
    if let Some(refusal) = accessible_places::refusal(catalog, &performance, chosen_place, is_said, now) {
        return Err(refusal);
    }
    let is_need_declared = is_said && accessible_places::is_declared(&performance, chosen_place, now);
    Ok(ChosenPerformance {
        selection_index: index,
        is_need_declared,
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
        (ShowType::Seats, WantedPlace::BestSeats(Some(id))) => Ok((Some(section(id)?), None)),
        (ShowType::Seats, WantedPlace::BestSeats(None)) => {
            let mut sold = seating.sections.iter().filter(|section| performance::is_sold_in(variant, &section.id));
            let (first, second) = (sold.next(), sold.next());
            match (first, second) {
                // A variant that is sold only for one section without numbers needs no seat.
                (Some(only), None) if !only.is_numbered() => Ok((Some(ChosenSection::from(only)), None)),
                _ => Ok((None, None)),
            }
        }
        (ShowType::Seats, WantedPlace::Section(id)) => match seating.section(id) {
            Some(of_seats) if of_seats.is_numbered() => Err(Refusal::new(CHOOSE_SEAT)),
            _ => Ok((Some(section(id)?), None)),
        },
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
        let Place { id, row, seat, places, kind, features, .. } = place.clone();
        ChosenSeat { id, row, seat, places, kind, features }
    }
}
