//! Rows of `account`.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "account")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    /// As it was typed.
    pub email_address: String,
    /// What it is found by ([`super::rules::email_key`]).
    pub email_key: String,
    pub first_name: String,
    pub last_name: String,
    /// Digits only.
    pub phone_number: Option<String>,
    pub password_hash: String,
    pub created_at: DateTimeUtc,
    /// When its owner proved to read what is sent to its e-mail address.
    pub email_verified_at: Option<DateTimeUtc>,
}

/// Names the row alone: nothing of a person, and no hash, gets into a log.
impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("account").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Model {
    /// The e-mail address, where its owner has proven to read what is sent there.
    pub fn verified_email(&self) -> Option<String> {
        self.email_verified_at.map(|_| self.email_address.clone())
    }
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
