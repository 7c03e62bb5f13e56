//! Rows of `performance_cancellation`.

use std::collections::BTreeMap;

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

use midway_kernel::id::PerformanceId;

/// The numbers of the orders that could not be refunded, each with the reason.
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
    /// Until when buyers choose what they get instead; `None` if they get their money back at once.
    pub choice_until: Option<DateTimeUtc>,
    /// When a worker goes on; `None` for at once.
    pub goes_on_at: Option<DateTimeUtc>,
    /// When every order was refunded or left over.
    pub ended_at: Option<DateTimeUtc>,
    pub left_over: LeftOver,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
