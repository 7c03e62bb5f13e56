//! Background work: releases expired holds, completes interrupted payments, charges due payments, pays refunds back, reconciles
//! each day with the processors, queues the e-mails that were requested, runs jobs and removes
//! old data.
//!
//! Any number of workers may run in parallel. Each task is safe to run concurrently: a worker skips what another worker
//! has already done.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::sync::{Mutex, watch};
use tokio::time::MissedTickBehavior;

use crate::app::App;
use crate::error::{Error, Result};
use crate::ops::catalog_follower::{CatalogFollower, align_capacities};
use crate::platform::jobs::{self, Failure, Job, JobState};
use crate::platform::metrics::JobResult;
use crate::shop::{
    account, billing, inventory, notify, order, pass, payment, performance_cancellation, reconciliation, refund,
    reservation, transfer,
};

const ROUND: Duration = Duration::from_secs(1);

/// Old data is removed, and the capacities of stocks are set, once in this many rounds.
const ROUNDS_BETWEEN_SWEEPS: u64 = 300;

/// Pass photos without an owner are looked for once in this many rounds, because listing all photos may take long.
const ROUNDS_BETWEEN_PHOTO_SWEEPS: u64 = 3_600;

/// Due payments are charged once in this many rounds. They are due on a day, so a short delay does not matter.
const ROUNDS_BETWEEN_CHARGES: u64 = 10;

/// Whether days are to be reconciled is looked at once in this many rounds.
const ROUNDS_BETWEEN_RECONCILIATIONS: u64 = 300;

/// The first of these rounds. When all services are started together, the processor answers by then.
const FIRST_RECONCILIATION: u64 = 60;

/// Requests for products that can be bought are answered once in this many rounds.
const ROUNDS_BETWEEN_NOTIFICATIONS: u64 = 10;

/// The maximum number of expired claims that one round releases.
const RELEASE_BATCH: u64 = 500;

/// The maximum number of jobs that one round runs.
const JOB_BATCH: u64 = 50;

/// The maximum number of jobs that run at the same time. Jobs mostly wait for other services.
const JOBS_AT_ONCE: usize = 4;

/// Runs all background work until told to stop. Tasks that wait for other services (card processors, mail servers, the
/// picture store) run in separate loops, so that a service that hangs does not delay the other tasks.
pub async fn work(app: Arc<App>, stop: watch::Receiver<bool>) {
    tokio::join!(
        each(stop.clone(), |_| release_holds(app.clone())),
        each(stop.clone(), |_| finish_payments(app.clone())),
        each(stop.clone(), |round| charge_due(app.clone(), round)),
        each(stop.clone(), |_| pay_back(app.clone())),
        each(stop.clone(), |round| reconcile_sometimes(app.clone(), round)),
        each(stop.clone(), |round| notify_sometimes(app.clone(), round)),
        each(stop.clone(), |round| clean_up_sometimes(app.clone(), round)),
        each(stop.clone(), |_| run_jobs(app.clone(), stop.clone())),
    );
}

/// Runs `round` repeatedly, one call after the other, until told to stop.
async fn each<R: Future<Output = ()>>(mut stop: watch::Receiver<bool>, round: impl Fn(u64) -> R) {
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Skip);
    for number in 0u64.. {
        tokio::select! {
            _ = rounds.tick() => {}
            _ = stop.wait_for(|stop| *stop) => return,
        }
        on_heap(|| round(number)).await;
    }
}

/// Puts what `make` returns on the heap. In an unoptimised build, each caller of a large future would keep copies of it on the
/// stack.
fn on_heap<F: Future>(make: impl FnOnce() -> F) -> Pin<Box<F>> {
    Box::pin(make())
}

async fn release_holds(app: Arc<App>) {
    if let Err(error) = release_expired_holds(&app).await {
        tracing::error!(%error, "expired holds could not be released");
    }
}

async fn finish_payments(app: Arc<App>) {
    if let Err(error) = order::recover(&app).await {
        tracing::error!(%error, "open payments could not be checked");
    }
}

async fn charge_due(app: Arc<App>, round: u64) {
    if round.is_multiple_of(ROUNDS_BETWEEN_CHARGES)
        && let Err(error) = billing::charge_due(&app).await
    {
        tracing::error!(%error, "due payments could not be checked");
    }
}

