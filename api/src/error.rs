//! The errors that the shop's code returns. They are independent of HTTP: only `http/problem.rs` chooses their status
//! codes.

use sea_orm::sqlx::sqlite::SqliteError;
use sea_orm::{DbErr, RuntimeErr, sqlx};

use midway_kernel::id::{PerformanceId, ShowId};
use midway_kernel::text::Text;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// One of the shop's rules refuses the request. The shopper reads the reason.
    #[error("refused: {0:?}")]
    Refused(Refusal),
    /// The request is invalid, regardless of who sends it.
    #[error("malformed request: {0}")]
    Malformed(String),
    #[error("this is for signed-in visitors")]
    SignIn,
    /// The reservation that the visitor began is not in the session or has expired. The visitor reads that the session
    /// has ended.
    #[error("the session has ended")]
    ReservationEnded,
    /// The anti-forgery check failed.
    #[error("the anti-forgery token is missing or wrong")]
    Forbidden,
    /// The item does not exist, or it belongs to another visitor. The answer is the same in both cases.
    #[error("not found")]
    NotFound,
    /// A concurrent change came first, or a payment is in progress. A retry may succeed.
    #[error("conflict: {0:?}")]
    Conflict(Text),
    /// Too many attempts within the time of a rate limit.
    #[error("too many attempts; again in {retry_after_seconds} s")]
    TooMany { retry_after_seconds: u64 },
    /// A required service does not answer or is busy.
    #[error("{service} does not answer: {cause}")]
    Unavailable { service: &'static str, cause: String },
    /// A payment call failed after its processor may have been called. The payment is settled later by a query to the
    /// processor, and the text informs the shopper of this.
    #[error("{cause}")]
    PaymentUnknown { text: Text, cause: String },
    /// A programming error or a broken setup. The text is for the operator: it is logged or printed by a command.
    #[error("{0}")]
    Internal(String),
}

/// A refusal for the shopper: a text with its values and, if fields are wrong, the fault of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub text: Text,
    pub values: Vec<(&'static str, String)>,
    pub fields: Vec<FieldFault>,
    /// If a time is full: the times that the shopper can choose instead.
    pub other_times: OtherTimes,
}

/// The times that have room for a party whose time is full.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OtherTimes {
    /// The number of people for whom there is room.
    pub people: u32,
    pub times: Vec<OtherTime>,
}

/// A time that the shopper can choose instead of a full one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherTime {
    pub selection_index: u32,
    pub performance_id: PerformanceId,
    pub show_id: ShowId,
    /// RFC 3339 with the site's offset.
    pub starts_at: String,
    /// In words: the time, with the day if it is a different one.
    pub name: String,
}

/// The fault of one field of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldFault {
    /// The field's wire name with its path: `billingAddress.zipCode`.
    pub field: String,
    pub text: Text,
    pub values: Vec<(&'static str, String)>,
}

impl Refusal {
    pub fn new(text: Text) -> Self {
        Refusal { text, values: Vec::new(), fields: Vec::new(), other_times: OtherTimes::default() }
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

/// The text of an error with its causes, because the text of the outermost error alone says little.
pub fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// The message when a concurrent change came first. A retry usually succeeds.
pub const AGAIN: Text =
    Text { id: "error.again", default: "Something changed while we were processing your request. Please try again." };

/// The database driver's error behind a failed statement.
fn cause_of(error: &DbErr) -> Option<&sqlx::Error> {
    match error {
        DbErr::Exec(RuntimeErr::SqlxError(cause)) | DbErr::Query(RuntimeErr::SqlxError(cause)) => Some(cause),
        _ => None,
    }
}

/// Whether PostgreSQL ended the transaction because of a deadlock (40P01) or a serialisation conflict (40001). Locks
/// are taken in a fixed order to avoid this; if it happens nevertheless, the shopper may try again.
fn is_deadlock(error: &DbErr) -> bool {
    let code = cause_of(error).and_then(|cause| cause.as_database_error()?.code());
    matches!(code.as_deref(), Some("40P01" | "40001"))
}

/// SQLSTATE codes of temporary PostgreSQL failures: a cancelled statement, an unavailable lock, a server that stops or
/// starts, a connection that the server closed because it was idle, too little disk space or memory, too many
/// connections, and a server that is read-only (a standby, or a server that its operator has made read-only).
const TEMPORARY_IN_POSTGRES: &[&str] =
    &["57014", "55P03", "57P01", "57P02", "57P03", "57P05", "53000", "53100", "53200", "53300", "25006"];

/// Primary result codes of temporary SQLite failures: busy, locked, read-only, I/O error, disk full, cannot open.
const TEMPORARY_IN_SQLITE: &[i32] = &[5, 6, 8, 10, 13, 14];

/// Whether the database is temporarily unavailable: it is too slow, cannot write, is stopping or does not answer.
fn is_unavailable(error: &DbErr) -> bool {
    match cause_of(error) {
        Some(sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut) => true,
        Some(sqlx::Error::Database(verdict)) => {
            let Some(code) = verdict.code() else { return false };
            match verdict.try_downcast_ref::<SqliteError>() {
                // The low byte of an extended result code is the primary code.
                Some(_) => code.parse::<i32>().is_ok_and(|code| TEMPORARY_IN_SQLITE.contains(&(code & 0xff))),
                None => TEMPORARY_IN_POSTGRES.contains(&code.as_ref()),
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
            other if is_unavailable(&other) => Error::Unavailable { service: "the database", cause: other.to_string() },
            other => Error::Internal(format!("database: {other}")),
        }
    }
}
