//! Chooses the best adjacent free seats. Pure: the input is a hall and its free seats.

use std::ops::Range;

use midway_catalog::{Place, Row, Seating};

/// The penalties by which blocks are compared: for each section behind the best section, for each row behind the first
/// row, and for each half seat between the middle of the block and the middle of the row. `ORPHAN` is the penalty for a
/// single free seat that is left next to the block, because it is hard to sell.
const SECTION: usize = 16;
const ROW: usize = 2;
const HALF_SEAT_FROM_MIDDLE: usize = 1;
const ORPHAN: usize = 6;
/// The penalty for a seat with a restricted view: more than that of any other seat of a hall, so that it comes last.
const RESTRICTED_VIEW: usize = 1_000_000;

/// The best block of `count` adjacent free seats: near the front of the best section, near the middle of the row.
pub fn together(seating: &Seating, is_free: impl Fn(&Place) -> bool, count: usize) -> Option<&[Place]> {
    let free: Vec<bool> = seating.seats.iter().map(is_free).collect();
    best(seating, &free, count).map(|block| &seating.seats[block])
}

/// The best blocks for `count` people who may sit apart. The largest free block is taken first. A block that would
/// leave exactly one person is taken only if there is no other block.
pub fn apart(seating: &Seating, is_free: impl Fn(&Place) -> bool, count: usize) -> Option<Vec<&[Place]>> {
    let mut free: Vec<bool> = seating.seats.iter().map(is_free).collect();
    let mut found = Vec::new();
    let mut missing = count;
    while missing > 0 {
        let leaves_one = |size: &usize| missing - size == 1;
        let kind = (1..=missing).rev().filter(|size| !leaves_one(size));
        let block = kind.chain((1..missing).rev()).find_map(|size| best(seating, &free, size))?;
        free[block.clone()].fill(false);
        missing -= block.len();
        found.push(&seating.seats[block]);
    }
    Some(found)
}

fn best(seating: &Seating, free: &[bool], count: usize) -> Option<Range<usize>> {
    let rows = seating.sections.iter().enumerate().flat_map(|(section_rank, section)| {
        section.rows.iter().enumerate().map(move |(row_rank, row)| (section_rank * SECTION + row_rank * ROW, row))
    });
    let blocks = rows.flat_map(|(rank, row)| {
        let blocks = row.runs.iter().flat_map(move |run| blocks(run, free, count).map(move |block| (run, block)));
        blocks.map(move |(run, block)| {
            let restricted = seating.seats[block.clone()].iter().filter(|seat| seat.has_restricted_view()).count();
            (rank + cost(row, run, &block, free) + restricted * RESTRICTED_VIEW, block)
        })
    });
    blocks.min_by_key(|(cost, block)| (*cost, block.start)).map(|(_, block)| block)
}

fn blocks(run: &Range<usize>, free: &[bool], count: usize) -> impl Iterator<Item = Range<usize>> {
    let starts = run.start..(run.end + 1).saturating_sub(count).max(run.start);
    starts.map(move |start| start..start + count).filter(|block| free[block.clone()].iter().all(|&free| free))
}

fn cost(row: &Row, run: &Range<usize>, block: &Range<usize>, free: &[bool]) -> usize {
    let (first, last) = (row.runs.first().map_or(0, |run| run.start), row.runs.last().map_or(0, |run| run.end));
    let from_middle = (block.start + block.end).abs_diff(first + last);
    let is_free = |at: usize| run.contains(&at) && free[at];
    let alone_before =
        block.start > run.start && is_free(block.start - 1) && !(block.start > 1 && is_free(block.start - 2));
    let alone_after = is_free(block.end) && !is_free(block.end + 1);
    from_middle * HALF_SEAT_FROM_MIDDLE + (usize::from(alone_before) + usize::from(alone_after)) * ORPHAN
}

#[cfg(test)]
mod tests {
    use super::*;
    use midway_catalog::Catalog;
    use midway_catalog::files::{Folder, Hall, Seat, SeatFeatures, SeatKind, Section};
    use proptest::prelude::*;

