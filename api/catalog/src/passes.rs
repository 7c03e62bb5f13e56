//! Passes: the days that they admit, who may hold them, and their renewals and upgrades. The functions are pure.

use chrono::{Days, NaiveDate};

use crate::files::{Product, Promotion, Validity, Variant};
use crate::{Catalog, Terms};
use midway_kernel::address::USA;
use midway_kernel::id::VariantId;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

impl Validity {
    /// The first and the last day of a pass that is sold today. A renewal starts after `renewed_until`, the last day of
    /// the pass that it renews. If the first day would be after the last, the pass is valid on its last day only.
    pub fn days(&self, today: NaiveDate, renewed_until: Option<NaiveDate>) -> (NaiveDate, NaiveDate) {
        let next = renewed_until.and_then(|last| last.succ_opt());
        let first = [Some(today), self.from, next].into_iter().flatten().max().unwrap_or(today);
        let counted = || first + Days::new(u64::from(self.days.unwrap_or(1).saturating_sub(1)));
        let last = self.until.unwrap_or_else(counted);
        (first.min(last), last)
    }
}

impl Product {
    /// Whether a variant of this product is a pass that is bought without choosing a performance.
    pub fn has_pass(&self, variant: &Variant) -> bool {
        variant.pass.is_some() && self.selections.is_empty()
    }
}

impl Variant {
    /// Whether a person born on this day may hold the pass.
    pub fn is_for(&self, born: NaiveDate) -> bool {
        self.min_birth_date.is_none_or(|earliest| earliest <= born)
            && self.max_birth_date.is_none_or(|latest| born <= latest)
    }
}

impl Promotion {
    /// For a renewal: whether a pass that ends on a day may be renewed today. A pass without an end cannot be renewed.
    fn is_open(&self, ends_on: Option<NaiveDate>, today: NaiveDate) -> bool {
        let after = Days::new(u64::from(self.closes_days_after.unwrap_or_default()));
        ends_on.is_some_and(|ends_on| {
            self.opens_on(ends_on).is_none_or(|first| first <= today) && today <= ends_on + after
        })
    }

    /// For an upgrade: how much of what was paid for a ticket is credited.
    pub fn credited(&self, paid: Money) -> Money {
        self.credit.map_or(paid, |credit| credit.of(paid))
    }

    /// For a renewal: the first day on which a pass that ends on a day may be renewed; `None` if it always may be.
    fn opens_on(&self, ends_on: NaiveDate) -> Option<NaiveDate> {
        self.opens_days_before.map(|before| ends_on - Days::new(u64::from(before)))
    }
}

/// A ticket that may be exchanged for a pass.
#[derive(Clone, Copy, Debug)]
pub struct Exchanged<'t> {
    pub variant: &'t VariantId,
    /// The price paid for it, without tax and fees.
    pub paid: Money,
    /// The day of its visit, or its last valid day; `None` if it has neither.
    pub last_day: Option<NaiveDate>,
    /// Today in the time zone of its site.
    pub today: NaiveDate,
}

/// A pass that can be bought, for example to renew another pass, with its sale terms.
#[derive(Clone, Copy, Debug)]
pub struct PassOption<'c> {
    pub product: &'c Product,
    pub variant: &'c Variant,
    pub terms: Terms<'c>,
}

impl Catalog {
    /// Whether a passholder may live in this state: it must be a state of the USA (country id 80) in the catalogue.
    pub fn is_state(&self, abbreviation: &str) -> bool {
        self.folder().state.iter().any(|state| state.country_id == USA && state.abbreviation == abbreviation)
    }

