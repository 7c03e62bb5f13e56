//! What shoppers get back who cancel, in words that follow from the rules.

use chrono_tz::Tz;

use midway_catalog::Purchased;
use midway_catalog::files::{Cancellation, CancellationStep, ExchangeRule, Lead};
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::{Instant, date_in_words};

const FREE: Text = Text { id: "cancellation.free", default: "Free cancellation until {{until}}." };
const SHARE: Text =
    Text { id: "cancellation.share", default: "You can cancel for a refund of {{percent}}% until {{until}}." };
const FEE: Text =
    Text { id: "cancellation.fee", default: "A cancellation fee of {{fee}} applies to each ticket or item." };
const AFTERWARDS: Text = Text { id: "cancellation.afterwards", default: "After that, you can't cancel." };
const NEVER: Text = Text { id: "cancellation.never", default: "Cancellation isn't available." };
const EXCHANGE: Text =
    Text { id: "cancellation.exchange", default: "You can change the date, time, or seats for free until {{until}}." };
const EXCHANGE_FEE: Text = Text {
    id: "cancellation.exchange-fee",
    default: "For {{fee}} per ticket or item, you can change the date, time, or seats until {{until}}.",
};
const ENDED: Text = Text { id: "cancellation.ended", default: "It's too late to cancel." };
const NO_RULES: Text = Text { id: "cancellation.no-rules", default: "You can't cancel this online." };
const NO_RULES_FOR_VISIT: Text =
    Text { id: "cancellation.no-rules-for-visit", default: "You can't cancel this or change its date or time online." };

const VISIT_BEGINS: Text = Text { id: "cancellation.visit-begins", default: "your visit begins" };
const DAY_BEFORE: Text = Text { id: "cancellation.day-before", default: "the day before your visit" };
const DAYS_BEFORE: Text = Text { id: "cancellation.days-before", default: "{{days}} days before your visit" };
const HOUR_BEFORE: Text = Text { id: "cancellation.hour-before", default: "1 hour before your visit" };
const HOURS_BEFORE: Text = Text { id: "cancellation.hours-before", default: "{{hours}} hours before your visit" };
const DAY_AFTER: Text = Text { id: "cancellation.day-after", default: "1 day after your purchase" };
const DAYS_AFTER: Text = Text { id: "cancellation.days-after", default: "{{days}} days after your purchase" };

/// The rules before anything is chosen: `Free cancellation until 2 days before your visit.` Without rules, what is sold
/// cannot be canceled online, or exchanged if it is for a visit.
pub fn cancellation_in_words(messages: &impl Messages, rules: Option<&Cancellation>, is_for_visit: bool) -> String {
    let Some(rules) = rules else { return no_rules(messages, is_for_visit) };
    let steps = rules.steps.iter().map(|step| (step, before(messages, (step.until_before, step.days_after_purchase))));
    let exchange =
        rules.exchange.map(|rule| exchanged(messages, rule, before(messages, (Some(rule.until_before), None))));
    with_exchange(written(messages, rules, steps.collect(), NEVER), exchange)
}

fn no_rules(messages: &impl Messages, is_for_visit: bool) -> String {
    messages.message(if is_for_visit { NO_RULES_FOR_VISIT } else { NO_RULES }, &[])
}

/// The rules for what is bought: the steps that have not ended, with their days. Without rules, as
/// [`cancellation_in_words`].
pub fn cancellation_of_bought(
    messages: &impl Messages,
    rules: Option<&Cancellation>,
    bought: &Purchased,
    now: Instant,
) -> String {
    let Some(rules) = rules else { return no_rules(messages, bought.visit.is_some()) };
    let mut steps: Vec<(&CancellationStep, Instant)> = Vec::new();
    for step in &rules.steps {
        let Some(end) = step.ends(bought).filter(|end| now < *end) else { continue };
        // A step that ends no later than the one before it never applies.
        if steps.last().is_none_or(|(_, earlier)| *earlier < end) {
            steps.push((step, end));
        }
    }
    let steps = steps.into_iter().map(|(step, end)| (step, moment_in_words(end, bought.zone)));
    let end = rules.exchange_ends(bought).filter(|end| now < *end);
    let exchange = rules.exchange.zip(end);
    let exchange = exchange.map(|(rule, end)| exchanged(messages, rule, moment_in_words(end, bought.zone)));
    let cancellation = written(messages, rules, steps.collect(), if rules.steps.is_empty() { NEVER } else { ENDED });
    with_exchange(cancellation, exchange)
}

