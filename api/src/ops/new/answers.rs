//! What `midway new` needs to know, and what is a good answer. The same rules apply to the options and on a terminal.

use std::collections::BTreeSet;

use chrono_tz::{TZ_VARIANTS, Tz};

/// The maximum length of a name in a catalogue, in characters.
const MAX_NAME_LENGTH: usize = 200;
/// The minimum similarity, from 0 to 1, at which an unknown time zone is reported with the known one that was probably
/// meant.
const LIKELY_MEANT: f64 = 0.85;

/// A kind of thing that a shop sells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    TimedEntry,
    DatedTicket,
    Performances,
    Passes,
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::TimedEntry, Kind::DatedTicket, Kind::Performances, Kind::Passes];

    /// The name in answers, which is also the name of its file.
    pub fn name(self) -> &'static str {
        match self {
            Kind::TimedEntry => "timed-entry",
            Kind::DatedTicket => "dated-ticket",
            Kind::Performances => "performances",
            Kind::Passes => "passes",
        }
    }

    pub fn description(self) -> &'static str {
        match self {
            Kind::TimedEntry => "tickets for a day and a time",
            Kind::DatedTicket => "tickets for a day",
            Kind::Performances => "tickets for numbered seats",
            Kind::Passes => "passes for a year",
        }
    }
}

/// Reads a shop's name.
///
/// # Errors
/// What is wrong with it, for the operator.
pub fn shop_name(text: &str) -> Result<String, String> {
    let name = text.trim();
    if name.is_empty() {
        return Err("the shop needs a name".to_owned());
    }
    if name.chars().any(char::is_control) {
        return Err("the name is one line without control characters".to_owned());
    }
    if name.chars().count() > MAX_NAME_LENGTH {
        return Err(format!("the name is longer than {MAX_NAME_LENGTH} characters"));
    }
    Ok(name.to_owned())
}

/// Reads an IANA time zone.
///
/// # Errors
/// That there is no such time zone, with the one that was probably meant.
pub fn time_zone(text: &str) -> Result<Tz, String> {
    let name = text.trim();
    name.parse().map_err(|_| match nearest_zone(name) {
        Some(zone) => format!("there is no time zone \"{name}\"; did you mean {zone}?"),
        None => format!("there is no time zone \"{name}\"; one is written like America/Chicago"),
    })
}

/// The time zone whose name, or whose city, is most similar to a text.
fn nearest_zone(text: &str) -> Option<Tz> {
    let wanted = text.replace(' ', "_").to_lowercase();
    let similarity = |zone: Tz| {
        let name = zone.name().to_lowercase();
        let city = name.rsplit('/').next().unwrap_or(&name);
        strsim::jaro_winkler(&name, &wanted).max(strsim::jaro_winkler(city, &wanted))
    };
    let zones = TZ_VARIANTS.iter().map(|zone| (similarity(*zone), *zone));
    let (similarity, zone) = zones.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (similarity >= LIKELY_MEANT).then_some(zone)
}

/// Reads a list of kinds. Each is a name, or its number in [`Kind::ALL`], counted from 1.
///
/// # Errors
/// Which kind does not exist.
pub fn kinds(text: &str) -> Result<BTreeSet<Kind>, String> {
    let mut kinds = BTreeSet::new();
    for item in text.split(',') {
        // "timed entry" is one kind, and "1 4" are two.
        let words: Vec<&str> = item.split_whitespace().collect();
        match kind(&words.join("-")) {
            Ok(kind) => drop(kinds.insert(kind)),
            Err(_) if words.iter().any(|word| kind(word).is_ok()) => {
                kinds.extend(words.into_iter().map(kind).collect::<Result<Vec<_>, _>>()?);
            }
            Err(_) if words.is_empty() => {}
            Err(_) => return Err(format!("\"{}\" is none of {}", item.trim(), kind_names())),
        }
    }
    if kinds.is_empty() { Err(format!("choose at least one of {}", kind_names())) } else { Ok(kinds) }
}

fn kind(word: &str) -> Result<Kind, String> {
    let by_name = Kind::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(word));
    let number = word.parse::<usize>().ok();
    let by_number = number.and_then(|number| Kind::ALL.get(number.checked_sub(1)?).copied());
    by_name.or(by_number).ok_or_else(|| format!("\"{word}\" is none of {}", kind_names()))
}

fn kind_names() -> String {
    Kind::ALL.map(Kind::name).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_is_trimmed_and_has_from_1_to_200_characters_without_control_characters() {
        assert_eq!(shop_name("  Café \"Ö\" \\ # [x] "), Ok("Café \"Ö\" \\ # [x]".to_owned()));
        assert!(shop_name(&"é".repeat(200)).is_ok());
        for bad in ["", "  ", "a\nb", "a\u{7f}b", &"é".repeat(201)] {
            assert!(shop_name(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn unknown_time_zone_is_refused_with_the_one_that_was_probably_meant() {
        assert_eq!(time_zone(" America/Chicago "), Ok(Tz::America__Chicago));
        for (wrong, meant) in [
            ("Chicago", "America/Chicago"),
            ("new york", "America/New_York"),
            ("america/denver", "America/Denver"),
            ("Europe/Berlln", "Europe/Berlin"),
        ] {
            let sentence = format!("there is no time zone \"{wrong}\"; did you mean {meant}?");
            assert_eq!(time_zone(wrong), Err(sentence));
        }
        let sentence = "there is no time zone \"Xyzzy\"; one is written like America/Chicago";
        assert_eq!(time_zone("Xyzzy"), Err(sentence.to_owned()));
    }

    #[test]
    fn kinds_are_read_by_name_and_by_number() {
        let both = BTreeSet::from([Kind::TimedEntry, Kind::Passes]);
        for text in ["timed-entry,passes", "4, 1\n", "passes Timed-Entry,1", "timed entry, passes"] {
            assert_eq!(kinds(text), Ok(both.clone()), "{text}");
        }
        for bad in ["\n", " , ", "0", "5", "timed-entry,parking"] {
            assert!(kinds(bad).unwrap_err().contains("timed-entry, dated-ticket, performances, passes"), "{bad}");
        }
    }
}
