//! `docs/COOKBOOK.md`: each recipe is imported together with the museum at the top, and does what it says.

use midway_catalog::files::Settings;
use midway_catalog::testing::now;
use midway_catalog::{Exchanged, Found, PassOption, PromotionKind as Kind};
use midway_kernel::money::Money;

use crate::examples::{Blocks, blocks, import_all, merged, read, sections};
use crate::shop::{Claim, Shop, assert_true};

/// The museum with a recipe.
fn with(museum: &str, recipe: &Blocks) -> Blocks {
    let tables = recipe.iter().filter(|(language, _)| language == "toml").map(|(_, content)| content.as_str());
    let tables = merged([museum].into_iter().chain(tables));
    let lists = recipe.iter().filter(|(language, _)| language == "csv").cloned();
    [("toml".to_owned(), tables)].into_iter().chain(lists).collect()
}

fn settings<T: ToString>(shop: &Shop, key: fn(&Settings) -> T) -> String {
    key(shop.0.settings()).to_string()
}

const CLAIMS: &[Claim] = &[
    // The museum is closed on Mondays.
    ("close on one day of the week", |shop| shop.times("museum-day", "2026-11-23"), ""),
    ("close on one day of the week", |shop| shop.times("museum-day", "2026-11-24"), "10:00"),
    ("close on holidays", |shop| shop.times("museum-day", "2026-12-25"), ""),
    ("close on holidays", |shop| shop.times("museum-day", "2026-12-26"), "10:00"),
    ("close on holidays", |shop| shop.times("museum-day", "2027-11-25"), ""),
    (
        "charge less to those who buy early, and more at the last minute",
        |shop| shop.price_bought_on("2026-11-21", "day-adult", "2026-12-12"),
        "20.00",
    ),
    (
        "charge less to those who buy early, and more at the last minute",
        |shop| shop.price_bought_on("2026-11-22", "day-adult", "2026-12-12"),
        "24.00",
    ),
    (
        "charge less to those who buy early, and more at the last minute",
        |shop| shop.price_bought_on("2026-12-12", "day-adult", "2026-12-12"),
        "26.00",
    ),
    ("open on a day on which I am usually closed", |shop| shop.times("tour", "2026-12-22"), ""),
    ("open on a day on which I am usually closed", |shop| shop.times("tour", "2026-12-23"), "18:00"),
    ("cancel the performances of one day", |shop| shop.times("tour", "2026-12-05"), ""),
    ("cancel the performances of one day", |shop| shop.times("tour", "2026-12-06"), "11:00 14:00 16:00"),
    (
        "sell tickets for half-hour entry slots",
        |shop| shop.times("entry", "2026-12-06"),
        "10:00 10:30 11:00 11:30 12:00",
    ),
    ("play only in summer", |shop| shop.count_performances("tour", "2028-12-31"), "184"),
    ("have other times in winter than in summer", |shop| shop.times("tour", "2027-03-31"), "14:00"),
    ("have other times in winter than in summer", |shop| shop.times("tour", "2027-04-01"), "11:00 14:00 16:00"),
    ("let shoppers book a year ahead", |shop| settings(shop, |it| it.look_ahead_days), "365"),
    (
        "show the opening hours",
        |shop| shop.0.folder().site[0].hours_on("2026-12-04".parse().unwrap()).unwrap().closes.wire(),
        "21:00",
    ),
    ("offer tours in several languages", |shop| shop.times("tour-spanish", "2026-12-05"), "12:00"),
    ("sell a day and a tour on that day in one ticket", |shop| shop.price("day-and-tour-adult", "2026-12-05"), "32.00"),
    (
        "let fewer people in on one day",
        |shop| shop.0.folder().pool[0].capacity_on("2026-12-31".parse().unwrap()).to_string(),
        "200",
    ),
    ("hold places longer while people pay", |shop| settings(shop, |it| it.hold_minutes), "25"),
    ("sell numbered seats", |shop| shop.0.folder().seat.len().to_string(), "6"),
    ("sell a box or a table as a whole, and standing room beside it", |shop| shop.places("club"), "72"),
    ("make the list of seats in a spreadsheet", |shop| shop.places("studio"), "12"),
    ("make the list of seats in a spreadsheet", |shop| shop.price("recital-gallery", "2026-12-02 19:00"), "12.00"),
    ("keep wheelchair spaces and companion seats for those who need them", |shop| shop.places("cinema"), "4"),
    (
        "keep wheelchair spaces and companion seats for those who need them",
        |shop| shop.0.folder().hall[0].accessible.as_ref().unwrap().companions.to_string(),
        "2",
    ),
    (
        "sell a ticket that is only for the late hours",
        |shop| shop.offered_times("late-tour", "2026-12-05"),
        "14:00 16:00",
    ),
    ("charge more at weekends", |shop| shop.price("day-adult", "2026-12-05"), "28.00"),
    ("charge more at weekends", |shop| shop.price("day-adult", "2026-12-04"), "24.00"),
    ("charge more in the high season", |shop| shop.price("day-adult", "2028-08-31"), "29.00"),
    ("charge more in the high season", |shop| shop.price("day-adult", "2028-09-01"), "24.00"),
    ("have a special price on single days", |shop| shop.price("day-adult", "2027-05-08"), "35.00"),
    ("have a special price on single days", |shop| shop.price("day-adult", "2026-07-04"), "35.00"),
    ("have a special price on single days", |shop| shop.price("day-adult", "2027-05-09"), "28.00"),
    ("have a day with free admission", |shop| shop.price("day-child", "2026-12-06"), "0.00"),
    ("have a day with free admission", |shop| shop.price("day-child", "2026-12-07"), "12.00"),
    ("charge less late in the day", |shop| shop.price("tour-place", "2026-12-05 16:00"), "6.00"),
    ("charge less late in the day", |shop| shop.price("tour-place", "2026-12-05 14:00"), "10.00"),
    ("raise prices as places are sold", |shop| shop.price("tour-place", "2026-12-05 14:00 50%"), "10.00"),
    ("raise prices as places are sold", |shop| shop.price("tour-place", "2026-12-05 14:00 49%"), "12.00"),
    ("raise prices as places are sold", |shop| shop.price("tour-place", "2026-12-05 14:00 9%"), "15.00"),
    ("keep a price for each day in a spreadsheet", |shop| shop.price("day-adult", "2026-12-26"), "32.00"),
    ("keep a price for each day in a spreadsheet", |shop| shop.price("tour-place", "2026-12-26 14:00"), "12.00"),
    ("keep a price for each day in a spreadsheet", |shop| shop.price("tour-place", "2026-12-26 16:00"), "10.00"),
    ("show the cheapest days in the calendar", |shop| shop.price("day-adult", ""), "19.00"),
    ("add a fee to each ticket", |shop| shop.shown_price("day-adult"), "25.50"),
    ("add a fee to each ticket", |shop| shop.shown_price("guide-book"), "15.00"),
    ("charge one fee per order", |shop| shop.shown_price("day-adult"), "24.00"),
    ("charge sales tax", |shop| shop.tax("guide-book"), "1.05"),
    ("charge sales tax", |shop| shop.tax("day-adult"), "0.00"),
    // 30 cents on the tour, 2 dollars on the brunch.
    ("tax the parts of one price differently", |shop| shop.tax("brunch-tour"), "2.30"),
    ("have an early-bird price until a date", |shop| shop.price("day-adult", "2026-12-05"), "19.20"),
    (
        "have an early-bird price until a date",
        |shop| shop.price_bought_on("2026-12-02", "day-adult", "2026-12-05"),
        "24.00",
    ),
    (
        "sell only so many tickets to one person, over all orders",
        |shop| shop.variant("preview-guest").0.max_per_account.unwrap().to_string(),
        "4",
    ),
    ("give each customer one welcome discount", |shop| shop.price_with_code("welcome", "day-adult"), "19.20"),
    (
        "sell the first hundred tickets cheaper",
        |shop| shop.price_with_left("day-adult", [("first-hundred", 1)]),
        "18.00",
    ),
    (
        "sell the first hundred tickets cheaper",
        |shop| shop.price_with_left("day-adult", [("first-hundred", 0)]),
        "21.00",
    ),
    (
        "sell the first hundred tickets cheaper",
        |shop| shop.price_with_left("day-adult", [("first-hundred", 0), ("next-two-hundred", 0)]),
        "24.00",
    ),
    ("sell the first ten places of each tour cheaper", |shop| shop.price_with_left("tour-place", []), "7.00"),
    ("give a code to the first hundred buyers", |shop| shop.price_with_code("first100", "day-adult"), "18.00"),
    (
        "sell only so many tickets of a product, whatever the day and the variant",
        |shop| shop.variant("opening-member").0.stock.unwrap().to_string(),
        "250",
    ),
    (
        "give each of a thousand people a code of their own, to be used once",
        |shop| shop.price_with(Kind::Code, "press-day", "day-adult"),
        "0.00",
    ),
    ("let members come in free with a code", |shop| shop.price_with_code("member-2027", "day-adult"), "0.00"),
    ("let members come in free with a code", |shop| shop.price_with_code("member-2027", "tour-place"), "10.00"),
    ("give a code to the readers of my newsletter", |shop| shop.price_with_code("LETTER", "guide-book"), "13.50"),
    ("show a code to everyone", |shop| shop.price_with_code("WINTER", "tour-place"), "8.00"),
    ("hand out many codes of my own", |shop| shop.price_with_code("press-k81x", "day-adult"), "0.00"),
    ("hand out many codes of my own", |shop| shop.price_with_code("press-0000", "day-adult"), "no such code"),
    (
        "reduce prices for members of a college or company",
        |shop| shop.price_with(Kind::VerifiedOffer, "college", "day-adult"),
        "12.00",
    ),
    ("sell something only to people with a code", |shop| shop.is_sold("preview-guest"), "false"),
    ("sell something only to people with a code", |shop| shop.price_with_code("OPENING", "preview-guest"), "25.00"),
    ("let some people buy before the sale begins", |shop| shop.is_sold("gala-guest"), "false"),
    (
        "let some people buy before the sale begins",
        |shop| shop.price_with(Kind::AdvanceSale, "patrons-first", "gala-guest"),
        "250.00",
    ),
    (
        "run a campaign page with its own prices",
        |shop| shop.price_with(Kind::TagSale, "rainy-days", "tour-place"),
        "8.50",
    ),
    ("give groups of ten or more a reduction", |shop| shop.cart(&[("day-adult", 9)]), "216.00"),
    ("give groups of ten or more a reduction", |shop| shop.cart(&[("day-adult", 8), ("day-child", 4)]), "216.00"),
    ("let a child in for free with two adults", |shop| shop.cart(&[("day-adult", 2), ("day-child", 2)]), "60.00"),
    ("let a child in for free with two adults", |shop| shop.cart(&[("day-adult", 1), ("day-child", 2)]), "48.00"),
    ("sell three for the price of two", |shop| shop.cart(&[("tour-place", 7)]), "50.00"),
    (
        "lower the price of up to three children for each adult",
        |shop| shop.cart(&[("day-adult", 1), ("day-child", 4)]),
        "51.00",
    ),
    ("sell a subscription to several evenings", |shop| shop.cart(&[("winter-seat", 1), ("spring-seat", 1)]), "48.00"),
    ("sell workshops only to those who come anyway", |shop| shop.times("knots", "2026-12-05"), "10:30 13:30"),
    (
        "sell a ticket now and let people choose the day later",
        |shop| shop.times("gate", "2026-12-05"),
        "10:00 12:00 14:00",
    ),
    ("sell a family ticket at a fixed price", |shop| shop.price("family", "2026-12-05"), "60.00"),
    ("sell a family ticket at a fixed price", |shop| shop.variant("family").1.tickets.to_string(), "4"),
    ("sell two things together for less", |shop| shop.price("day-and-book", "2026-12-05"), "35.10"),
    ("let shoppers put their day together", |shop| shop.cheapest_bundle(), "24.00"),
    ("let people pay for a pass in months", plan_of_friend, "$30.00 today and 10 monthly payments of $5.00"),
    ("sell a season pass with fixed dates", |shop| validity(shop, "summer-pass"), "2027-06-01 to 2027-08-31"),
    ("sell a pass only to certain ages", |shop| may_hold(shop, "youth-pass", "2009-01-01"), "true"),
    ("sell a pass only to certain ages", |shop| may_hold(shop, "youth-pass", "2008-12-31"), "false"),
    ("reward those who renew", |shop| renewal_price(shop, "2026-12-31"), "72.00"),
    ("reward those who renew", |shop| renewal_price(shop, "2027-12-31"), "not offered"),
    ("credit a day ticket towards a pass", |shop| upgrade_price(shop, "pass-friend"), "56.00"),
    (
        "give passholders free tickets for friends",
        |shop| shop.price_with(Kind::TicketEntitlement, "bring-a-friend", "day-adult"),
        "0.00",
    ),
    ("give passholders lower prices", |shop| shop.price_with(Kind::VerifiedOffer, "members", "guide-book"), "12.75"),
    ("give every account something", |shop| shop.price_with(Kind::AccountEntitlement, "welcome", "guide-book"), "7.50"),
    ("let passholders reserve their visits", |shop| shop.times("gate", "2026-12-05"), "10:00 12:00 14:00"),
    (
        "sell an annual pass, and let its holders reserve their visits",
        |shop| validity(shop, "year-pass"),
        "2026-11-20 to 2027-11-19",
    ),
    (
        "sell an annual pass, and let its holders reserve their visits",
        |shop| shop.times("arrival", "2026-12-05"),
        "10:00 12:00 14:00",
    ),
    ("use our logo and colors", |shop| shop.0.folder().site[0].ticket_color.clone().unwrap(), "#1f4f63"),
    (
        "suggest something to those who buy a ticket",
        |shop| shop.price_with(Kind::CrossSell, "book-beside-a-day", "guide-book"),
        "12.00",
    ),
    ("sell parking only with a ticket", |shop| shop.is_sold("parking-space"), "false"),
    ("sell parking only with a ticket", |shop| shop.price_with(Kind::AddOnSale, "extras", "parking-space"), "8.00"),
    ("change a word in the shop", |shop| shop.0.text("home.title").unwrap().to_owned(), "Come in, the tide is out"),
    (
        "keep old addresses working",
        |shop| shop.0.redirect("/tickets.html").unwrap().to.clone(),
        "/product/single/day-ticket",
    ),
    ("help people to find a product by other words", |shop| found(shop, "whales"), "tour"),
    ("take a product off sale for a while", |shop| shop.is_sold("tour-place"), "false"),
];

