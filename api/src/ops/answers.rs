//! `midway answers`: writes the answers to the questions at the checkout as CSV.

use std::io::Write;

use crate::app::App;
use crate::error::{Error, Result};
use crate::shop::order::{self, AnswerFilter};
use midway_kernel::time::with_offset;

const HEADERS: [&str; 10] =
    ["order", "placed", "name", "email", "product", "ticket", "question", "label", "answer", "terms"];

/// Writes one row for each answer, the oldest order first, with a header. Times are those of the order's site.
///
/// # Errors
/// When the database does not answer, or the output cannot be written.
pub async fn write(app: &App, filter: &AnswerFilter, output: impl Write) -> Result<()> {
    let mut csv = csv::Writer::from_writer(output);
    csv.write_record(HEADERS).map_err(Error::internal)?;
    for given in order::listed_answers(app.db.read(), filter).await? {
        let zone = given.time_zone.parse().unwrap_or(chrono_tz::UTC);
        let placed = with_offset(given.placed_at, zone);
        let answer = &given.answer;
        let (product, ticket) =
            answer.ticket.as_ref().map_or(("", ""), |it| (it.product_name.as_str(), it.name.as_str()));
        let terms = answer.terms.as_deref().unwrap_or_default();
        let row = [
            &given.number,
            &placed,
            &given.name,
            &given.email_address,
            product,
            ticket,
            answer.question.as_str(),
            &answer.label,
            &answer.answer,
            terms,
        ];
        csv.write_record(row.map(without_formula)).map_err(Error::internal)?;
    }
    csv.flush().map_err(Error::internal)
}

/// A text that a spreadsheet does not run as a formula: an apostrophe precedes the signs with which formulas begin.
pub(super) fn without_formula(text: &str) -> String {
    let begins_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    if begins_formula { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_begins_a_formula_is_quoted() {
        for (text, written) in
            [("=1+1", "'=1+1"), ("+1", "'+1"), ("-3", "'-3"), ("@SUM(A1)", "'@SUM(A1)"), ("a=1", "a=1"), ("", "")]
        {
            assert_eq!(without_formula(text), written);
        }
    }
}
