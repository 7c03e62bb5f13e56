//! Who may buy the accessible places of a hall: everybody, shoppers who declare that they need them, or nobody online.
//! Companion seats are sold only together with wheelchair spaces. Pure.

use std::collections::BTreeMap;

use super::line::{CartLine, ChosenSeat, ChosenSection};
use crate::error::Refusal;
use crate::shop::performance::{self, Performance};
use midway_catalog::Catalog;
use midway_catalog::files::{AccessiblePlaces, AccessibleSale, SeatKind};
use midway_kernel::id::PerformanceId;
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::Instant;

const DECLARE: Text = Text { id: "accessible.declare", default: "Please confirm: {{statement}}" };
const STATEMENT: Text =
    Text { id: "accessible.statement", default: "A guest in my party needs a wheelchair space or a companion seat." };
const CONTACT: Text =
    Text { id: "accessible.contact", default: "Please contact us to book wheelchair spaces and companion seats." };
const CONTACT_BY_PHONE: Text = Text {
    id: "accessible.contact-by-phone",
    default: "To book wheelchair spaces and companion seats, please call {{phone}}.",
};
const ONLY_WITH_SPACE: Text = Text {
    id: "accessible.only-with-space",
    default: "Companion seats are sold only with a wheelchair space. Please choose a wheelchair space too.",
};
const MOST_COMPANIONS: Text = Text {
    id: "accessible.most-companions",
    default: "The limit for companion seats is {{max}} per wheelchair space.",
};

/// Why a place cannot be bought now: it is an accessible one, and the shopper has not declared the need for it, or it is
/// not sold online. `None` for every other place.
pub fn refusal(
    catalog: &Catalog,
    performance: &Performance<'_>,
    (section, seat): (Option<&ChosenSection>, Option<&ChosenSeat>),
    is_need_declared: bool,
    now: Instant,
) -> Option<Refusal> {
    let accessible = rule_for(performance, (section, seat), now)?;
    match accessible.sale {
        AccessibleSale::Open => None,
        AccessibleSale::Declaration if is_need_declared => None,
        AccessibleSale::Declaration => Some(Refusal::new(DECLARE).with("statement", statement(catalog, accessible))),
        AccessibleSale::Contact => Some(not_sold_online(catalog)),
    }
}

/// Whether the need for a place is declared when it is bought. Only then is a declaration kept.
pub fn is_declared(
    performance: &Performance<'_>,
    place: (Option<&ChosenSection>, Option<&ChosenSeat>),
    now: Instant,
) -> bool {
    rule_for(performance, place, now).is_some_and(|rule| rule.sale == AccessibleSale::Declaration)
}

/// How a place is sold now, if it is an accessible one.
fn rule_for<'p>(
    performance: &'p Performance<'_>,
    (section, seat): (Option<&ChosenSection>, Option<&ChosenSeat>),
    now: Instant,
) -> Option<&'p AccessiblePlaces> {
    let accessible = performance.accessible_places(now)?;
    let seating = performance.seating?;
    let is_accessible_seat =
        seat.and_then(|seat| seating.seat(&seat.id)).is_some_and(|place| !place.kind.is_standard());
    let of_section = section.and_then(|section| seating.section(&section.id));
    (is_accessible_seat || of_section.is_some_and(|section| section.is_accessible)).then_some(accessible)
}

/// What the shopper declares.
pub fn statement(catalog: &Catalog, accessible: &AccessiblePlaces) -> String {
    accessible.statement.clone().unwrap_or_else(|| catalog.message(STATEMENT, &[]))
}

/// How shoppers book accessible places that are not sold online.
pub fn contact(catalog: &Catalog) -> String {
    let refusal = not_sold_online(catalog);
    catalog.message(refusal.text, &refusal.values)
}

fn not_sold_online(catalog: &Catalog) -> Refusal {
    match &catalog.settings().phone {
        Some(phone) => Refusal::new(CONTACT_BY_PHONE).with("phone", phone),
        None => Refusal::new(CONTACT),
    }
}

/// Checks that no companion seat is added without a wheelchair space.
pub fn companions_have_spaces(
    catalog: &Catalog,
    before: &[CartLine],
    after: &[CartLine],
    now: Instant,
) -> Result<(), Refusal> {
    let earlier = counts(catalog, before);
    let alone = counts(catalog, after).into_iter().find_map(|(id, count)| {
        let grows = count.companions > earlier.get(&id).map_or(0, |earlier| earlier.companions);
        count.refusal(catalog, &id, now).filter(|_| grows)
    });
    alone.map_or(Ok(()), Err)
}

/// The companion seats without a wheelchair space, one refusal for each performance. They keep the lines from being
/// bought.
pub fn lonely_companions(catalog: &Catalog, lines: &[CartLine], now: Instant) -> Vec<Refusal> {
    counts(catalog, lines).into_iter().filter_map(|(id, count)| count.refusal(catalog, &id, now)).collect()
}

/// The wheelchair spaces and companion seats of a performance.
#[derive(Default)]
struct Count {
    spaces: u32,
    companions: u32,
}

impl Count {
    /// Why these companion seats cannot be bought; `None` if there are enough wheelchair spaces for them.
    fn refusal(&self, catalog: &Catalog, id: &PerformanceId, now: Instant) -> Option<Refusal> {
        let performance = performance::find(catalog, id)?;
        let most = performance.accessible_places(now)?.companions;
        if self.companions <= self.spaces.saturating_mul(most) {
            return None;
        }
        Some(match self.spaces {
            0 => Refusal::new(ONLY_WITH_SPACE),
            _ => Refusal::new(MOST_COMPANIONS).with("max", most),
        })
    }
}

fn counts(catalog: &Catalog, lines: &[CartLine]) -> BTreeMap<PerformanceId, Count> {
    let mut counts: BTreeMap<PerformanceId, Count> = BTreeMap::new();
    let lines = lines.iter().filter(|line| line.quantity > 0);
    let chosen = lines.flat_map(|line| line.all_performances().map(|chosen| (line.quantity, chosen)));
    for (quantity, chosen) in chosen.filter(|(_, chosen)| chosen.section.is_some()) {
        let seating = performance::find(catalog, &chosen.performance_id).and_then(|found| found.seating);
        let place = chosen.seat.as_ref().and_then(|seat| seating?.seat(&seat.id));
        let section = chosen.section.as_ref().and_then(|section| seating?.section(&section.id));
        let is_space = chosen.seat.is_none() && section.is_some_and(|section| section.is_accessible);
        let (spaces, companions) = match place.map(|place| place.kind) {
            Some(SeatKind::Wheelchair) => (1, 0),
            Some(SeatKind::Companion) => (0, 1),
            _ if is_space => (quantity, 0),
            _ => continue,
        };
        let count = counts.entry(chosen.performance_id.clone()).or_default();
        count.spaces = count.spaces.saturating_add(spaces);
        count.companions += companions;
    }
    counts
}
