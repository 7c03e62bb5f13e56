//! The tickets of an earlier order that are exchanged for what is in the cart. What was paid for them pays for the cart.
//! Pure.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::exchanged_bundles::BuiltBundle;
use super::line::{CartLine, ChosenPerformances};
use super::replacements::{ExchangedUnits, Kind, NewUnits, floor_after, replacements};
use crate::error::Refusal;
use midway_catalog::Catalog;
use midway_catalog::files::Cancellation;
use midway_kernel::id::{PerformanceId, ProductId, SeatId, SectionId, VariantId};
use midway_kernel::money::Money;
use midway_kernel::text::Text;

const NOT_REPLACED: Text = Text {
    id: "exchange.not-replaced",
    default: "Please choose a new date, time, or seat for {{quantity}} × {{name}}, which you're exchanging.",
};
const CHEAPER: Text = Text {
    id: "exchange.cheaper",
    default: "Please choose a new date, time, or seat for {{quantity}} × {{name}}. A different type of ticket must cost \
              at least as much.",
};
const CHEAPER_BUNDLE: Text = Text {
    id: "exchange.cheaper-bundle",
    default: "Please choose a new date or time for {{quantity}} × {{name}} with everything it includes now. If you \
              leave anything out, the new one must cost at least as much.",
};
const BELOW_FLOOR: Text = Text {
    id: "exchange.below-floor",
    default: "Please choose a new date, time, or seat for {{quantity}} × {{name}}. Because of an earlier exchange, \
              the new one must cost at least {{price}}, including taxes and fees.",
};

/// The tickets that are exchanged, as the shopper was told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CartExchange {
    pub order_id: String,
    pub order_number: String,
    pub items: Vec<ExchangedItem>,
    /// The ids of the tickets.
    pub tickets: Vec<String>,
    /// What they would give back in full.
    pub worth: Money,
    /// What the shop keeps of it.
    pub fee: Money,
}

/// What a unit must cost at least for which another one of its kind is exchanged, because it came itself by an exchange for
/// another kind that did not cost less. By the numbers of the units, from 0; the others have no floor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PriceFloors(pub BTreeMap<i32, Money>);

midway_kernel::documents!(CartExchange, PriceFloors);

/// Units of a line of the earlier order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExchangedItem {
    pub line_id: String,
    /// The numbers of the units, from 0.
    pub units: Vec<i32>,
    pub product_id: ProductId,
    pub variant_id: VariantId,
    /// Such as `Day Ticket, Adult`.
    pub name: String,
    /// The day and time of the visit, in words.
    pub visit: Option<String>,
    /// The day of the visit, if it has a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat_day: Option<NaiveDate>,
    /// Its performances, with their sections.
    pub places: Vec<(PerformanceId, Option<SectionId>)>,
    /// Its numbered seats, with their performances.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<(PerformanceId, SeatId)>,
    /// What one unit cost, with its fees and taxes.
    pub unit_price: Money,
    /// What another unit for one of these must cost at least.
    #[serde(default, skip_serializing_if = "has_no_floors")]
    pub floors: PriceFloors,
    /// What share of the price they would have given back if they had been canceled.
    pub percent: u32,
    /// What a bundle is made of; `None` for anything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bundle: Option<BuiltBundle>,
}

fn has_no_floors(floors: &PriceFloors) -> bool {
    floors.0.is_empty()
}

impl ExchangedItem {
    pub fn quantity(&self) -> u32 {
        u32::try_from(self.units.len()).unwrap_or(u32::MAX)
    }

    /// Its units, those with the same floor together.
    fn by_floor(&self) -> Vec<ExchangedUnits<'_>> {
        let mut quantities: BTreeMap<Option<Money>, u32> = BTreeMap::new();
        for unit in &self.units {
            *quantities.entry(self.floors.0.get(unit).copied()).or_default() += 1;
        }
        let kind = Kind { product_id: &self.product_id, variant_id: &self.variant_id, bundle: self.bundle.clone() };
        let units = |(floor, quantity)| ExchangedUnits { kind: kind.clone(), price: self.unit_price, floor, quantity };
        quantities.into_iter().map(units).collect()
    }

    /// Whether a line is for the same place at the same time, perhaps at a lower price, or the same bundle again.
    fn is_repeated_by(&self, line: &CartLine, bundle: Option<&BuiltBundle>) -> bool {
        if let (Some(exchanged), Some(bundle)) = (&self.bundle, bundle) {
            return self.product_id == line.product_id && bundle.repeats(exchanged);
        }
        let places = places_of(&line.performances);
        !line.has_seat() && !places.is_empty() && self.variant_id == line.variant_id && self.places == places
    }
}

