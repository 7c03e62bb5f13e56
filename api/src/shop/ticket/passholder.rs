//! Passholders: the data of a passholder's record, and the rules for its fields. Pure.

use chrono::{Datelike, Duration, NaiveDate};
use serde::{Deserialize, Serialize};

use midway_kernel::address::{CANADA, USA, clean_phone, clean_zip, is_email, is_zip};
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

pub const FIRST_NAME: Text = Text { id: "passholder.first-name", default: "First name is required" };
pub const LAST_NAME: Text = Text { id: "passholder.last-name", default: "Last name is required" };
pub const EMAIL: Text =
    Text { id: "passholder.email", default: "Email address is invalid (email address is not required)" };
pub const BIRTH_DATE: Text =
    Text { id: "passholder.birth-date", default: "A valid birth date is required (mm/dd/yyyy)" };
pub const ADDRESS1: Text = Text { id: "passholder.address1", default: "Address1 is required" };
pub const ADDRESS2: Text = Text { id: "passholder.address2", default: "Apt/Suite can have up to 50 characters" };
pub const CITY: Text = Text { id: "passholder.city", default: "City is required" };
pub const STATE: Text = Text { id: "passholder.state", default: "State is required" };
pub const ZIP: Text =
    Text { id: "passholder.zip", default: "A 5 digit US or 6 character Canadian postal code is required" };
pub const PHONE: Text = Text { id: "passholder.phone", default: "A 10 digit phone number is required" };

/// The fields that identify a passholder.
const PERSON: [&str; 3] = ["firstName", "lastName", "birthDate"];
const MAX_NAME_LENGTH: usize = 35;
const MAX_LINE_LENGTH: usize = 50;
const MAX_EMAIL_LENGTH: usize = 200;
const PHONE_DIGITS: usize = 10;
/// The age in years up to which passholders are not asked for an e-mail address.
const CHILD: i32 = 13;
/// The maximum age in years. The date picker offers birth dates of the last hundred years; earlier dates can be typed.
const OLDEST: i32 = 120;
/// The number of days after which a passholder's data must be confirmed again.
const CONFIRMED_FOR: i64 = 365;

/// The data of a passholder. Texts are trimmed; a phone number has only digits, a postal code only letters and digits.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Passholder {
    pub first_name: String,
    pub last_name: String,
    pub email_address: String,
    pub birth_date: Option<NaiveDate>,
    pub address1: String,
    pub address2: String,
    pub city: String,
    /// The abbreviation of a state or province.
    pub state: String,
    pub zip: String,
    pub phone_number: String,
    /// The name of the pass photo in its store.
    pub picture: Option<String>,
    /// When the data was last confirmed.
    pub confirmed_at: Option<Instant>,
}

/// Formats no field, so that logs contain no personal data.
impl std::fmt::Debug for Passholder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Holder").finish_non_exhaustive()
    }
}

impl Passholder {
    /// Normalises the record: trims texts, leaves only digits in the phone number and only letters and digits in the
    /// postal code, and removes the e-mail address of a child.
    pub fn cleaned(self, today: NaiveDate) -> Self {
        let trimmed = |text: String| text.trim().to_owned();
        let is_child = self.birth_date.is_some_and(|born| is_child(born, today));
        Passholder {
            first_name: trimmed(self.first_name),
            last_name: trimmed(self.last_name),
            email_address: if is_child { String::new() } else { trimmed(self.email_address) },
            address1: trimmed(self.address1),
            address2: trimmed(self.address2),
            city: trimmed(self.city),
            state: trimmed(self.state),
            zip: clean_zip(&self.zip),
            phone_number: clean_phone(&self.phone_number, true),
            ..self
        }
    }

    /// The invalid fields in the order of the form, each with its message. `is_state` accepts the abbreviations that
    /// can be chosen.
    pub fn faults(&self, today: NaiveDate, is_state: impl Fn(&str) -> bool) -> Vec<(&'static str, Text)> {
        let mut faults = Vec::new();
        let mut check = |field, is_right: bool, text| {
            if !is_right {
                faults.push((field, text));
            }
        };
        let within = |text: &str, least: usize, most: usize| (least..=most).contains(&text.trim().chars().count());
        let is_born = |born: NaiveDate| born <= today && age(born, today) <= OLDEST;
        let is_email = |email: &str| within(email, 0, MAX_EMAIL_LENGTH) && is_email(email);
        check("firstName", within(&self.first_name, 1, MAX_NAME_LENGTH), FIRST_NAME);
        check("lastName", within(&self.last_name, 1, MAX_NAME_LENGTH), LAST_NAME);
        check("emailAddress", self.email_address.trim().is_empty() || is_email(&self.email_address), EMAIL);
        check("birthDate", self.birth_date.is_some_and(is_born), BIRTH_DATE);
        check("address1", within(&self.address1, 1, MAX_LINE_LENGTH), ADDRESS1);
        check("address2", within(&self.address2, 0, MAX_LINE_LENGTH), ADDRESS2);
        check("city", within(&self.city, 1, MAX_LINE_LENGTH), CITY);
        check("state", is_state(&self.state), STATE);
        check("zip", is_zip(&self.zip, Some(USA)) || is_zip(&self.zip, Some(CANADA)), ZIP);
        check("phoneNumber", clean_phone(&self.phone_number, true).len() == PHONE_DIGITS, PHONE);
        faults
    }

