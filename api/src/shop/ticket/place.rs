//! The place of a ticket in words.

/// What stands before the number of a seat.
const SEAT: &str = ", seat ";

/// A place in words: `Stalls, row A, seat 12`, or the section alone if it has no numbered seats.
pub fn place_in_words(section: &str, row_and_seat: Option<(&str, &str)>) -> String {
    match row_and_seat {
        Some((row, seat)) => format!("{section}, row {row}{SEAT}{seat}"),
        None => section.to_owned(),
    }
}

/// Whether a place in words names a seat. If not, it is a section.
pub fn names_seat(place: &str) -> bool {
    place.contains(SEAT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_place_with_a_number_names_a_seat() {
        let seat = place_in_words("Stalls", Some(("A", "12")));
        assert_eq!(seat, "Stalls, row A, seat 12");
        assert!(names_seat(&seat));
        let section = place_in_words("Mezzanine", None);
        assert_eq!(section, "Mezzanine");
        assert!(!names_seat(&section));
    }
}
