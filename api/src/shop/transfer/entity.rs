//! Rows of `transfer`.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "transfer")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub ticket_id: String,
    /// The names as the sender typed them.
    pub sender_name: String,
    pub recipient_name: String,
    pub sent_at: DateTimeUtc,
    /// When the sender took the ticket back; `None` while the recipient has it.
    pub taken_back_at: Option<DateTimeUtc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
