//! Orders that guests placed under an e-mail address, for the account whose owner proves to read what is sent there.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let sql = r#"CREATE INDEX order_of_guest ON "order" (lower(email_address)) WHERE account_id IS NULL"#;
        manager.get_connection().execute_unprepared(sql).await?;
        Ok(())
    }
}
