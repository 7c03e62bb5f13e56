//! The database: SQLite or PostgreSQL behind the same functions.
//!
//! SQLite allows one writer at a time. Its writes use a pool of one connection, so that writers queue in order and do
//! not poll a lock; reads use separate connections. On PostgreSQL both are the same pool.
//!
//! On PostgreSQL, every statement of a call has a time limit, which both the server and this process enforce. A
//! connection may become silent without an error, because the server is gone or a firewall has dropped the connection.
//! When statements are waiting and none of them has received an answer for [`SILENCE`], the whole pool is abandoned
//! (unless it is new), and later statements use a new pool.

use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use midway_migrations::{Migrator, MigratorTrait};
use sea_orm::prelude::async_trait;
use sea_orm::sea_query::LockType;
use sea_orm::sqlx::{self, AssertSqlSafe};
use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult,
    IsolationLevel, QueryResult, QueryStream, RuntimeErr, SqliteTransactionMode, Statement, StreamTrait,
    TransactionOptions, TransactionTrait, Values,
};
use sea_orm_migration::SchemaManager;
use sea_query_sqlx::SqlxValues;

use crate::error::{Error, Result};

/// How long a command waits for a connection, or for the single SQLite writer.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(15);

/// The maximum time that a statement waits for a PostgreSQL connection, including opening a new one. It is short so
/// that an unreachable server is retried often and calls succeed soon after it is back.
const MAX_ACQUIRE: Duration = Duration::from_secs(4);

/// When statements are waiting and PostgreSQL answers none of them for this long, its connections are considered dead.
const SILENCE: Duration = Duration::from_secs(3);

/// Settings that make PostgreSQL detect dead clients, so that it releases their locks and connection slots.
const DEAD_CLIENT_OPTIONS: [(&str, &str); 4] = [
    ("tcp_keepalives_idle", "30"),
    ("tcp_keepalives_interval", "10"),
    ("tcp_keepalives_count", "3"),
    ("tcp_user_timeout", "30000"),
];

/// How long to wait for a connection from the pool, and for a statement.
#[derive(Clone, Copy, Debug)]
struct Timeouts {
    acquire: Duration,
    /// `None` for commands, because a migration or an import may take as long as it needs.
    statement: Option<Duration>,
}

#[derive(Clone, Debug)]
pub struct Db {
    read: Connection,
    write: Connection,
    /// The lock file. It prevents two migrations or imports from running at the same time on one SQLite file.
    lock_file: Option<PathBuf>,
}

/// The lock of a row that is read in order to change it. It is the lock that PostgreSQL's `UPDATE` takes. `FOR UPDATE`
/// would also block the foreign key checks of other transactions, which read the row in no particular order: two such
/// transactions could deadlock.
pub const ROW_LOCK: LockType = LockType::NoKeyUpdate;

/// The key of the PostgreSQL advisory lock that prevents two migrations or imports from running at the same time. The
/// shop uses no other advisory lock.
const LOCK: i64 = 0x4d69_6477_6179;

/// The table of the migrations that have run.
const MIGRATIONS: &str = "seaql_migrations";

/// The connections of a command that only reads: one for a transaction and one for statements beside it.
const READERS: u32 = 2;

/// A database as messages name it, without the password of its URL.
pub fn in_words(url: &str) -> String {
    match url.strip_prefix("sqlite://") {
        Some(path) => format!("the database {}", path.split('?').next().unwrap_or(path)),
        None => "the database of DATABASE_URL".to_owned(),
    }
}

/// The message about a database of an earlier version.
pub fn outdated(url: &str) -> Error {
    let cure = "run `midway migrate` first, with the same MIDWAY_DATA and DATABASE_URL";
    Error::Internal(format!("{} is not up to date: {cure}", in_words(url)))
}

impl Db {
    /// Connects for a command of the command line. A missing SQLite file and its folder are created.
    pub async fn connect(url: &str, connections: u32) -> Result<Self> {
        Self::open(url, connections, Timeouts { acquire: COMMAND_TIMEOUT, statement: None }).await
    }

