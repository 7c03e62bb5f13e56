//! Rules for delivery, payment, tax, fees and installment plans.

use super::{Check, Problem};
use crate::Portion;
use crate::files::{LENDERS, PROCESSORS, PaymentMethod, Plan};
use midway_kernel::coded::PlanType;
use midway_kernel::id::{ProductId, TaxClassId};
use midway_kernel::money::Money;

/// The maximum price, fee or delivery charge: 100,000 dollars. The limit keeps the sums of a cart far from overflow.
const LARGEST_PRICE: Money = Money(10_000_000);

/// The maximum number of days of a delivery: a leap year.
const MAX_LEAD: u32 = 366;

pub(crate) fn check(check: &mut Check) {
    delivery_methods(check);
    payment_methods(check);
    tax_classes(check);
    fees(check);
    plans(check);
}

pub(crate) fn price(check: &mut Check, table: &str, position: usize, path: &str, price: Money) {
    check.say_unless((Money::ZERO..=LARGEST_PRICE).contains(&price), table, position, path, || {
        format!("`{}` is from 0.00 to {LARGEST_PRICE}, not {price}", super::key_of(path))
    });
}

pub(crate) fn tax_class(check: &mut Check, table: &str, position: usize, class: Option<&TaxClassId>) {
    if let Some(id) = class {
        let found = check.folder.tax_class.iter().any(|class| class.id == *id);
        check.refers(found, table, position, "tax_class", "tax_class", id.as_str());
    }
}

fn delivery_methods(check: &mut Check) {
    let folder = check.folder;
    if folder.delivery_method.is_empty() && !check.origins.has_broken("delivery_method") {
        check.problems.push(Problem::of_folder("there is no [[delivery_method]]: an order must reach the shopper"));
    }
    check.ids("delivery_method", folder.delivery_method.iter().map(|method| method.id.0.clone()));
    for (position, method) in folder.delivery_method.iter().enumerate() {
        check.line("delivery_method", position, "name", &method.name);
        check.optional_line("delivery_method", position, "description", method.description.as_deref());
        price(check, "delivery_method", position, "price", method.price);
        tax_class(check, "delivery_method", position, method.tax_class.as_ref());
        let contradicts = method.digital && method.shipping_address_required;
        check.say_unless(!contradicts, "delivery_method", position, "shipping_address_required", || {
            "a digital delivery needs no shipping address".to_owned()
        });
        check.say_unless(method.lead_days <= MAX_LEAD, "delivery_method", position, "lead_days", || {
            format!("`lead_days` is from 0 to {MAX_LEAD}, not {}", method.lead_days)
        });
    }
}

fn payment_methods(check: &mut Check) {
    let folder = check.folder;
    if folder.payment_method.is_empty() && !check.origins.has_broken("payment_method") {
        check.problems.push(Problem::of_folder("there is no [[payment_method]]: an order must be paid"));
    }
    check.ids("payment_method", folder.payment_method.iter().map(|method| method.id.0.clone()));
    for (position, method) in folder.payment_method.iter().enumerate() {
        check.line("payment_method", position, "name", &method.name);
        let display_name = method.confirmation_display_name.as_deref();
        check.optional_line("payment_method", position, "confirmation_display_name", display_name);
        check.say_unless(
            PROCESSORS.contains(&method.processor.as_str()) || method.is_of_lender(),
            "payment_method",
            position,
            "processor",
            || {
                let known = PROCESSORS.iter().chain(&LENDERS).copied().collect::<Vec<_>>().join(", ");
                format!("there is no processor \"{}\"; there are: {known}", method.processor)
            },
        );
    }
    if !folder.payment_method.is_empty() && folder.payment_method.iter().all(PaymentMethod::is_of_lender) {
        check
            .problems
            .push(Problem::of_folder("every [[payment_method]] is a lender's: what has no plan must be paid too"));
    }
}

fn tax_classes(check: &mut Check) {
    let folder = check.folder;
    check.ids("tax_class", folder.tax_class.iter().map(|class| class.id.0.clone()));
    for (position, class) in folder.tax_class.iter().enumerate() {
        check.line("tax_class", position, "name", &class.name);
        check.say_unless((0..=10_000).contains(&class.rate.0), "tax_class", position, "rate", || {
            format!("`rate` is in basis points, from 0 to 10000, not {}", class.rate.0)
        });
    }
}

