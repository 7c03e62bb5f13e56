//! Migrations keep the data of a running shop.

use futures_util::future::join_all;
use midway::platform::db::Db;
use midway::shop::cart::CartLine;
use midway_kernel::money::Money;
use midway_migrations::{Migrator, MigratorTrait};
use sea_orm::ConnectionTrait;

use crate::support::Catalogue;
use crate::support::database::{TestDatabase, number, rows};
use crate::support::process::run_to_end;
use crate::support::shop::variables;

/// The number of migrations when lines had a table.
const WITH_LINE_TABLE: u32 = 6;

#[tokio::test]
async fn carts_keep_lines_and_claims_when_lines_move_into_the_cart() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty(folder.path()).await;
    let db = Db::connect(&database.url, 2).await.unwrap();
    Migrator::up(&db.schema(), Some(WITH_LINE_TABLE)).await.unwrap();
    let at = "'2026-11-20T12:00:00+00:00'";
    let performance = r#"[{"selection_index":1,"performance_id":"tours.20261121.1200","show_id":"tour","show_name":"Tour",
        "date":"2026-11-21","time":"12:00","label":null,"valid_all_day":false,"starts_at":"2026-11-21T17:00:00Z"}]"#;
    let line = |id: &str, position: i32, price: i32, performances: &str| {
        format!(
            "INSERT INTO cart_line (id, cart_id, position, product_id, variant_id, sale_flow, product_name, variant_name,
                pass_level, delivery_item, quantity, unit_price, unit_fees, unit_tax, performances)
             VALUES ('{id}', 'full', {position}, 'tour', 'adult', 1, 'Tour', 'O''Hara', NULL, TRUE, 2, {price}, 5, 0,
                '{performances}')"
        )
    };
    for sql in [
        format!(
            "INSERT INTO cart (id, version, state, accept_terms, created_at, changed_at)
             VALUES ('full', 3, 'open', FALSE, {at}, {at}), ('bare', 1, 'open', FALSE, {at}, {at})"
        ),
        line("second", 1, 19_99, "[]"),
        line("first", 0, 123_405, performance),
        "INSERT INTO stock (key, capacity, claimed, sold) VALUES ('performance:tours.20261121.1200', 9, 2, 0)"
            .to_owned(),
        format!(
            "INSERT INTO claim (line_id, stock_key, cart_id, quantity, held_until, pinned, sold)
             VALUES ('first', 'performance:tours.20261121.1200', 'full', 2, {at}, FALSE, FALSE)"
        ),
    ] {
        db.write().execute_unprepared(&sql).await.unwrap();
    }

    Migrator::up(&db.schema(), None).await.unwrap();

    let texts = rows(db.read(), "SELECT CAST(lines AS TEXT) AS lines FROM cart ORDER BY id").await;
    let lines: Vec<Vec<CartLine>> = texts.iter().map(|row| serde_json::from_str(&row[0].1).unwrap()).collect();
    assert!(lines[0].is_empty());
    let ids: Vec<&str> = lines[1].iter().map(|line| line.id.as_str()).collect();
    assert_eq!(ids, ["first", "second"]);
    let first = &lines[1][0];
    assert_eq!((first.quantity, first.variant_name.as_str(), first.delivery_item), (2, "O'Hara", true));
    assert_eq!((first.unit_price, first.unit_fees), (Money(123_405), Money(5)));
    assert_eq!(first.performances.0[0].date.to_string(), "2026-11-21");
    assert_eq!(number(db.read(), "SELECT quantity FROM claim WHERE owner_id = 'full' AND NOT sold").await, 2);
    db.close().await.unwrap();
    database.remove().await;
}