    /// Connects for serving calls. A call waits at most `timeout` for a connection or a lock, and on PostgreSQL for a
    /// statement; after that it fails with [`Error::Unavailable`].
    pub async fn serving(url: &str, connections: u32, timeout: Duration) -> Result<Self> {
        Self::open(url, connections, Timeouts { acquire: timeout, statement: Some(timeout) }).await
    }

    async fn open(url: &str, connections: u32, timeouts: Timeouts) -> Result<Self> {
        if let Some(path) = url.strip_prefix("sqlite://") {
            let path = Path::new(path.split('?').next().unwrap_or(path));
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                std::fs::create_dir_all(folder)
                    .map_err(|error| Error::Internal(format!("cannot create {}: {error}", folder.display())))?;
            }
            // The writer is opened first: it creates the file and sets the journal mode for the readers. Only one
            // process may do this at a time, because SQLite immediately returns an error to a second process that sets
            // the mode of a new file.
            let opening = lock(&path.with_extension("opening"), || ()).await?;
            let write = Connection::open(sqlite(url, 1, timeouts), None).await?;
            drop(opening);
            let read = Connection::open(sqlite(url, connections.max(2) - 1, timeouts), None).await?;
            return Ok(Db { read, write, lock_file: Some(path.with_extension("lock")) });
        }
        let Some(statement) = timeouts.statement else {
            let pool = Connection::open(common(url, connections, timeouts), None).await?;
            return Ok(Db { read: pool.clone(), write: pool, lock_file: None });
        };
        let timeouts = Timeouts { acquire: timeouts.acquire.min(MAX_ACQUIRE), ..timeouts };
        let mut options = common(url, connections, timeouts);
        // PostgreSQL cancels longer statements itself, so that no statement keeps running after its call was answered.
        options.statement_timeout(statement);
        // PostgreSQL ends a transaction, and releases its locks, when its client has sent nothing for as long as a
        // statement may take.
        let idle = statement.as_millis().to_string();
        options.map_sqlx_postgres_opts(move |options| {
            options.options(DEAD_CLIENT_OPTIONS).options([("idle_in_transaction_session_timeout", idle.as_str())])
        });
        let pool = Connection::open(options, Some(timeouts.acquire + statement)).await?;
        Ok(Db { read: pool.clone(), write: pool, lock_file: None })
    }

    /// Connects for a command that only reads, and creates no file. `None` when there is no database yet: the SQLite file
    /// does not exist, or no migration has run.
    pub async fn existing(url: &str) -> Result<Option<Self>> {
        let timeouts = Timeouts { acquire: COMMAND_TIMEOUT, statement: None };
        let options = match url.strip_prefix("sqlite://") {
            None => common(url, READERS, timeouts),
            Some(path) => {
                let path = Path::new(path.split('?').next().unwrap_or(path));
                if !path.exists() {
                    return Ok(None);
                }
                sqlite_of_reader(url, path, timeouts)
            }
        };
        let pool = Connection::open(options, None).await?;
        let db = Db { read: pool.clone(), write: pool, lock_file: None };
        Ok(SchemaManager::new(&db.schema()).has_table(MIGRATIONS).await?.then_some(db))
    }

    /// An empty in-memory SQLite database with a single connection, for code that needs a schema and no data.
    pub async fn in_memory() -> Result<Self> {
        let timeouts = Timeouts { acquire: COMMAND_TIMEOUT, statement: None };
        let mut options = common("sqlite::memory:", 1, timeouts);
        // The database exists only while its one connection is open.
        options.min_connections(1).idle_timeout(None).max_lifetime(None);
        let pool = Connection::open(options, None).await?;
        Ok(Db { read: pool.clone(), write: pool, lock_file: None })
    }

    /// Makes sure that only one process runs a migration or an import at a time, until the returned value is dropped.
    /// If another process holds the lock, calls `waits` and then waits for the lock.
    pub async fn lock_exclusively(&self, waits: impl FnOnce()) -> Result<ExclusiveLock> {
        if let Some(path) = &self.lock_file {
            return Ok(ExclusiveLock { _file: Some(lock(path, waits).await?), _transaction: None });
        }
        let transaction = self.begin().await?;
        let at_once = format!("SELECT pg_try_advisory_xact_lock({LOCK})");
        let at_once = transaction.query_one_raw(Statement::from_string(DbBackend::Postgres, at_once)).await?;
        let is_free = at_once.map(|row| row.try_get_by_index::<bool>(0)).transpose()?.unwrap_or(false);
        if !is_free {
            waits();
            transaction.execute_unprepared(&format!("SELECT pg_advisory_xact_lock({LOCK})")).await?;
        }
        Ok(ExclusiveLock { _file: None, _transaction: Some(transaction) })
    }

    /// The connection for reads outside a transaction.
    pub fn read(&self) -> &Connection {
        &self.read
    }

    /// The connection for a single writing statement.
    pub fn write(&self) -> &Connection {
        &self.write
    }

    /// A number that has grown when this process has changed anything since. Something read before remains true, as far
    /// as this process is concerned, while the number is the same.
    pub fn changes(&self) -> u64 {
        self.write.0.changes.load(Ordering::Acquire)
    }

    /// The writing connection in the form that migrations need.
    pub fn schema(&self) -> DatabaseConnection {
        self.write.0.current().connection.clone()
    }

    /// Whether every migration of this version is applied. A later version may have applied more migrations.
    pub async fn is_migrated(&self) -> Result<bool, DbErr> {
        let applied = self.applied_migrations().await?;
        Ok(Migrator::migrations().iter().all(|migration| applied.contains(migration.name())))
    }

    /// Whether no version has migrated the database.
    pub async fn is_new(&self) -> Result<bool, DbErr> {
        Ok(self.applied_migrations().await?.is_empty())
    }

    /// The names of the applied migrations.
    async fn applied_migrations(&self) -> Result<HashSet<String>, DbErr> {
        let schema = self.schema();
        if !SchemaManager::new(&schema).has_table(MIGRATIONS).await? {
            return Ok(HashSet::new());
        }
        let versions = format!("SELECT version FROM {MIGRATIONS}");
        let rows = schema.query_all_raw(Statement::from_string(schema.get_database_backend(), versions)).await?;
        rows.iter().map(|row| row.try_get_by_index(0)).collect()
    }

    /// Begins a transaction that may write. Dropping it without a commit rolls it back.
    pub async fn begin(&self) -> Result<Transaction, DbErr> {
        self.write
            .begin(TransactionOptions {
                // A deferred SQLite transaction that reads first may fail at its first write; an immediate one waits
                // for the writer.
                sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
                ..TransactionOptions::default()
            })
            .await
    }

    /// Runs statements of SQLite, separated by semicolons, in a transaction that is sent together with them. So the writer,
    /// for which other calls wait, waits for no further message in between. Returns the number of rows that the statements
    /// returned.
    ///
    /// # Errors
    /// When a statement fails; nothing is written then.
    pub async fn run_in_transaction(&self, statements: Statement) -> Result<usize, DbErr> {
        let pool = self.write.0.current().connection.get_sqlite_connection_pool().clone();
        let script = AssertSqlSafe(format!("BEGIN IMMEDIATE; {}; COMMIT", statements.sql));
        let values = SqlxValues(statements.values.unwrap_or_else(|| Values(Vec::new())));
        // In a task of its own, because a caller that goes away in between would leave the transaction open.
        let script = tokio::spawn(async move {
            let mut writer = pool.acquire().await?;
            let rows = sqlx::query_with(script, values).fetch_all(&mut *writer).await;
            if rows.is_err() {
                // A statement that fails leaves the transaction open. Closing the connection ends it.
                let _closed = writer.close().await;
            }
            rows
        });
        let rows = script.await.map_err(|error| DbErr::Custom(error.to_string()))?;
        self.write.0.count_change(true);
        rows.map(|rows| rows.len()).map_err(|error| DbErr::Exec(RuntimeErr::SqlxError(error.into())))
    }

    /// Begins a read transaction that sees the data of one moment, unaffected by concurrent writes.
    pub async fn snapshot(&self) -> Result<Transaction, DbErr> {
        // A SQLite transaction is a snapshot from its first read on.
        let isolation_level = (!self.is_sqlite()).then_some(IsolationLevel::RepeatableRead);
        self.read.begin(TransactionOptions { isolation_level, ..TransactionOptions::default() }).await
    }

    pub fn is_sqlite(&self) -> bool {
        ConnectionTrait::get_database_backend(&self.write) == DbBackend::Sqlite
    }

    /// Whether the database answers and accepts writes. A standby server, a read-only server or a read-only file
    /// answers reads but cannot sell.
    pub async fn ping(&self) -> Result<(), DbErr> {
        // The statement changes no row, but fails like any other write where writing is not allowed.
        let pool = self.write.0.pool().await?;
        let update = pool.connection.execute_unprepared("UPDATE session SET ends_at = ends_at WHERE 1 = 0");
        // Not counted as a change.
        pool.bounded(self.write.0.limit, update).await.map(|_| ())
    }

    pub async fn close(self) -> Result<(), DbErr> {
        self.read.0.current().connection.clone().close().await?;
        self.write.0.current().connection.clone().close().await
    }
}

