//! A database for each test. By default it is a SQLite file that also stores the sessions. With
//! `MIDWAY_TEST_DATABASE_URL` and `MIDWAY_TEST_REDIS_URL` it is a PostgreSQL database cloned from a template, with
//! Redis. `scripts/services` starts both servers and deletes them afterwards, so the database of a failed test stays
//! for inspection until then.

use std::path::Path;

use midway::platform::db::Db;
use midway_migrations::{Migrator, MigratorTrait};
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use tokio::sync::OnceCell;

use midway_kernel::secret::random_id;

use super::wait::until;

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
    /// The name of the database on the server, which is needed to drop the database. `None` for a SQLite file.
    name: Option<String>,
}

impl TestDatabase {
    pub async fn make(folder: &Path) -> Self {
        match server_url() {
            Some(server) => cloned(&server).await,
            None => copied(folder).await,
        }
    }

    /// Creates a database without a schema.
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

    /// Removes the database. PostgreSQL must not have ended a deadlock in it: all transactions take their locks in one
    /// order.
    pub async fn remove(&self) {
        if let (Some(server), Some(name)) = (server_url(), &self.name) {
            if deadlocks(&server, name).await > 0 {
                panic!("deadlocks:\n{}", reported_deadlocks(&server).await);
            }
            run_on(&server, &format!("DROP DATABASE \"{name}\" WITH (FORCE)")).await;
        }
    }
}

/// The number of deadlocks in a database. PostgreSQL counts them when a connection closes or is idle.
async fn deadlocks(server: &str, name: &str) -> i64 {
    let db = Db::connect(server, 1).await.unwrap();
    let count = "SELECT deadlocks FROM pg_stat_database WHERE datname = $1";
    let count = Statement::from_sql_and_values(db.read().get_database_backend(), count, [name.into()]);
    let row = db.read().query_one_raw(count).await.unwrap().expect("the database exists");
    db.close().await.unwrap();
    row.try_get_by_index(0).unwrap()
}

/// What PostgreSQL wrote about deadlocks into its log, which `scripts/services` puts into the data folder.
async fn reported_deadlocks(server: &str) -> String {
    let db = Db::connect(server, 1).await.unwrap();
    let read = Statement::from_string(DbBackend::Postgres, "SELECT pg_read_file('log')");
    let row = db.read().query_one_raw(read).await.unwrap().expect("one row");
    db.close().await.unwrap();
    let log = row.try_get_by_index::<String>(0).unwrap();
    let lines: Vec<&str> = log.lines().collect();
    let begins = (0..lines.len()).filter(|at| lines[*at].contains("deadlock detected"));
    begins.map(|at| lines[at..lines.len().min(at + 10)].join("\n")).collect::<Vec<_>>().join("\n\n")
}

