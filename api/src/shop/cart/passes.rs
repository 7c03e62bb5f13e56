//! The passes of a cart: whom each is for, what it may be, and what is still to be said of it (spec 2 §4, §5). Pure.

use chrono::NaiveDate;
use chrono_tz::Tz;

use super::entity::cart::Model as Cart;
use super::entity::line::CartLine;
use super::entity::pass::Passholder;
use crate::error::{FieldFault, Refusal};
use crate::kernel::address::USA;
use crate::kernel::text::Text;
use crate::kernel::time::{Instant, day_at};
use crate::shop::catalog::files::Settings;
use crate::shop::catalog::{Catalog, PassOption};
use crate::shop::ticket::Holder;

pub const CORRECT_ABOVE: Text = Text { id: "pass.correct-above", words: "Please correct errors above" };
pub const SELECTION_REQUIRED: Text = Text { id: "pass.selection-required", words: "Selection is required" };
pub const NOT_COMPLETED: Text =
    Text { id: "pass.not-completed", words: "Please complete the details of every pass holder first." };
pub const NAME_LOCKED: Text = Text { id: "pass.name-locked", words: "The name on this pass cannot be changed." };
pub const BIRTH_DATE_LOCKED: Text =
    Text { id: "pass.birth-date-locked", words: "The birth date on this pass cannot be changed." };
pub const NOT_OF_AGE: Text =
    Text { id: "pass.not-of-age", words: "This pass is not for somebody who was born on that day." };
pub const NO_NEW_PASSES: Text =
    Text { id: "pass.no-new", words: "Please choose passes on the page of passes: none is added here." };

/// A pass of a cart, with or without its product.
#[derive(Clone, Debug)]
pub struct CartPass {
    pub id: String,
    pub line: Option<CartLine>,
    pub passholder: Passholder,
}

/// What keeps a pass from going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// A field is empty or wrong.
    NotCompleted,
    /// Nobody has said for a year that all of it is so.
    NotConfirmed,
}

/// All passes of a cart: those that are lines, in their order, and after them those that have no product.
pub fn passes(cart: &Cart) -> Vec<CartPass> {
    let of_lines = cart.lines.iter().filter(|line| line.pass.is_some()).map(|line| CartPass {
        id: line.id.clone(),
        passholder: line.passholder.as_deref().cloned().unwrap_or_default(),
        line: Some(line.clone()),
    });
    let blank = cart.blank_passes.iter().flat_map(|blank| &blank.0);
    let blank = blank.map(|it| CartPass { id: it.id.clone(), line: None, passholder: it.passholder.clone() });
    of_lines.chain(blank).collect()
}

impl CartPass {
    pub fn is_renewal(&self) -> bool {
        self.passholder.renews.is_some()
    }

    /// What is still to be said of its passholder.
    pub fn blocked(&self, catalog: &Catalog, now: Instant) -> Option<Blocked> {
        if !self.faults(catalog, &self.passholder.holder, now).is_empty() {
            Some(Blocked::NotCompleted)
        } else if self.is_renewal() && self.passholder.holder.needs_confirmation(now) {
            Some(Blocked::NotConfirmed)
        } else {
            None
        }
    }

    /// Whether anything is to be said or chosen of it before it is paid for.
    pub fn is_open(&self, catalog: &Catalog, now: Instant) -> bool {
        self.line.is_none() || self.blocked(catalog, now).is_some()
    }

    /// The fields that would be wrong if these were its passholder's.
    fn faults(&self, catalog: &Catalog, holder: &Holder, now: Instant) -> Vec<(&'static str, Text)> {
        let mut faults = holder.faults(self.today(catalog, now), |state| is_state(catalog, state));
        let variant = self.line.as_ref().and_then(|line| catalog.variant(&line.variant_id));
        if let (Some((_, variant)), Some(born)) = (variant, holder.birth_date)
            && !variant.is_for(born)
            && faults.iter().all(|(field, _)| *field != "birthDate")
        {
            faults.push(("birthDate", NOT_OF_AGE));
        }
        faults
    }

    /// Its passholder as somebody now describes them.
    ///
    /// # Errors
    /// A refusal with one entry per wrong field.
    pub fn described(&self, catalog: &Catalog, given: Holder, now: Instant) -> Result<Holder, Refusal> {
        let given = given.cleaned(self.today(catalog, now));
        let mut faults = self.faults(catalog, &given, now);
        if let Some(held) = &self.passholder.renews {
            let settings = catalog.settings();
            for (field, is_kept) in [
                ("firstName", allows_name_change(settings, true) || given.first_name == held.holder.first_name),
                ("lastName", allows_name_change(settings, true) || given.last_name == held.holder.last_name),
            ] {
                if !is_kept {
                    faults.push((field, NAME_LOCKED));
                }
            }
            if !allows_birth_date_change(settings, true) && given.birth_date != held.holder.birth_date {
                faults.push(("birthDate", BIRTH_DATE_LOCKED));
            }
        }
        if faults.is_empty() {
            let picture = self.passholder.holder.picture.clone();
            return Ok(Holder { picture, confirmed_at: Some(now), ..given });
        }
        let fault = |(field, text): (&str, Text)| FieldFault { field: field.to_owned(), text, values: Vec::new() };
        let fields = faults.into_iter().map(fault).collect();
        Err(Refusal { text: CORRECT_ABOVE, values: Vec::new(), fields })
    }

    /// What it may be: for one that renews another, what that may be renewed by; for a new one every pass that is sold to everybody.
    pub fn options<'c>(&self, catalog: &'c Catalog, now: Instant) -> Vec<PassOption<'c>> {
        let today = self.today(catalog, now);
        let found = match &self.passholder.renews {
            Some(held) => catalog.renewals(&held.variant_id, held.valid_until, today, now),
            None => catalog.passes(now),
        };
        let born = self.passholder.holder.birth_date;
        found.into_iter().filter(|it| born.is_none_or(|born| it.variant.is_for(born))).collect()
    }

    /// The day at its venue; before it has a product, at the first venue.
    pub fn today(&self, catalog: &Catalog, now: Instant) -> NaiveDate {
        let of_line = self.line.as_ref().map(|line| super::rules::zone_of(catalog, line));
        let first = catalog.folder().site.first().map_or(Tz::UTC, |site| site.time_zone);
        day_at(now, of_line.unwrap_or(first))
    }
}

/// Spec 2 §2: those of the country with id 80.
fn is_state(catalog: &Catalog, abbreviation: &str) -> bool {
    catalog.folder().state.iter().any(|state| state.country_id == USA && state.abbreviation == abbreviation)
}

/// Whether the name of a pass may be written: that of a new one always.
pub fn allows_name_change(settings: &Settings, is_renewal: bool) -> bool {
    !is_renewal || settings.allow_pass_name_change
}

/// The same for its birth date.
pub fn allows_birth_date_change(settings: &Settings, is_renewal: bool) -> bool {
    !is_renewal || settings.allow_pass_birth_date_change
}
