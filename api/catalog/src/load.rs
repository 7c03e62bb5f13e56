//! Reads a folder of TOML and CSV files. It does not stop at the first error: an entry that cannot be read is reported
//! and left out, and the rest is read.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::{NaiveDate, NaiveDateTime};
use schemars::{JsonSchema, Schema, schema_for};
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use crate::days::weekday_names;
use crate::files::Folder;
use crate::problem::{Origin, Origins, Problem};
use crate::suggestion::{did_you_mean, nearest};
use midway_kernel::id::ResourceId;

/// The maximum size of a catalogue file. A `price.csv` of 500,000 rows has about 20 megabytes.
const LARGEST_FILE_BYTES: u64 = 32 * 1024 * 1024;
const MAX_FILES: usize = 2_000;
const DEEPEST_FOLDER: usize = 16;
/// The maximum number of problems that are reported per entry.
const MAX_PROBLEMS_PER_ENTRY: usize = 20;
/// The maximum length of a value that a problem repeats, in bytes.
const LONGEST_REPEATED: usize = 60;

/// The part of a folder that could be read, and the problems of the rest.
#[derive(Debug, Default)]
pub struct Loaded {
    pub folder: Folder,
    pub origins: Origins,
    pub problems: Vec<Problem>,
    /// The pictures of the folder, by their paths below `pictures/`, sorted.
    pub pictures: Vec<String>,
}

/// Reads everything below `root`. Files are read in the order of their paths, which is also the order of lists on
/// pages.
pub fn load(root: &Path) -> Loaded {
    let mut loaded = Loaded::default();
    let mut found = Found::default();
    if let Err(error) = list(root, root, 0, &mut found) {
        loaded.problems.push(Problem::of_folder(error));
        loaded.origins.add_broken_file();
        return loaded;
    }
    let name_of = |path: &Path| name_below(root, path).into();
    for (path, what) in found.strays {
        loaded.problems.push(Problem { file: name_of(&path), line: None, what });
    }
    loaded.pictures = found.pictures.iter().map(|path| name_below(&root.join(PICTURES), path)).collect();
    loaded.pictures.sort();
    found.files.sort();
    for path in found.files {
        let name: Arc<str> = name_of(&path);
        match read(&path) {
            Ok(text) if name.ends_with(".csv") => loaded.read_csv(&name, &text),
            Ok(text) => loaded.read_toml(&name, &text),
            Err(what) => {
                loaded.origins.add_broken_file();
                loaded.problems.push(Problem { file: name, line: None, what });
            }
        }
    }
    loaded
}

/// The extensions of catalogue files.
const ENDINGS: [&str; 2] = ["toml", "csv"];
/// The extensions of pictures.
const PICTURE_ENDINGS: [&str; 4] = ["png", "jpg", "jpeg", "webp"];
/// The folder of the pictures.
const PICTURES: &str = "pictures";

#[derive(Default)]
struct Found {
    files: Vec<PathBuf>,
    pictures: Vec<PathBuf>,
    /// Files that would be ignored, although the operator may expect them to be read; each with what is wrong.
    strays: Vec<(PathBuf, String)>,
}

impl Found {
    fn add(&mut self, path: PathBuf, is_below_pictures: bool) {
        let extension = path.extension().map(|written| written.to_string_lossy().into_owned()).unwrap_or_default();
        let ends_in = |ending: &&str| extension.eq_ignore_ascii_case(ending);
        if let Some(ending) = ENDINGS.iter().find(|ending| ends_in(ending)) {
            if extension == *ending {
                return self.files.push(path);
            }
            self.strays.push((path, format!("its name has to end in `.{ending}`, in small letters, to be read")));
        } else if PICTURE_ENDINGS.iter().any(ends_in) {
            if is_below_pictures {
                return self.pictures.push(path);
            }
            self.strays.push((path, format!("is not read: pictures are in the folder {PICTURES}/")));
        } else if !is_note(&path) {
            let read = if is_below_pictures { "png, jpg, jpeg and webp files" } else { ".toml and .csv files" };
            self.strays.push((path, format!("is not read: only {read} are; names of notes end in .md")));
        }
    }
}

