//! Rows of `saved_payment`.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "saved_payment")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub account_id: String,
    pub processor: String,
    /// The processor's token for the card.
    pub card_token: String,
    pub masked_card_number: String,
    pub card_brand: String,
    /// The last month in which the card is valid, such as `2030-12`; `None` for cards that earlier versions saved.
    pub card_valid_through: Option<String>,
    /// The address in one line, as entered when the card was saved.
    pub cardholder_address: Option<String>,
    pub saved_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
