//! The facts about a ticket that pages, e-mails and PDF tickets show, in this order.

use super::entity::Model;
use super::visit::when_in_words;
use crate::shop::site::brand_color;
use midway_catalog::files::{Site, SiteAddress};
use midway_catalog::{Catalog, text_of};
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::day_in_words;

pub const VALID: Text = Text { id: "ticket.valid", default: "Valid" };
pub const ANY_DAY: Text = Text { id: "ticket.any-day", default: "Any day" };
/// Of a part of a bundle or package that is listed with the visit on the day of the other parts.
const ANY_DAY_PLANNED: Text = Text { id: "ticket.any-day-planned", default: "Any day (planned for this visit)" };
pub const WHEN: Text = Text { id: "ticket.when", default: "When" };
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

    /// What the ticket is for: the passholder, the show or the product. The name of a holder who was asked for is printed as
    /// an answer.
    pub fn title(&self) -> &str {
        self.holder_name
            .as_deref()
            .filter(|_| self.asked_holder().is_none())
            .or(self.named_show())
            .unwrap_or(&self.product_name)
    }

    /// The variant, unless it only repeats the section of the ticket's place, as in `Stalls, row A, seat 2`.
    pub fn named_variant(&self) -> Option<&str> {
        let section = self.place.as_deref().and_then(|place| place.split(", ").next());
        Some(self.variant_name.as_str()).filter(|variant| Some(*variant) != section)
    }

    /// What the ticket was sold as, as far as its title and place do not say so: the variant, and the product unless it
    /// is the title.
    pub fn sold_as(&self) -> Option<String> {
        let product = &self.product_name;
        if self.title() != product {
            let variant = self.named_variant().unwrap_or(product);
            return Some(full_name(product, variant, self.pass_level.as_deref()));
        }
        self.named_variant().filter(|variant| variant != product).map(str::to_owned)
    }
}

/// A product with its variant and pass level, such as `Season pass, Adult (Gold)`.
pub fn full_name(product: &str, variant: &str, level: Option<&str>) -> String {
    let level = level.map_or_else(String::new, |level| format!(" ({level})"));
    if product == variant { format!("{product}{level}") } else { format!("{product}, {variant}{level}") }
}

/// The site with the name that a ticket or a visit has; `None` if the current catalogue has no such site.
pub fn site_named<'c>(catalog: &'c Catalog, name: &str) -> Option<&'c Site> {
    catalog.folder().site.iter().find(|site| site.name == name)
}

/// The color of a site's tickets in the form `#rrggbb`, else the shop's. White text on it is readable.
pub fn site_color<'c>(catalog: &'c Catalog, name: &str) -> &'c str {
    let site = site_named(catalog, name).and_then(|site| site.ticket_color.as_deref());
    site.unwrap_or_else(|| brand_color(catalog.settings()))
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

/// The days on which a pass is valid, or that a ticket is valid on any day, with the fact's name. `None` for a ticket of
/// one day, and for a revoked ticket without days. `visit_has_day` says whether the ticket is listed with a visit on a
/// day.
pub fn validity(catalog: &Catalog, ticket: &Model, visit_has_day: bool) -> Option<(Text, String)> {
    let days: Vec<String> = [ticket.valid_from, ticket.valid_until].into_iter().flatten().map(day_in_words).collect();
    if days.is_empty() {
        let is_for_any_day = ticket.valid_on.is_none() && !ticket.is_revoked();
        let text = if visit_has_day { ANY_DAY_PLANNED } else { ANY_DAY };
        return is_for_any_day.then(|| (VALID, catalog.message(text, &[])));
    }
    Some((VALID, days.join(" to ")))
}

/// The opening hours and the venue of a ticket's visit, each with its name. A ticket with an entry time admits at that
/// time, whatever the opening hours are.
pub fn venue_facts(catalog: &Catalog, ticket: &Model) -> impl Iterator<Item = (Text, String)> {
    let hours = opening_hours(catalog, ticket).filter(|_| ticket.entry_time.is_none()).map(|hours| (OPEN, hours));
    let location = location(catalog, &ticket.site_name);
    hours.into_iter().chain((!location.is_empty()).then_some((WHERE, location)))
}

/// Each fact with its name. `visit_has_day` is as in [`validity`].
pub fn facts(catalog: &Catalog, ticket: &Model, visit_has_day: bool) -> impl Iterator<Item = (Text, String)> {
    let when = when_in_words(ticket).map(|when| (WHEN, when));
    validity(catalog, ticket, visit_has_day).into_iter().chain(when).chain(venue_facts(catalog, ticket))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticket_does_not_repeat_the_section_of_its_seat() {
        let sold_as = |variant: &str, show: Option<&str>| {
            let seat = Model {
                product_name: "Opera".to_owned(),
                variant_name: variant.to_owned(),
                show_name: show.map(str::to_owned),
                place: Some("Stalls, row A, seat 2".to_owned()),
                ..Model::default()
            };
            seat.sold_as()
        };
        assert_eq!(sold_as("Stalls", None), None);
        assert_eq!(sold_as("Adult", None).as_deref(), Some("Adult"));
        assert_eq!(sold_as("Stalls", Some("Fidelio")).as_deref(), Some("Opera"));
        assert_eq!(sold_as("Adult", Some("Fidelio")).as_deref(), Some("Opera, Adult"));
    }

    #[test]
    fn ticket_without_days_is_valid_on_any_day() {
        let day = |day: &str| Some(day.parse().unwrap());
        let catalog = Catalog::empty();
        let when_in = |ticket: Model, visit_has_day: bool| {
            let days =
                facts(&catalog, &ticket, visit_has_day).filter(|(name, _)| [VALID.id, WHEN.id].contains(&name.id));
            days.map(|(name, fact)| format!("{}: {fact}", name.default)).collect::<Vec<_>>()
        };
        let when = |ticket: Model| when_in(ticket, false);
        assert_eq!(when(Model::default()), ["Valid: Any day"]);
        assert_eq!(when_in(Model::default(), true), ["Valid: Any day (planned for this visit)"]);
        let revoked = Model { revoked_at: Some(Default::default()), ..Model::default() };
        assert!(when(revoked).is_empty());
        let pass = Model { valid_from: day("2026-11-20"), valid_until: day("2027-11-19"), ..Model::default() };
        assert_eq!(when(pass), ["Valid: Friday, November 20, 2026 to Friday, November 19, 2027"]);
        let dated = Model { valid_on: day("2026-11-21"), ..Model::default() };
        assert_eq!(when(dated), ["When: Saturday, November 21, 2026"]);
    }
}
