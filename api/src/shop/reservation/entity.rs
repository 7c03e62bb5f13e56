//! Rows of `reservation`. One is found, locked and changed as a whole: who comes and when are documents in it.

use chrono::NaiveDate;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

use crate::shop::cart::Hold;
use crate::shop::inventory::StockKey;
use midway_catalog::files::{ReservationBenefit, WallTime};
use midway_kernel::id::{BenefitId, PerformanceId, PropertyId, SiteId};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "reservation")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    /// What the party is called at the gate: letters and digits.
    #[sea_orm(unique)]
    pub code: String,
    pub account_id: Option<String>,
    pub site_id: SiteId,
    pub state: ReservationState,
    pub guest: Guest,
    pub party: Party,
    pub property_id: Option<PropertyId>,
    pub visit: Option<Visit>,
    /// When it begins: the store writes it with the visit, and sorts by it.
    pub visit_at: Option<DateTimeUtc>,
    /// The cart with which it is paid: that holds its places then, and its order confirms it.
    pub cart_id: Option<String>,
    pub order_id: Option<String>,
    pub first_claimed_at: Option<DateTimeUtc>,
    pub held_until: Option<DateTimeUtc>,
    pub begun_at: DateTimeUtc,
    /// Of an open one: when nobody goes on with it any more.
    pub expires_at: DateTimeUtc,
    pub confirmed_at: Option<DateTimeUtc>,
    pub cancelled_at: Option<DateTimeUtc>,
    /// How often it has moved or been cancelled since it was confirmed.
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

/// Who made the reservation. Texts are trimmed; the phone number is digits, the postal code letters and digits.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guest {
    pub first_name: String,
    pub last_name: String,
    pub email_address: String,
    pub phone_number: String,
    pub zip: String,
}

/// Nothing of a person gets into a log.
impl std::fmt::Debug for Guest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guest").finish_non_exhaustive()
    }
}

/// Who comes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Party {
    pub tickets: Vec<PartyTicket>,
    /// Children without tickets.
    pub children: u32,
    /// People without tickets whom a holder takes along.
    pub guests: u32,
    pub benefits: Vec<UsedBenefit>,
    /// Whether the shopper has said that this is all.
    pub is_complete: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartyTicket {
    /// Names it within the reservation.
    pub id: String,
    pub ticket_id: String,
    /// Whether it is there because another of its order is: whoever typed that one's code does not know its own.
    #[serde(default)]
    pub came_along: bool,
    /// What tickets of one order have in common.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reservation_code: Option<String>,
}

/// What is used of a benefit that a ticket brings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedBenefit {
    pub benefit_id: BenefitId,
    pub ticket_id: String,
    /// Under which id it is counted, where that is not its ticket's own: see `Ticket::entitlement_key`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entitled_as: Option<String>,
    /// Of one that is chosen at its ticket: which of them it is, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequence: Option<u32>,
    pub quantity: u32,
    /// That all of them take.
    pub places: u32,
}

/// When they come, with the names that it had when it was chosen.
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
    /// `10:00 AM to 8:00 PM`.
    pub hours: Option<String>,
    /// Who comes along without a ticket on a day for friends.
    pub friends: u32,
    /// Of one that was paid with an order and has moved since: the day that it was on then, for which its add-ons were bought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub add_ons_for: Option<NaiveDate>,
}

midway_kernel::documents!(Guest, Party, Visit);

impl Visit {
    /// The day of what is bought with it.
    pub fn day_of_add_ons(&self) -> NaiveDate {
        self.add_ons_for.unwrap_or(self.date)
    }
}

impl UsedBenefit {
    /// Of which stock it is, and how many that has.
    pub fn stock(&self, benefit: &ReservationBenefit) -> (StockKey, u32) {
        let of = self.entitled_as.as_ref().unwrap_or(&self.ticket_id);
        match self.sequence {
            Some(sequence) => (StockKey::benefit_of_sequence(&benefit.id, of, sequence), 1),
            None => (StockKey::benefit(&benefit.id, of), benefit.quantity),
        }
    }
}

impl Party {
    /// Its tickets, and those whose benefits it uses.
    pub fn ticket_ids(&self) -> impl Iterator<Item = &String> {
        let of_benefits = self.benefits.iter().map(|used| &used.ticket_id);
        self.tickets.iter().map(|ticket| &ticket.ticket_id).chain(of_benefits)
    }

    /// What it uses of the benefits that count for the whole reservation, each as a number.
    pub fn counted(&self) -> Vec<(BenefitId, u32)> {
        let mut counted: Vec<(BenefitId, u32)> = Vec::new();
        for used in self.benefits.iter().filter(|used| used.sequence.is_none()) {
            match counted.iter_mut().find(|(id, _)| *id == used.benefit_id) {
                Some((_, quantity)) => *quantity = quantity.saturating_add(used.quantity),
                None => counted.push((used.benefit_id.clone(), used.quantity)),
            }
        }
        counted
    }

    /// The places that it takes, but those of friends.
    pub fn places(&self) -> u32 {
        let tickets = u32::try_from(self.tickets.len()).unwrap_or(u32::MAX);
        let of_benefits = self.benefits.iter().map(|used| used.places).sum();
        [tickets, self.children, self.guests, of_benefits].into_iter().fold(0, u32::saturating_add)
    }
}

impl Model {
    /// Notes until when its places are held.
    pub fn hold_until(&mut self, hold: Hold) {
        self.first_claimed_at = Some(hold.first_claimed_at);
        self.held_until = Some(hold.until);
    }

    /// Who its claims belong to.
    pub fn owner(&self) -> &str {
        self.cart_id.as_deref().unwrap_or(&self.id)
    }

    pub fn is_open(&self) -> bool {
        self.state == ReservationState::Open
    }
}
