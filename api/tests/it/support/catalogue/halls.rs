//! Halls with seats and sections.

use super::table::{Table, hall, product, schedule, seat, seat_show, section, section_show, selection, variant};

/// A hall of numbered seats, and a house that sells sections: three places on the floor and two on the balcony.
///
/// The hall's stalls have `rows` rows of `seats` seats, numbered from 1. Its box has two seats, in row 90.
pub fn halls(rows: u32, seats: u32) -> Vec<Table> {
    let mut tables = vec![
        hall("small-hall", [1000, 1000])
            .with(section("stalls", "Stalls").polygon([[0, 0], [1000, 0], [1000, 900], [0, 900]]))
            .with(section("box", "Box")),
        hall("house", [400, 400])
            .with(section("floor", "Floor").capacity(3))
            .with(section("balcony", "Balcony").capacity(2)),
        seat_show("concert", "Concert", "small-hall"),
        section_show("play", "Play", "house"),
        schedule("concerts", "concert").slots(["20:00"]),
        schedule("plays", "play").slots(["19:00"]),
        product("evening", "Evening")
            .short_description("Music.")
            .with(selection(["concert"]))
            .with(variant("listener", "Listener").price(30_00).max_quantity(6))
            .with(variant("guest", "Guest of the box").price(90_00).sections(["box"])),
        product("theatre", "Theatre")
            .short_description("A play.")
            .with(selection(["play"]))
            .with(variant("floor-seat", "Floor").price(40_00).sections(["floor"]))
            .with(variant("anywhere", "Anywhere").price(25_00)),
    ];
    let stalls = (1..=rows).flat_map(|row| (1..=seats).map(move |nth| seat("small-hall", "stalls", row, nth)));
    tables.extend(stalls);
    tables.extend([1, 2].map(|nth| seat("small-hall", "box", 90, nth)));
    tables
}
