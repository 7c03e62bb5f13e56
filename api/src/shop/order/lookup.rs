//! Finds the order that a visitor may see: by the session that placed it, by its account, or by the link of a
//! confirmation together with the phone number of the order. [`Viewer`] decides who sees which order.
//!
//! Every wrong link gets the same response after the same work, whether the id is unknown, the token is wrong or the
//! phone number is wrong. So an attacker learns nothing from the response or its time.

use std::sync::Arc;
use std::time::Duration;

use super::purchase::{Purchase, purchase};
use super::store;
use super::viewer::Viewer;
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::{SessionData, Visitor};
use crate::platform::limits::Limit;
use crate::shop::ticket::{self, TicketRow};
use midway_kernel::address::clean_phone;
use midway_kernel::secret::{fingerprint, same, sign};
use midway_kernel::text::Text;

const PHONE_REQUIRED: Text =
    Text { id: "order-lookup.phone-required", default: "A valid, numeric phone number is required" };

/// The limit on phone numbers tried per link, right or wrong. Guesses at one link do not block other links.
const PHONE_GUESSES: Limit = Limit { name: "order-phone", attempts: 5, window: Duration::from_secs(900) };

/// The limit on phone numbers tried per network address, for all links together. Without it, an attacker could invent
/// ids, and each id would have a separate limit.
const PHONE_GUESSES_BY_ADDRESS: Limit =
    Limit { name: "order-phone-by", attempts: 100, window: Duration::from_secs(900) };

const MAX_PHONE_LENGTH: usize = 15;

/// Finds the order of a confirmation's link and stores the access in the session.
///
/// # Errors
/// A refusal for a text that is not a phone number; [`Error::NotFound`] for a wrong link or phone number, or for a
/// missing number, unless the session alone proves that the visitor may see the order; [`Error::TooMany`] for more
/// numbers than `PHONE_GUESSES` or `PHONE_GUESSES_BY_ADDRESS` allow.
pub async fn by_link(
    app: &App,
    visitor: &Visitor,
    id: &str,
    token: &str,
    phone_number: Option<&str>,
) -> Result<Purchase> {
    let phone_number = phone_number.map(str::trim).filter(|text| !text.is_empty());
    let digits = phone_number.map(numeric).transpose()?;
    if digits.is_some() {
        visitor.attempt(PHONE_GUESSES_BY_ADDRESS).await?;
        app.limits.attempt_by_clock(PHONE_GUESSES, &fingerprint(&format!("{id}/{token}")), app.clock.now()).await?;
    }
    let session = visitor.session().await?;
    let found = store::confirmation(app.db.read(), id).await?;
    let (kept, number) = match &found {
        Some((row, order)) => (row.token_fingerprint.as_str(), order.billing_address.phone_number.as_str()),
        None => ("", ""),
    };
    let is_link = same(kept, &fingerprint(token)) | same(token, &signed_token(&app.secret, id));
    let is_number = digits.is_some_and(|digits| is_same_number(&digits, number));
    let Some((_, order)) = found else { return Err(Error::NotFound) };
    if !(is_link & (is_number | Viewer::of(&session).sees(&order))) {
        return Err(Error::NotFound);
    }
    let purchase = purchase(app, order).await?;
    if session.proven_orders.last() != Some(&purchase.order.id) {
        let visit = purchase.reservation.as_ref().map(|row| row.id.as_str());
        let proven = |session: &mut SessionData| {
            session.proves(&purchase.order.id);
            if let Some(visit) = visit {
                session.proves_reservation(visit);
            }
        };
        visitor.change(proven).await?;
    }
    Ok(purchase)
}

/// The path of an order's page for e-mails that are not its confirmation; `None` for an order without a confirmation. It opens
/// with the phone number of the order, as the link of the confirmation does.
pub async fn page_path(app: &App, order_id: &str) -> Result<Option<String>> {
    let confirmation = store::latest_confirmation(app.db.read(), order_id).await?;
    Ok(confirmation.map(|row| format!("order-lookup/anonymous/{}/{}", row.id, signed_token(&app.secret, &row.id))))
}

