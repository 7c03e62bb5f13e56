//! A real server on a free port, with a separate database, folder and sandbox processor.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::Duration;
use midway::app::App;
use midway::config::Config;
use midway::ops;
use midway::platform::db::Db;
use midway_sandbox::wire::{LedgerAnswer, PaymentAnswer};
use midway_sandbox::{Sandbox, SandboxConfig, shared_files};
use serde_json::json;
use tempfile::TempDir;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

use super::catalogue::Catalogue;
use super::catalogue::table::{Table, picture};
use super::clock::TestClock;
use super::database::{self, TestDatabase};
use super::emails::{ReadEmail, read_folder};
use super::shopper::{Shopper, unique_email};
use super::wait::until;

/// The variable for a shop without a background worker. The test itself starts the work.
pub const WORKER_OFF: (&str, &str) = ("MIDWAY_WORKER", "off");

/// The shop's origin, as shoppers see it.
pub const PUBLIC_URL: &str = "http://localhost:3000";

pub struct Shop {
    pub clock: TestClock,
    pub app: Arc<App>,
    pub address: SocketAddr,
    folder: TempDir,
    database: TestDatabase,
    settings: Vec<(&'static str, String)>,
    server: Option<Replica>,
    sandbox: Option<TestSandbox>,
    /// The processor's port, which it keeps after a restart.
    sandbox_port: u16,
}

/// One server of a shop.
pub struct Replica {
    pub app: Arc<App>,
    pub address: SocketAddr,
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Replica {
    pub fn shopper(&self) -> Shopper {
        Shopper::at(self.address, PUBLIC_URL)
    }

    /// Asks the server to stop, without waiting until it has ended.
    pub fn request_stop(&self) {
        self.stop.send_replace(true);
    }

    pub async fn stop(self) {
        self.request_stop();
        self.task.await.unwrap();
        self.app.db.clone().close().await.unwrap();
    }
}

impl Shop {
    /// Opens the park of [`Catalogue::park`].
    pub async fn open() -> Shop {
        Shop::open_with(&[]).await
    }

