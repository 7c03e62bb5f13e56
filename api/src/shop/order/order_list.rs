//! What was bought and which visits were reserved, by whom, for the operator.

use std::collections::HashMap;

use chrono::NaiveDate;
use chrono_tz::Tz;
use sea_orm::ConnectionTrait;

use super::entity::{line, order};
use super::store;
use crate::error::Result;
use crate::shop::cart::{ChosenPerformance, ChosenPerformances};
use crate::shop::reservation::{ListedVisit, listed_visits};
use crate::shop::ticket::{self, TicketRow};
use midway_catalog::Catalog;
use midway_catalog::files::WallTime;
use midway_kernel::id::{PerformanceId, ProductId};
use midway_kernel::money::Money;
use midway_kernel::time::{Instant, day_at};

/// Which rows are listed; a row must satisfy every given part.
#[derive(Clone, Debug, Default)]
pub struct OrderFilter {
    pub performance: Option<PerformanceId>,
    /// The product, or a package or bundle of which it is a part; for a reserved visit, the product of one of its
    /// tickets.
    pub product: Option<ProductId>,
    /// The day of the visit.
    pub on: Option<NaiveDate>,
    /// The first and the last day on which an order was placed or a visit reserved, in the time zone of its site.
    pub since: Option<NaiveDate>,
    pub until: Option<NaiveDate>,
}

/// A line of an order, or a part of its package, at one of its performances; or a reserved visit.
pub struct ListedLine {
    /// The order's number; empty for a visit that was reserved without an order.
    pub number: String,
    pub state: LineState,
    /// The name of the buyer or of the visit's guest.
    pub name: String,
    pub email_address: String,
    pub phone_number: String,
    pub placed_at: Instant,
    pub time_zone: String,
    /// The total of the whole order; `None` for a reserved visit.
    pub total: Option<Money>,
    /// Empty fields do not apply to the line.
    pub product: String,
    pub variant: String,
    pub performance: String,
    pub visit: Option<NaiveDate>,
    pub time: String,
    pub place: String,
    pub quantity: u32,
}

/// Whether the tickets of a line still admit, or that it is a reserved visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineState {
    Reserved,
    Valid,
    PartlyRevoked,
    Revoked,
}

impl LineState {
    /// A line without tickets is valid.
    fn of<'t>(tickets: impl Iterator<Item = &'t TicketRow>) -> Self {
        let (revoked, valid): (Vec<_>, Vec<_>) = tickets.partition(|ticket| ticket.is_revoked());
        match (revoked.len(), valid.len()) {
            (0, _) => LineState::Valid,
            (_, 0) => LineState::Revoked,
            _ => LineState::PartlyRevoked,
        }
    }

    pub fn in_words(self) -> &'static str {
        match self {
            LineState::Reserved => "reserved",
            LineState::Valid => "valid",
            LineState::PartlyRevoked => "partly revoked",
            LineState::Revoked => "revoked",
        }
    }
}

/// How many orders are read at once. SQLite binds at most 32,766 values per statement.
const BATCH: usize = 1_000;

/// The lines and reserved visits that the filter lets through, the oldest first.
pub async fn listed_orders(
    db: &impl ConnectionTrait,
    catalog: &Catalog,
    filter: &OrderFilter,
) -> Result<Vec<ListedLine>> {
    let mut listed = Vec::new();
    let mut orders = store::all(db).await?;
    let numbers: HashMap<String, String> =
        orders.iter().map(|order| (order.id.clone(), order.number.clone())).collect();
    orders.retain(|order| filter.admits_placed(order.placed_at, &order.time_zone));
    for orders in orders.chunks(BATCH) {
        let ids: Vec<String> = orders.iter().map(|order| order.id.clone()).collect();
        let lines = store::lines_of_all(db, &ids).await?;
        let mut tickets: HashMap<String, Vec<TicketRow>> = HashMap::new();
        for ticket in ticket::of_orders(db, &ids).await? {
            tickets.entry(ticket.order_line_id.clone().unwrap_or_default()).or_default().push(ticket);
        }
        for order in orders {
            for line in lines.get(&order.id).into_iter().flatten() {
                let tickets = tickets.get(&line.id).map_or(&[][..], Vec::as_slice);
                listed.extend(items_of(line).flat_map(|item| item.rows(filter, order, tickets)));
            }
        }
    }
    let mut visits = listed_visits(db, catalog).await?;
    visits.retain(|visit| filter.admits_visit(visit));
    listed.extend(visits.into_iter().map(|visit| of_visit(visit, &numbers)));
    listed.sort_by_key(|line| line.placed_at);
    Ok(listed)
}

