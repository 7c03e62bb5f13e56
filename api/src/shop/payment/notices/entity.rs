//! Rows of `processor_notice`.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "processor_notice")]
pub struct Model {
    /// The processor's id of the notice.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub processor: String,
    pub kind: String,
    /// The body, as it was received.
    pub document: String,
    pub state: NoticeState,
    pub received_at: DateTimeUtc,
    pub handled_at: Option<DateTimeUtc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum NoticeState {
    #[sea_orm(string_value = "received")]
    Received,
    /// The shop has looked at the payment.
    #[sea_orm(string_value = "handled")]
    Handled,
    /// The shop does not use notices of this kind, or does not know the payment.
    #[sea_orm(string_value = "kept")]
    Kept,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
