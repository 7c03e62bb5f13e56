//! Rows of `ticket`, `retired_code`, `transfer`, `passholder` and `linked_pass`.

use chrono::NaiveDate;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

use super::answers::TicketAnswers;
use midway_kernel::coded::PassKind;
use midway_kernel::id::{ProductId, VariantId};
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "ticket")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    /// The order that sold the ticket; `None` for an imported ticket.
    pub order_id: Option<String>,
    pub order_line_id: Option<String>,
    /// The unit of its order line to which the ticket belongs, from 0. A unit may have several tickets: one for each
    /// person, performance and part.
    #[serde(default)]
    pub unit: i32,
    pub position: i32,
    /// The code that people read out and scanners read: 16 letters and digits. An imported ticket keeps the code of the
    /// other system.
    pub media_code: String,
    /// The content of the QR code.
    pub token: String,
    pub product_name: String,
    pub variant_name: String,
    pub pass_level: Option<String>,
    pub site_name: String,
    pub show_name: Option<String>,
    pub valid_on: Option<Date>,
    /// `HH:mm` in the site's time zone.
    pub entry_time: Option<String>,
    pub starts_at: Option<DateTimeUtc>,
    /// The end of the performance; `None` when the show has no duration, and for tickets sold before durations existed.
    #[serde(default)]
    pub ends_at: Option<DateTimeUtc>,
    /// The place in words, for example `Stalls, row A, seat 12`. Present only for shows that sell sections or seats.
    #[serde(default)]
    pub place: Option<String>,
    pub issued_at: DateTimeUtc,
    /// When the ticket was revoked; `None` while it is valid.
    #[serde(default)]
    pub revoked_at: Option<DateTimeUtc>,
    #[serde(default)]
    pub revoked_because: Option<RevokedBecause>,
    /// The product that the ticket was sold as; `None` for tickets sold before this was stored.
    #[serde(default)]
    pub product_id: Option<ProductId>,
    #[serde(default)]
    pub variant_id: Option<VariantId>,
    /// The kind of the pass; `None` for a ticket that is not a pass.
    #[serde(default)]
    pub pass: Option<PassKind>,
    /// The first and the last valid day of a pass, in the site's time zone.
    #[serde(default)]
    pub valid_from: Option<Date>,
    #[serde(default)]
    pub valid_until: Option<Date>,
    /// The price paid for the ticket after offers, without tax and fees. For an upgrade, it includes the credit.
    #[serde(default)]
    pub paid: Option<Money>,
    /// For a pass with an in-house plan: whether part of its price is still unpaid.
    #[serde(default)]
    pub owed: bool,
    /// For a pass with an in-house plan: the last day up to which the due payments are paid.
    #[serde(default)]
    pub paid_until: Option<Date>,
    /// For an upgrade: the id of the first ticket in the chain. `None` when the first ticket is this ticket itself.
    #[serde(default)]
    pub entitled_as: Option<String>,
    #[serde(default)]
    pub passholder_id: Option<String>,
    /// The passholder's name as printed on the pass.
    #[serde(default)]
    pub holder_name: Option<String>,
    /// The shopper's answers that the ticket prints.
    #[serde(default)]
    pub answers: Option<TicketAnswers>,
    /// `None` for a ticket whose performance takes place when it was sold for.
    #[serde(default)]
    pub moves: Option<Moves>,
    /// The name of the person to whom the owner has sent the ticket, who shows its code; empty if it must not be named.
    /// `None` also where it does not matter: only [`super::of_orders`] and [`super::with_recipient`] read it.
    #[sea_orm(ignore)]
    #[serde(skip)]
    pub sent_to: Option<String>,
}

/// The moves of a ticket's performance to other times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moves {
    /// The day and the time for which the ticket was sold.
    pub sold_for: (Option<NaiveDate>, Option<Instant>),
    pub count: i32,
    /// When the last of them was made.
    pub last_at: Instant,
}

midway_kernel::documents!(Moves);

/// Why a ticket no longer admits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum RevokedBecause {
    /// The ticket was replaced by a different ticket.
    #[sea_orm(string_value = "upgraded")]
    Upgraded,
    /// The operator voided the ticket.
    #[sea_orm(string_value = "voided")]
    Voided,
    /// Its price was refunded.
    #[sea_orm(string_value = "refunded")]
    Refunded,
    /// It was exchanged for another ticket.
    #[sea_orm(string_value = "exchanged")]
    Exchanged,
}

