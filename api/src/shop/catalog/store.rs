//! The rows of `catalog_revision`: each import with changes, complete and compressed.

use sea_orm::entity::prelude::*;
use sea_orm::{DbBackend, IntoActiveModel, QueryOrder, QuerySelect};

use super::CatalogError;
use midway_catalog::{Catalog, Document, Packed, Revision};
use midway_kernel::time::Instant;

/// How many revisions remain stored, including the current one.
const KEPT: i32 = 20;

mod entity {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "catalog_revision")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub revision: i32,
        pub created_at: DateTimeUtc,
        pub digest: String,
        pub document: Vec<u8>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The number of the current revision; 0 before the first import. The query is cheap enough to run every second.
pub async fn latest_revision(db: &impl ConnectionTrait) -> Result<i32, CatalogError> {
    let latest: Option<i32> = entity::Entity::find()
        .select_only()
        .column(entity::Column::Revision)
        .order_by_desc(entity::Column::Revision)
        .into_tuple()
        .one(db)
        .await?;
    Ok(latest.unwrap_or(0))
}

/// Waits for a running import, and prevents further imports until the transaction ends. On SQLite any transaction that
/// writes does this.
pub async fn prevent_imports(tx: &impl ConnectionTrait) -> Result<(), CatalogError> {
    if tx.get_database_backend() == DbBackend::Postgres {
        tx.execute_unprepared("LOCK TABLE catalog_revision IN SHARE MODE").await?;
    }
    Ok(())
}

/// The current revision; `None` before the first import.
pub async fn current(db: &impl ConnectionTrait) -> Result<Option<Revision>, CatalogError> {
    let Some(row) = newest(db).await? else { return Ok(None) };
    let document =
        Document::unpack(&row.document).map_err(|cause| CatalogError::Unreadable { revision: row.revision, cause })?;
    Ok(Some(Revision { number: row.revision, imported_at: row.created_at, document }))
}

/// The last revision before this one that is stored: its number, and its catalogue unless another version of Midway wrote it.
pub async fn before(db: &impl ConnectionTrait, revision: i32) -> Result<Option<(i32, Option<Catalog>)>, CatalogError> {
    let earlier = entity::Entity::find().filter(entity::Column::Revision.lt(revision));
    let Some(row) = earlier.order_by_desc(entity::Column::Revision).one(db).await? else { return Ok(None) };
    let catalog = Document::unpack(&row.document)
        .ok()
        .map(|document| Catalog::new(Revision { number: row.revision, imported_at: row.created_at, document }));
    Ok(Some((row.revision, catalog)))
}

/// The digest of the current revision.
pub(super) async fn current_digest(db: &impl ConnectionTrait) -> Result<Option<String>, CatalogError> {
    let digest: Option<String> = entity::Entity::find()
        .select_only()
        .column(entity::Column::Digest)
        .order_by_desc(entity::Column::Revision)
        .into_tuple()
        .one(db)
        .await?;
    Ok(digest)
}

/// Adds a revision and deletes the oldest revisions.
pub(super) async fn add(
    db: &impl ConnectionTrait,
    revision: i32,
    packed: Packed,
    now: Instant,
) -> Result<(), CatalogError> {
    let row = entity::Model { revision, created_at: now, digest: packed.digest, document: packed.bytes };
    entity::Entity::insert(row.into_active_model().reset_all()).exec_without_returning(db).await?;
    entity::Entity::delete_many().filter(entity::Column::Revision.lte(revision - KEPT)).exec(db).await?;
    Ok(())
}

async fn newest(db: &impl ConnectionTrait) -> Result<Option<entity::Model>, CatalogError> {
    Ok(entity::Entity::find().order_by_desc(entity::Column::Revision).one(db).await?)
}
