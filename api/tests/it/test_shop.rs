//! Tests of a test shop. It has a public address, and the sandbox processes its payments.

use crate::purchases::media_codes;
use crate::support::Shop;
use crate::support::process::run_to_end;
use crate::support::shop::variables;

const NOTICE: &str = "Test shop: no money is taken, and its tickets admit nobody.";
const HTTPS: (&str, &str) = ("PUBLIC_URL", "https://tickets.example");

#[tokio::test]
async fn shop_with_the_sandbox_starts_at_an_https_address_only_as_a_test_shop() {
    let shop = Shop::open().await;
    let mut variables = variables(shop.data(), shop.database_url());
    variables.retain(|(name, _)| *name != "PUBLIC_URL");
    variables.push((HTTPS.0, HTTPS.1.to_owned()));
    for command in ["serve", "worker"] {
        let said = run_to_end(&variables, &[command]).await;
        assert_eq!(said.code, 2, "{}", said.err);
        assert!(said.err.contains("MIDWAY_TEST_SHOP is not on"), "{}", said.err);
    }
    shop.stop().await;
}

#[tokio::test]
async fn test_shop_is_marked_on_pages_tickets_and_emails() {
    let shop = Shop::open_with(&[HTTPS, ("MIDWAY_TEST_SHOP", "on")]).await;
    let ada = shop.shopper();
    ada.buy_tours("adult", 1).await;
    let settings = ada.get("/api/settings").await;
    assert_eq!(settings.json()["testNotice"], NOTICE);
    assert_eq!(settings.headers["strict-transport-security"], "max-age=63072000; includeSubDomains");
    let html = ada.get("/api/order/digital-tickets").await.expect_status(200).text();
    assert_eq!(html.matches(NOTICE).count(), media_codes(&html).len());
    let mail = shop.wait_for_emails(1).await.remove(0);
    assert!(mail.text.starts_with(NOTICE), "{}", mail.text);
    assert!(mail.html.contains(NOTICE));
    let file = shop.data().join("tickets.pdf");
    let order = ada.get_order().await.json()["id"].as_str().unwrap().to_owned();
    let pdf = ada.get(&format!("/api/order/digital-tickets/pdf/{order}")).await;
    std::fs::write(&file, &pdf.expect_status(200).body).unwrap();
    let text = crate::pdf_tickets::text_of(&file, 1).await;
    assert!(text.contains("Test shop: no money is taken"), "{text}");
    shop.stop().await;
}

#[tokio::test]
async fn normal_shop_is_not_marked_as_a_test_shop() {
    let shop = Shop::open().await;
    let ada = shop.shopper();
    ada.buy_tours("adult", 1).await;
    let settings = ada.get("/api/settings").await;
    assert_eq!(settings.json().get("testNotice"), None);
    assert!(!settings.headers.contains_key("strict-transport-security"));
    assert!(!ada.get("/api/order/digital-tickets").await.text().contains(NOTICE));
    assert!(!shop.wait_for_emails(1).await[0].text.contains(NOTICE));
    shop.stop().await;
}
