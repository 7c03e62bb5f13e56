//! Which tickets can be upgraded, and how codes are entered. Pure.

use std::time::Duration;

use chrono::{Days, NaiveDate};

use crate::error::Refusal;
use crate::platform::limits::Limit;
use crate::shop::ticket::TicketRow;
use midway_catalog::Catalog;
use midway_catalog::files::Promotion;
use midway_kernel::id::VariantId;
use midway_kernel::text::Text;
use midway_kernel::time::date_in_words;

pub const NO_BARCODES: Text = Text { id: "upgrade.no-barcodes", default: "No valid barcodes found" };
pub const TOO_LONG: Text =
    Text { id: "upgrade.too-long", default: "Too long: {{codes}}. A barcode can have up to 17 letters and digits." };
pub const NONE_SELECTED: Text = Text { id: "upgrade.none-selected", default: "No tickets selected for upgrade" };
pub const UNKNOWN: Text = Text {
    id: "upgrade.unknown",
    default: "We couldn't find tickets for these barcodes: {{codes}}. Please check them and try again.",
};
pub const UPGRADED: Text = Text { id: "upgrade.upgraded", default: "Already upgraded: {{codes}}" };
pub const TOO_MANY: Text = Text { id: "upgrade.too-many", default: "You can upgrade up to {{max}} tickets at once." };
pub const REVOKED: Text = Text { id: "upgrade.revoked", default: "This ticket or pass is no longer valid." };
pub const PASSED: Text = Text { id: "upgrade.passed", default: "The visit date for this ticket has passed." };
pub const CLOSED: Text = Text { id: "upgrade.closed", default: "The deadline to upgrade this ticket was {{day}}." };
pub const OVER: Text = Text { id: "upgrade.over", default: "This ticket or pass has expired." };
pub const TAKEN: Text = Text {
    id: "upgrade.taken",
    default: "This ticket or pass is being upgraded or renewed in a cart or has already been upgraded or renewed.",
};
pub const NOT_LINKED: Text =
    Text { id: "upgrade.not-linked", default: "Please link this pass to your account before you upgrade it." };
pub const OWED: Text = Text {
    id: "upgrade.owed",
    default: "You're paying for this pass with a payment plan. You can upgrade once the pass is paid off.",
};
pub const RESERVED: Text = Text {
    id: "upgrade.reserved",
    default: "This ticket or pass is reserved for a visit. You can upgrade it once the visit has started, or if you cancel the reservation.",
};
pub const NOTHING_BETTER: Text =
    Text { id: "upgrade.nothing-better", default: "There's no upgrade for this ticket or pass." };

/// The limit on wrong codes per network address. Valid codes do not count.
pub const WRONG_BARCODES: Limit = Limit { name: "upgrade-barcode", attempts: 20, window: Duration::from_secs(15 * 60) };

/// The longest code, in characters.
const MAX_CODE_LENGTH: usize = 17;

/// The maximum number of linked tickets per visitor.
pub const MAX_TICKETS: usize = 20;

/// Splits entered text at commas and removes everything but letters and digits. Returns each code once, in upper case.
///
/// # Errors
/// A refusal when no code is left, when there are more than [`MAX_TICKETS`] codes, and for a code that is too long.
pub fn codes<'t>(typed: impl IntoIterator<Item = &'t str>) -> Result<Vec<String>, Refusal> {
    let mut codes: Vec<String> = Vec::new();
    for one in typed.into_iter().flat_map(|text| text.split(',')) {
        let code: String = one.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase();
        if code.len() > MAX_CODE_LENGTH {
            return Err(Refusal::new(TOO_LONG).with("codes", code));
        }
        if !code.is_empty() && !codes.contains(&code) {
            codes.push(code);
        }
    }
    match codes.len() {
        0 => Err(Refusal::new(NO_BARCODES)),
        1..=MAX_TICKETS => Ok(codes),
        _ => Err(Refusal::new(TOO_MANY).with("max", MAX_TICKETS)),
    }
}

/// The visits that are reserved with a ticket.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReservedVisits {
    pub is_any: bool,
    /// Whether one of them has not begun.
    pub is_to_come: bool,
    /// The day of the last one whose day has passed.
    pub last_over: Option<NaiveDate>,
}

impl ReservedVisits {
    /// Why they prevent that a ticket of this variant is exchanged today with this upgrade. A visit to come does. A ticket
    /// that is not a pass is used up by a visit, except that the upgrade may be open for some days after it.
    pub fn refusal(
        self,
        catalog: &Catalog,
        (variant, upgrade): (&VariantId, Option<&Promotion>),
        today: NaiveDate,
    ) -> Option<Refusal> {
        let is_pass = catalog.variant(variant).is_some_and(|(_, variant)| variant.pass.is_some());
        let after = upgrade.map_or(Days::new(0), |upgrade| catalog.days_after(upgrade, variant));
        let is_used_up = !is_pass && self.last_over.is_some_and(|last| last + after < today);
        match (self.is_to_come, is_used_up) {
            (true, _) => Some(Refusal::new(RESERVED)),
            (false, true) => Some(Refusal::new(PASSED)),
            (false, false) => None,
        }
    }
}

/// The day of a ticket's visit, or its last valid day. A reserved visit that is over counts, unless the ticket is a pass.
pub fn last_day(ticket: &TicketRow, visits: ReservedVisits) -> Option<NaiveDate> {
    let visited = visits.last_over.filter(|_| ticket.pass.is_none());
    visited.or(ticket.valid_on).or(ticket.valid_until)
}

