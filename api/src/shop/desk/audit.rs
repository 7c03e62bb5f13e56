//! What was done with an order, as the desk sees it. The documents of the audit table have keys that mean nothing outside the
//! shop, and differ by what was done.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_json::Value;

use super::wire::{DeskAuditEntry, DeskAuditItem};
use crate::app::App;
use crate::error::{Error, Result};
use crate::platform::audit::{self, Entry};
use crate::shop::order::{self, OrderLineRow, SoldOrder};
use crate::shop::refund::{self, RefundedUnits};
use crate::shop::ticket::{self, TicketRow};
use midway_kernel::id::PerformanceId;
use midway_kernel::money::Money;
use midway_kernel::time::with_offset;

/// What a document says, by who writes it.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
enum Said {
    /// `refund`, of a refund.
    Refund { refund: String, units: RefundedUnits },
    /// `performance_cancellation`, of a move.
    Move {
        to: PerformanceId,
        /// Absent in the entries of earlier versions.
        from: Option<PerformanceId>,
        #[serde(default)]
        units: BTreeMap<String, u32>,
    },
    /// `transfer`, of a ticket.
    Ticket { ticket: String },
    /// `refund`, of payments that are asked for again or were paid back another way.
    Payments(Vec<String>),
    /// `refund`, of what was paid back without the shop, by the processor's id.
    Elsewhere(String),
    #[default]
    Nothing,
}

impl Said {
    fn of(document: Value) -> Self {
        // What another version has written is still a deed.
        serde_json::from_value(document).unwrap_or_default()
    }
}

/// What was done with the order with this number, the first deed first.
///
/// # Errors
/// [`Error::NotFound`] for an order that does not exist.
pub async fn of_order(app: &App, number: &str) -> Result<Vec<DeskAuditEntry>> {
    let db = app.db.read();
    let order_id = refund::order_id(app, number).await?;
    // The entries come first: what they name was written with them, and is never deleted.
    let entries = audit::of_subject(db, &order_id).await?.into_iter();
    let sold = order::sold(db, &order_id).await?.ok_or(Error::NotFound)?;
    let tickets = ticket::of_order(db, &order_id).await?;
    let amounts = refund::recorded_amounts(db, &order_id).await?;
    Ok(entries.map(|entry| listed(entry, &sold, &tickets, &amounts)).collect())
}

fn listed(entry: Entry, sold: &SoldOrder, tickets: &[TicketRow], amounts: &HashMap<String, Money>) -> DeskAuditEntry {
    let mut listed = DeskAuditEntry {
        made_at: with_offset(entry.made_at, chrono_tz::UTC),
        actor: entry.actor,
        action: entry.action,
        reason: entry.reason,
        amount: None,
        items: Vec::new(),
        tickets: Vec::new(),
        moved_from: None,
        moved_to: None,
    };
    let items = |units_of: &dyn Fn(&OrderLineRow) -> Option<u32>| -> Vec<DeskAuditItem> {
        let item = |(line, row): (u32, &OrderLineRow)| {
            Some(DeskAuditItem { line, display_name: SoldOrder::name_of(row), quantity: units_of(row)? })
        };
        (1..).zip(&sold.lines).filter_map(item).collect()
    };
    match Said::of(entry.document) {
        Said::Refund { refund, units } => {
            listed.amount = amounts.get(&refund).copied();
            let count = |units: &Vec<i32>| u32::try_from(units.len()).unwrap_or(u32::MAX);
            listed.items = items(&|line| units.0.get(&line.id).map(count));
        }
        Said::Move { to, from, units } => {
            listed.items = items(&|line| units.get(&line.id).copied());
            (listed.moved_from, listed.moved_to) = (from, Some(to));
        }
        Said::Ticket { ticket } => {
            let its = tickets.iter().filter(|it| it.id == ticket);
            listed.tickets = its.map(|it| it.media_code.clone()).collect();
        }
        Said::Payments(keys) => listed.amount = keys.iter().map(|key| amounts.get(key).copied()).sum(),
        Said::Elsewhere(key) => listed.amount = amounts.get(&key).copied(),
        Said::Nothing => {}
    }
    listed
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    #[test]
    fn documents_of_all_deeds_are_understood() {
        let units = RefundedUnits(BTreeMap::from([("line".to_owned(), vec![0, 2])]));
        let refund = json!({ "refund": "r", "amount": "5.00", "units": { "line": [0, 2] }, "request": "digest" });
        assert_eq!(Said::of(refund), Said::Refund { refund: "r".to_owned(), units });
        let to = PerformanceId("tours.20261122.1200".to_owned());
        let units = BTreeMap::from([("line".to_owned(), 2)]);
        let moved = json!({ "from": "tours.20261121.1200", "to": to, "units": units });
        let from = Some(PerformanceId("tours.20261121.1200".to_owned()));
        assert_eq!(Said::of(moved), Said::Move { to: to.clone(), from, units });
        let of_earlier_version = Said::Move { to: to.clone(), from: None, units: BTreeMap::new() };
        assert_eq!(Said::of(json!({ "to": to, "lines": ["line"] })), of_earlier_version);
        let ticket = json!({ "ticket": "t", "transfer": "x", "retired": "CODE" });
        assert_eq!(Said::of(ticket), Said::Ticket { ticket: "t".to_owned() });
        assert_eq!(Said::of(json!(["r-1"])), Said::Payments(vec!["r-1".to_owned()]));
        assert_eq!(Said::of(json!("re_1")), Said::Elsewhere("re_1".to_owned()));
        assert_eq!(Said::of(json!({})), Said::Nothing);
    }
}