/// Locks a file until the returned handle is dropped. A missing file is created. If another process holds the lock,
/// calls `waits` and then waits for the lock.
async fn lock(path: &Path, waits: impl FnOnce()) -> Result<File> {
    let no_lock = |error: std::io::Error| Error::Internal(format!("cannot lock {}: {error}", path.display()));
    let file = File::create(path).map_err(no_lock)?;
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        waits();
        let waiting = file.try_clone().map_err(no_lock)?;
        tokio::task::spawn_blocking(move || waiting.lock()).await.map_err(Error::internal)?.map_err(no_lock)?;
    }
    Ok(file)
}

/// The exclusive lock of [`Db::lock_exclusively`], released on drop.
#[derive(Debug)]
pub struct ExclusiveLock {
    _file: Option<File>,
    _transaction: Option<Transaction>,
}

/// Executes single statements on the current pool, each within the time limit if there is one.
#[derive(Clone, Debug)]
pub struct Connection(Arc<Pools>);

#[derive(Debug)]
struct Pools {
    backend: DbBackend,
    /// The options of the next pool. It connects lazily.
    options: ConnectOptions,
    /// The maximum time of a statement, including the wait for its connection. Without a limit the pool is never
    /// replaced.
    limit: Option<Duration>,
    current: RwLock<Arc<Pool>>,
    /// The number of changes that this process has made here.
    changes: Arc<AtomicU64>,
}

