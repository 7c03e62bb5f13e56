//! The cases. None of them knows which processor it runs against.

use chrono::Duration;
use midway::shop::payment::processor::{
    Authorisation, DisputeState, Movement, MovementKind, MovementState, NewSession, Outcome, PaymentKey, PaymentRef,
    ProcessorPayment, ProcessorStatus, RefundKey, RefundState, Session,
};
use midway_kernel::input::Secret;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

use super::{Ability, Card, Subject, stored_card};
use crate::support::clock::friday_morning;

const AMOUNT: Money = Money(12_345);
const PART: Money = Money(2_345);
const REST: Money = Money(10_000);
const SHOP: &str = "https://shop.example";

fn new_session(key: &str, amount: Money) -> NewSession {
    NewSession { payment: PaymentKey::from(key), amount, keeps_card: true, parent_origin: SHOP.to_owned() }
}

pub async fn opened_for<S: Subject>(subject: &S, key: &str, amount: Money) -> (PaymentRef, Session) {
    let Outcome::Done(session) = subject.processor().open_session(&new_session(key, amount)).await else {
        panic!("no session is opened")
    };
    (PaymentRef::new(key, session.key.as_str()), session)
}

async fn with_card<S: Subject>(subject: &S, key: &str, card: Card) -> PaymentRef {
    let (payment, session) = opened_for(subject, key, AMOUNT).await;
    subject.enter_card(&session, card).await;
    payment
}

async fn authorised<S: Subject>(subject: &S, key: &str, card: Card) -> PaymentRef {
    let payment = with_card(subject, key, card).await;
    let outcome = subject.processor().authorise(&payment, AMOUNT).await;
    assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
    payment
}

async fn captured<S: Subject>(subject: &S, key: &str, card: Card) -> PaymentRef {
    let payment = authorised(subject, key, card).await;
    assert_eq!(subject.processor().capture(&payment, AMOUNT).await, Outcome::Done(()));
    payment
}

async fn found<S: Subject>(subject: &S, payment: &PaymentRef) -> ProcessorPayment {
    match subject.processor().look_up(payment).await {
        Outcome::Done(Some(found)) => found,
        other => panic!("{other:?}"),
    }
}

async fn status<S: Subject>(subject: &S, payment: &PaymentRef) -> ProcessorStatus {
    found(subject, payment).await.status
}

/// What was paid back or is on its way.
fn returned(found: &ProcessorPayment) -> Money {
    found.refunds.iter().filter(|it| it.state != RefundState::Failed).map(|it| it.amount).sum()
}

fn is_lost<T>(outcome: &Outcome<T>) -> bool {
    matches!(outcome, Outcome::Lost { .. })
}

fn is_refused<T>(outcome: &Outcome<T>) -> bool {
    matches!(outcome, Outcome::Refused { .. })
}

pub async fn payment_goes_from_its_session_to_its_capture<S: Subject>(subject: &S) {
    let (payment, session) = opened_for(subject, "p1", AMOUNT).await;
    let created = found(subject, &payment).await;
    assert_eq!((created.status, created.amount, created.captured), (ProcessorStatus::Created, AMOUNT, Money::ZERO));
    subject.enter_card(&session, Card::Works).await;
    let Outcome::Done(Authorisation { reference, card }) = subject.processor().authorise(&payment, AMOUNT).await else {
        panic!("not authorised")
    };
    assert!(card.masked_number.ends_with("4242") && !card.masked_number.contains("42424"), "{card:?}");
    let reserved = found(subject, &payment).await;
    assert_eq!(reserved.status, ProcessorStatus::Authorised);
    assert_eq!((reserved.captured, reserved.reference.as_deref()), (Money::ZERO, Some(reference.as_str())));
    assert_eq!(subject.processor().capture(&payment, AMOUNT).await, Outcome::Done(()));
    let taken = found(subject, &payment).await;
    assert_eq!((taken.status, taken.captured, taken.refunds.len()), (ProcessorStatus::Captured, AMOUNT, 0));
}

