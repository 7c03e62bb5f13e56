//! The catalogue: what the operator sells, in files, as a stored revision and as an immutable index in memory.
//!
//! Owns the table `catalog_revision`. A [`Catalog`] is only ever built from a folder that passed every check.

mod check;
pub mod files;
mod index;
mod load;
mod problem;

pub use check::check;
pub use index::Catalog;
pub use load::{Loaded, load};
pub use problem::Problem;
