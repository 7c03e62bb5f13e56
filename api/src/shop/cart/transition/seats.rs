//! Chooses the best adjacent free seats. The stocks of their performances are locked when the facts are loaded. Every
//! claim must lock these stocks before it takes seats, so no other transaction can take a seat between the choice and
//! the claim.

use std::collections::{BTreeMap, HashSet};
use std::iter::repeat_n;

use crate::error::Refusal;
use crate::shop::cart::Cart;
use crate::shop::cart::change::{Declined, ask};
use crate::shop::cart::command::Addition;
use crate::shop::cart::facts::Facts;
use crate::shop::cart::line::{ChosenPerformance, ChosenSeat, ChosenSection, PartSeat};
use crate::shop::cart::part_places::needed_seats;
use crate::shop::cart::questions::{Question, SeparatedParty};
use crate::shop::cart::sellable::SellableLine;
use crate::shop::inventory::StockKey;
use crate::shop::performance::{self, best_seats, is_sold_in};
use midway_catalog::files::Variant;
use midway_catalog::{Catalog, Place, SeatingSection};
use midway_kernel::id::{PerformanceId, SectionId};
use midway_kernel::text::Text;

const NO_SEATS: Text = Text {
    id: "cart.no-seats",
    default: "Sorry, not enough seats are left for a party of {{count}}. Please choose fewer.",
};
const NO_SEATS_FOR_ONE: Text =
    Text { id: "cart.no-seats-one", default: "Sorry, no seats are left. Please choose a different time or section." };

/// Assigns seats to the lines, and to the packages, that leave the choice to the shop. All of them with the same
/// performance and section are one party and get the best block together, if a section is sold for all of them; otherwise
/// those that are sold for the same sections are a party. If no block is large enough for a party, its seats are in
/// several blocks, and one question about all such parties asks the shopper to confirm this. Each of these lines becomes
/// one line per unit.
pub fn choose<'c>(cart: &Cart, addition: &Addition<'c>, facts: &Facts<'_>) -> Result<Vec<SellableLine<'c>>, Declined> {
    let catalog = facts.catalog;
    let mut lines: Vec<SellableLine<'c>> = addition.lines.iter().flat_map(|line| units(catalog, line)).collect();
    let mut used: HashSet<StockKey> =
        lines.iter().flat_map(|line| line.performances.iter()).filter_map(seat_stock_of).collect();
    // By line and by the number of the seat in its package, so that the seats of a package are in the order of its parts.
    let mut of_packages: BTreeMap<(usize, usize), PartSeat> = BTreeMap::new();
    // The seats of the lines that leave are free for the new ones.
    let replaced = addition.replaced_lines(cart);
    let freed: HashSet<&StockKey> =
        replaced.iter().flat_map(|line| facts.held.claimed_by(&line.id)).map(|(key, _)| key).collect();
    let mut separated = Vec::new();
    for party in parties(catalog, &lines) {
        let performance = performance::find(catalog, &party.performance_id);
        let Some(performance) = performance else { continue };
        let Some(seating) = performance.seating else { continue };
        let are_released = performance.has_released_places(facts.now);
        let is_for_all = |place: &Place| {
            let section = seating.section(&place.section);
            let is_accessible = section.is_some_and(|section| section.is_accessible) && party.section.is_none();
            are_released || place.kind.is_standard() && !is_accessible
        };
        let is_free = |place: &Place| {
            let key = StockKey::seat(&party.performance_id, &place.id);
            let is_taken = facts.taken_seats.contains(&key) && !freed.contains(&key) || used.contains(&key);
            let is_asked_for = party.section.as_ref().is_none_or(|section| *section == place.section);
            !is_taken
                && is_asked_for
                && is_for_all(place)
                && party.seekers.iter().all(|seeker| is_sold_in(seeker.variant, &place.section))
        };
        let count = party.seekers.len();
        let blocks = match best_seats::together(seating, is_free, count) {
            Some(block) => vec![block],
            None => {
                let blocks = best_seats::apart(seating, is_free, count);
                let text = if count == 1 { NO_SEATS_FOR_ONE } else { NO_SEATS };
                let blocks = blocks.ok_or_else(|| Refusal::new(text).with("count", count))?;
                separated.push(SeparatedParty {
                    performance_id: party.performance_id.clone(),
                    section: party.section.clone(),
                    sizes: blocks.iter().map(|block| block.len()).collect(),
                });
                blocks
            }
        };
        for (seeker, place) in party.seekers.iter().zip(blocks.concat()) {
            used.insert(StockKey::seat(&party.performance_id, &place.id));
            let Some(section) = seating.section(&place.section).map(ChosenSection::from) else { continue };
            let seat = ChosenSeat::from(&place);
            if let Some(number) = seeker.number_in_package {
                of_packages.insert((seeker.line, number), PartSeat { section, seat });
            } else if let Some(chosen) = lines[seeker.line].performances.iter_mut().find(|it| party.is_of(it)) {
                (chosen.section, chosen.seat) = (Some(section), Some(seat));
            }
        }
    }
    if !separated.is_empty() {
        ask(Question::sit_apart(cart, &separated), addition.context.as_deref())?;
    }
    for ((line, _), seat) in of_packages {
        lines[line].part_seats.push(seat);
    }
    Ok(lines)
}

