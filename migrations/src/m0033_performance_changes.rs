//! Which performances of an order line were canceled or moved, as its buyer was told.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // `order_line.moved` is no longer read. It stays for as long as the previous version may run.
        let changes = ColumnDef::new("performance_changes").text().to_owned();
        manager.alter_table(Table::alter().table("order_line").add_column(changes).to_owned()).await?;
        // When the work on a cancellation is due, because buyers choose until then.
        let due = ColumnDef::new("due_at").timestamp_with_time_zone().to_owned();
        manager.alter_table(Table::alter().table("performance_cancellation").add_column(due).to_owned()).await?;
        let db = manager.get_connection();
        db.execute_unprepared(MOVED).await?;
        db.execute_unprepared(CANCELED).await?;
        db.execute_unprepared(
            "UPDATE performance_cancellation SET due_at = goes_on_at WHERE goes_on_at = choice_until",
        )
        .await?;
        Ok(())
    }
}

/// What each line remembers of its move.
const MOVED: &str = r#"UPDATE order_line SET performance_changes =
    '[{"moved":{"moved":' || moved || ',"has_choice":' || CASE WHEN choice_until IS NULL THEN 'false' ELSE 'true' END || '}}]'
    WHERE moved IS NOT NULL"#;

/// Until now, a choice did not say because of which performance it was: of those of the line, one that was canceled with a
/// choice. Ids of performances have no characters that a JSON text escapes.
const CANCELED: &str = r#"UPDATE order_line SET performance_changes = (
    SELECT MIN('[{"canceled":{"performance_id":"' || canceled.performance_id || '"}}]')
    FROM performance_cancellation AS canceled
    WHERE canceled.choice_until IS NOT NULL AND canceled.moved_to IS NULL AND (
        order_line.performances LIKE '%"' || canceled.performance_id || '"%'
        OR order_line.package LIKE '%"' || canceled.performance_id || '"%'))
    WHERE choice_until IS NOT NULL AND moved IS NULL"#;