    /// Like [`Shop::open`], with these environment variables.
    pub async fn open_with(settings: &[(&'static str, &str)]) -> Shop {
        Shop::selling_with(&Catalogue::park(), settings).await
    }

    /// Opens a shop with the demo's catalogue.
    pub async fn open_demo() -> Shop {
        Shop::open_demo_with(&[]).await
    }

    /// Like [`Shop::open_demo`], with these environment variables.
    pub async fn open_demo_with(settings: &[(&'static str, &str)]) -> Shop {
        let shop = Shop::open_with(settings).await;
        shop.import_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalog")).await;
        shop
    }

    /// Opens a shop with a catalogue.
    pub async fn selling(catalogue: &Catalogue) -> Shop {
        Shop::selling_with(catalogue, &[]).await
    }

    /// Like [`Shop::selling`], with these environment variables.
    pub async fn selling_with(catalogue: &Catalogue, settings: &[(&'static str, &str)]) -> Shop {
        let folder = tempfile::tempdir().unwrap();
        let database = TestDatabase::make(folder.path()).await;
        let clock = TestClock::new();
        let sandbox = TestSandbox::start(folder.path(), &clock, 0).await;
        let sandbox_port = sandbox.port;
        let settings: Vec<_> = settings.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        let server = serve(folder.path(), &database.url, &settings, &clock).await;
        let (app, address) = (server.app.clone(), server.address);
        let server = Some(server);
        let shop =
            Shop { clock, app, address, folder, database, settings, server, sandbox: Some(sandbox), sandbox_port };
        shop.import(catalogue).await;
        shop
    }

    pub fn shopper(&self) -> Shopper {
        Shopper::at(self.address, self.app.config.public_url.as_str().trim_end_matches('/'))
    }

    /// A guest in a new browser that has opened the shop.
    pub async fn new_guest(&self) -> Shopper {
        let guest = self.shopper();
        guest.open_shop().await;
        guest
    }

    /// A shopper in a new browser who has registered and signed in, and the e-mail address of the account.
    pub async fn new_account(&self) -> (Shopper, String) {
        let (shopper, email) = (self.shopper(), unique_email());
        shopper.register_and_sign_in(&email).await;
        (shopper, email)
    }

    pub fn data(&self) -> &Path {
        self.folder.path()
    }

    pub fn database_url(&self) -> &str {
        &self.database.url
    }

    /// Writes a catalogue's file and imports it.
    pub async fn import(&self, catalogue: &Catalogue) {
        import(&self.app, self.data(), catalogue).await;
    }

    /// Imports a folder.
    pub async fn import_folder(&self, files: &Path) {
        import_folder(&self.app, files).await;
    }

    /// Like [`Shop::import`], but also withdraws what is sold or held.
    pub async fn import_withdrawing(&self, catalogue: &Catalogue) {
        let files = self.data().join("catalog");
        catalogue.write(&files);
        ops::import::import_and_withdraw(&self.app, &files).await.unwrap().unwrap();
    }

    /// A second server on the same database and folder.
    pub async fn replica(&self) -> Replica {
        serve(self.data(), &self.database.url, &self.settings, &self.clock).await
    }

    /// Like [`Shop::replica`], with these environment variables in addition to the shop's.
    pub async fn replica_with(&self, settings: &[(&'static str, &str)]) -> Replica {
        let others = settings.iter().map(|(name, value)| (*name, (*value).to_owned()));
        let settings: Vec<_> = self.settings.iter().cloned().chain(others).collect();
        serve(self.data(), &self.database.url, &settings, &self.clock).await
    }

    /// The card processor's address.
    pub fn processor(&self) -> String {
        std::fs::read_to_string(shared_files::address_file(self.data())).expect("the sandbox listens")
    }

    /// Stops the server and starts it again on a different port.
    pub async fn restart(&mut self) {
        self.stop_server().await;
        self.start_server().await;
    }

    /// Like [`Shop::restart`], with these environment variables instead of those with which the shop was opened.
    pub async fn restart_with(&mut self, settings: &[(&'static str, &str)]) {
        self.settings = settings.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        self.restart().await;
    }

    pub async fn stop_server(&mut self) {
        if let Some(server) = self.server.take() {
            server.stop().await;
        }
    }

    pub async fn start_server(&mut self) {
        let server = serve(self.data(), &self.database.url, &self.settings, &self.clock).await;
        (self.app, self.address) = (server.app.clone(), server.address);
        self.server = Some(server);
    }

    pub fn server(&self) -> &Replica {
        self.server.as_ref().expect("the server runs")
    }

    pub fn advance(&self, minutes: i64) {
        self.advance_by(Duration::minutes(minutes));
    }

    pub fn advance_by(&self, time: Duration) {
        self.clock.advance(time);
    }

    /// Stops the card processor. Its address file disappears.
    pub async fn stop_processor(&mut self) {
        if let Some(sandbox) = self.sandbox.take() {
            sandbox.stop().await;
        }
    }

    pub async fn start_processor(&mut self) {
        self.sandbox = Some(TestSandbox::start(self.data(), &self.clock, self.sandbox_port).await);
    }

    /// Starts the card processor again, which from now on sends notices to this shop.
    pub async fn restart_processor_with_notices(&mut self) {
        self.stop_processor().await;
        let to = Some(format!("http://{}", self.address));
        self.sandbox = Some(TestSandbox::start_telling(self.data(), &self.clock, self.sandbox_port, to).await);
    }

    /// The card processor's own record of all payments.
    pub async fn ledger(&self) -> Vec<PaymentAnswer> {
        ledger(self.data()).await
    }

    /// Refunds a captured payment at the card processor, as its operator does.
    pub async fn refund_at_processor(&self, payment: &str) {
        let url = format!("{}/v1/payments/{payment}/refund", self.processor());
        let key = shared_files::api_key(self.data()).unwrap();
        let answer = super::shopper::http().post(url).bearer_auth(key).send().await.unwrap();
        assert!(answer.status().is_success(), "{answer:?}");
    }

    /// The number of captures that were not refunded.
    pub async fn count_charges(&self) -> u32 {
        self.ledger().await.iter().filter(|payment| payment.kept_cents() > 0).map(|payment| payment.charges).sum()
    }

    /// The e-mails that were sent so far, without those to the owners of new accounts.
    pub fn emails(&self) -> Vec<ReadEmail> {
        read_folder(self.data()).into_iter().filter(|mail| !mail.is_welcome()).collect()
    }

    /// The e-mails to the owners of new accounts that were sent so far.
    pub fn welcome_emails(&self) -> Vec<ReadEmail> {
        read_folder(self.data()).into_iter().filter(ReadEmail::is_welcome).collect()
    }

    /// Waits until [`Self::emails`] returns `count` e-mails and no job is left, except those that were queued for a later time.
    pub async fn wait_for_emails(&self, count: usize) -> Vec<ReadEmail> {
        until("the e-mails are sent", || async {
            let left = "SELECT COUNT(*) FROM job WHERE due_at IS NOT NULL AND NOT (tries = 0 AND due_at > created_at)";
            let waiting = self.count(left).await;
            let mails = self.emails();
            (waiting == 0 && mails.len() == count).then_some(mails)
        })
        .await
    }

    /// Verifies a shopper's address with the link in the verification e-mail.
    pub async fn verify_address(&self, shopper: &Shopper, email: &str) {
        let before = self.emails().len();
        shopper.post("/api/account/send-verification", json!({})).await.expect_success();
        let mail = self.wait_for_emails(before + 1).await.into_iter().find(|it| it.to == email).unwrap();
        shopper.post("/api/account/verify-email", json!({ "token": mail.token() })).await.expect_success();
    }

    /// The number that a query returns.
    pub async fn count(&self, sql: &str) -> i64 {
        database::number(self.app.db.read(), sql).await
    }

    /// Stops everything. Fails if the doctor finds anything.
    pub async fn stop(mut self) {
        if self.server.is_none() {
            self.start_server().await;
        }
        if self.sandbox.is_none() {
            self.start_processor().await;
        }
        let findings = ops::doctor::doctor(&self.app).await.unwrap();
        assert!(findings.is_empty(), "the doctor found: {findings:#?}");
        self.stop_server().await;
        self.stop_processor().await;
        self.database.remove().await;
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        assert!(
            std::thread::panicking() || self.server.is_none(),
            "the shop was not stopped, so the doctor did not check it"
        );
    }
}

/// The variables of a server: all files below one folder, and a free port.
pub fn variables(folder: &Path, database_url: &str) -> Vec<(&'static str, String)> {
    let mut variables = vec![
        ("MIDWAY_DATA", folder.display().to_string()),
        ("DATABASE_URL", database_url.to_owned()),
        ("DATABASE_CONNECTIONS", "8".to_owned()),
        ("PORT", "0".to_owned()),
        ("PUBLIC_URL", PUBLIC_URL.to_owned()),
        ("TRUSTED_PROXIES", "127.0.0.1".to_owned()),
    ];
    variables.extend(database::redis_url().map(|url| ("REDIS_URL", url)));
    variables
}

async fn serve(folder: &Path, database_url: &str, settings: &[(&'static str, String)], clock: &TestClock) -> Replica {
    let variables = variables(folder, database_url).into_iter().chain(settings.iter().cloned());
    let config = Config::from_variables(&variables.map(|(name, value)| (name.to_owned(), value)).collect()).unwrap();
    let connections = config.database_connections;
    let db = Db::serving(&config.database_url, connections, config.database_timeout).await.unwrap();
    let app = App::on(config, db, clock.shared()).await.unwrap();
    let (stop, stopped) = watch::channel(false);
    let (tell, listening) = oneshot::channel();
    let serving = app.clone();
    let task = tokio::spawn(async move {
        ops::serve::serve(serving, stopped, |address| tell.send(address).unwrap()).await.unwrap();
    });
    Replica { app, address: listening.await.unwrap(), stop, task }
}

/// Imports a catalogue into the database of `app`.
pub async fn import(app: &App, folder: &Path, catalogue: &Catalogue) {
    let files: PathBuf = folder.join("catalog");
    catalogue.write(&files);
    import_folder(app, &files).await;
}

async fn import_folder(app: &App, files: &Path) {
    if let Err(wrong) = ops::import::import(app, files).await.unwrap() {
        panic!("the catalogue is wrong: {wrong:?}");
    }
}

/// A sandbox processor that outlives its shop's servers.
pub struct TestSandbox {
    port: u16,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl TestSandbox {
    pub async fn start(data: &Path, clock: &TestClock, port: u16) -> Self {
        Self::start_telling(data, clock, port, None).await
    }

    async fn start_telling(data: &Path, clock: &TestClock, port: u16, notices_to: Option<String>) -> Self {
        let listen = SocketAddr::from(([127, 0, 0, 1], port));
        let config = SandboxConfig { listen, data: data.to_owned(), public_url: None, api_key: None, notices_to };
        let sandbox = Sandbox::open(config, clock.shared()).await.unwrap();
        let port = sandbox.address().rsplit(':').next().and_then(|port| port.parse().ok()).unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            sandbox
                .run(async move {
                    let _told_or_gone = stopped.await;
                })
                .await
                .unwrap();
        });
        TestSandbox { port, stop, task }
    }

    pub async fn stop(self) {
        let _gone_already = self.stop.send(());
        self.task.await.unwrap();
    }
}

/// All payments of the sandbox whose address is stored in the folder `data`.
pub async fn ledger(data: &Path) -> Vec<PaymentAnswer> {
    let address = std::fs::read_to_string(shared_files::address_file(data)).expect("the sandbox listens");
    let answer = super::shopper::http()
        .get(format!("{address}/v1/ledger"))
        .bearer_auth(shared_files::api_key(data).unwrap())
        .send()
        .await
        .unwrap();
    answer.json::<LedgerAnswer>().await.unwrap().payments
}

/// A shop of the park with a logo, whose tour has a picture.
pub async fn shop_with_pictures() -> Shop {
    let shop = Shop::open().await;
    let pictures = shop.data().join("catalog/pictures");
    std::fs::create_dir_all(&pictures).unwrap();
    let green = |width, height| image::RgbImage::from_pixel(width, height, image::Rgb([20, 120, 60]));
    green(960, 320).save(pictures.join("logo.png")).unwrap();
    green(1600, 900).save(pictures.join("tour.png")).unwrap();
    let with_picture = |tour: Table| tour.with(picture("tour.png", "Guests in the garden"));
    shop.import(&Catalogue::park().setting("site_logo", "logo.png").edit_product("tour", with_picture)).await;
    shop
}