/// The token with which the link of each confirmation opens besides its own, which is stored as a fingerprint only.
fn signed_token(secret: &[u8], confirmation_id: &str) -> String {
    sign(secret, &format!("order-link|{confirmation_id}"))
}

/// An order that this session has opened by a link: the order of the link `link_id`, or the order opened last.
///
/// # Errors
/// [`Error::NotFound`] when there is none.
pub async fn proven(app: &App, visitor: &Visitor, link_id: Option<&str>) -> Result<Purchase> {
    let session = visitor.session().await?;
    let db = app.db.read();
    let order_id = match link_id {
        Some(id) => store::confirmation(db, id).await?.map(|(_, order)| order.id),
        None => session.proven_orders.last().cloned(),
    };
    let order_id = order_id.filter(|id| session.proven_orders.contains(id)).ok_or(Error::NotFound)?;
    let order = store::for_viewer(db, &Viewer::of(&session), &order_id).await?.ok_or(Error::NotFound)?;
    purchase(app, order).await
}

/// An order that this visitor may see, by session, account or link.
///
/// # Errors
/// [`Error::NotFound`] for any other order.
pub async fn visible(app: &App, visitor: &Visitor, id: &str) -> Result<Purchase> {
    let viewer = Viewer::of(&visitor.session().await?);
    let order = store::for_viewer(app.db.read(), &viewer, id).await?.ok_or(Error::NotFound)?;
    purchase(app, order).await
}

/// The id of an order that this visitor may see, by session, account or link.
///
/// # Errors
/// [`Error::NotFound`] for any other order.
pub async fn visible_id(app: &App, visitor: &Visitor, id: &str) -> Result<String> {
    let viewer = Viewer::of(&visitor.session().await?);
    Ok(store::for_viewer(app.db.read(), &viewer, id).await?.ok_or(Error::NotFound)?.id)
}

/// Whether a ticket belongs to this visitor: it belongs to an order that they may see, or it is a pass linked to their
/// account.
pub async fn owns_ticket(app: Arc<App>, visitor: Visitor, ticket: TicketRow) -> Result<bool> {
    let db = app.db.read();
    let session = visitor.session().await?;
    if let Some(account_id) = &session.account_id
        && ticket::is_linked(db, account_id, &ticket.id).await?
    {
        return Ok(true);
    }
    match &ticket.order_id {
        Some(order_id) => Ok(store::for_viewer(db, &Viewer::of(&session), order_id).await?.is_some()),
        None => Ok(false),
    }
}

/// The number of the order with this id; `None` if there is no such order.
pub async fn number(app: Arc<App>, order_id: String) -> Result<Option<String>> {
    Ok(store::find(app.db.read(), &order_id).await?.map(|order| order.number))
}

/// The digits of a phone number in any usual notation.
fn numeric(text: &str) -> Result<String> {
    let digits = clean_phone(text, false);
    let is_number = text.chars().all(|c| c.is_ascii_digit() || " ()+-./".contains(c));
    if is_number && (1..=MAX_PHONE_LENGTH).contains(&digits.len()) {
        Ok(digits)
    } else {
        Err(Refusal::new(PHONE_REQUIRED).into())
    }
}

/// Compares two numbers; a leading North American country code 1 is ignored.
fn is_same_number(typed: &str, kept: &str) -> bool {
    !kept.is_empty() & same(&clean_phone(typed, true), &clean_phone(kept, true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phone_numbers_match_in_any_notation_and_a_text_that_is_not_a_phone_number_is_refused() {
        for text in ["5185550123", "(518) 555-0123", "+1 518.555.0123", "1-518-555-0123"] {
            assert!(is_same_number(&numeric(text).unwrap(), "5185550123"), "{text}");
            assert!(is_same_number(&numeric(text).unwrap(), "15185550123"), "{text}");
        }
        assert!(!is_same_number("5185550124", "5185550123"));
        assert!(!is_same_number("", ""));
        for text in ["Ada", "518-555-0123 ext", "()", "1234567890123456"] {
            assert!(numeric(text).is_err(), "{text}");
        }
    }
}
