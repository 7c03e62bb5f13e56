//! Answers about availability that are the same for all visitors. During a rush, thousands ask for the same days within a
//! moment, and most of them get an answer that was already made for another.
//!
//! An answer is shared as long as it would be made again exactly like this: this process has changed nothing since, the
//! catalogue and the second of the clock are the same, and so little time has passed that a change by another process
//! may still be on its way.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use moka::sync::Cache;
use tokio::time::Instant;

use crate::app::App;
use crate::error::Result;
use midway_catalog::Catalog;

/// How long an answer may miss a change that another process has made.
const SHARED_FOR: Duration = Duration::from_millis(200);

/// The most memory that the answers may take, in bytes. The largest takes about 100 KB.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

pub struct SharedAnswers(Cache<String, Arc<Answer>>);

struct Answer {
    state: ShopState,
    began: Instant,
    body: Bytes,
}

/// What an answer depends on, besides the request and the changes of other processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShopState {
    /// The revision of the catalogue.
    pub revision: i32,
    /// The second of the shop's clock.
    pub second: i64,
    /// The number of changes that this process has made in the database. It must be read before the data, so that a
    /// change in between makes the answer old.
    pub changes: u64,
}

impl ShopState {
    pub fn of(app: &App, catalog: &Catalog, now: midway_kernel::time::Instant) -> Self {
        ShopState { revision: catalog.revision, second: now.timestamp(), changes: app.db.changes() }
    }
}

impl Default for SharedAnswers {
    fn default() -> Self {
        let weight =
            |key: &String, answer: &Arc<Answer>| u32::try_from(key.len() + answer.body.len()).unwrap_or(u32::MAX);
        SharedAnswers(Cache::builder().max_capacity(MAX_BYTES).weigher(weight).time_to_live(SHARED_FOR).build())
    }
}

impl SharedAnswers {
    /// The answer to a request, which `key` contains completely, or a new one from `make`. Without a key, the answer is
    /// for its visitor alone.
    pub async fn get(
        &self,
        key: Option<String>,
        state: ShopState,
        make: impl AsyncFnOnce() -> Result<Bytes>,
    ) -> Result<Bytes> {
        let Some(key) = key else { return make().await };
        let began = Instant::now();
        let shared = self.0.get(&key).filter(|answer| answer.state == state && answer.began.elapsed() < SHARED_FOR);
        if let Some(answer) = shared {
            return Ok(answer.body.clone());
        }
        let body = make().await?;
        self.0.insert(key, Arc::new(Answer { state, began, body: body.clone() }));
        Ok(body)
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;
    use crate::error::Error;

    const STATE: ShopState = ShopState { revision: 1, second: 0, changes: 0 };

    async fn get(answers: &SharedAnswers, key: &str, state: ShopState, new: &'static str) -> Bytes {
        answers.get(Some(key.to_owned()), state, async || Ok(Bytes::from(new))).await.unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn answer_is_shared_while_the_shop_has_not_changed_and_for_at_most_200_milliseconds() {
        let answers = SharedAnswers::default();
        assert_eq!(get(&answers, "days", STATE, "first").await, "first");
        advance(Duration::from_millis(199)).await;
        assert_eq!(get(&answers, "days", STATE, "second").await, "first");
        assert_eq!(get(&answers, "other days", STATE, "others").await, "others");
        advance(Duration::from_millis(1)).await;
        assert_eq!(get(&answers, "days", STATE, "before").await, "before");
        let changed =
            [ShopState { revision: 2, ..STATE }, ShopState { second: 1, ..STATE }, ShopState { changes: 1, ..STATE }];
        for state in changed {
            assert_eq!(get(&answers, "days", STATE, "before").await, "before", "made again after the last change");
            assert_eq!(get(&answers, "days", state, "changed").await, "changed", "{state:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn answer_without_a_key_is_made_for_each_visitor() {
        let answers = SharedAnswers::default();
        for own in ["ada's", "ben's"] {
            let answer = answers.get(None, STATE, async || Ok(Bytes::from(own))).await.unwrap();
            assert_eq!(answer, own);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn failure_is_not_shared() {
        let answers = SharedAnswers::default();
        let failed = answers.get(Some("days".to_owned()), STATE, async || Err(Error::NotFound)).await;
        assert!(matches!(failed, Err(Error::NotFound)));
        assert_eq!(get(&answers, "days", STATE, "first").await, "first");
    }
}
