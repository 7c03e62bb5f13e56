//! What becomes of an order line whose performance was moved. Pure.

use crate::error::Refusal;
use crate::shop::cart::{ChosenPerformance, ChosenPerformances, LinePackage, UnitsAt, draws_after_move};
use crate::shop::inventory::Draw;
use crate::shop::order::{LineMove, Moved, OrderLineRow, SoldOrder};
use crate::shop::performance::{Performance, is_sold_for, keeps_delays};
use midway_catalog::Catalog;
use midway_kernel::id::{PerformanceId, ProductId, VariantId};
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const NOT_SOLD: Text = Text { id: "performance-move.not-sold", default: "{{name}} isn't sold for the new time." };
const BUNDLE: Text = Text {
    id: "performance-move.bundle",
    default: "{{name}} is a bundle for one day, and the new time is on a different day.",
};
const DELAY: Text = Text {
    id: "performance-move.delay",
    default: "{{name}} includes another performance that conflicts with the new time.",
};
const TWICE: Text = Text { id: "performance-move.twice", default: "{{name}} already has a spot at the new time." };
const NO_PLACE: Text = Text { id: "performance-move.no-place", default: "{{place}} doesn't exist at the new time." };

/// The line after its performance `from` was moved to `to`, and what it draws then. `units` is the number of its units that
/// have places, and `sold` what it draws before.
///
/// # Errors
/// A refusal for a line that cannot be moved.
pub fn moved(
    catalog: &Catalog,
    line: &OrderLineRow,
    (from, to): (&PerformanceId, &Performance<'_>),
    (units, sold): (u32, &[Draw]),
) -> Result<(LineMove, Vec<Draw>), Refusal> {
    let named = |text| Refusal::new(text).with("name", SoldOrder::name_of(line));
    let before = line.at(from).ok_or_else(|| named(NOT_SOLD))?;
    if line.at(&to.id).is_some() {
        return Err(named(TWICE));
    }
    let is_of_day = line.package.as_ref().is_some_and(|package| package.bundle_date.is_some());
    if is_of_day && before.date != to.date {
        return Err(named(BUNDLE));
    }
    let performances = ChosenPerformances(line.performances.0.iter().map(|it| changed(it, from, to)).collect());
    let package = line.package.as_ref().map(|package| LinePackage {
        parts: package
            .parts
            .iter()
            .cloned()
            .map(|mut part| {
                part.performances =
                    ChosenPerformances(part.performances.0.iter().map(|it| changed(it, from, to)).collect());
                part
            })
            .collect(),
        ..package.clone()
    });
    // A bundle is sold as its parts alone.
    let own = (!is_of_day).then_some((&line.product_id, &line.variant_id, &performances));
    let parts = package.iter().flat_map(|package| &package.parts);
    let parts = parts.map(|part| (&part.product_id, &part.variant_id, &part.performances));
    for item in own.into_iter().chain(parts) {
        check_is_sold(catalog, item, to).map_err(named)?;
    }
    let mut places =
        performances.0.iter().chain(package.iter().flat_map(|it| &it.parts).flat_map(|it| &it.performances.0));
    if let Some(missing) = places.find(|it| it.performance_id == to.id && !has_place(it, to)) {
        return Err(Refusal::new(NO_PLACE).with("place", missing.place().unwrap_or_default()));
    }
    let items: Vec<UnitsAt<'_>> = match &line.package {
        None => vec![(&line.variant_id, &line.performances, units)],
        Some(package) => {
            let of_part = |part| {
                let part: &crate::shop::cart::LinePart = part;
                (&part.variant_id, &part.performances, units.saturating_mul(part.quantity))
            };
            package.parts.iter().map(of_part).collect()
        }
    };
    let draws = draws_after_move(catalog, sold, &items, (before, to)).ok_or_else(|| named(NOT_SOLD))?;
    let moved = LineMove {
        line_id: line.id.clone(),
        moved: Moved { from: before.clone(), to: changed(before, from, to) },
        performances,
        package,
        units_sold: draws.iter().map(|draw| i64::from(draw.quantity)).sum(),
    };
    Ok((moved, draws))
}

/// What was chosen, at the new time if it was for the performance `from`. The place stays.
fn changed(chosen: &ChosenPerformance, from: &PerformanceId, to: &Performance<'_>) -> ChosenPerformance {
    if chosen.performance_id != *from {
        return chosen.clone();
    }
    ChosenPerformance {
        performance_id: to.id.clone(),
        date: to.date,
        time: to.time,
        label: to.label.map(str::to_owned),
        valid_all_day: to.show.valid_all_day,
        starts_at: to.starts_at,
        ..chosen.clone()
    }
}

/// Checks that a product with these performances could be sold for the new time.
fn check_is_sold(
    catalog: &Catalog,
    (product, variant, performances): (&ProductId, &VariantId, &ChosenPerformances),
    to: &Performance<'_>,
) -> Result<(), Text> {
    let Some(chosen) = performances.0.iter().find(|chosen| chosen.performance_id == to.id) else { return Ok(()) };
    let product = catalog.product(product).ok_or(NOT_SOLD)?;
    let selection = (chosen.selection_index as usize).checked_sub(1).and_then(|at| product.selections.get(at));
    let is_sold = catalog.variant(variant).is_some_and(|(_, variant)| is_sold_for(variant, to.show));
    if !is_sold || !selection.is_some_and(|selection| selection.offers(&to.show.id, to.time)) {
        return Err(NOT_SOLD);
    }
    let starts: Vec<Instant> = performances.0.iter().map(|chosen| chosen.starts_at).collect();
    if keeps_delays(product, &starts) { Ok(()) } else { Err(DELAY) }
}

/// Whether the hall of a performance has the chosen section and seat.
fn has_place(chosen: &ChosenPerformance, at: &Performance<'_>) -> bool {
    let has_section = chosen
        .section
        .as_ref()
        .is_none_or(|section| at.seating.is_some_and(|seating| seating.section(&section.id).is_some()));
    has_section
        && chosen.seat.as_ref().is_none_or(|seat| at.seating.is_some_and(|seating| seating.seat(&seat.id).is_some()))
}
