//! What can go wrong, in the shop's own words. Knows nothing of HTTP: `http/problem.rs` alone chooses status codes.

use sea_orm::sqlx::sqlite::SqliteError;
use sea_orm::{DbErr, RuntimeErr, sqlx};

use midway_kernel::text::Text;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A rule of the shop says no: the shopper reads why.
    #[error("refused: {0:?}")]
    Refused(Refusal),
    /// The request makes no sense, whoever sends it.
    #[error("malformed request: {0}")]
    Malformed(String),
    #[error("this is for signed-in visitors")]
    SignIn,
    /// What the visitor was at is over: the session ended, or waited too long.
    #[error("the session has ended")]
    SessionEnded,
    /// The anti-forgery check failed.
    #[error("the anti-forgery token is missing or wrong")]
    Forbidden,
    /// Not there, or not this visitor's: the same answer.
    #[error("not found")]
    NotFound,
    /// A race was lost, or a payment is in progress: try again.
    #[error("conflict: {0:?}")]
    Conflict(Text),
    /// Too many attempts at something that can be guessed.
    #[error("too many attempts; again in {retry_after_seconds} s")]
    TooMany { retry_after_seconds: u64 },
    /// A service that we need does not answer.
    #[error("{service} does not answer: {cause}")]
    Unavailable { service: &'static str, cause: String },
    /// A call about a payment failed after its processor may have been asked: the payment is settled by asking, and the shopper reads so.
    #[error("{cause}")]
    InQuestion { text: Text, cause: String },
    /// A fault of ours. The text is for the log.
    #[error("{0}")]
    Internal(String),
}

/// A shopper-facing no: a text with its values and, where fields are wrong, what is wrong with each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub text: Text,
    pub values: Vec<(&'static str, String)>,
    pub fields: Vec<FieldFault>,
}

/// One field of a form and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldFault {
    /// The wire's name of the field, with its path: `billingAddress.zipCode`.
    pub field: String,
    pub text: Text,
    pub values: Vec<(&'static str, String)>,
}

impl Refusal {
    pub fn new(text: Text) -> Self {
        Refusal { text, values: Vec::new(), fields: Vec::new() }
    }

    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.values.push((name, value.to_string()));
        self
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Error::Refused(refusal)
    }
}

impl Error {
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        Error::Internal(cause.to_string())
    }
}

/// A race was lost; nothing is wrong that another try would not mend.
pub const AGAIN: Text = Text { id: "error.again", words: "Something changed while we were working. Please try again." };

/// The database's own verdict on a statement, where there is one.
fn cause_of(error: &DbErr) -> Option<&sqlx::Error> {
    match error {
        DbErr::Exec(RuntimeErr::SqlxError(cause)) | DbErr::Query(RuntimeErr::SqlxError(cause)) => Some(cause),
        _ => None,
    }
}

/// PostgreSQL ends one of two transactions that wait for each other, and one of two that cannot both be. Keys are taken in
/// order so that it never should; who meets it all the same may try again.
fn is_deadlock(error: &DbErr) -> bool {
    let code = cause_of(error).and_then(|cause| cause.as_database_error()?.code());
    matches!(code.as_deref(), Some("40P01" | "40001"))
}

/// PostgreSQL's failures that pass without a change of ours: a statement that was canceled, a lock that could not be had, a server that is
/// being stopped or started, a disk, a memory or a list of connections that is full, and a server that only reads (a standby, or one whose
/// operator keeps it from writing).
const PASSING_IN_POSTGRES: &[&str] =
    &["57014", "55P03", "57P01", "57P02", "57P03", "57P05", "53000", "53100", "53200", "53300", "25006"];

/// SQLite's, by their primary result codes: busy, locked, read-only, input or output failed, the disk is full, the file cannot be opened.
const PASSING_IN_SQLITE: &[i32] = &[5, 6, 8, 10, 13, 14];

/// The database took longer than a call waits, cannot write at the moment, is being stopped, or is gone.
fn is_away(error: &DbErr) -> bool {
    match cause_of(error) {
        Some(sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut) => true,
        Some(sqlx::Error::Database(verdict)) => {
            let Some(code) = verdict.code() else { return false };
            match verdict.try_downcast_ref::<SqliteError>() {
                // The low byte of an extended result code is its primary one.
                Some(_) => code.parse::<i32>().is_ok_and(|code| PASSING_IN_SQLITE.contains(&(code & 0xff))),
                None => PASSING_IN_POSTGRES.contains(&code.as_ref()),
            }
        }
        _ => false,
    }
}

impl From<DbErr> for Error {
    fn from(error: DbErr) -> Self {
        match error {
            DbErr::ConnectionAcquire(cause) => Error::Unavailable { service: "the database", cause: cause.to_string() },
            DbErr::Conn(cause) => Error::Unavailable { service: "the database", cause: cause.to_string() },
            other if is_deadlock(&other) => Error::Conflict(AGAIN),
            other if is_away(&other) => Error::Unavailable { service: "the database", cause: other.to_string() },
            other => Error::Internal(format!("database: {other}")),
        }
    }
}