async fn pay_back(app: Arc<App>) {
    if let Err(error) = performance_cancellation::go_on(&app).await {
        tracing::error!(%error, "a canceled or moved performance could not be gone on with");
    }
    if let Err(error) = refund::settle(&app).await {
        tracing::error!(%error, "refunds could not be checked");
    }
}

async fn reconcile_sometimes(app: Arc<App>, round: u64) {
    if round % ROUNDS_BETWEEN_RECONCILIATIONS == FIRST_RECONCILIATION
        && let Err(error) = reconciliation::nightly(&app).await
    {
        tracing::error!(%error, "payments could not be reconciled");
    }
}

async fn notify_sometimes(app: Arc<App>, round: u64) {
    if round.is_multiple_of(ROUNDS_BETWEEN_NOTIFICATIONS)
        && let Err(error) = notify::tell(&app).await
    {
        tracing::error!(%error, "requests for products that can be bought could not be answered");
    }
}

async fn clean_up_sometimes(app: Arc<App>, round: u64) {
    if round.is_multiple_of(ROUNDS_BETWEEN_SWEEPS) {
        sweep(&app).await;
        if let Err(error) = performance_cancellation::look_again(&app).await {
            tracing::error!(%error, "the orders of a canceled performance could not be looked at again");
        }
    }
    if round.is_multiple_of(ROUNDS_BETWEEN_PHOTO_SWEEPS)
        && let Err(error) = pass::sweep_photos(&app).await
    {
        tracing::error!(%error, "unused pass photos could not be deleted");
    }
}

async fn run_jobs(app: Arc<App>, stop: watch::Receiver<bool>) {
    if let Err(error) = run_due_jobs(&app, || *stop.borrow()).await {
        tracing::error!(%error, "due jobs could not be read");
    }
}

/// Removes ended sessions, expired reset links, abandoned reservations, old notices and old jobs, and sets the capacities of stocks
/// to the values of the catalogue.
pub async fn sweep(app: &App) {
    let now = app.clock.now();
    if let Err(error) = app.sessions.sweep(now).await {
        tracing::error!(%error, "expired sessions could not be deleted");
    }
    if let Err(error) = account::sweep(app.db.write(), now).await {
        tracing::error!(%error, "expired password reset links could not be deleted");
    }
    if let Err(error) = reservation::sweep(app.db.write(), now).await {
        tracing::error!(%error, "abandoned reservations could not be deleted");
    }
    if let Err(error) = notify::sweep(app).await {
        tracing::error!(%error, "old requests for products could not be deleted");
    }
    if let Err(error) = payment::notices::sweep(app.db.write(), now).await {
        tracing::error!(%error, "old notices of the processor could not be deleted");
    }
    if let Err(error) = align_capacities(app).await {
        tracing::error!(%error, "capacities could not be set to those of the catalogue");
    }
    if let Err(error) = jobs::sweep(app.db.write(), now).await {
        tracing::error!(%error, "old jobs could not be deleted");
    }
}

/// Runs the jobs that are due. When `is_stopping` returns true, no new job begins, and the running jobs finish.
pub async fn run_due_jobs(app: &App, is_stopping: impl Fn() -> bool) -> Result<()> {
    let due = jobs::due(app.db.read(), app.clock.now(), JOB_BATCH).await?;
    let begin = futures_util::stream::iter(due).take_while(|_| std::future::ready(!is_stopping()));
    begin.for_each_concurrent(JOBS_AT_ONCE, |job| run_job(app, job)).await;
    Ok(())
}

/// Takes a job, runs it and stores its result.
async fn run_job(app: &App, job: Job) {
    let name = format!("{} {}", job.kind, job.subject);
    let concluded = async {
        let Some(taken) = jobs::take(app.db.write(), &job, app.clock.now()).await? else { return Ok(None) };
        let outcome = match tokio::time::timeout(jobs::MAX_RUN, on_heap(|| perform(app, &taken))).await {
            Ok(outcome) => outcome,
            Err(_) => Err(Failure::Retry(format!("it took longer than {:?}", jobs::MAX_RUN))),
        };
        if let Err(failure) = &outcome {
            tracing::warn!(job = name, tries = taken.tries, ?failure, "a job failed");
        }
        let done = outcome.is_ok();
        let state = jobs::conclude(app.db.write(), &taken, outcome, app.clock.now()).await?;
        app.metrics.worked(
            &taken.kind,
            match state {
                JobState::Failed => JobResult::GivenUp,
                _ if done => JobResult::Done,
                _ => JobResult::Failed,
            },
        );
        Ok::<_, Error>(Some(state))
    };
    match concluded.await {
        Ok(Some(JobState::Failed)) => tracing::error!(job = name, "a job was given up; `midway doctor` names it"),
        Ok(_) => {}
        Err(error) => {
            tracing::error!(job = name, %error, "a job could not be started or completed; it will be tried again")
        }
    }
}

