//! Problems of a catalogue with their locations, and the origins of its entries.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

/// The maximum number of lines that a folded problem lists.
const MAX_LISTED_LINES: usize = 5;

/// One problem, at the place where the operator can fix it. It is displayed as `file:line: what is wrong`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The file, relative to the catalogue's folder, or the file of imported tickets; `catalogue` for a problem of the
    /// folder as a whole.
    pub file: Arc<str>,
    /// The line number, counted from 1; `None` for a problem of a whole file or of the folder.
    pub line: Option<usize>,
    pub what: String,
}

impl Problem {
    /// A problem of the folder as a whole.
    pub fn of_folder(what: impl Into<String>) -> Self {
        Problem { file: "catalogue".into(), line: None, what: what.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.what),
            None => write!(f, "{}: {}", self.file, self.what),
        }
    }
}

/// Problems as an operator reads them, one text each, in the order of files and lines. The same mistake on several lines
/// of a file is one text: `seat.csv:2 and 155 more lines up to 157: there is no hall "lantren"`.
pub fn folded(problems: &[Problem]) -> Vec<String> {
    let mut lines: BTreeMap<(&str, &str), BTreeSet<Option<usize>>> = BTreeMap::new();
    for problem in problems {
        lines.entry((&problem.file, &problem.what)).or_default().insert(problem.line);
    }
    let mut folded: Vec<(&str, Vec<Option<usize>>, &str)> =
        lines.into_iter().map(|((file, what), lines)| (file, lines.into_iter().collect(), what)).collect();
    folded.sort();
    folded.iter().map(|(file, lines, what)| format!("{file}{}: {what}", place(lines))).collect()
}

/// The lines of a problem, in ascending order, as they follow the name of its file.
fn place(lines: &[Option<usize>]) -> String {
    let lines: Vec<String> = lines.iter().flatten().map(ToString::to_string).collect();
    match lines.as_slice() {
        [] => String::new(),
        [first, .., last] if lines.len() > MAX_LISTED_LINES => {
            format!(":{first} and {} more lines up to {last}", lines.len() - 1)
        }
        few => format!(":{}", few.join(", ")),
    }
}

/// Where an entry was written: its file, and the line of each of its keys.
#[derive(Clone, Debug)]
pub struct Origin {
    pub file: Arc<str>,
    /// Lines by path within the entry, like `variant.0.price`. The empty path is the entry itself.
    pub lines: BTreeMap<String, usize>,
}

impl Origin {
    /// The origin of an entry that is written on one line.
    pub fn on_line(file: Arc<str>, line: usize) -> Self {
        Origin { file, lines: BTreeMap::from([(String::new(), line)]) }
    }

    /// The line of a path, or of its nearest enclosing key that was written.
    pub fn line(&self, path: &str) -> Option<usize> {
        let mut path = path;
        loop {
            if let Some(&line) = self.lines.get(path) {
                return Some(line);
            }
            if path.is_empty() {
                return None;
            }
            path = path.rsplit_once('.').map_or("", |(around, _)| around);
        }
    }
}

/// The origins of all entries of a folder, in the folder's order.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    entries: HashMap<&'static str, Vec<Origin>>,
    texts: HashMap<String, Origin>,
    broken: HashMap<&'static str, HashSet<String>>,
    broken_tables: HashSet<String>,
    some_file_is_broken: bool,
}

impl Origins {
    pub fn add(&mut self, table: &'static str, origin: Origin) {
        self.entries.entry(table).or_default().push(origin);
    }

    pub fn add_text(&mut self, id: String, origin: Origin) {
        self.texts.insert(id, origin);
    }

    /// Records an entry that could not be read, so that references to it are not reported as well.
    pub fn add_broken(&mut self, table: &'static str, id: String) {
        self.broken.entry(table).or_default().insert(id);
    }

    /// Records that an unknown number of entries of this table could not be read, so that references to them are not
    /// reported as well.
    pub fn add_broken_table(&mut self, table: &str) {
        self.broken_tables.insert(table.to_owned());
    }

    /// Records that a whole file could not be read: it may have contained any entry.
    pub fn add_broken_file(&mut self) {
        self.some_file_is_broken = true;
    }

    pub fn is_broken(&self, table: &str, id: &str) -> bool {
        self.is_whole_broken(table) || self.broken.get(table).is_some_and(|ids| ids.contains(id))
    }

    /// Whether an entry that may belong to this table could not be read.
    pub fn has_broken(&self, table: &str) -> bool {
        self.is_whole_broken(table) || self.broken.contains_key(table)
    }

    fn is_whole_broken(&self, table: &str) -> bool {
        self.some_file_is_broken || self.broken_tables.contains(table)
    }

    pub fn of(&self, table: &str, position: usize) -> Option<&Origin> {
        self.entries.get(table)?.get(position)
    }

    /// A problem of the text with this id.
    pub fn text_problem(&self, id: &str, what: String) -> Problem {
        match self.texts.get(id) {
            Some(origin) => Problem { file: origin.file.clone(), line: origin.line(""), what },
            None => Problem::of_folder(what),
        }
    }

    /// A problem of the entry at `position` of `table`, at `path` within the entry.
    pub fn problem(&self, table: &str, position: usize, path: &str, what: String) -> Problem {
        match self.of(table, position) {
            Some(origin) => Problem { file: origin.file.clone(), line: origin.line(path), what },
            None => Problem::of_folder(what),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_mistake_on_several_lines_of_a_file_is_one_text() {
        let problem =
            |file: &str, line: Option<usize>, what: &str| Problem { file: file.into(), line, what: what.into() };
        let mut problems: Vec<_> = (2..=157).map(|line| problem("seat.csv", Some(line), "no hall")).collect();
        problems.extend([
            problem("park.toml", Some(12), "no show"),
            problem("seat.csv", Some(9), "no row"),
            problem("park.toml", Some(7), "no show"),
            problem("a.toml", None, "is not written in UTF-8"),
            problem("park.toml", Some(9), "no site"),
        ]);
        assert_eq!(
            folded(&problems),
            [
                "a.toml: is not written in UTF-8",
                "park.toml:7, 12: no show",
                "park.toml:9: no site",
                "seat.csv:2 and 155 more lines up to 157: no hall",
                "seat.csv:9: no row",
            ]
        );
    }
}
