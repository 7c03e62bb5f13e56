//! One payment: its events so far and the steps that may follow. The functions are pure: they take events and return
//! decisions.

use serde::{Deserialize, Serialize};

use crate::cards::{AcceptedCard, Behaviour};
use crate::lender::Loan;
use crate::wire::{
    ChallengeResult, DeclineCode, DisputeState, PaymentAnswer, ProblemCode, Refund, RefundState, SentError, Status,
};
use midway_kernel::time::Instant;

const DECLINED: &str = "Your card was declined. Use another card, or ask your bank why.";
const REFUND_FAILED: &str = "The card's account is closed, so the refund could not be paid out.";

/// An event of a payment after its opening. The state of a payment is computed from all its events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Event {
    CardAccepted(AcceptedCard),
    /// The bank of this card asks the shopper to confirm the payment. The card is accepted when the shopper does.
    Challenged(AcceptedCard),
    /// The shopper failed the bank's challenge, or left it.
    ChallengeEnded,
    /// The card's bank wants the cardholder to confirm the payment, and the cardholder is not present.
    ActionRequired,
    /// The lender has approved a loan and pays with a virtual card.
    Approved(Loan),
    /// The card's single server error has been returned.
    ErrorShown,
    Authorised {
        reference: String,
    },
    Declined {
        message: String,
    },
    /// The whole amount was captured.
    Captured,
    /// Less than the whole amount was captured; the rest is released.
    PartCaptured {
        amount_cents: i64,
    },
    CaptureFailed {
        message: String,
    },
    Voided,
    /// The whole amount was refunded. Written by earlier versions of the sandbox.
    Refunded,
    RefundMade(Refund),
    RefundSettled {
        reference: String,
        state: RefundState,
    },
    Disputed(DisputeState),
    /// The shop reported an error to the lender.
    ErrorSent(SentError),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Opening {
    pub session_key: String,
    pub amount_cents: i64,
    pub currency: String,
    pub parent_origin: String,
    #[serde(default)]
    pub paid_by: PaidBy,
}

/// Who pays. A payment that was opened for the lender cannot be paid with a card, and vice versa.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaidBy {
    #[default]
    Card,
    Lender,
}

/// How a step is answered. Only the first answer may be faulty; a repeated call is answered normally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    Answered,
    Late,
    Lost,
    ServerError,
}

/// The result of a step. `event` is `None` if the step changes nothing, for example because it was already done.
#[derive(Debug)]
pub struct Decision {
    pub event: Option<Event>,
    pub manner: Manner,
}

impl Decision {
    fn repeat() -> Self {
        Decision { event: None, manner: Manner::Answered }
    }

    fn new(event: Event) -> Self {
        Decision { event: Some(event), manner: Manner::Answered }
    }
}

/// Why a call is refused. A refused call neither moves nor reserves money.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("the API key is missing or wrong")]
    WrongKey,
    #[error("there is no such payment")]
    NoSuchPayment,
    #[error("{0}")]
    Conflict(&'static str),
    #[error("{0}")]
    Invalid(String),
    #[error("the security code is not the card's")]
    WrongCode,
    #[error("the sandbox is broken: {0}")]
    Broken(String),
}

