//! The rules about passes in a cart. Pure.
//!
//! Each pass is for one person and has a separate line ([`one_line_per_pass`]). A pass or ticket can be renewed or
//! upgraded only once: [`without_known`] ensures this in one cart, and a stock of one unit ensures it over all carts
//! ([`only_follower`]). Which products a pass may have depends on the earlier ticket and on the passholder's birth date
//! ([`CartPass::options`]). Payment waits until each pass has a product and complete details ([`CartPass::is_open`]).

use chrono::NaiveDate;
use chrono_tz::Tz;

use super::entity::cart::Model as Cart;
use super::line::{CartLine, zone_of};
use super::pass_details::{BlankPass, EarlierTicket, PassDetails};
use super::sellable::{NOT_FOR_SALE, SellableLine};
use crate::error::{FieldFault, Refusal};
use crate::shop::inventory::{Draw, StockKey};
use crate::shop::ticket::Passholder;
use midway_catalog::files::{Settings, Variant};
use midway_catalog::{Catalog, Exchanged, PassOption};
use midway_kernel::id::VariantId;
use midway_kernel::text::Text;
use midway_kernel::time::{Instant, day_at};

pub const CORRECT_ABOVE: Text = Text { id: "pass.correct-above", default: "Please correct errors above" };
pub const SELECTION_REQUIRED: Text = Text { id: "pass.selection-required", default: "Selection is required" };
pub const NOT_COMPLETED: Text =
    Text { id: "pass.not-completed", default: "Please complete the details for every passholder first." };
pub const NAME_LOCKED: Text = Text { id: "pass.name-locked", default: "The name on this pass can't be changed." };
pub const BIRTH_DATE_LOCKED: Text =
    Text { id: "pass.birth-date-locked", default: "The birth date on this pass can't be changed." };
pub const NOT_OF_AGE: Text =
    Text { id: "pass.not-of-age", default: "The passholder's age doesn't qualify for this pass." };
pub const ONE_PASS: Text =
    Text { id: "cart.one-pass", default: "Each pass is for one person. Please add one pass per person." };
pub const NO_NEW_PASSES: Text =
    Text { id: "pass.no-new", default: "You can't add passes here. Please choose from the passes we offer." };
pub const RENEWED_HERE: Text = Text {
    id: "pass.renewed-here",
    default: "Your cart already includes a renewal for pass {{id}}. Please remove it before you upgrade this pass.",
};
pub const UPGRADED_HERE: Text = Text {
    id: "pass.upgraded-here",
    default: "Your cart already includes an upgrade for pass {{id}}. Please remove it before you renew this pass.",
};

/// A pass of a cart, with or without its product.
#[derive(Clone, Debug)]
pub struct CartPass {
    pub id: String,
    pub line: Option<CartLine>,
    pub details: PassDetails,
}

/// Why the shopper cannot continue with a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// A field is empty or invalid.
    NotCompleted,
    /// The pass is a renewal, and its passholder's data was never confirmed or was last confirmed more than a year ago.
    NotConfirmed,
}

/// All passes of a cart: first the passes that are lines, in the order of the lines, then the passes without a product.
pub fn passes(cart: &Cart) -> Vec<CartPass> {
    let of_lines = cart.lines.iter().filter(|line| line.pass().is_some()).map(|line| CartPass {
        id: line.id.clone(),
        details: line.pass_details().cloned().unwrap_or_default(),
        line: Some(line.clone()),
    });
    let blank = cart.blank_passes.iter().flat_map(|blank| &blank.0);
    let blank = blank.map(|it| CartPass { id: it.id.clone(), line: None, details: it.details.clone() });
    of_lines.chain(blank).collect()
}

impl CartPass {
    pub fn is_upgrade(&self) -> bool {
        self.details.upgrades().is_some()
    }

    pub fn is_renewal(&self) -> bool {
        self.details.renews().is_some()
    }

    /// Whether the pass upgrades a ticket and has no product yet. The shopper has only looked at the upgrades so far, so
    /// the pass blocks nothing, and the cart does not show it. It ends with the cart.
    pub fn is_unchosen_upgrade(&self) -> bool {
        self.line.is_none() && self.is_upgrade()
    }

