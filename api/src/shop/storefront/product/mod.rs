//! Product pages and lists.

mod actions;
mod answers;
pub mod api;
mod listing;
mod wire;

pub use actions::{list, page};
pub use listing::cross_sells;
pub use wire::{
    BundleView, CrossSells, MultiProductRequest, PictureView, ProductRequest, ProductView, VariantView, has_places,
};
