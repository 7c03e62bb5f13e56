//! Reminders of visits: sent once, in the morning of the day before, and only if the visit still takes place.

use chrono::Duration;
use midway::ops::void::void;
use midway::ops::worker::run_due_jobs;
use serde_json::json;

use crate::purchases::media_codes;
use crate::support::catalogue::table::{PARK, opening_hours};
use crate::support::emails::ReadEmail;
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{SATURDAY_NOON, Shopper, line};
use crate::support::{Catalogue, Shop};

const SUNDAY_NOON: &str = "tours.20261122.1200";
const MONDAY_NOON: &str = "tours.20261123.1200";

/// Buys a tour at each of these times and returns the tickets' codes.
async fn buy(shop: &Shop, shopper: &Shopper, performances: &[&str]) -> Vec<String> {
    shopper.open_shop().await;
    let lines: Vec<_> = performances.iter().map(|it| line("tour", "adult", 1, Some(it))).collect();
    shopper.try_add(json!(lines)).await.expect_success();
    shopper.check_out().await;
    run_due_jobs(&shop.app, || false).await.unwrap();
    media_codes(&shopper.get("/api/order/digital-tickets").await.text())
}

/// Runs the jobs that are due and returns the reminders that were sent so far.
async fn reminders(shop: &Shop) -> Vec<ReadEmail> {
    run_due_jobs(&shop.app, || false).await.unwrap();
    shop.emails().into_iter().filter(|mail| mail.text.contains("See you on")).collect()
}

#[tokio::test]
async fn reminder_is_sent_at_ten_in_the_morning_of_the_day_before_with_tickets_and_place() {
    let catalogue = Catalogue::park().edit("site", PARK, |site| {
        site.with(opening_hours("09:00", "18:30"))
            .set("map_url", "https://maps.example.org/cedar")
            .set("directions", "<p>Take bus <b>12</b> to the gate.</p>")
            .set("what_to_bring", vec!["Sturdy shoes", "A coat"])
    });
    let shop = Shop::selling_with(&catalogue, &[WORKER_OFF]).await;
    let codes = buy(&shop, &shop.shopper(), &[SUNDAY_NOON]).await;
    // The clock stands at ten in the morning of Friday.
    shop.clock.advance(Duration::hours(24) - Duration::minutes(1));
    assert!(reminders(&shop).await.is_empty());
    shop.clock.advance(Duration::minutes(1));
    let sent = reminders(&shop).await;
    assert_eq!(sent.len(), 1);
    assert_eq!(reminders(&shop).await.len(), 1, "once");
    let mail = &sent[0];
    assert_eq!(
        (mail.subject.as_str(), mail.to.as_str()),
        ("Your visit to Cedar Park on Sunday, November 22, 2026", "ada@example.org")
    );
    for part in [
        "Open: 9:00 AM to 6:30 PM",
        "Where: Cedar Park, 1 Gate Road, Albany, NY 12207",
        "Getting there: Take bus 12 to the gate.",
        "What to bring: Sturdy shoes\r\nA coat",
        "Get directions:\r\nhttps://maps.example.org/cedar",
        codes[0].as_str(),
    ] {
        assert!(mail.text.contains(part), "{part} in {}", mail.text);
    }
    assert_eq!(mail.pictures.len(), 1, "the code of the ticket");
    shop.stop().await;
}

#[tokio::test]
async fn each_day_of_an_order_has_a_reminder_with_the_tickets_of_that_day() {
    let shop = Shop::open_with(&[WORKER_OFF]).await;
    let codes = buy(&shop, &shop.shopper(), &[SATURDAY_NOON, SUNDAY_NOON, MONDAY_NOON]).await;
    assert_eq!(codes.len(), 3);
    for expected in 1..=2 {
        shop.clock.advance(Duration::days(1));
        assert_eq!(reminders(&shop).await.len(), expected);
    }
    let sent = reminders(&shop).await;
    let shown = |mail: &ReadEmail| codes.iter().filter(|code| mail.text.contains(code.as_str())).count();
    assert!(sent.iter().all(|mail| shown(mail) == 1), "each has the ticket of its day only");
    let saturday = sent.iter().filter(|mail| mail.subject.contains("Saturday")).count();
    assert_eq!(saturday, 0, "the order was placed when the reminder for Saturday would have been sent");
    shop.stop().await;
}

#[tokio::test]
async fn void_ticket_and_switched_off_reminders_send_nothing() {
    let shop = Shop::open_with(&[WORKER_OFF]).await;
    let codes = buy(&shop, &shop.shopper(), &[SUNDAY_NOON]).await;
    void(&shop.app, &codes[0]).await.unwrap();
    buy(&shop, &shop.shopper(), &[MONDAY_NOON]).await;
    shop.import(&Catalogue::park().setting("visit_reminders", false)).await;
    buy(&shop, &shop.shopper(), &[MONDAY_NOON]).await;
    shop.clock.advance(Duration::days(2));
    assert!(reminders(&shop).await.is_empty());
    shop.stop().await;
}

#[tokio::test]
async fn reminder_that_is_late_is_not_sent_on_the_day_itself() {
    let shop = Shop::open_with(&[WORKER_OFF]).await;
    buy(&shop, &shop.shopper(), &[SUNDAY_NOON]).await;
    // No worker ran on Saturday. It is now one minute after midnight in New York.
    shop.clock.advance(Duration::hours(24 + 14) + Duration::minutes(1));
    assert!(reminders(&shop).await.is_empty());
    shop.stop().await;
}

#[tokio::test]
async fn withdrawn_performance_has_no_reminder_and_others_of_that_day_have_one() {
    let shop = Shop::open_with(&[WORKER_OFF]).await;
    buy(&shop, &shop.shopper(), &[SUNDAY_NOON]).await;
    let others = buy(&shop, &shop.shopper(), &[MONDAY_NOON]).await;
    shop.import_withdrawing(&Catalogue::park().no_tours_on(["2026-11-22"])).await;
    shop.clock.advance(Duration::days(1));
    assert!(reminders(&shop).await.is_empty(), "the tour on Sunday does not take place");
    shop.clock.advance(Duration::days(1));
    let sent = reminders(&shop).await;
    assert!(sent.len() == 1 && sent[0].text.contains(&others[0]), "{}", sent.len());
    shop.stop().await;
}
