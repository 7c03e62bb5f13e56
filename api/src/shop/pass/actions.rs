//! Linking passes and adding their renewals to the cart.

use chrono::NaiveDate;
use tokio::sync::Semaphore;

use super::photo;
use super::proof::{self, NOT_KNOWN, WRONG_PROOFS, WRONG_PROOFS_BY_ADDRESS};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::{SignedIn, Visitor};
use crate::platform::db::Transaction;
use crate::shop::cart::{
    self, BlankPass, Blocked, CartCommand, CartPass, CartState, EarlierTicket, NO_NEW_PASSES, NOT_COMPLETED,
    PassDetails,
};
use crate::shop::inventory::{self, StockKey};
use crate::shop::ticket::{self, AccountPass, Passholder, TicketRow};
use midway_catalog::Catalog;
use midway_kernel::secret::fingerprint;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const NONE_VALID: Text = Text { id: "pass.none-valid", default: "No valid passes selected" };

/// A pass linked to an account, with its passholder.
#[derive(Clone, Debug)]
pub struct LinkedPass {
    pub id: String,
    /// Whether the account bought the pass.
    pub purchased: bool,
    pub ticket: TicketRow,
    pub passholder: Passholder,
    /// Whether the pass can be renewed now.
    pub renewable: bool,
    /// The first day on which the pass can be renewed. `None` if it can be renewed now, and if it cannot be renewed at
    /// all.
    pub renewable_from: Option<NaiveDate>,
}

impl LinkedPass {
    /// The name of the passholder's photo. Only the account that bought the pass sees it: to link a pass, its number and
    /// a fact about the passholder are enough.
    pub fn photo(&self) -> Option<&str> {
        self.passholder.picture.as_deref().filter(|_| self.purchased)
    }
}

/// Links a pass to the signed-in account. If the pass is linked already, nothing changes.
///
/// # Errors
/// A refusal with one entry per missing or invalid field; the same refusal for an unknown pass and for a wrong proof;
/// [`Error::TooMany`] after too many attempts.
pub async fn link(app: &App, signed_in: &SignedIn, id: &str, proof: &str) -> Result<()> {
    let pass = proven(app, &signed_in.visitor, id, proof).await?;
    ticket::link(app.db.write(), &signed_in.account_id, vec![pass.id], false, app.clock.now()).await
}

/// The pass with this number, if the proof about its passholder is right.
///
/// # Errors
/// A refusal with one entry per missing or invalid field; the same refusal for an unknown pass and for a wrong proof;
/// [`Error::TooMany`] after too many attempts.
pub async fn proven(app: &App, visitor: &Visitor, id: &str, proof: &str) -> Result<TicketRow> {
    let now = app.clock.now();
    let method = app.catalog.current().settings().pass_validation_method_id;
    let (code, proof) = proof::checked(id, proof, method)?;
    let address = visitor.address();
    let secret = fingerprint(&code);
    app.limits.attempt_by_clock(WRONG_PROOFS_BY_ADDRESS, address, now).await?;
    app.limits.begin(WRONG_PROOFS, &secret, now).await?;
    let db = app.db.read();
    let found = ticket::by_media_code(db, &code).await?.filter(|ticket| ticket.pass.is_some() && !ticket.is_revoked());
    // Run the same query whether the pass exists or not, so that the time does not reveal it.
    let passholder_id = found.as_ref().and_then(|ticket| ticket.passholder_id.as_deref()).unwrap_or(&code);
    let passholder = ticket::passholders(db, [passholder_id]).await?.remove(passholder_id).map(Passholder::from);
    let is_proven = passholder.is_some_and(|passholder| proof::proves(&passholder, &proof, method));
    let found = found.filter(|_| is_proven);
    ticket::count_found(app, visitor, found.as_ref()).await?;
    let ticket = found.ok_or_else(|| Refusal::new(NOT_KNOWN))?;
    app.limits.succeeded(WRONG_PROOFS, &secret).await;
    app.limits.undo_attempt_by_clock(WRONG_PROOFS_BY_ADDRESS, address, now).await;
    Ok(ticket)
}

/// Links the passes that an account has just bought.
pub async fn link_purchased(tx: &Transaction, account_id: &str, tickets: &[TicketRow], now: Instant) -> Result<()> {
    let passes = tickets.iter().filter(|ticket| ticket.pass.is_some());
    ticket::link(tx, account_id, passes.map(|ticket| ticket.id.clone()).collect(), true, now).await
}

/// Unlinks a pass from the account. The pass stays valid.
///
/// # Errors
/// [`Error::NotFound`] for a pass that is not linked.
pub async fn unlink(app: &App, signed_in: &SignedIn, id: &str) -> Result<()> {
    match ticket::unlink(app.db.write(), &signed_in.account_id, id).await? {
        true => Ok(()),
        false => Err(Error::NotFound),
    }
}