/// Whether a file is a note for people.
fn is_note(path: &Path) -> bool {
    let is_markdown = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md"));
    let name = path.file_stem().map(|name| name.to_string_lossy().to_uppercase()).unwrap_or_default();
    is_markdown || ["README", "LICENSE"].contains(&name.as_str())
}

/// The path of a file below a folder, with `/` between its parts.
fn name_below(folder: &Path, path: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

fn list(root: &Path, folder: &Path, depth: usize, found: &mut Found) -> Result<(), String> {
    let fault = |error: std::io::Error| format!("cannot read {}: {error}", folder.display());
    for entry in std::fs::read_dir(folder).map_err(fault)? {
        let entry = entry.map_err(fault)?;
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if path.is_dir() {
            if depth == DEEPEST_FOLDER {
                return Err(format!("{} is nested too deeply", path.display()));
            }
            list(root, &path, depth + 1, found)?;
            continue;
        }
        let is_below_pictures = path.starts_with(root.join(PICTURES));
        found.add(path, is_below_pictures);
        if found.files.len() > MAX_FILES {
            return Err(format!("more than {MAX_FILES} files"));
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    let size = std::fs::metadata(path).map_err(|error| error.to_string())?.len();
    if size > LARGEST_FILE_BYTES {
        return Err(format!("is larger than {} MB", LARGEST_FILE_BYTES / 1024 / 1024));
    }
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).map_err(|_| "is not written in UTF-8: save it in this encoding".to_owned())?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

impl Loaded {
    fn read_toml(&mut self, file: &Arc<str>, text: &str) {
        let source = Source { file, text, line_starts: line_starts(text) };
        let (mut tables, faults) = DeTable::parse_recoverable(text);
        if let Some(fault) = faults.iter().min_by_key(|fault| fault.span().map(|span| span.start)) {
            self.origins.add_broken_file();
            if fault.message() == DUPLICATE && self.say_unknown_headings(&source) {
                return;
            }
            // After a syntax error the rest of the file is ambiguous: it is ignored, and so are errors in it.
            let line = fault.span().map(|span| source.line_at(span.start));
            let written = fault.span().and_then(|span| source.written(&span));
            let what = line
                .and_then(|line| syntax_in_words(text.lines().nth(line.checked_sub(1)?)?))
                .unwrap_or_else(|| in_words(fault.message(), written));
            self.problems.push(Problem { file: file.clone(), line, what });
            return;
        }
        tables.get_mut().iter_mut().for_each(|(_, value)| dates_as_texts(value));
        for (key, value) in tables.into_inner() {
            let line = source.line_at(key.span().start);
            match key.get_ref().as_ref() {
                "settings" => self.read_settings(&source, line, value),
                "text" => self.read_texts(&source, "", value),
                "site" => self.read_entries(&source, "site", value, |folder| &mut folder.site),
                "country" => self.read_entries(&source, "country", value, |folder| &mut folder.country),
                "state" => self.read_entries(&source, "state", value, |folder| &mut folder.state),
                "delivery_method" => {
                    self.read_entries(&source, "delivery_method", value, |folder| &mut folder.delivery_method);
                }
                "payment_method" => {
                    self.read_entries(&source, "payment_method", value, |folder| &mut folder.payment_method);
                }
                "tax_class" => self.read_entries(&source, "tax_class", value, |folder| &mut folder.tax_class),
                "fee" => self.read_entries(&source, "fee", value, |folder| &mut folder.fee),
                "plan" => self.read_entries(&source, "plan", value, |folder| &mut folder.plan),
                "holiday" => self.read_entries(&source, "holiday", value, |folder| &mut folder.holiday),
                "pool" => self.read_entries(&source, "pool", value, |folder| &mut folder.pool),
                "hall" => self.read_entries(&source, "hall", value, |folder| &mut folder.hall),
                "seat" => self.read_entries(&source, "seat", value, |folder| &mut folder.seat),
                "show" => self.read_entries(&source, "show", value, |folder| &mut folder.show),
                "schedule" => self.read_entries(&source, "schedule", value, |folder| &mut folder.schedule),
                "product" => self.read_entries(&source, "product", value, |folder| &mut folder.product),
                "question" => self.read_entries(&source, "question", value, |folder| &mut folder.question),
                "property" => self.read_entries(&source, "property", value, |folder| &mut folder.property),
                "reservation_benefit" => {
                    self.read_entries(&source, "reservation_benefit", value, |folder| &mut folder.reservation_benefit)
                }
                "bundle" => self.read_entries(&source, "bundle", value, |folder| &mut folder.bundle),
                "price_calendar" => {
                    self.read_entries(&source, "price_calendar", value, |folder| &mut folder.price_calendar);
                }
                "price" => self.read_entries(&source, "price", value, |folder| &mut folder.price),
                "sale_price" => self.read_entries(&source, "sale_price", value, |folder| &mut folder.sale_price),
                "promotion_code" => {
                    self.read_entries(&source, "promotion_code", value, |folder| &mut folder.promotion_code);
                }
                "tag_sale" => self.read_entries(&source, "tag_sale", value, |folder| &mut folder.tag_sale),
                "new_pass_sale" => {
                    self.read_entries(&source, "new_pass_sale", value, |folder| &mut folder.new_pass_sale);
                }
                "add_on_sale" => self.read_entries(&source, "add_on_sale", value, |folder| &mut folder.add_on_sale),
                "verified_offer" => {
                    self.read_entries(&source, "verified_offer", value, |folder| &mut folder.verified_offer)
                }
                "cross_sell" => self.read_entries(&source, "cross_sell", value, |folder| &mut folder.cross_sell),
                "upgrade" => self.read_entries(&source, "upgrade", value, |folder| &mut folder.upgrade),
                "ticket_entitlement" => {
                    self.read_entries(&source, "ticket_entitlement", value, |folder| &mut folder.ticket_entitlement);
                }
                "account_entitlement" => {
                    self.read_entries(&source, "account_entitlement", value, |folder| &mut folder.account_entitlement);
                }
                "renewal" => self.read_entries(&source, "renewal", value, |folder| &mut folder.renewal),
                "advance_sale" => self.read_entries(&source, "advance_sale", value, |folder| &mut folder.advance_sale),
                "offer" => self.read_entries(&source, "offer", value, |folder| &mut folder.offer),
                "redirect" => self.read_entries(&source, "redirect", value, |folder| &mut folder.redirect),
                "waiting_room" => self.read_entries(&source, "waiting_room", value, |folder| &mut folder.waiting_room),
                other => {
                    self.say_unknown_table(&source, line, other);
                }
            }
        }
    }

    fn say_unknown_table(&mut self, source: &Source, line: usize, name: &str) {
        let tables = keys_of(&schema_for!(Folder));
        let known = || tables.iter().map(String::as_str);
        self.say(source, line, format!("unknown table `{name}`{}", did_you_mean(name, known())));
        if let Some(meant) = nearest(name, known()) {
            self.origins.add_broken_table(meant);
        }
    }

    /// Reports the headings of unknown tables; returns whether there are any. A misspelled `[[products]]` makes a
    /// following `[[product.variant]]` the first heading of its table, so that the parser reports the next `[[product]]`
    /// as written twice.
    fn say_unknown_headings(&mut self, source: &Source) -> bool {
        let tables = keys_of(&schema_for!(Folder));
        let headings = source.text.lines().enumerate().filter_map(|(nth, line)| {
            let name = line.trim_start().strip_prefix('[')?.trim_start_matches('[').split([']', '.']).next()?;
            Some((nth + 1, name.trim()))
        });
        // Lines of texts and lists may begin like a heading.
        let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        let is_unknown = |name: &str| is_name(name) && !tables.iter().any(|table| table == name);
        let unknown: Vec<_> = headings.filter(|(_, name)| is_unknown(name)).collect();
        unknown.iter().for_each(|(line, name)| self.say_unknown_table(source, *line, name));
        !unknown.is_empty()
    }

    fn read_settings(&mut self, source: &Source, line: usize, value: Spanned<DeValue>) {
        if let Some(first) = self.origins.of("settings", 0) {
            let first = format!("{}:{}", first.file, first.line("").unwrap_or(1));
            self.say(source, line, format!("a second [settings]; the first is in {first}"));
            return;
        }
        let mut origin = source.origin(&value);
        origin.lines.insert(String::new(), line);
        self.origins.add("settings", origin);
        if let Some(settings) = self.read_entry(source, value) {
            self.folder.settings = settings;
        } else {
            self.origins.add_broken("settings", String::new());
        }
    }

    /// Reads texts by id. TOML turns dotted keys into nested tables, so the names of nested tables are joined with
    /// dots.
    fn read_texts(&mut self, source: &Source, prefix: &str, value: Spanned<DeValue>) {
        let line = source.line_at(value.span().start);
        let DeValue::Table(texts) = value.into_inner() else {
            self.say(source, line, "`text` is a table of texts by id: write [text] above them".to_owned());
            return;
        };
        for (key, value) in texts {
            let line = source.line_at(key.span().start);
            let id = format!("{prefix}{}", key.get_ref());
            match value.get_ref() {
                DeValue::String(text) => {
                    let id = ResourceId(id);
                    if self.folder.text.insert(id.clone(), text.to_string()).is_some() {
                        self.say(source, line, format!("the text `{id}` is written twice"));
                    } else {
                        self.origins.add_text(id.0, Origin::on_line(source.file.clone(), line));
                    }
                }
                DeValue::Table(_) => self.read_texts(source, &format!("{id}."), value),
                _ => self.say(source, line, format!("the text `{id}` is not a text: put it in quotes")),
            }
        }
    }

    fn read_entries<T: DeserializeOwned>(
        &mut self,
        source: &Source,
        table: &'static str,
        value: Spanned<DeValue>,
        rows: impl Fn(&mut Folder) -> &mut Vec<T>,
    ) {
        let line = source.line_at(value.span().start);
        let DeValue::Array(entries) = value.into_inner() else {
            self.say(source, line, format!("`{table}` is a list: write [[{table}]] above each entry"));
            return;
        };
        for entry in entries {
            let origin = source.origin(&entry);
            let id = entry.get_ref().get("id").and_then(|id| match id.get_ref() {
                DeValue::String(id) => Some(id.to_string()),
                DeValue::Integer(id) => Some(id.as_str().to_owned()),
                _ => None,
            });
            match self.read_entry(source, entry) {
                Some(row) => {
                    rows(&mut self.folder).push(row);
                    self.origins.add(table, origin);
                }
                None => self.origins.add_broken(table, id.unwrap_or_default()),
            }
        }
    }

    /// Reads one entry. After an error the faulty part is removed and the entry is read again, so that further errors
    /// are found. A missing key ends the reading.
    fn read_entry<T: DeserializeOwned>(&mut self, source: &Source, mut value: Spanned<DeValue>) -> Option<T> {
        let mut taken_out: Vec<String> = Vec::new();
        for _ in 0..MAX_PROBLEMS_PER_ENTRY {
            let fault = match T::deserialize(ValueDeserializer::from(value.clone())) {
                Ok(row) => return taken_out.is_empty().then_some(row),
                Err(fault) => fault,
            };
            let span = fault.span().unwrap_or_else(|| value.span());
            let missing = missing_field(fault.message());
            if let Some(field) = missing {
                if !taken_out.iter().any(|key| key == field) {
                    self.say(source, source.line_at(span.start), format!("`{field}` is missing"));
                }
                return None;
            }
            let written = source.written(&span);
            let (key, what) = match (remove_at(&mut value, &span), Misspelled::of(fault.message())) {
                (Some(key), Some(misspelled)) if misspelled.kind == "key" => {
                    // The key that was probably meant is not reported as missing.
                    taken_out.extend(misspelled.meant().map(str::to_owned));
                    (Some(key), misspelled.to_string())
                }
                (Some(key), _) => {
                    let what = format!("`{key}`: {}", in_words(fault.message(), written));
                    (Some(key), what)
                }
                (None, _) => (None, in_words(fault.message(), written)),
            };
            self.say(source, source.line_at(span.start), what);
            match key {
                Some(key) => taken_out.push(key),
                None => return None,
            }
        }
        None
    }

    fn read_csv(&mut self, file: &Arc<str>, text: &str) {
        let name = file.rsplit('/').next().unwrap_or(file);
        match name {
            "country.csv" => self.read_rows(file, text, "country", |folder| &mut folder.country),
            "state.csv" => self.read_rows(file, text, "state", |folder| &mut folder.state),
            "seat.csv" => self.read_rows(file, text, "seat", |folder| &mut folder.seat),
            "price.csv" => self.read_rows(file, text, "price", |folder| &mut folder.price),
            _ => self.problems.push(Problem {
                file: file.clone(),
                line: None,
                what: "unknown CSV file: only country.csv, state.csv, seat.csv and price.csv are read".to_owned(),
            }),
        }
    }

    fn read_rows<T: DeserializeOwned + JsonSchema>(
        &mut self,
        file: &Arc<str>,
        text: &str,
        table: &'static str,
        rows: impl Fn(&mut Folder) -> &mut Vec<T>,
    ) {
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
        let headers = match reader.headers() {
            Ok(headers) => headers.clone(),
            Err(error) => return self.say_csv(file, Some(1), None, &error),
        };
        let mistakes = mistakes_of_columns(&headers, &schema_for!(T));
        if !mistakes.is_empty() {
            self.origins.add_broken_table(table);
            let problem = |what| Problem { file: file.clone(), line: Some(1), what };
            return self.problems.extend(mistakes.into_iter().map(problem));
        }
        for record in reader.records() {
            let record = match record {
                Ok(record) => record,
                Err(error) => {
                    let line = error.position().and_then(|at| usize::try_from(at.line()).ok());
                    self.say_csv(file, line, None, &error);
                    continue;
                }
            };
            let line = record.position().and_then(|at| usize::try_from(at.line()).ok());
            // An empty cell is treated as a missing key, so that defaults and optional keys work as in TOML.
            let written = || headers.iter().zip(record.iter()).filter(|(_, cell)| !cell.is_empty());
            let keys: csv::StringRecord = written().map(|(key, _)| key).collect();
            let cells: csv::StringRecord = written().map(|(_, cell)| cell).collect();
            match cells.deserialize::<T>(Some(&keys)) {
                Ok(row) => {
                    rows(&mut self.folder).push(row);
                    self.origins.add(table, Origin::on_line(file.clone(), line.unwrap_or(1)));
                }
                Err(error) => {
                    let id = written().find(|(key, _)| *key == "id").map(|(_, cell)| cell.to_owned());
                    self.origins.add_broken(table, id.unwrap_or_default());
                    let column = match error.kind() {
                        csv::ErrorKind::Deserialize { err, .. } => err.field(),
                        _ => None,
                    };
                    let at = column.and_then(|at| usize::try_from(at).ok());
                    let cell = at.and_then(|at| Some((keys.get(at)?, cells.get(at)?)));
                    self.say_csv(file, line, cell, &error);
                }
            }
        }
    }

    fn say(&mut self, source: &Source, line: usize, what: String) {
        self.problems.push(Problem { file: source.file.clone(), line: Some(line), what });
    }

    /// Reports a mistake in a CSV file, for example in the cell with this column and content.
    fn say_csv(&mut self, file: &Arc<str>, line: Option<usize>, cell: Option<(&str, &str)>, error: &csv::Error) {
        let what = match (error.kind(), cell) {
            (csv::ErrorKind::Deserialize { err, .. }, None) => in_words(&err.kind().to_string(), None),
            (csv::ErrorKind::Deserialize { err, .. }, Some((column, written))) => {
                format!("`{column}`: {}", in_words(&err.kind().to_string(), Some(written)))
            }
            (csv::ErrorKind::UnequalLengths { expected_len, len, .. }, _) => {
                format!("has {len} cells where the first line has {expected_len}")
            }
            _ => error.to_string(),
        };
        self.problems.push(Problem { file: file.clone(), line, what });
    }
}

/// A file that is being read.
struct Source<'a> {
    file: &'a Arc<str>,
    text: &'a str,
    line_starts: Vec<usize>,
}

impl Source<'_> {
    fn line_at(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= offset)
    }

    /// A short value as the operator wrote it.
    fn written(&self, span: &std::ops::Range<usize>) -> Option<&str> {
        let written = self.text.get(span.clone())?.trim();
        let is_short = !written.is_empty() && written.len() <= LONGEST_REPEATED && !written.contains('\n');
        is_short.then_some(written)
    }

    fn origin(&self, entry: &Spanned<DeValue>) -> Origin {
        let mut origin = Origin::on_line(self.file.clone(), self.line_at(entry.span().start));
        self.note_lines("", entry.get_ref(), &mut origin);
        origin
    }

    fn note_lines(&self, path: &str, value: &DeValue, origin: &mut Origin) {
        let mut note = |name: &str, offset: usize, inner: &DeValue| {
            let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            origin.lines.insert(path.clone(), self.line_at(offset));
            self.note_lines(&path, inner, origin);
        };
        match value {
            DeValue::Table(table) => {
                for (key, inner) in table {
                    note(key.get_ref(), key.span().start, inner.get_ref());
                }
            }
            DeValue::Array(items) => {
                for (position, inner) in items.iter().enumerate() {
                    note(&position.to_string(), inner.span().start, inner.get_ref());
                }
            }
            _ => {}
        }
    }
}

fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}

/// Turns TOML dates into strings. Dates may be written bare, as TOML allows, or in quotes, as in an export.
fn dates_as_texts(value: &mut Spanned<DeValue>) {
    match value.get_mut() {
        DeValue::Datetime(date) => *value.get_mut() = DeValue::String(date.to_string().into()),
        DeValue::Array(items) => items.iter_mut().for_each(dates_as_texts),
        DeValue::Table(table) => table.iter_mut().for_each(|(_, inner)| dates_as_texts(inner)),
        _ => {}
    }
}

/// Removes the key or the value at exactly `span` from a tree. Returns the key, or the key that the value belonged to.
/// For an item of an array, the key of the whole array is removed.
fn remove_at(value: &mut Spanned<DeValue>, span: &std::ops::Range<usize>) -> Option<String> {
    match value.get_mut() {
        DeValue::Table(table) => {
            let found = table
                .iter()
                .find(|(key, inner)| key.span() == *span || inner.span() == *span || holds_item_at(inner, span))
                .map(|(key, _)| key.clone());
            if let Some(key) = found {
                table.remove(&key);
                return Some(key.into_inner().into_owned());
            }
            table.iter_mut().find_map(|(_, inner)| remove_at(inner, span))
        }
        DeValue::Array(items) => items.iter_mut().find_map(|inner| remove_at(inner, span)),
        _ => None,
    }
}

