//! Which tickets can be upgraded, and how codes are entered. Pure.

use std::time::Duration;

use chrono::NaiveDate;

use crate::error::Refusal;
use crate::platform::limits::Limit;
use crate::shop::ticket::TicketRow;
use midway_kernel::text::Text;

pub const NO_BARCODES: Text = Text { id: "upgrade.no-barcodes", default: "No valid barcodes found" };
pub const TOO_LONG: Text =
    Text { id: "upgrade.too-long", default: "Too long: {{codes}}. A barcode can have up to 17 letters and digits." };
pub const NONE_SELECTED: Text = Text { id: "upgrade.none-selected", default: "No tickets selected for upgrade" };
pub const UNKNOWN: Text = Text {
    id: "upgrade.unknown",
    default: "We couldn't find a ticket for: {{codes}}. Please check what you entered and try again.",
};
pub const UPGRADED: Text = Text { id: "upgrade.upgraded", default: "Already upgraded: {{codes}}" };
pub const TOO_MANY: Text = Text { id: "upgrade.too-many", default: "You can upgrade up to {{max}} tickets at once." };
pub const REVOKED: Text = Text { id: "upgrade.revoked", default: "This ticket or pass is no longer valid." };
pub const PASSED: Text = Text { id: "upgrade.passed", default: "The visit date for this ticket has passed." };
pub const OVER: Text = Text { id: "upgrade.over", default: "This ticket or pass has expired." };
pub const TAKEN: Text = Text {
    id: "upgrade.taken",
    default: "This ticket or pass is being upgraded or renewed in a cart or has already been upgraded or renewed.",
};
pub const NOT_LINKED: Text =
    Text { id: "upgrade.not-linked", default: "Please link this pass to your account before you upgrade it." };
pub const OWED: Text = Text {
    id: "upgrade.owed",
    default: "You're paying for this pass with a payment plan. You can upgrade it once it's paid off.",
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

/// The facts about a ticket that its own row does not contain.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// Whether the ticket is a pass that is linked to the visitor's account.
    pub is_linked: bool,
    /// Whether a cart or an order already renews or upgrades the ticket.
    pub is_followed: bool,
    /// Why the ticket's reserved visits prevent an upgrade, if they do.
    pub visits: Option<Text>,
    /// Whether there is a product to which the ticket can be upgraded.
    pub has_options: bool,
    /// Today in the time zone of the ticket's site.
    pub today: NaiveDate,
}

/// Why a ticket cannot be upgraded; `None` when it can.
pub fn not_eligible(ticket: &TicketRow, standing: Standing) -> Option<Text> {
    let Standing { is_linked, is_followed, visits, has_options, today } = standing;
    let before = [
        (ticket.is_revoked(), REVOKED),
        (ticket.valid_on.is_some_and(|visit| visit < today), PASSED),
        (ticket.valid_until.is_some_and(|last| last < today), OVER),
        (ticket.pass.is_some() && !is_linked, NOT_LINKED),
        (ticket.owed, OWED),
        (is_followed, TAKEN),
    ];
    let first = before.into_iter().find_map(|(is_so, text)| is_so.then_some(text));
    first.or(visits).or((!has_options).then_some(NOTHING_BETTER))
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
            visits: None,
            has_options: true,
            today: day("2026-11-22").unwrap(),
        };
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
            (dated("2026-12-01"), Standing { visits: Some(RESERVED), ..good }, Some(RESERVED)),
            (dated("2026-12-01"), Standing { has_options: false, ..good }, Some(NOTHING_BETTER)),
        ] {
            assert_eq!(not_eligible(&ticket, standing), reason, "{standing:?}");
        }
    }
}
