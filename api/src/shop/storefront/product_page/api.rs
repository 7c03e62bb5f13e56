//! The API call for a product's page.

use std::iter;
use std::sync::Arc;

use bytes::Bytes;
use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Binary, Json, Response};
use poem_openapi::types::ToJSON;

use super::wire::ProductPage;
use crate::app::App;
use crate::error::Result;
use crate::http::reply::json;
use crate::http::visitor::Visitor;
use crate::shop::offers::SaleContextRequest;
use crate::shop::storefront::calendar::{
    DatesAsked, GroupSize, PickerPerformance, ProductDate, SharedAnswers, ShopState, dates, on_date, sale_states_of,
};
use crate::shop::storefront::product::{self, ProductView};
use crate::shop::storefront::venue::venues;
use midway_catalog::Catalog;
use midway_catalog::files::Product;
use midway_kernel::coded::CapacityLevel;
use midway_kernel::id::{ProductId, SiteId};
use midway_kernel::time::Instant;

/// How many of the next days a page contains. Its calendar requests more, month by month.
const MAX_DATES: usize = 60;

pub struct ProductPageApi {
    app: Arc<App>,
    shared: SharedAnswers,
}

impl ProductPageApi {
    pub fn new(app: Arc<App>) -> Self {
        ProductPageApi { app, shared: SharedAnswers::default() }
    }
}

#[OpenApi(prefix_path = "/product/page")]
impl ProductPageApi {
    /// Returns a product on public sale with its next days and its next performance.
    #[oai(path = "/:id", method = "get", operation_id = "getProductPage", actual_type = "Json<ProductPage>")]
    async fn page(
        &self,
        visitor: Visitor,
        id: Path<ProductId>,
        /// The first requested day. The default is the first day on sale.
        #[oai(name = "startDate")]
        start_date: Query<Option<NaiveDate>>,
    ) -> poem::Result<Response<Binary<Bytes>>> {
        let (id, from) = (id.0, start_date.0);
        let catalog = self.app.catalog.current();
        let now = self.app.clock.now();
        let state = ShopState::of(&self.app, &catalog, now);
        let make = async || -> Result<Bytes> {
            Ok(self.make(&catalog, &visitor, &id, from, now).await?.to_json_string().into())
        };
        Ok(json(self.shared.get(Some(format!("{id:?} {from:?}")), state, make).await?))
    }
}

impl ProductPageApi {
    async fn make(
        &self,
        catalog: &Catalog,
        visitor: &Visitor,
        id: &ProductId,
        from: Option<NaiveDate>,
        now: Instant,
    ) -> Result<ProductPage> {
        let (product, sale_context) =
            product::page(&self.app, catalog, visitor, id, &SaleContextRequest::default(), now).await?;
        let asked = DatesAsked { products: vec![id.clone()], from, ..DatesAsked::default() };
        let dates = dates(&self.app, catalog, &sale_context, asked, now).await?;
        let can_be_chosen = |level: CapacityLevel| level < CapacityLevel::Full;
        let next_day = dates.iter().take(MAX_DATES).find(|(_, day)| can_be_chosen(day.level));
        let offered = match next_day {
            Some((date, _)) => {
                on_date(&self.app, catalog, &sale_context, std::slice::from_ref(id), (*date, GroupSize::default()), now)
                    .await?
            }
            None => Vec::new(),
        };
        let next = offered.iter().find(|(_, offered, _)| can_be_chosen(offered.level));
        // A day with places among the next ones answers the question without another query.
        let states = match next_day {
            Some(_) if catalog.is_on_sale(product, now) => Vec::new(),
            _ => sale_states_of(&self.app, catalog, iter::once(product), now).await?,
        };
        Ok(ProductPage {
            sale_state: states.first().map(|(_, state)| *state),
            product: ProductView::new(catalog, product, &sale_context, now),
            dates: dates.into_iter().take(MAX_DATES).map(|day| ProductDate::new(catalog, day)).collect(),
            venues: venues(catalog, iter::once(&product.site).chain(sites_of_parts(catalog, product)), now),
            next_performance: next.map(|(product, offered, visit)| {
                PickerPerformance::priced(catalog, product, offered, *visit, &sale_context, now)
            }),
        })
    }
}

/// The sites of the parts of a package.
fn sites_of_parts<'c>(catalog: &'c Catalog, product: &'c Product) -> impl Iterator<Item = &'c SiteId> {
    let parts = product.variants.iter().flat_map(|variant| &variant.parts);
    parts.filter_map(|part| catalog.variant(&part.variant)).map(|(part, _)| &part.site)
}
