//! Links that set a new password. Of a link's token only a fingerprint is kept: who reads the table can reset nothing.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{text, timestamp_with_time_zone};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("password_reset")
                    .col(text("token_fingerprint").primary_key())
                    .col(text("account_id"))
                    .col(timestamp_with_time_zone("ends_at"))
                    .foreign_key(
                        ForeignKey::create()
                            .name("password_reset_account")
                            .from_tbl("password_reset")
                            .from_col("account_id")
                            .to_tbl("account")
                            .to_col("id"),
                    )
                    .to_owned(),
            )
            .await?;
        for (name, column) in [("password_reset_by_account", "account_id"), ("password_reset_by_end", "ends_at")] {
            manager.create_index(Index::create().name(name).table("password_reset").col(column).to_owned()).await?;
        }
        Ok(())
    }
}
