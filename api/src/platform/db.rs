//! The database: SQLite or PostgreSQL behind the same calls.
//!
//! SQLite has one writer at a time. Its writes go through a pool of one connection, so that writers queue in order instead of
//! polling a lock; readers have connections of their own. On PostgreSQL both are the same pool.

use std::path::Path;
use std::time::Duration;

use sea_orm::{
    ConnectOptions, Database, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, IsolationLevel,
    SqliteTransactionMode, TransactionOptions, TransactionTrait,
};

use crate::error::{Error, Result};

/// How long a command waits for a connection or for SQLite's one writer.
const PATIENCE_OF_COMMANDS: Duration = Duration::from_secs(15);

/// For how long a pool is waited for, and for how long a statement.
#[derive(Clone, Copy, Debug)]
struct Patience {
    acquire: Duration,
    /// Unbounded for commands: a migration or an import may take what it takes.
    statement: Option<Duration>,
}

#[derive(Clone, Debug)]
pub struct Db {
    read: DatabaseConnection,
    write: DatabaseConnection,
}

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
            // The writer first: it creates the file and sets the journal mode that readers then find.
            let write = Database::connect(sqlite(url, 1, patience)).await?;
            let read = Database::connect(sqlite(url, connections.max(2) - 1, patience)).await?;
            Ok(Db { read, write })
        } else {
            let mut options = common(url, connections, patience);
            if let Some(statement) = patience.statement {
                // PostgreSQL itself ends what takes longer, so that a call that was answered leaves nothing running.
                options.statement_timeout(statement);
            }
            let pool = Database::connect(options).await?;
            Ok(Db { read: pool.clone(), write: pool })
        }
    }

    /// An empty SQLite database in memory, with one connection for all: for what needs a schema and no data.
    pub async fn in_memory() -> Result<Self> {
        let patience = Patience { acquire: PATIENCE_OF_COMMANDS, statement: None };
        let mut options = common("sqlite::memory:", 1, patience);
        // The database lives as long as its one connection.
        options.min_connections(1).idle_timeout(None).max_lifetime(None);
        let pool = Database::connect(options).await?;
        Ok(Db { read: pool.clone(), write: pool })
    }

    /// For reads outside a transaction.
    pub fn read(&self) -> &DatabaseConnection {
        &self.read
    }

    /// For a single statement that writes.
    pub fn write(&self) -> &DatabaseConnection {
        &self.write
    }

    /// Opens a transaction that may write. Dropped without a commit, it is rolled back.
    pub async fn begin(&self) -> Result<DatabaseTransaction, DbErr> {
        self.write
            .begin_with_options(TransactionOptions {
                // A deferred SQLite transaction that reads first may fail at its first write; an immediate one waits its turn.
                sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
                ..TransactionOptions::default()
            })
            .await
    }

    /// Opens a transaction that reads everything as it is at one moment, whatever others write meanwhile.
    pub async fn snapshot(&self) -> Result<DatabaseTransaction, DbErr> {
        // A SQLite transaction is one anyway, from its first read on.
        let isolation_level = (!self.is_sqlite()).then_some(IsolationLevel::RepeatableRead);
        self.read.begin_with_options(TransactionOptions { isolation_level, ..TransactionOptions::default() }).await
    }

    pub fn is_sqlite(&self) -> bool {
        self.write.get_database_backend() == DbBackend::Sqlite
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), DbErr> {
        self.read.ping().await
    }

    pub async fn close(self) -> Result<(), DbErr> {
        self.read.close().await?;
        self.write.close().await
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
    use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
    let mut options = common(url, connections, patience);
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
