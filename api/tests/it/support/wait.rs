//! Waiting for what happens by itself: asked again and again, until a deadline.

use std::time::{Duration, Instant};

/// Far beyond what anything here takes on a machine that is busy with builds.
const DEADLINE: Duration = Duration::from_secs(120);

/// Asks until there is an answer.
///
/// # Panics
/// At the deadline, naming what did not happen.
pub async fn until<T, F: Future<Output = Option<T>>>(what: &str, mut ask: impl FnMut() -> F) -> T {
    let start = Instant::now();
    loop {
        if let Some(answer) = ask().await {
            return answer;
        }
        assert!(start.elapsed() < DEADLINE, "{what}: it did not happen within {DEADLINE:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
