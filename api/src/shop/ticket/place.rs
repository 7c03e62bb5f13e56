//! The place of a ticket in words.

/// A place in words: `Stalls, row A, seat 12`, or the section alone if it has no numbered seats.
pub fn place_in_words(section: &str, row_and_seat: Option<(&str, &str)>) -> String {
    match row_and_seat {
        Some((row, seat)) => format!("{section}, row {row}, seat {seat}"),
        None => section.to_owned(),
    }
}

/// A key that sorts places by section, row and seat, with seat 2 before seat 12.
pub fn place_key(place: &str) -> String {
    let letters: Vec<char> = place.chars().collect();
    let runs = letters.chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit());
    runs.map(|run| {
        let run: String = run.iter().collect();
        if run.starts_with(|letter: char| letter.is_ascii_digit()) { format!("{run:0>9}") } else { run }
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_sorted_by_section_row_and_the_number_of_the_seat() {
        let seat = |row, seat| place_in_words("Stalls", Some((row, seat)));
        let sorted = [place_in_words("Mezzanine", None), seat("A", "2"), seat("A", "12"), seat("B", "1")];
        assert_eq!(sorted[1], "Stalls, row A, seat 2");
        assert!(sorted.is_sorted_by_key(|place| place_key(place)), "{sorted:?}");
    }
}
