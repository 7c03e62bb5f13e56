//! The interface to card processors and lenders. Each result states whether money has moved or may have moved.
//!
//! A call has one of four kinds of result. **Done**: the processor confirms that it did what was asked. **Declined or
//! failed**: the processor confirms that it did nothing, and no money moves. **Lost**: there is no usable answer; see
//! below. **Refused**: the processor understood the call and rejected it as invalid. A refused call is usually
//! a programming error; its reason is logged and not shown to the shopper.
//!
//! *Lost must never be treated as failed.* The call may have been carried out before its answer was lost, or it may
//! arrive later. The payment stays unknown until the shop asks the processor. The shop can repeat the same call, which
//! never acts twice and returns its first result, or it can call [`Processor::lookup`]. A look-up that finds a step
//! *not* done does not settle the payment, because the call may arrive later. [`Processor::void`] does settle the
//! payment, because it closes it.

use futures_util::future::BoxFuture;
use poem_openapi::Enum;

use midway_kernel::input::Secret;
use midway_kernel::money::Money;

midway_kernel::text_ids! {
    /// The id of a payment attempt in the shop, which is also its idempotency key at the processor. Letters, digits,
    /// hyphens and underscores.
    PaymentKey;
    /// A session at the processor, in which its form collects the card for one attempt.
    SessionKey;
    /// The processor's token for a card that it stores. Only the shop can use the token.
    CardToken;
}

/// The operations that card processors and lenders share. Every call may be repeated with the same key: it
/// acts once and returns its first result.
pub trait Processor: Send + Sync {
    /// Captures the reserved amount. This is the only call on a reserved payment that charges a shopper.
    fn capture<'a>(&'a self, payment: &'a PaymentKey, amount: Money) -> BoxFuture<'a, CaptureOutcome>;

    /// Voids a payment that was not captured, whether or not it is authorised. An authorisation or capture that arrives
    /// later is refused.
    fn void<'a>(&'a self, payment: &'a PaymentKey) -> BoxFuture<'a, VoidOutcome>;

    /// Looks up the current state of a payment at the processor.
    fn lookup<'a>(&'a self, payment: &'a PaymentKey) -> BoxFuture<'a, LookupOutcome>;

    /// Lists every payment that the processor has captured and not refunded. Captures made during the call may be
    /// missing.
    fn captures(&self) -> BoxFuture<'_, Result<Vec<Captured>, String>>;

    /// The origin of the processor's pages that the shop shows in a frame, for the Content-Security-Policy and for
    /// checking the messages of these pages; `None` while the processor cannot be found.
    fn browser_origin(&self) -> BoxFuture<'_, Option<String>>;
}

/// A card processor.
pub trait CardProcessor: Processor {
    /// Opens a session in which the processor's form collects a card for exactly this amount. No money moves. With an
    /// amount of zero, the card is only stored to be charged later, and [`Processor::lookup`] returns its token.
    fn open_session<'a>(&'a self, session: &'a NewSession) -> BoxFuture<'a, OpenOutcome>;

    /// Reserves the amount on the card that the form collected.
    fn authorise<'a>(
        &'a self,
        payment: &'a PaymentKey,
        session: &'a SessionKey,
        amount: Money,
    ) -> BoxFuture<'a, AuthoriseOutcome>;

    /// Reserves the amount on a card stored at the processor, while the cardholder is present. `holder_address` is the
    /// address that was given when the card was saved. It is needed because no form asks for the address and some banks
    /// compare it. Without a security code, the processor does not check one.
    fn authorise_saved<'a>(
        &'a self,
        payment: &'a PaymentKey,
        card: &'a CardToken,
        holder_address: Option<&'a str>,
        security_code: Option<&'a Secret>,
        amount: Money,
    ) -> BoxFuture<'a, SavedOutcome>;

    /// Charges a stored card in one step, while the cardholder is not present.
    fn charge<'a>(
        &'a self,
        payment: &'a PaymentKey,
        card: &'a CardToken,
        amount: Money,
    ) -> BoxFuture<'a, ChargeOutcome>;
}

/// A lender: it pays the shop immediately, and the shopper repays the lender in installments.
pub trait Lender: Processor {
    /// Opens an offer for which a shopper may apply, for exactly this amount. No money moves.
    fn open_offer<'a>(&'a self, session: &'a NewSession) -> BoxFuture<'a, OfferOutcome>;

