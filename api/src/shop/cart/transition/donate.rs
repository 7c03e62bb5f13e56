//! Adds a donation. A cart has at most one donation; a second donation replaces the first donation only after the
//! shopper confirms it.

use crate::error::Refusal;
use crate::shop::cart::Cart;
use crate::shop::cart::change::{CartChange, Declined, ask, with_claims};
use crate::shop::cart::command::WantedDonation;
use crate::shop::cart::facts::Facts;
use crate::shop::cart::line::{CartLine, MAX_LINES};
use crate::shop::cart::prices::price_line;
use crate::shop::cart::quantities::TOO_MANY_LINES;
use crate::shop::cart::questions::Question;
use crate::shop::cart::sellable::SellableLine;
use crate::shop::performance::Availability;
use midway_catalog::Terms;
use midway_kernel::coded::SaleFlow;

pub fn donate(cart: &Cart, donation: &WantedDonation<'_>, facts: &Facts<'_>) -> Result<CartChange, Declined> {
    let line = line_of(donation, facts);
    let mut next = cart.clone();
    match next.lines.iter().position(CartLine::is_donation) {
        Some(at) => {
            let question = Question::replace_donation(cart, next.lines[at].unit_price, donation.amount);
            ask(question, donation.context.as_deref())?;
            next.lines[at] = line.clone();
        }
        None if next.lines.len() >= MAX_LINES => {
            return Err(Refusal::new(TOO_MANY_LINES).with("max", MAX_LINES).into());
        }
        None => next.lines.push(line.clone()),
    }
    with_claims(cart, next, &[line], facts)
}

fn line_of(donation: &WantedDonation<'_>, facts: &Facts<'_>) -> CartLine {
    let one = SellableLine {
        product: donation.product,
        variant: donation.variant,
        quantity: 1,
        performances: Vec::new(),
        seen_price: None,
        redemption: None,
        pass_details: None,
        part_seats: Vec::new(),
    };
    let terms = Terms { flow: SaleFlow::Donation, ..Terms::public() };
    // The amount replaces the catalogue price of a donation, which is zero like its fees and tax.
    let line = price_line(facts.catalog, one, terms, &Availability::default(), facts.now);
    CartLine { unit_price: donation.amount, ..line }
}
