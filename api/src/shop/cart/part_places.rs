//! The places of the parts of packages and bundles: the shop assigns them, because neither asks for a section or a seat.
//! A part whose variant is sold in one section without numbers has a place there; any other part in a hall has seats,
//! the best ones that are free. Pure.

use std::iter::repeat_n;

use super::line::{CartLine, ChosenPerformance, ChosenSection, LinePart, PartSeat};
use crate::shop::performance::{self, Performance};
use midway_catalog::files::Variant;
use midway_catalog::{Catalog, QuotedPart};
use midway_kernel::coded::ShowType;
use midway_kernel::id::PerformanceId;

/// A seat that one unit of a part needs: at a performance, in a section for which the part's variant is sold.
pub struct NeededSeat<'c> {
    pub performance_id: PerformanceId,
    pub variant: &'c Variant,
}

/// The seats that one package needs, in the order of its parts, their units and their performances. None for a variant that is not a
/// package.
pub fn needed_seats<'c>(
    catalog: &'c Catalog,
    package: &'c Variant,
    chosen: &[ChosenPerformance],
) -> Vec<NeededSeat<'c>> {
    let mut needed = Vec::new();
    for part in &package.parts {
        let Some((_, variant)) = catalog.variant(&part.variant) else { continue };
        let of_part = part.selections.iter().filter_map(|from| chosen.iter().find(|it| it.selection_index == *from));
        let seated = of_part.filter(|chosen| needs_seat(catalog, &chosen.performance_id, variant));
        let of_unit: Vec<&PerformanceId> = seated.map(|chosen| &chosen.performance_id).collect();
        for _ in 0..part.quantity {
            needed.extend(of_unit.iter().map(|id| NeededSeat { performance_id: (*id).clone(), variant }));
        }
    }
    needed
}

/// Whether these are seats that the package needs: as many, at its performances, and sold for its parts.
pub fn fit(catalog: &Catalog, package: &Variant, chosen: &[ChosenPerformance], seats: &[PartSeat]) -> bool {
    let needed = needed_seats(catalog, package, chosen);
    let fits = |(needed, taken): (&NeededSeat<'_>, &PartSeat)| {
        let seating = performance::find(catalog, &needed.performance_id).and_then(|performance| performance.seating);
        let place = seating.and_then(|seating| seating.seat(&taken.seat.id));
        place.is_some_and(|place| performance::is_sold_in(needed.variant, &place.section))
    };
    needed.len() == seats.len() && needed.iter().zip(seats).all(fits)
}

/// The seats of a package of the cart, in the order of its parts.
pub fn seats_of(line: &CartLine) -> Vec<PartSeat> {
    let of_parts = line.parts().flat_map(|part| &part.performances.0);
    let seat =
        |chosen: &ChosenPerformance| Some(PartSeat { section: chosen.section.clone()?, seat: chosen.seat.clone()? });
    of_parts.filter_map(seat).collect()
}

/// The parts of a package that consist of this part of the catalogue: one for each seat, taken from `seats`, or else one
/// for the whole quantity.
pub fn placed(
    catalog: &Catalog,
    asked: &QuotedPart<'_>,
    mut part: LinePart,
    seats: &mut impl Iterator<Item = PartSeat>,
) -> Vec<LinePart> {
    let mut with_seat = Vec::new();
    for (at, chosen) in part.performances.0.iter_mut().enumerate() {
        if needs_seat(catalog, &chosen.performance_id, asked.variant) {
            with_seat.push(at);
        } else if let Some(performance) = performance::find(catalog, &chosen.performance_id) {
            chosen.section = performance::only_section(&performance, asked.variant).map(ChosenSection::from);
        }
    }
    if with_seat.is_empty() {
        return vec![part];
    }
    let units = part.quantity as usize;
    part.quantity = 1;
    let mut parts: Vec<LinePart> = repeat_n(part, units).collect();
    for unit in &mut parts {
        for (at, taken) in with_seat.iter().zip(seats.by_ref().take(with_seat.len())) {
            let chosen = &mut unit.performances.0[*at];
            (chosen.section, chosen.seat) = (Some(taken.section), Some(taken.seat));
        }
    }
    parts
}

fn needs_seat(catalog: &Catalog, id: &PerformanceId, variant: &Variant) -> bool {
    let is_seated = |performance: &Performance<'_>| {
        performance.show.show_type == ShowType::Seats
            && performance::only_section(performance, variant).is_none_or(|section| section.is_numbered())
    };
    performance::find(catalog, id).is_some_and(|performance| is_seated(&performance))
}