pub async fn declined_card_reserves_nothing<S: Subject>(subject: &S) {
    let payment = with_card(subject, "p1", Card::Declined).await;
    let outcome = subject.processor().authorise(&payment, AMOUNT).await;
    // Some processors decline the card in their form, so that the shopper can enter another one.
    assert!(matches!(outcome, Outcome::Declined(_) | Outcome::RequiresAction), "{outcome:?}");
    assert!(!matches!(subject.processor().capture(&payment, AMOUNT).await, Outcome::Done(())));
    assert_eq!(subject.processor().void(&payment).await, Outcome::Done(()));
    assert_eq!(found(subject, &payment).await.captured, Money::ZERO);
}

pub async fn confirmed_payment_is_authorised<S: Subject>(subject: &S) {
    let payment = captured(subject, "p1", Card::Confirmed).await;
    assert_eq!(found(subject, &payment).await.captured, AMOUNT);
}

pub async fn payment_whose_confirmation_failed_reserves_nothing_and_accepts_another_card<S: Subject>(subject: &S) {
    let (payment, session) = opened_for(subject, "p1", AMOUNT).await;
    subject.enter_card(&session, Card::ConfirmationFailed).await;
    let outcome = subject.processor().authorise(&payment, AMOUNT).await;
    assert!(matches!(outcome, Outcome::RequiresAction | Outcome::Refused { .. }), "{outcome:?}");
    assert_ne!(status(subject, &payment).await, ProcessorStatus::Authorised);
    subject.enter_card(&session, Card::Works).await;
    let outcome = subject.processor().authorise(&payment, AMOUNT).await;
    assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
}

pub async fn payment_whose_confirmation_was_abandoned_reserves_nothing_and_can_be_voided<S: Subject>(subject: &S) {
    let payment = with_card(subject, "p1", Card::ConfirmationAbandoned).await;
    let outcome = subject.processor().authorise(&payment, AMOUNT).await;
    assert!(matches!(outcome, Outcome::RequiresAction | Outcome::Refused { .. }), "{outcome:?}");
    assert_eq!(subject.processor().void(&payment).await, Outcome::Done(()));
    assert_eq!(status(subject, &payment).await, ProcessorStatus::Voided);
}

pub async fn unknown_payment_is_not_found<S: Subject>(subject: &S) {
    let (known, _) = opened_for(subject, "p1", AMOUNT).await;
    let session = known.session.unwrap().0.chars().rev().collect::<String>();
    let outcome = subject.processor().look_up(&PaymentRef::new("p2", &session)).await;
    assert_eq!(outcome, Outcome::Done(None));
}

pub async fn repeated_calls_act_once<S: Subject>(subject: &S) {
    let (payment, session) = opened_for(subject, "p1", AMOUNT).await;
    assert_eq!(opened_for(subject, "p1", AMOUNT).await.1, session);
    subject.enter_card(&session, Card::Works).await;
    let first = subject.processor().authorise(&payment, AMOUNT).await;
    assert!(matches!(first, Outcome::Done(_)), "{first:?}");
    assert_eq!(subject.processor().authorise(&payment, AMOUNT).await, first);
    for _ in 0..3 {
        assert_eq!(subject.processor().capture(&payment, AMOUNT).await, Outcome::Done(()));
    }
    let taken = found(subject, &payment).await;
    assert_eq!((taken.captured, taken.refunds.len()), (AMOUNT, 0));
}

pub async fn simultaneous_captures_charge_once<S: Subject>(subject: &S) {
    let payment = authorised(subject, "p1", Card::Works).await;
    let captures = [(); 8].map(|()| subject.processor().capture(&payment, AMOUNT));
    let outcomes = futures_util::future::join_all(captures).await;
    // A processor may ask to repeat a call while the same call runs.
    assert!(outcomes.iter().all(|it| *it == Outcome::Done(()) || is_lost(it)), "{outcomes:?}");
    assert!(outcomes.contains(&Outcome::Done(())), "{outcomes:?}");
    assert_eq!(found(subject, &payment).await.captured, AMOUNT);
}

