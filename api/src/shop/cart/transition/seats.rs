//! Chooses the best adjacent free seats. The stocks of their performances are locked when the facts are loaded. Every
//! claim must lock these stocks before it takes seats, so no other transaction can take a seat between the choice and
//! the claim.

use std::collections::{BTreeMap, HashSet};

use crate::error::Refusal;
use crate::shop::cart::Cart;
use crate::shop::cart::change::{Declined, ask};
use crate::shop::cart::command::Addition;
use crate::shop::cart::facts::Facts;
use crate::shop::cart::line::{ChosenPerformance, ChosenSeat, ChosenSection};
use crate::shop::cart::questions::{Question, SeparatedParty};
use crate::shop::cart::sellable::SellableLine;
use crate::shop::inventory::StockKey;
use crate::shop::performance::{self, best_seats, is_sold_in};
use midway_catalog::{Catalog, Place, Seating, SeatingSection};
use midway_kernel::id::{PerformanceId, SectionId};
use midway_kernel::text::Text;

const NO_SEATS: Text = Text {
    id: "cart.no-seats",
    default: "Sorry, not enough seats are left for a party of {{count}}. Please choose fewer.",
};
const NO_SEATS_FOR_ONE: Text =
    Text { id: "cart.no-seats-one", default: "Sorry, no seats are left. Please choose a different time or section." };

/// Assigns seats to the lines that leave the choice to the shop. All such lines with the same performance and section
/// are one party and get the best block together, if a section is sold for all of them; otherwise those that are sold
/// for the same sections are a party. If no block is large enough for a party, its seats are in several
/// blocks, and one question about all such parties asks the shopper to confirm this. Each of these lines becomes one
/// line per seat.
pub fn choose<'c>(cart: &Cart, addition: &Addition<'c>, facts: &Facts<'_>) -> Result<Vec<SellableLine<'c>>, Declined> {
    let mut lines = addition.lines.clone();
    let mut separated = Vec::new();
    for party in parties(facts.catalog, &addition.lines) {
        let performance = performance::find(facts.catalog, &party.performance_id);
        let Some(performance) = performance else { continue };
        let Some(seating) = performance.seating else { continue };
        let are_released = performance.has_released_places(facts.now);
        let chosen: HashSet<StockKey> =
            lines.iter().flat_map(|line| line.performances.iter()).filter_map(seat_stock_of).collect();
        let is_for_all = |place: &Place| {
            let section = seating.section(&place.section);
            let is_accessible = section.is_some_and(|section| section.is_accessible) && party.section.is_none();
            are_released || place.kind.is_standard() && !is_accessible
        };
        let is_free = |place: &Place| {
            let key = StockKey::seat(&party.performance_id, &place.id);
            let is_taken = facts.taken_seats.contains(&key) || chosen.contains(&key);
            let is_asked_for = party.section.as_ref().is_none_or(|section| *section == place.section);
            !is_taken
                && is_asked_for
                && is_for_all(place)
                && lines.iter().filter(|line| party.has(line)).all(|line| is_sold_in(line.variant, &place.section))
        };
        let blocks = match best_seats::together(seating, is_free, party.count) {
            Some(block) => vec![block],
            None => {
                let blocks = best_seats::apart(seating, is_free, party.count);
                let text = if party.count == 1 { NO_SEATS_FOR_ONE } else { NO_SEATS };
                let blocks = blocks.ok_or_else(|| Refusal::new(text).with("count", party.count))?;
                separated.push(SeparatedParty {
                    performance_id: party.performance_id.clone(),
                    section: party.section.clone(),
                    sizes: blocks.iter().map(|block| block.len()).collect(),
                });
                blocks
            }
        };
        let mut places = blocks.concat().into_iter();
        lines = lines
            .into_iter()
            .flat_map(|line| if party.has(&line) { seated(line, &party, seating, &mut places) } else { vec![line] })
            .collect();
    }
    if !separated.is_empty() {
        ask(Question::sit_apart(cart, &separated), addition.context.as_deref())?;
    }
    Ok(lines)
}

/// The units to seat together at one performance: in the given section, or in any section.
struct Party {
    performance_id: PerformanceId,
    section: Option<SectionId>,
    /// The sections for which its variants are sold, if other lines of the performance are sold for others.
    sold_in: Option<Vec<SectionId>>,
    count: usize,
}

impl Party {
    fn is_of(&self, chosen: &ChosenPerformance) -> bool {
        chosen.performance_id == self.performance_id
            && chosen.seat.is_none()
            && chosen.section.as_ref().map(|section| &section.id) == self.section.as_ref()
    }

    fn has(&self, line: &SellableLine<'_>) -> bool {
        let is_sold_alike = self.sold_in.as_ref().is_none_or(|sections| *sections == line.variant.sections);
        is_sold_alike && line.performances.iter().any(|chosen| self.is_of(chosen))
    }
}

/// The parties of lines that leave the choice of seats to the shop.
fn parties(catalog: &Catalog, lines: &[SellableLine<'_>]) -> Vec<Party> {
    let mut together: BTreeMap<(PerformanceId, Option<SectionId>), Vec<&SellableLine<'_>>> = BTreeMap::new();
    for line in lines {
        for chosen in line.performances.iter().filter(|chosen| chosen.is_to_be_seated(catalog)) {
            let section = chosen.section.as_ref().map(|section| section.id.clone());
            together.entry((chosen.performance_id.clone(), section)).or_default().push(line);
        }
    }
    let parties = together.into_iter().flat_map(|((performance_id, section), lines)| {
        let mut groups: BTreeMap<Option<Vec<SectionId>>, usize> = BTreeMap::new();
        let is_one = has_common_section(catalog, &performance_id, &lines);
        for line in lines {
            let sold_in = (!is_one).then(|| line.variant.sections.clone());
            *groups.entry(sold_in).or_default() += line.quantity as usize;
        }
        groups.into_iter().map(move |(sold_in, count)| Party {
            performance_id: performance_id.clone(),
            section: section.clone(),
            sold_in,
            count,
        })
    });
    parties.collect()
}

/// Whether a section with seats is sold for all of these lines.
fn has_common_section(catalog: &Catalog, id: &PerformanceId, lines: &[&SellableLine<'_>]) -> bool {
    let seating = performance::find(catalog, id).and_then(|performance| performance.seating);
    let is_common = |section: &SeatingSection| lines.iter().all(|line| is_sold_in(line.variant, &section.id));
    seating.is_some_and(|seating| seating.sections.iter().filter(|section| section.is_numbered()).any(is_common))
}

fn seat_stock_of(chosen: &ChosenPerformance) -> Option<StockKey> {
    chosen.seat.as_ref().map(|seat| StockKey::seat(&chosen.performance_id, &seat.id))
}

/// Splits a line into one line per unit, each on the next seat.
fn seated<'c>(
    line: SellableLine<'c>,
    party: &Party,
    seating: &Seating,
    places: &mut impl Iterator<Item = Place>,
) -> Vec<SellableLine<'c>> {
    let units = places.take(line.quantity as usize).map(|place| {
        let mut unit = SellableLine { quantity: 1, ..line.clone() };
        for chosen in unit.performances.iter_mut().filter(|chosen| party.is_of(chosen)) {
            chosen.section = seating.section(&place.section).map(ChosenSection::from);
            chosen.seat = Some(ChosenSeat::from(&place));
        }
        unit
    });
    units.collect()
}
