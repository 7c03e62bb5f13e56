//! What `midway doctor` says about canceled performances.

use chrono::Duration;
use sea_orm::ConnectionTrait;

use super::store;
use crate::error::Result;
use crate::shop::order;
use midway_kernel::time::Instant;

/// Workers refund or move thousands of orders in this time.
const MAX_OPEN: Duration = Duration::hours(1);

/// Names the orders that were left over, and cancellations that do not go on. `db` is a snapshot.
pub async fn doctor(db: &impl ConnectionTrait, now: Instant) -> Result<Vec<String>> {
    let mut findings = Vec::new();
    for row in store::all(db).await? {
        let id = &row.performance_id;
        let is_late = now - row.due_at.unwrap_or(row.decided_at) > MAX_OPEN;
        if row.ended_at.is_none() && is_late {
            findings.push(match &row.moved_to {
                None => {
                    format!("the refunds for the canceled performance {id} have not ended since {}", row.decided_at)
                }
                Some(to) => format!("the move of performance {id} to {to} has not ended since {}", row.decided_at),
            });
        }
        let lines = if row.left_over.0.is_empty() { Vec::new() } else { order::lines_at(db, id).await? };
        let is_left = |number: &str| lines.iter().any(|(order, line)| order.number == number && line.units_left() > 0);
        for (order, reason) in row.left_over.0.iter().filter(|(number, _)| is_left(number)) {
            findings.push(match &row.moved_to {
                None => format!(
                    "order {order} was not refunded for the canceled performance {id}: {reason} Once that is settled, run \
                     `midway cancel-performance {id}` again, or refund the order"
                ),
                Some(to) => format!(
                    "order {order} was not moved from performance {id} to {to}: {reason} Once that is settled, run \
                     `midway move-performance {id} {to}` again, or refund what is left with `midway cancel-performance {id}`"
                ),
            });
        }
    }
    Ok(findings)
}
