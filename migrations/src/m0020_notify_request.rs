//! E-mail addresses that want to know when a product can be bought. A request is deleted when it is answered.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{boolean, text, timestamp_with_time_zone};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let requests = Table::create()
            .table("notify_request")
            .col(text("id").primary_key())
            .col(text("product_id"))
            .col(text("email_address"))
            // The address as it is compared. Each address is told once of each product.
            .col(text("email_key"))
            // Whether the product was sold out, so that only returned places can help.
            .col(boolean("for_returns"))
            .col(timestamp_with_time_zone("asked_at"))
            .to_owned();
        manager.create_table(requests).await?;
        let once = Index::create()
            .name("notify_request_once")
            .table("notify_request")
            .col("product_id")
            .col("email_key")
            .unique()
            .to_owned();
        manager.create_index(once).await?;
        let in_order = Index::create()
            .name("notify_request_in_order")
            .table("notify_request")
            .col("product_id")
            .col("for_returns")
            .col("asked_at")
            .to_owned();
        manager.create_index(in_order).await
    }
}
