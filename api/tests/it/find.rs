//! Finding something to buy: by day, by words, and by kind, venue, audience, accessibility and price.

use serde_json::{Value, json};

use crate::support::catalogue::table::{
    Table, part, price_calendar, price_rule, product, schedule, selection, tag_sale, timed_show, variant,
};
use crate::support::catalogue::{promotions, weekend_bundle};
use crate::support::shopper::{SATURDAY, SATURDAY_NOON, Shopper, cents, line};
use crate::support::{Catalogue, Shop};

/// The park with headings, without tours on Mondays.
fn listed() -> Catalogue {
    Catalogue::park()
        .with(weekend_bundle())
        .edit_schedule("tours", |tours| tours.weekdays(["tue", "wed", "thu", "fri", "sat", "sun"]))
        .edit_tour(|tour| tour.category("Tours").audiences(["Families"]).accessibility(["step-free", "captions"]))
        .edit_product("day-ticket", |ticket| ticket.category("Tickets").audiences(["Families", "Groups"]))
        .edit_product("book", |book| book.category("Shop"))
}

async fn find(shopper: &Shopper, query: &str) -> Value {
    let answer = shopper.get(&format!("/api/find?{query}")).await;
    answer.expect_status(200);
    answer.json()
}

/// The ids of what was found, each with how it fits.
fn fits(found: &Value) -> Vec<(String, String)> {
    let text = |item: &Value, key: &str| item[key].as_str().unwrap().to_owned();
    found["items"].as_array().unwrap().iter().map(|item| (text(item, "id"), text(item, "fit"))).collect()
}

fn ids(found: &Value) -> Vec<String> {
    fits(found).into_iter().map(|(id, _)| id).collect()
}

fn item<'v>(found: &'v Value, id: &str) -> &'v Value {
    found["items"].as_array().unwrap().iter().find(|item| item["id"] == json!(id)).unwrap()
}

fn as_text(pairs: &[(String, String)]) -> Vec<(&str, &str)> {
    pairs.iter().map(|(id, fit)| (id.as_str(), fit.as_str())).collect()
}

#[tokio::test]
async fn day_lists_what_is_open_then_what_needs_no_day_then_what_is_closed() {
    let shop = Shop::selling(&listed()).await;
    let ada = shop.shopper();
    let found = find(&ada, &format!("date={SATURDAY}")).await;
    let saturday = [("weekend", "onDay"), ("tour", "onDay"), ("day-ticket", "onDay"), ("book", "anyDay")];
    assert_eq!(as_text(&fits(&found)), saturday, "in the order of the catalogue, bundles first");
    let tour = item(&found, "tour");
    assert_eq!(tour["times"], json!(["12:00", "14:00", "21:00"]));
    assert_eq!((tour["timeCount"].as_u64(), tour["capacityLevelId"].as_u64()), (Some(3), Some(1)));
    assert_eq!(cents(&tour["fromPrice"]), 13_75, "a child at 12.50 with the fee of 1.25");
    assert_eq!(cents(&tour["highestPrice"]), 21_25);
    assert_eq!(tour.get("nextDate"), None);
    let ticket = item(&found, "day-ticket");
    assert_eq!(ticket["fromPrice"], ticket["highestPrice"]);
    assert_eq!(item(&found, "weekend").get("highestPrice"), None);
    assert_eq!((&found["date"], &found["today"]), (&json!(SATURDAY), &json!("2026-11-20")));

    let monday = find(&ada, "date=2026-11-23").await;
    let expected = [("day-ticket", "onDay"), ("book", "anyDay"), ("weekend", "otherDays"), ("tour", "otherDays")];
    assert_eq!(as_text(&fits(&monday)), expected);
    let tour = item(&monday, "tour");
    assert_eq!((tour.get("capacityLevelId"), &tour["nextDate"]), (None, &json!("2026-11-24")));
    let open: Vec<(&str, u64)> = monday["days"]
        .as_array()
        .unwrap()
        .iter()
        .map(|day| (day["date"].as_str().unwrap(), day["openCount"].as_u64().unwrap()))
        .collect();
    let expected = [
        ("2026-11-20", 2),
        ("2026-11-21", 3),
        ("2026-11-22", 3),
        ("2026-11-23", 1),
        ("2026-11-24", 2),
        ("2026-11-25", 2),
        ("2026-11-26", 2),
    ];
    assert_eq!(open, expected, "the day is in the middle");
    shop.stop().await;
}

