//! What completing a sale asks of the slice that takes exchanged tickets back. It has a higher rank than this one, so the
//! composition root puts them together.

use sea_orm::prelude::async_trait;

use super::entity::order;
use crate::app::App;
use crate::error::Result;
use crate::platform::db::Transaction;
use crate::shop::cart::{Cart, CartExchange};
use crate::shop::inventory::HeldClaims;

/// Takes the tickets back that a sale exchanges.
#[async_trait::async_trait]
pub trait Exchanges: Send + Sync {
    /// Checks before a cart is paid that its exchanged tickets can still be exchanged for what the shopper was told. Locks
    /// their order, the tickets, and all stocks that the sale and the return change, in one order.
    ///
    /// # Errors
    /// A refusal if they cannot.
    async fn check(&self, app: &App, tx: &Transaction, cart: &Cart) -> Result<()>;

    /// Locks what [`Exchanges::take_back`] changes, before the sale of `held` is written.
    async fn lock(&self, tx: &Transaction, exchange: &CartExchange, held: &HeldClaims) -> Result<()>;

    /// Takes the tickets back in the transaction that writes the order for which they were exchanged.
    async fn take_back(&self, app: &App, tx: &Transaction, exchange: &CartExchange, order: &order::Model)
    -> Result<()>;
}
