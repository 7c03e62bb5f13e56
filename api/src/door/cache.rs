//! The cache of public pages. It is bounded in bytes, renders each page once at a time, and has no page for a new revision
//! of the catalogue, because the revision is part of each key.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{self, BoxFuture, Shared};
use moka::sync::Cache;
use tokio::time::timeout;

use super::stored::StoredPage;

/// How long a page is answered without rendering it again.
const FRESH: Duration = Duration::from_millis(400);

/// How long a page is answered while one rendering replaces it (`stale-while-revalidate` of RFC 5861). Afterwards a request waits for the rendering. So no
/// visitor sees a page that began to be rendered longer ago, unless the page cannot be rendered. The data may have been
/// another 200 ms old then (`storefront/calendar/shared.rs`), so that it is at most a second old.
const STALE_WHILE_RENDERED: Duration = Duration::from_millis(800);

/// How long a page is answered if it cannot be rendered (`stale-if-error` of RFC 5861).
const STALE_IF_FAILED: Duration = Duration::from_secs(60);

/// How long a request waits for a rendering if there is a page that it can be answered with instead.
const PATIENCE: Duration = Duration::from_secs(1);

/// How many pages are rendered at the same time. More requests for pages that are not stored are refused, because they
/// would only wait.
const MAX_RENDERINGS: usize = 256;

/// The most memory that the pages may take, in bytes. A page with its compressed forms takes about 100 KB.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub revision: i32,
    /// The path, the query parameters that the page reads, and what the app's router asks for.
    pub name: String,
}

/// What became of a rendering.
#[derive(Clone)]
pub enum Rendered {
    Page(Arc<StoredPage>),
    /// There is no such page.
    NotFound,
    /// The page is not the same for all visitors now, and must be rendered for each of them.
    ForEachVisitor,
    /// The page could not be rendered. The cause was logged.
    Failed,
}

/// What a request is answered with.
pub struct Answer {
    pub rendered: Rendered,
    /// Whether the page is one that would have been rendered again if that had been possible.
    pub is_stale: bool,
}

type Rendering = Shared<BoxFuture<'static, Rendered>>;

pub struct PageCache {
    pages: Cache<Key, Arc<StoredPage>>,
    /// The renderings in progress.
    renderings: Mutex<HashMap<Key, Rendering>>,
}

impl PageCache {
    pub fn new() -> Arc<Self> {
        let weight =
            |key: &Key, page: &Arc<StoredPage>| u32::try_from(key.name.len() + page.bytes()).unwrap_or(u32::MAX);
        let pages = Cache::builder().max_capacity(MAX_BYTES).weigher(weight).time_to_live(STALE_IF_FAILED).build();
        Arc::new(PageCache { pages, renderings: Mutex::default() })
    }

    /// The stored page or, depending on its age, what `render` makes.
    pub async fn get<F>(self: &Arc<Self>, key: Key, render: impl FnOnce() -> F) -> Answer
    where
        F: Future<Output = Rendered> + Send + 'static,
    {
        let stored = self.pages.get(&key);
        let age = stored.as_ref().map(|page| page.began.elapsed());
        let Some(page) = stored.filter(|page| page.began.elapsed() < STALE_IF_FAILED) else {
            return Answer { rendered: self.render(key, render).await, is_stale: false };
        };
        if age.is_some_and(|age| age < FRESH) {
            return Answer { rendered: Rendered::Page(page), is_stale: false };
        }
        let rendering = self.render(key, render);
        if age.is_some_and(|age| age < STALE_WHILE_RENDERED) {
            return Answer { rendered: Rendered::Page(page), is_stale: false };
        }
        match timeout(PATIENCE, rendering).await {
            Ok(Rendered::Failed) | Err(_) => Answer { rendered: Rendered::Page(page), is_stale: true },
            Ok(rendered) => Answer { rendered, is_stale: false },
        }
    }

