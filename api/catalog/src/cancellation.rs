//! Until when shoppers may cancel what they have bought, and what they get back. The functions are pure.

use chrono::{Duration, NaiveDate};
use chrono_tz::Tz;

use crate::Catalog;
use crate::files::{Cancellation, CancellationStep, WallTime};
use midway_kernel::id::{BundleId, ProductId, PromotionId};
use midway_kernel::time::{Instant, instant_at};

midway_kernel::documents!(Cancellation);

/// What was bought, as far as its cancellation depends on it.
#[derive(Clone, Copy, Debug)]
pub struct Purchased {
    pub at: Instant,
    /// The day and time of its first performance.
    pub visit: Option<(NaiveDate, WallTime)>,
    pub zone: Tz,
}

impl CancellationStep {
    /// The moment when the step ends; `None` if it never applies to what was bought.
    pub fn ends(&self, bought: &Purchased) -> Option<Instant> {
        let Purchased { at, visit, zone } = *bought;
        let end = match (self.until_before, self.days_after_purchase) {
            (Some(lead), _) => visit.map(|(date, time)| lead.ends(date, time, zone))?,
            (None, Some(days)) => at + Duration::days(days.into()),
            (None, None) => return None,
        };
        let start = visit.map(|(date, time)| instant_at(date, time.0, zone));
        Some(start.map_or(end, |start| end.min(start)))
    }
}

impl Cancellation {
    /// The step that applies to what was bought, with the moment when it ends; `None` if it can no longer be canceled.
    pub fn step(&self, bought: &Purchased, now: Instant) -> Option<(&CancellationStep, Instant)> {
        let ends = |step: &CancellationStep| step.ends(bought).filter(|end| now < *end);
        self.steps.iter().find_map(|step| Some((step, ends(step)?)))
    }

    /// These rules, with at most this percentage paid back. So nobody gets more back by exchanging first.
    pub fn at_most(&self, percent: u32) -> Self {
        let mut steps: Vec<CancellationStep> = Vec::new();
        for step in &self.steps {
            let step = CancellationStep { percent: step.percent.min(percent), ..*step };
            match steps.last_mut() {
                // The later step ends later, if both end in the same way.
                Some(last)
                    if last.percent == step.percent && last.until_before.is_some() == step.until_before.is_some() =>
                {
                    *last = step;
                }
                _ => steps.push(step),
            }
        }
        steps.retain(|step| step.percent > 0);
        Cancellation { steps, ..self.clone() }
    }

    /// The moment until when what was bought may be exchanged; `None` if it can't, or has no performance.
    pub fn exchange_ends(&self, bought: &Purchased) -> Option<Instant> {
        let (date, time) = bought.visit?;
        let end = self.exchange?.until_before.ends(date, time, bought.zone);
        Some(end.min(instant_at(date, time.0, bought.zone)))
    }
}