/// The facts about a ticket that its own row does not contain.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// Whether the ticket is a pass that is linked to the visitor's account.
    pub is_linked: bool,
    /// Whether a cart or an order already renews or upgrades the ticket.
    pub is_followed: bool,
    /// Whether a visit that is reserved with the ticket has not begun.
    pub is_visit_to_come: bool,
    /// The day of its visit, or its last valid day.
    pub last_day: Option<NaiveDate>,
    /// The last day on which an upgrade accepts the ticket; not before `last_day`.
    pub closes_on: Option<NaiveDate>,
    /// Whether there is a product to which the ticket can be upgraded.
    pub has_options: bool,
    /// Today in the time zone of the ticket's site.
    pub today: NaiveDate,
}

/// Why a ticket cannot be upgraded; `None` when it can.
pub fn not_eligible(ticket: &TicketRow, standing: Standing) -> Option<Refusal> {
    let Standing { is_linked, is_followed, is_visit_to_come, last_day, closes_on, has_options, today } = standing;
    let is_late = closes_on.is_some_and(|last| last < today);
    let had_more_time = closes_on > last_day;
    let is_visit = ticket.pass.is_none() && last_day != ticket.valid_until;
    let reasons = [
        (ticket.is_revoked(), REVOKED),
        (is_late && had_more_time, CLOSED),
        (is_late && is_visit, PASSED),
        (is_late, OVER),
        (ticket.pass.is_some() && !is_linked, NOT_LINKED),
        (ticket.owed, OWED),
        (is_followed, TAKEN),
        (is_visit_to_come, RESERVED),
        (!has_options, NOTHING_BETTER),
    ];
    let (_, text) = reasons.into_iter().find(|(is_so, _)| *is_so)?;
    let closed = closes_on.filter(|_| text == CLOSED).map(date_in_words);
    let refusal = Refusal::new(text);
    Some(closed.into_iter().fold(refusal, |refusal, day| refusal.with("day", day)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use midway_kernel::coded::PassKind;

    #[test]
    fn ticket_codes_are_read_without_separators_or_repeats_and_missing_overlong_or_too_many_codes_are_refused() {
        let read = |typed: &[&str]| codes(typed.iter().copied());
        assert_eq!(read(&["abcd-2345 efgh, IJKL/6789"]).unwrap(), ["ABCD2345EFGH", "IJKL6789"]);
        assert_eq!(read(&["ABCD,,abcd", " abcd "]).unwrap(), ["ABCD"], "each once");
        assert_eq!(read(&["ABCD2345EFGH67891", "AB"]).unwrap().len(), 2, "17 characters");
        for nothing in [vec![], vec![""], vec![" , - ,"]] {
            assert_eq!(read(&nothing).unwrap_err().text, NO_BARCODES);
        }
        assert_eq!(read(&["ABCD, ABCD2345EFGH678912"]).unwrap_err().text, TOO_LONG);
        let many: Vec<String> = (0..=MAX_TICKETS).map(|nth| format!("T{nth}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(read(&many).unwrap_err().text, TOO_MANY);
        assert!(read(&many[1..]).is_ok());
    }

    #[test]
    fn ticket_that_cannot_be_upgraded_gets_the_reason() {
        let day = |text: &str| Some(text.parse::<NaiveDate>().unwrap());
        let good = Standing {
            is_linked: true,
            is_followed: false,
            is_visit_to_come: false,
            last_day: None,
            closes_on: None,
            has_options: true,
            today: day("2026-11-22").unwrap(),
        };
        let after = |days: u64| Standing { closes_on: day("2026-11-15").map(|last| last + Days::new(days)), ..good };
        let dated = |on: &str| TicketRow { valid_on: day(on), ..TicketRow::default() };
        let pass = |until: &str| TicketRow {
            pass: Some(PassKind::SeasonPass),
            valid_until: day(until),
            ..TicketRow::default()
        };
        for (ticket, standing, reason) in [
            (dated("2026-11-22"), good, None),
            (dated("2026-11-21"), good, Some(PASSED)),
            (TicketRow::default(), good, None),
            (pass("2026-11-22"), good, None),
            (pass("2026-11-21"), good, Some(OVER)),
            (pass("2027-11-22"), Standing { is_linked: false, ..good }, Some(NOT_LINKED)),
            (dated("2026-12-01"), Standing { is_linked: false, ..good }, None),
            (TicketRow { owed: true, ..pass("2027-11-22") }, good, Some(OWED)),
            (dated("2026-12-01"), Standing { is_followed: true, ..good }, Some(TAKEN)),
            (dated("2026-12-01"), Standing { is_visit_to_come: true, ..good }, Some(RESERVED)),
            (dated("2026-11-15"), after(7), None),
            (dated("2026-11-15"), after(6), Some(CLOSED)),
            (dated("2026-12-01"), Standing { has_options: false, ..good }, Some(NOTHING_BETTER)),
        ] {
            let last_day = last_day(&ticket, ReservedVisits::default());
            let standing = Standing { last_day, closes_on: standing.closes_on.or(last_day), ..standing };
            let refusal = not_eligible(&ticket, standing);
            assert_eq!(refusal.as_ref().map(|refusal| refusal.text), reason, "{standing:?}");
            let day = refusal.into_iter().flat_map(|refusal| refusal.values).next();
            assert_eq!(day, (reason == Some(CLOSED)).then(|| ("day", "November 21, 2026".to_owned())));
        }
    }
}
