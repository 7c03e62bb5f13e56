//! On which terms a shopper buys.

use chrono::NaiveDate;

use crate::Catalog;
use crate::files::{Product, Promotion, Variant, WallTime};
use midway_kernel::coded::SaleFlow;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// The way by which a shopper came to one thing that is bought, and the promotion that it gives there. Only what has checked that
/// it is this visitor's way makes any but [`Terms::public`]: nothing after it asks again.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'c> {
    pub flow: SaleFlow,
    /// The promotion of the flow's kind that may be claimed.
    pub promotion: Option<&'c Promotion>,
    /// The code that gave it, as the operator spells it.
    pub code: Option<&'c str>,
    /// Of an upgrade: what was paid for the ticket that is given up, net of tax and fees.
    pub credit: Option<Money>,
}

/// How many of a variant one line may hold: what the variant says; of what is redeemed, from one on as many as the entitlement gives.
pub fn line_range(variant: &Variant, redeemed: Option<&Promotion>) -> (u32, u32) {
    match redeemed {
        Some(entitlement) => (1, entitlement.quantity.unwrap_or_default()),
        None => (variant.min_quantity, variant.max_quantity),
    }
}

impl Terms<'_> {
    /// Those of everybody.
    pub fn public() -> Self {
        Terms { flow: SaleFlow::Public, promotion: None, code: None, credit: None }
    }

    /// How many of a variant one line may hold on these terms.
    pub fn line_range(self, variant: &Variant) -> (u32, u32) {
        line_range(variant, self.promotion.filter(|_| self.flow.is_redemption()))
    }

    /// Whether a variant is sold on these terms now. An advance sale opens before everybody's; what is not sold publicly is
    /// opened by a promotion that names it, while that runs.
    pub fn sell(self, catalog: &Catalog, product: &Product, variant: &Variant, now: Instant) -> bool {
        let names = |promotion: &Promotion| {
            promotion.names(product, variant) && catalog.is_running_for(promotion, product, now)
        };
        let is_named = self.promotion.is_some_and(names);
        match self.flow {
            SaleFlow::AdvancedSale => is_named && !catalog.is_sale_over(product, now),
            _ => catalog.is_on_sale(product, now) && (product.sold_publicly || is_named),
        }
    }
}

/// When something is visited: the day and the time of a performance that is chosen for it, and how much was left of it when that
/// was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    pub date: NaiveDate,
    pub time: WallTime,
    /// The share of its places, in percent; nothing where no end to them is known.
    pub percent_left: Option<u32>,
}
