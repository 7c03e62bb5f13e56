//! Rules for the questions at the checkout.

use std::collections::HashMap;

use super::calendars::lead;
use super::{Check, is_link};
use crate::files::{Ask, OnlyIf, Question, QuestionKind};
use crate::questions::longest;
use crate::suggestion::did_you_mean;

/// The most questions of a catalogue. Each is looked at when a cart is shown.
const MAX_QUESTIONS: usize = 200;
const MAX_CHOICES: usize = 50;
/// The greatest length of a statement, a hint and of terms, in characters.
const MAX_STATEMENT: usize = 1_000;
const MAX_HELP: usize = 1_000;
const MAX_TERMS: usize = 20_000;

pub(crate) fn check(check: &mut Check) {
    let folder = check.folder;
    let questions = &folder.question;
    check.ids("question", questions.iter().map(|question| question.id.0.clone()));
    check.say_unless(questions.len() <= MAX_QUESTIONS, "question", MAX_QUESTIONS, "", || {
        format!("a catalogue has at most {MAX_QUESTIONS} questions")
    });
    for (position, question) in questions.iter().enumerate() {
        texts(check, position, question);
        subjects(check, position, question);
        choices(check, position, question);
        limits(check, position, question);
        keys_of_kind(check, position, question);
        holder_name(check, position, question);
        if let Some(only_if) = &question.only_if {
            condition(check, position, question, only_if);
        }
    }
}

fn texts(check: &mut Check, position: usize, question: &Question) {
    let mut short = |path: &str, text: &str, most: usize| {
        let count = text.chars().count();
        check.say_unless(count <= most, "question", position, path, || {
            format!("`{path}` is longer than {most} characters")
        });
    };
    short("help", question.help.as_deref().unwrap_or_default(), MAX_HELP);
    short("terms", question.terms.as_deref().unwrap_or_default(), MAX_TERMS);
    match question.kind {
        QuestionKind::Consent => {
            short("label", &question.label, MAX_STATEMENT);
            check.say_unless(!question.label.trim().is_empty(), "question", position, "label", || {
                "`label` is empty".to_owned()
            });
        }
        _ => check.line("question", position, "label", &question.label),
    }
    let url = question.terms_url.as_deref();
    check.say_unless(url.is_none_or(is_link), "question", position, "terms_url", || {
        "`terms_url` is an http or https URL or a path that starts with `/`".to_owned()
    });
}

/// The products and variants for which a question is asked.
fn subjects(check: &mut Check, position: usize, question: &Question) {
    let folder = check.folder;
    let mut seen = HashMap::new();
    for (nth, id) in question.products.iter().enumerate() {
        let path = format!("products.{nth}");
        let product = folder.product.iter().find(|product| product.id == *id);
        check.refers(product.is_some(), "question", position, &path, "product", id.as_str());
        check.first_use(&mut seen, "question", position, &path, id.0.clone());
        let is_donation = product.is_some_and(|product| product.donation.is_some());
        check.say_unless(!is_donation || question.ask == Ask::Order, "question", position, "ask", || {
            "a donation has no tickets: write `ask = \"order\"`".to_owned()
        });
    }
    let mut seen = HashMap::new();
    for (nth, id) in question.variants.iter().enumerate() {
        let path = format!("variants.{nth}");
        let is_known = folder.product.iter().flat_map(|it| &it.variants).any(|variant| variant.id == *id);
        let is_excused = check.origins.has_broken("product");
        check.refers(is_known || is_excused, "question", position, &path, "variant", id.as_str());
        check.first_use(&mut seen, "question", position, &path, id.0.clone());
    }
}

fn choices(check: &mut Check, position: usize, question: &Question) {
    if !question.has_choices() {
        check.say_unless(question.choices.is_empty(), "question", position, "choices", || {
            "only a question of the kind `choice` or `several` has `choices`".to_owned()
        });
        return;
    }
    let least = if question.kind == QuestionKind::Choice { 2 } else { 1 };
    check.say_unless((least..=MAX_CHOICES).contains(&question.choices.len()), "question", position, "choices", || {
        format!("this question has from {least} to {MAX_CHOICES} `choices`")
    });
    let mut seen = HashMap::new();
    for (nth, choice) in question.choices.iter().enumerate() {
        let path = format!("choices.{nth}");
        check.line("question", position, &path, choice);
        check.say_unless(choice.trim() == choice, "question", position, &path, || {
            "a choice neither begins nor ends with a blank".to_owned()
        });
        check.first_use(&mut seen, "question", position, &path, choice.clone());
    }
}

fn limits(check: &mut Check, position: usize, question: &Question) {
    if let Some(max) = question.max_length {
        let most = longest(question.kind);
        check.say_unless((1..=most).contains(&max), "question", position, "max_length", || {
            format!("`max_length` is from 1 to {most}, not {max}")
        });
    }
    if let (Some(earliest), Some(latest)) = (question.earliest, question.latest) {
        check.say_unless(earliest <= latest, "question", position, "earliest", || {
            format!("`earliest` {earliest} is after `latest` {latest}")
        });
    }
    if let (Some(min), Some(max)) = (question.min, question.max) {
        check.say_unless(min <= max, "question", position, "min", || format!("`min` {min} is above `max` {max}"));
    }
}

