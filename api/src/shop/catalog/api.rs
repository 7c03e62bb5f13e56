//! Products, from memory.

use std::sync::Arc;

use bytes::Bytes;
use poem_openapi::OpenApi;
use poem_openapi::payload::{Binary, Json, Response};
use poem_openapi::types::ToJSON;

use super::Terms;
use super::answers::Answers;
use super::codes::redeemed;
use super::wire::{OnSale, ProductRequest, ProductView};
use crate::app::App;
use crate::error::Error;
use crate::http::reply::{Envelope, reply};
use crate::http::visitor::Visitor;

pub struct CatalogApi {
    app: Arc<App>,
    answers: Answers,
}

impl CatalogApi {
    pub fn new(app: Arc<App>) -> Self {
        CatalogApi { app, answers: Answers::default() }
    }
}

#[OpenApi(prefix_path = "/product")]
impl CatalogApi {
    /// One product with its variants and prices, with the code's prices for whoever gives one.
    #[oai(path = "/single", method = "post", operation_id = "getProduct", actual_type = "Json<Envelope<ProductView>>")]
    async fn single(&self, visitor: Visitor, request: Json<ProductRequest>) -> poem::Result<Response<Binary<Bytes>>> {
        let now = self.app.clock.now();
        let catalog = self.app.catalog.current();
        let product = catalog.product(&request.ext_product_id).filter(|product| product.donation.is_none());
        let product = product.ok_or(Error::NotFound)?;
        let typed = request.promotion_code.as_ref().map(|line| line.0.as_str());
        let code = redeemed(&self.app, &catalog, &visitor, typed, now).await?;
        let make = || reply(ProductView::new(&catalog, product, Terms::of_code(code), now)).0;
        if code.is_some() {
            return Ok(json(make().to_json_string().into()));
        }
        Ok(json(self.answers.get(product.id.as_str(), &catalog, std::iter::once(product), now, make)))
    }

    /// All that is on sale, by heading.
    #[oai(path = "/on-sale", method = "get", operation_id = "getOnSale", actual_type = "Json<OnSale>")]
    async fn on_sale(&self) -> poem::Result<Response<Binary<Bytes>>> {
        let now = self.app.clock.now();
        let catalog = self.app.catalog.current();
        let make = || OnSale::new(&catalog, now);
        Ok(json(self.answers.get("", &catalog, catalog.folder().product.iter(), now, make)))
    }
}

fn json(body: Bytes) -> Response<Binary<Bytes>> {
    Response::new(Binary(body)).header("content-type", "application/json; charset=utf-8")
}
