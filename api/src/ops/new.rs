//! `midway new FOLDER`: writes a small catalogue that sells at once, with comments that say what to change first.

mod answers;
mod files;
mod terminal;

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use chrono_tz::Tz;

pub use self::answers::Kind;
pub use self::files::NewShop;
pub use self::terminal::Terminal;
use midway_kernel::time::{Instant, day_at};

/// The arguments of the command.
#[derive(Clone, Debug, clap::Args)]
pub struct NewArguments {
    /// The folder, which must be empty or absent.
    folder: PathBuf,
    /// The shop's name.
    #[arg(long, value_parser = answers::shop_name)]
    name: Option<String>,
    /// The IANA time zone of the venue, such as America/Chicago.
    #[arg(long, value_name = "ZONE", value_parser = answers::time_zone)]
    time_zone: Option<Tz>,
    /// What the shop sells, separated by commas: timed-entry, dated-ticket, performances, passes.
    #[arg(long, value_name = "KINDS", value_parser = answers::kinds)]
    sells: Option<BTreeSet<Kind>>,
}

/// Why no catalogue was written.
#[derive(Debug, thiserror::Error)]
pub enum NewError {
    #[error("{} exists and is not an empty folder", .0.display())]
    IsUsed(PathBuf),
    /// There is no terminal to ask for these options.
    #[error("missing, and there is no terminal to ask for it: {}", .0.join(", "))]
    Missing(Vec<&'static str>),
    #[error("no answer, so nothing was written")]
    NoAnswer(#[source] io::Error),
    #[error("cannot write {}: {}", .0.display(), .1)]
    Write(PathBuf, #[source] io::Error),
}

/// A written catalogue. It is displayed as the operator's next steps.
#[derive(Clone, Debug)]
pub struct NewCatalogue {
    folder: PathBuf,
    sells: BTreeSet<Kind>,
}

/// Writes the catalogue. If there is a terminal, asks there for what the arguments leave out.
pub fn create(arguments: NewArguments, terminal: Option<Terminal>, now: Instant) -> Result<NewCatalogue, NewError> {
    if is_used(&arguments.folder) {
        return Err(NewError::IsUsed(arguments.folder));
    }
    let folder = arguments.folder.clone();
    let shop = match terminal {
        Some(terminal) => asked(arguments, terminal).map_err(NewError::NoAnswer)?,
        None => given(arguments).map_err(NewError::Missing)?,
    };
    write(&folder, &shop, now)?;
    Ok(NewCatalogue { folder, sells: shop.sells })
}

/// Writes the files of a shop into a folder, which is created if it is absent.
///
/// # Errors
/// [`NewError::Write`] with the path that cannot be written.
pub fn write(folder: &Path, shop: &NewShop, now: Instant) -> Result<(), NewError> {
    fs::create_dir_all(folder).map_err(|error| NewError::Write(folder.to_owned(), error))?;
    for (file, content) in shop.files(day_at(now, shop.time_zone)) {
        let path = folder.join(file);
        fs::write(&path, content).map_err(|error| NewError::Write(path, error))?;
    }
    Ok(())
}

/// Whether the path is anything but an empty folder. A path that cannot be read is reported when it is written.
fn is_used(folder: &Path) -> bool {
    match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_some(),
        Err(error) => error.kind() == ErrorKind::NotADirectory,
    }
}

fn asked(arguments: NewArguments, mut terminal: Terminal) -> io::Result<NewShop> {
    let NewArguments { folder, name, time_zone, sells } = arguments;
    let name = name.map_or_else(|| terminal.ask_name(&folder), Ok)?;
    let time_zone = time_zone.map_or_else(|| terminal.ask_time_zone(), Ok)?;
    let sells = sells.map_or_else(|| terminal.ask_kinds(), Ok)?;
    writeln!(terminal.output)?;
    Ok(NewShop { name, time_zone, sells })
}

/// # Errors
/// The options that are missing.
fn given(arguments: NewArguments) -> Result<NewShop, Vec<&'static str>> {
    match (arguments.name, arguments.time_zone, arguments.sells) {
        (Some(name), Some(time_zone), Some(sells)) => Ok(NewShop { name, time_zone, sells }),
        (name, time_zone, sells) => {
            let options =
                [("--name", name.is_none()), ("--time-zone", time_zone.is_none()), ("--sells", sells.is_none())];
            Err(options.into_iter().filter(|(_, is_missing)| *is_missing).map(|(option, _)| option).collect())
        }
    }
}

impl fmt::Display for NewCatalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let folder = shell_word(&self.folder.display().to_string());
        let program = shell_word(&std::env::args().next().unwrap_or_else(|| "midway".to_owned()));
        writeln!(f, "The catalogue is in {folder}. It can sell as it is. Change first:\n")?;
        writeln!(f, "  venue.toml           your address and opening hours")?;
        for kind in &self.sells {
            writeln!(f, "  {:<20} {}", format!("{}.toml", kind.name()), kind.description())?;
        }
        writeln!(f, "  legal.toml           your terms of sale and privacy policy\n")?;
        writeln!(f, "Then check it, and start your shop:\n")?;
        writeln!(f, "  {program} check {folder}")?;
        write!(f, "  scripts/run --catalog {folder}")
    }
}

