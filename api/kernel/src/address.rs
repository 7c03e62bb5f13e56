//! Rules for the fields of an address. The functions are pure. The app applies the same rules, and the tests of both
//! run the cases in `vectors/address.json`.

use super::text::Text;

/// Country ids that the API fixes. Other country ids may change; these two must not.
pub const USA: i32 = 80;
pub const CANADA: i32 = 17;

pub const NAME_LENGTH: Text =
    Text { id: "address.name", default: "First name and last name must be between 1 and 35 characters" };
pub const PHONE_NANP: Text =
    Text { id: "address.phone-nanp", default: "Phone number must be a 10 digit numeric value for NANP countries" };
pub const PHONE_OTHER: Text = Text {
    id: "address.phone-other",
    default: "Phone number cannot be longer than 15 numeric digits for other countries",
};
pub const COUNTRY: Text = Text { id: "address.country", default: "Country selection is required" };
pub const STREET: Text = Text { id: "address.street", default: "Street Address is required" };
pub const STREET_LONG: Text =
    Text { id: "address.street-long", default: "Please shorten this address line to 100 characters or fewer" };
pub const CITY: Text = Text { id: "address.city", default: "City is required" };
pub const STATE: Text = Text { id: "address.state", default: "State / province is required" };
pub const ZIP: Text = Text {
    id: "address.zip",
    default: "5 digit US or 6 character Canadian code required, and it must be 10 characters or less",
};
pub const EMAIL: Text = Text { id: "address.email", default: "A valid email address is required" };

pub const MAX_NAME_LENGTH: usize = 35;
const MAX_CITY_LENGTH: usize = 50;
/// The maximum length of a street line, in characters.
const MAX_STREET_LENGTH: usize = 100;
const MAX_ZIP_LENGTH: usize = 10;
const NANP_DIGITS: usize = 10;
const MAX_PHONE_LENGTH: usize = 15;
/// The maximum length of an e-mail address, in bytes. RFC 5321 limits a path to 256 bytes including its two angle
/// brackets.
const MAX_EMAIL_LENGTH: usize = 254;

/// An address as the shopper typed it, with the catalogue's data about its country.
#[derive(Clone, Copy, Debug)]
pub struct AddressForm<'a> {
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub phone_number: &'a str,
    /// `None` unless the chosen id is a country of the catalogue.
    pub country_id: Option<i32>,
    pub phone_use_nanp_format: bool,
    pub address1: &'a str,
    pub address2: &'a str,
    pub city: &'a str,
    /// `None` unless the chosen id is a state of that country.
    pub state_province_id: Option<i32>,
    pub other_state_province: &'a str,
    pub zip_code: &'a str,
}

/// The invalid fields in the order of the form, each with its message.
pub fn faults(form: &AddressForm<'_>) -> Vec<(&'static str, Text)> {
    let mut faults = Vec::new();
    let mut check = |field, is_right: bool, text| {
        if !is_right {
            faults.push((field, text));
        }
    };
    let within = |text: &str, least: usize, most: usize| (least..=most).contains(&text.trim().chars().count());
    check("firstName", is_name(form.first_name), NAME_LENGTH);
    check("lastName", is_name(form.last_name), NAME_LENGTH);
    let phone_text = if form.phone_use_nanp_format { PHONE_NANP } else { PHONE_OTHER };
    check("phoneNumber", is_phone(form.phone_number, form.phone_use_nanp_format), phone_text);
    check("countryId", form.country_id.is_some(), COUNTRY);
    check("address1", !form.address1.trim().is_empty(), STREET);
    check("address1", within(form.address1, 0, MAX_STREET_LENGTH), STREET_LONG);
    check("address2", within(form.address2, 0, MAX_STREET_LENGTH), STREET_LONG);
    check("city", within(form.city, 1, MAX_CITY_LENGTH), CITY);
    let needs_state = matches!(form.country_id, Some(USA | CANADA));
    check("stateProvinceId", !needs_state || form.state_province_id.is_some(), STATE);
    check("otherStateProvince", within(form.other_state_province, 0, MAX_CITY_LENGTH), STATE);
    check("zipCode", form.country_id.is_none() || is_zip(form.zip_code, form.country_id), ZIP);
    faults
}

/// Whether a first or last name has 1 to 35 characters after trimming.
pub fn is_name(name: &str) -> bool {
    (1..=MAX_NAME_LENGTH).contains(&name.trim().chars().count())
}

/// The digits of a phone number. For a number of the North American Numbering Plan (`nanp`), a leading country code 1
/// is removed, because browsers fill it in.
pub fn clean_phone(phone: &str, nanp: bool) -> String {
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    match digits.strip_prefix('1') {
        Some(national) if nanp && national.len() == NANP_DIGITS => national.to_owned(),
        _ => digits,
    }
}

