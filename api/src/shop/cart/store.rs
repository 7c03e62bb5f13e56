//! All SQL of the cart.

use std::collections::HashSet;

use futures_util::TryStreamExt;
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict, SelectStatement, UpdateStatement};
use sea_orm::{Condition, ConnectionTrait, IntoActiveModel, QuerySelect, QueryTrait, SqlErr, StreamTrait};

use super::entity::cart;
use super::entity::line::{BoughtFor, Lines};
use crate::error::{AGAIN, Error, Result};
use midway_kernel::time::Instant;

/// A cart by its id, which only the session of its owner (or the owner's account) holds.
pub async fn find(db: &impl ConnectionTrait, id: &str) -> Result<Option<cart::Model>> {
    Ok(cart::Entity::find_by_id(id).one(db).await?)
}

/// The same, kept from changing by others until the transaction ends.
pub async fn lock(tx: &impl ConnectionTrait, id: &str) -> Result<Option<cart::Model>> {
    Ok(cart::Entity::find_by_id(id).lock_exclusive().one(tx).await?)
}

/// The version of a cart in which nothing has been yet.
pub const FIRST_VERSION: i64 = 1;

/// An empty cart, not yet written. Its first version is the one it is written with.
pub fn new_cart(id: String, account_id: Option<String>, now: Instant) -> cart::Model {
    cart::Model {
        id,
        account_id,
        version: FIRST_VERSION,
        state: cart::CartState::Open,
        lines: Lines::default(),
        blank_passes: None,
        revision: None,
        first_claimed_at: None,
        held_until: None,
        holder: None,
        email_address: None,
        billing_address: None,
        shipping_address: None,
        delivery_method_id: None,
        payment_method_id: None,
        accept_terms: false,
        acknowledge_location: false,
        pays_by_plan: None,
        accept_installment_terms: false,
        created_at: now,
        changed_at: now,
    }
}

/// The cart of an account, locked; an empty one is made when it has none. Of several browsers that fill it first, one makes it and the
/// others wait for that, so that none is refused.
pub async fn lock_of_account(
    tx: &impl ConnectionTrait,
    id: String,
    account_id: &str,
    now: Instant,
) -> Result<cart::Model> {
    let made = new_cart(id, Some(account_id.to_owned()), now).into_active_model();
    let unless_there = OnConflict::new().do_nothing().to_owned();
    cart::Entity::insert(made).on_conflict(unless_there).exec_without_returning(tx).await?;
    let found = of_open_account(account_id).lock_exclusive().one(tx).await?;
    found.ok_or(Error::Conflict(AGAIN))
}