impl Refusal {
    pub fn code(&self) -> ProblemCode {
        match self {
            Refusal::WrongKey => ProblemCode::WrongKey,
            Refusal::NoSuchPayment => ProblemCode::NoSuchPayment,
            Refusal::Conflict(_) => ProblemCode::Conflict,
            Refusal::Invalid(_) => ProblemCode::Invalid,
            Refusal::WrongCode => ProblemCode::WrongCode,
            Refusal::Broken(_) => ProblemCode::Broken,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    pub opening: Opening,
    card: Option<AcceptedCard>,
    challenge: Option<AcceptedCard>,
    is_action_required: bool,
    loan: Option<Loan>,
    error_shown: bool,
    authorisation: Option<Result<String, String>>,
    /// The captured cents, or why nothing could be captured.
    capture: Option<Result<i64, String>>,
    captured_at: Option<Instant>,
    authorisations: u32,
    charges: u32,
    voids: u32,
    refunds: Vec<Refund>,
    dispute: Option<DisputeState>,
    disputed_at: Option<Instant>,
    errors: Vec<SentError>,
}

const VOID: Refusal = Refusal::Conflict("the payment is void");

/// The maximum number of errors that the lender stores per payment.
const MAX_ERRORS: usize = 20;

impl Payment {
    pub fn new(opening: Opening) -> Self {
        Payment {
            opening,
            card: None,
            challenge: None,
            is_action_required: false,
            loan: None,
            error_shown: false,
            authorisation: None,
            capture: None,
            captured_at: None,
            authorisations: 0,
            charges: 0,
            voids: 0,
            refunds: Vec::new(),
            dispute: None,
            disputed_at: None,
            errors: Vec::new(),
        }
    }

    /// Applies an event of the ledger. It counts events without checking them, so that a double charge would be
    /// visible.
    pub fn apply(&mut self, at: Instant, event: Event) {
        match event {
            Event::CardAccepted(card) => {
                self.card = Some(card);
                self.challenge = None;
                self.is_action_required = false;
            }
            Event::Challenged(card) => {
                self.card = None;
                self.challenge = Some(card);
            }
            Event::ChallengeEnded => self.challenge = None,
            Event::ActionRequired => self.is_action_required = true,
            Event::Approved(loan) => {
                self.card = Some(loan.card.clone());
                self.loan = Some(loan);
            }
            Event::ErrorShown => self.error_shown = true,
            Event::Authorised { reference } => {
                self.authorisation = Some(Ok(reference));
                self.authorisations += 1;
            }
            Event::Declined { message } => self.authorisation = Some(Err(message)),
            Event::Captured => {
                self.capture = Some(Ok(self.opening.amount_cents));
                self.captured_at = Some(at);
                self.charges += 1;
            }
            Event::PartCaptured { amount_cents } => {
                self.capture = Some(Ok(amount_cents));
                self.captured_at = Some(at);
                self.charges += 1;
            }
            Event::CaptureFailed { message } => self.capture = Some(Err(message)),
            Event::Voided => self.voids += 1,
            Event::Refunded => self.refunds.push(Refund {
                refund_key: None,
                reference: "SR-0".to_owned(),
                amount_cents: self.captured_cents(),
                state: RefundState::Succeeded,
                message: None,
                made_at: Some(at),
            }),
            Event::RefundMade(refund) => self.refunds.push(Refund { made_at: Some(at), ..refund }),
            Event::RefundSettled { reference, state } => {
                for refund in self.refunds.iter_mut().filter(|refund| refund.reference == reference) {
                    refund.state = state;
                    refund.message = (state == RefundState::Failed).then(|| REFUND_FAILED.to_owned());
                }
            }
            Event::Disputed(state) => {
                self.dispute = Some(state);
                self.disputed_at = self.disputed_at.or(Some(at));
            }
            Event::ErrorSent(error) => self.errors.push(error),
        }
    }

    pub fn status(&self) -> Status {
        if self.charges > 0 && self.refunded_cents(&[RefundState::Succeeded]) >= self.captured_cents() {
            Status::Refunded
        } else if self.voids > 0 {
            Status::Voided
        } else {
            self.capture_status().unwrap_or_else(|| self.authorisation_status())
        }
    }

    fn capture_status(&self) -> Option<Status> {
        self.capture.as_ref().map(|capture| match capture {
            Ok(_) => Status::Captured,
            Err(_) => Status::CaptureFailed,
        })
    }

    fn authorisation_status(&self) -> Status {
        match (&self.authorisation, &self.card) {
            (Some(Ok(_)), _) => Status::Authorised,
            (Some(Err(_)), _) => Status::Declined,
            (None, _) if self.is_action_required || self.challenge.is_some() => Status::RequiresAction,
            (None, Some(_)) => Status::CardAccepted,
            (None, None) => Status::Created,
        }
    }

    fn captured_cents(&self) -> i64 {
        self.capture.as_ref().and_then(|capture| capture.as_ref().ok()).copied().unwrap_or_default()
    }

    fn refunded_cents(&self, states: &[RefundState]) -> i64 {
        self.refunds.iter().filter(|refund| states.contains(&refund.state)).map(|refund| refund.amount_cents).sum()
    }

    /// Checks that a repeated opening has the same terms. The payment then keeps its session. Opening a known key with
    /// different terms is an error of the caller.
    pub fn reopen(&self, opening: &Opening) -> Result<(), Refusal> {
        let of = |it: &Opening| (it.amount_cents, it.currency.clone(), it.parent_origin.clone(), it.paid_by);
        if of(&self.opening) == of(opening) {
            Ok(())
        } else {
            Err(Refusal::Conflict("this payment was opened with another amount, currency, parent origin or payer"))
        }
    }

    /// Checks that the payment was opened for this payer. For the other payer the payment does not exist.
    pub fn is_paid_by(&self, payer: PaidBy) -> Result<(), Refusal> {
        if self.opening.paid_by == payer { Ok(()) } else { Err(Refusal::NoSuchPayment) }
    }

    /// Approves a loan. A shopper may apply again until the virtual card is used or the payment is voided.
    pub fn approve(&self, loan: Loan) -> Result<Decision, Refusal> {
        self.is_paid_by(PaidBy::Lender)?;
        match self.status() {
            Status::Created | Status::CardAccepted => Ok(Decision::new(Event::Approved(loan))),
            _ => Err(Refusal::Conflict("the virtual card has been used for this payment already")),
        }
    }

    /// The approved loan, if its card may be issued now: the card has not been used, and the payment is not voided.
    pub fn usable_loan(&self) -> Result<&Loan, Refusal> {
        self.is_paid_by(PaidBy::Lender)?;
        match (self.status(), &self.loan) {
            (Status::CardAccepted, Some(loan)) => Ok(loan),
            _ => Err(Refusal::Conflict("there is no approved loan to use")),
        }
    }

    /// Authorises the amount on a virtual card. `is_card_of_loan` returns whether the card was issued for the loan.
    pub fn authorise_virtual_card(
        &self,
        is_card_of_loan: impl FnOnce(&Loan) -> bool,
        amount_cents: i64,
        reference: String,
    ) -> Result<Decision, Refusal> {
        self.is_paid_by(PaidBy::Lender)?;
        let loan = self.loan.as_ref().ok_or(Refusal::Conflict("no loan was approved"))?;
        if !is_card_of_loan(loan) {
            return Err(Refusal::Conflict("the virtual card is of another payment"));
        }
        self.reserve(amount_cents, reference)
    }

    /// Stores an error that the shop reports. A repeated error is not stored again, and at most `MAX_ERRORS` errors are
    /// stored.
    pub fn note_error(&self, error: SentError) -> Result<Decision, Refusal> {
        self.is_paid_by(PaidBy::Lender)?;
        let is_new = !self.errors.contains(&error) && self.errors.len() < MAX_ERRORS;
        Ok(if is_new { Decision::new(Event::ErrorSent(error)) } else { Decision::repeat() })
    }

    /// Accepts a card. It may be replaced until it is used or the payment is voided.
    pub fn accept_card(&self, card: AcceptedCard) -> Result<Decision, Refusal> {
        self.is_paid_by(PaidBy::Card)?;
        match self.status() {
            Status::Created | Status::CardAccepted | Status::RequiresAction => {
                let event = if card.behaviour.is_challenged() { Event::Challenged } else { Event::CardAccepted };
                Ok(Decision::new(event(card)))
            }
            _ => Err(Refusal::Conflict("a card has been used for this payment already")),
        }
    }

    /// Ends the challenge of a card's bank. The card is accepted only when the shopper has passed.
    pub fn end_challenge(&self, result: ChallengeResult) -> Result<Decision, Refusal> {
        self.is_paid_by(PaidBy::Card)?;
        match (&self.challenge, result) {
            _ if self.voids > 0 => Err(VOID),
            (Some(card), ChallengeResult::Passed) => Ok(Decision::new(Event::CardAccepted(card.clone()))),
            (Some(_), ChallengeResult::Failed | ChallengeResult::Abandoned) => Ok(Decision::new(Event::ChallengeEnded)),
            (None, _) => Err(Refusal::Conflict("no bank asks for a confirmation")),
        }
    }

    pub fn authorise(&self, session_key: &str, amount_cents: i64, reference: String) -> Result<Decision, Refusal> {
        self.is_paid_by(PaidBy::Card)?;
        if self.opening.session_key != session_key {
            return Err(Refusal::Conflict("the session belongs to another payment"));
        }
        self.reserve(amount_cents, reference)
    }

    /// Authorises the amount on the accepted card. A payment is authorised only once.
    fn reserve(&self, amount_cents: i64, reference: String) -> Result<Decision, Refusal> {
        self.has_amount(amount_cents)?;
        if amount_cents == 0 {
            return Err(Refusal::Conflict("the card was only collected: it is charged for another payment"));
        }
        if self.authorisation.is_some() {
            return Ok(Decision::repeat());
        }
        if self.voids > 0 {
            return Err(VOID);
        }
        if self.challenge.is_some() {
            return Ok(Decision::repeat());
        }
        let card = self.card.as_ref().ok_or(Refusal::Conflict("no card has been accepted"))?;
        let authorised = Event::Authorised { reference };
        let declined = |message: &str| Event::Declined { message: message.to_owned() };
        let (event, manner) = match card.behaviour {
            Behaviour::Declined => (declined(DECLINED), Manner::Answered),
            Behaviour::InsufficientFunds => {
                (declined("Your card does not have enough funds. Use another card."), Manner::Answered)
            }
            Behaviour::LoanDeclined => (
                declined("The lender declined the payment. You have not paid. Apply again, or pay in full."),
                Manner::Answered,
            ),
            Behaviour::ErrorOnce if !self.error_shown => (Event::ErrorShown, Manner::ServerError),
            Behaviour::SlowAnswer => (authorised, Manner::Late),
            Behaviour::AuthorisationAnswerLost => (authorised, Manner::Lost),
            Behaviour::Works
            | Behaviour::Challenged
            | Behaviour::ChallengedAlways
            | Behaviour::RefundFails
            | Behaviour::RefundPending
            | Behaviour::ErrorOnce
            | Behaviour::CaptureAnswerLost
            | Behaviour::CaptureFails
            | Behaviour::DeclinedLater
            | Behaviour::NeedsAddress
            | Behaviour::FormFails => (authorised, Manner::Answered),
        };
        Ok(Decision { event: Some(event), manner })
    }

    /// Captures the authorised amount or less. The rest of the amount is released.
    pub fn capture(&self, amount_cents: i64) -> Result<Decision, Refusal> {
        if !(1..=self.opening.amount_cents).contains(&amount_cents) {
            return Err(Refusal::Conflict("the amount is not within the authorised amount"));
        }
        if let Some(capture) = &self.capture {
            return match capture {
                Ok(captured) if *captured != amount_cents => Err(Refusal::Conflict("another amount was captured")),
                _ => Ok(Decision::repeat()),
            };
        }
        if self.status() != Status::Authorised {
            return Err(Refusal::Conflict("only an authorised payment can be captured"));
        }
        let is_whole = amount_cents == self.opening.amount_cents;
        let captured = if is_whole { Event::Captured } else { Event::PartCaptured { amount_cents } };
        Ok(match self.card.as_ref().map(|card| card.behaviour) {
            Some(Behaviour::CaptureFails) => Decision::new(Event::CaptureFailed {
                message: "Your card could not be charged. You have not paid. Use another card.".to_owned(),
            }),
            Some(Behaviour::CaptureAnswerLost) => Decision { event: Some(captured), manner: Manner::Lost },
            _ => Decision::new(captured),
        })
    }

    /// The next decision of an authorisation with a saved card; `None` when it is complete. If a crash interrupts it
    /// between two events, a repeated call continues it.
    pub fn authorise_saved(
        &self,
        card: AcceptedCard,
        has_address: bool,
        security_code: Option<&str>,
        amount_cents: i64,
        reference: String,
    ) -> Result<Option<Decision>, Refusal> {
        self.has_amount(amount_cents)?;
        if self.authorisation.is_some() {
            return Ok(None);
        }
        if security_code.is_some_and(|code| code != card.brand.code()) {
            return Err(Refusal::WrongCode);
        }
        if self.voids == 0 && card.behaviour == Behaviour::ChallengedAlways {
            return Ok((!self.is_action_required).then(|| Decision::new(Event::ActionRequired)));
        }
        if self.voids == 0 && self.card.as_ref() != Some(&card) {
            return Ok(Some(Decision::new(Event::CardAccepted(card))));
        }
        let wants_address = card.behaviour == Behaviour::NeedsAddress && !has_address;
        if card.behaviour == Behaviour::DeclinedLater || wants_address {
            return Ok(Some(Decision::new(Event::Declined { message: DECLINED.to_owned() })));
        }
        self.reserve(amount_cents, reference).map(Some)
    }

    /// The next decision of a charge of a saved card; `None` when it is complete. If a crash interrupts it between two
    /// events, a repeated call continues it.
    pub fn charge(
        &self,
        card: AcceptedCard,
        amount_cents: i64,
        reference: String,
    ) -> Result<Option<Decision>, Refusal> {
        if !self.opening.parent_origin.is_empty() {
            return Err(Refusal::Conflict("this payment was opened with a form"));
        }
        self.has_amount(amount_cents)?;
        let declines = matches!(
            card.behaviour,
            Behaviour::DeclinedLater | Behaviour::Declined | Behaviour::InsufficientFunds | Behaviour::CaptureFails
        );
        Ok(match self.status() {
            Status::Created => Some(Decision::new(Event::CardAccepted(card))),
            Status::CardAccepted if card.behaviour == Behaviour::ChallengedAlways => {
                Some(Decision::new(Event::ActionRequired))
            }
            Status::CardAccepted if declines => Some(Decision::new(Event::Declined { message: DECLINED.to_owned() })),
            Status::CardAccepted => Some(Decision::new(Event::Authorised { reference })),
            Status::Authorised => Some(Decision {
                event: Some(Event::Captured),
                manner: match card.behaviour {
                    Behaviour::SlowAnswer => Manner::Late,
                    Behaviour::AuthorisationAnswerLost | Behaviour::CaptureAnswerLost => Manner::Lost,
                    _ => Manner::Answered,
                },
            }),
            _ => None,
        })
    }

    pub fn accepted(&self) -> Option<&AcceptedCard> {
        self.card.as_ref()
    }

    /// The accepted card, if it has this token.
    pub fn card_of(&self, token: &str) -> Option<&AcceptedCard> {
        // A virtual card cannot be saved, because it works only once and only for its payment.
        self.card.as_ref().filter(|card| self.loan.is_none() && card.token == token)
    }

    /// Voids a payment that was not captured. This also works before the authorisation: an authorisation that arrives
    /// later finds the payment voided.
    pub fn void(&self) -> Result<Decision, Refusal> {
        match self.status() {
            Status::Voided | Status::Declined => Ok(Decision::repeat()),
            Status::Captured | Status::Refunded => Err(Refusal::Conflict("a captured payment can only be refunded")),
            Status::Created
            | Status::CardAccepted
            | Status::RequiresAction
            | Status::Authorised
            | Status::CaptureFailed => Ok(Decision::new(Event::Voided)),
        }
    }

    /// Refunds a part of the captured amount, or everything that is left without an amount. A call with the key of an
    /// earlier refund changes nothing.
    pub fn refund(
        &self,
        refund_key: Option<String>,
        amount_cents: Option<i64>,
        reference: String,
    ) -> Result<Decision, Refusal> {
        if let Some(known) = self.refunds.iter().find(|it| it.refund_key.is_some() && it.refund_key == refund_key) {
            return match amount_cents {
                Some(amount_cents) if amount_cents != known.amount_cents => {
                    Err(Refusal::Conflict("this refund has another amount"))
                }
                _ => Ok(Decision::repeat()),
            };
        }
        let left = self.captured_cents() - self.refunded_cents(&[RefundState::Succeeded, RefundState::Pending]);
        let amount_cents = match amount_cents {
            None if self.charges > 0 && left == 0 => return Ok(Decision::repeat()),
            amount_cents => amount_cents.unwrap_or(left),
        };
        if !(1..=left).contains(&amount_cents) {
            return Err(Refusal::Conflict("the refund is not within what was captured and not refunded"));
        }
        if self.dispute.is_some_and(|dispute| dispute != DisputeState::Won) {
            return Err(Refusal::Conflict("a disputed payment cannot be refunded"));
        }
        let state = match self.card.as_ref().map(|card| card.behaviour) {
            Some(Behaviour::RefundFails) => RefundState::Failed,
            Some(Behaviour::RefundPending) => RefundState::Pending,
            _ => RefundState::Succeeded,
        };
        let message = (state == RefundState::Failed).then(|| REFUND_FAILED.to_owned());
        let made_at = None;
        Ok(Decision::new(Event::RefundMade(Refund { refund_key, reference, amount_cents, state, message, made_at })))
    }

    /// Settles a pending refund.
    pub fn settle_refund(&self, reference: &str, state: RefundState) -> Result<Decision, Refusal> {
        match self.refunds.iter().find(|refund| refund.reference == reference) {
            None => Err(Refusal::NoSuchPayment),
            Some(refund) if refund.state == state => Ok(Decision::repeat()),
            Some(refund) if refund.state == RefundState::Pending => {
                Ok(Decision::new(Event::RefundSettled { reference: reference.to_owned(), state }))
            }
            Some(_) => Err(Refusal::Conflict("the refund is settled already")),
        }
    }

    /// Opens a dispute of a captured payment, or ends the open one.
    pub fn dispute(&self, state: DisputeState) -> Result<Decision, Refusal> {
        match (self.dispute, state) {
            (Some(known), state) if known == state => Ok(Decision::repeat()),
            (None, DisputeState::Open) if self.status() == Status::Captured => {
                Ok(Decision::new(Event::Disputed(state)))
            }
            (Some(DisputeState::Open), DisputeState::Won | DisputeState::Lost) => {
                Ok(Decision::new(Event::Disputed(state)))
            }
            _ => Err(Refusal::Conflict("only a captured payment can be disputed, and only once")),
        }
    }

    /// The refund with this key.
    pub fn refund_of(&self, refund_key: &str) -> Option<&Refund> {
        self.refunds.iter().find(|refund| refund.refund_key.as_deref() == Some(refund_key))
    }

    fn has_amount(&self, amount_cents: i64) -> Result<(), Refusal> {
        if self.opening.amount_cents == amount_cents {
            Ok(())
        } else {
            Err(Refusal::Conflict("this payment has another amount"))
        }
    }

    /// The payment with its current status.
    pub fn answer(&self, payment_key: &str) -> PaymentAnswer {
        self.answer_with_status(payment_key, self.status())
    }

    /// The payment with the first result of its authorisation, regardless of later steps.
    pub fn authorisation_answer(&self, payment_key: &str) -> PaymentAnswer {
        self.answer_with_status(payment_key, self.authorisation_status())
    }

    /// The payment with the first result of its capture, regardless of later steps.
    pub fn capture_answer(&self, payment_key: &str) -> PaymentAnswer {
        self.answer_with_status(payment_key, self.capture_status().unwrap_or_else(|| self.status()))
    }

    fn answer_with_status(&self, payment_key: &str, status: Status) -> PaymentAnswer {
        let message = match status {
            Status::Declined => self.authorisation.as_ref().and_then(|result| result.as_ref().err()),
            Status::CaptureFailed => self.capture.as_ref().and_then(|result| result.as_ref().err()),
            _ => None,
        };
        PaymentAnswer {
            payment_key: payment_key.to_owned(),
            status,
            amount_cents: self.opening.amount_cents,
            masked_card_number: self.card.as_ref().map(AcceptedCard::masked_number),
            card_brand: self.card.as_ref().map(|card| card.brand.name().to_owned()),
            card_valid_through: self.card.as_ref().and_then(|card| card.valid_through.clone()),
            card_token: self.card.as_ref().filter(|_| self.loan.is_none()).map(|card| card.token.clone()),
            decline_code: message.map(|_| self.decline_code()),
            message: message.cloned(),
            reference: self.authorisation.as_ref().and_then(|result| result.as_ref().ok()).cloned(),
            authorisations: self.authorisations,
            charges: self.charges,
            voids: self.voids,
            captured_cents: self.captured_cents(),
            captured_at: self.captured_at,
            refunds: self.refunds.clone(),
            dispute: self.dispute,
            disputed_at: self.disputed_at,
            errors: self.errors.clone(),
        }
    }

    fn decline_code(&self) -> DeclineCode {
        match self.card.as_ref().map(|card| card.behaviour) {
            Some(Behaviour::InsufficientFunds) => DeclineCode::InsufficientFunds,
            _ => DeclineCode::CardDeclined,
        }
    }
}
