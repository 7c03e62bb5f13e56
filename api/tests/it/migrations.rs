//! The database schema and `midway migrate`.

use futures_util::future::join_all;
use midway::platform::db::Db;
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
    // Commands run although the database has a migration of a later version.
    let db = Db::connect(&database.url, 1).await.unwrap();
    let later = "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_later', 0)";
    db.write().execute_unprepared(later).await.unwrap();
    db.close().await.unwrap();
    assert_eq!(run_to_end(&variables, &["installments", "due"]).await.code, 0);
    database.remove().await;
}
