//! Sends the link of an order again to a shopper who has lost it: the shopper types the order's number and the e-mail
//! address with which it was bought, and the confirmation goes to that address.
//!
//! The answer is the same whether or not there is such an order, and the order is looked for only afterwards, in a job.
//! So neither the answer nor its time reveals which orders and addresses exist.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::confirmation::{self, NOT_RESENT};
use super::rules::NUMBER_LENGTH;
use super::store;
use crate::app::App;
use crate::error::{Error, FieldFault, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::jobs::{self, Failure, Job};
use crate::platform::limits::Limit;
use midway_kernel::address::{EMAIL, email_key, is_email};
use midway_kernel::secret::{fingerprint, random_id};
use midway_kernel::text::Text;

/// The kind of the job that looks for the order.
pub const SEND_LOST_LINK: &str = "lost-order-link";

pub const SENT: Text = Text {
    id: "order-lookup.link-sent",
    default: "If this confirmation number and email address match an order, we've sent its confirmation to that address.",
};
const NUMBER: Text = Text { id: "order-lookup.number-required", default: "A confirmation number is required" };
const NUMBER_SHAPE: Text = Text {
    id: "order-lookup.number-shape",
    default: "A confirmation number is 8 letters and digits, such as 7KQF2M9X",
};

/// The limits on requests, per network address and per e-mail address. They allow for mistyped numbers.
const REQUESTS_OF_VISITOR: Limit = Limit { name: "lost-link-by", attempts: 10, window: Duration::from_secs(3_600) };
const REQUESTS_FOR_ADDRESS: Limit = Limit { name: "lost-link", attempts: 5, window: Duration::from_secs(3_600) };

#[derive(Serialize, Deserialize)]
struct Document {
    number: String,
    email_address: String,
}

/// Requests the link of an order.
///
/// # Errors
/// A refusal when the operator does not allow sending confirmations again, for a number that no order can have or an
/// invalid e-mail address; [`Error::TooMany`] over the limits.
pub async fn request(app: &App, visitor: &Visitor, number: &str, email_address: &str) -> Result<()> {
    if !app.catalog.current().settings().allow_confirmation_resend {
        return Err(Refusal::new(NOT_RESENT).into());
    }
    let number = written(number);
    let number_fault = if number.is_empty() { NUMBER } else { NUMBER_SHAPE };
    let faults =
        [("orderNumber", number_fault, number.len() == NUMBER_LENGTH), ("email", EMAIL, is_email(email_address))];
    let faults = faults.into_iter().filter(|(.., is_good)| !is_good);
    let fields: Vec<FieldFault> =
        faults.map(|(field, text, _)| FieldFault { field: field.to_owned(), text, values: Vec::new() }).collect();
    if let Some(text) = fields.first().map(|first| first.text) {
        return Err(Refusal { fields, ..Refusal::new(text) }.into());
    }
    let now = app.clock.now();
    let email_address = email_key(email_address);
    app.limits.attempt_by_clock(REQUESTS_OF_VISITOR, visitor.address(), now).await?;
    app.limits.attempt_by_clock(REQUESTS_FOR_ADDRESS, &fingerprint(&email_address), now).await?;
    let tx = app.db.begin().await?;
    jobs::enqueue(&tx, SEND_LOST_LINK, &random_id(), &Document { number, email_address }, now).await?;
    tx.commit().await?;
    Ok(())
}

/// A number as the shop writes it: capital letters and digits, without the blanks and hyphens that people type. What is
/// too long is cut off after one character too many.
fn written(number: &str) -> String {
    let letters = number.chars().filter(char::is_ascii_alphanumeric).take(NUMBER_LENGTH + 1);
    letters.map(|letter| letter.to_ascii_uppercase()).collect()
}

/// Sends the confirmation of the requested order, if there is one with this number and e-mail address.
pub async fn send(app: &App, job: &Job) -> Result<(), Failure> {
    let document: Document = job.read()?;
    let order = store::by_number(app.db.read(), &document.number).await?;
    let Some(order) = order.filter(|order| email_key(&order.email_address) == document.email_address) else {
        return Ok(());
    };
    let names_buyer = order.is_paid();
    match confirmation::enqueue_again(app, &order, (&order.email_address, names_buyer), app.clock.now()).await {
        // The request is not repeated: the order's own limit ends it without a word, as for an order that does not exist.
        Err(Error::TooMany { .. }) => Ok(()),
        other => Ok(other?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_is_read_as_people_write_it() {
        assert_eq!(written(" abcd-2345 efgh"), "ABCD2345E");
        assert_eq!(written("—"), "");
    }
}
