//! The questions that the checkout asks about a cart, and the reading of their answers. Pure.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::Cart;
use super::answers::{Answer, Answers, TicketKey};
use super::command::restorable;
use super::line::CartLine;
use super::people::{Person, people};
use crate::error::FieldFault;
use midway_catalog::files::{Ask, Question, QuestionKind};
use midway_catalog::{Catalog, text_of};
use midway_kernel::id::ProductId;
use midway_kernel::secret::fingerprint;

/// The field of an answer in the checkout form: this and the answer's key.
const FIELD: &str = "answers.";

/// The length of the fingerprint in the key of a consent.
const FINGERPRINT_LENGTH: usize = 12;

/// A question that is asked about the order, or about one ticket.
#[derive(Clone, Debug)]
pub struct AskedQuestion<'c, 'l> {
    pub key: String,
    pub question: &'c Question,
    pub person: Option<Person<'l>>,
    /// The key of the question on whose answer this question depends.
    pub depends_on: Option<String>,
}

/// All questions about these lines, including those that depend on the answer of another question: first those about
/// tickets, by product and ticket, then those about the order.
pub fn asked_questions<'c, 'l>(
    catalog: &'c Catalog,
    lines: impl IntoIterator<Item = &'l CartLine>,
) -> Vec<AskedQuestion<'c, 'l>> {
    let questions = &catalog.folder().question;
    if questions.is_empty() {
        return Vec::new();
    }
    let lines: Vec<&CartLine> = lines.into_iter().collect();
    let mut asked = Vec::new();
    let mut persons = people(catalog, lines.iter().copied());
    let mut firsts: HashMap<&ProductId, usize> = HashMap::new();
    for person in &persons {
        let position = firsts.len();
        firsts.entry(person.product_id).or_insert(position);
    }
    persons.sort_by_key(|person| firsts[person.product_id]);
    for person in persons {
        for question in questions.iter().filter(|it| it.ask == Ask::Ticket && is_for_person(it, &person)) {
            asked.push(asked_question(catalog, question, Some(person.clone())));
        }
    }
    let is_for_order =
        |question: &&Question| question.ask == Ask::Order && lines.iter().any(|line| is_for_line(question, line));
    asked.extend(questions.iter().filter(is_for_order).map(|question| asked_question(catalog, question, None)));
    asked
}

/// A pass has its passholder, and only a ticket has a holder.
fn is_for_person(question: &Question, person: &Person<'_>) -> bool {
    let has_holder = person.has_ticket && person.line.pass().is_none();
    if question.holder_name.is_some() && !has_holder {
        return false;
    }
    question.is_for(person.product_id, person.variant_id)
        || question.is_for(&person.line.product_id, &person.line.variant_id)
}

fn is_for_line(question: &Question, line: &CartLine) -> bool {
    question.is_for(&line.product_id, &line.variant_id)
        || line.parts().any(|part| question.is_for(&part.product_id, &part.variant_id))
}

fn asked_question<'c, 'l>(
    catalog: &'c Catalog,
    question: &'c Question,
    person: Option<Person<'l>>,
) -> AskedQuestion<'c, 'l> {
    let ticket = person.as_ref().map(|person| &person.key);
    let other = question
        .only_if
        .as_ref()
        .and_then(|only_if| catalog.folder().question.iter().find(|other| other.id == only_if.question));
    AskedQuestion {
        key: key_of(question, ticket),
        depends_on: other.map(|other| key_of(other, ticket)),
        question,
        person,
    }
}

/// The key of an answer. A consent is given to the text that was shown, so its key changes with that text.
fn key_of(question: &Question, ticket: Option<&TicketKey>) -> String {
    let about = match ticket {
        Some(TicketKey { line, part, number }) => format!("{line}_{part}_{number}"),
        None => "order".to_owned(),
    };
    let text = match question.kind {
        QuestionKind::Consent => {
            let shown = [Some(&question.label), question.terms.as_ref(), question.terms_url.as_ref()];
            let shown: Vec<&str> = shown.into_iter().flatten().map(String::as_str).collect();
            format!("_{}", &fingerprint(&shown.join("\n"))[..FINGERPRINT_LENGTH])
        }
        _ => String::new(),
    };
    format!("{about}_{}{text}", question.id)
}