pub async fn lost_answer_to_an_opening_opens_one_session<S: Subject>(subject: &S) {
    subject.proxy().lose_answer_to_change();
    let outcome = subject.processor().open_session(&new_session("p1", AMOUNT)).await;
    assert!(is_lost(&outcome), "{outcome:?}");
    let (_, first) = opened_for(subject, "p1", AMOUNT).await;
    assert_eq!(opened_for(subject, "p1", AMOUNT).await.1, first);
}

pub async fn lost_answer_to_an_authorisation_is_found_and_takes_effect_once<S: Subject>(subject: &S) {
    let payment = with_card(subject, "p1", Card::Works).await;
    subject.proxy().lose_answer();
    let outcome = subject.processor().authorise(&payment, AMOUNT).await;
    assert!(is_lost(&outcome), "{outcome:?}");
    assert_eq!(status(subject, &payment).await, ProcessorStatus::Authorised);
    let repeated = subject.processor().authorise(&payment, AMOUNT).await;
    assert!(matches!(repeated, Outcome::Done(_)), "{repeated:?}");
}

pub async fn lost_answer_to_a_capture_is_found_and_takes_effect_once<S: Subject>(subject: &S) {
    let payment = authorised(subject, "p1", Card::Works).await;
    subject.proxy().lose_answer_to_change();
    let outcome = subject.processor().capture(&payment, AMOUNT).await;
    assert!(is_lost(&outcome), "{outcome:?}");
    assert_eq!(status(subject, &payment).await, ProcessorStatus::Captured);
    assert_eq!(subject.processor().capture(&payment, AMOUNT).await, Outcome::Done(()));
    assert_eq!(found(subject, &payment).await.captured, AMOUNT);
}

pub async fn lost_answer_to_a_void_is_found_and_takes_effect_once<S: Subject>(subject: &S) {
    let payment = authorised(subject, "p1", Card::Works).await;
    subject.proxy().lose_answer_to_change();
    let outcome = subject.processor().void(&payment).await;
    assert!(is_lost(&outcome), "{outcome:?}");
    assert_eq!(status(subject, &payment).await, ProcessorStatus::Voided);
    assert_eq!(subject.processor().void(&payment).await, Outcome::Done(()));
}

pub async fn lost_answer_to_a_refund_is_found_and_takes_effect_once<S: Subject>(subject: &S) {
    let payment = captured(subject, "p1", Card::Works).await;
    let key = RefundKey::from("r1");
    subject.proxy().lose_answer_to_change();
    let outcome = subject.processor().refund(&payment, &key, PART).await;
    assert!(is_lost(&outcome), "{outcome:?}");
    let after = found(subject, &payment).await;
    assert_eq!(returned(&after), PART);
    assert!(after.refunds.iter().any(|it| it.key.as_ref() == Some(&key)), "{after:?}");
    let repeated = subject.processor().refund(&payment, &key, PART).await;
    assert!(matches!(repeated, Outcome::Done(_)), "{repeated:?}");
    assert_eq!(returned(&found(subject, &payment).await), PART);
}

pub async fn lost_answer_to_a_charge_is_repeated_with_the_same_key_and_charges_once<S: Subject>(subject: &S) {
    let card = stored_card(subject, "form", Card::Works).await;
    let payment = PaymentRef::without_session("month-1");
    subject.proxy().lose_answer_to_change();
    let outcome = subject.processor().charge(&payment, &card, PART).await;
    assert!(is_lost(&outcome), "{outcome:?}");
    let repeated = subject.processor().charge(&payment, &card, PART).await;
    assert!(matches!(repeated, Outcome::Done(_)), "{repeated:?}");
    let listed = subject.processor().captures().await.unwrap();
    assert_eq!(listed.iter().map(|it| (it.payment.as_str(), it.amount)).collect::<Vec<_>>(), [("month-1", PART)]);
}

