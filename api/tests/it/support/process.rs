//! The built binary as separate processes, which tests can kill and whose logs they can read.

#![cfg_attr(not(feature = "test-hooks"), expect(dead_code, reason = "the kill tests alone need all of it"))]

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};

use chrono::Duration;
use midway::platform::clock::SystemClock;
use midway::platform::db::Db;
use midway_kernel::time::{Clock, Instant, day_at};
use midway_sandbox::shared_files;
use tokio::process::{Child, Command};

use super::catalogue::Catalogue;
use super::clock::friday_morning;
use super::database::{self, TestDatabase};
use super::shop;
use super::shopper::Shopper;
use super::wait::{until, until_ok};
use tempfile::TempDir;

/// A shop of processes: `midway serve` and `midway sandbox` with one folder and one database. Its clock starts on the
/// Friday morning of [`super::clock`] and then advances with the real time.
pub struct ProcessShop {
    pub folder: TempDir,
    pub database: TestDatabase,
    /// The log level (`MIDWAY_LOG`).
    logging: &'static str,
    sandbox: Option<Child>,
    /// The processor's port; `0` before its first start.
    sandbox_port: String,
    api: Option<Child>,
    starts: u32,
    /// Offset of the clocks of all processes.
    shift: Duration,
}

impl ProcessShop {
    /// Opens the park with processes that log everything. The API stops at the given fault, if any.
    pub async fn open(fault: Option<&str>) -> Self {
        let mut shop = Self::selling(&Catalogue::park(), "debug,sqlx=debug,hyper=debug,reqwest=trace").await;
        shop.start(fault).await;
        shop
    }

    /// Opens a shop with a catalogue, without starting the API.
    pub async fn selling(catalogue: &Catalogue, logging: &'static str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = TestDatabase::make(folder.path()).await;
        let shift = Duration::zero();
        let mut shop = ProcessShop {
            folder,
            database,
            logging,
            sandbox: None,
            sandbox_port: "0".to_owned(),
            api: None,
            starts: 0,
            shift,
        };
        shop.advance(friday_morning() - shop.now());
        assert!(shop.import(catalogue, &[]).await, "the import failed");
        shop.start_processor().await;
        shop
    }

    /// Writes a catalogue's file and imports it. True if it was accepted.
    pub async fn import(&self, catalogue: &Catalogue, options: &[&str]) -> bool {
        let files = self.folder.path().join("catalog");
        catalogue.write(&files);
        midway(&self.variables()).arg("import").args(options).arg(files).output().await.unwrap().status.success()
    }

    /// Kills the card processor. Its ledger stays on disk.
    pub async fn stop_processor(&mut self) {
        kill(self.sandbox.take().expect("the sandbox runs")).await;
        std::fs::remove_file(shared_files::address_file(self.folder.path())).unwrap();
    }

    /// Starts the card processor, always at the same address: its open forms have it.
    pub async fn start_processor(&mut self) {
        let folder = self.folder.path();
        self.sandbox = Some(sandbox_at(&self.variables(), folder, &self.sandbox_port).await);
        let address = std::fs::read_to_string(shared_files::address_file(folder)).unwrap();
        address.rsplit(':').next().unwrap().clone_into(&mut self.sandbox_port);
    }

    /// The variables of all processes.
    pub fn variables(&self) -> Vec<(&'static str, String)> {
        let mut variables = shop::variables(self.folder.path(), &self.database.url);
        variables.push(("MIDWAY_CLOCK", self.clock_file().display().to_string()));
        variables.push(("MIDWAY_LOG", self.logging.to_owned()));
        variables.push(("MIDWAY_LOG_FORMAT", "json".to_owned()));
        variables
    }

    pub fn has_processor(&self) -> bool {
        self.sandbox.is_some()
    }

    /// Whether the API was started and not stopped since.
    pub fn is_running(&self) -> bool {
        self.api.is_some()
    }

    /// Starts the API. The API stops at the given fault, if any.
    pub async fn start(&mut self, fault: Option<&str>) {
        let mut variables = self.variables();
        variables.extend(fault.map(|fault| ("MIDWAY_FAULT", fault.to_owned())));
        self.start_with(&variables, &[]).await;
    }

