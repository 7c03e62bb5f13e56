//! Which carts can be paid with a payment plan, and the terms of the plan.

use chrono::{Months, NaiveDate};
use serde::{Deserialize, Serialize};

use super::apr::{Payment, apr};
use midway_catalog::files::Plan;
use midway_catalog::pricing::Quote;
use midway_kernel::coded::PlanType;
use midway_kernel::id::PlanId;
use midway_kernel::money::Money;
use midway_kernel::rate::BasisPoints;
use midway_kernel::text::{Messages, Text};

const MONTHS_A_YEAR: f64 = 12.0;

/// The text id of the operator's terms for payment plans.
pub const TERMS_HTML: &str = "checkout.installmentTermsHtml";
pub const TERMS_LABEL: Text =
    Text { id: "checkout.installment-terms-label", default: "I accept the payment plan terms" };
/// Names what has no plan, so that its full price is part of today's payment.
pub const PAID_TODAY: Text =
    Text { id: "installment.paid-today", default: "Payment in full due today (no payment plan): {{items}}" };

/// The payment plan of a pass in the cart, and the price to which it applies.
#[derive(Clone, Copy, Debug)]
pub struct PlanLine<'c> {
    pub plan: &'c Plan,
    /// The pass's price after offers, without tax and fees.
    pub price: Money,
}

impl PlanLine<'_> {
    fn later(&self) -> Money {
        self.plan.later(self.price)
    }

    /// Whether two passes can be paid in the same payments.
    fn combines_with(&self, other: &PlanLine<'_>) -> bool {
        let terms = |plan: &Plan| (plan.plan_type, plan.payments, plan.lender.clone());
        terms(self.plan) == terms(other.plan)
    }
}

/// Whether a cart can be paid with a payment plan.
#[derive(Clone, Debug)]
pub enum Eligibility<'c> {
    /// No pass in the cart has a plan.
    None,
    /// The plans of the cart's passes cannot be combined in the same payments.
    Blocked,
    /// These passes can be paid with their plans. The list is never empty.
    Eligible(Vec<PlanLine<'c>>),
}

/// Whether the passes with plans can be paid together in the same payments. A plan that would leave nothing to pay
/// later is ignored.
pub fn eligibility<'c>(lines: impl IntoIterator<Item = PlanLine<'c>>) -> Eligibility<'c> {
    let lines: Vec<PlanLine<'c>> = lines.into_iter().filter(|line| line.plan.is_for(line.price)).collect();
    match lines.first() {
        None => Eligibility::None,
        Some(first) if lines.iter().all(|line| line.combines_with(first)) => Eligibility::Eligible(lines),
        Some(_) => Eligibility::Blocked,
    }
}

/// The terms that a shopper accepts (Regulation Z, 12 CFR 1026.18). An order stores them as they were disclosed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The plan of the first pass. The plans of the other passes have the same type, number of payments and lender.
    pub plan_id: PlanId,
    pub plan_name: String,
    pub plan_type: PlanType,
    /// Today's payment: the down payment and fee of each pass, all taxes and fees, and everything without a plan. With
    /// a lender plan it is the total, which the lender pays.
    pub down_payment: Money,
    /// The sum of the later payments without the finance charge.
    pub amount_financed: Money,
    /// The plan fees of all passes, before tax. Included in today's payment.
    #[serde(default)]
    pub plan_fee: Money,
    pub finance_charge: Money,
    pub apr: BasisPoints,
    /// The sum of the later payments.
    pub total_of_payments: Money,
    /// The sum of today's payment and the later payments.
    pub total_sales_price: Money,
    pub payments: Vec<DuePayment>,
    /// The disclaimer of the plan, as HTML.
    pub disclaimer: Option<String>,
    /// The items of an in-house plan that have no plan, so that their full price is part of today's payment, such as
    /// `Season Pass, Child; Guide Book, Softcover`. `None` if all items have a plan.
    #[serde(default)]
    pub without_plan: Option<String>,
}

midway_kernel::documents!(Terms);

/// A later payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DuePayment {
    /// Number 1 is the first payment after today's payment.
    pub number: u32,
    pub due: NaiveDate,
    pub amount: Money,
}

impl Terms {
    /// Whether it is an in-house plan, and not a lender plan.
    pub fn is_in_house(&self) -> bool {
        self.plan_type == PlanType::House
    }

    /// The number of payments, including today's payment.
    pub fn number_of_payments(&self) -> usize {
        self.payments.len() + 1
    }