pub async fn call_that_does_not_arrive_is_lost_and_can_be_repeated<S: Subject>(subject: &S) {
    let payment = with_card(subject, "p1", Card::Works).await;
    subject.proxy().lose_call();
    assert!(is_lost(&subject.processor().authorise(&payment, AMOUNT).await));
    assert!(matches!(subject.processor().authorise(&payment, AMOUNT).await, Outcome::Done(_)));
    subject.proxy().lose_call();
    assert!(is_lost(&subject.processor().capture(&payment, AMOUNT).await));
    assert_eq!(status(subject, &payment).await, ProcessorStatus::Authorised);
    assert_eq!(subject.processor().capture(&payment, AMOUNT).await, Outcome::Done(()));
    let key = RefundKey::from("r1");
    subject.proxy().lose_call();
    assert!(is_lost(&subject.processor().refund(&payment, &key, PART).await));
    assert_eq!(returned(&found(subject, &payment).await), Money::ZERO);
    assert!(matches!(subject.processor().refund(&payment, &key, PART).await, Outcome::Done(_)));
}

pub async fn lost_answer_to_a_look_up_proves_nothing<S: Subject>(subject: &S) {
    let payment = captured(subject, "p1", Card::Works).await;
    subject.proxy().lose_answer();
    assert!(is_lost(&subject.processor().look_up(&payment).await));
    subject.proxy().lose_call();
    assert!(is_lost(&subject.processor().look_up(&payment).await));
}

pub async fn part_of_the_amount_is_captured_and_the_rest_released<S: Subject>(subject: &S) {
    let payment = authorised(subject, "p1", Card::Works).await;
    assert_eq!(subject.processor().capture(&payment, PART).await, Outcome::Done(()));
    assert_eq!(subject.processor().capture(&payment, PART).await, Outcome::Done(()));
    let taken = found(subject, &payment).await;
    assert_eq!((taken.status, taken.amount, taken.captured), (ProcessorStatus::Captured, AMOUNT, PART));
    assert!(taken.refunds.is_empty(), "the rest is not refunded: it was never charged");
    assert!(is_refused(&subject.processor().capture(&payment, REST).await), "a payment is captured once");
    assert!(is_refused(&subject.processor().refund(&payment, &"r1".into(), AMOUNT).await));
    assert!(matches!(subject.processor().refund(&payment, &"r2".into(), PART).await, Outcome::Done(_)));
}

pub async fn capture_beyond_the_amount_is_refused<S: Subject>(subject: &S) {
    let payment = authorised(subject, "p1", Card::Works).await;
    assert!(is_refused(&subject.processor().capture(&payment, AMOUNT + Money(1)).await));
    assert_eq!(status(subject, &payment).await, ProcessorStatus::Authorised);
    assert_eq!(subject.processor().capture(&payment, AMOUNT).await, Outcome::Done(()));
}

pub async fn authorisation_of_another_amount_is_refused<S: Subject>(subject: &S) {
    let payment = with_card(subject, "p1", Card::Works).await;
    for amount in [AMOUNT + Money(1), Money(1)] {
        assert!(is_refused(&subject.processor().authorise(&payment, amount).await));
    }
    assert_eq!(found(subject, &payment).await.captured, Money::ZERO);
}

pub async fn session_opened_again_with_another_amount_is_refused<S: Subject>(subject: &S) {
    opened_for(subject, "p1", AMOUNT).await;
    let outcome = subject.processor().open_session(&new_session("p1", REST)).await;
    assert!(is_refused(&outcome), "{outcome:?}");
}

pub async fn payment_is_refunded_in_parts_until_nothing_is_left<S: Subject>(subject: &S) {
    let payment = captured(subject, "p1", Card::Works).await;
    let Outcome::Done(first) = subject.processor().refund(&payment, &"r1".into(), PART).await else {
        panic!("not refunded")
    };
    assert_eq!((first.amount, first.state), (PART, RefundState::Succeeded));
    let between = found(subject, &payment).await;
    assert_eq!((between.status, between.captured, returned(&between)), (ProcessorStatus::Captured, AMOUNT, PART));
    assert!(!between.is_refunded());
    assert!(matches!(subject.processor().refund(&payment, &"r2".into(), REST).await, Outcome::Done(_)));
    let after = found(subject, &payment).await;
    assert!(after.is_refunded());
    let mut keys: Vec<_> = after.refunds.iter().filter_map(|it| it.key.as_ref()).map(RefundKey::as_str).collect();
    keys.sort_unstable();
    assert_eq!(keys, ["r1", "r2"]);
}

