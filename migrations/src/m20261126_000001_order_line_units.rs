//! How many units of limited stock each line was sold, so that a claim that is lost later is missed.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::big_integer;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let units = big_integer("units_sold").default(0).to_owned();
        manager.alter_table(Table::alter().table("order_line").add_column(units).to_owned()).await?;
        let of_claims = "UPDATE order_line SET units_sold = (SELECT COALESCE(SUM(quantity), 0) FROM claim
                         WHERE claim.line_id = order_line.id AND claim.sold)";
        manager.get_connection().execute_unprepared(of_claims).await.map(|_| ())
    }
}
