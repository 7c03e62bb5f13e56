//! A TCP proxy that loses one call or one answer when it is told to.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lost {
    Call,
    Answer,
    AnswerToChange,
}

/// Every call to a processor is a connection of its own, so the next connection is the next call.
pub struct FaultyProxy {
    pub address: SocketAddr,
    next: Arc<Mutex<Option<Lost>>>,
    task: JoinHandle<()>,
}

impl FaultyProxy {
    pub async fn before(target: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let next = Arc::<Mutex<Option<Lost>>>::default();
        let task = tokio::spawn({
            let next = next.clone();
            async move {
                while let Ok((client, _)) = listener.accept().await {
                    let is_change = starts_with_post(&client).await;
                    let fault = next.lock().unwrap().take_if(|it| is_change || *it != Lost::AnswerToChange);
                    tokio::spawn(connect(client, target, fault));
                }
            }
        });
        FaultyProxy { address, next, task }
    }

    /// The next call does not arrive.
    pub fn lose_call(&self) {
        *self.next.lock().unwrap() = Some(Lost::Call);
    }

    /// The next call is carried out, and its answer is lost.
    pub fn lose_answer(&self) {
        *self.next.lock().unwrap() = Some(Lost::Answer);
    }

    /// The next call that changes something is carried out, and its answer is lost. A step may look before it acts.
    pub fn lose_answer_to_change(&self) {
        *self.next.lock().unwrap() = Some(Lost::AnswerToChange);
    }
}

impl Drop for FaultyProxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn starts_with_post(client: &TcpStream) -> bool {
    let mut start = [0; 4];
    matches!(client.peek(&mut start).await, Ok(4)) && &start == b"POST"
}

async fn connect(mut client: TcpStream, target: SocketAddr, fault: Option<Lost>) {
    if fault == Some(Lost::Call) {
        // The call is read, so that its sender cannot know that it went no further.
        let mut call = [0; 1024];
        let _read = client.read(&mut call).await;
        return;
    }
    let Ok(mut server) = TcpStream::connect(target).await else { return };
    if fault.is_none() {
        let _ended = tokio::io::copy_bidirectional(&mut client, &mut server).await;
        return;
    }
    let (mut from_client, _to_client) = client.split();
    let (mut from_server, mut to_server) = server.split();
    let mut answer = [0; 1];
    let forward = async {
        let mut buffer = vec![0; 16 * 1024];
        while let Ok(count @ 1..) = from_client.read(&mut buffer).await {
            if to_server.write_all(&buffer[..count]).await.is_err() {
                break;
            }
        }
        std::future::pending::<()>().await;
    };
    // The first byte of the answer shows that the call was carried out.
    tokio::select! {
        _ = from_server.read(&mut answer) => {}
        () = forward => {}
    }
}
