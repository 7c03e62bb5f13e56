//! The record of what people decided: who did what to which record, when and why. Entries are never changed or deleted;
//! the database refuses both.

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, IntoActiveModel, QueryOrder};
use serde::Serialize;

use crate::error::{Error, Result};
use midway_kernel::secret::random_id;
use midway_kernel::time::Instant;

/// What somebody did.
pub struct Deed<'a> {
    /// A person at a command or at the desk, `shopper`, or the name of a processor.
    pub actor: &'a str,
    /// What was done, such as `refund`.
    pub action: &'a str,
    /// The id of the record that it is about, such as an order's.
    pub subject: &'a str,
    pub reason: Option<&'a str>,
}

/// Records a deed in the transaction of its change. `document` says what was changed.
pub async fn record(tx: &impl ConnectionTrait, deed: Deed<'_>, document: &impl Serialize, now: Instant) -> Result<()> {
    let entry = entity::Model {
        id: random_id(),
        made_at: now,
        actor: deed.actor.to_owned(),
        action: deed.action.to_owned(),
        subject: deed.subject.to_owned(),
        reason: deed.reason.map(str::to_owned),
        document: serde_json::to_string(document).map_err(Error::internal)?,
    };
    entity::Entity::insert(entry.into_active_model()).exec_without_returning(tx).await?;
    Ok(())
}

/// A deed that was recorded.
#[derive(Clone, Debug)]
pub struct Entry {
    pub made_at: Instant,
    pub actor: String,
    pub action: String,
    pub reason: Option<String>,
    /// What was changed.
    pub document: serde_json::Value,
}

/// The deeds about a record, the first one first.
pub async fn of_subject(db: &impl ConnectionTrait, subject: &str) -> Result<Vec<Entry>> {
    let found = entity::Entity::find().filter(entity::Column::Subject.eq(subject));
    let rows = found.order_by_asc(entity::Column::MadeAt).order_by_asc(entity::Column::Id).all(db).await?;
    let entry = |row: entity::Model| {
        let document = serde_json::from_str(&row.document).map_err(Error::internal)?;
        Ok(Entry { made_at: row.made_at, actor: row.actor, action: row.action, reason: row.reason, document })
    };
    rows.into_iter().map(entry).collect()
}

mod entity {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit_entry")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub made_at: DateTimeUtc,
        pub actor: String,
        pub action: String,
        pub subject: String,
        pub reason: Option<String>,
        pub document: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
