//! The changes of an import, by table and id.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;

use serde::Serialize;
use serde_json::Value;

use crate::Catalog;
use crate::document::Document;
use crate::files::{Folder, ListedPrice, Seat};
use midway_kernel::id::{BundleId, ProductId, VariantId};

/// The result of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportReport {
    /// The revision that is current after the import.
    pub revision: i32,
    /// The changes of the import; `None` when the folder equalled the current revision.
    pub changes: Option<Changes>,
}

/// The changes from one revision to the next: only the tables that differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes(pub BTreeMap<&'static str, Difference>);

/// The entries of one table that were added, changed and withdrawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    pub added: Vec<String>,
    pub changed: Vec<ChangedEntry>,
    pub withdrawn: Vec<String>,
}

/// An entry whose keys have changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedEntry {
    pub id: String,
    /// The changed keys in words: `variant.adult.price "24.00" → "26.00"`. Empty for entries without keys, such as
    /// pictures.
    pub keys: Vec<String>,
}

/// The maximum number of entries that the report prints per list, to stay readable on a terminal.
const MAX_SHOWN: usize = 12;
/// The maximum number of changed keys that the report prints per entry.
const MAX_KEYS: usize = 6;
/// The maximum length of a value that the report prints, in characters.
const LONGEST_VALUE: usize = 40;

impl fmt::Display for ImportReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.changes {
            None => write!(f, "Nothing changed: revision {} stays current.", self.revision),
            Some(changes) => write!(f, "Revision {} is current.{changes}", self.revision),
        }
    }
}

/// Each line begins with a line break.
impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            write!(f, "\n  only the order of entries changed")?;
        }
        for (table, difference) in &self.0 {
            let (keyed, plain): (Vec<_>, Vec<_>) = difference.changed.iter().partition(|entry| !entry.keys.is_empty());
            list(f, '+', table, difference.added.iter().map(String::as_str))?;
            for entry in keyed.iter().take(MAX_SHOWN) {
                // The settings are one entry, named like their table.
                let name = if entry.id == *table { table.to_string() } else { format!("{table} {}", entry.id) };
                write!(f, "\n  ~ {name}: {}", shown(&entry.keys, MAX_KEYS))?;
            }
            if keyed.len() > MAX_SHOWN {
                write!(f, "\n  ~ {table}: {} more", keyed.len() - MAX_SHOWN)?;
            }
            list(f, '~', table, plain.iter().map(|entry| entry.id.as_str()))?;
            list(f, '-', table, difference.withdrawn.iter().map(String::as_str))?;
        }
        Ok(())
    }
}

fn list<'i>(f: &mut fmt::Formatter<'_>, sign: char, table: &str, ids: impl Iterator<Item = &'i str>) -> fmt::Result {
    let ids: Vec<&str> = ids.collect();
    if ids.is_empty() { Ok(()) } else { write!(f, "\n  {sign} {table}: {}", shown(&ids, MAX_SHOWN)) }
}

/// The first texts of a list, and how many more there are.
fn shown<T: AsRef<str>>(texts: &[T], most: usize) -> String {
    let first: Vec<&str> = texts.iter().take(most).map(AsRef::as_ref).collect();
    let more = texts.len() - first.len();
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", first.join(", "))
}

