//! Waiting for something that happens in the background, with a deadline.

use std::time::{Duration, Instant};

/// Much longer than any wait on a busy machine.
const DEADLINE: Duration = Duration::from_secs(120);

/// Asks repeatedly until there is an answer.
///
/// # Panics
/// At the deadline, naming what did not happen.
pub async fn until<T, F: Future<Output = Option<T>>>(what: &str, mut ask: impl FnMut() -> F) -> T {
    let start = Instant::now();
    loop {
        if let Some(answer) = ask().await {
            return answer;
        }
        assert!(start.elapsed() < DEADLINE, "{what}: not within {DEADLINE:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
