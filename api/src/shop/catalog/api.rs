//! Products, from memory.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::wire::{OnSale, ProductRequest, ProductView};
use crate::app::App;
use crate::error::Error;
use crate::http::reply::{Envelope, reply};

pub struct CatalogApi(pub Arc<App>);

#[OpenApi(prefix_path = "/product")]
impl CatalogApi {
    /// One product with its variants and prices.
    #[oai(path = "/single", method = "post", operation_id = "getProduct")]
    async fn single(&self, request: Json<ProductRequest>) -> poem::Result<Json<Envelope<ProductView>>> {
        let now = self.0.clock.now();
        let catalog = self.0.catalog.current();
        let product = catalog.product(&request.ext_product_id).ok_or(Error::NotFound)?;
        Ok(reply(ProductView::new(&catalog, product, now)))
    }

    /// All that is on sale, by heading.
    #[oai(path = "/on-sale", method = "get", operation_id = "getOnSale")]
    async fn on_sale(&self) -> Json<OnSale> {
        Json(OnSale::new(&self.0.catalog.current(), self.0.clock.now()))
    }
}
