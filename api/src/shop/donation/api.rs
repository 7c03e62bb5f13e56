//! The API calls for the donation page.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::actions;
use super::wire::{DonationRequest, DonationSettings};
use crate::app::App;
use crate::error::Error;
use crate::http::visitor::Visitor;
use crate::shop::cart::CartAddResponse;

pub struct DonationApi(pub Arc<App>);

#[OpenApi]
impl DonationApi {
    /// Returns the donation options, and the amount that raises the total of this visitor's cart to a whole dollar.
    #[oai(path = "/product/donation-settings", method = "get", operation_id = "getDonationSettings")]
    async fn settings(&self, visitor: Visitor) -> poem::Result<Json<DonationSettings>> {
        Ok(Json(actions::settings(&self.0, &visitor).await?))
    }

    /// Adds a donation to the cart. If the cart already contains a donation, the response asks whether to replace it.
    #[oai(path = "/cart/add-donation", method = "post", operation_id = "addDonation")]
    async fn add(&self, visitor: Visitor, request: Json<DonationRequest>) -> poem::Result<Json<CartAddResponse>> {
        let DonationRequest { items, re_submit_context } = request.0;
        let context = re_submit_context.map(|line| line.0);
        let line = items.into_iter().next().ok_or(Error::NotFound)?;
        Ok(Json(actions::add(&self.0, &visitor, line, context.as_deref()).await?))
    }
}
