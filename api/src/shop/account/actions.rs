//! Registering, signing in, saving the profile and ending sessions. Neither the result nor the response time of a
//! registration or sign-in reveals whether an account exists.

use super::entity;
use super::limits::{QUESTIONS, REGISTRATIONS, SIGN_IN_FAILURES, SIGN_IN_FAILURES_BY_ADDRESS};
use super::rules::{self, NOT_KNOWN, Profile, Registration};
use super::store;
use super::verification;
use crate::app::App;
use crate::error::{Error, FieldFault, Refusal, Result};
use crate::http::visitor::{SessionData, SignedIn, Visitor};
use crate::platform::db::Transaction;
use crate::platform::sessions;
use crate::shop::cart::{self, Address};
use crate::shop::order;
use crate::shop::payment;
use crate::shop::reservation;
use midway_kernel::address::{EMAIL, email_key, is_email};
use midway_kernel::input::Secret;
use midway_kernel::secret::{fingerprint, random_id};
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const ELSEWHERE: Text = Text {
    id: "account.elsewhere",
    default: "Passwords for this shop are managed on a separate sign-in page. To continue, press Sign In.",
};

/// Refuses passwords in a shop where the operator's identity provider signs shoppers in.
///
/// # Errors
/// A refusal if an identity provider is configured.
pub fn refuse_with_identity_provider(app: &App) -> Result<(), Refusal> {
    if app.open_id.is_some() { Err(Refusal::new(ELSEWHERE)) } else { Ok(()) }
}

/// Creates an account and sends the e-mail that welcomes its owner, unless an account exists for the e-mail address.
///
/// # Errors
/// The refusal of [`refuse_with_identity_provider`]; a refusal with one entry per invalid field; [`Error::TooMany`]
/// over the limit per network address.
pub async fn register(app: &App, visitor: &Visitor, registration: Registration) -> Result<()> {
    refuse_with_identity_provider(app)?;
    let now = app.clock.now();
    app.limits.attempt(REGISTRATIONS, visitor.address()).await?;
    let registration = rules::checked(registration)?;
    // Hash and write in any case, so that the response time does not reveal whether the account exists.
    let password_hash = app.passwords.hash(&registration.password).await?;
    let row = entity::Model {
        id: random_id(),
        email_key: email_key(&registration.email_address),
        email_address: registration.email_address,
        first_name: registration.first_name,
        last_name: registration.last_name,
        phone_number: registration.phone_number,
        address: None,
        password_hash: Some(password_hash),
        created_at: now,
        email_verified_at: None,
    };
    let tx = app.db.begin().await?;
    // The e-mail is queued in any case too. If the address has an account already, the new id stays unknown, and the job
    // sends nothing.
    verification::enqueue_welcome(&tx, &row.id, now).await?;
    store::insert(&tx, row).await?;
    tx.commit().await?;
    Ok(())
}

/// Checks whether an e-mail address is valid, before the next step of the sign-in.
///
/// # Errors
/// The refusal of [`refuse_with_identity_provider`]; a refusal for an invalid address; [`Error::TooMany`] over the
/// limit per network address.
pub async fn smart_login(app: &App, visitor: &Visitor, email_address: &str) -> Result<()> {
    refuse_with_identity_provider(app)?;
    app.limits.attempt(QUESTIONS, visitor.address()).await?;
    if !is_email(email_address) {
        let field = FieldFault { field: "emailAddress".to_owned(), text: EMAIL, values: Vec::new() };
        return Err(Refusal { fields: vec![field], ..Refusal::new(EMAIL) }.into());
    }
    Ok(())
}

/// Signs a visitor in. The account takes over the guest's cart, and the guest orders that were placed with the
/// account's verified e-mail address. If a different account was signed in before, that account keeps its cart and
/// orders.
///
/// # Errors
/// The refusal of [`refuse_with_identity_provider`]; the same refusal for an unknown e-mail address and for a wrong
/// password; [`Error::TooMany`] after too many attempts; the errors of [`cart::merge`].
pub async fn sign_in(app: &App, visitor: &Visitor, email_address: &str, password: &Secret) -> Result<()> {
    refuse_with_identity_provider(app)?;
    let now = app.clock.now();
    let key = email_key(email_address);
    // Attempts for an address without an account count too. The limit's key is a fingerprint, so the address is not
    // stored.
    let secret = fingerprint(&key);
    // On a browser where the owner has signed in before, a separate count applies, so that a stranger's wrong attempts
    // do not delay the owner.
    let guessed_at =
        visitor.known_device(&secret).map_or_else(|| secret.clone(), |device| format!("{secret}.{device}"));
    app.limits.begin(SIGN_IN_FAILURES_BY_ADDRESS, visitor.address(), now).await?;
    app.limits.begin(SIGN_IN_FAILURES, &guessed_at, now).await?;
    let found = store::by_email(app.db.read(), &key).await?;
    let kept = found.as_ref().and_then(|account| account.password_hash.as_deref());
    if !app.passwords.verify(password, kept).await? {
        return Err(Refusal::new(NOT_KNOWN).into());
    }
    let account = found.ok_or(Refusal::new(NOT_KNOWN))?;
    app.limits.succeeded(SIGN_IN_FAILURES, &guessed_at).await;
    app.limits.undo_begin(SIGN_IN_FAILURES_BY_ADDRESS, visitor.address()).await;
    visitor.remember_device(&secret);
    enter(app, visitor, &account).await
}