pub async fn refund_beyond_what_is_left_is_refused<S: Subject>(subject: &S) {
    let payment = captured(subject, "p1", Card::Works).await;
    assert!(is_refused(&subject.processor().refund(&payment, &"r1".into(), AMOUNT + Money(1)).await));
    assert!(matches!(subject.processor().refund(&payment, &"r2".into(), PART).await, Outcome::Done(_)));
    assert!(is_refused(&subject.processor().refund(&payment, &"r3".into(), REST + Money(1)).await));
    assert_eq!(returned(&found(subject, &payment).await), PART);
}

pub async fn repeated_refund_with_the_same_key_pays_back_once<S: Subject>(subject: &S) {
    let payment = captured(subject, "p1", Card::Works).await;
    let key = RefundKey::from("r1");
    let first = subject.processor().refund(&payment, &key, PART).await;
    for _ in 0..3 {
        assert_eq!(subject.processor().refund(&payment, &key, PART).await, first);
    }
    assert!(is_refused(&subject.processor().refund(&payment, &key, REST).await), "a key has one amount");
    assert_eq!(returned(&found(subject, &payment).await), PART);
}

pub async fn simultaneous_refunds_never_exceed_the_capture<S: Subject>(subject: &S) {
    let payment = captured(subject, "p1", Card::Works).await;
    let keys = ["r1", "r2", "r3", "r4"].map(RefundKey::from);
    let refunds = keys.iter().map(|key| subject.processor().refund(&payment, key, REST));
    let outcomes = futures_util::future::join_all(refunds).await;
    assert_eq!(outcomes.iter().filter(|it| matches!(it, Outcome::Done(_))).count(), 1, "{outcomes:?}");
    assert_eq!(returned(&found(subject, &payment).await), REST);
}

pub async fn payment_that_was_not_captured_cannot_be_refunded<S: Subject>(subject: &S) {
    let payment = authorised(subject, "p1", Card::Works).await;
    assert!(is_refused(&subject.processor().refund(&payment, &"r1".into(), PART).await));
    assert_eq!(status(subject, &payment).await, ProcessorStatus::Authorised);
}

pub async fn pending_refund_is_settled_later<S: Subject>(subject: &S) {
    if !subject.can(Ability::UnsettledRefunds) {
        return;
    }
    let payment = captured(subject, "p1", Card::RefundPending).await;
    for (key, state) in [("r1", RefundState::Succeeded), ("r2", RefundState::Failed)] {
        let key = RefundKey::from(key);
        assert_eq!(subject.processor().refund(&payment, &key, PART).await, Outcome::Pending);
        let of_key = async || {
            let found = found(subject, &payment).await;
            found.refunds.into_iter().find(|it| it.key.as_ref() == Some(&key)).unwrap()
        };
        let pending = of_key().await;
        assert_eq!(pending.state, RefundState::Pending);
        subject.settle_refund(&payment, &pending.reference, state).await;
        assert_eq!(of_key().await.state, state);
    }
    assert_eq!(returned(&found(subject, &payment).await), PART);
}

pub async fn failed_refund_pays_back_nothing<S: Subject>(subject: &S) {
    if !subject.can(Ability::UnsettledRefunds) {
        return;
    }
    let payment = captured(subject, "p1", Card::RefundFails).await;
    let outcome = subject.processor().refund(&payment, &"r1".into(), AMOUNT).await;
    let Outcome::Declined(decline) = outcome else { panic!("{outcome:?}") };
    assert!(!decline.message.is_empty());
    let after = found(subject, &payment).await;
    assert_eq!((returned(&after), after.refunds.len()), (Money::ZERO, 1));
}

