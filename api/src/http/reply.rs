//! The envelope of answers that the specification describes as success, message and value.

use poem_openapi::Object;
use poem_openapi::payload::Json;
use poem_openapi::types::{ParseFromJSON, ToJSON, Type};

/// One wrong field of a form.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct FieldError {
    /// The field's name with its path: `billingAddress.zipCode`.
    pub field: String,
    pub message: String,
}

/// What came of a call. Where `success` is false, `message` is fit for the shopper and nothing was changed.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Envelope<T: Type + ParseFromJSON + ToJSON> {
    pub success: bool,
    pub message: Option<String>,
    pub value: Option<T>,
    /// Where fields are wrong: which, and why.
    pub errors: Option<Vec<FieldError>>,
}

/// The answer of a call that did what was asked and has nothing more to say.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Done {
    pub success: bool,
    pub message: Option<String>,
    /// Where fields are wrong: which, and why.
    pub errors: Option<Vec<FieldError>>,
}

/// Success with a value.
pub fn reply<T: Type + ParseFromJSON + ToJSON>(value: T) -> Json<Envelope<T>> {
    Json(Envelope { success: true, message: None, value: Some(value), errors: None })
}

/// Success without one.
pub fn done() -> Json<Done> {
    Json(Done { success: true, message: None, errors: None })
}
