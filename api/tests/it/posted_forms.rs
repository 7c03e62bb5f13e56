//! Forms that a browser without scripts posts to their pages.

use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use crate::support::fake_app::{FakeApp, shop_with, shown};
use crate::support::shopper::{Answer, PASSWORD, Shopper, unique_email};
use crate::support::{Catalogue, Shop};

const OTHER: &str = "Difference engine No. 2";
/// The phone number with which the tests' shoppers buy.
const PHONE: &str = "518-555-0123";

async fn shop_of(app: &FakeApp) -> Shop {
    shop_with(app, &Catalogue::park()).await
}

fn location(answer: &Answer) -> (u16, &str) {
    let location = answer.headers.get("location").map_or("", |value| value.to_str().unwrap());
    (answer.status.as_u16(), location)
}

/// What the app was told about the form; null if nothing.
fn posted(answer: &Answer) -> Value {
    let page = shown(&answer.text());
    let Some(header) = page["headers"]["x-midway-posted"].as_str() else { return Value::Null };
    serde_json::from_str(&percent_decode_str(header).decode_utf8().unwrap()).unwrap()
}

async fn sign_in(browser: &Shopper, path: &str, email: &str, password: &str) -> Answer {
    browser.post_form(path, &[("emailAddress", email), ("password", password)], &[]).await
}

