//! On which terms a shopper buys.

use chrono::NaiveDate;

use super::files::{PromotionCode, WallTime};
use crate::kernel::coded::SaleFlow;

/// The way by which a shopper came to what is bought, and what that way gives. Only what has checked that it is this
/// visitor's way makes any but [`Terms::public`]: nothing after it asks again.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'c> {
    pub flow: SaleFlow,
    /// The promotion whose price may be claimed.
    pub promotion: Option<&'c PromotionCode>,
}

impl<'c> Terms<'c> {
    /// Those of everybody.
    pub fn public() -> Self {
        Terms { flow: SaleFlow::Public, promotion: None }
    }

    /// Those of somebody who has, or has not, a code.
    pub fn of_code(code: Option<&'c PromotionCode>) -> Self {
        match code {
            Some(_) => Terms { flow: SaleFlow::PromotionCode, promotion: code },
            None => Terms::public(),
        }
    }

    /// The same way without what it gives: its price is used up.
    pub fn without_promotion(self) -> Self {
        Terms { promotion: None, ..self }
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
