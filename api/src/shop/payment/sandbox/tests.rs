//! Tests of the client against the real sandbox server, over HTTP.

use std::fs;
use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::super::processor::{Lender, SentError, SentErrorKind, VirtualCard};
use super::test_sandbox::{SHOP, TestSandbox, applies, types_card};
use super::*;
use midway_sandbox::shared_files;

const AMOUNT: Money = Money(12_345);
const VISA: &str = "4242424242424242";
const SLOW: &str = "4000000000000077";
const AUTHORISATION_LOST: &str = "4000000000000101";
const CAPTURE_LOST: &str = "4000000000000259";
const ERROR_ONCE: &str = "4000000000000119";
const CAPTURE_FAILS: &str = "4000000000000341";

fn client_with(sandbox: &TestSandbox, timeout: Duration, api_key: String) -> SandboxProcessor {
    let address = SandboxAddress::File(shared_files::address_file(sandbox.data()));
    SandboxProcessor::new(SandboxClientConfig {
        address,
        public_url: None,
        public_key: shared_files::public_key(&api_key),
        api_key,
        timeout,
    })
    .unwrap()
}

fn client(sandbox: &TestSandbox) -> SandboxProcessor {
    client_with(sandbox, TIMEOUT, shared_files::api_key(sandbox.data()).unwrap())
}

fn fixed_client(address: &str) -> SandboxProcessor {
    let address = SandboxAddress::Fixed(Url::parse(address).unwrap());
    let (api_key, public_key) = ("key".to_owned(), "pk".to_owned());
    let config = SandboxClientConfig { address, public_url: None, api_key, public_key, timeout: TIMEOUT };
    SandboxProcessor::new(config).unwrap()
}

fn new_session(payment: &str, amount: Money) -> NewSession {
    NewSession { payment: payment.into(), amount, keeps_card: true, parent_origin: SHOP.to_owned() }
}

fn bare(payment: &str) -> PaymentRef {
    PaymentRef::without_session(payment)
}

fn with(payment: &PaymentRef, session: &SessionKey) -> PaymentRef {
    PaymentRef { session: Some(session.clone()), ..payment.clone() }
}

async fn opened(processor: &SandboxProcessor, payment: &str) -> (SessionKey, String) {
    match processor.open_session(&new_session(payment, AMOUNT)).await {
        Outcome::Done(Session { key, url }) => (key, url),
        other => panic!("{other:?}"),
    }
}

/// Opens a payment and enters a card.
async fn with_card(processor: &SandboxProcessor, payment: &str, number: &str) -> SessionKey {
    let (session, card_form_url) = opened(processor, payment).await;
    let (status, body) = types_card(&card_form_url, number).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    session
}

async fn authorised(processor: &SandboxProcessor, payment: &str, number: &str) -> SessionKey {
    let session = with_card(processor, payment, number).await;
    let outcome = processor.authorise(&with(&bare(payment), &session), AMOUNT).await;
    assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
    session
}

async fn status(processor: &SandboxProcessor, payment: &str) -> ProcessorStatus {
    match processor.look_up(&bare(payment)).await {
        Outcome::Done(Some(found)) => found.status,
        other => panic!("{other:?}"),
    }
}

/// Refunds a captured amount, as the operator does at the processor.
async fn refund(processor: &SandboxProcessor, payment: &PaymentRef) -> Result<PaymentAnswer, CallError> {
    processor.step(&payment.key, "refund", NOTHING).await
}

/// The only payment in the ledger.
async fn only_payment(processor: &SandboxProcessor) -> PaymentAnswer {
    let mut payments = processor.ledger().await.unwrap();
    assert_eq!(payments.len(), 1);
    payments.remove(0)
}

#[tokio::test]
async fn test_cards_of_every_brand_are_accepted() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    for (payment, number, brand) in [
        ("visa", VISA, "Visa"),
        ("mastercard", "5555555555554444", "Mastercard"),
        ("amex", "378282246310005", "American Express"),
    ] {
        authorised(&processor, payment, number).await;
        assert_eq!(processor.capture(&bare(payment), AMOUNT).await, Outcome::Done(()), "{brand}");
        let Outcome::Done(Some(found)) = processor.look_up(&bare(payment)).await else { panic!("not found") };
        assert_eq!(found.card.unwrap().brand, brand);
    }
}

