//! Rows of `reservation`. The guest, the party and the visit are JSON documents in the row.

use chrono::NaiveDate;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

use crate::shop::cart::Hold;
use crate::shop::inventory::StockKey;
use crate::shop::ticket::TicketRow;
use midway_catalog::files::{ReservationBenefit, WallTime};
use midway_kernel::id::{BenefitId, PerformanceId, PropertyId, SiteId};
use midway_kernel::time::Instant;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "reservation")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    /// The code that the party shows at the gate: letters and digits.
    #[sea_orm(unique)]
    pub code: String,
    pub account_id: Option<String>,
    pub site_id: SiteId,
    pub state: ReservationState,
    pub guest: Guest,
    pub party: Party,
    pub property_id: Option<PropertyId>,
    pub visit: Option<Visit>,
    /// The start of the visit. The store writes it with the visit; it is used for sorting.
    pub visit_at: Option<DateTimeUtc>,
    /// The cart that pays for the reservation. That cart owns the reservation's claims, and the order of the cart
    /// confirms the reservation.
    pub cart_id: Option<String>,
    pub order_id: Option<String>,
    pub first_claimed_at: Option<DateTimeUtc>,
    pub held_until: Option<DateTimeUtc>,
    pub begun_at: DateTimeUtc,
    /// When the reservation expires if it is still open.
    pub expires_at: DateTimeUtc,
    pub confirmed_at: Option<DateTimeUtc>,
    pub cancelled_at: Option<DateTimeUtc>,
    /// How often the reservation was moved or cancelled since it was confirmed.
    pub changes: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum ReservationState {
    #[sea_orm(string_value = "open")]
    Open,
    #[sea_orm(string_value = "confirmed")]
    Confirmed,
    #[sea_orm(string_value = "cancelled")]
    Cancelled,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// The person who made the reservation. Texts are trimmed; the phone number has only digits, the postal code only
/// letters and digits.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guest {
    pub first_name: String,
    pub last_name: String,
    pub email_address: String,
    pub phone_number: String,
    pub zip: String,
}

/// Prints no field, so that personal data does not get into logs.
impl std::fmt::Debug for Guest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guest").finish_non_exhaustive()
    }
}

/// The people of the visit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Party {
    pub tickets: Vec<PartyTicket>,
    /// Children without tickets.
    pub children: u32,
    /// People without tickets whom a ticket holder brings.
    pub guests: u32,
    pub benefits: Vec<UsedBenefit>,
    /// Whether the shopper has confirmed that the party is complete.
    pub is_complete: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartyTicket {
    /// The id of the ticket within the reservation.
    pub id: String,
    pub ticket_id: String,
    /// Whether the ticket was added only because it belongs to the same order as a ticket whose code was entered. If
    /// so, the visitor might not know its code.
    #[serde(default)]
    pub added_with_order: bool,
    /// The code of the ticket when it was added. Whoever knows it does not know a fresh one.
    #[serde(default)]
    pub code: String,
    /// A code that all tickets of one order share; `None` for passes and imported tickets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reservation_code: Option<String>,
}

impl PartyTicket {
    /// Whether the visitor has entered the code that the ticket has now.
    pub fn has_entered_code(&self, ticket: &TicketRow) -> bool {
        !self.added_with_order && self.code == ticket.media_code
    }
}

/// A used benefit of a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedBenefit {
    pub benefit_id: BenefitId,
    pub ticket_id: String,
    /// The id under which the benefit's use is counted, if it is not the ticket's own id: see
    /// `TicketRow::entitlement_key`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entitled_as: Option<String>,
    /// For a benefit that is chosen per ticket: the number of this use, starting at 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequence: Option<u32>,
    pub quantity: u32,
    /// The number of places that all units of the benefit take together.
    pub places: u32,
}

/// The date and time of the visit, with names as they were when it was chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visit {
    pub performance_id: PerformanceId,
    pub property_id: PropertyId,
    pub property_name: String,
    pub site_name: String,
    pub name: String,
    pub date: NaiveDate,
    pub time: WallTime,
    pub valid_all_day: bool,
    pub starts_at: DateTimeUtc,
    /// The opening hours, for example `10:00 AM to 8:00 PM`.
    pub hours: Option<String>,
    /// People without tickets who come along on a bring-a-friend day.
    pub friends: u32,
    /// For a reservation that was paid with an order and then moved: the original day, for which its add-ons were
    /// bought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub add_ons_for: Option<NaiveDate>,
}

midway_kernel::documents!(Guest, Party, Visit);

impl Visit {
    /// The day for which the add-ons of the visit were bought.
    pub fn day_of_add_ons(&self) -> NaiveDate {
        self.add_ons_for.unwrap_or(self.date)
    }
}

impl UsedBenefit {
    /// The stock that counts this use, and its capacity.
    pub fn stock(&self, benefit: &ReservationBenefit) -> (StockKey, u32) {
        let of = self.entitled_as.as_ref().unwrap_or(&self.ticket_id);
        match self.sequence {
            Some(sequence) => (StockKey::benefit_of_sequence(&benefit.id, of, sequence), 1),
            None => (StockKey::benefit(&benefit.id, of), benefit.quantity),
        }
    }
}

impl Party {
    /// The ids of the reservation's tickets and of the tickets whose benefits it uses.
    pub fn ticket_ids(&self) -> impl Iterator<Item = &String> {
        let of_benefits = self.benefits.iter().map(|used| &used.ticket_id);
        self.tickets.iter().map(|ticket| &ticket.ticket_id).chain(of_benefits)
    }

    /// The used benefits that are chosen for the reservation as a whole, each with its quantity.
    pub fn benefits_by_quantity(&self) -> Vec<(BenefitId, u32)> {
        let mut counted: Vec<(BenefitId, u32)> = Vec::new();
        for used in self.benefits.iter().filter(|used| used.sequence.is_none()) {
            match counted.iter_mut().find(|(id, _)| *id == used.benefit_id) {
                Some((_, quantity)) => *quantity = quantity.saturating_add(used.quantity),
                None => counted.push((used.benefit_id.clone(), used.quantity)),
            }
        }
        counted
    }

    /// The places that the party takes, without friends.
    pub fn places(&self) -> u32 {
        let tickets = u32::try_from(self.tickets.len()).unwrap_or(u32::MAX);
        let of_benefits = self.benefits.iter().map(|used| used.places).sum();
        [tickets, self.children, self.guests, of_benefits].into_iter().fold(0, u32::saturating_add)
    }
}

impl Model {
    /// This reservation after its claims have been sold.
    pub fn confirmed(self, account_id: Option<String>, order_id: Option<String>, now: Instant) -> Model {
        Model {
            state: ReservationState::Confirmed,
            account_id: account_id.or(self.account_id),
            order_id,
            held_until: None,
            first_claimed_at: None,
            confirmed_at: Some(now),
            ..self
        }
    }

    /// Stores the deadline of the reservation's claims.
    pub fn hold_until(&mut self, hold: Hold) {
        self.first_claimed_at = Some(hold.first_claimed_at);
        self.held_until = Some(hold.until);
    }

    /// The owner id of the reservation's claims: the id of the cart that pays for the reservation, or else the
    /// id of the reservation.
    pub fn owner(&self) -> &str {
        self.cart_id.as_deref().unwrap_or(&self.id)
    }

    pub fn is_open(&self) -> bool {
        self.state == ReservationState::Open
    }
}
