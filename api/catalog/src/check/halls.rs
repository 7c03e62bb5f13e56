//! Rules for halls, their sections and seats.

use std::collections::{HashMap, HashSet};

use super::Check;
use crate::files::{AccessiblePlaces, AccessibleSale, Hall, Show};
use midway_kernel::coded::ShowType;
use midway_kernel::id::{HallId, MAX_ID_LENGTH, SectionId};

/// The maximum width and height of a hall's plan, in units of the plan. It is far larger than any screen.
const LARGEST_SIDE: u32 = 100_000;
const MAX_SECTIONS: usize = 100;
/// The maximum number of numbered seats of a hall. Larger halls sell some of their sections by number of places.
const MAX_SEATS: usize = 20_000;
/// The maximum length of a row or seat label, in characters.
const MAX_MARK_LENGTH: usize = 12;
const MAX_CORNERS: usize = 200;
/// The maximum number of people in a box that is sold as a whole.
const MAX_PLACES: u32 = 20;
const MAX_COMPANIONS: u32 = 10;
/// A year.
const MAX_RELEASE_HOURS: u32 = 365 * 24;

pub(crate) fn check(check: &mut Check) {
    let folder = check.folder;
    check.ids("hall", folder.hall.iter().map(|hall| hall.id.0.clone()));
    for (position, hall) in folder.hall.iter().enumerate() {
        self::hall(check, position, hall);
    }
    seats(check);
    for (position, show) in folder.show.iter().enumerate() {
        of_show(check, position, show);
    }
}

fn hall(check: &mut Check, position: usize, hall: &Hall) {
    let fits = hall.size.iter().all(|side| (1..=LARGEST_SIDE).contains(side));
    check
        .say_unless(fits, "hall", position, "size", || format!("`size` is two whole numbers from 1 to {LARGEST_SIDE}"));
    if let Some(chart) = &hall.chart {
        check.picture_name("hall", position, "chart.file", &chart.file);
        check.line("hall", position, "chart.alt", &chart.alt);
    }
    if let Some(accessible) = &hall.accessible {
        self::accessible(check, position, hall, accessible);
    }
    let count = hall.sections.len();
    check.say_unless((1..=MAX_SECTIONS).contains(&count), "hall", position, "section", || {
        format!("a hall has from 1 to {MAX_SECTIONS} sections")
    });
    let seats = check.folder.seat.iter().filter(|seat| seat.hall == hall.id);
    let with_seats: HashSet<&SectionId> = seats.map(|seat| &seat.section).collect();
    // Seats of an unknown hall are reported already, and may belong to this one.
    let is_known = |id: &HallId| check.folder.hall.iter().any(|hall| hall.id == *id);
    let has_lost_seats = check.origins.has_broken("seat") || check.folder.seat.iter().any(|seat| !is_known(&seat.hall));
    let mut ids = HashMap::new();
    for (nth, section) in hall.sections.iter().enumerate() {
        let at = |key: &str| format!("section.{nth}.{key}");
        check.slug("hall", position, &at("id"), section.id.as_str());
        check.first_use(&mut ids, "hall", position, &at("id"), section.id.clone());
        check.line("hall", position, &at("name"), &section.name);
        let has_seats = with_seats.contains(&section.id) || has_lost_seats;
        match section.capacity {
            Some(_) if with_seats.contains(&section.id) => {
                check.say("hall", position, &at("capacity"), "a section with seats has as many places as seats");
            }
            Some(capacity) => check.capacity("hall", position, &at("capacity"), capacity),
            None => check.say_unless(has_seats, "hall", position, &at("id"), || {
                format!("the section \"{}\" has neither seats nor a `capacity`", section.id)
            }),
        }
        if let Some(view) = &section.view {
            check.picture_name("hall", position, &at("view.file"), &view.file);
            check.line("hall", position, &at("view.alt"), &view.alt);
        }
        let corners = section.polygon.len();
        check.say_unless(
            corners == 0 || (3..=MAX_CORNERS).contains(&corners),
            "hall",
            position,
            &at("polygon"),
            || format!("a polygon has from 3 to {MAX_CORNERS} corners"),
        );
        let is_inside = |[x, y]: &[u32; 2]| !has_plane(hall) || *x <= hall.size[0] && *y <= hall.size[1];
        check.say_unless(section.polygon.iter().all(is_inside), "hall", position, &at("polygon"), || {
            format!("a corner is outside the hall's {} by {}", hall.size[0], hall.size[1])
        });
    }
}