/// The price of a pass for the holder of today's day ticket that was bought for 24 dollars.
fn upgrade_price(shop: &Shop, pass: &str) -> String {
    let today = now().date_naive();
    let ticket = Exchanged { variant: &"day-adult".into(), paid: Money(24_00), last_day: Some(today), today };
    let options = shop.0.upgrades(ticket, now());
    price_among(shop, &options, pass)
}

/// The price of a friend's renewal, for a pass that ends on a day.
fn renewal_price(shop: &Shop, ends_on: &str) -> String {
    let options = shop.0.renewals(&"pass-friend".into(), ends_on.parse().ok(), now().date_naive(), now());
    price_among(shop, &options, "pass-friend")
}

/// The price of a pass among options, or that it is not one of them.
fn price_among(shop: &Shop, options: &[PassOption], pass: &str) -> String {
    let option = options.iter().find(|option| option.variant.id.as_str() == pass);
    let price = |it: &PassOption| shop.0.unit_quote(it.product, it.variant, it.terms, &[], now()).price.to_string();
    option.map_or_else(|| "not offered".to_owned(), price)
}

/// The plan of the friend's pass, in words.
fn plan_of_friend(shop: &Shop) -> String {
    let (product, variant) = shop.0.variant(&"pass-friend".into()).unwrap();
    let price = variant.price.unwrap();
    shop.0.plan_description(shop.0.plan_at(variant, price).unwrap(), product, price)
}

