//! The API calls for accounts.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::wire::{
    AccountView, BeginOpenIdRequest, ChangePasswordRequest, FinishOpenIdRequest, NextPage, OpenIdBegun, OpenIdFinished,
    ProfileRequest, RegisterRequest, RequestPasswordReset, ResetPasswordRequest, SignInRequest, SmartLogin,
    SmartLoginRequest, VerifyEmailRequest,
};
use super::{actions, open_id, password, verification};
use crate::app::App;
use crate::http::reply::{Done, Envelope, done, reply};
use crate::http::visitor::{SignedIn, Visitor};

pub struct AccountApi(pub Arc<App>);

#[OpenApi(prefix_path = "/account")]
impl AccountApi {
    /// Returns the signed-in account.
    #[oai(path = "/", method = "get", operation_id = "getAccount")]
    async fn account(&self, signed_in: SignedIn) -> poem::Result<Json<AccountView>> {
        let account = actions::account(&self.0, &signed_in).await?;
        Ok(Json(AccountView::new(account, &self.0.catalog.current())))
    }

    /// Returns the next page of the sign-in for an e-mail address. The result is the same for every address, so it does
    /// not reveal whether an account exists.
    #[oai(path = "/smart-login", method = "post", operation_id = "smartLogin")]
    async fn smart_login(
        &self,
        visitor: Visitor,
        request: Json<SmartLoginRequest>,
    ) -> poem::Result<Json<Envelope<SmartLogin>>> {
        actions::smart_login(&self.0, &visitor, request.0.email_address.as_str()).await?;
        Ok(reply(SmartLogin { next_page: NextPage::Login }))
    }

    /// Creates an account and sends its owner an e-mail with a link that verifies the address. If the address already has
    /// an account, that account is not changed, no e-mail is sent, and the response is the same. The call does not sign
    /// anyone in.
    #[oai(path = "/register", method = "post", operation_id = "register")]
    async fn register(&self, visitor: Visitor, request: Json<RegisterRequest>) -> poem::Result<Json<Done>> {
        actions::register(&self.0, &visitor, request.0.into()).await?;
        Ok(done())
    }

    /// Signs in. The browser gets a new session. The account takes over the guest's cart, and the guest orders that
    /// were placed with the account's verified e-mail address.
    #[oai(path = "/sign-in", method = "post", operation_id = "signIn")]
    async fn sign_in(&self, visitor: Visitor, request: Json<SignInRequest>) -> poem::Result<Json<Done>> {
        let SignInRequest { email_address, password } = request.0;
        actions::sign_in(&self.0, &visitor, email_address.as_str(), &password).await?;
        Ok(done())
    }

    /// Sends an e-mail with a link that verifies the account's address. Sends no e-mail if the address is already
    /// verified.
    #[oai(path = "/send-verification", method = "post", operation_id = "sendVerification")]
    async fn send_verification(&self, signed_in: SignedIn) -> poem::Result<Json<Done>> {
        verification::send(&self.0, &signed_in).await?;
        Ok(done())
    }

    /// Verifies the account's e-mail address with the token from the link of the verification e-mail.
    #[oai(path = "/verify-email", method = "post", operation_id = "verifyEmail")]
    async fn verify_email(&self, signed_in: SignedIn, request: Json<VerifyEmailRequest>) -> poem::Result<Json<Done>> {
        verification::verify(&self.0, &signed_in, request.0.token.as_str()).await?;
        Ok(done())
    }

    /// Saves the account's profile.
    #[oai(path = "/profile", method = "post", operation_id = "saveProfile")]
    async fn save_profile(&self, signed_in: SignedIn, request: Json<ProfileRequest>) -> poem::Result<Json<Done>> {
        actions::save_profile(&self.0, &signed_in, request.0.address.into()).await?;
        Ok(done())
    }

    /// Sets a new password after checking the current one. This browser gets a new session; all other sessions of the
    /// account end.
    #[oai(path = "/change-password", method = "post", operation_id = "changePassword")]
    async fn change_password(
        &self,
        signed_in: SignedIn,
        request: Json<ChangePasswordRequest>,
    ) -> poem::Result<Json<Done>> {
        let ChangePasswordRequest { current_password, new_password } = request.0;
        password::change(&self.0, &signed_in, &current_password, new_password).await?;
        Ok(done())
    }

    /// Requests an e-mail with a link for setting a new password. If the address has no account, no e-mail is sent and
    /// the response is the same.
    #[oai(path = "/request-password-reset", method = "post", operation_id = "requestPasswordReset")]
    async fn request_password_reset(
        &self,
        visitor: Visitor,
        request: Json<RequestPasswordReset>,
    ) -> poem::Result<Json<Done>> {
        password::request_reset(&self.0, &visitor, request.0.email_address.as_str()).await?;
        Ok(done())
    }

    /// Sets a new password with the token from the link of the e-mail. All sessions of the account end, and the call
    /// does not sign anyone in.
    #[oai(path = "/reset-password", method = "post", operation_id = "resetPassword")]
    async fn reset_password(&self, visitor: Visitor, request: Json<ResetPasswordRequest>) -> poem::Result<Json<Done>> {
        let ResetPasswordRequest { token, new_password } = request.0;
        password::reset(&self.0, &visitor, token.as_str(), new_password).await?;
        Ok(done())
    }

    /// Begins a sign-in at the operator's identity provider. Returns 404 if no identity provider is configured.
    #[oai(path = "/open-id/begin", method = "post", operation_id = "beginOpenId")]
    async fn begin_open_id(
        &self,
        visitor: Visitor,
        request: Json<BeginOpenIdRequest>,
    ) -> poem::Result<Json<Envelope<OpenIdBegun>>> {
        let url = open_id::begin(&self.0, &visitor, request.0.return_url.as_str()).await?;
        Ok(reply(OpenIdBegun { url }))
    }

    /// Finishes a sign-in at the identity provider with the parameters of its callback. The browser gets a new session,
    /// as after a sign-in with a password.
    #[oai(path = "/open-id/finish", method = "post", operation_id = "finishOpenId")]
    async fn finish_open_id(
        &self,
        visitor: Visitor,
        request: Json<FinishOpenIdRequest>,
    ) -> poem::Result<Json<Envelope<OpenIdFinished>>> {
        let return_url = open_id::finish(&self.0, &visitor, request.0.into()).await?;
        Ok(reply(OpenIdFinished { return_url }))
    }

    /// Ends every session of the account, including this one.
    #[oai(path = "/sign-out-everywhere", method = "post", operation_id = "signOutEverywhere")]
    async fn sign_out_everywhere(&self, signed_in: SignedIn) -> poem::Result<Json<Done>> {
        actions::sign_out_everywhere(&self.0, &signed_in).await?;
        Ok(done())
    }

    /// Ends the session of this browser. A guest's session ends too.
    #[oai(path = "/sign-out", method = "post", operation_id = "signOut")]
    async fn sign_out(&self, visitor: Visitor) -> poem::Result<Json<Done>> {
        visitor.end().await?;
        Ok(done())
    }
}
