//! Text typed by a shopper: one line, no control characters, of bounded length. What a field may hold beyond that is a rule.

use std::borrow::Cow;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde::{Deserialize, Serialize};

/// The most characters that any field takes; rules set shorter bounds with messages of their own.
pub const LONGEST_LINE: usize = 500;

/// One line of text from outside, trimmed.
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
            max_length: Some(LONGEST_LINE),
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
                if text.chars().count() > LONGEST_LINE {
                    Err(ParseError::custom(format!("is longer than {LONGEST_LINE} characters")))
                } else if text.bytes().any(|b| b < 0x20 || b == 0x7f) {
                    Err(ParseError::custom("holds a control character"))
                } else {
                    Ok(Line(text.trim().to_owned()))
                }
            }
            other => Err(ParseError::expected_type(other.unwrap_or_default())),
        }
    }
}
