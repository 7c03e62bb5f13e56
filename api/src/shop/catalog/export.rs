//! Writes a catalogue as a folder that an operator can edit, including pictures. Importing the unchanged folder makes
//! no new revision.

use std::path::Path;

use tokio::fs;

use super::CatalogError;
use crate::platform::pictures::Pictures;
use midway_catalog::Document;
use midway_catalog::export::export;

/// Writes `document` into `root`, which must be empty or absent.
pub async fn write(document: &Document, pictures: &Pictures, root: &Path) -> Result<(), CatalogError> {
    let fault = |doing: &str| {
        let doing = doing.to_owned();
        move |error: std::io::Error| CatalogError::Folder { doing, cause: error.to_string() }
    };
    fs::create_dir_all(root).await.map_err(fault("making it"))?;
    let mut entries = fs::read_dir(root).await.map_err(fault("looking into it"))?;
    if entries.next_entry().await.map_err(fault("looking into it"))?.is_some() {
        let cause = format!("{} is not empty", root.display());
        return Err(CatalogError::Folder { doing: "exporting into it".to_owned(), cause });
    }
    let files = export(&document.folder)
        .map_err(|error| CatalogError::Folder { doing: format!("writing {}", error.file), cause: error.cause })?;
    for (name, content) in files {
        fs::write(root.join(name), content).await.map_err(fault(name))?;
    }
    for (file, set) in &document.pictures {
        let path = root.join("pictures").join(file);
        let bytes = pictures.get(&set.original).await.map_err(fault(file))?;
        let bytes = bytes.ok_or_else(|| CatalogError::Picture {
            file: file.clone(),
            cause: format!("{} is not in the picture store", set.original),
        })?;
        if let Some(around) = path.parent() {
            fs::create_dir_all(around).await.map_err(fault(file))?;
        }
        fs::write(path, bytes).await.map_err(fault(file))?;
    }
    Ok(())
}
