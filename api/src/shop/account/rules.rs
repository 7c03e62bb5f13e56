//! The rules for registrations and profiles. Pure.

use crate::error::{FieldFault, Refusal};
use crate::shop::cart::Address;
use crate::shop::checkout;
use midway_catalog::Catalog;
use midway_kernel::address::{
    EMAIL, MAX_NAME_LENGTH, NAME_LENGTH, PHONE_OTHER, clean_phone, is_email, is_name, is_phone,
};
use midway_kernel::input::Secret;
use midway_kernel::password::{COMMON, OWN, PASSWORD, contains_own, is_common, is_password};
use midway_kernel::text::Text;

use super::entity::{self, HomeAddress};

pub const INCOMPLETE: Text = Text { id: "account.incomplete", default: "Please correct the following:" };
/// One message for both an unknown e-mail address and a wrong password, so that it reveals no accounts.
pub const NOT_KNOWN: Text =
    Text { id: "account.not-known", default: "The email and password don't match. Please check both and try again." };

/// The data of a registration.
#[derive(Clone, Debug)]
pub struct Registration {
    pub email_address: String,
    pub first_name: String,
    pub last_name: String,
    pub phone_number: Option<String>,
    pub password: Secret,
}

/// Checks and normalises a registration.
///
/// # Errors
/// A refusal with one entry per invalid field, in the order of the form.
pub fn checked(mut registration: Registration) -> Result<Registration, Refusal> {
    registration.phone_number = registration.phone_number.filter(|phone| !phone.is_empty());
    let phone = registration.phone_number.as_deref();
    let checks = [
        ("firstName", is_name(&registration.first_name), NAME_LENGTH),
        ("lastName", is_name(&registration.last_name), NAME_LENGTH),
        ("emailAddress", is_email(&registration.email_address), EMAIL),
        // The registration form does not ask for a country, so the rule that allows the longest numbers applies.
        ("phoneNumber", phone.is_none_or(|phone| is_phone(phone, false)), PHONE_OTHER),
    ];
    let wrong = checks.into_iter().filter(|(_, is_right, _)| !is_right).map(|(field, _, text)| (field, text));
    let names = [registration.first_name.as_str(), registration.last_name.as_str()];
    let password = wrong_password(&registration.password, &registration.email_address, names);
    let fields: Vec<FieldFault> = wrong
        .chain(password.map(|text| ("password", text)))
        .map(|(field, text)| FieldFault { field: field.to_owned(), text, values: Vec::new() })
        .collect();
    if !fields.is_empty() {
        return Err(Refusal { fields, ..Refusal::new(INCOMPLETE) });
    }
    registration.phone_number = phone.map(|phone| clean_phone(phone, false));
    Ok(registration)
}

/// Why a password is not allowed for this e-mail address and these names; `None` if it is allowed.
fn wrong_password(password: &Secret, email_address: &str, names: [&str; 2]) -> Option<Text> {
    let password = password.expose();
    if !is_password(password) {
        Some(PASSWORD)
    } else if contains_own(password, email_address, names) {
        Some(OWN)
    } else {
        is_common(password).then_some(COMMON)
    }
}

/// Checks a new password for an account.
///
/// # Errors
/// A refusal that names the password field.
pub fn new_password(password: Secret, account: &entity::Model) -> Result<Secret, Refusal> {
    let names = [account.first_name.as_str(), account.last_name.as_str()];
    match wrong_password(&password, &account.email_address, names) {
        Some(text) => Err(wrong_field("newPassword", text)),
        None => Ok(password),
    }
}

/// A refusal caused by one field.
pub fn wrong_field(field: &str, text: Text) -> Refusal {
    let field = FieldFault { field: field.to_owned(), text, values: Vec::new() };
    Refusal { fields: vec![field], ..Refusal::new(INCOMPLETE) }
}

/// The profile of an account's owner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    pub first_name: String,
    pub last_name: String,
    pub phone_number: Option<String>,
    pub address: Option<HomeAddress>,
}