    /// Why the shopper cannot continue with this pass; `None` when the passholder is complete and, for a renewal,
    /// confirmed within a year.
    pub fn blocked(&self, catalog: &Catalog, now: Instant) -> Option<Blocked> {
        if !self.faults(catalog, &self.details.passholder, now).is_empty() {
            Some(Blocked::NotCompleted)
        } else if self.is_renewal() && self.details.passholder.needs_confirmation(now) {
            Some(Blocked::NotConfirmed)
        } else {
            None
        }
    }

    /// Whether the passholder or the product must be completed before payment.
    pub fn is_open(&self, catalog: &Catalog, now: Instant) -> bool {
        !self.is_unchosen_upgrade() && (self.line.is_none() || self.blocked(catalog, now).is_some())
    }

    /// The fields of `passholder` that are invalid for this pass, each with the error text.
    fn faults(&self, catalog: &Catalog, passholder: &Passholder, now: Instant) -> Vec<(&'static str, Text)> {
        let mut faults = passholder.faults(self.today(catalog, now), |state| catalog.is_state(state));
        if let Some((_, variant)) = self.line.as_ref().and_then(|line| catalog.variant(&line.variant_id)) {
            faults.extend(fault_of_age(variant, passholder, &faults));
        }
        faults
    }

    /// Checks newly entered data of the passholder and returns the confirmed passholder.
    ///
    /// # Errors
    /// A refusal with one entry per invalid field.
    pub fn with_details(&self, catalog: &Catalog, given: Passholder, now: Instant) -> Result<Passholder, Refusal> {
        let given = given.cleaned(self.today(catalog, now));
        let mut faults = self.faults(catalog, &given, now);
        if let Some(held) = self.details.follows.as_ref().filter(|_| self.details.is_known()) {
            let settings = catalog.settings();
            for (field, is_kept) in [
                ("firstName", allows_name_change(settings, true) || given.first_name == held.passholder.first_name),
                ("lastName", allows_name_change(settings, true) || given.last_name == held.passholder.last_name),
            ] {
                if !is_kept {
                    faults.push((field, NAME_LOCKED));
                }
            }
            if !allows_birth_date_change(settings, true) && given.birth_date != held.passholder.birth_date {
                faults.push(("birthDate", BIRTH_DATE_LOCKED));
            }
        }
        if faults.is_empty() {
            let picture = self.details.passholder.picture.clone();
            return Ok(Passholder { picture, confirmed_at: Some(now), ..given });
        }
        Err(correct_above(faults.into_iter().map(|(field, text)| (field.to_owned(), text))))
    }

    /// The products that the pass may have: for a renewal or upgrade the products that the old ticket allows, for a new
    /// pass every pass on public sale. If the birth date is known, only products for this birth date are included.
    pub fn options<'c>(&self, catalog: &'c Catalog, now: Instant) -> Vec<PassOption<'c>> {
        let found = match &self.details.follows {
            Some(held) => options_after(catalog, held, now),
            None => catalog.passes(now),
        };
        let born = self.details.passholder.birth_date;
        found.into_iter().filter(|it| born.is_none_or(|born| it.variant.is_for(born))).collect()
    }

    /// Today in the time zone of the pass's site. Before a product is chosen, the time zone of the catalogue's first
    /// site is used.
    pub fn today(&self, catalog: &Catalog, now: Instant) -> NaiveDate {
        let of_line = self.line.as_ref().map(|line| day_at(now, zone_of(catalog, line)));
        of_line.unwrap_or_else(|| first_today(catalog, now))
    }
}

/// Today in the time zone of the catalogue's first site.
fn first_today(catalog: &Catalog, now: Instant) -> NaiveDate {
    day_at(now, catalog.folder().site.first().map_or(Tz::UTC, |site| site.time_zone))
}

/// The option with this variant among [`options_after`].
pub fn option_after<'c>(
    catalog: &'c Catalog,
    held: &EarlierTicket,
    variant: &VariantId,
    now: Instant,
) -> Option<PassOption<'c>> {
    options_after(catalog, held, now).into_iter().find(|option| option.variant.id == *variant)
}

