//! Reservations with which something is bought: the cart holds their places, and its order confirms them.

use std::collections::{HashMap, HashSet};

use sea_orm::ConnectionTrait;

use super::actions::{self, confirmed};
use super::entity::{Model, ReservationState};
use super::{letters, store};
use crate::app::App;
use crate::error::{Error, Result};
use crate::kernel::id::PerformanceId;
use crate::kernel::time::Instant;
use crate::platform::db::Transaction;
use crate::shop::cart::{self, Cart, CartState};
use crate::shop::catalog::Catalog;
use crate::shop::inventory::{self, Draw};

/// Before a cart is paid for: what the reservation needs is held, or taken again. One of which nothing is bought any more, or that its
/// shopper went back to and did not complete, is on its own again: the order is one of the cart's lines alone.
///
/// # Errors
/// A refusal when it is gone: nothing is to be charged then, and [`leave`] comes next.
pub async fn hold_again(tx: &Transaction, catalog: &Catalog, cart: &Cart, now: Instant) -> Result<()> {
    let Some(mut row) = store::of_cart(tx, &cart.id).await? else { return Ok(()) };
    if row.visit.is_none() || !row.party.is_complete || !actions::has_add_ons(catalog, &row, cart) {
        actions::detach(tx, &mut row).await?;
    } else {
        actions::hold(tx, catalog, &mut row, now).await?;
    }
    store::save(tx, row).await
}

/// Lets a cart go on without the reservation whose visit was lost, so that its shopper is told so once.
pub async fn leave(app: &App, cart_id: &str) -> Result<()> {
    let tx = app.db.begin().await?;
    cart::lock_cart(&tx, cart_id).await?;
    if let Some(mut row) = store::of_cart(&tx, cart_id).await? {
        actions::detach(&tx, &mut row).await?;
        store::save(&tx, row).await?;
    }
    tx.commit().await.map_err(Error::from)
}

/// The order of its cart is written, and all claims of the cart are sold: the party is expected.
pub async fn confirm(
    tx: &Transaction,
    cart_id: &str,
    (order_id, account_id): (&str, Option<&String>),
    now: Instant,
) -> Result<()> {
    let Some(row) = store::of_cart(tx, cart_id).await? else { return Ok(()) };
    let row = confirmed(row, account_id.cloned(), Some(order_id.to_owned()), now);
    letters::ask_for(tx, &row, letters::About::Confirmed, now).await?;
    store::save(tx, row).await
}

/// A guest's cart has become part of an account's, and both are locked: what is paid with it is paid with that.
pub async fn follow_cart(
    tx: &Transaction,
    catalog: &Catalog,
    from: &str,
    to: Option<&String>,
    now: Instant,
) -> Result<()> {
    let Some(mut row) = store::of_cart(tx, from).await? else { return Ok(()) };
    if to.is_some_and(|to| to == from) {
        return Ok(());
    }
    actions::detach(tx, &mut row).await?;
    store::save(tx, row.clone()).await?;
    let cart = match to {
        Some(to) => cart::lock_cart(tx, to).await?.filter(|cart| cart.state == CartState::Open),
        None => None,
    };
    match cart.filter(|cart| actions::has_add_ons(catalog, &row, cart)) {
        Some(cart) => {
            actions::pay_with(tx, &mut row, cart, now).await?;
            store::save(tx, row).await
        }
        None => Ok(()),
    }
}

/// The reservation that an order confirmed.
pub async fn of_order(db: &impl ConnectionTrait, order_id: &str) -> Result<Option<Model>> {
    store::of_order(db, order_id).await
}

/// The ids of all reservations: the lines that their claims name.
pub async fn ids(db: &impl ConnectionTrait) -> Result<HashSet<String>> {
    Ok(store::all(db).await?.into_iter().map(|row| row.id).collect())
}

/// The entry times for which somebody is expected, or holds places.
pub async fn performances(db: &impl ConnectionTrait, now: Instant) -> Result<Vec<PerformanceId>> {
    let is_live = |row: &Model| match row.state {
        ReservationState::Open => row.held_until.is_some_and(|until| now < until),
        ReservationState::Confirmed => true,
        ReservationState::Cancelled => false,
    };
    let live = store::all(db).await?.into_iter().filter(is_live);
    Ok(live.filter_map(|row| Some(row.visit?.performance_id)).collect())
}

/// What is wrong between reservations and what they hold: a confirmed one has its visits and no others, and no other has any.
pub async fn doctor(db: &impl ConnectionTrait) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    let owners: HashMap<String, String> =
        inventory::holding_lines(db).await?.into_iter().map(|(owner, line)| (line, owner)).collect();
    for row in store::all(db).await? {
        let sold = inventory::sold_to(db, &row.id).await?;
        let visited = |draw: &Draw| draw.key.visited();
        let performance = row.visit.as_ref().map(|visit| &visit.performance_id);
        let of_visit = sold.iter().filter_map(visited).filter(|it| Some(it) == performance).count();
        let all = sold.iter().filter_map(visited).count();
        match row.state {
            ReservationState::Confirmed if sold.is_empty() || of_visit < row.party.tickets.len() || all > of_visit => {
                let tickets = row.party.tickets.len();
                findings.push(format!(
                    "reservation {} is confirmed for {tickets} tickets and has {of_visit} visits of its own and {} of others",
                    row.id,
                    all - of_visit
                ));
            }
            ReservationState::Open | ReservationState::Cancelled if !sold.is_empty() => {
                findings.push(format!("reservation {} is {:?} and has what was sold", row.id, row.state));
            }
            _ => {}
        }
        if owners.get(&row.id).is_some_and(|owner| owner != row.owner()) {
            findings.push(format!("what reservation {} holds is somebody else's", row.id));
        }
    }
    Ok(findings)
}
