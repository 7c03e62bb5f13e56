//! The API calls for products. The responses are built from the catalogue in memory.

use std::sync::Arc;

use bytes::Bytes;
use poem_openapi::OpenApi;
use poem_openapi::payload::{Binary, Json, Response};
use poem_openapi::types::ToJSON;

use super::actions;
use super::answers::Answers;
use super::listing::{cross_sells, listed};
use super::wire::{CrossSells, MultiProduct, MultiProductRequest, OnSale, ProductRequest, ProductView};
use crate::app::App;
use crate::error::Error;
use crate::http::reply::{Envelope, json, reply};
use crate::http::visitor::Visitor;
use crate::shop::cart;
use crate::shop::offers::closed_refusal;
use crate::shop::performance;
use midway_catalog::{Catalog, Closed, SaleContext};
use midway_kernel::coded::SaleFlow;
use midway_kernel::text::Messages;

pub struct ProductApi {
    app: Arc<App>,
    answers: Answers,
}

impl ProductApi {
    pub fn new(app: Arc<App>) -> Self {
        ProductApi { app, answers: Answers::default() }
    }
}

#[OpenApi(prefix_path = "/product")]
impl ProductApi {
    /// Returns a product with its variants and prices, in the visitor's sale context.
    #[oai(path = "/single", method = "post", operation_id = "getProduct", actual_type = "Json<Envelope<ProductView>>")]
    async fn single(&self, visitor: Visitor, request: Json<ProductRequest>) -> poem::Result<Response<Binary<Bytes>>> {
        let now = self.app.clock.now();
        let catalog = self.app.catalog.current();
        let asked = request.sale_context_request();
        let (product, sale_context) =
            actions::page(&self.app, &catalog, &visitor, &request.ext_product_id, &asked, now).await?;
        let make = || ProductView::new(&catalog, product, &sale_context, now);
        if sale_context.flow == SaleFlow::Public && request.ext_product_variant_id.is_none() {
            let make = || reply(make()).0;
            let left = sale_context.left();
            return Ok(json(self.answers.get(
                product.id.as_str(),
                (&catalog, left),
                std::iter::once(product),
                now,
                make,
            )));
        }
        let mut view = make();
        if let Some(id) = &request.ext_product_variant_id {
            view.variants.retain(|variant| variant.id == *id);
            if view.variants.is_empty() && sale_context.closed.is_none() {
                return Err(Error::NotFound.into());
            }
        }
        let envelope = Envelope { message: why_closed(&catalog, &sale_context), ..reply(view).0 };
        Ok(json(envelope.to_json_string().into()))
    }

    /// Returns the products of a sale context: the page of a tag or of a promotion code, or the add-ons for the
    /// visitor's cart.
    #[oai(path = "/multi", method = "post", operation_id = "getProducts")]
    async fn multi(
        &self,
        visitor: Visitor,
        request: Json<MultiProductRequest>,
    ) -> poem::Result<Json<Envelope<MultiProduct>>> {
        let now = self.app.clock.now();
        let catalog = self.app.catalog.current();
        let list = actions::list(&self.app, &catalog, &visitor, &request, now).await?;
        let value = listed(&catalog, &list, now);
        Ok(Json(Envelope { message: why_closed(&catalog, &list.sale_context), ..reply(value).0 }))
    }

    /// Returns the cross-sells for the visitor's cart, in the order of the page. Lists without products are left out.
    #[oai(path = "/cross-sell", method = "get", operation_id = "getCrossSells")]
    async fn cross_sells(&self, visitor: Visitor) -> poem::Result<Json<Vec<CrossSells>>> {
        let now = self.app.clock.now();
        let catalog = self.app.catalog.current();
        let cart = cart::visitors_cart(&self.app, &visitor).await?;
        let left = performance::units_left(self.app.db.read(), &catalog, now).await?;
        Ok(Json(cross_sells(&catalog, cart.as_ref(), left, now)))
    }

    /// Returns everything on sale, and what is announced because its sale has not begun, grouped by heading.
    #[oai(path = "/on-sale", method = "get", operation_id = "getOnSale", actual_type = "Json<OnSale>")]
    async fn on_sale(&self) -> poem::Result<Response<Binary<Bytes>>> {
        let now = self.app.clock.now();
        let catalog = self.app.catalog.current();
        let left = performance::units_left(self.app.db.read(), &catalog, now).await?;
        let make = || OnSale::new(&catalog, left.clone(), now);
        Ok(json(self.answers.get("", (&catalog, &left), catalog.folder().product.iter(), now, make)))
    }
}

/// Returns the reason why a sale context is closed to the visitor. Returns `None` if the sale context is open, or if
/// the visitor must sign in first.
fn why_closed(catalog: &Catalog, sale_context: &SaleContext<'_>) -> Option<String> {
    let closed = sale_context.closed.as_ref().filter(|closed| **closed != Closed::SignIn)?;
    let refusal = closed_refusal(closed);
    Some(catalog.message(refusal.text, &refusal.values))
}
