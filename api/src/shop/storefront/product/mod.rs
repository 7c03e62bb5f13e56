//! Product pages and lists.

mod actions;
mod answers;
pub mod api;
mod listing;
mod rules;
mod wire;

pub use actions::{ProductList, list, page};
pub use listing::cross_sells;
pub use rules::{is_listed, is_listed_bundle};
pub use wire::{BundleView, CrossSells, MultiProductRequest, ProductRequest, ProductView, VariantView, has_places};
