//! Accounts. Of a password only its Argon2id hash is kept.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{text, text_null, timestamp_with_time_zone};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("account")
                    .col(text("id").primary_key())
                    .col(text("email_address"))
                    // In small letters: what it is found by, and unique by.
                    .col(text("email_key"))
                    .col(text("first_name"))
                    .col(text("last_name"))
                    .col(text_null("phone_number"))
                    .col(text("password_hash"))
                    .col(timestamp_with_time_zone("created_at"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(Index::create().name("account_email").table("account").col("email_key").unique().to_owned())
            .await?;
        // An account has one cart, whichever of its browsers makes it first; carts that became orders do not count.
        manager
            .create_index(
                Index::create()
                    .name("cart_one_per_account")
                    .table("cart")
                    .col("account_id")
                    .unique()
                    .and_where(Expr::col("state").ne("ordered"))
                    .to_owned(),
            )
            .await?;
        manager.create_index(Index::create().name("order_by_account").table("order").col("account_id").to_owned()).await
    }
}
