//! Stocks and claims of everything that is limited, such as places at a performance, visitors per day and units of a
//! product.
//!
//! Owns the tables `stock` and `claim`. One model serves all limits: a stock has a capacity, a claimed quantity and a
//! sold quantity. The database refuses `claimed + sold > capacity` (constraint `stock_within_capacity`). Only this
//! slice changes a capacity. It knows the format of keys, but not their meaning.
//!
//! A claim belongs to a line of its owner. What a cart needs as a whole has the cart's id. A cart has many lines; a reservation has one line, with the reservation's
//! id. A claim expires at `held_until`, unless it is pinned while its payment runs. When the order is written or the
//! reservation is confirmed, the claim is marked as sold and remains as the record of the sale.

mod at_once;
mod claims;
mod doctor;
mod entity;
mod held_claims;
mod levels;
mod release;
mod rules;
mod sales;

pub use at_once::{ClaimsAtOnce, NewRow, OwnerWrite, new_row};
pub use claims::{claim, close, hand_over, hand_over_line, lock, pin, unpin};
pub use doctor::doctor;
pub use held_claims::{
    HeldClaims, LineClaim, Shortage, held_by, holding, holding_lines, owners_of, pinned_lines, pinned_owners,
    units_by_stock,
};
pub use levels::{Taken, change_capacities, levels, taken, units_taken, with_sales};
pub use release::{has_expired, release_expired, release_expired_of};
pub use rules::{Draw, Level, StockKey, capacity_level, percent_left};
pub use sales::{exchange, sell, sold_by, sold_to, sold_to_lines, sold_units};
