//! Sends a notice (webhook) to the shop after each change of a payment, signed like those of Stripe. A notice that is not
//! answered is sent again, and given up after some tries: the shop does not depend on notices.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use midway_kernel::secret::{random_id, sign_notice};
use midway_kernel::time::Clock;

/// The pauses before a notice is sent again.
const PAUSES: [Duration; 3] = [Duration::from_secs(1), Duration::from_secs(5), Duration::from_secs(30)];

const TIMEOUT: Duration = Duration::from_secs(10);

/// A payment that has changed.
#[derive(Debug)]
struct Change {
    payment_key: String,
    kind: &'static str,
}

/// Where the ledger reports changes.
#[derive(Debug)]
pub struct Notices(UnboundedSender<Change>);

impl Notices {
    /// Reports a change. After the sandbox has stopped, it is lost, like a notice that nobody sends.
    pub fn tell(&self, payment_key: &str, kind: &'static str) {
        let _is_stopped = self.0.send(Change { payment_key: payment_key.to_owned(), kind });
    }
}

/// Sends notices to a shop.
pub struct Sender {
    changes: UnboundedReceiver<Change>,
    http: reqwest::Client,
    address: String,
    secret: String,
    clock: Arc<dyn Clock>,
}

/// The two ends of a shop's notices. `shop` is the address of its API, such as `http://127.0.0.1:3000`.
///
/// # Errors
/// When no HTTP client can be made.
pub fn to(shop: &str, secret: &str, clock: Arc<dyn Clock>) -> Result<(Notices, Sender), reqwest::Error> {
    let (sender, changes) = unbounded_channel();
    let address = format!("{}/api/payment/sandbox/webhook", shop.trim_end_matches('/'));
    let http = reqwest::Client::builder().timeout(TIMEOUT).build()?;
    Ok((Notices(sender), Sender { changes, http, address, secret: secret.to_owned(), clock }))
}

impl Sender {
    pub async fn run(mut self) {
        while let Some(Change { payment_key, kind }) = self.changes.recv().await {
            let id = format!("evt_{}", random_id());
            let body = json!({ "id": id, "type": kind, "data": { "object": { "payment_key": payment_key } } });
            tokio::spawn(deliver(
                self.http.clone(),
                self.address.clone(),
                self.secret.clone(),
                self.clock.clone(),
                body.to_string(),
            ));
        }
    }
}

async fn deliver(http: reqwest::Client, address: String, secret: String, clock: Arc<dyn Clock>, body: String) {
    for pause in PAUSES.map(Some).into_iter().chain([None]) {
        let seconds = clock.now().timestamp();
        let signature = format!("t={seconds},v1={}", sign_notice(&secret, seconds, body.as_bytes()));
        let call =
            http.post(&address).header("sandbox-signature", signature).header("content-type", "application/json");
        match call.body(body.clone()).send().await {
            Ok(answer) if answer.status().is_success() => return,
            Ok(answer) => tracing::info!(status = answer.status().as_u16(), "the shop refused a notice"),
            Err(error) => tracing::info!(%error, "a notice did not reach the shop"),
        }
        match pause {
            Some(pause) => tokio::time::sleep(pause).await,
            None => tracing::warn!("a notice is given up"),
        }
    }
}
