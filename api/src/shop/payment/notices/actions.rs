//! Receiving notices, and finding the payment of a notice.

use chrono::Duration;
use sea_orm::ConnectionTrait;
use serde::Deserialize;

use super::entity::{Model, NoticeState};
use super::{signature, store};
use crate::app::App;
use crate::error::{Error, Result};
use crate::platform::jobs::{self, Nothing};
use crate::shop::payment::entity::{AttemptState, Model as AttemptRow};
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
    /// The payment intent of a charge, a refund or a dispute.
    #[serde(default)]
    payment_intent: Option<String>,
    /// The payment, in a notice of the sandbox.
    #[serde(default)]
    payment_key: Option<String>,
}

#[derive(Deserialize)]
struct Metadata {
    midway_payment: Option<String>,
}

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

/// What a notice is about.
#[derive(Debug)]
pub enum Subject {
    /// A payment attempt that may have gone on.
    Attempt(Box<AttemptRow>),
    /// A payment, by its key, that was paid back or disputed.
    PaidBack(String),
    /// A kind that the shop does not use, or a payment of another shop.
    Other,
}

/// The kinds of Stripe's notices that say that a payment was paid back, or that the cardholder wants it back.
const PAID_BACK: [&str; 3] = ["charge.refund", "charge.dispute.", "refund."];

/// What a notice is about.
///
/// # Errors
/// When only the processor knows, and gives no usable answer.
pub async fn subject_of(app: &App, notice: &Model) -> Result<Subject> {
    let Some(event) = read(notice.document.as_bytes()) else { return Ok(Subject::Other) };
    let Object { id, metadata, payment_intent, payment_key } = event.data.object;
    if notice.processor == SANDBOX {
        return of_sandbox(app, payment_key).await;
    }
    let named = metadata.and_then(|it| it.midway_payment);
    if event.kind.starts_with("payment_intent.") {
        let Some(payment) = named else { return Ok(Subject::Other) };
        let attempt = attempts::find(app.db.read(), &payment).await?;
        let is_it =
            |it: &AttemptRow| it.processor == notice.processor && it.session_key.starts_with(&format!("{id}_secret_"));
        return Ok(attempt.filter(is_it).map_or(Subject::Other, |attempt| Subject::Attempt(Box::new(attempt))));
    }
    if !PAID_BACK.iter().any(|kind| event.kind.starts_with(kind)) {
        return Ok(Subject::Other);
    }
    if let Some(payment) = named {
        return Ok(Subject::PaidBack(payment));
    }
    // A refund that was made at the processor and a dispute name only the payment intent.
    let Some(intent) = payment_intent else { return Ok(Subject::Other) };
    let attempt = attempts::of_session(app.db.read(), &notice.processor, &format!("{intent}_secret_")).await?;
    if let Some(attempt) = attempt {
        return Ok(Subject::PaidBack(attempt.id));
    }
    // A charge of a stored card has no session, so only the processor knows the payment of its intent.
    let Some(processor) = app.processors.get(&notice.processor) else { return Ok(Subject::Other) };
    let named = processor.payment_named(&intent).await.done().map_err(Error::Internal)?;
    Ok(named.map_or(Subject::Other, |key| Subject::PaidBack(key.to_string())))
}

/// The sandbox says only that a payment has changed. What can change of a completed payment is what was paid back.
async fn of_sandbox(app: &App, payment_key: Option<String>) -> Result<Subject> {
    let Some(key) = payment_key else { return Ok(Subject::Other) };
    match attempts::find(app.db.read(), &key).await?.filter(|it| it.processor == SANDBOX) {
        Some(attempt) if attempt.state != AttemptState::Completed => Ok(Subject::Attempt(Box::new(attempt))),
        _ => Ok(Subject::PaidBack(key)),
    }
}

/// Records that a notice was worked on.
pub async fn conclude(app: &App, id: &str, state: NoticeState) -> Result<()> {
    store::set_state(app.db.write(), id, state, app.clock.now()).await
}

/// Deletes old notices.
pub async fn sweep(db: &impl ConnectionTrait, now: Instant) -> Result<()> {
    store::delete_before(db, now - KEEP).await
}
