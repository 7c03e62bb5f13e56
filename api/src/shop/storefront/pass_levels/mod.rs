//! The comparison of passes: what each level gives, for how long, and at which price.

pub mod api;
mod wire;
