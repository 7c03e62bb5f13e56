//! The price quote of a cart.
//!
//! The rules apply in this order. First, the price of each unit is the lowest of the regular price, a sale price and a
//! promotion's price, less the credit of an upgrade; a package costs the sum of the prices of its parts. Then offers
//! reduce the prices of tickets that are bought together. Taxes on units are rounded per unit; fees are charged per
//! unit or per order. Every total is a sum.

use serde::{Deserialize, Serialize};

use super::line::{LineOffer, UnitPrice};
use crate::files::{DeliveryMethod, Fee, Plan};
use crate::{Catalog, charged_for};
use midway_kernel::id::ProductId;
use midway_kernel::money::Money;
use midway_kernel::text::{Messages, Text};

const TICKET_FEES: Text = Text { id: "fees.tickets", default: "Ticket fees" };
const PLAN_FEE: Text = Text { id: "fees.plan", default: "Payment plan fee" };

/// The contents of a cart that are priced.
#[derive(Clone, Debug, Default)]
pub struct Basket<'a> {
    pub lines: Vec<BasketLine<'a>>,
    pub delivery: Option<&'a DeliveryMethod>,
    /// Whether no fee per order applies.
    pub without_order_fees: bool,
}

#[derive(Clone, Debug)]
pub struct BasketLine<'a> {
    /// The line's product and, for a package, the products of its parts.
    pub products: Vec<&'a ProductId>,
    pub unit: UnitPrice,
    pub quantity: u32,
    /// Whether the line is a donation. No fee per order applies to a donation, and it needs no delivery.
    pub is_donation: bool,
    /// Whether the line redeems an entitlement. No fee per order applies to a redemption.
    pub is_redemption: bool,
    pub offers: &'a [LineOffer],
    /// The installment plan of the line. Each unit costs the plan's fee in addition.
    pub plan: Option<&'a Plan>,
}

/// All figures of a cart. `total` is always the sum of the four other totals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quote {
    /// The totals of each line, in the order of the basket's lines.
    pub lines: Vec<LineTotals>,
    /// The sum of the prices after offers, without tax, fees or delivery.
    pub subtotal: Money,
    pub tax_total: Money,
    pub fee_total: Money,
    /// The items of `fee_total`. Items that are zero are left out.
    pub fees: NamedFees,
    pub delivery_total: Money,
    pub total: Money,
}

/// The sum of all fees of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedFee {
    pub name: String,
    pub amount: Money,
    /// The tax on a fee per order or on the fees of a payment plan. Zero for per-ticket fees, whose tax is part of the
    /// tax of their units.
    #[serde(default)]
    pub tax: Money,
}

/// The fees of a cart or an order: one item for all per-ticket fees, one for each fee per order, and one for
/// installment plans.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedFees(pub Vec<NamedFee>);

midway_kernel::documents!(NamedFees);

/// The totals of one line. `price` is without tax and fees and before offers; `adjustment` is the reduction by offers;
/// fees and tax are the amounts after offers, with the fee of an installment plan included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineTotals {
    pub price: Money,
    pub adjustment: Money,
    pub fees: Money,
    pub tax: Money,
}

/// Computes the quote of a basket. Each fee per order is charged once if the basket has a paid line with a product that
/// the fee applies to; donations and redemptions do not count.
pub fn quote(basket: &Basket<'_>, catalog: &Catalog) -> Quote {
    let lines: Vec<LineTotals> = basket.lines.iter().map(|line| line_totals(line, catalog)).collect();
    let is_paid = |totals: &LineTotals| !(totals.price + totals.adjustment).is_zero();
    let goods = || basket.lines.iter().zip(&lines).filter(|(line, _)| !line.is_donation);
    let order_fees = || {
        catalog.order_fees().filter(|_| !basket.without_order_fees).filter(|fee| {
            let is_for = |line: &BasketLine<'_>| line.products.iter().any(|product| charged_for(fee, product));
            goods().any(|(line, totals)| !line.is_redemption && is_paid(totals) && is_for(line))
        })
    };
    // Delivery is not charged if the basket has only donations, because nothing is delivered.
    let delivery = basket.delivery.filter(|_| goods().next().is_some());
    let delivery_total = delivery.map_or(Money::ZERO, |method| method.price);
    let delivery_tax =
        delivery.map_or(Money::ZERO, |method| catalog.tax_rate(method.tax_class.as_ref()).of(method.price));
    let subtotal = lines.iter().map(|line| line.price + line.adjustment).sum();
    let plan_fees: Money = basket.lines.iter().map(plan_fees).sum();
    let plan_tax: Money = basket.lines.iter().map(|line| plan_tax(line, catalog)).sum();
    let ticket_fees = lines.iter().map(|line| line.fees).sum::<Money>() - plan_fees;
    let named = |text, amount: Money, tax| {
        (!amount.is_zero()).then(|| NamedFee { name: catalog.message(text, &[]), amount, tax })
    };
    let tax_of = |fee: &Fee| catalog.tax_rate(fee.tax_class.as_ref()).of(fee.amount);
    let of_order = order_fees().filter(|fee| !fee.amount.is_zero());
    let of_order = of_order.map(|fee| NamedFee { name: fee.name.clone(), amount: fee.amount, tax: tax_of(fee) });
    let of_tickets = named(TICKET_FEES, ticket_fees, Money::ZERO);
    let of_plans = named(PLAN_FEE, plan_fees, plan_tax);
    let fees = NamedFees(of_tickets.into_iter().chain(of_order).chain(of_plans).collect());
    let fee_total = fees.0.iter().map(|fee| fee.amount).sum();
    let tax_total = lines.iter().map(|line| line.tax).sum::<Money>() + order_fees().map(tax_of).sum() + delivery_tax;
    let total = subtotal + tax_total + fee_total + delivery_total;
    Quote { lines, subtotal, tax_total, fee_total, fees, delivery_total, total }
}

