//! All SQL of the cart.

use std::collections::HashSet;

use futures_util::TryStreamExt;
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict, SelectStatement, UpdateStatement};
use sea_orm::{Condition, ConnectionTrait, IntoActiveModel, QuerySelect, QueryTrait, SqlErr, StreamTrait};

use super::entity::cart;
use super::line::{BoughtFor, CartLine, Lines, RemovedLines};
use crate::error::{AGAIN, Error, Result};
use crate::platform::db::ROW_LOCK;
use midway_kernel::time::Instant;

/// Finds a cart by its id, without checking the owner.
pub async fn find(db: &impl ConnectionTrait, id: &str) -> Result<Option<cart::Model>> {
    Ok(cart::Entity::find_by_id(id).one(db).await?)
}

/// Finds a cart by its id, as [`find`] does, and locks it until the transaction ends.
pub async fn lock(tx: &impl ConnectionTrait, id: &str) -> Result<Option<cart::Model>> {
    Ok(cart::Entity::find_by_id(id).lock(ROW_LOCK).one(tx).await?)
}

/// The version of a new, empty cart.
pub const FIRST_VERSION: i64 = 1;

/// An empty cart that is not yet written.
pub fn new_cart(id: String, account_id: Option<String>, now: Instant) -> cart::Model {
    cart::Model {
        id,
        account_id,
        version: FIRST_VERSION,
        state: cart::CartState::Open,
        lines: Lines::default(),
        blank_passes: None,
        revision: None,
        last_removed: None,
        first_claimed_at: None,
        held_until: None,
        address_digest: None,
        email_address: None,
        billing_address: None,
        shipping_address: None,
        delivery_method_id: None,
        payment_method_id: None,
        accept_terms: false,
        acknowledge_location: false,
        pays_by_plan: None,
        accept_installment_terms: false,
        exchange: None,
        answers: None,
        created_at: now,
        changed_at: now,
        writes: 0,
    }
}

/// Locks the cart of an account and creates an empty cart if needed. If several calls do so at the same time, one call
/// creates the cart and the other calls wait for it.
pub async fn lock_of_account(
    tx: &impl ConnectionTrait,
    id: String,
    account_id: &str,
    now: Instant,
) -> Result<cart::Model> {
    let made = new_cart(id, Some(account_id.to_owned()), now).into_active_model();
    let unless_there = OnConflict::new().do_nothing().to_owned();
    cart::Entity::insert(made).on_conflict(unless_there).exec_without_returning(tx).await?;
    let found = of_open_account(account_id).lock(ROW_LOCK).one(tx).await?;
    found.ok_or(Error::Conflict(AGAIN))
}

/// Locks a guest's cart and creates an empty one if needed. `None` when the cart was ordered or belongs to an account;
/// a session may still name such a cart.
pub async fn lock_of_guest(tx: &impl ConnectionTrait, id: String, now: Instant) -> Result<Option<cart::Model>> {
    let mut found = lock(tx, &id).await?;
    if found.is_none() {
        let made = new_cart(id.clone(), None, now);
        let unless_there = OnConflict::column(cart::Column::Id).do_nothing().to_owned();
        let inserted = cart::Entity::insert(made.clone().into_active_model()).on_conflict(unless_there);
        // The transaction that inserted the row also holds its lock.
        found = match inserted.exec_without_returning(tx).await? {
            0 => lock(tx, &id).await?,
            _ => Some(made),
        };
    }
    Ok(found.filter(|cart| cart.state != cart::CartState::Ordered && cart.account_id.is_none()))
}

fn one_per_account(error: DbErr) -> Error {
    match error.sql_err() {
        Some(SqlErr::UniqueConstraintViolation(_)) => Error::Conflict(AGAIN),
        _ => error.into(),
    }
}