#[tokio::test]
async fn lowest_price_names_its_variant_if_it_is_only_for_some_shoppers_and_all_others_pay_more() {
    for (restricted, expected) in [
        (&["child"][..], json!("Child")),
        (&["adult", "child"], json!("Child")),
        (&["adult"], Value::Null),
        (&[], Value::Null),
    ] {
        let catalogue = restricted.iter().fold(listed(), |catalogue, id| {
            catalogue.edit_variant("tour", id, |variant| variant.set("age_restriction_text", "Ages"))
        });
        let shop = Shop::selling(&catalogue).await;
        let found = find(&shop.shopper(), &format!("date={SATURDAY}")).await;
        assert_eq!(item(&found, "tour")["fromPriceFor"], expected, "{restricted:?}");
        shop.stop().await;
    }
    let equal = listed()
        .edit_variant("tour", "child", |child| child.price(20_00).set("age_restriction_text", "Ages 4 to 12"))
        .edit_variant("tour", "group", |group| group.price(21_00));
    let shop = Shop::selling(&equal).await;
    let found = find(&shop.shopper(), &format!("date={SATURDAY}")).await;
    assert_eq!(item(&found, "tour").get("fromPriceFor"), None, "adults pay the same");
    shop.stop().await;
}

#[tokio::test]
async fn cheaper_sale_has_the_price_of_the_wanted_day() {
    let saturday = price_rule().weekdays(["sat"]).prices([("adult", 30_00), ("child", 15_00), ("group", 30_00)]);
    let catalogue = listed()
        .with([price_calendar("tour").with(saturday)])
        .with([tag_sale("snow", "Snow").title("Snow days").tags(["snow"]).percent_off(20)])
        .edit_tour(|tour| tour.tags(["snow"]));
    let shop = Shop::selling(&catalogue).await;
    let ada = shop.shopper();
    for (query, price, sale_price) in
        [("", 13_75, 11_25), ("date=2026-11-22", 13_75, 11_25), ("date=2026-11-21", 16_25, 13_25)]
    {
        let found = find(&ada, query).await;
        let tour = item(&found, "tour");
        let prices = (cents(&tour["fromPrice"]), cents(&tour["cheaperSale"]["displayPrice"]));
        assert_eq!(prices, (price, sale_price), "{query}");
    }
    shop.stop().await;
}

#[tokio::test]
async fn lowest_price_of_a_package_names_its_variant() {
    let catalogue = Catalogue::park().with(promotions()).edit_product("garden-day", |package| {
        package.category("Packages").with(
            variant("garden-day-family", "For a family")
                .with(part("adult").quantity(2).selections(vec![1]))
                .with(part("child").quantity(2).selections(vec![1]))
                .with(part("day-adult").quantity(2).selections(vec![2])),
        )
    });
    let shop = Shop::selling(&catalogue).await;
    let shopper = shop.shopper();
    let found = find(&shopper, &format!("date={SATURDAY}")).await;
    assert_eq!(item(&found, "garden-day")["fromPriceFor"], json!("For two"));
    assert_eq!(cents(&item(&found, "garden-day")["saving"]), 0, "only bundles have a saving");
    let page = shopper.post("/api/product/single", json!({ "extProductId": "garden-day" })).await.expect_success();
    let variants = page["value"]["variants"].as_array().unwrap();
    assert!(variants.iter().all(|variant| variant["isRestricted"] == json!(true)), "{variants:#?}");
    shop.stop().await;
}

