//! Tests of offers: rules that hold for all generated carts (proptest), and example carts with known results.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::{Basket, BasketLine, CandidateLine, KeptOffers, LineOffers, UnitPrice, offers, quote, units_in_offers};
use crate::{Catalog, testing};
use midway_kernel::id::{ProductId, VariantId};
use midway_kernel::money::Money;
use midway_kernel::rate::BasisPoints;
use midway_kernel::time::Instant;

const PRODUCTS: &str = r#"
[[product]]
id = "park"
site = "park"
name = "Park"
short_description = ""
tags = ["outdoors"]
variant = [{ id = "adult", name = "Adult", price = "20.00" }, { id = "child", name = "Child", price = "12.50" }]

[[product]]
id = "museum"
site = "park"
name = "Museum"
short_description = ""
variant = [{ id = "entry", name = "Entry", price = "9.99" }, { id = "tour", name = "Tour", price = "0.07" }]
"#;

const FAMILY: &str = r#"
[[offer]]
id = "family"
name = "One child free with two adults"
same_day = true
together = [{ quantity = 2, variants = ["adult"] }, { quantity = 1, variants = ["child"], percent_off = 100 }]
"#;

const FOUR: &str = r#"
[[offer]]
id = "four"
name = "10 % off from four"
together = [{ quantity = 4, or_more = true, products = ["park"], percent_off = 10 }]
"#;

const THREE_FOR_TWO: &str = r#"
[[offer]]
id = "three"
name = "Three for two"
together = [{ quantity = 2, tags = ["outdoors"] }, { quantity = 1, tags = ["outdoors"], percent_off = 100 }]
"#;

const COMBINED: &str = r#"
[[offer]]
id = "combined"
name = "Museum for $5 with the park"
times_per_cart = 2
together = [{ quantity = 1, products = ["park"] }, { quantity = 1, products = ["museum"], price = "5.00" }]
"#;

const DOLLAR: &str = r#"
[[offer]]
id = "dollar"
name = "A dollar off each of two"
together = [{ quantity = 2, variants = ["adult", "entry", "tour"], amount_off = "1.00" }]
"#;

const GUESTS: &str = r#"
[[offer]]
id = "guests"
name = "Up to three children for $2.50 with each adult"
together = [{ quantity = 1, variants = ["adult"] }, { quantity = 1, up_to = 3, variants = ["child"], price = "2.50" }]
"#;

fn catalog(offers: &[&str]) -> Catalog {
    testing::catalog(&format!("{PRODUCTS}{}", offers.concat()))
}

/// A line of a test: variant, day, price in cents, quantity.
#[derive(Clone, Debug)]
struct Given {
    id: String,
    variant: VariantId,
    day: u32,
    price: i64,
    quantity: u32,
}

fn given(id: usize, variant: &str, day: u32, price: i64, quantity: u32) -> Given {
    Given { id: format!("line-{id}"), variant: variant.into(), day, price, quantity }
}

const RATE: BasisPoints = BasisPoints(825);

fn unit(price: i64) -> UnitPrice {
    let fees = if price == 0 { 0 } else { 150 };
    UnitPrice { price: Money(price), fees: Money(fees), tax: RATE.of(Money(price)) }
}

fn candidates(lines: &[Given]) -> Vec<CandidateLine<'_>> {
    lines
        .iter()
        .map(|line| CandidateLine {
            id: &line.id,
            variant: &line.variant,
            date: chrono::NaiveDate::from_ymd_opt(2026, 12, line.day),
            unit: unit(line.price),
            tax_rate: RATE,
            quantity: line.quantity,
        })
        .collect()
}

fn served(catalog: &Catalog, lines: &[Given]) -> Vec<LineOffers> {
    offers(catalog, &candidates(lines), &BTreeSet::new(), Instant::UNIX_EPOCH)
}

