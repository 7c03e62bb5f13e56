//! Loads reservations and computes facts about them that several files need.

use std::collections::HashMap;

use super::entity::{Model, Party, PartyTicket, ReservationState, Visit};
use super::store;
use crate::app::App;
use crate::error::Result;
use crate::http::visitor::Visitor;
use crate::shop::cart::{Cart, CartLine};
use crate::shop::ticket::{self, TicketRow};
use midway_catalog::Catalog;
use midway_catalog::files::Property;
use midway_kernel::id::SiteId;
use midway_kernel::time::{Instant, day_at};

/// The reservation that the session names, in any state.
pub async fn current(app: &App, visitor: &Visitor) -> Result<Option<Model>> {
    let Some(id) = visitor.session().await?.reservation_id else { return Ok(None) };
    let found = store::find(app.db.read(), &id).await?;
    let now = app.clock.now();
    Ok(found.filter(|row| !row.is_open() || now < row.expires_at))
}

/// The site for a visitor's reservation: the chosen one if it has parks, or the only site with parks.
pub fn site_of(catalog: &Catalog, chosen: Option<&SiteId>) -> Option<SiteId> {
    let with_parks = |site: &SiteId| catalog.properties_of(site).next().is_some();
    if let Some(chosen) = chosen.filter(|site| with_parks(site)) {
        return Some(chosen.clone());
    }
    let mut sites = catalog.folder().site.iter().map(|site| &site.id).filter(|site| with_parks(site));
    sites.next().filter(|_| sites.next().is_none()).cloned()
}

/// The park of a reservation: the chosen park, or the only park of its site.
pub fn property_of<'c>(catalog: &'c Catalog, row: &Model) -> Option<&'c Property> {
    if let Some(id) = &row.property_id {
        return catalog.property(id).filter(|property| property.site == row.site_id);
    }
    let mut properties = catalog.properties_of(&row.site_id);
    properties.next().filter(|_| properties.next().is_none())
}

pub fn has_add_ons(catalog: &Catalog, row: &Model, cart: &Cart) -> bool {
    cart.lines.iter().any(|line| is_add_on(catalog, row, line))
}

/// Whether a cart line is an add-on of the reservation: its park offers the product, and the line is for the day of the
/// visit or for no particular day.
pub fn is_add_on(catalog: &Catalog, row: &Model, line: &CartLine) -> bool {
    let is_for_day = |visit: &Visit| line.all_performances().all(|chosen| chosen.date == visit.day_of_add_ons());
    is_offered(catalog, row, line) && row.visit.as_ref().is_some_and(is_for_day)
}

/// Whether a cart line is a product that the reservation's park offers, for any day.
pub fn is_offered(catalog: &Catalog, row: &Model, line: &CartLine) -> bool {
    let property = row.visit.as_ref().and_then(|visit| catalog.property(&visit.property_id));
    property.is_some_and(|property| property.add_ons.contains(&line.product_id))
}

/// Today in the time zone of the reservation's site.
pub fn today(catalog: &Catalog, row: &Model, now: Instant) -> chrono::NaiveDate {
    day_at(now, catalog.site(&row.site_id).map_or(chrono_tz::UTC, |site| site.time_zone))
}

/// The row of a reservation whose claims have just been sold.
pub fn confirmed(row: Model, account_id: Option<String>, order_id: Option<String>, now: Instant) -> Model {
    Model {
        state: ReservationState::Confirmed,
        account_id: account_id.or(row.account_id),
        order_id,
        held_until: None,
        first_claimed_at: None,
        confirmed_at: Some(now),
        ..row
    }
}

/// The tickets of a party, in its order.
pub async fn of_party(db: &impl sea_orm::ConnectionTrait, party: &Party) -> Result<Vec<TicketRow>> {
    let ids: Vec<String> = party.tickets.iter().map(|ticket| ticket.ticket_id.clone()).collect();
    let mut found: HashMap<String, TicketRow> =
        ticket::by_ids(db, &ids).await?.into_iter().map(|ticket| (ticket.id.clone(), ticket)).collect();
    Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
}

/// The code of a ticket: complete if the visitor entered it, otherwise only its end.
pub fn shown_code(of_party: &PartyTicket, ticket: &TicketRow) -> String {
    match of_party.came_along {
        true => end_of_code(ticket),
        false => ticket.media_code.clone(),
    }
}

/// The last characters of a code, for example `…4RBC`. They distinguish tickets but do not admit anyone.
pub fn end_of_code(ticket: &TicketRow) -> String {
    let hidden = ticket.media_code.len().saturating_sub(4);
    format!("…{}", &ticket.media_code[hidden..])
}
