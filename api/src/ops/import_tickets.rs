//! `midway import-tickets FILE`: imports, from a CSV file (docs/OPERATIONS.md), passes and tickets that the operator
//! sold elsewhere. The whole file is checked first. Tickets that were sold by this shop are never changed.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use chrono::{Duration, NaiveDate};
use chrono_tz::Tz;

use crate::app::App;
use crate::error::Result;
use crate::shop::performance::{self, Performance};
use crate::shop::ticket::{self, Passholder, PassholderRow, TicketRow};
use midway_catalog::files::{Product, Variant};
use midway_catalog::{Catalog, Problem};
use midway_kernel::coded::PassValidation;
use midway_kernel::id::PerformanceId;
use midway_kernel::money::Money;
use midway_kernel::secret::random_id;
use midway_kernel::time::{Instant, day_at};

/// The maximum number of rows in one file. Larger imports are split into several files.
const MAX_ROWS: usize = 100_000;

const COLUMNS: [&str; 17] = [
    "media_code",
    "variant",
    "first_name",
    "last_name",
    "birth_date",
    "address1",
    "address2",
    "city",
    "state",
    "zip",
    "phone_number",
    "email_address",
    "valid_from",
    "valid_until",
    "date",
    "performance",
    "paid",
];

/// The columns in which every row must have a value. `REQUIRED_FOR_PASS` lists further columns in which the row of a
/// pass must have a value.
const REQUIRED: [&str; 2] = ["media_code", "variant"];
const REQUIRED_FOR_PASS: [&str; 5] = ["first_name", "last_name", "birth_date", "valid_from", "valid_until"];
/// The columns that describe a passholder besides the name. Only the rows of passes may have values in these columns.
const PASS_ONLY: [&str; 8] =
    ["birth_date", "address1", "address2", "city", "state", "zip", "phone_number", "email_address"];

/// The result of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicketImport {
    pub added: usize,
    pub changed: usize,
    pub unchanged: usize,
}

impl fmt::Display for TicketImport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} added, {} changed, {} unchanged", self.added, self.changed, self.unchanged)
    }
}

/// Imports a file. Importing the same file again changes nothing.
///
/// # Errors
/// The inner result lists everything that is wrong with the file; in that case nothing is changed.
pub async fn import_tickets(app: &App, file: &Path) -> Result<Result<TicketImport, Vec<Problem>>> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let name: Arc<str> = file.display().to_string().into();
    let problem = |line, what| Problem { file: name.clone(), line, what };
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => return Ok(Err(vec![problem(None, format!("cannot be read: {error}"))])),
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut faults = Vec::new();
    let wanted = read(&catalog, text, now, &mut faults);

    let tx = app.db.begin().await?;
    let codes: Vec<String> = wanted.iter().map(|it| it.ticket.media_code.clone()).collect();
    let known: HashMap<String, TicketRow> =
        ticket::by_media_codes(&tx, &codes).await?.into_iter().map(|row| (row.media_code.clone(), row)).collect();
    let sold = |it: &&Wanted| known.get(&it.ticket.media_code).is_some_and(|row| row.order_id.is_some());
    faults.extend(wanted.iter().filter(sold).map(|it| {
        Fault::of(it.line, "media_code", format!("{} is the code of a ticket that was sold here", it.ticket.media_code))
    }));
    if !faults.is_empty() {
        faults.sort();
        return Ok(Err(faults.into_iter().map(|fault| problem(Some(fault.line), fault.what)).collect()));
    }
    let passholders = known.values().filter_map(|row| row.passholder_id.as_deref());
    let passholders = ticket::passholders(&tx, passholders).await?;
    let mut done = TicketImport::default();
    let mut written = Written::default();
    for wanted in wanted {
        match known.get(&wanted.ticket.media_code) {
            None => {
                done.added += 1;
                written.add(app, wanted);
            }
            Some(row) => match written.change(app, &catalog, wanted, row, &passholders) {
                true => done.changed += 1,
                false => done.unchanged += 1,
            },
        }
    }
    ticket::insert_passholders(&tx, written.new_passholders).await?;
    ticket::write_passholders(&tx, written.changed_passholders).await?;
    ticket::insert(&tx, &written.new).await?;
    ticket::update_imported(&tx, written.changed).await?;
    tx.commit().await?;
    Ok(Ok(done))
}

