//! Decides whether the code of a ticket admits its holder. A gate does this offline, from the code, the public keys,
//! the list of revoked tickets and the time. Pure.

use chrono::NaiveDate;

use super::claims::Claims;
use super::keys::{PublicKeys, Unproven};
use super::revocation::Revocations;
use midway_kernel::time::Instant;

/// Why a code does not admit its holder.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAdmitted {
    #[error("this is not a ticket code")]
    Malformed,
    #[error("signed with the unknown key {0}")]
    UnknownKey(String),
    #[error("its signature is wrong: it is forged or damaged")]
    WrongSignature,
    #[error("it is valid from {0}")]
    TooEarly(NaiveDate),
    #[error("it has expired: it was valid until {0}")]
    Expired(NaiveDate),
    #[error("it was revoked")]
    Revoked,
    #[error("its ticket has a fresh code instead of this one")]
    Replaced,
    #[error("this is not a list of revoked tickets")]
    ListMalformed,
    #[error("the list of revoked tickets is signed with the unknown key {0}")]
    ListOfUnknownKey(String),
    #[error("the signature of the list of revoked tickets is wrong: it is forged or damaged")]
    ListForged,
}

impl From<Unproven> for NotAdmitted {
    fn from(unproven: Unproven) -> Self {
        match unproven {
            Unproven::Malformed => NotAdmitted::Malformed,
            Unproven::UnknownKey(id) => NotAdmitted::UnknownKey(id),
            Unproven::WrongSignature => NotAdmitted::WrongSignature,
        }
    }
}

/// Verifies the list of revoked tickets.
///
/// # Errors
/// The reason why the list is not accepted. A gate must then stop, and not continue without the list.
pub fn revocations(keys: &PublicKeys, signed: &str) -> Result<Revocations, NotAdmitted> {
    keys.verified(signed.trim()).map_err(|unproven| match unproven {
        Unproven::Malformed => NotAdmitted::ListMalformed,
        Unproven::UnknownKey(id) => NotAdmitted::ListOfUnknownKey(id),
        Unproven::WrongSignature => NotAdmitted::ListForged,
    })
}

/// Verifies a code, regardless of the time and of revocations.
///
/// # Errors
/// The reason why the code is not accepted.
pub fn verified_claims(keys: &PublicKeys, code: &str) -> Result<Claims, NotAdmitted> {
    Ok(keys.claims(code.trim())?)
}

impl Claims {
    /// Checks that the ticket admits now.
    ///
    /// # Errors
    /// The reason why the ticket does not admit its holder.
    pub fn admit(&self, revocations: Option<&Revocations>, now: Instant) -> Result<(), NotAdmitted> {
        if revocations.is_some_and(|list| list.replace(&self.media_code)) {
            return Err(NotAdmitted::Replaced);
        }
        if revocations.is_some_and(|list| list.revoke(&self.media_code)) {
            return Err(NotAdmitted::Revoked);
        }
        if let Some(first) = self.first_day.filter(|first| now < first.begins_at()) {
            return Err(NotAdmitted::TooEarly(first.date));
        }
        if let Some(last) = self.last_day.filter(|last| last.ends_at() <= now) {
            return Err(NotAdmitted::Expired(last.date));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};
    use chrono_tz::Tz;

    use super::*;
    use crate::shop::ticket::claims::SiteDay;

    const ZONE: Tz = Tz::America__New_York;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn ticket_admits_on_its_day_in_the_time_zone_of_its_site() {
        let saturday = day("2026-12-05");
        let (first, last) = (SiteDay::first(saturday, ZONE), SiteDay::last(saturday, ZONE));
        let dated = Claims { first_day: Some(first), last_day: Some(last), ..Claims::default() };
        let at = |day, hour| dated.admit(None, Utc.with_ymd_and_hms(2026, 12, day, hour, 30, 0).unwrap());
        assert_eq!(at(5, 4), Err(NotAdmitted::TooEarly(saturday)));
        assert_eq!((at(5, 5), at(6, 4)), (Ok(()), Ok(())));
        assert_eq!(at(6, 5), Err(NotAdmitted::Expired(saturday)));
    }

    #[test]
    fn pass_admits_from_its_first_day_to_its_last_day_or_indefinitely_without_a_last_day() {
        let noon = |text| day(text).and_hms_opt(12, 0, 0).unwrap().and_utc();
        let pass = Claims {
            first_day: Some(SiteDay::first(day("2026-11-20"), ZONE)),
            last_day: Some(SiteDay::last(day("2027-11-19"), ZONE)),
            ..Claims::default()
        };
        assert_eq!(pass.admit(None, noon("2026-11-19")), Err(NotAdmitted::TooEarly(day("2026-11-20"))));
        assert_eq!(pass.admit(None, noon("2026-11-20")), Ok(()));
        assert_eq!(pass.admit(None, noon("2027-11-19")), Ok(()));
        assert_eq!(pass.admit(None, noon("2027-11-20")), Err(NotAdmitted::Expired(day("2027-11-19"))));
        assert_eq!(Claims::default().admit(None, noon("2099-01-01")), Ok(()));
    }

    #[test]
    fn revoked_ticket_is_not_admitted() {
        let codes = |codes: &[&str]| codes.iter().map(|code| (*code).to_owned()).collect();
        let list = Revocations { issued_at: 0, media_codes: codes(&["A", "C", "D"]), replaced: codes(&["D"]) };
        let of = |code: &str| Claims { media_code: code.to_owned(), ..Claims::default() };
        let admitted = |code| of(code).admit(Some(&list), Utc.timestamp_opt(0, 0).unwrap());
        assert_eq!((admitted("A"), admitted("B")), (Err(NotAdmitted::Revoked), Ok(())));
        assert_eq!(admitted("D"), Err(NotAdmitted::Replaced));
    }
}
