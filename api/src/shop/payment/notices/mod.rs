//! Notices of card processors about payments (webhooks).
//!
//! A notice is only a reason to look: the shop never takes a state or an amount from it. So notices may arrive late,
//! several times or in any order. [`receive`] checks the signature, stores the notice with a job and answers; the
//! job (`refund::handle_notice`) finds the payment and continues it. Notices of a kind that the shop does not use are
//! kept for a while.

mod actions;
mod entity;
mod signature;
mod store;

pub use actions::{HANDLE_NOTICE, Subject, conclude, notice, receive, subject_of, sweep};
pub use entity::{Model as Notice, NoticeState};
