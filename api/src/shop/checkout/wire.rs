//! The request and response types of the checkout calls.

use poem_openapi::Object;

use super::rules::{self, Withheld};
use crate::shop::cart::{AddressFields, Cart, CartView, CheckoutSettings, KnownPasses, ShippingAddressFields};
use midway_catalog::Catalog;
use midway_catalog::files::{DeliveryMethod, PaymentMethod};
use midway_kernel::id::{DeliveryMethodId, PaymentMethodId};
use midway_kernel::input::{Line, Paragraphs};
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CartSettingsRequest {
    #[oai(flatten)]
    pub billing: AddressFields,
    /// Used only if the delivery method needs a shipping address.
    #[oai(flatten)]
    pub shipping: ShippingAddressFields,
    pub email_address: Option<Line>,
    pub delivery_method_id: Option<DeliveryMethodId>,
    pub payment_method_id: Option<PaymentMethodId>,
    pub accept_terms: Option<bool>,
    /// Whether the shopper acknowledges the location of the visit. Required for billing addresses in some states.
    pub acknowledge_location: Option<bool>,
    /// Whether the shopper accepts the terms of payment plans. Required for paying with a plan.
    pub accept_installment_terms: Option<bool>,
    /// The answers to the questions of the cart. A stored answer to a question that the list leaves out stays.
    #[oai(validator(max_items = 5000))]
    pub answers: Option<Vec<AnswerFields>>,
    /// Whether to save the valid fields even if other fields are invalid. Without this option, invalid fields cause a
    /// refusal.
    pub ignore_validation_errors: Option<bool>,
}

/// An answer to a question of the cart.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct AnswerFields {
    /// The `key` of the question.
    pub key: Line,
    /// The answer; empty for none. The answers of a question of the kind `several` are lines, a date is `YYYY-MM-DD`, and
    /// a given consent is `yes`.
    pub answer: Paragraphs,
}

impl From<CartSettingsRequest> for CheckoutSettings {
    fn from(request: CartSettingsRequest) -> CheckoutSettings {
        let typed = request.answers.into_iter().flatten().map(|it| (it.key.0, it.answer.0));
        CheckoutSettings {
            typed_answers: typed.collect(),
            email_address: request.email_address.map(|line| line.0),
            billing_address: Some(request.billing.into()),
            shipping_address: Some(request.shipping.into()),
            delivery_method_id: request.delivery_method_id,
            payment_method_id: request.payment_method_id,
            accept_terms: request.accept_terms.unwrap_or(false),
            acknowledge_location: request.acknowledge_location.unwrap_or(false),
            accept_installment_terms: request.accept_installment_terms.unwrap_or(false),
        }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct DeliveryMethodView {
    pub id: DeliveryMethodId,
    pub name: String,
    pub description: Option<String>,
    pub price: Money,
    pub shipping_address_required: bool,
}

/// A delivery method that is not offered, with the reason.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct WithheldDeliveryView {
    pub name: String,
    /// The names of the products that must be handed over. The offered methods are for these products, and the tickets
    /// in the cart come by e-mail. The list is empty if the method is not offered because it may deliver too late.
    pub products: Vec<String>,
    /// The day of the earliest visit in the cart, for which the method may deliver too late, `YYYY-MM-DD`.
    pub too_late_for: Option<String>,
}

impl WithheldDeliveryView {
    /// Returns `None` for a method that suits nothing in the cart, because no explanation is shown for it.
    pub fn of(method: &DeliveryMethod, withheld: Withheld) -> Option<Self> {
        let (products, too_late_for) = match withheld {
            Withheld::Unsuited => return None,
            Withheld::HandedOver(products) => (products, None),
            Withheld::TooLate(day) => (Vec::new(), Some(day.to_string())),
        };
        Some(WithheldDeliveryView { name: method.name.clone(), products, too_late_for })
    }
}

impl From<&DeliveryMethod> for DeliveryMethodView {
    fn from(method: &DeliveryMethod) -> Self {
        DeliveryMethodView {
            id: method.id.clone(),
            name: method.name.clone(),
            description: method.description.clone(),
            price: method.price,
            shipping_address_required: method.shipping_address_required,
        }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PaymentMethodView {
    pub id: PaymentMethodId,
    pub name: String,
    /// The payment processor. It selects the dialog in which the page collects the payment, and is the `processor` in
    /// the paths of the payment calls.
    pub processor_ui: String,
}

impl From<&PaymentMethod> for PaymentMethodView {
    fn from(method: &PaymentMethod) -> Self {
        PaymentMethodView { id: method.id.clone(), name: method.name.clone(), processor_ui: method.processor.clone() }
    }
}

/// What the checkout page shows of the cart.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct CheckoutView {
    /// Whether the shopper is signed in, so that the account has details for the form.
    pub signed_in: bool,
    pub cart: CartView,
    pub delivery_methods: Vec<DeliveryMethodView>,
    pub withheld_delivery_methods: Vec<WithheldDeliveryView>,
    pub payment_methods: Vec<PaymentMethodView>,
}

impl CheckoutView {
    pub fn new(signed_in: bool, cart: Option<&Cart>, known: &KnownPasses, catalog: &Catalog, now: Instant) -> Self {
        CheckoutView {
            signed_in,
            cart: CartView::of(cart, known, catalog, now),
            delivery_methods: delivery_methods(catalog, cart, now),
            withheld_delivery_methods: withheld_delivery(catalog, cart, now),
            payment_methods: payment_methods(catalog, cart, now),
        }
    }
}

pub fn delivery_methods(catalog: &Catalog, cart: Option<&Cart>, now: Instant) -> Vec<DeliveryMethodView> {
    rules::delivery_methods(catalog, cart, now).into_iter().map(DeliveryMethodView::from).collect()
}

pub fn withheld_delivery(catalog: &Catalog, cart: Option<&Cart>, now: Instant) -> Vec<WithheldDeliveryView> {
    let methods = catalog.folder().delivery_method.iter();
    let withheld = methods.filter_map(|it| Some((it, rules::withheld(catalog, cart, it, now)?)));
    withheld.filter_map(|(method, why)| WithheldDeliveryView::of(method, why)).collect()
}

pub fn payment_methods(catalog: &Catalog, cart: Option<&Cart>, now: Instant) -> Vec<PaymentMethodView> {
    rules::payment_methods(catalog, cart, now).into_iter().map(PaymentMethodView::from).collect()
}
