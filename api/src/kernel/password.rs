//! The rule for passwords (spec 1 §5). Pure; the app runs the same cases, from `vectors/password.json`.

use super::text::Text;

pub const PASSWORD: Text = Text {
    id: "account.password-rule",
    words: "Password must have 8 to 128 characters with a lowercase, an uppercase, a digit and a non-alphanumeric character",
};

const SHORTEST: usize = 8;
/// Long enough for any phrase; a bound because hashing reads all of it.
const LONGEST: usize = 128;

/// One demand of the rule. The app shows them one by one, under these names.
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

/// Whether a password may be chosen. What was chosen under an older rule is still verified.
pub fn is_password(password: &str) -> bool {
    Demand::ALL.iter().all(|demand| demand.is_met_by(password))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shared_cases_hold() {
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