/// Creates a SQLite file with the schema. It copies a migrated file, which is faster than migrating.
async fn copied(folder: &Path) -> TestDatabase {
    static MIGRATED: OnceCell<Vec<u8>> = OnceCell::const_new();
    let migrated = MIGRATED
        .get_or_init(|| async {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("template.db");
            let db = Db::connect(&file_url(&file), 2).await.unwrap();
            Migrator::up(&db.schema(), None).await.unwrap();
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
            // A database with open connections cannot be cloned.
            let db = Db::connect(&beside(server, &name), 2).await.unwrap();
            Migrator::up(&db.schema(), None).await.unwrap();
            db.close().await.unwrap();
            name
        })
        .await;
    let name = new_name("test");
    // Copying the files takes half the time of writing each page to the log, the usual strategy.
    run_on(server, &format!("CREATE DATABASE \"{name}\" TEMPLATE \"{template}\" STRATEGY FILE_COPY")).await;
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

/// Makes a database read-only, like a standby, or writable again. On PostgreSQL this ends its connections, so that new
/// connections use the setting.
pub async fn set_read_only(db: &Db, url: &str, read_only: bool) {
    let Some(server) = server_url() else {
        let pragma = format!("PRAGMA query_only = {}", if read_only { "ON" } else { "OFF" });
        db.write().execute_unprepared(&pragma).await.unwrap();
        return;
    };
    let name = url::Url::parse(url).unwrap().path().trim_start_matches('/').to_owned();
    let setting = if read_only { "on" } else { "off" };
    run_on(&server, &format!("ALTER DATABASE \"{name}\" SET default_transaction_read_only = {setting}")).await;
    let ends = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
    run_on(&server, &ends).await;
}

/// Makes a database refuse every new row of a table, as a database on a full disk may do.
pub async fn refuse_new_rows(db: &Db, table: &str) {
    let refuses = match server_url() {
        Some(_) => format!(
            "CREATE FUNCTION refuses_rows() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
             CREATE TRIGGER refuses_rows BEFORE INSERT ON \"{table}\" FOR EACH ROW EXECUTE FUNCTION refuses_rows()"
        ),
        None => {
            format!(
                "CREATE TRIGGER refuses_rows BEFORE INSERT ON \"{table}\" BEGIN SELECT RAISE(ABORT, 'no room'); END"
            )
        }
    };
    db.write().execute_unprepared(&refuses).await.unwrap();
}

pub async fn accept_new_rows(db: &Db, table: &str) {
    let of_table = if server_url().is_some() { format!(" ON \"{table}\"") } else { String::new() };
    db.write().execute_unprepared(&format!("DROP TRIGGER refuses_rows{of_table}")).await.unwrap();
}

/// Makes a database behave as on a full disk: SQLite refuses everything that needs more space, PostgreSQL refuses new
/// carts.
pub async fn fill(db: &Db) {
    if server_url().is_none() {
        let pages = number(db.write(), "PRAGMA page_count").await;
        number(db.write(), &format!("PRAGMA max_page_count = {pages}")).await;
        return;
    }
    // The trigger raises the error that PostgreSQL raises when its disk is full.
    let refuses = "CREATE FUNCTION refuses() RETURNS trigger LANGUAGE plpgsql AS
                   $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
                   CREATE TRIGGER is_full BEFORE INSERT ON cart FOR EACH ROW EXECUTE FUNCTION refuses()";
    db.write().execute_unprepared(refuses).await.unwrap();
}

/// Undoes [`fill`].
pub async fn free_space(db: &Db) {
    let room = if server_url().is_none() { "PRAGMA max_page_count = 1000000" } else { "DROP TRIGGER is_full ON cart" };
    db.write().execute_unprepared(room).await.unwrap();
}

async fn run_on(url: &str, sql: &str) {
    let options = sea_orm::ConnectOptions::new(url).max_connections(1).sqlx_logging(false).to_owned();
    let db = sea_orm::Database::connect(options).await.unwrap();
    db.execute_unprepared(sql).await.unwrap();
    db.close().await.unwrap();
}

/// Waits until a transaction that has locked a cart waits for another transaction's lock. PostgreSQL only.
pub async fn wait_for_blocked_cart(db: &Db) {
    let waiting = "SELECT COUNT(*) FROM pg_locks AS wanted JOIN pg_locks AS had ON had.pid = wanted.pid
                   WHERE NOT wanted.granted AND had.granted AND had.relation = 'cart'::regclass";
    until("a transaction waits", || async { (number(db.read(), waiting).await > 0).then_some(()) }).await;
}

/// Waits until a transaction waits for the lock of a table. PostgreSQL only.
pub async fn wait_for_blocked_table(db: &Db) {
    let waiting = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND locktype = 'relation'
                   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    until("a transaction waits", || async { (number(db.read(), waiting).await > 0).then_some(()) }).await;
}

/// The rows of a query, as pairs of column and text.
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

/// The number in the only row and column of a query.
pub async fn number(db: &impl ConnectionTrait, sql: &str) -> i64 {
    let backend = db.get_database_backend();
    let row = db.query_one_raw(Statement::from_string(backend, sql.to_owned())).await.unwrap().expect("a row");
    row.try_get_by_index::<i64>(0).or_else(|_| row.try_get_by_index::<i32>(0).map(i64::from)).unwrap()
}
