//! What a new revision of the catalogue does to carts, orders and reservations.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use sea_orm::ConnectionTrait;

use crate::error::Result;
use crate::shop::cart::{Bought, BoughtFor};
use crate::shop::inventory::{StockKey, Taken};
use crate::shop::{cart, inventory, order, performance, reservation};
use midway_catalog::{Catalog, withdrawn_bundle, withdrawn_variant};
use midway_kernel::id::ProductId;
use midway_kernel::time::Instant;

/// The sold, held and reserved items that a revision affects.
#[derive(Debug, Default)]
pub struct Impact {
    /// The items that would no longer exist, each with how much of it is sold, held and reserved.
    pub withdrawn: Vec<String>,
    /// The commands that list the orders of these items.
    pub orders: Vec<String>,
    /// The stocks that get a lower capacity, each with how much of it is sold and held.
    pub lowered: Vec<String>,
    /// The changes of sites that contradict what is printed on sold tickets.
    pub warnings: Vec<String>,
}

/// The maximum number of stocks that are printed, to stay readable on a terminal.
const MAX_SHOWN: usize = 12;

/// Each line begins with a line break.
impl fmt::Display for Impact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.withdrawn.is_empty() {
            write!(f, "\nWithdrawn although sold, held or reserved:")?;
        }
        self.withdrawn.iter().try_for_each(|item| write!(f, "\n  - {item}"))?;
        if !self.orders.is_empty() {
            write!(f, "\nWho bought them, with name, email and phone:")?;
        }
        self.orders.iter().try_for_each(|command| write!(f, "\n  {command}"))?;
        if !self.lowered.is_empty() {
            write!(f, "\nWith a lower capacity although sold or held:")?;
        }
        self.lowered.iter().take(MAX_SHOWN).try_for_each(|stock| write!(f, "\n  ~ {stock}"))?;
        match self.lowered.len().saturating_sub(MAX_SHOWN) {
            0 => Ok(()),
            more => write!(f, "\n  ~ {more} more"),
        }
    }
}

/// Compares two revisions with what is sold for visits in the future, held or reserved.
pub async fn impact(db: &impl ConnectionTrait, before: &Catalog, after: &Catalog, now: Instant) -> Result<Impact> {
    let sold = order::sold_to_come(db, now).await?;
    let held = cart::held(db, now).await?;
    let stocks = inventory::units_taken(db, &StockKey::OF_CATALOGUE.map(str::to_owned), now).await?;
    let mut withdrawn: BTreeMap<String, Uses> = BTreeMap::new();
    let mut orders = BTreeSet::new();
    for (item, option, bought) in withdrawn_of(before, after, &sold, now) {
        withdrawn.entry(item).or_default().sold(bought);
        orders.extend(option);
    }
    for (item, _, bought) in withdrawn_of(before, after, &held, now) {
        withdrawn.entry(item).or_default().held(bought);
    }
    for id in reservation::performances(db, now).await? {
        if performance::is_withdrawn(before, after, &id, now) {
            withdrawn.entry(format!("performance {id}")).or_default().visits += 1;
        }
    }
    for (key, taken) in &stocks {
        if performance::is_withdrawn_place(before, after, key, now) {
            let uses = withdrawn.entry(key.in_words()).or_default();
            uses.sold += taken.sold;
            uses.held += taken.held;
            if taken.sold > 0 {
                orders.extend(key.performance_of_place().map(|performance| format!("--performance {performance}")));
            }
        }
    }
    let lowered = stocks.iter().filter(|(key, _)| !performance::is_over(before, key, now));
    Ok(Impact {
        withdrawn: withdrawn.iter().map(|(item, uses)| format!("{item}: {uses}")).collect(),
        orders: orders.iter().map(|option| format!("midway orders {option}")).collect(),
        lowered: lowered.filter_map(|(key, taken)| lowered_to(before, after, key, *taken)).collect(),
        warnings: changed_sites(before, after, &sold),
    })
}

/// How much of an item is used, and by how many carts, orders and reservations.
#[derive(Debug, Default)]
struct Uses {
    sold: u32,
    orders: BTreeSet<String>,
    held: u32,
    carts: BTreeSet<String>,
    visits: usize,
}

