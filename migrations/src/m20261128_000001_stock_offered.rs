//! What the catalogue offers of a stock, beside its capacity: that one is higher while more is taken than a new revision offers, and
//! sinks with each unit that is given back.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::big_integer;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let offered = big_integer("offered").default(0).to_owned();
        manager.alter_table(Table::alter().table("stock").add_column(offered).to_owned()).await?;
        manager.get_connection().execute_unprepared("UPDATE stock SET offered = capacity").await.map(|_| ())
    }
}
