//! `midway refund ORDER` and `midway void ORDER`: give money back for an order, or end it without giving money back.

use std::fmt;

use crate::app::App;
use crate::error::{Refusal, Result};
use crate::shop::refund::{self, Choice, ListedLine, Listing, What};
use midway_kernel::text::Messages;

/// What the command asks for, with lines as they were typed: by their positions from 1, `2` or `2:1`.
///
/// # Errors
/// What is wrong with the choice.
pub fn what(lines: &[String], choice: Choice) -> Result<Option<What>, String> {
    let lines = lines.iter().map(|text| line(text)).collect::<Result<Vec<_>, String>>()?;
    let chosen = Choice { lines, ..choice }.what();
    chosen.map_err(|_| "choose either --all, or lines and tickets, or an amount".to_owned())
}

/// Reads `2` as the whole line 2, and `2:1` as one unit of it.
fn line(text: &str) -> Result<(usize, Option<u32>), String> {
    let (line, quantity) = match text.split_once(':') {
        None => (text, None),
        Some((line, quantity)) => (line, Some(quantity)),
    };
    let wrong = || format!("`{text}` is not a line: write 2 for all of line 2, or 2:1 for one of it");
    let line = line.parse().map_err(|_| wrong())?;
    let quantity = quantity.map(|text| text.parse::<u32>().ok().filter(|number| *number > 0).ok_or_else(wrong));
    Ok((line, quantity.transpose()?))
}

/// Writes down what the processors show of the payments of an order. Returns how many payments were looked at.
///
/// # Errors
/// When a processor gives no usable answer.
pub async fn look(app: &App, order_id: &str) -> Result<usize> {
    let payments = refund::payments_of_order(app, order_id).await?;
    for (processor, key) in &payments {
        refund::look_at_payment(app, processor, key).await?;
    }
    Ok(payments.len())
}

impl fmt::Display for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "order {}, {}", self.number, self.total)?;
        for (at, ListedLine { name, quantity, left, .. }) in self.lines.iter().enumerate() {
            write!(f, "  line {}: {quantity} × {name}", at + 1)?;
            if i64::from(*left) == *quantity { writeln!(f) } else { writeln!(f, ", {left} left") }?;
        }
        for refund in &self.refunds.refunds {
            write!(f, "  refund of {} on {}: {:?}", refund.amount, refund.refund_date, refund.standing)?;
            let items: Vec<String> =
                refund.items.iter().map(|item| format!("{} × {}", item.quantity, item.display_name)).collect();
            if items.is_empty() { writeln!(f) } else { writeln!(f, ", {}", items.join(", ")) }?;
        }
        writeln!(
            f,
            "choose with --all, --line 1, --line 1:2, --ticket CODE or --amount 5.00; --dry-run shows the result"
        )
    }
}

/// A refusal in the words of the catalogue.
pub fn in_words(app: &App, refusal: &Refusal) -> String {
    app.catalog.current().message(refusal.text, &refusal.values)
}
