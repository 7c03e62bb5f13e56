//! What several slices say about a seat on the wire.

use midway_catalog::files::SeatKind;
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