#[tokio::test]
async fn repeated_call_acts_once_and_returns_its_first_result() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    let payment = bare("p1");
    assert_eq!(opened(&processor, "p1").await, opened(&processor, "p1").await);

    let session = with_card(&processor, "p1", VISA).await;
    let first = processor.authorise(&with(&payment, &session), AMOUNT).await;
    assert!(matches!(first, Outcome::Done(_)));
    assert_eq!(processor.authorise(&with(&payment, &session), AMOUNT).await, first);
    let captures = [(); 8].map(|()| processor.capture(&payment, AMOUNT));
    for outcome in futures_util::future::join_all(captures).await {
        assert_eq!(outcome, Outcome::Done(()));
    }
    for _ in 0..3 {
        refund(&processor, &payment).await.unwrap();
    }
    assert_eq!(processor.authorise(&with(&payment, &session), AMOUNT).await, first);
    assert_eq!(processor.capture(&payment, AMOUNT).await, Outcome::Done(()));

    let kept = only_payment(&processor).await;
    assert_eq!((kept.authorisations, kept.charges, kept.voids, kept.refunds.len()), (1, 1, 0, 1));
}

#[tokio::test]
async fn decline_of_a_card_returns_the_reason_and_ends_the_payment() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    for (payment, number, code, message) in [
        (
            "p1",
            "4000000000000002",
            DeclineCode::CardDeclined,
            "Your card was declined. Use another card, or ask your bank why.",
        ),
        (
            "p2",
            "4000000000009995",
            DeclineCode::InsufficientFunds,
            "Your card does not have enough funds. Use another card.",
        ),
    ] {
        let (session, card_form_url) = opened(&processor, payment).await;
        types_card(&card_form_url, number).await;
        let declined = Outcome::Declined(Decline { code, message: message.to_owned() });
        assert_eq!(processor.authorise(&with(&bare(payment), &session), AMOUNT).await, declined);
        assert_eq!(types_card(&card_form_url, VISA).await.0, StatusCode::CONFLICT);
        assert_eq!(processor.authorise(&with(&bare(payment), &session), AMOUNT).await, declined);
        assert!(matches!(processor.capture(&bare(payment), AMOUNT).await, Outcome::Refused { .. }));
        assert_eq!(processor.void(&bare(payment)).await, Outcome::Done(()));
        let Outcome::Done(Some(found)) = processor.look_up(&bare(payment)).await else { panic!("not found") };
        assert_eq!((found.status, found.message.as_deref()), (ProcessorStatus::Declined, Some(message)));
    }
}

#[tokio::test]
async fn payment_with_the_slow_test_card_is_authorised_within_the_timeout_of_the_client() {
    let sandbox = TestSandbox::start();
    authorised(&client(&sandbox), "p1", SLOW).await;
}

#[tokio::test]
async fn authorisation_whose_answer_comes_too_late_is_treated_as_lost_and_takes_effect_once() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    let payment = bare("p1");
    let session = with_card(&processor, "p1", SLOW).await;
    let short_timeout = client_with(&sandbox, Duration::from_secs(1), shared_files::api_key(sandbox.data()).unwrap());
    let outcome = short_timeout.authorise(&with(&payment, &session), AMOUNT).await;
    assert!(matches!(outcome, Outcome::Lost { .. }), "{outcome:?}");
    assert_eq!(status(&processor, "p1").await, ProcessorStatus::Authorised);
    assert!(matches!(short_timeout.authorise(&with(&payment, &session), AMOUNT).await, Outcome::Done(_)));
    assert_eq!(only_payment(&processor).await.authorisations, 1);
}

#[tokio::test]
async fn authorisation_whose_answer_is_lost_is_found_by_a_look_up_and_takes_effect_once() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    let session = with_card(&processor, "p1", AUTHORISATION_LOST).await;
    let outcome = processor.authorise(&with(&bare("p1"), &session), AMOUNT).await;
    assert!(matches!(outcome, Outcome::Lost { .. }), "{outcome:?}");
    assert_eq!(status(&processor, "p1").await, ProcessorStatus::Authorised);
    let again = processor.authorise(&with(&bare("p1"), &session), AMOUNT).await;
    assert!(matches!(again, Outcome::Done(_)), "{again:?}");
    assert_eq!(only_payment(&processor).await.authorisations, 1);
}