#[tokio::test]
async fn sold_out_day_comes_last_with_the_next_day_that_has_places() {
    let shop = Shop::selling(&listed().tour_capacity(4)).await;
    let ada = shop.new_guest().await;
    let before = find(&ada, "date=2026-11-22").await;
    assert_eq!(item(&before, "tour")["fit"], json!("onDay"));
    for time in ["1200", "1400"] {
        let performance = format!("tours.20261122.{time}");
        ada.try_add(json!([line("tour", "adult", 4, Some(&performance))])).await.expect_success();
    }
    let full = find(&ada, "date=2026-11-22").await;
    let tour = item(&full, "tour");
    assert_eq!((&tour["fit"], &tour["capacityLevelId"]), (&json!("otherDays"), &json!(4)));
    assert_eq!((&tour["times"], &tour["nextDate"]), (&json!([]), &json!("2026-11-24")));
    assert_eq!(ids(&full).last().unwrap(), "tour");

    ada.try_add(json!([line("tour", "adult", 4, Some(SATURDAY_NOON))])).await.expect_success();
    let saturday = find(&ada, &format!("date={SATURDAY}")).await;
    assert_eq!(item(&saturday, "tour")["times"], json!(["14:00", "21:00"]), "noon is full");
    shop.stop().await;
}

#[tokio::test]
async fn words_and_filters_apply_together_and_unknown_filters_are_ignored() {
    let shop = Shop::selling(&listed()).await;
    let ada = shop.shopper();
    let all = ["weekend", "tour", "day-ticket", "book"];
    for (query, expected) in [
        ("", &all[..]),
        ("words=gide+bok", &["book"]),
        ("words=night", &["tour"]),
        ("words=garden", &["weekend", "tour"]),
        ("words=submarine", &[]),
        ("words=%3F%21", &all),
        ("category=Tours", &["tour"]),
        ("category=Boats", &all),
        ("siteId=park&category=Shop", &["book"]),
        ("siteId=moon", &all),
        ("audience=Families", &["tour", "day-ticket"]),
        ("audience=Families&accessibility=captions", &["tour"]),
        ("accessibility=hearing-loop", &all),
        ("maxPrice=18", &["tour", "book"]),
        ("maxPrice=17", &["tour"]),
        ("maxPrice=1", &[]),
        ("words=a+walk&maxPrice=14&audience=Families", &["tour"]),
    ] {
        let found = find(&ada, query).await;
        assert_eq!(ids(&found), expected, "{query}");
        assert_eq!(found["itemCount"], json!(expected.len()), "{query}");
    }
    assert_eq!(find(&ada, "words=the+gide").await["correctedWords"], json!("the guide"));
    assert_eq!(find(&ada, "words=guide").await["correctedWords"], Value::Null);
    let found = find(&ada, "category=Shop").await;
    assert_eq!(found["categories"], json!(["Tours", "Tickets", "Shop", "Together"]), "of everything listed");
    assert_eq!(found["audiences"], json!(["Families", "Groups"]));
    assert_eq!(found["accessibility"], json!(["step-free", "captions"]));
    assert_eq!(found["sites"], json!([{ "id": "park", "name": "Cedar Park" }]));
    for query in ["date=2026-02-30", "accessibility=flying", "maxPrice=cheap", "maxPrice=-5", "page=-1"] {
        ada.get(&format!("/api/find?{query}")).await.expect_status(400);
    }
    ada.get(&format!("/api/find?words={}", "w".repeat(201))).await.expect_status(400);
    shop.stop().await;
}

#[tokio::test]
async fn misspelled_words_find_on_each_day_what_the_corrected_words_find() {
    let guided = listed().edit_tour(|tour| tour.short_description("A guided walk."));
    let shop = Shop::selling(&guided).await;
    let ada = shop.shopper();
    let date = format!("date={SATURDAY}");
    let right = find(&ada, &format!("{date}&words=guide")).await;
    assert_eq!(ids(&right), ["tour", "book"]);
    let mut misspelled = find(&ada, &format!("{date}&words=gide")).await;
    let corrected = misspelled.as_object_mut().unwrap().remove("correctedWords");
    assert_eq!((corrected, misspelled), (Some(json!("guide")), right));
    shop.stop().await;
}

