//! `midway refund ORDER` and `midway void ORDER`: give money back for an order, or end it without giving money back.

use std::fmt;

use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::shop::order::{self, SoldOrder};
use crate::shop::refund::{self, Asked, By, Chosen, OrderRefunds, Plan, What};
use midway_kernel::money::Money;
use midway_kernel::text::Messages;

/// What the command asks for.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Lines by their positions from 1, each with a number of units: `2` or `2:1`.
    pub lines: Vec<String>,
    pub tickets: Vec<String>,
    pub amount: Option<Money>,
    pub everything: bool,
    pub with_donations: bool,
    pub keep_places: bool,
    pub reason: Option<String>,
    pub dry_run: bool,
}

impl Wanted {
    /// What is refunded; `None` if nothing was chosen.
    ///
    /// # Errors
    /// What is wrong with the choice.
    pub fn what(&self) -> Result<Option<What>, String> {
        let lines = self.lines.iter().map(|text| line(text)).collect::<Result<Vec<_>, String>>()?;
        let chosen = !lines.is_empty() || !self.tickets.is_empty();
        match (self.everything, chosen, self.amount) {
            (false, false, None) => Ok(None),
            (true, false, None) => Ok(Some(What::Units(Chosen::All { with_donations: self.with_donations }))),
            (false, true, None) => {
                let tickets = self.tickets.iter().map(|code| code.trim().to_ascii_uppercase()).collect();
                Ok(Some(What::Units(Chosen::Some { lines, tickets })))
            }
            (false, false, Some(amount)) => Ok(Some(What::Goodwill(amount))),
            _ => Err("choose either --all, or lines and tickets, or an amount".to_owned()),
        }
    }
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

/// The id of the order with this number.
///
/// # Errors
/// [`Error::NotFound`] if there is none.
pub async fn order_id(app: &App, number: &str) -> Result<String> {
    order::id_by_number(app.db.read(), number).await?.ok_or(Error::NotFound)
}

/// What the command did.
#[derive(Debug)]
pub enum Done {
    /// Nothing was chosen: what can be refunded.
    Listed(Listing),
    WouldRefund(Plan),
    /// The plan, and the payments that are not paid back yet with the reason.
    Refunded(Plan, Vec<String>),
}

/// Refunds what is wanted, or lists what can be refunded.
///
/// # Errors
/// A refusal for what cannot be refunded; nothing changes then.
pub async fn refund(app: &App, order_id: String, what: Option<What>, wanted: Wanted, actor: String) -> Result<Done> {
    let Some(what) = what else { return Ok(Done::Listed(listing(app, &order_id).await?)) };
    let asked = Asked {
        order_id,
        what,
        keep_places: wanted.keep_places,
        canceled_performance: None,
        actor,
        reason: wanted.reason,
    };
    if wanted.dry_run {
        return Ok(Done::WouldRefund(refund::plan(app, &asked).await?));
    }
    let plan = refund::make(app, &asked).await?;
    let open = settled(app, &plan.refund_id).await?;
    Ok(Done::Refunded(plan, open))
}

/// Asks again for the refunds of an order that have failed. Returns the payments that are not paid back yet.
///
/// # Errors
/// A refusal if none has failed.
pub async fn again(app: &App, order_id: &str, by: By<'_>) -> Result<Vec<String>> {
    let mut open = Vec::new();
    for refund_id in refund::again(app, order_id, by).await? {
        open.extend(settled(app, &refund_id).await?);
    }
    Ok(open)
}

/// Notes that the failed refunds of an order were paid back another way. Returns the amount.
///
/// # Errors
/// A refusal if none has failed.
pub async fn paid_elsewhere(app: &App, order_id: &str, by: By<'_>) -> Result<Money> {
    refund::paid_elsewhere(app, order_id, by).await
}

async fn settled(app: &App, refund_id: &str) -> Result<Vec<String>> {
    refund::settle_all_of(app, refund_id).await
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

/// The lines of an order with what is left of them, and its refunds.
#[derive(Debug)]
pub struct Listing {
    number: String,
    total: Money,
    /// The name of each line, its quantity and how many units are left.
    lines: Vec<(String, i64, u32)>,
    refunds: OrderRefunds,
}

async fn listing(app: &App, order_id: &str) -> Result<Listing> {
    let sold = order::sold(app.db.read(), order_id).await?.ok_or(Error::NotFound)?;
    let refunds = refund::of_order(app, &sold).await?;
    let line = |line: &order::OrderLineRow| (SoldOrder::name_of(line), line.quantity, line.units_left());
    Ok(Listing {
        lines: sold.lines.iter().map(line).collect(),
        refunds,
        number: sold.order.number,
        total: sold.order.total,
    })
}

impl fmt::Display for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "order {}, {}", self.number, self.total)?;
        for (at, (name, quantity, left)) in self.lines.iter().enumerate() {
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
