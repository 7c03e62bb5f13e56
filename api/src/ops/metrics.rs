//! The metrics of this process and of the shop, at an address of their own (`METRICS_BIND`), because they are not for visitors.

use std::collections::BTreeMap;
use std::sync::Arc;

use poem::endpoint::make;
use poem::http::StatusCode;
use poem::listener::Listener;
use poem::{EndpointExt, IntoResponse, Response, Route, Server};
use sea_orm::ActiveEnum;
use tokio::sync::watch;

use crate::app::App;
use crate::error::{Error, Result};
use crate::http::idle_timeout::WithIdleTimeout;
use crate::http::tcp::TcpAddress;
use crate::platform::jobs;
use crate::platform::metrics::{CONTENT_TYPE, ShopFigures};
use crate::shop::waiting_room::{self, Figures, active_rooms};
use crate::shop::{reconciliation, refund};

/// How many days of the reconciliation are counted.
const DAYS: u64 = 31;

/// Answers `GET /metrics` at the configured address, if there is one, until told to stop.
///
/// # Errors
/// When the address cannot be used.
pub async fn start(app: Arc<App>, mut stop: watch::Receiver<bool>) -> Result<()> {
    let Some(address) = app.config.metrics_bind else { return Ok(()) };
    let refused = |error| Error::Internal(format!("METRICS_BIND {address}: {error}"));
    let acceptor = TcpAddress(address).into_acceptor().await.map_err(refused)?;
    let metrics = make(move |_| {
        let app = app.clone();
        async move { Ok::<_, poem::Error>(answer(&app).await) }
    });
    let routes = Route::new().at("/metrics", poem::get(metrics.map_to_response()));
    tokio::spawn(async move {
        let stopped = async move {
            // The result is an error if the sender was dropped, which happens only when the process is ending.
            let _ended = stop.wait_for(|stop| *stop).await;
        };
        let server = Server::new_with_acceptor(WithIdleTimeout(acceptor));
        if let Err(error) = server.run_with_graceful_shutdown(routes, stopped, None).await {
            tracing::error!(%error, "the metrics are no longer answered");
        }
    });
    Ok(())
}

/// All metrics. Those of the shop need the database; without it there are none, so that Prometheus sees that it failed.
async fn answer(app: &App) -> Response {
    let text = async { app.metrics.text(&figures(app).await?) };
    match text.await {
        Ok(text) => Response::builder().content_type(CONTENT_TYPE).body(text),
        Err(error) => {
            tracing::error!(%error, "the metrics could not be read");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    }
}

/// What is true of the shop now.
async fn figures(app: &App) -> Result<ShopFigures> {
    let (db, now) = (app.db.read(), app.clock.now());
    let (jobs_due, first_due) = jobs::backlog(db, now).await?;
    let refunds = refund::open_by_state(db).await?;
    let days = reconciliation::latest(db, DAYS).await?;
    let mut by_result: BTreeMap<String, i64> = BTreeMap::new();
    for day in &days {
        *by_result.entry(day.result.to_value()).or_default() += 1;
    }
    let catalog = app.catalog.current();
    let mut waiting_rooms = Vec::new();
    for active in active_rooms(&catalog, now) {
        let id = &active.room.id;
        waiting_rooms.push((id.clone(), waiting_room::of_room(app, id).await?));
    }
    Ok(ShopFigures {
        catalog_revision: i64::from(catalog.revision),
        jobs_due: count(jobs_due),
        oldest_job_seconds: first_due.map_or(0, |first| (now - first).num_seconds()),
        jobs_given_up: count(jobs::given_up(db).await?),
        open_refund_payments: refunds.into_iter().map(|(state, count)| (state.to_value(), count)).collect(),
        reconciled_days: by_result.into_iter().collect(),
        waiting_rooms: waiting_rooms.into_iter().map(|(id, it)| (id, shoppers(&it))).collect(),
        reconciliation_differences: days.iter().map(|day| i64::from(day.differences)).sum(),
    })
}

/// How many shoppers of a waiting room there are, by what they do or did.
fn shoppers(figures: &Figures) -> Vec<(&'static str, i64)> {
    let Figures { waiting, inside, joined, entered, finished, refused } = *figures;
    let all = [waiting, inside, joined, entered, finished, refused];
    let names = ["waiting", "inside", "joined", "entered", "finished", "refused"];
    names.into_iter().zip(all.map(count)).collect()
}

fn count(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
