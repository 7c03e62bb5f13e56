//! The sandbox process: opens its ledger, listens, publishes its address and stops.

use std::fs;
use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use poem::listener::{Acceptor, Listener, TcpAcceptor, TcpListener};
use poem::{Route, Server};
use tokio::signal::unix::{SignalKind, signal};

use crate::ledger::{Ledger, LedgerError};
use crate::notices::Sender;
use crate::opening::is_web_address;
use crate::state::SandboxState;
use crate::{card_calls, lender_calls, notices, shared_files};
use midway_kernel::time::Clock;

/// How long a stopping sandbox waits for calls in progress.
const LAST_CALLS: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub struct SandboxConfig {
    /// Port 0 selects a free port.
    pub listen: SocketAddr,
    pub data: PathBuf,
    /// The address at which browsers reach the card form, if it differs from the listening address.
    pub public_url: Option<String>,
    /// The key that the sandbox and the API share. Without it, the key in the data folder is used.
    pub api_key: Option<String>,
    /// The address of the shop's API, for notices about payments; `None` sends none.
    pub notices_to: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    #[error("the sandbox cannot listen on {address}: {source}")]
    Listen { address: SocketAddr, source: io::Error },
    #[error("the sandbox cannot use its folder {folder}: {source}", folder = folder.display())]
    Folder { folder: PathBuf, source: io::Error },
    #[error("the sandbox cannot open its ledger in {folder}: {source}", folder = folder.display())]
    Ledger { folder: PathBuf, source: LedgerError },
    #[error("the sandbox's public address {url} is not an http or https address")]
    PublicUrl { url: String },
    #[error("the sandbox cannot send notices: {0}")]
    Notices(reqwest::Error),
    #[error("the sandbox stopped: {0}")]
    Stopped(io::Error),
}

impl SandboxError {
    /// Whether another sandbox uses the same folder.
    pub fn is_in_use(&self) -> bool {
        matches!(self, SandboxError::Ledger { source: LedgerError::InUse, .. })
    }
}

/// Runs the sandbox until the process is told to stop.
pub async fn serve(config: SandboxConfig, clock: Arc<dyn Clock>) -> Result<(), SandboxError> {
    let mut terminate = signal(SignalKind::terminate()).map_err(SandboxError::Stopped)?;
    let sandbox = Sandbox::open(config, clock).await?;
    tracing::info!(address = sandbox.address(), "the sandbox card processor listens");
    sandbox
        .run(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
        })
        .await
}

/// A sandbox that listens and has published its address. It answers calls only while [`Sandbox::run`] runs.
pub struct Sandbox {
    acceptor: TcpAcceptor,
    state: Arc<SandboxState>,
    address: String,
    data: PathBuf,
    sender: Option<Sender>,
}

impl Sandbox {
    pub async fn open(config: SandboxConfig, clock: Arc<dyn Clock>) -> Result<Self, SandboxError> {
        let folder = shared_files::folder(&config.data);
        let in_folder = |source| SandboxError::Folder { folder: folder.clone(), source };
        fs::create_dir_all(&folder).map_err(in_folder)?;
        let mut ledger =
            Ledger::open(&folder).map_err(|source| SandboxError::Ledger { folder: folder.clone(), source })?;
        let api_key = match config.api_key {
            Some(key) => key,
            None => shared_files::api_key(&config.data).map_err(in_folder)?,
        };
        let sender = match &config.notices_to {
            Some(shop) => {
                let (notices, sender) = notices::to(shop, &api_key, clock.clone()).map_err(SandboxError::Notices)?;
                ledger.report_to(notices);
                Some(sender)
            }
            None => None,
        };
        let not_listening = |source| SandboxError::Listen { address: config.listen, source };
        let acceptor = TcpListener::bind(config.listen).into_acceptor().await.map_err(not_listening)?;
        let local = acceptor.local_addr().iter().find_map(|address| address.as_socket_addr().copied());
        let address = base_url(local.unwrap_or(config.listen));
        let public_url = config.public_url.unwrap_or_else(|| address.clone());
        if !is_web_address(&public_url) {
            return Err(SandboxError::PublicUrl { url: public_url });
        }
        shared_files::write_address(&config.data, &address).map_err(in_folder)?;
        let state = SandboxState { ledger: Mutex::new(ledger), clock, api_key, public_url };
        Ok(Sandbox { acceptor, state: Arc::new(state), address, data: config.data, sender })
    }

    /// The base URL for server-to-server calls.
    pub fn address(&self) -> &str {
        &self.address
    }

    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), SandboxError> {
        let sending = self.sender.map(|sender| tokio::spawn(sender.run()));
        let server = Server::new_with_acceptor(self.acceptor).name("sandbox");
        let ended = server
            .run_with_graceful_shutdown(
                lender_calls::with_routes(card_calls::with_routes(Route::new(), &self.state), &self.state),
                stop,
                Some(LAST_CALLS),
            )
            .await;
        if let Some(sending) = sending {
            sending.abort();
        }
        // The address file is removed, because another program may soon listen on the port, and the API must not send
        // the key to that program.
        let removed = fs::remove_file(shared_files::address_file(&self.data));
        ended.and(removed).map_err(SandboxError::Stopped)
    }
}

/// The URL at which this machine reaches a listener. A listener on all addresses is reached on loopback.
fn base_url(local: SocketAddr) -> String {
    let host = match local {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        _ => local.ip(),
    };
    format!("http://{}", SocketAddr::new(host, local.port()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sandbox_that_listens_on_all_addresses_is_reached_on_loopback() {
        assert_eq!(base_url("0.0.0.0:81".parse().unwrap()), "http://127.0.0.1:81");
        assert_eq!(base_url("[::]:81".parse().unwrap()), "http://[::1]:81");
        assert_eq!(base_url("192.0.2.7:81".parse().unwrap()), "http://192.0.2.7:81");
    }
}
