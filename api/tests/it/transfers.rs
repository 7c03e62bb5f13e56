//! What the owner of an order does with its tickets: sending one to somebody else, taking it back, and getting a fresh code.

use chrono::Duration;
use futures_util::future::join_all;
use midway::shop::refund::{self, Chosen, What};
use midway::shop::ticket::{NotAdmitted, by_ids, revocations, verified_claims};
use serde_json::{Value, json};

use crate::purchases::{media_codes, read_qr};
use crate::refunds::asked;
use crate::support::Shop;
use crate::support::shopper::{Answer, Shopper};
use crate::support::transfers::{owned, try_send};

const REPLACED: Result<(), NotAdmitted> = Err(NotAdmitted::Replaced);

/// A guest who has bought tours for Saturday at noon, and the order's id.
async fn buyer(shop: &Shop, count: u32) -> (Shopper, String) {
    let ada = shop.shopper();
    let order = ada.buy_tours("adult", count).await;
    (ada, order["orderId"].as_str().unwrap().to_owned())
}

async fn first_id(shopper: &Shopper, order: &str) -> String {
    owned(shopper, order).await[0]["id"].as_str().unwrap().to_owned()
}

/// The id and the key of the link of a sent ticket.
fn link_of(ticket: &Value) -> (String, String) {
    let path = ticket["sent"]["path"].as_str().unwrap().to_owned();
    let (id, key) = path.strip_prefix("/ticket/sent/").unwrap().split_once('/').unwrap();
    (id.to_owned(), key.to_owned())
}

async fn open(shopper: &Shopper, (id, key): &(String, String)) -> Answer {
    shopper.post("/api/transfer/received", json!({ "id": id, "key": key })).await
}

async fn act(shopper: &Shopper, call: &str, order: &str, ticket: &str) -> Answer {
    let request = json!({ "extOrderId": order, "ticketId": ticket });
    shopper.post(&format!("/api/transfer/{call}"), request).await
}

/// The text of the QR code of a ticket that the shopper may see.
async fn qr_of(shopper: &Shopper, code: &str) -> String {
    read_qr(&shopper.get(&format!("/api/ticket/barcode/{code}")).await.expect_status(200).body)
}

/// The media code of a ticket that was received, and the text of its QR code.
async fn received_code(shopper: &Shopper, received: &Value) -> (String, String) {
    let html = received["ticketHtml"].as_str().unwrap();
    let picture = html.split("/api/ticket/barcode/").nth(1).unwrap().split('"').next().unwrap();
    (media_codes(html).remove(0), qr_of(shopper, picture).await)
}

/// What a gate says to a QR code on the day of the visit.
async fn at_the_gate(shop: &Shop, qr: &str) -> Result<(), NotAdmitted> {
    let keys = shop.app.tickets.public_keys();
    let list = revocations(&keys, &shop.shopper().get("/api/ticket/revocations").await.text()).unwrap();
    let now = shop.app.clock.now() + Duration::days(1);
    verified_claims(&keys, qr).unwrap().admit(Some(&list), now)
}