impl Uses {
    fn sold(&mut self, bought: &Bought) {
        self.sold = self.sold.saturating_add(bought.units);
        self.orders.extend(bought.owners.iter().cloned());
    }

    fn held(&mut self, bought: &Bought) {
        self.held = self.held.saturating_add(bought.units);
        self.carts.extend(bought.owners.iter().cloned());
    }
}

impl fmt::Display for Uses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owners = |count: usize, owner: &str| match count {
            0 => String::new(),
            1 => format!(" in 1 {owner}"),
            many => format!(" in {many} {owner}s"),
        };
        let mut uses = Vec::new();
        if self.sold > 0 {
            uses.push(format!("{} sold{}", self.sold, owners(self.orders.len(), "order")));
        }
        if self.held > 0 {
            uses.push(format!("{} held{}", self.held, owners(self.carts.len(), "cart")));
        }
        match self.visits {
            0 => {}
            1 => uses.push("1 reserved visit".to_owned()),
            many => uses.push(format!("{many} reserved visits")),
        }
        f.write_str(&uses.join(", "))
    }
}

/// The items that carts or orders contain and that are missing in the new revision, each with the option of `midway orders`
/// that selects its orders.
fn withdrawn_of<'b>(
    before: &Catalog,
    after: &Catalog,
    bought: &'b BoughtFor,
    now: Instant,
) -> impl Iterator<Item = (String, Option<String>, &'b Bought)> {
    let of_product = |id: &ProductId| Some(format!("--product {id}"));
    let performances = bought
        .performances
        .iter()
        .filter(move |(id, _)| performance::is_withdrawn(before, after, id, now))
        .map(|(id, bought)| (format!("performance {id}"), Some(format!("--performance {id}")), bought));
    let bundles = bought
        .products
        .iter()
        .filter_map(move |(id, bought)| Some((withdrawn_bundle(before, after, id)?, of_product(id), bought)));
    let variants = bought.variants.iter().filter_map(move |(id, bought)| {
        let product = before.variant(id).and_then(|(product, _)| of_product(&product.id));
        Some((withdrawn_variant(before, after, id)?, product, bought))
    });
    let promotions = bought.promotions.iter().filter_map(move |(id, bought)| {
        let is_gone = before.promotion(id).is_some() && after.promotion(id).is_none();
        is_gone.then(|| (format!("promotion {id}"), None, bought))
    });
    performances.chain(bundles).chain(variants).chain(promotions)
}

/// Describes a lower capacity of a stock; `None` when it is not lower.
fn lowered_to(before: &Catalog, after: &Catalog, key: &StockKey, Taken { sold, held }: Taken) -> Option<String> {
    let (old, new) = (performance::capacity_of(before, key)?, performance::capacity_of(after, key)?);
    let taken = sold.saturating_add(held);
    let stays = if taken > new { format!(", so it stays at {taken}") } else { String::new() };
    (new < old).then(|| {
        format!("{}: capacity {old} → {new}; {}{stays}", key.in_words(), Uses { sold, held, ..Uses::default() })
    })
}

/// Warnings about sites whose name or time zone changes although tickets are sold for the coming days.
fn changed_sites(before: &Catalog, after: &Catalog, sold: &BoughtFor) -> Vec<String> {
    let mut warnings = Vec::new();
    for site in &before.folder().site {
        let Some(next) = after.site(&site.id) else { continue };
        let of_site = sold
            .variants
            .iter()
            .filter(|(id, _)| before.variant(id).is_some_and(|(product, _)| product.site == site.id));
        let mut uses = Uses::default();
        of_site.for_each(|(_, bought)| uses.sold(bought));
        if uses.sold == 0 {
            continue;
        }
        if site.name != next.name {
            warnings.push(format!(
                "site {}: its name changes from \"{}\" to \"{}\", and tickets for the coming days show the old name: {uses}",
                site.id, site.name, next.name
            ));
        }
        if site.time_zone != next.time_zone {
            warnings.push(format!(
                "site {}: its time zone changes from {} to {}, and tickets for the coming days are valid at the old times: {uses}",
                site.id, site.time_zone, next.time_zone
            ));
        }
    }
    warnings
}
