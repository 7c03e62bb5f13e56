//! All SQL of orders.

use std::collections::{HashMap, HashSet};

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, Func, OnConflict, SelectStatement};
use sea_orm::{ConnectionTrait, IntoActiveModel, QueryOrder, QuerySelect, QueryTrait};

use super::answers::OrderAnswers;
use super::entity::{confirmation, draft, line, order};
use super::rules::{Sale, order_number, sort_by_seat};
use super::viewer::Viewer;
use crate::error::{Error, Result};
use crate::platform::db::ROW_LOCK;
use crate::shop::cart::{self, BoughtFor};
use crate::shop::ticket::{self, TicketRow};
use midway_kernel::address::email_key;
use midway_kernel::id::ProductId;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// Whether there is any order.
pub async fn is_any(db: &impl ConnectionTrait) -> Result<bool> {
    Ok(order::Entity::find().one(db).await?.is_some())
}

/// The order of a cart.
pub async fn of_cart(db: &impl ConnectionTrait, cart_id: &str) -> Result<Option<order::Model>> {
    Ok(order::Entity::find().filter(order::Column::CartId.eq(cart_id)).one(db).await?)
}

/// The order of the first of these carts that was bought and whose order belongs to no account or to this account.
pub async fn first_bought(
    db: &impl ConnectionTrait,
    cart_ids: &[String],
    account_id: &str,
) -> Result<Option<order::Model>> {
    for cart_id in cart_ids {
        let order = of_cart(db, cart_id).await?;
        let order = order.filter(|order| order.account_id.as_deref().is_none_or(|owner| owner == account_id));
        if order.is_some() {
            return Ok(order);
        }
    }
    Ok(None)
}

/// The number and the time of the order of each of these carts that was ordered.
pub async fn placed_with(db: &impl ConnectionTrait, cart_ids: &[String]) -> Result<HashMap<String, (String, Instant)>> {
    let mut placed = HashMap::new();
    // SQLite binds at most 32,766 values per statement.
    for ids in cart_ids.chunks(1_000) {
        let orders = order::Entity::find().filter(order::Column::CartId.is_in(ids)).select_only();
        let columns = [order::Column::CartId, order::Column::Number, order::Column::PlacedAt];
        let rows: Vec<(String, String, Instant)> = orders.columns(columns).into_tuple().all(db).await?;
        placed.extend(rows.into_iter().map(|(cart_id, number, at)| (cart_id, (number, at))));
    }
    Ok(placed)
}

/// The orders of an account, newest first.
pub async fn of_account(db: &impl ConnectionTrait, account_id: &str) -> Result<Vec<order::Model>> {
    Ok(order::Entity::find()
        .filter(order::Column::AccountId.eq(account_id))
        .order_by_desc(order::Column::PlacedAt)
        .order_by_desc(order::Column::Id)
        .all(db)
        .await?)
}

/// The latest order of an account that was placed with a cart whose checkout data is still stored.
pub async fn latest_of_own_cart(db: &impl ConnectionTrait, account_id: &str) -> Result<Option<order::Model>> {
    Ok(order::Entity::find()
        .filter(order::Column::AccountId.eq(account_id))
        .filter(order::Column::CartId.in_subquery(cart::ids_with_checkout(account_id)))
        .order_by_desc(order::Column::PlacedAt)
        .order_by_desc(order::Column::Id)
        .one(db)
        .await?)
}

/// Whether an account has placed an order with its own cart, whose checkout data is still stored.
pub async fn is_of_own_cart(db: &impl ConnectionTrait, account_id: &str, order: &order::Model) -> Result<bool> {
    let own = order::Entity::find_by_id(&order.id)
        .filter(order::Column::AccountId.eq(account_id))
        .filter(order::Column::CartId.in_subquery(cart::ids_with_checkout(account_id)));
    Ok(own.one(db).await?.is_some())
}

