//! Canceling a performance, and refunding those who have bought it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::entity::{LeftOver, Model};
use super::store;
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::platform::audit::{self, Deed};
use crate::shop::order::{self, OrderLineRow};
use crate::shop::performance;
use crate::shop::refund::{self, Asked, By, Chosen, RefundedUnits, What};
use midway_kernel::id::PerformanceId;
use midway_kernel::text::{Messages, Text};

const ON_SALE: Text = Text {
    id: "performance-cancellation.on-sale",
    default: "{{performance}} is still on sale. Take it out of the catalogue and import that with --withdraw first.",
};
const NOBODY: Text = Text {
    id: "performance-cancellation.nobody",
    default: "Nobody has a place at {{performance}} that could be refunded.",
};

/// An order with units for the performance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affected {
    pub order_id: String,
    pub order_number: String,
    pub units: RefundedUnits,
}

/// How far a cancellation is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    pub refunded: usize,
    /// The orders that could not be refunded, by their numbers, each with the reason.
    pub left_over: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct Nothing {}

/// The orders with units for a performance that are not refunded, the oldest first. The units of packages and bundles with
/// the performance are among them.
pub async fn affected(app: &App, id: &PerformanceId) -> Result<Vec<Affected>> {
    let mut found: Vec<Affected> = Vec::new();
    let mut lines = order::lines_at(app.db.write(), id).await?;
    lines.retain(|(_, line)| line.units_left() > 0);
    for (row, line) in lines {
        let units = units_left(app, &line).await?;
        match found.iter_mut().find(|affected| affected.order_id == row.id) {
            Some(affected) => drop(affected.units.0.insert(line.id, units)),
            None => found.push(Affected {
                order_id: row.id,
                order_number: row.number,
                units: RefundedUnits(BTreeMap::from([(line.id, units)])),
            }),
        }
    }
    Ok(found)
}

async fn units_left(app: &App, line: &OrderLineRow) -> Result<Vec<i32>> {
    let gone = refund::units_of_line(app, &line.order_id, &line.id).await?;
    Ok((0..i32::try_from(line.quantity).unwrap_or(i32::MAX)).filter(|unit| !gone.contains(unit)).collect())
}

/// Writes down that a performance does not take place. The refunds follow with [`go_on_with`] or by a worker. Doing it again
/// tries the orders again that were left over.
///
/// # Errors
/// A refusal if the performance is still on sale, or if nobody has a place.
pub async fn begin(app: &App, id: &PerformanceId, by: By<'_>) -> Result<()> {
    let now = app.clock.now();
    let refusal = |text| Error::Refused(Refusal::new(text).with("performance", id.to_string()));
    if performance::find(&app.catalog.current(), id).is_some_and(|found| now < found.starts_at) {
        return Err(refusal(ON_SALE));
    }
    if affected(app, id).await?.is_empty() {
        return Err(refusal(NOBODY));
    }
    let tx = app.db.begin().await?;
    let deed = Deed { actor: by.actor, action: "cancel-performance", subject: id.as_str(), reason: by.reason };
    audit::record(&tx, deed, &Nothing {}, now).await?;
    let row = Model {
        performance_id: id.clone(),
        actor: by.actor.to_owned(),
        reason: by.reason.map(str::to_owned),
        decided_at: now,
        ended_at: None,
        left_over: LeftOver::default(),
    };
    store::insert(&tx, row).await?;
    tx.commit().await?;
    Ok(())
}

/// Goes on with all cancellations that have not ended. Returns how many orders were refunded.
pub async fn go_on(app: &App) -> Result<usize> {
    let mut refunded = 0;
    for row in store::open(app.db.read()).await? {
        refunded += go_on_with(app, &row.performance_id, |_| {}).await?.refunded;
    }
    Ok(refunded)
}

/// Refunds the orders with places at a canceled performance, until none is left. `tell` is called after each order with what
/// was done so far. Several processes may do this at the same time.
///
/// # Errors
/// [`Error::NotFound`] for a performance that was not canceled.
pub async fn go_on_with(app: &App, id: &PerformanceId, tell: impl Fn(&Progress) + Send) -> Result<Progress> {
    let row = store::find(app.db.write(), id).await?.ok_or(Error::NotFound)?;
    let mut progress = Progress::default();
    for Affected { order_id, order_number, units } in affected(app, id).await? {
        let asked = Asked {
            order_id,
            what: What::Units(Chosen::Units(units)),
            keep_places: false,
            canceled_performance: Some(id.clone()),
            actor: row.actor.clone(),
            reason: row.reason.clone(),
        };
        match refund::make(app, &asked).await {
            Ok(_) => progress.refunded += 1,
            Err(Error::Refused(refusal)) => {
                // Another process may have refunded it in the meantime.
                if affected(app, id).await?.iter().any(|it| it.order_id == asked.order_id) {
                    let reason = app.catalog.current().message(refusal.text, &refusal.values);
                    progress.left_over.insert(order_number, reason);
                }
            }
            Err(other) => return Err(other),
        }
        tell(&progress);
    }
    store::end(app.db.write(), id, LeftOver(progress.left_over.clone()), app.clock.now()).await?;
    Ok(progress)
}
