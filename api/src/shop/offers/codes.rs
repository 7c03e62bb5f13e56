//! Promotion codes that shoppers enter: which codes are valid, and the limit on wrong codes.

use std::time::Duration;

use crate::app::App;
use crate::error::{Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::limits::Limit;
use midway_catalog::Catalog;
use midway_catalog::files::Promotion;
use midway_catalog::{MAX_CODE_LENGTH, PromotionKind};
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

/// The limit on wrong codes. It allows for misread codes, but not for guessing words.
const WRONG_CODES: Limit = Limit { name: "promotion-code", attempts: 20, window: Duration::from_secs(300) };

/// One message for codes that never existed and for codes that are not valid yet, so that guessing reveals no future
/// code.
pub const WRONG_CODE: Text = Text { id: "promotion.wrong-code", default: "Sorry, this promotion code isn't valid." };

/// A promotion whose code was entered.
pub enum FoundCode<'c> {
    /// The promotion, and the code as the operator spells it.
    Running(&'c Promotion, &'c str),
    /// The code was valid in the past. The attempt still counts towards the limit on wrong codes.
    Over(&'c Promotion),
}

/// The promotion of the given kind that has this code.
///
/// # Errors
/// A refusal for a wrong code; [`crate::error::Error::TooMany`] over the limit on wrong codes, even for a valid code.
pub async fn find_code<'c>(
    app: &App,
    catalog: &'c Catalog,
    visitor: &Visitor,
    kind: PromotionKind,
    code: &str,
    now: Instant,
) -> Result<FoundCode<'c>> {
    // Count the attempt before the code is checked, so that simultaneous attempts count too.
    app.limits.attempt_by_clock(WRONG_CODES, visitor.address(), now).await?;
    let found = (code.len() <= MAX_CODE_LENGTH).then(|| catalog.promotion_of_code(kind, code)).flatten();
    match found {
        Some((promotion, code)) if catalog.is_running(promotion, now) => {
            app.limits.undo_attempt_by_clock(WRONG_CODES, visitor.address(), now).await;
            Ok(FoundCode::Running(promotion, code))
        }
        Some((promotion, _)) if catalog.is_over(promotion, now) => Ok(FoundCode::Over(promotion)),
        _ => Err(Refusal::new(WRONG_CODE).into()),
    }
}
