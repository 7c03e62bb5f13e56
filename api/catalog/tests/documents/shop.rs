//! Questions to an imported example, whose answers are compared with what a document says.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use midway_catalog::files::{Product, Promotion, Variant, WallTime};
use midway_catalog::pricing::{CandidateLine, offers, unit_price};
use midway_catalog::testing::now;
use midway_catalog::{Catalog, FirstUnits, PromotionKind, Terms, UnitsLeft, Visit};
use midway_kernel::money::Money;
use midway_kernel::time::{Instant, days};

pub struct Shop(pub Catalog);

/// The name of an example, a question to its shop, and the answer that the document promises.
pub type Claim = (&'static str, fn(&Shop) -> String, &'static str);

/// Asks all questions.
pub fn assert_true(claims: &[Claim], shops: &BTreeMap<&str, Shop>) {
    let wrong = claims.iter().filter_map(|(example, question, promised)| {
        let answer = question(shops.get(example).unwrap_or_else(|| panic!("there is no example \"{example}\"")));
        (answer != *promised).then(|| format!("{example}: {answer} and not {promised}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn day(date: &str) -> NaiveDate {
    date.parse().unwrap()
}

/// A visit, written as `2026-12-05`, `2026-12-05 11:00`, or with the percentage of places that are left as
/// `2026-12-05 11:00 40%`.
fn visit(written: &str) -> Visit {
    let mut parts = written.split(' ');
    let date = day(parts.next().unwrap());
    let time: WallTime = serde_json::from_value(parts.next().unwrap_or("10:00").into()).unwrap();
    Visit { date, time, percent_left: parts.next().map(|left| left.trim_end_matches('%').parse().unwrap()) }
}

impl Shop {
    pub fn variant(&self, id: &str) -> (&Product, &Variant) {
        self.0.variant(&id.into()).unwrap_or_else(|| panic!("there is no variant {id}"))
    }

    fn quoted(&self, variant: &str, terms: Terms<'_>, at: &str, now: Instant) -> Money {
        let (product, variant) = self.variant(variant);
        let visits: Vec<Visit> = (!at.is_empty()).then(|| visit(at)).into_iter().collect();
        self.0.unit_quote(product, variant, terms, &visits, now).price
    }

    /// The public price for a visit, without tax and fees. Without a visit, the lowest price of the upcoming days.
    pub fn price(&self, variant: &str, at: &str) -> String {
        self.quoted(variant, Terms::public(), at, now()).to_string()
    }

    /// The public price on a later day.
    pub fn price_bought_on(&self, date: &str, variant: &str, at: &str) -> String {
        let later = now() + (day(date) - now().date_naive());
        self.quoted(variant, Terms::public(), at, later).to_string()
    }

    /// The lowest price while these numbers of units are left of sale prices for the first units.
    pub fn price_with_left<const N: usize>(&self, variant: &str, left: [(&str, u32); N]) -> String {
        let left = UnitsLeft::new(left.map(|(sale, left)| ((sale.into(), FirstUnits::All), left)));
        let (product, variant) = self.variant(variant);
        self.0.unit_quote(product, variant, Terms::public().with_left(&left), &[], now()).price.to_string()
    }

    /// The price as pages show it: with fees, without tax.
    pub fn shown_price(&self, variant: &str) -> String {
        let (product, variant) = self.variant(variant);
        self.0.unit_quote(product, variant, Terms::public(), &[], now()).display_price(&self.0).to_string()
    }

    /// The tax on one unit.
    pub fn tax(&self, variant: &str) -> String {
        let (product, variant) = self.variant(variant);
        unit_price(&self.0, &self.0.unit_quote(product, variant, Terms::public(), &[], now())).tax.to_string()
    }

    /// The price with a promotion of a kind, or that it is not sold with it.
    pub fn price_with(&self, kind: PromotionKind, id: &str, variant: &str) -> String {
        let promotion = self.promotion(kind, id);
        let (product, it) = self.variant(variant);
        let terms = Terms { flow: kind.flow(), promotion: Some(promotion), code: None, ..Terms::public() };
        match terms.sell(&self.0, product, it, now()) {
            true => self.quoted(variant, terms, "", now()).to_string(),
            false => "not sold".to_owned(),
        }
    }

    fn promotion(&self, kind: PromotionKind, id: &str) -> &Promotion {
        let all = self.0.folder().promotions_of(kind);
        all.iter().find(|promotion| promotion.id.as_str() == id).unwrap_or_else(|| panic!("there is no promotion {id}"))
    }

    /// The price with a typed code.
    pub fn price_with_code(&self, code: &str, variant: &str) -> String {
        let found = self.0.promotion_of_code(PromotionKind::Code, code);
        found.map_or_else(
            || "no such code".to_owned(),
            |(it, _)| self.price_with(PromotionKind::Code, it.id.as_str(), variant),
        )
    }

    /// Whether everyone can buy it now.
    pub fn is_sold(&self, variant: &str) -> String {
        let (product, variant) = self.variant(variant);
        Terms::public().sell(&self.0, product, variant, now()).to_string()
    }

    /// The times at which a show takes place on a day.
    pub fn times(&self, show: &str, date: &str) -> String {
        let slots = self.0.schedules_of(&show.into()).flat_map(|schedule| self.0.slots_on(schedule, day(date)));
        let mut times: Vec<String> = slots.map(|slot| slot.time.wire()).collect();
        times.sort();
        times.join(" ")
    }

    /// The times that the first selection of a product offers on a day.
    pub fn offered_times(&self, product: &str, date: &str) -> String {
        let selection = &self.0.product(&product.into()).unwrap().selections[0];
        let schedules = selection.shows.iter().flat_map(|show| self.0.schedules_of(show));
        let slots = schedules.flat_map(|it| self.0.slots_on(it, day(date)).map(move |slot| (&it.show, slot.time)));
        let mut times: Vec<String> =
            slots.filter(|(show, time)| selection.offers(show, *time)).map(|(_, time)| time.wire()).collect();
        times.sort();
        times.join(" ")
    }

    /// How many people a hall holds.
    pub fn places(&self, hall: &str) -> String {
        self.0.hall(&hall.into()).unwrap().1.capacity().to_string()
    }

    /// The performances of a show until a day, tomorrow the first.
    pub fn count_performances(&self, show: &str, until: &str) -> String {
        let first = now().date_naive() + chrono::Days::new(1);
        let of_day = |date: NaiveDate| {
            self.0.schedules_of(&show.into()).map(|schedule| self.0.slots_on(schedule, date).count()).sum::<usize>()
        };
        days(first, day(until)).map(of_day).sum::<usize>().to_string()
    }

    /// The lowest price of the first bundle.
    pub fn cheapest_bundle(&self) -> String {
        self.0.cheapest_bundle(&self.0.folder().bundle[0], now()).price.to_string()
    }

    /// The sum of the prices of a cart on one day, after offers: `[("day-adult", 2)]`.
    pub fn cart(&self, lines: &[(&str, u32)]) -> String {
        let at = "2026-12-05 11:00";
        let units = lines.iter().map(|(variant, quantity)| {
            let (product, it) = self.variant(variant);
            let quote = self.0.unit_quote(product, it, Terms::public(), &[visit(at)], now());
            (it, self.0.tax_rate(product.tax_class.as_ref()), unit_price(&self.0, &quote), *quantity)
        });
        let units: Vec<_> = units.collect();
        let lines: Vec<CandidateLine> = units
            .iter()
            .map(|(variant, tax_rate, unit, quantity)| CandidateLine {
                id: variant.id.as_str(),
                variant: &variant.id,
                date: Some(visit(at).date),
                unit: *unit,
                tax_rate: *tax_rate,
                quantity: *quantity,
            })
            .collect();
        let reduced = offers(&self.0, &lines, &BTreeSet::new(), now());
        let reductions = reduced.iter().flat_map(|it| &it.0).map(|offer| offer.adjustment_total());
        let regular = lines.iter().map(|line| line.unit.price.times(line.quantity));
        regular.chain(reductions).sum::<Money>().to_string()
    }
}
