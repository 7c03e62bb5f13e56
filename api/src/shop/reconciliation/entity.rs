//! Rows of `reconciliation`.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// The differences of a day, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Findings(pub Vec<String>);

midway_kernel::documents!(Findings);

/// The latest comparison of a day.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "reconciliation")]
pub struct Model {
    /// A day in the time zone of the first site.
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: Date,
    pub made_at: DateTimeUtc,
    pub result: DayResult,
    pub agreed: i32,
    pub differences: i32,
    /// How many captures, refunds and disputes are not decided yet.
    pub pending: i32,
    pub findings: Findings,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum DayResult {
    #[sea_orm(string_value = "agrees")]
    Agrees,
    /// Everything that is decided agrees.
    #[sea_orm(string_value = "pending")]
    Pending,
    #[sea_orm(string_value = "differs")]
    Differs,
    /// A processor did not answer.
    #[sea_orm(string_value = "unanswered")]
    Unanswered,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