    /// The rendering in progress, or a new one. It ends even if nobody waits for it.
    fn render<F>(self: &Arc<Self>, key: Key, render: impl FnOnce() -> F) -> Rendering
    where
        F: Future<Output = Rendered> + Send + 'static,
    {
        let mut renderings = self.renderings.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rendering) = renderings.get(&key) {
            return rendering.clone();
        }
        if renderings.len() >= MAX_RENDERINGS {
            tracing::warn!(page = key.name, "too many pages are being rendered");
            return future::ready(Rendered::Failed).boxed().shared();
        }
        let (cache, work, of) = (self.clone(), render(), key.clone());
        let task = tokio::spawn(async move {
            // A rendering that panics must not stay in the list.
            let rendered = std::panic::AssertUnwindSafe(work).catch_unwind().await.unwrap_or(Rendered::Failed);
            match &rendered {
                Rendered::Page(page) => cache.pages.insert(of.clone(), page.clone()),
                Rendered::NotFound | Rendered::ForEachVisitor => cache.pages.invalidate(&of),
                Rendered::Failed => {}
            }
            cache.renderings.lock().unwrap_or_else(PoisonError::into_inner).remove(&of);
            rendered
        });
        let rendering = task.map(|ended| ended.unwrap_or(Rendered::Failed)).boxed().shared();
        renderings.insert(key, rendering.clone());
        rendering
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use bytes::Bytes;
    use poem::http::{HeaderMap, StatusCode};
    use tokio::time::{Instant, advance, sleep};

    use super::*;

    /// A cache, and a renderer that counts its renderings and numbers its pages.
    struct Pages {
        cache: Arc<PageCache>,
        count: Arc<AtomicUsize>,
    }

    impl Pages {
        fn new() -> Self {
            Pages { cache: PageCache::new(), count: Arc::default() }
        }

        fn count(&self) -> usize {
            self.count.load(Ordering::Relaxed)
        }

        /// The number of the page that a request gets, and whether it is late.
        async fn get(&self, name: &str, taking: Duration) -> (Option<String>, bool) {
            let count = self.count.clone();
            let render = move || async move {
                let (began, number) = (Instant::now(), count.fetch_add(1, Ordering::Relaxed) + 1);
                sleep(taking).await;
                let body = Bytes::from(number.to_string());
                Rendered::Page(Arc::new(StoredPage::new(began, StatusCode::OK, HeaderMap::new(), body)))
            };
            read(self.cache.get(key(name), render).await).await
        }

        async fn get_failing(&self, name: &str, rendered: Rendered, taking: Duration) -> (Option<String>, bool) {
            let render = move || async move {
                sleep(taking).await;
                rendered
            };
            read(self.cache.get(key(name), render).await).await
        }
    }

    fn key(name: &str) -> Key {
        Key { revision: 1, name: name.to_owned() }
    }

    async fn read(answer: Answer) -> (Option<String>, bool) {
        let Rendered::Page(page) = answer.rendered else { return (None, answer.is_stale) };
        (Some(page.respond(&HeaderMap::new()).into_body().into_string().await.unwrap()), answer.is_stale)
    }

    fn page(number: &str) -> (Option<String>, bool) {
        (Some(number.to_owned()), false)
    }