/// The fee of the line's installment plan for all its units.
fn plan_fees(line: &BasketLine<'_>) -> Money {
    line.plan.map_or(Money::ZERO, |plan| plan.fee.times(line.quantity))
}

/// The tax on the fee of the line's installment plan for all its units.
fn plan_tax(line: &BasketLine<'_>, catalog: &Catalog) -> Money {
    let of_unit = line.plan.map(|plan| catalog.tax_rate(plan.tax_class.as_ref()).of(plan.fee));
    of_unit.map_or(Money::ZERO, |tax| tax.times(line.quantity))
}

fn line_totals(line: &BasketLine<'_>, catalog: &Catalog) -> LineTotals {
    let off =
        |of: fn(&LineOffer) -> Money| line.offers.iter().map(|offer| of(offer).times(offer.quantity)).sum::<Money>();
    LineTotals {
        price: line.unit.price.times(line.quantity),
        adjustment: off(|offer| offer.unit_price_adjustment),
        fees: line.unit.fees.times(line.quantity) + plan_fees(line) + off(|offer| offer.unit_fees_adjustment),
        tax: line.unit.tax.times(line.quantity) + plan_tax(line, catalog) + off(|offer| offer.unit_tax_adjustment),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Portion;
    use crate::files::{FeePer, Folder, TaxClass};
    use midway_kernel::coded::PlanType;
    use midway_kernel::rate::BasisPoints;
    use proptest::prelude::*;

    fn catalog() -> Catalog {
        let fee = |id: &str, per, cents, products: &[&str]| Fee {
            id: id.to_owned(),
            name: id.to_owned(),
            per,
            amount: Money(cents),
            tax_class: Some("standard".into()),
            products: products.iter().map(|&product| product.into()).collect(),
        };
        Catalog::from(Folder {
            tax_class: vec![TaxClass { id: "standard".into(), name: "Sales tax".to_owned(), rate: BasisPoints(825) }],
            fee: vec![fee("order", FeePer::Order, 295, &[]), fee("theatre", FeePer::Order, 100, &["play"])],
            ..Folder::default()
        })
    }

    fn delivery() -> DeliveryMethod {
        DeliveryMethod {
            id: "post".into(),
            name: "Post".to_owned(),
            description: None,
            price: Money(650),
            tax_class: None,
            shipping_address_required: true,
            digital: false,
            lead_days: 0,
        }
    }

    fn line(product: &ProductId, price: i64, fees: i64, tax: i64, quantity: u32) -> BasketLine<'_> {
        let unit = UnitPrice { price: Money(price), fees: Money(fees), tax: Money(tax) };
        BasketLine {
            products: vec![product],
            unit,
            quantity,
            is_donation: false,
            is_redemption: false,
            offers: &[],
            plan: None,
        }
    }

    #[test]
    fn order_fee_is_charged_once_per_order_and_a_fee_for_certain_products_only_if_one_of_them_is_bought() {
        let (ticket, play) = ("ticket".into(), "play".into());
        let two = Basket {
            lines: vec![line(&ticket, 1000, 0, 0, 2), line(&ticket, 500, 0, 0, 1)],
            delivery: None,
            ..Basket::default()
        };
        assert_eq!(quote(&two, &catalog()).fee_total, Money(295));
        let both = Basket { lines: vec![line(&play, 1000, 0, 0, 2)], delivery: None, ..Basket::default() };
        assert_eq!(quote(&both, &catalog()).fee_total, Money(395));
    }

    #[test]
    fn order_of_only_free_lines_has_no_order_fee() {
        let ticket = "ticket".into();
        let free = Basket { lines: vec![line(&ticket, 0, 0, 0, 3)], delivery: None, ..Basket::default() };
        assert_eq!(quote(&free, &catalog()).total, Money::ZERO);
    }

    #[test]
    fn donation_alone_has_no_order_fee_and_no_delivery_charge() {
        let (fund, ticket, post) = ("fund".into(), "ticket".into(), delivery());
        let gift = BasketLine { is_donation: true, ..line(&fund, 500, 0, 0, 1) };
        let alone =
            quote(&Basket { lines: vec![gift.clone()], delivery: Some(&post), ..Basket::default() }, &catalog());
        assert_eq!((alone.total, alone.fee_total, alone.delivery_total), (Money(500), Money::ZERO, Money::ZERO));
        let beside = quote(
            &Basket { lines: vec![gift, line(&ticket, 1000, 0, 0, 1)], delivery: Some(&post), ..Basket::default() },
            &catalog(),
        );
        assert_eq!((beside.fee_total, beside.delivery_total), (Money(295), Money(650)));
    }

    #[test]
    fn paid_redemption_has_no_order_fee() {
        let ticket = "ticket".into();
        let redeemed = BasketLine { is_redemption: true, ..line(&ticket, 500, 0, 0, 2) };
        let alone = quote(&Basket { lines: vec![redeemed.clone()], delivery: None, ..Basket::default() }, &catalog());
        assert_eq!((alone.total, alone.fee_total), (Money(1000), Money::ZERO));
        let beside =
            Basket { lines: vec![redeemed, line(&ticket, 1000, 0, 0, 1)], delivery: None, ..Basket::default() };
        assert_eq!(quote(&beside, &catalog()).fee_total, Money(295));
    }

    #[test]
    fn installment_plan_adds_its_fee_and_tax_for_each_unit() {
        let pass = "pass".into();
        let plan = Plan {
            id: "monthly".into(),
            name: "Monthly".to_owned(),
            plan_type: PlanType::House,
            lender: None,
            down_payment: Portion::Amount(Money(2_000)),
            fee: Money(1_000),
            tax_class: Some("standard".into()),
            fee_is_finance_charge: false,
            payments: 10,
            description: None,
            disclaimer: None,
        };
        let by_plan = BasketLine { plan: Some(&plan), ..line(&pass, 12_000, 100, 990, 2) };
        let quote = quote(&Basket { lines: vec![by_plan], delivery: None, ..Basket::default() }, &catalog());
        assert_eq!(
            (quote.subtotal, quote.fee_total),
            (Money(24_000), Money(2_495)),
            "2 × 11.00, and the order fee of 2.95"
        );
        assert_eq!(quote.tax_total, Money(2 * (990 + 83) + 24));
        let fees: Vec<(&str, i64, i64)> =
            quote.fees.0.iter().map(|fee| (fee.name.as_str(), fee.amount.0, fee.tax.0)).collect();
        assert_eq!(fees, [("Ticket fees", 200, 0), ("order", 295, 24), ("Payment plan fee", 2_000, 2 * 83)]);
    }

    #[test]
    fn empty_cart_costs_nothing_even_with_a_delivery_method() {
        let post = delivery();
        assert_eq!(
            quote(&Basket { lines: vec![], delivery: Some(&post), ..Basket::default() }, &catalog()),
            Quote::default()
        );
    }

    proptest! {
        #[test]
        fn total_of_a_quote_is_independent_of_the_line_order_and_all_its_sums_add_up(
            units in proptest::collection::vec((0i64..100_000, 0i64..1_000, 0i64..9_000, 1u32..100), 0..20),
            with_delivery: bool,
        ) {
            let (ticket, catalog, post) = ("ticket".into(), catalog(), delivery());
            let lines: Vec<_> = units.iter().map(|&(price, fees, tax, n)| line(&ticket, price, fees, tax, n)).collect();
            let backwards: Vec<_> = lines.iter().rev().cloned().collect();
            let delivery = with_delivery.then_some(&post);
            let one = quote(&Basket { lines, delivery, ..Basket::default() }, &catalog);
            let other = quote(&Basket { lines: backwards, delivery, ..Basket::default() }, &catalog);
            prop_assert_eq!(one.total, other.total);
            prop_assert_eq!(one.total, one.subtotal + one.tax_total + one.fee_total + one.delivery_total);
            prop_assert_eq!(one.fee_total, one.fees.0.iter().map(|fee| fee.amount).sum::<Money>());
            prop_assert_eq!(one.subtotal, one.lines.iter().map(|line| line.price).sum::<Money>());
        }
    }
}
