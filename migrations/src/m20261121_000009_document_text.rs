//! Documents are texts: a database that knew them as JSON took each apart at every write, and nothing ever asks for a part.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub struct Migration;

const DOCUMENTS: [(&str, &str); 10] = [
    ("cart", "lines"),
    ("cart", "revision"),
    ("cart", "billing_address"),
    ("cart", "shipping_address"),
    ("order", "billing_address"),
    ("order", "shipping_address"),
    ("order_line", "performances"),
    ("order_line", "promotion"),
    ("order_line", "package"),
    ("order_line", "offers"),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite has kept them as texts all along.
        if manager.get_database_backend() == DbBackend::Postgres {
            let db = manager.get_connection();
            for (table, column) in DOCUMENTS {
                let sql = format!(r#"ALTER TABLE "{table}" ALTER {column} DROP DEFAULT, ALTER {column} TYPE text"#);
                db.execute_unprepared(&sql).await?;
            }
        }
        Ok(())
    }
}
