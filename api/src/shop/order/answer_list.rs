//! The answers of all orders, for the operator.

use std::collections::HashSet;

use midway_kernel::id::{ProductId, QuestionId};
use midway_kernel::time::Instant;
use sea_orm::ConnectionTrait;

use super::answers::{OrderAnswer, OrderAnswers};
use super::entity::order;
use super::store;
use crate::error::Result;

/// Which answers are listed; all without a product and a question.
#[derive(Clone, Debug, Default)]
pub struct AnswerFilter {
    /// Only orders of this product, and of their answers those about it or a part of it and those about the whole order.
    pub product: Option<ProductId>,
    pub question: Option<QuestionId>,
}

/// An answer with its order and buyer.
pub struct ListedAnswer {
    pub number: String,
    pub placed_at: Instant,
    pub time_zone: String,
    /// The buyer's name.
    pub name: String,
    pub email_address: String,
    pub answer: OrderAnswer,
}

/// How many orders are read at once. SQLite binds at most 32,766 values per statement.
const BATCH: usize = 1_000;

/// The answers that the filter lets through, those of the oldest order first.
pub async fn listed_answers(db: &impl ConnectionTrait, filter: &AnswerFilter) -> Result<Vec<ListedAnswer>> {
    let mut listed = Vec::new();
    for orders in store::with_answers(db).await?.chunks(BATCH) {
        let ids: Vec<String> = orders.iter().map(|order| order.id.clone()).collect();
        let of_product = match &filter.product {
            Some(product) => Some(store::with_product(db, &ids, product).await?),
            None => None,
        };
        for order in orders {
            match &of_product {
                None => listed.extend(answers_of(order, None, filter)),
                Some(of_product) => {
                    let products = of_product.get(&order.id);
                    listed.extend(products.into_iter().flat_map(|products| answers_of(order, Some(products), filter)));
                }
            }
        }
    }
    Ok(listed)
}

/// The answers of an order that the filter lets through; of those about a ticket only those about one of the `products`,
/// if they are given.
fn answers_of<'o>(
    order: &'o order::Model,
    products: Option<&'o HashSet<ProductId>>,
    filter: &'o AnswerFilter,
) -> impl Iterator<Item = ListedAnswer> + 'o {
    let is_listed = move |answer: &&OrderAnswer| {
        let of_ticket = answer.ticket.as_ref().map(|ticket| &ticket.product_id);
        let is_of_product = products.is_none_or(|products| of_ticket.is_none_or(|of| products.contains(of)));
        is_of_product && filter.question.as_ref().is_none_or(|question| answer.question == *question)
    };
    let answers = order.answers.iter().flat_map(|OrderAnswers(answers)| answers);
    let address = &order.billing_address;
    answers.filter(is_listed).map(|answer| ListedAnswer {
        number: order.number.clone(),
        placed_at: order.placed_at,
        time_zone: order.time_zone.clone(),
        name: format!("{} {}", address.first_name, address.last_name).trim().to_owned(),
        email_address: order.email_address.clone(),
        answer: answer.clone(),
    })
}
