//! What a venue or a product offers to people with disabilities.

use poem_openapi::Enum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A feature for people with disabilities. The catalogue files and the API write it in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Enum)]
#[serde(rename_all = "kebab-case")]
#[oai(rename_all = "kebab-case")]
pub enum AccessibilityFeature {
    /// Every public area can be reached without steps.
    StepFree,
    /// Places for wheelchairs.
    WheelchairPlaces,
    /// Restrooms for wheelchair users.
    AccessibleRestrooms,
    /// Marked parking close to the entrance.
    AccessibleParking,
    /// Induction loops for hearing aids.
    HearingLoop,
    /// What is spoken can be read.
    Captions,
    /// What is spoken is signed.
    SignLanguage,
    /// What can be seen is described.
    AudioDescription,
    /// Less noise and light.
    SensoryFriendly,
    /// Assistance animals are welcome.
    AssistanceAnimals,
}