#[tokio::test]
async fn capture_with_a_lost_answer_charges_once() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    authorised(&processor, "p1", CAPTURE_LOST).await;
    let outcome = processor.capture(&bare("p1"), AMOUNT).await;
    assert!(matches!(outcome, Outcome::Lost { .. }), "{outcome:?}");
    assert_eq!(status(&processor, "p1").await, ProcessorStatus::Captured);
    assert_eq!(processor.capture(&bare("p1"), AMOUNT).await, Outcome::Done(()));
    assert_eq!(only_payment(&processor).await.charges, 1);
}

#[tokio::test]
async fn sandbox_closes_the_connection_without_a_response_to_simulate_a_lost_answer() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    authorised(&processor, "p1", CAPTURE_LOST).await;
    let body = r#"{"amountCents":12345}"#;
    let key = shared_files::api_key(sandbox.data()).unwrap();
    let call = format!(
        "POST /v1/payments/p1/capture HTTP/1.1\r\nHost: sandbox\r\nAuthorization: Bearer {key}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(sandbox.address.trim_start_matches("http://")).await.unwrap();
    stream.write_all(call.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    assert_eq!(answer, b"");
}

#[tokio::test]
async fn server_error_is_treated_as_lost_and_the_call_succeeds_when_repeated_after_a_restart() {
    let sandbox = TestSandbox::start();
    let session = with_card(&client(&sandbox), "p1", ERROR_ONCE).await;
    let outcome = client(&sandbox).authorise(&with(&bare("p1"), &session), AMOUNT).await;
    assert!(matches!(outcome, Outcome::Lost { .. }), "{outcome:?}");
    assert_eq!(status(&client(&sandbox), "p1").await, ProcessorStatus::CardAccepted);

    let sandbox = sandbox.killed_and_started_again();
    let again = client(&sandbox).authorise(&with(&bare("p1"), &session), AMOUNT).await;
    assert!(matches!(again, Outcome::Done(_)), "{again:?}");
}

#[tokio::test]
async fn failed_capture_charges_nothing_and_can_be_voided() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    authorised(&processor, "p1", CAPTURE_FAILS).await;
    for _ in 0..2 {
        let outcome = processor.capture(&bare("p1"), AMOUNT).await;
        assert!(matches!(outcome, Outcome::Declined(_)), "{outcome:?}");
    }
    assert_eq!(status(&processor, "p1").await, ProcessorStatus::CaptureFailed);
    assert_eq!(processor.void(&bare("p1")).await, Outcome::Done(()));
    let kept = only_payment(&processor).await;
    assert_eq!((kept.status, kept.charges), (Status::Voided, 0));
}

#[tokio::test]
async fn after_a_form_error_no_card_is_stored_and_the_next_card_is_accepted() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    let (session, card_form_url) = opened(&processor, "p1").await;
    let (failed, body) = types_card(&card_form_url, "4000000000000127").await;
    assert_eq!(failed, StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(body["message"], "An error occurred initializing your transaction. Please try again.");
    assert_eq!(status(&processor, "p1").await, ProcessorStatus::Created);
    let without_card = processor.authorise(&with(&bare("p1"), &session), AMOUNT).await;
    assert!(matches!(without_card, Outcome::Refused { .. }), "{without_card:?}");
    authorised(&processor, "p1", VISA).await;
}

#[tokio::test]
async fn second_entered_card_replaces_the_first_until_a_card_is_authorised() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    with_card(&processor, "p1", "4000000000000002").await;
    authorised(&processor, "p1", "5555555555554444").await;
    let (_, card_form_url) = opened(&processor, "p1").await;
    assert_eq!(types_card(&card_form_url, VISA).await.0, StatusCode::CONFLICT);
    assert_eq!(only_payment(&processor).await.card_brand.as_deref(), Some("Mastercard"));
}