#[tokio::test]
async fn signing_in_without_scripts_leads_to_the_return_address_of_this_shop() {
    let app = FakeApp::start().await;
    let shop = shop_of(&app).await;
    let (_, email) = shop.new_account().await;
    let browser = shop.shopper();
    let answer = sign_in(&browser, "/login?ReturnUrl=%2Fcart%3Fa%3D1", &email, PASSWORD).await;
    assert_eq!(location(&answer), (303, "/cart?a=1"));
    assert_eq!(answer.headers["cache-control"], "no-store");
    assert!(browser.is_signed_in().await);
    for elsewhere in [
        "https%3A%2F%2Fevil.example%2F",
        "%2F%2Fevil.example",
        "%2F%5Cevil.example",
        "%2Fapi%2Faccount",
        "%2Flogout",
        "%2Fa&ReturnUrl=%2Fb",
    ] {
        let answer = sign_in(&shop.shopper(), &format!("/login?ReturnUrl={elsewhere}"), &email, PASSWORD).await;
        assert_eq!(location(&answer), (303, "/"), "{elsewhere}");
    }
    assert_eq!(app.targets(), Vec::<String>::new(), "no page was rendered");
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn guests_cart_is_kept_when_signing_in_without_scripts() {
    let app = FakeApp::start().await;
    let shop = shop_of(&app).await;
    let (_, email) = shop.new_account().await;
    let guest = shop.shopper();
    guest.open_shop().await;
    guest.add_tours("adult", 2).await;
    let (cart, session) = (guest.get_lines().await, guest.session_cookie());
    assert_eq!(location(&sign_in(&guest, "/login", &email, PASSWORD).await), (303, "/"));
    assert_eq!(guest.get_lines().await[0]["quantity"], cart[0]["quantity"]);
    assert_ne!(guest.session_cookie(), session, "the session is a new one");
    assert_eq!(location(&guest.post_form("/logout?ReturnUrl=%2Fcart", &[], &[]).await), (303, "/cart"));
    assert!(!guest.is_signed_in().await);
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn refused_sign_in_shows_the_page_again_with_the_apis_message_and_without_the_password() {
    let app = FakeApp::start().await;
    let shop = shop_of(&app).await;
    let (ada, email) = shop.new_account().await;
    let browser = shop.shopper();
    let path = "/login?ReturnUrl=%2Fcart";
    let answer = sign_in(&browser, path, &email, "Wrong engine No. 3").await;
    assert_eq!(answer.status.as_u16(), 422);
    assert_eq!(
        (&answer.headers["cache-control"], answer.headers.get("location")),
        (&"no-store".parse().unwrap(), None)
    );
    assert_eq!(shown(&answer.text())["target"], path);
    let said = posted(&answer);
    let refusal = ada.other_browser();
    refusal.open_shop().await;
    let refusal = refusal.try_sign_in(&unique_email(), "Wrong engine No. 3").await.expect_refusal();
    assert_eq!(said["failure"]["message"], json!(refusal), "as for an unknown address");
    assert_eq!(said["values"], json!({ "emailAddress": email }));
    assert!(!answer.text().contains("Wrong"), "{}", answer.text());
    assert!(!browser.is_signed_in().await);

    // Both ways to sign in count together.
    for _ in 0..4 {
        sign_in(&browser, path, &email, "Wrong engine No. 3").await;
    }
    let limited = sign_in(&browser, path, &email, PASSWORD).await;
    assert_eq!(limited.status.as_u16(), 429);
    let seconds: u64 = limited.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert_eq!(posted(&limited)["failure"]["retryAfterSeconds"], json!(seconds));
    browser.open_shop().await;
    browser.try_sign_in(&email, PASSWORD).await.expect_status(429);
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn address_goes_from_the_first_to_the_second_sign_in_page_with_the_form_and_never_in_an_address() {
    let app = FakeApp::start().await;
    let shop = shop_of(&app).await;
    let (browser, email) = (shop.shopper(), unique_email());
    let typed = [("emailAddress", email.as_str())];
    let next = browser.post_form("/authenticate/smart-login?ReturnUrl=%2Fprofile", &typed, &[]).await;
    assert_eq!(location(&next), (307, "/login?ReturnUrl=%2Fprofile"));
    let page = browser.post_form("/login?ReturnUrl=%2Fprofile", &typed, &[]).await;
    assert_eq!(page.status.as_u16(), 200);
    assert_eq!(posted(&page), json!({ "values": { "emailAddress": email } }));
    let again = browser.post_form("/authenticate/smart-login", &[("emailAddress", "ada")], &[]).await;
    assert_eq!((again.status.as_u16(), posted(&again)["values"]["emailAddress"].as_str()), (422, Some("ada")));
    assert!(app.targets().iter().all(|target| !target.contains("ada")), "{:?}", app.targets());
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn password_is_reset_without_scripts() {
    let app = FakeApp::start().await;
    let shop = shop_of(&app).await;
    let (_, email) = shop.new_account().await;
    let browser = shop.shopper();
    for address in [unique_email().as_str(), &email] {
        let answer = browser.post_form("/forgot-password", &[("emailAddress", address)], &[]).await;
        assert_eq!(location(&answer), (303, "/forgot-password?sent=1"));
    }
    let mail = shop.wait_for_emails(1).await.remove(0);
    let link = mail.text.split_once("http://localhost:3000").unwrap().1.split_whitespace().next().unwrap();
    let weak = browser.post_form(link, &[("newPassword", "simple")], &[]).await;
    assert_eq!(weak.status.as_u16(), 422);
    assert_eq!(posted(&weak)["failure"]["errors"][0]["field"], "newPassword");
    assert_eq!(posted(&weak)["values"], json!({}));
    assert_eq!(weak.headers["referrer-policy"], "no-referrer");
    let done = browser.post_form(link, &[("newPassword", OTHER)], &[]).await;
    assert_eq!(location(&done), (303, "/login?changed=1"));
    assert_eq!(location(&sign_in(&browser, "/login", &email, OTHER).await), (303, "/"));
    let used = shop.shopper().post_form(link, &[("newPassword", OTHER)], &[]).await;
    assert_eq!(
        posted(&used)["failure"]["message"].as_str(),
        Some("This link is no longer valid. Please request a new one.")
    );
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn order_is_found_without_scripts_and_the_public_page_keeps_nothing_of_the_form() {
    let app = FakeApp::start().await;
    let shop = shop_of(&app).await;
    let order = shop.shopper().buy_tours("adult", 2).await;
    let number = order["invoiceNumber"].as_str().unwrap();
    shop.wait_for_emails(1).await;
    let browser = shop.shopper();
    let wrong = browser.post_form("/order-lookup", &[("orderNumber", ""), ("email", "Eve Mallory")], &[]).await;
    assert_eq!((wrong.status.as_u16(), wrong.headers["cache-control"].to_str().unwrap()), (422, "no-store"));
    assert_eq!(posted(&wrong)["values"], json!({ "orderNumber": "", "email": "Eve Mallory" }));
    assert_eq!(posted(&wrong)["failure"]["errors"].as_array().unwrap().len(), 2);
    let page = browser.get("/order-lookup").await;
    assert_eq!((posted(&page), page.text().contains("Eve")), (Value::Null, false));
    let sent = browser.post_form("/order-lookup", &[("orderNumber", number), ("email", "ada@example.org")], &[]).await;
    assert_eq!(location(&sent), (303, "/order-lookup?sent=1"));
    let mails = shop.wait_for_emails(2).await;

    let (id, token) = mails[1].order_link();
    let link = format!("/order-lookup/anonymous/{id}/{token}");
    let refused = browser.post_form(&link, &[("phoneNumber", "5185550199")], &[]).await;
    assert_eq!(refused.status.as_u16(), 404);
    let opened = browser.post_form(&link, &[("phoneNumber", PHONE)], &[]).await;
    assert_eq!(location(&opened), (303, link.as_str()));
    let shown = browser.get(&format!("/api/order/details/external?extOrderTokenId={id}")).await;
    assert_eq!(shown.expect_status(200).json()["invoiceNumber"], json!(number));
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn form_of_a_page_elsewhere_changes_nothing() {
    let app = FakeApp::start().await;
    let shop = shop_of(&app).await;
    let (ada, email) = shop.new_account().await;
    let form = [("emailAddress", email.as_str()), ("password", PASSWORD)];
    let forged: [(&str, &[(&str, &str)]); 6] = [
        ("another site", &[("origin", "https://evil.example")]),
        ("another site with Fetch Metadata", &[("sec-fetch-site", "cross-site")]),
        ("a neighbouring site", &[("sec-fetch-site", "same-site")]),
        ("no page", &[("sec-fetch-site", "none")]),
        ("a sandboxed frame", &[("origin", "null")]),
        ("a client that does not say", &[("origin", "")]),
    ];
    for (who, headers) in forged {
        let browser = shop.shopper();
        let answer = browser.post_form("/login?ReturnUrl=%2Fcart", &form, headers).await;
        assert_eq!(answer.status.as_u16(), 403, "{who}");
        assert_eq!(posted(&answer)["values"], json!({}), "{who}");
        assert!(posted(&answer)["failure"]["message"].as_str().unwrap().contains("verify"), "{who}");
        assert!(!browser.is_signed_in().await, "{who}");
        assert_eq!(ada.post_form("/logout", &[], headers).await.status.as_u16(), 403, "{who}");
    }
    assert!(ada.is_signed_in().await);
    // Browsers that send Fetch Metadata send no origin from a page that sends no referrer.
    let own = [("sec-fetch-site", "same-origin"), ("origin", "null")];
    assert_eq!(ada.post_form("/logout", &[], &own).await.status.as_u16(), 303);
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn form_that_is_too_large_or_no_form_is_refused_and_other_pages_have_no_form() {
    let app = FakeApp::start().await;
    let shop = shop_of(&app).await;
    let browser = shop.shopper();
    let long = "a".repeat(9_000);
    assert_eq!(sign_in(&browser, "/login", &long, PASSWORD).await.status.as_u16(), 413);
    assert_eq!(browser.post("/login", json!({ "emailAddress": "a" })).await.status.as_u16(), 415);
    assert_eq!(browser.post_text("/login", "emailAddress=a&password=b").await.status.as_u16(), 415);
    let form = [("emailAddress", "ada@example.org"), ("password", PASSWORD)];
    for page in ["/profile", "/authenticate/register?ReturnUrl=%2Fa", "/nothing-here", "/login/x"] {
        assert_eq!(location(&browser.post_form(page, &form, &[]).await), (303, page));
    }
    assert_eq!(app.targets(), Vec::<String>::new());
    let long = browser.post_form("/login", &[("emailAddress", &"a".repeat(400))], &[]).await;
    assert_eq!(posted(&long), json!({ "values": {} }), "what is no address is not shown again");
    let forged = browser.call(reqwest::Method::GET, "/login", None, &[("x-midway-posted", "%7B%7D")]).await;
    assert_eq!(posted(&forged), Value::Null, "only the door says what was posted");
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn page_that_the_operator_replaced_has_no_form() {
    let app = FakeApp::start().await;
    let shop = shop_with(&app, &Catalogue::park().setting("login_url", "https://id.example/in")).await;
    let (_, email) = shop.new_account().await;
    let browser = shop.shopper();
    assert_eq!(location(&sign_in(&browser, "/login", &email, PASSWORD).await), (303, "/login"));
    assert!(!browser.is_signed_in().await);
    shop.stop().await;
    app.stop().await;
}
