//! What an order costs, in its parts.

use std::iter::Sum;
use std::ops::{Add, Sub};

use crate::shop::order::OrderRow;
use midway_kernel::money::Money;

/// Parts of what an order costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amounts {
    pub price: Money,
    pub fees: Money,
    pub tax: Money,
    pub delivery: Money,
}

impl Amounts {
    pub fn total(self) -> Money {
        self.price + self.fees + self.tax + self.delivery
    }

    /// What the whole order cost.
    pub fn of_order(order: &OrderRow) -> Self {
        Amounts { price: order.subtotal, fees: order.fee_total, tax: order.tax_total, delivery: order.delivery_total }
    }
}

impl Add for Amounts {
    type Output = Amounts;

    fn add(self, other: Amounts) -> Amounts {
        Amounts {
            price: self.price + other.price,
            fees: self.fees + other.fees,
            tax: self.tax + other.tax,
            delivery: self.delivery + other.delivery,
        }
    }
}

impl Sub for Amounts {
    type Output = Amounts;

    fn sub(self, other: Amounts) -> Amounts {
        Amounts {
            price: self.price - other.price,
            fees: self.fees - other.fees,
            tax: self.tax - other.tax,
            delivery: self.delivery - other.delivery,
        }
    }
}

impl Sum for Amounts {
    fn sum<I: Iterator<Item = Amounts>>(each: I) -> Amounts {
        each.fold(Amounts::default(), Add::add)
    }
}
