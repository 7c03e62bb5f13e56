//! `midway serve`: runs the public door with the API and, unless the worker runs in a separate process, the worker.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use poem::Server;
use poem::listener::{Acceptor, Listener};
use tokio::sync::watch;

use super::{metrics, worker};
use crate::app::App;
use crate::door::Door;
use crate::error::{Error, Result};
use crate::http::idle_timeout::WithIdleTimeout;
use crate::http::tcp::TcpAddress;
use crate::platform::tls;
use crate::server::routes;

/// How long calls in progress may take after the server has stopped accepting connections, and how long background work
/// may take after the stop signal. What is still running then is cut off as in a crash; the next worker continues
/// background work.
const GRACE: Duration = Duration::from_secs(20);

/// Serves until told to stop. Then, for the configured time, `/health/ready` fails and connections are closed after
/// their next answer. After that no new connection is accepted and calls in progress finish. `listening` gets the
/// address as soon as it is bound.
pub async fn serve(app: Arc<App>, stop: watch::Receiver<bool>, listening: impl FnOnce(SocketAddr)) -> Result<()> {
    metrics::start(app.clone(), stop.clone()).await?;
    let door = Door::new(app.clone(), routes(&app))?;
    let address = SocketAddr::new(app.config.bind, app.config.port);
    let listener = TcpAddress(address);
    let listener = match app.config.tls.clone() {
        Some(files) => listener.rustls(tls::configurations(files)?).boxed(),
        None => listener.boxed(),
    };
    let listener = match app.config.api_bind {
        Some(second) => listener.combine(TcpAddress(second)).boxed(),
        None => listener,
    };
    let acceptor = listener.into_acceptor().await.map_err(Error::internal)?;
    let local = acceptor.local_addr().first().and_then(|address| address.as_socket_addr().copied());
    listening(local.unwrap_or(address));
    let background = tokio::spawn(in_background(app.clone(), stop.clone(), app.config.worker));
    let leaving = app.clone();
    let signal = async move {
        stopped(stop).await;
        leaving.is_stopping.store(true, Ordering::Relaxed);
        tokio::time::sleep(leaving.config.stop_delay).await;
    };
    Server::new_with_acceptor(WithIdleTimeout(acceptor))
        .run_with_graceful_shutdown(door, signal, Some(GRACE))
        .await
        .map_err(Error::internal)?;
    background.await.map_err(Error::internal)
}

/// Follows the catalogue and, if `works` is set, runs the worker until told to stop. Work that is still running
/// [`GRACE`] later is dropped.
pub async fn in_background(app: Arc<App>, stop: watch::Receiver<bool>, works: bool) {
    let follow = worker::follow_catalog(app.clone(), stop.clone());
    let stop_of_worker = stop.clone();
    // On the heap: an unoptimised build would keep several copies of this large value on the stack.
    let work = Box::pin(async move {
        if works {
            worker::work(app, stop_of_worker).await;
        }
    });
    let both = async move {
        tokio::join!(follow, work);
    };
    let given_up = async move {
        stopped(stop).await;
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        () = both => {}
        () = given_up => tracing::warn!("work in progress did not finish within {GRACE:?}; the next worker continues it"),
    }
}

async fn stopped(mut stop: watch::Receiver<bool>) {
    // The result is an error if the sender was dropped, which happens only when the process is ending.
    let _ended = stop.wait_for(|stop| *stop).await;
}

/// A value that becomes true on SIGTERM or ctrl-c.
pub fn until_signalled() -> Result<watch::Receiver<bool>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (tell, stop) = watch::channel(false);
    let mut terminate = signal(SignalKind::terminate()).map_err(Error::internal)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(Error::internal)?;
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tell.send_replace(true);
    });
    Ok(stop)
}
