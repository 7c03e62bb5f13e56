//! The facts about a visitor that decide which sale contexts are open: the contents of the cart, entitlements and
//! passes.

use crate::app::App;
use crate::error::Result;
use crate::http::visitor::Visitor;
use crate::shop::cart::{self, CartLine};
use crate::shop::entitlement::{self, Grant};
use midway_catalog::{Catalog, InCart};
use midway_kernel::coded::SaleFlow;
use midway_kernel::id::{PromotionId, VariantId};
use midway_kernel::time::{DayRange, Instant};

/// A cart line with the sale context in which it was bought.
#[derive(Clone, Debug)]
pub struct BoughtLine {
    pub id: String,
    pub variant_id: VariantId,
    pub flow: SaleFlow,
    /// The promotion of that flow, if it can still apply to the line.
    pub promotion_id: Option<PromotionId>,
    /// The valid days of a redemption; all days for other lines.
    pub days: DayRange,
}

/// The eligibility of a visitor: everything that decides on sale contexts.
#[derive(Clone, Debug, Default)]
pub struct ShopperEligibility<'c> {
    /// The lines for which add-ons and cross-sells are offered.
    pub hosts: Vec<InCart>,
    /// The lines of the cart, including removed lines that can be restored.
    pub lines: Vec<BoughtLine>,
    /// The entitlements that the visitor's passes or account give.
    pub grants: Vec<Grant<'c>>,
    /// The levels of the visitor's valid passes.
    pub pass_levels: Vec<String>,
}

/// Reads the eligibility of a visitor for a flow. Reads only the facts that the flow can need: the cart if the flow
/// needs a host or `reads_lines` is true, entitlements for redemptions, pass levels for flows that a pass can open.
pub async fn eligibility<'c>(
    app: &App,
    catalog: &'c Catalog,
    visitor: &Visitor,
    (flow, reads_lines): (SaleFlow, bool),
    now: Instant,
) -> Result<ShopperEligibility<'c>> {
    let pass_levels = entitlement::pass_levels(app, catalog, visitor, flow, now).await?;
    let grants = match flow.is_redemption() {
        true => entitlement::of_visitor(app, catalog, visitor, flow, now).await?,
        false => Vec::new(),
    };
    let cart = match flow.needs_host() || reads_lines {
        true => cart::visitors_cart(app, visitor).await?,
        false => None,
    };
    let Some(cart) = cart else { return Ok(ShopperEligibility { grants, pass_levels, ..Default::default() }) };
    let bought = |line: &CartLine| {
        let terms = cart::terms_of(catalog, line, &cart.lines);
        let promotion_id = terms.promotion.map(|promotion| promotion.id.clone());
        let days = line.redemption().map(|redemption| redemption.days).unwrap_or_default();
        BoughtLine { id: line.id.clone(), variant_id: line.variant_id.clone(), flow: terms.flow, promotion_id, days }
    };
    let lines = cart.lines.iter().chain(cart::restorable(&cart)).map(bought).collect();
    Ok(ShopperEligibility { hosts: cart::hosts(&cart.lines), lines, grants, pass_levels })
}
