//! The facts about a ticket that pages, e-mails and PDF tickets show, in this order.

use super::entity::Model;
use midway_kernel::text::Text;
use midway_kernel::time::{day_in_words, twelve_hours};

const HOLDER: Text = Text { id: "ticket.holder", default: "Passholder" };
const VALID: Text = Text { id: "ticket.valid", default: "Valid" };
const WHEN: Text = Text { id: "ticket.when", default: "When" };
const SHOW: Text = Text { id: "ticket.show", default: "Show" };
const SEAT: Text = Text { id: "ticket.seat", default: "Seat" };
const WHERE: Text = Text { id: "ticket.where", default: "Where" };

impl Model {
    /// The show's name, unless it equals the product's name.
    pub fn named_show(&self) -> Option<&str> {
        self.show_name.as_deref().filter(|show| *show != self.product_name)
    }
}

/// Each fact with its name. Empty facts are left out.
pub fn facts(ticket: &Model) -> Vec<(Text, String)> {
    let days = [ticket.valid_from, ticket.valid_until].into_iter().flatten().map(day_in_words);
    let when = [ticket.valid_on.map(day_in_words), ticket.entry_time.as_deref().map(twelve_hours)];
    let facts = [
        (HOLDER, ticket.holder_name.clone().unwrap_or_default()),
        (VALID, days.collect::<Vec<_>>().join(" to ")),
        (WHEN, when.into_iter().flatten().collect::<Vec<_>>().join(", ")),
        (SHOW, ticket.named_show().unwrap_or_default().to_owned()),
        (SEAT, ticket.place.clone().unwrap_or_default()),
        (WHERE, ticket.site_name.clone()),
    ];
    facts.into_iter().filter(|(_, value)| !value.is_empty()).collect()
}
