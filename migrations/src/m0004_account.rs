//! Accounts, the names by which an identity provider knows them, and links that set a new password.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{text, text_null, timestamp_with_time_zone, timestamp_with_time_zone_null};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let account = Table::create()
            .table("account")
            .col(text("id").primary_key())
            // As its owner typed it.
            .col(text("email_address"))
            // In lower case: accounts are found by it.
            .col(text("email_key"))
            .col(text("first_name"))
            .col(text("last_name"))
            .col(text_null("phone_number"))
            // Argon2id. Null for accounts that sign in only at an identity provider.
            .col(text_null("password_hash"))
            // When the owner proved that they read what is sent to the address. Some offers and all guest orders need it.
            .col(timestamp_with_time_zone_null("email_verified_at"))
            // A JSON document that fills the checkout form.
            .col(text_null("address"))
            .col(timestamp_with_time_zone("created_at"))
            .to_owned();
        manager.create_table(account).await?;
        let email = Index::create().name("account_email").table("account").col("email_key").unique().to_owned();
        manager.create_index(email).await?;

        let identity = Table::create()
            .table("account_identity")
            // An OpenID Connect provider, and its name for the person. One such name is one account.
            .col(text("issuer"))
            .col(text("subject"))
            .col(text("account_id"))
            .col(timestamp_with_time_zone("created_at"))
            .primary_key(Index::create().name("account_identity_pkey").col("issuer").col("subject"))
            .foreign_key(
                ForeignKey::create()
                    .name("account_identity_account")
                    .from("account_identity", "account_id")
                    .to("account", "id"),
            )
            .to_owned();
        manager.create_table(identity).await?;

        let reset = Table::create()
            .table("password_reset")
            // The token itself is in the e-mail only: a reader of this table cannot reset a password.
            .col(text("token_fingerprint").primary_key())
            .col(text("account_id"))
            .col(timestamp_with_time_zone("ends_at"))
            .foreign_key(
                ForeignKey::create()
                    .name("password_reset_account")
                    .from("password_reset", "account_id")
                    .to("account", "id"),
            )
            .to_owned();
        manager.create_table(reset).await?;
        // By account: using one link ends the others. By end: the sweep of expired links.
        for (name, column) in [("password_reset_by_account", "account_id"), ("password_reset_by_end", "ends_at")] {
            manager.create_index(Index::create().name(name).table("password_reset").col(column).to_owned()).await?;
        }
        Ok(())
    }
}
