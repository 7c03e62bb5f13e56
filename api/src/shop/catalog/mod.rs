//! The catalogue that this shop serves: an import stores a revision, running processes load the newest revision, and
//! pages read it.
//!
//! Owns the table `catalog_revision`. The files, checks, index and prices are in the crate `midway_catalog`.

mod actions;
mod cancellation_words;
mod cheaper_sale_view;
mod export;
mod handle;
mod picture_view;
mod pictures;
mod store;

#[cfg(test)]
mod tests;

pub use actions::{Prepared, changes, prepare, problems, publish, read};
pub use cancellation_words::{cancellation_in_words, cancellation_of_bought, moment_in_words};
pub use cheaper_sale_view::CheaperSaleView;
pub use export::write;
pub use handle::CatalogHandle;
pub use picture_view::PictureView;
pub use pictures::{converted, is_converted};
pub use store::{before, current, latest_revision, prevent_imports};

use crate::error::Error;
use midway_catalog::Problem;

/// The errors of reading and importing a catalogue.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// The folder violates rules; each problem names its file and line.
    #[error("the catalogue has {}; nothing was changed", counted(.0.len(), "problem"))]
    Wrong(Vec<Problem>),
    /// Performances, places or products that are sold or held would no longer exist. Each item describes one of them, and
    /// each of the orders is a command that lists the orders of one.
    #[error("the import would withdraw {} sold, held or reserved; nothing was changed", counted(.items.len(), "item"))]
    Withdraws { items: Vec<String>, orders: Vec<String> },
    #[error("the catalogue's folder, {doing}: {cause}")]
    Folder { doing: String, cause: String },
    #[error("the picture {file}: {cause}")]
    Picture { file: String, cause: String },
    /// A stored revision cannot be read, for example because another version of Midway wrote it.
    #[error("revision {revision} of the catalogue cannot be read by this version: {cause}")]
    Unreadable { revision: i32, cause: String },
    #[error("the catalogue cannot be written: {0}")]
    Unwritable(String),
    #[error("the catalogue's revisions: {0}")]
    Database(#[from] sea_orm::DbErr),
}

impl From<CatalogError> for Error {
    fn from(error: CatalogError) -> Self {
        match error {
            CatalogError::Database(error) => error.into(),
            other => Error::Internal(other.to_string()),
        }
    }
}

fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