/// The first and the last day of a pass that is bought now.
fn validity(shop: &Shop, pass: &str) -> String {
    let (_, variant) = shop.0.variant(&pass.into()).unwrap();
    let (first, last) = variant.valid.unwrap().days(now().date_naive(), None);
    format!("{first} to {last}")
}

/// Whether someone who was born on a day may hold a pass.
fn may_hold(shop: &Shop, pass: &str, born: &str) -> String {
    let (_, variant) = shop.0.variant(&pass.into()).unwrap();
    variant.is_for(born.parse().unwrap()).to_string()
}

/// The products that a search finds.
fn found(shop: &Shop, words: &str) -> String {
    let found = shop.0.search(words).map(|search| search.found).unwrap_or_default();
    let ids = found.iter().map(|it| match it {
        Found::Product(product) => product.id.as_str(),
        Found::Bundle(bundle) => bundle.id.as_str(),
    });
    ids.collect::<Vec<_>>().join(" ")
}

#[test]
fn every_recipe_of_the_cookbook_is_imported_and_does_what_it_says() {
    let cookbook = read("COOKBOOK.md");
    let (top, _) = cookbook.split_once("\n### ").unwrap();
    let museum = &blocks(top)[0].1;
    let recipes = import_all(sections(&cookbook, 3).into_iter().map(|(heading, text)| {
        let recipe = blocks(text);
        assert!(!recipe.is_empty(), "the recipe \"{heading}\" has an example");
        (heading.trim_start_matches("… ").trim_end_matches('?'), with(museum, &recipe))
    }));
    assert!(recipes.len() >= 40, "{}", recipes.len());
    assert_true(CLAIMS, &recipes);
}
