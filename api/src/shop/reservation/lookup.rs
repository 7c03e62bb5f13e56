//! Finds reservations: the reservation that the session names, and confirmed and cancelled reservations by the account,
//! by the session, or by the code and the guest's phone number.

use super::entity::Model;
use super::limits::{LOOKUPS, LOOKUPS_BY_ADDRESS};
use super::refusals::NOT_KNOWN;
use super::store;
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::db::Transaction;
use crate::shop::ticket::qr_png;
use midway_kernel::address::{clean_phone, email_key};
use midway_kernel::secret::{fingerprint, same};

/// The reservation that the session names, in any state; `None` if it is open and has expired.
pub async fn current(app: &App, visitor: &Visitor) -> Result<Option<Model>> {
    let Some(id) = visitor.session().await?.reservation_id else { return Ok(None) };
    let found = store::find(app.db.read(), &id).await?;
    let now = app.clock.now();
    Ok(found.filter(|row| !row.is_open() || now < row.expires_at))
}

/// Finds a reservation by its code, stores the access in the session, and returns its id.
///
/// # Errors
/// The same refusal for an unknown code and for a wrong number; [`Error::TooMany`] after too many attempts.
pub async fn by_code(app: &App, visitor: &Visitor, code: &str, phone_number: &str) -> Result<String> {
    let now = app.clock.now();
    let code: String = code.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
    app.limits.attempt_by_clock(LOOKUPS_BY_ADDRESS, visitor.address(), now).await?;
    app.limits.attempt_by_clock(LOOKUPS, &fingerprint(&code), now).await?;
    let found = store::by_code(app.db.read(), &code).await?.filter(|row| !row.is_open());
    let kept = found.as_ref().map(|row| row.guest.phone_number.as_str()).unwrap_or_default();
    let is_proven = same(kept, &clean_phone(phone_number, true)) & !kept.is_empty();
    let row = found.filter(|_| is_proven).ok_or_else(|| Refusal::new(NOT_KNOWN))?;
    app.limits.undo_attempt_by_clock(LOOKUPS_BY_ADDRESS, visitor.address(), now).await;
    app.limits.undo_attempt_by_clock(LOOKUPS, &fingerprint(&code), now).await;
    let id = row.id.clone();
    visitor.change(|session| session.proves_reservation(&id)).await?;
    Ok(row.id)
}

/// A confirmed or cancelled reservation of this visitor.
///
/// # Errors
/// [`Error::NotFound`] for any other reservation.
pub async fn one(app: &App, visitor: &Visitor, id: &str) -> Result<Model> {
    let found = store::find(app.db.read(), id).await?.filter(|row| !row.is_open()).ok_or(Error::NotFound)?;
    match is_of(visitor, &found).await? {
        true => Ok(found),
        false => Err(Error::NotFound),
    }
}

pub async fn is_of(visitor: &Visitor, row: &Model) -> Result<bool> {
    let session = visitor.session().await?;
    let is_accounts = session.account_id.is_some() && session.account_id == row.account_id;
    Ok(is_accounts || session.reservations().contains(&row.id))
}

/// The number of reservations per page. It is small, because showing a reservation takes several queries.
const PAGE: usize = 10;

/// One page of a visitor's reservations.
pub struct Page {
    pub reservations: Vec<Model>,
    /// Whether there are more pages.
    pub has_more: bool,
}

/// One page of this visitor's reservations, latest visit first: the first page, or the page that follows the
/// reservation `after`.
///
/// # Errors
/// [`Error::NotFound`] when `after` is a reservation of a different visitor.
pub async fn mine(app: &App, visitor: &Visitor, after: Option<&str>) -> Result<Page> {
    let session = visitor.session().await?;
    let after = match after {
        Some(after) => Some(one(app, visitor, after).await?),
        None => None,
    };
    let own = session.reservations();
    let whose = (session.account_id.as_deref(), own.as_slice());
    let mut reservations = store::settled(app.db.read(), whose, after.as_ref(), PAGE + 1).await?;
    let has_more = reservations.len() > PAGE;
    reservations.truncate(PAGE);
    Ok(Page { reservations, has_more })
}

/// Assigns reservations of the guest's session to the account at sign-in: the reservation in progress, and the
/// reservations made with the e-mail address that the account has verified. Other reservations stay with the session.
pub async fn attach(tx: &Transaction, ids: &[String], account_id: &str, verified_email: Option<&str>) -> Result<()> {
    let key = verified_email.map(email_key);
    let is_owners = |row: &Model| row.is_open() || key.as_ref() == Some(&email_key(&row.guest.email_address));
    let found = store::of_guests(tx, ids).await?;
    let ids: Vec<String> = found.into_iter().filter(is_owners).map(|row| row.id).collect();
    store::attach(tx, &ids, account_id).await
}

/// A picture of the party's code, for the scanner at the gate.
pub fn picture(row: &Model) -> Result<Vec<u8>> {
    qr_png(&row.code)
}
