//! Sessions of browsers (`platform/sessions.rs`). `session` is used only where no Redis is configured; `session_epoch` always.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, text, timestamp_with_time_zone};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let session = Table::create()
            .table("session")
            // SHA-256 of the cookie: a reader of this table cannot take over a session.
            .col(text("fingerprint").primary_key())
            .col(text("document"))
            .col(timestamp_with_time_zone("ends_at"))
            .to_owned();
        manager.create_table(session).await?;
        // The sweep of expired sessions.
        let by_end = Index::create().name("session_by_end").table("session").col("ends_at").to_owned();
        manager.create_index(by_end).await?;

        // Ends all sessions of one account at once, also those in Redis: each session names the epoch in which it began, and is valid
        // only while that is the account's current one. An account without a row is in epoch 0.
        let epoch = Table::create()
            .table("session_epoch")
            .col(text("owner").primary_key())
            .col(big_integer("epoch"))
            .to_owned();
        manager.create_table(epoch).await
    }
}