#[derive(Debug)]
struct Pool {
    connection: DatabaseConnection,
    made_at: Instant,
    waiting_statements: Mutex<WaitingStatements>,
}

/// How many statements of a pool wait, and since when none of them has received an answer.
#[derive(Debug)]
struct WaitingStatements {
    /// The number of statements that wait for an answer.
    waiting: usize,
    /// The time since which statements have been waiting without any answer.
    silent_since: Option<Instant>,
}

impl Connection {
    async fn open(mut options: ConnectOptions, limit: Option<Duration>) -> Result<Self> {
        let pool = Pool::new(Database::connect(options.clone()).await?);
        options.connect_lazy(true);
        let backend = pool.connection.get_database_backend();
        let current = RwLock::new(Arc::new(pool));
        Ok(Connection(Arc::new(Pools { backend, options, limit, current, changes: Arc::default() })))
    }

    async fn begin(&self, options: TransactionOptions) -> Result<Transaction, DbErr> {
        let pool = self.0.pool().await?;
        let begun = pool.connection.begin_with_options(options);
        let inner = pool.bounded(self.0.limit, begun).await?;
        Ok(Transaction { inner, pool, limit: self.0.limit, changes: self.0.changes.clone() })
    }
}

impl Pools {
    fn count_change(&self, is_change: bool) {
        if is_change {
            self.changes.fetch_add(1, Ordering::Release);
        }
    }

