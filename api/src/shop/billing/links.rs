//! The links with which shoppers make a due payment.

use crate::app::App;
use midway_kernel::secret::sign;

/// The path of the page on which a payment is made. The link is after the `#`, so it is in no log and no referrer.
pub fn path(app: &App, id: &str) -> String {
    format!("installment-billing/payment#{id}.{}", key(app, id))
}

/// The part of a link that proves that the shop made it.
pub fn key(app: &App, id: &str) -> String {
    sign(&app.secret, &format!("confirm-payment|{id}"))
}
