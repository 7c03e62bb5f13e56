//! State that the HTTP edge shares between calls. The edge knows the shop only through [`ShopSettings`].

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tokio::sync::Semaphore;

use crate::config::Config;
use crate::platform::db::Db;
use crate::platform::limits::Limits;
use crate::platform::metrics::Metrics;
use crate::platform::pace::Pace;
use crate::platform::sessions::Sessions;
use midway_kernel::text::Messages;
use midway_kernel::time::Clock;

/// What the edge needs to know about the shop.
pub trait ShopSettings: Send + Sync {
    /// The current texts of answers, with the operator's replacements.
    fn messages(&self) -> Arc<dyn Messages>;

    /// The session timeout: seconds without a call after which the app ends a session. The server keeps the session two
    /// minutes longer (`visitor.rs`).
    fn session_timeout_seconds(&self) -> u32;
}

/// The services that the edge uses.
pub struct EdgeState {
    pub config: Arc<Config>,
    pub db: Db,
    pub sessions: Arc<Sessions>,
    pub limits: Arc<Limits>,
    pub metrics: Arc<Metrics>,
    pub pace: Arc<Pace>,
    pub clock: Arc<dyn Clock>,
    /// The key that signs anti-forgery tokens, cookies and visitors' addresses.
    pub secret: Vec<u8>,
    /// Permits for picture uploads. An upload holds a permit while its body is read and until it is answered.
    pub uploads: Arc<Semaphore>,
    /// True after this process was told to stop. Every answer then closes its connection.
    pub is_stopping: Arc<AtomicBool>,
    pub shop: Arc<dyn ShopSettings>,
}
