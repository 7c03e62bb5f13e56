//! A sandbox for tests: the real server on a free port with a separate folder, and a shopper who fills in its form.

use std::path::Path;
use std::sync::Arc;

use chrono::{TimeZone, Utc};
use reqwest::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use midway_kernel::time::SetClock;
use midway_sandbox::{Sandbox, SandboxConfig};

pub const SHOP: &str = "http://localhost:3000";

/// A sandbox that runs on separate threads. Dropping it is like a crash: the server flushes nothing. Its folder is then
/// deleted, unless it is started again.
pub struct TestSandbox {
    threads: Option<Runtime>,
    data: Arc<TempDir>,
    pub address: String,
}

impl TestSandbox {
    pub fn start() -> Self {
        Self::start_in(Arc::new(tempfile::tempdir().unwrap()))
    }

    fn start_in(data: Arc<TempDir>) -> Self {
        let config = SandboxConfig {
            listen: "127.0.0.1:0".parse().unwrap(),
            data: data.path().to_owned(),
            public_url: None,
            api_key: None,
            notices_to: None,
        };
        let clock = Arc::new(SetClock::at(Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap()));
        let start = move || {
            let threads = Runtime::new().unwrap();
            let sandbox = threads.block_on(Sandbox::open(config, clock)).unwrap();
            let address = sandbox.address().to_owned();
            threads.spawn(async move { sandbox.run(std::future::pending()).await });
            (threads, address)
        };
        // Start the sandbox on a separate thread, because the test's runtime does not allow another runtime on its own
        // threads.
        let (threads, address) = std::thread::spawn(start).join().unwrap();
        TestSandbox { threads: Some(threads), data, address }
    }

    /// Stops the sandbox without a clean shutdown and starts it again in the same folder and on a different port.
    pub fn killed_and_started_again(self) -> Self {
        let data = self.data.clone();
        drop(self);
        Self::start_in(data)
    }

    pub fn data(&self) -> &Path {
        self.data.path()
    }
}

impl Drop for TestSandbox {
    fn drop(&mut self) {
        // Wait for the threads to end, so that the ledger file is free when this returns.
        let threads = self.threads.take();
        std::thread::spawn(move || drop(threads)).join().unwrap();
    }
}

/// Fills in the card form with a valid expiry date and code, and submits it as the page's script does.
pub async fn types_card(card_form_url: &str, number: &str) -> (StatusCode, Value) {
    let code = if number.starts_with('3') { "1234" } else { "123" };
    let entry = json!({ "number": number, "expiry": "12 / 30", "code": code });
    let answer = reqwest::Client::builder().no_proxy().build().unwrap().post(card_form_url).json(&entry).send();
    let answer = answer.await.unwrap();
    (answer.status(), answer.json().await.unwrap())
}

/// Applies for a loan and fetches its virtual card, as the lender's page does.
pub async fn applies(address: &str, up_code: &str, applicant: &str) -> Value {
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let call = async |path: &str, body: Value| {
        let answer = http.post(format!("{address}/lender/offer/{up_code}{path}")).json(&body).send().await.unwrap();
        answer.json::<Value>().await.unwrap()
    };
    let decided = call("", json!({ "applicant": applicant, "months": 12 })).await;
    assert_eq!(decided["status"], "TOKEN_AVAILABLE");
    call("/token", json!({})).await
}
