//! "Did you mean" suggestions for misspelled names.

/// The known name that was probably meant by a misspelled one. Upper and lower case, `_` and `-` make no difference.
/// `None` when no name is similar enough.
pub fn nearest<'k>(misspelled: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let plain = |name: &str| name.to_lowercase().replace('_', "-");
    let meant = plain(misspelled);
    // One typing error for each four characters.
    let most = (meant.chars().count() / 4).max(1);
    let distances = known.into_iter().filter(|name| *name != misspelled).filter_map(|name| {
        let distance = strsim::damerau_levenshtein(&plain(name), &meant);
        (distance <= most && distance < name.chars().count()).then_some((distance, name))
    });
    distances.min().map(|(_, name)| name)
}

/// The end of a message about a misspelled name: `; did you mean "garden-tour"?`. Empty when no known name is similar.
pub(crate) fn did_you_mean<'k>(misspelled: &str, known: impl IntoIterator<Item = &'k str>) -> String {
    nearest(misspelled, known).map(|name| format!("; did you mean \"{name}\"?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_name_has_at_most_one_error_for_each_four_characters() {
        let known = ["price", "price_calendar", "product", "garden-tour", "mon"];
        for (misspelled, meant) in [
            ("prise", Some("price")),
            ("Price", Some("price")),
            ("products", Some("product")),
            ("garden-tuor", Some("garden-tour")),
            ("garden_tour", Some("garden-tour")),
            ("price-calender", Some("price_calendar")),
            ("mno", Some("mon")),
            ("x", None),
            ("tour", None),
            ("price", None),
        ] {
            assert_eq!(nearest(misspelled, known), meant, "{misspelled}");
        }
    }
}