#[tokio::test]
async fn recipient_sees_the_sent_ticket_and_nothing_else_of_its_order() {
    let shop = Shop::open().await;
    let (ada, order) = buyer(&shop, 2).await;
    let [first, second] = owned(&ada, &order).await.try_into().unwrap();
    let ticket = first["id"].as_str().unwrap().to_owned();
    let other = second["mediaCode"].as_str().unwrap();
    let sent = try_send(&ada, &order, &ticket, json!({ "email": "nora@example.org" })).await.expect_success();
    let sent = sent["value"].clone();
    assert_eq!((&sent["sent"]["recipientName"], &sent["canBeSent"]), (&json!("Nora"), &json!(true)));
    assert_eq!(sent["mediaCode"], Value::Null, "the recipient shows the code");

    // The link is in the e-mail and opens in any browser.
    let mails = shop.wait_for_emails(2).await;
    let mail = mails.iter().find(|mail| mail.to == "nora@example.org").unwrap();
    assert!(mail.subject.contains("Ada Lovelace sent you a ticket"), "{}", mail.subject);
    assert!(mail.text.contains(sent["sent"]["path"].as_str().unwrap()), "{}", mail.text);
    let number = ada.get_order().await.json()["invoiceNumber"].as_str().unwrap().to_owned();
    let private = [number.as_str(), "ada@example.org", "5185550123", "Main Street", "$", other];
    let nora = shop.new_guest().await;
    let received = open(&nora, &link_of(&sent)).await.expect_status(200).json();
    assert_eq!((&received["senderName"], &received["recipientName"]), (&json!("Ada Lovelace"), &json!("Nora")));
    let html = received["ticketHtml"].as_str().unwrap();
    assert_eq!(media_codes(html).len(), 1);
    let calendar = nora.get(received["calendarPath"].as_str().unwrap()).await.expect_status(200).text();
    assert!(calendar.contains("BEGIN:VEVENT"));
    for (what, text) in [("e-mail", &mail.text), ("page", &received.to_string()), ("calendar", &calendar)] {
        for it in private {
            assert!(!text.contains(it), "{what} contains {it}: {text}");
        }
    }
    let pdf = nora.get(received["pdfPath"].as_str().unwrap()).await;
    assert!(pdf.expect_status(200).body.starts_with(b"%PDF"));
    // The code on the page is the picture of this ticket, and its key opens nothing else.
    let picture = html.split("/api/ticket/barcode/").nth(1).unwrap().split('"').next().unwrap();
    nora.get(&format!("/api/ticket/barcode/{picture}")).await.expect_status(200);
    nora.get(&format!("/api/ticket/calendar/{picture}")).await.expect_status(404);
    nora.get(&format!("/api/transfer/order/{order}")).await.expect_status(404);
    nora.get("/api/order/details").await.expect_status(404);
    assert_eq!(
        shop.count("SELECT COUNT(*) FROM audit_entry WHERE action = 'send-ticket' AND actor = 'shopper'").await,
        1
    );
    shop.stop().await;
}

#[tokio::test]
async fn ticket_that_was_taken_back_has_a_dead_link_and_a_fresh_code() {
    let shop = Shop::open().await;
    let (ada, order) = buyer(&shop, 1).await;
    let ticket = first_id(&ada, &order).await;
    let sent = try_send(&ada, &order, &ticket, json!({})).await.expect_success()["value"].clone();
    let link = link_of(&sent);
    let nora = shop.new_guest().await;
    let received = open(&nora, &link).await.expect_status(200).json();
    let pdf = received["pdfPath"].as_str().unwrap().to_owned();
    let (before, old) = received_code(&nora, &received).await;
    assert_eq!(at_the_gate(&shop, &old).await, Ok(()));

    let again = try_send(&ada, &order, &ticket, json!({ "recipientName": "Bob" })).await;
    let told = "This ticket was sent to Nora. Take it back before you send it to someone else.";
    assert_eq!(again.expect_refusal(), told);
    let back = act(&ada, "take-back", &order, &ticket).await.expect_success()["value"].clone();
    assert_eq!((&back["sent"], &back["locked"]), (&Value::Null, &Value::Null));
    let after = back["mediaCode"].as_str().unwrap().to_owned();
    assert_ne!(after, before);
    let fresh = qr_of(&ada, &after).await;
    assert_eq!((at_the_gate(&shop, &old).await, at_the_gate(&shop, &fresh).await), (REPLACED, Ok(())));
    // More often than links may be guessed.
    for _ in 0..40 {
        open(&nora, &link).await.expect_status(404);
    }
    nora.get(&pdf).await.expect_status(404);
    for path in ["barcode", "calendar"] {
        ada.get(&format!("/api/ticket/{path}/{before}")).await.expect_status(404);
    }
    assert_eq!(media_codes(&ada.get("/api/order/digital-tickets").await.text()), std::slice::from_ref(&after));
    assert_eq!(
        act(&ada, "take-back", &order, &ticket).await.expect_refusal(),
        "This ticket hasn't been sent to anyone, or it was taken back."
    );
    // It can be sent again, and the old link stays dead.
    let sent = try_send(&ada, &order, &ticket, json!({})).await.expect_success()["value"].clone();
    open(&nora, &link_of(&sent)).await.expect_status(200);
    open(&nora, &link).await.expect_status(404);
    assert!(midway::ops::doctor::doctor(&shop.app).await.unwrap().is_empty());
    shop.stop().await;
}

