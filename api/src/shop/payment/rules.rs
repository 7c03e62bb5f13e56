//! The states of an attempt and their transitions. Pure.

use midway_kernel::text::Text;

use super::entity::AttemptState::{self, *};

pub const UNAVAILABLE: Text = Text { id: "payment.unavailable", default: "Credit card processing is unavailable" };
pub const DECLINED: Text = Text { id: "payment.declined", default: "Your card was declined. Please try another card." };
pub const TOO_MANY_DECLINED: Text = Text {
    id: "payment.too-many-declined",
    default: "Too many card payments from your internet connection were declined. Nothing was charged. Please try \
              again in an hour.",
};
pub const TOO_MANY_TRIED: Text = Text {
    id: "payment.too-many-tried",
    default: "Too many payments were attempted from your internet connection. Nothing was charged. Please try again \
              in a minute.",
};
pub const NOT_AUTHORISED: Text = Text {
    id: "payment.not-authorised",
    default: "Your card hasn't been accepted yet. Please enter your card details again.",
};
pub const CART_CHANGED: Text =
    Text { id: "payment.cart-changed", default: "Your cart has changed. Please review it and pay again." };
pub const WRONG_AMOUNT: Text =
    Text { id: "payment.wrong-amount", default: "The amount has changed. Please review your cart and pay again." };
pub const CAPTURE_FAILED: Text = Text {
    id: "payment.capture-failed",
    default: "We couldn't complete the payment. Nothing was charged. Please try again.",
};
pub const CHECKING: Text =
    Text { id: "payment.checking", default: "We're checking your payment. Please don't pay again." };
pub const IN_PROGRESS: Text = Text {
    id: "payment.in-progress",
    default: "A payment for this cart is in progress. Please wait until it's finished.",
};
pub const OTHER_DETAILS: Text = Text {
    id: "payment.other-details",
    default: "This payment was already submitted with different details, which can no longer be changed. Check your email for a confirmation before you pay again.",
};
pub const NOT_SAVED: Text =
    Text { id: "payment.not-saved", default: "Please sign in to save a card, or pay without saving it." };
pub const NOTHING_TO_PAY: Text =
    Text { id: "payment.nothing-to-pay", default: "There's nothing to pay for in this cart." };
pub const NO_PROCESSOR: Text = Text { id: "payment.no-processor", default: "Unable to open payment processor" };

pub const LENDER_UNAVAILABLE: Text = Text {
    id: "payment.lender-unavailable",
    default: "The payment plan service is unavailable. Please try again later or pay in full.",
};
pub const LENDER_DECLINED: Text = Text {
    id: "payment.lender-declined",
    default: "The lender declined the payment. You can apply again or pay in full.",
};
pub const NOT_LENT: Text =
    Text { id: "payment.not-lent", default: "The payment plan couldn't be used for this order. Please apply again." };
pub const TOO_MANY_CALLS: Text = Text { id: "payment.too-many-calls", default: "too many calls" };

/// The name of a card for people: brand and masked number, such as `Visa •••• 4242`. The brand is missing for cards of
/// earlier versions of the shop.
pub fn named_card(brand: Option<&str>, masked_number: &str) -> String {
    match brand {
        Some(brand) => format!("{brand} {masked_number}"),
        None => masked_number.to_owned(),
    }
}

/// How often virtual cards may be submitted for one cart.
pub const MAX_SUBMITS: i32 = 10;

/// Every allowed transition of an attempt. No other transition can happen.
pub const TRANSITIONS: &[(AttemptState, AttemptState)] = &[
    (Opened, Authorised),
    (Opened, Declined),
    (Opened, Unknown),
    (Opened, Voided),
    (Authorised, Capturing),
    (Authorised, Voided),
    // The capture is confirmed, and the order is written in the same transaction.
    (Capturing, Completed),
    (Capturing, Captured),
    (Capturing, Failed),
    (Capturing, Unknown),
    // A query settles an unknown attempt. The next state depends on whether the lost call had no effect, took effect or
    // was declined.
    (Unknown, Opened),
    (Unknown, Authorised),
    (Unknown, Declined),
    (Unknown, Capturing),
    (Unknown, Captured),
    (Unknown, Failed),
    (Unknown, Voided),
    (Captured, Completed),
];

pub fn is_allowed(from: AttemptState, to: AttemptState) -> bool {
    TRANSITIONS.contains(&(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sea_orm::Iterable;

    #[test]
    fn captured_attempt_can_only_become_completed() {
        let states: Vec<_> = AttemptState::iter().filter(|to| is_allowed(Captured, *to)).collect();
        assert_eq!(states, [Completed]);
    }

    #[test]
    fn attempt_in_a_final_state_has_no_transition() {
        for last in [Completed, Declined, Failed, Voided] {
            assert!(AttemptState::iter().all(|to| !is_allowed(last, to)), "{last:?}");
        }
    }

    #[test]
    fn attempt_becomes_captured_only_from_capturing_or_unknown() {
        let states: Vec<_> = AttemptState::iter().filter(|from| is_allowed(*from, Captured)).collect();
        assert_eq!(states, [Capturing, Unknown]);
    }
}
