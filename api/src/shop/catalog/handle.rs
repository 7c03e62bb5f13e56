//! The catalogue that a running process serves. A newer revision replaces it as a whole; readers never wait.

use std::sync::Arc;

use arc_swap::ArcSwap;
use sea_orm::ConnectionTrait;

use super::{CatalogError, store};
use midway_catalog::Catalog;

/// Holds the current catalogue.
#[derive(Debug)]
pub struct CatalogHandle(ArcSwap<Catalog>);

impl Default for CatalogHandle {
    fn default() -> Self {
        CatalogHandle::holding(Catalog::empty())
    }
}

impl CatalogHandle {
    /// Creates the handle when a process starts: with the current revision, or with the empty catalogue before the
    /// first import.
    pub async fn load(db: &impl ConnectionTrait) -> Result<Self, CatalogError> {
        let handle = CatalogHandle::default();
        handle.refresh(db).await?;
        Ok(handle)
    }

    pub fn holding(catalog: Catalog) -> Self {
        CatalogHandle(ArcSwap::from_pointee(catalog))
    }

    /// The current catalogue. Call this once per action, because the catalogue may be replaced at any time.
    pub fn current(&self) -> Arc<Catalog> {
        self.0.load_full()
    }

    /// Loads a newer revision if there is one; returns whether it did. After an error the current catalogue stays in
    /// use.
    pub async fn refresh(&self, db: &impl ConnectionTrait) -> Result<bool, CatalogError> {
        if store::latest_revision(db).await? <= self.0.load().revision {
            return Ok(false);
        }
        let Some(current) = store::current(db).await? else { return Ok(false) };
        let newer = Arc::new(Catalog::new(current));
        // When two refreshes run at the same time, the newer revision must win.
        self.0.rcu(|held| if held.revision < newer.revision { newer.clone() } else { held.clone() });
        Ok(true)
    }
}
