//! Finds, creates and locks carts: the visitor's cart, and carts that other slices name by id.

use sea_orm::ConnectionTrait;

use super::Cart;
use super::entity::cart::CartState;
use super::line;
use super::refusals::BUSY;
use super::store;
use crate::app::App;
use crate::error::{AGAIN, Error, Result};
use crate::http::visitor::{SessionData, Visitor};
use crate::platform::db::Transaction;
use crate::shop::inventory::{self, StockKey};
use midway_kernel::secret::random_id;
use midway_kernel::time::Instant;

/// The id of the visitor's cart. A guest's cart is found through the session. An account has the same cart in all
/// browsers; the session stores the id of this cart too, so that the order can be found later.
pub async fn current_id(app: &App, visitor: &Visitor) -> Result<Option<String>> {
    Ok(current(app, visitor).await?.map(|current| current.id))
}

/// The id of a visitor's cart, and the cart if it was read to find the id.
struct Current {
    id: String,
    cart: Option<Cart>,
}

impl Current {
    /// The cart while it is open or paying.
    async fn cart(self, app: &App) -> Result<Option<Cart>> {
        let cart = match self.cart {
            Some(cart) => Some(cart),
            None => find_cart(app.db.read(), &self.id).await?,
        };
        Ok(cart.filter(|cart| cart.state != CartState::Ordered))
    }
}

async fn current(app: &App, visitor: &Visitor) -> Result<Option<Current>> {
    let session = visitor.session().await?;
    let found = match (&session.account_id, &session.cart_id) {
        (Some(account_id), _) => store::of_account(app.db.read(), account_id).await?,
        (None, Some(id)) if session.is_recovered => {
            let found = store::find(app.db.read(), id).await?;
            // The cart may belong to an account now. The guest then has no cart.
            if found.as_ref().is_some_and(|cart| cart.account_id.is_some()) {
                return Ok(None);
            }
            found
        }
        (None, _) => None,
    };
    let Some(cart) = found else { return Ok(session.cart_id.map(|id| Current { id, cart: None })) };
    let id = cart.id.clone();
    if session.cart_id.as_ref() != Some(&id) {
        visitor.change(|session| session.previous_cart_id = session.cart_id.replace(id.clone())).await?;
    }
    Ok(Some(Current { id, cart: Some(cart) }))
}

/// The visitor's cart while it is open or paying; `None` when there is none.
pub async fn visitors_cart(app: &App, visitor: &Visitor) -> Result<Option<Cart>> {
    match current(app, visitor).await? {
        Some(current) => current.cart(app).await,
        None => Ok(None),
    }
}

/// The visitor's cart as this process has just written it, or else as it is. A change of the first must check that the
/// row is unchanged, see [`super::RecentCarts`].
pub async fn remembered_cart(app: &App, visitor: &Visitor) -> Result<Option<Cart>> {
    let Some(current) = current(app, visitor).await? else { return Ok(None) };
    match app.recent_carts.get(&current.id) {
        Some(cart) => Ok(Some(cart)),
        None => current.cart(app).await,
    }
}

/// Finds a cart by its id without checking the owner. The id must be from a trusted source, such as the session or a
/// payment attempt, not from a request.
pub async fn find_cart(db: &impl ConnectionTrait, id: &str) -> Result<Option<Cart>> {
    store::find(db, id).await
}

/// Finds a cart by its id in any state and locks it until the transaction ends.
pub async fn lock_cart(tx: &Transaction, id: &str) -> Result<Option<Cart>> {
    store::lock(tx, id).await
}

/// The ids of the tickets that the cart's lines depend on.
pub fn tickets_of(cart: &Cart) -> impl Iterator<Item = String> {
    line::tickets_of(&cart.lines.0)
}

