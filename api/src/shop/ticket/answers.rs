//! The shopper's answers that a ticket prints.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TicketAnswers(pub Vec<TicketAnswer>);

midway_kernel::documents!(TicketAnswers);

/// A question and its answer, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TicketAnswer {
    pub label: String,
    pub answer: String,
}
