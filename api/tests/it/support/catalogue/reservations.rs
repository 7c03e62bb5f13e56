//! Visits that are reserved.

use super::table::{Table, opening_hours, product, property, reservation_benefit, schedule, timed_show, variant};

/// A season pass, two properties for which visits are reserved, and the benefits that passes give to a reservation.
pub fn reservations() -> Vec<Table> {
    vec![
        product("season", "Season pass").short_description("A year.").with(
            variant("season-adult", "Adult")
                .price(99_00)
                .season_pass()
                .pass_level("Gold")
                .max_quantity(4)
                .additional_people(2),
        ),
        product("workshop", "Workshop")
            .short_description("An hour with the gardeners.")
            .with(variant("workshop-place", "Place").price(10_00)),
        timed_show("entry", "Garden gate").always_prompt_performance(true),
        timed_show("pond-boat", "Boat to the pond"),
        schedule("entries", "entry").capacity(100).pools(["guests"]).slots(["10:00", "14:00"]).closed(["2026-11-25"]),
        schedule("boats", "pond-boat").weekdays(["sat", "sun"]).capacity(6).slots(["11:00"]),
        property("garden", "The Garden", "entry", ["season", "day-ticket"])
            .css_key("garden")
            .add_ons(["book", "tour"])
            .with(opening_hours("10:00", "14:00").season("12-24", "12-24"))
            .with(opening_hours("09:00", "18:30"))
            .bring_a_friend(["sun"], 2),
        property("pond", "The Pond", "pond-boat", ["season"]),
        reservation_benefit("tea", "Cup of tea").held(["season-adult"]).selection_type(1).quantity(2),
        reservation_benefit("guest", "Guest of a pass holder")
            .held(["season-adult"])
            .selection_type(2)
            .quantity(3)
            .places(1)
            .card_title("Bring a guest for free")
            .until("2026-12-31"),
    ]
}
