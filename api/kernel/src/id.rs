//! Ids. A catalogue entity is identified everywhere by the operator's stable key; an entity of a shopper has a random
//! id of 128 bits.

/// The maximum length of any id, in characters. Performance ids need most of it: they contain a schedule's key of up to
/// 60 characters, a date and a slot.
pub const MAX_ID_LENGTH: usize = 120;

/// Whether a text is a valid key of a catalogue entity: 1 to 60 lower-case letters, digits and hyphens, beginning with
/// a letter or digit.
pub fn is_slug(text: &str) -> bool {
    let letter = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    text.len() <= 60 && text.bytes().next().is_some_and(letter) && text.bytes().all(|b| letter(b) || b == b'-')
}

/// Whether a text has the form of any id: 1 to [`MAX_ID_LENGTH`] visible ASCII characters without spaces.
pub fn is_id(text: &str) -> bool {
    (1..=MAX_ID_LENGTH).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic())
}

/// Declares text ids. Each id is a newtype that the catalogue files, SQL, the rules and the API share.
#[macro_export]
macro_rules! text_ids {
    ($($(#[$meta:meta])* $name:ident;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
                 schemars::JsonSchema, sea_orm::DeriveValueType)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                $name(text.to_owned())
            }
        }

        impl std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl sea_orm::TryFromU64 for $name {
            fn try_from_u64(_: u64) -> Result<Self, sea_orm::DbErr> {
                Err(sea_orm::DbErr::ConvertFromU64(stringify!($name)))
            }
        }

        impl poem_openapi::types::Type for $name {
            const IS_REQUIRED: bool = true;
            type RawValueType = Self;
            type RawElementValueType = Self;

            fn name() -> std::borrow::Cow<'static, str> {
                concat!("string_", stringify!($name)).into()
            }

            fn schema_ref() -> poem_openapi::registry::MetaSchemaRef {
                poem_openapi::registry::MetaSchemaRef::Inline(Box::new(poem_openapi::registry::MetaSchema {
                    min_length: Some(1),
                    max_length: Some($crate::id::MAX_ID_LENGTH),
                    pattern: Some("^[!-~]+$".to_owned()),
                    ..poem_openapi::registry::MetaSchema::new("string")
                }))
            }

            fn as_raw_value(&self) -> Option<&Self> {
                Some(self)
            }

            fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
                Box::new(self.as_raw_value().into_iter())
            }
        }

        impl poem_openapi::types::ToJSON for $name {
            fn to_json(&self) -> Option<serde_json::Value> {
                Some(serde_json::Value::String(self.0.clone()))
            }
        }

        impl poem_openapi::types::ParseFromJSON for $name {
            fn parse_from_json(value: Option<serde_json::Value>) -> poem_openapi::types::ParseResult<Self> {
                match value {
                    Some(serde_json::Value::String(text)) if $crate::id::is_id(&text) => Ok($name(text)),
                    Some(serde_json::Value::String(_)) => Err(poem_openapi::types::ParseError::custom("is not an id")),
                    other => Err(poem_openapi::types::ParseError::expected_type(other.unwrap_or_default())),
                }
            }
        }

        impl poem_openapi::types::ParseFromParameter for $name {
            fn parse_from_parameter(value: &str) -> poem_openapi::types::ParseResult<Self> {
                if $crate::id::is_id(value) {
                    Ok($name(value.to_owned()))
                } else {
                    Err(poem_openapi::types::ParseError::custom("is not an id"))
                }
            }
        }
    )*};
}

text_ids! {
    /// A question at the checkout.
    QuestionId;
    /// A site: a park, museum or venue with an address and a time zone.
    SiteId;
    /// A product, such as a ticket, a pass, a package or a donation.
    ProductId;
    /// A variant of a product, such as a ticket for adults.
    VariantId;
    /// A show: an event or a place that is visited.
    ShowId;
    /// A schedule: the rule that a show's performances follow.
    ScheduleId;
    /// A performance: `{schedule}.{yyyymmdd}.{slot}`.
    PerformanceId;
    /// A hall: a seating plan with sections and seats.
    HallId;
    /// A section of a hall, called a show category on the wire.
    SectionId;
    /// A seat of a hall: `{section}-{row}-{seat}` in lower case.
    SeatId;
    /// A capacity pool that performances share.
    PoolId;
    /// A named list of days.
    HolidayId;
    /// A promotion.
    PromotionId;
    /// An entitlement: `{promotion}/{id of the ticket, the account or the passholder}`.
    EntitlementId;
    /// A bundle: a visit that a shopper builds from steps.
    BundleId;
    /// A step of a bundle, called a promotion rule on the wire.
    PromotionRuleId;
    /// A delivery method.
    DeliveryMethodId;
    /// A payment method.
    PaymentMethodId;
    /// A tax class.
    TaxClassId;
    /// A plan by which shoppers pay for passes over time.
    PlanId;
    /// A property: a park, or part of one, whose visits are reserved.
    PropertyId;
    /// A benefit that a ticket gives to a reservation.
    BenefitId;
    /// A text that the operator may replace.
    ResourceId;
}

impl EntitlementId {
    /// The entitlement that a promotion gives to the pass, the account or the passholder with this id.
    pub fn new(promotion: &PromotionId, of: &str) -> Self {
        EntitlementId(format!("{promotion}/{of}"))
    }

    /// The promotion that gives the entitlement.
    pub fn promotion(&self) -> PromotionId {
        PromotionId(self.0.split('/').next().unwrap_or_default().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slug_has_1_to_60_lowercase_letters_digits_or_hyphens_and_does_not_begin_with_a_hyphen() {
        for good in ["a", "day-ticket", "3d-film", &"x".repeat(60)] {
            assert!(is_slug(good), "{good}");
        }
        for bad in ["", "-a", "Day", "a_b", "a b", "ü", "a.b", &"x".repeat(61)] {
            assert!(!is_slug(bad), "{bad}");
        }
    }
}