/// The letters and digits of a postal code, in upper case.
pub fn clean_zip(zip: &str) -> String {
    zip.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

/// A cleaned postal code as written on an envelope: a Canadian code in two groups, `H2X 1Y4`.
pub fn zip_as_written(zip: &str, country_id: Option<i32>) -> String {
    match (country_id, zip.split_at_checked(3)) {
        (Some(CANADA), Some((area, unit))) => format!("{area} {unit}"),
        _ => zip.to_owned(),
    }
}

pub fn is_phone(phone: &str, nanp: bool) -> bool {
    let digits = clean_phone(phone, nanp).len();
    if nanp { digits == NANP_DIGITS } else { (1..=MAX_PHONE_LENGTH).contains(&digits) }
}

pub fn is_zip(zip: &str, country_id: Option<i32>) -> bool {
    let zip = clean_zip(zip);
    match country_id {
        Some(USA) => zip.len() == 5 && zip.bytes().all(|b| b.is_ascii_digit()),
        Some(CANADA) => {
            zip.len() == 6
                && zip.bytes().enumerate().all(
                    |(at, b)| {
                        if at % 2 == 0 { b.is_ascii_uppercase() } else { b.is_ascii_digit() }
                    },
                )
        }
        _ => zip.chars().count() <= MAX_ZIP_LENGTH,
    }
}

/// Whether a text has the usual form of an e-mail address: a local part, an @ and a domain with a dot; no blanks; at
/// most 254 bytes.
pub fn is_email(email: &str) -> bool {
    let Some((local, domain)) = email.rsplit_once('@') else { return false };
    let plain =
        |text: &str| text.chars().all(|c| !c.is_whitespace() && !c.is_control() && !"@<>(),;:\"[]\\".contains(c));
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
    };
    email.len() <= MAX_EMAIL_LENGTH
        && (1..=64).contains(&local.len())
        && plain(local)
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
        && domain.contains('.')
        && domain.split('.').all(label)
}

/// The form in which an e-mail address is stored and looked up. Only the letters A to Z are folded to lower case: other
/// letters that look alike, such as the Kelvin sign, belong to different addresses.
pub fn email_key(email_address: &str) -> String {
    email_address.trim().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn email_key_ignores_outer_spaces_and_ascii_case_but_keeps_non_ascii_letters_distinct() {
        assert_eq!(email_key(" ADA@example.ORG "), email_key("ada@Example.org"));
        assert_ne!(email_key("\u{212a}ate@example.org"), email_key("kate@example.org"));
        assert_ne!(email_key("\u{130}an@example.org"), email_key("i\u{307}an@example.org"));
    }

    #[test]
    fn address_faults_match_the_cases_in_vectors_address_json() {
        let vectors: serde_json::Value = serde_json::from_str(include_str!("../../vectors/address.json")).unwrap();
        for case in vectors["cases"].as_array().unwrap() {
            let mut address = vectors["base"].clone();
            for (key, value) in case["change"].as_object().unwrap() {
                address[key] = value.clone();
            }
            let text = |key: &str| address[key].as_str().unwrap_or_default();
            let number = |key: &str| address[key].as_i64().map(|id| i32::try_from(id).unwrap());
            let form = AddressForm {
                first_name: text("firstName"),
                last_name: text("lastName"),
                phone_number: text("phoneNumber"),
                country_id: number("countryId"),
                phone_use_nanp_format: address["nanp"].as_bool().unwrap(),
                address1: text("address1"),
                address2: text("address2"),
                city: text("city"),
                state_province_id: number("stateProvinceId"),
                other_state_province: text("otherStateProvince"),
                zip_code: text("zipCode"),
            };
            let wrong: Vec<&str> = faults(&form).into_iter().map(|(field, _)| field).collect();
            let expected: Vec<&str> =
                case["faults"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
            assert_eq!(wrong, expected, "{}", case["name"]);
        }
    }

    #[test]
    fn overlong_address_line_is_reported_as_too_long_and_not_as_missing() {
        let long = "a".repeat(MAX_STREET_LENGTH + 1);
        let form = AddressForm {
            first_name: "Ada",
            last_name: "Lovelace",
            phone_number: "5185550123",
            country_id: Some(USA),
            phone_use_nanp_format: true,
            address1: &long,
            address2: &long,
            city: "Albany",
            state_province_id: Some(33),
            other_state_province: "",
            zip_code: "12207",
        };
        let found: Vec<_> = faults(&form).into_iter().map(|(field, text)| (field, text.id)).collect();
        assert_eq!(found, [("address1", STREET_LONG.id), ("address2", STREET_LONG.id)]);
    }

    #[test]
    fn is_email_agrees_with_vectors_email_json_and_refuses_an_overlong_address() {
        let vectors: serde_json::Value = serde_json::from_str(include_str!("../../vectors/email.json")).unwrap();
        for (list, expected) in [("right", true), ("wrong", false)] {
            for email in vectors[list].as_array().unwrap() {
                assert_eq!(is_email(email.as_str().unwrap()), expected, "{email}");
            }
        }
        assert!(!is_email(&format!("{}@example.org", "a".repeat(250))));
    }
}
