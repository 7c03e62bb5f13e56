//! Saves the checkout settings, the choice of a payment plan, the tickets to exchange, and the acceptance of a revision. The lines and their
//! claims stay the same.

use crate::error::Refusal;
use crate::shop::cart::Cart;
use crate::shop::cart::change::{CartChange, Declined, with_new_version};
use crate::shop::cart::checkout_questions::read_answers;
use crate::shop::cart::command::CheckoutSettings;
use crate::shop::cart::exchange::CartExchange;
use crate::shop::cart::facts::Facts;
use crate::shop::cart::installments::{NO_PLAN, installments};

/// Saves the checkout settings. The delivery method affects the price, so changing it makes a new version. So does
/// changing an answer: a payment that has begun is for the answers of its time.
pub fn save_checkout(cart: &Cart, settings: &CheckoutSettings, facts: &Facts<'_>) -> CartChange {
    let CheckoutSettings {
        email_address,
        billing_address,
        shipping_address,
        delivery_method_id,
        payment_method_id,
        accept_terms,
        acknowledge_location,
        accept_installment_terms,
        typed_answers,
    } = settings.clone();
    // Under the lock, so that answers which another call has saved since are kept.
    let (answers, _) = read_answers(facts.catalog, cart, &typed_answers);
    let version = cart.version + i64::from(cart.delivery_method_id != delivery_method_id || cart.answers != answers);
    let saved = Cart {
        version,
        email_address,
        billing_address,
        shipping_address,
        delivery_method_id,
        payment_method_id,
        accept_terms,
        acknowledge_location,
        accept_installment_terms,
        answers,
        changed_at: facts.now,
        ..cart.clone()
    };
    CartChange { changes_settings: true, ..CartChange::of_cart(saved) }
}

/// Stores whether the shopper pays with a payment plan. A new choice changes the amount due today, so it makes a new
/// version.
pub fn pay_by_plan(cart: &Cart, by_plan: bool, facts: &Facts<'_>) -> Result<Option<CartChange>, Declined> {
    let offered = installments(facts.catalog, cart, facts.now);
    if by_plan && offered.is_none_or(|offered| offered.terms.is_none()) {
        return Err(Refusal::new(NO_PLAN).into());
    }
    let is_new = cart.pays_by_plan != Some(by_plan);
    let chosen = || with_new_version(Cart { pays_by_plan: Some(by_plan), ..cart.clone() }, facts.now);
    Ok(is_new.then(|| CartChange::of_cart(chosen())))
}

/// Stores the tickets that are exchanged, which changes the amount due.
pub fn exchange(cart: &Cart, exchange: Option<&CartExchange>, facts: &Facts<'_>) -> Option<CartChange> {
    let next = || with_new_version(Cart { exchange: exchange.cloned(), ..cart.clone() }, facts.now);
    let is_new = cart.exchange.as_ref() != exchange;
    is_new.then(|| CartChange { changes_settings: true, ..CartChange::of_cart(next()) })
}

/// Removes the latest revision, because the shopper has seen its changes.
pub fn accept_revision(cart: &Cart) -> CartChange {
    CartChange::of_cart(Cart { revision: None, ..cart.clone() })
}
