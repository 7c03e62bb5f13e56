//! An order with its related data, as pages and e-mails show it.

use super::cancellation::{choices_in_words, exchange_ends, step};
use super::entity::{self, line, order};
use super::store;
use crate::app::App;
use crate::error::Result;
use crate::platform::jobs::{self, JobState};
use crate::shop::cart::{CodeSavingView, code_savings};
use crate::shop::reservation::{self, ReservationRow, admits};
use crate::shop::ticket::{self, TicketRow};
use midway_catalog::Catalog;
use midway_kernel::money::Money;

/// The kind of the job that sends a confirmation; its subject is the confirmation's id.
pub const SEND_CONFIRMATION: &str = "order-confirmation";

/// An order with its related data.
pub struct Purchase {
    pub order: order::Model,
    pub lines: Vec<line::Model>,
    pub tickets: Vec<TicketRow>,
    /// The codes of the tickets of an earlier order that were exchanged for this one.
    pub exchanged_codes: Vec<String>,
    /// The reservation that the order confirmed.
    pub reservation: Option<ReservationRow>,
    /// The latest confirmation; `job_state` is the state of the job that sends it.
    pub confirmation: Option<entity::confirmation::Model>,
    pub job_state: Option<JobState>,
    /// Whether the buyer can cancel something now.
    pub is_cancelable: bool,
    /// Whether the buyer can exchange something now.
    pub is_exchangeable: bool,
    /// What the buyer is to choose instead of performances that do not take place, in words.
    pub choices: Vec<String>,
}

impl Purchase {
    /// The per-ticket fees of all lines after offers.
    pub fn ticket_fees(&self) -> Money {
        self.lines.iter().map(line::Model::item_fees).sum()
    }

    /// What each promotion code takes off the displayed prices.
    pub fn code_savings(&self) -> Vec<CodeSavingView> {
        code_savings(self.lines.iter().map(line::Model::displayed))
    }

    /// Whether a park admits a pass of this order to a visit that the passholder reserves.
    pub fn passes_reserve_visits(&self, catalog: &Catalog) -> bool {
        let parks = &catalog.folder().property;
        let reserves = |ticket: &TicketRow| {
            ticket.pass.is_some() && !ticket.is_revoked() && parks.iter().any(|park| admits(park, ticket))
        };
        self.tickets.iter().any(reserves)
    }
}

/// Loads the related data of an order that the caller may see.
pub async fn purchase(app: &App, order: order::Model) -> Result<Purchase> {
    let db = app.db.read();
    let lines = store::lines(db, &order.id).await?;
    let tickets = ticket::of_order(db, &order.id).await?;
    let exchanged = match &order.exchange {
        Some(exchange) => ticket::by_ids(db, &exchange.tickets).await?,
        None => Vec::new(),
    };
    let reservation = reservation::of_order(db, &order.id).await?;
    let confirmation = store::latest_confirmation(db, &order.id).await?;
    let job_state = match &confirmation {
        Some(confirmation) => jobs::job_state(db, SEND_CONFIRMATION, &confirmation.id).await?,
        None => None,
    };
    let (catalog, now) = (app.catalog.current(), app.clock.now());
    let is_cancelable = |line: &line::Model| line.units_left() > 0 && step(&catalog, &order, line, now).is_some();
    let is_cancelable = lines.iter().any(is_cancelable);
    let is_exchangeable =
        |line: &line::Model| line.units_left() > 0 && exchange_ends(&catalog, &order, line, now).is_ok();
    let is_exchangeable = lines.iter().any(is_exchangeable);
    let choices = choices_in_words(&catalog, &order, &lines, now);
    Ok(Purchase {
        order,
        lines,
        tickets,
        exchanged_codes: exchanged.into_iter().map(|ticket| ticket.media_code).collect(),
        reservation,
        confirmation,
        job_state,
        is_cancelable,
        is_exchangeable,
        choices,
    })
}
