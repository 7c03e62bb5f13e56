//! A cart may be paid over time, and an order keeps the terms that were agreed.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{boolean, boolean_null, text_null};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // One column at a time: SQLite adds no more at once.
        for column in [boolean_null("pays_by_plan"), boolean("accept_installment_terms").default(false).to_owned()] {
            manager.alter_table(Table::alter().table("cart").add_column(column).to_owned()).await?;
        }
        manager.alter_table(Table::alter().table("order").add_column(text_null("installment_terms")).to_owned()).await
    }
}
