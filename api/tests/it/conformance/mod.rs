//! The same cases against every card processor. A processor is set up once, as a [`Subject`]; the cases see only the
//! shop's interface to processors and what a browser, a bank and a broken network do.

mod cases;
mod faults;
mod localstripe;
mod sandbox;
mod stripe;
pub mod stripe_contract;

use midway::shop::payment::processor::{
    CardProcessor, CardToken, DisputeState, Outcome, PaymentRef, RefundState, Session,
};

use faults::FaultyProxy;

/// A processor with a proxy before it, and the people who use it.
pub trait Subject: Sized {
    async fn start() -> Self;

    /// The processor, called through the proxy.
    fn processor(&self) -> &dyn CardProcessor;

    fn proxy(&self) -> &FaultyProxy;

    /// Whether this processor, or the server that stands for it here, can do something that not all can.
    fn can(&self, ability: Ability) -> bool;

    /// What the browser does in the processor's form.
    async fn enter_card(&self, session: &Session, card: Card);

    /// How notices name a payment.
    fn name_in_notices(&self, payment: &PaymentRef, session: &Session) -> String;

    /// Settles a pending refund, as the bank does.
    async fn settle_refund(&self, payment: &PaymentRef, reference: &str, state: RefundState);

    /// Opens or ends a dispute, as the bank does.
    async fn dispute(&self, payment: &PaymentRef, state: DisputeState);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ability {
    /// Refunds that stay pending or fail, on test cards.
    UnsettledRefunds,
    Disputes,
}

/// A test card, and what the cardholder does when the bank asks for a confirmation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Card {
    Works,
    Declined,
    Confirmed,
    ConfirmationFailed,
    ConfirmationAbandoned,
    /// Works in the form. The bank wants a confirmation whenever the stored card is charged.
    ConfirmedEachTime,
    RefundPending,
    RefundFails,
}

impl Card {
    /// The number of the test card at the sandbox and at Stripe.
    pub fn number(self) -> &'static str {
        match self {
            Card::Works => "4242424242424242",
            Card::Declined => "4000000000000002",
            Card::Confirmed | Card::ConfirmationFailed | Card::ConfirmationAbandoned => "4000002500003155",
            Card::ConfirmedEachTime => "4000002760003184",
            Card::RefundPending => "4000000000007726",
            Card::RefundFails => "4000000000005126",
        }
    }
}

/// The token of a card that was entered in a form for later.
pub async fn stored_card<S: Subject>(subject: &S, key: &str, card: Card) -> CardToken {
    let (payment, session) = cases::opened_for(subject, key, midway_kernel::money::Money::ZERO).await;
    subject.enter_card(&session, card).await;
    let Outcome::Done(Some(found)) = subject.processor().look_up(&payment).await else { panic!("not found") };
    found.card.and_then(|card| card.token).expect("the card has a token")
}

/// Makes a test of each case for a subject.
macro_rules! run_cases {
    ($subject:ty: $($case:ident)*) => {
        $(
            #[tokio::test]
            async fn $case() {
                let subject = <$subject as crate::conformance::Subject>::start().await;
                crate::conformance::cases::$case(&subject).await;
            }
        )*
    };
    ($subject:ty) => {
        crate::conformance::run_cases! { $subject:
            payment_goes_from_its_session_to_its_capture
            declined_card_reserves_nothing
            confirmed_payment_is_authorised
            payment_whose_confirmation_failed_reserves_nothing_and_accepts_another_card
            payment_whose_confirmation_was_abandoned_reserves_nothing_and_can_be_voided
            unknown_payment_is_not_found
            repeated_calls_act_once
            simultaneous_captures_charge_once
            lost_answer_to_an_opening_opens_one_session
            lost_answer_to_an_authorisation_is_found_and_takes_effect_once
            lost_answer_to_a_capture_is_found_and_takes_effect_once
            lost_answer_to_a_void_is_found_and_takes_effect_once
            lost_answer_to_a_refund_is_found_and_takes_effect_once
            lost_answer_to_a_charge_is_repeated_with_the_same_key_and_charges_once
            call_that_does_not_arrive_is_lost_and_can_be_repeated
            lost_answer_to_a_look_up_proves_nothing
            part_of_the_amount_is_captured_and_the_rest_released
            capture_beyond_the_amount_is_refused
            authorisation_of_another_amount_is_refused
            session_opened_again_with_another_amount_is_refused
            payment_is_refunded_in_parts_until_nothing_is_left
            refund_beyond_what_is_left_is_refused
            repeated_refund_with_the_same_key_pays_back_once
            simultaneous_refunds_never_exceed_the_capture
            payment_that_was_not_captured_cannot_be_refunded
            pending_refund_is_settled_later
            failed_refund_pays_back_nothing
            voided_payment_can_no_longer_be_authorised_or_captured
            captured_payment_cannot_be_voided
            stored_card_is_charged_once_per_key
            stored_card_that_needs_a_confirmation_is_not_charged
            stored_card_authorises_a_payment_while_its_holder_is_present
            dispute_is_opened_and_ended
            captured_payments_are_listed_with_what_was_paid_back
            movements_of_a_time_are_listed
            payment_is_found_by_the_name_that_notices_use
        }
    };
}
use run_cases;