/// Begins a session for the owner of `account`, after a password or an identity provider has proven the owner's
/// identity.
///
/// # Errors
/// A refusal when the account's password was changed after the proof; the errors of [`cart::merge`].
pub async fn enter(app: &App, visitor: &Visitor, account: &entity::Model) -> Result<()> {
    let data = take_over_guest_data(app, visitor, account).await?;
    visitor.renew(data).await
}

/// Moves the guest's cart to the account, and the guest orders that were placed with the account's verified e-mail
/// address, in one transaction. Returns the new session's data. Orders with other addresses remain guest orders; the
/// new session can still see the orders that the guest could see. An account without a home address gets the billing
/// address of the guest's latest order, if that order was placed with the account's e-mail address.
async fn take_over_guest_data(app: &App, visitor: &Visitor, shown: &entity::Model) -> Result<SessionData> {
    let now = app.clock.now();
    let session = visitor.session().await?;
    let account_id = shown.id.as_str();
    let tx = app.db.begin().await?;
    let account = store::lock(&tx, account_id).await?.ok_or(Refusal::new(NOT_KNOWN))?;
    if account.password_hash != shown.password_hash {
        // The password was changed during its verification: the old password is no longer valid.
        return Err(Refusal::new(NOT_KNOWN).into());
    }
    let epoch = sessions::epoch(&tx, account_id).await?;
    let verified_email = account.verified_email();
    if let Some(email) = &verified_email {
        order::attach_by_email(&tx, &email_key(email), account_id).await?;
    }
    let is_guest = session.account_id.is_none();
    if !is_guest && session.account_id.as_deref() == Some(account_id) {
        tx.commit().await?;
        return Ok(SessionData { verified_email, epoch, begun_sign_in: None, ..session });
    }
    // If a different account was signed in to this session, do not take over the cart and the orders of that account.
    let guest = if is_guest {
        session
    } else {
        SessionData { site_id: session.site_id, holder: session.holder, ..SessionData::default() }
    };
    let catalog = app.catalog.current();
    let own_cart = cart::merge(&tx, &catalog, guest.cart_id.as_deref(), account_id, now).await?;
    if let Some(from) = &guest.cart_id {
        reservation::follow_cart(&tx, &catalog, from, own_cart.as_ref(), now).await?;
    }
    reservation::attach(&tx, &guest.reservations(), account_id, verified_email.as_deref()).await?;
    // If a session was restored from the cart's cookie, it may name a cart that now belongs to a different account.
    let carts: Vec<String> = guest.cart_id.into_iter().chain(guest.previous_cart_id).collect();
    let bought = cart::of_guest_or_account(&tx, &carts, account_id).await?;
    let latest = order::first_bought(&tx, &bought, account_id).await?;
    if let Some(order) = latest.as_ref().filter(|order| email_key(&order.email_address) == account.email_key)
        && let Some(address) = rules::home_address(&catalog, order.billing_address.clone())
    {
        store::fill_address(&tx, account_id, address).await?;
    }
    tx.commit().await?;
    let latest = latest.map(|order| order.cart_id);
    // Without an open cart, the session keeps the cart of the latest order as its current cart, so that this order can
    // be shown.
    let (cart_id, previous_cart_id) = if own_cart.is_some() { (own_cart, latest) } else { (latest, None) };
    Ok(SessionData {
        account_id: Some(account_id.to_owned()),
        epoch,
        verified_email,
        cart_id,
        is_recovered: false,
        is_unreceived: false,
        site_id: guest.site_id,
        previous_cart_id,
        proven_orders: guest.proven_orders,
        reservation_id: guest.reservation_id,
        proven_reservations: guest.proven_reservations,
        begun_sign_in: None,
        linked_tickets: guest.linked_tickets,
        holder: guest.holder,
    })
}

/// Removes data that a person other than the owner may have left when registering the account: replaces the profile,
/// and deletes checkout data and saved cards. Also stores that the address is verified. Call it when access to the
/// address is proven for the first time, outside a session of the account. The account keeps its orders.
pub async fn hand_to_owner(tx: &Transaction, account_id: &str, profile: Profile, now: Instant) -> Result<()> {
    store::save_profile(tx, account_id, profile).await?;
    // Lock payments before carts, in the same order as when an order is written.
    payment::forget_saved(tx, account_id).await?;
    cart::forget_checkout(tx, account_id, now).await?;
    store::verify_email(tx, account_id, now).await
}

/// The signed-in account.
///
/// # Errors
/// [`Error::SignIn`] when it no longer exists.
pub async fn account(app: &App, signed_in: &SignedIn) -> Result<entity::Model> {
    store::find(app.db.read(), &signed_in.account_id).await?.ok_or(Error::SignIn)
}

/// Saves the profile.
///
/// # Errors
/// A refusal with one entry per invalid field.
pub async fn save_profile(app: &App, signed_in: &SignedIn, typed: Address) -> Result<()> {
    let profile = rules::profile(&app.catalog.current(), typed)?;
    store::save_profile(app.db.write(), &signed_in.account_id, profile).await
}

/// Ends every session of the account, including this one.
pub async fn sign_out_everywhere(app: &App, signed_in: &SignedIn) -> Result<()> {
    let tx = app.db.begin().await?;
    sessions::begin_epoch(&tx, &signed_in.account_id).await?;
    tx.commit().await?;
    signed_in.visitor.end().await
}
