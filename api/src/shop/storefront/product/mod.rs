//! Product pages and lists.

mod actions;
mod answers;
pub mod api;
mod wire;

pub use actions::{list, page};
pub use wire::{
    BundleView, CrossSells, MultiProductRequest, PictureView, ProductRequest, ProductView, VariantView, has_places,
};
