//! `midway check FOLDER`: the problems of a folder, or what its import would change. Writes nothing.

use std::fmt;
use std::path::Path;

use super::impact::{Impact, impact};
use crate::error::Result;
use crate::platform::db::{Db, in_words, outdated};
use crate::shop::catalog::{CatalogError, Prepared, changes, current, latest_revision, read};
use midway_catalog::problem::folded;
use midway_catalog::{Catalog, Changes, Document, Revision, difference};
use midway_kernel::time::Instant;

/// What an import would do.
#[derive(Debug)]
pub struct Preview {
    /// The database that the folder was compared with, in words.
    pub database: String,
    /// The current revision; 0 before the first import.
    revision: i32,
    /// The changes of the import; `None` when it would change nothing.
    changes: Option<Changes>,
    impact: Impact,
    /// Whether the current revision cannot be read by this version, so that its sold items cannot be compared.
    is_unreadable: bool,
    /// What the operator should look at, one text each.
    pub warnings: Vec<String>,
}

impl Preview {
    /// Whether the import would be refused without `--withdraw`.
    pub fn needs_withdraw(&self) -> bool {
        self.is_unreadable || !self.impact.withdrawn.is_empty()
    }
}

impl fmt::Display for Preview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.changes, self.revision) {
            (None, revision) => {
                write!(f, "No problems. An import would change nothing: revision {revision} is current.")
            }
            (Some(changes), 0) => {
                write!(f, "No problems. The shop has no catalogue yet, so everything is new:{changes}")
            }
            (Some(changes), revision) => {
                write!(f, "No problems. An import would change revision {revision}:{changes}{}", self.impact)
            }
        }
    }
}

/// Checks a folder and compares it with the current revision of the database, if there is one.
///
/// # Errors
/// In the inner result: [`CatalogError::Wrong`] with every problem of the folder.
pub async fn check(database_url: &str, folder: &Path, now: Instant) -> Result<Result<Preview, CatalogError>> {
    let Prepared { document, warnings } = match read(folder, now) {
        Ok(prepared) => prepared,
        Err(wrong @ CatalogError::Wrong(_)) => return Ok(Err(wrong)),
        Err(other) => return Err(other.into()),
    };
    let warnings = folded(&warnings);
    let database = in_words(database_url);
    match Db::existing(database_url).await? {
        Some(db) if !db.is_migrated().await? => Err(outdated(database_url)),
        Some(db) => compared(&db, database, document, warnings, now).await.map(Ok),
        None => {
            let changes = Some(difference(None, &document));
            Ok(Ok(Preview {
                database,
                revision: 0,
                changes,
                impact: Impact::default(),
                is_unreadable: false,
                warnings,
            }))
        }
    }
}

async fn compared(
    db: &Db,
    database: String,
    document: Document,
    mut warnings: Vec<String>,
    now: Instant,
) -> Result<Preview> {
    let db = db.snapshot().await?;
    let revision = latest_revision(&db).await?;
    let changes = changes(&db, &document).await?;
    let mut affected = Impact::default();
    let before = match current(&db).await {
        Err(unreadable @ CatalogError::Unreadable { .. }) => {
            warnings.push(format!("{unreadable}, so what an import withdraws cannot be told"));
            None
        }
        current => Some(current?.map_or_else(Catalog::empty, Catalog::new)),
    };
    let is_unreadable = before.is_none();
    if let (Some(before), Some(_)) = (before, &changes) {
        let after = Catalog::new(Revision { number: revision + 1, imported_at: now, document });
        affected = impact(&db, &before, &after, now).await?;
    }
    warnings.append(&mut affected.warnings);
    Ok(Preview { database, revision, changes, impact: affected, is_unreadable, warnings })
}