/// Runs a job with the function for its kind.
async fn perform(app: &App, job: &Job) -> Result<(), Failure> {
    match job.kind.as_str() {
        order::SEND_CONFIRMATION => on_heap(|| order::send_confirmation(app, job)).await,
        order::SEND_LOST_LINK => on_heap(|| order::send_lost_link(app, job)).await,
        order::SEND_REMINDER => on_heap(|| order::send_reminder(app, job)).await,
        payment::notices::HANDLE_NOTICE => on_heap(|| refund::handle_notice(app, job)).await,
        billing::OPEN_BILLING => on_heap(|| billing::open(app, job)).await,
        notify::NOTIFY => on_heap(|| notify::send(app, job)).await,
        transfer::SEND_TICKET => on_heap(|| transfer::send_ticket(app, job)).await,
        transfer::SEND_CANCELED => on_heap(|| transfer::send_canceled(app, job)).await,
        transfer::SEND_MOVED => on_heap(|| transfer::send_moved(app, job)).await,
        transfer::SEND_CHOICE => on_heap(|| transfer::send_choice(app, job)).await,
        transfer::SEND_TAKES_PLACE => on_heap(|| transfer::send_takes_place(app, job)).await,
        reservation::SEND_RESERVATION => on_heap(|| reservation::send(app, job)).await,
        billing::SEND_DUE => on_heap(|| billing::send_due(app, job)).await,
        billing::SEND_CHARGED => on_heap(|| billing::send_charged(app, job)).await,
        // The people to whom a ticket of the order was sent are told as well as the buyer.
        refund::SEND_REFUNDED => {
            on_heap(|| transfer::tell_recipients(app, &job.subject)).await?;
            on_heap(|| refund::send_refunded(app, job)).await
        }
        billing::SEND_DECLINED => on_heap(|| billing::send_declined(app, job)).await,
        billing::SEND_TO_CONFIRM => on_heap(|| billing::send_to_confirm(app, job)).await,
        account::SEND_VERIFICATION => on_heap(|| account::send_verification(app, job)).await,
        account::SEND_WELCOME => on_heap(|| account::send_welcome(app, job)).await,
        account::SEND_RESET => on_heap(|| account::send_reset(app, job)).await,
        account::SEND_CHANGED => on_heap(|| account::send_changed(app, job)).await,
        // The job was created by a newer version during an upgrade; a worker of that version runs it.
        other => Err(Failure::Retry(format!("this version does not know the job {other}"))),
    }
}

/// Releases expired claims, at most `RELEASE_BATCH` of them. Returns their number.
pub async fn release_expired_holds(app: &App) -> Result<u64> {
    let now = app.clock.now();
    if !inventory::has_expired(app.db.read(), now).await? {
        return Ok(0);
    }
    let tx = app.db.begin().await?;
    let released = inventory::release_expired(&tx, now, RELEASE_BATCH).await?;
    tx.commit().await?;
    app.metrics.released(released);
    Ok(released)
}

/// Loads new revisions of the catalogue until told to stop. It runs in every process that serves calls or works in the
/// background.
pub async fn follow_catalog(app: Arc<App>, stop: watch::Receiver<bool>) {
    let follower = Mutex::new(CatalogFollower::default());
    each(stop, |_| follow_once(&app, &follower)).await;
}

async fn follow_once(app: &App, follower: &Mutex<CatalogFollower>) {
    match follower.lock().await.follow(app).await {
        Ok(true) => {
            tracing::info!(revision = app.catalog.current().revision, "this revision of the catalogue is now served")
        }
        Ok(false) => {}
        Err(error) => {
            tracing::error!(%error, "the process could not follow the catalogue; the revision that it has is still served")
        }
    }
}
