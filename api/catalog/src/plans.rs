//! Installment plans for passes: how much of a price is paid later, and the texts that pages show. The functions are
//! pure.

use crate::files::{Plan, Product, Variant};
use crate::{Catalog, Portion};
use midway_kernel::coded::PlanType;
use midway_kernel::money::Money;
use midway_kernel::text::{Messages, Text};

const DESCRIPTION: Text =
    Text { id: "installment.description", default: "{{today}} today and {{count}} monthly payments of {{each}}" };
const DESCRIPTION_ABOUT: Text = Text {
    id: "installment.description-about",
    default: "{{today}} today and {{count}} monthly payments of about {{each}}",
};
const DESCRIPTION_ONE: Text =
    Text { id: "installment.description-one", default: "{{today}} today and {{each}} in a month" };
const WITH_FEE: Text = Text { id: "installment.with-fee", default: "today's payment includes the {{fee}} plan fee" };
/// Replaces the amount of today if it is taxed. The tax of the whole price is due today.
const PLUS_TAX: Text = Text { id: "installment.plus-tax", default: "{{amount}} plus tax" };
const DESCRIPTION_LENDER: Text =
    Text { id: "installment.description-lender", default: "make monthly payments through a lender" };

impl Plan {
    pub fn is_of_lender(&self) -> bool {
        self.plan_type == PlanType::Lender
    }

    /// The part of a pass's net price that is paid to the shop later; 0 for a lender plan.
    pub fn later(&self, price: Money) -> Money {
        if self.is_of_lender() {
            return Money::ZERO;
        }
        price - self.paid_today(price)
    }

    /// The part of a pass's net price that is paid today. A share is at least one cent, because the later payments are
    /// charged to the card of today's payment.
    fn paid_today(&self, price: Money) -> Money {
        match self.down_payment {
            Portion::Share(_) => self.down_payment.of(price).max(Money(1)).min(price),
            Portion::Amount(_) => self.down_payment.of(price),
        }
    }

    /// The part of the plan's fee that is a finance charge.
    pub fn charge(&self) -> Money {
        if self.fee_is_finance_charge { self.fee } else { Money::ZERO }
    }

    /// Whether a price is high enough for the plan: the amount paid later must exceed the finance charge and be at
    /// least one cent for each payment. A lender plan accepts every price above 0; the lender decides what it lends.
    pub fn is_for(&self, price: Money) -> bool {
        if self.is_of_lender() {
            return price > Money::ZERO;
        }
        let later = self.later(price);
        later > self.charge() && later.0 >= i64::from(self.payments)
    }
}

impl Catalog {
    /// The installment plan that is offered for a pass at a net price.
    pub fn plan_at(&self, variant: &Variant, price: Money) -> Option<&Plan> {
        self.plan_of(variant).filter(|plan| variant.pass.is_some() && plan.is_for(price))
    }

    /// The amount that is paid today for a pass at a net price. Like all prices on pages it includes the per-ticket
    /// fees and excludes tax.
    pub fn plan_today(&self, plan: &Plan, product: &Product, price: Money) -> Money {
        let fees: Money = self.unit_fees(product, price).map(|fee| fee.amount).sum();
        price - plan.later(price) + fees + plan.fee
    }

    /// The description of the plan for a pass at a net price: the operator's text, or a default text, which states the
    /// figures of an in-house plan.
    pub fn plan_description(&self, plan: &Plan, product: &Product, price: Money) -> String {
        if let Some(description) = &plan.description {
            return description.clone();
        }
        if plan.is_of_lender() {
            return self.message(DESCRIPTION_LENDER, &[]);
        }
        let later = plan.later(price);
        let count = i64::from(plan.payments.max(1));
        let each = Money(later.0 / count);
        // The last payment includes the cents that do not divide evenly.
        let text = match count {
            1 => DESCRIPTION_ONE,
            _ if later.0 % count == 0 => DESCRIPTION,
            _ => DESCRIPTION_ABOUT,
        };
        let of_fees = self.unit_fees(product, price).map(|fee| fee.tax_class.as_ref());
        let mut classes = of_fees.chain([product.tax_class.as_ref(), plan.tax_class.as_ref()]);
        let is_taxed = classes.any(|class| self.tax_rate(class).0 > 0);
        let today = self.plan_today(plan, product, price).display();
        let values = [
            ("today", if is_taxed { self.message(PLUS_TAX, &[("amount", today)]) } else { today }),
            ("count", plan.payments.to_string()),
            ("each", each.display()),
        ];
        let fee = (!plan.fee.is_zero()).then(|| self.message(WITH_FEE, &[("fee", plan.fee.display())]));
        [Some(self.message(text, &values)), fee].into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}
