//! Waiting rooms in front of crowded sales: shoppers enter in their order, only so many at once, and those who came before the
//! start are drawn by lot. The catalogue says where and when (`WaitingRoom` in its files).
//!
//! A shopper has a *place*: a random id with the moment of arrival, in a signed cookie. The *line* of a room keeps who waits and
//! who is inside, in this process or, for several replicas, in Redis. Everything that decides the order is in the cookie, so a line
//! that was lost is formed again as the shoppers ask.
//!
//! Owns no table.

mod actions;
pub mod api;
mod line;
mod line_in_process;
mod line_in_redis;
mod lines;
mod place;
mod rooms;
mod wire;
mod words;

pub use actions::{Came, View, ask, check_claim, enter_early, finished, of_room};
pub use line::{Asking, Figures, Rules, Standing};
pub use lines::Lines;
pub use rooms::{ActiveRoom, Wanted, active_rooms, in_front_of, is_any_active};
pub use wire::ask_again_after;
pub use words::in_words;