/// The rows that an import writes.
#[derive(Default)]
struct Written {
    new: Vec<TicketRow>,
    changed: Vec<TicketRow>,
    new_passholders: Vec<PassholderRow>,
    changed_passholders: Vec<PassholderRow>,
}

impl Written {
    fn add(&mut self, app: &App, wanted: Wanted) {
        let passholder_id = wanted.passholder.map(|passholder| self.new_passholder(passholder));
        let ticket = TicketRow { id: random_id(), passholder_id, ..wanted.ticket };
        self.new.push(app.tickets.issued(ticket, wanted.performance.as_ref(), wanted.zone));
    }

    fn new_passholder(&mut self, passholder: Passholder) -> String {
        let id = random_id();
        self.new_passholders.push(PassholderRow::new(id.clone(), passholder));
        id
    }

    /// Applies a row of the file to an existing ticket and returns whether anything changed. The ticket's id, time of
    /// issue and revocation stay the same. The names of product, variant and site and the pass level stay the same
    /// unless the row has a different variant. The passholder's data stays the same after it has been confirmed in the
    /// shop.
    fn change(
        &mut self,
        app: &App,
        catalog: &Catalog,
        wanted: Wanted,
        row: &TicketRow,
        passholders: &HashMap<String, PassholderRow>,
    ) -> bool {
        let known = row.passholder_id.as_ref().and_then(|id| passholders.get(id));
        let mut is_changed = false;
        let passholder_id = match (wanted.passholder, known) {
            (None, _) => None,
            (Some(passholder), None) => Some(self.new_passholder(passholder)),
            (Some(passholder), Some(known)) => {
                let next =
                    PassholderRow::new(known.id.clone(), Passholder { picture: known.picture.clone(), ..passholder });
                if known.confirmed_at.is_none() && next != *known {
                    is_changed = true;
                    self.changed_passholders.push(next);
                }
                Some(known.id.clone())
            }
        };
        let mut next = TicketRow {
            id: row.id.clone(),
            issued_at: row.issued_at,
            revoked_at: row.revoked_at,
            revoked_because: row.revoked_because,
            passholder_id,
            ..wanted.ticket
        };
        if row.variant_id == next.variant_id {
            next.product_id = row.product_id.clone();
            next.product_name = row.product_name.clone();
            next.variant_name = row.variant_name.clone();
            next.pass_level = row.pass_level.clone();
            next.site_name = row.site_name.clone();
        }
        let zone = next.product_id.as_ref().and_then(|id| catalog.product(id)).map(|product| catalog.zone_of(product));
        let next = app.tickets.issued(next, wanted.performance.as_ref(), zone.unwrap_or(wanted.zone));
        if next != *row {
            is_changed = true;
            self.changed.push(next);
        }
        is_changed
    }
}

/// An invalid cell or row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Fault {
    line: usize,
    what: String,
}

impl Fault {
    fn of(line: usize, column: &str, what: impl fmt::Display) -> Self {
        Fault { line, what: format!("`{column}`: {what}") }
    }
}

/// The ticket that a row describes, without an id or a signature.
struct Wanted {
    line: usize,
    ticket: TicketRow,
    performance: Option<PerformanceId>,
    zone: Tz,
    /// The passholder; `None` if the ticket is not a pass.
    passholder: Option<Passholder>,
}

/// The valid rows of a file. The errors of invalid rows are added to `faults`.
fn read(catalog: &Catalog, text: &str, now: Instant, faults: &mut Vec<Fault>) -> Vec<Wanted> {
    let mut wanted: Vec<Wanted> = Vec::new();
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let columns: Vec<String> = match reader.headers() {
        Ok(headers) => headers.iter().map(str::to_owned).collect(),
        Err(error) => {
            faults.push(Fault { line: 1, what: error.to_string() });
            return wanted;
        }
    };
    let unknown = columns.iter().filter(|column| !COLUMNS.contains(&column.as_str()));
    faults.extend(unknown.map(|column| Fault::of(1, column, "is not a known column")));
    let missing = REQUIRED.iter().filter(|column| !columns.iter().any(|it| it == *column));
    faults.extend(missing.map(|column| Fault::of(1, column, "the column is missing")));
    let twice = columns.iter().enumerate().filter(|(at, column)| columns[..*at].contains(column));
    faults.extend(twice.map(|(_, column)| Fault::of(1, column, "appears twice")));
    if !faults.is_empty() {
        return wanted;
    }
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (nth, record) in reader.records().enumerate() {
        let line_of = |at: Option<&csv::Position>| at.and_then(|at| usize::try_from(at.line()).ok()).unwrap_or(1);
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                let what = match error.kind() {
                    csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                        format!("has {len} cells where the first line has {expected_len}")
                    }
                    _ => error.to_string(),
                };
                faults.push(Fault { line: line_of(error.position()), what });
                continue;
            }
        };
        let line = line_of(record.position());
        if nth == MAX_ROWS {
            faults.push(Fault { line, what: format!("a file has at most {MAX_ROWS} rows: split it") });
            break;
        }
        let mut row = Row { catalog, columns: &columns, record: &record, line, faults };
        let Some(found) = row.wanted(now) else { continue };
        if let Some(first) = seen.insert(found.ticket.media_code.clone(), line) {
            let code = &found.ticket.media_code;
            faults.push(Fault::of(line, "media_code", format!("{code} is also on line {first}")));
        }
        wanted.push(found);
    }
    wanted
}

