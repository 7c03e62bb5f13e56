//! Which units of an order are refunded. Pure.

use std::collections::{BTreeMap, BTreeSet};

use super::entity::RefundedUnits;
use crate::error::Refusal;
use crate::shop::order::OrderLineRow;
use crate::shop::ticket::{RevokedBecause, TicketRow};
use midway_kernel::text::Text;

const NO_SUCH_LINE: Text = Text { id: "refund.no-such-line", default: "This order has no line {{line}}." };
const TOO_MANY_UNITS: Text =
    Text { id: "refund.too-many-units", default: "Only {{left}} × {{name}} can still be refunded." };
const NO_SUCH_TICKET: Text = Text { id: "refund.no-such-ticket", default: "This order has no ticket {{code}}." };
const ALREADY: Text = Text { id: "refund.already", default: "Ticket {{code}} has already been refunded." };
const NO_LONGER_LEFT: Text =
    Text { id: "refund.no-longer-left", default: "Some of these tickets have already been canceled." };
const UPGRADED: Text =
    Text { id: "refund.upgraded", default: "Ticket {{code}} was upgraded. The upgrade order must be refunded first." };

/// What somebody wants to have refunded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// All units that are left. Donations only if the operator's settings or the second value say so.
    All { with_donations: bool },
    /// Units of lines, by the lines' positions from 1 (`None`: all that are left), and the units of tickets, by their
    /// codes.
    Some { lines: Vec<(usize, Option<u32>)>, tickets: Vec<String> },
    /// Exactly these units.
    Units(RefundedUnits),
}

/// An order's lines with what was refunded of them.
pub struct Order<'o> {
    pub lines: &'o [OrderLineRow],
    pub tickets: &'o [TicketRow],
    /// The units of earlier refunds.
    pub refunded: Vec<&'o RefundedUnits>,
    /// The ids of the lines that are donations.
    pub donations: BTreeSet<&'o str>,
}

impl Order<'_> {
    /// The numbers of the units of a line that are left.
    pub fn units_left(&self, line: &OrderLineRow) -> BTreeSet<i32> {
        let gone: BTreeSet<i32> =
            self.refunded.iter().filter_map(|units| units.0.get(&line.id)).flatten().copied().collect();
        (0..i32::try_from(line.quantity).unwrap_or(i32::MAX)).filter(|unit| !gone.contains(unit)).collect()
    }

    /// The tickets of a unit.
    pub fn tickets_of<'a>(&'a self, line_id: &'a str, unit: i32) -> impl Iterator<Item = &'a TicketRow> {
        let is_of_unit =
            move |ticket: &&TicketRow| ticket.order_line_id.as_deref() == Some(line_id) && ticket.unit == unit;
        self.tickets.iter().filter(is_of_unit)
    }

    /// The chosen units.
    ///
    /// # Errors
    /// A refusal for a line or a ticket that the order does not have, for more units than are left, and for a ticket that
    /// was upgraded.
    pub fn units(&self, chosen: &Chosen) -> Result<RefundedUnits, Refusal> {
        let mut units: BTreeMap<String, BTreeSet<i32>> = BTreeMap::new();
        match chosen {
            Chosen::All { with_donations } => {
                for line in self.lines.iter().filter(|line| *with_donations || !self.is_donation(line)) {
                    units.insert(line.id.clone(), self.units_left(line));
                }
            }
            Chosen::Some { lines, tickets } => {
                for code in tickets {
                    let (line_id, unit) = self.unit_of(code)?;
                    units.entry(line_id).or_default().insert(unit);
                }
                for (position, quantity) in lines {
                    self.add_units(&mut units, *position, *quantity)?;
                }
            }
            Chosen::Units(RefundedUnits(chosen)) => {
                for (line_id, chosen) in chosen {
                    let line = self.lines.iter().find(|line| line.id == *line_id);
                    let line = line.ok_or_else(|| Refusal::new(NO_LONGER_LEFT))?;
                    let left = self.units_left(line);
                    if chosen.iter().any(|unit| !left.contains(unit)) {
                        return Err(Refusal::new(NO_LONGER_LEFT));
                    }
                    units.entry(line_id.clone()).or_default().extend(chosen);
                }
            }
        }
        units.retain(|_, units| !units.is_empty());
        let found = RefundedUnits(units.into_iter().map(|(id, units)| (id, units.into_iter().collect())).collect());
        self.check_upgraded(&found)?;
        Ok(found)
    }

    fn is_donation(&self, line: &OrderLineRow) -> bool {
        self.donations.contains(line.id.as_str())
    }

    fn unit_of(&self, code: &str) -> Result<(String, i32), Refusal> {
        let found = self.tickets.iter().find(|ticket| ticket.media_code == *code);
        let found = found.and_then(|ticket| {
            let line = self.lines.iter().find(|line| ticket.order_line_id.as_ref() == Some(&line.id))?;
            Some((line, ticket.unit))
        });
        let (line, unit) = found.ok_or_else(|| Refusal::new(NO_SUCH_TICKET).with("code", code))?;
        if !self.units_left(line).contains(&unit) {
            return Err(Refusal::new(ALREADY).with("code", code));
        }
        Ok((line.id.clone(), unit))
    }

    /// Adds units of a line, the last ones first, because the first ones have the earlier codes.
    fn add_units(
        &self,
        units: &mut BTreeMap<String, BTreeSet<i32>>,
        position: usize,
        quantity: Option<u32>,
    ) -> Result<(), Refusal> {
        let line = position.checked_sub(1).and_then(|at| self.lines.get(at));
        let line = line.ok_or_else(|| Refusal::new(NO_SUCH_LINE).with("line", position))?;
        let chosen = units.entry(line.id.clone()).or_default();
        let left: Vec<i32> = self.units_left(line).into_iter().filter(|unit| !chosen.contains(unit)).collect();
        let wanted = quantity.map_or(left.len(), |quantity| quantity as usize);
        if wanted > left.len() {
            let refusal = Refusal::new(TOO_MANY_UNITS).with("left", left.len());
            return Err(refusal.with("name", crate::shop::order::SoldOrder::name_of(line)));
        }
        chosen.extend(left.into_iter().rev().take(wanted));
        Ok(())
    }

    fn check_upgraded(&self, units: &RefundedUnits) -> Result<(), Refusal> {
        let mut tickets =
            units.0.iter().flat_map(|(id, units)| units.iter().flat_map(|unit| self.tickets_of(id, *unit)));
        match tickets.find(|ticket| ticket.revoked_because == Some(RevokedBecause::Upgraded)) {
            Some(ticket) => Err(Refusal::new(UPGRADED).with("code", &ticket.media_code)),
            None => Ok(()),
        }
    }
}
