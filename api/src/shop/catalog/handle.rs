//! The catalogue that a running process serves. Replaced as a whole when a newer revision is there; readers never wait.

use std::sync::Arc;

use arc_swap::ArcSwap;
use sea_orm::ConnectionTrait;

use super::{CatalogError, store};
use midway_catalog::Catalog;

/// Where the current catalogue is found.
#[derive(Debug)]
pub struct CatalogHandle(ArcSwap<Catalog>);

impl Default for CatalogHandle {
    fn default() -> Self {
        CatalogHandle::holding(Catalog::empty())
    }
}

impl CatalogHandle {
    /// The handle of a process that starts: with the current revision, or with the empty catalogue before the first.
    pub async fn load(db: &impl ConnectionTrait) -> Result<Self, CatalogError> {
        let handle = CatalogHandle::default();
        handle.refresh(db).await?;
        Ok(handle)
    }

    pub fn holding(catalog: Catalog) -> Self {
        CatalogHandle(ArcSwap::from_pointee(catalog))
    }

    /// The catalogue to use from the beginning to the end of one action.
    pub fn current(&self) -> Arc<Catalog> {
        self.0.load_full()
    }

    /// Takes up a newer revision if there is one; true when it did. After a fault, what was served goes on being served.
    pub async fn refresh(&self, db: &impl ConnectionTrait) -> Result<bool, CatalogError> {
        if store::latest_revision(db).await? <= self.0.load().revision {
            return Ok(false);
        }
        let Some(current) = store::current(db).await? else { return Ok(false) };
        let newer = Arc::new(Catalog::new(current));
        // Two refreshes at a time must not end with the older one's catalogue.
        self.0.rcu(|held| if held.revision < newer.revision { newer.clone() } else { held.clone() });
        Ok(true)
    }
}
