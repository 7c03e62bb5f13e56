//! The catalogue: what the operator sells, in files, as a stored revision and as an immutable index in memory.
//!
//! Owns the table `catalog_revision`. A [`Catalog`] is only ever built from a folder that passed every check: files are read by
//! `load`, judged by `check`, made ready by [`prepare`] and become a revision by [`publish`].

mod actions;
mod bundles;
mod calendar;
mod check;
mod codes;
mod difference;
mod document;
mod answers;
pub mod api;
pub mod files;
mod handle;
mod index;
mod load;
mod pictures;
mod plans;
mod passes;
mod prices;
mod problem;
mod sanitise;
mod seating;
mod store;
mod terms;
mod visits;
mod ways;
mod wire;
mod write;

#[cfg(test)]
pub mod testing;
#[cfg(test)]
mod tests;

pub use actions::{prepare, problems, publish};
pub use bundles::{OfferedVariant, StepKind};
pub use difference::{Difference, ImportReport, withdrawn_products};
pub use document::{Document, PictureSet, PictureSource};
pub use handle::CatalogHandle;
pub use index::{Catalog, charged_for};
pub use passes::PassOption;
pub use prices::{AskedPart, Asking, PricePromotion, PromotionKind, Reduction};
pub use problem::Problem;
pub use sanitise::is_html;
pub use seating::{Place, Row, Seating, SeatingSection};
pub use store::{Revision, current, latest_revision};
pub use terms::{Terms, Visit, line_range};
pub use ways::{
    Belongings, BoughtLine, InCart, SIGN_IN, WRONG_FLOW, Way, WayAsked, Ways, is_for_pass_levels, is_redemption,
    needs_host, way,
};
pub use wire::{BundleView, PictureView, ProductView, VariantView, WayFields};
pub use write::write;

use check::check;
use load::{Loaded, load};

/// What can go wrong with a catalogue.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// The folder breaks rules; each problem says where.
    #[error("the catalogue is not imported: {} problems", .0.len())]
    Wrong(Vec<Problem>),
    /// Performances, places or products that are sold or held would no longer exist; each in words.
    #[error("{} entries that are sold or held would be withdrawn", .0.len())]
    Withdraws(Vec<String>),
    #[error("the catalogue's folder, {doing}: {cause}")]
    Folder { doing: String, cause: String },
    #[error("the picture {file}: {cause}")]
    Picture { file: String, cause: String },
    #[error("revision {revision} of the catalogue cannot be read or written: {cause}")]
    Document { revision: i32, cause: String },
    #[error("the catalogue's revisions: {0}")]
    Database(#[from] sea_orm::DbErr),
}