/// The passes linked to the account that are not revoked, in the order of linking.
pub async fn linked(app: &App, signed_in: &SignedIn) -> Result<Vec<LinkedPass>> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let db = app.db.read();
    let passes = ticket::passes_of(db, &signed_in.account_id).await?;
    let renewed = inventory::with_sales(db, passes.iter().map(|pass| StockKey::ticket(&pass.ticket.id))).await?;
    let linked = |pass: AccountPass| {
        let AccountPass { id, purchased, ticket, passholder } = pass;
        let is_renewed = renewed.contains(&StockKey::ticket(&ticket.id));
        let renewable = !is_renewed && may_be_renewed(&catalog, &ticket, now);
        let renewable_from = if is_renewed || renewable { None } else { may_be_renewed_from(&catalog, &ticket, now) };
        LinkedPass { id, purchased, ticket, passholder, renewable, renewable_from }
    };
    Ok(passes.into_iter().map(linked).collect())
}

/// Whether a ticket is a pass linked to the account, valid or revoked.
pub async fn is_linked(app: &App, signed_in: &SignedIn, ticket_id: &str) -> Result<bool> {
    ticket::is_linked(app.db.read(), &signed_in.account_id, ticket_id).await
}

fn may_be_renewed(catalog: &Catalog, ticket: &TicketRow, now: Instant) -> bool {
    let (Some(variant), Some(_)) = (&ticket.variant_id, &ticket.passholder_id) else { return false };
    !catalog.renewals(variant, ticket.valid_until, ticket.today(catalog, now), now).is_empty()
}

/// The day from which a pass that cannot be renewed now can be renewed.
fn may_be_renewed_from(catalog: &Catalog, ticket: &TicketRow, now: Instant) -> Option<NaiveDate> {
    ticket.passholder_id.as_ref()?;
    catalog.renewals_open_on(ticket.variant_id.as_ref()?, ticket.valid_until, ticket.today(catalog, now))
}

/// Adds renewals of passes to the cart, without a product yet.
///
/// # Errors
/// A refusal when none of them is a renewable pass of this account, when one is being upgraded in the cart, or when the
/// cart is full; a conflict while the cart is being paid for.
pub async fn add_renewals(app: &App, signed_in: &SignedIn, ids: &[String]) -> Result<()> {
    let linked = linked(app, signed_in).await?;
    let chosen = linked.into_iter().filter(|pass| pass.renewable && ids.contains(&pass.id));
    let renewals: Vec<BlankPass> = chosen.filter_map(renewal).map(BlankPass::new).collect();
    if renewals.is_empty() {
        return Err(Refusal::new(NONE_VALID).into());
    }
    cart::execute_without_question(app, &signed_in.visitor, CartCommand::AddBlankPasses(renewals)).await
}

/// Adds a pass without a product or a passholder to the cart, and returns its id.
///
/// # Errors
/// A refusal when the operator's settings do not allow it, or when the cart is full; a conflict while the cart is being
/// paid for.
pub async fn add_blank(app: &App, signed_in: &SignedIn) -> Result<String> {
    if app.catalog.current().settings().suppress_new_pass_demographics {
        return Err(Refusal::new(NO_NEW_PASSES).into());
    }
    let pass = BlankPass::new(PassDetails::default());
    let id = pass.id.clone();
    cart::execute_without_question(app, &signed_in.visitor, CartCommand::AddBlankPasses(vec![pass])).await?;
    Ok(id)
}

fn renewal(pass: LinkedPass) -> Option<PassDetails> {
    let LinkedPass { ticket, passholder, .. } = pass;
    let held = EarlierTicket {
        ticket_id: ticket.id,
        media_code: ticket.media_code,
        passholder_id: Some(ticket.passholder_id?),
        variant_id: ticket.variant_id?,
        valid_on: None,
        valid_until: ticket.valid_until,
        passholder: passholder.clone(),
        paid: None,
        entitled_as: None,
    };
    Some(PassDetails { follows: Some(held), passholder })
}

/// Whether passes of the account are about to change because its cart is being paid for.
pub async fn is_updating(app: &App, signed_in: &SignedIn) -> Result<bool> {
    let cart = cart::visitors_cart(app, &signed_in.visitor).await?;
    Ok(cart.is_some_and(|cart| cart.state == CartState::Paying && cart.lines.iter().any(|line| line.pass().is_some())))
}

/// Decoding a picture takes memory and CPU time, so only one picture is decoded at a time. `http/edge.rs` bounds how
/// many requests wait for it.
static DECODING: Semaphore = Semaphore::const_new(1);

