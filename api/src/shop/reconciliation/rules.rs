//! What a comparison means. Pure.

use std::fmt;

use crate::shop::payment::processor::{MovementKind, MovementState};
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// A capture, a refund or a dispute, as one of the two sides knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    pub amount: Money,
    pub state: MovementState,
    pub at: Instant,
}

/// A capture, a refund or a dispute with what the shop and the processor say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub kind: MovementKind,
    pub processor: String,
    pub payment: String,
    /// The processor's id of the capture, the refund or the dispute, as far as it is known.
    pub reference: Option<String>,
    pub order_number: Option<String>,
    pub shop: Option<Side>,
    pub there: Option<Side>,
    /// Whether the processor has answered about it.
    pub is_answered: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemResult {
    Agrees,
    /// It is not decided yet, or the processor did not answer.
    Pending,
    Differs(&'static str),
}

impl ItemResult {
    /// The word for lists.
    pub fn word(self) -> &'static str {
        match self {
            ItemResult::Agrees => "agrees",
            ItemResult::Pending => "pending",
            ItemResult::Differs(_) => "differs",
        }
    }
}

impl Item {
    pub fn result(&self) -> ItemResult {
        use ItemResult::{Agrees, Differs, Pending};
        use MovementState::{Failed, Settled};
        if !self.is_answered {
            return Pending;
        }
        match (self.shop, self.there) {
            (Some(shop), Some(there)) => match (shop.state, there.state) {
                (Settled, Settled) if shop.amount != there.amount => Differs("the amounts differ"),
                (Settled, Settled) | (Failed, Failed) => Agrees,
                (Settled, Failed) => Differs("it has failed at the processor"),
                (Failed, Settled) => Differs("it has failed in the shop"),
                (MovementState::Pending, _) | (_, MovementState::Pending) => Pending,
            },
            (Some(side), None) => match side.state {
                Settled => Differs("the processor does not know it"),
                MovementState::Pending => Pending,
                Failed => Agrees,
            },
            (None, Some(side)) if side.state != Failed => Differs("the shop does not know it"),
            (None, _) => Agrees,
        }
    }

    /// When it happened: the shop's time, if the shop knows it.
    pub fn at(&self) -> Option<Instant> {
        self.shop.or(self.there).map(|side| side.at)
    }
}

/// The word for a kind.
pub fn kind_word(kind: MovementKind) -> &'static str {
    match kind {
        MovementKind::Capture => "capture",
        MovementKind::Refund => "refund",
        MovementKind::Dispute => "dispute",
    }
}

/// The word for a state.
pub fn state_word(state: MovementState) -> &'static str {
    match state {
        MovementState::Pending => "pending",
        MovementState::Settled => "settled",
        MovementState::Failed => "failed",
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of payment {}", kind_word(self.kind), self.payment)?;
        if let Some(number) = &self.order_number {
            write!(f, " of order {number}")?;
        }
        let side = |side: Option<Side>| {
            side.map_or("nothing".to_owned(), |it| format!("{} {}", it.amount, state_word(it.state)))
        };
        write!(f, ": {} in the shop, {} at {}", side(self.shop), side(self.there), self.processor)?;
        match self.result() {
            ItemResult::Differs(why) => write!(f, "; {why}"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(shop: Option<(i64, MovementState)>, there: Option<(i64, MovementState)>) -> Item {
        let side = |(cents, state)| Side { amount: Money(cents), state, at: Instant::default() };
        Item {
            kind: MovementKind::Refund,
            processor: "stripe".to_owned(),
            payment: "p1".to_owned(),
            reference: None,
            order_number: None,
            shop: shop.map(side),
            there: there.map(side),
            is_answered: true,
        }
    }

    #[test]
    fn only_decided_items_differ_and_a_failed_one_needs_no_other_side() {
        use MovementState::{Failed, Pending, Settled};
        let result = |shop, there| item(shop, there).result();
        assert_eq!(result(Some((5, Settled)), Some((5, Settled))), ItemResult::Agrees);
        assert_eq!(result(Some((5, Settled)), Some((6, Settled))), ItemResult::Differs("the amounts differ"));
        assert_eq!(result(Some((5, Failed)), Some((6, Failed))), ItemResult::Agrees);
        assert_eq!(result(Some((5, Failed)), None), ItemResult::Agrees);
        assert_eq!(result(None, Some((5, Failed))), ItemResult::Agrees);
        assert_eq!(result(None, Some((5, Pending))), ItemResult::Differs("the shop does not know it"));
        assert_eq!(result(Some((5, Pending)), None), ItemResult::Pending);
        assert_eq!(result(Some((5, Pending)), Some((5, Settled))), ItemResult::Pending);
        let unanswered = Item { is_answered: false, ..item(Some((5, Settled)), None) };
        assert_eq!(unanswered.result(), ItemResult::Pending);
    }

    #[test]
    fn difference_names_both_sides() {
        let differs = item(Some((500, MovementState::Settled)), None);
        let differs = Item { order_number: Some("ABC".to_owned()), ..differs };
        assert_eq!(
            differs.to_string(),
            "refund of payment p1 of order ABC: 5.00 settled in the shop, nothing at stripe; the processor does not know it"
        );
    }
}
