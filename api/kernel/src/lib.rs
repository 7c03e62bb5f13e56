//! Values and rules that the other crates share. The crate uses no async runtime, no database connection and no
//! environment variables, and it does not read the system clock.

pub mod accessibility;
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

// The macros of this crate use this re-export.
#[doc(hidden)]
pub use sea_orm;
