//! `midway serve`: the API and, unless it is left to a process of its own, the worker.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use poem::Server;
use poem::listener::{Acceptor, Listener, TcpListener};
use tokio::sync::watch;

use super::worker;
use crate::app::App;
use crate::error::{Error, Result};
use crate::http::patience::Patient;
use crate::server::routes;

/// How long calls in progress may take after the signal to stop.
const GRACE: Duration = Duration::from_secs(20);

/// Serves until told to stop, then lets calls in progress finish. Tells where it listens as soon as it does.
pub async fn serve(app: Arc<App>, stop: watch::Receiver<bool>, listening: impl FnOnce(SocketAddr)) -> Result<()> {
    let address = SocketAddr::new(app.config.host, app.config.port);
    let acceptor = TcpListener::bind(address).into_acceptor().await.map_err(Error::internal)?;
    let local = acceptor.local_addr().first().and_then(|address| address.as_socket_addr().copied());
    listening(local.unwrap_or(address));
    let refresh = tokio::spawn(worker::follow_catalog(app.clone(), stop.clone()));
    let work = app.config.worker.then(|| tokio::spawn(worker::work(app.clone(), stop.clone())));
    let mut stopped = stop.clone();
    let signal = async move {
        // The sender is gone only when the process is ending anyway.
        let _ended = stopped.wait_for(|stop| *stop).await;
    };
    Server::new_with_acceptor(Patient(acceptor))
        .run_with_graceful_shutdown(routes(&app), signal, Some(GRACE))
        .await
        .map_err(Error::internal)?;
    refresh.await.map_err(Error::internal)?;
    if let Some(work) = work {
        work.await.map_err(Error::internal)?;
    }
    Ok(())
}

/// Becomes true at SIGTERM or ctrl-c.
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
