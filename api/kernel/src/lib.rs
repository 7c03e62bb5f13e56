//! Values and rules that all modules share. Pure: no tokio, no database, no environment, no clock.

pub mod address;
pub mod coded;
pub mod document;
pub mod html;
pub mod id;
pub mod input;
pub mod money;
pub mod password;
pub mod rate;
pub mod secret;
pub mod text;
pub mod time;

// Used by the macros of this crate.
#[doc(hidden)]
pub use sea_orm;