/// Selects the ids of the free lines in a network address's orders, including orders that also have paid lines.
pub fn free_lines(address_digest: &str) -> SelectStatement {
    let orders = order::Entity::find().filter(order::Column::CartId.in_subquery(cart::ids_bought_by(address_digest)));
    let orders = orders.select_only().column(order::Column::Id).into_query();
    let lines = line::Entity::find().filter(line::Column::OrderId.in_subquery(orders));
    let free = lines.filter(line::Column::UnitPrice.eq(Money::ZERO)).filter(line::Column::UnitFees.eq(Money::ZERO));
    free.select_only().column(line::Column::Id).into_query()
}

/// The lines of orders, grouped by order id. The lines of a group are sorted as in [`lines`].
pub async fn lines_of_all(
    db: &impl ConnectionTrait,
    order_ids: &[String],
) -> Result<HashMap<String, Vec<line::Model>>> {
    let lines = line::Entity::find().filter(line::Column::OrderId.is_in(order_ids)).all(db).await?;
    let mut by_order: HashMap<String, Vec<line::Model>> = HashMap::new();
    for line in lines {
        by_order.entry(line.order_id.clone()).or_default().push(line);
    }
    by_order.values_mut().for_each(|lines| sort_by_seat(lines));
    Ok(by_order)
}

/// An order of an account.
pub async fn of_account_by_id(db: &impl ConnectionTrait, account_id: &str, id: &str) -> Result<Option<order::Model>> {
    Ok(order::Entity::find_by_id(id).filter(order::Column::AccountId.eq(account_id)).one(db).await?)
}

