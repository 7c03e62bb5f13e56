//! Bundles: what their steps offer, in which quantities, and the price of a part in a bundle. The functions are pure.

use std::iter;

use crate::files::{Bundle, BundleStep, BundleVariant, Product, Variant};
use crate::promotions::Reduction;
use crate::{Catalog, Terms, UnitQuote, Visit};
use midway_kernel::id::{BundleId, ProductId};
use midway_kernel::money::Money;
use midway_kernel::time::{Instant, day_at};

/// How a shopper chooses in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Exactly one unit of a single variant: there is nothing to choose.
    Included,
    /// The shopper chooses a time and quantities.
    Timed,
    /// The shopper ticks variants in a list.
    List,
}

/// A variant that a step offers.
#[derive(Clone, Copy, Debug)]
pub struct OfferedVariant<'c> {
    pub offered: &'c BundleVariant,
    pub product: &'c Product,
    pub variant: &'c Variant,
    /// The minimum quantity in one bundle, if the shopper chooses the variant.
    pub min_quantity: u32,
    /// The maximum quantity in one bundle: the smaller of the limits of the step and of the variant; at most 1 in a
    /// step without times.
    pub max_quantity: u32,
}

/// The bundle with the lowest price, with prices in the form that pages show.
#[derive(Clone, Debug, Default)]
pub struct CheapestBundle {
    pub price: Money,
    /// What a shopper chooses for this price, such as `2 × Youth`. `None` if there is nothing to choose.
    pub price_for: Option<String>,
    /// How much less it costs than its parts outside the bundle.
    pub saving: Money,
}

impl BundleVariant {
    pub fn reduction(&self) -> Option<Reduction> {
        Reduction::written(self.percent_off, self.amount_off, self.price)
    }
}

impl Catalog {
    pub fn bundle(&self, id: &BundleId) -> Option<&Bundle> {
        self.folder().bundle.iter().find(|bundle| bundle.id == *id)
    }

    /// Whether the last day of a bundle has not passed at its site. A bundle without a last day never ends.
    pub fn is_running_bundle(&self, bundle: &Bundle, now: Instant) -> bool {
        let zone = self.site(&bundle.site).map_or(chrono_tz::UTC, |site| site.time_zone);
        bundle.until.is_none_or(|until| day_at(now, zone) <= until)
    }

    pub fn step_kind(&self, step: &BundleStep) -> StepKind {
        let needs_time =
            |it: &BundleVariant| self.variant(&it.variant).is_some_and(|(product, _)| !product.selections.is_empty());
        if step.variants.iter().any(needs_time) {
            StepKind::Timed
        } else if step.min_quantity == 1 && step.max_quantity == Some(1) {
            StepKind::Included
        } else {
            StepKind::List
        }
    }

    /// The variants that a step offers, in the order of the step.
    pub fn offered_in<'c>(&'c self, step: &'c BundleStep) -> impl Iterator<Item = OfferedVariant<'c>> + use<'c> {
        let most_of_each = match self.step_kind(step) {
            StepKind::Timed => u32::MAX,
            StepKind::Included | StepKind::List => 1,
        };
        step.variants.iter().filter_map(move |offered| {
            let (product, variant) = self.variant(&offered.variant)?;
            let most = offered.max_quantity.unwrap_or(variant.max_quantity);
            Some(OfferedVariant {
                offered,
                product,
                variant,
                min_quantity: offered.min_quantity.unwrap_or(variant.min_quantity),
                max_quantity: most.min(step.max_quantity.unwrap_or(u32::MAX)).min(most_of_each),
            })
        })
    }

    /// The price of a unit within a bundle, for its chosen performances: the bundle's price, or the public price if
    /// that is lower.
    pub fn unit_quote_in_bundle<'c>(&'c self, it: OfferedVariant<'c>, visits: &[Visit], now: Instant) -> UnitQuote<'c> {
        let alone = self.unit_quote(it.product, it.variant, Terms::public(), visits, now);
        let reduced = it.offered.reduction().map_or(alone.regular, |reduction| reduction.of(alone.regular));
        UnitQuote { regular: alone.price, price: reduced.min(alone.price), promotion: None, highest: None, ..alone }
    }

    /// The cheapest bundle: for each required step, its minimum quantity of the cheapest variants.
    pub fn cheapest_bundle(&self, bundle: &Bundle, now: Instant) -> CheapestBundle {
        let mut cheapest = CheapestBundle::default();
        let mut chosen: Vec<String> = Vec::new();
        for step in &bundle.steps {
            let offered = self.offered_in(step).filter(|it| self.is_on_sale(it.product, now));
            let mut offered: Vec<(Money, UnitQuote<'_>, OfferedVariant<'_>)> = offered
                .map(|it| (it, self.unit_quote_in_bundle(it, &[], now)))
                .map(|(it, quote)| (quote.display_price(self), quote, it))
                .collect();
            // A bundle sells a variant without those that it is otherwise sold with.
            offered.sort_by_key(|(price, _, it)| (it.variant.in_from_price == Some(false), *price));
            let mut missing = step.min_quantity;
            for (price, quote, it) in offered {
                if missing == 0 {
                    break;
                }
                let quantity = missing.min(it.max_quantity).max(it.min_quantity);
                missing = missing.saturating_sub(quantity);
                let separately = quote.regular_display_price(self).unwrap_or(price);
                cheapest.price = cheapest.price + price.times(quantity);
                cheapest.saving = cheapest.saving + (separately - price).times(quantity);
                if self.step_kind(step) != StepKind::Included {
                    let name = &it.variant.name;
                    chosen.push(if quantity == 1 { name.clone() } else { format!("{quantity} × {name}") });
                }
            }
        }
        cheapest.price_for = (!chosen.is_empty()).then(|| chosen.join(", "));
        cheapest
    }

    /// Whether only signed-in shoppers may build a bundle, because at least one of its products requires a login.
    pub fn bundle_asks_to_sign_in(&self, bundle: &Bundle) -> bool {
        let mut offered = bundle.steps.iter().flat_map(|step| self.offered_in(step));
        offered.any(|it| it.product.requires_login_challenge)
    }

    /// The products that a bundle offers, and the bundle's own id. Fees per order refer to these ids.
    pub fn sold_in_bundle<'c>(&'c self, bundle: &'c Bundle) -> impl Iterator<Item = ProductId> + use<'c> {
        let offered = bundle.steps.iter().flat_map(|step| self.offered_in(step));
        iter::once(ProductId(bundle.id.0.clone())).chain(offered.map(|it| it.product.id.clone()))
    }
}
