//! Findings about reservations for `midway doctor`, and data about all reservations for the checks of other slices.

use std::collections::{HashMap, HashSet};

use sea_orm::ConnectionTrait;

use super::entity::{Model, ReservationState};
use super::store;
use crate::error::Result;
use crate::shop::cart;
use crate::shop::inventory::{self, Draw};
use crate::shop::ticket::{self, RevokedBecause, TicketRow};
use midway_kernel::id::PerformanceId;
use midway_kernel::time::Instant;

/// The ids of all reservations. Their claims use them as line ids.
pub async fn ids(db: &impl ConnectionTrait) -> Result<HashSet<String>> {
    Ok(store::all(db).await?.into_iter().map(|row| row.id).collect())
}

/// The entry time of each confirmed visit, and of each reservation that holds places. The places of a reservation that is paid with a cart are held
/// as long as the cart.
pub async fn performances(db: &impl ConnectionTrait, now: Instant) -> Result<Vec<PerformanceId>> {
    let held_carts = cart::held_ids(db, now).await?;
    let is_in_held_cart = |row: &Model| row.cart_id.as_ref().is_some_and(|cart_id| held_carts.contains(cart_id));
    let is_live = |row: &Model| match row.state {
        ReservationState::Open => row.held_until.is_some_and(|until| now < until) || is_in_held_cart(row),
        ReservationState::Confirmed => true,
        ReservationState::Cancelled => false,
    };
    let live = store::all(db).await?.into_iter().filter(is_live);
    Ok(live.filter_map(|row| Some(row.visit?.performance_id)).collect())
}

/// Findings for `midway doctor`. A confirmed reservation must have sold claims for exactly its visit, and none of its
/// tickets may have been upgraded before the visit. No other reservation may have sold claims. Unsold claims must
/// belong to [`Model::owner`].
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
                    "reservation {} is confirmed for {tickets} tickets but has {of_visit} claims on its visit and {} on others",
                    row.id,
                    all - of_visit
                ));
            }
            ReservationState::Open | ReservationState::Cancelled if !sold.is_empty() => {
                findings.push(format!("reservation {} is {:?} but has sold claims", row.id, row.state));
            }
            _ => {}
        }
        let visit = row.visit.as_ref().filter(|_| row.state == ReservationState::Confirmed);
        if let Some(visit) = visit {
            // A pass that only gives benefits may be upgraded: the benefits continue with the new pass.
            let ids: Vec<String> = row.party.tickets.iter().map(|ticket| ticket.ticket_id.clone()).collect();
            let gone_before = |ticket: &&TicketRow| {
                ticket.revoked_because == Some(RevokedBecause::Upgraded)
                    && ticket.revoked_at.is_some_and(|at| at < visit.starts_at)
            };
            for ticket in ticket::by_ids(db, &ids).await?.iter().filter(gone_before) {
                findings.push(format!(
                    "reservation {} uses ticket {}, which was upgraded before the visit",
                    row.id, ticket.id
                ));
            }
        }
        if owners.get(&row.id).is_some_and(|owner| owner != row.owner()) {
            findings.push(format!("the claims of reservation {} belong to another owner", row.id));
        }
    }
    Ok(findings)
}
