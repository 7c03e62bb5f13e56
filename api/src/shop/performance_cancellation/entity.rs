//! Rows of `performance_cancellation`.

use std::collections::BTreeMap;

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

use crate::shop::refund::By;
use midway_kernel::id::PerformanceId;
use midway_kernel::time::Instant;

/// The numbers of the orders that could not be refunded or moved, each with the reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LeftOver(pub BTreeMap<String, String>);

midway_kernel::documents!(LeftOver);

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "performance_cancellation")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub performance_id: PerformanceId,
    pub actor: String,
    pub reason: Option<String>,
    pub decided_at: DateTimeUtc,
    /// Until when buyers choose what they get instead; `None` if they get their money back at once, or have to take the new
    /// date.
    pub choice_until: Option<DateTimeUtc>,
    /// When it takes place instead; `None` if it does not.
    pub moved_to: Option<PerformanceId>,
    /// When a worker goes on; `None` for at once.
    pub goes_on_at: Option<DateTimeUtc>,
    /// When buyers have chosen for whom the work waits; `None` if it waits for nobody.
    pub due_at: Option<DateTimeUtc>,
    /// When every order was refunded, moved or left over.
    pub ended_at: Option<DateTimeUtc>,
    pub left_over: LeftOver,
}

impl Model {
    /// A cancellation that is decided now, without a choice.
    pub fn new(performance_id: &PerformanceId, by: By<'_>, now: Instant) -> Self {
        Model {
            performance_id: performance_id.clone(),
            actor: by.actor.to_owned(),
            reason: by.reason.map(str::to_owned),
            decided_at: now,
            choice_until: None,
            moved_to: None,
            goes_on_at: None,
            due_at: None,
            ended_at: None,
            left_over: LeftOver::default(),
        }
    }
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
