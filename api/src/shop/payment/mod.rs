//! Payment attempts at card processors and lenders: the requested payments, their results, and the settling of unknown
//! results.
//!
//! Owns the tables `payment_attempt`, `saved_payment` and `processor_notice`. An attempt is for one version of a cart and one amount; it
//! does not know what was bought. Its id, the payment key, is the idempotency key of every call to the processor. After
//! a lost answer the attempt is `unknown`. It is settled by a query, never by a second charge.

mod actions;
pub mod api;
mod captures;
mod card_form;
mod submit_details;
mod entity;
mod lending;
pub mod notices;
mod opening;
pub mod processor;
mod processors;
mod rules;
pub mod sandbox;
pub mod saved;
mod store;
pub mod stripe;
mod wire;

pub use actions::{
    Capture, Unfinished, begin_capture, call_processor, capture, check_same_details, details_to_store, has_failed,
    look_up, look_up_opened, may_be_captured, not_authorised, note_captured, payment_unknown, unfinished, void,
    why_not,
};
pub use captures::{Captures, doctor};
pub use card_form::{CardForm, CardFormView, CollectedCard, collected_card, open_card_form, page_origin};
pub use entity::{AttemptState, Model as AttemptRow};
pub use opening::undo_setups;
pub use processors::Processors;
pub use rules::{CART_CHANGED, CHECKING, DECLINED, IN_PROGRESS, NOT_AUTHORISED, named_card};
pub use saved::forget_saved;
pub use store::{
    PaymentUpdate, StoredDetails, advance, all, captured_between, find, for_cart, forget_card, lock, record_try,
};
pub use submit_details::SubmitDetails;