/// The row of a reserved visit.
fn of_visit(visit: ListedVisit, numbers: &HashMap<String, String>) -> ListedLine {
    let number = visit.order_id.and_then(|id| numbers.get(&id).cloned()).unwrap_or_default();
    ListedLine {
        number,
        state: LineState::Reserved,
        name: visit.name,
        email_address: visit.email_address,
        phone_number: visit.phone_number,
        placed_at: visit.confirmed_at,
        time_zone: visit.time_zone,
        total: None,
        product: visit.property_name,
        variant: String::new(),
        performance: visit.performance_id.to_string(),
        visit: Some(visit.date),
        time: visit.time.map(WallTime::wire).unwrap_or_default(),
        place: String::new(),
        quantity: visit.people,
    }
}

impl OrderFilter {
    fn admits_placed(&self, at: Instant, time_zone: &str) -> bool {
        let day = day_at(at, time_zone.parse().unwrap_or(Tz::UTC));
        self.since.is_none_or(|since| since <= day) && self.until.is_none_or(|until| day <= until)
    }

    fn admits_visit(&self, visit: &ListedVisit) -> bool {
        self.admits_placed(visit.confirmed_at, &visit.time_zone)
            && self.performance.as_ref().is_none_or(|id| visit.performance_id == *id)
            && self.on.is_none_or(|day| visit.date == day)
            && self.product.as_ref().is_none_or(|product| visit.products.contains(product))
    }

    fn admits(&self, item: &Item<'_>, performance: Option<&ChosenPerformance>) -> bool {
        let is_at = |id: &PerformanceId| performance.is_some_and(|at| at.performance_id == *id);
        self.performance.as_ref().is_none_or(is_at)
            && self.on.is_none_or(|day| performance.is_some_and(|at| at.date == day))
            && self.product.as_ref().is_none_or(|product| item.products.contains(&product))
    }
}

/// What a row is about: a line, or a part of its package.
struct Item<'l> {
    /// The product, and the package or bundle that it is a part of.
    products: Vec<&'l ProductId>,
    product: &'l str,
    variant: &'l str,
    quantity: u32,
    performances: &'l ChosenPerformances,
}

fn items_of(line: &line::Model) -> impl Iterator<Item = Item<'_>> {
    let quantity = u32::try_from(line.quantity).unwrap_or(0);
    let parts = line.package.iter().flat_map(|package| &package.parts).map(move |part| Item {
        products: vec![&part.product_id, &line.product_id],
        product: &part.product_name,
        variant: &part.variant_name,
        quantity: quantity.saturating_mul(part.quantity),
        performances: &part.performances,
    });
    let whole = line.package.is_none().then(|| Item {
        products: vec![&line.product_id],
        product: &line.product_name,
        variant: &line.variant_name,
        quantity,
        performances: &line.performances,
    });
    whole.into_iter().chain(parts)
}

impl Item<'_> {
    fn rows(&self, filter: &OrderFilter, order: &order::Model, tickets: &[TicketRow]) -> Vec<ListedLine> {
        let mut performances: Vec<Option<&ChosenPerformance>> = self.performances.0.iter().map(Some).collect();
        if performances.is_empty() {
            performances.push(None);
        }
        performances.retain(|performance| filter.admits(self, *performance));
        performances.into_iter().map(|performance| self.row(order, tickets, performance)).collect()
    }

    fn row(&self, order: &order::Model, tickets: &[TicketRow], performance: Option<&ChosenPerformance>) -> ListedLine {
        let is_of = |ticket: &&TicketRow| {
            ticket.product_name == self.product
                && ticket.variant_name == self.variant
                && ticket.starts_at == performance.map(|at| at.starts_at)
        };
        let address = &order.billing_address;
        let timed = performance.filter(|at| !at.valid_all_day);
        ListedLine {
            number: order.number.clone(),
            state: LineState::of(tickets.iter().filter(is_of)),
            name: format!("{} {}", address.first_name, address.last_name).trim().to_owned(),
            email_address: order.email_address.clone(),
            phone_number: address.phone_number.clone(),
            placed_at: order.placed_at,
            time_zone: order.time_zone.clone(),
            total: Some(order.total),
            product: self.product.to_owned(),
            variant: self.variant.to_owned(),
            performance: performance.map(|at| at.performance_id.to_string()).unwrap_or_default(),
            visit: performance.map(|at| at.date),
            time: timed.map(|at| at.time.wire()).unwrap_or_default(),
            place: performance.and_then(ChosenPerformance::place).unwrap_or_default(),
            quantity: self.quantity,
        }
    }
}
