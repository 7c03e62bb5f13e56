//! Stripe's client against localstripe, a server of other authors that behaves like Stripe. `scripts/test` installs it.
//! It has no idempotency keys, no search and no partial captures, captures cancelled payments, and does not check the
//! amounts of refunds, so only the other cases run here; `stripe_contract` covers the rest.

use std::net::{SocketAddr, TcpListener};
use std::process::Stdio;

use midway::shop::payment::processor::{CardProcessor, DisputeState, PaymentRef, RefundState, Session};
use midway::shop::payment::stripe::StripeProcessor;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use super::faults::FaultyProxy;
use super::{Ability, Card, Subject, stripe};
use crate::support::python::python;
use crate::support::shopper::http;
use crate::support::until;

const SECRET_KEY: &str = "sk_test_localstripe";

pub struct LocalStripe {
    processor: StripeProcessor,
    proxy: FaultyProxy,
    address: SocketAddr,
    _process: Child,
}

impl LocalStripe {
    async fn post(&self, path: &str, form: &[(&str, &str)]) -> Value {
        let form = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let call = http().post(format!("http://{}/v1/{path}", self.address)).bearer_auth(SECRET_KEY);
        let call = call.header("content-type", "application/x-www-form-urlencoded").body(form);
        call.send().await.unwrap().json().await.unwrap()
    }
}

impl Subject for LocalStripe {
    async fn start() -> Self {
        let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
        let process = Command::new(python())
            .args(["-m", "localstripe", "--from-scratch", "--port", &port.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        until("localstripe listens", || async { TcpStream::connect(address).await.ok() }).await;
        let proxy = FaultyProxy::before(address).await;
        LocalStripe { processor: stripe::client(&proxy, SECRET_KEY), proxy, address, _process: process }
    }

    fn processor(&self) -> &dyn CardProcessor {
        &self.processor
    }

    fn proxy(&self) -> &FaultyProxy {
        &self.proxy
    }

    fn can(&self, ability: Ability) -> bool {
        match ability {
            Ability::UnsettledRefunds | Ability::Disputes => false,
        }
    }

    async fn enter_card(&self, session: &Session, card: Card) {
        let (number, confirms) = match card {
            // localstripe declines some cards when they are stored, and this one when it is charged.
            Card::Declined => ("4000000000000341", None),
            Card::Confirmed | Card::ConfirmedEachTime => ("4000002500003155", Some("true")),
            Card::ConfirmationFailed => ("4000002500003155", Some("false")),
            Card::ConfirmationAbandoned => ("4000002500003155", None),
            Card::Works | Card::RefundPending | Card::RefundFails => ("4242424242424242", None),
        };
        let entry = [
            ("type", "card"),
            ("card[number]", number),
            ("card[exp_month]", "12"),
            ("card[exp_year]", "2035"),
            ("card[cvc]", "123"),
        ];
        let method = self.post("payment_methods", &entry).await;
        let method = ("payment_method", method["id"].as_str().unwrap());
        let (id, _) = session.key.as_str().split_once("_secret_").unwrap();
        if id.starts_with("seti_") {
            self.post(&format!("setup_intents/{id}/confirm"), &[method]).await;
            return;
        }
        self.post(&format!("payment_intents/{id}"), &[method]).await;
        self.post(&format!("payment_intents/{id}/confirm"), &[]).await;
        if let Some(success) = confirms {
            let answer = [("client_secret", session.key.as_str()), ("success", success)];
            self.post(&format!("payment_intents/{id}/_authenticate"), &answer).await;
        }
    }

    fn name_in_notices(&self, _: &PaymentRef, session: &Session) -> String {
        session.key.as_str().split_once("_secret_").unwrap().0.to_owned()
    }

    async fn settle_refund(&self, _: &PaymentRef, _: &str, _: RefundState) {
        unreachable!("localstripe has no pending refunds")
    }

    async fn dispute(&self, _: &PaymentRef, _: DisputeState) {
        unreachable!("localstripe has no disputes")
    }
}

super::run_cases! { LocalStripe:
    payment_goes_from_its_session_to_its_capture
    declined_card_reserves_nothing
    confirmed_payment_is_authorised
    payment_whose_confirmation_failed_reserves_nothing_and_accepts_another_card
    payment_whose_confirmation_was_abandoned_reserves_nothing_and_can_be_voided
    unknown_payment_is_not_found
    simultaneous_captures_charge_once
    lost_answer_to_an_authorisation_is_found_and_takes_effect_once
    lost_answer_to_a_capture_is_found_and_takes_effect_once
    lost_answer_to_a_void_is_found_and_takes_effect_once
    lost_answer_to_a_refund_is_found_and_takes_effect_once
    call_that_does_not_arrive_is_lost_and_can_be_repeated
    lost_answer_to_a_look_up_proves_nothing
    capture_beyond_the_amount_is_refused
    authorisation_of_another_amount_is_refused
    payment_is_refunded_in_parts_until_nothing_is_left
    repeated_refund_with_the_same_key_pays_back_once
    captured_payment_cannot_be_voided
    stored_card_authorises_a_payment_while_its_holder_is_present
    payment_is_found_by_the_name_that_notices_use
}
