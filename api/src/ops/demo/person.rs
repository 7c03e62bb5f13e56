//! The owners of the demo accounts.

/// The password of every demo account.
pub const PASSWORD: &str = "Harbor lights, 1926";

/// The owner of a demo account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Person {
    pub email: &'static str,
    pub first_name: &'static str,
    pub last_name: &'static str,
    pub birth_date: &'static str,
    /// How many orders the demo makes for this account. If the account has fewer, an earlier run was interrupted.
    pub orders: usize,
}
