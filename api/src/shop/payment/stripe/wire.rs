//! The parts of Stripe's objects that the shop reads. Amounts are in cents.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::super::processor::{
    CardShown, CardToken, Dispute, DisputeState, Movement, MovementKind, MovementState, PaymentKey, ProcessorPayment,
    ProcessorStatus, Refund, RefundKey, RefundState,
};
use super::calls::Fault;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// The metadata that names the shop's payment, its refund, and the shop itself, because an account may have several.
pub const PAYMENT: &str = "midway_payment";
pub const REFUND: &str = "midway_refund";
pub const SHOP: &str = "midway_shop";

#[derive(Clone, Debug, Deserialize)]
pub struct Created {
    pub id: String,
}

/// A page of a list, newest first.
#[derive(Debug, Deserialize)]
pub struct List<T> {
    pub data: Vec<T>,
    #[serde(default)]
    pub has_more: bool,
}

/// An object of a list, by whose id the next page begins.
pub trait Listed {
    fn id(&self) -> &str;
}

impl Listed for PaymentIntent {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Listed for StripeRefund {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Listed for StripeDispute {
    fn id(&self) -> &str {
        &self.id
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IntentStatus {
    RequiresPaymentMethod,
    RequiresConfirmation,
    RequiresAction,
    Processing,
    RequiresCapture,
    Canceled,
    Succeeded,
}

/// A PaymentIntent: a payment of the shop.
#[derive(Clone, Debug, Deserialize)]
pub struct PaymentIntent {
    pub id: String,
    pub client_secret: Option<String>,
    pub status: IntentStatus,
    pub amount: i64,
    /// What was captured, without regard to refunds.
    pub amount_received: Option<i64>,
    pub currency: String,
    pub customer: Option<String>,
    pub payment_method: Option<Expanded<PaymentMethod>>,
    pub latest_charge: Option<Expanded<Charge>>,
    pub last_payment_error: Option<Fault>,
    #[serde(default)]
    pub metadata: BTreeMap<String, String>,
}

/// A SetupIntent: a card that is stored without a payment.
#[derive(Clone, Debug, Deserialize)]
pub struct SetupIntent {
    pub client_secret: Option<String>,
    pub status: IntentStatus,
    pub customer: Option<String>,
    pub payment_method: Option<Expanded<PaymentMethod>>,
}

/// An object, or only its id unless the call asks to expand it.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Expanded<T> {
    Object(T),
    Id(IgnoredAny),
}

impl<T> Expanded<T> {
    pub fn object(&self) -> Option<&T> {
        match self {
            Expanded::Object(object) => Some(object),
            Expanded::Id(_) => None,
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
pub struct Charge {
    pub id: String,
    /// When the amount was reserved, in seconds since 1970.
    #[serde(default)]
    pub created: i64,
    /// What was paid back, in cents, with what a partial capture released.
    #[serde(default)]
    pub amount_refunded: i64,
    #[serde(default)]
    pub disputed: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub struct PaymentMethod {
    pub id: String,
    pub card: Option<Card>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Card {
    pub brand: String,
    pub last4: String,
    pub exp_month: u32,
    pub exp_year: i32,
}

#[derive(Clone, Debug, Deserialize)]
pub struct StripeRefund {
    pub id: String,
    #[serde(default)]
    pub created: i64,
    pub payment_intent: Option<Expanded<PaymentIntent>>,
    pub amount: i64,
    pub status: Option<String>,
    pub failure_reason: Option<String>,
    #[serde(default)]
    pub metadata: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct StripeDispute {
    pub id: String,
    #[serde(default)]
    pub created: i64,
    pub payment_intent: Option<Expanded<PaymentIntent>>,
    pub amount: i64,
    pub status: String,
}

impl PaymentIntent {
    /// The shop's key of the payment, if it is a payment of this shop.
    pub fn key_in(&self, shop: &str) -> Option<PaymentKey> {
        let is_ours = self.metadata.get(SHOP).is_some_and(|name| name == shop);
        self.metadata.get(PAYMENT).filter(|_| is_ours).map(|key| PaymentKey(key.clone()))
    }

    /// The capture; `None` if nothing was captured.
    pub fn movement(&self, payment: PaymentKey) -> Option<Movement> {
        let charge = self.charge()?;
        let captured = self.captured();
        (captured > Money::ZERO).then(|| Movement {
            kind: MovementKind::Capture,
            payment,
            refund: None,
            reference: charge.id.clone(),
            amount: captured,
            state: MovementState::Settled,
            at: instant(charge.created),
        })
    }

    pub fn captured(&self) -> Money {
        match self.status {
            IntentStatus::Succeeded => Money(self.amount_received.unwrap_or(self.amount)),
            _ => Money::ZERO,
        }
    }

    /// What was paid back of the captured amount. For Stripe, what a partial capture releases is refunded as well.
    pub fn refunded(&self) -> Money {
        let returned = self.charge().map_or(0, |charge| charge.amount_refunded);
        Money((returned - (self.amount - self.captured().0)).max(0))
    }

    pub fn charge(&self) -> Option<&Charge> {
        self.latest_charge.as_ref().and_then(Expanded::object)
    }

    pub fn card(&self) -> Option<CardShown> {
        card_shown(self.payment_method.as_ref(), self.customer.as_deref())
    }

    pub fn status(&self) -> ProcessorStatus {
        match self.status {
            IntentStatus::RequiresPaymentMethod | IntentStatus::RequiresConfirmation => ProcessorStatus::Created,
            IntentStatus::RequiresAction => ProcessorStatus::RequiresAction,
            IntentStatus::Processing => ProcessorStatus::Pending,
            IntentStatus::RequiresCapture => ProcessorStatus::Authorised,
            IntentStatus::Canceled => ProcessorStatus::Voided,
            IntentStatus::Succeeded => ProcessorStatus::Captured,
        }
    }

    /// The payment, with its refunds from newest to oldest.
    pub fn shown(self, refunds: Vec<StripeRefund>, disputes: Vec<StripeDispute>) -> ProcessorPayment {
        let captured = self.captured();
        let mut refunds: Vec<Refund> = refunds.into_iter().rev().map(StripeRefund::shown).collect();
        // After a partial capture, Stripe lists the released rest as a refund, which is the oldest one.
        let released = Money(self.amount) - captured;
        let of_release = |refund: &Refund| refund.key.is_none() && refund.amount == released;
        if captured > Money::ZERO && refunds.first().is_some_and(of_release) {
            refunds.remove(0);
        }
        ProcessorPayment {
            status: self.status(),
            amount: Money(self.amount),
            captured,
            card: self.card(),
            refunds,
            disputes: disputes.into_iter().map(StripeDispute::shown).collect(),
            reference: self.charge().map(|charge| charge.id.clone()),
            message: self.last_payment_error.and_then(|fault| fault.message),
        }
    }
}

impl SetupIntent {
    pub fn shown(self) -> ProcessorPayment {
        ProcessorPayment {
            status: match self.status {
                IntentStatus::Succeeded => ProcessorStatus::CardAccepted,
                IntentStatus::RequiresAction => ProcessorStatus::RequiresAction,
                IntentStatus::Processing => ProcessorStatus::Pending,
                IntentStatus::Canceled => ProcessorStatus::Voided,
                _ => ProcessorStatus::Created,
            },
            amount: Money::ZERO,
            captured: Money::ZERO,
            card: card_shown(self.payment_method.as_ref(), self.customer.as_deref()),
            refunds: Vec::new(),
            disputes: Vec::new(),
            reference: None,
            message: None,
        }
    }
}

/// A time of Stripe.
fn instant(seconds: i64) -> Instant {
    Instant::from_timestamp(seconds, 0).unwrap_or_default()
}

impl StripeRefund {
    /// The refund of a payment of this shop. What a partial capture releases is no refund.
    pub fn movement(self, shop: &str) -> Option<Movement> {
        let intent = self.payment_intent.as_ref()?.object()?;
        let payment = intent.key_in(shop)?;
        let released = Money(intent.amount) - intent.captured();
        let is_released = released > Money::ZERO && Money(self.amount) == released;
        let at = instant(self.created);
        let Refund { key: refund, reference, amount, state, .. } = self.shown();
        let movement =
            Movement { kind: MovementKind::Refund, payment, refund, reference, amount, state: state.into(), at };
        (movement.refund.is_some() || !is_released).then_some(movement)
    }

    pub fn shown(self) -> Refund {
        Refund {
            key: self.metadata.get(REFUND).map(|key| RefundKey(key.clone())),
            reference: self.id,
            amount: Money(self.amount),
            state: match self.status.as_deref() {
                Some("succeeded") => RefundState::Succeeded,
                Some("failed" | "canceled") => RefundState::Failed,
                _ => RefundState::Pending,
            },
            message: self.failure_reason,
        }
    }
}

impl StripeDispute {
    /// Whether it is more than a question of the bank, which takes no money.
    pub fn moves_money(&self) -> bool {
        !self.status.starts_with("warning_")
    }

    /// The dispute of a payment of this shop.
    pub fn movement(self, shop: &str) -> Option<Movement> {
        let payment = self.payment_intent.as_ref()?.object()?.key_in(shop)?;
        let at = instant(self.created);
        let Dispute { reference, amount, state } = self.shown();
        let kind = MovementKind::Dispute;
        Some(Movement { kind, payment, refund: None, reference, amount, state: state.into(), at })
    }

    fn shown(self) -> Dispute {
        Dispute {
            reference: self.id,
            amount: Money(self.amount),
            state: match self.status.as_str() {
                "won" => DisputeState::Won,
                "lost" => DisputeState::Lost,
                _ => DisputeState::Open,
            },
        }
    }
}

/// A card that a customer of Stripe has can be charged again. Its token names both.
fn card_shown(method: Option<&Expanded<PaymentMethod>>, customer: Option<&str>) -> Option<CardShown> {
    let method = method?.object()?;
    let card = method.card.as_ref()?;
    Some(CardShown {
        masked_number: format!("\u{2022}\u{2022}\u{2022}\u{2022} {}", card.last4),
        brand: match card.brand.as_str() {
            "visa" => "Visa",
            "mastercard" => "Mastercard",
            "amex" => "American Express",
            "discover" => "Discover",
            "diners" => "Diners Club",
            "jcb" => "JCB",
            "unionpay" => "UnionPay",
            _ => "Card",
        }
        .to_owned(),
        valid_through: Some(format!("{:04}-{:02}", card.exp_year, card.exp_month)),
        token: customer.map(|customer| CardToken(format!("{customer}:{}", method.id))),
    })
}