/// Whether a payment is running for a cart that upgrades or exchanges one of these tickets.
pub async fn are_being_replaced(
    db: &impl ConnectionTrait,
    ticket_ids: impl IntoIterator<Item = &String>,
) -> Result<bool> {
    let keys = ticket_ids.into_iter().map(|id| StockKey::ticket(id)).collect();
    for (cart_id, line_id) in inventory::pinned_lines(db, keys).await? {
        if cart_id == line_id {
            return Ok(true);
        }
        let lines = find_cart(db, &cart_id).await?.map(|cart| cart.lines).unwrap_or_default();
        let details = lines.iter().find(|line| line.id == line_id).and_then(|line| line.pass_details());
        if details.is_some_and(|details| details.upgrades().is_some()) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Locks an open cart; `None` when it does not exist or was ordered. If the id comes from the session, read the session
/// before the transaction begins: reading may write the session, and SQLite allows one writer at a time.
///
/// # Errors
/// [`Error::Conflict`] while it is being paid for.
pub async fn lock_open(tx: &Transaction, cart_id: Option<String>) -> Result<Option<Cart>> {
    let Some(id) = cart_id else { return Ok(None) };
    let Some(cart) = lock_cart(tx, &id).await? else { return Ok(None) };
    if cart.state == CartState::Ordered { Ok(None) } else { unless_paying(cart).map(Some) }
}

/// Returns an open cart and rejects a paying cart.
///
/// # Errors
/// [`Error::Conflict`] while the cart is being paid for.
fn unless_paying(cart: Cart) -> Result<Cart> {
    if cart.state == CartState::Paying { Err(Error::Conflict(BUSY)) } else { Ok(cart) }
}

/// Begins a transaction and locks the visitor's open cart in it, or a new one. A guest's session stores the id of a new
/// cart before the cart is written. So simultaneous calls all use the same cart, and none writes to a cart that the
/// session does not know.
///
/// # Errors
/// [`Error::Conflict`] while the cart is being paid for.
pub async fn lock_or_create(app: &App, visitor: &Visitor, now: Instant) -> Result<(Transaction, Cart)> {
    let session = visitor.session().await?;
    if let Some(account_id) = session.account_id {
        let cart_id = current_id(app, visitor).await?;
        let tx = app.db.begin().await?;
        // The session stores the id of a new cart at the next call, as it does for a cart that another browser created.
        let cart = match lock_open(&tx, cart_id).await? {
            Some(cart) => cart,
            None => unless_paying(store::lock_of_account(&tx, random_id(), &account_id, now).await?)?,
        };
        return Ok((tx, cart));
    }
    let known = session.cart_id;
    if let Some(id) = known.clone()
        && let Some(locked) = lock_of_guest(app, id, now).await?
    {
        return Ok(locked);
    }
    // There is no cart, or it was ordered or now belongs to an account.
    let id = name_cart_in_session(visitor, known).await?;
    lock_of_guest(app, id, now).await?.ok_or(Error::Conflict(AGAIN))
}

/// Begins a transaction and locks a guest's cart in it, creating the cart if needed; `None` when the cart was ordered
/// or belongs to an account.
///
/// # Errors
/// [`Error::Conflict`] while it is being paid for.
async fn lock_of_guest(app: &App, id: String, now: Instant) -> Result<Option<(Transaction, Cart)>> {
    let tx = app.db.begin().await?;
    match store::lock_of_guest(&tx, id, now).await? {
        Some(cart) => Ok(Some((tx, unless_paying(cart)?))),
        None => {
            tx.rollback().await?;
            Ok(None)
        }
    }
}

/// Stores a new cart id in the session, unless another call has replaced the `known` id since it was read. Returns the
/// id that the session then has.
pub async fn name_cart_in_session(visitor: &Visitor, known: Option<String>) -> Result<String> {
    let id = random_id();
    let name = |session: &mut SessionData| {
        // Another call may have stored an id in the meantime.
        if session.cart_id == known {
            session.previous_cart_id = session.cart_id.replace(id.clone());
        }
    };
    visitor.change(name).await?;
    visitor.session().await?.cart_id.ok_or(Error::Conflict(AGAIN))
}
