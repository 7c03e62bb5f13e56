//! The API calls of the desk.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Path};
use poem_openapi::payload::Json;

use super::actions::{self, by};
use super::audit;
use super::wire::{
    DeskAskedAgain, DeskAuditEntry, DeskCancellation, DeskCancellationRequest, DeskOrder, DeskPaidElsewhere,
    DeskPaidElsewhereRequest, DeskRefund, DeskRefundRequest, DeskRequest, DeskVoidRequest, DeskWaitingRoom,
};
use crate::app::App;
use crate::http::desk::Desk;
use crate::http::reply::{Envelope, reply};
use crate::shop::refund;
use crate::shop::waiting_room::{self, active_rooms};
use midway_kernel::id::PerformanceId;

pub struct DeskApi(pub Arc<App>);

#[OpenApi(prefix_path = "/desk")]
impl DeskApi {
    /// Returns the order with this confirmation number: its lines with the units that can still be refunded, its tickets and
    /// its refunds.
    #[oai(path = "/order/:number", method = "get", operation_id = "getDeskOrder")]
    async fn order(&self, _desk: Desk, number: Path<String>) -> poem::Result<Json<DeskOrder>> {
        let order_id = refund::order_id(&self.0, &number.0).await?;
        Ok(Json(refund::listing(&self.0, &order_id).await?.into()))
    }

    /// Returns the active waiting rooms, with how many shoppers wait, are inside, and came and went.
    #[oai(path = "/waiting-rooms", method = "get", operation_id = "getDeskWaitingRooms")]
    async fn waiting_rooms(&self, _desk: Desk) -> poem::Result<Json<Vec<DeskWaitingRoom>>> {
        let (catalog, mut rooms) = (self.0.catalog.current(), Vec::new());
        for active in active_rooms(&catalog, self.0.clock.now()) {
            let figures = waiting_room::of_room(&self.0, &active.room.id).await?;
            rooms.push(DeskWaitingRoom::new(&active, figures, self.0.clock.now()));
        }
        Ok(Json(rooms))
    }

    /// Gives money back for an order: for units, whose tickets are revoked and whose places are sold again, or as goodwill. The
    /// processors are asked at once. A call that is repeated with the same `Idempotency-Key` refunds nothing more, and returns
    /// what was refunded.
    #[oai(path = "/order/:number/refund", method = "post", operation_id = "refundDeskOrder")]
    async fn refund(
        &self,
        _desk: Desk,
        number: Path<String>,
        #[oai(name = "Idempotency-Key", validator(min_length = 8, max_length = 100))] key: Header<String>,
        request: Json<DeskRefundRequest>,
    ) -> poem::Result<Json<Envelope<DeskRefund>>> {
        Ok(reply(actions::refund(&self.0, &number.0, &key.0, request.0).await?))
    }

    /// Ends an order without giving money back: its tickets are revoked, and its places are sold again. A call that is repeated
    /// with the same `Idempotency-Key` returns the same.
    #[oai(path = "/order/:number/void", method = "post", operation_id = "voidDeskOrder")]
    async fn void(
        &self,
        _desk: Desk,
        number: Path<String>,
        #[oai(name = "Idempotency-Key", validator(min_length = 8, max_length = 100))] key: Header<String>,
        request: Json<DeskVoidRequest>,
    ) -> poem::Result<Json<Envelope<DeskRefund>>> {
        Ok(reply(actions::void(&self.0, &number.0, &key.0, request.0).await?))
    }

    /// Asks the processors again for the refunds of an order that have failed.
    #[oai(path = "/order/:number/refund-again", method = "post", operation_id = "refundDeskOrderAgain")]
    async fn again(
        &self,
        _desk: Desk,
        number: Path<String>,
        request: Json<DeskRequest>,
    ) -> poem::Result<Json<Envelope<DeskAskedAgain>>> {
        let by = by(&request.actor, &request.reason)?;
        let order_id = refund::order_id(&self.0, &number.0).await?;
        let not_paid_back = refund::settle_again(&self.0, &order_id, by).await?;
        Ok(reply(DeskAskedAgain { not_paid_back }))
    }

    /// Notes that the refunds of an order that have failed were paid back another way, such as in cash. `amount` is what was
    /// paid: the call is refused if another amount has failed.
    #[oai(path = "/order/:number/paid-elsewhere", method = "post", operation_id = "noteDeskOrderPaidElsewhere")]
    async fn paid_elsewhere(
        &self,
        _desk: Desk,
        number: Path<String>,
        request: Json<DeskPaidElsewhereRequest>,
    ) -> poem::Result<Json<Envelope<DeskPaidElsewhere>>> {
        let by = by(&request.actor, &request.reason)?;
        let order_id = refund::order_id(&self.0, &number.0).await?;
        let amount = refund::paid_elsewhere(&self.0, &order_id, Some(request.amount), by).await?;
        Ok(reply(DeskPaidElsewhere { amount }))
    }

    /// Returns what was done with an order, by whom and why, the first deed first.
    #[oai(path = "/order/:number/audit", method = "get", operation_id = "getDeskOrderAudit")]
    async fn audit(&self, _desk: Desk, number: Path<String>) -> poem::Result<Json<Vec<DeskAuditEntry>>> {
        Ok(Json(audit::of_order(&self.0, &number.0).await?))
    }

    /// Cancels a performance that is no longer in the catalogue. A worker then refunds everybody who has bought a place, or
    /// first asks them to choose what they get instead.
    #[oai(path = "/performance/:id/cancel", method = "post", operation_id = "cancelDeskPerformance")]
    async fn cancel_performance(
        &self,
        _desk: Desk,
        id: Path<PerformanceId>,
        request: Json<DeskCancellationRequest>,
    ) -> poem::Result<Json<Envelope<DeskCancellation>>> {
        Ok(reply(actions::cancel_performance(&self.0, &id.0, request.0).await?))
    }
}
