//! The reserved visits, for the operator.

use std::collections::HashMap;

use chrono::NaiveDate;
use sea_orm::ConnectionTrait;

use super::store;
use crate::error::Result;
use crate::shop::ticket;
use midway_catalog::Catalog;
use midway_catalog::files::WallTime;
use midway_kernel::id::{PerformanceId, ProductId};
use midway_kernel::time::Instant;

/// A confirmed visit.
pub struct ListedVisit {
    /// The order that paid for the visit, if it was paid.
    pub order_id: Option<String>,
    /// The guest's name.
    pub name: String,
    pub email_address: String,
    pub phone_number: String,
    pub confirmed_at: Instant,
    /// The time zone of its site.
    pub time_zone: String,
    /// The products of the party's tickets and passes.
    pub products: Vec<ProductId>,
    pub property_name: String,
    pub performance_id: PerformanceId,
    pub date: NaiveDate,
    /// `None` if the visit admits all day.
    pub time: Option<WallTime>,
    /// How many people come, friends included.
    pub people: u32,
}

/// How many reservations' tickets are read at once. A party has at most 100 tickets, and SQLite binds at most 32,766
/// values per statement.
const BATCH: usize = 300;

/// All confirmed visits, the one that was confirmed first as the first.
pub async fn listed_visits(db: &impl ConnectionTrait, catalog: &Catalog) -> Result<Vec<ListedVisit>> {
    let mut listed = Vec::new();
    for rows in store::confirmed(db).await?.chunks(BATCH) {
        let ids: Vec<String> = rows.iter().flat_map(|row| &row.party.tickets).map(|it| it.ticket_id.clone()).collect();
        let products: HashMap<String, Option<ProductId>> =
            ticket::by_ids(db, &ids).await?.into_iter().map(|ticket| (ticket.id, ticket.product_id)).collect();
        for row in rows {
            let (Some(visit), Some(confirmed_at)) = (&row.visit, row.confirmed_at) else { continue };
            let zone = catalog.site(&row.site_id).map_or(chrono_tz::UTC, |site| site.time_zone);
            let product = |ticket_id: &String| products.get(ticket_id).cloned().flatten();
            listed.push(ListedVisit {
                order_id: row.order_id.clone(),
                name: format!("{} {}", row.guest.first_name, row.guest.last_name).trim().to_owned(),
                email_address: row.guest.email_address.clone(),
                phone_number: row.guest.phone_number.clone(),
                confirmed_at,
                time_zone: zone.name().to_owned(),
                products: row.party.tickets.iter().filter_map(|it| product(&it.ticket_id)).collect(),
                property_name: visit.property_name.clone(),
                performance_id: visit.performance_id.clone(),
                date: visit.date,
                time: Some(visit.time).filter(|_| !visit.valid_all_day),
                people: row.party.places().saturating_add(visit.friends),
            });
        }
    }
    Ok(listed)
}