/// The offers of the lines, kept as an order keeps them.
fn kept(catalog: &Catalog, lines: &[Given]) -> KeptOffers {
    let kept = KeptOffers::of(catalog, &candidates(lines), &served(catalog, lines));
    let text = serde_json::to_string(&kept).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn kept_offers_apply_to_what_remains_without_the_catalogue() {
    let lines = [given(0, "adult", 1, 20_00, 3), given(1, "child", 1, 12_50, 2), given(2, "entry", 1, 9_99, 1)];
    let kept = kept(&catalog(&[FOUR, COMBINED]), &lines);
    let saved = |adults, children, entries| -> i64 {
        let left = |id: &str| match id {
            "line-0" => adults,
            "line-1" => children,
            _ => entries,
        };
        kept.applied(left).values().flat_map(|offers| &offers.0).map(|offer| -offer.adjustment_total().0).sum()
    };
    assert_eq!(saved(3, 2, 1), 8_50 - 1_25 + 4_99, "one child is used for the museum, four tickets have 10 % off");
    assert_eq!(saved(2, 2, 0), 6_50, "four tickets still have 10 % off");
    assert_eq!(saved(2, 1, 0), 0, "three are too few");
    assert_eq!(saved(0, 1, 1), 4_99);
    assert_eq!(saved(0, 0, 0), 0);
}

fn saved(catalog: &Catalog, lines: &[Given]) -> i64 {
    served(catalog, lines).iter().flat_map(|offers| &offers.0).map(|offer| -offer.adjustment_total().0).sum()
}

fn basket<'a>(lines: &[Given], product: &'a ProductId, offers: &'a [LineOffers]) -> Basket<'a> {
    let line = |(line, offers): (&Given, &'a LineOffers)| BasketLine {
        products: vec![product],
        unit: unit(line.price),
        quantity: line.quantity,
        is_donation: false,
        is_redemption: false,
        offers: &offers.0,
        plan: None,
    };
    Basket { lines: lines.iter().zip(offers).map(line).collect(), delivery: None, ..Basket::default() }
}

#[test]
fn example_carts_get_the_expected_offer_discounts() {
    let adult = |quantity| ("adult", 1, 20_00, quantity);
    let child = |quantity| ("child", 1, 12_50, quantity);
    for (offers, lines, expected, why) in [
        (vec![FAMILY], vec![adult(2), child(1)], 12_50, "two adults and a child: the child is free"),
        (vec![FAMILY], vec![adult(1), child(3)], 0, "the offer needs two adults"),
        (vec![FAMILY], vec![adult(5), child(3)], 25_00, "the offer applies twice, and one adult and one child remain"),
        (vec![FAMILY], vec![adult(2), ("child", 2, 12_50, 1)], 0, "the child's ticket is for a different day"),
        (vec![FOUR], vec![adult(3)], 0, "the offer needs four tickets"),
        (vec![FOUR], vec![adult(3), child(2)], 8_50, "10 % of 85.00, to the cent, per ticket"),
        (vec![THREE_FOR_TWO], vec![adult(2), child(1)], 20_00, "the most expensive ticket is free"),
        (vec![THREE_FOR_TWO], vec![adult(7)], 40_00, "seven tickets contain three tickets twice"),
        (vec![FAMILY, FOUR], vec![adult(4), child(1)], 12_50, "a free child saves more than 10 % of five tickets"),
        (vec![FAMILY, FOUR], vec![adult(6), child(1)], 12_50 + 8_00, "the four remaining adults get the second offer"),
        (vec![FAMILY, FOUR], vec![adult(12), child(1)], 10 * 2_00 + 12_50, "ten adults remain for the second offer"),
        (vec![COMBINED], vec![adult(3), ("entry", 1, 9_99, 3)], 2 * 4_99, "the offer applies at most twice per cart"),
        (vec![COMBINED], vec![adult(1), ("tour", 1, 7, 1)], 0, "a price is never raised"),
        (vec![DOLLAR], vec![adult(1), ("tour", 1, 7, 1)], 1_07, "no price falls below zero"),
        (vec![GUESTS], vec![child(3)], 0, "no adult is in the cart"),
        (vec![GUESTS], vec![adult(1), child(2)], 2 * 10_00, "fewer children than one adult allows"),
        (vec![GUESTS], vec![adult(1), child(5)], 3 * 10_00, "more children than one adult allows"),
        (vec![GUESTS], vec![adult(2), child(5)], 5 * 10_00, "two adults allow more children than are in the cart"),
        (vec![GUESTS], vec![adult(3), child(1)], 10_00, "one of three adults is enough for the child"),
        (
            vec![GUESTS, FAMILY],
            vec![adult(3), child(4)],
            12_50 + 3 * 10_00,
            "one free child by two adults, and three reduced children by the third",
        ),
        (
            vec![FAMILY],
            vec![("adult", 1, 20_00, 1), ("adult", 1, 18_00, 1), child(1)],
            12_50,
            "the two adults are on different lines",
        ),
    ] {
        let lines: Vec<Given> = lines
            .iter()
            .enumerate()
            .map(|(id, &(variant, day, price, quantity))| given(id, variant, day, price, quantity))
            .collect();
        assert_eq!(saved(&catalog(&offers), &lines), expected, "{why}");
    }
}

#[test]
fn unit_that_an_offer_makes_free_has_neither_fees_nor_tax() {
    let catalog = catalog(&[FAMILY]);
    let lines = [given(0, "adult", 1, 20_00, 2), given(1, "child", 1, 12_50, 1)];
    let offers = served(&catalog, &lines);
    let product = "park".into();
    let quote = quote(&basket(&lines, &product, &offers), &catalog);
    assert_eq!((quote.subtotal, quote.fee_total, quote.tax_total), (Money(40_00), Money(3_00), Money(2 * 1_65)));
}

#[test]
fn reduced_ticket_is_taxed_on_its_reduced_price_rounded_per_ticket() {
    let catalog = catalog(&[FOUR]);
    let lines = [given(0, "adult", 1, 20_00, 4)];
    let offers = served(&catalog, &lines);
    let product = "park".into();
    let quote = quote(&basket(&lines, &product, &offers), &catalog);
    // 8.25 % of 18.00 is 1.485, rounded to 1.49 per ticket.
    assert_eq!((quote.subtotal, quote.fee_total, quote.tax_total), (Money(72_00), Money(6_00), Money(4 * 1_49)));
}

#[test]
fn offers_apply_to_a_very_large_cart() {
    let catalog = catalog(&[FAMILY, FOUR, THREE_FOR_TWO, COMBINED, DOLLAR]);
    let lines: Vec<Given> = (0..50)
        .map(|id| given(id, ["adult", "child", "entry", "tour"][id % 4], (id % 7) as u32 + 1, 10_00, 1_000))
        .collect();
    assert!(saved(&catalog, &lines) > 0);
}

/// Two of the three groups compete for the same units, so the offer applies only half as often as each group alone
/// would allow.
const TWINS: &str = r#"
[[offer]]
id = "twins"
name = "Half off the second adult with a child"
together = [
    { quantity = 1, variants = ["adult"] },
    { quantity = 1, variants = ["adult"], percent_off = 50 },
    { quantity = 1, variants = ["child"] },
]
"#;

#[test]
fn offer_applies_as_often_as_the_units_allow() {
    let catalog = catalog(&[TWINS]);
    for adults in [1, 2, 3, 1_000, 1_001, 1_200_000_000] {
        let lines = [given(0, "adult", 1, 20_00, adults), given(1, "child", 1, 12_50, 3_000_000_000)];
        assert_eq!(saved(&catalog, &lines), i64::from(adults / 2) * 10_00, "{adults}");
    }
}

fn some_lines() -> impl Strategy<Value = Vec<Given>> {
    let variant = prop::sample::select(vec!["adult", "child", "entry", "tour"]);
    let line = (variant, 1u32..3, prop_oneof![Just(20_00i64), Just(12_50), Just(7), Just(0), 0i64..5_000], 1u32..8);
    prop::collection::vec(line, 0..7).prop_map(|lines| {
        let lines = lines.into_iter().enumerate();
        lines.map(|(id, (variant, day, price, quantity))| given(id, variant, day, price, quantity)).collect()
    })
}

fn some_offers() -> impl Strategy<Value = Vec<&'static str>> {
    prop::sample::subsequence(vec![FAMILY, FOUR, THREE_FOR_TWO, COMBINED, DOLLAR, GUESTS], 0..=6)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn offers_do_not_depend_on_the_order_of_lines(lines in some_lines(), offers in some_offers(), turns in 0usize..7) {
        let catalog = catalog(&offers);
        let mut turned = lines.clone();
        turned.rotate_left(turns.min(lines.len()));
        turned.reverse();
        let by_line = |lines: &[Given]| {
            let mut found: Vec<_> = lines.iter().map(|it| it.id.clone()).zip(served(&catalog, lines)).collect();
            found.sort_by(|one, other| one.0.cmp(&other.0));
            found
        };
        prop_assert_eq!(by_line(&lines), by_line(&turned));
    }

    #[test]
    fn each_unit_is_used_for_at_most_one_offer_and_sums_are_exact(lines in some_lines(), offers in some_offers()) {
        let catalog = catalog(&offers);
        let found = served(&catalog, &lines);
        let product = "park".into();
        let quote = quote(&basket(&lines, &product, &found), &catalog);
        for ((line, offers), totals) in lines.iter().zip(&found).zip(&quote.lines) {
            prop_assert!(units_in_offers(offers).values().sum::<u32>() <= line.quantity);
            let adjusted: Money = offers.0.iter().map(|offer| offer.adjustment_total()).sum();
            prop_assert_eq!(totals.adjustment, adjusted);
            prop_assert!(totals.price + totals.adjustment >= Money::ZERO, "never below zero");
            prop_assert!(totals.fees >= Money::ZERO && totals.tax >= Money::ZERO);
            prop_assert!(offers.0.iter().all(|offer| offer.unit_price_adjustment <= Money::ZERO));
        }
        prop_assert_eq!(quote.subtotal, quote.lines.iter().map(|line| line.price + line.adjustment).sum::<Money>());
        prop_assert_eq!(quote.total, quote.subtotal + quote.tax_total + quote.fee_total + quote.delivery_total);
    }

    #[test]
    fn removing_a_line_and_adding_it_again_does_not_change_the_savings(lines in some_lines(), offers in some_offers(), at in 0usize..7) {
        let catalog = catalog(&offers);
        let mut again = lines.clone();
        if !lines.is_empty() {
            let line = again.remove(at % lines.len());
            again.push(Given { id: "line-again".to_owned(), ..line });
        }
        prop_assert_eq!(saved(&catalog, &lines), saved(&catalog, &again));
    }

    #[test]
    fn kept_offers_apply_as_a_catalogue_would_that_has_only_them(
        lines in some_lines(), offers in some_offers(), left in prop::collection::vec(0u32..8, 7),
    ) {
        let kept = kept(&catalog(&offers), &lines);
        let used = serde_json::to_string(&kept).unwrap();
        let used: Vec<&str> = offers.into_iter().filter(|offer| {
            let id = offer.lines().find_map(|line| line.strip_prefix("id = ")).unwrap();
            used.contains(&format!("\"id\":{id}"))
        }).collect();
        let remaining: Vec<Given> = lines.iter().zip(&left)
            .map(|(line, left)| Given { quantity: line.quantity.min(*left), ..line.clone() })
            .collect();
        let quantity = |id: &str| remaining.iter().find(|line| line.id == id).map_or(0, |line| line.quantity);
        let again: i64 = kept.applied(quantity).values().flat_map(|offers| &offers.0)
            .map(|offer| -offer.adjustment_total().0).sum();
        let bought: Vec<Given> = remaining.iter().filter(|line| line.quantity > 0).cloned().collect();
        prop_assert_eq!(again, saved(&catalog(&used), &bought));
    }

    #[test]
    fn additional_offer_never_raises_the_price(lines in some_lines(), offers in prop::sample::subsequence(vec![FAMILY, FOUR, COMBINED], 0..=3)) {
        let without = saved_in_all(&catalog(&offers[..offers.len().saturating_sub(1)]), &lines);
        prop_assert!(saved_in_all(&catalog(&offers), &lines) >= without);
    }
}

/// The total reduction including fees and tax. Offers are compared by this figure.
fn saved_in_all(catalog: &Catalog, lines: &[Given]) -> i64 {
    let of = |offer: &super::LineOffer| {
        let each = offer.unit_price_adjustment + offer.unit_fees_adjustment + offer.unit_tax_adjustment;
        -each.times(offer.quantity).0
    };
    served(catalog, lines).iter().flat_map(|offers| &offers.0).map(of).sum()
}