impl Catalog {
    /// What shoppers get back who cancel a unit of a product or bundle now, bought with these promotions, of which the first
    /// one with rules applies.
    pub fn cancellation_of<'p>(
        &self,
        product: &ProductId,
        promotions: impl IntoIterator<Item = &'p PromotionId>,
    ) -> Option<&Cancellation> {
        if self.product(product).is_some_and(|product| product.donation.is_some()) {
            return None;
        }
        let of_promotion = promotions.into_iter().find_map(|id| self.promotion(id)?.cancellation.as_ref());
        let of_bundle = || self.bundle(&BundleId(product.0.clone()))?.cancellation.as_ref();
        of_promotion.or_else(|| self.product(product)?.cancellation.as_ref()).or_else(of_bundle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{NaiveTime, TimeZone, Utc};

    const ZONE: Tz = Tz::America__New_York;

    fn cancellation(steps: &str) -> Cancellation {
        toml::from_str(&format!("steps = [{steps}]")).unwrap()
    }

    fn local(text: &str) -> Instant {
        let wall = chrono::NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").unwrap();
        ZONE.from_local_datetime(&wall).single().unwrap().to_utc()
    }

    fn bought(visit: Option<&str>) -> Purchased {
        let time = WallTime(NaiveTime::from_hms_opt(10, 0, 0).unwrap());
        let visit = visit.map(|date| (date.parse().unwrap(), time));
        Purchased { at: Utc.with_ymd_and_hms(2026, 11, 20, 17, 0, 0).unwrap(), visit, zone: ZONE }
    }

    #[test]
    fn the_earliest_step_that_has_not_ended_applies() {
        let rules = cancellation(
            "{ until_before = { days = 14 }, percent = 100 }, { until_before = { hours = 24 }, percent = 50 }",
        );
        let bought = bought(Some("2026-12-24"));
        let at = |now| rules.step(&bought, local(now)).map(|(step, end)| (step.percent, end));
        assert_eq!(at("2026-11-20 12:00"), Some((100, local("2026-12-11 00:00"))));
        assert_eq!(at("2026-12-10 23:59"), Some((100, local("2026-12-11 00:00"))));
        assert_eq!(at("2026-12-11 00:00"), Some((50, local("2026-12-23 10:00"))));
        assert_eq!(at("2026-12-23 10:00"), None);
    }

    #[test]
    fn a_step_ends_with_the_start_of_the_performance_at_the_latest() {
        let on_the_day = cancellation("{ until_before = { days = 0 }, percent = 100 }");
        let of_two_weeks = cancellation("{ days_after_purchase = 14, percent = 100 }");
        for rules in [on_the_day, of_two_weeks] {
            let step = rules.step(&bought(Some("2026-11-25")), local("2026-11-25 09:59"));
            assert_eq!(step.map(|(_, end)| end), Some(local("2026-11-25 10:00")));
        }
    }

    #[test]
    fn without_a_performance_only_the_days_after_the_purchase_count() {
        let rules =
            cancellation("{ until_before = { days = 1 }, percent = 100 }, { days_after_purchase = 14, percent = 50 }");
        let step = rules.step(&bought(None), local("2026-12-04 11:59"));
        assert_eq!(step.map(|(step, end)| (step.percent, end)), Some((50, local("2026-12-04 12:00"))));
        assert!(rules.step(&bought(None), local("2026-12-04 12:00")).is_none());
        assert!(cancellation("").step(&bought(None), local("2026-11-20 12:00")).is_none());
    }

    #[test]
    fn nobody_gets_more_back_by_exchanging_first() {
        let rules = cancellation(
            "{ until_before = { days = 14 }, percent = 100 }, { until_before = { days = 7 }, percent = 50 }, \
             { until_before = { days = 1 }, percent = 20 }",
        );
        let at_most = |percent| -> Vec<(Option<u32>, u32)> {
            let steps = rules.at_most(percent).steps;
            steps.iter().map(|step| (step.until_before.and_then(|lead| lead.days), step.percent)).collect()
        };
        assert_eq!(at_most(100), [(Some(14), 100), (Some(7), 50), (Some(1), 20)]);
        assert_eq!(at_most(50), [(Some(7), 50), (Some(1), 20)]);
        assert_eq!(at_most(0), []);
    }

    #[test]
    fn tickets_are_exchanged_until_a_time_before_their_performance() {
        let rules = Cancellation {
            exchange: Some(toml::from_str("until_before = { hours = 2 }").unwrap()),
            ..cancellation("")
        };
        assert_eq!(rules.exchange_ends(&bought(Some("2026-12-24"))), Some(local("2026-12-24 08:00")));
        assert_eq!(rules.exchange_ends(&bought(None)), None);
        assert_eq!(cancellation("").exchange_ends(&bought(Some("2026-12-24"))), None);
    }

    #[test]
    fn the_rules_of_a_promotion_take_precedence_over_those_of_its_product() {
        let catalog = crate::testing::catalog(
            r#"
            [[product]]
            id = "walk"
            site = "park"
            name = "Walk"
            short_description = ""
            cancellation = { steps = [{ days_after_purchase = 14, percent = 100 }] }
            variant = [{ id = "walk", name = "Walk", price = "10.00" }]

            [[promotion_code]]
            id = "early"
            name = "Early"
            codes = ["EARLY"]
            percent_off = 50
            cancellation = { steps = [] }

            [[promotion_code]]
            id = "late"
            name = "Late"
            codes = ["LATE"]
            percent_off = 10
            "#,
        );
        let steps = |promotions: &[PromotionId]| {
            catalog.cancellation_of(&"walk".into(), promotions).map(|rules| rules.steps.len())
        };
        assert_eq!(steps(&[]), Some(1));
        assert_eq!(steps(&["late".into()]), Some(1));
        assert_eq!(steps(&["early".into()]), Some(0));
    }
}
