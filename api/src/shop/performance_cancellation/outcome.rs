//! What became of an order with places at a performance.

use midway_kernel::time::Instant;

/// What became of an order that a decision about a performance concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Refunded,
    Moved,
    /// Its buyer was asked to choose until then.
    Asked(Instant),
    /// Its buyer was asked before, and chooses until then.
    Chooses(Instant),
    /// Nothing was left to do: its buyer has canceled the places in the meantime.
    Nothing,
    /// Nothing was changed, because the decision about the performance no longer stands.
    Replaced,
}
