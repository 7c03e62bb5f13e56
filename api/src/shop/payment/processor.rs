//! The interface to card processors and lenders. Each result states whether money has moved or may have moved.
//!
//! An [`Outcome`] is one of four kinds of result. **Done**: the processor confirms that it did what was asked. **Declined**:
//! the processor confirms that it did nothing, and no money moves. **Lost**: there is no usable answer; see
//! below. **Refused**: the processor understood the call and rejected it as invalid. A refused call is usually
//! a programming error; its reason is logged and not shown to the shopper. Two results come before one of these:
//! **requires action** means that the cardholder must do something first, and **pending** that the processor decides
//! later.
//!
//! *Lost must never be treated as failed.* The call may have been carried out before its answer was lost, or it may
//! arrive later. The payment stays unknown until the shop asks the processor. The shop can repeat the same call, which
//! never acts twice and returns its first result, or it can call [`Processor::look_up`]. A look-up that finds a step
//! *not* done does not settle the payment, because the call may arrive later. [`Processor::void`] does settle the
//! payment, because it closes it. A pending call is settled by look-ups as well.
//!
//! `tests/it/conformance` runs the same cases against every processor. A new processor must pass them.

use futures_util::future::BoxFuture;
use poem_openapi::Enum;

use midway_kernel::input::Secret;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

midway_kernel::text_ids! {
    /// The id of a payment attempt in the shop, which is also its idempotency key at the processor. Letters, digits,
    /// hyphens and underscores.
    PaymentKey;
    /// What the browser needs to collect the card for one attempt. It names the payment at the processor.
    SessionKey;
    /// The processor's token for a card that it stores. Only the shop can use the token.
    CardToken;
    /// The id of a refund in the shop, which is also its idempotency key at the processor. Letters, digits, hyphens
    /// and underscores.
    RefundKey;
}

/// The result of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// The processor did what was asked, now or in an earlier call with the same key.
    Done(T),
    /// Nothing was done, and nothing will be done under this key. The one exception is
    /// [`DeclineCode::WrongSecurityCode`], after which the shopper may try another code under the same key.
    Declined(Decline),
    /// Nothing was done. The cardholder must do something first, for example confirm the payment at the bank.
    RequiresAction,
    /// The processor will carry the call out or decline it later.
    Pending,
    /// There is no usable answer. The call may have been carried out, or may be carried out later.
    Lost { reason: String },
    /// This call did nothing, but an earlier call may have done something.
    Refused { reason: String },
}

impl<T> Outcome<T> {
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Outcome::Done(done) => Outcome::Done(change(done)),
            Outcome::Declined(decline) => Outcome::Declined(decline),
            Outcome::RequiresAction => Outcome::RequiresAction,
            Outcome::Pending => Outcome::Pending,
            Outcome::Lost { reason } => Outcome::Lost { reason },
            Outcome::Refused { reason } => Outcome::Refused { reason },
        }
    }

    /// What was done, or why it is not known to be done.
    ///
    /// # Errors
    /// The reason, for the log.
    pub fn done(self) -> Result<T, String> {
        match self {
            Outcome::Done(done) => Ok(done),
            Outcome::Declined(Decline { code, message }) => Err(format!("declined ({code:?}): {message}")),
            Outcome::RequiresAction => Err("the cardholder must act first".to_owned()),
            Outcome::Pending => Err("the processor decides later".to_owned()),
            Outcome::Lost { reason } | Outcome::Refused { reason } => Err(reason),
        }
    }
}

/// Why a processor declined a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decline {
    pub code: DeclineCode,
    /// A text for the shopper.
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclineCode {
    /// The bank or the lender says no, or gives no reason.
    CardDeclined,
    InsufficientFunds,
    CardExpired,
    WrongSecurityCode,
    /// The cardholder did not confirm the payment at the bank.
    NotConfirmed,
}

/// A payment, as the shop and the processor name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentRef {
    pub key: PaymentKey,
    /// The session that the processor opened; `None` for a charge of a stored card, which needs none.
    pub session: Option<SessionKey>,
}

impl PaymentRef {
    pub fn new(key: &str, session: &str) -> Self {
        PaymentRef { key: key.into(), session: Some(session.into()) }
    }

    /// A payment for which no session was opened.
    pub fn without_session(key: &str) -> Self {
        PaymentRef { key: key.into(), session: None }
    }
}

/// The operations that card processors and lenders share. Every call may be repeated with the same key: it
/// acts once and returns its first result.
pub trait Processor: Send + Sync {
    /// Captures the reserved amount or less; the rest is released. This is the only call on a reserved payment that
    /// charges a shopper. If it is declined, the reserved amount can be voided.
    fn capture<'a>(&'a self, payment: &'a PaymentRef, amount: Money) -> BoxFuture<'a, Outcome<()>>;