pub async fn voided_payment_can_no_longer_be_authorised_or_captured<S: Subject>(subject: &S) {
    let payment = with_card(subject, "p1", Card::Confirmed).await;
    for _ in 0..2 {
        assert_eq!(subject.processor().void(&payment).await, Outcome::Done(()));
    }
    let late = subject.processor().authorise(&payment, AMOUNT).await;
    assert!(!matches!(late, Outcome::Done(_)), "{late:?}");
    assert!(!matches!(subject.processor().capture(&payment, AMOUNT).await, Outcome::Done(())));
    assert_eq!(status(subject, &payment).await, ProcessorStatus::Voided);

    let payment = authorised(subject, "p2", Card::Works).await;
    assert_eq!(subject.processor().void(&payment).await, Outcome::Done(()));
    assert!(!matches!(subject.processor().capture(&payment, AMOUNT).await, Outcome::Done(())));
    assert_eq!(found(subject, &payment).await.captured, Money::ZERO);
}

pub async fn captured_payment_cannot_be_voided<S: Subject>(subject: &S) {
    let payment = captured(subject, "p1", Card::Works).await;
    assert!(is_refused(&subject.processor().void(&payment).await));
    assert_eq!(found(subject, &payment).await.captured, AMOUNT);
}

pub async fn stored_card_is_charged_once_per_key<S: Subject>(subject: &S) {
    let card = stored_card(subject, "form", Card::Works).await;
    let payment = PaymentRef::without_session("month-1");
    let charged = subject.processor().charge(&payment, &card, PART).await;
    assert!(matches!(charged, Outcome::Done(_)), "{charged:?}");
    assert_eq!(subject.processor().charge(&payment, &card, PART).await, charged);
    assert!(is_refused(&subject.processor().charge(&payment, &card, REST).await), "a key has one amount");
    let next = PaymentRef::without_session("month-2");
    assert!(matches!(subject.processor().charge(&next, &card, PART).await, Outcome::Done(_)));
    let mut listed = subject.processor().captures().await.unwrap();
    listed.sort_by(|one, other| one.payment.cmp(&other.payment));
    let listed: Vec<_> = listed.iter().map(|it| (it.payment.as_str(), it.amount)).collect();
    assert_eq!(listed, [("month-1", PART), ("month-2", PART)]);
}

pub async fn stored_card_that_needs_a_confirmation_is_not_charged<S: Subject>(subject: &S) {
    let card = stored_card(subject, "form", Card::ConfirmedEachTime).await;
    let payment = PaymentRef::without_session("month-1");
    for _ in 0..2 {
        assert_eq!(subject.processor().charge(&payment, &card, PART).await, Outcome::RequiresAction);
    }
    assert!(subject.processor().captures().await.unwrap().is_empty());
}

pub async fn stored_card_authorises_a_payment_while_its_holder_is_present<S: Subject>(subject: &S) {
    let card = stored_card(subject, "form", Card::Works).await;
    let (payment, _) = opened_for(subject, "p1", AMOUNT).await;
    let code = subject.processor().capabilities().checks_security_code.then(|| Secret::new("123"));
    for _ in 0..2 {
        let outcome = subject.processor().authorise_saved(&payment, &card, None, code.as_ref(), AMOUNT).await;
        assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
    }
    assert_eq!(subject.processor().capture(&payment, AMOUNT).await, Outcome::Done(()));
    assert_eq!(found(subject, &payment).await.captured, AMOUNT);
}

pub async fn dispute_is_opened_and_ended<S: Subject>(subject: &S) {
    if !subject.can(Ability::Disputes) {
        return;
    }
    for (key, end) in [("p1", DisputeState::Won), ("p2", DisputeState::Lost)] {
        let payment = captured(subject, key, Card::Works).await;
        assert!(found(subject, &payment).await.disputes.is_empty());
        for state in [DisputeState::Open, end] {
            subject.dispute(&payment, state).await;
            let disputes = found(subject, &payment).await.disputes;
            let states: Vec<_> = disputes.iter().map(|it| (it.amount, it.state)).collect();
            assert_eq!(states, [(AMOUNT, state)]);
        }
    }
}

