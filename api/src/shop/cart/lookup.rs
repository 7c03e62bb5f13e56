//! Finding carts: the visitor's, and those that other slices name by id.

use sea_orm::ConnectionTrait;

use super::Cart;
use super::entity::cart::CartState;
use super::line;
use super::store;
use crate::app::App;
use crate::error::Result;
use crate::http::visitor::Visitor;
use crate::platform::db::Transaction;
use crate::shop::inventory::{self, StockKey};

/// The id of the visitor's cart. A guest's session names it. An account has the same cart in all browsers; the session
/// stores its id too, so that the order can be found later.
pub async fn current_id(app: &App, visitor: &Visitor) -> Result<Option<String>> {
    let session = visitor.session().await?;
    let Some(account_id) = session.account_id else {
        let Some(id) = session.cart_id.clone().filter(|_| session.is_recovered) else { return Ok(session.cart_id) };
        // The cart may belong to an account now.
        let found = store::find(app.db.read(), &id).await?;
        return Ok(found.is_none_or(|cart| cart.account_id.is_none()).then_some(id));
    };
    match store::of_account(app.db.read(), &account_id).await? {
        Some(row) if session.cart_id.as_ref() != Some(&row.id) => {
            let id = row.id.clone();
            visitor.change(|session| session.previous_cart_id = session.cart_id.replace(id.clone())).await?;
            Ok(Some(row.id))
        }
        _ => Ok(session.cart_id),
    }
}

/// The visitor's cart while it is open or paying; `None` when there is none.
pub async fn visitors_cart(app: &App, visitor: &Visitor) -> Result<Option<Cart>> {
    let Some(id) = current_id(app, visitor).await? else { return Ok(None) };
    let cart = find_cart(app.db.read(), &id).await?;
    Ok(cart.filter(|cart| cart.state != CartState::Ordered))
}

/// The number of items in the visitor's cart.
pub async fn item_count(app: &App, visitor: &Visitor) -> Result<u64> {
    let cart = visitors_cart(app, visitor).await?;
    Ok(cart.iter().flat_map(|cart| cart.lines.iter()).map(|line| u64::from(line.quantity)).sum())
}

/// Finds a cart by its id without checking the owner. For payments and the worker, which have the id from an attempt.
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

/// Whether a payment is running for a cart that upgrades one of these tickets.
pub async fn are_being_upgraded(
    db: &impl ConnectionTrait,
    ticket_ids: impl IntoIterator<Item = &String>,
) -> Result<bool> {
    let keys = ticket_ids.into_iter().map(|id| StockKey::ticket(id)).collect();
    for (cart_id, line_id) in inventory::pinned_lines(db, keys).await? {
        let lines = find_cart(db, &cart_id).await?.map(|cart| cart.lines).unwrap_or_default();
        let passholder = lines.iter().find(|line| line.id == line_id).and_then(|line| line.passholder());
        if passholder.is_some_and(|passholder| passholder.upgrades().is_some()) {
            return Ok(true);
        }
    }
    Ok(false)
}