/// The tables in which two documents differ; without an old document, every table that has entries.
pub fn difference(old: Option<&Document>, new: &Document) -> Changes {
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
        holiday,
        pool,
        hall,
        seat,
        show,
        schedule,
        property,
        reservation_benefit,
        product,
        question,
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
        waiting_room,
    } = &new.folder;
    let was = &old.folder;
    note("settings", of_rows(settings_before, std::slice::from_ref(settings), |_| "settings".into()));
    note("text", of_maps(&was.text, text, |old, new| vec![format!("{} → {}", in_short(old), in_short(new))]));
    note("site", of_rows(&was.site, site, |it| it.id.to_string()));
    note("country", of_rows(&was.country, country, |it| it.code.clone()));
    note("state", of_rows(&was.state, state, |it| format!("{}-{}", it.country_id, it.abbreviation)));
    note("delivery_method", of_rows(&was.delivery_method, delivery_method, |it| it.id.to_string()));
    note("payment_method", of_rows(&was.payment_method, payment_method, |it| it.id.to_string()));
    note("tax_class", of_rows(&was.tax_class, tax_class, |it| it.id.to_string()));
    note("fee", of_rows(&was.fee, fee, |it| it.id.clone()));
    note("plan", of_rows(&was.plan, plan, |it| it.id.to_string()));
    note("holiday", of_rows(&was.holiday, holiday, |it| it.id.to_string()));
    note("pool", of_rows(&was.pool, pool, |it| it.id.to_string()));
    note("hall", of_rows(&was.hall, hall, |it| it.id.to_string()));
    note("seat", of_seats(&was.seat, seat));
    note("show", of_rows(&was.show, show, |it| it.id.to_string()));
    note("schedule", of_rows(&was.schedule, schedule, |it| it.id.to_string()));
    note("property", of_rows(&was.property, property, |it| it.id.to_string()));
    note("reservation_benefit", of_rows(&was.reservation_benefit, reservation_benefit, |it| it.id.to_string()));
    note("product", of_rows(&was.product, product, |it| it.id.to_string()));
    note("question", of_rows(&was.question, question, |it| it.id.to_string()));
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
    note("waiting_room", of_rows(&was.waiting_room, waiting_room, |it| it.id.clone()));
    note("picture", of_maps(&old.pictures, &new.pictures, |_, _| Vec::new()));
    Changes(tables)
}

/// The description of a bundle that is withdrawn; `None` for a bundle that stays and for other products.
pub fn withdrawn_bundle(before: &Catalog, after: &Catalog, id: &ProductId) -> Option<String> {
    let bundle = BundleId(id.0.clone());
    let is_gone = before.bundle(&bundle).is_some() && after.bundle(&bundle).is_none();
    is_gone.then(|| format!("bundle {bundle}"))
}

/// The description of a variant that is withdrawn, or of its product if the whole product is withdrawn.
pub fn withdrawn_variant(before: &Catalog, after: &Catalog, id: &VariantId) -> Option<String> {
    let (product, _) = before.variant(id)?;
    let stays = after.variant(id).is_some_and(|(now_of, _)| now_of.id == product.id);
    (!stays).then(|| match after.product(&product.id) {
        Some(_) => format!("variant {id} of product {}", product.id),
        None => format!("product {}", product.id),
    })
}

fn of_rows<T: PartialEq + Serialize>(was: &[T], is: &[T], id: impl Fn(&T) -> String) -> Difference {
    let old: HashMap<String, &T> = was.iter().map(|row| (id(row), row)).collect();
    let mut difference = Difference::default();
    let mut kept = HashSet::new();
    for row in is {
        let id = id(row);
        match old.get(&id) {
            None => difference.added.push(id.clone()),
            Some(before) if *before != row => {
                difference.changed.push(ChangedEntry { id: id.clone(), keys: changed_keys(*before, row) });
            }
            Some(_) => {}
        }
        kept.insert(id);
    }
    difference.withdrawn = was.iter().map(id).filter(|id| !kept.contains(id)).collect();
    difference
}

fn of_maps<K: Ord + ToString, V: PartialEq>(
    was: &BTreeMap<K, V>,
    is: &BTreeMap<K, V>,
    keys: impl Fn(&V, &V) -> Vec<String>,
) -> Difference {
    let changed = is.iter().filter_map(|(id, new)| {
        let old = was.get(id).filter(|old| *old != new)?;
        Some(ChangedEntry { id: id.to_string(), keys: keys(old, new) })
    });
    Difference {
        added: is.keys().filter(|id| !was.contains_key(id)).map(ToString::to_string).collect(),
        changed: changed.collect(),
        withdrawn: was.keys().filter(|id| !is.contains_key(id)).map(ToString::to_string).collect(),
    }
}