    /// That the items without a plan are paid in full today; `None` if all items have a plan.
    pub fn paid_today(&self, messages: &impl Messages) -> Option<String> {
        let items = self.without_plan.clone()?;
        Some(messages.message(PAID_TODAY, &[("items", items)]))
    }
}

/// The terms of passes that are paid with their plans; `None` without passes, or when the finance charge leaves nothing
/// to finance. `quote` is the price quote of the whole cart, including the plan fees. `without_plan` names the items
/// without a plan.
pub fn terms(lines: &[PlanLine<'_>], without_plan: Option<String>, quote: &Quote, today: NaiveDate) -> Option<Terms> {
    let plan = lines.first()?.plan;
    if plan.is_of_lender() {
        return Some(of_lender(plan, quote));
    }
    let later: Money = lines.iter().map(PlanLine::later).sum();
    let finance_charge: Money = lines.iter().map(|line| line.plan.charge()).sum();
    let amount_financed = later - finance_charge;
    let payments = payments(later, plan.payments, today);
    // Payments are whole unit periods apart, regardless of the lengths of the months (appendix J (b)(5)(iv)).
    let of_rate = payments.iter().map(|it| Payment { amount: it.amount, periods: it.number, fraction: 0.0 });
    let apr = apr(amount_financed, &of_rate.collect::<Vec<_>>(), MONTHS_A_YEAR)?;
    Some(Terms {
        plan_id: plan.id.clone(),
        plan_name: plan.name.clone(),
        plan_type: plan.plan_type,
        down_payment: quote.total - later,
        amount_financed,
        plan_fee: lines.iter().map(|line| line.plan.fee).sum(),
        finance_charge,
        apr,
        total_of_payments: later,
        total_sales_price: quote.total,
        payments,
        disclaimer: plan.disclaimer.clone(),
        without_plan,
    })
}

/// Terms of a lender plan: the lender pays everything today. The shop does not know the shopper's payments to the
/// lender.
fn of_lender(plan: &Plan, quote: &Quote) -> Terms {
    Terms {
        plan_id: plan.id.clone(),
        plan_name: plan.name.clone(),
        plan_type: plan.plan_type,
        down_payment: quote.total,
        amount_financed: Money::ZERO,
        plan_fee: Money::ZERO,
        finance_charge: Money::ZERO,
        apr: BasisPoints(0),
        total_of_payments: Money::ZERO,
        total_sales_price: quote.total,
        payments: Vec::new(),
        disclaimer: plan.disclaimer.clone(),
        without_plan: None,
    }
}

/// Equal payments; the last payment also contains the remaining cents. Each is due on today's day of a later month, or
/// on the last day of a shorter month.
fn payments(sum: Money, count: u32, today: NaiveDate) -> Vec<DuePayment> {
    let count = count.max(1);
    let each = Money(sum.0 / i64::from(count));
    let last = sum - each.times(count - 1);
    (1..=count)
        .map(|number| DuePayment {
            number,
            // Count from today, not from the previous payment, so that a short month does not affect later due days.
            due: today.checked_add_months(Months::new(number)).unwrap_or(NaiveDate::MAX),
            amount: if number == count { last } else { each },
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use midway_catalog::Portion;
    use proptest::prelude::*;

    fn plan(down_payment: i64, fee: i64, payments: u32) -> Plan {
        Plan {
            id: "monthly".into(),
            name: "Monthly".to_owned(),
            plan_type: PlanType::House,
            lender: None,
            down_payment: Portion::Amount(Money(down_payment)),
            fee: Money(fee),
            tax_class: None,
            fee_is_finance_charge: false,
            payments,
            description: None,
            disclaimer: None,
        }
    }

    fn of_total(total: i64) -> Quote {
        Quote { total: Money(total), ..Quote::default() }
    }

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn due(today: &str, count: u32) -> Vec<String> {
        payments(Money(1_000), count, day(today)).iter().map(|it| it.due.to_string()).collect()
    }

    #[test]
    fn payment_in_a_short_month_is_due_on_its_last_day_and_later_due_days_do_not_move() {
        assert_eq!(due("2027-01-31", 4), ["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]);
        assert_eq!(due("2027-10-31", 4), ["2027-11-30", "2027-12-31", "2028-01-31", "2028-02-29"]);
        assert_eq!(due("2028-02-29", 13)[..2], ["2028-03-29", "2028-04-29"]);
        assert_eq!(due("2028-02-29", 13)[11..], ["2029-02-28", "2029-03-29"]);
        assert_eq!(due("2026-11-22", 2), ["2026-12-22", "2027-01-22"]);
    }

    #[test]
    fn last_payment_contains_the_remaining_cents() {
        let amounts: Vec<i64> = payments(Money(10_000), 3, day("2026-11-22")).iter().map(|it| it.amount.0).collect();
        assert_eq!(amounts, [3_333, 3_333, 3_334]);
    }

    #[test]
    fn payment_today_is_the_total_minus_the_later_payments() {
        // Two passes of 120.00 and 30.00, each with a down payment of 50.00 and a fee of 5.00, in a cart with a total
        // of 200.00.
        let plan = plan(5_000, 500, 7);
        let lines = [PlanLine { plan: &plan, price: Money(12_000) }, PlanLine { plan: &plan, price: Money(3_000) }];
        let Eligibility::Eligible(lines) = eligibility(lines) else { panic!("it is eligible") };
        assert_eq!(lines.len(), 1, "the down payment is more than the other one costs");
        let terms = terms(&lines, None, &of_total(20_000), day("2026-11-22")).unwrap();
        assert_eq!(terms.down_payment, Money(13_000));
        assert_eq!((terms.amount_financed, terms.total_of_payments), (Money(7_000), Money(7_000)));
        assert_eq!(terms.plan_fee, Money(500), "of the one pass that is paid by it");
        assert_eq!((terms.finance_charge, terms.apr), (Money::ZERO, BasisPoints(0)));
        assert_eq!((terms.total_sales_price, terms.number_of_payments()), (Money(20_000), 8));
    }

    #[test]
    fn plan_fee_that_is_a_finance_charge_reduces_the_amount_financed_and_raises_the_rate_above_zero() {
        // 12 CFR 1026.2(a)(23): amounts paid before consummation reduce the amount financed; the payments stay the
        // same.
        let plan = Plan { fee_is_finance_charge: true, ..plan(2_000, 1_000, 10) };
        let lines = [PlanLine { plan: &plan, price: Money(22_000) }];
        let terms = terms(&lines, None, &of_total(24_000), day("2026-11-22")).unwrap();
        assert_eq!((terms.total_of_payments, terms.finance_charge), (Money(20_000), Money(1_000)));
        assert_eq!((terms.amount_financed, terms.down_payment), (Money(19_000), Money(4_000)));
        // 190.00 is financed with ten monthly payments of 20.00.
        assert_eq!(terms.apr, BasisPoints(1_132));
    }

    #[test]
    fn plans_with_different_numbers_of_payments_cannot_be_combined_and_lines_too_cheap_for_a_plan_are_ignored() {
        let (ten, six, charged) =
            (plan(2_000, 0, 10), plan(2_000, 0, 6), Plan { fee_is_finance_charge: true, ..plan(1_000, 100, 10) });
        let of = |plan| PlanLine { plan, price: Money(20_000) };
        assert!(matches!(eligibility([]), Eligibility::None));
        assert!(matches!(eligibility([of(&ten), of(&charged)]), Eligibility::Eligible(lines) if lines.len() == 2));
        assert!(matches!(eligibility([of(&ten), of(&six)]), Eligibility::Blocked));
        let cheap = PlanLine { plan: &six, price: Money(2_000) };
        assert!(matches!(eligibility([of(&ten), cheap]), Eligibility::Eligible(lines) if lines.len() == 1));
        assert!(matches!(eligibility([cheap]), Eligibility::None));
    }

    #[test]
    fn lender_pays_everything_today_and_its_plan_combines_with_no_in_house_plan_and_no_plan_of_another_lender() {
        let lent = Plan {
            plan_type: PlanType::Lender,
            lender: Some("sandbox-lender".to_owned()),
            disclaimer: Some("<p>Ask the lender.</p>".to_owned()),
            ..plan(0, 0, 0)
        };
        let lines = [PlanLine { plan: &lent, price: Money(12_000) }, PlanLine { plan: &lent, price: Money(3_000) }];
        let Eligibility::Eligible(lines) = eligibility(lines) else { panic!("it is eligible") };
        assert_eq!(lines.len(), 2);
        let terms = terms(&lines, None, &of_total(20_000), day("2026-11-22")).unwrap();
        assert_eq!((terms.down_payment, terms.total_sales_price), (Money(20_000), Money(20_000)));
        assert!(terms.payments.is_empty() && !terms.is_in_house() && terms.disclaimer.is_some());
        let (house, other) = (plan(2_000, 0, 10), Plan { lender: Some("another".to_owned()), ..lent.clone() });
        for against in [&house, &other] {
            let mixed = [lines[0], PlanLine { plan: against, price: Money(12_000) }];
            assert!(matches!(eligibility(mixed), Eligibility::Blocked));
        }
        assert!(matches!(eligibility([PlanLine { plan: &lent, price: Money::ZERO }]), Eligibility::None));
    }

    #[test]
    fn down_payment_of_every_percentage_and_the_later_payments_add_up_to_the_price() {
        for (price, count) in [(40, 3), (1_999, 10), (12_005, 7), (9_999_999, 36)] {
            for share in 1..10_000 {
                let plan = Plan { down_payment: Portion::Share(BasisPoints(share)), ..plan(0, 500, count) };
                let line = PlanLine { plan: &plan, price: Money(price) };
                let Eligibility::Eligible(lines) = eligibility([line]) else {
                    assert!(line.later() < Money(i64::from(count)), "{share} of {price}: too little is left");
                    continue;
                };
                let terms = terms(&lines, None, &of_total(price + 500), day("2026-11-22")).unwrap();
                let later: Money = terms.payments.iter().map(|it| it.amount).sum();
                assert_eq!(terms.down_payment + later, Money(price + 500), "{share} of {price}");
                let today = terms.down_payment - Money(500);
                let is_nearest_cent = (today.0 * 10_000 - price * i64::from(share)).abs() <= 5_000;
                assert!(is_nearest_cent || today == Money(1), "{share} of {price}: {today}");
            }
        }
    }

    fn a_down_payment() -> impl Strategy<Value = Portion> {
        let amount = (0i64..50_000).prop_map(|cents| Portion::Amount(Money(cents)));
        let share = (1i32..10_000).prop_map(|share| Portion::Share(BasisPoints(share)));
        prop_oneof![amount, share]
    }

    proptest! {
        #[test]
        fn payments_add_up_exactly_and_due_days_do_not_drift(
            sum in 1i64..10_000_000, count in 1u32..=36, start in 0i64..20_000,
        ) {
            let today = day("2000-01-01") + chrono::Days::new(u64::try_from(start).unwrap());
            let payments = payments(Money(sum), count, today);
            prop_assert_eq!(payments.iter().map(|it| it.amount).sum::<Money>(), Money(sum));
            prop_assert_eq!(payments.len(), count as usize);
            let (first, last) = (payments[0].amount, payments[payments.len() - 1].amount);
            prop_assert!(last >= first && last.0 - first.0 < i64::from(count));
            for payment in &payments {
                use chrono::Datelike;
                let month = today.month0() + payment.number;
                prop_assert_eq!(payment.due.month0(), month % 12);
                prop_assert_eq!(payment.due.year(), today.year() + i32::try_from(month / 12).unwrap());
                let is_last_of_month = payment.due.succ_opt().unwrap().month() != payment.due.month();
                prop_assert!(payment.due.day() == today.day() || payment.due.day() < today.day() && is_last_of_month);
            }
        }

        #[test]
        fn amounts_of_plan_terms_add_up(
            prices in proptest::collection::vec(1i64..100_000, 1..6), down in a_down_payment(), fee in 0i64..5_000,
            count in 1u32..=36, rest in 0i64..100_000, charged: bool,
        ) {
            let plan = Plan { fee_is_finance_charge: charged, down_payment: down, ..plan(0, fee, count) };
            let lines = prices.iter().map(|&price| PlanLine { plan: &plan, price: Money(price) });
            if let Eligibility::Eligible(lines) = eligibility(lines) {
                let fees = fee * i64::try_from(lines.len()).unwrap();
                let total = prices.iter().sum::<i64>() + fees + rest;
                let terms = terms(&lines, None, &of_total(total), day("2026-11-22")).unwrap();
                let later: Money = terms.payments.iter().map(|it| it.amount).sum();
                prop_assert_eq!(terms.down_payment + later, terms.total_sales_price);
                prop_assert_eq!(terms.total_sales_price, Money(total));
                prop_assert_eq!(terms.amount_financed + terms.finance_charge, terms.total_of_payments);
                prop_assert!(terms.down_payment >= Money(fees + rest));
                prop_assert!(charged || terms.apr == BasisPoints(0));
            }
        }
    }
}
