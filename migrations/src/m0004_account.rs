//! Accounts, the identity provider's ids for them, and the links that reset a password.

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
            // The address as its owner typed it.
            .col(text("email_address"))
            // The address in lower case. Accounts are found by this value.
            .col(text("email_key"))
            .col(text("first_name"))
            .col(text("last_name"))
            .col(text_null("phone_number"))
            // The Argon2id hash. Null for accounts that sign in only at an identity provider.
            .col(text_null("password_hash"))
            // The time when the owner proved access to the e-mail address. Some offers require this proof. Guest orders
            // join the account only with this proof.
            .col(timestamp_with_time_zone_null("email_verified_at"))
            // The address that fills the checkout form, as a JSON document.
            .col(text_null("address"))
            .col(timestamp_with_time_zone("created_at"))
            .to_owned();
        manager.create_table(account).await?;
        let email = Index::create().name("account_email").table("account").col("email_key").unique().to_owned();
        manager.create_index(email).await?;

        let identity = Table::create()
            .table("account_identity")
            // The URL of an OpenID Connect provider, and the provider's id for the person. Each such pair belongs to
            // one account.
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
            // The SHA-256 of the token. The token itself is only in the e-mail, so a person who reads this table cannot
            // reset a password.
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
        // The index by account serves the removal of the other links when one link is used. The index by end serves the
        // removal of expired links.
        for (name, column) in [("password_reset_by_account", "account_id"), ("password_reset_by_end", "ends_at")] {
            manager.create_index(Index::create().name(name).table("password_reset").col(column).to_owned()).await?;
        }
        Ok(())
    }
}
