//! The rules of questions at the checkout: for which items they are asked, and which answers are valid. Pure.
//!
//! An answer is one text: the chosen answers of `several` in lines, a date as `YYYY-MM-DD`, a given consent as
//! [`GIVEN`]. An empty text is no answer.

use chrono::NaiveDate;

use crate::files::{OnlyIf, Question, QuestionKind};
use midway_kernel::id::{ProductId, VariantId};
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::date_in_words;

/// The answer of a given consent.
pub const GIVEN: &str = "yes";

const YES: Text = Text { id: "question.yes", default: "Yes" };
const MISSING_TEXT: Text = Text { id: "question.missing-text", default: "Enter an answer" };
const MISSING_CHOICE: Text = Text { id: "question.missing-choice", default: "Choose an answer" };
const MISSING_CONSENT: Text = Text { id: "question.missing-consent", default: "Check the box to continue" };
const TOO_LONG: Text = Text { id: "question.too-long", default: "Use {{max}} characters or fewer" };
const NO_CHOICE: Text = Text { id: "question.no-choice", default: "Choose one of the answers" };
const DATE: Text = Text { id: "question.date", default: "Enter a date" };
const DATE_FROM: Text = Text { id: "question.date-from", default: "Enter a date on or after {{earliest}}" };
const DATE_UNTIL: Text = Text { id: "question.date-until", default: "Enter a date on or before {{latest}}" };
const DATE_BETWEEN: Text =
    Text { id: "question.date-between", default: "Enter a date in this range: {{earliest}} to {{latest}}" };
const NUMBER: Text = Text { id: "question.number", default: "Enter a whole number" };
const NUMBER_FROM: Text = Text { id: "question.number-from", default: "Enter a whole number of at least {{min}}" };
const NUMBER_UNTIL: Text =
    Text { id: "question.number-until", default: "Enter a whole number no greater than {{max}}" };
const NUMBER_BETWEEN: Text =
    Text { id: "question.number-between", default: "Enter a whole number from {{min}} to {{max}}" };

/// The lengths of texts, in characters.
const LONGEST_LINE: u32 = 500;
const LONGEST_TEXT: u32 = 5_000;
const DEFAULT_LINE: u32 = 200;
const DEFAULT_TEXT: u32 = 2_000;

