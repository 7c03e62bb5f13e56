//! The answers to the questions at the checkout, as the order keeps them: all in words, so that they stay readable
//! whatever the catalogue says later.

use serde::{Deserialize, Serialize};

use crate::shop::cart::{Cart, GivenAnswer, TicketKey, given_answers};
use crate::shop::ticket::{AskedHolder, TicketAnswer};
use midway_catalog::Catalog;
use midway_kernel::id::{ProductId, QuestionId};
use midway_kernel::text::{Messages, Text};

const ABOUT_ORDER: Text = Text { id: "order.about-order", default: "About your order" };

/// The answers of an order, in the order of the questions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OrderAnswers(pub Vec<OrderAnswer>);

midway_kernel::documents!(OrderAnswers);

/// An answer to one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderAnswer {
    /// Names the answer; empty for answers of earlier orders.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub key: String,
    pub question: QuestionId,
    /// The ticket that the answer is about; `None` for an answer about the order.
    #[serde(default)]
    pub ticket: Option<AnsweredTicket>,
    pub label: String,
    /// For a consent: the terms that the shopper agreed to, or their address.
    #[serde(default)]
    pub terms: Option<String>,
    pub answer: String,
}

/// The ticket that an answer is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnsweredTicket {
    pub product_id: ProductId,
    pub product_name: String,
    /// Which ticket of the product it is, such as `Ticket 2: Adult`.
    pub name: String,
}

/// The answers of a cart that is sold; `None` if there are none.
pub fn order_answers(catalog: &Catalog, cart: &Cart) -> Option<OrderAnswers> {
    let kept = |GivenAnswer { answer, person }: GivenAnswer<'_>| OrderAnswer {
        key: answer.key.clone(),
        question: answer.question.clone(),
        ticket: person.map(|person| AnsweredTicket {
            product_id: person.product_id.clone(),
            product_name: person.product_name.to_owned(),
            name: person.in_words(catalog),
        }),
        label: answer.label.clone(),
        terms: answer.terms.clone(),
        answer: answer.words.clone(),
    };
    let answers: Vec<OrderAnswer> = given_answers(catalog, cart).into_iter().map(kept).collect();
    (!answers.is_empty()).then_some(OrderAnswers(answers))
}

/// The answers that a ticket prints: those about the ticket, and those about the order.
pub fn printed_answers(given: &[GivenAnswer<'_>], ticket: &TicketKey) -> Vec<TicketAnswer> {
    let is_printed =
        |given: &&GivenAnswer<'_>| given.answer.print && given.answer.ticket.as_ref().is_none_or(|of| of == ticket);
    let printed = given.iter().filter(is_printed);
    let on_ticket = |GivenAnswer { answer, .. }: &GivenAnswer<'_>| TicketAnswer {
        label: answer.label.clone(),
        answer: answer.words.clone(),
        holder: answer.holder_name.map(|rule| AskedHolder { key: answer.key.clone(), rule }),
    };
    printed.map(on_ticket).collect()
}

/// The answers with the same heading: the product and the ticket, or that they are about the order.
pub struct AnswerGroup<'o> {
    pub heading: String,
    pub answers: Vec<&'o OrderAnswer>,
}

/// The answers by what they are about.
pub fn answer_groups<'o>(answers: Option<&'o OrderAnswers>, messages: &impl Messages) -> Vec<AnswerGroup<'o>> {
    let mut groups: Vec<AnswerGroup<'o>> = Vec::new();
    for answer in answers.iter().flat_map(|answers| &answers.0) {
        let heading = match &answer.ticket {
            Some(ticket) => format!("{}, {}", ticket.product_name, ticket.name),
            None => messages.message(ABOUT_ORDER, &[]),
        };
        match groups.last_mut().filter(|group| group.heading == heading) {
            Some(group) => group.answers.push(answer),
            None => groups.push(AnswerGroup { heading, answers: vec![answer] }),
        }
    }
    groups
}
