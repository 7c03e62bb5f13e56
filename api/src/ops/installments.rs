//! `midway installments due|overdue`: lists the open payments of installment agreements.

use chrono::{Days, NaiveDate};

use crate::app::App;
use crate::error::Result;
use crate::shop::billing;
use crate::shop::order;

/// Which payments are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Payments that are due within the next 30 days, and overdue ones.
    Due,
    /// Payments whose due day is before today.
    Overdue,
}

const DAYS_AHEAD: u64 = 30;

/// One line for each payment, the earliest first: due day, order number, payment number, amount, number of tries, card,
/// the shopper's e-mail address and the reason for the latest decline.
pub async fn installments(app: &App, which: Which) -> Result<Vec<String>> {
    let today = app.clock.now().date_naive();
    let db = app.db.read();
    let rows = match which {
        Which::Due => billing::due(db, today.checked_add_days(Days::new(DAYS_AHEAD)).unwrap_or(NaiveDate::MAX)).await?,
        Which::Overdue => billing::overdue(db, today).await?,
    };
    let mut lines = Vec::with_capacity(rows.len());
    for (row, agreed) in rows {
        let sold = order::installment_order(db, &row.agreement_id).await?;
        let (number, email) = sold.map(|it| (it.number, it.email_address)).unwrap_or_default();
        let card = agreed.map(|it| it.card_name()).unwrap_or_default();
        let message = row.message.unwrap_or_default();
        let line = format!(
            "{}\t{number}\tpayment {}\t{}\ttried {} times\t{card}\t{email}\t{message}",
            row.due_on,
            row.number + 1,
            row.amount,
            row.tries
        );
        lines.push(line.trim_end().to_owned());
    }
    Ok(lines)
}
