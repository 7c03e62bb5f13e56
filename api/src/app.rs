//! The composition root: all shared services in one value.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tokio::sync::Semaphore;

use crate::config::Config;
use crate::error::{Error, Result};
use crate::http::state::{EdgeState, ShopSettings};
use crate::platform::clock::SystemClock;
use crate::platform::db::{Db, in_words, outdated};
use crate::platform::keys::load_or_create_key;
use crate::platform::limits::Limits;
use crate::platform::mailer::Mailer;
use crate::platform::metrics::Metrics;
use crate::platform::open_id::OpenId;
use crate::platform::pace::Pace;
use crate::platform::passwords::Passwords;
use crate::platform::pdf_pictures::PdfPictures;
use crate::platform::pdf_queue::PdfQueue;
use crate::platform::pictures::Pictures;
use crate::platform::redis::Redis;
use crate::platform::sessions::Sessions;
use crate::shop::cart::RecentCarts;
use crate::shop::catalog::CatalogHandle;
use crate::shop::order::Exchanges;
use crate::shop::payment::Processors;
use crate::shop::refund::InOrders;
use crate::shop::ticket::TicketSigner;
use crate::shop::waiting_room::Lines;
use midway_kernel::text::Messages;
use midway_kernel::time::Clock;

/// The maximum number of picture uploads that are read or processed at the same time. Each needs about 8 MB of memory
/// and as much space for temporary files.
const MAX_UPLOADS: usize = 16;

pub struct App {
    pub config: Arc<Config>,
    pub db: Db,
    /// The catalogue's current revision.
    pub catalog: Arc<CatalogHandle>,
    /// The carts that this process has just written.
    pub recent_carts: RecentCarts,
    pub sessions: Arc<Sessions>,
    pub limits: Arc<Limits>,
    pub metrics: Arc<Metrics>,
    /// How fast this process can take on new shoppers.
    pub pace: Arc<Pace>,
    /// Who waits in front of crowded sales.
    pub lines: Lines,
    pub passwords: Passwords,
    /// The operator's identity provider, if shoppers sign in there.
    pub open_id: Option<OpenId>,
    pub clock: Arc<dyn Clock>,
    /// The key for signing anti-forgery tokens, cookies and links, and for making address digests.
    pub secret: Vec<u8>,
    pub tickets: TicketSigner,
    pub processors: Processors,
    /// Takes exchanged tickets back.
    pub exchanges: &'static dyn Exchanges,
    pub mailer: Mailer,
    /// Renders and caches PDF tickets.
    pub pdf_queue: PdfQueue,
    /// The catalogue's pictures as PDF tickets show them.
    pub pdf_pictures: PdfPictures,
    /// The catalogue's pictures.
    pub pictures: Pictures,
    /// The pass photos. They are personal data and not public.
    pub pass_photos: Pictures,
    /// Permits for picture uploads. An upload holds a permit while its body is read and until it is answered.
    pub uploads: Arc<Semaphore>,
    /// True after this process was told to stop. It then reports that it is not ready and closes its connections.
    pub is_stopping: Arc<AtomicBool>,
}

impl App {
    /// Connects to the services that a command needs. Redis is not used, because it contains only sessions and rate
    /// limits, which commands do not need. The database must be migrated.
    pub async fn start(config: Config) -> Result<Arc<App>> {
        let config = Config { redis_url: None, ..config };
        let db = Db::connect(&config.database_url, config.database_connections).await?;
        let clock = Arc::new(SystemClock::new(config.clock_file.clone()));
        Self::on(config, db, clock).await
    }

    /// Like [`App::start`], but for a command about a shop that exists: it makes no database and no folder.
    ///
    /// # Errors
    /// When there is no shop's database, with how to name another one.
    pub async fn existing(config: Config) -> Result<Arc<App>> {
        if Db::existing(&config.database_url).await?.is_none() {
            return Err(Error::Internal(format!(
                "{} is not there, or no shop has used it. Set MIDWAY_DATA to your shop's data folder: `scripts/run` prints it as \
                 \"data and logs\"",
                in_words(&config.database_url)
            )));
        }
        Self::start(config).await
    }

