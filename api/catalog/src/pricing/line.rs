//! The price data of a cart line: the price of a unit, and the offers for which some of its units are used.

use serde::{Deserialize, Serialize};

use crate::{Catalog, UnitQuote};
use midway_kernel::id::PromotionId;
use midway_kernel::money::Money;

/// The price of one unit: its net price, its fees, and the tax on both. Each tax is rounded half-up per unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitPrice {
    pub price: Money,
    pub fees: Money,
    pub tax: Money,
}

impl UnitPrice {
    pub fn total(self) -> Money {
        self.price + self.fees + self.tax
    }
}

/// The price of a variant now. A cart line does not change this price while its claim is valid. Each part of a package
/// is taxed by its own tax class.
pub fn unit_price(catalog: &Catalog, quote: &UnitQuote<'_>) -> UnitPrice {
    let mut unit = UnitPrice { price: quote.price, ..UnitPrice::default() };
    for (product, price, quantity) in quote.charged() {
        let fees = || catalog.unit_fees(product, price);
        let tax_of_fees: Money = fees().map(|fee| catalog.tax_rate(fee.tax_class.as_ref()).of(fee.amount)).sum();
        let tax = catalog.tax_rate(product.tax_class.as_ref()).of(price) + tax_of_fees;
        unit.fees = unit.fees + fees().map(|fee| fee.amount).sum::<Money>().times(quantity);
        unit.tax = unit.tax + tax.times(quantity);
    }
    unit
}

/// The offers for which some of a line's units are used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LineOffers(pub Vec<LineOffer>);

midway_kernel::documents!(LineOffers);

/// A number of units of a line that are used for an offer, and the change of each unit. The changes are zero for units
/// that only qualify the cart for the offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineOffer {
    pub promotion_id: PromotionId,
    pub display_name: String,
    pub quantity: u32,
    /// The change of the unit's price. Like the other two adjustments, it is zero or negative.
    pub unit_price_adjustment: Money,
    pub unit_fees_adjustment: Money,
    pub unit_tax_adjustment: Money,
}

impl LineOffer {
    /// The total reduction of the line's price.
    pub fn adjustment_total(&self) -> Money {
        self.unit_price_adjustment.times(self.quantity)
    }

    /// The total change of the line's per-ticket fees.
    pub fn fees_adjustment_total(&self) -> Money {
        self.unit_fees_adjustment.times(self.quantity)
    }
}
