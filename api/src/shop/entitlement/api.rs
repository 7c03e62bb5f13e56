//! The API calls that list the entitlements of signed-in visitors. `cart/add` redeems an entitlement, in sale flow 2 or
//! 15.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::actions::redeemable;
use super::wire::{AccountEntitlementProductView, EntitlementVariantView, account_entitlements, ticket_entitlements};
use crate::app::App;
use crate::http::reply::{Envelope, reply};
use crate::http::visitor::SignedIn;
use midway_kernel::coded::SaleFlow;

pub struct EntitlementApi(pub Arc<App>);

#[OpenApi]
impl EntitlementApi {
    /// Returns the entitlements of the passes that are linked to the account.
    #[oai(path = "/product/entitlement", method = "get", operation_id = "getEntitlements")]
    async fn of_passes(&self, signed_in: SignedIn) -> poem::Result<Json<Envelope<Vec<EntitlementVariantView>>>> {
        let (now, catalog) = (self.0.clock.now(), self.0.catalog.current());
        let flow = SaleFlow::TicketingEntitlementRedemption;
        let found = redeemable(&self.0, &catalog, &signed_in.visitor, flow, now).await?;
        Ok(reply(ticket_entitlements(&catalog, found, now)))
    }

    /// Returns the entitlements of the account.
    #[oai(path = "/product/account-entitlement", method = "get", operation_id = "getAccountEntitlements")]
    async fn of_account(
        &self,
        signed_in: SignedIn,
    ) -> poem::Result<Json<Envelope<Vec<AccountEntitlementProductView>>>> {
        let (now, catalog) = (self.0.clock.now(), self.0.catalog.current());
        let flow = SaleFlow::AccountEntitlement;
        let found = redeemable(&self.0, &catalog, &signed_in.visitor, flow, now).await?;
        Ok(reply(account_entitlements(&catalog, found, now)))
    }
}
