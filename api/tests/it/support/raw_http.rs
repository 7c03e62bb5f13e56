//! Raw HTTP requests, which no client library would send.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A response: status and body.
pub struct RawAnswer {
    pub status: u16,
    pub body: String,
}

/// Sends bytes and reads until the server closes the connection, which the request must ask for.
pub async fn send(address: SocketAddr, request: &[u8]) -> RawAnswer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split_whitespace().nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    RawAnswer { status, body: body.to_owned() }
}
