//! `midway orders`: writes what was bought and which visits were reserved, by whom, as CSV, for those who must reach
//! everyone who comes.

use std::io::Write;

use super::answers::without_formula;
use crate::app::App;
use crate::error::{Error, Result};
use crate::shop::order::{self, OrderFilter};
use midway_kernel::time::with_offset;

const HEADERS: [&str; 14] = [
    "order",
    "state",
    "name",
    "email",
    "phone",
    "placed",
    "total",
    "product",
    "variant",
    "performance",
    "visit",
    "time",
    "place",
    "quantity",
];

/// Writes one row for each line of the orders and each of its performances, and one for each reserved visit, the oldest
/// first, with a header. Times are those of the site. It writes no codes of tickets and visits.
///
/// # Errors
/// When the database does not answer, or the output cannot be written.
pub async fn write(app: &App, filter: &OrderFilter, output: impl Write) -> Result<()> {
    let mut csv = csv::Writer::from_writer(output);
    csv.write_record(HEADERS).map_err(Error::internal)?;
    for row in order::listed_orders(app.db.read(), &app.catalog.current(), filter).await? {
        let placed = with_offset(row.placed_at, row.time_zone.parse().unwrap_or(chrono_tz::UTC));
        let visit = row.visit.map(|day| day.to_string()).unwrap_or_default();
        let record = [
            row.number.as_str(),
            row.state.in_words(),
            &row.name,
            &row.email_address,
            &row.phone_number,
            &placed,
            &row.total.map(|total| total.to_string()).unwrap_or_default(),
            &row.product,
            &row.variant,
            &row.performance,
            &visit,
            &row.time,
            &row.place,
            &row.quantity.to_string(),
        ];
        csv.write_record(record.map(without_formula)).map_err(Error::internal)?;
    }
    csv.flush().map_err(Error::internal)
}
