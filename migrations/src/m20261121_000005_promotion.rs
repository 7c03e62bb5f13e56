//! What a line was sold with beside its price: the promotion that gave it, the parts of a package, and what offers took off.
//! Nullable: lines from before have none of them.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer_null, json_null};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite adds one column a statement.
        for column in
            [big_integer_null("regular_price"), json_null("promotion"), json_null("package"), json_null("offers")]
        {
            manager.alter_table(Table::alter().table("order_line").add_column(column).to_owned()).await?;
        }
        Ok(())
    }
}
