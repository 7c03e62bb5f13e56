//! Pictures: decoded within limits, made smaller, and encoded.
//!
//! This is a crate of its own because `image` and `fast_image_resize` are generic: their code is compiled with the crate
//! that calls them. Tests and the shop to try compile the shop's other crates without optimisation, which would make an
//! import many times slower.

pub mod decode;
pub mod encode;
pub mod resize;

/// A picture that cannot be scaled or encoded, such as one that is too large for the format.
#[derive(Debug, thiserror::Error)]
#[error("cannot be drawn: {0}")]
pub struct Undrawable(String);

impl Undrawable {
    fn because(cause: impl std::fmt::Display) -> Self {
        Undrawable(cause.to_string())
    }
}
