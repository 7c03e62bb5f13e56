//! The later payments of orders with in-house plans, and charging them.
//!
//! Owns the tables `billing_agreement` and `billing_payment`. The job that follows an order writes its agreement. The
//! later payments are charged on their due days to the card of the first payment, or to the card that the shopper has
//! entered since. Each charge attempt has a separate key, so that a killed or duplicated worker cannot charge twice. A
//! declined payment is tried again according to a fixed schedule (`rules::PAUSES`). Its shopper is informed and may pay
//! it, pay off everything, or change the card. If the bank wants a confirmation, the shopper gets a link (`confirming`).

mod actions;
pub mod api;
mod books;
mod charges;
mod confirming;
mod entity;
mod email_samples;
mod emails;
mod links;
mod mine;
mod refunds;
mod rules;
mod store;
mod wire;

pub use actions::{
    OPEN_BILLING, SEND_CHARGED, SEND_DECLINED, SEND_DUE, SEND_TO_CONFIRM, charge_due, doctor, open, send_charged,
    send_declined, send_due, send_to_confirm,
};
pub use books::enter_missing;
pub use charges::{Charge, charge_by_key, charges_between};
pub use email_samples::{charged_samples, declined_samples, due_samples, to_confirm_samples};
pub use refunds::{ChargedPayment, charged, lock_unpaid, order_of_charge, reduce};
pub use store::{Due, due, overdue};
