//! Findings about stocks and claims for `midway doctor`.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, QueryOrder};

use super::entity::{claim, stock};
use super::rules::StockKey;
use crate::error::Result;

/// Findings for `midway doctor`: stocks of which more than the capacity is taken, stocks that do not match their
/// claims, capacities that do not match the catalogue, and claims without a stock.
pub async fn doctor(db: &impl ConnectionTrait, capacity_of: impl Fn(&StockKey) -> Option<u32>) -> Result<Vec<String>> {
    let mut sums: HashMap<StockKey, (i64, i64)> = HashMap::new();
    for row in claim::Entity::find().all(db).await? {
        let sum = sums.entry(row.stock_key).or_default();
        if row.sold { sum.1 += row.quantity } else { sum.0 += row.quantity }
    }
    let mut findings = Vec::new();
    for row in stock::Entity::find().order_by_asc(stock::Column::Key).all(db).await? {
        if row.claimed + row.sold > row.capacity || row.claimed < 0 || row.sold < 0 {
            findings
                .push(format!("stock {}: {} claimed and {} sold of {}", row.key, row.claimed, row.sold, row.capacity));
        }
        if let Some(capacity) = capacity_of(&row.key).map(i64::from)
            && row.capacity != Ord::max(capacity, row.claimed + row.sold)
        {
            findings
                .push(format!("stock {}: its capacity is {}, the catalogue says {capacity}", row.key, row.capacity));
        }
        let (claimed, sold) = sums.remove(&row.key).unwrap_or_default();
        if (claimed, sold) != (row.claimed, row.sold) {
            findings.push(format!(
                "stock {} says {} claimed and {} sold, its claims say {claimed} and {sold}",
                row.key, row.claimed, row.sold
            ));
        }
    }
    findings.extend(sums.into_keys().map(|key| format!("claims on {key}, which has no stock")));
    Ok(findings)
}
