//! Stock and claims of everything limited: places at a performance, visitors per day, units of a product.
//!
//! Owns the tables `stock` and `claim`. One model serves all limits: a stock has a capacity, a claimed quantity and a
//! sold quantity. The database refuses `claimed + sold > capacity` (constraint `stock_within_capacity`). Only this
//! slice changes a capacity. It knows the format of keys, but not their meaning.
//!
//! A claim belongs to a line of its owner: a line of a cart, or a reservation, which is its own single line. It expires
//! at `held_until`, unless it is pinned while its payment runs. When the order is written, the claim is marked as sold
//! and remains as the record of the sale.

mod actions;
mod entity;
mod rules;

pub use actions::{
    HeldClaims, LineClaim, Shortage, change_capacities, claim, doctor, exchange, expire, had_by, hand_over,
    hand_over_line, has_expired, held_by, holding, holding_lines, levels, lock, pin, pinned_lines, pinned_owners, sell,
    sold_by, sold_of, sold_to, sold_to_lines, sold_units, taken, unpin,
};
pub use rules::{Draw, Level, StockKey, capacity_level, percent_left};
