//! A bundle of the park.

use super::table::{Table, bundle, bundle_step, product, step_variant, variant};

/// A bundle with one parking place, two to six tours at a chosen time, and optional souvenirs.
pub fn weekend_bundle() -> Vec<Table> {
    weekend_bundle_with(5_00, 2)
}

/// Like [`weekend_bundle`], with the given price of the parking place, in cents, and the given minimum number of tours.
pub fn weekend_bundle_with(car_price: i64, least_tours: i64) -> Vec<Table> {
    vec![
        product("parking", "Parking")
            .short_description("A place for a car.")
            .with(variant("car", "Car").price(15_00).stock(40)),
        bundle("weekend", "Weekend in the garden")
            .category("Together")
            .short_description("A tour and a place for the car.")
            .long_description("<p>Two hours among cedars.</p><script>1</script>")
            .until("2026-12-31")
            .weekdays(["sat", "sun"])
            .with(bundle_step("arriving", "Your place to park", 1, 1).with(step_variant("car").price(car_price)))
            .with(
                bundle_step("walking", "Your tour", least_tours, 6)
                    .description("All of you walk together.")
                    .with(step_variant("adult").max_quantity(4).percent_off(25))
                    .with(step_variant("child").amount_off(2_50)),
            )
            .with(
                bundle_step("taking-home", "To take home", 0, 2)
                    .with(step_variant("guide-book").price(12_00))
                    .with(step_variant("free-leaflet")),
            ),
    ]
}
