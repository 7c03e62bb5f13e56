//! Adds a donation. A cart has at most one; a second one replaces it only after the shopper confirms it.

use super::{CartWriter, hold_of};
use crate::app::App;
use crate::error::{Refusal, Result};
use crate::http::visitor::Visitor;
use crate::shop::cart::line::CartLine;
use crate::shop::cart::questions::{Changed, Question};
use crate::shop::cart::rules::{self, MOST_LINES, SellableLine, TOO_MANY_LINES};
use crate::shop::inventory;
use crate::shop::performance::Availability;
use midway_catalog::files::{Product, Variant};
use midway_catalog::{Catalog, Terms};
use midway_kernel::coded::SaleFlow;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// A donation to add. The `donation` slice has checked the amount.
#[derive(Clone, Copy, Debug)]
pub struct Gift<'c> {
    pub product: &'c Product,
    pub variant: &'c Variant,
    pub amount: Money,
}

/// Puts a donation into the visitor's cart.
///
/// # Errors
/// A refusal when the cart is full; a conflict while it is being paid for.
pub async fn donate(
    app: &App,
    visitor: &Visitor,
    catalog: &Catalog,
    gift: Gift<'_>,
    context: Option<&str>,
) -> Result<Changed> {
    let now = app.clock.now();
    let (writer, mut cart) = CartWriter::begin(app, visitor, now).await?;
    let line = line_of(catalog, gift, now);
    match cart.lines.iter().position(CartLine::is_donation) {
        Some(at) => {
            let question = Question::replace_gift(&cart, cart.lines[at].unit_price, gift.amount);
            if let Some(question) = question.unless_answered(context) {
                return Ok(Changed::Asked(question));
            }
            cart.lines[at] = line.clone();
        }
        None if cart.lines.len() >= MOST_LINES => {
            return Err(Refusal::new(TOO_MANY_LINES).with("max", MOST_LINES).into());
        }
        None => cart.lines.push(line.clone()),
    }
    let hold = rules::renewed(hold_of(&cart), catalog.settings(), now);
    let holding = inventory::holding(&writer.tx, &cart.id).await?;
    writer.finish(catalog, cart, &[line], holding, hold).await?;
    Ok(Changed::Done)
}

fn line_of(catalog: &Catalog, gift: Gift<'_>, now: Instant) -> CartLine {
    let (product, variant) = (gift.product, gift.variant);
    let one = SellableLine {
        product,
        variant,
        quantity: 1,
        performances: Vec::new(),
        seen_price: None,
        redemption: None,
        passholder: None,
    };
    let terms = Terms { flow: SaleFlow::Donation, ..Terms::public() };
    // The catalogue price of a donation is zero, and so are its fees and tax.
    CartLine { unit_price: gift.amount, ..rules::priced(catalog, one, terms, &Availability::default(), now) }
}
