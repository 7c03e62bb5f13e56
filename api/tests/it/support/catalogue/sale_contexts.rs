//! Promotions that open sale contexts.

use super::table::{
    Table, add_on_sale, advance_sale_by_code, cross_sell, product, promotion_code, tag_sale, variant, verified_offer,
};

/// Promotion codes, tag sales, verified offers, add-ons, cross-sells and advance sales, and the products that they
/// sell. Some of these promotions have ended or have not begun. The clock of the tests starts on November 20, 2026.
pub fn sale_contexts() -> Vec<Table> {
    vec![
        promotion_code("tours-off", "Two dollars off", ["TWO"]).variants(["adult"]).amount_off(2_00),
        promotion_code("tours-past", "Past", ["PAST"])
            .until("2026-01-01T00:00:00")
            .variants(["adult"])
            .amount_off(2_00),
        promotion_code("tours-coming", "Coming", ["COMING"])
            .from("2027-01-01T00:00:00")
            .variants(["adult"])
            .amount_off(2_00),
        tag_sale("winter-weekends", "Winter weekends")
            .title("Weekends in winter")
            .description("<p>Warm drinks <script>alert(1)</script>included.</p>")
            .tags(["winter"])
            .percent_off(20)
            .uses(5),
        tag_sale("spring", "Spring").tags(["spring"]).until("2026-05-01T00:00:00").percent_off(20),
        tag_sale("summer", "Summer").tags(["summer"]).from("2027-05-01T00:00:00").percent_off(20),
        tag_sale("members", "Members' evenings").tags(["members"]).price(7_00).requires_login_challenge(true),
        verified_offer("school", "Albany School").tags(["school"]).email_domains(["school.example"]).price(4_00),
        verified_offer("old-school", "Old School")
            .tags(["old-school"])
            .email_domains(["school.example"])
            .until("2026-05-01T00:00:00")
            .price(4_00),
        add_on_sale("extras", "Added to your visit").tags(["extras"]).percent_off(25),
        add_on_sale("past-extras", "Past extras").tags(["past-extras"]).until("2026-05-01T00:00:00").percent_off(25),
        cross_sell("locker-beside", "Lockers").tier(1).variants(["locker"]).hosts(["tour"]),
        cross_sell("photo-beside", "With your tour").tier(2).products(["photo"]).hosts(["tour"]).price(9_00),
        cross_sell("map-beside", "Maps").tier(3).products(["map"]).host_tags(["garden"]),
        cross_sell("past-beside", "Past")
            .tier(2)
            .products(["poster"])
            .hosts(["tour"])
            .until("2026-05-01T00:00:00")
            .price(1_00),
        advance_sale_by_code("premiere-friends", "Friends first", "EARLY")
            .products(["premiere"])
            .until("2026-12-05T00:00:00"),
        advance_sale_by_code("premiere-past", "Past", "LATE").products(["premiere"]).until("2026-05-01T00:00:00"),
        product("walk", "Winter walk")
            .short_description("A walk in the snow.")
            .tags(["winter", "spring", "summer", "members", "walks"])
            .with(variant("walk-adult", "Adult").price(10_00)),
        product("class", "School class")
            .short_description("For schools.")
            .sold_publicly(false)
            .tags(["school", "old-school"])
            .with(variant("pupil", "Pupil").price(6_00)),
        product("locker", "Locker")
            .short_description("A locker.")
            .tags(["extras", "past-extras"])
            .with(variant("locker", "Locker").price(8_00))
            .with(variant("locker-large", "Large locker").price(12_00)),
        product("photo", "Photo")
            .short_description("A photo.")
            .tags(["extras"])
            .with(variant("photo", "Photo").price(15_00)),
        product("map", "Map").short_description("A map.").sold_publicly(false).with(variant("map", "Map").price(3_00)),
        product("poster", "Poster")
            .short_description("A poster.")
            .sold_publicly(false)
            .with(variant("poster", "Poster").price(5_00)),
        product("evening", "Members' evening")
            .short_description("For those who have signed in.")
            .requires_login_challenge(true)
            .with(variant("evening", "Admission").price(11_00)),
        product("premiere", "Premiere")
            .short_description("A first night.")
            .on_sale_from("2026-12-10T09:00:00")
            .with(variant("premiere", "Admission").price(25_00)),
        product("season", "Season pass")
            .short_description("A year.")
            .with(variant("season-gold", "Adult").price(99_00).season_pass().pass_level("Gold").max_quantity(4)),
    ]
}