/// A word as it is typed into a shell.
fn shell_word(text: &str) -> String {
    let is_plain = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "/._-+".contains(c));
    if is_plain { text.to_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};

    use super::*;
    use crate::shop::catalog::problems;
    use midway_catalog::load::load;
    use midway_kernel::id::is_slug;

    fn now() -> Instant {
        Utc.with_ymd_and_hms(2026, 12, 31, 23, 30, 0).unwrap()
    }

    /// All sets of kinds but the empty one.
    fn all_sets() -> impl Iterator<Item = BTreeSet<Kind>> {
        (1..1_u32 << Kind::ALL.len()).map(|bits| {
            Kind::ALL.into_iter().enumerate().filter(|(nth, _)| bits >> nth & 1 == 1).map(|(_, kind)| kind).collect()
        })
    }

    #[test]
    fn every_set_of_kinds_under_every_name_makes_a_catalogue_without_problems() {
        let long = "W".repeat(200);
        let names = [
            "City Museum",
            "Müller's \"Große\" Gärten & Söhne",
            "C:\\new\\u0041 \\",
            "\"\"\" ''' #no [comment] = {x}",
            "@name@ @today@ {{name}} ${x} %s",
            "<b>Zoo</b> &amp; \u{202e}Park\u{2028}",
            "美術館 🎟️ Музей",
            &long,
        ];
        for sells in all_sets() {
            for name in names {
                let folder = tempfile::tempdir().unwrap();
                let shop = NewShop { name: name.to_owned(), time_zone: Tz::Europe__Berlin, sells: sells.clone() };
                write(folder.path(), &shop, now()).unwrap();
                assert_eq!(problems(folder.path()), [], "{name} {sells:?}");
                let loaded = load(folder.path()).folder;
                assert_eq!((loaded.settings.web_site_name.as_str(), loaded.site[0].name.as_str()), (name, name));
                assert_eq!(loaded.site[0].time_zone, Tz::Europe__Berlin);
                assert_eq!(loaded.product.len(), sells.len(), "{sells:?}");
            }
        }
    }

    #[test]
    fn dates_count_from_today_in_the_venues_time_zone() {
        for (time_zone, today) in [(Tz::America__Chicago, "2026-12-31"), (Tz::Europe__Berlin, "2027-01-01")] {
            let folder = tempfile::tempdir().unwrap();
            let shop = NewShop { name: "Hall".to_owned(), time_zone, sells: BTreeSet::from([Kind::Performances]) };
            write(folder.path(), &shop, now()).unwrap();
            let schedule = load(folder.path()).folder.schedule.remove(0);
            assert_eq!(schedule.from.unwrap().to_string(), today);
        }
    }

    #[test]
    fn examples_in_comments_are_valid_without_the_comment_sign() {
        let folder = tempfile::tempdir().unwrap();
        let shop = NewShop { name: "Zoo".to_owned(), time_zone: Tz::UTC, sells: Kind::ALL.into() };
        write(folder.path(), &shop, now()).unwrap();
        let is_example = |text: &str| {
            text.starts_with("[[") || text.split_once(" = ").is_some_and(|(key, _)| is_slug(&key.replace('_', "-")))
        };
        let mut count = 0;
        for (file, content) in shop.files(now().date_naive()).into_iter().filter(|(file, _)| file.ends_with(".toml")) {
            let lines = content.lines().map(|line| match line.strip_prefix("# ") {
                Some(text) if is_example(text) => {
                    count += 1;
                    text
                }
                _ => line,
            });
            fs::write(folder.path().join(file), lines.collect::<Vec<_>>().join("\n")).unwrap();
        }
        assert!(count > 20, "only {count} examples were found");
        let problems = problems(folder.path());
        let others: Vec<_> = problems.iter().filter(|problem| !problem.what.starts_with("the picture \"")).collect();
        assert!(others.is_empty(), "{others:#?}");
    }

    #[test]
    fn every_toml_file_names_the_schema_beside_it() {
        let shop = NewShop { name: "Zoo".to_owned(), time_zone: Tz::UTC, sells: Kind::ALL.into() };
        let files = shop.files(now().date_naive());
        assert!(files.iter().any(|(name, _)| *name == ".catalogue.schema.json"));
        for (name, content) in files.iter().filter(|(name, _)| name.ends_with(".toml")) {
            assert!(content.starts_with("#:schema .catalogue.schema.json\n"), "{name}");
        }
    }
}
