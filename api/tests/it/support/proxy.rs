//! A TCP proxy in front of a service. Its connections can become silent: they stay open but transmit nothing, as if the
//! other machine or a firewall had dropped them.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

pub struct TcpProxy {
    pub address: SocketAddr,
    connections: Arc<Connections>,
    task: JoinHandle<()>,
}

/// Connections are numbered in the order of their start. Connections with a number below `silent_below` are silent.
#[derive(Default)]
struct Connections {
    made: AtomicUsize,
    silent_below: AtomicUsize,
}

impl TcpProxy {
    pub async fn before(target: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let connections = Arc::<Connections>::default();
        let task = tokio::spawn({
            let connections = connections.clone();
            async move {
                while let Ok((client, _)) = listener.accept().await {
                    let number = connections.made.fetch_add(1, Ordering::SeqCst);
                    tokio::spawn(connect(client, target.clone(), connections.clone(), number));
                }
            }
        });
        TcpProxy { address, connections, task }
    }

    /// Silences the existing connections. New connections still transmit.
    pub fn silence_connections(&self) {
        self.connections.silent_below.store(self.connections.made.load(Ordering::SeqCst), Ordering::SeqCst);
    }

    /// Silences all connections, including new connections.
    pub fn silence_all(&self) {
        self.connections.silent_below.store(usize::MAX, Ordering::SeqCst);
    }

    /// The number of connections so far.
    pub fn connections_made(&self) -> usize {
        self.connections.made.load(Ordering::SeqCst)
    }
}

impl Drop for TcpProxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn connect(client: TcpStream, target: String, connections: Arc<Connections>, number: usize) {
    let is_silent = || number < connections.silent_below.load(Ordering::SeqCst);
    let Ok(server) = TcpStream::connect(target).await else { return };
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    tokio::join!(pump(from_client, to_server, is_silent), pump(from_server, to_client, is_silent));
}

async fn pump(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, is_silent: impl Fn() -> bool) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        if !is_silent() && to.write_all(&buffer[..count]).await.is_err() {
            return;
        }
    }
}