    /// Voids a payment that was not captured, whether or not it is authorised. An authorisation or capture that arrives
    /// later is refused.
    fn void<'a>(&'a self, payment: &'a PaymentRef) -> BoxFuture<'a, Outcome<()>>;

    /// Pays back a captured amount or a part of it. A payment may be refunded several times, each time under a key of
    /// its own, until nothing is left. A declined refund returned nothing.
    fn refund<'a>(
        &'a self,
        payment: &'a PaymentRef,
        refund: &'a RefundKey,
        amount: Money,
    ) -> BoxFuture<'a, Outcome<Refund>>;

    /// Looks up the current state of a payment at the processor; `None` if the processor says that no such payment was
    /// opened. A processor that finds new payments late must answer [`Outcome::Lost`] instead of `None`.
    fn look_up<'a>(&'a self, payment: &'a PaymentRef) -> BoxFuture<'a, Outcome<Option<ProcessorPayment>>>;

    /// The shop's key of the payment that the processor names so in its notices; `None` if it is not a payment of this
    /// shop.
    fn payment_named<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Outcome<Option<PaymentKey>>>;

    /// Lists every payment that the processor has captured, with what was paid back of it. Captures and refunds made during
    /// the call may be missing.
    fn captures(&self) -> BoxFuture<'_, Result<Vec<Captured>, String>>;

    /// Lists what the processor has captured and paid back, and the disputes that cardholders have begun, from `from` until
    /// before `to`. Other shops with the same account are left out.
    fn movements(&self, from: Instant, to: Instant) -> BoxFuture<'_, Result<Vec<Movement>, String>>;

    /// The origins of the processor's form, for the Content-Security-Policy of the pages that show it. None while the
    /// processor cannot be found.
    fn browser_origins(&self) -> BoxFuture<'_, BrowserOrigins>;
}

/// A card processor.
pub trait CardProcessor: Processor {
    fn capabilities(&self) -> Capabilities;

    /// Opens a session in which the browser collects a card for exactly this amount. No money moves. With an amount of
    /// zero, the card is only stored to be charged later, and [`Processor::look_up`] returns its token.
    fn open_session<'a>(&'a self, session: &'a NewSession) -> BoxFuture<'a, Outcome<Session>>;

    /// Reserves the amount on the card that the browser collected. If it is declined, a different card needs a new
    /// payment.
    fn authorise<'a>(&'a self, payment: &'a PaymentRef, amount: Money) -> BoxFuture<'a, Outcome<Authorisation>>;

    /// Reserves the amount on a card stored at the processor, while the cardholder is present. `holder_address` is the
    /// address that was given when the card was saved. It is needed because no form asks for the address and some banks
    /// compare it. Without a security code, the processor does not check one.
    fn authorise_saved<'a>(
        &'a self,
        payment: &'a PaymentRef,
        card: &'a CardToken,
        holder_address: Option<&'a str>,
        security_code: Option<&'a Secret>,
        amount: Money,
    ) -> BoxFuture<'a, Outcome<Authorisation>>;

    /// Charges a stored card in one step, while the cardholder is not present. Returns the reference that a bank
    /// statement shows. If it requires action, nothing will be charged under this key.
    fn charge<'a>(
        &'a self,
        payment: &'a PaymentRef,
        card: &'a CardToken,
        amount: Money,
    ) -> BoxFuture<'a, Outcome<String>>;
}

/// What a card processor can do. Checkout shows what fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capabilities {
    pub form: BrowserForm,
    /// Whether shoppers may save a card and use it again.
    pub saves_cards: bool,
    /// Whether the processor compares the security code of a saved card.
    pub checks_security_code: bool,
    /// Whether a stored card can be charged while the cardholder is not present, as payment plans do.
    pub charges_later: bool,
}

/// How the browser collects the card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrowserForm {
    /// The session's address is a page to show in a frame.
    Frame,
    /// The session's address is a script, which shows the processor's own elements. The session's key is the secret
    /// with which they work on this payment.
    Script { public_key: String },
    /// The session's address is a page to which the browser goes.
    Redirect,
}

/// The origins that a browser uses while it shows the form of a processor, such as `https://js.stripe.com`. A host may
/// begin with `*.`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BrowserOrigins {
    pub scripts: Vec<String>,
    pub frames: Vec<String>,
    pub connections: Vec<String>,
}

impl BrowserOrigins {
    pub fn all_at(origin: &str) -> Self {
        let only = vec![origin.to_owned()];
        BrowserOrigins { scripts: only.clone(), frames: only.clone(), connections: only }
    }
}

