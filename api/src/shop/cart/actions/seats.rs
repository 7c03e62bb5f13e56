//! Chooses the best adjacent free seats, while the stocks are locked against other shoppers.

use std::collections::{BTreeMap, HashSet};

use crate::error::{Refusal, Result};
use crate::platform::db::Transaction;
use crate::shop::cart::entity::cart::Model as Cart;
use crate::shop::cart::line::{ChosenPerformance, ChosenSeat, ChosenSection};
use crate::shop::cart::questions::Question;
use crate::shop::cart::rules::{NO_SEATS, SellableLine};
use crate::shop::inventory::{self, Draw, StockKey};
use crate::shop::performance::{self, best, is_sold_in};
use midway_catalog::{Catalog, Place, Seating};
use midway_kernel::coded::ShowType;
use midway_kernel::id::{PerformanceId, SeatId, SectionId};
use midway_kernel::time::Instant;

/// The lines with a seat for each unit, or the question whether the party may be seated apart.
pub(super) enum Seated<'c> {
    Lines(Vec<SellableLine<'c>>),
    Asked(Question),
}

/// Chooses seats for the lines that leave the choice to the shop: for each performance, the best block for all of those
/// lines together. Each such line becomes one line per seat.
///
/// The stocks of all requested performances are locked first, in sorted order, as every claim locks them before it
/// takes seats. Therefore no other transaction can take a seat between the choice and the claim.
///
/// # Errors
/// A refusal when there are too few seats.
pub(super) async fn choose_seats<'c>(
    tx: &Transaction,
    catalog: &'c Catalog,
    cart: &Cart,
    mut lines: Vec<SellableLine<'c>>,
    context: Option<&str>,
    now: Instant,
) -> Result<Seated<'c>> {
    let wanted = parties(catalog, &lines);
    if wanted.is_empty() {
        return Ok(Seated::Lines(lines));
    }
    lock_performances(tx, catalog, &lines).await?;
    for party in wanted {
        let Some((seating, taken)) = state(tx, catalog, &party.performance_id, now).await? else { continue };
        let named: HashSet<&SeatId> =
            lines.iter().flat_map(|line| line.performances.iter()).filter_map(seat_of).collect();
        let is_free = |place: &Place| {
            let is_taken =
                taken.contains(&StockKey::seat(&party.performance_id, &place.id)) || named.contains(&place.id);
            let is_asked_for = party.section.as_ref().is_none_or(|section| *section == place.section);
            !is_taken
                && is_asked_for
                && lines.iter().filter(|line| party.has(line)).all(|line| is_sold_in(line.variant, &place.section))
        };
        let blocks = match best::together(seating, is_free, party.count) {
            Some(block) => vec![block],
            None => {
                let blocks = best::apart(seating, is_free, party.count);
                let blocks = blocks.ok_or_else(|| Refusal::new(NO_SEATS).with("count", party.count))?;
                let sizes: Vec<usize> = blocks.iter().map(|block| block.len()).collect();
                let question = Question::sit_apart(cart, &party.performance_id, &sizes);
                if let Some(question) = question.unless_answered(context) {
                    return Ok(Seated::Asked(question));
                }
                blocks
            }
        };
        let mut places = blocks.concat().into_iter();
        lines = lines
            .into_iter()
            .flat_map(|line| if party.has(&line) { seated(line, &party, seating, &mut places) } else { vec![line] })
            .collect();
    }
    Ok(Seated::Lines(lines))
}

/// The units to seat together: at one performance, in a given section or in any.
struct Party {
    performance_id: PerformanceId,
    section: Option<SectionId>,
    count: usize,
}

impl Party {
    fn is_of(&self, chosen: &ChosenPerformance) -> bool {
        chosen.performance_id == self.performance_id
            && chosen.seat.is_none()
            && chosen.section.as_ref().map(|section| &section.id) == self.section.as_ref()
    }

    fn has(&self, line: &SellableLine<'_>) -> bool {
        line.performances.iter().any(|chosen| self.is_of(chosen))
    }
}

fn parties(catalog: &Catalog, lines: &[SellableLine<'_>]) -> Vec<Party> {
    let mut counts: BTreeMap<(PerformanceId, Option<SectionId>), usize> = BTreeMap::new();
    for line in lines {
        for chosen in line.performances.iter().filter(|chosen| is_to_be_seated(catalog, chosen)) {
            let section = chosen.section.as_ref().map(|section| section.id.clone());
            *counts.entry((chosen.performance_id.clone(), section)).or_default() += line.quantity as usize;
        }
    }
    counts.into_iter().map(|((performance_id, section), count)| Party { performance_id, section, count }).collect()
}

fn is_to_be_seated(catalog: &Catalog, chosen: &ChosenPerformance) -> bool {
    let sells_seats = catalog.show(&chosen.show_id).is_some_and(|show| show.show_type == ShowType::Seats);
    sells_seats && chosen.seat.is_none()
}

fn seat_of(chosen: &ChosenPerformance) -> Option<&SeatId> {
    chosen.seat.as_ref().map(|seat| &seat.id)
}

async fn lock_performances(tx: &Transaction, catalog: &Catalog, lines: &[SellableLine<'_>]) -> Result<()> {
    let mut draws: BTreeMap<StockKey, Draw> = BTreeMap::new();
    for chosen in lines.iter().flat_map(|line| &line.performances) {
        let Some(performance) = performance::find(catalog, &chosen.performance_id) else { continue };
        let key = StockKey::performance(&performance.id);
        let draw = performance.capacity.map(|capacity| Draw { key: key.clone(), capacity, quantity: 0 });
        draws.extend(draw.map(|draw| (key, draw)));
    }
    for draw in draws.values() {
        inventory::lock(tx, draw).await?;
    }
    Ok(())
}

async fn state<'c>(
    tx: &Transaction,
    catalog: &'c Catalog,
    id: &PerformanceId,
    now: Instant,
) -> Result<Option<(&'c Seating, HashSet<StockKey>)>> {
    let Some(seating) = performance::find(catalog, id).and_then(|performance| performance.seating) else {
        return Ok(None);
    };
    Ok(Some((seating, inventory::taken(tx, &[StockKey::seats(id)], now).await?)))
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
