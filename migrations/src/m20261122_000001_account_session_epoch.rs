//! All sessions of one owner can be ended at once, wherever sessions are kept: each names the epoch in which it began, and this
//! table the one that counts. An owner without a row is in the first.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, text};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("session_epoch")
                    .col(text("owner").primary_key())
                    .col(big_integer("epoch"))
                    .to_owned(),
            )
            .await
    }
}
