//! Small catalogues for tests. A test starts with [`Catalogue::park`], changes what the test is about, and adds further
//! products:
//!
//! ```ignore
//! let catalogue = Catalogue::park().tour_capacity(2).with(season_passes());
//! let shop = Shop::selling(&catalogue).await;
//! ```
//! The catalogue is written as an operator's file and imported as an operator imports it. [`table`] builds the parts of
//! the file; the other modules contain ready-made products.

mod bundles;
mod donations;
mod halls;
mod installments;
mod park;
mod passes;
mod promotions;
mod reservations;
mod sale_contexts;
pub mod table;

use std::path::Path;

use toml::Value;

pub use bundles::{weekend_bundle, weekend_bundle_with};
pub use donations::donations_and_order_fee;
pub use halls::halls;
pub use installments::passes_with_plans;
pub use passes::{better_passes, season_passes};
pub use promotions::{promotions, promotions_with};
pub use reservations::reservations;
pub use sale_contexts::sale_contexts;
use table::Table;

/// The name of the file that [`Catalogue::write`] writes.
const FILE: &str = "catalogue.toml";

/// Everything that a shop sells.
#[derive(Clone, Debug)]
pub struct Catalogue {
    file: toml::Table,
}

impl Catalogue {
    /// Adds tables.
    pub fn with(mut self, tables: impl IntoIterator<Item = Table>) -> Self {
        for Table { kind, keys } in tables {
            let tables = self.file.entry(kind).or_insert_with(|| Value::Array(Vec::new()));
            tables.as_array_mut().unwrap().push(Value::Table(keys));
        }
        self
    }

    /// Sets a key of `[settings]`.
    pub fn setting(self, key: &str, value: impl Into<Value>) -> Self {
        self.set_in("settings", key, value)
    }

    /// Replaces one of the shop's texts.
    pub fn message(self, id: &str, text: &str) -> Self {
        self.set_in("text", id, text)
    }

    fn set_in(mut self, table: &str, key: &str, value: impl Into<Value>) -> Self {
        let table = self.file.entry(table).or_insert_with(|| Value::Table(toml::Table::new()));
        table.as_table_mut().unwrap().insert(key.to_owned(), value.into());
        self
    }

    /// Changes one table.
    pub fn edit(mut self, kind: &'static str, id: &str, change: impl FnOnce(Table) -> Table) -> Self {
        let keys = find(&mut self.file, kind, id);
        *keys = change(Table { kind, keys: std::mem::take(keys) }).keys;
        self
    }

    /// Changes a product.
    pub fn edit_product(self, id: &str, change: impl FnOnce(Table) -> Table) -> Self {
        self.edit("product", id, change)
    }

    /// Changes a schedule.
    pub fn edit_schedule(self, id: &str, change: impl FnOnce(Table) -> Table) -> Self {
        self.edit("schedule", id, change)
    }

    /// Changes a variant of a product.
    pub fn edit_variant(self, product: &str, id: &str, change: impl FnOnce(Table) -> Table) -> Self {
        self.edit_product(product, |mut product| {
            let keys = find(&mut product.keys, "variant", id);
            *keys = change(Table { kind: "variant", keys: std::mem::take(keys) }).keys;
            product
        })
    }

    /// Removes one table.
    pub fn without(mut self, kind: &str, id: &str) -> Self {
        remove(&mut self.file, kind, id);
        self
    }

    /// Removes a table below another table, for example a variant of a product.
    pub fn without_child(mut self, kind: &str, id: &str, child_kind: &str, child: &str) -> Self {
        remove(find(&mut self.file, kind, id), child_kind, child);
        self
    }

    /// Removes a row of seats.
    pub fn without_row(mut self, row: &str) -> Self {
        let seats = self.file["seat"].as_array_mut().unwrap();
        let before = seats.len();
        seats.retain(|seat| seat["row"].as_str() != Some(row));
        assert!(seats.len() < before, "there is no row {row}");
        self
    }

    /// Writes the catalogue as one file into a folder that an operator can import.
    pub fn write(&self, folder: &Path) {
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join(FILE), self.file.to_string()).unwrap();
    }
}

fn tables<'a>(parent: &'a mut toml::Table, kind: &str) -> &'a mut Vec<Value> {
    let tables = parent.get_mut(kind).unwrap_or_else(|| panic!("the catalogue has no {kind}"));
    tables.as_array_mut().unwrap()
}

fn has_id(table: &Value, id: &str) -> bool {
    table["id"].as_str() == Some(id)
}

/// Returns the keys of the table of this kind with this id.
fn find<'a>(parent: &'a mut toml::Table, kind: &str, id: &str) -> &'a mut toml::Table {
    let found = tables(parent, kind).iter_mut().find(|table| has_id(table, id));
    found.unwrap_or_else(|| panic!("the catalogue has no {kind} {id}")).as_table_mut().unwrap()
}

fn remove(parent: &mut toml::Table, kind: &str, id: &str) {
    let tables = tables(parent, kind);
    let before = tables.len();
    tables.retain(|table| !has_id(table, id));
    assert!(tables.len() < before, "the catalogue has no {kind} {id}");
}
