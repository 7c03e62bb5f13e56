//! The OpenAPI document that is served and committed. It is generated from the code, plus the error responses that
//! every call may return.

use serde_json::{Map, Value, json};

/// Responses that every call may return besides the responses that it declares: status, name in the document,
/// description.
const PROBLEMS: [(&str, &str, &str); 9] = [
    ("400", "Malformed", "Malformed, or of the wrong type."),
    ("401", "SignInRequired", "For signed-in visitors."),
    ("403", "Forbidden", "The anti-forgery token is missing or wrong."),
    ("404", "NotFound", "Not there, or not this visitor's."),
    ("409", "Conflict", "A race was lost, or a payment is in progress: try again."),
    ("413", "TooLarge", "The body is too large."),
    ("415", "NotJson", "The body is no JSON."),
    ("429", "TooManyRequests", "Too many attempts; see Retry-After."),
    ("503", "Unavailable", "A service that the call needs does not answer: try again."),
];

/// Completes the document that poem-openapi generates.
///
/// # Panics
/// When `document` is not an OpenAPI document. Our own code never passes one.
pub fn complete(document: &str) -> String {
    let mut document: Value = serde_json::from_str(document).expect("poem-openapi writes JSON");
    for schema in document["components"]["schemas"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        let required = schema.get_mut("required").and_then(Value::as_array_mut);
        if let Some(required) = required.filter(|names| names.iter().any(|name| name == "success")) {
            // A refused call returns only `success: false` and a message, so no other field of the schema is required.
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
    document["components"]["responses"] =
        PROBLEMS.iter().map(|(_, name, description)| problem(name, description)).collect();
    let paths = document["paths"].as_object_mut().expect("an OpenAPI document has paths");
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

/// A shared response whose body is a `Problem`, with its name.
fn problem(name: &str, description: &str) -> (String, Value) {
    let schema = json!({ "$ref": "#/components/schemas/Problem" });
    let content = json!({ "application/json": { "schema": schema } });
    (name.to_owned(), json!({ "description": description, "content": content }))
}

fn add_problems(responses: &mut Map<String, Value>) {
    for (status, name, _) in PROBLEMS {
        responses.entry(status).or_insert_with(|| json!({ "$ref": format!("#/components/responses/{name}") }));
    }
}
