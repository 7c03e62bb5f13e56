//! Season passes.

use super::table::{Table, product, renewal, upgrade, variant};

/// A season pass for adults and one for children, with a renewal price.
pub fn season_passes() -> Vec<Table> {
    vec![
        product("season", "Season pass")
            .short_description("A year.")
            .with(
                variant("season-adult", "Adult")
                    .price(99_00)
                    .season_pass()
                    .pass_level("Gold")
                    .max_birth_date("2013-12-31")
                    .max_quantity(4),
            )
            .with(
                variant("season-child", "Child")
                    .price(60_00)
                    .season_pass()
                    .pass_level("Gold")
                    .min_birth_date("2014-01-01")
                    .max_quantity(4),
            ),
        renewal("again", "Renewal price")
            .held(["season-adult", "season-child"])
            .products(["season"])
            .percent_off(10)
            .opens_days_before(60)
            .closes_days_after(30),
    ]
}

/// Two better passes, and the upgrade to them. The adult season pass of [`season_passes`] and the cheaper of the two
/// better passes can be upgraded.
pub fn better_passes() -> Vec<Table> {
    vec![
        product("better", "Better passes")
            .short_description("A year with friends.")
            .with(variant("platinum", "Platinum").price(15_000).season_pass())
            .with(variant("diamond", "Diamond").price(25_000).season_pass()),
        upgrade("better-pass", "Your pass counts").held(["season-adult", "platinum"]).products(["better"]),
    ]
}
