//! A queue for files that keep a CPU core busy for seconds while they are rendered, such as PDF tickets. A few are
//! rendered at a time, and the results are cached for repeated requests.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use moka::sync::Cache;
use tokio::sync::Semaphore;

use crate::error::{Error, Result};

/// The maximum size of the cache in bytes: about a hundred large orders.
const CACHE_BYTES: u64 = 64 * 1024 * 1024;
/// How long a file stays cached after its last use. Shoppers usually open their tickets right after the purchase.
const CACHE_IDLE_TIME: Duration = Duration::from_secs(10 * 60);
/// How many requests may wait for a rendering at the same time, running renderings included. Further requests are
/// refused.
const MAX_WAITING: usize = 64;

/// The cached files, keyed by the content that they were rendered from, and the limits of the queue.
#[derive(Clone)]
pub struct PdfQueue {
    files: Cache<String, Bytes>,
    rendering: Arc<Semaphore>,
    queue: Arc<Semaphore>,
}

impl Default for PdfQueue {
    /// Leaves at least one core free for other requests, unless the machine has only one.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let size = |_: &String, file: &Bytes| u32::try_from(file.len()).unwrap_or(u32::MAX);
        PdfQueue {
            files: Cache::builder().max_capacity(CACHE_BYTES).weigher(size).time_to_idle(CACHE_IDLE_TIME).build(),
            rendering: Arc::new(Semaphore::new((cores - 1).max(1))),
            queue: Arc::new(Semaphore::new(MAX_WAITING)),
        }
    }
}

impl PdfQueue {
    /// The file for the key `key`, rendered by `render` unless it is cached. When several requests with the same key
    /// arrive at the same time, only one of them renders the file.
    ///
    /// # Errors
    /// The errors of `render`; [`Error::Unavailable`] when too many requests wait.
    pub async fn get(&self, key: String, render: impl FnOnce() -> Result<Vec<u8>> + Send + 'static) -> Result<Bytes> {
        if let Some(file) = self.files.get(&key) {
            return Ok(file);
        }
        let full =
            || Error::Unavailable { service: "the PDF renderer", cause: "too many requests are waiting".to_owned() };
        let _place = self.queue.clone().try_acquire_owned().map_err(|_| full())?;
        let permit = self.rendering.clone().acquire_owned().await.map_err(Error::internal)?;
        let files = self.files.clone();
        let task = tokio::task::spawn_blocking(move || {
            // The rendering thread holds the permit. If the caller disconnects, the permit stays taken until the
            // rendering has ended.
            let _permit = permit;
            let mut failure = None;
            let file = files.try_get_with(key, || render().map(Bytes::from).map_err(|error| failure = Some(error)));
            file.map_err(|_| {
                failure.unwrap_or_else(|| Error::internal("the rendering that this request waited for failed"))
            })
        });
        task.await.map_err(Error::internal)?
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;

    use super::*;

    #[derive(Default)]
    struct Counted {
        drawn: AtomicUsize,
        at_once: AtomicUsize,
        most_at_once: AtomicUsize,
    }

    impl Counted {
        fn render(&self) -> Result<Vec<u8>> {
            let now = self.at_once.fetch_add(1, Ordering::SeqCst) + 1;
            self.most_at_once.fetch_max(now, Ordering::SeqCst);
            std::thread::yield_now();
            self.drawn.fetch_add(1, Ordering::SeqCst);
            self.at_once.fetch_sub(1, Ordering::SeqCst);
            Ok(vec![7; 1_000])
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn request_for_a_pdf_that_is_being_rendered_waits_for_it() {
        let queue = PdfQueue { rendering: Arc::new(Semaphore::new(2)), ..PdfQueue::default() };
        let counted = Arc::new(Counted::default());
        let get = || {
            let (counted, rendering) = (counted.clone(), queue.rendering.clone());
            queue.get("a".to_owned(), move || {
                while rendering.available_permits() > 0 {
                    std::thread::yield_now();
                }
                counted.render()
            })
        };
        let (one, other) = tokio::join!(get(), get());
        assert_eq!(one.unwrap(), other.unwrap());
        assert_eq!(counted.drawn.load(Ordering::SeqCst), 1);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn with_one_rendering_permit_each_pdf_is_rendered_once_and_no_two_at_the_same_time() {
        let queue = PdfQueue { rendering: Arc::new(Semaphore::new(1)), ..PdfQueue::default() };
        let counted = Arc::new(Counted::default());
        let get = |key: usize| {
            let counted = counted.clone();
            queue.get(key.to_string(), move || counted.render())
        };
        let files = join_all((0..48).map(|nth| get(nth % 4))).await;
        assert!(files.iter().all(|file| file.as_ref().is_ok_and(|file| file.len() == 1_000)));
        assert_eq!(counted.drawn.load(Ordering::SeqCst), 4);
        assert_eq!(counted.most_at_once.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn pdf_request_is_refused_when_the_queue_is_full() {
        let queue = PdfQueue { queue: Arc::new(Semaphore::new(0)), ..PdfQueue::default() };
        assert!(matches!(queue.get("a".to_owned(), || Ok(Vec::new())).await, Err(Error::Unavailable { .. })));
    }

    #[tokio::test]
    async fn failed_pdf_rendering_is_repeated_on_the_next_request() {
        let queue = PdfQueue::default();
        let failing = queue.get("a".to_owned(), || Err(Error::NotFound)).await;
        assert!(matches!(failing, Err(Error::NotFound)));
        assert_eq!(queue.get("a".to_owned(), || Ok(vec![1])).await.unwrap(), vec![1]);
    }
}
