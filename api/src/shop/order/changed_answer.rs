//! Changing an answer of an order.

use sea_orm::ConnectionTrait;

use super::store;
use crate::error::{Error, FieldFault, Refusal, Result};
use midway_catalog::Catalog;
use midway_kernel::text::Text;

const NAME: Text = Text { id: "order.name-required", default: "Enter a name" };

/// Changes the answer with this key in the order, as long as the rules of its question accept it. The order is locked until
/// the transaction ends. Returns the new answer.
///
/// # Errors
/// A refusal for a text that is no answer to the question; [`Error::NotFound`] if the order has no such answer.
pub async fn change_answer(
    tx: &impl ConnectionTrait,
    catalog: &Catalog,
    (order_id, key): (&str, &str),
    typed: &str,
) -> Result<String> {
    store::lock(tx, order_id).await?;
    let order = store::find(tx, order_id).await?.ok_or(Error::NotFound)?;
    let mut answers = order.answers.ok_or(Error::NotFound)?;
    let changed = answers.0.iter_mut().find(|answer| answer.key == key).ok_or(Error::NotFound)?;
    let question = catalog.folder().question.iter().find(|question| question.id == changed.question);
    let typed = typed.trim();
    let read = question.map_or_else(|| Ok(typed.to_owned()), |question| question.read(typed));
    let answer = match read {
        Ok(answer) if answer.is_empty() => Err((NAME, Vec::new())),
        other => other,
    };
    let answer = answer.map_err(|(text, values)| {
        let field = FieldFault { field: "name".to_owned(), text, values: values.clone() };
        Refusal { values, fields: vec![field], ..Refusal::new(text) }
    })?;
    changed.answer.clone_from(&answer);
    store::note_answers(tx, order_id, answers).await?;
    Ok(answer)
}
