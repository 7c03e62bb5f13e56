//! Rows of `linked_pass`.

use sea_orm::entity::prelude::*;

/// A pass in the list of an account.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "linked_pass")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub account_id: String,
    pub ticket_id: String,
    /// Whether the account bought it; it was linked with its number and a proof otherwise.
    pub purchased: bool,
    pub linked_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