/// Refuses keys that have no meaning for the kind of a question.
fn keys_of_kind(check: &mut Check, position: usize, question: &Question) {
    use QuestionKind::{Consent, Date, LongText, Number, Text};
    let kind = question.kind;
    let keys = [
        ("max_length", question.max_length.is_some(), matches!(kind, Text | LongText), "`text` or `long_text`"),
        ("earliest", question.earliest.is_some(), kind == Date, "`date`"),
        ("latest", question.latest.is_some(), kind == Date, "`date`"),
        ("min", question.min.is_some(), kind == Number, "`number`"),
        ("max", question.max.is_some(), kind == Number, "`number`"),
        ("terms", question.terms.is_some(), kind == Consent, "`consent`"),
        ("terms_url", question.terms_url.is_some(), kind == Consent, "`consent`"),
    ];
    for (key, is_written, is_allowed, kinds) in keys {
        check.say_unless(!is_written || is_allowed, "question", position, key, || {
            format!("only a question of the kind {kinds} has `{key}`")
        });
    }
    check.say_unless(
        question.terms.is_none() || question.terms_url.is_none(),
        "question",
        position,
        "terms_url",
        || "a question has `terms` or `terms_url`, not both".to_owned(),
    );
    check.say_unless(question.terms.is_none() || question.ask == Ask::Order, "question", position, "terms", || {
        "terms are agreed to once: write `ask = \"order\"`".to_owned()
    });
    check.say_unless(!question.print || !matches!(kind, LongText | Consent), "question", position, "print", || {
        "a long text and a consent are not printed on tickets".to_owned()
    });
}

/// A ticket has one holder, and so at most one question for its name.
fn holder_name(check: &mut Check, position: usize, question: &Question) {
    let Some(name) = question.holder_name else { return };
    let is_of_tickets = question.kind == QuestionKind::Text && question.ask == Ask::Ticket;
    check.say_unless(is_of_tickets, "question", position, "holder_name", || {
        "the name of a ticket's holder is asked with `kind = \"text\"` and `ask = \"ticket\"`".to_owned()
    });
    if let Some(until) = name.change_until {
        lead(check, "question", position, ("holder_name.change_until", "change_until"), until);
    }
    let folder = check.folder;
    let variants = folder.product.iter().flat_map(|product| product.variants.iter().map(move |it| (product, it)));
    for (product, variant) in variants.filter(|(product, variant)| question.is_for(&product.id, &variant.id)) {
        let other = folder.question[..position]
            .iter()
            .find(|it| it.holder_name.is_some() && it.is_for(&product.id, &variant.id));
        if let Some(other) = other {
            let what = format!("the question \"{}\" asks for the holder of \"{}\" already", other.id, variant.id);
            check.say("question", position, "holder_name", what);
            return;
        }
        let is_named = question.products.contains(&product.id) || question.variants.contains(&variant.id);
        if is_named && variant.pass.is_some() {
            let what = format!("\"{}\" is a pass, whose holder is its passholder", variant.id);
            check.say("question", position, "holder_name", what);
            return;
        }
    }
}

fn condition(check: &mut Check, position: usize, question: &Question, only_if: &OnlyIf) {
    let folder = check.folder;
    let found = folder.question.iter().position(|it| it.id == only_if.question);
    let path = "only_if.question";
    check.refers(found.is_some(), "question", position, path, "question", only_if.question.as_str());
    let Some(at) = found else { return };
    let other = &folder.question[at];
    check.say_unless(at < position, "question", position, path, || {
        format!("the question \"{}\" must be written before this one", other.id)
    });
    let is_simple = other.only_if.is_none();
    check.say_unless(is_simple, "question", position, path, || {
        format!("the question \"{}\" has an `only_if` itself", other.id)
    });
    let is_of_same = other.ask == question.ask
        && (other.products == question.products && other.variants == question.variants
            || other.products.is_empty() && other.variants.is_empty());
    check.say_unless(is_of_same, "question", position, path, || {
        format!("the question \"{}\" must have the same `ask`, `products` and `variants`", other.id)
    });
    let path = "only_if.answer";
    match (&only_if.answer, other.kind) {
        (Some(answer), _) if other.has_choices() => {
            check.say_unless(other.choices.contains(answer), "question", position, path, || {
                let hint = did_you_mean(answer, other.choices.iter().map(String::as_str));
                format!("the question \"{}\" has no choice \"{answer}\"{hint}", other.id)
            });
        }
        (None, QuestionKind::Consent) => {}
        (Some(_), QuestionKind::Consent) => {
            check.say("question", position, path, "a consent is given or not: leave out `answer`");
        }
        (None, _) if other.has_choices() => {
            check.say("question", position, path, format!("`answer` is one of the choices of \"{}\"", other.id));
        }
        _ => {
            let what = format!("the question \"{}\" is not of the kind `choice`, `several` or `consent`", other.id);
            check.say("question", position, "only_if.question", what);
        }
    }
}
