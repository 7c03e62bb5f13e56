//! For whom or what a cart has tickets: one entry for each person whom a line admits, and for each unit of an item
//! without tickets. Questions about tickets are asked of each of them.

use std::collections::HashMap;

use super::answers::TicketKey;
use super::line::{CartLine, ChosenPerformance, ChosenPerformances, LinePart};
use midway_catalog::Catalog;
use midway_kernel::id::{ProductId, VariantId};
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::day_in_words;

const TICKET: Text = Text { id: "question.ticket", default: "Ticket {{number}}: {{name}}" };
const ITEM: Text = Text { id: "question.item", default: "Item {{number}}: {{name}}" };

/// One person or unit of a cart.
#[derive(Clone, Debug)]
pub struct Person<'l> {
    pub key: TicketKey,
    pub line: &'l CartLine,
    pub product_id: &'l ProductId,
    pub variant_id: &'l VariantId,
    pub product_name: &'l str,
    variant_name: &'l str,
    performances: &'l ChosenPerformances,
    pub has_ticket: bool,
    /// Which of the cart's tickets of the product this is, from 1.
    number: u32,
}

/// The persons and units of lines, in the order of the lines. Donations have none.
pub fn people<'l>(catalog: &Catalog, lines: impl IntoIterator<Item = &'l CartLine>) -> Vec<Person<'l>> {
    let mut people = Vec::new();
    let mut counts: HashMap<&ProductId, u32> = HashMap::new();
    for line in lines.into_iter().filter(|line| !line.is_donation()) {
        for (part, (product_id, variant_id, names, performances, units)) in parts(line).into_iter().enumerate() {
            let tickets = catalog.variant(variant_id).map_or(1, |(_, variant)| variant.tickets);
            for number in 1..=units.saturating_mul(tickets.max(1)) {
                let count = counts.entry(product_id).or_default();
                *count += 1;
                people.push(Person {
                    key: TicketKey { line: line.id.clone(), part, number },
                    line,
                    product_id,
                    variant_id,
                    product_name: names.0,
                    variant_name: names.1,
                    performances,
                    has_ticket: tickets > 0,
                    number: *count,
                });
            }
        }
    }
    people
}

type Part<'l> = (&'l ProductId, &'l VariantId, (&'l str, &'l str), &'l ChosenPerformances, u32);

/// What a line consists of, with the number of units: the parts of a package or a bundle, or else the line itself.
fn parts(line: &CartLine) -> Vec<Part<'_>> {
    fn of_part<'l>(line: &CartLine, part: &'l LinePart) -> Part<'l> {
        let names = (part.product_name.as_str(), part.variant_name.as_str());
        let units = line.quantity.saturating_mul(part.quantity);
        (&part.product_id, &part.variant_id, names, &part.performances, units)
    }
    if line.package().is_some() {
        return line.parts().map(|part| of_part(line, part)).collect();
    }
    let names = (line.product_name.as_str(), line.variant_name.as_str());
    vec![(&line.product_id, &line.variant_id, names, &line.performances, line.quantity)]
}

impl Person<'_> {
    /// Which ticket of its product this is and what it is for, such as
    /// `Ticket 2: Adult, Saturday, November 21, 2026`.
    pub fn in_words(&self, catalog: &Catalog) -> String {
        let holder = self.line.pass_details().and_then(|details| details.passholder.name());
        let first = self.performances.0.first();
        let place = first.and_then(ChosenPerformance::place);
        let day = first.map(|chosen| day_in_words(chosen.date));
        let name = [Some(holder.unwrap_or_else(|| self.variant_name.to_owned())), day, place];
        let name = name.into_iter().flatten().collect::<Vec<_>>().join(", ");
        let text = if self.has_ticket { TICKET } else { ITEM };
        catalog.message(text, &[("number", self.number.to_string()), ("name", name)])
    }
}
