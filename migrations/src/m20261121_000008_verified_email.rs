//! Some offers are for those who have proven that they read what is sent to their e-mail address. Nobody has, before they do.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::timestamp_with_time_zone_null;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let verified = timestamp_with_time_zone_null("email_verified_at");
        manager.alter_table(Table::alter().table("account").add_column(verified).to_owned()).await
    }
}