#[tokio::test]
async fn sender_of_a_ticket_has_no_valid_code_of_it_and_is_told_who_has() {
    let shop = Shop::open().await;
    let (ada, order) = buyer(&shop, 2).await;
    let [first, second] = owned(&ada, &order).await.try_into().unwrap();
    let (code_of, id_of) =
        (|it: &Value| it["mediaCode"].as_str().unwrap().to_owned(), |it: &Value| it["id"].as_str().unwrap().to_owned());
    let (kept, old) = (code_of(&second), qr_of(&ada, &code_of(&first)).await);
    let placed = ada.get_order().await.json();
    assert_eq!((&placed["sentTickets"], &placed["hasValidTickets"]), (&json!([]), &json!(true)));
    let sent = try_send(&ada, &order, &id_of(&first), json!({})).await.expect_success()["value"].clone();

    // What the sender has kept does not admit, and what the recipient has does.
    let nora = shop.new_guest().await;
    let received = open(&nora, &link_of(&sent)).await.expect_status(200).json();
    let (code, fresh) = received_code(&nora, &received).await;
    assert_eq!((at_the_gate(&shop, &old).await, at_the_gate(&shop, &fresh).await), (REPLACED, Ok(())));

    // The page, the files and the e-mail of the order say who has it.
    let html = ada.get("/api/order/digital-tickets").await.text();
    assert_eq!(media_codes(&html), std::slice::from_ref(&kept));
    assert!(html.contains("Sent to Nora") && html.contains("Nora has the code for this ticket."), "{html}");
    let placed = ada.get_order().await.json();
    assert_eq!(placed["sentTickets"][0]["recipientName"], json!("Nora"));
    assert_eq!(placed["sentTickets"][0]["ticketId"], first["id"]);
    assert_eq!(placed["ticketingReservationCode"], json!(kept));
    let calendar = ada.get(&format!("/api/order/calendar/{order}")).await.expect_status(200).text();
    assert!(calendar.replace("\r\n ", "").contains(&kept) && !calendar.replace("\r\n ", "").contains(&code));
    let request = json!({ "extOrderId": order, "email": "ada@example.org" });
    ada.post("/api/order/resend-confirmation", request).await.expect_success();
    let mails = shop.wait_for_emails(2).await;
    let mail = mails.iter().find(|mail| mail.text.contains("sent again by request")).unwrap();
    assert!(mail.text.contains("Sent to Nora") || mail.text.contains("Nora has the code"), "{}", mail.text);
    assert!(mail.text.contains(&kept) && !mail.text.contains(&code), "{}", mail.text);
    let refusal = ada.get(&format!("/api/ticket/barcode/{code}")).await.expect_refusal();
    assert_eq!(refusal, "Nora has the code for this ticket.");
    ada.get(&format!("/api/order/digital-tickets/pdf/{order}")).await.expect_status(200);

    // Without a ticket of their own there is nothing to print.
    try_send(&ada, &order, &id_of(&second), json!({ "recipientName": "Bob" })).await.expect_success();
    let placed = ada.get_order().await.json();
    assert_eq!((&placed["ticketingReservationCode"], &placed["hasCalendar"]), (&Value::Null, &json!(false)));
    assert_eq!(placed["hasValidTickets"], json!(true));
    let refusal = ada.get(&format!("/api/order/digital-tickets/pdf/{order}")).await.expect_refusal();
    assert!(refusal.starts_with("All tickets in this order were sent to someone else."), "{refusal}");
    ada.get(&format!("/api/order/calendar/{order}")).await.expect_status(404);

    // A ticket that was taken back is shown again.
    act(&ada, "take-back", &order, &id_of(&first)).await.expect_success();
    let html = ada.get("/api/order/digital-tickets").await.text();
    assert_eq!(media_codes(&html).len(), 1);
    ada.get(&format!("/api/order/digital-tickets/pdf/{order}")).await.expect_status(200);
    shop.stop().await;
}

