//! The answers to the questions at the checkout, as the cart stores them: with the words of the question, so that no
//! later change of the catalogue changes or loses them.

use serde::{Deserialize, Serialize};

use midway_catalog::files::HolderName;
use midway_kernel::id::QuestionId;

/// The answers of a cart, in the order of the questions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Answers(pub Vec<Answer>);

midway_kernel::documents!(Answers);

/// An answer to one question, about the order or about one ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Under which the form sends the answer. For a consent, it depends on the text that the shopper agrees to.
    pub key: String,
    pub question: QuestionId,
    /// The ticket that the answer is about; `None` for an answer about the order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticket: Option<TicketKey>,
    /// The question as it was asked.
    pub label: String,
    /// For a consent: the terms that the shopper agreed to, or their address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<String>,
    /// The answer as the form sent it, see `midway_catalog::questions`.
    pub value: String,
    /// The answer as people read it.
    pub words: String,
    /// Whether tickets print the answer.
    #[serde(default)]
    pub print: bool,
    /// Present if the answer is the name of the ticket's holder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder_name: Option<HolderName>,
}

/// Names one ticket of a cart, before it is issued.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TicketKey {
    /// The id of the line.
    pub line: String,
    /// The position of the part of a package or a bundle; 0 for other lines.
    pub part: usize,
    /// The number of the ticket within the part, from 1. A ticket admits one person to all performances of the part.
    pub number: u32,
}

/// Both carts' answers, when a guest's cart becomes part of an account's. The guest's are newer and take precedence.
pub fn both_answers(own: Option<Answers>, guest: Option<Answers>) -> Option<Answers> {
    let (Some(own), Some(mut both)) = (own.clone(), guest.clone()) else { return guest.or(own) };
    let is_new = |answer: &Answer| both.0.iter().all(|newer| newer.key != answer.key);
    let older: Vec<Answer> = own.0.into_iter().filter(is_new).collect();
    both.0.extend(older);
    Some(both)
}