/// A guest's cart, locked; an empty one is made when there is none, likewise. Nothing of one that has become an order, or an account's:
/// a guest's session may name it still, where it was lost and found again by its cart.
pub async fn lock_of_guest(tx: &impl ConnectionTrait, id: String, now: Instant) -> Result<Option<cart::Model>> {
    let mut found = lock(tx, &id).await?;
    if found.is_none() {
        let made = new_cart(id.clone(), None, now);
        let unless_there = OnConflict::column(cart::Column::Id).do_nothing().to_owned();
        let inserted = cart::Entity::insert(made.clone().into_active_model()).on_conflict(unless_there);
        // Who made it has it locked.
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

/// Those of these carts that are a guest's or this account's, in their order.
pub async fn of_guest_or_account(db: &impl ConnectionTrait, ids: &[String], account_id: &str) -> Result<Vec<String>> {
    let whose = Condition::any().add(cart::Column::AccountId.is_null()).add(cart::Column::AccountId.eq(account_id));
    let carts = cart::Entity::find().select_only().column(cart::Column::Id).filter(cart::Column::Id.is_in(ids));
    let found: Vec<String> = carts.filter(whose).into_tuple().all(db).await?;
    Ok(ids.iter().filter(|id| found.contains(id)).cloned().collect())
}

/// What selects the ids of the carts of an account, those that have become orders among them.
pub fn ids_of_account(account_id: &str) -> SelectStatement {
    let of_account = cart::Entity::find().filter(cart::Column::AccountId.eq(account_id));
    of_account.select_only().column(cart::Column::Id).into_query()
}

/// What selects the ids of the carts that were filled by a holder and have become orders.
pub fn ids_bought_by(holder: &str) -> SelectStatement {
    let bought = cart::Entity::find().filter(cart::Column::Holder.eq(holder));
    let bought = bought.filter(cart::Column::State.eq(cart::CartState::Ordered));
    bought.select_only().column(cart::Column::Id).into_query()
}

/// The carts that were filled by a holder and whose payment runs.
pub async fn paying_of(db: &impl ConnectionTrait, holder: &str) -> Result<Vec<cart::Model>> {
    let carts = cart::Entity::find().filter(cart::Column::Holder.eq(holder));
    Ok(carts.filter(cart::Column::State.eq(cart::CartState::Paying)).all(db).await?)
}

/// Of an account's, what selects the carts whose checkout has been told something that is not forgotten ([`forget_checkout`]).
pub fn ids_with_checkout(account_id: &str) -> SelectStatement {
    let of_account = cart::Entity::find().filter(cart::Column::AccountId.eq(account_id));
    let known = of_account.filter(cart::Column::EmailAddress.is_not_null());
    known.select_only().column(cart::Column::Id).into_query()
}

/// Forgets what the checkouts of an account's carts were told: to whom and where, how each was to be delivered and paid. The version is another
/// one, so that a payment that was opened for the old total and address is not used; one that is being captured has its draft, and needs
/// nothing of this.
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
        changed_at: Set(new.changed_at),
        ..Default::default()
    };
    cart::Entity::update_many()
        .set(forgotten)
        .col_expr(cart::Column::Version, Expr::col(cart::Column::Version).add(1))
        .filter(cart::Column::AccountId.eq(account_id))
        .exec(tx)
        .await?;
    Ok(())
}

/// The cart of an account, unless it has become an order. There is one at most.
pub async fn of_account(db: &impl ConnectionTrait, account_id: &str) -> Result<Option<cart::Model>> {
    Ok(of_open_account(account_id).one(db).await?)
}

fn of_open_account(account_id: &str) -> Select<cart::Entity> {
    cart::Entity::find()
        .filter(cart::Column::AccountId.eq(account_id))
        .filter(cart::Column::State.ne(cart::CartState::Ordered))
}

/// The pictures of passholders that carts refer to, those of what may be put back among them.
pub async fn pictures(db: &(impl ConnectionTrait + StreamTrait)) -> Result<HashSet<String>> {
    let documents = [cart::Column::Lines, cart::Column::BlankPasses, cart::Column::Revision];
    let mut names_one = Condition::any();
    for document in documents {
        names_one = names_one.add(document.contains(PORTRAIT_ENDING));
    }
    let carts = cart::Entity::find().filter(cart::Column::State.ne(cart::CartState::Ordered)).filter(names_one);
    let mut pictures = HashSet::new();
    let mut carts = carts.stream(db).await?;
    while let Some(cart) = carts.try_next().await? {
        let waiting = cart.revision.iter().flat_map(|revision| revision.kept.iter().chain(&revision.removed));
        let of_lines = cart.lines.iter().chain(waiting).filter_map(|line| line.passholder.as_deref());
        let blank = cart.blank_passes.iter().flat_map(|blank| &blank.0).map(|pass| &pass.passholder);
        for passholder in of_lines.chain(blank) {
            let of_held = passholder.follows.as_ref().and_then(|held| held.holder.picture.clone());
            pictures.extend(passholder.holder.picture.clone().into_iter().chain(of_held));
        }
    }
    Ok(pictures)
}