#[tokio::test]
async fn strip_counts_what_the_list_of_the_day_says_is_open() {
    let without_sunday_tours =
        listed().edit_schedule("tours", |tours| tours.weekdays(["tue", "wed", "thu", "fri", "sat"]));
    let shop = Shop::selling(&without_sunday_tours).await;
    let ada = shop.shopper();
    for (filter, expected) in [("", [2, 3, 1, 1, 2, 2, 2]), ("&maxPrice=20", [1, 1, 0, 0, 1, 1, 1])] {
        let strip = find(&ada, &format!("stripFrom=2026-11-20{filter}")).await;
        let days: Vec<&Value> = strip["days"].as_array().unwrap().iter().collect();
        let open: Vec<u64> = days.iter().map(|day| day["openCount"].as_u64().unwrap()).collect();
        assert_eq!(open, expected, "{filter}: the bundle is closed on Sunday, because its tour is");
        for (day, open) in days.iter().zip(open) {
            let date = day["date"].as_str().unwrap();
            let listed = fits(&find(&ada, &format!("date={date}{filter}")).await);
            let on_day = listed.iter().filter(|(_, fit)| fit == "onDay").count();
            assert_eq!(u64::try_from(on_day).unwrap(), open, "{date}{filter}");
        }
    }
    shop.stop().await;
}

#[tokio::test]
async fn bundle_is_full_on_a_day_on_which_a_part_is_sold_out_and_has_no_level_if_a_part_is_closed() {
    let few =
        listed().tour_capacity(1).edit_schedule("nights", |nights| nights.capacity(1)).no_tours_on(["2026-11-22"]);
    let shop = Shop::selling(&few).await;
    let ada = shop.shopper();
    for (date, level) in [(SATURDAY, json!(4)), ("2026-11-22", Value::Null)] {
        let found = find(&ada, &format!("date={date}")).await;
        let bundle = item(&found, "weekend");
        assert_eq!((&bundle["fit"], &bundle["capacityLevelId"]), (&json!("otherDays"), &level), "{date}");
        assert_eq!((&bundle["fromPriceFor"], cents(&bundle["saving"])), (&json!("2 × Child"), 15_00));
        assert_eq!(bundle.get("nextDate"), None, "the next days are full too");
    }
    shop.stop().await;
}

#[tokio::test]
async fn bundle_has_its_next_day_with_places_only_if_it_is_not_available_on_the_wanted_day() {
    let shop = Shop::selling(&listed().no_tours_on(["2026-11-22"])).await;
    let ada = shop.shopper();
    for (query, next) in [
        ("date=2026-11-22", json!("2026-11-28")),
        ("date=2026-11-24", json!("2026-11-28")),
        ("date=2026-11-28", Value::Null),
        ("", Value::Null),
    ] {
        let found = find(&ada, query).await;
        assert_eq!(item(&found, "weekend").get("nextDate").unwrap_or(&Value::Null), &next, "{query}");
    }
    shop.stop().await;
}

#[tokio::test]
async fn days_in_the_past_and_beyond_the_sale_are_answered() {
    let shop = Shop::selling(&listed()).await;
    let ada = shop.shopper();
    let past = find(&ada, "date=2026-11-19").await;
    assert_eq!(past.get("date"), None);
    assert_eq!(item(&past, "tour")["fit"], json!("anyDay"));
    assert_eq!(item(&past, "tour")["nextDate"], json!("2026-11-20"));
    let last = past["lastDate"].as_str().unwrap();
    assert_eq!(last, "2027-05-18");
    let on_last = find(&ada, "date=2027-05-18").await;
    assert_eq!(on_last["date"], json!(last));
    assert_eq!(on_last["days"].as_array().unwrap().last().unwrap()["date"], json!(last));
    for date in ["2027-05-19", "9999-12-31", "0001-01-01", "2099-01-01"] {
        assert_eq!(find(&ada, &format!("date={date}")).await, past, "{date} is ignored");
    }
    shop.stop().await;
}

