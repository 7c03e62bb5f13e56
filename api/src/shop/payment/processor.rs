//! What whoever carries payments can do, and what each of its answers means for money.
//!
//! A call has one of four kinds of answer. **Done**: the processor says that it did it. **Not done, and said so**:
//! declined or failed; no money moves. **Lost**: nobody knows; see below. **Refused**: the processor understood the
//! call and did nothing because it makes no sense; our mistake, for the log and not for the shopper.
//!
//! *Lost must never be read as failed.* The call may have been carried out before its answer was lost, and it may still
//! be on its way. The payment stays unknown until the processor was asked: by the same call again, which never does
//! anything twice and tells its first result, or by [`Processor::lookup`]. A look-up that finds a step *not* done
//! settles nothing by itself, as the step may arrive later; [`Processor::void`] does, because it closes the payment.

use futures_util::future::BoxFuture;

use crate::kernel::money::Money;

crate::text_ids! {
    /// An attempt to pay: its id here and its idempotency key at the processor. Letters, digits, hyphens, underscores.
    PaymentKey;
    /// A processor's session, in which its form collects the card of one attempt.
    SessionKey;
    /// The processor's name for a card that it keeps: worth nothing to anybody else.
    CardToken;
}

/// What a payment needs once its amount is reserved, whoever reserved it. Every call may be repeated with the same key: it
/// happens once and tells its first result.
pub trait Processor: Send + Sync {
    /// Takes the reserved amount: the one call that charges a shopper.
    fn capture<'a>(&'a self, payment: &'a PaymentKey, amount: Money) -> BoxFuture<'a, CaptureOutcome>;

    /// Gives up a payment that was not captured, authorised or not. An authorisation or a capture that arrives later
    /// is refused.
    fn void<'a>(&'a self, payment: &'a PaymentKey) -> BoxFuture<'a, VoidOutcome>;

    /// Gives the whole captured amount back.
    fn refund<'a>(&'a self, payment: &'a PaymentKey) -> BoxFuture<'a, RefundOutcome>;

    /// What the processor knows of a payment now.
    fn lookup<'a>(&'a self, payment: &'a PaymentKey) -> BoxFuture<'a, LookupOutcome>;

    /// Where its pages come from that the shop shows in a frame, for the page's policy and for the check of their messages;
    /// none while the processor cannot be found.
    fn browser_origin(&self) -> BoxFuture<'_, Option<String>>;
}

/// A card processor.
pub trait CardProcessor: Processor {
    /// Opens the session in which the processor's own form collects a card for exactly this amount. No money moves.
    fn open_session<'a>(&'a self, session: &'a NewSession) -> BoxFuture<'a, OpenOutcome>;

    /// Reserves the amount on the card that the form collected.
    fn authorise<'a>(
        &'a self,
        payment: &'a PaymentKey,
        session: &'a SessionKey,
        amount: Money,
    ) -> BoxFuture<'a, AuthoriseOutcome>;

    /// Charges a card that the processor keeps from an earlier payment, in one step and without its holder.
    fn charge<'a>(
        &'a self,
        payment: &'a PaymentKey,
        card: &'a CardToken,
        amount: Money,
    ) -> BoxFuture<'a, ChargeOutcome>;
}

#[derive(Clone, Debug)]
pub struct NewSession {
    pub payment: PaymentKey,
    pub amount: Money,
    /// The origin of the shop's page: alone may it frame the form, and alone is it told.
    pub parent_origin: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenOutcome {
    Opened {
        session: SessionKey,
        card_form_url: String,
    },
    /// No usable answer. No money is at stake, so the shopper may just try again:
    /// "Credit card processing is unavailable".
    Unavailable {
        reason: String,
    },
    Refused {
        reason: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuthoriseOutcome {
    /// The amount is reserved and waits to be captured or given up.
    Authorised { reference: String, card: CardShown },
    /// Nothing is reserved, and nothing will be under this key: another card needs another attempt.
    Declined { message: String },
    /// The amount may be reserved, now or soon.
    Lost { reason: String },
    /// This call reserved nothing. It says nothing of the calls before it.
    Refused { reason: String },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaptureOutcome {
    /// The shopper has paid.
    Captured,
    /// The shopper has not paid, and will not under this key; the reserved amount may be given up.
    Failed { message: String },
    /// The shopper may have paid, now or soon.
    Lost { reason: String },
    /// This call took nothing. It says nothing of the calls before it.
    Refused { reason: String },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChargeOutcome {
    /// The shopper has paid.
    Charged { reference: String },
    /// Nothing was taken, and nothing will be under this key.
    Declined { message: String },
    /// The shopper may have paid, now or soon.
    Lost { reason: String },
    /// This call took nothing. It says nothing of the calls before it.
    Refused { reason: String },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VoidOutcome {
    /// Nothing is reserved, and nothing can be any more.
    Voided,
    Lost {
        reason: String,
    },
    /// There is nothing to give up: the payment was captured (a refund is what it needs) or was never opened.
    Refused {
        reason: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefundOutcome {
    /// The whole amount is on its way back.
    Refunded,
    Lost {
        reason: String,
    },
    /// There is nothing to give back.
    Refused {
        reason: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LookupOutcome {
    Found(ProcessorPayment),
    /// The processor itself says that no such payment was opened.
    NotFound,
    Lost {
        reason: String,
    },
    Refused {
        reason: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessorPayment {
    pub status: ProcessorStatus,
    pub amount: Money,
    /// The card that the form accepted last.
    pub card: Option<CardShown>,
    /// Why it was declined or could not be captured, fit for a shopper.
    pub message: Option<String>,
    pub reference: Option<String>,
}

/// All of a card that a shop may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardShown {
    pub masked_number: String,
    pub brand: String,
    /// What the processor calls it, to charge it again; where it does.
    pub token: Option<CardToken>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProcessorStatus {
    Created,
    CardAccepted,
    Authorised,
    Declined,
    Captured,
    CaptureFailed,
    Voided,
    Refunded,
}
