//! The API calls for payments.

use std::sync::Arc;

use poem::http::HeaderMap;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use url::Url;

use super::actions;
use super::card_form::{CardForm, CardFormView, page_origin};
use super::entity::{AttemptState, Model as AttemptRow};
use super::lending;
use super::opening::{self, Opened};
use super::rules::CHECKING;
use super::saved::{self, SavedPaymentView};
use super::wire::{CardResult, PaymentSetup, ProcessCardRequest, SentErrorRequest, SubmitOrderRequest};
use crate::app::App;
use crate::error::{Error, Refusal};
use crate::http::reply::{Done, done};
use crate::http::visitor::Visitor;
use midway_kernel::text::Messages;

pub struct PaymentApi(pub Arc<App>);

#[OpenApi(prefix_path = "/payment")]
impl PaymentApi {
    /// Opens a payment of the amount that is due today for the cart. Returns the data that the page needs to show the
    /// processor's card form or the lender's offer.
    #[oai(path = "/:processor/setup", method = "post", operation_id = "setUpPayment")]
    async fn setup(
        &self,
        visitor: Visitor,
        headers: &HeaderMap,
        processor: Path<String>,
    ) -> poem::Result<Json<PaymentSetup>> {
        let Opened { attempt, order } =
            opening::open(&self.0, &visitor, &processor.0, &page_origin(&self.0, headers)).await?;
        let setup = PaymentSetup {
            success: true,
            payment_key: Some(attempt.id.clone()),
            amount: Some(attempt.amount),
            ..PaymentSetup::default()
        };
        Ok(Json(match self.0.processors.lender(&processor.0) {
            Some(lender) => {
                let script = Url::parse(&attempt.form_url).map_err(Error::internal)?;
                PaymentSetup {
                    up_code: Some(attempt.session_key),
                    api_key: Some(lender.public_key().to_owned()),
                    order: Some(order),
                    script: Some(attempt.form_url),
                    script_origin: Some(script.origin().ascii_serialization()),
                    ..setup
                }
            }
            None => self.card_setup(&visitor, &processor.0, attempt, setup).await?,
        }))
    }

    /// Reserves the amount on the card that was entered in the form.
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
        let attempt = actions::authorise(&self.0, &visitor, key, session, request.price_override).await;
        let attempt = attempt.map_err(actions::payment_unknown)?;
        Ok(Json(self.result(attempt)))
    }

    /// Reserves the amount on the virtual card that the lender issued.
    #[oai(path = "/:processor/submit-order", method = "post", operation_id = "submitLenderOrder")]
    async fn submit_order(
        &self,
        visitor: Visitor,
        processor: Path<String>,
        request: Json<SubmitOrderRequest>,
    ) -> poem::Result<Json<CardResult>> {
        let payment_key = request.payment_key.0.clone();
        let attempt = lending::submit(&self.0, &visitor, &processor.0, &payment_key, &request.0.into()).await;
        let attempt = attempt.map_err(actions::payment_unknown)?;
        Ok(Json(self.result(attempt)))
    }

    /// Reports to the lender an error that occurred after the lender made its offer.
    #[oai(path = "/:processor/sent-error", method = "put", operation_id = "sendLenderError")]
    async fn sent_error(
        &self,
        visitor: Visitor,
        processor: Path<String>,
        request: Json<SentErrorRequest>,
    ) -> poem::Result<Json<Done>> {
        let payment_key = request.payment_key.0.clone();
        lending::send_error(&self.0, &visitor, &processor.0, &payment_key, &request.0.into()).await?;
        Ok(done())
    }
}

impl PaymentApi {
    /// The data with which the page collects a card: the form, as the processor declares it, and the saved cards.
    async fn card_setup(
        &self,
        visitor: &Visitor,
        processor_name: &str,
        attempt: AttemptRow,
        setup: PaymentSetup,
    ) -> crate::error::Result<PaymentSetup> {
        let processor = self.0.processors.card(processor_name).ok_or(Error::NotFound)?;
        let capabilities = processor.capabilities();
        let account_id = visitor.session().await?.account_id.filter(|_| capabilities.saves_cards);
        let saved = match &account_id {
            Some(account_id) => saved::of_account(&self.0, account_id, Some(processor_name)).await?,
            None => Vec::new(),
        };
        let form = CardFormView::try_from(CardForm {
            processor: attempt.processor,
            session_key: attempt.session_key,
            form: capabilities.form,
            url: attempt.form_url,
        })?;
        Ok(PaymentSetup {
            session_key: Some(form.session_key),
            form_kind: Some(form.form_kind),
            i_frame: form.i_frame,
            i_frame_origin: form.i_frame_origin,
            script: form.script,
            script_origin: form.script_origin,
            api_key: form.api_key,
            redirect: form.redirect,
            can_save_payment: Some(account_id.is_some()),
            saved_payments: Some(saved.into_iter().map(SavedPaymentView::from).collect()),
            security_code_required: Some(saved::needs_code(&self.0, processor)),
            ..setup
        })
    }

    fn result(&self, attempt: AttemptRow) -> CardResult {
        let catalog = self.0.catalog.current();
        use AttemptState::{Authorised, Captured, Capturing, Completed, Declined, Failed, Opened, Unknown, Voided};
        match attempt.state {
            Authorised | Capturing | Captured | Completed => CardResult {
                success: true,
                masked_card_number: attempt.masked_card_number,
                card_brand: attempt.card_brand,
                ..CardResult::default()
            },
            Unknown => CardResult {
                payment_pending: true,
                payment_message: Some(catalog.message(CHECKING, &[])),
                ..CardResult::default()
            },
            Opened => {
                let Refusal { text, values, .. } = actions::not_authorised(&attempt);
                CardResult { payment_message: Some(catalog.message(text, &values)), ..CardResult::default() }
            }
            Declined | Failed | Voided => {
                let Refusal { text, values, .. } = actions::why_not(&attempt);
                let message = attempt.message.unwrap_or_else(|| catalog.message(text, &values));
                CardResult { payment_message: Some(message), ..CardResult::default() }
            }
        }
    }
}
