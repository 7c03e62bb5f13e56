//! Orders with an in-house payment plan, for the `billing` slice. Orders with a lender plan are not included, because
//! the lender pays the full amount immediately.

use chrono_tz::Tz;
use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, QuerySelect};

use super::entity::order;
use super::rules::in_house_terms;
use super::store;
use crate::error::{Error, Result};
use crate::platform::db::Transaction;
use crate::platform::jobs::{self, Nothing};
use crate::shop::installment::Terms;
use crate::shop::payment;
use midway_kernel::time::Instant;

/// The kind of the job that starts the charging of an order's later payments; its subject is the order's id.
pub const OPEN_BILLING: &str = "open-billing";

/// An order with an in-house plan, and the card of its first payment.
#[derive(Clone, Debug)]
pub struct InstallmentOrder {
    pub order_id: String,
    pub number: String,
    pub account_id: Option<String>,
    pub email_address: String,
    pub zone: Tz,
    pub terms: Terms,
    /// The attempt of the first payment.
    pub attempt_id: String,
    pub processor: String,
    /// The card token, until `billing` has taken it over.
    pub card_token: Option<String>,
    pub masked_card_number: String,
    pub card_brand: Option<String>,
}

impl InstallmentOrder {
    /// The card of the first payment as e-mails name it, such as `Visa •••• 4242`.
    pub fn card_name(&self) -> String {
        payment::named_card(self.card_brand.as_deref(), &self.masked_card_number)
    }
}

/// Queues the job that starts the charging of later payments, in the order's transaction.
pub(super) async fn enqueue(tx: &Transaction, order: &order::Model, now: Instant) -> Result<()> {
    match in_house_terms(&order.installment_terms) {
        Some(_) => jobs::enqueue(tx, OPEN_BILLING, &order.id, &Nothing {}, now).await,
        None => Ok(()),
    }
}

/// An order with an in-house plan; `None` for any other id.
///
/// # Errors
/// When the order has no first payment.
pub async fn installment_order(db: &impl ConnectionTrait, id: &str) -> Result<Option<InstallmentOrder>> {
    match order::Entity::find_by_id(id).one(db).await? {
        Some(order) => with_first_payment(db, order).await,
        None => Ok(None),
    }
}

/// The orders of an account with in-house plans, newest first.
///
/// # Errors
/// When one of them has no first payment.
pub async fn installment_orders_of(db: &impl ConnectionTrait, account_id: &str) -> Result<Vec<InstallmentOrder>> {
    let mut found = Vec::new();
    for order in store::of_account(db, account_id).await? {
        found.extend(with_first_payment(db, order).await?);
    }
    Ok(found)
}

async fn with_first_payment(db: &impl ConnectionTrait, order: order::Model) -> Result<Option<InstallmentOrder>> {
    let Some(terms) = in_house_terms(&order.installment_terms).cloned() else { return Ok(None) };
    let attempt = match &order.attempt_id {
        Some(id) => payment::find(db, id).await?,
        None => None,
    };
    let Some(attempt) = attempt else {
        return Err(Error::Internal(format!("order {} has an in-house plan but no first payment", order.id)));
    };
    Ok(Some(InstallmentOrder {
        zone: order.zone(),
        order_id: order.id,
        number: order.number,
        account_id: order.account_id,
        email_address: order.email_address,
        terms,
        attempt_id: attempt.id,
        processor: attempt.processor,
        card_token: attempt.card_token,
        masked_card_number: attempt.masked_card_number.unwrap_or_default(),
        card_brand: attempt.card_brand,
    }))
}

/// The ids of all orders with an in-house plan.
pub async fn all_installment_orders(db: &impl ConnectionTrait) -> Result<Vec<String>> {
    let columns = [order::Column::Id, order::Column::InstallmentTerms];
    let found = order::Entity::find().select_only().columns(columns).filter(columns[1].is_not_null());
    let orders: Vec<(String, Option<Terms>)> = found.into_tuple().all(db).await?;
    Ok(orders.into_iter().filter(|(_, terms)| in_house_terms(terms).is_some()).map(|(id, _)| id).collect())
}
