//! Accounts whose owners sign in at the operator's identity provider: they need no password, and are found by what the provider
//! calls them. One name of one provider is one account.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{text, text_null, timestamp_with_time_zone};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite cannot let a column be empty that had to be filled: another one takes its place.
        let account = || Table::alter().table("account").to_owned();
        manager.alter_table(account().rename_column("password_hash", "password_filled").to_owned()).await?;
        manager.alter_table(account().add_column(text_null("password_hash")).to_owned()).await?;
        manager.get_connection().execute_unprepared("UPDATE account SET password_hash = password_filled").await?;
        manager.alter_table(account().drop_column("password_filled").to_owned()).await?;
        manager
            .create_table(
                Table::create()
                    .table("account_identity")
                    .col(text("issuer"))
                    .col(text("subject"))
                    .col(text("account_id"))
                    .col(timestamp_with_time_zone("created_at"))
                    .primary_key(Index::create().name("account_identity_pkey").col("issuer").col("subject"))
                    .foreign_key(
                        ForeignKey::create()
                            .name("account_identity_account")
                            .from_tbl("account_identity")
                            .from_col("account_id")
                            .to_tbl("account")
                            .to_col("id"),
                    )
                    .to_owned(),
            )
            .await
    }
}
