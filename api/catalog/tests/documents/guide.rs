//! `docs/CATALOGUE.md`: the example of each chapter is imported together with the frame of a shop.

use crate::examples::{blocks, import_all, read, sections};
use crate::shop::{Claim, assert_true};

const FRAME: &str = "The frame of a shop";

const CLAIMS: &[Claim] = &[
    ("A museum", |shop| shop.times("museum-day", "2026-12-25"), ""),
    ("A museum", |shop| shop.tax("day-adult"), "1.68"),
    ("A zoo", |shop| shop.cart(&[("zoo-adult", 2), ("zoo-child", 2)]), "65.00"),
    ("An exhibition", |shop| shop.times("whales", "2026-12-05"), "10:00 10:30 11:00 11:30 12:00"),
    ("A cinema", |shop| shop.price("film-rows", "2026-12-05 16:00"), "8.00"),
    ("A cinema", |shop| shop.price("film-rows", "2026-12-05 20:15"), "12.00"),
    ("A festival", |shop| shop.is_sold("festival-weekend"), "false"),
    ("A festival", |shop| shop.price_bought_on("2027-01-20", "festival-weekend", ""), "109.00"),
    ("A festival", |shop| shop.price_bought_on("2027-02-20", "festival-weekend", ""), "129.00"),
    ("Tours", |shop| shop.times("tour-spanish", "2026-12-05"), "12:00"),
    // 52.00 + 28.00, less 15 percent of each part: 20.40 each, 23.80 the box.
    ("Packages", |shop| shop.price("garden-and-seeds", "2026-12-05"), "64.60"),
    ("Bundles", |shop| shop.cheapest_bundle(), "43.20"),
    // The levels of rules, from the strongest to the weakest: a Saturday in July with a listed price, midsummer's day,
    // a Saturday of the season, a Monday of the season, a late Saturday, an early Saturday, a late and an early Monday.
    ("Prices by day and time", |shop| shop.price("day-adult", "2027-07-03 10:00"), "36.00"),
    ("Prices by day and time", |shop| shop.price("day-adult", "2027-07-04 16:00"), "30.00"),
    ("Prices by day and time", |shop| shop.price("day-adult", "2027-06-24 16:00"), "39.00"),
    ("Prices by day and time", |shop| shop.price("day-adult", "2027-07-10 16:00"), "34.00"),
    ("Prices by day and time", |shop| shop.price("day-adult", "2027-07-12 16:00"), "29.00"),
    ("Prices by day and time", |shop| shop.price("day-adult", "2026-12-05 16:00"), "28.00"),
    ("Prices by day and time", |shop| shop.price("day-adult", "2026-12-07 16:00"), "18.00"),
    ("Prices by day and time", |shop| shop.price("day-adult", "2026-12-07 10:00"), "24.00"),
    ("Prices by day and time", |shop| shop.price("day-adult", "2026-12-07 10:00 24%"), "26.40"),
    ("Promotions", |shop| shop.cart(&[("day-adult", 2), ("day-child", 1)]), "48.00"),
    ("Promotions", |shop| shop.cart(&[("day-adult", 4)]), "86.40"),
];

#[test]
fn example_of_every_chapter_of_the_guide_is_imported_and_does_what_it_says() {
    let guide = read("CATALOGUE.md");
    let chapters = sections(&guide, 2);
    let frame = blocks(chapters.iter().find(|(heading, _)| *heading == FRAME).unwrap().1);
    let examples = chapters.iter().filter(|(heading, _)| *heading != FRAME);
    let examples = examples.map(|(heading, text)| (*heading, blocks(text))).filter(|(_, example)| !example.is_empty());
    let shops = import_all(examples.map(|(heading, example)| {
        (heading.split(':').next().unwrap(), frame.iter().cloned().chain(example).collect())
    }));
    assert!(shops.len() >= 12, "{:?}", shops.keys());
    assert_true(CLAIMS, &shops);
}
