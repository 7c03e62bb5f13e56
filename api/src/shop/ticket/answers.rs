//! The shopper's answers that a ticket prints.

use serde::{Deserialize, Serialize};

use midway_catalog::files::HolderName;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TicketAnswers(pub Vec<TicketAnswer>);

midway_kernel::documents!(TicketAnswers);

/// A question and its answer, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TicketAnswer {
    pub label: String,
    pub answer: String,
    /// Present if the answer is the name of the ticket's holder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<AskedHolder>,
}

/// The name of a ticket's holder that the shopper has entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedHolder {
    /// Names the answer in its order. The tickets of a person have the same.
    pub key: String,
    /// The rule of the purchase.
    pub rule: HolderName,
}