fn holds_item_at(value: &Spanned<DeValue>, span: &std::ops::Range<usize>) -> bool {
    match value.get_ref() {
        DeValue::Array(items) => items.iter().any(|item| item.span() == *span),
        _ => false,
    }
}

fn missing_field(message: &str) -> Option<&str> {
    message.strip_prefix("missing field `")?.strip_suffix('`')
}

/// Whether `[settings]` has this key.
pub(crate) fn is_setting(key: &str) -> bool {
    keys_of(&schema_for!(crate::files::Settings)).iter().any(|known| known == key)
}

/// The names of a table's keys.
fn keys_of(schema: &Schema) -> Vec<String> {
    let keys = schema.get("properties").and_then(|keys| keys.as_object());
    keys.into_iter().flat_map(|keys| keys.keys().cloned()).collect()
}

/// What is wrong with the first line of a CSV file.
fn mistakes_of_columns(headers: &csv::StringRecord, schema: &Schema) -> Vec<String> {
    // An export writes an empty file for a table without rows.
    if headers.is_empty() {
        return Vec::new();
    }
    if headers.len() == 1 && headers[0].contains([';', '\t']) {
        return vec!["its columns are separated by commas: `,`".to_owned()];
    }
    let known = keys_of(schema);
    let required = schema.get("required").and_then(|keys| keys.as_array());
    let required = required.into_iter().flatten().filter_map(|key| key.as_str());
    let mut meant = Vec::new();
    let mut mistakes = Vec::new();
    for (nth, header) in headers.iter().enumerate() {
        if headers.iter().take(nth).any(|other| other == header) {
            mistakes.push(format!("the column `{header}` appears twice"));
        } else if !known.iter().any(|key| key == header) {
            let misspelled =
                Misspelled { kind: "column", name: header, known: known.iter().map(String::as_str).collect() };
            meant.extend(misspelled.meant());
            mistakes.push(misspelled.to_string());
        }
    }
    let missing = required.filter(|key| !headers.iter().any(|header| header == *key) && !meant.contains(key));
    mistakes.extend(missing.map(|key| format!("the column `{key}` is missing")));
    mistakes
}