/// Assigns guests' orders to the account that has verified their e-mail address. `key` is that address in normalised
/// form. Guests' orders contain no passes, because buying a pass requires an account.
pub async fn attach_by_email(tx: &impl ConnectionTrait, key: &str, account_id: &str) -> Result<()> {
    // Databases differ in how `lower` treats letters outside A to Z. Each order that the query finds is therefore
    // compared again by the `email_key` of its address.
    let found: Vec<(String, String)> = order::Entity::find()
        .select_only()
        .column(order::Column::Id)
        .column(order::Column::EmailAddress)
        .filter(Expr::expr(Func::lower(Expr::col(order::Column::EmailAddress))).eq(Func::lower(Expr::value(key))))
        .filter(order::Column::AccountId.is_null())
        .into_tuple()
        .all(tx)
        .await?;
    let theirs = found.into_iter().filter(|(_, email)| email_key(email) == key).map(|(id, _)| id);
    order::Entity::update_many()
        .col_expr(order::Column::AccountId, Expr::value(account_id))
        .filter(order::Column::Id.is_in(theirs))
        .filter(order::Column::AccountId.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// An order that this viewer may see.
pub async fn for_viewer(db: &impl ConnectionTrait, viewer: &Viewer, id: &str) -> Result<Option<order::Model>> {
    Ok(order::Entity::find_by_id(id).one(db).await?.filter(|order| viewer.sees(order)))
}

/// The order with this id.
pub async fn find(db: &impl ConnectionTrait, id: &str) -> Result<Option<order::Model>> {
    Ok(order::Entity::find_by_id(id).one(db).await?)
}

/// The order with this number.
pub async fn by_number(db: &impl ConnectionTrait, number: &str) -> Result<Option<order::Model>> {
    Ok(order::Entity::find().filter(order::Column::Number.eq(number)).one(db).await?)
}

/// Locks an order until the transaction ends.
pub async fn lock(tx: &impl ConnectionTrait, order_id: &str) -> Result<()> {
    order::Entity::find_by_id(order_id).lock(ROW_LOCK).one(tx).await?;
    Ok(())
}

/// Stores the answers of an order.
pub async fn note_answers(tx: &impl ConnectionTrait, order_id: &str, answers: OrderAnswers) -> Result<()> {
    order::Entity::update_many()
        .col_expr(order::Column::Answers, Expr::value(answers))
        .filter(order::Column::Id.eq(order_id))
        .exec(tx)
        .await?;
    Ok(())
}

/// A confirmation with its order, for its link or its job. Both queries always run, so that the time does not reveal
/// whether the confirmation exists.
pub async fn confirmation(db: &impl ConnectionTrait, id: &str) -> Result<Option<(confirmation::Model, order::Model)>> {
    let row = confirmation::Entity::find_by_id(id).one(db).await?;
    let order_id = row.as_ref().map_or(id, |row| row.order_id.as_str());
    let order = order::Entity::find_by_id(order_id).one(db).await?;
    Ok(row.zip(order))
}

/// The latest confirmation of an order.
pub async fn latest_confirmation(db: &impl ConnectionTrait, order_id: &str) -> Result<Option<confirmation::Model>> {
    Ok(confirmation::Entity::find()
        .filter(confirmation::Column::OrderId.eq(order_id))
        .order_by_desc(confirmation::Column::Position)
        .one(db)
        .await?)
}

/// The ids of the lines in these orders that redeemed an entitlement.
pub async fn redeemed_lines(db: &impl ConnectionTrait, order_ids: &[String]) -> Result<HashSet<String>> {
    let redeemed = line::Entity::find()
        .select_only()
        .column(line::Column::Id)
        .filter(line::Column::OrderId.is_in(order_ids))
        .filter(line::Column::EntitlementId.is_not_null());
    let ids: Vec<String> = redeemed.into_tuple().all(db).await?;
    Ok(ids.into_iter().collect())
}

/// The number of confirmations of an order, which is the position of its next one.
pub async fn confirmations(tx: &impl ConnectionTrait, order_id: &str) -> Result<i32> {
    let latest = latest_confirmation(tx, order_id).await?;
    Ok(latest.map_or(0, |row| row.position + 1))
}

pub async fn insert_confirmation(tx: &impl ConnectionTrait, row: confirmation::Model) -> Result<()> {
    confirmation::Entity::insert(row.into_active_model()).exec_without_returning(tx).await?;
    Ok(())
}

/// The lines of an order, sorted by position and seat ([`sort_by_seat`]).
pub async fn lines(db: &impl ConnectionTrait, order_id: &str) -> Result<Vec<line::Model>> {
    let mut lines = line::Entity::find().filter(line::Column::OrderId.eq(order_id)).all(db).await?;
    sort_by_seat(&mut lines);
    Ok(lines)
}

/// The maximum number of order numbers drawn for one order. Even with a hundred million orders, at most one number in
/// ten thousand is taken.
const MAX_NUMBERS: usize = 10;

/// Writes a sale's order, lines, passholders and tickets; returns the order with its final number, and the tickets.
pub async fn insert(tx: &impl ConnectionTrait, sale: Sale) -> Result<(order::Model, Vec<TicketRow>)> {
    let order = insert_order(tx, sale.order).await?;
    line::Entity::insert_many(sale.lines.into_iter().map(IntoActiveModel::into_active_model))
        .exec_without_returning(tx)
        .await?;
    ticket::write_passholders(tx, sale.passholders).await?;
    ticket::insert(tx, &sale.tickets).await?;
    Ok((order, sale.tickets))
}

/// Writes an order under its drawn number, or under a new number if the drawn number is taken. The payment may be
/// captured already, so a number must never prevent the order. Any other conflict is an error.
async fn insert_order(tx: &impl ConnectionTrait, mut order: order::Model) -> Result<order::Model> {
    for _ in 0..MAX_NUMBERS {
        let unless_taken = OnConflict::column(order::Column::Number).do_nothing().to_owned();
        let row = order.clone().into_active_model();
        if order::Entity::insert(row).on_conflict(unless_taken).exec_without_returning(tx).await? == 1 {
            return Ok(order);
        }
        order.number = order_number();
    }
    Err(Error::Internal(format!("order {}: all of {MAX_NUMBERS} generated numbers are in use", order.id)))
}

/// The products, variants and performances of lines that have valid tickets for visits that have not started.
pub async fn sold_to_come(db: &impl ConnectionTrait, now: Instant) -> Result<BoughtFor> {
    let mut sold = BoughtFor::default();
    // SQLite binds at most 32,766 values per statement.
    for batch in ticket::lines_to_come(db, now).await?.chunks(1_000) {
        for line in line::Entity::find().filter(line::Column::Id.is_in(batch)).all(db).await? {
            let bought = (&line.product_id, &line.variant_id, line.units_left());
            sold.add(&line.order_id, bought, &line.performances, line.package.as_ref());
        }
    }
    Ok(sold)
}

/// Stores the draft of a sale. It replaces an earlier draft of the same cart.
pub async fn keep_draft(tx: &impl ConnectionTrait, sale: &Sale) -> Result<()> {
    let cart_id = sale.order.cart_id.clone();
    let row = draft::Model { cart_id, document: serde_json::to_string(sale).map_err(Error::internal)? };
    let in_place = OnConflict::column(draft::Column::CartId).update_column(draft::Column::Document).to_owned();
    draft::Entity::insert(row.into_active_model()).on_conflict(in_place).exec_without_returning(tx).await?;
    Ok(())
}

/// Deletes a cart's draft and returns it.
pub async fn take_draft(tx: &impl ConnectionTrait, cart_id: &str) -> Result<Option<Sale>> {
    let taken = draft::Entity::delete_by_id(cart_id).exec_with_returning(tx).await?;
    taken.map(|row| serde_json::from_str(&row.document).map_err(Error::internal)).transpose()
}

/// All orders, for the doctor.
pub async fn all(db: &impl ConnectionTrait) -> Result<Vec<order::Model>> {
    Ok(order::Entity::find().order_by_asc(order::Column::PlacedAt).all(db).await?)
}

/// The orders that have answers to questions, the oldest first.
pub async fn with_answers(db: &impl ConnectionTrait) -> Result<Vec<order::Model>> {
    let orders = order::Entity::find().filter(order::Column::Answers.is_not_null());
    Ok(orders.order_by_asc(order::Column::PlacedAt).order_by_asc(order::Column::Id).all(db).await?)
}

/// Of the orders with these ids, those that have a line of a product, each with the products of its tickets: the product
/// itself and, if it is a package, its parts. A part of another package counts as well.
pub async fn with_product(
    db: &impl ConnectionTrait,
    order_ids: &[String],
    product: &ProductId,
) -> Result<HashMap<String, HashSet<ProductId>>> {
    let lines = line::Entity::find().filter(line::Column::OrderId.is_in(order_ids)).all(db).await?;
    let mut found: HashMap<String, HashSet<ProductId>> = HashMap::new();
    for line in lines {
        let parts = || line.package.iter().flat_map(|package| &package.parts).map(|part| &part.product_id);
        if line.product_id == *product {
            found.entry(line.order_id.clone()).or_default().extend(parts().chain([product]).cloned());
        } else if parts().any(|part| part == product) {
            found.entry(line.order_id.clone()).or_default().insert(product.clone());
        }
    }
    Ok(found)
}

/// All order lines, for the doctor.
pub async fn all_lines(db: &impl ConnectionTrait) -> Result<Vec<line::Model>> {
    Ok(line::Entity::find().all(db).await?)
}

/// All confirmations, for the doctor.
pub async fn all_confirmations(db: &impl ConnectionTrait) -> Result<Vec<confirmation::Model>> {
    Ok(confirmation::Entity::find().all(db).await?)
}

/// The drafts of sales that are not completed: one for each `paying` cart.
pub async fn drafts(db: &impl ConnectionTrait, limit: u64) -> Result<Vec<Sale>> {
    sales(draft::Entity::find().limit(limit).all(db).await?)
}

/// All drafts.
pub async fn all_drafts(db: &impl ConnectionTrait) -> Result<Vec<Sale>> {
    sales(draft::Entity::find().all(db).await?)
}

fn sales(rows: Vec<draft::Model>) -> Result<Vec<Sale>> {
    rows.iter().map(|row| serde_json::from_str(&row.document).map_err(Error::internal)).collect()
}
