//! The carts that this process has written in the last seconds. A shopper often changes a cart several times in a row,
//! for example with a stepper or field by field at the checkout. The next change then need not read the cart first.
//!
//! What is remembered is only a guess, because another process or a payment may have changed the cart since. Therefore
//! it is used only for changes that have an effect if the cart's row still has the remembered number of writes.

use std::time::Duration;

use moka::sync::Cache;

use super::Cart;

/// How long a cart is remembered. It is shorter than the shortest hold, so a remembered hold has not expired.
const REMEMBERED_FOR: Duration = Duration::from_secs(30);

/// How many carts are remembered. A cart of a few lines takes about 3 kB. A crowd that changes more carts than this
/// within the time makes every change read its cart again.
const MOST: u64 = 16_384;

pub struct RecentCarts(Cache<String, Cart>);

impl Default for RecentCarts {
    fn default() -> Self {
        RecentCarts(Cache::builder().max_capacity(MOST).time_to_live(REMEMBERED_FOR).build())
    }
}

impl RecentCarts {
    pub fn get(&self, id: &str) -> Option<Cart> {
        self.0.get(id)
    }

    /// Remembers a cart as it was just written.
    pub fn remember(&self, cart: Cart) {
        self.0.insert(cart.id.clone(), cart);
    }

    /// Forgets a cart that was changed in a different way.
    pub fn forget(&self, id: &str) {
        self.0.invalidate(id);
    }
}
