//! Putting lines into the cart: all of them with their places, or none.

use std::collections::BTreeSet;

use super::{Cart, claim, claims_of, current_id, finish_change, hold_of, lock_open, with_hold};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::kernel::coded::SaleFlow;
use crate::kernel::secret::random_id;
use crate::shop::cart::entity::line::{self, ChosenPerformances};
use crate::shop::cart::rules::{self, MOST_LINES, NOTHING_CHOSEN, SellableLine, TOO_MANY_LINES, WantedLine};
use crate::shop::cart::store;
use crate::shop::catalog::Catalog;
use crate::shop::pricing::unit_price;

/// What is to be added, and by which way the shopper came.
#[derive(Clone, Debug)]
pub struct AddLines {
    pub lines: Vec<WantedLine>,
    pub sale_flow: SaleFlow,
}

/// Adds lines. The same variant at the same performances joins the line that is there, at that line's price.
///
/// # Errors
/// A refusal when a line may not be sold or its places are gone; a conflict while the cart is being paid for.
pub async fn add(app: &App, visitor: &Visitor, request: AddLines) -> Result<()> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    if request.lines.is_empty() || request.lines.iter().any(|line| line.quantity == 0) {
        return Err(Refusal::new(NOTHING_CHOSEN).into());
    }
    let mut sellable = Vec::with_capacity(request.lines.len());
    for wanted in &request.lines {
        sellable.push(rules::sellable(&catalog, wanted, request.sale_flow, now)?);
    }
    let cart_id = current_id(app, visitor).await?;
    let account_id = visitor.session().await?.account_id;
    let tx = app.db.begin().await?;
    let existing = lock_open(&tx, cart_id).await?;
    let is_new = existing.is_none();
    let mut cart =
        existing.unwrap_or_else(|| Cart { row: store::new_cart(random_id(), account_id, now), lines: Vec::new() });
    let hold = rules::renewed(hold_of(&cart.row), catalog.settings(), now);
    let known = cart.lines.len();
    let mut touched = BTreeSet::new();
    for line in sellable {
        touched.insert(put(&mut cart, &catalog, line, request.sale_flow)?);
    }
    if cart.lines.len() > MOST_LINES {
        return Err(Refusal::new(TOO_MANY_LINES).with("max", MOST_LINES).into());
    }
    let Cart { row, lines } = cart;
    let cart_id = row.id.clone();
    let touched: Vec<(usize, &line::Model)> = lines.iter().enumerate().filter(|(at, _)| touched.contains(at)).collect();
    let touched_lines: Vec<&line::Model> = touched.iter().map(|(_, line)| *line).collect();
    let claims = claims_of(&catalog, &touched_lines)?;
    let is_limited = claims.iter().any(|claim| !claim.draws.is_empty());
    if is_new {
        // Written once, with its hold, before the lines that refer to it.
        store::insert(&tx, with_hold(row, hold, is_limited)).await?;
    } else {
        finish_change(&tx, row, hold, is_limited, now).await?;
    }
    for (at, line) in touched {
        if at < known {
            store::update_line(&tx, line).await?;
        } else {
            store::insert_line(&tx, line.clone()).await?;
        }
    }
    // Last, because whoever has taken of a stock keeps all others from it until the commit.
    claim(&tx, &cart_id, &touched_lines, &claims, hold, now).await?;
    tx.commit().await.map_err(Error::from)?;
    if is_new {
        visitor.change(|session| session.previous_cart_id = session.cart_id.replace(cart_id)).await?;
    }
    Ok(())
}

/// Joins a line to the cart's value and tells its index.
fn put(cart: &mut Cart, catalog: &Catalog, new: SellableLine<'_>, flow: SaleFlow) -> Result<usize, Refusal> {
    let same = |line: &line::Model| {
        line.variant_id == new.variant.id && line.sale_flow == flow && line.performances.0 == new.performances
    };
    if let Some(index) = cart.lines.iter().position(same) {
        let line = &mut cart.lines[index];
        line.quantity += i64::from(new.quantity);
        rules::within_bounds(new.variant, line.count())?;
        return Ok(index);
    }
    rules::within_bounds(new.variant, new.quantity)?;
    let unit = unit_price(catalog, new.product, new.variant);
    cart.lines.push(line::Model {
        id: random_id(),
        cart_id: cart.row.id.clone(),
        position: cart.lines.last().map_or(0, |last| last.position + 1),
        product_id: new.product.id.clone(),
        variant_id: new.variant.id.clone(),
        sale_flow: flow,
        product_name: new.product.name.clone(),
        variant_name: new.variant.name.clone(),
        pass_level: new.variant.pass_level.clone(),
        delivery_item: new.variant.delivery_item,
        quantity: i64::from(new.quantity),
        unit_price: unit.price,
        unit_fees: unit.fees,
        unit_tax: unit.tax,
        performances: ChosenPerformances(new.performances),
    });
    Ok(cart.lines.len() - 1)
}
