//! Receiving notices, and finding the payment of a notice.

use chrono::Duration;
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};

use super::entity::{Model, NoticeState};
use super::{signature, store};
use crate::app::App;
use crate::error::{Error, Result};
use crate::platform::jobs;
use crate::shop::payment::entity::Model as AttemptRow;
use crate::shop::payment::store as attempts;
use midway_kernel::time::Instant;

/// The job that works on a notice; its subject is the notice's id.
pub const HANDLE_NOTICE: &str = "handle-notice";

const SANDBOX: &str = "sandbox";

/// How long notices are kept.
const KEEP: Duration = Duration::days(90);

/// The longest id and kind of a notice, in bytes.
const MAX_NAME_LENGTH: usize = 255;

/// The parts of an event of Stripe or the sandbox that the shop reads.
#[derive(Deserialize)]
struct Event {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    object: Object,
}

#[derive(Deserialize)]
struct Object {
    #[serde(default)]
    id: String,
    #[serde(default)]
    metadata: Option<Metadata>,
    /// The payment, in a notice of the sandbox.
    #[serde(default)]
    payment_key: Option<String>,
}

#[derive(Deserialize)]
struct Metadata {
    midway_payment: Option<String>,
}

/// The job's document: the notice is in its own table.
#[derive(Serialize)]
struct Nothing {}

/// Stores a notice of a processor and queues its job. A notice that was received before changes nothing.
///
/// # Errors
/// [`Error::NotFound`] for a processor that this shop does not have; [`Error::Malformed`] for a missing, wrong or old signature, and
/// for a body that is no event.
pub async fn receive(app: &App, processor: &str, signed: &str, body: &[u8]) -> Result<()> {
    let secret = app.processors.notice_secret(processor).ok_or(Error::NotFound)?;
    let now = app.clock.now();
    if !signature::is_genuine(signed, body, secret.expose(), now) {
        tracing::warn!("a notice without a genuine signature was refused");
        return Err(Error::Malformed("the signature is missing, wrong or too old".to_owned()));
    }
    let event = read(body).filter(|event| event.id.len().max(event.kind.len()) <= MAX_NAME_LENGTH);
    let (Some(event), Ok(document)) = (event, str::from_utf8(body)) else {
        return Err(Error::Malformed("the body is no event".to_owned()));
    };
    let row = Model {
        id: event.id,
        processor: processor.to_owned(),
        kind: event.kind,
        document: document.to_owned(),
        state: NoticeState::Received,
        received_at: now,
        handled_at: None,
    };
    let (id, kind) = (row.id.clone(), row.kind.clone());
    let tx = app.db.begin().await?;
    let is_new = store::insert(&tx, row).await?;
    if is_new {
        jobs::enqueue(&tx, HANDLE_NOTICE, &id, &Nothing {}, now).await?;
    }
    tx.commit().await?;
    tracing::info!(notice = id, kind, is_new, "a notice of the processor was received");
    Ok(())
}

fn read(body: &[u8]) -> Option<Event> {
    serde_json::from_slice(body).ok()
}

/// A stored notice.
pub async fn notice(db: &impl ConnectionTrait, id: &str) -> Result<Option<Model>> {
    store::find(db, id).await
}

/// The attempt that a notice is about; `None` for kinds that the shop does not use and for payments of other shops.
pub async fn attempt_of(app: &App, notice: &Model) -> Result<Option<AttemptRow>> {
    let Some(event) = read(notice.document.as_bytes()) else { return Ok(None) };
    if notice.processor == SANDBOX {
        let Some(payment) = event.data.object.payment_key else { return Ok(None) };
        let attempt = attempts::find(app.db.read(), &payment).await?;
        return Ok(attempt.filter(|it| it.processor == SANDBOX));
    }
    if !event.kind.starts_with("payment_intent.") {
        return Ok(None);
    }
    let Some(payment) = event.data.object.metadata.and_then(|it| it.midway_payment) else { return Ok(None) };
    let attempt = attempts::find(app.db.read(), &payment).await?;
    let session = format!("{}_secret_", event.data.object.id);
    Ok(attempt.filter(|it| it.processor == notice.processor && it.session_key.starts_with(&session)))
}

/// Records that a notice was worked on.
pub async fn conclude(app: &App, id: &str, state: NoticeState) -> Result<()> {
    store::set_state(app.db.write(), id, state, app.clock.now()).await
}

/// Deletes old notices.
pub async fn sweep(db: &impl ConnectionTrait, now: Instant) -> Result<()> {
    store::delete_before(db, now - KEEP).await
}
