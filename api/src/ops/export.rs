//! `midway export FOLDER`: writes the current revision as files.

use std::path::Path;

use crate::app::App;
use crate::error::{Error, Result};
use crate::shop::catalog::{current, write};

/// Writes the current revision into an empty or missing folder. Importing that folder changes nothing.
///
/// # Errors
/// [`Error::NotFound`] when nothing has been imported yet.
pub async fn export(app: &App, folder: &Path) -> Result<()> {
    let Some(revision) = current(app.db.read()).await? else { return Err(Error::NotFound) };
    write(&revision.document, &app.pictures, folder).await?;
    Ok(())
}
