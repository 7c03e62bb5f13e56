//! E-mails: one per order, their content, and their delivery to an SMTP server.

use chrono::Duration;
use midway::ops;
use midway_kernel::time::unbroken;
use serde_json::json;

use crate::support::catalogue::promotions;
use crate::support::shop::{WORKER_OFF, shop_with_pictures};
use crate::support::shopper::{SATURDAY_NOON, SATURDAY_TWO, cents, line, settings};
use crate::support::smtp::SmtpServer;
use crate::support::{Catalogue, Shop, card, until};

#[tokio::test]
async fn order_confirmation_email_has_the_orders_amounts_and_tickets() {
    let catalogue =
        Catalogue::park().setting("mail_from", "Cedar Park <hello@cedar.example>").setting("phone", "(518) 555-0134");
    let shop = Shop::selling(&catalogue).await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    ada.try_add(json!([line("tour", "child", 1, Some(SATURDAY_TWO)), line("book", "guide-book", 1, None)]))
        .await
        .expect_success();
    ada.save_settings("post").await;
    let (payment, _) = ada.pay_with(card::GOOD).await;
    ada.submit(&payment).await.expect_success();
    let order = ada.get_order().await.json();
    let mail = shop.wait_for_emails(1).await.remove(0);

    assert_eq!((mail.from.as_str(), mail.to.as_str()), ("hello@cedar.example", "ada@example.org"));
    let number = order["invoiceNumber"].as_str().unwrap();
    assert_eq!(mail.subject, format!("Your Cedar Park order {number}"));
    assert_eq!(mail.message_id, format!("order-{}@localhost", order["id"].as_str().unwrap()));
    let (id, token) = mail.order_link();
    assert_eq!((id.len(), token.len()), (32, 32), "each has 128 bits");
    assert!(mail.html.contains(&format!("http://localhost:3000/order-lookup/anonymous/{id}/{token}")));

    assert!(
        mail.text.ends_with("Please have your confirmation number ready. Call us at (518) 555-0134.\r\n"),
        "{}",
        mail.text
    );
    assert!(mail.html.contains("href=\"tel:5185550134\"") && mail.html.contains(">Call us at (518) 555-0134.</a>"));

    // The HTML and the text show every amount of the order, as the page does.
    for name in ["displaySubtotal", "taxTotal", "addedFeeTotal", "deliveryTotal", "orderTotal"] {
        let amount = cents(&order[name]);
        let shown = format!("${}.{:02}", amount / 100, amount % 100);
        assert!(mail.text.contains(&shown) && mail.html.contains(&shown), "{name} {shown}: {}", mail.text);
    }
    let fees = order["fees"].as_array().unwrap();
    assert_eq!(fees.iter().map(|fee| cents(&fee["amount"])).sum::<i64>(), cents(&order["feeTotal"]));
    for fee in fees {
        assert!(mail.text.contains(fee["name"].as_str().unwrap()), "{fee}: {}", mail.text);
    }
    for words in ["Tour, Adult", "Tour, Child", "Guide book", "Saturday, November 21, 2026, 12:00 PM", "Visa •••• 4242"]
    {
        let in_html = mail.html.contains(&unbroken(words));
        assert!(mail.text.contains(words) && in_html, "{words}: {}", mail.text);
    }
    assert!(!mail.html.contains("<script") && !mail.html.contains("src=\"http"), "nothing is loaded from the network");
    // Each element whose style has the muted colour also has the class that changes this colour in dark mode.
    for tag in mail.html.split('<').filter(|tag| tag.contains("color:#55585e")) {
        assert!(tag.contains("class=\"soft\""), "{tag}");
    }

    // The codes are attached under the ids that the HTML names, and they are the same pictures as on the ticket page.
    let html = ada.get("/api/order/digital-tickets").await.text();
    let shown = ada.get("/api/order/confirmation").await.json();
    assert_eq!((&shown["order"], &shown["ticketsHtml"]), (&ada.get("/api/order/details").await.json(), &json!(html)));
    let codes = crate::purchases::media_codes(&html);
    assert_eq!((codes.len(), mail.pictures.len()), (4, 4));
    // The tickets are grouped by visit. The guide book is for no day.
    for visit in [
        "Saturday, November 21, 2026, 12:00 PM\r\n2 tickets\r\n",
        "Saturday, November 21, 2026, 2:00 PM\r\n1 ticket\r\n",
        "Cedar Park\r\n1 ticket\r\n",
    ] {
        assert!(mail.text.contains(visit), "{visit}: {}", mail.text);
    }
    assert_eq!(html.matches("class=\"ticket-visit\"").count(), 3, "{html}");
    for code in codes {
        let png = ada.get(&format!("/api/ticket/barcode/{code}")).await.body;
        let (content_id, inside) = mail.pictures.iter().find(|(id, _)| id.starts_with(&code)).unwrap();
        assert_eq!(*inside, png);
        assert!(mail.html.contains(&format!("cid:{content_id}")) && mail.text.contains(&code));
    }

    assert_eq!(mail.text.matches("Valid: Any day\r\n").count(), 1, "the guide book: {}", mail.text);
    assert_eq!(html.matches("<dd>Any day</dd>").count(), 1, "{html}");

    // The calendar file has one event for each performance.
    let calendar = mail.calendar.as_deref().unwrap().replace("\r\n ", "");
    assert_eq!(calendar.matches(&format!("DESCRIPTION:Order: {number}\\n")).count(), 2, "{calendar}");
    assert_eq!(calendar.matches("Call us at (518) 555-0134.\r\n").count(), 2, "{calendar}");
    assert_eq!(calendar.matches("BEGIN:VEVENT").count(), 2, "{calendar}");
    assert!(calendar.contains("DTSTART:20261121T170000Z") && calendar.contains("DTSTART:20261121T190000Z"));
    shop.stop().await;
}

