//! Who may see an order. Pure.

use super::entity::order;
use crate::http::visitor::SessionData;

/// The facts that decide which orders a visitor may see.
pub struct Viewer {
    pub carts: Vec<String>,
    /// Whether the carts were only restored from the cart's cookie. If so, they give no access to an order that belongs
    /// to an account.
    pub is_recovered: bool,
    pub proven_orders: Vec<String>,
    pub account_id: Option<String>,
}

impl Viewer {
    pub fn of(session: &SessionData) -> Self {
        Viewer {
            carts: session.cart_id.iter().chain(&session.previous_cart_id).cloned().collect(),
            is_recovered: session.is_recovered,
            proven_orders: session.proven_orders.clone(),
            account_id: session.account_id.clone(),
        }
    }

    /// Whether the order was placed in this session.
    pub fn has_placed(&self, order: &order::Model) -> bool {
        self.carts.contains(&order.cart_id) && !(self.is_recovered && order.account_id.is_some())
    }

    pub fn sees(&self, order: &order::Model) -> bool {
        self.has_placed(order)
            || self.proven_orders.contains(&order.id)
            || (self.account_id.is_some() && self.account_id == order.account_id)
    }
}