fn accessible(check: &mut Check, position: usize, hall: &Hall, accessible: &AccessiblePlaces) {
    let AccessiblePlaces { sale, statement, companions, release_hours_before } = accessible;
    let seats = check.folder.seat.iter().filter(|seat| seat.hall == hall.id);
    let has_places = hall.sections.iter().any(|section| section.accessible)
        || seats.into_iter().any(|seat| !seat.kind.is_standard())
        || check.origins.has_broken("seat");
    check.say_unless(has_places, "hall", position, "accessible.sale", || {
        "the hall has no accessible places: no section with `accessible = true`, and no wheelchair or companion seats"
            .to_owned()
    });
    if let Some(statement) = statement {
        check.line("hall", position, "accessible.statement", statement);
        check.say_unless(*sale == AccessibleSale::Declaration, "hall", position, "accessible.statement", || {
            "a `statement` is made only with `sale = \"declaration\"`".to_owned()
        });
    }
    check.say_unless(*companions <= MAX_COMPANIONS, "hall", position, "accessible.companions", || {
        format!("`companions` is from 0 to {MAX_COMPANIONS}, not {companions}")
    });
    let is_in_reach = release_hours_before.is_none_or(|hours| hours <= MAX_RELEASE_HOURS);
    check.say_unless(is_in_reach, "hall", position, "accessible.release_hours_before", || {
        format!("`release_hours_before` is from 0 to {MAX_RELEASE_HOURS}")
    });
}

/// Whether the plan has a valid size, so that positions in it can be checked. An invalid size is reported once.
fn has_plane(hall: &Hall) -> bool {
    hall.size.iter().all(|side| (1..=LARGEST_SIDE).contains(side))
}

fn seats(check: &mut Check) {
    let folder = check.folder;
    let mut ids = HashMap::new();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (position, seat) in folder.seat.iter().enumerate() {
        let hall = folder.hall.iter().find(|hall| hall.id == seat.hall);
        check.refers(hall.is_some(), "seat", position, "hall", "hall", seat.hall.as_str());
        if let Some(hall) = hall {
            let known = hall.sections.iter().any(|section| section.id == seat.section);
            check.refers(known, "seat", position, "section", "section", seat.section.as_str());
            let is_inside = !has_plane(hall) || seat.x <= hall.size[0] && seat.y <= hall.size[1];
            check.say_unless(is_inside, "seat", position, "x", || {
                format!("the seat is outside the hall's {} by {}", hall.size[0], hall.size[1])
            });
        }
        for (key, mark) in [("row", &seat.row), ("seat", &seat.seat)] {
            check.say_unless(is_mark(mark), "seat", position, key, || {
                format!("`{key}` is letters, digits and hyphens, at most {MAX_MARK_LENGTH}")
            });
        }
        check.say_unless((1..=MAX_PLACES).contains(&seat.places), "seat", position, "places", || {
            format!("`places` is from 1 to {MAX_PLACES}, not {}", seat.places)
        });
        let id = seat.id();
        check.say_unless(id.as_str().len() <= MAX_ID_LENGTH, "seat", position, "seat", || {
            format!("the seat's id \"{id}\" is longer than {MAX_ID_LENGTH} characters")
        });
        check.first_use(&mut ids, "seat", position, "seat", format!("{id} of {}", seat.hall));
        let count = counts.entry(seat.hall.as_str()).or_default();
        *count += 1;
        check.say_unless(*count != MAX_SEATS + 1, "seat", position, "", || {
            format!(
                "a hall has at most {MAX_SEATS} numbered seats: sell other sections of a larger one by their `capacity`"
            )
        });
    }
}

fn is_mark(mark: &str) -> bool {
    (1..=MAX_MARK_LENGTH).contains(&mark.len()) && mark.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

fn of_show(check: &mut Check, position: usize, show: &Show) {
    let Show { hall, show_type, .. } = show;
    match show_type {
        ShowType::General | ShowType::GeneralTimed => {
            check.say_unless(hall.is_none(), "show", position, "hall", || {
                format!("a show of type {} has no hall: type 2 sells sections, type 3 seats", show_type.code())
            });
        }
        ShowType::Sections | ShowType::Seats => {
            let Some(id) = hall else {
                return check.say(
                    "show",
                    position,
                    "type",
                    format!("a show of type {} has a `hall`", show_type.code()),
                );
            };
            let found = check.folder.hall.iter().find(|hall| hall.id == *id);
            check.refers(found.is_some(), "show", position, "hall", "hall", id.as_str());
            if let (ShowType::Seats, Some(hall)) = (show_type, found) {
                let is_numbered = hall.sections.iter().any(|section| section.capacity.is_none());
                check.say_unless(is_numbered, "show", position, "hall", || {
                    format!("a show of type 3 sells numbered seats, and \"{id}\" has none: type 2 sells its sections")
                });
            }
        }
    }
}