#[tokio::test]
async fn reused_payment_key_with_different_data_is_refused() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    let session = with_card(&processor, "p1", VISA).await;
    let other = Money(1);
    let conflict = |reason: &str| assert!(reason.contains("Conflict"), "{reason}");

    let opened_again = processor.open_session(&new_session("p1", other)).await;
    let Outcome::Refused { reason } = opened_again else { panic!("{opened_again:?}") };
    conflict(&reason);
    let elsewhere = NewSession { parent_origin: "https://evil.example".to_owned(), ..new_session("p1", AMOUNT) };
    assert!(matches!(processor.open_session(&elsewhere).await, Outcome::Refused { .. }));
    let with_other_amount = processor.authorise(&with(&bare("p1"), &session), other).await;
    let Outcome::Refused { reason } = with_other_amount else { panic!("{with_other_amount:?}") };
    conflict(&reason);
    let (other_session, _) = opened(&processor, "p2").await;
    assert!(matches!(processor.authorise(&with(&bare("p1"), &other_session), AMOUNT).await, Outcome::Refused { .. }));
    processor.authorise(&with(&bare("p1"), &session), AMOUNT).await;
    let outcome = processor.capture(&bare("p1"), AMOUNT + other).await;
    let Outcome::Refused { reason } = outcome else { panic!("{outcome:?}") };
    conflict(&reason);
    assert_eq!(status(&processor, "p1").await, ProcessorStatus::Authorised);
}

#[tokio::test]
async fn session_with_invalid_data_is_refused() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    let good = new_session("p1", AMOUNT);
    for bad in [
        NewSession { payment: "a/b".into(), ..good.clone() },
        NewSession { payment: PaymentKey("x".repeat(121)), ..good.clone() },
        NewSession { amount: Money(-5), ..good.clone() },
        NewSession { parent_origin: "*".to_owned(), ..good.clone() },
        NewSession { parent_origin: "https://shop.example; script-src *".to_owned(), ..good },
    ] {
        let outcome = processor.open_session(&bad).await;
        assert!(matches!(outcome, Outcome::Refused { .. }), "{bad:?}: {outcome:?}");
    }
    assert!(processor.ledger().await.unwrap().is_empty());
}

#[tokio::test]
async fn card_collected_with_a_zero_amount_can_be_charged_later() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    let form = bare("form");
    let Outcome::Done(Session { key: session, url: card_form_url }) =
        processor.open_session(&new_session("form", Money::ZERO)).await
    else {
        panic!("no form is opened");
    };
    let (status, body) = types_card(&card_form_url, VISA).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let refused = processor.authorise(&with(&form, &session), Money::ZERO).await;
    assert!(matches!(refused, Outcome::Refused { .. }), "{refused:?}");
    let Outcome::Done(Some(found)) = processor.look_up(&form).await else { panic!("the form is unknown") };
    let token = found.card.unwrap().token.unwrap();
    let charged = processor.charge(&bare("p1"), &token, AMOUNT).await;
    assert!(matches!(charged, Outcome::Done(_)), "{charged:?}");
}

#[tokio::test]
async fn saved_card_is_refused_with_a_wrong_code_and_authorised_with_the_right_code() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    with_card(&processor, "first", VISA).await;
    let Outcome::Done(Some(found)) = processor.look_up(&bare("first")).await else { panic!("the payment is unknown") };
    let token = found.card.unwrap().token.unwrap();
    opened(&processor, "p1").await;
    let by = async |code: Option<&str>| {
        let code = code.map(Secret::new);
        processor.authorise_saved(&bare("p1"), &token, None, code.as_ref(), AMOUNT).await
    };
    assert_eq!(
        by(Some("999")).await,
        Outcome::Declined(Decline {
            code: DeclineCode::WrongSecurityCode,
            message: "the security code is not the card's".to_owned()
        })
    );
    let Outcome::Done(Authorisation { reference, .. }) = by(Some("123")).await else {
        panic!("the right code is refused");
    };
    // Repeating the call returns its first result, even with a different code.
    let Outcome::Done(Authorisation { reference: again, .. }) = by(None).await else {
        panic!("the repeated call does not return the first result");
    };
    assert_eq!(again, reference);
}

