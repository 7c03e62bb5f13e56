//! The facts about a ticket that pages, e-mails and PDF tickets show, in this order.

use super::entity::Model;
use super::place::names_seat;
use midway_catalog::files::{Site, SiteAddress};
use midway_catalog::{Catalog, text_of};
use midway_kernel::text::Text;
use midway_kernel::time::{day_in_words, twelve_hours};

const HOLDER: Text = Text { id: "ticket.holder", default: "Passholder" };
pub const VALID: Text = Text { id: "ticket.valid", default: "Valid" };
pub const WHEN: Text = Text { id: "ticket.when", default: "When" };
const SHOW: Text = Text { id: "ticket.show", default: "What" };
const SEAT: Text = Text { id: "ticket.seat", default: "Seat" };
const SECTION: Text = Text { id: "ticket.section", default: "Section" };
pub const WHERE: Text = Text { id: "ticket.where", default: "Where" };
pub const OPEN: Text = Text { id: "ticket.open", default: "Open" };
pub const ORDER: Text = Text { id: "ticket.order", default: "Order" };
pub const GETTING_THERE: Text = Text { id: "ticket.getting-there", default: "Getting there" };
pub const BRING: Text = Text { id: "ticket.bring", default: "What to bring" };

impl Model {
    /// The show's name, unless it equals the product's name.
    pub fn named_show(&self) -> Option<&str> {
        self.show_name.as_deref().filter(|show| *show != self.product_name)
    }
}

/// The site with the name that a ticket or a visit has; `None` if the current catalogue has no such site.
pub fn site_named<'c>(catalog: &'c Catalog, name: &str) -> Option<&'c Site> {
    catalog.folder().site.iter().find(|site| site.name == name)
}

/// The name and the address of a site on one line.
pub fn location(catalog: &Catalog, site_name: &str) -> String {
    site_named(catalog, site_name)
        .map_or_else(|| site_name.to_owned(), |site| format!("{site_name}, {}", address(&site.address)))
}

/// An address on one line.
pub fn address(SiteAddress { street, city, state, zip, .. }: &SiteAddress) -> String {
    let region = state.as_ref().map_or_else(|| zip.clone(), |state| format!("{state} {zip}"));
    format!("{street}, {city}, {region}")
}

/// How to prepare for a visit of a site: how to get there, and what to bring. A fact may have several lines.
pub fn preparation(catalog: &Catalog, site_name: &str) -> Vec<(Text, String)> {
    let Some(site) = site_named(catalog, site_name) else { return Vec::new() };
    let facts = [(GETTING_THERE, text_of(&site.directions)), (BRING, site.what_to_bring.join("\n"))];
    facts.into_iter().filter(|(_, value)| !value.is_empty()).collect()
}

/// The opening hours of a ticket's site on the ticket's day.
pub fn opening_hours(catalog: &Catalog, ticket: &Model) -> Option<String> {
    Some(site_named(catalog, &ticket.site_name)?.hours_on(ticket.valid_on?)?.in_words())
}

/// Each fact with its name. Empty facts are left out.
pub fn facts(catalog: &Catalog, ticket: &Model) -> Vec<(Text, String)> {
    let days = [ticket.valid_from, ticket.valid_until].into_iter().flatten().map(day_in_words);
    let when = [ticket.valid_on.map(day_in_words), ticket.entry_time.as_deref().map(twelve_hours)];
    let place = ticket.place.clone().unwrap_or_default();
    let facts = [
        (HOLDER, ticket.holder_name.clone().unwrap_or_default()),
        (VALID, days.collect::<Vec<_>>().join(" to ")),
        (WHEN, when.into_iter().flatten().collect::<Vec<_>>().join(", ")),
        // A ticket with an entry time admits at that time.
        (OPEN, opening_hours(catalog, ticket).filter(|_| ticket.entry_time.is_none()).unwrap_or_default()),
        (SHOW, ticket.named_show().unwrap_or_default().to_owned()),
        (if names_seat(&place) { SEAT } else { SECTION }, place),
        (WHERE, location(catalog, &ticket.site_name)),
    ];
    facts.into_iter().filter(|(_, value)| !value.is_empty()).collect()
}
