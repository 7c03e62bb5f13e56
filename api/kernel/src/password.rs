//! Rules for passwords. The functions are pure. The app checks each [`Demand`] and [`contains_own`] too, and the tests of
//! both run the cases in `vectors/password.json`.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::text::Text;

pub const PASSWORD: Text = Text {
    id: "account.password-rule",
    default: "Use 8 to 128 characters, with a lowercase letter, an uppercase letter, a digit, and a symbol",
};

pub const COMMON: Text = Text {
    id: "account.password-common",
    default: "This password is too easy to guess. Please choose another one. A few unusual words with a digit and a \
              symbol work well.",
};
pub const OWN: Text = Text {
    id: "account.password-own",
    default: "Please choose a password that doesn't include your name or email address.",
};

const SHORTEST: usize = 8;
/// The maximum length, in characters.
const LONGEST: usize = 128;

/// One requirement on a new password. The app has the same requirements under the same names in lower case, and
/// shows them one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    Length,
    Lowercase,
    Uppercase,
    Digit,
    Symbol,
}

impl Demand {
    pub const ALL: [Demand; 5] = [Demand::Length, Demand::Lowercase, Demand::Uppercase, Demand::Digit, Demand::Symbol];

    pub fn is_met_by(self, password: &str) -> bool {
        match self {
            Demand::Length => (SHORTEST..=LONGEST).contains(&password.chars().count()),
            Demand::Lowercase => password.chars().any(char::is_lowercase),
            Demand::Uppercase => password.chars().any(char::is_uppercase),
            Demand::Digit => password.bytes().any(|b| b.is_ascii_digit()),
            Demand::Symbol => password.chars().any(|c| !c.is_alphanumeric()),
        }
    }
}

/// Whether a new password meets each [`Demand`]. Existing passwords are not checked again when a requirement changes.
pub fn is_password(password: &str) -> bool {
    Demand::ALL.iter().all(|demand| demand.is_met_by(password))
}

/// The most common passwords in lower case; see `data/README.md`.
static COMMONEST: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("../../data/common-passwords.txt").lines().collect());

/// Whether a password is a common password or one of its usual variations, for example `P@ssword1!`. NIST SP 800-63B
/// §5.1.1.2 asks for a check against common passwords.
pub fn is_common(password: &str) -> bool {
    let plain = password.to_lowercase();
    let without_symbols = plain.trim_matches(|c: char| !c.is_alphanumeric());
    let without_digits = plain.trim_matches(|c: char| !c.is_alphabetic());
    // A digit or symbol may replace a letter (`p4ssword`) or may be added at an end (`password1`). Each form below,
    // except the first, removes such characters at the ends, replaces them by letters, or does both.
    let without_substitutions = |text: &str| text.chars().map(letter).collect::<String>();
    let all = without_substitutions(&plain);
    let forms = [
        plain.clone(),
        without_symbols.to_owned(),
        without_digits.to_owned(),
        without_substitutions(without_symbols),
        without_substitutions(plain.trim_end_matches(|c: char| !c.is_alphabetic())),
        all.trim_matches(|c: char| !c.is_alphabetic()).to_owned(),
    ];
    forms.iter().any(|form| COMMONEST.contains(form.as_str()))
}

/// The letter that people replace with this digit or symbol. Any other character is returned unchanged.
fn letter(c: char) -> char {
    match c {
        '@' | '4' => 'a',
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '$' | '5' => 's',
        '7' => 't',
        other => other,
    }
}

/// The minimum length of a name or local part that is checked, in characters. Shorter ones occur inside too many
/// ordinary words.
const MIN_NAME_LENGTH: usize = 4;

/// Whether a password contains one of its owner's names or the local part of the owner's e-mail address, in upper or
/// lower case. Names and local parts of fewer than four characters are not checked.
pub fn contains_own<'o>(password: &str, email_address: &'o str, names: impl IntoIterator<Item = &'o str>) -> bool {
    let password = password.to_lowercase();
    let local = email_address.split('@').next().unwrap_or_default();
    let mut own = names.into_iter().chain([local]).map(str::to_lowercase);
    own.any(|own| own.chars().count() >= MIN_NAME_LENGTH && password.contains(&own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_password_is_recognised_with_replaced_or_added_characters() {
        for common in
            ["Password1!", "P@ssw0rd1", "Passw0rd!", "Qwerty123!", "Summer2026!", "!Dragon99", "Iloveyou1!", "Abc123!!"]
        {
            assert!(is_common(common), "{common}");
        }
        for rare in
            ["Analytical engine No. 1", "Harbor lights, 1926", "Correct horse 1", "Dragon#Castle9", "Xk9!vq2Lmw"]
        {
            assert!(!is_common(rare), "{rare}");
        }
    }

    #[test]
    fn name_or_email_local_part_in_a_password_matches_the_cases_in_vectors_password_json() {
        let vectors: serde_json::Value = serde_json::from_str(include_str!("../../vectors/password.json")).unwrap();
        for case in vectors["ownCases"].as_array().unwrap() {
            let text = |key: &str| case[key].as_str().unwrap();
            let names = [text("firstName"), text("lastName")];
            let own = contains_own(text("password"), text("emailAddress"), names);
            assert_eq!(Some(own), case["own"].as_bool(), "{}", case["name"]);
        }
    }

    #[test]
    fn unmet_password_rules_match_the_cases_in_vectors_password_json() {
        let vectors: serde_json::Value = serde_json::from_str(include_str!("../../vectors/password.json")).unwrap();
        for case in vectors["cases"].as_array().unwrap() {
            let password = case["password"].as_str().unwrap().repeat(case["times"].as_u64().unwrap_or(1) as usize);
            let unmet: Vec<String> = Demand::ALL
                .iter()
                .filter(|demand| !demand.is_met_by(&password))
                .map(|demand| format!("{demand:?}").to_lowercase())
                .collect();
            let expected: Vec<&str> = case["unmet"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
            assert_eq!(unmet, expected, "{}", case["name"]);
            assert_eq!(is_password(&password), expected.is_empty(), "{}", case["name"]);
        }
    }
}
