//! Stripe as a subject of the suite, with a server that keeps its contract, and what is special about Stripe.

use midway::config::StripeConfig;
use midway::shop::payment::processor::{
    CardProcessor, DisputeState, NewSession, Outcome, PaymentRef, Processor, RefundState, Session,
};
use midway::shop::payment::stripe::StripeProcessor;
use midway_kernel::input::Secret;
use midway_kernel::money::Money;
use url::Url;

use super::faults::FaultyProxy;
use super::stripe_contract::{ContractServer, SECRET_KEY};
use super::{Ability, Card, Subject, stored_card};

pub struct StripeSubject {
    processor: StripeProcessor,
    proxy: FaultyProxy,
    server: ContractServer,
}

pub fn client(proxy: &FaultyProxy, secret_key: &str) -> StripeProcessor {
    let config = StripeConfig {
        stand_in: Some(Url::parse(&format!("http://{}", proxy.address)).unwrap()),
        secret_key: Secret::new(secret_key),
        publishable_key: "pk_test_contract".to_owned(),
        webhook_secret: Secret::new("whsec_contract"),
        apple_pay_file: None,
    };
    StripeProcessor::new(&config, &Url::parse("https://shop.example").unwrap()).unwrap()
}

impl Subject for StripeSubject {
    async fn start() -> Self {
        let server = ContractServer::start().await;
        let proxy = FaultyProxy::before(server.address).await;
        StripeSubject { processor: client(&proxy, SECRET_KEY), proxy, server }
    }

    fn processor(&self) -> &dyn CardProcessor {
        &self.processor
    }

    fn proxy(&self) -> &FaultyProxy {
        &self.proxy
    }

    fn can(&self, ability: Ability) -> bool {
        match ability {
            Ability::UnsettledRefunds | Ability::Disputes => true,
        }
    }

    async fn enter_card(&self, session: &Session, card: Card) {
        let confirms = match card {
            Card::Confirmed | Card::ConfirmedEachTime => Some(true),
            Card::ConfirmationFailed => Some(false),
            Card::Works | Card::Declined | Card::ConfirmationAbandoned | Card::RefundPending | Card::RefundFails => {
                None
            }
        };
        self.server.with(|stripe| stripe.enter_card(session.key.as_str(), card.number(), confirms));
    }

    fn name_in_notices(&self, _: &PaymentRef, session: &Session) -> String {
        session.key.as_str().split_once("_secret_").unwrap().0.to_owned()
    }

    async fn settle_refund(&self, _: &PaymentRef, reference: &str, state: RefundState) {
        self.server.with(|stripe| stripe.settle_refund(reference, state));
    }

    async fn dispute(&self, payment: &PaymentRef, state: DisputeState) {
        let secret = payment.session.as_ref().unwrap().as_str();
        self.server.with(|stripe| stripe.dispute(secret, state));
    }
}

super::run_cases!(StripeSubject);

const PART: Money = Money(2_345);

#[tokio::test]
async fn charge_repeated_after_a_day_is_found_and_not_made_again() {
    let stripe = StripeSubject::start().await;
    let card = stored_card(&stripe, "form", Card::Works).await;
    let payment = PaymentRef::without_session("month-1");
    let first = stripe.processor.charge(&payment, &card, PART).await;
    assert!(matches!(first, Outcome::Done(_)), "{first:?}");
    let early = stripe.processor.look_up(&payment).await;
    assert!(matches!(early, Outcome::Lost { .. }), "the search is late, so it proves nothing: {early:?}");
    stripe.server.with(|it| it.pass_a_day());
    assert_eq!(stripe.processor.charge(&payment, &card, PART).await, first);
    let Outcome::Done(Some(found)) = stripe.processor.look_up(&payment).await else { panic!("not found") };
    assert_eq!(found.captured, PART);
    assert_eq!(stripe.processor.captures().await.unwrap().len(), 1);
}

#[tokio::test]
async fn steps_repeated_after_a_day_act_once() {
    let stripe = StripeSubject::start().await;
    let session = NewSession {
        payment: "p1".into(),
        amount: PART,
        keeps_card: false,
        parent_origin: "https://shop.example".to_owned(),
    };
    let Outcome::Done(session) = stripe.processor.open_session(&session).await else { panic!("not opened") };
    let payment = PaymentRef::new("p1", session.key.as_str());
    stripe.enter_card(&session, Card::Works).await;
    for _ in 0..2 {
        assert_eq!(stripe.processor.capture(&payment, PART).await, Outcome::Done(()));
        stripe.server.with(|it| it.pass_a_day());
    }
    for _ in 0..2 {
        let refunded = stripe.processor.refund(&payment, &"r1".into(), Money(100)).await;
        assert!(matches!(refunded, Outcome::Done(_)), "{refunded:?}");
        stripe.server.with(|it| it.pass_a_day());
    }
    let Outcome::Done(Some(found)) = stripe.processor.look_up(&payment).await else { panic!("not found") };
    assert_eq!((found.captured, found.refunds.len()), (PART, 1));
    assert!(found.card.unwrap().token.is_none(), "a card that is not kept cannot be charged again");
}

#[tokio::test]
async fn stored_card_that_is_declined_while_its_holder_is_present_ends_the_payment() {
    let stripe = StripeSubject::start().await;
    let card = stored_card(&stripe, "form", Card::Declined).await;
    let session = NewSession {
        payment: "p1".into(),
        amount: PART,
        keeps_card: true,
        parent_origin: "https://shop.example".to_owned(),
    };
    let Outcome::Done(session) = stripe.processor.open_session(&session).await else { panic!("not opened") };
    let payment = PaymentRef::new("p1", session.key.as_str());
    let outcome = stripe.processor.authorise_saved(&payment, &card, None, None, PART).await;
    assert!(matches!(outcome, Outcome::Declined(_)), "{outcome:?}");
    let late = stripe.processor.capture(&payment, PART).await;
    assert!(matches!(late, Outcome::Refused { .. }), "{late:?}");
}

#[tokio::test]
async fn client_with_a_wrong_key_is_refused() {
    let stripe = StripeSubject::start().await;
    let stranger = client(&stripe.proxy, "sk_test_guess");
    let session = NewSession {
        payment: "p1".into(),
        amount: PART,
        keeps_card: false,
        parent_origin: "https://shop.example".to_owned(),
    };
    let outcome = stranger.open_session(&session).await;
    assert!(matches!(outcome, Outcome::Refused { .. }), "{outcome:?}");
}
