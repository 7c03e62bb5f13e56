//! Tickets say when and why they were revoked, in place of merely that they were: whoever holds one is told the reason, and gates are
//! told of all of them.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{text_null, timestamp_with_time_zone_null};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let ticket = || Table::alter().table("ticket").to_owned();
        manager.alter_table(ticket().add_column(timestamp_with_time_zone_null("revoked_at")).to_owned()).await?;
        // Nobody is turned away without a reason.
        let because = text_null("revoked_because")
            .check(Check::named(
                "ticket_revoked_because_of_something",
                Expr::cust("(revoked_at IS NULL) = (revoked_because IS NULL)"),
            ))
            .to_owned();
        manager.alter_table(ticket().add_column(because).to_owned()).await?;
        let db = manager.get_connection();
        // Of one that was revoked by hand only that is known.
        db.execute_unprepared("UPDATE ticket SET revoked_at = issued_at, revoked_because = 'voided' WHERE revoked")
            .await?;
        manager.alter_table(ticket().drop_column("revoked").to_owned()).await?;
        // Gates ask for the few that are revoked among all that were ever sold.
        db.execute_unprepared("CREATE INDEX ticket_by_revocation ON ticket (revoked_at) WHERE revoked_at IS NOT NULL")
            .await?;
        Ok(())
    }
}
