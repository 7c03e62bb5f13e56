//! Whether and how a cart may be paid with a payment plan. Pure.

use super::entity::cart::Model as Cart;
use super::line::{CartLine, zone_of};
use crate::shop::installment::{Eligibility, PlanLine, Terms, eligibility, terms};
use midway_catalog::Catalog;
use midway_catalog::pricing::{Basket, BasketLine, LineOffer, Quote, UnitPrice, quote};
use midway_kernel::money::Money;
use midway_kernel::text::Text;
use midway_kernel::time::{Instant, day_at};

pub const NO_PLAN: Text =
    Text { id: "installment.none", default: "You can't use a payment plan for these items. Please pay in full." };
pub const DO_NOT_COMBINE: Text = Text {
    id: "installment.do-not-combine",
    default: "The payment plans for these passes can't be combined. Please pay the full price, or buy the passes \
              separately.",
};

/// The payment-plan options of a cart with at least one pass that has a plan.
#[derive(Clone, Debug)]
pub struct Installments {
    /// The terms to accept; `None` while the plans of the cart's passes cannot be combined, or when the finance charge
    /// leaves nothing to finance.
    pub terms: Option<Terms>,
    /// Whether the shopper chose to pay with a payment plan; `None` before the question was answered.
    pub selected: Option<bool>,
}

impl Installments {
    /// The terms, if the shopper chose to pay with a payment plan.
    pub fn agreed(self) -> Option<Terms> {
        self.terms.filter(|_| self.selected == Some(true))
    }
}

/// The payment-plan options of a cart; `None` when no pass in it has a plan.
pub fn installments(catalog: &Catalog, cart: &Cart, now: Instant) -> Option<Installments> {
    let lines = match by_plans(catalog, cart) {
        Eligibility::None => return None,
        Eligibility::Blocked => return Some(Installments { terms: None, selected: cart.pays_by_plan }),
        Eligibility::Eligible(lines) => lines,
    };
    let first = cart.lines.iter().find(|line| plan_line(catalog, line).is_some())?;
    let today = day_at(now, zone_of(catalog, first));
    let terms = terms(&lines, items_without_plan(catalog, cart), &quote_paid(catalog, cart, true), today);
    Some(Installments { terms, selected: cart.pays_by_plan })
}

/// The names of the items of the cart that have no plan, as in [`Terms`].
fn items_without_plan(catalog: &Catalog, cart: &Cart) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for line in cart.lines.iter().filter(|line| !has_plan(catalog, line)) {
        let name = format!("{}, {}", line.product_name, line.variant_name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    (!names.is_empty()).then(|| names.join("; "))
}

/// Whether a line is a pass with a payment plan at its price in the cart.
pub fn has_plan(catalog: &Catalog, line: &CartLine) -> bool {
    plan_line(catalog, line).is_some()
}

/// The price quote of a cart, computed from the prices stored in its lines.
pub fn quote_of(catalog: &Catalog, cart: &Cart) -> Quote {
    let by_plan = cart.pays_by_plan == Some(true) && matches!(by_plans(catalog, cart), Eligibility::Eligible(_));
    quote_paid(catalog, cart, by_plan)
}

/// The total of a cart if it is paid without a plan.
pub fn full_price(catalog: &Catalog, cart: &Cart) -> Money {
    quote_paid(catalog, cart, false).total
}

fn quote_paid(catalog: &Catalog, cart: &Cart, by_plan: bool) -> Quote {
    let lines = cart.lines.iter().map(|line| BasketLine {
        products: line.products().collect(),
        unit: UnitPrice { price: line.unit_price, fees: line.unit_fees, tax: line.unit_tax },
        quantity: line.quantity,
        is_donation: line.is_donation(),
        is_redemption: line.redemption().is_some(),
        offers: &line.offers.0,
        plan: plan_line(catalog, line).filter(|_| by_plan).map(|it| it.plan),
    });
    let delivery = cart.delivery_method_id.as_ref().and_then(|id| catalog.delivery_method(id));
    // The fees of the earlier order stay with it, and are not charged again for the same visit.
    let is_exchange = cart.exchange.as_ref().is_some_and(|exchange| exchange.is_all_of(&cart.lines));
    quote(&Basket { lines: lines.collect(), delivery, without_order_fees: is_exchange }, catalog)
}

fn by_plans<'c>(catalog: &'c Catalog, cart: &Cart) -> Eligibility<'c> {
    // The exchanged tickets were paid in full, so nothing is deferred.
    if cart.exchange.is_some() {
        return Eligibility::None;
    }
    eligibility(cart.lines.iter().filter_map(|line| plan_line(catalog, line)))
}

/// A pass with a payment plan, at its price in the cart.
fn plan_line<'c>(catalog: &'c Catalog, line: &CartLine) -> Option<PlanLine<'c>> {
    let (_, variant) = catalog.variant(&line.variant_id).filter(|_| line.pass().is_some())?;
    let adjustment: Money = line.offers.0.iter().map(LineOffer::adjustment_total).sum();
    let price = line.unit_price.times(line.quantity) + adjustment;
    Some(PlanLine { plan: catalog.plan_at(variant, price)?, price })
}
