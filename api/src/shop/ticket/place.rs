//! The place of a ticket in words.

use midway_catalog::files::{SeatFeature, SeatFeatures, SeatKind};

/// What a seat, a box or a table is marked with.
#[derive(Clone, Copy, Debug)]
pub struct SeatMark<'m> {
    pub row: &'m str,
    pub seat: &'m str,
    /// How many people it is for: more than one for a box or a table that is sold as a whole.
    pub places: u32,
    pub kind: SeatKind,
    pub features: &'m SeatFeatures,
}

impl SeatMark<'_> {
    /// The mark in words: `row A, seat 12`, or `Box 3 (seats 4)` if it is for several people. Ushers and guests need to know
    /// an accessible seat: `row A, seat 1, wheelchair space, step-free`. Buyers must know of a restricted view.
    pub fn in_words(&self) -> String {
        let SeatMark { row, seat, places, kind, features } = self;
        let mark =
            if *places > 1 { format!("{row} {seat} (seats {places})") } else { format!("row {row}, seat {seat}") };
        let kind = match kind {
            SeatKind::Standard => None,
            SeatKind::Wheelchair => Some("wheelchair space"),
            SeatKind::Companion => Some("companion seat"),
        };
        let features = features.of_bought_seat().map(|feature| match feature {
            SeatFeature::Aisle => "on the aisle",
            SeatFeature::StepFree => "step-free",
            SeatFeature::HearingLoop => "hearing loop",
            SeatFeature::RestrictedView => "restricted view",
        });
        [mark.as_str()].into_iter().chain(kind).chain(features).collect::<Vec<_>>().join(", ")
    }
}

/// A place in words: `Stalls, row A, seat 12` or `Boxes, Box 3 (seats 4)`, or the section alone if it has no numbered seats.
pub fn place_in_words(section: &str, seat: Option<SeatMark<'_>>) -> String {
    match seat {
        Some(seat) => format!("{section}, {}", seat.in_words()),
        None => section.to_owned(),
    }
}

/// What the row of a place begins with.
const ROW: &str = "row ";

/// A key that sorts places by section, row and seat: row AA comes after row Z, and seat 12 after seat 2.
pub fn place_key(place: &str) -> String {
    let key = |part: &str| match part.strip_prefix(ROW) {
        Some(row) => runs(row).map(|run| padded(&run).unwrap_or_else(|| format!("{run:>9}"))).collect(),
        None => runs(part).map(|run| padded(&run).unwrap_or(run)).collect::<String>(),
    };
    place.split(", ").map(key).collect::<Vec<_>>().join(", ")
}

/// The numbers in a text, and what is between them.
fn runs(text: &str) -> impl Iterator<Item = String> {
    let letters: Vec<char> = text.chars().collect();
    let runs = letters.chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit());
    runs.map(|run| run.iter().collect()).collect::<Vec<String>>().into_iter()
}

/// A number with leading zeros; `None` for other text.
fn padded(run: &str) -> Option<String> {
    run.starts_with(|letter: char| letter.is_ascii_digit()).then(|| format!("{run:0>9}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_sorted_by_section_row_and_the_number_of_the_seat() {
        let (kind, none) = (SeatKind::Standard, SeatFeatures::default());
        let seat = |row, seat| place_in_words("Stalls", Some(SeatMark { row, seat, places: 1, kind, features: &none }));
        let of_four =
            |seat| place_in_words("Boxes", Some(SeatMark { row: "Box", seat, places: 4, kind, features: &none }));
        let all: SeatFeatures = "aisle step-free hearing-loop restricted-view".to_owned().try_into().unwrap();
        let space = SeatMark { row: "A", seat: "3", places: 1, kind: SeatKind::Wheelchair, features: &all };
        let sorted = [
            place_in_words("Box 2", None),
            place_in_words("Box 12", None),
            of_four("2"),
            of_four("12"),
            seat("A", "2"),
            place_in_words("Stalls", Some(space)),
            seat("A", "12"),
            seat("A2", "1"),
            seat("A10", "1"),
            seat("B", "1"),
            seat("Z", "1"),
            seat("AA", "1"),
            seat("AB", "1"),
            seat("2", "1"),
            seat("12", "1"),
        ];
        assert_eq!([&sorted[2], &sorted[4]], ["Boxes, Box 2 (seats 4)", "Stalls, row A, seat 2"]);
        let space = "Stalls, row A, seat 3, wheelchair space, step-free, hearing loop, restricted view";
        assert_eq!(sorted[5], space);
        assert!(sorted.is_sorted_by_key(|place| place_key(place)), "{sorted:?}");
    }
}
