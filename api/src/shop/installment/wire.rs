//! The response types for payment plans.

use poem_openapi::Object;

use super::rules::{DuePayment, Terms};
use midway_kernel::coded::PlanType;
use midway_kernel::id::PlanId;
use midway_kernel::money::Money;

/// A later payment of a plan.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct InstallmentPaymentView {
    /// 1 is the first payment after today's payment.
    pub payment_number: u32,
    /// `YYYY-MM-DD`.
    pub payment_date: String,
    pub payment_amount: Money,
}

impl From<&DuePayment> for InstallmentPaymentView {
    fn from(payment: &DuePayment) -> Self {
        InstallmentPaymentView {
            payment_number: payment.number,
            payment_date: payment.due.to_string(),
            payment_amount: payment.amount,
        }
    }
}

/// The payment plan of a cart or an order.
#[derive(Clone, Debug, Default, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct InstallmentBillingView {
    pub eligible: bool,
    /// Whether the plans of the passes cannot be combined; `selectionWarning` then contains the message.
    pub blocked: bool,
    /// The shopper's choice; absent until the shopper has chosen.
    pub selected: Option<bool>,
    pub selection_warning: Option<String>,
    /// The type of the plan. 1: an in-house plan. 2: a lender plan, which has a disclaimer and no `payments`.
    pub plan_type_id: Option<PlanType>,
    pub ext_plan_id: Option<PlanId>,
    pub plan_name: Option<String>,
    /// The disclaimer of the plan, as HTML.
    pub plan_disclaimer: Option<String>,
    /// The total of the cart if it is paid without a plan; absent in an order.
    pub full_price: Option<Money>,
    /// Today's payment. It includes plan fees, taxes, fees and the price of all items that have no plan.
    pub down_payment: Option<Money>,
    pub amount_financed: Option<Money>,
    /// The plan fees of all passes, before tax; included in `downPayment`.
    pub plan_fee: Option<Money>,
    pub finance_charge: Option<Money>,
    /// The annual percentage rate: 9.69 means 9.69 %.
    pub apr: Option<f64>,
    /// The number of payments after today's payment.
    pub payment_divisor: Option<u32>,
    /// The number of payments, including today's payment.
    pub number_of_payments: Option<u32>,
    /// The sum of the later payments.
    pub total_of_payments: Option<Money>,
    /// The sum of all payments, including today's payment.
    pub total_sales_price: Option<Money>,
    pub payments: Vec<InstallmentPaymentView>,
}

impl InstallmentBillingView {
    /// The terms that are offered, with the shopper's choice so far.
    pub fn offered(terms: &Terms, selected: Option<bool>) -> Self {
        if !terms.is_in_house() {
            return InstallmentBillingView::of_lender(terms, selected);
        }
        let later = u32::try_from(terms.payments.len()).unwrap_or(u32::MAX);
        InstallmentBillingView {
            eligible: true,
            selected,
            plan_type_id: Some(terms.plan_type),
            ext_plan_id: Some(terms.plan_id.clone()),
            plan_name: Some(terms.plan_name.clone()),
            plan_disclaimer: terms.disclaimer.clone(),
            down_payment: Some(terms.down_payment),
            amount_financed: Some(terms.amount_financed),
            plan_fee: Some(terms.plan_fee),
            finance_charge: Some(terms.finance_charge),
            apr: Some(f64::from(terms.apr.0) / 100.0),
            payment_divisor: Some(later),
            number_of_payments: Some(later.saturating_add(1)),
            total_of_payments: Some(terms.total_of_payments),
            total_sales_price: Some(terms.total_sales_price),
            payments: terms.payments.iter().map(InstallmentPaymentView::from).collect(),
            ..InstallmentBillingView::default()
        }
    }

    /// The view of a lender plan. Only the lender states the terms, so the view contains no later payments and no rate.
    fn of_lender(terms: &Terms, selected: Option<bool>) -> Self {
        InstallmentBillingView {
            eligible: true,
            selected,
            plan_type_id: Some(terms.plan_type),
            ext_plan_id: Some(terms.plan_id.clone()),
            plan_name: Some(terms.plan_name.clone()),
            plan_disclaimer: terms.disclaimer.clone(),
            down_payment: Some(terms.down_payment),
            ..InstallmentBillingView::default()
        }
    }

    /// The view of terms that the shopper has accepted.
    pub fn agreed(terms: &Terms) -> Self {
        InstallmentBillingView::offered(terms, Some(true))
    }

    /// The view for a cart that contains passes with plans that cannot be combined.
    pub fn blocked(warning: String, selected: Option<bool>) -> Self {
        InstallmentBillingView {
            blocked: true,
            selected,
            selection_warning: Some(warning),
            ..InstallmentBillingView::default()
        }
    }
}

/// The operator's terms of payment plans.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct InstallmentTermsView {
    /// The label of the checkbox for accepting the terms.
    pub label: String,
    /// The terms as HTML; absent if the operator has published no terms.
    pub content: Option<String>,
}
