//! Rows of `ticket`, `passholder` and `linked_pass`.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

use midway_kernel::coded::PassKind;
use midway_kernel::id::{ProductId, VariantId};
use midway_kernel::money::Money;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "ticket")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    /// None for what was sold elsewhere.
    pub order_id: Option<String>,
    pub order_line_id: Option<String>,
    pub position: i32,
    /// What people read out and scanners read: 16 letters and digits.
    pub media_code: String,
    /// What the QR code holds.
    pub token: String,
    pub product_name: String,
    pub variant_name: String,
    pub pass_level: Option<String>,
    pub site_name: String,
    pub show_name: Option<String>,
    pub valid_on: Option<Date>,
    /// `HH:mm`, the site's wall clock.
    pub entry_time: Option<String>,
    pub starts_at: Option<DateTimeUtc>,
    /// None where the show does not say how long it takes, and for tickets that were sold before it could.
    #[serde(default)]
    pub ends_at: Option<DateTimeUtc>,
    /// `Stalls, row A, seat 12`: in a show that sells sections or seats.
    #[serde(default)]
    pub place: Option<String>,
    pub issued_at: DateTimeUtc,
    /// None while it is good.
    #[serde(default)]
    pub revoked_at: Option<DateTimeUtc>,
    #[serde(default)]
    pub revoked_because: Option<RevokedBecause>,
    /// What it was sold as; none for tickets from before that was kept.
    #[serde(default)]
    pub product_id: Option<ProductId>,
    #[serde(default)]
    pub variant_id: Option<VariantId>,
    /// Of a pass.
    #[serde(default)]
    pub pass: Option<PassKind>,
    /// The first and the last day on which a pass admits, by the clock of its site.
    #[serde(default)]
    pub valid_from: Option<Date>,
    #[serde(default)]
    pub valid_until: Option<Date>,
    /// What was paid for it, net of tax and fees, after offers.
    #[serde(default)]
    pub paid: Option<Money>,
    /// Of a pass that is paid over time: whether a part of its price is still to be paid.
    #[serde(default)]
    pub owed: bool,
    /// Of such a pass: the last day for which what is due of it has been paid.
    #[serde(default)]
    pub paid_until: Option<Date>,
    /// Of one that took the place of another: the id of the first ticket before it. None where that is its own.
    #[serde(default)]
    pub entitled_as: Option<String>,
    #[serde(default)]
    pub passholder_id: Option<String>,
    /// As it stands on the pass.
    #[serde(default)]
    pub holder_name: Option<String>,
}

/// Why a ticket admits nobody any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum RevokedBecause {
    /// Another ticket took its place.
    #[sea_orm(string_value = "upgraded")]
    Upgraded,
    /// The operator declared it void.
    #[sea_orm(string_value = "voided")]
    Voided,
}

/// A media code as it is kept, of one that somebody has typed: 1 to 17 capital letters and digits. None of what can be no code.
pub fn media_code(typed: &str) -> Option<String> {
    let code: String = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let is_code = (1..=LONGEST_CODE).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_alphanumeric());
    is_code.then(|| code.to_ascii_uppercase())
}

/// Spec 2 §9.
const LONGEST_CODE: usize = 17;

impl Model {
    pub fn is_revoked(&self) -> bool {
        self.revoked_at.is_some()
    }

    /// Under which id what it entitles to is counted: one ticket that takes the place of another has what the other had left.
    pub fn entitlement_key(&self) -> &str {
        self.entitled_as.as_deref().unwrap_or(&self.id)
    }
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

pub mod passholder {
    use sea_orm::entity::prelude::*;
    use serde::{Deserialize, Serialize};

    use crate::shop::ticket::Holder;

    /// Somebody for whom passes are issued, from one to the next.
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

    /// Names the row alone: nothing of a person gets into a log.
    impl std::fmt::Debug for Model {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.debug_struct("passholder").field("id", &self.id).finish_non_exhaustive()
        }
    }

    impl Model {
        pub fn new(id: String, holder: Holder) -> Self {
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

    impl From<Model> for Holder {
        fn from(row: Model) -> Self {
            Holder {
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

    /// A pass in an account's list.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "linked_pass")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub account_id: String,
        pub ticket_id: String,
        /// Whether the account bought it.
        pub purchased: bool,
        pub linked_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
