//! The changes of an import, by table and id.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

use crate::Catalog;
use crate::document::Document;
use crate::files::{Folder, ListedPrice};
use midway_kernel::id::{BundleId, ProductId, VariantId};

/// The result of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportReport {
    /// The revision that is current after the import.
    pub revision: i32,
    /// False when the folder equalled the current revision.
    pub is_new: bool,
    /// Only the tables with changes.
    pub tables: BTreeMap<&'static str, Difference>,
}

/// The ids of one table that were added, changed and withdrawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    pub added: Vec<String>,
    pub changed: Vec<String>,
    pub withdrawn: Vec<String>,
}

/// The maximum number of ids that the report prints per list, to stay readable on a terminal.
const MAX_SHOWN: usize = 12;

impl fmt::Display for ImportReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_new {
            return write!(f, "Nothing changed: revision {} stays current.", self.revision);
        }
        write!(f, "Revision {} is current.", self.revision)?;
        if self.tables.is_empty() {
            write!(f, "\n  only the order of entries changed")?;
        }
        for (table, difference) in &self.tables {
            for (sign, ids) in [('+', &difference.added), ('~', &difference.changed), ('-', &difference.withdrawn)] {
                if !ids.is_empty() {
                    let more = ids.len().saturating_sub(MAX_SHOWN);
                    let shown = ids[..ids.len() - more].join(", ");
                    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
                    write!(f, "\n  {sign} {table}: {shown}{rest}")?;
                }
            }
        }
        Ok(())
    }
}

/// The tables in which two documents differ; without an old document, every table that has entries.
pub fn difference(old: Option<&Document>, new: &Document) -> BTreeMap<&'static str, Difference> {
    let mut tables = BTreeMap::new();
    let mut note = |table, difference: Difference| {
        if difference != Difference::default() {
            tables.insert(table, difference);
        }
    };
    let nothing = Document::default();
    let settings_before = old.map(|old| std::slice::from_ref(&old.folder.settings)).unwrap_or_default();
    let old = old.unwrap_or(&nothing);
    // The exhaustive pattern ensures that every table is reported: a new field of the folder fails to compile until it
    // is added here.
    let Folder {
        settings,
        text,
        site,
        country,
        state,
        delivery_method,
        payment_method,
        tax_class,
        fee,
        plan,
        pool,
        hall,
        seat,
        show,
        schedule,
        property,
        reservation_benefit,
        product,
        bundle,
        price_calendar,
        price,
        sale_price,
        promotion_code,
        tag_sale,
        new_pass_sale,
        add_on_sale,
        verified_offer,
        cross_sell,
        advance_sale,
        renewal,
        upgrade,
        ticket_entitlement,
        account_entitlement,
        offer,
        redirect,
    } = &new.folder;
    let was = &old.folder;
    note("settings", of_rows(settings_before, std::slice::from_ref(settings), |_| "settings".into()));
    note("text", of_maps(&was.text, text));
    note("site", of_rows(&was.site, site, |it| it.id.to_string()));
    note("country", of_rows(&was.country, country, |it| it.code.clone()));
    note("state", of_rows(&was.state, state, |it| format!("{}-{}", it.country_id, it.abbreviation)));
    note("delivery_method", of_rows(&was.delivery_method, delivery_method, |it| it.id.to_string()));
    note("payment_method", of_rows(&was.payment_method, payment_method, |it| it.id.to_string()));
    note("tax_class", of_rows(&was.tax_class, tax_class, |it| it.id.to_string()));
    note("fee", of_rows(&was.fee, fee, |it| it.id.clone()));
    note("plan", of_rows(&was.plan, plan, |it| it.id.to_string()));
    note("pool", of_rows(&was.pool, pool, |it| it.id.to_string()));
    note("hall", of_rows(&was.hall, hall, |it| it.id.to_string()));
    note("seat", of_rows(&was.seat, seat, |it| format!("{} of {}", it.id(), it.hall)));
    note("show", of_rows(&was.show, show, |it| it.id.to_string()));
    note("schedule", of_rows(&was.schedule, schedule, |it| it.id.to_string()));
    note("property", of_rows(&was.property, property, |it| it.id.to_string()));
    note("reservation_benefit", of_rows(&was.reservation_benefit, reservation_benefit, |it| it.id.to_string()));
    note("product", of_rows(&was.product, product, |it| it.id.to_string()));
    note("bundle", of_rows(&was.bundle, bundle, |it| it.id.to_string()));
    note("price_calendar", of_rows(&was.price_calendar, price_calendar, |it| it.product.to_string()));
    let listed = |it: &ListedPrice| match it.from_time.or(it.until_time) {
        Some(time) => format!("{} on {} at {}", it.variant, it.date, time.wire()),
        None => format!("{} on {}", it.variant, it.date),
    };
    note("price", of_rows(&was.price, price, listed));
    note("sale_price", of_rows(&was.sale_price, sale_price, |it| it.id.to_string()));
    note("promotion_code", of_rows(&was.promotion_code, promotion_code, |it| it.id.to_string()));
    note("tag_sale", of_rows(&was.tag_sale, tag_sale, |it| it.id.to_string()));
    note("new_pass_sale", of_rows(&was.new_pass_sale, new_pass_sale, |it| it.id.to_string()));
    note("add_on_sale", of_rows(&was.add_on_sale, add_on_sale, |it| it.id.to_string()));
    note("verified_offer", of_rows(&was.verified_offer, verified_offer, |it| it.id.to_string()));
    note("cross_sell", of_rows(&was.cross_sell, cross_sell, |it| it.id.to_string()));
    note("renewal", of_rows(&was.renewal, renewal, |it| it.id.to_string()));
    note("upgrade", of_rows(&was.upgrade, upgrade, |it| it.id.to_string()));
    note("ticket_entitlement", of_rows(&was.ticket_entitlement, ticket_entitlement, |it| it.id.to_string()));
    note("account_entitlement", of_rows(&was.account_entitlement, account_entitlement, |it| it.id.to_string()));
    note("advance_sale", of_rows(&was.advance_sale, advance_sale, |it| it.id.to_string()));
    note("offer", of_rows(&was.offer, offer, |it| it.id.to_string()));
    note("redirect", of_rows(&was.redirect, redirect, |it| it.path.clone()));
    note("picture", of_maps(&old.pictures, &new.pictures));
    tables
}