    /// The invalid fields among the fields that identify the passholder. These fields are entered when a new pass is
    /// chosen; the remaining fields are entered later.
    pub fn person_faults(&self, today: NaiveDate) -> Vec<(&'static str, Text)> {
        let mut faults = self.faults(today, |_| true);
        faults.retain(|(field, _)| PERSON.contains(field));
        faults
    }

    /// Whether the data must be confirmed, because it never was or because the last confirmation is too old.
    pub fn needs_confirmation(&self, now: Instant) -> bool {
        self.confirmed_at.is_none_or(|at| at + Duration::days(CONFIRMED_FOR) < now)
    }

    /// Whether both records are of one person: the same first and last name, in any case, and the same birth date. False
    /// while one of the birth dates is unknown.
    pub fn is_same_person(&self, other: &Passholder) -> bool {
        let folded = |name: &str| name.trim().to_lowercase();
        self.birth_date.is_some()
            && self.birth_date == other.birth_date
            && folded(&self.first_name) == folded(&other.first_name)
            && folded(&self.last_name) == folded(&other.last_name)
    }

    /// The full name, for example `Ada Lovelace`; `None` while both names are empty.
    pub fn name(&self) -> Option<String> {
        let name = format!("{} {}", self.first_name, self.last_name);
        Some(name.trim().to_owned()).filter(|name| !name.is_empty())
    }
}

/// Whether a person with this birth date is not asked for an e-mail address.
pub fn is_child(born: NaiveDate, today: NaiveDate) -> bool {
    born <= today && age(born, today) <= CHILD
}

