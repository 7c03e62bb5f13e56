//! Who the demo's accounts belong to.

/// The password of every demo account.
pub const PASSWORD: &str = "Harbor lights, 1926";

/// Somebody who has an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Person {
    pub email: &'static str,
    pub first_name: &'static str,
    pub last_name: &'static str,
    pub birth_date: &'static str,
    /// How many orders are made for this account. With fewer the demo was begun and not ended.
    pub orders: usize,
}