/// Why an answer is not valid: a text with its values.
pub type Fault = (Text, Vec<(&'static str, String)>);

/// The greatest `max_length` of a kind of question.
pub(crate) fn longest(kind: QuestionKind) -> u32 {
    if kind == QuestionKind::LongText { LONGEST_TEXT } else { LONGEST_LINE }
}

impl OnlyIf {
    /// Whether the answer of the other question is the one that this question needs.
    pub fn is_met_by(&self, answer: &str) -> bool {
        match &self.answer {
            Some(wanted) => answer.lines().any(|chosen| chosen == wanted),
            None => answer == GIVEN,
        }
    }
}

impl Question {
    pub fn has_choices(&self) -> bool {
        matches!(self.kind, QuestionKind::Choice | QuestionKind::Several)
    }

    /// Whether the question is asked for this item.
    pub fn is_for(&self, product: &ProductId, variant: &VariantId) -> bool {
        self.products.is_empty() && self.variants.is_empty()
            || self.products.contains(product)
            || self.variants.contains(variant)
    }

    /// The greatest number of characters of a text; `None` for questions of other kinds.
    pub fn longest_answer(&self) -> Option<u32> {
        match self.kind {
            QuestionKind::Text => Some(self.max_length.unwrap_or(DEFAULT_LINE)),
            QuestionKind::LongText => Some(self.max_length.unwrap_or(DEFAULT_TEXT)),
            _ => None,
        }
    }

    /// The fault of a required question without an answer.
    pub fn missing(&self) -> Fault {
        match self.kind {
            QuestionKind::Text | QuestionKind::LongText => (MISSING_TEXT, Vec::new()),
            QuestionKind::Choice | QuestionKind::Several => (MISSING_CHOICE, Vec::new()),
            QuestionKind::Consent => (MISSING_CONSENT, Vec::new()),
            QuestionKind::Date | QuestionKind::Number => self.invalid(),
        }
    }

    /// The fault of an answer that is not valid.
    pub fn invalid(&self) -> Fault {
        let of_day = |day: NaiveDate| date_in_words(day);
        match self.kind {
            QuestionKind::Text | QuestionKind::LongText => {
                (TOO_LONG, vec![("max", self.longest_answer().unwrap_or_default().to_string())])
            }
            QuestionKind::Choice | QuestionKind::Several => (NO_CHOICE, Vec::new()),
            QuestionKind::Consent => (MISSING_CONSENT, Vec::new()),
            QuestionKind::Date => {
                let texts = [DATE, DATE_FROM, DATE_UNTIL, DATE_BETWEEN];
                between(texts, ("earliest", self.earliest.map(of_day)), ("latest", self.latest.map(of_day)))
            }
            QuestionKind::Number => {
                let texts = [NUMBER, NUMBER_FROM, NUMBER_UNTIL, NUMBER_BETWEEN];
                let words = |number: i64| number.to_string();
                between(texts, ("min", self.min.map(words)), ("max", self.max.map(words)))
            }
        }
    }

    /// The answer as it is stored; empty if there is none.
    ///
    /// # Errors
    /// The fault of an answer that is not valid.
    pub fn read(&self, typed: &str) -> Result<String, Fault> {
        let typed = typed.replace("\r\n", "\n").replace('\r', "\n");
        let typed = typed.trim();
        if typed.is_empty() {
            return Ok(String::new());
        }
        let is_in = |valid: bool, answer: String| if valid { Ok(answer) } else { Err(self.invalid()) };
        match self.kind {
            QuestionKind::Text | QuestionKind::LongText => {
                let text = match self.kind {
                    QuestionKind::Text => typed.replace('\n', " "),
                    _ => typed.to_owned(),
                };
                let count = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
                is_in(self.longest_answer().is_some_and(|most| count <= most), text)
            }
            QuestionKind::Choice => is_in(self.choices.iter().any(|choice| choice == typed), typed.to_owned()),
            QuestionKind::Several => {
                let are_known = typed.lines().all(|line| self.choices.iter().any(|choice| choice == line));
                let chosen = self.choices.iter().filter(|choice| typed.lines().any(|line| line == *choice));
                is_in(are_known, chosen.map(String::as_str).collect::<Vec<_>>().join("\n"))
            }
            QuestionKind::Date => {
                let Ok(day) = typed.parse::<NaiveDate>() else { return Err(self.invalid()) };
                let is_between =
                    self.earliest.is_none_or(|first| first <= day) && self.latest.is_none_or(|last| day <= last);
                is_in(is_between, day.to_string())
            }
            QuestionKind::Number => {
                let Ok(number) = typed.parse::<i64>() else { return Err(self.invalid()) };
                let is_between = self.min.is_none_or(|min| min <= number) && self.max.is_none_or(|max| number <= max);
                is_in(is_between, number.to_string())
            }
            QuestionKind::Consent => is_in(typed == GIVEN, GIVEN.to_owned()),
        }
    }

    /// A stored answer as people read it.
    pub fn in_words(&self, answer: &str, messages: &impl Messages) -> String {
        match self.kind {
            QuestionKind::Several => answer.lines().collect::<Vec<_>>().join(", "),
            QuestionKind::Date => answer.parse().map_or_else(|_| answer.to_owned(), date_in_words),
            QuestionKind::Consent => messages.message(YES, &[]),
            _ => answer.to_owned(),
        }
    }
}

/// The text of a range: without limits, with the lower, with the upper, and with both.
fn between(
    [any, from, until, both]: [Text; 4],
    (low_name, low): (&'static str, Option<String>),
    (high_name, high): (&'static str, Option<String>),
) -> Fault {
    let text = match (&low, &high) {
        (None, None) => any,
        (Some(_), None) => from,
        (None, Some(_)) => until,
        (Some(_), Some(_)) => both,
    };
    let values = [low.map(|low| (low_name, low)), high.map(|high| (high_name, high))];
    (text, values.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(keys: &str) -> Question {
        toml::from_str(&format!("id = \"q\"\nlabel = \"Q\"\n{keys}")).unwrap()
    }

    fn fault(keys: &str, typed: &str) -> String {
        let (text, values) = question(keys).read(typed).unwrap_err();
        let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        midway_kernel::text::fill(text.default, &values)
    }

    #[test]
    fn answers_are_read_as_their_kind_says() {
        let choices = "choices = [\"Fish\", \"Rice\"]";
        for (keys, typed, stored) in [
            ("kind = \"text\"", " Ada\r\nByron ", "Ada Byron"),
            ("kind = \"long_text\"", "One\r\ntwo\n", "One\ntwo"),
            (&format!("kind = \"choice\"\n{choices}"), "Fish", "Fish"),
            (&format!("kind = \"several\"\n{choices}"), "Rice\nFish", "Fish\nRice"),
            ("kind = \"date\"", "2026-11-20", "2026-11-20"),
            ("kind = \"number\"\nmin = -5", "-3", "-3"),
            ("kind = \"consent\"", "yes", "yes"),
            ("kind = \"number\"", "  ", ""),
        ] {
            assert_eq!(question(keys).read(typed), Ok(stored.to_owned()), "{keys}");
        }
    }

    #[test]
    fn fault_of_an_answer_says_what_is_valid() {
        let choices = "choices = [\"Fish\", \"Rice\"]";
        assert_eq!(fault("kind = \"text\"\nmax_length = 3", "Byron"), "Use 3 characters or fewer");
        assert_eq!(fault(&format!("kind = \"choice\"\n{choices}"), "Meat"), "Choose one of the answers");
        assert_eq!(fault(&format!("kind = \"several\"\n{choices}"), "Fish\nMeat"), "Choose one of the answers");
        assert_eq!(fault("kind = \"date\"", "2026-13-01"), "Enter a date");
        let dates = "kind = \"date\"\nearliest = \"2020-01-01\"\nlatest = \"2020-12-31\"";
        assert_eq!(fault(dates, "2021-01-01"), "Enter a date in this range: January 1, 2020 to December 31, 2020");
        assert_eq!(fault("kind = \"number\"\nmax = 9", "10"), "Enter a whole number no greater than 9");
        assert_eq!(fault("kind = \"number\"\nmin = 1\nmax = 9", "1.5"), "Enter a whole number from 1 to 9");
        assert_eq!(fault("kind = \"consent\"", "no"), "Check the box to continue");
    }

    #[test]
    fn question_depends_on_a_choice_or_a_consent_of_another_one() {
        let only_if = |answer: Option<&str>| OnlyIf { question: "other".into(), answer: answer.map(str::to_owned) };
        assert!(only_if(Some("Rice")).is_met_by("Fish\nRice"));
        assert!(!only_if(Some("Rice")).is_met_by("Fish"));
        assert!(only_if(None).is_met_by(GIVEN));
        assert!(!only_if(None).is_met_by(""));
    }
}
