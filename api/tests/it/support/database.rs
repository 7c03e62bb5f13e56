//! A database for each test. With nothing set: a SQLite file, and sessions in it. With `MIDWAY_TEST_DATABASE_URL` and
//! `MIDWAY_TEST_REDIS_URL`: a PostgreSQL database cloned from a template, and Redis. `scripts/services` starts both; it is
//! meant to be thrown away, so a database that a failed test leaves behind stays for who wants to look into it.

use std::path::Path;

use midway::platform::db::Db;
use midway_migrations::{Migrator, MigratorTrait};
use sea_orm::{ConnectionTrait, Statement};
use tokio::sync::OnceCell;

use midway::kernel::secret::random_id;

#[expect(clippy::disallowed_methods, reason = "the one place where tests read the environment")]
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

pub fn server_url() -> Option<String> {
    variable("MIDWAY_TEST_DATABASE_URL")
}

pub fn redis_url() -> Option<String> {
    variable("MIDWAY_TEST_REDIS_URL")
}

/// One test's database.
pub struct TestDatabase {
    pub url: String,
    /// Its name on the server, to be dropped; none for a file in the test's folder.
    name: Option<String>,
}

impl TestDatabase {
    pub async fn make(folder: &Path) -> Self {
        match server_url() {
            Some(server) => cloned(&server).await,
            None => copied(folder).await,
        }
    }

    /// One without a schema.
    pub async fn empty(folder: &Path) -> Self {
        match server_url() {
            Some(server) => {
                let name = new_name("test");
                run_on(&server, &format!("CREATE DATABASE \"{name}\"")).await;
                TestDatabase { url: beside(&server, &name), name: Some(name) }
            }
            None => TestDatabase { url: file_url(&folder.join("midway.db")), name: None },
        }
    }

    pub async fn remove(&self) {
        if let (Some(server), Some(name)) = (server_url(), &self.name) {
            run_on(&server, &format!("DROP DATABASE \"{name}\" WITH (FORCE)")).await;
        }
    }
}

/// A file with the schema. Migrating takes longer than copying what was migrated once.
async fn copied(folder: &Path) -> TestDatabase {
    static MIGRATED: OnceCell<Vec<u8>> = OnceCell::const_new();
    let migrated = MIGRATED
        .get_or_init(|| async {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("template.db");
            let db = Db::connect(&file_url(&file), 2).await.unwrap();
            Migrator::up(db.write(), None).await.unwrap();
            // Closing the last connection moves the write-ahead log into the file.
            db.close().await.unwrap();
            std::fs::read(&file).unwrap()
        })
        .await;
    let file = folder.join("midway.db");
    std::fs::write(&file, migrated).unwrap();
    TestDatabase { url: file_url(&file), name: None }
}

fn file_url(file: &Path) -> String {
    format!("sqlite://{}?mode=rwc", file.display())
}

async fn cloned(server: &str) -> TestDatabase {
    static TEMPLATE: OnceCell<String> = OnceCell::const_new();
    let template = TEMPLATE
        .get_or_init(|| async {
            let name = new_name("template");
            run_on(server, &format!("CREATE DATABASE \"{name}\"")).await;
            // A database that somebody is connected to cannot be cloned.
            let db = Db::connect(&beside(server, &name), 2).await.unwrap();
            Migrator::up(db.write(), None).await.unwrap();
            db.close().await.unwrap();
            name
        })
        .await;
    let name = new_name("test");
    run_on(server, &format!("CREATE DATABASE \"{name}\" TEMPLATE \"{template}\"")).await;
    TestDatabase { url: beside(server, &name), name: Some(name) }
}

/// The URL of another database on the same server.
fn beside(server: &str, name: &str) -> String {
    let mut url = url::Url::parse(server).expect("MIDWAY_TEST_DATABASE_URL is a URL");
    url.set_path(name);
    url.into()
}

fn new_name(kind: &str) -> String {
    format!("midway_{kind}_{}", random_id().to_lowercase().replace('-', "_"))
}

async fn run_on(url: &str, sql: &str) {
    let options = sea_orm::ConnectOptions::new(url).max_connections(1).sqlx_logging(false).to_owned();
    let db = sea_orm::Database::connect(options).await.unwrap();
    db.execute_unprepared(sql).await.unwrap();
    db.close().await.unwrap();
}

/// The rows of a query, as texts.
pub async fn rows(db: &impl ConnectionTrait, sql: &str) -> Vec<Vec<(String, String)>> {
    let backend = db.get_database_backend();
    let found = db.query_all_raw(Statement::from_string(backend, sql.to_owned())).await.unwrap();
    found
        .iter()
        .map(|row| {
            let text = |column: &String| {
                row.try_get::<Option<String>>("", column)
                    .map(Option::unwrap_or_default)
                    .or_else(|_| row.try_get::<Option<i64>>("", column).map(|it| it.unwrap_or(0).to_string()))
                    .or_else(|_| row.try_get::<Option<bool>>("", column).map(|it| it.unwrap_or(false).to_string()))
                    .unwrap_or_default()
            };
            row.column_names().iter().map(|column| (column.clone(), text(column))).collect()
        })
        .collect()
}

/// What one column says in the only row.
pub async fn number(db: &impl ConnectionTrait, sql: &str) -> i64 {
    let backend = db.get_database_backend();
    let row = db.query_one_raw(Statement::from_string(backend, sql.to_owned())).await.unwrap().expect("a row");
    row.try_get_by_index::<i64>(0).or_else(|_| row.try_get_by_index::<i32>(0).map(i64::from)).unwrap()
}