#[tokio::test]
async fn sandbox_killed_after_any_step_of_a_payment_loses_no_data() {
    let mut sandbox = TestSandbox::start();
    let payment = bare("p1");
    let (session, card_form_url) = opened(&client(&sandbox), "p1").await;
    let card_path = card_form_url.trim_start_matches(&sandbox.address).to_owned();
    sandbox = sandbox.killed_and_started_again();
    assert_eq!(opened(&client(&sandbox), "p1").await.0, session);
    types_card(&format!("{}{card_path}", sandbox.address), VISA).await;
    sandbox = sandbox.killed_and_started_again();
    let first = client(&sandbox).authorise(&with(&payment, &session), AMOUNT).await;
    sandbox = sandbox.killed_and_started_again();
    assert_eq!(client(&sandbox).authorise(&with(&payment, &session), AMOUNT).await, first);
    assert_eq!(client(&sandbox).capture(&payment, AMOUNT).await, Outcome::Done(()));
    let kept = only_payment(&client(&sandbox)).await;
    sandbox = sandbox.killed_and_started_again();
    assert_eq!(client(&sandbox).capture(&payment, AMOUNT).await, Outcome::Done(()));
    assert_eq!(only_payment(&client(&sandbox)).await, kept);
}

#[tokio::test]
async fn client_finds_a_sandbox_that_restarted_at_a_new_address() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    let before = opened(&processor, "p1").await;
    let sandbox = sandbox.killed_and_started_again();
    let after = opened(&processor, "p1").await;
    assert_eq!(before.0, after.0);
    assert_eq!(processor.browser_origins().await.frames, [sandbox.address.as_str()]);
}

#[tokio::test]
async fn calls_to_a_stopped_sandbox_are_reported_as_unavailable_or_lost_and_never_as_failed() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    let session = with_card(&processor, "p1", VISA).await;
    let data = sandbox.data().to_owned();
    drop(sandbox);
    assert!(!data.exists());
    let payment = bare("p1");
    assert!(matches!(processor.open_session(&new_session("p1", AMOUNT)).await, Outcome::Lost { .. }));
    assert!(matches!(processor.authorise(&with(&payment, &session), AMOUNT).await, Outcome::Lost { .. }));
    assert!(matches!(processor.capture(&payment, AMOUNT).await, Outcome::Lost { .. }));
    assert!(matches!(processor.void(&payment).await, Outcome::Lost { .. }));
    assert!(matches!(processor.look_up(&payment).await, Outcome::Lost { .. }));
    assert_eq!(processor.browser_origins().await, BrowserOrigins::default());
}

#[tokio::test]
async fn processor_at_a_closed_port_is_unavailable() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let outcome = fixed_client(&address).open_session(&new_session("p1", AMOUNT)).await;
    assert!(matches!(outcome, Outcome::Lost { .. }), "{outcome:?}");
}

#[tokio::test]
async fn answer_from_an_unknown_server_is_treated_as_lost() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let answers = Arc::new(["200 OK", "404 Not Found", "401 Unauthorized"]);
    let stranger = answers.clone();
    tokio::spawn(async move {
        for status in stranger.iter() {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = [0; 4096];
            assert!(stream.read(&mut request).await.unwrap() > 0);
            let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi");
            stream.write_all(answer.as_bytes()).await.unwrap();
        }
    });
    let processor = fixed_client(&address);
    for answer in answers.iter() {
        let outcome = processor.look_up(&bare("p1")).await;
        assert!(matches!(outcome, Outcome::Lost { .. }), "{answer}: {outcome:?}");
    }
}

