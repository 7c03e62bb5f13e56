//! Answers about products as they go over the wire, kept ready. They change with the revision, at a site's midnight and at the
//! edges of sale windows and sale prices, and at no other time; availability is not in them.

use std::sync::Arc;

use bytes::Bytes;
use chrono::Days;
use moka::sync::Cache;
use poem_openapi::types::ToJSON;

use midway_catalog::Catalog;
use midway_catalog::files::Product;
use midway_kernel::time::{Instant, instant_at};

/// Far more than any shop has products.
const MOST_ANSWERS: u64 = 10_000;

/// One process's ready answers, by product, or under "" for all that is on sale.
pub struct Answers(Cache<String, Arc<Answer>>);

struct Answer {
    revision: i32,
    until: Instant,
    body: Bytes,
}

impl Default for Answers {
    fn default() -> Self {
        Answers(Cache::new(MOST_ANSWERS))
    }
}

impl Answers {
    /// The ready answer, or the one that `make` makes, which holds while nothing about `products` changes.
    pub fn get<'p, T: ToJSON>(
        &self,
        name: &str,
        catalog: &Catalog,
        products: impl Iterator<Item = &'p Product>,
        now: Instant,
        make: impl FnOnce() -> T,
    ) -> Bytes {
        let ready = self.0.get(name);
        if let Some(answer) = ready.filter(|answer| answer.revision == catalog.revision && now < answer.until) {
            return answer.body.clone();
        }
        let body = Bytes::from(make().to_json_string());
        if let Some(until) = products.map(|product| holds_until(catalog, product, now)).min() {
            let answer = Answer { revision: catalog.revision, until, body: body.clone() };
            self.0.insert(name.to_owned(), Arc::new(answer));
        }
        body
    }
}

/// When an answer about a product changes next, whatever the operator does.
fn holds_until(catalog: &Catalog, product: &Product, now: Instant) -> Instant {
    let zone = catalog.zone_of(product);
    let midnight = instant_at(catalog.today_of(product, now) + Days::new(1), chrono::NaiveTime::MIN, zone);
    let edges = [product.on_sale_from, product.on_sale_until].into_iter().flatten();
    let edges = edges.map(|wall| instant_at(wall.date(), wall.time(), zone)).filter(|edge| now < *edge);
    edges.chain(catalog.next_price_change(product, now)).fold(midnight, Instant::min)
}
