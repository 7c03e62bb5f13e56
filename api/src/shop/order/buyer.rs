//! What the buyer of an order has entered, for another checkout.

use super::store;
use super::viewer::Viewer;
use super::wire::BuyerDetails;
use crate::app::App;
use crate::error::Result;
use crate::http::visitor::Visitor;

/// What the buyer of an order has entered, as far as this visitor may know it; nothing for an order that the visitor may not
/// see.
pub async fn buyer_details(app: &App, visitor: &Visitor, order_id: &str) -> Result<BuyerDetails> {
    let (db, session) = (app.db.read(), visitor.session().await?);
    let viewer = Viewer::of(&session);
    let Some(order) = store::for_viewer(db, &viewer, order_id).await? else { return Ok(BuyerDetails::default()) };
    let has_placed = (viewer.has_placed(&order) && !viewer.is_recovered)
        || match &session.account_id {
            Some(account_id) => store::is_of_own_cart(db, account_id, &order).await?,
            None => false,
        };
    let catalog = app.catalog.current();
    Ok(match has_placed {
        true => BuyerDetails::in_full(&order, &catalog),
        false => BuyerDetails::without_street(&order, &catalog),
    })
}
