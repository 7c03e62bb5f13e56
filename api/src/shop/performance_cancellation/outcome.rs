//! What became of an order with places at a performance.

/// What became of an order that a decision about a performance concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Refunded,
    Moved,
    /// Its buyer was asked to choose.
    Asked,
    /// Its buyer was asked before.
    Nothing,
    /// Nothing was changed, because there is another decision about the performance now.
    Replaced,
}