#[tokio::test]
async fn client_with_a_wrong_key_cannot_call_the_sandbox() {
    let sandbox = TestSandbox::start();
    authorised(&client(&sandbox), "p1", VISA).await;
    let stranger = client_with(&sandbox, TIMEOUT, "guess".to_owned());
    assert!(matches!(stranger.open_session(&new_session("p2", AMOUNT)).await, Outcome::Refused { .. }));
    assert!(matches!(stranger.capture(&bare("p1"), AMOUNT).await, Outcome::Refused { .. }));
    let lookup = stranger.look_up(&bare("p1")).await;
    assert!(matches!(lookup, Outcome::Refused { .. }), "{lookup:?}");
    assert!(stranger.ledger().await.is_err());

    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    for path in ["sessions", "payments/p1/authorise", "payments/p1/capture", "payments/p1/void", "payments/p1/refund"] {
        let answer = http.post(format!("{}/v1/{path}", sandbox.address)).body("{}").send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED, "{path}");
    }
    for path in ["payments/p1", "ledger"] {
        let answer = http.get(format!("{}/v1/{path}", sandbox.address)).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED, "{path}");
    }
    assert_eq!(only_payment(&client(&sandbox)).await.charges, 0);
}

#[tokio::test]
async fn card_numbers_and_security_codes_are_never_written_to_disk() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    let numbers = [VISA, "378282246310005", "4000000000000002", CAPTURE_FAILS];
    for (index, number) in numbers.iter().enumerate() {
        let payment = bare(&format!("p{index}"));
        let session = with_card(&processor, payment.key.as_str(), number).await;
        processor.authorise(&with(&payment, &session), AMOUNT).await;
        processor.capture(&payment, AMOUNT).await;
    }
    let (_, card_form_url) = opened(&processor, "p9").await;
    types_card(&card_form_url, "4111111111111111").await;

    let mut files = 0;
    for entry in fs::read_dir(shared_files::folder(sandbox.data())).unwrap() {
        let content = fs::read_to_string(entry.unwrap().path()).unwrap();
        files += 1;
        for number in numbers.iter().chain(&["4111111111111111"]) {
            assert!(!content.contains(number), "{number}");
            assert!(!content.contains(&number[..number.len() - 4]), "the front part of {number}");
        }
        assert!(!content.contains("\"code\"") && !content.contains("\"number\"") && !content.contains("expiry"));
    }
    assert_eq!(files, 3, "the address, the key and the ledger");
}

/// Authorises a payment with a card that is entered in the form, and returns the token of the card.
async fn kept(processor: &SandboxProcessor, key: &str, number: &str) -> CardToken {
    let (session, card_form_url) = opened(processor, key).await;
    types_card(&card_form_url, number).await;
    let Outcome::Done(Authorisation { card, .. }) = processor.authorise(&with(&bare(key), &session), AMOUNT).await
    else {
        panic!("not authorised")
    };
    card.token.expect("the sandbox names its cards")
}

#[tokio::test]
async fn test_card_that_declines_later_charges_is_declined_under_each_payment_key() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    let card = kept(&processor, "first", "4000000000009987").await;
    for key in ["month-1", "month-1", "month-2"] {
        let declined = processor.charge(&bare(key), &card, Money(1_000)).await;
        assert!(matches!(declined, Outcome::Declined(_)), "{declined:?}");
    }
}

#[tokio::test]
async fn repeating_a_charge_after_a_lost_answer_charges_once() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    let card = kept(&processor, "first", "4000000000000259").await;
    let month = bare("month-1");
    assert!(matches!(processor.charge(&month, &card, Money(1_000)).await, Outcome::Lost { .. }));
    assert!(matches!(processor.charge(&month, &card, Money(1_000)).await, Outcome::Done(_)));
    let ledger = processor.ledger().await.unwrap();
    assert_eq!(ledger.iter().find(|it| it.payment_key == "month-1").unwrap().charges, 1);
}

async fn offered(processor: &SandboxProcessor, payment: &str) -> String {
    match processor.open_offer(&new_session(payment, AMOUNT)).await {
        Outcome::Done(offer) => offer.key.0,
        other => panic!("{other:?}"),
    }
}

fn virtual_card(token: &serde_json::Value) -> VirtualCard {
    let text = |name: &str| token[name].as_str().unwrap().to_owned();
    VirtualCard {
        token_number: text("tokenNumber"),
        token_type: text("tokenType"),
        verification_code: text("verificationCode"),
        validity_month: text("validityMonth"),
        validity_year: text("validityYear"),
        display_name: "Ada Lovelace".to_owned(),
        address: "12 Front Street".to_owned(),
    }
}