/// How the name of a portrait ends, as it stands in a cart's documents.
const PORTRAIT_ENDING: &str = ".jpg\"";

/// Writes a cart that was locked in this transaction, all of it.
///
/// # Errors
/// [`Error::Conflict`] when the account got a cart in another browser at this moment (`cart_one_per_account`).
pub async fn save(tx: &impl ConnectionTrait, row: cart::Model) -> Result<()> {
    let row = row.into_active_model().reset_all();
    cart::Entity::update(row).exec_without_returning(tx).await.map_err(one_per_account)?;
    Ok(())
}

/// What writes, of a cart that is locked in this transaction, the columns that a change of its lines changes.
pub fn lines_update(row: cart::Model) -> UpdateStatement {
    let changed = cart::ActiveModel {
        version: Set(row.version),
        lines: Set(row.lines),
        blank_passes: Set(row.blank_passes),
        revision: Set(row.revision),
        first_claimed_at: Set(row.first_claimed_at),
        held_until: Set(row.held_until),
        pays_by_plan: Set(row.pays_by_plan),
        accept_installment_terms: Set(row.accept_installment_terms),
        holder: Set(row.holder),
        changed_at: Set(row.changed_at),
        ..Default::default()
    };
    let update = cart::Entity::update_many().set(changed).filter(cart::Column::Id.eq(row.id));
    update.into_query()
}

/// Writes them.
pub async fn save_lines(tx: &impl ConnectionTrait, row: cart::Model) -> Result<()> {
    tx.execute(&lines_update(row)).await?;
    Ok(())
}

/// Moves a cart from one state to another; false when it was not in the first.
pub async fn change_state(
    tx: &impl ConnectionTrait,
    id: &str,
    from: cart::CartState,
    to: cart::CartState,
) -> Result<bool> {
    let moved = cart::Entity::update_many()
        .col_expr(cart::Column::State, Expr::value(to))
        .filter(cart::Column::Id.eq(id))
        .filter(cart::Column::State.eq(from))
        .exec(tx)
        .await?;
    Ok(moved.rows_affected == 1)
}

/// The carts of a holder that hold something or are being paid for.
pub async fn carts_of(db: &impl ConnectionTrait, holder: &str, now: Instant) -> Result<Vec<String>> {
    let is_held =
        Condition::any().add(cart::Column::HeldUntil.gt(now)).add(cart::Column::State.eq(cart::CartState::Paying));
    let carts = cart::Entity::find().select_only().column(cart::Column::Id).filter(cart::Column::Holder.eq(holder));
    Ok(carts.filter(cart::Column::State.ne(cart::CartState::Ordered)).filter(is_held).into_tuple().all(db).await?)
}

/// The carts in a state, by their ids.
pub async fn in_state(db: &impl ConnectionTrait, state: cart::CartState) -> Result<HashSet<String>> {
    let carts = cart::Entity::find().select_only().column(cart::Column::Id).filter(cart::Column::State.eq(state));
    let ids: Vec<String> = carts.into_tuple().all(db).await?;
    Ok(ids.into_iter().collect())
}

/// What the lines of all carts that hold something or are being paid for were added for. A stock cannot tell it: a performance that is limited
/// by a shared pool alone has none of its own.
pub async fn held(db: &impl ConnectionTrait, now: Instant) -> Result<BoughtFor> {
    let is_held = Condition::any()
        .add(cart::Column::State.eq(cart::CartState::Paying))
        .add(Condition::all().add(cart::Column::State.eq(cart::CartState::Open)).add(cart::Column::HeldUntil.gt(now)));
    let carts: Vec<Lines> =
        cart::Entity::find().select_only().column(cart::Column::Lines).filter(is_held).into_tuple().all(db).await?;
    let mut held = BoughtFor::default();
    for line in carts.iter().flat_map(|lines| &lines.0) {
        held.add((&line.product_id, &line.variant_id), &line.performances, line.package.as_ref());
    }
    Ok(held)
}