/// Units for which one sentence says what is missing: their product, name and floor.
type UnitsAlike<'e> = (&'e ProductId, &'e str, Option<Money>);

/// Exchanged units that nothing in the cart replaces.
pub struct MissingUnits<'e> {
    /// Of several items with the same name, the first one.
    pub item: &'e ExchangedItem,
    pub quantity: u32,
    /// What the shopper has to choose.
    pub reason: Refusal,
}

/// The exchanged units and those of the cart, and how many of these replace how many of those.
struct Replacements<'r> {
    exchanged: Vec<(&'r ExchangedItem, ExchangedUnits<'r>)>,
    new: Vec<(&'r CartLine, NewUnits<'r>)>,
    /// By the positions of both: `replaced[exchanged][new]`.
    replaced: Vec<Vec<u32>>,
}

impl Replacements<'_> {
    /// The kinds of the same product of which there are units that replace none.
    fn left_over(&self, exchanged: &ExchangedUnits<'_>) -> Vec<&Kind<'_>> {
        let replacing = |nth: usize| -> u32 { self.replaced.iter().map(|by| by[nth]).sum() };
        let new = self.new.iter().enumerate().filter(|(nth, (_, new))| replacing(*nth) < new.quantity);
        new.map(|(_, (_, new))| &new.kind).filter(|kind| kind.is_of_product_of(&exchanged.kind)).collect()
    }
}

impl CartExchange {
    /// What the exchanged tickets pay for.
    pub fn credit(&self) -> Money {
        self.worth - self.fee
    }

    /// How many units of a product are exchanged.
    pub fn units_of(&self, product: &ProductId) -> u32 {
        self.items.iter().filter(|item| item.product_id == *product).map(ExchangedItem::quantity).sum()
    }

    /// The share of its price that a new ticket gives back at most; `None` for one that replaces none.
    fn most_percent(&self, product: &ProductId) -> Option<u32> {
        self.items.iter().filter(|item| item.product_id == *product).map(|item| item.percent).min()
    }

    /// What the shopper still has to choose, as refusals.
    pub fn unmet(&self, lines: &[CartLine]) -> Vec<Refusal> {
        self.missing(lines).into_iter().map(|missing| missing.reason).collect()
    }

    /// What the shopper still has to choose: tickets are only exchanged for as many of the same variant, or of another one of
    /// their product that does not cost less; bundles for one with everything that they have, or one that does not cost
    /// less.
    pub fn missing<'e>(&'e self, lines: &'e [CartLine]) -> Vec<MissingUnits<'e>> {
        let replacements = self.replacements(lines);
        let mut missing_units: BTreeMap<UnitsAlike<'_>, (&ExchangedItem, Text, u32)> = BTreeMap::new();
        for ((item, units), replaced) in replacements.exchanged.iter().zip(&replacements.replaced) {
            let missing = units.quantity - replaced.iter().sum::<u32>();
            if missing == 0 {
                continue;
            }
            let left_over = replacements.left_over(units);
            // Nothing but the floor keeps one of their kind from replacing them.
            let floor = units.floor.filter(|_| left_over.iter().any(|kind| kind.includes(&units.kind)));
            let text = match (left_over.is_empty(), floor, &item.bundle) {
                (true, ..) => NOT_REPLACED,
                (false, Some(_), _) => BELOW_FLOOR,
                (false, None, Some(_)) => CHEAPER_BUNDLE,
                (false, None, None) => CHEAPER,
            };
            missing_units.entry((&item.product_id, item.name.as_str(), floor)).or_insert((*item, text, 0)).2 += missing;
        }
        let mut all = Vec::new();
        for ((_, name, floor), (item, text, quantity)) in missing_units {
            let refusal = Refusal::new(text).with("quantity", quantity).with("name", name);
            let reason = match floor {
                Some(floor) => refusal.with("price", floor.display()),
                None => refusal,
            };
            all.push(MissingUnits { item, quantity, reason });
        }
        all
    }