    /// Reserves the amount on the virtual card that the lender issued for this payment.
    fn authorise_virtual_card<'a>(
        &'a self,
        payment: &'a PaymentKey,
        card: &'a VirtualCard,
        amount: Money,
    ) -> BoxFuture<'a, AuthoriseOutcome>;

    /// Reports an error that occurred after the lender's offer. Returns a reason if the report could not be sent.
    fn send_error<'a>(&'a self, payment: &'a PaymentKey, error: &'a SentError) -> BoxFuture<'a, Result<(), String>>;

    /// The public key with which the shop's page identifies itself to the lender. It is useless without the server's
    /// secret key.
    fn public_key(&self) -> &str;
}

/// A card that a lender has issued for one order. It is never stored. The type does not implement `Debug`, so that the
/// card cannot be logged by accident.
pub struct VirtualCard {
    pub token_number: String,
    pub token_type: String,
    pub verification_code: String,
    pub validity_month: String,
    pub validity_year: String,
    /// The cardholder's name and address.
    pub display_name: String,
    pub address: String,
}

/// An error that occurred after a lender's offer.
#[derive(Clone, Debug)]
pub struct SentError {
    pub kind: SentErrorKind,
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "lowercase")]
pub enum SentErrorKind {
    /// The order could not be completed with the virtual card; the shopper may apply again.
    Booking,
    /// Any other error; the lender's page was closed.
    Fatal,
}

#[derive(Clone, Debug)]
pub struct NewSession {
    pub payment: PaymentKey,
    pub amount: Money,
    /// The origin of the shop's page. Only that page may frame the processor's page and receive its messages.
    pub parent_origin: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenOutcome {
    Opened {
        session: SessionKey,
        card_form_url: String,
    },
    /// There is no usable answer. No money is at stake, so the shopper may try again. The shopper is told that credit
    /// card processing is unavailable.
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
        /// The lender's key for the offer.
        up_code: SessionKey,
        /// The lender's script, which frames the lender's page.
        script_url: String,
    },
    /// There is no usable answer. No money is at stake, so the shopper may try again.
    Unavailable {
        reason: String,
    },
    Refused {
        reason: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuthoriseOutcome {
    /// The amount is reserved and can be captured or voided.
    Authorised { reference: String, card: CardShown },
    /// Nothing is reserved, and nothing will be reserved under this key. A different card needs a new attempt.
    Declined { message: String },
    /// The amount may already be reserved, or may be reserved later.
    Lost { reason: String },
    /// This call reserved nothing, but an earlier call may have reserved the amount.
    Refused { reason: String },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SavedOutcome {
    Answered(AuthoriseOutcome),
    /// The security code is wrong. Nothing is reserved, and the shopper may try a different code under the same key.
    WrongCode,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaptureOutcome {
    /// The shopper was charged.
    Captured,
    /// The shopper was not charged and will not be charged under this key. The reserved amount can be voided.
    Failed { message: String },
    /// The shopper may already have been charged, or may be charged later.
    Lost { reason: String },
    /// This call captured nothing, but an earlier call may have captured the amount.
    Refused { reason: String },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChargeOutcome {
    /// The shopper was charged.
    Charged { reference: String },
    /// Nothing was charged, and nothing will be charged under this key.
    Declined { message: String },
    /// The shopper may already have been charged, or may be charged later.
    Lost { reason: String },
    /// This call charged nothing, but an earlier call may have charged the amount.
    Refused { reason: String },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VoidOutcome {
    /// Nothing is reserved, and nothing can be reserved for this payment any more.
    Voided,
    Lost {
        reason: String,
    },
    /// There is nothing to void: the payment was captured or never opened.
    Refused {
        reason: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LookupOutcome {
    Found(ProcessorPayment),
    /// The processor says that no such payment was opened.
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
    /// The last card of the payment: entered in the form, saved or issued by the lender.
    pub card: Option<CardShown>,
    /// The reason why the payment was declined or could not be captured, as a text for the shopper.
    pub message: Option<String>,
    pub reference: Option<String>,
}

/// A captured payment, as the processor lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captured {
    pub payment: PaymentKey,
    pub amount: Money,
}

/// The display data and the token of a card. The shop must not know anything else about the card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardShown {
    pub masked_number: String,
    pub brand: String,
    /// The last month in which the card is valid, such as `2030-12`; absent if the processor does not say.
    pub valid_through: Option<String>,
    /// The processor's token for charging the card again; absent if the processor gives none.
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
    /// The operator refunded the amount at the processor.
    Refunded,
}