/// The products to which an existing pass or ticket can be renewed or upgraded.
pub fn options_after<'c>(catalog: &'c Catalog, held: &EarlierTicket, now: Instant) -> Vec<PassOption<'c>> {
    let of_product = catalog.variant(&held.variant_id).map(|(product, _)| catalog.today_of(product, now));
    let today = of_product.unwrap_or_else(|| first_today(catalog, now));
    match held.paid {
        None => catalog.renewals(&held.variant_id, held.valid_until, today, now),
        Some(paid) => {
            let last_day = held.valid_on.or(held.valid_until);
            catalog.upgrades(Exchanged { variant: &held.variant_id, paid, last_day, today }, now)
        }
    }
}

/// The passes in `adding` that are not in the cart yet. A renewal replaces an upgrade for which nothing was chosen.
///
/// # Errors
/// A refusal when the same ticket would be both renewed and upgraded.
pub fn without_known(adding: &[BlankPass], there: &[CartPass]) -> Result<Vec<BlankPass>, Refusal> {
    let mut missing = Vec::with_capacity(adding.len());
    for adding in adding {
        let details = &adding.details;
        let follows = |pass: &&CartPass| match (&pass.details.follows, &details.follows) {
            (Some(one), Some(other)) => one.ticket_id == other.ticket_id,
            _ => false,
        };
        let is_replaced = |pass: &&CartPass| details.upgrades().is_none() && pass.is_unchosen_upgrade();
        match (there.iter().filter(|pass| !is_replaced(pass)).find(follows), &details.follows) {
            (Some(pass), Some(held)) if pass.is_upgrade() != details.upgrades().is_some() => {
                let text = if pass.is_upgrade() { UPGRADED_HERE } else { RENEWED_HERE };
                return Err(Refusal::new(text).with("id", &held.media_code));
            }
            (Some(_), _) => {}
            (None, _) => missing.push(adding.clone()),
        }
    }
    Ok(missing)
}

