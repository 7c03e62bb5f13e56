//! Carts. The lines of a cart are a document in its row, because they are read, locked and changed only together with
//! the cart.

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
            // Null for a guest's cart. The guest's session refers to the cart.
            .col(text_null("account_id"))
            // A number that grows with each change of what is bought. A payment attempt is for one version.
            .col(big_integer("version"))
            .col(text("state"))
            .col(text("lines"))
            // Passes for which no product has been chosen yet. They have no price and are not lines.
            .col(text_null("blank_passes"))
            // What changed while the shopper was away. It is stored until the shopper accepts or resolves the changes.
            .col(text_null("revision"))
            // The start and the end of the hold on the cart's places.
            .col(timestamp_with_time_zone_null("first_claimed_at"))
            .col(timestamp_with_time_zone_null("held_until"))
            // A digest of the network address that began the cart's hold. Limits per address count by it. The address
            // itself is not stored.
            .col(text_null("holder"))
            .col(text_null("email_address"))
            .col(text_null("billing_address"))
            .col(text_null("shipping_address"))
            .col(text_null("delivery_method_id"))
            .col(text_null("payment_method_id"))
            .col(boolean("accept_terms"))
            // Some states require shoppers to acknowledge the location of what they buy. In these states, no order is
            // placed without the acknowledgement.
            .col(boolean("acknowledge_location").default(false))
            // Whether the shopper has chosen the installment plan. Null until the shopper answers this question.
            .col(boolean_null("pays_by_plan"))
            .col(boolean("accept_installment_terms").default(false))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone("changed_at"))
            .to_owned();
        manager.create_table(cart).await?;
        // Each account has at most one open cart, even if two browsers create a cart at the same time. Carts that
        // became orders are not limited.
        let one_per_account = Index::create()
            .name("cart_one_per_account")
            .table("cart")
            .col("account_id")
            .unique()
            .cond_where(Expr::col("state").ne("ordered"))
            .to_owned();
        manager.create_index(one_per_account).await?;
        // The index of all carts of an account, including carts that became orders. When the owner verifies the e-mail
        // address, the checkout details in these carts are cleared.
        let by_account = Index::create()
            .name("cart_by_account")
            .table("cart")
            .col("account_id")
            .cond_where(Expr::col("account_id").is_not_null())
            .to_owned();
        manager.create_index(by_account).await?;
        // Each addition to a cart counts what the carts of the same network address hold.
        let by_holder = Index::create()
            .name("cart_by_holder")
            .table("cart")
            .col("holder")
            .col("held_until")
            .cond_where(Expr::col("holder").is_not_null())
            .to_owned();
        manager.create_index(by_holder).await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            // Leaves space on each page for the next version of a row (heap-only tuples), because carts are updated
            // often.
            manager.get_connection().execute_unprepared("ALTER TABLE cart SET (fillfactor = 70)").await?;
        }
        Ok(())
    }
}
