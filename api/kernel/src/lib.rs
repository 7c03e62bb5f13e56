//! Values and rules that every slice shares. Pure: no tokio, no database, no environment, no reading of the time.

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

// For the macros of this crate.
#[doc(hidden)]
pub use sea_orm;
