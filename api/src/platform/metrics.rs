//! Metrics of this process for Prometheus, with names by its conventions
//! (<https://prometheus.io/docs/practices/naming/>): base units, and `_total` for counters.
//!
//! The values of labels come from the code and are few. No label has the id, name or address of a person, an order or a
//! cart.

use std::fmt;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use crate::error::{Error, Result};

/// The media type of [`Metrics::text`].
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The upper bounds of the buckets of durations, in seconds: from a page of the cache to a processor that is slow.
const SECONDS: [f64; 12] = [0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// A call of the API, by its operation id in the API's document.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CallLabels {
    call: &'static str,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CallLabel {
    call: &'static str,
}

/// A page or file that the door delivered, by the pattern of its path.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PageLabels {
    page: &'static str,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PageLabel {
    page: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RenderLabel {
    result: RenderResult,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ClaimLabel {
    result: ClaimResult,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct JobLabels {
    kind: String,
    result: JobResult,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StateLabel {
    state: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct WaitingLabels {
    room: String,
    shoppers: &'static str,
}

/// Makes an enum whose values are those of a label.
macro_rules! labels {
    ($(#[$of_type:meta])* $name:ident { $($(#[$of_value:meta])* $value:ident = $text:literal),* $(,)? }) => {
        $(#[$of_type])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$of_value])* $value),* }

        impl EncodeLabelValue for $name {
            fn encode(&self, encoder: &mut LabelValueEncoder) -> fmt::Result {
                let text = match self { $($name::$value => $text),* };
                EncodeLabelValue::encode(&text, encoder)
            }
        }
    };
}

labels!(
    /// What became of a shopper's addition to a cart.
    ClaimResult {
        Held = "held",
        /// Places were missing, or one network address held too many.
        Refused = "refused",
    }
);

labels!(
    /// How the rendering of a page that is the same for all visitors ended.
    RenderResult {
        Page = "page",
        NotFound = "not_found",
        /// The page has to be rendered for each visitor.
        ForEachVisitor = "for_each_visitor",
        Failed = "failed",
    }
);

labels!(
    /// How an attempt at a job ended.
    JobResult {
        Done = "done",
        /// It will be tried again.
        Failed = "failed",
        GivenUp = "given_up",
    }
);

/// What is true of the whole shop at the moment. Each process reports the same.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ShopFigures {
    pub catalog_revision: i64,
    /// The jobs that are due, and the longest time that one of them has been due, in seconds.
    pub jobs_due: i64,
    pub oldest_job_seconds: i64,
    /// The jobs that were given up and are still stored.
    pub jobs_given_up: i64,
    /// The refunds' payments that are not final, by their state.
    pub open_refund_payments: Vec<(String, i64)>,
    /// How many of the last 31 days ended with each result of the comparison with the processors' books, and their differences.
    pub reconciled_days: Vec<(String, i64)>,
    pub reconciliation_differences: i64,
    /// The shoppers of each active waiting room, by what they do or did.
    pub waiting_rooms: Vec<(String, Vec<(&'static str, i64)>)>,
}

/// A family of histograms of seconds.
type Durations<L> = Family<L, Histogram, fn() -> Histogram>;

fn durations<L: Clone + Eq + std::hash::Hash>() -> Durations<L> {
    Family::new_with_constructor(|| Histogram::new(SECONDS))
}

/// All metrics of this process.
pub struct Metrics {
    registry: Registry,
    calls: Family<CallLabels, Counter>,
    call_seconds: Durations<CallLabel>,
    pages: Family<PageLabels, Counter>,
    page_seconds: Durations<PageLabel>,
    renders: Family<RenderLabel, Counter>,
    stale_pages: Counter,
    claims: Family<ClaimLabel, Counter>,
    expired_claims: Counter,
    orders: Counter,
    jobs: Family<JobLabels, Counter>,
    catalog_revision: Gauge,
    jobs_due: Gauge,
    oldest_job_seconds: Gauge,
    jobs_given_up: Gauge,
    open_refund_payments: Family<StateLabel, Gauge>,
    reconciled_days: Family<StateLabel, Gauge>,
    reconciliation_differences: Gauge,
    waiting_room_shoppers: Family<WaitingLabels, Gauge>,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut metrics = Metrics {
            registry: Registry::with_prefix("midway"),
            calls: Family::default(),
            call_seconds: durations(),
            pages: Family::default(),
            page_seconds: durations(),
            renders: Family::default(),
            stale_pages: Counter::default(),
            claims: Family::default(),
            expired_claims: Counter::default(),
            orders: Counter::default(),
            jobs: Family::default(),
            catalog_revision: Gauge::default(),
            jobs_due: Gauge::default(),
            oldest_job_seconds: Gauge::default(),
            jobs_given_up: Gauge::default(),
            open_refund_payments: Family::default(),
            reconciled_days: Family::default(),
            reconciliation_differences: Gauge::default(),
            waiting_room_shoppers: Family::default(),
        };
        metrics.register();
        metrics
    }
}

impl Metrics {
    fn register(&mut self) {
        let Metrics { registry, .. } = self;
        registry.register("calls", "Calls of the API that were answered", self.calls.clone());
        registry.register_with_unit("call", "Time until a call was answered", Unit::Seconds, self.call_seconds.clone());
        registry.register("pages", "Pages and files that were delivered", self.pages.clone());
        registry.register_with_unit(
            "page",
            "Time until a page was delivered",
            Unit::Seconds,
            self.page_seconds.clone(),
        );
        registry.register("renders", "Renderings of pages that are the same for all visitors", self.renders.clone());
        registry.register("stale_pages", "Old pages delivered because rendering failed", self.stale_pages.clone());
        registry.register(
            "claims",
            "Additions to carts, and changes for which places were missing",
            self.claims.clone(),
        );
        registry.register(
            "expired_claims",
            "Held places that were released because their time was over",
            self.expired_claims.clone(),
        );
        registry.register("orders", "Orders that were placed", self.orders.clone());
        registry.register("jobs", "Attempts at jobs", self.jobs.clone());
        registry.register("catalog_revision", "The catalogue that is served", self.catalog_revision.clone());
        registry.register("jobs_due", "Jobs that are due", self.jobs_due.clone());
        registry.register_with_unit(
            "oldest_due_job",
            "How long the oldest due job has been due",
            Unit::Seconds,
            self.oldest_job_seconds.clone(),
        );
        registry.register(
            "jobs_given_up",
            "Jobs that were given up; midway doctor names them",
            self.jobs_given_up.clone(),
        );
        registry.register(
            "open_refund_payments",
            "Payments back that are not final",
            self.open_refund_payments.clone(),
        );
        registry.register(
            "reconciled_days",
            "Of the last 31 days, those with this result of the reconciliation",
            self.reconciled_days.clone(),
        );
        registry.register(
            "reconciliation_differences",
            "Differences between the processors' books and the shop's in the last 31 days",
            self.reconciliation_differences.clone(),
        );
        registry.register(
            "waiting_room_shoppers",
            "Shoppers of a waiting room who wait or are inside now, or joined, entered, finished or were refused so far",
            self.waiting_room_shoppers.clone(),
        );
    }

    /// Counts a call of the API that took this long. `call` is its operation id, or another fixed word.
    pub fn called(&self, call: &'static str, status: u16, took: Duration) {
        self.calls.get_or_create(&CallLabels { call, status }).inc();
        self.call_seconds.get_or_create(&CallLabel { call }).observe(took.as_secs_f64());
    }

    /// Counts a page or file that took this long. `page` is the pattern of its path.
    pub fn delivered(&self, page: &'static str, status: u16, took: Duration) {
        self.pages.get_or_create(&PageLabels { page, status }).inc();
        self.page_seconds.get_or_create(&PageLabel { page }).observe(took.as_secs_f64());
    }

    pub fn rendered(&self, result: RenderResult) {
        self.renders.get_or_create(&RenderLabel { result }).inc();
    }

    pub fn delivered_stale(&self) {
        self.stale_pages.inc();
    }

    pub fn claimed(&self, result: ClaimResult) {
        self.claims.get_or_create(&ClaimLabel { result }).inc();
    }

    pub fn released(&self, claims: u64) {
        self.expired_claims.inc_by(claims);
    }

    pub fn ordered(&self) {
        self.orders.inc();
    }

    pub fn worked(&self, kind: &str, result: JobResult) {
        self.jobs.get_or_create(&JobLabels { kind: kind.to_owned(), result }).inc();
    }

    /// All metrics, with what is true of the shop now, in the OpenMetrics text format
    /// (<https://prometheus.io/docs/specs/om/open_metrics_spec/>).
    ///
    /// # Errors
    /// [`Error::Internal`] when they cannot be written.
    pub fn text(&self, shop: &ShopFigures) -> Result<String> {
        self.catalog_revision.set(shop.catalog_revision);
        self.jobs_due.set(shop.jobs_due);
        self.oldest_job_seconds.set(shop.oldest_job_seconds);
        self.jobs_given_up.set(shop.jobs_given_up);
        set_all(&self.open_refund_payments, &shop.open_refund_payments);
        set_all(&self.reconciled_days, &shop.reconciled_days);
        self.reconciliation_differences.set(shop.reconciliation_differences);
        self.waiting_room_shoppers.clear();
        for (room, shoppers) in &shop.waiting_rooms {
            for (shoppers, count) in shoppers {
                let labels = WaitingLabels { room: room.clone(), shoppers };
                self.waiting_room_shoppers.get_or_create(&labels).set(*count);
            }
        }
        let mut text = String::new();
        encode(&mut text, &self.registry).map_err(Error::internal)?;
        Ok(text)
    }
}

/// Sets the counts of all states. A state that is not among them has none.
fn set_all(family: &Family<StateLabel, Gauge>, counts: &[(String, i64)]) {
    family.clear();
    for (state, count) in counts {
        family.get_or_create(&StateLabel { state: state.clone() }).set(*count);
    }
}
