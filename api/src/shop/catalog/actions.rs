//! Imports a catalogue in two steps: the slow work runs first, without a transaction; one short transaction then writes
//! the result.

use std::path::Path;

use sea_orm::ConnectionTrait;

use super::{CatalogError, pictures, store};
use crate::platform::pictures::Pictures;
use midway_catalog::check::{check, warnings};
use midway_catalog::files::Folder;
use midway_catalog::load::{Loaded, load};
use midway_catalog::sanitise::sanitise;
use midway_catalog::{Changes, Document, ImportReport, Packed, Problem, difference};
use midway_kernel::time::Instant;

/// All problems of a folder; empty when the folder can be imported. Uses neither the database nor the picture store.
pub fn problems(root: &Path) -> Vec<Problem> {
    let loaded = load(root);
    problems_of(root, &loaded)
}

/// A folder without problems, ready to be published.
#[derive(Debug)]
pub struct Prepared {
    pub document: Document,
    /// What is allowed and probably a mistake.
    pub warnings: Vec<Problem>,
}

/// Reads, checks and sanitises a folder, and stores nothing.
///
/// # Errors
/// [`CatalogError::Wrong`] with all problems of the folder; [`CatalogError::Picture`] when a picture cannot be read.
pub fn read(root: &Path, now: Instant) -> Result<Prepared, CatalogError> {
    let (folder, warnings) = read_folder(root, now)?;
    let pictures = pictures::planned(root, &folder)?;
    Ok(Prepared { document: Document { folder, pictures }, warnings })
}

/// Reads, checks and sanitises a folder, and stores its pictures.
///
/// # Errors
/// [`CatalogError::Wrong`] with all problems of the folder; nothing is stored then. [`CatalogError::Picture`] when a
/// picture cannot be read, converted or stored.
pub async fn prepare(root: &Path, pictures: &Pictures, now: Instant) -> Result<Prepared, CatalogError> {
    let path = root.to_owned();
    let (folder, warnings) = tokio::task::spawn_blocking(move || read_folder(&path, now))
        .await
        .map_err(|error| CatalogError::Folder { doing: "reading it".to_owned(), cause: error.to_string() })??;
    let pictures = pictures::store(root, &folder, pictures).await?;
    Ok(Prepared { document: Document { folder, pictures }, warnings })
}

/// What is different in a document; `None` when it is current already. Writes nothing.
pub async fn changes(db: &impl ConnectionTrait, document: &Document) -> Result<Option<Changes>, CatalogError> {
    changes_of(db, document, &document.pack().map_err(CatalogError::Unwritable)?).await
}

/// Makes a document the current revision in the caller's transaction, unless it is current already.
///
/// It does not change the capacities of existing stock. The caller must do that in the same transaction, from the
/// document, before it commits.
pub async fn publish(
    tx: &impl ConnectionTrait,
    document: &Document,
    now: Instant,
) -> Result<ImportReport, CatalogError> {
    let packed = document.pack().map_err(CatalogError::Unwritable)?;
    let latest = store::latest_revision(tx).await?;
    let Some(changes) = changes_of(tx, document, &packed).await? else {
        return Ok(ImportReport { revision: latest, changes: None });
    };
    let revision = latest + 1;
    store::add(tx, revision, packed, now).await?;
    Ok(ImportReport { revision, changes: Some(changes) })
}

async fn changes_of(
    db: &impl ConnectionTrait,
    document: &Document,
    packed: &Packed,
) -> Result<Option<Changes>, CatalogError> {
    if store::current_digest(db).await?.as_ref() == Some(&packed.digest) {
        return Ok(None);
    }
    // A stored revision that this version can no longer read must not block a new one.
    let previous = match store::current(db).await {
        Ok(current) => current.map(|current| current.document),
        Err(CatalogError::Unreadable { .. }) => None,
        Err(error) => return Err(error),
    };
    Ok(Some(difference(previous.as_ref(), document)))
}

/// A sanitised folder and its warnings.
fn read_folder(root: &Path, now: Instant) -> Result<(Folder, Vec<Problem>), CatalogError> {
    let loaded = load(root);
    let problems = problems_of(root, &loaded);
    if !problems.is_empty() {
        return Err(CatalogError::Wrong(problems));
    }
    let mut warnings = warnings(&loaded.folder, &loaded.origins, now);
    warnings.extend(pictures::unused(&loaded.pictures, &loaded.folder));
    let mut folder = loaded.folder;
    sanitise(&mut folder);
    Ok((folder, warnings))
}

fn problems_of(root: &Path, loaded: &Loaded) -> Vec<Problem> {
    let mut problems = loaded.problems.clone();
    problems.extend(check(&loaded.folder, &loaded.origins));
    problems.extend(pictures::check(root, &loaded.folder, &loaded.origins));
    problems.sort();
    problems.dedup();
    problems
}
