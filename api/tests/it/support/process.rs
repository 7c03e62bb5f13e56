//! The built binary as processes of their own: what is killed is really dead, and what it logs is really what it logs.

#![cfg_attr(not(feature = "test-hooks"), expect(dead_code, reason = "the kill tests alone need all of it"))]

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};

use tokio::process::{Child, Command};

use super::database::TestDatabase;
use super::given::Park;
use super::poll::until;
use super::shop;
use super::shopper::Shopper;
use tempfile::TempDir;

/// A shop of processes: `midway serve` and `midway sandbox` over one folder and one database.
pub struct ProcessShop {
    pub folder: TempDir,
    pub database: TestDatabase,
    sandbox: Child,
    api: Option<Child>,
    starts: u32,
}

impl ProcessShop {
    pub async fn open(fault: Option<&str>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = TestDatabase::make(folder.path()).await;
        std::fs::write(folder.path().join("clock"), "0").unwrap();
        Park::default().write(&folder.path().join("catalog"));
        let variables = variables(folder.path(), &database.url);
        let imported = midway(&variables).arg("import").arg(folder.path().join("catalog")).status().await.unwrap();
        assert!(imported.success(), "the import failed");
        let sandbox = logged(midway(&variables).arg("sandbox"), &folder.path().join("sandbox.log"));
        let address = midway::sandbox::place::address_file(folder.path());
        until("the sandbox listens", || async { address.exists().then_some(()) }).await;
        let mut shop = ProcessShop { folder, database, sandbox, api: None, starts: 0 };
        shop.starts(fault).await;
        shop
    }

    /// Starts the API, to die at the fault if one is named.
    pub async fn starts(&mut self, fault: Option<&str>) {
        self.starts += 1;
        let mut variables = variables(self.folder.path(), &self.database.url);
        variables.extend(fault.map(|fault| ("MIDWAY_FAULT", fault.to_owned())));
        self.api = Some(logged(midway(&variables).arg("serve"), &self.log()));
        self.address().await;
    }

    pub fn shopper(&self, address: SocketAddr) -> Shopper {
        Shopper::at(address, shop::PUBLIC_URL)
    }

    /// Where the API listens, as it logs it.
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
        self.folder.path().join(format!("api-{}.log", self.starts))
    }

    /// All that the API and the sandbox have logged so far.
    pub fn logs(&self) -> String {
        let api = (1..=self.starts).map(|start| self.folder.path().join(format!("api-{start}.log")));
        let all = api.chain([self.folder.path().join("sandbox.log")]);
        all.map(|log| std::fs::read_to_string(log).unwrap()).collect()
    }

    /// Waits for the API to die of its fault.
    pub async fn dies(&mut self) -> ExitStatus {
        let mut api = self.api.take().expect("the API runs");
        let status = until("the API dies", || {
            let status = api.try_wait().unwrap();
            async move { status }
        })
        .await;
        assert!(!status.success(), "it was to die, not to end");
        status
    }

    /// Moves the clock of all processes.
    pub fn passes(&self, seconds: i64) {
        let draft = self.folder.path().join("clock.draft");
        std::fs::write(&draft, seconds.to_string()).unwrap();
        std::fs::rename(draft, self.folder.path().join("clock")).unwrap();
    }

    pub async fn doctor(&self) -> (bool, String) {
        let variables = variables(self.folder.path(), &self.database.url);
        let output = midway(&variables).arg("doctor").output().await.unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Ends all processes; fails on anything that the doctor finds.
    pub async fn stop(mut self) {
        let (is_well, findings) = self.doctor().await;
        assert!(is_well, "the doctor found: {findings}");
        if let Some(mut api) = self.api.take() {
            terminate(&api).await;
            assert!(api.wait().await.unwrap().success(), "the API did not end in order");
        }
        terminate(&self.sandbox).await;
        self.sandbox.wait().await.unwrap();
        self.database.remove().await;
    }
}

/// Asks a process to end, by its own id.
async fn terminate(child: &Child) {
    let id = child.id().expect("it runs").to_string();
    assert!(Command::new("kill").arg("-TERM").arg(id).status().await.unwrap().success());
}

fn variables(folder: &Path, database_url: &str) -> Vec<(&'static str, String)> {
    let mut variables = shop::variables(folder, database_url);
    variables.push(("MIDWAY_CLOCK", folder.join("clock").display().to_string()));
    variables.push(("MIDWAY_LOG", "debug,sqlx=debug,hyper=debug,reqwest=trace".to_owned()));
    variables.push(("MIDWAY_LOG_FORMAT", "json".to_owned()));
    variables
}

/// The binary with this environment and no other. It dies with its test.
fn midway(variables: &[(&'static str, String)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_midway"));
    command.env_clear().envs(variables.iter().map(|(name, value)| (*name, value.as_str()))).kill_on_drop(true);
    command
}

fn logged(command: &mut Command, log: &Path) -> Child {
    let file = std::fs::File::create(log).unwrap();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(file).spawn().unwrap()
}
