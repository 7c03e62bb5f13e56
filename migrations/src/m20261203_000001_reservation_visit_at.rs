//! When a visit begins, so that the database sorts and cuts a visitor's reservations. The visit is a document, which neither database sorts
//! by in the same words.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::timestamp_with_time_zone_null;
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let visit_at = timestamp_with_time_zone_null("visit_at");
        manager.alter_table(Table::alter().table("reservation").add_column(visit_at).to_owned()).await?;
        let of_visit = match manager.get_database_backend() {
            DbBackend::Postgres => "(visit::json ->> 'starts_at')::timestamptz",
            _ => "replace(json_extract(visit, '$.starts_at'), 'Z', '+00:00')",
        };
        let fill = format!("UPDATE reservation SET visit_at = {of_visit} WHERE visit IS NOT NULL");
        manager.get_connection().execute_unprepared(&fill).await?;
        Ok(())
    }
}