/// Of the carts with these ids, the ids of the carts that belong to a guest or to this account, in the given order.
pub async fn of_guest_or_account(db: &impl ConnectionTrait, ids: &[String], account_id: &str) -> Result<Vec<String>> {
    let whose = Condition::any().add(cart::Column::AccountId.is_null()).add(cart::Column::AccountId.eq(account_id));
    let carts = cart::Entity::find().select_only().column(cart::Column::Id).filter(cart::Column::Id.is_in(ids));
    let found: Vec<String> = carts.filter(whose).into_tuple().all(db).await?;
    Ok(ids.iter().filter(|id| found.contains(id)).cloned().collect())
}

/// Selects the ids of all carts of an account, including ordered carts.
pub fn ids_of_account(account_id: &str) -> SelectStatement {
    let of_account = cart::Entity::find().filter(cart::Column::AccountId.eq(account_id));
    of_account.select_only().column(cart::Column::Id).into_query()
}

/// Selects the ids of the ordered carts of a network address, see `Cart::address_digest`.
pub fn ids_bought_by(address_digest: &str) -> SelectStatement {
    let bought = cart::Entity::find().filter(cart::Column::AddressDigest.eq(address_digest));
    let bought = bought.filter(cart::Column::State.eq(cart::CartState::Ordered));
    bought.select_only().column(cart::Column::Id).into_query()
}

/// The carts of a network address with a running payment.
pub async fn paying_of(db: &impl ConnectionTrait, address_digest: &str) -> Result<Vec<cart::Model>> {
    let carts = cart::Entity::find().filter(cart::Column::AddressDigest.eq(address_digest));
    Ok(carts.filter(cart::Column::State.eq(cart::CartState::Paying)).all(db).await?)
}

/// Selects the ids of an account's carts with a checkout e-mail address. Every order has one, until [`forget_checkout`]
/// erases it.
pub fn ids_with_checkout(account_id: &str) -> SelectStatement {
    let of_account = cart::Entity::find().filter(cart::Column::AccountId.eq(account_id));
    let known = of_account.filter(cart::Column::EmailAddress.is_not_null());
    known.select_only().column(cart::Column::Id).into_query()
}

/// Erases the checkout data of an account's carts: e-mail, addresses, delivery and payment method, the choice of a
/// payment plan, answers to questions, and everything that was accepted. It also changes the version, so that a payment opened for the old
/// total and address is not used. A payment that is being captured uses its stored draft and does not need this data.
pub async fn forget_checkout(tx: &impl ConnectionTrait, account_id: &str, now: Instant) -> Result<()> {
    let new = new_cart(String::new(), None, now);
    let forgotten = cart::ActiveModel {
        email_address: Set(new.email_address),
        billing_address: Set(new.billing_address),
        shipping_address: Set(new.shipping_address),
        delivery_method_id: Set(new.delivery_method_id),
        payment_method_id: Set(new.payment_method_id),
        accept_terms: Set(new.accept_terms),
        acknowledge_location: Set(new.acknowledge_location),
        pays_by_plan: Set(new.pays_by_plan),
        accept_installment_terms: Set(new.accept_installment_terms),
        answers: Set(new.answers),
        changed_at: Set(new.changed_at),
        ..Default::default()
    };
    cart::Entity::update_many()
        .set(forgotten)
        .col_expr(cart::Column::Version, Expr::col(cart::Column::Version).add(1))
        .col_expr(cart::Column::Writes, one_more_write())
        .filter(cart::Column::AccountId.eq(account_id))
        .exec(tx)
        .await?;
    Ok(())
}

/// The account's cart that is not yet ordered. There is at most one.
pub async fn of_account(db: &impl ConnectionTrait, account_id: &str) -> Result<Option<cart::Model>> {
    Ok(of_open_account(account_id).one(db).await?)
}

fn of_open_account(account_id: &str) -> Select<cart::Entity> {
    cart::Entity::find()
        .filter(cart::Column::AccountId.eq(account_id))
        .filter(cart::Column::State.ne(cart::CartState::Ordered))
}

