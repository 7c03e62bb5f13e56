//! Promotions of the park.

use super::table::{Table, offer, part, product, promotion_code, sale_price, selection, together, variant};

/// A sale price, three promotions with codes, an offer and a package.
pub fn promotions() -> Vec<Table> {
    promotions_with(10, "2026-12-01T00:00:00")
}

/// Like [`promotions`], with the given limit on uses of the code TEN and the given end of the sale price.
pub fn promotions_with(uses_of_ten: impl Into<i64>, sale_ends: &str) -> Vec<Table> {
    vec![
        sale_price("autumn", "Autumn days").until(sale_ends).variants(["day-adult"]).price(27_00),
        promotion_code("garden-friends", "Friends of the garden", ["GARDEN10", "Friends"])
            .products(["tour", "day-ticket"])
            .percent_off(5)
            .uses_per_cart(6),
        promotion_code("first-ten", "The first ten", ["TEN"]).variants(["adult"]).price(5_00).uses(uses_of_ten),
        promotion_code("last-year", "Last year", ["OLD"]).until("2026-01-01T00:00:00").percent_off(50),
        offer("family", "One child free with two adults")
            .description("On the same day.")
            .same_day(true)
            .with(together(2, ["adult"]))
            .with(together(1, ["child"]).percent_off(100)),
        product("garden-day", "Garden and park")
            .short_description("Both on one day.")
            .package(10, "Save 10 % together")
            .with(selection(["tour"]))
            .with(selection(["day"]))
            .with(
                variant("garden-day-pair", "For two")
                    .with(part("adult").quantity(2).selections(vec![1]))
                    .with(part("day-adult").quantity(2).selections(vec![2]))
                    .with(part("guide-book")),
            ),
    ]
}
