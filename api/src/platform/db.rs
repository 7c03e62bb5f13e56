//! The database: SQLite or PostgreSQL behind the same calls.
//!
//! SQLite has one writer at a time. Its writes go through a pool of one connection, so that writers queue in order instead of
//! polling a lock; readers have connections of their own. On PostgreSQL both are the same pool.
//!
//! Every statement of a call is bounded, by PostgreSQL and on this side. Connections may fall silent: their other end is gone, or a
//! firewall has forgotten them, and nothing ever tells. A pool of which nothing has been heard for [`SILENCE`] is given up as a whole, and
//! the statements that follow get another one.

use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use midway_migrations::{Migrator, MigratorTrait};
use sea_orm::prelude::async_trait;
use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult,
    IsolationLevel, QueryResult, QueryStream, RuntimeErr, SqliteTransactionMode, Statement, StreamTrait,
    TransactionOptions, TransactionTrait,
};
use sea_orm_migration::SchemaManager;

use crate::error::{Error, Result};

/// How long a command waits for a connection or for SQLite's one writer.
const PATIENCE_OF_COMMANDS: Duration = Duration::from_secs(15);

/// How long a statement waits at most for one of PostgreSQL's connections, a new one among them. While the server cannot be reached it is
/// tried again that often, so that calls succeed as soon as it can.
const LONGEST_ACQUIRE: Duration = Duration::from_secs(4);

/// PostgreSQL answers something within this time, where statements run beside each other; else its connections are taken for dead.
const SILENCE: Duration = Duration::from_secs(3);

/// What PostgreSQL is asked to do about connections whose client is gone: their locks and places in its list are others' to have.
const OF_DEAD_CLIENTS: [(&str, &str); 4] = [
    ("tcp_keepalives_idle", "30"),
    ("tcp_keepalives_interval", "10"),
    ("tcp_keepalives_count", "3"),
    ("tcp_user_timeout", "30000"),
];

/// For how long a pool is waited for, and for how long a statement.
#[derive(Clone, Copy, Debug)]
struct Patience {
    acquire: Duration,
    /// Unbounded for commands: a migration or an import may take what it takes.
    statement: Option<Duration>,
}

#[derive(Clone, Debug)]
pub struct Db {
    read: Connection,
    write: Connection,
    /// The file by which commands keep each other from a SQLite file.
    lock_file: Option<PathBuf>,
}

/// PostgreSQL's lock by which they keep each other from its database: no other lock of the shop has a number.
const LOCK: i64 = 0x4d69_6477_6179;

impl Db {
    /// Connects for a command. A SQLite file and its folder are made when absent.
    pub async fn connect(url: &str, connections: u32) -> Result<Self> {
        Self::open(url, connections, Patience { acquire: PATIENCE_OF_COMMANDS, statement: None }).await
    }

    /// Connects for calls: none of them waits longer than `patience` for a connection, a lock or a statement. It is told
    /// [`Error::Unavailable`] then.
    pub async fn serving(url: &str, connections: u32, patience: Duration) -> Result<Self> {
        Self::open(url, connections, Patience { acquire: patience, statement: Some(patience) }).await
    }

