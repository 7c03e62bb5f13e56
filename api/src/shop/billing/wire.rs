//! The request and response types of the calls for due payments.

use poem_openapi::{Enum, Object};

use super::entity::payment::{Model as PaymentRow, State};
use super::mine::Plan;
use midway_kernel::input::Line;
use midway_kernel::money::Money;

/// An order that is paid over time, with its later payments.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct BillingPlanView {
    /// Its order's.
    pub id: String,
    pub invoice_number: String,
    pub plan_name: String,
    pub masked_card_number: String,
    /// Today's payment of the order's day, which was made with it.
    pub down_payment: Money,
    /// Those that follow it.
    pub payments: Vec<BillingPaymentView>,
    /// What is still to be paid.
    pub remaining: Money,
}

/// One of the later payments.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct BillingPaymentView {
    /// 1 is the one after that of the order's day.
    pub payment_number: i32,
    /// `YYYY-MM-DD`.
    pub payment_date: String,
    pub payment_amount: Money,
    pub standing: BillingStanding,
    /// `YYYY-MM-DD`, of one that is paid.
    pub paid_date: Option<String>,
    /// Why it was declined last.
    pub message: Option<String>,
    /// `YYYY-MM-DD`, of one that was declined and is tried again by itself.
    pub tried_again_date: Option<String>,
}

/// How far a payment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
pub enum BillingStanding {
    Due,
    Declined,
    /// A charge is running, and its result is unknown.
    Checking,
    Paid,
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
            standing: match row.state {
                State::Due if row.message.is_some() => BillingStanding::Declined,
                State::Due => BillingStanding::Due,
                State::Charging => BillingStanding::Checking,
                State::Paid => BillingStanding::Paid,
            },
            paid_date: row.paid_at.map(day),
            message: row.message.clone(),
            tried_again_date: row.try_at.filter(|_| row.message.is_some()).map(day),
        };
        BillingPlanView {
            id: agreed.id,
            invoice_number: sold.number,
            plan_name: sold.terms.plan_name,
            masked_card_number: agreed.masked_card_number,
            down_payment: sold.terms.down_payment,
            remaining: payments.iter().filter(|row| row.state != State::Paid).map(|row| row.amount).sum(),
            payments: payments.iter().map(view).collect(),
        }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct PayBillingRequest {
    /// All that is due up to the payment of this number is paid.
    pub through_payment_number: i32,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ChangeCardRequest {
    /// Of the form that the card was typed into.
    pub session_key: Line,
}
