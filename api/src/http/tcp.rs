//! Connections over TCP.

use std::io;
use std::net::SocketAddr;

use poem::http::uri::Scheme;
use poem::listener::{Acceptor, Listener, TcpAcceptor, TcpListener};
use poem::web::{LocalAddr, RemoteAddr};
use tokio::net::TcpStream;

/// Listens on an address. Each part of an answer is sent as soon as it is written (`TCP_NODELAY`). Without this, the
/// second part of a page would wait until the client has acknowledged the first part, which takes up to 40 ms.
pub struct TcpAddress(pub SocketAddr);

impl Listener for TcpAddress {
    type Acceptor = WithoutDelay;

    async fn into_acceptor(self) -> io::Result<WithoutDelay> {
        TcpListener::bind(self.0).into_acceptor().await.map(WithoutDelay)
    }
}

/// Accepts connections that send each part at once.
pub struct WithoutDelay(TcpAcceptor);

impl Acceptor for WithoutDelay {
    type Io = TcpStream;

    fn local_addr(&self) -> Vec<LocalAddr> {
        self.0.local_addr()
    }

    async fn accept(&mut self) -> io::Result<(TcpStream, LocalAddr, RemoteAddr, Scheme)> {
        let (stream, local, remote, scheme) = self.0.accept().await?;
        // This fails only for a connection that the client has closed already.
        let _closed = stream.set_nodelay(true);
        Ok((stream, local, remote, scheme))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn accepted_connections_send_each_part_at_once() {
        let mut acceptor = TcpAddress("127.0.0.1:0".parse().unwrap()).into_acceptor().await.unwrap();
        let address = *acceptor.local_addr()[0].as_socket_addr().unwrap();
        let (client, accepted) = tokio::join!(TcpStream::connect(address), acceptor.accept());
        assert!(client.is_ok() && accepted.unwrap().0.nodelay().unwrap());
    }
}
