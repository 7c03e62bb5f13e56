//! Orders: submitting a cart, completing the sale, and showing orders.
//!
//! Owns the tables `order`, `order_line`, `order_confirmation` and `order_draft`. A draft is the complete sale as
//! agreed when its capture began. Later changes of the catalogue can neither change the sale nor prevent its
//! completion. Completing a sale is one transaction, once per cart and per payment: claims become sales, tickets are
//! issued, the cart is closed, the payment is completed.

mod actions;
mod answer_list;
mod answers;
pub mod api;
mod cancellation;
mod choice;
mod choice_email;
mod changed_answer;
mod books;
mod buyer;
mod confirmation;
mod doctor;
mod entity;
mod lookup;
mod lost_link;
mod email_samples;
mod emails;
mod exchanges;
mod mine;
mod moved_email;
mod moving;
mod order_list;
pub mod mine_api;
mod notices;
mod recover;
mod refunds;
mod reminder;
mod installments;
mod purchase;
mod rules;
mod store;
mod takes_place_email;
mod viewer;
mod wire;

pub use answer_list::{AnswerFilter, listed_answers};
pub use books::{enter_missing, is_donation};
pub use buyer::buyer_details;
pub use cancellation::{
    NotExchangeable, choice_until, exchange_ends, purchased, step as cancellation_step, visit_in_words,
};
pub use changed_answer::change_answer;
pub use choice::{
    ValidAgain, ask_buyer, bought_performance, choice_of_line, end_choices, promised_choices, was_asked_about_ticket,
};
pub use confirmation::send as send_confirmation;
pub use doctor::doctor;
pub use email_samples::{
    choice_samples, email_samples, moved_samples, reminder_samples, sample_ticket, takes_place_samples,
};
pub use entity::{Moved, OrderExchange, line::Model as OrderLineRow, order::Model as OrderRow};
pub use exchanges::Exchanges;
pub use installments::{
    InstallmentOrder, OPEN_BILLING, all_installment_orders, installment_order, installment_orders_of,
};
pub use lookup::{number, owns_ticket, page_path, visible, visible_id};
pub use lost_link::{SEND_LOST_LINK, send as send_lost_link};
pub use mine::{order as order_of_account, ticket as ticket_of_account};
pub use moving::{LineMove, move_lines};
pub use notices::look_at;
pub use order_list::{ListedLine, OrderFilter, listed_orders};
pub use purchase::SEND_CONFIRMATION;
pub use recover::recover;
pub use refunds::{
    SoldOrder, exchange_credits, id_by_number, id_by_payment, lines_at, lock_sold, note_refunded, numbers,
    placed_with_payments, refunded_units, sold,
};
pub use reminder::{SEND_REMINDER, send as send_reminder};
pub use store::{attach_by_email, first_bought, is_any, placed_with, sold_to_come};
pub use wire::{BuyerDetails, TicketsPdf};
