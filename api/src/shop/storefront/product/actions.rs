//! Which products a visitor sees, in which sale context.

use super::wire::MultiProductRequest;
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::shop::cart::{self, Cart, WRONG_FLOW};
use crate::shop::offers::{self, SaleContextRequest, closed_refusal, resolve};
use crate::shop::performance;
use midway_catalog::files::{Product, Variant};
use midway_catalog::{Catalog, Closed, SaleContext, UnitsLeft};
use midway_kernel::coded::{DisplayCategory, SaleFlow};
use midway_kernel::id::{ProductId, VariantId};
use midway_kernel::time::Instant;

/// A product in the visitor's sale context. The context may be closed if signing in could open it.
///
/// # Errors
/// [`Error::NotFound`] when there is no such product or the sale context does not contain it; a refusal when the sale
/// context is closed and signing in could not open it; the errors of [`resolve`].
pub async fn page<'c>(
    app: &App,
    catalog: &'c Catalog,
    visitor: &Visitor,
    id: &ProductId,
    asked: &SaleContextRequest,
    now: Instant,
) -> Result<(&'c Product, SaleContext<'c>)> {
    let product = catalog.product(id).filter(|product| product.donation.is_none());
    let product = product.ok_or(Error::NotFound)?;
    let sale_context = resolve(app, catalog, visitor, asked, now).await?.sale_context;
    if let Some(closed) = sale_context.closed.as_ref().filter(|closed| !closed.is_challenge()) {
        return Err(closed_refusal(closed).into());
    }
    match product.variants.iter().any(|variant| sale_context.leads_to(catalog, product, variant, now)) {
        true => Ok((product, sale_context)),
        false => Err(Error::NotFound),
    }
}

/// The product list of a sale context.
pub struct ProductList<'c> {
    pub sale_context: SaleContext<'c>,
    /// The lists that a page shows before this one. Items of these lists are not listed again.
    before: Vec<SaleContext<'c>>,
    /// The passes in the cart. What they include is not listed.
    passes: Vec<VariantId>,
}

/// The list that a call asks for: a sale context, or one of its lists of cross-sells.
///
/// # Errors
/// [`Error::NotFound`] for a tag that does not exist; a refusal for the public flow, which has a separate list; the
/// errors of [`resolve`].
pub async fn list<'c>(
    app: &App,
    catalog: &'c Catalog,
    visitor: &Visitor,
    request: &MultiProductRequest,
    now: Instant,
) -> Result<ProductList<'c>> {
    let sale_context = resolve(app, catalog, visitor, &request.sale_context_request(), now).await?.sale_context;
    if sale_context.flow == SaleFlow::Public {
        return Err(Refusal::new(WRONG_FLOW).into());
    }
    if sale_context.closed == Some(Closed::UnknownTag) {
        return Err(Error::NotFound);
    }
    let tier = request.promotion_cross_sell_type_id.filter(|_| sale_context.flow.needs_host());
    if sale_context.flow != SaleFlow::AddOnTagSalePromotion && tier.is_none() {
        return Ok(ProductList { sale_context, before: Vec::new(), passes: Vec::new() });
    }
    let cart = cart::visitors_cart(app, visitor).await?;
    let left = performance::units_left(app.db.read(), catalog, now).await?;
    let cross_sells = offers::cross_sells(catalog, cart.as_ref(), left, now);
    Ok(match tier {
        Some(tier) => ProductList::of_tier(&cross_sells, tier, passes_in(cart.as_ref())),
        None => {
            let before = TIERS.into_iter().map(|it| cross_sells.of_tier(it)).collect();
            ProductList { sale_context, before, passes: passes_in(cart.as_ref()) }
        }
    })
}

/// The tiers of cross-sells, in the order of the page.
const TIERS: [DisplayCategory; 3] =
    [DisplayCategory::Primary, DisplayCategory::Promotional, DisplayCategory::Secondary];

/// All lists of cross-sells for a cart, in the order of the page.
pub fn cross_sells<'c>(
    catalog: &'c Catalog,
    cart: Option<&Cart>,
    left: UnitsLeft,
    now: Instant,
) -> Vec<(DisplayCategory, ProductList<'c>)> {
    let all = offers::cross_sells(catalog, cart, left, now);
    let passes = passes_in(cart);
    TIERS.into_iter().map(|tier| (tier, ProductList::of_tier(&all, tier, passes.clone()))).collect()
}

fn passes_in(cart: Option<&Cart>) -> Vec<VariantId> {
    let lines =
        cart.iter().flat_map(|cart| cart.lines.iter()).filter(|line| line.quantity > 0 && line.pass().is_some());
    lines.map(|line| line.variant_id.clone()).collect()
}

impl<'c> ProductList<'c> {
    fn of_tier(all: &SaleContext<'c>, tier: DisplayCategory, passes: Vec<VariantId>) -> Self {
        let before = TIERS.into_iter().filter(|it| *it < tier).map(|it| all.of_tier(it)).collect();
        ProductList { sale_context: all.of_tier(tier), before, passes }
    }

    /// Whether a variant is listed. An item of an earlier list is not listed again, nor what a pass in the cart includes,
    /// and the page of a code shows only what the code covers.
    pub fn lists(&self, catalog: &Catalog, product: &Product, variant: &Variant, now: Instant) -> bool {
        let is_by_code = self.sale_context.flow == SaleFlow::PromotionCode;
        !self.before.iter().any(|list| list.sells_variant(catalog, product, variant, now))
            && !catalog.is_included(&self.passes, product, variant, now)
            && (!is_by_code || self.sale_context.promotions.iter().any(|it| it.applies_to(product, variant)))
    }
}