/// The age in whole years. In years without February 29, a person born on that day has the birthday on March 1.
pub fn age(born: NaiveDate, today: NaiveDate) -> i32 {
    let had_birthday = (today.month(), today.day()) >= (born.month(), born.day());
    today.year() - born.year() - i32::from(!had_birthday)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn today() -> NaiveDate {
        day("2026-11-21")
    }

    fn ada() -> Passholder {
        Passholder {
            first_name: "Ada".to_owned(),
            last_name: "Lovelace".to_owned(),
            email_address: "ada@example.org".to_owned(),
            birth_date: Some(day("1990-12-10")),
            address1: "12 Quay Street".to_owned(),
            address2: String::new(),
            city: "Albany".to_owned(),
            state: "NY".to_owned(),
            zip: "12207".to_owned(),
            phone_number: "(518) 555-0123".to_owned(),
            picture: None,
            confirmed_at: None,
        }
    }

    fn faults(passholder: &Passholder) -> Vec<(&'static str, &'static str)> {
        let found = passholder.faults(today(), |state| state == "NY");
        found.into_iter().map(|(field, text)| (field, text.default)).collect()
    }

    #[test]
    fn empty_passholder_gets_one_error_for_each_required_field_in_form_order() {
        assert_eq!(
            faults(&Passholder::default()),
            [
                ("firstName", "First name is required"),
                ("lastName", "Last name is required"),
                ("birthDate", "A valid birth date is required (mm/dd/yyyy)"),
                ("address1", "Address1 is required"),
                ("city", "City is required"),
                ("state", "State is required"),
                ("zip", "A 5 digit US or 6 character Canadian postal code is required"),
                ("phoneNumber", "A 10 digit phone number is required"),
            ]
        );
        assert_eq!(faults(&ada()), []);
    }

    #[test]
    fn passholder_field_is_valid_at_its_limit_and_invalid_beyond_it() {
        let field = |field: &str, text: String| {
            let mut passholder = ada();
            match field {
                "firstName" => passholder.first_name = text,
                "lastName" => passholder.last_name = text,
                "emailAddress" => passholder.email_address = text,
                "address1" => passholder.address1 = text,
                "address2" => passholder.address2 = text,
                "city" => passholder.city = text,
                "zip" => passholder.zip = text,
                "phoneNumber" => passholder.phone_number = text,
                _ => unreachable!(),
            }
            faults(&passholder).into_iter().map(|(field, _)| field).collect::<Vec<_>>()
        };
        let long = |length: usize| "x".repeat(length);
        for (name, most) in [("firstName", 35), ("lastName", 35), ("address1", 50), ("address2", 50), ("city", 50)] {
            assert_eq!(field(name, long(most)), Vec::<&str>::new(), "{name} of {most}");
            assert_eq!(field(name, long(most + 1)), [name]);
        }
        let email = |length: usize| {
            let domain = format!("{}.{}.{}.org", long(60), long(60), long(60));
            format!("{}@{domain}", long(length - 1 - domain.len()))
        };
        assert_eq!(email(200).len(), 200);
        assert_eq!(field("emailAddress", email(200)), Vec::<&str>::new());
        assert_eq!(field("emailAddress", email(201)), ["emailAddress"]);
        assert_eq!(field("emailAddress", "ada".to_owned()), ["emailAddress"]);
        for right in ["12207", "k1a 0b6", "K1A-0B6"] {
            assert_eq!(field("zip", right.to_owned()), Vec::<&str>::new(), "{right}");
        }
        for wrong in ["1220", "122077", "K1A0B", "0K1A0B", ""] {
            assert_eq!(field("zip", wrong.to_owned()), ["zip"], "{wrong}");
        }
        assert_eq!(field("phoneNumber", "518-555-0123".to_owned()), Vec::<&str>::new());
        for wrong in ["518555012", "25185550123", ""] {
            assert_eq!(field("phoneNumber", wrong.to_owned()), ["phoneNumber"], "{wrong}");
        }
    }

    #[test]
    fn new_pass_requires_only_the_name_and_birth_date_of_its_holder() {
        let who = |passholder: Passholder| {
            passholder.person_faults(today()).into_iter().map(|(field, _)| field).collect::<Vec<_>>()
        };
        assert_eq!(who(Passholder::default()), ["firstName", "lastName", "birthDate"]);
        let (first_name, last_name) = ("x".repeat(35), "y".repeat(35));
        let known = Passholder { first_name, last_name, birth_date: ada().birth_date, ..Passholder::default() };
        assert_eq!(who(known.clone()), Vec::<&str>::new());
        assert_eq!(who(Passholder { last_name: "y".repeat(36), ..known.clone() }), ["lastName"]);
        assert_eq!(who(Passholder { birth_date: Some(day("2026-11-22")), ..known }), ["birthDate"]);
    }

    #[test]
    fn same_person_has_the_same_names_in_any_case_and_the_same_known_birth_date() {
        let like_ada = |change: fn(&mut Passholder)| {
            let mut other = ada();
            change(&mut other);
            ada().is_same_person(&other)
        };
        assert!(like_ada(|it| it.first_name = " ADA ".to_owned()));
        assert!(like_ada(|it| it.city = "Troy".to_owned()), "the address may change");
        assert!(!like_ada(|it| it.first_name = "Adam".to_owned()));
        assert!(!like_ada(|it| it.last_name = "Byron".to_owned()));
        assert!(!like_ada(|it| it.birth_date = it.birth_date.and_then(|born| born.succ_opt())));
        let unborn = Passholder { birth_date: None, ..ada() };
        assert!(!unborn.is_same_person(&unborn));
    }

    #[test]
    fn birth_date_in_the_future_or_too_long_ago_is_invalid() {
        for (born, is_right) in
            [("2026-11-21", true), ("2026-11-22", false), ("1905-11-22", true), ("1905-11-21", false)]
        {
            let passholder = Passholder { birth_date: Some(day(born)), ..ada() };
            assert_eq!(faults(&passholder).is_empty(), is_right, "{born}");
        }
    }

    #[test]
    fn email_address_of_a_child_under_fourteen_is_removed() {
        for (born, kept) in [("2012-11-22", ""), ("2012-11-21", "ada@example.org"), ("2016-02-29", "")] {
            let passholder = Passholder { birth_date: Some(day(born)), ..ada() };
            assert_eq!(passholder.cleaned(today()).email_address, kept, "{born}");
        }
    }

    #[test]
    fn passholder_record_needs_confirmation_if_never_confirmed_or_after_more_than_a_year() {
        let now: Instant = "2026-11-21T12:00:00Z".parse().unwrap();
        assert!(ada().needs_confirmation(now));
        for (days, needs) in [(0, false), (365, false), (366, true)] {
            let passholder = Passholder { confirmed_at: Some(now - Duration::days(days)), ..ada() };
            assert_eq!(passholder.needs_confirmation(now), needs, "{days} days ago");
        }
    }
}