    /// Starts the API with options of `midway serve`.
    pub async fn start_with(&mut self, variables: &[(&'static str, String)], options: &[&str]) {
        self.starts += 1;
        self.api = Some(logged(midway(variables).arg("serve").args(options), &self.log()));
        self.address().await;
    }

    pub fn shopper(&self, address: SocketAddr) -> Shopper {
        Shopper::at(address, shop::PUBLIC_URL)
    }

    /// The API's address, read from its log.
    pub async fn address(&self) -> SocketAddr {
        let log = self.log();
        until("the API listens", || async {
            let text = std::fs::read_to_string(&log).unwrap_or_default();
            let line = text.lines().find(|line| line.contains("the API answers"))?.to_owned();
            let said: serde_json::Value = serde_json::from_str(&line).ok()?;
            said["fields"]["address"].as_str()?.parse().ok()
        })
        .await
    }

    fn log(&self) -> PathBuf {
        api_log(self.folder.path(), self.starts)
    }

    /// See [`logs_in`].
    pub fn logs(&self) -> String {
        logs_in(self.folder.path())
    }

    /// The API's peak memory so far in bytes, as the system counts it.
    pub fn peak_memory(&self) -> u64 {
        let id = self.api.as_ref().and_then(Child::id).expect("the API runs");
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
        peak.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
    }

    /// Waits until the API stops at its fault.
    pub async fn wait_for_crash(&mut self) -> ExitStatus {
        let mut api = self.api.take().expect("the API runs");
        let status = until("the API stops", || {
            let status = api.try_wait().unwrap();
            async move { status }
        })
        .await;
        assert!(!status.success(), "it stopped without the fault");
        status
    }

    /// Kills the API without a clean shutdown.
    pub async fn kill(&mut self) {
        kill(self.api.take().expect("the API runs")).await;
    }

    /// Stops the API and waits until it has ended.
    pub async fn end(&mut self) {
        let mut api = self.api.take().expect("the API runs");
        terminate(&api).await;
        assert!(api.wait().await.unwrap().success(), "the API did not stop cleanly");
    }

    /// The current time of all processes.
    pub fn now(&self) -> Instant {
        SystemClock::new(Some(self.clock_file())).now()
    }

    fn clock_file(&self) -> PathBuf {
        self.folder.path().join("clock")
    }

    /// Moves the clocks of all processes forward.
    pub fn advance(&mut self, time: Duration) {
        self.shift += time;
        let draft = self.folder.path().join("clock.draft");
        std::fs::write(&draft, self.shift.num_seconds().to_string()).unwrap();
        std::fs::rename(draft, self.clock_file()).unwrap();
    }

    /// Whether the doctor finds nothing, and its output.
    pub async fn doctor(&self) -> (bool, String) {
        let output = midway(&self.variables()).arg("doctor").output().await.unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Reconciles all days from the Friday of the clock until today: whether they agree, and what was said.
    pub async fn reconcile(&self, options: &[&str]) -> (bool, String) {
        let today = day_at(self.now(), chrono_tz::America::New_York).to_string();
        let days = ["reconcile", "--from", "2026-11-20", "--to", &today];
        let said = self.run(&[&days, options].concat()).await;
        (said.code == 0, format!("{}{}", said.out, said.err))
    }

    /// Lets time pass until all payments, refunds and e-mails have a final state.
    pub async fn settle(&mut self, db: &Db) {
        loop {
            let before = unsettled(db).await;
            if before.is_empty() {
                return;
            }
            // Failed jobs get new attempts, and a killed worker keeps its jobs until their lease ends.
            self.advance(Duration::minutes(31));
            let continues = || async {
                let now = unsettled(db).await;
                if now == before { Err(format!("unsettled: {now:?}")) } else { Ok(()) }
            };
            until_ok("payments, refunds and e-mails continue", continues).await;
        }
    }

    /// Runs a command as the operator does.
    pub async fn run(&self, arguments: &[&str]) -> CommandOutput {
        run_to_end(&self.variables(), arguments).await
    }

    /// Stops all processes. Fails if the doctor finds anything.
    pub async fn stop(mut self) {
        let (is_well, findings) = self.doctor().await;
        assert!(is_well, "the doctor found: {findings}");
        if self.api.is_some() {
            self.end().await;
        }
        if let Some(mut sandbox) = self.sandbox.take() {
            terminate(&sandbox).await;
            sandbox.wait().await.unwrap();
        }
        self.database.remove().await;
    }
}

/// The payments and refunds without a final state, each with its state, and the unsent e-mails. Disputes are not part of
/// it: a bank decides them, and if its notice is lost, the reconciliation of the next night or `refund --look` finds it.
async fn unsettled(db: &Db) -> Vec<Vec<(String, String)>> {
    const MONEY: &str = "SELECT id, state FROM payment_attempt \
        WHERE state IN ('opened', 'authorised', 'capturing', 'captured', 'unknown') \
        UNION ALL SELECT id, state FROM refund_payment WHERE state IN ('requested', 'sent', 'unknown', 'pending') \
        AND refund_id NOT IN (SELECT id FROM refund WHERE kind = 'dispute')";
    // A reminder waits for the day before its visit.
    const JOBS: &str = "SELECT id, kind FROM job WHERE due_at IS NOT NULL AND NOT (tries = 0 AND due_at > created_at)";
    let mut all = database::rows(db.read(), MONEY).await;
    all.extend(database::rows(db.read(), JOBS).await);
    all
}

impl Drop for ProcessShop {
    /// Prints the end of the log if the test has failed. The folder is deleted afterwards.
    fn drop(&mut self) {
        if std::thread::panicking() {
            let log = std::fs::read_to_string(self.log()).unwrap_or_default();
            let lines: Vec<&str> = log.lines().collect();
            eprintln!("{}", lines[lines.len().saturating_sub(40)..].join("\n"));
        }
    }
}

/// The log of the API's start with this number.
fn api_log(folder: &Path, start: u32) -> PathBuf {
    folder.join(format!("api-{start}.log"))
}

/// Everything that the API of a shop in this folder has logged, followed by what its sandbox has logged since its last
/// start.
pub fn logs_in(folder: &Path) -> String {
    let api = (1..).map(|start| api_log(folder, start)).take_while(|log| log.exists());
    let all = api.chain([folder.join("sandbox.log")]);
    all.map(|log| std::fs::read_to_string(log).unwrap()).collect()
}

/// Sends SIGTERM to a process.
async fn terminate(child: &Child) {
    let id = child.id().expect("it runs").to_string();
    assert!(Command::new("kill").arg("-TERM").arg(id).status().await.unwrap().success());
}

/// Kills a process, so that it cannot flush anything.
async fn kill(mut child: Child) {
    child.kill().await.unwrap();
}

/// The binary with only these variables and without input. The process ends with its test.
fn midway(variables: &[(&'static str, String)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_midway"));
    command.env_clear().envs(variables.iter().map(|(name, value)| (*name, value.as_str())));
    command.stdin(Stdio::null()).kill_on_drop(true);
    command
}

/// Starts only the card processor and waits until it listens.
pub async fn sandbox(variables: &[(&'static str, String)], folder: &Path) -> Child {
    sandbox_at(variables, folder, "0").await
}

async fn sandbox_at(variables: &[(&'static str, String)], folder: &Path, port: &str) -> Child {
    let sandbox = logged(midway(variables).args(["sandbox", "--port", port]), &folder.join("sandbox.log"));
    let address = shared_files::address_file(folder);
    until("the sandbox listens", || async { address.exists().then_some(()) }).await;
    sandbox
}

/// Starts a command that runs until it is stopped, and writes what it says on the standard error to `log`.
pub fn begin(variables: &[(&'static str, String)], arguments: &[&str], log: &Path) -> Child {
    logged(midway(variables).args(arguments), log)
}

/// The result of a command.
#[derive(Debug)]
pub struct CommandOutput {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs a command of the binary to its end.
pub async fn run_to_end(variables: &[(&'static str, String)], arguments: &[&str]) -> CommandOutput {
    let output = midway(variables).args(arguments).output().await.unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    CommandOutput { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

fn logged(command: &mut Command, log: &Path) -> Child {
    let file = std::fs::File::create(log).unwrap();
    command.stdout(Stdio::null()).stderr(file).spawn().unwrap()
}
