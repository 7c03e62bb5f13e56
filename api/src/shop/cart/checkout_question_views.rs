//! The questions at the checkout, as the page shows them.

use poem_openapi::{Enum, Object};

use super::Cart;
use super::checkout_questions::{AskedQuestion, asked_questions};
use midway_catalog::Catalog;
use midway_catalog::files::QuestionKind;
use midway_kernel::text::{Messages, Text};

const ABOUT_ORDER: Text = Text { id: "question.about-order", default: "About your order" };
const READ_TERMS: Text = Text { id: "question.read-terms", default: "Read the terms" };

/// How a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum CheckoutQuestionKind {
    Text,
    LongText,
    Choice,
    Several,
    Date,
    Number,
    Consent,
}

impl From<QuestionKind> for CheckoutQuestionKind {
    fn from(kind: QuestionKind) -> Self {
        match kind {
            QuestionKind::Text => CheckoutQuestionKind::Text,
            QuestionKind::LongText => CheckoutQuestionKind::LongText,
            QuestionKind::Choice => CheckoutQuestionKind::Choice,
            QuestionKind::Several => CheckoutQuestionKind::Several,
            QuestionKind::Date => CheckoutQuestionKind::Date,
            QuestionKind::Number => CheckoutQuestionKind::Number,
            QuestionKind::Consent => CheckoutQuestionKind::Consent,
        }
    }
}

/// A question that the checkout asks.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CheckoutQuestionView {
    /// The key of the answer. Its field in an error is `answers.` and the key.
    pub key: String,
    /// The heading of the questions: the product, or that they are about the order.
    pub group: String,
    /// The ticket that the question is about; absent if it is about the order.
    pub ticket: Option<String>,
    pub label: String,
    pub help: Option<String>,
    pub kind: CheckoutQuestionKind,
    pub required: bool,
    pub choices: Vec<String>,
    /// The greatest number of characters of a text.
    pub max_length: Option<u32>,
    /// The first and the last date, `YYYY-MM-DD`.
    pub earliest: Option<String>,
    pub latest: Option<String>,
    pub min: Option<i64>,
    pub max: Option<i64>,
    /// The terms that a consent is about: their page, or their HTML.
    pub terms_url: Option<String>,
    pub terms_html: Option<String>,
    /// The words of the link to the terms; present with `termsUrl` and `termsHtml`.
    pub read_terms: Option<String>,
    pub only_if: Option<OnlyIfView>,
    /// The stored answer; empty if there is none.
    pub answer: String,
    /// The message if a required answer is missing, and the message if an answer is not valid.
    pub missing_message: String,
    pub invalid_message: String,
}

/// The answer of another question without which a question is not asked.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct OnlyIfView {
    /// The key of the other question.
    pub key: String,
    /// The answer, or one of the answers.
    pub answer: String,
}

/// The questions about a cart, in the order of the page.
pub fn checkout_question_views(catalog: &Catalog, cart: &Cart) -> Vec<CheckoutQuestionView> {
    let asked = asked_questions(catalog, cart.lines.iter());
    asked.into_iter().map(|asked| view(catalog, cart, asked)).collect()
}

fn view(catalog: &Catalog, cart: &Cart, asked: AskedQuestion<'_, '_>) -> CheckoutQuestionView {
    let AskedQuestion { key, question, person, depends_on } = asked;
    let stored = cart.answers.iter().flat_map(|answers| &answers.0).find(|answer| answer.key == key);
    let has_terms = question.terms.is_some() || question.terms_url.is_some();
    let message = |(text, values): (Text, Vec<_>)| catalog.message(text, &values);
    let only_if = question.only_if.as_ref().zip(depends_on).map(|(only_if, key)| OnlyIfView {
        key,
        answer: only_if.answer.clone().unwrap_or_else(|| midway_catalog::questions::GIVEN.to_owned()),
    });
    CheckoutQuestionView {
        group: match &person {
            Some(person) => person.product_name.to_owned(),
            None => catalog.message(ABOUT_ORDER, &[]),
        },
        ticket: person.map(|person| person.in_words(catalog)),
        label: question.label.clone(),
        help: question.help.clone(),
        kind: question.kind.into(),
        required: question.required,
        choices: question.choices.clone(),
        max_length: question.longest_answer(),
        earliest: question.earliest.map(|day| day.to_string()),
        latest: question.latest.map(|day| day.to_string()),
        min: question.min,
        max: question.max,
        terms_url: question.terms_url.clone(),
        terms_html: question.terms.clone(),
        read_terms: has_terms.then(|| catalog.message(READ_TERMS, &[])),
        only_if,
        answer: stored.map(|answer| answer.value.clone()).unwrap_or_default(),
        missing_message: message(question.missing()),
        invalid_message: message(question.invalid()),
        key,
    }
}
