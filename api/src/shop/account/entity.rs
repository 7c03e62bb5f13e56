//! Rows of `account`, `account_identity` and `password_reset`.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

use crate::shop::cart::Address;

/// The home address of an account's owner. It is complete and valid, or absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HomeAddress {
    pub country_id: Option<i32>,
    pub address1: String,
    pub address2: String,
    pub city: String,
    pub state_province_id: Option<i32>,
    pub other_state_province: String,
    /// The postal code: letters and digits only.
    pub zip_code: String,
}

midway_kernel::documents!(HomeAddress);

#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "account")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    /// The e-mail address as the shopper entered it or the identity provider gave it.
    pub email_address: String,
    /// The normalised address by which the account is found ([`midway_kernel::address::email_key`]).
    pub email_key: String,
    /// Empty when the owner has not given a name.
    pub first_name: String,
    pub last_name: String,
    /// The phone number: digits only.
    pub phone_number: Option<String>,
    pub address: Option<HomeAddress>,
    /// `None` for an account without a password, which signs in at an identity provider.
    pub password_hash: Option<String>,
    pub created_at: DateTimeUtc,
    /// When the owner proved access to the e-mail address.
    pub email_verified_at: Option<DateTimeUtc>,
}

/// Prints only the id, so that neither personal data nor hashes get into logs.
impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("account").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Model {
    /// The home address with the owner's name and phone number.
    pub fn whole_address(&self) -> Address {
        let home = self.address.clone().unwrap_or_default();
        Address {
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            phone_number: self.phone_number.clone().unwrap_or_default(),
            country_id: home.country_id,
            address1: home.address1,
            address2: home.address2,
            city: home.city,
            state_province_id: home.state_province_id,
            other_state_province: home.other_state_province,
            zip_code: home.zip_code,
        }
    }

    /// The e-mail address, if it is verified.
    pub fn verified_email(&self) -> Option<String> {
        self.email_verified_at.map(|_| self.email_address.clone())
    }
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

pub mod identity {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "account_identity")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub issuer: String,
        /// The person's id at the provider.
        #[sea_orm(primary_key, auto_increment = false)]
        pub subject: String,
        pub account_id: String,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod reset {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "password_reset")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub token_fingerprint: String,
        pub account_id: String,
        pub ends_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
