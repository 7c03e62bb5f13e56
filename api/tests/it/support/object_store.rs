//! A bucket of an S3 server: moto, in a separate process. `scripts/test` installs it.

use std::net::TcpListener;
use std::process::Stdio;

use tokio::process::{Child, Command};

use super::python::python;
use super::shopper::http;
use super::wait::until;

const NAME: &str = "midway-test";

pub struct TestBucket {
    port: u16,
    server: Child,
}

impl TestBucket {
    pub async fn start() -> Self {
        let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
        let server = Command::new(python())
            .args(["-m", "moto.server", "-H", "127.0.0.1", "-p", &port.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let bucket = TestBucket { port, server };
        let made = || async { http().put(format!("{}/{NAME}", bucket.endpoint())).send().await.ok() };
        let made = until("the bucket exists", made).await;
        assert!(made.status().is_success(), "{}", made.status());
        bucket
    }

    fn endpoint(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The shop's variables for this bucket.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("PICTURES_URL", format!("s3://{NAME}/of-the-shop")),
            ("AWS_ENDPOINT_URL", self.endpoint()),
            ("AWS_ACCESS_KEY_ID", "test".to_owned()),
            ("AWS_SECRET_ACCESS_KEY", "test".to_owned()),
            ("AWS_REGION", "us-east-1".to_owned()),
        ]
    }

    /// Whether the server itself lists an object of this name.
    pub async fn has(&self, name: &str) -> bool {
        let all = http().get(format!("{}/moto-api/data.json", self.endpoint())).send().await.unwrap();
        all.text().await.unwrap().contains(&format!("\"{name}\""))
    }

    pub async fn stop(&mut self) {
        self.server.kill().await.unwrap();
    }
}
