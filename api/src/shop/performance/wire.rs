//! What several slices say about a seat on the wire.

use midway_catalog::files::{SeatFeature, SeatKind};
use poem_openapi::Enum;

/// For whom a seat is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "SeatKind", rename_all = "camelCase")]
pub enum SeatKindView {
    Standard,
    /// A space without a seat, for a person in a wheelchair.
    Wheelchair,
    /// The seat beside a wheelchair space.
    Companion,
}

impl From<SeatKind> for SeatKindView {
    fn from(kind: SeatKind) -> Self {
        match kind {
            SeatKind::Standard => SeatKindView::Standard,
            SeatKind::Wheelchair => SeatKindView::Wheelchair,
            SeatKind::Companion => SeatKindView::Companion,
        }
    }
}

/// What a seat has that others do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "SeatFeature", rename_all = "camelCase")]
pub enum SeatFeatureView {
    /// Beside an aisle.
    Aisle,
    /// Reached without steps.
    StepFree,
    /// Within reach of a hearing loop.
    HearingLoop,
    RestrictedView,
}

impl From<SeatFeature> for SeatFeatureView {
    fn from(feature: SeatFeature) -> Self {
        match feature {
            SeatFeature::Aisle => SeatFeatureView::Aisle,
            SeatFeature::StepFree => SeatFeatureView::StepFree,
            SeatFeature::HearingLoop => SeatFeatureView::HearingLoop,
            SeatFeature::RestrictedView => SeatFeatureView::RestrictedView,
        }
    }
}
