//! The API calls for an account's saved cards. They require a signed-in visitor.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::actions;
use super::wire::{RemoveSavedPaymentRequest, SavedPaymentView};
use crate::app::App;
use crate::http::reply::{Done, done};
use crate::http::visitor::SignedIn;

pub struct SavedPaymentApi(pub Arc<App>);

#[OpenApi(prefix_path = "/account")]
impl SavedPaymentApi {
    /// Returns the saved cards of the account, newest first.
    #[oai(path = "/saved-payment", method = "get", operation_id = "getSavedPayments")]
    async fn saved(&self, signed_in: SignedIn) -> poem::Result<Json<Vec<SavedPaymentView>>> {
        let saved = actions::of_account(&self.0, &signed_in.account_id, None).await?;
        Ok(Json(saved.into_iter().map(SavedPaymentView::from).collect()))
    }

    /// Deletes a saved card.
    #[oai(path = "/remove-saved-payment", method = "post", operation_id = "removeSavedPayment")]
    async fn remove(&self, signed_in: SignedIn, request: Json<RemoveSavedPaymentRequest>) -> poem::Result<Json<Done>> {
        actions::remove(&self.0, &signed_in, request.ext_account_stored_payment_id.as_str()).await?;
        Ok(done())
    }
}
