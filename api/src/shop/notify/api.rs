//! The API call for the page "Notify me".

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::actions;
use super::wire::NotifyRequest;
use crate::app::App;
use crate::http::reply::Done;
use crate::http::visitor::Visitor;
use midway_kernel::text::Messages;

pub struct NotifyApi(pub Arc<App>);

#[OpenApi]
impl NotifyApi {
    /// Requests one e-mail when a product can be bought, which must not be possible now. The response is the same whether
    /// or not there is such a request of this address already.
    #[oai(path = "/product/notify-me", method = "post", operation_id = "notifyMe")]
    async fn notify_me(&self, visitor: Visitor, request: Json<NotifyRequest>) -> poem::Result<Json<Done>> {
        let NotifyRequest { product_id, email } = request.0;
        actions::request(&self.0, &visitor, &product_id, &email.0).await?;
        let message = self.0.catalog.current().message(actions::REQUESTED, &[]);
        Ok(Json(Done { success: true, message: Some(message), errors: None }))
    }
}