/// Describes the withdrawn items: bundles whose id is among `products`, and each withdrawn variant among `variants`. If
/// the whole product of a variant is withdrawn, the description names the product.
pub fn withdrawn_products<'v>(
    before: &Catalog,
    after: &Catalog,
    products: impl IntoIterator<Item = &'v ProductId>,
    variants: impl IntoIterator<Item = &'v VariantId>,
) -> BTreeSet<String> {
    let bundle = |id: &ProductId| {
        let bundle = BundleId(id.0.clone());
        let is_gone = before.bundle(&bundle).is_some() && after.bundle(&bundle).is_none();
        is_gone.then(|| format!("bundle {bundle}"))
    };
    let withdrawn = |id: &VariantId| {
        let (product, _) = before.variant(id)?;
        let stays = after.variant(id).is_some_and(|(now_of, _)| now_of.id == product.id);
        (!stays).then(|| match after.product(&product.id) {
            Some(_) => format!("variant {id} of product {}", product.id),
            None => format!("product {}", product.id),
        })
    };
    products.into_iter().filter_map(bundle).chain(variants.into_iter().filter_map(withdrawn)).collect()
}

fn of_rows<T: PartialEq>(was: &[T], is: &[T], id: impl Fn(&T) -> String) -> Difference {
    let old: HashMap<String, &T> = was.iter().map(|row| (id(row), row)).collect();
    let mut difference = Difference::default();
    let mut kept = std::collections::HashSet::new();
    for row in is {
        let id = id(row);
        match old.get(&id) {
            None => difference.added.push(id.clone()),
            Some(before) if *before != row => difference.changed.push(id.clone()),
            Some(_) => {}
        }
        kept.insert(id);
    }
    difference.withdrawn = was.iter().map(id).filter(|id| !kept.contains(id)).collect();
    difference
}

fn of_maps<K: Ord + ToString, V: PartialEq>(was: &BTreeMap<K, V>, is: &BTreeMap<K, V>) -> Difference {
    let keys = |keep: &dyn Fn(&K) -> bool, of: &BTreeMap<K, V>| {
        of.keys().filter(|key| keep(key)).map(ToString::to_string).collect()
    };
    Difference {
        added: keys(&|key| !was.contains_key(key), is),
        changed: keys(&|key| was.get(key).is_some_and(|old| is.get(key) != Some(old)), is),
        withdrawn: keys(&|key| !is.contains_key(key), was),
    }
}
