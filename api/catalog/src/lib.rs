//! The operator's catalogue: its files, their checks, the immutable index in memory, and all prices that follow from
//! it.
//!
//! A [`Catalog`] is built from a folder that passed every check: [`load::load`] reads the files, [`check::check`]
//! validates them, [`sanitise::sanitise`] makes their HTML safe. [`pricing`] computes the prices of a cart. Apart from
//! reading and listing the operator's files, this crate does no input or output: it has no HTTP and no database, and
//! never reads the time.

mod bundles;
mod calendar;
mod cancellation;
mod cheaper_sales;
pub mod check;
mod days;
mod difference;
mod document;
mod eligibility;
pub mod export;
pub mod files;
mod holidays;
mod index;
mod leads;
mod limited_prices;
pub mod load;
mod passes;
mod plans;
mod promotions;
mod unit_prices;
pub mod pricing;
mod portion;
pub mod problem;
pub mod questions;
mod sale_context;
pub mod sanitise;
mod search;
mod seating;
mod suggestion;
mod terms;
pub mod texts;
mod visits;

#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use bundles::{CheapestBundle, OfferedVariant, StepKind};
pub use cancellation::Purchased;
pub use cheaper_sales::{CheaperSale, PublicPrice};
pub use days::{DayRule, DaySet, SeasonDay};
pub use difference::{
    ChangedEntry, Changes, Difference, ImportReport, difference, withdrawn_bundle, withdrawn_variant,
};
pub use document::{Document, Packed, PictureSet, PictureSource, Revision};
pub use eligibility::InCart;
pub use index::{Catalog, charged_for};
pub use limited_prices::{FirstUnits, UnitsLeft};
pub use passes::{Exchanged, PassOption};
pub use portion::Portion;
pub use problem::Problem;
pub use promotions::{MAX_CODE_LENGTH, PricePromotion, PromotionKind, Reduction, TAG_KINDS};
pub use sale_context::{Closed, SaleContext};
pub use sanitise::{is_html, text_of};
pub use search::{Found, Search};
pub use seating::{Place, Row, Seating, SeatingSection};
pub use terms::{Terms, Visit, line_range};
pub use unit_prices::{QuotedPart, UnitQuote};
