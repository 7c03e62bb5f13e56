//! A due payment that the shopper makes in the processor's form, because the bank wants the cardholder to confirm it. The
//! link of an e-mail leads there. Its key is proof enough: it lets its holder only pay this payment, so it works with and
//! without an account.
//!
//! The form reserves the amount under the key of a new charge attempt. The attempt begins when the shopper submits, and
//! captures the amount. An attempt that begins otherwise gives up the form.

use std::sync::Arc;
use std::time::Duration;

use super::actions::{Receipt, TryResult, charge, give_up_form};
use super::entity::agreement::Model as AgreementRow;
use super::entity::payment::{Model as PaymentRow, State};
use super::links::key;
use super::rules::{CANNOT_BE_CHARGED, DECLINED, NOT_ENTERED, NOTHING_DUE};
use super::store::{self, By};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::limits::Limit;
use crate::shop::order::{self, InstallmentOrder};
use crate::shop::payment::processor::{Decline, Outcome};
use crate::shop::payment::{self, CHECKING, CardForm};
use midway_kernel::secret::same;

/// The limit on forms opened and payments submitted per network address and hour. Each can be used to test a stolen card.
const TRIES: Limit = Limit { name: "confirm-payment", attempts: 40, window: Duration::from_secs(60 * 60) };

/// A payment of a link, with its order.
pub struct LinkedPayment {
    pub row: PaymentRow,
    pub sold: InstallmentOrder,
    agreed: AgreementRow,
}

/// The payment of a link.
///
/// # Errors
/// [`Error::NotFound`] for a key that the shop did not make.
pub async fn find(app: &App, link: &str) -> Result<LinkedPayment> {
    let (id, given) = link.split_once('.').ok_or(Error::NotFound)?;
    if !same(given, &key(app, id)) {
        return Err(Error::NotFound);
    }
    let db = app.db.write();
    let row = store::payment(db, id).await?.ok_or(Error::NotFound)?;
    let sold = order::installment_order(db, &row.agreement_id).await?.ok_or(Error::NotFound)?;
    let agreed = store::agreement(db, &row.agreement_id).await?.ok_or(Error::NotFound)?;
    Ok(LinkedPayment { row, sold, agreed })
}

/// Opens the processor's form for the amount of a payment. No money moves.
///
/// # Errors
/// Those of [`find`]; a refusal when the payment is paid, or when the processor does not answer; a conflict while a
/// charge is running; [`Error::TooMany`] over the limit.
pub async fn open_form(app: &App, visitor: &Visitor, link: &str, parent_origin: &str) -> Result<CardForm> {
    let LinkedPayment { row, agreed, .. } = find(app, link).await?;
    match row.state {
        State::Due => {}
        State::Paid | State::Ended => return Err(Refusal::new(NOTHING_DUE).into()),
        State::Charging => return Err(Error::Conflict(CHECKING)),
    }
    visitor.attempt(TRIES).await?;
    give_up_form(app, &agreed.processor, &row).await;
    let next = store::begin_attempt_with_form(app.db.write(), &row).await?.ok_or(Error::Conflict(CHECKING))?;
    let form = payment::open_card_form(app, &agreed.processor, &next.key(), row.amount, parent_origin).await?;
    if !store::note_form(app.db.write(), &next, &form.session_key).await? {
        return Err(Error::Conflict(CHECKING));
    }
    Ok(form)
}

/// Makes a payment with the card that was entered in the form. Repeating the call charges nothing twice.
///
/// # Errors
/// Those of [`find`]; [`Error::NotFound`] for a form that is not the latest one; a refusal when no card was entered, or
/// when it was declined; a conflict when the result is unknown; [`Error::TooMany`] over the limit.
pub async fn pay(app: &Arc<App>, visitor: &Visitor, link: &str, session: &str) -> Result<LinkedPayment> {
    let LinkedPayment { row, agreed, sold } = find(app, link).await?;
    if !row.state.is_open() {
        return Ok(LinkedPayment { row, agreed, sold });
    }
    if row.form_session.as_deref() != Some(session) {
        return Err(Error::NotFound);
    }
    visitor.attempt(TRIES).await?;
    let begun = match row.state {
        State::Due => {
            check_reserved(app, &agreed, &row).await?;
            store::begin_form(app.db.write(), row, app.clock.now()).await?
        }
        // The answer to an earlier call was lost.
        _ => Some(row),
    };
    let begun = begun.ok_or(Error::Conflict(CHECKING))?;
    let for_task = app.clone();
    // The payment runs in a separate task, because a closed browser must not stop it between two steps.
    let work = tokio::spawn(async move {
        let receipt = Receipt::of(&begun, begun.number);
        charge(&for_task, begun, By::Shopper, &receipt).await
    });
    match work.await.map_err(Error::internal)?? {
        TryResult::Paid => find(app, link).await,
        TryResult::Declined { reason } => Err(declined(reason)),
        TryResult::Unsettled => Err(Error::Conflict(CHECKING)),
    }
}

/// Checks that the form has reserved the amount.
async fn check_reserved(app: &App, agreed: &AgreementRow, row: &PaymentRow) -> Result<()> {
    let processor = app.processors.card(&agreed.processor);
    let processor = processor.ok_or_else(|| Error::Internal(format!("payment {} has no processor", row.id)))?;
    match processor.authorise(&row.attempt(), row.amount).await {
        Outcome::Done(_) => Ok(()),
        Outcome::Declined(Decline { message, .. }) => Err(declined(message)),
        Outcome::RequiresAction => Err(Refusal::new(NOT_ENTERED).into()),
        Outcome::Refused { reason } => {
            tracing::warn!(payment = row.id, reason, "the form of a payment was refused");
            Err(declined(CANNOT_BE_CHARGED.default.to_owned()))
        }
        Outcome::Lost { .. } | Outcome::Pending => Err(Error::Conflict(CHECKING)),
    }
}

fn declined(reason: String) -> Error {
    Refusal::new(DECLINED).with("reason", reason).into()
}