/// The number of seats that were added, changed and withdrawn, for each section.
fn of_seats(was: &[Seat], is: &[Seat]) -> Difference {
    let of_section = |seats: &[&Seat]| -> Vec<String> {
        let mut counts: BTreeMap<_, usize> = BTreeMap::new();
        for seat in seats {
            *counts.entry((&seat.hall, &seat.section)).or_default() += 1;
        }
        counts.iter().map(|((hall, section), count)| format!("{count} in section {section} of {hall}")).collect()
    };
    let by_id = |seats: &'_ [Seat]| -> HashMap<String, Seat> {
        seats.iter().map(|seat| (format!("{} of {}", seat.id(), seat.hall), seat.clone())).collect()
    };
    let (old, new) = (by_id(was), by_id(is));
    let added: Vec<&Seat> = new.iter().filter(|(id, _)| !old.contains_key(*id)).map(|(_, seat)| seat).collect();
    let withdrawn: Vec<&Seat> = old.iter().filter(|(id, _)| !new.contains_key(*id)).map(|(_, seat)| seat).collect();
    let is_changed = |(id, seat): &(&String, &Seat)| old.get(*id).is_some_and(|before| before != *seat);
    let changed: Vec<&Seat> = new.iter().filter(is_changed).map(|(_, seat)| seat).collect();
    Difference {
        added: of_section(&added),
        changed: of_section(&changed).into_iter().map(|id| ChangedEntry { id, keys: Vec::new() }).collect(),
        withdrawn: of_section(&withdrawn),
    }
}

/// The keys in which two versions of an entry differ, in words.
fn changed_keys<T: Serialize>(old: &T, new: &T) -> Vec<String> {
    let value = |entry: &T| serde_json::to_value(entry).unwrap_or_default();
    let mut keys = Vec::new();
    compare("", &value(old), &value(new), &mut keys);
    keys
}

static NOTHING: Value = Value::Null;

/// Adds the differences of two values at a path.
fn compare<'v>(path: &str, old: &'v Value, new: &'v Value, keys: &mut Vec<String>) {
    if old == new {
        return;
    }
    let (Some(old_parts), Some(new_parts)) = (parts(old), parts(new)) else {
        return keys.push(in_words(path, old, new));
    };
    let names: BTreeSet<&String> = old_parts.keys().chain(new_parts.keys()).collect();
    for name in names {
        let below = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let of = |parts: &BTreeMap<String, &'v Value>| parts.get(name).copied().unwrap_or(&NOTHING);
        compare(&below, of(&old_parts), of(&new_parts), keys);
    }
}

/// The parts of a value by name: the keys of a table, or the entries of a list by their ids or days. `None` for other
/// values and for lists whose entries have no ids or not different ones.
fn parts(value: &Value) -> Option<BTreeMap<String, &Value>> {
    const IDS: [&str; 6] = ["id", "date", "days", "time", "variant", "file"];
    let id = |id: &Value| match id {
        Value::String(id) => Some(id.clone()),
        Value::Array(days) => Some(days.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")),
        _ => None,
    };
    match value {
        Value::Object(keys) => Some(keys.iter().map(|(key, value)| (key.clone(), value)).collect()),
        Value::Array(entries) => {
            let mut parts = BTreeMap::new();
            for entry in entries {
                let id = IDS.iter().find_map(|key| id(entry.get(key)?))?;
                if parts.insert(id, entry).is_some() {
                    return None;
                }
            }
            Some(parts)
        }
        _ => None,
    }
}

/// A changed key with its old and new value, if both are short.
fn in_words(path: &str, old: &Value, new: &Value) -> String {
    match (short(old), short(new)) {
        (Some(old), Some(new)) => format!("{path} {old} → {new}"),
        _ if old.is_null() => format!("{path} added"),
        _ if new.is_null() => format!("{path} removed"),
        _ => path.to_owned(),
    }
}

fn short(value: &Value) -> Option<String> {
    let text = match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => format!("\"{text}\""),
        Value::Object(_) => return None,
        Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => return None,
        other => other.to_string(),
    };
    (text.chars().count() <= LONGEST_VALUE && !text.contains('\n')).then_some(text)
}

/// A text in quotes, or its beginning.
fn in_short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST_VALUE {
        return format!("\"{line}\"");
    }
    format!("\"{}…\"", line.chars().take(LONGEST_VALUE).collect::<String>())
}
