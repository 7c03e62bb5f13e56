//! What the HTTP edge shares between calls. It knows the shop through [`ShopSettings`] only.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tokio::sync::Semaphore;

use crate::config::Config;
use crate::platform::db::Db;
use crate::platform::limits::Limits;
use crate::platform::sessions::Sessions;
use midway_kernel::text::Messages;
use midway_kernel::time::Clock;

/// What the edge asks of the shop that it serves.
pub trait ShopSettings: Send + Sync {
    /// The texts of answers as the operator has set them now.
    fn messages(&self) -> Arc<dyn Messages>;

    /// Seconds without a call after which a session ends.
    fn session_timeout_seconds(&self) -> u32;
}

/// The services that calls pass on their way to the shop.
pub struct EdgeState {
    pub config: Arc<Config>,
    pub db: Db,
    pub sessions: Arc<Sessions>,
    pub limits: Arc<Limits>,
    pub clock: Arc<dyn Clock>,
    /// Signs anti-forgery tokens and cookies.
    pub secret: Vec<u8>,
    /// Permits for large bodies. A call holds one from before its body is read until it is answered.
    pub uploads: Arc<Semaphore>,
    /// Whether this process was told to stop: it takes no new call and keeps no connection.
    pub is_stopping: Arc<AtomicBool>,
    pub shop: Arc<dyn ShopSettings>,
}
