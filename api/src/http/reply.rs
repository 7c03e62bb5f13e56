//! The envelope of responses: success, message, value and invalid fields.

use bytes::Bytes;
use poem_openapi::Object;
use poem_openapi::payload::{Binary, Json, Response};
use poem_openapi::types::{ParseFromJSON, ToJSON, Type};

use midway_kernel::id::{ProductId, VariantId};
use midway_kernel::money::Money;

/// An invalid field of a form.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct FieldError {
    /// The field's name with its path, such as `billingAddress.zipCode`.
    pub field: String,
    pub message: String,
}

/// An event for analytics. The app passes it to the operator's analytics script, if one is configured.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct AnalyticsEvent {
    /// `addToCart`, `donate` or `purchase`.
    pub category: String,
    pub event_data: AnalyticsData,
}

/// Amounts, and names from the catalogue. The event never contains personal data of the shopper.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AnalyticsData {
    /// The confirmation number of a purchase.
    pub order_number: Option<String>,
    pub currency: String,
    pub value: Option<Money>,
    pub tax: Option<Money>,
    pub fees: Option<Money>,
    pub delivery: Option<Money>,
    pub items: Vec<AnalyticsItem>,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AnalyticsItem {
    pub product_id: ProductId,
    pub product_variant_id: VariantId,
    pub product_name: String,
    pub variant_name: String,
    pub quantity: u32,
    pub unit_price: Option<Money>,
}

impl AnalyticsData {
    /// The data of an event with items but without an order number or totals.
    pub fn of(items: Vec<AnalyticsItem>) -> Self {
        let currency = "USD".to_owned();
        AnalyticsData { order_number: None, currency, value: None, tax: None, fees: None, delivery: None, items }
    }
}

/// The result of a call. If `success` is false, the request was refused, and `message` tells the shopper why.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Envelope<T: Type + ParseFromJSON + ToJSON> {
    pub success: bool,
    pub message: Option<String>,
    pub value: Option<T>,
    /// The invalid fields, each with the reason why it is invalid.
    pub errors: Option<Vec<FieldError>>,
}

/// The result of a call that returns no value. If `success` is false, the request was refused, and `message` tells the
/// shopper why.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Done {
    pub success: bool,
    pub message: Option<String>,
    /// The invalid fields, each with the reason why it is invalid.
    pub errors: Option<Vec<FieldError>>,
}

/// A successful response with a value.
pub fn reply<T: Type + ParseFromJSON + ToJSON>(value: T) -> Json<Envelope<T>> {
    Json(Envelope { success: true, message: None, value: Some(value), errors: None })
}

/// A response whose JSON has already been written.
pub fn json(body: Bytes) -> Response<Binary<Bytes>> {
    Response::new(Binary(body)).header("content-type", "application/json; charset=utf-8")
}

/// A successful response without a value.
pub fn done() -> Json<Done> {
    Json(Done { success: true, message: None, errors: None })
}