/// Stores the pass photo of a pass in the cart.
///
/// # Errors
/// [`Error::NotFound`] for a pass that is not in this visitor's cart, or when the shop takes no pass photos; a refusal
/// for a file that is not an accepted picture.
pub async fn save_photo(app: &App, signed_in: &SignedIn, id: &str, file: Vec<u8>) -> Result<()> {
    if !app.catalog.current().settings().capture_pass_pictures {
        return Err(Error::NotFound);
    }
    let pass = one_of_cart(app, signed_in, id).await?;
    let turn = DECODING.acquire().await.map_err(Error::internal)?;
    let drawn = tokio::task::spawn_blocking(move || {
        // The thread holds the permit until it ends. So a disconnected caller does not let a second decoding start.
        let _turn = turn;
        photo::drawn(&file)
    });
    let drawn = drawn.await.map_err(Error::internal)??;
    let name = photo::name(app.clock.now());
    app.pass_photos.put(&name, &drawn).await.map_err(store_unavailable)?;
    let set_photo = CartCommand::SetPassPhoto { id: id.to_owned(), name: name.clone() };
    let kept = cart::execute_without_question(app, &signed_in.visitor, set_photo).await;
    // Remove the photo that the pass no longer uses, unless it belongs to the pass that is renewed or upgraded.
    let gone = if kept.is_ok() { pass.details.passholder.picture.clone() } else { Some(name) };
    let earlier_photo = pass.details.follows.as_ref().and_then(|held| held.passholder.picture.as_ref());
    if let Some(gone) = gone.filter(|gone| earlier_photo != Some(gone)) {
        app.pass_photos.remove(&gone).await.map_err(store_unavailable)?;
    }
    kept
}

/// The pass photo of a pass in the cart, as JPEG.
///
/// # Errors
/// [`Error::NotFound`] for a pass that is not in this visitor's cart or has no photo.
pub async fn photo(app: &App, signed_in: &SignedIn, id: &str) -> Result<Vec<u8>> {
    let pass = one_of_cart(app, signed_in, id).await?;
    let name = pass.details.passholder.picture.ok_or(Error::NotFound)?;
    app.pass_photos.get(&name).await.map_err(store_unavailable)?.ok_or(Error::NotFound)
}

/// The photo of the passholder of a pass that the account has bought, as JPEG.
///
/// # Errors
/// [`Error::NotFound`] for any other pass, or if there is no photo.
pub async fn photo_of_purchased(app: &App, signed_in: &SignedIn, ticket_id: &str) -> Result<Vec<u8>> {
    let passes = linked(app, signed_in).await?;
    let pass = passes.iter().find(|it| it.ticket.id == ticket_id).ok_or(Error::NotFound)?;
    let name = pass.photo().ok_or(Error::NotFound)?;
    app.pass_photos.get(name).await.map_err(store_unavailable)?.ok_or(Error::NotFound)
}

fn store_unavailable(error: std::io::Error) -> Error {
    Error::Unavailable { service: "the store of pass photos", cause: error.to_string() }
}

/// Deletes photos older than a day that neither a passholder's record nor a cart refers to, and returns their number.
/// Such photos are left by abandoned carts and by a process that stopped between two steps.
pub async fn sweep_photos(app: &App) -> Result<u64> {
    let now = app.clock.now();
    let mut names = app.pass_photos.names().await.map_err(store_unavailable)?;
    names.retain(|name| photo::is_settled(name, now));
    if names.is_empty() {
        return Ok(0);
    }
    let db = app.db.read();
    // Read the carts before the records: a photo moves from a cart to a record, so the opposite order could miss it.
    let in_carts = cart::pictures(db).await?;
    names.retain(|name| !in_carts.contains(name));
    let of_passholders = ticket::pictures_of_passholders(db, &names).await?;
    names.retain(|name| !of_passholders.contains(name));
    for name in &names {
        app.pass_photos.remove(name).await.map_err(store_unavailable)?;
    }
    Ok(names.len() as u64)
}

/// A pass of the visitor's cart.
///
/// # Errors
/// [`Error::NotFound`] for a pass that is not in this visitor's cart.
pub async fn one_of_cart(app: &App, signed_in: &SignedIn, id: &str) -> Result<CartPass> {
    let cart = cart::visitors_cart(app, &signed_in.visitor).await?.ok_or(Error::NotFound)?;
    cart::passes(&cart).into_iter().find(|pass| pass.id == id).ok_or(Error::NotFound)
}

/// Checks that the passholder of every pass in the cart is complete and, for a renewal, confirmed within a year. An upgrade
/// for which nothing was chosen needs no passholder yet.
///
/// # Errors
/// [`Error::NotFound`] without a cart; a refusal when a passholder is incomplete or must be confirmed.
pub async fn finalize(app: &App, signed_in: &SignedIn) -> Result<()> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let Some(cart) = cart::visitors_cart(app, &signed_in.visitor).await? else { return Err(Error::NotFound) };
    let passes = cart::passes(&cart);
    let mut chosen = passes.iter().filter(|pass| !pass.is_unchosen_upgrade());
    let blocked: Option<Blocked> = chosen.find_map(|pass| pass.blocked(&catalog, now));
    match blocked {
        Some(_) => Err(Refusal::new(NOT_COMPLETED).into()),
        None => Ok(()),
    }
}
