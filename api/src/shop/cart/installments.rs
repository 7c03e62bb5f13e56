//! How a cart may be paid over time. Pure.

use super::entity::cart::Model as Cart;
use super::entity::line::CartLine;
use super::rules::zone_of;
use crate::shop::installment::{Eligibility, PlanLine, Terms, eligibility, terms};
use midway_catalog::Catalog;
use midway_catalog::pricing::{Basket, BasketLine, LineOffer, Quote, UnitPrice, quote};
use midway_kernel::money::Money;
use midway_kernel::text::Text;
use midway_kernel::time::{Instant, day_at};

pub const NO_PLAN: Text = Text { id: "installment.none", words: "These items cannot be paid for with a payment plan." };
pub const DO_NOT_COMBINE: Text = Text {
    id: "installment.do-not-combine",
    words: "The payment plans of these passes cannot be combined. Please pay the full price, or buy the passes separately.",
};

pub const PAID_TODAY: Text =
    Text { id: "installment.paid-today", words: "Items without a payment plan are paid in full today." };

/// What payment plans mean for a cart in which a pass has one.
#[derive(Clone, Debug)]
pub struct Installments {
    /// What its shopper would agree to; nothing while the plans of its passes do not combine.
    pub terms: Option<Terms>,
    /// Whether its shopper has chosen to pay so, or not to; nothing before they were asked.
    pub selected: Option<bool>,
}

impl Installments {
    /// What its shopper pays by, if it is a plan.
    pub fn agreed(self) -> Option<Terms> {
        self.terms.filter(|_| self.selected == Some(true))
    }
}

/// What payment plans mean for a cart; nothing where no pass in it has one.
pub fn installments(catalog: &Catalog, cart: &Cart, now: Instant) -> Option<Installments> {
    let lines = match by_plans(catalog, cart) {
        Eligibility::None => return None,
        Eligibility::Blocked => return Some(Installments { terms: None, selected: cart.pays_by_plan }),
        Eligibility::Eligible(lines) => lines,
    };
    let first = cart.lines.iter().find(|line| plan_line(catalog, line).is_some())?;
    let terms = terms(&lines, &quote_paid(catalog, cart, true), day_at(now, zone_of(catalog, first)));
    Some(Installments { terms, selected: cart.pays_by_plan })
}

/// Whether something in the cart has no plan, so that its price is part of today's payment.
pub fn has_items_without_plan(catalog: &Catalog, cart: &Cart) -> bool {
    !cart.lines.iter().all(|line| has_plan(catalog, line))
}

/// Whether a line is a pass that may be paid over time at the price that it has in the cart.
pub fn has_plan(catalog: &Catalog, line: &CartLine) -> bool {
    plan_line(catalog, line).is_some()
}

/// Every figure of a cart, from the prices that its lines keep.
pub fn quote_of(catalog: &Catalog, cart: &Cart) -> Quote {
    let by_plan = cart.pays_by_plan == Some(true) && matches!(by_plans(catalog, cart), Eligibility::Eligible(_));
    quote_paid(catalog, cart, by_plan)
}

fn quote_paid(catalog: &Catalog, cart: &Cart, by_plan: bool) -> Quote {
    let lines = cart.lines.iter().map(|line| BasketLine {
        products: line.products().collect(),
        unit: UnitPrice { price: line.unit_price, fees: line.unit_fees, tax: line.unit_tax },
        quantity: line.quantity,
        is_donation: line.is_donation(),
        is_redemption: line.redemption.is_some(),
        offers: &line.offers.0,
        plan: plan_line(catalog, line).filter(|_| by_plan).map(|it| it.plan),
    });
    let delivery = cart.delivery_method_id.as_ref().and_then(|id| catalog.delivery_method(id));
    quote(&Basket { lines: lines.collect(), delivery }, catalog)
}

fn by_plans<'c>(catalog: &'c Catalog, cart: &Cart) -> Eligibility<'c> {
    eligibility(cart.lines.iter().filter_map(|line| plan_line(catalog, line)))
}

/// A pass that may be paid over time, at the price that it has in the cart.
fn plan_line<'c>(catalog: &'c Catalog, line: &CartLine) -> Option<PlanLine<'c>> {
    let (_, variant) = catalog.variant(&line.variant_id).filter(|_| line.pass.is_some())?;
    let adjustment: Money = line.offers.0.iter().map(LineOffer::adjustment_total).sum();
    let price = line.unit_price.times(line.quantity) + adjustment;
    Some(PlanLine { plan: catalog.plan_at(variant, price)?, price })
}
