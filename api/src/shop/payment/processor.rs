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
use poem_openapi::Enum;

use midway_kernel::input::Secret;
use midway_kernel::money::Money;

midway_kernel::text_ids! {
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

    /// What the processor knows of a payment now.
    fn lookup<'a>(&'a self, payment: &'a PaymentKey) -> BoxFuture<'a, LookupOutcome>;

    /// Every payment that it has captured and not given back. What is captured while it answers may be missing.
    fn captures(&self) -> BoxFuture<'_, Result<Vec<Captured>, String>>;

    /// Where its pages come from that the shop shows in a frame, for the page's policy and for the check of their messages;
    /// none while the processor cannot be found.
    fn browser_origin(&self) -> BoxFuture<'_, Option<String>>;
}

/// A card processor.
pub trait CardProcessor: Processor {
    /// Opens the session in which the processor's own form collects a card for exactly this amount. No money moves. With an amount
    /// of zero none can be: the card is collected to be charged later, and [`Processor::lookup`] tells its name.
    fn open_session<'a>(&'a self, session: &'a NewSession) -> BoxFuture<'a, OpenOutcome>;

    /// Reserves the amount on the card that the form collected.
    fn authorise<'a>(
        &'a self,
        payment: &'a PaymentKey,
        session: &'a SessionKey,
        amount: Money,
    ) -> BoxFuture<'a, AuthoriseOutcome>;

    /// Reserves the amount on a card that the processor keeps, its holder being there. No form asks for the holder's address, which some
    /// banks compare: it is the one that was given when the card was saved. Without a code the processor is asked not to look at one.
    fn authorise_saved<'a>(
        &'a self,
        payment: &'a PaymentKey,
        card: &'a CardToken,
        holder_address: Option<&'a str>,
        security_code: Option<&'a Secret>,
        amount: Money,
    ) -> BoxFuture<'a, SavedOutcome>;

    /// Charges a card that the processor keeps from an earlier payment, in one step and without its holder.
    fn charge<'a>(
        &'a self,
        payment: &'a PaymentKey,
        card: &'a CardToken,
        amount: Money,
    ) -> BoxFuture<'a, ChargeOutcome>;
}

/// A lender: it pays the shop at once, and is paid back by the shopper over time.
pub trait Lender: Processor {
    /// Opens what a shopper may apply for: exactly this amount. No money moves.
    fn open_offer<'a>(&'a self, session: &'a NewSession) -> BoxFuture<'a, OfferOutcome>;

    /// Reserves the amount on the virtual card that was issued for it.
    fn authorise_virtual_card<'a>(
        &'a self,
        payment: &'a PaymentKey,
        card: &'a VirtualCard,
        amount: Money,
    ) -> BoxFuture<'a, AuthoriseOutcome>;

    /// Tells the lender what went wrong after its offer; the reason when it could not be told.
    fn send_error<'a>(&'a self, payment: &'a PaymentKey, error: &'a SentError) -> BoxFuture<'a, Result<(), String>>;

    /// The key that a page of the shop shows to the lender: worth nothing without the one of the server.
    fn public_key(&self) -> &str;
}

/// A card that a lender has issued for one order. It has no `Debug`, so that it cannot be logged by accident, and it is kept
/// nowhere.
pub struct VirtualCard {
    pub token_number: String,
    pub token_type: String,
    pub verification_code: String,
    pub validity_month: String,
    pub validity_year: String,
    /// Whose it is, and where they live.
    pub display_name: String,
    pub address: String,
}

/// What went wrong after a lender's offer.
#[derive(Clone, Debug)]
pub struct SentError {
    pub kind: SentErrorKind,
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub enum SentErrorKind {
    /// The order could not be booked with the virtual card; the shopper may apply again.
    Booking,
    /// Anything else; the lender's page was closed.
    Fatal,
}

#[derive(Clone, Debug)]
pub struct NewSession {
    pub payment: PaymentKey,
    pub amount: Money,
    /// The origin of the shop's page: alone may it frame the processor's, and alone is it told.
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
pub enum OfferOutcome {
    Opened {
        /// The lender's name for what may be applied for.
        up_code: SessionKey,
        /// The script by which the shop's page frames the lender's.
        script_url: String,
    },
    /// No usable answer. No money is at stake, so the shopper may just try again.
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
pub enum SavedOutcome {
    Answered(AuthoriseOutcome),
    /// The security code is not the card's. Nothing is reserved, and another code may be tried under the same key.
    WrongCode,
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
    /// There is nothing to give up: the payment was captured or was never opened.
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

/// A payment that a processor has captured, as it lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captured {
    pub payment: PaymentKey,
    pub amount: Money,
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
    /// Its operator gave the money back, at the processor itself.
    Refunded,
}
