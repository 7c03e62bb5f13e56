//! Keeps the session of the processor's form in which the shopper makes a due payment.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text_null;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let session = text_null("form_session").to_owned();
        manager.alter_table(Table::alter().table("billing_payment").add_column(session).to_owned()).await
    }
}
