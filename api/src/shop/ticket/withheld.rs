//! What is shown to the owner of a ticket in place of its code: that it is no longer valid, or that somebody else has it.

use super::entity::Model;
use super::revocation::{REVOKED, why_revoked};
use midway_kernel::text::Text;

const SENT: Text = Text { id: "ticket.sent", default: "Sent to {{recipient}}" };
const SENT_HINT: Text = Text { id: "ticket.sent-hint", default: "{{recipient}} has the code for this ticket." };
/// Where a name would be a text of the shopper's choice.
const SENT_UNNAMED: Text = Text { id: "ticket.sent-unnamed", default: "Sent to someone else" };
const SENT_UNNAMED_HINT: Text =
    Text { id: "ticket.sent-unnamed-hint", default: "The person it was sent to has the code for this ticket." };
const NONE_VALID: Text = Text { id: "ticket.none-valid", default: "The tickets in this order are no longer valid." };
const ALL_SENT: Text = Text { id: "ticket.all-sent", default: "All tickets in this order were sent to someone else." };

/// Why the owner of a ticket is not shown its code.
pub struct Withheld {
    /// What is shown in place of the code.
    pub label: Text,
    pub reason: Text,
}

/// Why the owner of a ticket is not shown its code; `None` if it is shown.
pub fn withheld(ticket: &Model) -> Option<Withheld> {
    if let Some(reason) = why_revoked(ticket) {
        return Some(Withheld { label: REVOKED, reason });
    }
    match ticket.sent_to.as_deref() {
        None => None,
        Some("") => Some(Withheld { label: SENT_UNNAMED, reason: SENT_UNNAMED_HINT }),
        Some(_) => Some(Withheld { label: SENT, reason: SENT_HINT }),
    }
}

/// Why the owner of these tickets can print no code of them; `None` if there is one to print.
pub fn why_no_code_of(tickets: &[Model]) -> Option<Text> {
    match tickets.iter().any(Model::is_owners) {
        true => None,
        false if tickets.iter().all(Model::is_revoked) => Some(NONE_VALID),
        false => Some(ALL_SENT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shop::ticket::RevokedBecause;

    #[test]
    fn code_is_withheld_from_the_owner_of_a_sent_or_revoked_ticket() {
        let valid = Model::default();
        let sent = |name: &str| Model { sent_to: Some(name.to_owned()), ..Model::default() };
        let revoked = |ticket: Model| Model {
            revoked_at: Some(Default::default()),
            revoked_because: Some(RevokedBecause::Refunded),
            ..ticket
        };
        let shown = |ticket: &Model| withheld(ticket).map(|it| (it.label.id, it.reason.id));
        assert_eq!(shown(&valid), None);
        assert_eq!(shown(&sent("Nora")), Some(("ticket.sent", "ticket.sent-hint")));
        assert_eq!(shown(&sent("")), Some(("ticket.sent-unnamed", "ticket.sent-unnamed-hint")));
        assert_eq!(shown(&revoked(sent("Nora"))), Some(("ticket.revoked", "ticket.refunded")));
        let why = |tickets: &[Model]| why_no_code_of(tickets).map(|text| text.id);
        assert_eq!(why(&[valid.clone(), sent("Nora"), revoked(valid.clone())]), None);
        assert_eq!(why(&[sent("Nora"), revoked(valid.clone())]), Some("ticket.all-sent"));
        assert_eq!(why(&[revoked(valid)]), Some("ticket.none-valid"));
    }
}