/// Normalises an entered media code: 1 to 17 capital letters and digits. `None` for a text that cannot be a code.
pub fn media_code(typed: &str) -> Option<String> {
    let code: String = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let is_code = (1..=MAX_CODE_LENGTH).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_alphanumeric());
    is_code.then(|| code.to_ascii_uppercase())
}

/// The longest code, in characters.
const MAX_CODE_LENGTH: usize = 17;

impl Model {
    pub fn is_revoked(&self) -> bool {
        self.revoked_at.is_some()
    }

    /// Whether the owner shows the code: the ticket is valid, and nobody else has it.
    pub fn is_owners(&self) -> bool {
        !self.is_revoked() && self.sent_to.is_none()
    }

    /// Whether the ticket never admits again. An upgraded one does if its upgrade is refunded.
    pub fn is_revoked_for_good(&self) -> bool {
        self.is_revoked() && self.revoked_because != Some(RevokedBecause::Upgraded)
    }

    /// The id under which the ticket's entitlements are counted. An upgrade keeps the id of the ticket that it
    /// replaced, and with it the remaining entitlements.
    pub fn entitlement_key(&self) -> &str {
        self.entitled_as.as_deref().unwrap_or(&self.id)
    }
}

/// Whether all of these tickets are passes; false without tickets.
pub fn are_passes(tickets: &[Model]) -> bool {
    !tickets.is_empty() && tickets.iter().all(|ticket| ticket.pass.is_some())
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

pub mod retired_code {
    use sea_orm::entity::prelude::*;

    /// A code that a ticket had before it got a fresh one.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "retired_code")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub media_code: String,
        pub ticket_id: String,
        /// The last day of the ticket; `None` if it has none.
        pub last_day: Option<Date>,
        pub retired_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod transfer {
    use sea_orm::entity::prelude::*;

    /// A ticket that its owner has sent to somebody else.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "transfer")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub ticket_id: String,
        /// The names as the sender typed them.
        pub sender_name: String,
        pub recipient_name: String,
        /// Where the link was sent, and where its recipient is told if the ticket is canceled; `None` if the sender passed
        /// the link on.
        pub recipient_email: Option<String>,
        pub sent_at: DateTimeUtc,
        /// When the sender took the ticket back; `None` while the recipient has it.
        pub taken_back_at: Option<DateTimeUtc>,
    }

    /// Formats only the id, so that logs contain no personal data.
    impl std::fmt::Debug for Model {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.debug_struct("transfer").field("id", &self.id).finish_non_exhaustive()
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod passholder {
    use sea_orm::entity::prelude::*;
    use serde::{Deserialize, Serialize};

    use crate::shop::ticket::Passholder;

    /// A passholder. The record stays the same from one pass to the next.
    #[derive(Clone, PartialEq, Eq, Serialize, Deserialize, DeriveEntityModel)]
    #[sea_orm(table_name = "passholder")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub first_name: String,
        pub last_name: String,
        pub email_address: String,
        pub birth_date: Option<Date>,
        pub address1: String,
        pub address2: String,
        pub city: String,
        pub state: String,
        pub zip: String,
        pub phone_number: String,
        pub picture: Option<String>,
        pub confirmed_at: Option<DateTimeUtc>,
    }

    /// Formats only the id, so that logs contain no personal data.
    impl std::fmt::Debug for Model {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.debug_struct("passholder").field("id", &self.id).finish_non_exhaustive()
        }
    }

    impl Model {
        pub fn new(id: String, holder: Passholder) -> Self {
            Model {
                id,
                first_name: holder.first_name,
                last_name: holder.last_name,
                email_address: holder.email_address,
                birth_date: holder.birth_date,
                address1: holder.address1,
                address2: holder.address2,
                city: holder.city,
                state: holder.state,
                zip: holder.zip,
                phone_number: holder.phone_number,
                picture: holder.picture,
                confirmed_at: holder.confirmed_at,
            }
        }
    }

    impl From<Model> for Passholder {
        fn from(row: Model) -> Self {
            Passholder {
                first_name: row.first_name,
                last_name: row.last_name,
                email_address: row.email_address,
                birth_date: row.birth_date,
                address1: row.address1,
                address2: row.address2,
                city: row.city,
                state: row.state,
                zip: row.zip,
                phone_number: row.phone_number,
                picture: row.picture,
                confirmed_at: row.confirmed_at,
            }
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod linked_pass {
    use sea_orm::entity::prelude::*;

    /// A pass linked to an account.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "linked_pass")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub account_id: String,
        pub ticket_id: String,
        /// Whether the account bought the pass.
        pub purchased: bool,
        pub linked_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
