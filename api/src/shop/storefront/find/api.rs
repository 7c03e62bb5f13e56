//! The API call that finds something to buy.

use std::sync::Arc;

use bytes::Bytes;
use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::{Binary, Json, Response};
use poem_openapi::types::ToJSON;

use super::actions::{self, Wanted};
use super::wire::FindResult;
use crate::app::App;
use crate::error::Result;
use crate::http::reply::json;
use crate::shop::storefront::calendar::{SharedAnswers, ShopState};
use midway_kernel::accessibility::AccessibilityFeature;
use midway_kernel::id::SiteId;
use midway_kernel::money::Money;

pub struct FindApi {
    app: Arc<App>,
    shared: SharedAnswers,
}

impl FindApi {
    pub fn new(app: Arc<App>) -> Self {
        FindApi { app, shared: SharedAnswers::default() }
    }
}

#[OpenApi]
impl FindApi {
    /// Returns what is on public sale or announced and fits, best first, with prices and availability. All conditions apply together.
    /// A day that has passed or is not sold yet, and a site, heading, audience or feature that nothing on sale has, are
    /// ignored.
    #[oai(path = "/find", method = "get", operation_id = "find", actual_type = "Json<FindResult>")]
    #[expect(clippy::too_many_arguments, reason = "each is a parameter of the call")]
    async fn find(
        &self,
        /// The day of the visit. Products that are full or closed on it come last, with their next day.
        date: Query<Option<NaiveDate>>,
        /// The first day of the days that the answer counts. It is no condition. The default depends on the day of the
        /// visit.
        #[oai(name = "stripFrom")]
        strip_from: Query<Option<NaiveDate>>,
        /// Words in names and descriptions. They may be unfinished or have typing errors.
        #[oai(validator(max_length = 200))]
        words: Query<Option<String>>,
        #[oai(name = "siteId")] site_id: Query<Option<SiteId>>,
        /// A heading of the home page.
        #[oai(validator(max_length = 500))]
        category: Query<Option<String>>,
        /// A word of the operator for whom a product suits.
        #[oai(validator(max_length = 500))]
        audience: Query<Option<String>>,
        accessibility: Query<Option<AccessibilityFeature>>,
        /// The highest price from which an item may be sold, in whole dollars.
        #[oai(name = "maxPrice")]
        max_price: Query<Option<u32>>,
        /// The page of items, from 1 on.
        page: Query<Option<u32>>,
    ) -> poem::Result<Response<Binary<Bytes>>> {
        let catalog = self.app.catalog.current();
        let now = self.app.clock.now();
        let wanted = Wanted {
            date: date.0,
            strip_from: strip_from.0,
            words: words.0,
            site: site_id.0,
            category: category.0,
            audience: audience.0,
            accessibility: accessibility.0,
            max_price: max_price.0.map(|dollars| Money(i64::from(dollars) * 100)),
        };
        let page = page.0.map_or(1, |page| usize::try_from(page).unwrap_or(usize::MAX));
        let state = ShopState::of(&self.app, &catalog, now);
        let make = async || -> Result<Bytes> {
            let findings = actions::find(&self.app, &catalog, &wanted, page, now).await?;
            Ok(FindResult::new(&catalog, &findings, now).to_json_string().into())
        };
        Ok(json(self.shared.get(Some(format!("{wanted:?} {page}")), state, make).await?))
    }
}
