//! Refunds: giving money back for units of an order, as goodwill, or for the whole order.
//!
//! Owns the tables `refund` and `refund_payment`. A refund is decided in one transaction: its units are no longer sold,
//! their tickets are revoked, their places are free again, and what is to be paid back is written down, payment by
//! payment. Then the processor is asked. A refunded payment has its own idempotency key, so it is paid back once, however
//! often it is asked for; a lost answer is settled by a look-up. What the operator refunds at the processor, and what
//! cardholders get back by a dispute, is written down as refunds as well.
//!
//! What was paid for an order is always the money that was paid back and the money that the shop keeps.

mod actions;
mod amounts;
pub mod api;
mod asked;
mod cancellation;
mod books;
mod choice;
mod doctor;
mod email_samples;
mod emails;
mod entity;
mod exchange;
mod exchangeable;
mod failed;
mod found;
mod lookup;
mod notices;
mod paid_back;
mod payments;
mod plan;
mod rules;
mod self_service;
mod settle;
mod store;
mod take_back;
mod wire;

pub use actions::{Done, make, make_in, plan, refund, settle_again};
pub use amounts::Amounts;
pub use asked::{Asked, By, CHOOSE_ONE, Choice, What};
pub use books::enter_missing;
pub use choice::Chosen;
pub use doctor::doctor;
pub use email_samples::samples as email_samples;
pub use emails::{SEND_REFUNDED, send as send_refunded};
pub use entity::RefundedUnits;
pub use exchange::InOrders;
pub use failed::{again, paid_elsewhere};
pub use lookup::{
    ListedLine, Listing, listing, order_id, recorded_amounts, refunded_units, revoked_tickets, units_with_places,
};
pub use notices::{handle_notice, look_at_payment};
pub use paid_back::{PaidBack, paid_back_as, paid_back_between};
pub use payments::payments_of_order;
pub use plan::Plan;
pub use settle::{settle, settle_all_of};
pub use store::open_by_state;
pub use wire::{OrderRefunds, RefundStanding, RefundView};
