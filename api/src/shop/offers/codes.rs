//! Promotion codes that shoppers enter: which codes are valid, and the limit on wrong codes.

use std::time::Duration;

use super::single_use_codes;
use crate::app::App;
use crate::error::{Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::limits::Limit;
use crate::shop::cart::CODE_IN_USE;
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
    Running(&'c Promotion, String),
    /// The code was valid in the past. The attempt still counts towards the limit on wrong codes.
    Over(&'c Promotion),
}

/// The promotion of the given kind that has this code.
///
/// # Errors
/// A refusal for a wrong code, and for a code for one order that was used; [`crate::error::Error::TooMany`] over the limit on wrong codes, even for a valid code.
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
    let found = match found {
        Some((promotion, code)) => Some((promotion, code.to_owned())),
        None => for_one_order(app, catalog, kind, code).await?,
    };
    match found {
        Some((promotion, code)) if catalog.is_running(promotion, now) => {
            app.limits.undo_attempt_by_clock(WRONG_CODES, visitor.address(), now).await;
            Ok(FoundCode::Running(promotion, code))
        }
        Some((promotion, _)) if catalog.is_over(promotion, now) => Ok(FoundCode::Over(promotion)),
        _ => Err(Refusal::new(WRONG_CODE).into()),
    }
}

/// The promotion of a code for one order, and the code as it was printed.
///
/// # Errors
/// A refusal when an order has used the code.
async fn for_one_order<'c>(
    app: &App,
    catalog: &'c Catalog,
    kind: PromotionKind,
    typed: &str,
) -> Result<Option<(&'c Promotion, String)>> {
    let promotions = catalog.folder().promotions_of(kind);
    if !promotions.iter().any(|promotion| promotion.single_use) {
        return Ok(None);
    }
    let Some((code, id, is_used)) = single_use_codes::find(app.db.read(), typed).await? else { return Ok(None) };
    match promotions.iter().find(|promotion| promotion.single_use && promotion.id == id) {
        Some(_) if is_used => Err(Refusal::new(CODE_IN_USE).into()),
        promotion => Ok(promotion.map(|promotion| (promotion, code))),
    }
}
