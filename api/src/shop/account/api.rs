//! The account's calls.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::actions;
use super::verification;
use super::wire::{
    AccountView, NextPage, RegisterRequest, SignInRequest, SmartLogin, SmartLoginRequest, VerifyEmailRequest,
};
use crate::app::App;
use crate::http::reply::{Done, Envelope, done, reply};
use crate::http::visitor::{SignedIn, Visitor};

pub struct AccountApi(pub Arc<App>);

#[OpenApi(prefix_path = "/account")]
impl AccountApi {
    /// Who is signed in.
    #[oai(path = "/", method = "get", operation_id = "getAccount")]
    async fn account(&self, signed_in: SignedIn) -> poem::Result<Json<AccountView>> {
        Ok(Json(actions::account(&self.0, &signed_in).await?.into()))
    }

    /// Which page comes next for an e-mail: decided by the e-mail alone, so that nobody learns here who has an account.
    #[oai(path = "/smart-login", method = "post", operation_id = "smartLogin")]
    async fn smart_login(
        &self,
        visitor: Visitor,
        request: Json<SmartLoginRequest>,
    ) -> poem::Result<Json<Envelope<SmartLogin>>> {
        actions::smart_login(&self.0, &visitor, request.0.email_address.as_str()).await?;
        Ok(reply(SmartLogin { next_page: NextPage::Login }))
    }

    /// Makes an account. The answer is the same when the e-mail has one already, which is left as it is. Nobody is signed in by it.
    #[oai(path = "/register", method = "post", operation_id = "register")]
    async fn register(&self, visitor: Visitor, request: Json<RegisterRequest>) -> poem::Result<Json<Done>> {
        actions::register(&self.0, &visitor, request.0.into()).await?;
        Ok(done())
    }

    /// Signs in: a new session, to which the guest's cart and orders come along.
    #[oai(path = "/sign-in", method = "post", operation_id = "signIn")]
    async fn sign_in(&self, visitor: Visitor, request: Json<SignInRequest>) -> poem::Result<Json<Done>> {
        let SignInRequest { email_address, password } = request.0;
        actions::sign_in(&self.0, &visitor, email_address.as_str(), &password).await?;
        Ok(done())
    }

    /// Sends a letter with a link that proves the account's e-mail address; none when it is proven.
    #[oai(path = "/send-verification", method = "post", operation_id = "sendVerification")]
    async fn send_verification(&self, signed_in: SignedIn) -> poem::Result<Json<Done>> {
        verification::send(&self.0, &signed_in).await?;
        Ok(done())
    }

    /// The link of that letter was opened: the address is the account owner's.
    #[oai(path = "/verify-email", method = "post", operation_id = "verifyEmail")]
    async fn verify_email(&self, signed_in: SignedIn, request: Json<VerifyEmailRequest>) -> poem::Result<Json<Done>> {
        verification::verify(&self.0, &signed_in, request.0.token.as_str()).await?;
        Ok(done())
    }

    /// Ends the session. A guest's ends too.
    #[oai(path = "/sign-out", method = "post", operation_id = "signOut")]
    async fn sign_out(&self, visitor: Visitor) -> poem::Result<Json<Done>> {
        visitor.end().await?;
        Ok(done())
    }
}
