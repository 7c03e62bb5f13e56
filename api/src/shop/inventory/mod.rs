//! Stock and claims of everything limited: places of a performance, a day's guests, pieces of a product.
//!
//! Owns the tables `stock` and `claim`. One model serves all: a stock has a capacity, what is claimed and what is sold;
//! the database itself refuses `claimed + sold > capacity` (`stock_within_capacity`). Nothing else changes a capacity, and
//! nothing here knows what a key stands for beyond its spelling.
//!
//! A claim belongs to a line of its owner: a cart's line, or a reservation, which is one by itself. It lives until `held_until`, unless it is pinned while its payment runs; when its order is
//! written it becomes sold and stays as the record of what was sold.

mod actions;
mod entity;
mod rules;

pub use actions::{
    Holding, LineClaim, Shortage, change_capacities, claim, doctor, exchange, expire, had_by, hand_over,
    hand_over_line, has_expired, held_by, holding, holding_lines, levels, lock, pin, pinned_lines, pinned_owners, sell,
    sold_by, sold_of, sold_to, sold_to_lines, sold_units, taken, unpin,
};
pub use rules::{Draw, Level, StockKey, capacity_level, percent_left};
