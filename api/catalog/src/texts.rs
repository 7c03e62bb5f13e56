//! The shop's texts: their ids, their default words, and the placeholders that the shop fills in.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde::Deserialize;

/// The list of all texts of the API and the app, sorted by id.
const LIST: &str = include_str!("../../texts.csv");

/// A text of the shop, which an operator may replace.
#[derive(Debug, Deserialize)]
pub struct ShopText {
    pub id: String,
    /// The words without a replacement. They are empty for texts that only the operator can write.
    pub default: String,
}

/// All texts, sorted by id.
pub fn all() -> &'static [ShopText] {
    static TEXTS: LazyLock<Vec<ShopText>> = LazyLock::new(|| {
        let rows = csv::Reader::from_reader(LIST.as_bytes()).into_deserialize();
        rows.collect::<Result<_, _>>().expect("a test compares the list with the code")
    });
    &TEXTS
}

/// The placeholders of all texts of the e-mail that confirms an order.
const OF_ORDER_EMAIL: [&str; 4] = ["firstName", "lastName", "number", "site"];

/// The placeholders that the shop fills in in a text: those of its default words. Texts of the same e-mail have their
/// placeholders in common.
pub fn placeholders(id: &str) -> BTreeSet<&'static str> {
    let email = id.starts_with("mail.").then(|| id.split_inclusive('.').take(2).collect::<String>());
    let is_of = |text: &&ShopText| text.id == id || email.as_ref().is_some_and(|email| text.id.starts_with(email));
    let of_order = id.starts_with("mail.order.").then_some(OF_ORDER_EMAIL);
    all()
        .iter()
        .filter(is_of)
        .flat_map(|text| written_placeholders(&text.default))
        .chain(of_order.into_iter().flatten())
        .collect()
}

/// The names between double braces. Braces that are not closed are part of a name, so that they are reported.
pub(crate) fn written_placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split("{{").skip(1).map(|rest| rest.split("}}").next().unwrap_or(rest))
}