    fn current(&self) -> Arc<Pool> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The pool for the next statement. A silent pool is replaced. Statements that still wait in the old pool keep it
    /// alive until they are answered or reach their limit; a new pool is not replaced before it has existed for as long
    /// as this limit, so normally at most two pools are in use.
    async fn pool(&self) -> Result<Arc<Pool>, DbErr> {
        let current = self.current();
        let Some(limit) = self.limit else { return Ok(current) };
        if current.made_at.elapsed() < limit || !current.is_silent() {
            return Ok(current);
        }
        let next = Arc::new(Pool::new(Database::connect(self.options.clone()).await?));
        let mut place = self.current.write().unwrap_or_else(PoisonError::into_inner);
        if Arc::ptr_eq(&place, &current) {
            tracing::warn!("the database does not answer; its connections are dropped");
            *place = next;
        }
        Ok(place.clone())
    }
}

impl Pool {
    fn new(connection: DatabaseConnection) -> Self {
        let waiting_statements = Mutex::new(WaitingStatements { waiting: 0, silent_since: None });
        Pool { connection, made_at: Instant::now(), waiting_statements }
    }

    fn waiting_statements(&self) -> std::sync::MutexGuard<'_, WaitingStatements> {
        self.waiting_statements.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_silent(&self) -> bool {
        self.waiting_statements().silent_since.is_some_and(|since| since.elapsed() > SILENCE)
    }

    /// Waits for an answer within the limit. A connection whose statement was abandoned returns to the pool only after
    /// it has answered.
    async fn bounded<T>(
        &self,
        limit: Option<Duration>,
        answer: impl Future<Output = Result<T, DbErr>>,
    ) -> Result<T, DbErr> {
        let Some(limit) = limit else { return answer.await };
        let mut waiting = Waiting::begins(self);
        let answer = tokio::time::timeout(limit, answer).await;
        let answer =
            answer.unwrap_or_else(|_| Err(DbErr::Conn(RuntimeErr::Internal(format!("no answer within {limit:?}")))));
        // A missing or broken connection is not an answer of the database.
        let is_lost = matches!(answer, Err(DbErr::Conn(_) | DbErr::ConnectionAcquire(_)));
        waiting.end = if is_lost { End::Lost } else { End::Answered };
        answer
    }
}

/// How a wait for an answer ended.
enum End {
    Answered,
    Lost,
    /// The wait was cancelled.
    Cancelled,
}

/// A statement that waits for its answer. Dropping it ends the wait.
struct Waiting<'p> {
    pool: &'p Pool,
    end: End,
}

impl<'p> Waiting<'p> {
    fn begins(pool: &'p Pool) -> Self {
        let mut waiting_statements = pool.waiting_statements();
        waiting_statements.waiting += 1;
        waiting_statements.silent_since.get_or_insert_with(Instant::now);
        Waiting { pool, end: End::Cancelled }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut waiting_statements = self.pool.waiting_statements();
        waiting_statements.waiting -= 1;
        match self.end {
            // From now on, the silence is measured again for the remaining statements.
            End::Answered => waiting_statements.silent_since = (waiting_statements.waiting > 0).then(Instant::now),
            End::Cancelled if waiting_statements.waiting == 0 => waiting_statements.silent_since = None,
            End::Cancelled | End::Lost => {}
        }
    }
}

#[async_trait::async_trait]
impl ConnectionTrait for Connection {
    fn get_database_backend(&self) -> DbBackend {
        self.0.backend
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        let pool = self.0.pool().await?;
        let executed = pool.bounded(self.0.limit, pool.connection.execute_raw(statement)).await;
        self.0.count_change(true);
        executed
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        let pool = self.0.pool().await?;
        let executed = pool.bounded(self.0.limit, pool.connection.execute_unprepared(sql)).await;
        self.0.count_change(true);
        executed
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        let (pool, is_change) = (self.0.pool().await?, may_change(&statement));
        let found = pool.bounded(self.0.limit, pool.connection.query_one_raw(statement)).await;
        self.0.count_change(is_change);
        found
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let (pool, is_change) = (self.0.pool().await?, may_change(&statement));
        let found = pool.bounded(self.0.limit, pool.connection.query_all_raw(statement)).await;
        self.0.count_change(is_change);
        found
    }
}