/// A line as one line per unit if the shop chooses its seats.
fn units<'c>(catalog: &Catalog, line: &SellableLine<'c>) -> Vec<SellableLine<'c>> {
    let is_seated = match line.product.package {
        Some(_) => !needed_seats(catalog, line.variant, &line.performances).is_empty(),
        None => line.performances.iter().any(|chosen| chosen.is_to_be_seated(catalog)),
    };
    match is_seated {
        true => repeat_n(SellableLine { quantity: 1, ..line.clone() }, line.quantity as usize).collect(),
        false => vec![line.clone()],
    }
}

/// A unit that needs a seat: a line, or one seat of the package that the line is.
struct Seeker<'c> {
    line: usize,
    number_in_package: Option<usize>,
    variant: &'c Variant,
}

/// The units to seat together at one performance: in the given section, or in any section.
struct Party<'c> {
    performance_id: PerformanceId,
    section: Option<SectionId>,
    seekers: Vec<Seeker<'c>>,
}

impl Party<'_> {
    fn is_of(&self, chosen: &ChosenPerformance) -> bool {
        chosen.performance_id == self.performance_id
            && chosen.seat.is_none()
            && chosen.section.as_ref().map(|section| &section.id) == self.section.as_ref()
    }
}

/// The parties of lines, each of one unit, that leave the choice of seats to the shop.
fn parties<'c>(catalog: &'c Catalog, lines: &[SellableLine<'c>]) -> Vec<Party<'c>> {
    let mut together: BTreeMap<(PerformanceId, Option<SectionId>), Vec<Seeker<'c>>> = BTreeMap::new();
    for (at, line) in lines.iter().enumerate() {
        if line.product.package.is_some() {
            let needed = needed_seats(catalog, line.variant, &line.performances);
            for (number, needed) in needed.into_iter().enumerate() {
                let seeker = Seeker { line: at, number_in_package: Some(number), variant: needed.variant };
                together.entry((needed.performance_id, None)).or_default().push(seeker);
            }
            continue;
        }
        for chosen in line.performances.iter().filter(|chosen| chosen.is_to_be_seated(catalog)) {
            let section = chosen.section.as_ref().map(|section| section.id.clone());
            let seeker = Seeker { line: at, number_in_package: None, variant: line.variant };
            together.entry((chosen.performance_id.clone(), section)).or_default().push(seeker);
        }
    }
    let parties = together.into_iter().flat_map(|((performance_id, section), seekers)| {
        let is_one = has_common_section(catalog, &performance_id, &seekers);
        let mut groups: BTreeMap<&[SectionId], Vec<Seeker<'c>>> = BTreeMap::new();
        for seeker in seekers {
            let sold_in: &[SectionId] = if is_one { &[] } else { &seeker.variant.sections };
            groups.entry(sold_in).or_default().push(seeker);
        }
        let party = |seekers| Party { performance_id: performance_id.clone(), section: section.clone(), seekers };
        groups.into_values().map(party).collect::<Vec<_>>()
    });
    parties.collect()
}

/// Whether a section with seats is sold for all of these units.
fn has_common_section(catalog: &Catalog, id: &PerformanceId, seekers: &[Seeker<'_>]) -> bool {
    let seating = performance::find(catalog, id).and_then(|performance| performance.seating);
    let is_common = |section: &SeatingSection| seekers.iter().all(|seeker| is_sold_in(seeker.variant, &section.id));
    seating.is_some_and(|seating| seating.sections.iter().filter(|section| section.is_numbered()).any(is_common))
}

fn seat_stock_of(chosen: &ChosenPerformance) -> Option<StockKey> {
    chosen.seat.as_ref().map(|seat| StockKey::seat(&chosen.performance_id, &seat.id))
}