/// Splits a line of passes into one line per pass, because each pass has a separate passholder. Other lines are
/// unchanged.
pub fn one_line_per_pass(line: SellableLine<'_>) -> Vec<SellableLine<'_>> {
    match line.variant.pass {
        Some(_) => (0..line.quantity).map(|_| SellableLine { quantity: 1, ..line.clone() }).collect(),
        None => vec![line],
    }
}

/// The unit that a renewal or an upgrade takes from the stock of the earlier ticket. The stock has only this unit, so
/// no other cart can renew or upgrade the ticket too.
pub fn only_follower(earlier: &EarlierTicket) -> Draw {
    Draw { key: StockKey::ticket(&earlier.ticket_id), capacity: 1, quantity: 1 }
}

/// Checks and normalises the passholders of new passes. Only the person's identity is given when the pass is added; the
/// other fields are asked for later.
///
/// # Errors
/// A refusal for an item that is not a pass, or with one entry per invalid field, named by the pass's position in the
/// call: `newPasses.0.firstName`.
pub fn check_new_passholders(catalog: &Catalog, lines: &mut [SellableLine<'_>], now: Instant) -> Result<(), Refusal> {
    let mut wrong = Vec::new();
    for (place, line) in lines.iter_mut().enumerate() {
        let Some(details) = &mut line.pass_details else { continue };
        if line.variant.pass.is_none() {
            return Err(Refusal::new(NOT_FOR_SALE));
        }
        let today = catalog.today_of(line.product, now);
        details.passholder = std::mem::take(&mut details.passholder).cleaned(today);
        let mut faults = details.passholder.person_faults(today);
        faults.extend(fault_of_age(line.variant, &details.passholder, &faults));
        wrong.extend(faults.into_iter().map(|(field, text)| (format!("newPasses.{place}.{field}"), text)));
    }
    if wrong.is_empty() { Ok(()) } else { Err(correct_above(wrong.into_iter())) }
}

/// The error for a birth date outside the pass's age range, unless the birth date is already invalid.
fn fault_of_age(
    variant: &Variant,
    passholder: &Passholder,
    faults: &[(&'static str, Text)],
) -> Option<(&'static str, Text)> {
    let is_told = faults.iter().any(|(field, _)| *field == "birthDate");
    let is_wrong = passholder.birth_date.is_some_and(|born| !variant.is_for(born));
    (is_wrong && !is_told).then_some(("birthDate", NOT_OF_AGE))
}

fn correct_above(faults: impl Iterator<Item = (String, Text)>) -> Refusal {
    let fields = faults.map(|(field, text)| FieldFault { field, text, values: Vec::new() });
    Refusal { fields: fields.collect(), ..Refusal::new(CORRECT_ABOVE) }
}

/// Whether the name on a pass may be edited. The name of a new passholder can always be edited.
pub fn allows_name_change(settings: &Settings, is_known: bool) -> bool {
    !is_known || settings.allow_pass_name_change
}

/// Whether the birth date on a pass may be edited. The birth date of a new passholder can always be edited.
pub fn allows_birth_date_change(settings: &Settings, is_known: bool) -> bool {
    !is_known || settings.allow_pass_birth_date_change
}

#[cfg(test)]
mod tests {
    use super::*;
    use midway_catalog::testing::{catalog, now};

    const PASSES: &str = r#"
        [[product]]
        id = "season"
        site = "park"
        name = "Season"
        short_description = ""
        variant = [
            { id = "adult", name = "Adult", price = "90.00", pass = 1, valid = { days = 365 }, max_birth_date = "2013-12-31" },
            { id = "case", name = "A case for it", price = "8.00" },
        ]
    "#;

    fn somebody(first_name: &str, last_name: &str, born: &str) -> Option<Box<PassDetails>> {
        let (first_name, last_name) = (first_name.to_owned(), last_name.to_owned());
        let passholder = Passholder { first_name, last_name, birth_date: born.parse().ok(), ..Passholder::default() };
        Some(Box::new(PassDetails { follows: None, passholder }))
    }

    /// Runs `check_new_passholders` for passes of a variant and returns the passholders or the errors.
    fn introduced(variant: &str, people: &[(&str, &str, &str)]) -> Result<Vec<String>, Refusal> {
        let catalog = catalog(PASSES);
        let (product, variant) = catalog.variant(&variant.into()).unwrap();
        let line = |(first, last, born): &(&str, &str, &str)| SellableLine {
            product,
            variant,
            quantity: 1,
            performances: Vec::new(),
            seen_price: None,
            redemption: None,
            pass_details: somebody(first, last, born),
            part_seats: Vec::new(),
        };
        let mut lines: Vec<SellableLine<'_>> = people.iter().map(line).collect();
        check_new_passholders(&catalog, &mut lines, now())?;
        Ok(lines.into_iter().filter_map(|line| line.pass_details?.passholder.name()).collect())
    }

    #[test]
    fn new_passholders_are_validated_and_each_error_names_the_position_of_its_passholder() {
        let (longest, longer) = ("x".repeat(35), "x".repeat(36));
        let right = [(" Ada ", "Lovelace", "1990-12-10"), (&longest, &longest, "2013-12-31")];
        assert_eq!(introduced("adult", &right), Ok(vec!["Ada Lovelace".to_owned(), format!("{longest} {longest}")]));
        let wrong = [right[0], ("", &longer, "2013-13-31"), (&longer, " ", "2014-01-01"), ("Ada", "L", "2026-11-21")];
        let refusal = introduced("adult", &wrong).unwrap_err();
        assert_eq!(refusal.text, CORRECT_ABOVE);
        let faults: Vec<(&str, &str)> =
            refusal.fields.iter().map(|fault| (fault.field.as_str(), fault.text.default)).collect();
        let not_of_age = "The passholder's age doesn't qualify for this pass.";
        assert_eq!(
            faults,
            [
                ("newPasses.1.firstName", "First name is required"),
                ("newPasses.1.lastName", "Last name is required"),
                ("newPasses.1.birthDate", "A valid birth date is required (mm/dd/yyyy)"),
                ("newPasses.2.firstName", "First name is required"),
                ("newPasses.2.lastName", "Last name is required"),
                ("newPasses.2.birthDate", not_of_age),
                ("newPasses.3.birthDate", "A valid birth date is required (mm/dd/yyyy)"),
            ]
        );
    }

    #[test]
    fn passholder_of_a_variant_that_is_not_a_pass_is_refused() {
        assert_eq!(introduced("case", &[("Ada", "Lovelace", "1990-12-10")]), Err(Refusal::new(NOT_FOR_SALE)));
    }
}