/// Whether a statement that returns rows may change any, for example with `RETURNING`.
fn may_change(statement: &Statement) -> bool {
    !statement.sql.starts_with("SELECT")
}

impl StreamTrait for Connection {
    type Stream<'a> = QueryStream;

    fn get_database_backend(&self) -> DbBackend {
        self.0.backend
    }

    fn stream_raw<'a>(
        &'a self,
        statement: Statement,
    ) -> Pin<Box<dyn Future<Output = Result<Self::Stream<'a>, DbErr>> + 'a + Send>> {
        Box::pin(async move {
            let pool = self.0.pool().await?;
            pool.bounded(self.0.limit, pool.connection.stream_raw(statement)).await
        })
    }
}

/// A transaction with a time limit for each statement. Dropping it without a commit rolls it back.
#[derive(Debug)]
pub struct Transaction {
    inner: DatabaseTransaction,
    pool: Arc<Pool>,
    limit: Option<Duration>,
    changes: Arc<AtomicU64>,
}

impl Transaction {
    /// Commits the transaction.
    ///
    /// # Errors
    /// When the commit fails or its answer is lost. In the second case, the transaction may have been committed.
    pub async fn commit(self) -> Result<(), DbErr> {
        let committed = self.pool.bounded(self.limit, self.inner.commit()).await;
        // A commit whose answer is lost may have changed something.
        self.changes.fetch_add(1, Ordering::Release);
        committed
    }

    pub async fn rollback(self) -> Result<(), DbErr> {
        self.pool.bounded(self.limit, self.inner.rollback()).await
    }
}

#[async_trait::async_trait]
impl ConnectionTrait for Transaction {
    fn get_database_backend(&self) -> DbBackend {
        ConnectionTrait::get_database_backend(&self.inner)
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.pool.bounded(self.limit, self.inner.execute_raw(statement)).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.pool.bounded(self.limit, self.inner.execute_unprepared(sql)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.pool.bounded(self.limit, self.inner.query_one_raw(statement)).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.pool.bounded(self.limit, self.inner.query_all_raw(statement)).await
    }
}

fn common(url: &str, connections: u32, timeouts: Timeouts) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    options
        .max_connections(connections)
        .acquire_timeout(timeouts.acquire)
        .connect_timeout(timeouts.acquire)
        .test_before_acquire(false)
        .sqlx_logging(false);
    options
}

fn sqlite(url: &str, connections: u32, timeouts: Timeouts) -> ConnectOptions {
    use sea_orm::sqlx::Connection as _;
    use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
    let mut options = common(url, connections, timeouts);
    // SQLite ends a transaction when its disk is full or fails. The driver still considers that transaction open. It
    // would nest later transactions inside it, and none of them would be committed. A connection in this state is
    // discarded.
    options.map_sqlx_sqlite_before_acquire(|connection, _| Box::pin(async { Ok(!connection.is_in_transaction()) }));
    options.min_connections(1).map_sqlx_sqlite_opts(move |options| {
        options
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // With FULL, a commit that was answered survives a power failure. Orders need this.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(timeouts.acquire)
    });
    options
}

/// A SQLite file that is only read. Without a `-wal` file no process has it open for writing. It is then opened as
/// immutable, because SQLite would otherwise create that file to read it.
fn sqlite_of_reader(url: &str, path: &Path, timeouts: Timeouts) -> ConnectOptions {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let is_immutable = !Path::new(&log).exists();
    let mut options = common(url, READERS, timeouts);
    options.map_sqlx_sqlite_opts(move |options| {
        options.create_if_missing(false).read_only(true).immutable(is_immutable).busy_timeout(timeouts.acquire)
    });
    options
}
