//! Bundles: on which days a bundle can be built, what its steps offer, and whether a choice satisfies them.
//!
//! Owns no table: a built bundle is a cart line whose parts are the shopper's choices and the items that are always
//! included. The cart asks this slice whether a choice is valid and what it contains; the cart itself claims the
//! places.

mod rules;

pub use rules::{
    BundlePart, Day, DayProduct, DayStep, UNAVAILABLE, chosen_parts, day, days_of, is_offered_on, keeps_delays,
};
