//! The rules that a readable catalogue must satisfy. The check reports all problems in one run and changes nothing.
//!
//! The check reads no files: it checks only the names of pictures. The picture files are read by
//! `api/src/shop/catalog/pictures.rs`.

mod bundles;
mod calendars;
mod cancellations;
mod halls;
mod order_limits;
mod part_places;
mod passes;
mod places;
mod products;
mod promotions;
mod questions;
mod reservations;
mod seasons;
mod selling;
mod shop;
mod themes;
mod times;
mod waiting_rooms;

use std::collections::HashMap;
use std::fmt::Display;

use crate::days::weekday_names;
use crate::files::Folder;
use crate::problem::{Origins, Problem};
use crate::suggestion::did_you_mean;
use midway_kernel::accessibility::AccessibilityFeature;
use midway_kernel::id::is_slug;
use midway_kernel::time::Instant;

/// The maximum length of a name, label or other line of text, in characters.
const MAX_LINE_LENGTH: usize = 200;
/// The maximum length of a description, disclaimer or resource text, in characters: about fifty pages.
const MAX_TEXT_LENGTH: usize = 200_000;
/// The maximum number of words of a product or bundle that only the search knows.
const MAX_SEARCH_WORDS: usize = 50;
/// The maximum capacity, larger than any real venue. The limit keeps sums of capacities far from overflow.
const LARGEST_CAPACITY: u32 = 10_000_000;

/// All problems, in the order of files and lines.
pub fn check(folder: &Folder, origins: &Origins) -> Vec<Problem> {
    let mut check = Check { folder, origins, problems: Vec::new() };
    shop::check(&mut check);
    places::check(&mut check);
    seasons::check(&mut check);
    selling::check(&mut check);
    halls::check(&mut check);
    times::check(&mut check);
    products::check(&mut check);
    order_limits::check(&mut check);
    cancellations::check(&mut check);
    questions::check(&mut check);
    calendars::check(&mut check);
    promotions::check(&mut check);
    bundles::check(&mut check);
    reservations::check(&mut check);
    waiting_rooms::check(&mut check);
    let mut problems = check.problems;
    problems.sort();
    problems.dedup();
    problems
}

/// What is allowed and probably a mistake. `now` decides which days are still to come.
pub fn warnings(folder: &Folder, origins: &Origins, now: Instant) -> Vec<Problem> {
    [
        times::skipped_slots(folder, origins, now),
        passes::without_benefits(folder, origins),
        cancellations::exchanges_of_goods(folder, origins),
        themes::unknown(folder, origins),
    ]
    .concat()
}

/// A check in progress. A key is identified by its table, the position of its entry and its path within the entry.
struct Check<'a> {
    folder: &'a Folder,
    origins: &'a Origins,
    problems: Vec<Problem>,
}