/// The names of the pass photos that open and paying carts refer to, including the photos of removed lines that can be
/// restored.
pub async fn pictures(db: &(impl ConnectionTrait + StreamTrait)) -> Result<HashSet<String>> {
    let documents = [cart::Column::Lines, cart::Column::BlankPasses, cart::Column::Revision, cart::Column::LastRemoved];
    let mut names_one = Condition::any();
    for document in documents {
        names_one = names_one.add(document.contains(PHOTO_NAME_ENDING));
    }
    let carts = cart::Entity::find().filter(cart::Column::State.ne(cart::CartState::Ordered)).filter(names_one);
    let mut pictures = HashSet::new();
    let mut carts = carts.stream(db).await?;
    while let Some(cart) = carts.try_next().await? {
        let waiting = cart.revision.iter().flat_map(|revision| revision.kept.iter().chain(&revision.removed));
        let last_removed = cart.last_removed.iter().flat_map(RemovedLines::lines);
        let of_lines = cart.lines.iter().chain(waiting).chain(last_removed).filter_map(CartLine::pass_details);
        let blank = cart.blank_passes.iter().flat_map(|blank| &blank.0).map(|pass| &pass.details);
        for details in of_lines.chain(blank) {
            let earlier_photo = details.follows.as_ref().and_then(|held| held.passholder.picture.clone());
            pictures.extend(details.passholder.picture.clone().into_iter().chain(earlier_photo));
        }
    }
    Ok(pictures)
}

/// The end of a pass photo's name, as it appears in a cart's JSON documents.
const PHOTO_NAME_ENDING: &str = ".jpg\"";

/// Writes all columns of a cart that was locked in this transaction.
///
/// # Errors
/// [`Error::Conflict`] when another browser created a cart for the account at the same moment (`cart_one_per_account`).
pub async fn save(tx: &impl ConnectionTrait, row: cart::Model) -> Result<()> {
    let row = cart::Model { writes: row.writes + 1, ..row };
    cart::Entity::update(row.into_active_model().reset_all())
        .exec_without_returning(tx)
        .await
        .map_err(one_per_account)?;
    Ok(())
}

/// The statement that writes the columns affected by a change of lines. The cart must be locked in this transaction.
pub fn lines_update(row: cart::Model) -> UpdateStatement {
    let changed = cart::ActiveModel {
        version: Set(row.version),
        lines: Set(row.lines),
        blank_passes: Set(row.blank_passes),
        revision: Set(row.revision),
        last_removed: Set(row.last_removed),
        first_claimed_at: Set(row.first_claimed_at),
        held_until: Set(row.held_until),
        pays_by_plan: Set(row.pays_by_plan),
        accept_installment_terms: Set(row.accept_installment_terms),
        address_digest: Set(row.address_digest),
        changed_at: Set(row.changed_at),
        ..Default::default()
    };
    let update = cart::Entity::update_many().set(changed).filter(cart::Column::Id.eq(row.id));
    update.col_expr(cart::Column::Writes, one_more_write()).into_query()
}

/// The number of writes after the current write. Every write of an existing cart stores it.
fn one_more_write() -> Expr {
    Expr::col(cart::Column::Writes).add(1)
}

/// Counts a write of something that belongs to a cart, which locks the cart until the transaction ends. So a change at
/// once that has read the cart before does not happen.
pub async fn count_write(tx: &impl ConnectionTrait, id: &str) -> Result<()> {
    let update = cart::Entity::update_many().col_expr(cart::Column::Writes, one_more_write());
    update.filter(cart::Column::Id.eq(id)).exec(tx).await?;
    Ok(())
}

/// Writes the columns affected by a change of lines. The cart must be locked in this transaction.
pub async fn save_lines(tx: &impl ConnectionTrait, row: cart::Model) -> Result<()> {
    tx.execute(&lines_update(row)).await?;
    Ok(())
}

/// Selects a cart's row if it has not changed since it was read.
pub fn unchanged(read: &cart::Model) -> SelectStatement {
    let same = cart::Entity::find().filter(cart::Column::Id.eq(&read.id)).filter(cart::Column::Writes.eq(read.writes));
    same.select_only().column(cart::Column::Id).into_query()
}

