//! The payment calls.

use std::sync::Arc;

use poem::http::HeaderMap;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use url::Url;

use super::actions;
use super::entity::AttemptState;
use super::rules::{CHECKING, NOT_AUTHORISED};
use super::wire::{CardResult, PaymentSetup, ProcessCardRequest};
use crate::app::App;
use crate::error::{Error, Refusal};
use crate::http::problem::words;
use crate::http::visitor::Visitor;

pub struct PaymentApi(pub Arc<App>);

#[OpenApi(prefix_path = "/payment")]
impl PaymentApi {
    /// Opens a payment for the cart's total, and the processor's card form for it.
    #[oai(path = "/:processor/setup", method = "post", operation_id = "setUpPayment")]
    async fn setup(
        &self,
        visitor: Visitor,
        headers: &HeaderMap,
        processor: Path<String>,
    ) -> poem::Result<Json<PaymentSetup>> {
        let origin = headers.get("origin").and_then(|origin| origin.to_str().ok()).map(str::to_owned);
        let origin = origin.unwrap_or_else(|| self.0.config.public_url.origin().ascii_serialization());
        let attempt = actions::open(&self.0, &visitor, &processor.0, &origin).await?;
        let form = Url::parse(&attempt.form_url).map_err(Error::internal)?;
        Ok(Json(PaymentSetup {
            success: true,
            i_frame_origin: Some(form.origin().ascii_serialization()),
            i_frame: Some(attempt.form_url),
            session_key: Some(attempt.session_key),
            payment_key: Some(attempt.id),
            amount: Some(attempt.amount),
            can_save_payment: Some(false),
            ..PaymentSetup::default()
        }))
    }

    /// Reserves the amount on the card that the form collected.
    #[oai(path = "/:processor/process-card", method = "post", operation_id = "processCard")]
    async fn process_card(
        &self,
        visitor: Visitor,
        processor: Path<String>,
        request: Json<ProcessCardRequest>,
    ) -> poem::Result<Json<CardResult>> {
        if self.0.processors.card(&processor.0).is_none() {
            return Err(Error::NotFound.into());
        }
        let (key, session) = (request.payment_key.as_str(), request.session_key.as_str());
        let attempt = actions::authorise(&self.0, &visitor, key, session, request.price_override).await?;
        let catalog = self.0.catalog.current();
        use AttemptState::{
            Authorised, Captured, Capturing, Completed, Declined, Failed, Opened, Refunded, Unknown, Voided,
        };
        Ok(Json(match attempt.state {
            Authorised | Capturing | Captured | Completed => CardResult {
                success: true,
                masked_card_number: attempt.masked_card_number,
                card_brand: attempt.card_brand,
                ..CardResult::default()
            },
            Unknown => CardResult {
                payment_pending: true,
                payment_message: Some(words(&catalog, CHECKING, &[])),
                ..CardResult::default()
            },
            Opened => {
                CardResult { payment_message: Some(words(&catalog, NOT_AUTHORISED, &[])), ..CardResult::default() }
            }
            Declined | Failed | Voided | Refunded => {
                let Refusal { text, values, .. } = actions::why_not(&attempt);
                let message = attempt.message.unwrap_or_else(|| words(&catalog, text, &values));
                CardResult { payment_message: Some(message), ..CardResult::default() }
            }
        }))
    }
}