    /// The passes that may now renew a pass of this variant that ends on `ends_on`: each variant once, on its best
    /// terms.
    pub fn renewals(
        &self,
        held: &VariantId,
        ends_on: Option<NaiveDate>,
        today: NaiveDate,
        now: Instant,
    ) -> Vec<PassOption<'_>> {
        let open = self.folder().renewal.iter();
        let open: Vec<&Promotion> = open.filter(|it| it.held.contains(held) && it.is_open(ends_on, today)).collect();
        self.pass_options(|product, variant| {
            open.iter()
                .filter(|renewal| renewal.names(product, variant))
                .map(|renewal| Terms { promotion: Some(renewal), ..Terms::public() })
                .filter(|terms| terms.sell(self, product, variant, now))
                .min_by_key(|terms| self.unit_quote(product, variant, *terms, &[], now).price)
        })
    }

    /// The first day after today on which a renewal opens for a pass of this variant that ends on `ends_on`.
    pub fn renewals_open_on(
        &self,
        held: &VariantId,
        ends_on: Option<NaiveDate>,
        today: NaiveDate,
    ) -> Option<NaiveDate> {
        let renewals = self.folder().renewal.iter().filter(|it| it.held.contains(held));
        renewals.filter_map(|it| it.opens_on(ends_on?)).filter(|first| today < *first).min()
    }

    /// The passes to which a ticket may be upgraded now: each variant once, on its best terms. A pass that does not
    /// become cheaper by the upgrade is left out.
    pub fn upgrades(&self, ticket: Exchanged<'_>, now: Instant) -> Vec<PassOption<'_>> {
        let Exchanged { variant: held, paid, last_day, today } = ticket;
        let is_open = |upgrade: &&Promotion| last_day.is_none_or(|last| today <= last + self.days_after(upgrade, held));
        let running: Vec<&Promotion> = self.running_upgrades(held, now).filter(is_open).collect();
        self.pass_options(|product, variant| {
            let price = |terms: &Terms<'_>| self.unit_quote(product, variant, *terms, &[], now).price;
            let public = Terms::public().sell(self, product, variant, now).then(|| price(&Terms::public()));
            running
                .iter()
                .filter(|upgrade| variant.id != *held && upgrade.names(product, variant))
                .map(|upgrade| Terms {
                    promotion: Some(upgrade),
                    credit: Some(upgrade.credited(paid)),
                    ..Terms::public()
                })
                .filter(|terms| terms.sell(self, product, variant, now))
                .filter(|terms| public.is_none_or(|public| price(terms) < public))
                .min_by_key(price)
        })
    }

    /// The last day on which a ticket of this variant, whose visit or last day is `last`, may be upgraded.
    pub fn upgrades_close_on(&self, held: &VariantId, last: NaiveDate, now: Instant) -> NaiveDate {
        let after = self.running_upgrades(held, now).map(|upgrade| self.days_after(upgrade, held));
        after.map(|days| last + days).max().unwrap_or(last)
    }

    /// How many days after its last day a ticket of this variant may be exchanged. A pass may not, because the new pass
    /// ends with it.
    pub fn days_after(&self, upgrade: &Promotion, held: &VariantId) -> Days {
        let is_pass = self.variant(held).is_some_and(|(_, variant)| variant.pass.is_some());
        Days::new(upgrade.closes_days_after.filter(|_| !is_pass).unwrap_or_default().into())
    }

    fn running_upgrades(&self, held: &VariantId, now: Instant) -> impl Iterator<Item = &Promotion> {
        self.folder().upgrade.iter().filter(move |it| it.held.contains(held) && self.is_running(it, now))
    }

    /// The passes that are on public sale now.
    pub fn passes(&self, now: Instant) -> Vec<PassOption<'_>> {
        let terms = Terms::public();
        self.pass_options(|product, variant| terms.sell(self, product, variant, now).then_some(terms))
    }

    /// Whether a promotion names at least one pass and nothing else.
    pub fn names_only_passes(&self, promotion: &Promotion) -> bool {
        let mut named = self.all_variants().filter(|(product, variant)| promotion.names(product, variant)).peekable();
        named.peek().is_some() && named.all(|(product, variant)| product.has_pass(variant))
    }

    fn all_variants(&self) -> impl Iterator<Item = (&Product, &Variant)> {
        let products = self.folder().product.iter();
        products.flat_map(|product| product.variants.iter().map(move |variant| (product, variant)))
    }

    fn pass_options<'c>(
        &'c self,
        terms: impl Fn(&'c Product, &'c Variant) -> Option<Terms<'c>>,
    ) -> Vec<PassOption<'c>> {
        let passes = self.all_variants().filter(|(product, variant)| product.has_pass(variant));
        passes
            .filter_map(|(product, variant)| Some(PassOption { product, variant, terms: terms(product, variant)? }))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::catalog;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn pass_starts_today_at_season_start_or_after_the_renewed_pass_whichever_is_latest_but_within_its_season() {
        let today = day("2026-11-21");
        let year = Validity { days: Some(365), ..Validity::default() };
        let season = Validity { from: Some(day("2027-03-01")), until: Some(day("2027-10-31")), days: None };
        for (validity, renewed_until, first, last) in [
            (year, None, "2026-11-21", "2027-11-20"),
            (year, Some("2026-12-31"), "2027-01-01", "2027-12-31"),
            (year, Some("2026-06-30"), "2026-11-21", "2027-11-20"),
            (season, None, "2027-03-01", "2027-10-31"),
            (season, Some("2026-10-31"), "2027-03-01", "2027-10-31"),
            (season, Some("2027-10-31"), "2027-10-31", "2027-10-31"),
        ] {
            let days = validity.days(today, renewed_until.map(day));
            assert_eq!(days, (day(first), day(last)), "{validity:?} after {renewed_until:?}");
        }
    }

    #[test]
    fn renewal_is_open_for_the_configured_days_around_the_end_of_a_pass() {
        let renewal = |before, after| Promotion {
            opens_days_before: before,
            closes_days_after: after,
            ..toml::from_str("id = \"again\"\nname = \"Again\"\nheld = [\"silver\"]").unwrap()
        };
        let ends_on = Some(day("2026-12-31"));
        for (before, after, today, is_open) in [
            (None, None, "2026-01-01", true),
            (None, None, "2026-12-31", true),
            (None, None, "2027-01-01", false),
            (Some(30), Some(14), "2026-11-30", false),
            (Some(30), Some(14), "2026-12-01", true),
            (Some(30), Some(14), "2027-01-14", true),
            (Some(30), Some(14), "2027-01-15", false),
        ] {
            assert_eq!(renewal(before, after).is_open(ends_on, day(today)), is_open, "{before:?} {after:?} {today}");
        }
        assert!(!renewal(None, None).is_open(None, day("2026-11-21")), "a pass without an end cannot be renewed");
        assert_eq!(renewal(Some(30), Some(14)).opens_on(day("2026-12-31")), Some(day("2026-12-01")));
        assert_eq!(renewal(None, Some(14)).opens_on(day("2026-12-31")), None);
    }

    #[test]
    fn ticket_is_exchanged_until_some_days_after_its_last_day_and_a_pass_until_its_last_day() {
        let catalog = catalog(
            r#"
            [[product]]
            id = "season"
            site = "park"
            name = "Season"
            short_description = ""
            variant = [
              { id = "silver", name = "Silver", price = "90.00", pass = 1, valid = { days = 365 } },
              { id = "gold", name = "Gold", price = "120.00", pass = 1, valid = { days = 365 } },
            ]

            [[product]]
            id = "day"
            site = "park"
            name = "Day"
            short_description = ""
            variant = [{ id = "day", name = "Day", price = "40.00" }]

            [[upgrade]]
            id = "week"
            name = "Within a week"
            held = ["day", "silver"]
            variants = ["gold"]
            closes_days_after = 7
            credit = "50 %"

            [[upgrade]]
            id = "at-once"
            name = "On the day"
            held = ["day"]
            variants = ["gold"]
            "#,
        );
        let credit = |variant: &str, last_day: Option<&str>, today: &str| {
            let variant = variant.into();
            let ticket =
                Exchanged { variant: &variant, paid: Money(40_00), last_day: last_day.map(day), today: day(today) };
            let options = catalog.upgrades(ticket, crate::testing::now());
            options.first().and_then(|option| option.terms.credit).map(|credit| credit.0)
        };
        let visit = Some("2026-11-20");
        for (variant, last_day, today, expected) in [
            ("day", visit, "2026-11-20", Some(40_00)),
            ("day", visit, "2026-11-21", Some(20_00)),
            ("day", visit, "2026-11-27", Some(20_00)),
            ("day", visit, "2026-11-28", None),
            ("day", None, "2026-11-28", Some(40_00)),
            ("silver", visit, "2026-11-20", Some(20_00)),
            ("silver", visit, "2026-11-21", None),
        ] {
            assert_eq!(credit(variant, last_day, today), expected, "{variant} {last_day:?} {today}");
        }
        let close =
            |variant: &str| catalog.upgrades_close_on(&variant.into(), day("2026-11-20"), crate::testing::now());
        assert_eq!(
            [close("day"), close("silver"), close("gold")].map(|day| day.to_string()),
            ["2026-11-27", "2026-11-20", "2026-11-20"]
        );
    }

    #[test]
    fn tag_promotion_names_only_passes_if_its_tag_has_products_and_all_of_them_are_passes_without_a_performance() {
        let passes = |more: &str| {
            let catalog = catalog(&format!(
                r#"
                [[product]]
                id = "season"
                site = "park"
                name = "Season"
                short_description = ""
                tags = ["year"]
                variant = [{{ id = "season", name = "Season", price = "90.00", pass = 1, valid = {{ days = 365 }} }}]

                [[product]]
                id = "other"
                site = "park"
                name = "Other"
                short_description = ""
                {more}
                "#
            ));
            let offer: Promotion = toml::from_str("id = \"year\"\nname = \"Year\"\ntags = [\"year\"]").unwrap();
            catalog.names_only_passes(&offer)
        };
        let map = "variant = [{ id = \"map\", name = \"Map\", price = \"4.00\" }]";
        let dated = "variant = [{ id = \"day\", name = \"Day\", price = \"4.00\", pass = 2, valid = { days = 1 } }]\n\
                     selection = [{ shows = [\"tour\"] }]";
        for (more, expected) in [
            (map.to_owned(), true),
            (format!("tags = [\"year\"]\n{map}"), false),
            (format!("tags = [\"year\"]\n{dated}"), false),
        ] {
            assert_eq!(passes(&more), expected, "{more}");
        }
        let nothing: Promotion = toml::from_str("id = \"it\"\nname = \"It\"\ntags = [\"night\"]").unwrap();
        assert!(!catalog("").names_only_passes(&nothing));
    }

    #[test]
    fn pass_variant_is_only_for_birth_dates_in_its_range() {
        let child: Variant = toml::from_str(
            "id = \"child\"\nname = \"Child\"\nmin_birth_date = \"2014-01-01\"\nmax_birth_date = \"2023-12-31\"",
        )
        .unwrap();
        for (born, may) in [("2013-12-31", false), ("2014-01-01", true), ("2023-12-31", true), ("2024-01-01", false)] {
            assert_eq!(child.is_for(day(born)), may, "{born}");
        }
    }
}