#[tokio::test]
async fn confirmation_email_lists_offer_discounts_and_package_parts() {
    let shop = Shop::selling(&Catalogue::park().with(promotions())).await;
    let ada = shop.new_guest().await;
    let package = json!({
        "productId": "garden-day", "productVariantId": "garden-day-pair", "quantity": 2,
        "performances": [
            { "selectionIndex": 1, "performanceId": SATURDAY_NOON },
            { "selectionIndex": 2, "performanceId": "days.20261121.0900" },
        ],
    });
    let family = [("adult", 4), ("child", 2)].map(|(variant, few)| line("tour", variant, few, Some(SATURDAY_TWO)));
    ada.try_add(json!([family[0], family[1], package])).await.expect_success();
    let with_code = json!({
        "items": [line("tour", "adult", 1, Some(SATURDAY_TWO))], "saleFlowId": 5, "promotionCode": "GARDEN10",
    });
    ada.post("/api/cart/add", with_code).await.expect_success();
    ada.save_settings("post").await;
    let (payment, _) = ada.pay_with(card::GOOD).await;
    ada.submit(&payment).await.expect_success();
    let mail = shop.wait_for_emails(1).await.remove(0);

    // Each line shows its quantity, price and total, and in addition an offer's name and discount, a promotion's name,
    // or the parts of a package.
    let expected = [
        "Tour, Child",
        "Saturday, November 21, 2026, 2:00 PM",
        "2 × $13.75, One child free with two adults −$27.50: $0.00",
        "Tour, Adult",
        "Friends of the garden",
        "1 × $20.25, was $21.25: $20.25",
        "Garden and park, For two",
        "Garden tour, Saturday, November 21, 2026, 12:00 PM",
        "A day in the park, Saturday, November 21, 2026",
        "4 × Tour, Adult",
        "4 × Day ticket, Adult",
        "2 × Guide book",
        "2 × $108.70, bought separately $114.50: $217.40",
    ];
    for words in expected {
        assert!(mail.text.lines().any(|line| line == words), "{words}: {}", mail.text);
    }
    let unbroken = "<span style=\"white-space:nowrap\">";
    let reduced =
        format!("{unbroken}2 × $13.75</span><br>One child free with two adults {unbroken}−$27.50</span></span>");
    assert!(mail.html.contains(&reduced), "{}", mail.html);
    let before = format!("{unbroken}1 × $20.25</span> {unbroken}was <s>$21.25</s></span></span></td>");
    assert!(mail.html.contains(&before), "{}", mail.html);
    let cells = ["$0.00", "$20.25", "$217.40"];
    for words in cells {
        assert!(mail.html.contains(&format!(">{words}</td>")), "{words}: {}", mail.html);
    }
    for words in ["4 × Tour, Adult", "4 × Day ticket, Adult", "2 × Guide book", "Friends of the garden"] {
        assert!(mail.html.contains(&format!("<br>{words}<br>")), "{words}: {}", mail.html);
    }
    shop.stop().await;
}

