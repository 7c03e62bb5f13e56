//! Until when passes that are paid over time are paid for, and as which ticket one that takes the place of another is entitled.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{date_null, text_null};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let ticket = || Table::alter().table("ticket").to_owned();
        manager.alter_table(ticket().add_column(date_null("paid_until")).to_owned()).await?;
        manager.alter_table(ticket().add_column(text_null("entitled_as")).to_owned()).await?;
        let paid_until = "UPDATE ticket SET paid_until =
                              (SELECT MIN(due_on) FROM billing_payment
                               WHERE agreement_id = ticket.order_id AND state <> 'paid')
                          WHERE owed";
        manager.get_connection().execute_unprepared(paid_until).await.map(|_| ())
    }
}
