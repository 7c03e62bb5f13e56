//! A Redis server for one test, which the test can stop, freeze and empty. It does not exist when the suite runs
//! without Redis.

use std::net::TcpListener;

use tempfile::TempDir;
use tokio::process::{Child, Command};

use super::database;
use super::wait::until;

pub struct TestRedis {
    port: u16,
    folder: TempDir,
    server: Option<Child>,
}

/// A port below the system's range for outgoing connections, so that no outgoing connection takes the port while the
/// server is stopped.
fn free_port() -> u16 {
    std::iter::repeat_with(|| 10_000 + (getrandom::u32().unwrap() % 22_000) as u16)
        .find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok())
        .unwrap()
}

impl TestRedis {
    /// Starts a Redis. `None` if sessions are stored in the database.
    pub async fn start() -> Option<Self> {
        database::redis_url()?;
        let mut redis = TestRedis { port: free_port(), folder: tempfile::tempdir().unwrap(), server: None };
        redis.start_empty().await;
        Some(redis)
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    /// Starts the server again at its address, without data.
    pub async fn start_empty(&mut self) {
        assert!(self.server.is_none(), "it runs");
        let mut command = Command::new("redis-server");
        command.args(["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--port"]).arg(self.port.to_string());
        command.arg("--dir").arg(self.folder.path()).stdout(std::process::Stdio::null()).kill_on_drop(true);
        self.server = Some(command.spawn().expect("redis-server is installed, as scripts/services needs it"));
        until("Redis answers", || async { self.ask("PING").await.ok() }).await;
    }

    pub async fn kill(&mut self) {
        let mut server = self.server.take().expect("it runs");
        server.kill().await.unwrap();
    }

    /// Freezes the server: it accepts calls but does not answer.
    pub async fn freeze(&self) {
        self.signal("-STOP").await;
    }

    pub async fn thaw(&self) {
        self.signal("-CONT").await;
    }

    pub async fn flush_all(&self) {
        self.ask("FLUSHALL").await.unwrap();
    }

    async fn ask(&self, command: &str) -> redis::RedisResult<String> {
        let client = redis::Client::open(self.url())?;
        let mut connection = client.get_multiplexed_async_connection().await?;
        redis::cmd(command).query_async(&mut connection).await
    }

    async fn signal(&self, signal: &str) {
        let id = self.server.as_ref().and_then(Child::id).expect("it runs").to_string();
        assert!(Command::new("kill").args([signal, &id]).status().await.unwrap().success());
    }
}
