//! Lines of orders of which several performances are canceled or moved: their buyers are told once of each, and keep the choice
//! that they were promised.

use chrono::Duration;
use midway::ops;
use midway::ops::worker::run_due_jobs;
use midway::shop::performance_cancellation::{begin, begin_move, go_on, go_on_with, look_again};
use midway::shop::refund::{self, By};
use midway_kernel::id::PerformanceId;
use serde_json::{Value, json};

use crate::refunds::buy_with;
use crate::support::catalogue::table::{part, product, selection, variant};
use crate::support::emails::ReadEmail;
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::{Shopper, line, unique_email};
use crate::support::transfers::send_first_to;
use crate::support::{Catalogue, Shop, card};

const DAY: &str = "days.20261122.0900";
const TOUR: &str = "tours.20261122.1200";
const MONDAY: &str = "tours.20261123.1200";
const BY: By<'static> = By { actor: "Mara", reason: Some("storm") };

fn id(text: &str) -> PerformanceId {
    PerformanceId(text.to_owned())
}

/// A park that sells a day with a tour. Its worker does not run.
fn park() -> Catalogue {
    let both = variant("both-adult", "Adult")
        .with(part("adult").quantity(1).selections(vec![1]))
        .with(part("day-adult").quantity(1).selections(vec![2]));
    let both = product("both", "Day and tour")
        .short_description("Both on one day.")
        .package(10, "Together")
        .with(selection(["tour"]))
        .with(selection(["day"]))
        .with(both);
    Catalogue::park().with([both])
}

fn without_tour() -> Catalogue {
    park().no_tours_on(["2026-11-22"])
}

/// The same without the day and the tour of Sunday.
fn without_both() -> Catalogue {
    without_tour().edit_schedule("days", |days| days.closed(["2026-11-22"]))
}

async fn start() -> Shop {
    Shop::selling_with(&park(), &[WORKER_OFF]).await
}

async fn buy(shop: &Shop, items: Value) -> (Shopper, Value) {
    let shopper = shop.new_guest().await;
    shopper.try_add(items).await.expect_success();
    let order = buy_with(&shopper, card::GOOD, "digital").await;
    (shopper, order)
}

fn both() -> Value {
    let visits = json!([{ "selectionIndex": 1, "performanceId": TOUR }, { "selectionIndex": 2, "performanceId": DAY }]);
    json!({ "productId": "both", "productVariantId": "both-adult", "quantity": 1, "performances": visits })
}

/// Cancels a performance and lets buyers choose for so many hours. Returns how many orders were refunded and how many buyers
/// asked.
async fn cancel(shop: &Shop, performance: &str, hours: Option<i64>) -> (usize, usize) {
    let until = hours.map(|hours| shop.app.clock.now() + Duration::hours(hours));
    let decision = begin(&shop.app, &id(performance), until, BY).await.unwrap();
    let progress = go_on_with(&shop.app, &decision, |_| ()).await.unwrap();
    (progress.refunded, progress.asked)
}

/// How many orders workers refund or move now.
async fn work(shop: &Shop) -> usize {
    go_on(&shop.app).await.unwrap() + look_again(&shop.app).await.unwrap()
}

/// The e-mails whose subject contains this.
async fn mails(shop: &Shop, subject: &str) -> Vec<ReadEmail> {
    // The job about a refund makes that of the recipient.
    for _ in 0..2 {
        run_due_jobs(&shop.app, || false).await.unwrap();
    }
    shop.emails().into_iter().filter(|mail| mail.subject.contains(subject)).collect()
}

async fn count_refunds(shop: &Shop) -> i64 {
    shop.count("SELECT COUNT(*) FROM refund").await
}

async fn choices(shopper: &Shopper) -> Vec<String> {
    let choices = shopper.get_order().await.json()["choices"].clone();
    serde_json::from_value(choices).unwrap()
}

async fn end(shop: Shop) {
    while refund::settle(&shop.app).await.unwrap() > 0 {}
    assert_eq!(ops::doctor::doctor(&shop.app).await.unwrap(), Vec::<String>::new());
    shop.stop().await;
}

const DAY_CANCELED: &str = "Canceled: A day in the park, Sunday, November 22, 2026.";
const TOUR_CANCELED: &str = "Canceled: Garden tour, Sunday, November 22, 2026, 12:00 PM.";

