//! The background work: places whose hold ran out, payments that were not finished, sessions that ended.
//!
//! Any number of workers may run beside each other: what one does, the others find done.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

use crate::app::App;
use crate::error::Result;
use crate::shop::{inventory, order, performance};

const ROUND: Duration = Duration::from_secs(1);

/// Sessions are swept once in so many rounds: nothing depends on it but the table's size.
const ROUNDS_BETWEEN_SWEEPS: u64 = 300;

/// Claims that one round frees at most; the next one comes soon.
const EXPIRY_BATCH: u64 = 500;

/// Works until told to stop.
pub async fn work(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Skip);
    for round in 0u64.. {
        tokio::select! {
            _ = rounds.tick() => {}
            _ = stop.changed() => return,
        }
        if let Err(error) = expire(&app).await {
            tracing::error!(%error, "holds that ran out could not be freed");
        }
        if let Err(error) = order::recover(&app).await {
            tracing::error!(%error, "payments could not be looked through");
        }
        if round % ROUNDS_BETWEEN_SWEEPS == 0
            && let Err(error) = app.sessions.sweep(app.clock.now()).await
        {
            tracing::error!(%error, "ended sessions could not be removed");
        }
    }
}

/// Frees places whose hold ran out.
pub async fn expire(app: &App) -> Result<u64> {
    let now = app.clock.now();
    if !inventory::has_expired(app.db.read(), now).await? {
        return Ok(0);
    }
    let tx = app.db.begin().await?;
    let freed = inventory::expire(&tx, now, EXPIRY_BATCH).await?;
    tx.commit().await?;
    Ok(freed)
}

/// Takes up new revisions of the catalogue, in every process that serves, until told to stop.
pub async fn follow_catalog(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(MissedTickBehavior::Skip);
    loop {
        tokio::select! {
            _ = rounds.tick() => {}
            _ = stop.changed() => return,
        }
        match take_up_catalog(&app).await {
            Ok(true) => {
                tracing::info!(revision = app.catalog.current().revision, "a new revision of the catalogue is served")
            }
            Ok(false) => {}
            Err(error) => {
                tracing::error!(%error, "the catalogue's revision could not be read; the last one is served on")
            }
        }
    }
}

/// Takes up a newer revision, if there is one. A claim that was made meanwhile may have made a stock's row with the capacity of
/// the revision before, so capacities are brought in line once more.
pub async fn take_up_catalog(app: &App) -> Result<bool> {
    if !app.catalog.refresh(app.db.read()).await? {
        return Ok(false);
    }
    let catalog = app.catalog.current();
    let tx = app.db.begin().await?;
    inventory::change_capacities(&tx, |key| performance::capacity_of(&catalog, key)).await?;
    tx.commit().await?;
    Ok(true)
}
