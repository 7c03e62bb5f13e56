//! What became of an order with places at a performance.

/// What became of an order that a decision about a performance concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Refunded,
    Moved,
    /// Its buyer was asked to choose.
    Asked,
    /// Nothing was left to do: its buyer was asked before, or has canceled the places in the meantime.
    Nothing,
    /// Nothing was changed, because the decision about the performance no longer stands.
    Replaced,
}
