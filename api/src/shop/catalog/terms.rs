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

/// When something is visited: the day and the time of the first performance that is chosen for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    pub date: NaiveDate,
    pub time: WallTime,
}