/// One row, and the list to which its errors are added.
struct Row<'r> {
    catalog: &'r Catalog,
    columns: &'r [String],
    record: &'r csv::StringRecord,
    line: usize,
    faults: &'r mut Vec<Fault>,
}

impl<'r> Row<'r> {
    /// A cell; empty if the file has no such column.
    fn cell(&self, column: &str) -> &'r str {
        let at = self.columns.iter().position(|it| it == column);
        at.and_then(|at| self.record.get(at)).unwrap_or_default()
    }

    fn fault(&mut self, column: &str, what: impl fmt::Display) {
        self.faults.push(Fault::of(self.line, column, what));
    }

    /// The parsed value of a cell; `None` if it is empty or invalid.
    fn parsed<T>(&mut self, column: &str, parse: impl Fn(&str) -> Option<T>, what: &str) -> Option<T> {
        let cell = Some(self.cell(column)).filter(|cell| !cell.is_empty())?;
        let parsed = parse(cell);
        if parsed.is_none() {
            self.fault(column, format!("{cell} is {what}"));
        }
        parsed
    }

    fn day(&mut self, column: &str) -> Option<NaiveDate> {
        self.parsed(column, |cell| NaiveDate::parse_from_str(cell, "%Y-%m-%d").ok(), "not a date like 2026-12-05")
    }

    /// The ticket of the row; `None` if anything is wrong.
    fn wanted(&mut self, now: Instant) -> Option<Wanted> {
        let before = self.faults.len();
        let catalog = self.catalog;
        let missing: Vec<&str> = REQUIRED.into_iter().filter(|column| self.cell(column).is_empty()).collect();
        missing.into_iter().for_each(|column| self.fault(column, "is missing"));
        let media_code = self.parsed("media_code", ticket::media_code, "not a code of 1 to 17 letters and digits");
        let variant = self.parsed("variant", |cell| catalog.variant(&cell.into()), "not a variant of the catalogue");
        let paid = self.parsed(
            "paid",
            |cell| cell.parse().ok().filter(|paid| *paid >= Money::ZERO),
            "not an amount like 149.00",
        );
        let (from, until) = (self.day("valid_from"), self.day("valid_until"));
        if from.zip(until).is_some_and(|(from, until)| until < from) {
            self.fault("valid_until", "is before `valid_from`");
        }
        let (product, variant) = variant?;
        if !variant.parts.is_empty() || variant.tickets == 0 || product.donation.is_some() {
            self.fault("variant", format!("{} is not a single ticket", variant.id));
        }
        let visit = self.visit(product, variant);
        let zone = catalog.zone_of(product);
        let passholder = match variant.pass {
            Some(_) => Some(self.passholder(variant, day_at(now, zone))),
            None => {
                self.of_no_pass();
                None
            }
        };
        if self.faults.len() > before {
            return None;
        }
        let timed = visit.performance.as_ref().filter(|performance| !performance.show.valid_all_day);
        let minutes = timed.and_then(|performance| performance.show.duration_minutes);
        let name = format!("{} {}", self.cell("first_name"), self.cell("last_name"));
        let ticket = TicketRow {
            media_code: media_code?,
            product_name: product.name.clone(),
            variant_name: variant.name.clone(),
            pass_level: variant.pass_level.clone(),
            site_name: catalog.site(&product.site).map(|site| site.name.clone()).unwrap_or_default(),
            show_name: visit.performance.as_ref().map(|performance| performance.show.name.clone()),
            valid_on: visit.day,
            entry_time: timed.map(|performance| performance.time.wire()),
            starts_at: visit.performance.as_ref().map(|performance| performance.starts_at),
            ends_at: timed.zip(minutes).map(|(it, minutes)| it.starts_at + Duration::minutes(i64::from(minutes))),
            issued_at: now,
            product_id: Some(product.id.clone()),
            variant_id: Some(variant.id.clone()),
            pass: variant.pass,
            valid_from: from,
            valid_until: until,
            paid,
            holder_name: Some(name.trim().to_owned()).filter(|name| !name.is_empty()),
            ..TicketRow::default()
        };
        let performance = visit.performance.map(|performance| performance.id);
        Some(Wanted { line: self.line, ticket, performance, zone, passholder })
    }

    /// The day and the performance that the ticket is for.
    fn visit(&mut self, product: &Product, variant: &Variant) -> Visit<'r> {
        let catalog = self.catalog;
        let day = self.day("date");
        let find = |cell: &str| performance::find(catalog, &PerformanceId(cell.to_owned()));
        let performance = self.parsed("performance", find, "not a performance of the catalogue");
        if let Some(performance) = &performance {
            let show = &performance.show.id;
            let is_sold = product.selections.iter().any(|selection| selection.offers(show, performance.time))
                && performance::is_sold_for(variant, performance.show);
            if !is_sold {
                self.fault("performance", format!("{} is not sold for {show}", variant.id));
            }
            if day.is_some_and(|day| day != performance.date) {
                self.fault("date", format!("the performance is on {}", performance.date));
            }
        }
        let day = performance.as_ref().map(|performance| performance.date).or(day);
        if day.is_some() && variant.pass.is_some() {
            self.fault("date", "a pass is not for a single day");
        }
        if day.is_some() && !(self.cell("valid_from").is_empty() && self.cell("valid_until").is_empty()) {
            self.fault("date", "cannot be combined with `valid_from` or `valid_until`");
        }
        Visit { day, performance }
    }

    /// The holder of a pass. The row must have the name, the birth date, the validity and the proof that linking
    /// requires; other data can be added when the pass is renewed.
    fn passholder(&mut self, variant: &Variant, today: NaiveDate) -> Passholder {
        let catalog = self.catalog;
        let proof = match catalog.settings().pass_validation_method_id {
            PassValidation::Zip => "zip",
            PassValidation::Phone => "phone_number",
        };
        let needed = REQUIRED_FOR_PASS.into_iter().chain([proof]);
        let missing: Vec<&str> = needed.filter(|column| self.cell(column).is_empty()).collect();
        missing.iter().for_each(|column| self.fault(column, "is missing: every pass has one"));
        let text = |column: &str| self.cell(column).to_owned();
        let passholder = Passholder {
            first_name: text("first_name"),
            last_name: text("last_name"),
            email_address: text("email_address"),
            address1: text("address1"),
            address2: text("address2"),
            city: text("city"),
            state: text("state"),
            zip: text("zip"),
            phone_number: text("phone_number"),
            birth_date: self.day("birth_date"),
            picture: None,
            confirmed_at: None,
        };
        for (field, text) in passholder.faults(today, |state| catalog.is_state(state)) {
            let column = snake_case(field);
            match (self.cell(&column), passholder.birth_date) {
                ("", _) => {}
                // The cell is not a date, which has already been reported.
                (_, None) if column == "birth_date" => {}
                (cell, Some(_)) if column == "birth_date" => {
                    self.fault(&column, format!("{cell} is not a possible birth date"))
                }
                (cell, _) => self.fault(&column, format!("{cell} is not accepted: {}", text.default)),
            }
        }
        if passholder.birth_date.is_some_and(|born| !variant.is_for(born)) {
            self.fault("birth_date", format!("{} is not sold for this birth date", variant.id));
        }
        passholder.cleaned(today)
    }

    fn of_no_pass(&mut self) {
        let said: Vec<&str> = PASS_ONLY.into_iter().filter(|column| !self.cell(column).is_empty()).collect();
        said.into_iter().for_each(|column| self.fault(column, "is only stored for passes"));
    }
}

struct Visit<'c> {
    day: Option<NaiveDate>,
    performance: Option<Performance<'c>>,
}

/// Converts the wire name of a field into the name of its column, such as `firstName` into `first_name`.
fn snake_case(field: &str) -> String {
    field.chars().fold(String::new(), |mut snake, c| {
        if c.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
        snake
    })
}
