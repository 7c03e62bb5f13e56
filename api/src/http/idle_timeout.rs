//! Timeouts for connections whose client is silent, so that idle clients cannot occupy all connections.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use poem::http::uri::Scheme;
use poem::listener::Acceptor;
use poem::web::{LocalAddr, RemoteAddr};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// The maximum time from the first byte of a request to the end of its headers.
const HEADERS: Duration = Duration::from_secs(20);

/// The maximum time for which a connection may wait for its first or its next request, and the maximum time for which a
/// client may leave an answer unread. It is longer than the keep-alive time of the proxies in front, so that they close
/// idle connections first.
const SILENCE: Duration = Duration::from_secs(75);

const END_OF_HEADERS: &[u8] = b"\r\n\r\n";

/// The first bytes of a connection with HTTP/2 (RFC 9113, section 3.4).
const HTTP_2: &[u8] = b"PRI * HTTP/2";

/// Accepts connections and closes the connections of silent clients.
pub struct WithIdleTimeout<A>(pub A);

impl<A: Acceptor> Acceptor for WithIdleTimeout<A> {
    type Io = IdleTimeoutStream<A::Io>;

    fn local_addr(&self) -> Vec<LocalAddr> {
        self.0.local_addr()
    }

    async fn accept(&mut self) -> io::Result<(Self::Io, LocalAddr, RemoteAddr, Scheme)> {
        let (stream, local, remote, scheme) = self.0.accept().await?;
        Ok((IdleTimeoutStream::new(stream), local, remote, scheme))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waiting {
    /// Waits for a request, or for the client to read an answer.
    Request,
    /// Waits for the end of the headers. The number counts the bytes of the final blank line that have already matched.
    Headers(usize),
    /// The answer is being prepared. The client only has to send the body, and reading the body has a separate timeout.
    Answer,
    /// Waits for any part of a request or of an answer. With HTTP/2, several requests share the connection.
    Frames,
}

/// A client connection and its current timeout.
pub struct IdleTimeoutStream<S> {
    inner: S,
    waiting: Waiting,
    deadline: Pin<Box<Sleep>>,
}

impl<S> IdleTimeoutStream<S> {
    fn new(inner: S) -> Self {
        let deadline = Box::pin(sleep_until(Instant::now() + SILENCE));
        IdleTimeoutStream { inner, waiting: Waiting::Request, deadline }
    }

    fn waits(&mut self, waiting: Waiting, at_most: Duration) {
        self.waiting = waiting;
        self.deadline.as_mut().reset(Instant::now() + at_most);
    }

    /// Updates the timeout after bytes of a request arrived.
    fn bytes_received(&mut self, bytes: &[u8]) {
        if self.waiting == Waiting::Frames || self.waiting == Waiting::Request && bytes.starts_with(HTTP_2) {
            self.waits(Waiting::Frames, SILENCE);
            return;
        }
        if self.waiting == Waiting::Request {
            self.waits(Waiting::Headers(0), HEADERS);
        }
        let Waiting::Headers(mut matched) = self.waiting else { return };
        for byte in bytes {
            matched = match *byte {
                byte if byte == END_OF_HEADERS[matched] => matched + 1,
                b'\r' => 1,
                _ => 0,
            };
            if matched == END_OF_HEADERS.len() {
                self.waiting = Waiting::Answer;
                return;
            }
        }
        self.waiting = Waiting::Headers(matched);
    }

    /// Updates the timeout after part of an answer was written.
    fn answer_sent(&mut self) {
        let next = if self.waiting == Waiting::Frames { Waiting::Frames } else { Waiting::Request };
        self.waits(next, SILENCE);
    }

    /// The result of a read or write that must wait: pending, or an error after the timeout.
    fn pending<T>(&mut self, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if self.waiting != Waiting::Answer && self.deadline.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        Poll::Pending
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for IdleTimeoutStream<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        match Pin::new(&mut self.inner).poll_read(cx, buf) {
            Poll::Pending => self.pending(cx),
            Poll::Ready(Ok(())) => {
                self.bytes_received(&buf.filled()[before..]);
                Poll::Ready(Ok(()))
            }
            failed => failed,
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for IdleTimeoutStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match Pin::new(&mut self.inner).poll_write(cx, bytes) {
            Poll::Pending => self.pending(cx),
            Poll::Ready(written) => {
                self.answer_sent();
                Poll::Ready(written)
            }
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match Pin::new(&mut self.inner).poll_write_vectored(cx, parts) {
            Poll::Pending => self.pending(cx),
            Poll::Ready(written) => {
                self.answer_sent();
                Poll::Ready(written)
            }
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
    use tokio::time::advance;

    use super::*;

    fn connection() -> (DuplexStream, IdleTimeoutStream<DuplexStream>) {
        let (client, server) = duplex(64);
        (client, IdleTimeoutStream::new(server))
    }

    async fn reads(stream: &mut IdleTimeoutStream<DuplexStream>) -> io::Result<usize> {
        stream.read(&mut [0; 64]).await
    }

    fn is_over(read: &io::Result<usize>) -> bool {
        read.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::TimedOut)
    }

    #[tokio::test(start_paused = true)]
    async fn silent_client_is_disconnected() {
        let (_client, mut stream) = connection();
        let began = Instant::now();
        assert!(is_over(&reads(&mut stream).await));
        assert_eq!(began.elapsed().as_secs(), SILENCE.as_secs());
    }

    #[tokio::test(start_paused = true)]
    async fn connection_ends_when_headers_arrive_too_slowly() {
        let (mut client, mut stream) = connection();
        let began = Instant::now();
        let last = loop {
            client.write_all(b"X").await.unwrap();
            let read = reads(&mut stream).await;
            if read.is_err() || began.elapsed() > SILENCE {
                break read;
            }
            let next = reads(&mut stream);
            tokio::pin!(next);
            tokio::select! {
                read = &mut next => break read,
                () = tokio::time::sleep(Duration::from_secs(3)) => {}
            }
        };
        assert!(is_over(&last), "{last:?}");
        assert_eq!(began.elapsed().as_secs(), HEADERS.as_secs());
    }

    #[tokio::test(start_paused = true)]
    async fn connection_stays_open_during_a_slow_answer_and_afterwards_for_the_next_request() {
        let (mut client, mut stream) = connection();
        for _ in 0..3 {
            // The client sends the headers in two parts, split inside the final blank line.
            client.write_all(b"GET / HTTP/1.1\r\nHost: shop\r\n\r").await.unwrap();
            reads(&mut stream).await.unwrap();
            client.write_all(b"\n").await.unwrap();
            reads(&mut stream).await.unwrap();
            advance(SILENCE * 3).await;
            stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await.unwrap();
            client.read_exact(&mut [0; 27]).await.unwrap();
            advance(SILENCE - Duration::from_secs(1)).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn connection_with_http_2_ends_only_after_a_long_silence() {
        let (mut client, mut stream) = connection();
        client.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await.unwrap();
        reads(&mut stream).await.unwrap();
        for _ in 0..3 {
            advance(SILENCE - Duration::from_secs(1)).await;
            client.write_all(b"frame").await.unwrap();
            reads(&mut stream).await.unwrap();
            advance(SILENCE - Duration::from_secs(1)).await;
            stream.write_all(b"frame").await.unwrap();
            client.read_exact(&mut [0; 5]).await.unwrap();
        }
        let began = Instant::now();
        assert!(is_over(&reads(&mut stream).await));
        assert_eq!(began.elapsed().as_secs(), SILENCE.as_secs());
    }

    #[tokio::test(start_paused = true)]
    async fn connection_ends_when_the_client_does_not_read_the_answer() {
        let (_client, mut stream) = connection();
        let error = stream.write_all(&[0; 1_000]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