#[tokio::test]
async fn buyer_is_told_once_of_each_canceled_visit_of_a_package_and_refunded_once_at_the_end_that_was_promised() {
    // The second choice ends before the first one, or after it.
    let promised = "November 21, 2026, 6:00 AM";
    for (first, second) in [(20, 5), (5, 20)] {
        let shop = start().await;
        let (ada, _) = buy(&shop, json!([both()])).await;
        shop.import_withdrawing(&without_both()).await;
        assert_eq!(cancel(&shop, TOUR, Some(first)).await, (0, 1));
        let told = mails(&shop, "Action needed").await;
        assert!(told.len() == 1 && told[0].subject.contains("12:00 PM"), "{told:?}");
        assert_eq!(choices(&ada).await.len(), 1);
        assert!(choices(&ada).await[0].starts_with(TOUR_CANCELED), "{:?}", choices(&ada).await);

        assert_eq!(cancel(&shop, DAY, Some(second)).await, (0, 1));
        assert_eq!(work(&shop).await, 0);
        let told = mails(&shop, "Action needed").await;
        let of_day: Vec<&ReadEmail> = told.iter().filter(|mail| mail.subject.contains("A day in the park")).collect();
        assert_eq!((told.len(), of_day.len()), (2, 1), "each is named once");
        assert!(of_day[0].text.contains(&format!("You have until {promised}.")), "{}", of_day[0].text);
        let choices = choices(&ada).await;
        for (choice, canceled) in choices.iter().zip([TOUR_CANCELED, DAY_CANCELED]) {
            assert!(choice.starts_with(canceled) && choice.contains(promised), "{choice}");
        }
        assert_eq!(choices.len(), 2);

        // It is Friday, 10:00.
        shop.advance_by(Duration::hours(5));
        assert_eq!((work(&shop).await, count_refunds(&shop).await), (0, 0), "the longer promise holds");
        assert_eq!(ops::doctor::doctor(&shop.app).await.unwrap(), Vec::<String>::new());
        shop.advance_by(Duration::hours(15));
        assert_eq!((work(&shop).await, work(&shop).await, count_refunds(&shop).await), (1, 0, 1));
        assert_eq!(mails(&shop, "Action needed").await.len(), 2);
        assert_eq!(mails(&shop, "Canceled: ").await.len(), 1);
        end(shop).await;
    }
}

#[tokio::test]
async fn cancellation_without_a_choice_leaves_buyers_the_one_that_they_were_promised() {
    let shop = start().await;
    let (ada, _) = buy(&shop, json!([both()])).await;
    buy(&shop, json!([line("day-ticket", "day-adult", 1, Some(DAY))])).await;
    shop.import_withdrawing(&without_both()).await;
    assert_eq!(cancel(&shop, TOUR, Some(10)).await, (0, 1));
    let listed = ops::cancel_performance::listed(&shop.app, &id(DAY), None).await.unwrap();
    let would_be =
        "1 order would be refunded, and 1 buyer would still choose because of another performance; nothing was changed";
    assert_eq!(listed.lines().last(), Some(would_be));
    let done = ops::cancel_performance::cancel(&shop.app, &id(DAY), None, BY).await.unwrap();
    let waits = "1 buyer still chooses because of another performance; then a worker refunds the order";
    assert_eq!(done.to_string(), format!("{waits}\n1 order was refunded, 0 were not"));
    let again = ops::cancel_performance::cancel(&shop.app, &id(DAY), None, BY).await.unwrap();
    assert_eq!(again.to_string(), format!("{waits}\n0 orders were refunded, 0 were not"));
    assert_eq!((work(&shop).await, count_refunds(&shop).await), (0, 1));
    assert_eq!(choices(&ada).await.len(), 2);
    assert_eq!(mails(&shop, "canceled visit: A day in the park, Sunday, November 22, 2026").await.len(), 1);
    shop.advance_by(Duration::hours(10));
    assert_eq!((work(&shop).await, count_refunds(&shop).await), (1, 2));
    assert_eq!(shop.count("SELECT COUNT(*) FROM performance_cancellation WHERE ended_at IS NULL").await, 0);
    end(shop).await;
}