impl Check<'_> {
    fn say(&mut self, table: &str, position: usize, path: &str, what: impl Into<String>) {
        let problem = self.origins.problem(table, position, path, what.into());
        self.problems.push(problem);
    }

    fn say_unless(&mut self, holds: bool, table: &str, position: usize, path: &str, what: impl FnOnce() -> String) {
        if !holds {
            self.say(table, position, path, what());
        }
    }

    /// Checks the ids of one table: each must be a slug and unique.
    fn ids(&mut self, table: &str, ids: impl Iterator<Item = String>) {
        let mut first_of = HashMap::new();
        for (position, id) in ids.enumerate() {
            self.slug(table, position, "id", &id);
            self.first_use(&mut first_of, table, position, "id", id);
        }
    }

    fn slug(&mut self, table: &str, position: usize, path: &str, text: &str) {
        self.say_unless(is_slug(text), table, position, path, || {
            format!(
                "\"{text}\" is not an id: small letters, digits and hyphens, at most 60, not starting with a hyphen"
            )
        });
    }

    /// Returns whether `value` has not been used before. If it has been used, reports the repetition with the place of
    /// the first use.
    fn first_use<K: std::hash::Hash + Eq + Display>(
        &mut self,
        seen: &mut HashMap<K, (usize, String)>,
        table: &str,
        position: usize,
        path: &str,
        value: K,
    ) -> bool {
        match seen.get(&value) {
            Some((first, first_path)) => {
                let first = self.origins.problem(table, *first, first_path, String::new());
                let place = first.line.map_or_else(String::new, |line| format!(", first in {}:{line}", first.file));
                self.say(table, position, path, format!("\"{value}\" appears twice{place}"));
                false
            }
            None => {
                seen.insert(value, (position, path.to_owned()));
                true
            }
        }
    }

    /// Checks that a reference resolves. A reference to an entry that could not be read is not reported, because that
    /// entry is reported already.
    fn refers(&mut self, found: bool, table: &str, position: usize, path: &str, target: &str, id: &str) {
        let excused = self.origins.is_broken(target, id);
        if !found && !excused {
            let mut hint = did_you_mean(id, self.ids_of(target));
            if hint.is_empty() && target == "holiday" {
                hint = ": write a day like \"12-25\", or define it as a [[holiday]]".to_owned();
            }
            self.say(table, position, path, format!("there is no {} \"{id}\"{hint}", target.replace('_', " ")));
        }
    }

    /// The ids of the entries that a reference may name.
    fn ids_of(&self, target: &str) -> Vec<&str> {
        fn ids<T>(rows: &[T], id: impl Fn(&T) -> &str) -> Vec<&str> {
            rows.iter().map(id).collect()
        }
        let folder = self.folder;
        match target {
            // A misspelled weekday in a list of days is read as the id of a holiday.
            "holiday" => ids(&folder.holiday, |it| it.id.as_str()).into_iter().chain(weekday_names()).collect(),
            "hall" => ids(&folder.hall, |it| it.id.as_str()),
            "plan" => ids(&folder.plan, |it| it.id.as_str()),
            "pool" => ids(&folder.pool, |it| it.id.as_str()),
            "product" => ids(&folder.product, |it| it.id.as_str()),
            "question" => ids(&folder.question, |it| it.id.as_str()),
            "section" => folder.hall.iter().flat_map(|hall| ids(&hall.sections, |it| it.id.as_str())).collect(),
            "show" => ids(&folder.show, |it| it.id.as_str()),
            "site" => ids(&folder.site, |it| it.id.as_str()),
            "tag" => folder.product.iter().flat_map(|product| ids(&product.tags, String::as_str)).collect(),
            "tax_class" => ids(&folder.tax_class, |it| it.id.as_str()),
            "variant" => folder.product.iter().flat_map(|it| ids(&it.variants, |it| it.id.as_str())).collect(),
            _ => Vec::new(),
        }
    }

    /// Checks one line of text: it must not be empty, must have at most [`MAX_LINE_LENGTH`] characters, and none of
    /// them may be a control character.
    fn line(&mut self, table: &str, position: usize, path: &str, text: &str) {
        if text.trim().is_empty() {
            self.say(table, position, path, format!("`{}` is empty", key_of(path)));
        }
        self.optional_line(table, position, path, Some(text));
    }

    /// Checks that no feature for people with disabilities is named twice.
    fn accessibility(&mut self, table: &str, position: usize, features: &[AccessibilityFeature]) {
        for (nth, feature) in features.iter().enumerate() {
            self.say_unless(
                !features[..nth].contains(feature),
                table,
                position,
                &format!("accessibility.{nth}"),
                || "this feature is named twice".to_owned(),
            );
        }
    }

    fn optional_line(&mut self, table: &str, position: usize, path: &str, text: Option<&str>) {
        let text = text.unwrap_or_default();
        if text.chars().any(char::is_control) {
            self.say(table, position, path, format!("`{}` is one line without control characters", key_of(path)));
        }
        if text.chars().count() > MAX_LINE_LENGTH {
            let what = format!("`{}` is longer than {MAX_LINE_LENGTH} characters", key_of(path));
            self.say(table, position, path, what);
        }
    }

    fn search_words(&mut self, table: &str, position: usize, words: &[String]) {
        self.say_unless(words.len() <= MAX_SEARCH_WORDS, table, position, "search_words", || {
            format!("at most {MAX_SEARCH_WORDS} `search_words`")
        });
        let mut known = HashMap::new();
        for (nth, word) in words.iter().enumerate() {
            let path = format!("search_words.{nth}");
            self.line(table, position, &path, word);
            self.first_use(&mut known, table, position, &path, word.clone());
        }
    }

    fn long_text(&mut self, table: &str, position: usize, path: &str, text: &str) {
        if text.chars().count() > MAX_TEXT_LENGTH {
            let what = format!("`{}` is longer than {MAX_TEXT_LENGTH} characters", key_of(path));
            self.say(table, position, path, what);
        }
    }

    fn capacity(&mut self, table: &str, position: usize, path: &str, capacity: u32) {
        self.say_unless(capacity <= LARGEST_CAPACITY, table, position, path, || {
            format!("a capacity is at most {LARGEST_CAPACITY}")
        });
    }

    /// Checks the form of a picture's name. Another check tests whether the file exists.
    fn picture_name(&mut self, table: &str, position: usize, path: &str, file: &str) {
        let parts_are_plain = file.split('/').all(|part| {
            !part.is_empty()
                && !part.starts_with('.')
                && part.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
        });
        let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
        if !parts_are_plain {
            self.say(
                table,
                position,
                path,
                format!("\"{file}\" is not a path below pictures/: letters, digits, `.`, `_`, `-`"),
            );
        } else if !["png", "jpg", "jpeg", "webp"].contains(&extension) {
            self.say(table, position, path, format!("\"{file}\" is not a png, jpg, jpeg or webp file"));
        }
    }
}

/// The last key of a path: `price` in `variant.0.price`.
fn key_of(path: &str) -> &str {
    path.rsplit('.').find(|part| part.parse::<usize>().is_err()).unwrap_or(path)
}

/// Whether a link may be used in a page: an absolute http(s) URL or a path within the shop.
fn is_link(text: &str) -> bool {
    is_path(text)
        || url::Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.host_str().is_some())
            && is_visible(text)
}

/// Whether a text is a path within the shop. `//host` is refused, because browsers treat it as another site.
fn is_path(text: &str) -> bool {
    text.starts_with('/') && !text.starts_with("//") && !text.contains('\\') && is_visible(text)
}

fn is_visible(text: &str) -> bool {
    text.len() <= 2_000 && text.bytes().all(|b| b.is_ascii_graphic())
}
