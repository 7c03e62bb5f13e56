//! The OpenAPI document as served and committed: generated from the code, plus the error answers that every call may give.

use serde_json::{Map, Value, json};

/// The error answers that any call may give in addition to its own.
const PROBLEMS: [(&str, &str); 9] = [
    ("400", "Malformed, or of the wrong type."),
    ("401", "For signed-in visitors."),
    ("403", "The anti-forgery token is missing or wrong."),
    ("404", "Not there, or not this visitor's."),
    ("409", "A race was lost, or a payment is in progress: try again."),
    ("413", "The body is too large."),
    ("415", "The body is no JSON."),
    ("429", "Too many attempts; see Retry-After."),
    ("503", "A service that the call needs does not answer: try again."),
];

/// Completes the document that poem-openapi generates.
///
/// # Panics
/// When `document` is not an OpenAPI document, which our own code excludes.
pub fn complete(document: &str) -> String {
    let mut document: Value = serde_json::from_str(document).expect("poem-openapi writes JSON");
    for schema in document["components"]["schemas"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        let required = schema.get_mut("required").and_then(Value::as_array_mut);
        if let Some(required) = required.filter(|names| names.iter().any(|name| name == "success")) {
            // A refused call answers only `success: false` and a message, so no other field of the schema is required.
            required.retain(|name| name == "success");
        }
    }
    document["components"]["schemas"]["Problem"] = json!({
        "type": "object",
        "required": ["success", "message"],
        "properties": {
            "success": { "type": "boolean" },
            "message": { "type": "string", "description": "Fit for the shopper." },
            "errors": { "type": "array", "items": { "$ref": "#/components/schemas/FieldError" } },
            "requestId": { "type": "string", "description": "Names the call in the log." }
        }
    });
    let paths = document["paths"].as_object_mut().expect("a document has paths");
    for operations in paths.values_mut().filter_map(Value::as_object_mut) {
        for operation in operations.values_mut() {
            if let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) {
                add_problems(responses);
            }
        }
    }
    let mut text = serde_json::to_string_pretty(&document).expect("a JSON value has a text");
    text.push('\n');
    text
}

fn add_problems(responses: &mut Map<String, Value>) {
    for (status, description) in PROBLEMS {
        responses.entry(status).or_insert_with(|| {
            json!({
                "description": description,
                "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Problem" } } }
            })
        });
    }
}