/// A name that does not exist.
struct Misspelled<'a> {
    kind: &'static str,
    name: &'a str,
    known: Vec<&'a str>,
}

impl<'a> Misspelled<'a> {
    /// Reads a parser's message, such as "unknown field `prise`, expected `price` or `name`".
    fn of(message: &'a str) -> Option<Self> {
        let field = message.strip_prefix("unknown field ").map(|names| ("key", names));
        let (kind, names) = field.or_else(|| Some(("value", message.strip_prefix("unknown variant ")?)))?;
        let mut names = names.split('`').skip(1).step_by(2);
        Some(Misspelled { kind, name: names.next()?, known: names.collect() })
    }

    /// The name that was probably meant: a similar one, or the only one that ends with this name.
    fn meant(&self) -> Option<&'a str> {
        let similar = nearest(self.name, self.known.iter().copied());
        similar.or_else(|| {
            let is_longer = |known: &&&str| known.strip_suffix(self.name).is_some_and(|rest| rest.ends_with('_'));
            let mut longer = self.known.iter().filter(is_longer);
            longer.next().copied().filter(|_| longer.next().is_none())
        })
    }
}

impl std::fmt::Display for Misspelled<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "unknown {} `{}`", self.kind, self.name)?;
        match self.meant() {
            Some(meant) => write!(f, "; did you mean \"{meant}\"?"),
            None => write!(f, "; known are {}", self.known.join(", ")),
        }
    }
}