/// A lender: it pays the shop immediately, and the shopper repays the lender in installments.
pub trait Lender: Processor {
    /// Opens an offer for which a shopper may apply, for exactly this amount. No money moves. The session's key is the
    /// lender's key of the offer, and its address the lender's script, which frames the lender's page.
    fn open_offer<'a>(&'a self, session: &'a NewSession) -> BoxFuture<'a, Outcome<Session>>;

    /// Reserves the amount on the virtual card that the lender issued for this payment.
    fn authorise_virtual_card<'a>(
        &'a self,
        payment: &'a PaymentRef,
        card: &'a VirtualCard,
        amount: Money,
    ) -> BoxFuture<'a, Outcome<Authorisation>>;

    /// Reports an error that occurred after the lender's offer. Returns a reason if the report could not be sent.
    fn send_error<'a>(&'a self, payment: &'a PaymentRef, error: &'a SentError) -> BoxFuture<'a, Result<(), String>>;

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
    /// Whether the shop may use the card again: the shopper may save it, or a payment plan charges it later.
    pub keeps_card: bool,
    /// The origin of the shop's page. Only that page may frame the processor's page and receive its messages.
    pub parent_origin: String,
}

/// A session that a processor or a lender opened. If there is no usable answer, the shopper may try again, because no
/// money is at stake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    pub key: SessionKey,
    /// The address that [`BrowserForm`] describes.
    pub url: String,
}

/// A reserved amount, which can be captured or voided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authorisation {
    pub reference: String,
    pub card: CardShown,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessorPayment {
    pub status: ProcessorStatus,
    /// The amount for which the payment was opened.
    pub amount: Money,
    /// The captured amount, without regard to refunds.
    pub captured: Money,
    /// All refunds, also those that the operator made at the processor.
    pub refunds: Vec<Refund>,
    pub disputes: Vec<Dispute>,
    /// The last card of the payment: entered in the form, saved or issued by the lender.
    pub card: Option<CardShown>,
    /// The reason why the payment was declined or could not be captured, as a text for the shopper.
    pub message: Option<String>,
    pub reference: Option<String>,
}

impl ProcessorPayment {
    /// Whether everything that was captured was paid back.
    pub fn is_refunded(&self) -> bool {
        let succeeded = self.refunds.iter().filter(|refund| refund.state == RefundState::Succeeded);
        self.captured > Money::ZERO && succeeded.map(|refund| refund.amount).sum::<Money>() >= self.captured
    }
}

/// A refund, as the processor knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refund {
    /// The key under which the shop asked for it; `None` if the operator made it at the processor.
    pub key: Option<RefundKey>,
    pub reference: String,
    pub amount: Money,
    pub state: RefundState,
    /// Why it failed.
    pub message: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundState {
    /// The refund is on its way and counts as paid back until it fails.
    Pending,
    Succeeded,
    Failed,
}

/// A dispute: the cardholder asked the bank to take the payment back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispute {
    pub reference: String,
    pub amount: Money,
    pub state: DisputeState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisputeState {
    Open,
    /// The shop keeps the money.
    Won,
    /// The money went back to the cardholder.
    Lost,
}

/// A captured payment, as the processor lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captured {
    pub payment: PaymentKey,
    pub amount: Money,
    /// What was paid back, or is on its way, without disputes.
    pub refunded: Money,
}

/// Money that has moved at a processor, or is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    pub kind: MovementKind,
    pub payment: PaymentKey,
    /// The key under which the shop asked for a refund.
    pub refund: Option<RefundKey>,
    /// The processor's id of the capture, the refund or the dispute.
    pub reference: String,
    pub amount: Money,
    pub state: MovementState,
    /// When the payment was captured, the refund was made, or the dispute began. Stripe says of a capture when its amount
    /// was reserved, which is some minutes earlier.
    pub at: Instant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MovementKind {
    Capture,
    Refund,
    Dispute,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovementState {
    /// It is not decided yet.
    Pending,
    Settled,
    /// No money has moved: the refund has failed, or the dispute was won.
    Failed,
}

impl From<RefundState> for MovementState {
    fn from(state: RefundState) -> Self {
        match state {
            RefundState::Pending => MovementState::Pending,
            RefundState::Succeeded => MovementState::Settled,
            RefundState::Failed => MovementState::Failed,
        }
    }
}

impl From<DisputeState> for MovementState {
    fn from(state: DisputeState) -> Self {
        match state {
            DisputeState::Open => MovementState::Pending,
            DisputeState::Lost => MovementState::Settled,
            DisputeState::Won => MovementState::Failed,
        }
    }
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
    /// The cardholder must do something, for example confirm the payment at the bank.
    RequiresAction,
    /// The browser has collected a card.
    CardAccepted,
    /// The processor decides later.
    Pending,
    Authorised,
    Declined,
    /// Captured, wholly or in part. Refunds do not change the status.
    Captured,
    CaptureFailed,
    Voided,
}
