//! The calls for products, answered from memory.

use std::sync::Arc;

use bytes::Bytes;
use poem_openapi::OpenApi;
use poem_openapi::payload::{Binary, Json, Response};
use poem_openapi::types::ToJSON;

use super::answers::Answers;
use super::sale_context::{Closed, SaleContext, SaleContexts, WRONG_FLOW};
use super::wire::{MultiProduct, MultiProductRequest, OnSale, ProductRequest, ProductView};
use crate::app::App;
use crate::error::{Error, Refusal};
use crate::http::reply::{Envelope, reply};
use crate::http::visitor::Visitor;
use midway_catalog::Catalog;
use midway_catalog::files::{Product, Variant};
use midway_kernel::coded::{PriceTier, SaleFlow};
use midway_kernel::text::Messages;

pub struct CatalogApi {
    app: Arc<App>,
    sale_contexts: SaleContexts,
    answers: Answers,
}

impl CatalogApi {
    pub fn new(app: Arc<App>, sale_contexts: SaleContexts) -> Self {
        CatalogApi { app, sale_contexts, answers: Answers::default() }
    }
}

#[OpenApi(prefix_path = "/product")]
impl CatalogApi {
    /// A product with its variants and prices, in the visitor's sale context.
    #[oai(path = "/single", method = "post", operation_id = "getProduct", actual_type = "Json<Envelope<ProductView>>")]
    async fn single(&self, visitor: Visitor, request: Json<ProductRequest>) -> poem::Result<Response<Binary<Bytes>>> {
        let now = self.app.clock.now();
        let catalog = self.app.catalog.current();
        let product = catalog.product(&request.ext_product_id).filter(|product| product.donation.is_none());
        let product = product.ok_or(Error::NotFound)?;
        let sale_context = self.sale_contexts.of(&catalog, &visitor, &request.asked(), now).await?;
        if let Some(closed) = sale_context.closed.as_ref().filter(|closed| !closed.is_challenge()) {
            return Err(Error::from(closed.refusal()).into());
        }
        let is_led_to = |it: &Variant| sale_context.leads_to(&catalog, product, it, now);
        if !product.variants.iter().any(is_led_to) {
            return Err(Error::NotFound.into());
        }
        let make = || ProductView::new(&catalog, product, &sale_context, now);
        if sale_context.flow == SaleFlow::Public && request.ext_product_variant_id.is_none() {
            let make = || reply(make()).0;
            return Ok(json(self.answers.get(product.id.as_str(), &catalog, std::iter::once(product), now, make)));
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

    /// The products of a sale context: the page of a tag or of a promotion code, or the add-ons for the visitor's cart.
    #[oai(path = "/multi", method = "post", operation_id = "getProducts")]
    async fn multi(
        &self,
        visitor: Visitor,
        request: Json<MultiProductRequest>,
    ) -> poem::Result<Json<Envelope<MultiProduct>>> {
        let now = self.app.clock.now();
        let catalog = self.app.catalog.current();
        let asked = request.asked();
        let mut sale_context = self.sale_contexts.of(&catalog, &visitor, &asked, now).await?;
        if sale_context.flow == SaleFlow::Public {
            return Err(Error::from(Refusal::new(WRONG_FLOW)).into());
        }
        if sale_context.closed == Some(Closed::Unknown) {
            return Err(Error::NotFound.into());
        }
        let tier = request.promotion_cross_sell_type_id.filter(|_| sale_context.flow.needs_host());
        let mut before = Vec::new();
        if sale_context.flow == SaleFlow::AddOnTagSalePromotion || tier.is_some() {
            let cross_sells = self.sale_contexts.cross_sells(&catalog, &visitor, now).await?;
            let tiers = [PriceTier::Primary, PriceTier::Promotional, PriceTier::Secondary];
            let earlier = tiers.into_iter().filter(|it| tier.is_none_or(|tier| *it < tier));
            before = earlier.map(|tier| cross_sells.of_tier(tier)).collect();
            if let Some(tier) = tier {
                sale_context = cross_sells.of_tier(tier);
            }
        }
        let is_by_code = sale_context.flow == SaleFlow::PromotionCode;
        // An item of an earlier list is not offered again, and the page of a code shows only what the code covers.
        let is_listed = |product: &Product, variant: &Variant| {
            !before.iter().any(|list| list.sells_variant(&catalog, product, variant, now))
                && (!is_by_code || sale_context.promotions.iter().any(|it| it.applies_to(product, variant)))
        };
        let value = MultiProduct::new(&catalog, &sale_context, is_listed, now);
        Ok(Json(Envelope { message: why_closed(&catalog, &sale_context), ..reply(value).0 }))
    }

    /// Everything on sale, by heading.
    #[oai(path = "/on-sale", method = "get", operation_id = "getOnSale", actual_type = "Json<OnSale>")]
    async fn on_sale(&self) -> poem::Result<Response<Binary<Bytes>>> {
        let now = self.app.clock.now();
        let catalog = self.app.catalog.current();
        let make = || OnSale::new(&catalog, now);
        Ok(json(self.answers.get("", &catalog, catalog.folder().product.iter(), now, make)))
    }
}

/// Why a sale context is closed to its visitor; a guest is asked to sign in first.
fn why_closed(catalog: &Catalog, sale_context: &SaleContext<'_>) -> Option<String> {
    let closed = sale_context.closed.as_ref().filter(|closed| **closed != Closed::SignIn)?;
    let refusal = closed.refusal();
    Some(catalog.message(refusal.text, &refusal.values))
}

fn json(body: Bytes) -> Response<Binary<Bytes>> {
    Response::new(Binary(body)).header("content-type", "application/json; charset=utf-8")
}