#[tokio::test]
async fn move_of_another_visit_leaves_the_choice_because_of_a_canceled_one() {
    let shop = start().await;
    let (ada, _) = buy(&shop, json!([both()])).await;
    shop.import_withdrawing(&without_both()).await;
    assert_eq!(cancel(&shop, DAY, Some(20)).await, (0, 1));
    let five = Some(shop.app.clock.now() + Duration::hours(5));
    begin_move(&shop.app, (&id(TOUR), &id(MONDAY)), five, BY).await.unwrap();
    assert_eq!((work(&shop).await, work(&shop).await), (1, 0));
    assert_eq!((mails(&shop, "Action needed").await.len(), mails(&shop, "New date").await.len()), (1, 1));
    let choices = choices(&ada).await;
    assert!(choices[0].starts_with(DAY_CANCELED) && choices[0].contains("November 21, 2026, 6:00 AM"), "{choices:?}");
    let moved = "Moved: Garden tour, Sunday, November 22, 2026, 12:00 PM. New time: Monday, November 23, 2026, \
                 12:00 PM.";
    assert_eq!(choices[1..], [moved]);
    shop.advance_by(Duration::hours(19));
    assert_eq!(count_refunds(&shop).await, 0);
    shop.advance_by(Duration::hours(1));
    assert_eq!((work(&shop).await, count_refunds(&shop).await), (1, 1));
    assert_eq!(mails(&shop, "Action needed").await.len(), 1);
    end(shop).await;
}

#[tokio::test]
async fn choice_because_of_a_move_goes_on_when_the_new_date_is_canceled() {
    let shop = start().await;
    let (ada, _) = buy(&shop, json!([line("tour", "adult", 1, Some(TOUR))])).await;
    shop.import_withdrawing(&without_tour()).await;
    let ten = Some(shop.app.clock.now() + Duration::hours(10));
    begin_move(&shop.app, (&id(TOUR), &id(MONDAY)), ten, BY).await.unwrap();
    assert_eq!(work(&shop).await, 1);
    shop.import_withdrawing(&park().no_tours_on(["2026-11-22", "2026-11-23"])).await;
    assert_eq!(cancel(&shop, MONDAY, None).await, (0, 1));
    let choices = choices(&ada).await;
    let canceled = "Canceled: Tour, Monday, November 23, 2026, 12:00 PM.";
    assert!(choices.len() == 1 && choices[0].starts_with(canceled), "{choices:?}");
    assert_eq!((work(&shop).await, count_refunds(&shop).await), (0, 0));
    shop.advance_by(Duration::hours(10));
    assert_eq!((work(&shop).await, count_refunds(&shop).await), (1, 1));
    end(shop).await;
}

#[tokio::test]
async fn order_that_is_refunded_in_part_counts_although_its_buyer_chooses_about_the_rest() {
    let shop = start().await;
    let (_, _) = buy(&shop, json!([both(), line("tour", "adult", 1, Some(TOUR))])).await;
    shop.import_withdrawing(&without_tour()).await;
    // It is Friday, 10:00. On Sunday at 10:00, the day of the package has begun.
    shop.advance_by(Duration::hours(48));
    assert_eq!(cancel(&shop, TOUR, Some(1)).await, (1, 1));
    assert_eq!(count_refunds(&shop).await, 1);
    shop.advance_by(Duration::hours(1));
    assert_eq!((work(&shop).await, count_refunds(&shop).await), (1, 2));
    end(shop).await;
}

#[tokio::test]
async fn buyers_and_recipients_are_told_that_a_performance_takes_place_after_all() {
    let shop = start().await;
    let (ada, order) = buy(&shop, json!([line("tour", "adult", 2, Some(TOUR))])).await;
    let nora = unique_email();
    send_first_to(&ada, &order, &nora).await;
    shop.import_withdrawing(&without_tour()).await;
    assert_eq!(cancel(&shop, TOUR, Some(10)).await, (0, 1));
    assert_eq!(mails(&shop, "anceled").await.len(), 2);
    shop.advance(1);
    shop.import(&park()).await;
    assert_eq!((work(&shop).await, work(&shop).await), (0, 0));
    let told = mails(&shop, "Back on").await;
    assert_eq!(told.len(), 2, "{told:?}");
    let of_ada = told.iter().find(|mail| mail.to == "ada@example.org").unwrap();
    assert_eq!(of_ada.subject, "Back on: Tour, Sunday, November 22, 2026, 12:00 PM");
    let text = of_ada.text.replace("\r\n", " ");
    assert!(text.contains("Your tickets are still valid. You don't need to do anything."), "{text}");
    of_ada.order_link();
    let of_nora = told.iter().find(|mail| mail.to == nora).unwrap();
    assert_eq!(of_nora.subject, "Back on: Garden tour, sent by Ada Lovelace");
    let text = of_nora.text.replace("\r\n", " ");
    assert!(text.contains("The ticket Ada Lovelace sent you is still valid"), "{text}");
    assert!(choices(&ada).await.is_empty());
    shop.advance_by(Duration::hours(10));
    assert_eq!((work(&shop).await, count_refunds(&shop).await), (0, 0));
    // It may be canceled again.
    shop.import_withdrawing(&without_tour()).await;
    assert_eq!(cancel(&shop, TOUR, Some(5)).await, (0, 1));
    assert_eq!(mails(&shop, "anceled").await.len(), 4);
    end(shop).await;
}