/// Writes all columns of a cart, or the columns affected by a change of lines, unless the row has changed since it was
/// read. Returns false if it has.
pub async fn save_if_unchanged(db: &impl ConnectionTrait, row: cart::Model, changes_settings: bool) -> Result<bool> {
    let is_same = cart::Column::Writes.eq(row.writes);
    let written = match changes_settings {
        true => {
            let id = cart::Column::Id.eq(row.id.as_str());
            let row = cart::Model { writes: row.writes + 1, ..row }.into_active_model().reset_all();
            cart::Entity::update_many().set(row).filter(id).filter(is_same).exec(db).await?.rows_affected
        }
        false => db.execute(lines_update(row).and_where(is_same)).await?.rows_affected(),
    };
    Ok(written == 1)
}

/// Changes the state of a cart from `from` to `to`. Returns the cart after it; `None` if it was not in the state `from`.
pub async fn change_state(
    tx: &impl ConnectionTrait,
    id: &str,
    from: cart::CartState,
    to: cart::CartState,
) -> Result<Option<cart::Model>> {
    let moved = cart::Entity::update_many()
        .col_expr(cart::Column::State, Expr::value(to))
        .col_expr(cart::Column::Writes, one_more_write())
        .filter(cart::Column::Id.eq(id))
        .filter(cart::Column::State.eq(from))
        .exec_with_returning(tx)
        .await?;
    Ok(moved.into_iter().next())
}

/// The ids of a network address's carts that have a live hold or are being paid for.
pub async fn carts_of(db: &impl ConnectionTrait, address_digest: &str, now: Instant) -> Result<Vec<String>> {
    let is_held =
        Condition::any().add(cart::Column::HeldUntil.gt(now)).add(cart::Column::State.eq(cart::CartState::Paying));
    let carts = cart::Entity::find()
        .select_only()
        .column(cart::Column::Id)
        .filter(cart::Column::AddressDigest.eq(address_digest));
    Ok(carts.filter(cart::Column::State.ne(cart::CartState::Ordered)).filter(is_held).into_tuple().all(db).await?)
}

/// The ids of the carts in a state.
pub async fn in_state(db: &impl ConnectionTrait, state: cart::CartState) -> Result<HashSet<String>> {
    let carts = cart::Entity::find().select_only().column(cart::Column::Id).filter(cart::Column::State.eq(state));
    let ids: Vec<String> = carts.into_tuple().all(db).await?;
    Ok(ids.into_iter().collect())
}

fn is_held(now: Instant) -> Condition {
    Condition::any()
        .add(cart::Column::State.eq(cart::CartState::Paying))
        .add(Condition::all().add(cart::Column::State.eq(cart::CartState::Open)).add(cart::Column::HeldUntil.gt(now)))
}

/// The ids of all carts that have a live hold or are being paid for.
pub async fn held_ids(db: &impl ConnectionTrait, now: Instant) -> Result<HashSet<String>> {
    let ids = cart::Entity::find().select_only().column(cart::Column::Id).filter(is_held(now));
    Ok(ids.into_tuple::<String>().all(db).await?.into_iter().collect())
}

/// The products, variants, performances and needed promotions in all carts that have a live hold or are being paid for. The stock table
/// does not contain this: a performance that is limited only by a capacity pool has no separate stock.
pub async fn held(db: &impl ConnectionTrait, now: Instant) -> Result<BoughtFor> {
    let carts: Vec<(String, Lines)> = cart::Entity::find()
        .select_only()
        .column(cart::Column::Id)
        .column(cart::Column::Lines)
        .filter(is_held(now))
        .into_tuple()
        .all(db)
        .await?;
    let mut held = BoughtFor::default();
    for (cart, lines) in &carts {
        for line in &lines.0 {
            let bought = (&line.product_id, &line.variant_id, line.quantity);
            held.add(cart, bought, &line.performances, line.package());
            if let Some(promotion) = line.needed_promotion() {
                held.promotions.entry(promotion).or_default().add(line.quantity, [cart.clone()]);
            }
        }
    }
    Ok(held)
}