pub async fn captured_payments_are_listed_with_what_was_paid_back<S: Subject>(subject: &S) {
    authorised(subject, "reserved", Card::Works).await;
    let part = authorised(subject, "part", Card::Works).await;
    subject.processor().capture(&part, PART).await;
    captured(subject, "kept", Card::Works).await;
    let refunded = captured(subject, "refunded", Card::Works).await;
    subject.processor().refund(&refunded, &"r1".into(), AMOUNT).await;
    let in_part = captured(subject, "refunded-in-part", Card::Works).await;
    subject.processor().refund(&in_part, &"r2".into(), PART).await;
    let mut listed = subject.processor().captures().await.unwrap();
    listed.sort_by(|one, other| one.payment.cmp(&other.payment));
    let listed: Vec<_> = listed.iter().map(|it| (it.payment.as_str(), it.amount, it.refunded)).collect();
    let (kept, nothing) = (("kept", AMOUNT, Money::ZERO), ("part", PART, Money::ZERO));
    assert_eq!(listed, [kept, nothing, ("refunded", AMOUNT, AMOUNT), ("refunded-in-part", AMOUNT, PART)]);
}

pub async fn movements_of_a_time_are_listed<S: Subject>(subject: &S) {
    use MovementKind::{Capture, Dispute, Refund};
    authorised(subject, "reserved", Card::Works).await;
    let part = authorised(subject, "part", Card::Works).await;
    subject.processor().capture(&part, PART).await;
    let refunded = captured(subject, "refunded", Card::Works).await;
    subject.processor().refund(&refunded, &"r1".into(), PART).await;
    let pending = captured(subject, "pending", Card::RefundPending).await;
    subject.processor().refund(&pending, &"r2".into(), AMOUNT).await;
    let disputed = captured(subject, "disputed", Card::Works).await;
    subject.dispute(&disputed, DisputeState::Open).await;
    let card = stored_card(subject, "form", Card::Works).await;
    subject.processor().charge(&PaymentRef::without_session("charge"), &card, REST).await;

    let listed = async |from: Instant, to: Instant| {
        let mut movements = subject.processor().movements(from, to).await.unwrap();
        movements.sort_by_key(|it| (it.kind, it.payment.clone()));
        let row = |it: Movement| (it.kind, it.payment.to_string(), it.refund.map(|key| key.0), it.amount, it.state);
        movements.into_iter().map(row).collect::<Vec<_>>()
    };
    let now = friday_morning();
    let second = Duration::seconds(1);
    let row = |kind, payment: &str, refund: Option<&str>, amount, state| {
        (kind, payment.to_owned(), refund.map(str::to_owned), amount, state)
    };
    let (settled, open) = (MovementState::Settled, MovementState::Pending);
    let expected = [
        row(Capture, "charge", None, REST, settled),
        row(Capture, "disputed", None, AMOUNT, settled),
        row(Capture, "part", None, PART, settled),
        row(Capture, "pending", None, AMOUNT, settled),
        row(Capture, "refunded", None, AMOUNT, settled),
        row(Refund, "pending", Some("r2"), AMOUNT, open),
        row(Refund, "refunded", Some("r1"), PART, settled),
        row(Dispute, "disputed", None, AMOUNT, open),
    ];
    assert_eq!(listed(now, now + second).await, expected);
    assert_eq!(listed(now - second, now).await, []);
    assert_eq!(listed(now + second, now + second * 2).await, []);
    subject.dispute(&disputed, DisputeState::Lost).await;
    let lost = listed(now, now + second).await.pop();
    assert_eq!(lost, Some(row(Dispute, "disputed", None, AMOUNT, settled)));
}

pub async fn payment_is_found_by_the_name_that_notices_use<S: Subject>(subject: &S) {
    let (payment, session) = opened_for(subject, "p1", AMOUNT).await;
    let name = subject.name_in_notices(&payment, &session);
    let found = subject.processor().payment_named(&name).await;
    assert_eq!(found, Outcome::Done(Some(payment.key)));
    assert_eq!(subject.processor().payment_named("pi_999").await, Outcome::Done(None));
}
