//! What a shopper may cancel now, and what the rules of the purchase say about it.

use sea_orm::ConnectionTrait;

use super::entity::RefundedUnits;
use super::rules::CanceledLine;
use crate::error::{Error, Refusal, Result};
use crate::shop::inventory::{self, StockKey};
use crate::shop::order::{self, OrderLineRow, SoldOrder, cancellation_step};
use crate::shop::ticket::TicketRow;
use crate::shop::upgrade;
use midway_catalog::files::{CancellationStep, Promotion};
use midway_catalog::{Catalog, PromotionKind};
use midway_kernel::id::EntitlementId;
use midway_kernel::money::Money;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const NOT_CANCELABLE: Text = Text { id: "cancellation.not-cancelable", default: "{{name}} can't be canceled online." };
const TOO_LATE: Text = Text { id: "cancellation.too-late", default: "It's too late to cancel {{name}}." };
const OVER: Text = Text { id: "cancellation.over", default: "Ticket {{code}} is no longer valid." };
const USED: Text =
    Text { id: "cancellation.used", default: "Pass {{code}} has been used, so it can't be canceled online." };
const VISIT_RESERVED: Text = Text {
    id: "cancellation.visit-reserved",
    default: "You've reserved a visit with pass {{code}}. Please cancel the visit first.",
};

/// The step of a line's rules that applies now, with the moment when it ends.
///
/// # Errors
/// A refusal for a line that cannot be canceled, or no longer.
pub fn step<'l>(
    catalog: &Catalog,
    sold: &SoldOrder,
    line: &'l OrderLineRow,
    now: Instant,
) -> Result<(&'l CancellationStep, Instant), Refusal> {
    let refusal = |text| Refusal::new(text).with("name", SoldOrder::name_of(line));
    let has_choice = order::choice_until(line, now).is_some();
    if !has_choice && line.cancellation.as_ref().is_none_or(|rules| rules.steps.is_empty()) {
        return Err(refusal(NOT_CANCELABLE));
    }
    cancellation_step(catalog, &sold.order, line, now).ok_or_else(|| refusal(TOO_LATE))
}

/// The lines of these units with the share and the fee that their rules say.
///
/// # Errors
/// As [`step`].
pub fn lines(
    catalog: &Catalog,
    sold: &SoldOrder,
    units: &RefundedUnits,
    now: Instant,
) -> Result<Vec<CanceledLine>, Refusal> {
    let canceled = sold.lines.iter().filter_map(|line| Some((line, units.0.get(&line.id)?.len())));
    let of_line = |(line, units): (&OrderLineRow, usize)| {
        let units = u32::try_from(units).unwrap_or(0);
        let (step, _) = step(catalog, sold, line, now)?;
        let rules = line.cancellation.as_ref().filter(|_| order::choice_until(line, now).is_none());
        let fee = rules.map_or(Money::ZERO, |rules| rules.fee);
        Ok(CanceledLine { worth: worth(line).times(units), percent: step.percent, fee: fee.times(units) })
    };
    canceled.map(of_line).collect()
}

/// What a unit of a line costs, with fees and taxes and without offers.
pub fn worth(line: &OrderLineRow) -> Money {
    line.unit_price + line.unit_fees + line.unit_tax
}

/// Refuses units of which a ticket is over or a pass has been used.
pub async fn check(
    db: &impl ConnectionTrait,
    catalog: &Catalog,
    sold: &SoldOrder,
    (units, tickets): (&RefundedUnits, &[TicketRow]),
    now: Instant,
) -> Result<()> {
    for line in &sold.lines {
        for unit in units.0.get(&line.id).into_iter().flatten() {
            let is_its = |it: &&TicketRow| it.order_line_id.as_ref() == Some(&line.id) && it.unit == *unit;
            let of_unit: Vec<&TicketRow> = tickets.iter().filter(is_its).collect();
            if let Some(refusal) = of_tickets(db, catalog, &of_unit, now).await? {
                return Err(Error::Refused(refusal));
            }
        }
    }
    Ok(())
}

/// Why a unit with these tickets cannot be canceled.
pub async fn of_tickets(
    db: &impl ConnectionTrait,
    catalog: &Catalog,
    tickets: &[&TicketRow],
    now: Instant,
) -> Result<Option<Refusal>> {
    for ticket in tickets {
        let refusal = |text| Refusal::new(text).with("code", &ticket.media_code);
        if ticket.is_revoked() || ticket.is_over(catalog, now) {
            return Ok(Some(refusal(OVER)));
        }
        let visits = upgrade::reserved_visits(db, catalog, &ticket.id, now).await?;
        if visits.is_to_come {
            return Ok(Some(refusal(VISIT_RESERVED)));
        }
        if visits.is_any || (ticket.pass.is_some() && has_redeemed(db, catalog, ticket).await?) {
            return Ok(Some(refusal(USED)));
        }
    }
    Ok(None)
}

/// Whether anything was redeemed with a pass, or is being paid for, or the pass was renewed.
async fn has_redeemed(db: &impl ConnectionTrait, catalog: &Catalog, pass: &TicketRow) -> Result<bool> {
    let kinds = [PromotionKind::TicketEntitlement, PromotionKind::AccountEntitlement];
    let owners = [Some(pass.entitlement_key()), pass.passholder_id.as_deref()];
    let promotions = kinds.into_iter().flat_map(|kind| catalog.folder().promotions_of(kind));
    let of_owners = |promotion: &Promotion| {
        let key = |owner| StockKey::entitlement(&EntitlementId::new(&promotion.id, owner));
        owners.into_iter().flatten().map(key).collect::<Vec<_>>()
    };
    let keys: Vec<StockKey> = promotions.flat_map(of_owners).chain([StockKey::ticket(&pass.id)]).collect();
    Ok(!inventory::with_sales(db, keys.clone()).await?.is_empty()
        || !inventory::pinned_lines(db, keys).await?.is_empty())
}
