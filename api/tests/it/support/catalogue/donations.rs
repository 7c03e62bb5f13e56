//! Donations.

use super::table::{Table, fee, product, variant};

/// A fund that shoppers donate to, and a fee for each order.
pub fn donations_and_order_fee() -> Vec<Table> {
    vec![
        fee("processing", "Processing fee", "order", 2_00),
        product("fund", "Garden fund")
            .short_description("A gift.")
            .long_description("<p>Trees.</p>")
            .disclaimer("Not deductible.")
            .donation(25)
            .with(variant("gift", "Donation").price(0).max_quantity(1).tickets(0)),
    ]
}
