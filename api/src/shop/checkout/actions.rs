//! Saves the checkout settings.

use super::rules::{self, EMPTY, INCOMPLETE};
use crate::app::App;
use crate::error::{Refusal, Result};
use crate::http::visitor::Visitor;
use crate::shop::cart::{self, CartCommand, CheckoutSettings};

/// Saves a cart's settings, and the answers to its questions by key, if all are valid; with `ignore_faults`, saves only
/// what is valid.
///
/// # Errors
/// A refusal without a cart; a refusal with one entry per invalid field, unless `ignore_faults`; a conflict while the
/// cart is being paid for.
pub async fn save(app: &App, visitor: &Visitor, settings: CheckoutSettings, ignore_faults: bool) -> Result<()> {
    let catalog = app.catalog.current();
    let Some(cart) = cart::visitors_cart(app, visitor).await? else { return Err(Refusal::new(EMPTY).into()) };
    let (settings, mut fields) = rules::check(&catalog, &cart, settings, app.clock.now());
    let (_, wrong) = cart::read_answers(&catalog, &cart, &settings.typed_answers);
    fields.extend(wrong);
    if !fields.is_empty() && !ignore_faults {
        return Err(Refusal { fields, ..Refusal::new(INCOMPLETE) }.into());
    }
    cart::execute_without_question(app, visitor, CartCommand::SaveCheckout(Box::new(settings))).await
}
