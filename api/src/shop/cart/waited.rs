//! Whoever adds to a cart what is behind a waiting room must have waited.

use super::Cart;
use super::bundles::SellableBundle;
use super::command::{Addition, CartCommand, ChangeLines, LineChange};
use crate::app::App;
use crate::error::Result;
use crate::http::visitor::Visitor;
use crate::shop::waiting_room;
use midway_catalog::Catalog;
use midway_kernel::id::ProductId;
use midway_kernel::time::Instant;

/// Checks that a visitor may add what a command adds to the cart.
///
/// # Errors
/// A refusal for a visitor who has not waited.
pub async fn check(
    app: &App,
    visitor: &Visitor,
    (catalog, cart): (&Catalog, Option<&Cart>),
    command: &CartCommand<'_>,
    now: Instant,
) -> Result<()> {
    if !waiting_room::is_any_active(catalog, now) {
        return Ok(());
    }
    let products = added(catalog, cart, command);
    if products.is_empty() {
        return Ok(());
    }
    let ids: Vec<&str> = products.iter().map(|id| id.as_str()).collect();
    waiting_room::check_claim(app, catalog, visitor, &ids).await
}

/// The products of which a command adds something to a cart, or takes other places.
fn added(catalog: &Catalog, cart: Option<&Cart>, command: &CartCommand<'_>) -> Vec<ProductId> {
    match command {
        CartCommand::Add(Addition { lines, bundle, .. }) => {
            let parts = lines.iter().flat_map(|line| &line.variant.parts);
            let of_parts = parts.filter_map(|part| Some(catalog.variant(&part.variant)?.0.id.clone()));
            let bundle = bundle.iter().flat_map(SellableBundle::products);
            lines.iter().map(|line| line.product.id.clone()).chain(of_parts).chain(bundle).collect()
        }
        CartCommand::ChoosePassProducts(wanted) => {
            wanted.iter().filter_map(|pass| Some(catalog.variant(&pass.variant_id)?.0.id.clone())).collect()
        }
        CartCommand::ChangeLines(ChangeLines { changes, .. }) => {
            let grown = |change: &LineChange| {
                let line = cart?.lines.iter().find(|line| line.id == change.line_id)?;
                let is_more = change.quantity > line.quantity || change.performances.is_some();
                (is_more && change.quantity > 0).then(|| line.products().cloned().collect::<Vec<_>>())
            };
            changes.iter().filter_map(grown).flatten().collect()
        }
        _ => Vec::new(),
    }
}
