//! The seats of a hall, found by id and by row. The index is built once for each revision.

use std::collections::HashMap;

use crate::files::{Folder, Seat, SeatKind, Section};
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
    /// The seats, ordered by section, then by row, then from left to right.
    pub seats: Vec<Place>,
    by_id: HashMap<SeatId, usize>,
}

#[derive(Debug)]
pub struct SeatingSection {
    pub id: SectionId,
    pub name: String,
    pub capacity: u32,
    pub rows: Vec<Row>,
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
        let mut seating = Seating { hall: position, ..Seating::default() };
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
    let rows = rows.into_iter().map(|(name, mut row)| {
        row.sort_by_key(|seat| (seat.x, seat.y));
        let first = seating.seats.len();
        seating.seats.extend(row.iter().map(|seat| Place {
            id: seat.id(),
            section: section.id.clone(),
            row: seat.row.clone(),
            seat: seat.seat.clone(),
            x: seat.x,
            y: seat.y,
            kind: seat.kind,
        }));
        Row { name: name.to_owned(), runs: runs(&row, first) }
    });
    let rows = rows.collect();
    let capacity = section.capacity.unwrap_or(u32::try_from(seats.len()).unwrap_or(u32::MAX));
    seating.sections.push(SeatingSection { id: section.id.clone(), name: section.name.clone(), capacity, rows });
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