#[tokio::test]
async fn account_says_which_tickets_were_sent_to_whom() {
    let shop = Shop::open().await;
    let ada = shop.shopper();
    ada.register_and_sign_in("ada@example.org").await;
    let order = ada.buy_tours("adult", 1).await["orderId"].as_str().unwrap().to_owned();
    let ticket = first_id(&ada, &order).await;
    let list = async || ada.get("/api/account/ticket").await.expect_status(200).json();
    assert_eq!(list().await[0]["sentTo"], Value::Null);
    try_send(&ada, &order, &ticket, json!({})).await.expect_success();
    assert_eq!(list().await[0]["sentTo"], json!("Nora"));
    let orders = ada.get("/api/account/order").await.expect_status(200).json();
    assert_eq!(orders[0]["sentTickets"][0]["recipientName"], json!("Nora"));
    for path in ["account", "account-grouping"] {
        let id = if path == "account" { &ticket } else { &order };
        let html = ada.get(&format!("/api/ticket/{path}/{id}/html")).await.expect_status(200).text();
        assert!(html.contains("Sent to Nora") && !html.contains("barcode") && !html.contains(".ics"), "{html}");
    }
    shop.stop().await;
}

#[tokio::test]
async fn fresh_code_keeps_what_the_ticket_says_and_is_given_three_times_a_day() {
    let shop = Shop::open().await;
    let (ada, order) = buyer(&shop, 2).await;
    let ticket = first_id(&ada, &order).await;
    let keys = shop.app.tickets.public_keys();
    let mut code = owned(&ada, &order).await[0]["mediaCode"].as_str().unwrap().to_owned();
    let mut old = Vec::new();
    for _ in 0..3 {
        let before = qr_of(&ada, &code).await;
        let answer = act(&ada, "fresh-code", &order, &ticket).await.expect_success();
        code = answer["value"]["mediaCode"].as_str().unwrap().to_owned();
        let (was, is) =
            (verified_claims(&keys, &before).unwrap(), verified_claims(&keys, &qr_of(&ada, &code).await).unwrap());
        assert_eq!((&was.variant, was.first_day, was.last_day), (&is.variant, is.first_day, is.last_day));
        assert_eq!((was.time, was.performance, &was.place), (is.time, is.performance, &is.place));
        assert_eq!(is.media_code, code);
        old.push(before);
    }
    let told = "You've already gotten 3 new codes for this ticket today. Please try again tomorrow, or contact us.";
    assert_eq!(act(&ada, "fresh-code", &order, &ticket).await.expect_refusal(), told);
    for qr in &old {
        assert_eq!(at_the_gate(&shop, qr).await, REPLACED);
    }
    assert_eq!(at_the_gate(&shop, &qr_of(&ada, &code).await).await, Ok(()));
    assert_eq!(shop.count("SELECT COUNT(*) FROM audit_entry WHERE action = 'fresh-code'").await, 3);
    assert_eq!(shop.count("SELECT COUNT(*) FROM retired_code").await, 3);
    shop.stop().await;
}

