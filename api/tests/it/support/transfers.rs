//! Sending tickets to somebody else.

use serde_json::{Value, json};

use super::shopper::{Answer, Shopper};

pub const NORA: &str = "nora@example.org";

/// The tickets of an order, for its owner.
pub async fn owned(shopper: &Shopper, order: &str) -> Vec<Value> {
    let answer = shopper.get(&format!("/api/transfer/order/{order}")).await;
    answer.expect_status(200).json().as_array().unwrap().clone()
}

/// Sends a ticket from Ada to Nora, with what `more` says.
pub async fn try_send(shopper: &Shopper, order: &str, ticket: &str, more: Value) -> Answer {
    let mut request = json!({
        "extOrderId": order, "ticketId": ticket, "senderName": "Ada Lovelace", "recipientName": "Nora",
    });
    request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    shopper.post("/api/transfer/send", request).await
}

/// Sends the first ticket of an order to Nora, who gets an e-mail at [`NORA`]. Returns the ticket.
pub async fn send_first(shopper: &Shopper, order: &Value) -> Value {
    send_first_to(shopper, order, NORA).await
}

/// The same to another address. Servers that share Redis count how many tickets are sent to an address.
pub async fn send_first_to(shopper: &Shopper, order: &Value, email: &str) -> Value {
    let order = order["id"].as_str().unwrap();
    let first = owned(shopper, order).await.remove(0);
    let sent = try_send(shopper, order, first["id"].as_str().unwrap(), json!({ "email": email })).await;
    sent.expect_success()["value"].clone()
}