#[tokio::test]
async fn approved_loan_survives_a_restart_and_is_used_once() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    let payment = bare("p1");
    let up_code = offered(&processor, "p1").await;
    assert_eq!(offered(&processor, "p1").await, up_code, "opening twice returns the same session");
    let card = virtual_card(&applies(&sandbox.address, &up_code, "approved").await);
    let sandbox = sandbox.killed_and_started_again();
    let processor = client(&sandbox);
    let outcome = processor.authorise_virtual_card(&payment, &card, AMOUNT + Money(1)).await;
    assert!(matches!(outcome, Outcome::Refused { .. }), "{outcome:?}");
    let other = offered(&processor, "p2").await;
    applies(&sandbox.address, &other, "approved").await;
    let outcome = processor.authorise_virtual_card(&bare("p2"), &card, AMOUNT).await;
    assert!(matches!(outcome, Outcome::Refused { .. }), "{outcome:?}");
    for _ in 0..2 {
        let outcome = processor.authorise_virtual_card(&payment, &card, AMOUNT).await;
        let Outcome::Done(Authorisation { card: shown, .. }) = outcome else { panic!("{outcome:?}") };
        assert_eq!(shown.token, None, "the used loan cannot be charged again");
        assert!(card.token_number.ends_with(&shown.masked_number[shown.masked_number.len() - 4..]));
    }
    assert_eq!(processor.capture(&payment, AMOUNT).await, Outcome::Done(()));
    refund(&processor, &payment).await.unwrap();
    let paid = processor.ledger().await.unwrap().into_iter().find(|it| it.payment_key == "p1").unwrap();
    assert_eq!((paid.authorisations, paid.charges, paid.refunds.len()), (1, 1, 1));
}

#[tokio::test]
async fn loan_payment_refuses_cards_and_card_payment_refuses_loans() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    let up_code = offered(&processor, "p1").await;
    let form = format!("{}/card/{up_code}", sandbox.address);
    assert_eq!(types_card(&form, VISA).await.0, StatusCode::NOT_FOUND);
    let outcome = processor.open_session(&new_session("p1", AMOUNT)).await;
    assert!(matches!(outcome, Outcome::Refused { .. }), "{outcome:?}");
    let card = virtual_card(&applies(&sandbox.address, &up_code, "approved").await);
    let outcome = processor.authorise(&with(&bare("p1"), &SessionKey(up_code)), AMOUNT).await;
    assert!(matches!(outcome, Outcome::Refused { .. }), "{outcome:?}");
    with_card(&processor, "p2", VISA).await;
    let outcome = processor.authorise_virtual_card(&bare("p2"), &card, AMOUNT).await;
    assert!(matches!(outcome, Outcome::Refused { .. }), "{outcome:?}");
}

#[tokio::test]
async fn loan_payment_can_be_declined_unanswered_or_unavailable_and_a_repeated_error_report_is_stored_once() {
    let sandbox = TestSandbox::start();
    let processor = client(&sandbox);
    let card = virtual_card(&applies(&sandbox.address, &offered(&processor, "p1").await, "charge-declined").await);
    let outcome = processor.authorise_virtual_card(&bare("p1"), &card, AMOUNT).await;
    let Outcome::Declined(Decline { message, .. }) = outcome else { panic!("{outcome:?}") };
    let error = SentError { kind: SentErrorKind::Booking, message };
    for _ in 0..2 {
        processor.send_error(&bare("p1"), &error).await.unwrap();
    }
    let kept = processor.ledger().await.unwrap().remove(0).errors;
    assert_eq!(kept.len(), 1, "{kept:?}");
    let card = virtual_card(&applies(&sandbox.address, &offered(&processor, "p2").await, "answer-lost").await);
    let outcome = processor.authorise_virtual_card(&bare("p2"), &card, AMOUNT).await;
    assert!(matches!(outcome, Outcome::Lost { .. }), "{outcome:?}");
    assert_eq!(status(&processor, "p2").await, ProcessorStatus::Authorised);
    drop(sandbox);
    let outcome = processor.open_offer(&new_session("p3", AMOUNT)).await;
    assert!(matches!(outcome, Outcome::Lost { .. }), "{outcome:?}");
}