/// The answers to all questions about a cart: what was typed, by key, and else what is stored. Also the fault of each
/// required question without an answer and of each answer that is not valid. Invalid answers are left out.
///
/// The answers about lines that the shopper can restore, and those to questions that an import has removed, are kept.
pub fn read_answers(
    catalog: &Catalog,
    cart: &Cart,
    typed: &BTreeMap<String, String>,
) -> (Option<Answers>, Vec<FieldFault>) {
    let asked = asked_questions(catalog, cart.lines.iter());
    let stored = cart.answers.iter().flat_map(|answers| &answers.0);
    if asked.is_empty() && cart.answers.is_none() {
        return (None, Vec::new());
    }
    let known: HashMap<&str, &Answer> = stored.clone().map(|answer| (answer.key.as_str(), answer)).collect();
    let value_of = |key: &str| typed.get(key).or(known.get(key).map(|answer| &answer.value)).map_or("", String::as_str);
    let (mut answers, mut faults) = (Vec::new(), Vec::new());
    for AskedQuestion { key, question, person, depends_on } in &asked {
        let is_met = question.only_if.as_ref().zip(depends_on.as_ref()).is_none_or(|(only_if, other)| {
            let of_other = asked.iter().find(|it| it.key == *other);
            of_other.is_some_and(|it| it.question.read(value_of(other)).is_ok_and(|answer| only_if.is_met_by(&answer)))
        });
        if !is_met {
            continue;
        }
        let fault = match question.read(value_of(key)) {
            Ok(value) if !value.is_empty() => {
                let terms = question.terms.as_deref().map(text_of).or(question.terms_url.clone());
                answers.push(Answer {
                    key: key.clone(),
                    question: question.id.clone(),
                    ticket: person.as_ref().map(|person| person.key.clone()),
                    label: question.label.clone(),
                    terms,
                    words: question.in_words(&value, catalog),
                    value,
                    print: question.print || question.holder_name.is_some(),
                    holder_name: question.holder_name,
                });
                continue;
            }
            Ok(_) if !question.required => continue,
            Ok(_) => question.missing(),
            Err(fault) => fault,
        };
        faults.push(FieldFault { field: format!("{FIELD}{key}"), text: fault.0, values: fault.1 });
    }
    let keys: HashSet<&String> = asked.iter().map(|it| &it.key).collect();
    let removed: HashSet<&str> = restorable(cart).map(|line| line.id.as_str()).collect();
    let is_kept = |answer: &&Answer| {
        let is_of_removed = answer.ticket.as_ref().is_some_and(|ticket| removed.contains(ticket.line.as_str()));
        let is_withdrawn = catalog.folder().question.iter().all(|question| question.id != answer.question);
        !keys.contains(&answer.key) && (is_of_removed || is_withdrawn)
    };
    answers.extend(stored.filter(is_kept).cloned());
    (Some(Answers(answers)).filter(|answers| !answers.0.is_empty()), faults)
}

/// An answer with the ticket that it is about.
pub struct GivenAnswer<'l> {
    pub answer: &'l Answer,
    pub person: Option<Person<'l>>,
}

/// The answers of a cart about what it contains now. The catalogue decides only how many tickets each unit has.
pub fn given_answers<'l>(catalog: &Catalog, cart: &'l Cart) -> Vec<GivenAnswer<'l>> {
    let Some(Answers(answers)) = &cart.answers else { return Vec::new() };
    let people = people(catalog, cart.lines.iter());
    let people: HashMap<&TicketKey, &Person<'_>> = people.iter().map(|person| (&person.key, person)).collect();
    let given = answers.iter().filter_map(|answer| match &answer.ticket {
        None => Some(GivenAnswer { answer, person: None }),
        Some(ticket) => people.get(ticket).map(|person| GivenAnswer { answer, person: Some((*person).clone()) }),
    });
    given.collect()
}
