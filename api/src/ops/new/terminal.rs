//! The questions of `midway new` on a terminal.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufRead, ErrorKind, Write};
use std::path::Path;

use chrono_tz::Tz;

use super::answers::{self, Kind};

/// The time zone that is suggested on a machine whose own time zone is not that of a place.
const SUGGESTED_ZONE: Tz = Tz::America__New_York;

/// Where the operator answers. An empty answer takes the suggestion; a bad answer is asked again.
pub struct Terminal<'a> {
    pub input: &'a mut dyn BufRead,
    pub output: &'a mut dyn Write,
}

impl Terminal<'_> {
    /// Asks for the shop's name. The suggestion is made of the folder's name.
    pub(super) fn ask_name(&mut self, folder: &Path) -> io::Result<String> {
        self.ask("The shop's name", &suggested_name(folder), answers::shop_name)
    }

    pub(super) fn ask_time_zone(&mut self) -> io::Result<Tz> {
        let suggestion = machine_time_zone().unwrap_or(SUGGESTED_ZONE);
        self.ask("The venue's time zone, such as America/Chicago", suggestion.name(), answers::time_zone)
    }

    pub(super) fn ask_kinds(&mut self) -> io::Result<BTreeSet<Kind>> {
        writeln!(self.output, "What do you sell? Prices are in US dollars.")?;
        for (position, kind) in Kind::ALL.into_iter().enumerate() {
            writeln!(self.output, "  {} {:<14}{}", position + 1, kind.name(), kind.description())?;
        }
        self.ask("One or more of these, such as 1,4", "1", answers::kinds)
    }

    /// # Errors
    /// [`ErrorKind::UnexpectedEof`] if the input ends before a good answer.
    fn ask<T>(&mut self, question: &str, suggestion: &str, read: impl Fn(&str) -> Result<T, String>) -> io::Result<T> {
        loop {
            write!(self.output, "{question} [{suggestion}]: ")?;
            self.output.flush()?;
            let mut line = Vec::new();
            if self.input.read_until(b'\n', &mut line)? == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            let answer = String::from_utf8(line).map_err(|_| "the answer is not written in UTF-8".to_owned());
            let is_empty = |answer: &String| answer.trim().is_empty();
            let answer = answer.map(|answer| if is_empty(&answer) { suggestion.to_owned() } else { answer });
            match answer.and_then(|answer| read(&answer)) {
                Ok(value) => return Ok(value),
                Err(fault) => writeln!(self.output, "{fault}")?,
            }
        }
    }
}

/// "City Museum" for the folder `city-museum`.
fn suggested_name(folder: &Path) -> String {
    let folder = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let words = folder.split(['-', '_', ' ', '.']).filter(|word| !word.is_empty());
    let words = words.map(|word| {
        let mut letters = word.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).collect::<String>()
    });
    answers::shop_name(&words.collect::<Vec<_>>().join(" ")).unwrap_or_else(|_| "Museum".to_owned())
}

/// The time zone of this machine, if it is that of a place.
fn machine_time_zone() -> Option<Tz> {
    let link = fs::read_link("/etc/localtime").ok()?;
    let (_, name) = link.to_str()?.split_once("zoneinfo/")?;
    let zone = name.parse::<Tz>().ok()?;
    (name.contains('/') && !name.starts_with("Etc/")).then_some(zone)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the terminal asks, and the result.
    fn ask<T>(typed: &[u8], ask: impl Fn(&mut Terminal) -> io::Result<T>) -> (String, io::Result<T>) {
        let (mut input, mut output) = (typed, Vec::new());
        let result = ask(&mut Terminal { input: &mut input, output: &mut output });
        (String::from_utf8(output).unwrap(), result)
    }

    #[test]
    fn empty_answer_takes_the_suggestion() {
        let (asked, name) = ask(b"\n", |terminal| terminal.ask_name(Path::new("shops/city-museum")));
        assert_eq!((asked.as_str(), name.unwrap().as_str()), ("The shop's name [City Museum]: ", "City Museum"));
        let (_, name) = ask(b"\n", |terminal| terminal.ask_name(Path::new("..")));
        assert_eq!(name.unwrap(), "Museum");
        let (_, kinds) = ask(b" \n", |terminal| terminal.ask_kinds());
        assert_eq!(kinds.unwrap(), BTreeSet::from([Kind::TimedEntry]));
        assert!(ask(b"\n", |terminal| terminal.ask_time_zone()).1.unwrap().name().contains('/'));
    }

    #[test]
    fn bad_answer_is_asked_again() {
        let (asked, zone) = ask(b"Chicago\n\xff\nAmerica/Chicago\n", |terminal| terminal.ask_time_zone());
        assert_eq!(zone.unwrap(), Tz::America__Chicago);
        assert_eq!(asked.matches("The venue's time zone, such as America/Chicago [").count(), 3, "{asked}");
        assert!(
            asked.contains("did you mean America/Chicago?\n") && asked.contains("not written in UTF-8\n"),
            "{asked}"
        );
    }

    #[test]
    fn end_of_input_is_an_error() {
        let (_, kinds) = ask(b"parking\n", |terminal| terminal.ask_kinds());
        assert_eq!(kinds.unwrap_err().kind(), ErrorKind::UnexpectedEof);
    }
}
