//! What a call of the desk must say. Pure.

use crate::error::{FieldFault, Refusal};
use midway_kernel::text::Text;

const ACTOR: Text =
    Text { id: "desk.actor", default: "Enter the name of the person making this change (1 to 100 characters)." };
const REASON: Text = Text { id: "desk.reason", default: "Enter a reason (1 to 500 characters)." };

/// Checks who makes a change and why.
///
/// # Errors
/// A refusal that names the fields.
pub fn check_by(actor: &str, reason: &str) -> Result<(), Refusal> {
    let is_within = |text: &str, most: usize| (1..=most).contains(&text.chars().count());
    let faults = [("actor", ACTOR, is_within(actor, 100)), ("reason", REASON, is_within(reason, 500))];
    let faults = faults.into_iter().filter(|(.., is_good)| !is_good);
    let fields: Vec<FieldFault> =
        faults.map(|(field, text, _)| FieldFault { field: field.to_owned(), text, values: Vec::new() }).collect();
    match fields.first().map(|first| first.text) {
        Some(text) => Err(Refusal { fields, ..Refusal::new(text) }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn change_names_who_makes_it_and_why() {
        let fields = |actor: &str, reason: &str| match check_by(actor, reason) {
            Ok(()) => Vec::new(),
            Err(refusal) => refusal.fields.into_iter().map(|fault| fault.field).collect(),
        };
        assert!(fields("Mara", "storm").is_empty());
        assert!(fields(&"ä".repeat(100), &"ä".repeat(500)).is_empty());
        assert_eq!(fields("", "storm"), ["actor"]);
        assert_eq!(fields(&"a".repeat(101), ""), ["actor", "reason"]);
        assert_eq!(fields("Mara", &"a".repeat(501)), ["reason"]);
    }
}
