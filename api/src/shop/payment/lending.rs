//! Pays with a loan: the lender's virtual card is used once, and later errors are reported to the lender.

use std::time::Duration;

use super::actions::{look_up, look_up_opened, note_authorisation, tried_card, try_card};
use super::entity::{AttemptState, Model};
use super::processor::{Lender, SentError, VirtualCard};
use super::rules::{CART_CHANGED, MAX_SUBMITS, TOO_MANY_CALLS};
use super::store;
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::limits::Limit;
use crate::shop::cart::{self, Cart};

/// Reserves the amount of an attempt on a virtual card. Repeating the call cannot reserve the amount twice.
///
/// # Errors
/// [`Error::NotFound`] for an attempt of a different visitor or an attempt with a processor that is no lender; a
/// refusal when the cart has changed, or after too many submits, calls or declined cards.
pub async fn submit(
    app: &App,
    visitor: &Visitor,
    lender_name: &str,
    payment_key: &str,
    card: &VirtualCard,
) -> Result<Model> {
    let (lender, owned, attempt) = lent(app, visitor, lender_name, payment_key).await?;
    let attempt = match attempt.state {
        AttemptState::Unknown => look_up(app, attempt).await?,
        _ => look_up_opened(app, attempt).await?,
    };
    match attempt.state {
        AttemptState::Opened if attempt.cart_version != owned.version => Err(Refusal::new(CART_CHANGED).into()),
        AttemptState::Opened => {
            try_card(visitor).await?;
            let authorised = authorise(app, lender, attempt, card).await;
            tried_card(visitor, &authorised).await;
            authorised
        }
        _ => Ok(attempt),
    }
}

async fn authorise(app: &App, lender: &dyn Lender, attempt: Model, card: &VirtualCard) -> Result<Model> {
    count(app, &attempt).await?;
    let outcome = lender.authorise_virtual_card(&attempt.payment(), card, attempt.amount).await;
    note_authorisation(app, attempt, outcome).await
}

/// Counts a submit in the database under the cart's lock, so that neither a reload nor another replica resets the
/// count.
async fn count(app: &App, attempt: &Model) -> Result<()> {
    let tx = app.db.begin().await?;
    cart::lock_cart(&tx, &attempt.cart_id).await?;
    if !store::count_submit(&tx, &attempt.cart_id, &attempt.id, MAX_SUBMITS).await? {
        tracing::warn!(payment = attempt.id, "too many virtual cards were submitted for one cart");
        return Err(Refusal::new(TOO_MANY_CALLS).into());
    }
    tx.commit().await?;
    Ok(())
}

/// The limit on error reports per network address and minute, so that a page cannot fill the log.
const ERRORS: Limit = Limit { name: "lender-errors", attempts: 60, window: Duration::from_secs(60) };

/// Logs an error that occurred on the shopper's page and reports it to the lender. A failure to reach the lender is not
/// returned to the shopper.
///
/// # Errors
/// [`Error::NotFound`] for an attempt of a different visitor or an attempt with a processor that is no lender;
/// [`Error::TooMany`] over the limit.
pub async fn send_error(
    app: &App,
    visitor: &Visitor,
    lender_name: &str,
    payment_key: &str,
    error: &SentError,
) -> Result<()> {
    let (lender, _, attempt) = lent(app, visitor, lender_name, payment_key).await?;
    visitor.attempt(ERRORS).await?;
    tracing::warn!(payment = attempt.id, kind = ?error.kind, message = error.message, "a payment at a lender failed");
    if let Err(reason) = lender.send_error(&attempt.payment(), error).await {
        tracing::warn!(payment = attempt.id, reason, "the lender could not be notified");
    }
    Ok(())
}

/// Finds the payment attempt with this key at this lender, if it belongs to the visitor's cart. Also returns the lender
/// and the cart.
async fn lent<'a>(
    app: &'a App,
    visitor: &Visitor,
    lender_name: &str,
    payment_key: &str,
) -> Result<(&'a dyn Lender, Cart, Model)> {
    let lender = app.processors.lender(lender_name).ok_or(Error::NotFound)?;
    let owned = cart::visitors_cart(app, visitor).await?.ok_or(Error::NotFound)?;
    let attempt = store::for_cart(app.db.read(), &owned.id, payment_key).await?;
    let attempt = attempt.filter(|attempt| attempt.processor == lender_name).ok_or(Error::NotFound)?;
    Ok((lender, owned, attempt))
}
