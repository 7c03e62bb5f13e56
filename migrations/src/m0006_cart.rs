//! Carts. Their lines are a document in the row: lines are read, locked and changed with their cart only.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, boolean, boolean_null, text, text_null, timestamp_with_time_zone, timestamp_with_time_zone_null,
};
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let cart = Table::create()
            .table("cart")
            .col(text("id").primary_key())
            // Null for a guest's cart, which a signed cookie names.
            .col(text_null("account_id"))
            // Counts up with each change of what is bought; a payment attempt is for one version.
            .col(big_integer("version"))
            .col(text("state"))
            .col(text("lines"))
            // New passes for which no product has been chosen yet: they have no price and are no lines.
            .col(text_null("blank_passes"))
            // What changed while the shopper was away, until they have dealt with it.
            .col(text_null("revision"))
            // Start and end of the hold on the cart's places.
            .col(timestamp_with_time_zone_null("first_claimed_at"))
            .col(timestamp_with_time_zone_null("held_until"))
            // A digest of the network address that filled the cart last, for limits by address. The address itself is not stored.
            .col(text_null("holder"))
            .col(text_null("email_address"))
            .col(text_null("billing_address"))
            .col(text_null("shipping_address"))
            .col(text_null("delivery_method_id"))
            .col(text_null("payment_method_id"))
            .col(boolean("accept_terms"))
            // Some states require shoppers to acknowledge the location of what they buy. No order is placed without it.
            .col(boolean("acknowledge_location").default(false))
            // The shopper's choice of an installment plan; null until they are asked.
            .col(boolean_null("pays_by_plan"))
            .col(boolean("accept_installment_terms").default(false))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone("changed_at"))
            .to_owned();
        manager.create_table(cart).await?;
        // An account has one open cart, also if two browsers create it at the same time. Carts that became orders do not count.
        let one_per_account = Index::create()
            .name("cart_one_per_account")
            .table("cart")
            .col("account_id")
            .unique()
            .cond_where(Expr::col("state").ne("ordered"))
            .to_owned();
        manager.create_index(one_per_account).await?;
        // All carts of an account, also those that became orders: the first proof of its e-mail address clears what their checkouts know.
        let by_account = Index::create()
            .name("cart_by_account")
            .table("cart")
            .col("account_id")
            .cond_where(Expr::col("account_id").is_not_null())
            .to_owned();
        manager.create_index(by_account).await?;
        // Each addition counts what its network address holds.
        let by_holder = Index::create()
            .name("cart_by_holder")
            .table("cart")
            .col("holder")
            .col("held_until")
            .cond_where(Expr::col("holder").is_not_null())
            .to_owned();
        manager.create_index(by_holder).await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            // Room on each page for the next version of a row (heap-only tuples), because carts are updated often.
            manager.get_connection().execute_unprepared("ALTER TABLE cart SET (fillfactor = 70)").await?;
        }
        Ok(())
    }
}
