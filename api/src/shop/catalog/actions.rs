//! Imports a catalogue in two steps: the slow work runs first, without a transaction; one short transaction then writes
//! the result.

use std::path::Path;

use sea_orm::ConnectionTrait;

use super::{CatalogError, pictures, store};
use crate::platform::pictures::Pictures;
use midway_catalog::check::check;
use midway_catalog::load::{Loaded, load};
use midway_catalog::sanitise::sanitise;
use midway_catalog::{Document, ImportReport, Problem, difference};
use midway_kernel::time::Instant;

/// All problems of a folder; empty when the folder can be imported. Uses neither the database nor the picture store.
pub fn problems(root: &Path) -> Vec<Problem> {
    let loaded = load(root);
    problems_of(root, &loaded)
}

/// Reads, checks and sanitises a folder, and stores its pictures.
///
/// # Errors
/// [`CatalogError::Wrong`] with all problems of the folder; nothing is stored then. [`CatalogError::Picture`] when a
/// picture cannot be read, converted or stored.
pub async fn prepare(root: &Path, pictures: &Pictures) -> Result<Document, CatalogError> {
    let folder = root.to_owned();
    let (loaded, problems) = tokio::task::spawn_blocking(move || {
        let loaded = load(&folder);
        let problems = problems_of(&folder, &loaded);
        (loaded, problems)
    })
    .await
    .map_err(|error| CatalogError::Folder { doing: "reading it".to_owned(), cause: error.to_string() })?;
    if !problems.is_empty() {
        return Err(CatalogError::Wrong(problems));
    }
    let mut folder = loaded.folder;
    sanitise(&mut folder);
    let pictures = pictures::store(root, &folder, pictures).await?;
    Ok(Document { folder, pictures })
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
    let packed = document.pack().map_err(|cause| CatalogError::Document { revision: 0, cause })?;
    let latest = store::latest_revision(tx).await?;
    if store::current_digest(tx).await?.as_ref() == Some(&packed.digest) {
        return Ok(ImportReport { revision: latest, is_new: false, tables: Default::default() });
    }
    // A stored revision that this version can no longer read must not block a new one.
    let previous = match store::current(tx).await {
        Ok(current) => current.map(|current| current.document),
        Err(CatalogError::Document { .. }) => None,
        Err(error) => return Err(error),
    };
    let revision = latest + 1;
    store::add(tx, revision, packed, now).await?;
    Ok(ImportReport { revision, is_new: true, tables: difference(previous.as_ref(), document) })
}

fn problems_of(root: &Path, loaded: &Loaded) -> Vec<Problem> {
    let mut problems = loaded.problems.clone();
    problems.extend(check(&loaded.folder, &loaded.origins));
    problems.extend(pictures::check(root, &loaded.folder, &loaded.origins));
    problems.sort();
    problems.dedup();
    problems
}