/// The messages of the parser of dates.
const OF_DATES: [&str; 6] = [
    "input contains invalid characters",
    "input is not enough for unique date and time",
    "input is out of range",
    "no possible date and time matching input",
    "premature end of input",
    "trailing input",
];

/// The parser's message about a key or a table that is written twice.
const DUPLICATE: &str = "duplicate key";

/// What is wrong with a line that is no TOML, if its value is one that operators often write; `None` for others.
fn syntax_in_words(line: &str) -> Option<String> {
    let (key, value) = line.split_once('=')?;
    let (key, value) = (key.trim(), value.split('#').next()?.trim());
    let is_digits =
        |text: &str, most: usize| (1..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    let parts = |text: &str, sign: char| text.split(sign).map(str::trim).map(str::to_owned).collect::<Vec<_>>();
    if matches!(value.to_lowercase().as_str(), "yes" | "no" | "on" | "off" | "true" | "false") {
        return Some(format!("`{key}`: write `true` or `false` in lower case and without quotes, not {value}"));
    }
    if let [month, day, year] = &parts(value, '/')[..]
        && is_digits(month, 2)
        && is_digits(day, 2)
        && is_digits(year, 4)
    {
        return Some(format!("`{key}`: a date is written like 2026-12-01, not {value}"));
    }
    let is_day =
        |text: &&str| matches!(&parts(text, '-')[..], [month, day] if is_digits(month, 2) && is_digits(day, 2));
    let day = value.trim_matches(['[', ']']).split(',').map(str::trim).find(is_day)?;
    Some(format!("`{key}`: a day of every year is in quotes: \"{day}\""))
}

/// A parser's message in the words of docs/CATALOGUE.md, for example "key" instead of "field". `written` is the value
/// in question as the operator wrote it.
fn in_words(message: &str, written: Option<&str>) -> String {
    let message = message.trim();
    if let Some(misspelled) = Misspelled::of(message) {
        return misspelled.to_string();
    }
    let of_type = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "));
    if let Some((found, expected)) = of_type.and_then(|rest| rest.rsplit_once(", expected ")) {
        // `found` is like: string "24.005".
        let value = written.or_else(|| found.split(['"', '`']).nth(1));
        let not = value.map(|value| format!(", not {value}")).unwrap_or_default();
        return format!("write {}{not}", expected_in_words(expected));
    }
    let value = written.unwrap_or("the value");
    let plain = value.trim_matches('"');
    if message.starts_with("short or long weekday names") {
        let hint = did_you_mean(plain, weekday_names());
        return format!("{value} is not a weekday: mon, tue, wed, thu, fri, sat or sun{hint}");
    }
    if message.starts_with("failed to parse timezone") {
        let hint = did_you_mean(plain, chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name()));
        return format!("{value} is not an IANA time zone, such as \"America/New_York\"{hint}");
    }
    if OF_DATES.contains(&message) {
        if plain.parse::<NaiveDate>().is_ok() {
            return format!("{value} needs a time too: {plain}T00:00:00");
        }
        return match plain.parse::<NaiveDateTime>() {
            Ok(at) => format!("{value} is a date without a time here: {}", at.date()),
            Err(_) => format!("{value} is not a date like 2027-07-04, or with a time 2027-07-04T18:30:00"),
        };
    }
    match message {
        DUPLICATE => format!("{value} is written twice"),
        "invalid basic string, expected `\"`" => "a text has no closing quotation mark: `\"`".to_owned(),
        "string values must be quoted, expected literal string" => "a text is in quotes: `\"…\"`".to_owned(),
        "invalid digit found in string" => format!("write a whole number, not {value}"),
        "provided string was not `true` or `false`" => format!("write `true` or `false`, not {value}"),
        other => other.replace('\n', " ").replace("missing field", "missing key"),
    }
}

/// What a parser expected, in the words of docs/CATALOGUE.md.
fn expected_in_words(expected: &str) -> &str {
    match expected {
        "a string" => "a text in quotes",
        "u32" => "a whole number, 0 or more",
        "i32" => "a whole number",
        "a boolean" => "`true` or `false`",
        "a sequence" => "a list in square brackets",
        "a formatted date string" => "a date like 2027-07-04",
        "a formatted date and time string" => "a date with a time, like 2027-07-04T18:30:00",
        it if it.starts_with("struct ") || it == "a map" => "keys and values in braces: `{ key = value }`",
        other => other,
    }
}
