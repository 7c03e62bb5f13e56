//! What somebody asks to have refunded.

use super::choice::Chosen;
use super::entity::RefundedUnits;
use crate::error::Refusal;
use midway_kernel::id::PerformanceId;
use midway_kernel::money::Money;
use midway_kernel::text::Text;

pub const CHOOSE_ONE: Text =
    Text { id: "refund.choose-one", default: "Choose exactly one: everything, lines and tickets, or an amount." };

/// A refund that somebody asks for.
#[derive(Clone, Debug)]
pub struct Asked {
    pub order_id: String,
    pub what: What,
    /// Whether the places stay taken, instead of being sold again.
    pub keep_places: bool,
    /// The performance that does not take place, if that is why.
    pub canceled_performance: Option<PerformanceId>,
    /// Who asks, as the audit table names them.
    pub actor: String,
    pub reason: Option<String>,
}

impl Asked {
    /// What the buyer does on the page of the order.
    pub fn by_shopper(order_id: &str, what: What) -> Self {
        Asked {
            order_id: order_id.to_owned(),
            what,
            keep_places: false,
            canceled_performance: None,
            actor: "shopper".to_owned(),
            reason: None,
        }
    }
}

/// Who decides something about a refund, and why.
#[derive(Clone, Copy, Debug)]
pub struct By<'a> {
    pub actor: &'a str,
    pub reason: Option<&'a str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    Units(Chosen),
    /// An amount, without taking anything back.
    Goodwill(Money),
    /// All units that are left, without paying anything back.
    Void,
    /// Units that the buyer cancels, by the rules of the purchase.
    Cancellation {
        units: RefundedUnits,
        /// What the buyer expects to get back; a refusal if it is another amount. `None` to ask for the amount.
        agreed: Option<Money>,
    },
    /// Units that the buyer exchanges, by the rules of the purchase.
    Exchange(RefundedUnits),
}

/// What the operator chooses of an order, by a command or a call.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Lines by their positions from 1, each with a number of units; `None` for all that are left.
    pub lines: Vec<(usize, Option<u32>)>,
    /// Tickets by their codes.
    pub tickets: Vec<String>,
    /// An amount as goodwill.
    pub amount: Option<Money>,
    pub everything: bool,
    /// With `everything`: donations too.
    pub with_donations: bool,
}

impl Choice {
    /// What is refunded; `None` if nothing was chosen.
    ///
    /// # Errors
    /// A refusal for a choice of several kinds.
    pub fn what(self) -> Result<Option<What>, Refusal> {
        let Choice { lines, tickets, amount, everything, with_donations } = self;
        let has_units = !lines.is_empty() || !tickets.is_empty();
        match (everything, has_units, amount) {
            (false, false, None) => Ok(None),
            (true, false, None) => Ok(Some(What::Units(Chosen::All { with_donations }))),
            (false, true, None) => {
                let tickets = tickets.iter().map(|code| code.trim().to_ascii_uppercase()).collect();
                Ok(Some(What::Units(Chosen::Some { lines, tickets })))
            }
            (false, false, Some(amount)) => Ok(Some(What::Goodwill(amount))),
            _ => Err(Refusal::new(CHOOSE_ONE)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choice_is_of_one_kind() {
        let everything = Choice { everything: true, with_donations: true, ..Choice::default() };
        let ticket = Choice { tickets: vec![" k3m9 ".to_owned()], ..Choice::default() };
        let amount = Choice { amount: Some(Money(5_00)), ..Choice::default() };
        assert_eq!(Choice::default().what(), Ok(None));
        assert_eq!(everything.clone().what(), Ok(Some(What::Units(Chosen::All { with_donations: true }))));
        let chosen = Chosen::Some { lines: Vec::new(), tickets: vec!["K3M9".to_owned()] };
        assert_eq!(ticket.clone().what(), Ok(Some(What::Units(chosen))));
        assert_eq!(amount.clone().what(), Ok(Some(What::Goodwill(Money(5_00)))));
        for several in [
            Choice { amount: amount.amount, ..everything.clone() },
            Choice { tickets: ticket.tickets.clone(), ..everything },
            Choice { amount: amount.amount, ..ticket },
        ] {
            assert_eq!(several.what(), Err(Refusal::new(CHOOSE_ONE)));
        }
    }
}