fn fees(check: &mut Check) {
    let folder = check.folder;
    check.ids("fee", folder.fee.iter().map(|fee| fee.id.clone()));
    for (position, fee) in folder.fee.iter().enumerate() {
        check.line("fee", position, "name", &fee.name);
        price(check, "fee", position, "amount", fee.amount);
        tax_class(check, "fee", position, fee.tax_class.as_ref());
        for (nth, id) in fee.products.iter().enumerate() {
            let found = has_product(check, id);
            check.refers(found, "fee", position, &format!("products.{nth}"), "product", id.as_str());
        }
    }
}

/// The maximum number of payments of an installment plan. Longer plans are loans, which the shop does not offer.
const MAX_PAYMENTS: u32 = 36;

fn plans(check: &mut Check) {
    let folder = check.folder;
    check.ids("plan", folder.plan.iter().map(|plan| plan.id.0.clone()));
    for (position, plan) in folder.plan.iter().enumerate() {
        check.line("plan", position, "name", &plan.name);
        check.optional_line("plan", position, "description", plan.description.as_deref());
        match plan.down_payment {
            Portion::Amount(amount) => price(check, "plan", position, "down_payment", amount),
            Portion::Share(share) => {
                check.say_unless((1..10_000).contains(&share.0), "plan", position, "down_payment", || {
                    format!("a percentage of `down_payment` is from 0.01 % to 99.99 %, not {}", plan.down_payment)
                });
            }
        }
        price(check, "plan", position, "fee", plan.fee);
        tax_class(check, "plan", position, plan.tax_class.as_ref());
        match plan.plan_type {
            PlanType::House => house_plan(check, position, plan),
            PlanType::Lender => lender_plan(check, position, plan),
        }
    }
}

fn house_plan(check: &mut Check, position: usize, plan: &Plan) {
    // Something must be paid today, because the later payments are charged to the card of today's payment.
    let is_something_due = !plan.down_payment.is_zero() || plan.fee > Money::ZERO;
    check.say_unless(is_something_due, "plan", position, "down_payment", || {
        "something is paid today: a `down_payment`, a `fee`, or both".to_owned()
    });
    check.say_unless((1..=MAX_PAYMENTS).contains(&plan.payments), "plan", position, "payments", || {
        format!("`payments` are from 1 to {MAX_PAYMENTS}, not {}", plan.payments)
    });
    check.say_unless(plan.lender.is_none(), "plan", position, "lender", || {
        "a plan of type 1 is the shop's own and has no `lender`".to_owned()
    });
}

/// Checks a lender plan. Its terms belong to the lender, who shows them to the shopper.
fn lender_plan(check: &mut Check, position: usize, plan: &Plan) {
    let folder = check.folder;
    let of_lender = "a plan of type 2 is the lender's";
    check.say_unless(plan.down_payment.is_zero(), "plan", position, "down_payment", || {
        format!("{of_lender}, who pays everything today: it has no `down_payment`")
    });
    check.say_unless(plan.fee.is_zero(), "plan", position, "fee", || format!("{of_lender} and has no `fee`"));
    check.say_unless(plan.payments == 0, "plan", position, "payments", || format!("{of_lender} and has no `payments`"));
    check.say_unless(plan.disclaimer.is_some(), "plan", position, "disclaimer", || {
        format!("{of_lender} and needs a `disclaimer`")
    });
    let lender = plan.lender.as_deref();
    check.say_unless(lender.is_some_and(|name| LENDERS.contains(&name)), "plan", position, "lender", || {
        format!("{of_lender}: `lender` is one of {}", LENDERS.join(", "))
    });
    let has_method = folder.payment_method.iter().any(|method| Some(method.processor.as_str()) == lender);
    let may_have = has_method || lender.is_none() || check.origins.has_broken("payment_method");
    check.say_unless(may_have, "plan", position, "lender", || {
        format!("there is no [[payment_method]] with the processor \"{}\"", lender.unwrap_or_default())
    });
}

fn has_product(check: &Check, id: &ProductId) -> bool {
    check.folder.product.iter().any(|product| product.id == *id)
}
