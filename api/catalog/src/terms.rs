//! The terms under which a shopper buys.

use chrono::NaiveDate;

use crate::files::{Product, Promotion, Variant, WallTime};
use crate::{Catalog, UnitsLeft};
use midway_kernel::coded::SaleFlow;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// The sale flow of one purchased item and the promotion that applies to it. All values except [`Terms::public`] are
/// created only by code that has verified that the visitor may use this flow, so later code does not check it again.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'c> {
    pub flow: SaleFlow,
    /// A promotion of the flow's kind that the shopper may use.
    pub promotion: Option<&'c Promotion>,
    /// The code that opened the promotion, in the operator's spelling.
    pub code: Option<&'c str>,
    /// For an upgrade: what it credits of the price paid for the ticket that is replaced, without tax and fees.
    pub credit: Option<Money>,
    /// How many units are left of sale prices that hold only for the first units sold. Without it, these prices do not
    /// apply: the terms are those of a renewal or an upgrade, or of a part of a package or a bundle.
    pub left: Option<&'c UnitsLeft>,
}

/// The minimum and maximum quantity of a variant in one line. When an entitlement is redeemed, the range is 1 to the
/// quantity that the entitlement gives.
pub fn line_range(variant: &Variant, redeemed: Option<&Promotion>) -> (u32, u32) {
    match redeemed {
        Some(entitlement) => (1, entitlement.quantity.unwrap_or_default()),
        None => (variant.min_quantity, variant.max_quantity),
    }
}

impl<'c> Terms<'c> {
    /// These terms, with the sale prices that hold only for the first units sold.
    pub fn with_left(self, left: &'c UnitsLeft) -> Self {
        Terms { left: Some(left), ..self }
    }
}

impl Terms<'_> {
    /// The terms for a unit whose price promotion codes do not lower.
    pub(crate) fn without_code(self) -> Self {
        match self.flow {
            SaleFlow::PromotionCode => Terms { promotion: None, code: None, ..self },
            _ => self,
        }
    }

    /// The terms of the public sale.
    pub fn public() -> Self {
        Terms { flow: SaleFlow::Public, promotion: None, code: None, credit: None, left: None }
    }

    /// The minimum and maximum quantity of a variant in one line under these terms.
    pub fn line_range(self, variant: &Variant) -> (u32, u32) {
        line_range(variant, self.promotion.filter(|_| self.flow.is_redemption()))
    }

    /// Whether a variant is on sale under these terms now. An advance sale opens before the public sale. A variant that
    /// is not sold publicly is on sale only while the promotion of these terms runs and names the variant.
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

/// The day and time of the chosen performance of an item, and its availability at the moment when it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    pub date: NaiveDate,
    pub time: WallTime,
    /// The share of the performance's places that is still available, in percent; `None` if the capacity is unknown or
    /// unlimited.
    pub percent_left: Option<u32>,
}
