//! What shoppers look at before they buy: the search, product pages and lists, calendars and seat plans, the
//! comparison of passes, the bundle builder. Owns no table. Calls with a sale context use `offers` to find what is open to the visitor.

pub mod bundle_builder;
pub mod calendar;
pub mod cart_page;
pub mod find;
pub mod pass_levels;
pub mod product;
pub mod product_page;
pub mod venue;
