//! Which performances are in carts whose hold has not run out. Read by an import, which must not withdraw them unnoticed.

use std::collections::BTreeSet;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Query;
use sea_orm::{Condition, ConnectionTrait, QuerySelect};

use super::entity::{cart, line};
use crate::error::Result;
use crate::kernel::id::PerformanceId;
use crate::kernel::time::Instant;

/// The performances of all carts that hold something or are being paid for. A stock cannot tell them: one that is limited by a
/// shared pool alone has none of its own.
pub async fn held_performances(db: &impl ConnectionTrait, now: Instant) -> Result<BTreeSet<PerformanceId>> {
    let is_held = Condition::any()
        .add(cart::Column::State.eq(cart::CartState::Paying))
        .add(Condition::all().add(cart::Column::State.eq(cart::CartState::Open)).add(cart::Column::HeldUntil.gt(now)));
    let carts = Query::select().column(cart::Column::Id).from(cart::Entity).cond_where(is_held).to_owned();
    let lines: Vec<line::ChosenPerformances> = line::Entity::find()
        .select_only()
        .column(line::Column::Performances)
        .filter(line::Column::CartId.in_subquery(carts))
        .into_tuple()
        .all(db)
        .await?;
    Ok(lines.into_iter().flat_map(|line| line.0).map(|chosen| chosen.performance_id).collect())
}
