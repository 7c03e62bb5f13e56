//! Product pages and lists.

mod actions;
mod answers;
pub mod api;
mod wire;

pub use wire::{BundleView, PictureView, ProductView, VariantView};
