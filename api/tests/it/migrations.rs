//! The database schema and `midway migrate`.

use futures_util::future::join_all;
use midway::platform::db::Db;
use midway_migrations::{Migrator, MigratorTrait};
use sea_orm::ConnectionTrait;

use crate::support::Catalogue;
use crate::support::database::{TestDatabase, number};
use crate::support::process::run_to_end;
use crate::support::shop::variables;

#[tokio::test]
async fn schema_accepts_an_account_without_a_password() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::make(folder.path()).await;
    let db = Db::connect(&database.url, 2).await.unwrap();
    let sql = "INSERT INTO account (id, email_address, email_key, first_name, last_name, password_hash, created_at)
         VALUES ('ada', 'Ada@example.org', 'ada@example.org', 'Ada', 'Lovelace', 'a hash', '2026-11-20T12:00:00+00:00')";
    db.write().execute_unprepared(sql).await.unwrap();
    db.write().execute_unprepared("UPDATE account SET password_hash = NULL").await.unwrap();
    assert_eq!(number(db.read(), "SELECT COUNT(*) FROM account WHERE password_hash IS NULL").await, 1);
    db.close().await.unwrap();
    database.remove().await;
}

#[tokio::test]
async fn schema_refuses_a_ticket_that_has_only_one_of_revocation_time_and_reason() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::make(folder.path()).await;
    let db = Db::connect(&database.url, 2).await.unwrap();
    let at = "'2026-11-20T12:00:00+00:00'";
    let ticket = |id: &str, revoked_at: &str, because: &str| {
        format!(
            "INSERT INTO ticket (id, position, media_code, token, product_name, variant_name, site_name, issued_at,
                revoked_at, revoked_because)
             VALUES ('{id}', 0, '{id}', 'token', 'Tour', 'Adult', 'Park', {at}, {revoked_at}, {because})"
        )
    };
    db.write().execute_unprepared(&ticket("good", "NULL", "NULL")).await.unwrap();
    db.write().execute_unprepared(&ticket("bad", at, "'voided'")).await.unwrap();
    for half in [
        ticket("no reason", at, "NULL"),
        ticket("not revoked", "NULL", "'voided'"),
        "UPDATE ticket SET revoked_at = NULL WHERE id = 'bad'".to_owned(),
    ] {
        let refused = db.write().execute_unprepared(&half).await.unwrap_err().to_string();
        assert!(refused.contains("ticket_revoked_because_of_something"), "{half}: {refused}");
    }
    assert_eq!(number(db.read(), "SELECT COUNT(*) FROM ticket").await, 2);
    db.close().await.unwrap();
    database.remove().await;
}

#[tokio::test]
async fn two_concurrent_migrate_or_import_commands_both_succeed() {
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
async fn command_in_a_database_without_migrations_fails_and_names_the_migrate_command() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty(folder.path()).await;
    let variables = variables(folder.path(), &database.url);
    let no_shop = "is not there, or no shop has used it";
    for (command, reason) in [(&["doctor"][..], no_shop), (&["serve"], NOT_MIGRATED)] {
        let said = run_to_end(&variables, command).await;
        assert_eq!((said.code, said.out.as_str()), (1, ""), "{command:?}");
        assert!(said.err.lines().last().is_some_and(|line| line.contains(reason)), "{command:?}: {}", said.err);
    }
    assert_eq!(run_to_end(&variables, &["migrate"]).await.code, 0);
    // Commands run although the database has a migration of a later version.
    let db = Db::connect(&database.url, 1).await.unwrap();
    let later = "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_later', 0)";
    db.write().execute_unprepared(later).await.unwrap();
    db.close().await.unwrap();
    assert_eq!(run_to_end(&variables, &["installments", "due"]).await.code, 0);
    database.remove().await;
}

/// After the name of the database.
const NOT_MIGRATED: &str = " is not up to date: run `midway migrate` first, with the same MIDWAY_DATA and DATABASE_URL";

#[tokio::test]
async fn import_migrates_a_new_database() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty(folder.path()).await;
    let variables = variables(folder.path(), &database.url);
    let catalogue = folder.path().join("catalogue");
    Catalogue::park().write(&catalogue);
    let said = run_to_end(&variables, &["import", catalogue.to_str().unwrap()]).await;
    assert_eq!(said.code, 0, "{}", said.err);
    let db = Db::connect(&database.url, 1).await.unwrap();
    assert!(db.is_migrated().await.unwrap());
    assert_eq!(number(db.read(), "SELECT COUNT(*) FROM catalog_revision").await, 1);
    db.close().await.unwrap();
    database.remove().await;
}

#[tokio::test]
async fn import_into_a_database_of_an_older_version_changes_nothing_and_names_the_migrate_command() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty(folder.path()).await;
    let variables = variables(folder.path(), &database.url);
    let catalogue = folder.path().join("catalogue");
    Catalogue::park().write(&catalogue);
    let older = u32::try_from(Migrator::migrations().len()).unwrap() - 1;
    let db = Db::connect(&database.url, 2).await.unwrap();
    Migrator::up(&db.schema(), Some(older)).await.unwrap();
    let import = ["import", catalogue.to_str().unwrap()];
    let said = run_to_end(&variables, &import).await;
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert!(said.err.trim_end().ends_with(NOT_MIGRATED), "{}", said.err);
    assert_eq!(number(db.read(), "SELECT COUNT(*) FROM seaql_migrations").await, i64::from(older));
    assert_eq!(number(db.read(), "SELECT COUNT(*) FROM catalog_revision").await, 0);
    db.close().await.unwrap();
    for command in [&["migrate"][..], &import] {
        assert_eq!(run_to_end(&variables, command).await.code, 0, "{command:?}");
    }
    database.remove().await;
}
