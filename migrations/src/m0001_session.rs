//! Sessions of browsers (`platform/sessions.rs`). The table `session` is used only if no Redis is configured. The table
//! `session_epoch` is always used.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, text, timestamp_with_time_zone};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let session = Table::create()
            .table("session")
            // The SHA-256 of the cookie value. A person who reads this table cannot take over a session, because the
            // value itself is not stored.
            .col(text("fingerprint").primary_key())
            .col(text("document"))
            .col(timestamp_with_time_zone("ends_at"))
            .to_owned();
        manager.create_table(session).await?;
        // This index serves the removal of expired sessions.
        let by_end = Index::create().name("session_by_end").table("session").col("ends_at").to_owned();
        manager.create_index(by_end).await?;

        // A new epoch ends all sessions of an account, including sessions in Redis. Each session stores the epoch in
        // which it began, and it is valid only while that epoch is the current epoch of its account. An account without
        // a row is in epoch 0.
        let epoch = Table::create()
            .table("session_epoch")
            .col(text("owner").primary_key())
            .col(big_integer("epoch"))
            .to_owned();
        manager.create_table(epoch).await
    }
}
