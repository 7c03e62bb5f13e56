//! Passes of which something is still to be paid, and the card that a charge was begun with.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{boolean, text_null};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let card = Table::alter().table("billing_payment").add_column(text_null("card_token")).to_owned();
        manager.alter_table(card).await?;
        let owed = boolean("owed").default(false).to_owned();
        manager.alter_table(Table::alter().table("ticket").add_column(owed).to_owned()).await?;
        let open = "UPDATE ticket SET owed = TRUE WHERE pass IS NOT NULL
                    AND order_id IN (SELECT agreement_id FROM billing_payment WHERE state <> 'paid')";
        manager.get_connection().execute_unprepared(open).await.map(|_| ())
    }
}
