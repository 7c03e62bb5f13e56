//! Saving a card, paying with a saved card, and deleting saved cards.

use std::time::Duration;

use sea_orm::ConnectionTrait;

use super::entity::Model;
use super::store;
use crate::app::App;
use crate::error::{Error, FieldFault, Refusal, Result};
use crate::http::visitor::SignedIn;
use crate::platform::limits::Limit;
use crate::shop::cart;
use crate::shop::payment::actions::{look_up, look_up_opened, no_processor, note_authorisation, tried_card, try_card};
use crate::shop::payment::entity::{AttemptState, Model as AttemptRow};
use crate::shop::payment::processor::{CardProcessor, CardToken, Decline, DeclineCode, Outcome};
use crate::shop::payment::rules::CART_CHANGED;
use crate::shop::payment::store as attempts;
use midway_kernel::input::Secret;
use midway_kernel::secret::random_id;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

/// The limits on wrong security codes per account, for all its cards together, per hour and per day. A code has only
/// three or four digits, so without limits it could be guessed.
const WRONG_CODES: [Limit; 2] = [
    Limit { name: "security-code", attempts: 5, window: Duration::from_secs(60 * 60) },
    Limit { name: "security-code-day", attempts: 15, window: Duration::from_secs(24 * 60 * 60) },
];

const CODE: Text = Text { id: "payment.security-code", default: "Security code must be 3 or 4 digits" };
const WRONG_CODE: Text = Text {
    id: "payment.wrong-security-code",
    default: "Incorrect security code. Nothing was charged. Please check the code and try again.",
};

/// A saved card.
pub type SavedPayment = Model;

/// Saves the card of a payment, if the shopper asked for that.
pub async fn save_card(tx: &impl ConnectionTrait, attempt: &AttemptRow, now: Instant) -> Result<()> {
    let (Some(account_id), Some(card_token)) = (&attempt.saved_for, &attempt.card_token) else { return Ok(()) };
    let row = Model {
        id: random_id(),
        account_id: account_id.clone(),
        processor: attempt.processor.clone(),
        card_token: card_token.clone(),
        masked_card_number: attempt.masked_card_number.clone().unwrap_or_default(),
        card_brand: attempt.card_brand.clone().unwrap_or_default(),
        card_valid_through: attempt.card_valid_through.clone(),
        cardholder_address: attempt.cardholder_address.clone(),
        saved_at: now,
    };
    store::insert(tx, row).await
}

/// The cards of an account, newest first; with `processor`, only the cards of that processor.
pub async fn of_account(app: &App, account_id: &str, processor: Option<&str>) -> Result<Vec<Model>> {
    let mut saved = store::of_account(app.db.read(), account_id).await?;
    saved.retain(|it| processor.is_none_or(|name| it.processor == name));
    Ok(saved)
}

/// Deletes a card of the account. Payment plans that use it continue.
///
/// # Errors
/// [`Error::NotFound`] for a card of a different account.
pub async fn remove(app: &App, signed_in: &SignedIn, id: &str) -> Result<()> {
    if store::delete(app.db.write(), &signed_in.account_id, id).await? { Ok(()) } else { Err(Error::NotFound) }
}

/// Deletes all cards of an account, and cancels the saving of cards by payments in progress. Payment plans that use one
/// of the cards continue.
pub async fn forget_saved(tx: &impl ConnectionTrait, account_id: &str) -> Result<()> {
    attempts::save_none_for(tx, account_id).await?;
    store::delete_all(tx, account_id).await
}

/// Reserves the amount of an attempt on a saved card. Repeating the call cannot reserve the amount twice.
///
/// # Errors
/// [`Error::NotFound`] for an attempt or a card of a different visitor; a refusal when the cart has changed, when the
/// code is malformed or wrong, or after too many calls or declined cards; [`Error::TooMany`] after too many wrong
/// codes.
pub async fn authorise(
    app: &App,
    signed_in: &SignedIn,
    payment_key: &str,
    saved_id: &str,
    security_code: Option<&Secret>,
) -> Result<AttemptRow> {
    let Some(cart_id) = cart::current_id(app, &signed_in.visitor).await? else { return Err(Error::NotFound) };
    let attempt = attempts::for_cart(app.db.read(), &cart_id, payment_key).await?.ok_or(Error::NotFound)?;
    // A payment that has begun continues, even if the shopper has deleted the card since.
    let attempt = match attempt.state {
        AttemptState::Unknown => look_up(app, attempt).await?,
        _ => look_up_opened(app, attempt).await?,
    };
    if attempt.state != AttemptState::Opened {
        return Ok(attempt);
    }
    let saved = store::find(app.db.read(), &signed_in.account_id, saved_id).await?.ok_or(Error::NotFound)?;
    if saved.processor != attempt.processor {
        return Err(Error::NotFound);
    }
    let version = cart::visitors_cart(app, &signed_in.visitor).await?.map(|cart| cart.version);
    if version != Some(attempt.cart_version) {
        return Err(Refusal::new(CART_CHANGED).into());
    }
    let processor = app.processors.card(&attempt.processor).ok_or_else(|| no_processor(&attempt))?;
    let code = match needs_code(app, processor) {
        false => None,
        true => Some(security_code.filter(|code| is_code(code)).ok_or_else(|| wrong(CODE))?),
    };
    let now = app.clock.now();
    for limit in WRONG_CODES {
        app.limits.attempt_by_clock(limit, &signed_in.account_id, now).await?;
    }
    let tried = try_card(&signed_in.visitor).await;
    if tried.is_err() {
        give_codes_back(app, signed_in, now).await;
    }
    tried?;
    let card = CardToken(saved.card_token);
    let outcome = processor
        .authorise_saved(&attempt.payment(), &card, saved.cardholder_address.as_deref(), code, attempt.amount)
        .await;
    // A wrong code counts towards the limit on wrong codes and towards the limit on declined cards.
    if let Outcome::Declined(Decline { code: DeclineCode::WrongSecurityCode, .. }) = outcome {
        return Err(wrong(WRONG_CODE));
    }
    give_codes_back(app, signed_in, now).await;
    let authorised = note_authorisation(app, attempt, outcome).await;
    tried_card(&signed_in.visitor, &authorised).await;
    authorised
}

/// Whether the shopper must enter the security code of a saved card.
pub fn needs_code(app: &App, processor: &dyn CardProcessor) -> bool {
    processor.capabilities().checks_security_code && !app.catalog.current().settings().suppress_saved_payment_code
}

async fn give_codes_back(app: &App, signed_in: &SignedIn, now: Instant) {
    for limit in WRONG_CODES {
        app.limits.undo_attempt_by_clock(limit, &signed_in.account_id, now).await;
    }
}

fn is_code(code: &Secret) -> bool {
    (3..=4).contains(&code.expose().len()) && code.expose().bytes().all(|b| b.is_ascii_digit())
}

fn wrong(text: Text) -> Error {
    let fault = FieldFault { field: "cvv".to_owned(), text, values: Vec::new() };
    Refusal { fields: vec![fault], ..Refusal::new(text) }.into()
}
