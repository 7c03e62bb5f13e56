//! The API calls for the due payments of an account's orders, which require a signed-in visitor, and for a payment of a
//! link, which do not.

use std::sync::Arc;

use poem::http::HeaderMap;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;

use super::wire::{
    BillingPlanView, ChangeCardRequest, LinkRequest, LinkedPaymentView, PayBillingRequest, PayLinkedRequest,
};
use super::{confirming, mine};
use crate::app::App;
use crate::http::reply::{Envelope, reply};
use crate::http::visitor::{SignedIn, Visitor};
use crate::shop::payment::{CardFormView, page_origin};

pub struct BillingApi(pub Arc<App>);

#[OpenApi(prefix_path = "/account/installment-billing")]
impl BillingApi {
    /// Returns the in-house payment plans of the account, running and completed, newest first.
    #[oai(path = "/", method = "get", operation_id = "getBillingPlans")]
    async fn plans(&self, signed_in: SignedIn) -> poem::Result<Json<Vec<BillingPlanView>>> {
        let plans = mine::plans(&self.0, &signed_in).await?;
        Ok(Json(plans.into_iter().map(BillingPlanView::from).collect()))
    }

    /// Pays the remaining payments of a plan up to the given payment, now and with the plan's card.
    #[oai(path = "/:id/pay", method = "post", operation_id = "payBillingPlan")]
    async fn pay(
        &self,
        signed_in: SignedIn,
        id: Path<String>,
        request: Json<PayBillingRequest>,
    ) -> poem::Result<Json<Envelope<BillingPlanView>>> {
        let plan = mine::pay(&self.0, &signed_in, &id.0, request.through_payment_number).await?;
        Ok(reply(plan.into()))
    }

    /// Opens the processor's form in which the shopper enters a new card for a plan.
    #[oai(path = "/:id/card-form", method = "post", operation_id = "openBillingCardForm")]
    async fn open_card_form(
        &self,
        signed_in: SignedIn,
        headers: &HeaderMap,
        id: Path<String>,
    ) -> poem::Result<Json<Envelope<CardFormView>>> {
        let form = mine::open_card_form(&self.0, &signed_in, &id.0, &page_origin(&self.0, headers)).await?;
        Ok(reply(CardFormView::try_from(form)?))
    }

    /// Changes the card of a plan to the card that was entered in the form. Nothing is charged now.
    #[oai(path = "/:id/card", method = "post", operation_id = "changeBillingCard")]
    async fn change_card(
        &self,
        signed_in: SignedIn,
        id: Path<String>,
        request: Json<ChangeCardRequest>,
    ) -> poem::Result<Json<Envelope<BillingPlanView>>> {
        let plan = mine::change_card(&self.0, &signed_in, &id.0, request.session_key.as_str()).await?;
        Ok(reply(plan.into()))
    }
}

pub struct LinkedPaymentApi(pub Arc<App>);

#[OpenApi(prefix_path = "/installment-billing/payment")]
impl LinkedPaymentApi {
    /// Returns the due payment of a link.
    #[oai(path = "/", method = "post", operation_id = "getLinkedPayment")]
    async fn linked(&self, request: Json<LinkRequest>) -> poem::Result<Json<Envelope<LinkedPaymentView>>> {
        Ok(reply(confirming::find(&self.0, request.link.as_str()).await?.into()))
    }

    /// Opens the processor's form in which the shopper enters a card for the payment of a link.
    #[oai(path = "/card-form", method = "post", operation_id = "openLinkedPaymentForm")]
    async fn open_form(
        &self,
        visitor: Visitor,
        headers: &HeaderMap,
        request: Json<LinkRequest>,
    ) -> poem::Result<Json<Envelope<CardFormView>>> {
        let origin = page_origin(&self.0, headers);
        let form = confirming::open_form(&self.0, &visitor, request.link.as_str(), &origin).await?;
        Ok(reply(CardFormView::try_from(form)?))
    }

    /// Makes the payment of a link with the card that was entered in the form.
    #[oai(path = "/pay", method = "post", operation_id = "payLinkedPayment")]
    async fn pay(
        &self,
        visitor: Visitor,
        request: Json<PayLinkedRequest>,
    ) -> poem::Result<Json<Envelope<LinkedPaymentView>>> {
        let (link, session) = (request.link.as_str(), request.session_key.as_str());
        Ok(reply(confirming::pay(&self.0, &visitor, link, session).await?.into()))
    }
}
