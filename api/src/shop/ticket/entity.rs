//! Rows of `ticket`.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "ticket")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub order_id: String,
    pub order_line_id: String,
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
    pub revoked: bool,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