#[tokio::test]
async fn only_one_of_several_sends_and_of_several_take_backs_at_once_succeeds() {
    let shop = Shop::open().await;
    let (ada, order) = buyer(&shop, 1).await;
    let ticket = first_id(&ada, &order).await;
    let sends = join_all((0..4).map(|_| try_send(&ada, &order, &ticket, json!({})))).await;
    assert_eq!(sends.iter().filter(|answer| answer.succeeded()).count(), 1);
    let backs = join_all((0..4).map(|_| act(&ada, "take-back", &order, &ticket))).await;
    assert_eq!(backs.iter().filter(|answer| answer.succeeded()).count(), 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM retired_code").await, 2, "one for each");
    shop.stop().await;
}

#[tokio::test]
async fn nobody_else_changes_a_ticket_and_a_used_or_revoked_one_stays_as_it_is() {
    let shop = Shop::open().await;
    let (ada, order) = buyer(&shop, 1).await;
    let (link, token) = shop.wait_for_emails(1).await.remove(0).order_link();
    let (eve, hers) = buyer(&shop, 1).await;
    let (ticket, eves) = (first_id(&ada, &order).await, first_id(&eve, &hers).await);
    let sent = try_send(&ada, &order, &ticket, json!({})).await.expect_success()["value"].clone();
    // Eve names her own order with Ada's ticket, and Ada's order.
    for (of, id) in [(&hers, &ticket), (&order, &ticket), (&order, &eves)] {
        for call in ["take-back", "fresh-code"] {
            act(&eve, call, of, id).await.expect_status(404);
        }
        try_send(&eve, of, id, json!({})).await.expect_status(404);
    }
    let (id, key) = link_of(&sent);
    for wrong in [(id.clone(), "x".to_owned()), (id.clone(), String::new()), ("x".to_owned(), key.clone())] {
        open(&eve, &wrong).await.expect_status(404);
    }
    for name in ["", "www.example.org", "https://example.org", &"x".repeat(61)] {
        let refused = try_send(&eve, &hers, &eves, json!({ "recipientName": name })).await;
        assert_eq!(refused.expect_refusal(), "Enter a name of 60 characters or fewer", "{name}");
    }
    try_send(&eve, &hers, &eves, json!({ "email": "no address" })).await.expect_refusal();

    midway::ops::void::void(&shop.app, code_of(&eve, &hers).await.as_str()).await.unwrap();
    let canceled = "This ticket or pass is no longer valid because it was canceled.";
    for call in ["take-back", "fresh-code"] {
        assert_eq!(act(&eve, call, &hers, &eves).await.expect_refusal(), canceled);
    }
    assert_eq!(try_send(&eve, &hers, &eves, json!({})).await.expect_refusal(), canceled);
    assert_eq!(owned(&eve, &hers).await, Vec::<Value>::new());

    // The visit begins at noon on the next day. Ada opens her order by its link.
    shop.advance(26 * 60);
    let ada = shop.new_guest().await;
    let looked_up = json!({ "extOrderTokenId": link, "token": token, "phoneNumber": "5185550123" });
    ada.post("/api/order/details/external", looked_up).await.expect_success();
    let begun =
        "This ticket is already valid for entry, so it may have been used. Please ask the staff at the entrance.";
    for call in ["take-back", "fresh-code"] {
        assert_eq!(act(&ada, call, &order, &ticket).await.expect_refusal(), begun);
    }
    assert_eq!(owned(&ada, &order).await[0]["locked"], begun);
    open(&ada, &(id, key)).await.expect_status(200);
    shop.stop().await;
}

async fn code_of(shopper: &Shopper, order: &str) -> String {
    owned(shopper, order).await[0]["mediaCode"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn recipient_is_told_once_that_the_ticket_was_canceled_and_others_are_not() {
    let shop = Shop::open().await;
    let (ada, order) = buyer(&shop, 3).await;
    let tickets = owned(&ada, &order).await;
    let recipients = ["nora@example.org", "bob@example.org", "eve@example.org"];
    for (ticket, email) in tickets.iter().zip(recipients) {
        let id = ticket["id"].as_str().unwrap();
        try_send(&ada, &order, id, json!({ "email": email })).await.expect_success();
    }
    shop.wait_for_emails(4).await;
    act(&ada, "take-back", &order, tickets[2]["id"].as_str().unwrap()).await.expect_success();

    // The first and the third ticket are refunded, and the third one is no longer Eve's.
    let ids: Vec<String> = tickets.iter().map(|ticket| ticket["id"].as_str().unwrap().to_owned()).collect();
    let rows = by_ids(shop.app.db.read(), &ids).await.unwrap();
    let code = |at: usize| rows.iter().find(|row| row.id == ids[at]).unwrap().media_code.clone();
    let shown = ada.get_order().await.json();
    let what = What::Units(Chosen::Some { lines: Vec::new(), tickets: vec![code(0), code(2)] });
    let refunded = refund::make(&shop.app, &asked(&shown, what)).await.unwrap();
    let mails = shop.wait_for_emails(6).await;
    let told: Vec<_> =
        mails.iter().filter(|mail| mail.subject == "Canceled: Garden tour, sent by Ada Lovelace").collect();
    assert_eq!(told.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), ["nora@example.org"]);
    assert!(told[0].text.contains("was canceled and is no longer valid"), "{}", told[0].text);
    let number = shown["invoiceNumber"].as_str().unwrap();
    assert!(!told[0].text.contains(number) && !told[0].text.contains('$'), "{}", told[0].text);
    // A job may run again.
    midway::shop::transfer::tell_recipients(&shop.app, &refunded.refund_id).await.unwrap();
    shop.wait_for_emails(6).await;
    // Staff void the second one.
    midway::ops::void::void(&shop.app, &code(1)).await.unwrap();
    let mails = shop.wait_for_emails(7).await;
    assert!(mails.iter().any(|mail| mail.to == "bob@example.org" && mail.subject.starts_with("Canceled: ")));
    let kept = "SELECT COUNT(*) FROM transfer WHERE recipient_email = 'eve@example.org'";
    assert_eq!(shop.count(kept).await, 0, "the address of a ticket that was taken back is forgotten");
    shop.stop().await;
}