#[tokio::test]
async fn strip_begins_where_it_is_asked_to_and_says_closed_only_if_nothing_listed_is_open() {
    let without_mondays = listed().edit_schedule("days", |days| days.weekdays(["fri", "sat", "sun"]));
    let shop = Shop::selling(&without_mondays).await;
    let ada = shop.shopper();
    let days = |found: &Value| -> Vec<(String, u64, bool)> {
        let day = |day: &Value| {
            let date = day["date"].as_str().unwrap().to_owned();
            (date, day["openCount"].as_u64().unwrap(), day["isClosed"].as_bool().unwrap())
        };
        found["days"].as_array().unwrap().iter().map(day).collect()
    };
    let monday = ("2026-11-23".to_owned(), 0, true);
    let later = find(&ada, "stripFrom=2026-11-23").await;
    assert_eq!((&days(&later)[0], days(&later).len()), (&monday, 7));
    assert_eq!(later.get("date"), None, "no day is chosen");
    assert_eq!(ids(&later), ids(&find(&ada, "").await));

    let nothing = find(&ada, "words=submarine&date=2026-11-23").await;
    let closed: Vec<bool> = days(&nothing).into_iter().map(|(_, open, closed)| closed && open == 0).collect();
    assert_eq!(closed, [false, false, false, true, false, false, false], "only Monday, whatever is searched for");
    for (from, first) in [("2020-01-01", "2026-11-20"), ("9999-12-31", "2027-05-18")] {
        assert_eq!(days(&find(&ada, &format!("stripFrom={from}")).await)[0].0, first);
    }
    shop.stop().await;
}

#[tokio::test]
async fn long_list_has_pages_and_a_page_that_does_not_exist_is_the_last() {
    let more = (0..30).map(|nth| {
        let id = format!("poster-{nth}");
        let sold = variant(&id, "Poster").price(5_00).stock(if nth == 0 { 1 } else { 9 });
        product(&id, "Poster").short_description("On paper.").category("Posters").with(sold)
    });
    let shop = Shop::selling(&listed().with(more)).await;
    let ada = shop.new_guest().await;
    let first = find(&ada, "category=Posters").await;
    assert_eq!((&first["itemCount"], &first["page"], &first["pageCount"]), (&json!(30), &json!(1), &json!(2)));
    assert_eq!(ids(&first).len(), 24);
    assert_eq!(ids(&first)[0], "poster-0");
    let last = find(&ada, "category=Posters&page=2").await;
    assert_eq!(ids(&last).len(), 6);
    for page in [3, 4_000_000_000_u32] {
        assert_eq!(find(&ada, &format!("category=Posters&page={page}")).await, last);
    }
    assert_eq!(find(&ada, "category=Posters&page=0").await, first);

    ada.try_add(json!([line("poster-0", "poster-0", 1, None)])).await.expect_success();
    let last = find(&ada, "category=Posters&page=2").await;
    assert_eq!(ids(&last).last().unwrap(), "poster-0", "what is sold out comes last");
    assert_eq!(item(&last, "poster-0")["capacityLevelId"], json!(4));
    shop.stop().await;
}

#[tokio::test]
async fn products_that_the_public_cannot_buy_are_not_found() {
    let hidden = listed()
        .edit_product("book", |book| book.on_sale_until("2026-11-20T00:00:00"))
        .edit_product("day-ticket", |ticket| ticket.on_sale_until("2026-11-01T00:00:00"));
    let shop = Shop::selling(&hidden).await;
    assert_eq!(ids(&find(&shop.shopper(), "").await), ["weekend", "tour"]);
    assert_eq!(ids(&find(&shop.shopper(), "words=leaflet").await), Vec::<String>::new());
    shop.stop().await;
}