#[tokio::test]
async fn accounts_keep_passwords_when_passwords_become_optional() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty(folder.path()).await;
    let db = Db::connect(&database.url, 2).await.unwrap();
    migrate_up_to(&db, "m20261122_000004_account_identity").await;
    let sql = "INSERT INTO account (id, email_address, email_key, first_name, last_name, password_hash, created_at)
         VALUES ('ada', 'Ada@example.org', 'ada@example.org', 'Ada', 'Lovelace', 'a hash', '2026-11-20T12:00:00+00:00')";
    db.write().execute_unprepared(sql).await.unwrap();
    Migrator::up(&db.schema(), None).await.unwrap();
    let kept = "SELECT COUNT(*) FROM account WHERE id = 'ada' AND password_hash = 'a hash'";
    assert_eq!(number(db.read(), kept).await, 1);
    db.write().execute_unprepared("UPDATE account SET password_hash = NULL").await.unwrap();
    db.close().await.unwrap();
    database.remove().await;
}

#[tokio::test]
async fn manually_revoked_tickets_stay_revoked() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty(folder.path()).await;
    let db = Db::connect(&database.url, 2).await.unwrap();
    migrate_up_to(&db, "m20261123_000001_ticket_revocation").await;
    let ticket = |id: &str, revoked: &str| {
        format!(
            "INSERT INTO ticket (id, position, media_code, token, product_name, variant_name, site_name, issued_at, revoked)
             VALUES ('{id}', 0, '{id}', 'token', 'Tour', 'Adult', 'Park', '2026-11-20T12:00:00+00:00', {revoked})"
        )
    };
    db.write().execute_unprepared(&ticket("good", "FALSE")).await.unwrap();
    db.write().execute_unprepared(&ticket("bad", "TRUE")).await.unwrap();
    Migrator::up(&db.schema(), None).await.unwrap();
    let revoked = "SELECT COUNT(*) FROM ticket WHERE revoked_at IS NOT NULL AND revoked_because = 'voided'";
    assert_eq!(number(db.read(), &format!("{revoked} AND id = 'bad'")).await, 1);
    assert_eq!(number(db.read(), revoked).await, 1);
    let half = db.write().execute_unprepared("UPDATE ticket SET revoked_at = NULL WHERE id = 'bad'").await;
    assert!(half.unwrap_err().to_string().contains("ticket_revoked_because_of_something"));
    db.close().await.unwrap();
    database.remove().await;
}

/// Migrates a database up to the version before this migration.
async fn migrate_up_to(db: &Db, migration: &str) {
    let all = Migrator::migrations();
    let position = all.iter().position(|it| it.name() == migration).unwrap();
    Migrator::up(&db.schema(), Some(u32::try_from(position).unwrap())).await.unwrap();
}

#[tokio::test]
async fn concurrent_migrations_and_imports_run_one_after_another() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty(folder.path()).await;
    let variables = variables(folder.path(), &database.url);
    let catalogue = folder.path().join("catalogue");
    Catalogue::park().write(&catalogue);
    for command in [vec!["migrate"], vec!["import", catalogue.to_str().unwrap()]] {
        let both = join_all((0..2).map(|_| run_to_end(&variables, &command))).await;
        for said in both {
            assert_eq!(said.code, 0, "{command:?}: {}", said.err);
        }
    }
    database.remove().await;
}

#[tokio::test]
async fn unmigrated_database_is_reported_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty(folder.path()).await;
    let variables = variables(folder.path(), &database.url);
    let catalogue = folder.path().join("catalogue");
    Catalogue::park().write(&catalogue);
    let import = ["import", catalogue.to_str().unwrap()];
    for command in [&import[..], &["doctor"], &["serve"]] {
        let said = run_to_end(&variables, command).await;
        assert_eq!((said.code, said.out.as_str()), (1, ""), "{command:?}");
        let sentence = "the database is not up to date: run `midway migrate` first";
        assert_eq!(said.err.lines().last(), Some(sentence), "{command:?}: {}", said.err);
    }
    assert_eq!(run_to_end(&variables, &["migrate"]).await.code, 0);
    assert_eq!(run_to_end(&variables, &import).await.code, 0);
    // Migrations of a later version do not stop the server.
    let db = Db::connect(&database.url, 1).await.unwrap();
    let later = "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m20990101_000001_later', 0)";
    db.write().execute_unprepared(later).await.unwrap();
    db.close().await.unwrap();
    assert_eq!(run_to_end(&variables, &["installments", "due"]).await.code, 0);
    database.remove().await;
}
