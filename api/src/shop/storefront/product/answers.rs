//! Cached responses about products. They change only with the revision, at a site's midnight, and when sale windows and
//! sale prices begin or end or their first units are taken. They do not contain the availability of places.

use std::sync::Arc;

use bytes::Bytes;
use chrono::Days;
use moka::sync::Cache;
use poem_openapi::types::ToJSON;

use midway_catalog::files::Product;
use midway_catalog::{Catalog, UnitsLeft};
use midway_kernel::time::{Instant, instant_at};

/// The maximum number of cached answers, far above the number of products of any shop.
const MAX_ANSWERS: u64 = 10_000;

/// The cached answers of a process. The key is the product id, or "" for the list of everything on sale.
pub struct Answers(Cache<String, Arc<Answer>>);

struct Answer {
    revision: i32,
    until: Instant,
    left: UnitsLeft,
    body: Bytes,
}

impl Default for Answers {
    fn default() -> Self {
        Answers(Cache::new(MAX_ANSWERS))
    }
}

impl Answers {
    /// The cached answer, or a new one from `make`. It stays valid while nothing about `products` changes.
    pub fn get<'p, T: ToJSON>(
        &self,
        name: &str,
        (catalog, left): (&Catalog, &UnitsLeft),
        products: impl Iterator<Item = &'p Product>,
        now: Instant,
        make: impl FnOnce() -> T,
    ) -> Bytes {
        let is_current =
            |answer: &Arc<Answer>| answer.revision == catalog.revision && now < answer.until && answer.left == *left;
        if let Some(answer) = self.0.get(name).filter(is_current) {
            return answer.body.clone();
        }
        let body = Bytes::from(make().to_json_string());
        if let Some(until) = products.map(|product| holds_until(catalog, product, now)).min() {
            let answer = Answer { revision: catalog.revision, until, left: left.clone(), body: body.clone() };
            self.0.insert(name.to_owned(), Arc::new(answer));
        }
        body
    }
}

/// The next time at which the answer about a product changes without an import.
fn holds_until(catalog: &Catalog, product: &Product, now: Instant) -> Instant {
    let zone = catalog.zone_of(product);
    let midnight = instant_at(catalog.today_of(product, now) + Days::new(1), chrono::NaiveTime::MIN, zone);
    let edges = [product.on_sale_from, product.on_sale_until].into_iter().flatten();
    let edges = edges.map(|wall| instant_at(wall.date(), wall.time(), zone)).filter(|edge| now < *edge);
    edges.chain(catalog.next_price_change(product, now)).fold(midnight, Instant::min)
}
