//! Text typed by a shopper. A [`Line`] is one line without ASCII control characters, of at most [`MAX_LINE_LENGTH`]
//! characters; the rules of each field check the rest. [`Paragraphs`] may have line breaks. A [`Secret`] keeps the text exactly as typed and never appears
//! in an answer or a log.

use std::borrow::Cow;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde::{Deserialize, Serialize};

/// The maximum length of any text field, in characters. The rules of a field may set a shorter limit with a separate
/// message.
pub const MAX_LINE_LENGTH: usize = 500;

/// One line of text from a request, without leading and trailing blanks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Line(pub String);

impl Line {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Type for Line {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        "string_line".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Inline(Box::new(MetaSchema {
            max_length: Some(MAX_LINE_LENGTH),
            pattern: Some(r"^[^\u0000-\u001f\u007f]*$".to_owned()),
            ..MetaSchema::new("string")
        }))
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(self.as_raw_value().into_iter())
    }
}

impl ToJSON for Line {
    fn to_json(&self) -> Option<serde_json::Value> {
        Some(serde_json::Value::String(self.0.clone()))
    }
}

impl ParseFromJSON for Line {
    fn parse_from_json(value: Option<serde_json::Value>) -> ParseResult<Self> {
        match value {
            Some(serde_json::Value::String(text)) => {
                if text.chars().count() > MAX_LINE_LENGTH {
                    Err(ParseError::custom(format!("is longer than {MAX_LINE_LENGTH} characters")))
                } else if text.bytes().any(|b| b < 0x20 || b == 0x7f) {
                    Err(ParseError::custom("contains a control character"))
                } else {
                    Ok(Line(text.trim().to_owned()))
                }
            }
            other => Err(ParseError::expected_type(other.unwrap_or_default())),
        }
    }
}

/// The maximum length of a text of several lines, in characters.
pub const MAX_PARAGRAPHS_LENGTH: usize = 5_000;

/// Text of several lines from a request, without leading and trailing blanks. It has no control characters except line
/// breaks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paragraphs(pub String);

impl Type for Paragraphs {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        "string_paragraphs".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Inline(Box::new(MetaSchema {
            max_length: Some(MAX_PARAGRAPHS_LENGTH),
            pattern: Some(r"^[^\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f]*$".to_owned()),
            ..MetaSchema::new("string")
        }))
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(self.as_raw_value().into_iter())
    }
}

impl ToJSON for Paragraphs {
    fn to_json(&self) -> Option<serde_json::Value> {
        Some(serde_json::Value::String(self.0.clone()))
    }
}

impl ParseFromJSON for Paragraphs {
    fn parse_from_json(value: Option<serde_json::Value>) -> ParseResult<Self> {
        match value {
            Some(serde_json::Value::String(text)) => {
                let is_control = |b: u8| (b < 0x20 && b != b'\n' && b != b'\r') || b == 0x7f;
                if text.chars().count() > MAX_PARAGRAPHS_LENGTH {
                    Err(ParseError::custom(format!("is longer than {MAX_PARAGRAPHS_LENGTH} characters")))
                } else if text.bytes().any(is_control) {
                    Err(ParseError::custom("contains a control character"))
                } else {
                    Ok(Paragraphs(text.trim().to_owned()))
                }
            }
            other => Err(ParseError::expected_type(other.unwrap_or_default())),
        }
    }
}

/// A password or a key, exactly as typed, blanks included. It implements no `Display`, and its `Debug` hides the text,
/// so that formatting a value for a log does not reveal it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: &str) -> Self {
        Secret(text.to_owned())
    }

    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}

impl Type for Secret {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        "string_password".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Inline(Box::new(MetaSchema {
            max_length: Some(MAX_LINE_LENGTH),
            ..MetaSchema::new_with_format("string", "password")
        }))
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(self.as_raw_value().into_iter())
    }
}

impl ParseFromJSON for Secret {
    fn parse_from_json(value: Option<serde_json::Value>) -> ParseResult<Self> {
        match value {
            Some(serde_json::Value::String(text)) if text.chars().count() <= MAX_LINE_LENGTH => Ok(Secret(text)),
            Some(serde_json::Value::String(_)) => {
                Err(ParseError::custom(format!("is longer than {MAX_LINE_LENGTH} characters")))
            }
            // A value of a different type may also contain a secret, so the message does not repeat it.
            _ => Err(ParseError::custom("is not a text")),
        }
    }
}

/// Request types must implement `ToJSON`. This implementation never writes the secret.
impl ToJSON for Secret {
    fn to_json(&self) -> Option<serde_json::Value> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_keeps_its_text_as_typed_and_never_shows_it() {
        let typed = serde_json::json!("  Blank spaces 1! ");
        let secret = Secret::parse_from_json(Some(typed)).unwrap();
        assert_eq!(secret.expose(), "  Blank spaces 1! ");
        assert_eq!(format!("{secret:?}"), "Secret");
        assert_eq!(secret.to_json(), None);
        let error = Secret::parse_from_json(Some(serde_json::json!({ "pin": 4711 }))).unwrap_err().into_message();
        assert!(!error.contains("4711"), "{error}");
    }
}
