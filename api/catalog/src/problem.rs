//! What is wrong with a catalogue, and where; and where each of its entries was written.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

/// One thing that is wrong, at the place where the operator can mend it. Shown as `file:line: what is wrong`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// Relative to the catalogue's folder; the folder itself when something is missing altogether.
    pub file: Arc<str>,
    /// Counted from 1; `None` for what is wrong with a file, or with the folder, as a whole.
    pub line: Option<usize>,
    pub what: String,
}

impl Problem {
    /// About the folder as a whole.
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

/// Where one entry was written: its file, and the line of every key in it.
#[derive(Clone, Debug)]
pub struct Origin {
    pub file: Arc<str>,
    /// By path within the entry, like `variant.0.price`; the entry itself is the empty path.
    pub lines: BTreeMap<String, usize>,
}

impl Origin {
    /// A whole entry on one line.
    pub fn on_line(file: Arc<str>, line: usize) -> Self {
        Origin { file, lines: BTreeMap::from([(String::new(), line)]) }
    }

    /// The line of a path, or of the nearest thing around it that was written.
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

/// Where every entry of a folder was written, in the folder's order.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    entries: HashMap<&'static str, Vec<Origin>>,
    texts: HashMap<String, Origin>,
    broken: HashMap<&'static str, HashSet<String>>,
    some_file_is_broken: bool,
}

impl Origins {
    pub fn add(&mut self, table: &'static str, origin: Origin) {
        self.entries.entry(table).or_default().push(origin);
    }

    pub fn add_text(&mut self, id: String, origin: Origin) {
        self.texts.insert(id, origin);
    }

    /// Remembers an entry that could not be read, so that what refers to it is not called wrong as well.
    pub fn add_broken(&mut self, table: &'static str, id: String) {
        self.broken.entry(table).or_default().insert(id);
    }

    /// Remembers that a whole file could not be read: any entry may have been in it.
    pub fn add_broken_file(&mut self) {
        self.some_file_is_broken = true;
    }

    pub fn is_broken(&self, table: &str, id: &str) -> bool {
        self.some_file_is_broken || self.broken.get(table).is_some_and(|ids| ids.contains(id))
    }

    /// Whether anything that may be of this table could not be read.
    pub fn has_broken(&self, table: &str) -> bool {
        self.some_file_is_broken || self.broken.contains_key(table)
    }

    pub fn of(&self, table: &str, position: usize) -> Option<&Origin> {
        self.entries.get(table)?.get(position)
    }

    /// A problem with the text of an id.
    pub fn text_problem(&self, id: &str, what: String) -> Problem {
        match self.texts.get(id) {
            Some(origin) => Problem { file: origin.file.clone(), line: origin.line(""), what },
            None => Problem::of_folder(what),
        }
    }

    /// A problem with the entry at `position` of `table`, at `path` within it.
    pub fn problem(&self, table: &str, position: usize, path: &str, what: String) -> Problem {
        match self.of(table, position) {
            Some(origin) => Problem { file: origin.file.clone(), line: origin.line(path), what },
            None => Problem::of_folder(what),
        }
    }
}
