//! What a refund would do, or did.

use std::fmt;

use super::amounts::Amounts;
use super::entity::payment::{Model as PaymentRow, State};
use super::entity::refund::{Kind, Model as RefundRow};
use super::rules::Kept;
use crate::shop::order::{OrderLineRow, SoldOrder};
use midway_kernel::money::Money;

/// What a refund would do, or did.
#[derive(Clone, Debug)]
pub struct Plan {
    pub refund_id: String,
    pub order_number: String,
    pub kind: Kind,
    /// By how much the order is reduced.
    pub amounts: Amounts,
    pub amount: Money,
    pub no_longer_due: Money,
    /// What the shop keeps of a cancellation.
    pub kept: Kept,
    /// The name and the number of units of each line.
    pub units: Vec<(String, usize)>,
    /// The codes of the tickets that are revoked.
    pub tickets: Vec<String>,
    /// How much is paid back of each payment.
    pub payments: Vec<(String, Money)>,
}

impl Plan {
    /// `tickets` are the codes that it revokes; `kept` is what the shop keeps of a cancellation or an exchange.
    pub fn new(sold: &SoldOrder, row: &RefundRow, payments: &[PaymentRow], tickets: Vec<String>, kept: Kept) -> Self {
        let named = |line: &OrderLineRow| {
            let units = row.units.0.get(&line.id)?.len();
            Some((SoldOrder::name_of(line), units))
        };
        let is_paid_back = |payment: &&PaymentRow| !matches!(payment.state, State::Carried | State::Replaced);
        Plan {
            refund_id: row.id.clone(),
            order_number: sold.order.number.clone(),
            kind: row.kind,
            amounts: row.amounts(),
            amount: row.amount,
            no_longer_due: row.no_longer_due,
            kept,
            units: sold.lines.iter().filter_map(named).collect(),
            tickets,
            payments: payments.iter().filter(is_paid_back).map(|it| (it.payment_key.clone(), it.amount)).collect(),
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "order {}", self.order_number)?;
        for (name, units) in &self.units {
            writeln!(f, "  {units} × {name}")?;
        }
        if !self.tickets.is_empty() {
            writeln!(f, "  tickets no longer valid: {}", self.tickets.join(", "))?;
        }
        if self.kind != Kind::Void {
            let Amounts { price, fees, tax, delivery } = self.amounts;
            let parts = [("price", price), ("fees", fees), ("tax", tax), ("delivery", delivery)];
            let parts: Vec<String> = parts
                .iter()
                .filter(|(_, amount)| !amount.is_zero())
                .map(|(name, amount)| format!("{name} {amount}"))
                .collect();
            let parts = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
            writeln!(f, "  paid back: {}{parts}", self.amount)?;
        }
        if !self.no_longer_due.is_zero() {
            writeln!(f, "  no longer due: {}", self.no_longer_due)?;
        }
        for (payment, amount) in &self.payments {
            writeln!(f, "  payment {payment}: {amount}")?;
        }
        Ok(())
    }
}
