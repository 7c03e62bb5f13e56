//! The API calls for refunds.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;

use super::actions::of_order;
use super::wire::OrderRefunds;
use crate::app::App;
use crate::error::Error;
use crate::http::visitor::Visitor;
use crate::shop::order;

pub struct RefundApi(pub Arc<App>);

#[OpenApi(prefix_path = "/order")]
impl RefundApi {
    /// Returns the refunds of an order that the visitor may see: it was placed or opened in this session, or it belongs
    /// to the signed-in account.
    #[oai(path = "/refunds/:id", method = "get", operation_id = "getOrderRefunds")]
    async fn refunds(&self, visitor: Visitor, id: Path<String>) -> poem::Result<Json<OrderRefunds>> {
        let order_id = order::visible_id(&self.0, &visitor, &id.0).await?;
        let sold = order::sold(self.0.db.read(), &order_id).await?.ok_or(Error::NotFound)?;
        Ok(Json(of_order(&self.0, &sold).await?))
    }
}