fn with_exchange(cancellation: String, exchange: Option<String>) -> String {
    [Some(cancellation), exchange].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn exchanged(messages: &impl Messages, rule: ExchangeRule, until: String) -> String {
    let text = if rule.fee.is_zero() { EXCHANGE } else { EXCHANGE_FEE };
    messages.message(text, &[("until", until), ("fee", rule.fee.display())])
}

/// The last day before a midnight, or a day with its time.
pub fn moment_in_words(end: Instant, zone: Tz) -> String {
    let wall = end.with_timezone(&zone).naive_local();
    match wall.time() == chrono::NaiveTime::MIN {
        true => date_in_words(wall.date().pred_opt().unwrap_or(wall.date())),
        false => format!("{}, {}", date_in_words(wall.date()), wall.format("%-I:%M %p")),
    }
}

fn written(
    messages: &impl Messages,
    rules: &Cancellation,
    steps: Vec<(&CancellationStep, String)>,
    without_steps: Text,
) -> String {
    if steps.is_empty() {
        return messages.message(without_steps, &[]);
    }
    let step = |(step, until): (&CancellationStep, String)| {
        let text = if step.percent == 100 && rules.fee.is_zero() { FREE } else { SHARE };
        messages.message(text, &[("percent", step.percent.to_string()), ("until", until)])
    };
    let mut sentences: Vec<String> = steps.into_iter().map(step).collect();
    if !rules.fee.is_zero() {
        sentences.push(messages.message(FEE, &[("fee", rules.fee.display())]));
    }
    sentences.push(messages.message(AFTERWARDS, &[]));
    sentences.join(" ")
}

fn before(messages: &impl Messages, (until_before, days_after_purchase): (Option<Lead>, Option<u32>)) -> String {
    let days_or =
        |text, value: u32| messages.message(text, &[("days", value.to_string()), ("hours", value.to_string())]);
    match (until_before.map(|lead| (lead.days, lead.hours)), days_after_purchase) {
        (Some((Some(0), _)), _) => days_or(VISIT_BEGINS, 0),
        (Some((Some(1), _)), _) => days_or(DAY_BEFORE, 1),
        (Some((Some(days), _)), _) => days_or(DAYS_BEFORE, days),
        (Some((None, Some(1))), _) => days_or(HOUR_BEFORE, 1),
        (Some((None, hours)), _) => days_or(HOURS_BEFORE, hours.unwrap_or_default()),
        (None, Some(1)) => days_or(DAY_AFTER, 1),
        (None, days) => days_or(DAYS_AFTER, days.unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{NaiveTime, TimeZone, Utc};
    use midway_catalog::files::WallTime;

    struct Defaults;

    impl Messages for Defaults {
        fn replacement(&self, _: &str) -> Option<&str> {
            None
        }
    }

    fn rules(toml: &str) -> Cancellation {
        toml::from_str(toml).unwrap()
    }

    #[test]
    fn rules_are_written_step_by_step_with_the_fee() {
        for (toml, words) in [
            (
                "steps = [{ until_before = { days = 1 }, percent = 100 }]",
                "Free cancellation until the day before your visit. After that, you can't cancel.",
            ),
            (
                "fee = \"2.00\"\nsteps = [{ until_before = { days = 14 }, percent = 100 }, \
                 { until_before = { hours = 24 }, percent = 50 }]",
                "You can cancel for a refund of 100% until 14 days before your visit. You can cancel for a refund of \
                 50% until 24 hours before your visit. A cancellation fee of $2.00 applies to each ticket or item. \
                 After that, you can't cancel.",
            ),
            (
                "steps = [{ days_after_purchase = 14, percent = 100 }]",
                "Free cancellation until 14 days after your purchase. After that, you can't cancel.",
            ),
            ("steps = []", "Cancellation isn't available."),
            (
                "steps = [{ until_before = { days = 1 }, percent = 100 }]\nexchange = { until_before = { hours = 2 } }",
                "Free cancellation until the day before your visit. After that, you can't cancel. You can change the \
                 date, time, or seats for free until 2 hours before your visit.",
            ),
            (
                "exchange = { until_before = { days = 0 }, fee = \"3.00\" }",
                "Cancellation isn't available. For $3.00 per ticket or item, you can change the date, time, or seats \
                 until your visit begins.",
            ),
        ] {
            assert_eq!(cancellation_in_words(&Defaults, Some(&rules(toml)), true), words);
        }
    }

    #[test]
    fn what_has_no_rules_cannot_be_canceled_online_and_a_visit_cannot_be_exchanged_either() {
        let never = "You can't cancel this online.";
        let never_for_visit = "You can't cancel this or change its date or time online.";
        assert_eq!(cancellation_in_words(&Defaults, None, false), never);
        assert_eq!(cancellation_in_words(&Defaults, None, true), never_for_visit);
        let at = Utc.with_ymd_and_hms(2026, 11, 20, 17, 0, 0).unwrap();
        let time = WallTime(NaiveTime::from_hms_opt(10, 0, 0).unwrap());
        let visit = Some(("2026-12-24".parse().unwrap(), time));
        for (visit, words) in [(None, never), (visit, never_for_visit)] {
            let bought = Purchased { at, visit, zone: Tz::America__New_York };
            assert_eq!(cancellation_of_bought(&Defaults, None, &bought, at), words);
        }
    }

    #[test]
    fn rules_of_what_is_bought_name_the_days_and_leave_out_steps_that_have_ended() {
        let rules = rules(
            "steps = [{ until_before = { days = 14 }, percent = 100 }, { until_before = { hours = 24 }, percent = 50 }]",
        );
        let at = Utc.with_ymd_and_hms(2026, 11, 20, 17, 0, 0).unwrap();
        let time = WallTime(NaiveTime::from_hms_opt(10, 0, 0).unwrap());
        let bought =
            |date: &str| Purchased { at, visit: Some((date.parse().unwrap(), time)), zone: Tz::America__New_York };
        let words = |date| cancellation_of_bought(&Defaults, Some(&rules), &bought(date), at);
        assert_eq!(
            words("2026-12-24"),
            "Free cancellation until December 10, 2026. You can cancel for a refund of 50% until December 23, 2026, \
             10:00 AM. After that, you can't cancel."
        );
        let last_step =
            "You can cancel for a refund of 50% until November 23, 2026, 10:00 AM. After that, you can't cancel.";
        assert_eq!(words("2026-11-24"), last_step);
        assert_eq!(words("2026-11-21"), "It's too late to cancel.");
    }
}
