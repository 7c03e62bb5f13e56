//! What shoppers do about what is due: tries that they make themselves count beside those of the schedule, and another card may be
//! collected. Whose an agreement is, its order says.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{integer, text_null};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let scheduled = integer("scheduled_tries").default(0).to_owned();
        manager.alter_table(Table::alter().table("billing_payment").add_column(scheduled).to_owned()).await?;
        manager.get_connection().execute_unprepared("UPDATE billing_payment SET scheduled_tries = tries").await?;
        for column in ["card_form_key", "card_form_session"] {
            let column = Table::alter().table("billing_agreement").add_column(text_null(column)).to_owned();
            manager.alter_table(column).await?;
        }
        manager.alter_table(Table::alter().table("billing_agreement").drop_column("account_id").to_owned()).await
    }
}
