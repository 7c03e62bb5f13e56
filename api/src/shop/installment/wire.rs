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
    /// 1 is the first payment after today's.
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

/// The payment plan of a cart or an order. Absent if no pass has a plan.
#[derive(Clone, Debug, Default, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct InstallmentBillingView {
    pub eligible: bool,
    /// Whether the plans of the passes cannot be combined; `selectionWarning` then contains the message.
    pub blocked: bool,
    /// The shopper's choice; absent before the question was answered.
    pub selected: Option<bool>,
    pub selection_warning: Option<String>,
    /// 2: a lender plan, with a disclaimer and without payments.
    pub plan_type_id: Option<PlanType>,
    pub ext_plan_id: Option<PlanId>,
    pub plan_name: Option<String>,
    /// HTML.
    pub plan_disclaimer: Option<String>,
    /// Today's payment, including plan fees, taxes, fees and everything without a plan.
    pub down_payment: Option<Money>,
    pub amount_financed: Option<Money>,
    /// The plan fee, before tax; included in `downPayment`.
    pub plan_fee: Option<Money>,
    pub finance_charge: Option<Money>,
    /// The annual percentage rate: 9.69 means 9.69 %.
    pub apr: Option<f64>,
    /// The number of payments after today's.
    pub payment_divisor: Option<u32>,
    /// The number of payments, including today's.
    pub number_of_payments: Option<u32>,
    /// The sum of the later payments.
    pub total_of_payments: Option<Money>,
    /// The sum of all payments.
    pub total_sales_price: Option<Money>,
    pub payments: Vec<InstallmentPaymentView>,
}

impl InstallmentBillingView {
    /// The offered terms, with the shopper's choice so far.
    pub fn offered(terms: &Terms, selected: Option<bool>) -> Self {
        if !terms.is_of_the_house() {
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

    /// The shop does not state the terms of a lender.
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

    /// The accepted terms.
    pub fn agreed(terms: &Terms) -> Self {
        InstallmentBillingView::offered(terms, Some(true))
    }

    /// Plans that cannot be combined.
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
    /// The label of the checkbox for accepting them.
    pub label: String,
    /// HTML; absent if the operator has published none.
    pub content: Option<String>,
}