    async fn open(url: &str, connections: u32, patience: Patience) -> Result<Self> {
        if let Some(path) = url.strip_prefix("sqlite://") {
            let path = Path::new(path.split('?').next().unwrap_or(path));
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                std::fs::create_dir_all(folder)
                    .map_err(|error| Error::Internal(format!("cannot make {}: {error}", folder.display())))?;
            }
            // The writer first: it creates the file and sets the journal mode that readers then find. One process at a time, because
            // SQLite answers a second one that sets the mode of a new file with an error, and does not let it wait.
            let opening = lock(&path.with_extension("opening"), || ()).await?;
            let write = Connection::open(sqlite(url, 1, patience), None).await?;
            drop(opening);
            let read = Connection::open(sqlite(url, connections.max(2) - 1, patience), None).await?;
            return Ok(Db { read, write, lock_file: Some(path.with_extension("lock")) });
        }
        let Some(statement) = patience.statement else {
            let pool = Connection::open(common(url, connections, patience), None).await?;
            return Ok(Db { read: pool.clone(), write: pool, lock_file: None });
        };
        let patience = Patience { acquire: patience.acquire.min(LONGEST_ACQUIRE), ..patience };
        let mut options = common(url, connections, patience);
        // PostgreSQL itself ends what takes longer, so that a call that was answered leaves nothing running.
        options.statement_timeout(statement);
        // A transaction whose client is gone keeps its locks no longer than a call waits for them.
        let idle = statement.as_millis().to_string();
        options.map_sqlx_postgres_opts(move |options| {
            options.options(OF_DEAD_CLIENTS).options([("idle_in_transaction_session_timeout", idle.as_str())])
        });
        let pool = Connection::open(options, Some(patience.acquire + statement)).await?;
        Ok(Db { read: pool.clone(), write: pool, lock_file: None })
    }

    /// An empty SQLite database in memory, with one connection for all: for what needs a schema and no data.
    pub async fn in_memory() -> Result<Self> {
        let patience = Patience { acquire: PATIENCE_OF_COMMANDS, statement: None };
        let mut options = common("sqlite::memory:", 1, patience);
        // The database lives as long as its one connection.
        options.min_connections(1).idle_timeout(None).max_lifetime(None);
        let pool = Connection::open(options, None).await?;
        Ok(Db { read: pool.clone(), write: pool, lock_file: None })
    }

    /// Keeps other processes from doing what must be done by one at a time, a migration or an import, until it is dropped. Where
    /// another is at it, `waits` is called, and its end is waited for.
    pub async fn alone(&self, waits: impl FnOnce()) -> Result<Alone> {
        if let Some(path) = &self.lock_file {
            return Ok(Alone { _file: Some(lock(path, waits).await?), _transaction: None });
        }
        let transaction = self.begin().await?;
        let at_once = format!("SELECT pg_try_advisory_xact_lock({LOCK})");
        let at_once = transaction.query_one_raw(Statement::from_string(DbBackend::Postgres, at_once)).await?;
        let is_free = at_once.map(|row| row.try_get_by_index::<bool>(0)).transpose()?.unwrap_or(false);
        if !is_free {
            waits();
            transaction.execute_unprepared(&format!("SELECT pg_advisory_xact_lock({LOCK})")).await?;
        }
        Ok(Alone { _file: None, _transaction: Some(transaction) })
    }

    /// For reads outside a transaction.
    pub fn read(&self) -> &Connection {
        &self.read
    }

    /// For a single statement that writes.
    pub fn write(&self) -> &Connection {
        &self.write
    }

    /// The connection that writes, as migrations want it.
    pub fn schema(&self) -> DatabaseConnection {
        self.write.0.current().connection.clone()
    }

    /// Whether every migration of this version was applied. A later version may have applied more.
    pub async fn is_migrated(&self) -> Result<bool, DbErr> {
        let schema = self.schema();
        if !SchemaManager::new(&schema).has_table("seaql_migrations").await? {
            return Ok(false);
        }
        let versions = "SELECT version FROM seaql_migrations";
        let rows = schema.query_all_raw(Statement::from_string(schema.get_database_backend(), versions)).await?;
        let applied: HashSet<String> = rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?;
        Ok(Migrator::migrations().iter().all(|migration| applied.contains(migration.name())))
    }

    /// Opens a transaction that may write. Dropped without a commit, it is rolled back.
    pub async fn begin(&self) -> Result<Transaction, DbErr> {
        self.write
            .begin(TransactionOptions {
                // A deferred SQLite transaction that reads first may fail at its first write; an immediate one waits its turn.
                sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
                ..TransactionOptions::default()
            })
            .await
    }

    /// Opens a transaction that reads everything as it is at one moment, whatever others write meanwhile.
    pub async fn snapshot(&self) -> Result<Transaction, DbErr> {
        // A SQLite transaction is one anyway, from its first read on.
        let isolation_level = (!self.is_sqlite()).then_some(IsolationLevel::RepeatableRead);
        self.read.begin(TransactionOptions { isolation_level, ..TransactionOptions::default() }).await
    }

    pub fn is_sqlite(&self) -> bool {
        ConnectionTrait::get_database_backend(&self.write) == DbBackend::Sqlite
    }

    /// Whether the database answers, and takes what is written: a standby, a server that was made read-only and a file that is may answer
    /// every question and sell nothing.
    pub async fn ping(&self) -> Result<(), DbErr> {
        // It changes no row, and is refused as any other where nothing may be written.
        self.write.execute_unprepared("UPDATE session SET ends_at = ends_at WHERE 1 = 0").await.map(|_| ())
    }

    pub async fn close(self) -> Result<(), DbErr> {
        self.read.0.current().connection.clone().close().await?;
        self.write.0.current().connection.clone().close().await
    }
}

/// Locks a file, which is made when absent, until it is dropped. Where another process has it, `waits` is called, and its end is waited for.
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

/// The right to do alone what [`Db::alone`] is for.
#[derive(Debug)]
pub struct Alone {
    _file: Option<File>,
    _transaction: Option<Transaction>,
}

/// Where single statements go: to the pool of the moment, each within the limit.
#[derive(Clone, Debug)]
pub struct Connection(Arc<Pools>);

#[derive(Debug)]
struct Pools {
    backend: DbBackend,
    /// What another pool is made with, without connecting at once.
    options: ConnectOptions,
    /// How long a statement may take, the wait for its connection included. Without one no pool is ever given up.
    limit: Option<Duration>,
    current: RwLock<Arc<Pool>>,
}

#[derive(Debug)]
struct Pool {
    connection: DatabaseConnection,
    made_at: Instant,
    heard: Mutex<Heard>,
}

/// What is known of a pool's connections.
#[derive(Debug)]
struct Heard {
    /// Statements that wait for an answer.
    waiting: usize,
    /// Since when nothing has been heard although somebody waited.
    silent_since: Option<Instant>,
}