    /// The floors of the lines with which the exchange is bought, by the ids of the lines. Without them, a second exchange to
    /// a cheaper day would give back what the rules do not.
    pub fn price_floors(&self, lines: &[CartLine]) -> BTreeMap<String, PriceFloors> {
        let replacements = self.replacements(lines);
        let mut floors = BTreeMap::new();
        for (nth, (line, new)) in replacements.new.iter().enumerate() {
            let of_exchanged = |((_, units), replaced): (&(&ExchangedItem, ExchangedUnits<'_>), &Vec<u32>)| {
                let floor = if replaced[nth] > 0 { floor_after(units, new) } else { None };
                std::iter::repeat_n(floor, usize::try_from(replaced[nth]).unwrap_or(0))
            };
            let of_units = replacements.exchanged.iter().zip(&replacements.replaced).flat_map(of_exchanged);
            let of_line: BTreeMap<i32, Money> =
                (0..).zip(of_units).filter_map(|(unit, floor)| Some((unit, floor?))).collect();
            if !of_line.is_empty() {
                floors.insert(line.id.clone(), PriceFloors(of_line));
            }
        }
        floors
    }

    fn replacements<'r>(&'r self, lines: &'r [CartLine]) -> Replacements<'r> {
        let of_line = |line: &'r CartLine| {
            let bundle = line.package().and_then(BuiltBundle::of);
            // A ticket for the same place is no other one, but perhaps a cheaper one.
            if line.redemption().is_some() || self.items.iter().any(|item| item.is_repeated_by(line, bundle.as_ref())) {
                return None;
            }
            let kind = Kind { product_id: &line.product_id, variant_id: &line.variant_id, bundle };
            let price = line.unit_price + line.unit_fees + line.unit_tax;
            Some((line, NewUnits { kind, price, quantity: line.quantity }))
        };
        let new: Vec<(&CartLine, NewUnits<'_>)> = lines.iter().filter_map(of_line).collect();
        let of_item = |item: &'r ExchangedItem| item.by_floor().into_iter().map(move |units| (item, units));
        let exchanged: Vec<(&ExchangedItem, ExchangedUnits<'_>)> = self.items.iter().flat_map(of_item).collect();
        let of_exchanged: Vec<ExchangedUnits<'_>> = exchanged.iter().map(|(_, units)| units.clone()).collect();
        let of_new: Vec<NewUnits<'_>> = new.iter().map(|(_, units)| units.clone()).collect();
        let replaced = replacements(&of_exchanged, &of_new);
        Replacements { exchanged, new, replaced }
    }

    /// Whether the lines are nothing but the new tickets.
    pub fn is_all_of(&self, lines: &[CartLine]) -> bool {
        let units = |product: &ProductId| -> u32 {
            lines.iter().filter(|line| line.product_id == *product).map(|line| line.quantity).sum()
        };
        let mut charged = lines.iter().filter(|line| !line.is_donation() && line.redemption().is_none());
        charged.all(|line| units(&line.product_id) <= self.units_of(&line.product_id))
    }
}

/// The performances of a line with their sections.
pub fn places_of(performances: &ChosenPerformances) -> Vec<(PerformanceId, Option<SectionId>)> {
    let place = |section: &super::line::ChosenSection| section.id.clone();
    performances.0.iter().map(|it| (it.performance_id.clone(), it.section.as_ref().map(place))).collect()
}

/// The numbered seats of a line, with their performances.
pub fn seats_of(performances: &ChosenPerformances) -> Vec<(PerformanceId, SeatId)> {
    let seat = |it: &super::line::ChosenPerformance| Some((it.performance_id.clone(), it.seat.as_ref()?.id.clone()));
    performances.0.iter().filter_map(seat).collect()
}

/// What the shopper gets back who buys a line now and cancels it. Nobody gets more back by exchanging first.
pub fn cancellation_of(catalog: &Catalog, exchange: Option<&CartExchange>, line: &CartLine) -> Option<Cancellation> {
    let rules = catalog.cancellation_of(&line.product_id, line.promotion_ids())?;
    let most = exchange.and_then(|exchange| exchange.most_percent(&line.product_id));
    Some(most.map_or_else(|| rules.clone(), |percent| rules.at_most(percent)))
}

/// How much of a total the exchanged tickets pay.
pub fn exchange_credit(exchange: Option<&CartExchange>, total: Money) -> Money {
    exchange.map_or(Money::ZERO, |exchange| exchange.credit().min(total))
}