    /// Rows A and B with eight seats each and an aisle in the middle, and a balcony with four seats.
    fn catalog() -> Catalog {
        let seat = |section: &str, row: &str, nth: u32, x: u32| Seat {
            hall: "hall".into(),
            section: section.into(),
            row: row.to_owned(),
            seat: nth.to_string(),
            x,
            y: 10,
            kind: SeatKind::Standard,
            places: 1,
            features: SeatFeatures::default(),
        };
        let with_aisle = |nth: u32| nth * 10 + if nth > 4 { 20 } else { 0 };
        let section = |id: &str| Section {
            id: id.into(),
            name: id.to_owned(),
            capacity: None,
            polygon: Vec::new(),
            view: None,
            accessible: false,
        };
        let mut folder = Folder {
            hall: vec![Hall {
                id: "hall".into(),
                size: [200, 100],
                chart: None,
                sections: vec![section("stalls"), section("balcony")],
                accessible: None,
            }],
            ..Folder::default()
        };
        for row in ["A", "B"] {
            folder.seat.extend((1..=8).map(|nth| seat("stalls", row, nth, with_aisle(nth))));
        }
        folder.seat.extend((1..=4).map(|nth| seat("balcony", "A", nth, nth * 10)));
        folder.into()
    }

    fn ids(places: &[Place]) -> Vec<&str> {
        places.iter().map(|place| place.id.as_str()).collect()
    }

    #[test]
    fn middle_of_the_first_row_is_best_and_blocks_do_not_cross_an_aisle() {
        let catalog = catalog();
        let (_, seating) = catalog.hall(&"hall".into()).unwrap();
        assert_eq!(ids(together(seating, |_| true, 2).unwrap()), ["stalls-a-3", "stalls-a-4"]);
        assert_eq!(ids(together(seating, |_| true, 4).unwrap()).len(), 4);
        assert!(together(seating, |_| true, 5).is_none(), "no five adjacent seats are on one side of the aisle");
    }

    #[test]
    fn block_that_leaves_a_single_seat_is_avoided_if_possible() {
        let catalog = catalog();
        let (_, seating) = catalog.hall(&"hall".into()).unwrap();
        let found = ids(together(seating, |_| true, 3).unwrap());
        assert_eq!(found, ["stalls-a-2", "stalls-a-3", "stalls-a-4"], "a single seat at the wall cannot be avoided");
        // Seat 4 is taken, so a pair from seats 1 to 3 would leave a single seat.
        let found = ids(together(seating, |place| place.id.as_str() != "stalls-a-4", 2).unwrap());
        assert_eq!(found, ["stalls-a-5", "stalls-a-6"]);
    }

    #[test]
    fn party_that_does_not_fit_together_is_split_so_that_nobody_sits_alone() {
        let catalog = catalog();
        let (_, seating) = catalog.hall(&"hall".into()).unwrap();
        let found = apart(seating, |_| true, 5).unwrap();
        assert_eq!(found.iter().map(|block| block.len()).collect::<Vec<_>>(), [3, 2]);
        assert!(apart(seating, |_| true, 21).is_none(), "there are 20 seats");
    }

    proptest! {
        #[test]
        fn found_seats_are_free_and_unique_and_seats_together_are_in_one_row(
            taken in proptest::collection::vec(any::<bool>(), 20),
            count in 1usize..9,
        ) {
            let catalog = catalog();
            let (_, seating) = catalog.hall(&"hall".into()).unwrap();
            let is_free = |place: &Place| {
                let at = seating.seats.iter().position(|it| it == place).unwrap();
                !taken[at]
            };
            let free = taken.iter().filter(|taken| !**taken).count();
            match apart(seating, is_free, count) {
                Some(found) => {
                    let found = found.concat();
                    prop_assert_eq!(found.len(), count);
                    prop_assert!(found.iter().all(is_free));
                    let mut ids = ids(&found);
                    ids.sort();
                    ids.dedup();
                    prop_assert_eq!(ids.len(), count);
                }
                None => prop_assert!(free < count),
            }
            if let Some(found) = together(seating, is_free, count) {
                prop_assert!(found.iter().all(|place| is_free(place) && place.row == found[0].row));
            }
        }
    }
}
