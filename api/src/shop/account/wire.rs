//! The account's calls as they look on the wire.

use poem_openapi::{Enum, Object};

use super::entity;
use super::rules::Registration;
use crate::kernel::input::{Line, Secret};

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct RegisterRequest {
    pub email_address: Line,
    pub first_name: Line,
    pub last_name: Line,
    pub phone_number: Option<Line>,
    /// 8 to 128 characters with a lowercase, an uppercase, a digit and a non-alphanumeric character.
    pub password: Secret,
}

impl From<RegisterRequest> for Registration {
    fn from(request: RegisterRequest) -> Self {
        Registration {
            email_address: request.email_address.0,
            first_name: request.first_name.0,
            last_name: request.last_name.0,
            phone_number: request.phone_number.map(|line| line.0),
            password: request.password,
        }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SignInRequest {
    pub email_address: Line,
    pub password: Secret,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SmartLoginRequest {
    pub email_address: Line,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct VerifyEmailRequest {
    /// Of the link.
    pub token: Line,
}

/// The page on which a visitor goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "camelCase")]
pub enum NextPage {
    /// Asks for the password, and offers to register.
    Login,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SmartLogin {
    pub next_page: NextPage,
}

/// Who is signed in.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AccountView {
    pub email_address: String,
    pub first_name: String,
    pub last_name: String,
    pub phone_number: Option<String>,
    /// Whether its owner has proven to read what is sent to the e-mail address.
    pub email_verified: bool,
}

impl From<entity::Model> for AccountView {
    fn from(row: entity::Model) -> Self {
        AccountView {
            email_verified: row.email_verified_at.is_some(),
            email_address: row.email_address,
            first_name: row.first_name,
            last_name: row.last_name,
            phone_number: row.phone_number,
        }
    }
}
