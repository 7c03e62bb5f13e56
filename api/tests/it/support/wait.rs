//! Waiting for something that happens in the background, with a deadline.

use std::fmt::Display;
use std::time::{Duration, Instant};

/// The maximum time to wait. It is much longer than any wait on a busy machine.
const DEADLINE: Duration = Duration::from_secs(120);

/// Asks repeatedly until there is an answer.
///
/// # Panics
/// At the deadline, naming what did not happen.
pub async fn until<T, F: Future<Output = Option<T>>>(what: &str, mut ask: impl FnMut() -> F) -> T {
    let ask = || {
        let answer = ask();
        async { answer.await.ok_or("no answer") }
    };
    until_ok(what, ask).await
}

/// Tries repeatedly until it succeeds.
///
/// # Panics
/// At the deadline, naming what did not happen and the last error.
pub async fn until_ok<T, E: Display, F: Future<Output = Result<T, E>>>(what: &str, mut ask: impl FnMut() -> F) -> T {
    let start = Instant::now();
    loop {
        match ask().await {
            Ok(answer) => return answer,
            Err(error) => assert!(start.elapsed() < DEADLINE, "{what}: not within {DEADLINE:?}: {error}"),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
