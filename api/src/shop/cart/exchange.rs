//! The tickets of an earlier order that are exchanged for what is in the cart. What was paid for them pays for the cart.
//! Pure.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::exchanged_bundles::{BuiltBundle, Priced, not_replaced};
use super::line::{CartLine, ChosenPerformances};
use crate::error::Refusal;
use midway_catalog::Catalog;
use midway_catalog::files::Cancellation;
use midway_kernel::id::{PerformanceId, ProductId, SectionId, VariantId};
use midway_kernel::money::Money;
use midway_kernel::text::Text;

const NOT_REPLACED: Text = Text {
    id: "exchange.not-replaced",
    default: "Please choose a new date, time or place for {{quantity}} × {{name}}, which you are exchanging.",
};
const CHEAPER: Text = Text {
    id: "exchange.cheaper",
    default: "Please choose a new date, time or place for {{quantity}} × {{name}}. Tickets of another kind must not cost \
              less.",
};
const CHEAPER_BUNDLE: Text = Text {
    id: "exchange.cheaper-bundle",
    default: "Please choose a new date or time for {{quantity}} × {{name}}, with everything that it has now. Without it, it \
              must not cost less.",
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

midway_kernel::documents!(CartExchange);

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
    /// Its performances, with their sections.
    pub places: Vec<(PerformanceId, Option<SectionId>)>,
    /// What one unit cost, with its fees.
    pub unit_price: Money,
    /// What share of the price they would have given back if they had been canceled.
    pub percent: u32,
    /// What a bundle is made of; `None` for anything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bundle: Option<BuiltBundle>,
}

impl ExchangedItem {
    pub fn quantity(&self) -> u32 {
        u32::try_from(self.units.len()).unwrap_or(u32::MAX)
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

    /// What the shopper still has to choose: tickets are only exchanged for as many of the same variant, or of another one of
    /// their product that does not cost less. Bundles have rules of their own.
    pub fn unmet(&self, lines: &[CartLine]) -> Vec<Refusal> {
        let mut products: Vec<(&ProductId, bool)> =
            self.items.iter().map(|item| (&item.product_id, item.bundle.is_some())).collect();
        products.sort();
        products.dedup();
        let unmet = |(product, is_bundle): (&ProductId, bool)| match is_bundle {
            true => self.unmet_bundles(product, lines),
            false => self.unmet_of(product, lines),
        };
        products.into_iter().flat_map(unmet).collect()
    }

    fn unmet_of(&self, product: &ProductId, lines: &[CartLine]) -> Vec<Refusal> {
        let mut new: BTreeMap<&VariantId, Vec<Money>> = BTreeMap::new();
        // A ticket for the same place is no other one, but perhaps a cheaper one.
        let is_same = |line: &CartLine| {
            let places = places_of(&line.performances);
            !line.has_seat()
                && !places.is_empty()
                && self.items.iter().any(|it| it.variant_id == line.variant_id && it.places == places)
        };
        let of_product = lines.iter().filter(|line| line.product_id == *product && line.redemption().is_none());
        for line in of_product.filter(|line| !is_same(line)) {
            let price = line.unit_price + line.unit_fees;
            new.entry(&line.variant_id).or_default().extend((0..line.quantity).map(|_| price));
        }
        let mut missing: Vec<&ExchangedItem> = Vec::new();
        for item in self.items.iter().filter(|item| item.product_id == *product) {
            let same = new.entry(&item.variant_id).or_default();
            same.sort();
            let replaced = same.len().min(item.units.len());
            same.truncate(same.len() - replaced);
            missing.extend((replaced..item.units.len()).map(|_| item));
        }
        // The dearest ones are compared with the dearest ones, so that as many as possible are replaced.
        let mut others: Vec<Money> = new.into_values().flatten().collect();
        others.sort();
        missing.sort_by_key(|item| item.unit_price);
        let mut unmet: BTreeMap<&str, usize> = BTreeMap::new();
        let has_others = !others.is_empty();
        for item in missing.into_iter().rev() {
            match others.pop() {
                Some(price) if price >= item.unit_price => {}
                _ => *unmet.entry(&item.name).or_default() += 1,
            }
        }
        refusals(if has_others { CHEAPER } else { NOT_REPLACED }, unmet)
    }

    fn unmet_bundles(&self, id: &ProductId, lines: &[CartLine]) -> Vec<Refusal> {
        let exchanged: Vec<(&str, (&BuiltBundle, Money))> = self
            .items
            .iter()
            .filter(|item| item.product_id == *id)
            .filter_map(|item| Some((item.name.as_str(), (item.bundle.as_ref()?, item.unit_price))))
            .collect();
        let of_line = |line: &CartLine| {
            let bundle = BuiltBundle::of(line.package()?)?;
            Some((bundle, line.unit_price + line.unit_fees))
        };
        let new: Vec<Priced> = lines.iter().filter(|line| line.product_id == *id).filter_map(of_line).collect();
        let (names, bundles): (Vec<&str>, Vec<(&BuiltBundle, Money)>) = exchanged.into_iter().unzip();
        let (missing, has_others) = not_replaced(&bundles, &new);
        let mut unmet: BTreeMap<&str, usize> = BTreeMap::new();
        for position in missing {
            *unmet.entry(names[position]).or_default() += 1;
        }
        refusals(if has_others { CHEAPER_BUNDLE } else { NOT_REPLACED }, unmet)
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

/// The refusals for what nothing replaces, by its name.
fn refusals(text: Text, unmet: BTreeMap<&str, usize>) -> Vec<Refusal> {
    let refusal = |(name, quantity)| Refusal::new(text).with("quantity", quantity).with("name", name);
    unmet.into_iter().map(refusal).collect()
}

/// The performances of a line with their sections.
pub fn places_of(performances: &ChosenPerformances) -> Vec<(PerformanceId, Option<SectionId>)> {
    let place = |section: &super::line::ChosenSection| section.id.clone();
    performances.0.iter().map(|it| (it.performance_id.clone(), it.section.as_ref().map(place))).collect()
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
