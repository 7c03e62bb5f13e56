//! Completes the OpenAPI document that the API serves and the repository contains. poem-openapi generates the document
//! from the code. This module adds the error responses that any call may return. In every schema with the field
//! `success`, it makes all other fields optional.

use serde_json::{Map, Value, json};

/// Responses that any call may return in addition to its own: status, name in the document, description.
const PROBLEMS: [(&str, &str, &str); 9] = [
    ("400", "Malformed", "The request is malformed, or a value has the wrong type."),
    ("401", "SignInRequired", "The call requires a signed-in visitor or, below `/desk`, the key of the desk."),
    ("403", "Forbidden", "The anti-forgery token is missing or wrong."),
    ("404", "NotFound", "It does not exist, or it does not belong to this visitor."),
    ("409", "Conflict", "Another call changed the same data at the same time, or a payment is in progress: try again."),
    ("413", "TooLarge", "The body is too large."),
    ("415", "NotJson", "The body is not JSON."),
    ("429", "TooManyRequests", "Too many attempts; see Retry-After."),
    ("503", "Unavailable", "A service that the call needs does not respond: try again."),
];

/// Completes the document that poem-openapi generates.
///
/// # Panics
/// If `document` is not an OpenAPI document. poem-openapi always generates one.
pub fn complete(document: &str) -> String {
    let mut document: Value = serde_json::from_str(document).expect("poem-openapi writes JSON");
    for schema in document["components"]["schemas"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        let required = schema.get_mut("required").and_then(Value::as_array_mut);
        if let Some(required) = required.filter(|names| names.iter().any(|name| name == "success")) {
            // A refused call may return only `success: false` and a message, so no other field of the schema is
            // required.
            required.retain(|name| name == "success");
        }
    }
    document["components"]["schemas"]["Problem"] = json!({
        "type": "object",
        "required": ["success", "message"],
        "properties": {
            "success": { "type": "boolean" },
            "message": { "type": "string", "description": "A message that can be shown to the shopper." },
            "errors": { "type": "array", "items": { "$ref": "#/components/schemas/FieldError" } },
            "requestId": { "type": "string", "description": "The id of the call in the log." }
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

/// The name and the content of the response that all errors of one kind share. Its body is a `Problem`.
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
