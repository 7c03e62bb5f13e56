//! The request and response types of the account calls.

use poem_openapi::{Enum, Object};

use super::entity;
use super::open_id::Callback;
use super::rules::Registration;
use crate::shop::cart::AddressFields;
use midway_catalog::Catalog;
use midway_kernel::input::{Line, Secret};

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct RegisterRequest {
    pub email_address: Line,
    pub first_name: Line,
    pub last_name: Line,
    pub phone_number: Option<Line>,
    /// 8 to 128 characters, with a lowercase letter, an uppercase letter, a digit and a symbol.
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
    /// The token from the link in the verification e-mail.
    pub token: Line,
}

/// The profile of an account. The phone number is optional. The address may be left out as a whole, but not in part.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ProfileRequest {
    #[oai(flatten)]
    pub address: AddressFields,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ChangePasswordRequest {
    pub current_password: Secret,
    /// 8 to 128 characters, with a lowercase letter, an uppercase letter, a digit and a symbol.
    pub new_password: Secret,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct RequestPasswordReset {
    pub email_address: Line,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ResetPasswordRequest {
    /// The token from the link in the e-mail for setting a new password.
    pub token: Line,
    /// 8 to 128 characters, with a lowercase letter, an uppercase letter, a digit and a symbol.
    pub new_password: Secret,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct BeginOpenIdRequest {
    /// The page to return to after the sign-in. The response of `finishOpenId` contains it again.
    pub return_url: Line,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct OpenIdBegun {
    /// The identity provider's page to open.
    pub url: String,
}

/// The parameters of the identity provider's callback to the browser.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct FinishOpenIdRequest {
    pub state: Line,
    #[oai(validator(max_length = 4000))]
    pub code: Option<String>,
    pub error: Option<Line>,
    pub iss: Option<Line>,
}

impl From<FinishOpenIdRequest> for Callback {
    fn from(request: FinishOpenIdRequest) -> Self {
        Callback {
            state: request.state.0,
            code: request.code,
            error: request.error.map(|line| line.0),
            issuer: request.iss.map(|line| line.0),
        }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct OpenIdFinished {
    /// The `returnUrl` with which this browser began the sign-in. The page must check that the address belongs to the
    /// shop.
    pub return_url: String,
}

/// The next page of the sign-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "camelCase")]
pub enum NextPage {
    /// The page that asks for the password and offers registration.
    Login,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SmartLogin {
    pub next_page: NextPage,
}

/// The signed-in account and its profile.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AccountView {
    pub email_address: String,
    /// Whether the e-mail address is verified.
    pub email_verified: bool,
    /// Whether the account has a password. An account that only uses an identity provider has none.
    pub has_password: bool,
    #[oai(flatten)]
    pub address: AddressFields,
}

impl AccountView {
    pub fn new(row: entity::Model, catalog: &Catalog) -> Self {
        AccountView {
            address: AddressFields::new(&row.whole_address(), catalog),
            email_verified: row.email_verified_at.is_some(),
            has_password: row.password_hash.is_some(),
            email_address: row.email_address,
        }
    }
}