/// Checks and normalises a profile. The phone number is optional, and so is the address as a whole. A country alone is
/// not treated as an address, because forms preselect a country.
///
/// # Errors
/// A refusal with one entry per invalid field, in the order of the form.
pub fn profile(catalog: &Catalog, typed: Address) -> Result<Profile, Refusal> {
    let texts = [&typed.address1, &typed.address2, &typed.city, &typed.other_state_province, &typed.zip_code];
    let has_address = typed.state_province_id.is_some() || texts.iter().any(|text| !text.is_empty());
    let has_phone = !typed.phone_number.is_empty();
    let (clean, wrong) = checkout::check_address(catalog, typed);
    let is_asked = |field: &str| match field {
        "firstName" | "lastName" => true,
        "phoneNumber" => has_phone,
        _ => has_address,
    };
    let fields: Vec<FieldFault> = wrong
        .into_iter()
        .filter(|(field, _)| is_asked(field))
        .map(|(field, text)| FieldFault { field: field.to_owned(), text, values: Vec::new() })
        .collect();
    if !fields.is_empty() {
        return Err(Refusal { fields, ..Refusal::new(INCOMPLETE) });
    }
    let address = HomeAddress {
        country_id: clean.country_id,
        address1: clean.address1,
        address2: clean.address2,
        city: clean.city,
        state_province_id: clean.state_province_id,
        other_state_province: clean.other_state_province,
        zip_code: clean.zip_code,
    };
    Ok(Profile {
        first_name: clean.first_name,
        last_name: clean.last_name,
        phone_number: has_phone.then_some(clean.phone_number),
        address: has_address.then_some(address),
    })
}

/// The home address in the billing address of an order; `None` if the order has none or the catalogue no longer accepts
/// it.
pub fn home_address(catalog: &Catalog, billing: Address) -> Option<HomeAddress> {
    profile(catalog, billing).ok()?.address
}

/// A name from an identity provider, cut to the allowed length; empty when the provider gives none.
pub fn name_of(name: Option<String>) -> String {
    let name = name.unwrap_or_default();
    let line: String = name.split(|c: char| c.is_whitespace() || c.is_control()).collect::<Vec<_>>().join(" ");
    line.trim().chars().take(MAX_NAME_LENGTH).collect::<String>().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ada() -> Registration {
        Registration {
            email_address: "Ada@Example.org".to_owned(),
            first_name: "Ada".to_owned(),
            last_name: "Lovelace".to_owned(),
            phone_number: Some("(518) 555-0123".to_owned()),
            password: Secret::new("Engine No. 1"),
        }
    }

    #[test]
    fn phone_number_of_a_registration_is_reduced_to_its_digits_and_an_empty_one_is_dropped() {
        assert_eq!(checked(ada()).unwrap().phone_number.as_deref(), Some("5185550123"));
        for none in [None, Some(String::new())] {
            assert_eq!(checked(Registration { phone_number: none, ..ada() }).unwrap().phone_number, None);
        }
    }

    #[test]
    fn each_invalid_field_is_reported_once_in_form_order() {
        let wrong = Registration {
            email_address: "ada".to_owned(),
            first_name: String::new(),
            last_name: "x".repeat(36),
            phone_number: Some("1234567890123456".to_owned()),
            password: Secret::new("password"),
        };
        let refusal = checked(wrong).unwrap_err();
        let named: Vec<(&str, &str)> = refusal.fields.iter().map(|it| (it.field.as_str(), it.text.default)).collect();
        assert_eq!(
            named,
            [
                ("firstName", "First name and last name must be between 1 and 35 characters"),
                ("lastName", "First name and last name must be between 1 and 35 characters"),
                ("emailAddress", "A valid email address is required"),
                ("phoneNumber", "Phone number cannot be longer than 15 numeric digits for other countries"),
                ("password", PASSWORD.default),
            ]
        );
    }
}
