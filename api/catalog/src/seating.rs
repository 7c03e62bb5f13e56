//! The seats of a hall, found by id and by row. The index is built once for each revision.

use std::collections::HashMap;

use crate::files::{AccessiblePlaces, Folder, Seat, SeatFeature, SeatFeatures, SeatKind, Section};
use midway_kernel::id::{HallId, SeatId, SectionId};

/// A gap is an aisle if it is wider than this many tenths of the narrowest gap of its row. Seats on the two sides of an
/// aisle are not adjacent.
const AISLE_TENTHS: u64 = 16;

/// The sections and seats of a hall.
#[derive(Debug, Default)]
pub struct Seating {
    /// The hall's index in the folder's list of halls.
    pub(crate) hall: usize,
    pub sections: Vec<SeatingSection>,
    /// How the accessible places are sold; `None` if they are sold like all others.
    pub accessible: Option<AccessiblePlaces>,
    /// The seats, ordered by section, then by row, then along the row.
    pub seats: Vec<Place>,
    by_id: HashMap<SeatId, usize>,
}

#[derive(Debug)]
pub struct SeatingSection {
    pub id: SectionId,
    pub name: String,
    /// How many people the section holds.
    pub capacity: u32,
    /// Whether it consists of wheelchair spaces and the seats beside them.
    pub is_accessible: bool,
    /// The rows of its seats; empty if its places are not numbered.
    pub rows: Vec<Row>,
}

impl SeatingSection {
    /// Whether the section has numbered seats.
    pub fn is_numbered(&self) -> bool {
        !self.rows.is_empty()
    }
}

/// A row. Each run is a range of adjacent seats in [`Seating::seats`].
#[derive(Debug)]
pub struct Row {
    pub name: String,
    pub runs: Vec<std::ops::Range<usize>>,
}

/// A seat of a hall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub id: SeatId,
    pub section: SectionId,
    pub row: String,
    pub seat: String,
    pub x: u32,
    pub y: u32,
    pub kind: SeatKind,
    /// How many people the seat is for: more than one for a box or a table that is sold as a whole.
    pub places: u32,
    pub features: SeatFeatures,
}

impl Place {
    pub fn has_restricted_view(&self) -> bool {
        self.features.has(SeatFeature::RestrictedView)
    }
}

impl Seating {
    pub fn seat(&self, id: &SeatId) -> Option<&Place> {
        self.by_id.get(id).map(|&at| &self.seats[at])
    }

    pub fn section(&self, id: &SectionId) -> Option<&SeatingSection> {
        self.sections.iter().find(|section| section.id == *id)
    }

    /// The number of places in the hall.
    pub fn capacity(&self) -> u32 {
        self.sections.iter().map(|section| section.capacity).fold(0, u32::saturating_add)
    }
}

pub(crate) fn seating(folder: &Folder) -> HashMap<HallId, Seating> {
    let mut seats_of: HashMap<(&HallId, &SectionId), Vec<&Seat>> = HashMap::new();
    for seat in &folder.seat {
        seats_of.entry((&seat.hall, &seat.section)).or_default().push(seat);
    }
    let halls = folder.hall.iter().enumerate().map(|(position, hall)| {
        let mut seating = Seating { hall: position, accessible: hall.accessible.clone(), ..Seating::default() };
        for section in &hall.sections {
            let seats = seats_of.remove(&(&hall.id, &section.id)).unwrap_or_default();
            add(&mut seating, section, &seats);
        }
        seating.by_id = seating.seats.iter().enumerate().map(|(at, place)| (place.id.clone(), at)).collect();
        (hall.id.clone(), seating)
    });
    halls.collect()
}

fn add(seating: &mut Seating, section: &Section, seats: &[&Seat]) {
    let mut rows: Vec<(&str, Vec<&Seat>)> = Vec::new();
    for &seat in seats {
        match rows.iter_mut().find(|(name, _)| *name == seat.row) {
            Some((_, row)) => row.push(seat),
            None => rows.push((&seat.row, vec![seat])),
        }
    }
    let rows = rows.into_iter().map(|(name, row)| {
        let row = along(row);
        let first = seating.seats.len();
        seating.seats.extend(row.iter().map(|seat| Place {
            id: seat.id(),
            section: section.id.clone(),
            row: seat.row.clone(),
            seat: seat.seat.clone(),
            x: seat.x,
            y: seat.y,
            kind: seat.kind,
            places: seat.places,
            features: seat.features.clone(),
        }));
        Row { name: name.to_owned(), runs: runs(&row, first) }
    });
    let rows = rows.collect();
    let places = seats.iter().map(|seat| seat.places).fold(0, u32::saturating_add);
    seating.sections.push(SeatingSection {
        id: section.id.clone(),
        name: section.name.clone(),
        capacity: section.capacity.unwrap_or(places),
        is_accessible: section.accessible,
        rows,
    });
}

/// The seats of a row as they stand beside each other: as they are listed, or from left to right if that is the shorter
/// way. So a row may bend around the stage, and a row whose odd and even numbers are listed apart is still one row.
fn along(listed: Vec<&Seat>) -> Vec<&Seat> {
    let mut from_left = listed.clone();
    from_left.sort_by_key(|seat| (seat.x, seat.y));
    let length = |row: &[&Seat]| row.windows(2).map(|pair| (distance(pair[0], pair[1]) as f64).sqrt()).sum::<f64>();
    // A straight row that is listed from right to left is as long in both orders.
    if length(&listed) >= length(&from_left) - 0.5 {
        return from_left;
    }
    let is_from_right = listed.first().map(|seat| seat.x) > listed.last().map(|seat| seat.x);
    if is_from_right { listed.into_iter().rev().collect() } else { listed }
}

/// The runs of adjacent seats of a row, which is split at its aisles. `first` is the index of the row's first seat in
/// [`Seating::seats`].
fn runs(row: &[&Seat], first: usize) -> Vec<std::ops::Range<usize>> {
    let gaps: Vec<u64> = row.windows(2).map(|pair| distance(pair[0], pair[1])).collect();
    let narrowest = gaps.iter().copied().min().unwrap_or(0);
    let mut runs = Vec::new();
    let mut start = 0;
    for (at, gap) in gaps.iter().enumerate() {
        if gap * 100 > narrowest * AISLE_TENTHS * AISLE_TENTHS {
            runs.push(first + start..first + at + 1);
            start = at + 1;
        }
    }
    runs.push(first + start..first + row.len());
    runs
}

/// The squared distance of two seats. It is squared so that the result is an integer.
fn distance(one: &Seat, other: &Seat) -> u64 {
    let (x, y) = (u64::from(one.x.abs_diff(other.x)), u64::from(one.y.abs_diff(other.y)));
    x * x + y * y
}
