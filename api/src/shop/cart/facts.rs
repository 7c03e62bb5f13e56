//! What a command needs to know besides the cart.

use std::collections::HashSet;

use super::Cart;
use crate::shop::inventory::{HeldClaims, StockKey};
use crate::shop::performance::Availability;
use crate::shop::ticket::TicketRow;
use midway_catalog::Catalog;
use midway_kernel::time::Instant;

/// The facts of one moment. Only what the command needs is loaded.
pub struct Facts<'c> {
    pub catalog: &'c Catalog,
    pub now: Instant,
    /// What the cart holds.
    pub held: HeldClaims,
    /// The availability on which the prices of the command's lines depend.
    pub availability: Availability,
    /// The seats that the command cannot choose from, because others hold or have bought them.
    pub taken_seats: HashSet<StockKey>,
    /// The tickets that the command's lines renew, upgrade, or redeem entitlements of.
    pub tickets: Vec<TicketRow>,
}

impl<'c> Facts<'c> {
    /// The facts for a command that needs none but the time.
    pub fn none(catalog: &'c Catalog, cart: &Cart, now: Instant) -> Self {
        Facts {
            catalog,
            now,
            held: HeldClaims::nothing(&cart.id),
            availability: Availability::default(),
            taken_seats: HashSet::new(),
            tickets: Vec::new(),
        }
    }
}
