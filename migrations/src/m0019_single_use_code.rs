//! Codes for single use (`midway codes`). Whether a code is used or in a cart is a stock of one (`inventory`).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{text, timestamp_with_time_zone, timestamp_with_time_zone_null};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let codes = Table::create()
            .table("single_use_code")
            .col(text("code").primary_key())
            .col(text("promotion_id"))
            .col(timestamp_with_time_zone("made_at"))
            .col(timestamp_with_time_zone_null("withdrawn_at"))
            .to_owned();
        manager.create_table(codes).await?;
        let by_promotion = Index::create()
            .name("single_use_code_by_promotion")
            .table("single_use_code")
            .col("promotion_id")
            .to_owned();
        manager.create_index(by_promotion).await
    }
}
