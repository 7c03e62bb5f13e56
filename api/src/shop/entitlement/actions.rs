//! What a visitor can redeem, and how much of it remains.

use std::collections::HashMap;

use super::rules::{Grant, Owner, choose, grants};
use crate::app::App;
use crate::error::Result;
use crate::http::visitor::Visitor;
use crate::shop::inventory::{self, Level, StockKey};
use crate::shop::ticket::{self, TicketRow};
use midway_catalog::files::{Product, Variant};
use midway_catalog::{Catalog, Terms};
use midway_kernel::coded::SaleFlow;
use midway_kernel::time::Instant;

/// A visitor's entitlements that this sale flow redeems: the entitlements of passes, or of the account. A guest has
/// none.
pub async fn of_visitor<'c>(
    app: &App,
    catalog: &'c Catalog,
    visitor: &Visitor,
    flow: SaleFlow,
    now: Instant,
) -> Result<Vec<Grant<'c>>> {
    let session = visitor.session().await?;
    let Some(account_id) = &session.account_id else { return Ok(Vec::new()) };
    let passes = ticket::passes_of(app.db.read(), account_id).await?;
    let owner = Owner { account_id, verified_email: session.verified_email.as_deref(), passes: &passes };
    let grants = grants(catalog, flow, owner, now);
    let levels = levels_of(app, &grants).await?;
    Ok(choose(grants, &levels))
}

async fn levels_of(app: &App, grants: &[Grant<'_>]) -> Result<HashMap<StockKey, Level>> {
    inventory::levels(app.db.read(), grants.iter().flat_map(|grant| grant.redemption.stocks())).await
}

/// The levels of a visitor's passes that are neither expired nor overdue. Empty in flows that no pass can open.
pub async fn pass_levels(
    app: &App,
    catalog: &Catalog,
    visitor: &Visitor,
    flow: SaleFlow,
    now: Instant,
) -> Result<Vec<String>> {
    if !flow.is_for_pass_levels() {
        return Ok(Vec::new());
    }
    let Some(account_id) = visitor.session().await?.account_id else { return Ok(Vec::new()) };
    let passes = ticket::passes_of(app.db.read(), &account_id).await?.into_iter();
    let is_good = |ticket: &TicketRow| !ticket.is_over(catalog, now) && !ticket.is_overdue(catalog, now);
    Ok(passes.map(|pass| pass.ticket).filter(is_good).filter_map(|ticket| ticket.pass_level).collect())
}

/// A redeemable item: a variant on sale, and the entitlement to it.
#[derive(Clone, Debug)]
pub struct Redeemable<'c> {
    pub product: &'c Product,
    pub variant: &'c Variant,
    pub terms: Terms<'c>,
    pub grant: Grant<'c>,
    /// The total quantity, and the quantity that can be redeemed now, as [`Grant::remaining`] computes it.
    pub total: u32,
    pub remaining: u32,
}

/// Everything that a visitor can redeem, per variant in the catalogue's order. Fully redeemed items are included, with
/// a remaining quantity of 0.
pub async fn redeemable<'c>(
    app: &App,
    catalog: &'c Catalog,
    visitor: &Visitor,
    flow: SaleFlow,
    now: Instant,
) -> Result<Vec<Redeemable<'c>>> {
    let grants = of_visitor(app, catalog, visitor, flow, now).await?;
    let levels = levels_of(app, &grants).await?;
    let mut found = Vec::new();
    for product in &catalog.folder().product {
        for variant in &product.variants {
            for grant in &grants {
                let terms = Terms { flow, promotion: Some(grant.promotion), ..Terms::public() };
                let is_named = product.donation.is_none() && grant.promotion.names(product, variant);
                if !is_named || !terms.sell(catalog, product, variant, now) {
                    continue;
                }
                let level = levels.get(&StockKey::entitlement(&grant.redemption.id));
                let total = level.map_or(grant.quantity(), |level| level.capacity);
                let remaining = grant.remaining(&levels);
                found.push(Redeemable { product, variant, terms, grant: grant.clone(), total, remaining });
            }
        }
    }
    Ok(found)
}