impl Connection {
    async fn open(mut options: ConnectOptions, limit: Option<Duration>) -> Result<Self> {
        let pool = Pool::new(Database::connect(options.clone()).await?);
        options.connect_lazy(true);
        let backend = pool.connection.get_database_backend();
        Ok(Connection(Arc::new(Pools { backend, options, limit, current: RwLock::new(Arc::new(pool)) })))
    }

    async fn begin(&self, options: TransactionOptions) -> Result<Transaction, DbErr> {
        let pool = self.0.pool().await?;
        let begun = pool.connection.begin_with_options(options);
        let inner = pool.bounded(self.0.limit, begun).await?;
        Ok(Transaction { inner, pool, limit: self.0.limit })
    }
}

impl Pools {
    fn current(&self) -> Arc<Pool> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The pool that a statement goes to: another one, when nothing is heard of the present one. Those that wait there keep it until they
    /// have their answer or have reached their limit, so that no more than two pools are in use.
    async fn pool(&self) -> Result<Arc<Pool>, DbErr> {
        let current = self.current();
        let Some(limit) = self.limit else { return Ok(current) };
        if current.made_at.elapsed() < limit || !current.is_silent() {
            return Ok(current);
        }
        let next = Arc::new(Pool::new(Database::connect(self.options.clone()).await?));
        let mut place = self.current.write().unwrap_or_else(PoisonError::into_inner);
        if Arc::ptr_eq(&place, &current) {
            tracing::warn!("the database is silent; its connections are given up");
            *place = next;
        }
        Ok(place.clone())
    }
}

impl Pool {
    fn new(connection: DatabaseConnection) -> Self {
        let heard = Mutex::new(Heard { waiting: 0, silent_since: None });
        Pool { connection, made_at: Instant::now(), heard }
    }

    fn heard(&self) -> std::sync::MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_silent(&self) -> bool {
        self.heard().silent_since.is_some_and(|since| since.elapsed() > SILENCE)
    }

    /// Waits for an answer, and no longer than the limit. A connection whose answer nobody waits for any more does not come back to
    /// the pool before it has answered.
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
        // No connection, or one that broke, is no word of the database.
        let is_lost = matches!(answer, Err(DbErr::Conn(_) | DbErr::ConnectionAcquire(_)));
        waiting.end = if is_lost { End::Lost } else { End::Answered };
        answer
    }
}

/// How a wait for an answer ended.
enum End {
    Answered,
    Lost,
    /// Whoever waited has gone.
    Left,
}

/// A statement that waits for its answer, until it is dropped.
struct Waiting<'p> {
    pool: &'p Pool,
    end: End,
}

impl<'p> Waiting<'p> {
    fn begins(pool: &'p Pool) -> Self {
        let mut heard = pool.heard();
        heard.waiting += 1;
        heard.silent_since.get_or_insert_with(Instant::now);
        Waiting { pool, end: End::Left }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut heard = self.pool.heard();
        heard.waiting -= 1;
        match self.end {
            // The others wait from now on.
            End::Answered => heard.silent_since = (heard.waiting > 0).then(Instant::now),
            End::Left if heard.waiting == 0 => heard.silent_since = None,
            End::Left | End::Lost => {}
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
        pool.bounded(self.0.limit, pool.connection.execute_raw(statement)).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        let pool = self.0.pool().await?;
        pool.bounded(self.0.limit, pool.connection.execute_unprepared(sql)).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        let pool = self.0.pool().await?;
        pool.bounded(self.0.limit, pool.connection.query_one_raw(statement)).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let pool = self.0.pool().await?;
        pool.bounded(self.0.limit, pool.connection.query_all_raw(statement)).await
    }
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

/// A transaction, each of whose statements is bounded. Dropped without a commit, it is rolled back.
#[derive(Debug)]
pub struct Transaction {
    inner: DatabaseTransaction,
    pool: Arc<Pool>,
    limit: Option<Duration>,
}

impl Transaction {
    /// # Errors
    /// When the answer is lost, it may have been committed all the same.
    pub async fn commit(self) -> Result<(), DbErr> {
        self.pool.bounded(self.limit, self.inner.commit()).await
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

fn common(url: &str, connections: u32, patience: Patience) -> ConnectOptions {
    let mut options = ConnectOptions::new(url);
    options
        .max_connections(connections)
        .acquire_timeout(patience.acquire)
        .connect_timeout(patience.acquire)
        .test_before_acquire(false)
        .sqlx_logging(false);
    options
}

fn sqlite(url: &str, connections: u32, patience: Patience) -> ConnectOptions {
    use sea_orm::sqlx::Connection as _;
    use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
    let mut options = common(url, connections, patience);
    // SQLite ends a transaction by itself when its disk is full or fails. The driver goes on counting it, would begin later ones inside
    // of it and commit none of them: such a connection is given up.
    options.map_sqlx_sqlite_before_acquire(|connection, _| Box::pin(async { Ok(!connection.is_in_transaction()) }));
    options.min_connections(1).map_sqlx_sqlite_opts(move |options| {
        options
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // FULL: a commit that was answered survives a power cut. An order must.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(patience.acquire)
    });
    options
}