#[tokio::test]
async fn choice_because_of_another_performance_goes_on_when_one_takes_place_after_all() {
    let shop = start().await;
    let (ada, _) = buy(&shop, json!([both()])).await;
    shop.import_withdrawing(&without_both()).await;
    cancel(&shop, DAY, Some(20)).await;
    cancel(&shop, TOUR, Some(5)).await;
    assert_eq!(mails(&shop, "Action needed").await.len(), 2);
    shop.advance(1);
    shop.import(&without_tour()).await;
    assert_eq!(work(&shop).await, 0);
    let choices = choices(&ada).await;
    assert!(choices.len() == 1 && choices[0].starts_with(TOUR_CANCELED), "{choices:?}");
    let told = mails(&shop, "Back on: A day in the park, Sunday, November 22, 2026").await;
    assert_eq!(told.len(), 1);
    let text = told[0].text.replace("\r\n", " ");
    let until =
        "You can still choose what you'd like instead on your order page. You have until November 21, 2026, 6:00 AM.";
    assert!(text.contains(until), "{text}");
    assert!(!text.contains("You don't need to do anything."), "{text}");
    shop.advance_by(Duration::hours(20));
    assert_eq!((work(&shop).await, count_refunds(&shop).await), (1, 1));
    end(shop).await;
}

#[tokio::test]
async fn choice_because_of_a_move_goes_on_when_its_new_date_takes_place_after_all() {
    let shop = start().await;
    let (ada, _) = buy(&shop, json!([line("tour", "adult", 1, Some(TOUR))])).await;
    shop.import_withdrawing(&without_tour()).await;
    let ten = Some(shop.app.clock.now() + Duration::hours(10));
    begin_move(&shop.app, (&id(TOUR), &id(MONDAY)), ten, BY).await.unwrap();
    work(&shop).await;
    shop.import_withdrawing(&park().no_tours_on(["2026-11-22", "2026-11-23"])).await;
    cancel(&shop, MONDAY, Some(5)).await;
    shop.advance(1);
    shop.import(&without_tour()).await;
    assert_eq!(work(&shop).await, 0);
    let choices = choices(&ada).await;
    assert!(choices.len() == 1 && choices[0].contains("New time: Monday, November 23, 2026"), "{choices:?}");
    shop.advance_by(Duration::hours(11));
    assert_eq!((work(&shop).await, count_refunds(&shop).await), (0, 0), "the new date stands");
    end(shop).await;
}

#[tokio::test]
async fn emails_that_were_not_sent_yet_are_not_sent_when_the_performance_takes_place_after_all() {
    let shop = start().await;
    let (ada, order) = buy(&shop, json!([line("tour", "adult", 2, Some(TOUR))])).await;
    send_first_to(&ada, &order, &unique_email()).await;
    shop.import_withdrawing(&without_tour()).await;
    assert_eq!(mails(&shop, "sent you a ticket").await.len(), 1);
    assert_eq!(cancel(&shop, TOUR, Some(10)).await, (0, 1));
    shop.advance(1);
    shop.import(&park()).await;
    assert_eq!(work(&shop).await, 0);
    let told = mails(&shop, "take").await;
    assert!(told.is_empty(), "{:?}", told.iter().map(|mail| &mail.subject).collect::<Vec<_>>());
    assert!(choices(&ada).await.is_empty());
    end(shop).await;
}

#[tokio::test]
async fn recipient_who_got_the_ticket_after_the_buyer_was_asked_is_not_told() {
    let shop = start().await;
    let (ada, order) = buy(&shop, json!([line("tour", "adult", 2, Some(TOUR))])).await;
    shop.import_withdrawing(&without_tour()).await;
    assert_eq!(cancel(&shop, TOUR, Some(10)).await, (0, 1));
    shop.advance(1);
    send_first_to(&ada, &order, &unique_email()).await;
    mails(&shop, "").await;
    shop.import(&park()).await;
    work(&shop).await;
    let told = mails(&shop, "Back on").await;
    assert!(told.len() == 1 && told[0].to == "ada@example.org", "{told:?}");
    end(shop).await;
}
