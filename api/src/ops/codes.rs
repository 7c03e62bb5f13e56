//! `midway codes`: makes codes that can be used for one order each, lists them with their use, and withdraws them.

use std::io::Write;

use crate::app::App;
use crate::error::{Error, Result};
use crate::shop::inventory;
use crate::shop::offers::single_use_codes::{self, Withdrawn};
use crate::shop::order;
use midway_kernel::id::PromotionId;
use midway_kernel::time::Instant;

/// The largest number of codes that one call makes.
pub const MOST: u32 = 100_000;

/// Makes codes for a promotion and writes them as CSV, each with the path of its page.
///
/// # Errors
/// [`Error::Internal`] when the catalogue has no promotion code with this id and `single_use`; when the database does not
/// answer, and no codes are made then; when the output cannot be written. The codes exist then, and [`list`] writes them.
pub async fn make(app: &App, promotion: &PromotionId, count: u32, output: impl Write) -> Result<()> {
    let catalog = app.catalog.current();
    let codes = &catalog.folder().promotion_code;
    match codes.iter().find(|it| it.id == *promotion) {
        Some(code) if code.single_use => {}
        Some(_) => {
            return Err(Error::Internal(format!(
                "the [[promotion_code]] \"{promotion}\" has codes that many orders can use. Its codes are for one order each with \
                 `single_use = true`"
            )));
        }
        None => {
            let of_orders = codes.iter().filter(|it| it.single_use).map(|it| it.id.as_str());
            let known = of_orders.collect::<Vec<_>>().join(", ");
            let known = if known.is_empty() { "none" } else { &known };
            return Err(Error::Internal(format!(
                "there is no [[promotion_code]] \"{promotion}\"; with `single_use = true` there is: {known}"
            )));
        }
    }
    let tx = app.db.begin().await?;
    let count = usize::try_from(count).map_err(Error::internal)?;
    let codes = single_use_codes::make(&tx, promotion, count, app.clock.now()).await?;
    // Nobody is handed a code that does not exist.
    tx.commit().await?;
    let mut csv = csv::Writer::from_writer(output);
    csv.write_record(["code", "page"]).map_err(Error::internal)?;
    for code in codes {
        csv.write_record([&code, &format!("/product/multi/promo/{code}")]).map_err(Error::internal)?;
    }
    csv.flush().map_err(Error::internal)
}

/// Writes all codes, or those of one promotion, as CSV: what became of each, and the order that used it.
///
/// # Errors
/// When the database does not answer or the output cannot be written.
pub async fn list(app: &App, promotion: Option<&PromotionId>, output: impl Write) -> Result<()> {
    let (db, now) = (app.db.read(), app.clock.now());
    let owners = inventory::owners_of(db, "single-use:", now).await?;
    let owner_of = |code: &str| owners.get(&inventory::StockKey::single_use_code(code));
    let carts: Vec<String> = owners.values().filter(|(_, is_sold)| *is_sold).map(|(cart, _)| cart.clone()).collect();
    let orders = order::placed_with(db, &carts).await?;
    let mut csv = csv::Writer::from_writer(output);
    csv.write_record(["code", "promotion", "made", "state", "order", "used"]).map_err(Error::internal)?;
    let time = |at: Instant| at.format("%Y-%m-%dT%H:%M:%SZ").to_string();
    for row in single_use_codes::all(db, promotion).await? {
        let owner = owner_of(&row.code);
        let order = owner.filter(|(_, is_sold)| *is_sold).and_then(|(cart, _)| orders.get(cart));
        let state = match (owner, row.withdrawn_at) {
            (Some((_, true)), _) => "used",
            (_, Some(_)) => "withdrawn",
            (Some((_, false)), None) => "in a cart",
            (None, None) => "free",
        };
        let (number, at) = order.map(|(number, at)| (number.clone(), time(*at))).unwrap_or_default();
        let made = time(row.made_at);
        csv.write_record([&row.code, row.promotion_id.as_str(), &made, state, &number, &at])
            .map_err(Error::internal)?;
    }
    csv.flush().map_err(Error::internal)
}

/// Withdraws codes, and returns a line for each.
///
/// # Errors
/// When the database does not answer. Nothing is withdrawn then.
pub async fn withdraw(app: &App, codes: &[String]) -> Result<Vec<String>> {
    let tx = app.db.begin().await?;
    let mut report = Vec::with_capacity(codes.len());
    for code in codes {
        let what = match single_use_codes::withdraw(&tx, code, app.clock.now()).await? {
            Withdrawn::Now => "is withdrawn",
            Withdrawn::Before => "was withdrawn before",
            Withdrawn::Unknown => "does not exist",
        };
        report.push(format!("{code} {what}"));
    }
    tx.commit().await?;
    Ok(report)
}
