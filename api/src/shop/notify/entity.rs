//! Rows of `notify_request`.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

use midway_kernel::id::ProductId;

/// A request that waits for its product. It is also the document of the job that answers it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "notify_request")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub product_id: ProductId,
    pub email_address: String,
    /// The address as it is compared.
    pub email_key: String,
    /// Whether the product was sold out, so that only returned places can help.
    pub for_returns: bool,
    pub asked_at: DateTimeUtc,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