#[tokio::test]
async fn confirmation_email_embeds_the_operators_logo_and_a_picture_of_the_product() {
    let shop = shop_with_pictures().await;
    let ada = shop.shopper();
    ada.buy_tours("adult", 1).await;
    let mail = shop.wait_for_emails(1).await.remove(0);
    let embedded = |id: &str| mail.pictures.iter().find(|(of, _)| of.starts_with(id)).unwrap();
    for (id, starts, shown) in [
        ("logo@", &b"\x89PNG"[..], "width=\"96\" height=\"32\" alt=\"\""),
        ("product@", &b"\xff\xd8"[..], "width=\"600\" height=\"315\" alt=\"Guests in the garden\""),
    ] {
        let (content_id, bytes) = embedded(id);
        assert!(bytes.starts_with(starts), "{id}");
        assert!(mail.html.contains(&format!("src=\"cid:{content_id}\" {shown}")), "{id}: {}", mail.html);
    }
    shop.stop().await;
}

#[tokio::test]
async fn names_of_shoppers_are_escaped_in_the_html_of_emails() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let mut named = settings("digital");
    named["firstName"] = json!("<img src=x onerror=alert(1)>");
    named["lastName"] = json!("</title>{{site}}");
    ada.post("/api/cart/settings", named).await.expect_success();
    let (payment, _) = ada.pay_with(card::GOOD).await;
    ada.submit(&payment).await.expect_success();
    let mail = shop.wait_for_emails(1).await.remove(0);
    assert!(!mail.html.contains("<img src=x") && !mail.html.contains("onerror=\""), "{}", mail.html);
    assert!(mail.text.contains("<img src=x onerror=alert(1)>"), "the plain text is not escaped");
    shop.stop().await;
}

#[tokio::test]
async fn email_uses_the_operators_texts_and_color() {
    let catalogue = Catalogue::park()
        .setting("mail_color", "#7a2048")
        .message("mail.order.subject", "Bis bald, {{firstName}}")
        .message("mail.order.title", "Gebucht & bezahlt");
    let shop = Shop::selling(&catalogue).await;
    let ada = shop.shopper();
    ada.buy_tours("adult", 1).await;
    let mail = shop.wait_for_emails(1).await.remove(0);
    assert_eq!(mail.subject, "Bis bald, Ada");
    assert!(mail.html.contains("bgcolor=\"#7a2048\"") && !mail.html.contains("#1f4f63"), "{}", mail.html);
    assert!(mail.text.contains("Gebucht & bezahlt") && mail.html.contains("Gebucht &#38; bezahlt"));
    shop.stop().await;
}

