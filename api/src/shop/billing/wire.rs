//! The request and response types of the calls for due payments.

use poem_openapi::{Enum, Object};

use super::confirming::LinkedPayment;
use super::entity::payment::{Model as PaymentRow, State};
use super::mine::Plan;
use midway_kernel::input::Line;
use midway_kernel::money::Money;

/// An order with an in-house payment plan, and its later payments.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct BillingPlanView {
    /// The id of the order.
    pub id: String,
    pub invoice_number: String,
    pub plan_name: String,
    pub masked_card_number: String,
    /// The brand as the processor names it, such as `Visa`.
    pub card_brand: Option<String>,
    /// The payment made when the order was placed.
    pub down_payment: Money,
    /// The payments after the payment made when the order was placed.
    pub payments: Vec<BillingPaymentView>,
    /// The amount still to be paid.
    pub remaining: Money,
}

/// A later payment.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct BillingPaymentView {
    /// 1 is the first payment after the payment made when the order was placed.
    pub payment_number: i32,
    /// `YYYY-MM-DD`.
    pub payment_date: String,
    pub payment_amount: Money,
    pub standing: BillingStanding,
    /// The day of the payment, `YYYY-MM-DD`; absent until it is paid.
    pub paid_date: Option<String>,
    /// The reason for the latest decline.
    pub message: Option<String>,
    /// The day of the next automatic try, `YYYY-MM-DD`; present only if the payment was declined.
    pub tried_again_date: Option<String>,
}

/// The state of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
pub enum BillingStanding {
    Due,
    Declined,
    /// A charge is running, and its result is unknown.
    Checking,
    Paid,
}

fn standing(row: &PaymentRow) -> BillingStanding {
    match row.state {
        State::Due if row.message.is_some() => BillingStanding::Declined,
        State::Due => BillingStanding::Due,
        State::Charging => BillingStanding::Checking,
        State::Paid | State::Ended => BillingStanding::Paid,
    }
}

/// A due payment that the shopper can make with a link.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct LinkedPaymentView {
    pub invoice_number: String,
    /// The number of the payment; the payment made with the order is number 1.
    pub payment_number: i32,
    pub number_of_payments: usize,
    pub payment_amount: Money,
    pub standing: BillingStanding,
}

impl From<LinkedPayment> for LinkedPaymentView {
    fn from(LinkedPayment { row, sold, .. }: LinkedPayment) -> Self {
        LinkedPaymentView {
            invoice_number: sold.number,
            payment_number: row.number + 1,
            number_of_payments: sold.terms.number_of_payments(),
            payment_amount: row.amount,
            standing: standing(&row),
        }
    }
}

impl From<Plan> for BillingPlanView {
    fn from(plan: Plan) -> Self {
        let Plan { sold, agreed, payments } = plan;
        let zone = sold.zone;
        let day = |at: chrono::DateTime<chrono::Utc>| at.with_timezone(&zone).date_naive().to_string();
        let view = |row: &PaymentRow| BillingPaymentView {
            payment_number: row.number,
            payment_date: row.due_on.to_string(),
            payment_amount: row.amount,
            standing: standing(row),
            paid_date: row.paid_at.map(day),
            message: row.message.clone(),
            tried_again_date: row.try_at.filter(|_| row.message.is_some()).map(day),
        };
        BillingPlanView {
            id: agreed.id,
            invoice_number: sold.number,
            plan_name: sold.terms.plan_name,
            masked_card_number: agreed.masked_card_number,
            card_brand: agreed.card_brand,
            down_payment: sold.terms.down_payment,
            remaining: payments.iter().filter(|row| row.state.is_open()).map(|row| row.amount).sum(),
            payments: payments.iter().filter(|row| row.state != State::Ended).map(view).collect(),
        }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct PayBillingRequest {
    /// The number of the last payment to pay. It and all unpaid payments before it are paid.
    pub through_payment_number: i32,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ChangeCardRequest {
    /// The session of the form in which the card was entered.
    pub session_key: Line,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct LinkRequest {
    /// What follows the `#` in the address of the page.
    pub link: Line,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct PayLinkedRequest {
    /// What follows the `#` in the address of the page.
    pub link: Line,
    /// The session of the form in which the card was entered.
    pub session_key: Line,
}