    /// Like [`App::start`], but for a process that serves calls or runs background work: Redis is used if it is
    /// configured, and the configuration limits how long a call waits for the database.
    pub async fn serving(config: Config) -> Result<Arc<App>> {
        let db = Db::serving(&config.database_url, config.database_connections, config.database_timeout).await?;
        let clock = Arc::new(SystemClock::new(config.clock_file.clone()));
        Self::on(config, db, clock).await
    }

    /// Builds the services from a connected database and a clock that the caller supplies. Redis is used if it is
    /// configured.
    ///
    /// # Errors
    /// [`Error::Internal`] with instructions when the database is not migrated to this version; other errors when a
    /// service cannot be set up.
    pub async fn on(config: Config, db: Db, clock: Arc<dyn Clock>) -> Result<Arc<App>> {
        if !db.is_migrated().await? {
            return Err(outdated(&config.database_url));
        }
        let catalog = CatalogHandle::load(db.read()).await?;
        Self::with_catalog(config, db, clock, catalog)
    }

    /// Like [`App::start`], but with the empty catalogue: for an import that replaces a revision that cannot be read.
    pub fn without_catalog(config: Config, db: Db) -> Result<Arc<App>> {
        let clock = Arc::new(SystemClock::new(config.clock_file.clone()));
        Self::with_catalog(Config { redis_url: None, ..config }, db, clock, CatalogHandle::default())
    }

    fn with_catalog(config: Config, db: Db, clock: Arc<dyn Clock>, catalog: CatalogHandle) -> Result<Arc<App>> {
        let (sessions, limits, lines) = match &config.redis_url {
            None => (Sessions::Database(db.clone()), Limits::in_process(), Lines::in_process()),
            Some(url) => {
                let redis = Redis::at(url)?;
                (Sessions::Redis(redis.clone()), Limits::Redis(redis.clone()), Lines::Redis(redis))
            }
        };
        let secret = match &config.secret {
            Some(secret) => secret.clone(),
            None => load_or_create_key(&config.data, "secret")?.to_vec(),
        };
        let ticket_key = match config.ticket_key {
            Some(key) => key,
            None => load_or_create_key(&config.data, "tickets")?,
        };
        let processors = Processors::new(&config)?;
        let pictures = |name: &str| match &config.pictures {
            Some(bucket) => Pictures::in_bucket(bucket, name),
            None => Pictures::in_folder(&config.data.join(name)),
        };
        let (pictures, pass_photos) = (pictures("pictures")?, pictures("pass-photos")?);
        let mailer = match &config.smtp_url {
            Some(url) => Mailer::smtp(url, pictures.clone())?,
            None => Mailer::folder(config.data.join("mail"), pictures.clone()),
        };
        Ok(Arc::new(App {
            db,
            catalog: Arc::new(catalog),
            recent_carts: RecentCarts::default(),
            sessions: Arc::new(sessions),
            limits: Arc::new(limits),
            metrics: Arc::default(),
            pace: Arc::default(),
            lines,
            passwords: Passwords::new()?,
            open_id: config.open_id.clone().map(|provider| OpenId::new(provider, &config.public_url)).transpose()?,
            clock,
            secret,
            tickets: TicketSigner::new(ticket_key),
            processors,
            exchanges: &InOrders,
            mailer,
            pdf_queue: PdfQueue::default(),
            pdf_pictures: PdfPictures::of(pictures.clone()),
            pictures,
            pass_photos,
            uploads: Arc::new(Semaphore::new(MAX_UPLOADS)),
            is_stopping: Arc::new(AtomicBool::new(false)),
            config: Arc::new(config),
        }))
    }

    /// The state that the HTTP edge needs.
    pub fn edge(&self) -> Arc<EdgeState> {
        Arc::new(EdgeState {
            config: self.config.clone(),
            db: self.db.clone(),
            sessions: self.sessions.clone(),
            limits: self.limits.clone(),
            metrics: self.metrics.clone(),
            pace: self.pace.clone(),
            clock: self.clock.clone(),
            secret: self.secret.clone(),
            uploads: self.uploads.clone(),
            is_stopping: self.is_stopping.clone(),
            shop: self.catalog.clone(),
        })
    }
}

impl ShopSettings for CatalogHandle {
    fn messages(&self) -> Arc<dyn Messages> {
        self.current()
    }

    fn session_timeout_seconds(&self) -> u32 {
        self.current().settings().session_timeout
    }
}