#[tokio::test]
async fn email_address_cannot_inject_a_header() {
    let shop = Shop::open().await;
    let ada = shop.shopper();
    let order = ada.buy_tours("adult", 1).await;
    for email in ["ada@example.org\r\nBcc: eve@example.org", "ada@example.org\nSubject: x", "ada@example.org\u{0}"] {
        let asked = json!({ "extOrderId": order["orderId"], "email": email });
        ada.post("/api/order/resend-confirmation", asked).await.expect_status(400);
        let mut saved = settings("digital");
        saved["emailAddress"] = json!(email);
        ada.post("/api/cart/settings", saved).await.expect_status(400);
    }
    for email in
        ["ada@example.org,eve@example.org", "ada@example.org eve@example.org", "<ada@example.org>", "Bcc:a@b.co"]
    {
        let asked = json!({ "extOrderId": order["orderId"], "email": email });
        let words = ada.post("/api/order/resend-confirmation", asked).await.expect_refusal();
        assert_eq!(words, "A valid email address is required", "{email}");
    }
    let mails = shop.wait_for_emails(1).await;
    assert!(!mails[0].has_header("Bcc"));
    shop.stop().await;
}

#[tokio::test]
async fn smtp_server_receives_the_email() {
    let mut server = SmtpServer::start().await;
    let url = server.url();
    let shop = Shop::open_with(&[("SMTP_URL", &url), ("MAIL_FROM", "Gate <gate@cedar.example>")]).await;
    let ada = shop.shopper();
    ada.buy_tours("adult", 2).await;
    let mails = until("the e-mail is sent", || async {
        let mails = server.emails();
        (mails.len() == 1).then_some(mails)
    })
    .await;
    assert_eq!((mails[0].from.as_str(), mails[0].to.as_str()), ("gate@cedar.example", "ada@example.org"));
    assert_eq!(mails[0].pictures.len(), 2);
    assert!(mails[0].calendar.is_some() && mails[0].text.contains("Your order is confirmed"));
    assert!(!shop.data().join("mail").exists(), "no file is written");
    server.stop().await;
    shop.stop().await;
}

#[tokio::test]
async fn mail_test_sends_one_email_from_the_shops_sender_or_says_why_not() {
    let mut server = SmtpServer::down();
    let url = server.url();
    let shop = Shop::open_with(&[("SMTP_URL", &url), ("MAIL_FROM", "Gate <gate@cedar.example>")]).await;
    let to = || "boss@cedar.example".parse().unwrap();
    let refused = ops::mail_test::send(&shop.app, to()).await.unwrap_err().to_string();
    assert!(refused.contains("the SMTP server"), "{refused}");
    server.listen().await;
    let sent = ops::mail_test::send(&shop.app, to()).await.unwrap().to_string();
    assert!(sent.contains("accepted an e-mail from Gate <gate@cedar.example> to boss@cedar.example;"), "{sent}");
    let mails = server.emails();
    assert_eq!(
        (mails.len(), mails[0].from.as_str(), mails[0].to.as_str()),
        (1, "gate@cedar.example", "boss@cedar.example")
    );
    assert!(mails[0].text.contains("The mail server works"), "{}", mails[0].text);
    server.stop().await;
    shop.stop().await;
}

#[tokio::test]
async fn email_waits_for_an_unavailable_smtp_server() {
    let mut server = SmtpServer::down();
    let url = server.url();
    let shop = Shop::open_with(&[("SMTP_URL", &url), WORKER_OFF]).await;
    let ada = shop.shopper();
    ada.buy_tours("adult", 1).await;
    ops::worker::run_due_jobs(&shop.app, || false).await.unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM job WHERE tries = 1 AND last_error IS NOT NULL").await, 1);
    let order = ada.get_order().await.json();
    assert_eq!(order["confirmationGenerationMessage"], "We're sending your confirmation to ada@example.org.");

    server.listen().await;
    // No e-mail is sent before the retry is due.
    ops::worker::run_due_jobs(&shop.app, || false).await.unwrap();
    assert!(server.emails().is_empty());
    shop.clock.advance(Duration::seconds(30));
    ops::worker::run_due_jobs(&shop.app, || false).await.unwrap();
    assert_eq!(server.emails().len(), 1);
    assert_eq!(ada.get_order().await.json()["confirmationGenerationMessage"], json!(null));
    server.stop().await;
    shop.stop().await;
}
