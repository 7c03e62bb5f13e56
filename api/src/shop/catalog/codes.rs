//! Promotion codes that shoppers type: which is right, and how often somebody may be wrong.

use std::time::Duration;

use crate::app::App;
use crate::error::{Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::limits::Limit;
use midway_catalog::Catalog;
use midway_catalog::files::Promotion;
use midway_catalog::{LONGEST_CODE, PromotionKind};
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

/// A family that reads a code from a crumpled leaflet needs a few; somebody who tries out words needs thousands.
const WRONG_CODES: Limit = Limit { name: "promotion-code", attempts: 20, window: Duration::from_secs(300) };

/// One answer for what never was, is over and is still to come, so that guessing tells nothing.
pub const WRONG_CODE: Text = Text { id: "promotion.wrong-code", words: "Sorry, this promotion code is not valid." };

/// A promotion of a code that somebody knows.
pub enum Redeemed<'c> {
    /// With the code as the operator spells it.
    Running(&'c Promotion, &'c str),
    /// It was good once. Whoever guesses it has guessed wrong all the same.
    Over(&'c Promotion),
}

/// The promotion of a kind that a visitor's code stands for.
///
/// # Errors
/// A refusal for a wrong code; past the limit of wrong ones no code is looked at, not even a right one.
pub async fn redeemed<'c>(
    app: &App,
    catalog: &'c Catalog,
    visitor: &Visitor,
    kind: PromotionKind,
    code: &str,
    now: Instant,
) -> Result<Redeemed<'c>> {
    // Counted before it is looked at, so that guesses made at the same moment count too.
    app.limits.attempt_by_clock(WRONG_CODES, visitor.address(), now).await?;
    let found = (code.len() <= LONGEST_CODE).then(|| catalog.promotion_of_code(kind, code)).flatten();
    match found {
        Some((promotion, code)) if catalog.is_running(promotion, now) => {
            app.limits.give_back_by_clock(WRONG_CODES, visitor.address(), now).await;
            Ok(Redeemed::Running(promotion, code))
        }
        Some((promotion, _)) if catalog.is_over(promotion, now) => Ok(Redeemed::Over(promotion)),
        _ => Err(Refusal::new(WRONG_CODE).into()),
    }
}
