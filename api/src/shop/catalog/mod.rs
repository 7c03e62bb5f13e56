//! The catalogue: what the operator sells, in files, as a stored revision and as an immutable index in memory.
//!
//! Owns the table `catalog_revision`. A [`Catalog`] is only ever built from a folder that passed every check.

pub mod files;
mod index;

pub use index::Catalog;