    const AT_ONCE: Duration = Duration::ZERO;
    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test(start_paused = true)]
    async fn page_is_answered_then_replaced_beside_and_after_800_milliseconds_waited_for() {
        let pages = Pages::new();
        assert_eq!(pages.get("/", AT_ONCE).await, page("1"));
        advance(Duration::from_millis(399)).await;
        assert_eq!((pages.get("/", AT_ONCE).await, pages.count()), (page("1"), 1));
        advance(Duration::from_millis(1)).await;
        assert_eq!(pages.get("/", AT_ONCE).await, page("1"), "the old page while the new one is rendered");
        sleep(Duration::from_millis(1)).await;
        assert_eq!((pages.get("/", AT_ONCE).await, pages.count()), (page("2"), 2));
        advance(SECOND).await;
        assert_eq!(pages.get("/", AT_ONCE).await, page("3"), "an older page is not answered");
    }

    #[tokio::test(start_paused = true)]
    async fn age_of_a_page_counts_from_the_beginning_of_its_rendering() {
        let pages = Pages::new();
        assert_eq!(pages.get("/", SECOND).await, page("1"));
        assert_eq!(pages.get("/", AT_ONCE).await, page("2"), "its data may be a second old");
    }

    #[tokio::test(start_paused = true)]
    async fn requests_for_one_page_share_one_rendering_and_other_pages_have_their_own() {
        let pages = Pages::new();
        let (one, other, third) =
            tokio::join!(pages.get("/a", SECOND), pages.get("/a", SECOND), pages.get("/b", SECOND));
        assert_eq!((one.clone(), pages.count()), (other, 2));
        assert_ne!(one, third);
    }

    #[tokio::test(start_paused = true)]
    async fn rendering_ends_even_if_its_visitor_has_left() {
        let pages = Pages::new();
        assert!(timeout(Duration::from_millis(10), pages.get("/", SECOND / 5)).await.is_err());
        sleep(Duration::from_millis(300)).await;
        assert_eq!((pages.get("/", AT_ONCE).await, pages.count()), (page("1"), 1));
    }

    #[tokio::test(start_paused = true)]
    async fn page_that_cannot_be_rendered_is_answered_for_a_minute_after_it_was_rendered_last() {
        let pages = Pages::new();
        let failing = async || pages.get_failing("/", Rendered::Failed, AT_ONCE).await;
        assert_eq!(failing().await, (None, false), "nothing is stored");
        pages.get("/", AT_ONCE).await;
        advance(Duration::from_secs(59)).await;
        assert_eq!(failing().await, (Some("1".to_owned()), true));
        advance(SECOND).await;
        assert_eq!(failing().await, (None, false));
    }

    #[tokio::test(start_paused = true)]
    async fn stored_page_is_answered_if_its_rendering_takes_longer_than_a_second() {
        let pages = Pages::new();
        pages.get("/", AT_ONCE).await;
        advance(SECOND * 5).await;
        let asked = Instant::now();
        assert_eq!(pages.get("/", SECOND * 30).await, (Some("1".to_owned()), true));
        assert_eq!(asked.elapsed(), PATIENCE);
    }

    #[tokio::test(start_paused = true)]
    async fn page_that_no_longer_exists_or_depends_on_the_visitor_is_not_answered_again() {
        for gone in [Rendered::NotFound, Rendered::ForEachVisitor] {
            let pages = Pages::new();
            pages.get("/", AT_ONCE).await;
            advance(SECOND * 2).await;
            assert_eq!(pages.get_failing("/", gone, AT_ONCE).await, (None, false));
            assert_eq!(pages.get_failing("/", Rendered::Failed, AT_ONCE).await, (None, false));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn page_is_refused_while_too_many_others_are_rendered() {
        let pages = Pages::new();
        let names: Vec<String> = (0..MAX_RENDERINGS).map(|nth| format!("/{nth}")).collect();
        let others = future::join_all(names.iter().map(|name| pages.get(name, SECOND)));
        let one_more = async {
            tokio::task::yield_now().await;
            pages.get("/one-more", SECOND).await
        };
        let (others, refused) = tokio::join!(others, one_more);
        assert!(others.iter().all(|(page, _)| page.is_some()));
        assert_eq!(refused, (None, false));
        assert!(pages.get("/one-more", SECOND).await.0.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn page_of_an_earlier_catalogue_is_not_answered() {
        let pages = Pages::new();
        pages.get("/", AT_ONCE).await;
        let rendered = pages.cache.get(Key { revision: 2, ..key("/") }, || async { Rendered::Failed }).await.rendered;
        assert!(matches!(rendered, Rendered::Failed));
    }
}