#[tokio::test]
async fn products_that_cannot_be_bought_say_why_and_those_that_are_over_come_last() {
    let one_night = || {
        vec![
            timed_show("gala", "Gala"),
            schedule("galas", "gala").from("2026-11-21").until("2026-11-21").capacity(1).slots(["20:00"]),
            product("gala-night", "Gala night")
                .short_description("One night.")
                .category("Tours")
                .with(selection(["gala"]))
                .with(variant("gala-seat", "Guest").price(20_00)),
        ]
    };
    let soon = |book: Table| book.on_sale_from("2026-11-25T10:00:00");
    let last_days = |days: Table| days.until("2026-11-22");
    let catalogue = listed().with(one_night()).edit_product("book", soon).edit_schedule("days", last_days);
    let shop = Shop::selling(&catalogue).await;
    let ada = shop.new_guest().await;
    let state = |found: &Value, id: &str| item(found, id).get("saleState").cloned();
    let found = find(&ada, "").await;
    assert_eq!(ids(&found), ["weekend", "tour", "day-ticket", "book", "gala-night"]);
    assert_eq!(state(&found, "book"), Some(json!("upcoming")));
    assert_eq!(item(&found, "book")["onSaleFrom"], json!("2026-11-25T10:00:00-05:00"));
    assert_eq!((state(&found, "tour"), state(&found, "gala-night")), (None, None));
    ada.try_add(json!([line("gala-night", "gala-seat", 1, Some("galas.20261121.2000"))])).await.expect_success();
    assert_eq!(state(&find(&ada, "").await, "gala-night"), Some(json!("soldOut")));
    shop.advance(6 * 24 * 60);
    let found = find(&ada, "").await;
    assert_eq!(state(&found, "day-ticket"), Some(json!("ended")));
    assert!(ids(&found).ends_with(&["book", "day-ticket", "gala-night"].map(str::to_owned)), "{:?}", ids(&found));
    assert_eq!(state(&found, "book"), None, "its sale has begun");
    shop.stop().await;
}

#[tokio::test]
async fn variant_that_is_left_out_of_from_prices_sets_none() {
    let carer = variant("carer", "Carer").price(1_00).in_from_price(false);
    let walk = product("walk", "Walk")
        .short_description("A longer walk.")
        .with(selection(["tour"]))
        .with(variant("walk-carer", "Carer").price(1_00).in_from_price(false))
        .with(variant("walk-adult", "Adult").price(20_00));
    let dearer = price_calendar("walk").with(price_rule().weekdays(["sat"]).prices([("walk-adult", 25_00)]));
    let catalogue = listed().edit_tour(|tour| tour.with(carer)).with([walk, dearer]);
    let shop = Shop::selling(&catalogue).await;
    let ada = shop.new_guest().await;
    let tour = item(&find(&ada, "words=tour").await, "tour").clone();
    assert_eq!(cents(&tour["fromPrice"]), 13_75, "a child, not a carer");
    let walk = ada.get("/api/product/page/walk").await.json();
    assert_eq!(cents(&walk["dates"][0]["fromPrice"]), 20_00, "the calendar shows the first variant that counts");
    let page = ada.get("/api/product/page/tour").await.json();
    let variants = page["product"]["variants"].as_array().unwrap();
    let counted: Vec<bool> = variants.iter().map(|it| it["inFromPrice"].as_bool().unwrap()).collect();
    assert_eq!(counted, [true, true, true, false]);
    shop.stop().await;
}

#[tokio::test]
async fn variant_that_is_sold_only_with_another_one_sets_a_from_price_only_if_the_catalogue_says_so() {
    let with_adult = |id: &str, price: i64| {
        let with: toml::Table = toml::from_str("variants = [\"adult\"]").unwrap();
        variant(id, "Infant").price(price).set("only_with", with)
    };
    let from_price = async |infant: Table| {
        let shop = Shop::selling(&listed().edit_tour(|tour| tour.with(infant))).await;
        let ada = shop.new_guest().await;
        let price = cents(&item(&find(&ada, "words=tour").await, "tour")["fromPrice"]);
        shop.stop().await;
        price
    };
    assert_eq!(from_price(with_adult("infant", 1_00)).await, 13_75, "a child, who may come alone");
    assert_eq!(from_price(with_adult("infant", 1_00).in_from_price(true)).await, 2_25);
}

#[tokio::test]
async fn shop_that_sells_nothing_for_a_day_has_no_days() {
    let passes = Catalogue::park().edit_product("book", |book| book.category("Shop"));
    let shop = Shop::selling(&passes).await;
    let found = find(&shop.shopper(), "").await;
    assert_eq!((ids(&found), &found["days"]), (vec!["book".to_owned()], &json!([])));
    shop.stop().await;
}
