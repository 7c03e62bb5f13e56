//! The client of the sandbox's lender.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use reqwest::Method;

use super::super::processor::{
    Authorisation, Lender, NewSession, Outcome, PaymentRef, SentError, SentErrorKind, Session, SessionKey, VirtualCard,
};
use super::{CallError, SandboxProcessor};
use midway_kernel::money::Money;
use midway_sandbox::wire::{self, OfferOpened, OpenOffer, PaymentAnswer, UseVirtualCard};

impl Lender for SandboxProcessor {
    fn open_offer<'a>(&'a self, session: &'a NewSession) -> BoxFuture<'a, Outcome<Session>> {
        async move {
            let request = OpenOffer {
                payment_key: session.payment.to_string(),
                amount_cents: session.amount.cents(),
                currency: "USD".to_owned(),
                parent_origin: session.parent_origin.clone(),
            };
            match self.call(Method::POST, &["offers"], Some(&request)).await {
                Ok(OfferOpened { up_code, script_url }) => {
                    Outcome::Done(Session { key: SessionKey(up_code), url: script_url })
                }
                Err(error) => error.into(),
            }
        }
        .boxed()
    }

    fn authorise_virtual_card<'a>(
        &'a self,
        payment: &'a PaymentRef,
        card: &'a VirtualCard,
        amount: Money,
    ) -> BoxFuture<'a, Outcome<Authorisation>> {
        async move {
            let request = UseVirtualCard {
                amount_cents: amount.cents(),
                token_number: card.token_number.clone(),
                token_type: card.token_type.clone(),
                verification_code: card.verification_code.clone(),
                validity_month: card.validity_month.clone(),
                validity_year: card.validity_year.clone(),
                display_name: card.display_name.clone(),
                address: card.address.clone(),
            };
            self.authorised_by(&payment.key, "authorise-virtual-card", &request).await
        }
        .boxed()
    }

    fn send_error<'a>(&'a self, payment: &'a PaymentRef, error: &'a SentError) -> BoxFuture<'a, Result<(), String>> {
        async move {
            let kind = match error.kind {
                SentErrorKind::Booking => "booking",
                SentErrorKind::Fatal => "fatal",
            };
            let request = wire::SentError { kind: kind.to_owned(), message: error.message.clone() };
            let path = ["payments", payment.key.as_str(), "sent-error"];
            let answer: Result<PaymentAnswer, CallError> = self.call(Method::PUT, &path, Some(&request)).await;
            answer.map(drop).map_err(|error| error.to_string())
        }
        .boxed()
    }

    fn public_key(&self) -> &str {
        &self.config.public_key
    }
}
