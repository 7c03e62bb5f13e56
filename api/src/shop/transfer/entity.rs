//! Rows of `transfer`.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "transfer")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub ticket_id: String,
    /// The names as the sender typed them.
    pub sender_name: String,
    pub recipient_name: String,
    /// Where the link was sent, and where its recipient is told if the ticket is canceled; `None` if the sender passed the
    /// link on.
    pub recipient_email: Option<String>,
    pub sent_at: DateTimeUtc,
    /// When the sender took the ticket back; `None` while the recipient has it.
    pub taken_back_at: Option<DateTimeUtc>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("transfer").field("id", &self.id).finish_non_exhaustive()
    }
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
