//! The API calls for reservations: from the guest's data to the confirmation, and changing a confirmed reservation.
//!
//! The session stores which reservation is in progress. Except `reservation/submit`, all calls that need a reservation
//! in progress return 401 if there is none or it has expired, and 404 if it is already confirmed or cancelled.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Binary, Json};

use super::in_progress;
use super::view::{self, Reader};
use super::wire::{
    AddOnView, CartReservationView, GuestRequest, MyReservations, PropertyRequest, PropertyView, ReservationDates,
    ReservationItemView, ReservationLookupRequest, ReservationSiteView, ReservationSubmitResponse,
    ReservationTicketRequest, ReservationView, TicketFinalizeRequest, VisitRequest,
};
use super::{actions, calendar, change, emails, lookup, tickets};
use crate::app::App;
use crate::error::Error;
use crate::http::reply::{Done, Envelope, done, reply};
use crate::http::visitor::Visitor;
use crate::shop::site::EmailContext;
use crate::shop::ticket::{Barcode, Calendar};

pub struct ReservationApi(pub Arc<App>);

#[OpenApi(prefix_path = "/reservation")]
impl ReservationApi {
    /// Returns the reservation of this session. `reservationInProgress` is false if no reservation is in progress.
    #[oai(path = "/", method = "get", operation_id = "getReservation")]
    async fn current(&self, visitor: Visitor) -> poem::Result<Json<ReservationView>> {
        let reservation = lookup::current(&self.0, &visitor).await?;
        Ok(Json(self.reader(&visitor).view(reservation).await?))
    }

    /// Begins a reservation, or changes the guest of the reservation in progress.
    #[oai(path = "/begin", method = "post", operation_id = "beginReservation")]
    async fn begin(&self, visitor: Visitor, request: Json<GuestRequest>) -> poem::Result<Json<Done>> {
        actions::begin(&self.0, &visitor, request.0.into()).await?;
        Ok(done())
    }

    /// Changes the guest of the reservation in progress.
    #[oai(path = "/personal-information", method = "put", operation_id = "changeReservationGuest")]
    async fn personal_information(&self, visitor: Visitor, request: Json<GuestRequest>) -> poem::Result<Json<Done>> {
        actions::describe(&self.0, &visitor, request.0.into()).await?;
        Ok(done())
    }

    /// Returns the visit to which the visitor's cart belongs: the visit to be paid for with the cart, or otherwise the
    /// visit of this session if the cart contains a product that its park offers.
    #[oai(path = "/cart", method = "get", operation_id = "getCartReservation")]
    async fn of_cart(&self, visitor: Visitor) -> poem::Result<Json<CartReservationView>> {
        Ok(Json(self.reader(&visitor).of_cart().await?))
    }

    /// Returns the sites at which visits can be reserved.
    #[oai(path = "/site", method = "get", operation_id = "getReservationSites")]
    async fn sites(&self, visitor: Visitor) -> poem::Result<Json<Vec<ReservationSiteView>>> {
        Ok(Json(view::sites(&self.0, &visitor).await?))
    }

    /// Adds a ticket or a pass by its code. If the operator does not allow the tickets of an order to be reserved
    /// separately, the other tickets of the same order for the same product and day are added too, except passes and
    /// revoked tickets.
    #[oai(path = "/ticket", method = "post", operation_id = "addReservationTicket")]
    async fn add_ticket(&self, visitor: Visitor, request: Json<ReservationTicketRequest>) -> poem::Result<Json<Done>> {
        let ReservationTicketRequest { barcode, ticket_type_id, validation_data1 } = request.0;
        let proof = validation_data1.as_ref().map(|line| line.as_str()).unwrap_or_default();
        tickets::add(&self.0, &visitor, barcode.as_str(), ticket_type_id, proof).await?;
        Ok(done())
    }

    /// Removes a ticket. If the operator does not allow the tickets of an order to be reserved separately, the tickets
    /// with the same reservation code are removed too.
    #[oai(path = "/ticket/:id", method = "delete", operation_id = "removeReservationTicket")]
    async fn remove_ticket(&self, visitor: Visitor, id: Path<String>) -> poem::Result<Json<Done>> {
        tickets::remove(&self.0, &visitor, &id.0).await?;
        Ok(done())
    }

    /// Sets the numbers of children and additional guests and the used benefits, and completes the party.
    #[oai(path = "/ticket-finalize", method = "post", operation_id = "finalizeReservationTickets")]
    async fn finalize(&self, visitor: Visitor, request: Json<TicketFinalizeRequest>) -> poem::Result<Json<Done>> {
        tickets::finalize(&self.0, &visitor, request.0.into()).await?;
        Ok(done())
    }

    /// Returns the parks of the reservation's site.
    #[oai(path = "/property", method = "get", operation_id = "getReservationProperties")]
    async fn properties(&self, visitor: Visitor) -> poem::Result<Json<Vec<PropertyView>>> {
        let reservation = in_progress::find(&self.0, &visitor).await?;
        Ok(Json(self.reader(&visitor).properties(&reservation).await?))
    }

    /// Chooses the park. A visit to a different park is released.
    #[oai(path = "/property", method = "put", operation_id = "chooseReservationProperty")]
    async fn choose_property(&self, visitor: Visitor, request: Json<PropertyRequest>) -> poem::Result<Json<Done>> {
        actions::choose_property(&self.0, &visitor, &request.0.web_site_property_id).await?;
        Ok(done())
    }

    /// Returns the days and entry times of the park for this party. `startDate` and `endDate` are `YYYY-MM-DD`. By
    /// default, the call returns up to 42 days from today; it returns at most 100 days.
    #[oai(path = "/performance", method = "get", operation_id = "getReservationDates")]
    async fn dates(
        &self,
        visitor: Visitor,
        #[oai(name = "startDate")] start_date: Query<Option<String>>,
        #[oai(name = "endDate")] end_date: Query<Option<String>>,
    ) -> poem::Result<Json<ReservationDates>> {
        let reservation = in_progress::find(&self.0, &visitor).await?;
        let range = calendar::range(start_date.0.as_deref(), end_date.0.as_deref())?;
        Ok(Json(calendar::dates(&self.0, &visitor, &reservation, range).await?))
    }

    /// Chooses the entry time and holds its places for the whole party.
    #[oai(path = "/performance", method = "put", operation_id = "chooseReservationPerformance")]
    async fn choose_visit(&self, visitor: Visitor, request: Json<VisitRequest>) -> poem::Result<Json<Done>> {
        let VisitRequest { performance_id, bring_a_friend_day_ticket_count } = request.0;
        actions::choose_visit(&self.0, &visitor, &performance_id, bring_a_friend_day_ticket_count).await?;
        Ok(done())
    }

    /// Returns the add-ons that the park offers with the visit. `cart/add` adds them to the cart.
    #[oai(path = "/add-on", method = "get", operation_id = "getReservationAddOns")]
    async fn add_ons(&self, visitor: Visitor) -> poem::Result<Json<Vec<AddOnView>>> {
        let reservation = in_progress::find(&self.0, &visitor).await?;
        Ok(Json(self.reader(&visitor).add_ons(&reservation).await?))
    }

    /// Returns the party and its add-ons: the rows of the review page.
    #[oai(path = "/item", method = "get", operation_id = "getReservationItems")]
    async fn items(&self, visitor: Visitor) -> poem::Result<Json<Vec<ReservationItemView>>> {
        let reservation = in_progress::find(&self.0, &visitor).await?;
        Ok(Json(self.reader(&visitor).items(&reservation).await?))
    }

    /// Confirms the reservation, or returns that its add-ons must be paid for first. For a reservation that is already
    /// confirmed, the call returns the same result again.
    #[oai(path = "/submit", method = "post", operation_id = "submitReservation")]
    async fn submit(&self, visitor: Visitor) -> poem::Result<Json<ReservationSubmitResponse>> {
        let submitted = actions::submit(&self.0, &visitor).await?;
        Ok(Json(ReservationSubmitResponse {
            success: true,
            reservation_id: submitted.confirmed.as_ref().map(|row| row.id.clone()),
            reservation_code: submitted.confirmed.map(|row| row.code),
            proceed_to_checkout: submitted.proceed_to_checkout,
            ..ReservationSubmitResponse::default()
        }))
    }

    /// Finds a confirmed or cancelled reservation by its code and the guest's phone number, stores the access in the
    /// session, and returns the reservation's id.
    #[oai(path = "/lookup", method = "post", operation_id = "lookUpReservation")]
    async fn look_up(
        &self,
        visitor: Visitor,
        request: Json<ReservationLookupRequest>,
    ) -> poem::Result<Json<Envelope<String>>> {
        let ReservationLookupRequest { reservation_code, phone_number } = request.0;
        Ok(reply(lookup::by_code(&self.0, &visitor, reservation_code.as_str(), phone_number.as_str()).await?))
    }

    /// Returns the confirmed and cancelled reservations of the signed-in account and of this session, ten per page,
    /// latest visit first.
    #[oai(path = "/my", method = "get", operation_id = "getMyReservations")]
    async fn mine(
        &self,
        visitor: Visitor,
        /// The id of the last reservation of the previous page; absent for the first page.
        after: Query<Option<String>>,
    ) -> poem::Result<Json<MyReservations>> {
        let page = lookup::mine(&self.0, &visitor, after.0.as_deref()).await?;
        let mut reservations = Vec::new();
        for reservation in page.reservations {
            reservations.push(self.reader(&visitor).view(Some(reservation)).await?);
        }
        Ok(Json(MyReservations { reservations, has_more: page.has_more }))
    }

    /// Returns a confirmed or cancelled reservation of this visitor: of the account, of this session, or found by this
    /// session with `reservation/lookup`. Returns 404 for any other reservation.
    #[oai(path = "/my/:id", method = "get", operation_id = "getMyReservation")]
    async fn my(&self, visitor: Visitor, id: Path<String>) -> poem::Result<Json<ReservationView>> {
        let reservation = lookup::one(&self.0, &visitor, &id.0).await?;
        Ok(Json(self.reader(&visitor).view(Some(reservation)).await?))
    }

    /// Returns the party and the add-ons of a reservation of this visitor.
    #[oai(path = "/my/:id/item", method = "get", operation_id = "getMyReservationItems")]
    async fn my_items(&self, visitor: Visitor, id: Path<String>) -> poem::Result<Json<Vec<ReservationItemView>>> {
        let reservation = lookup::one(&self.0, &visitor, &id.0).await?;
        Ok(Json(self.reader(&visitor).items(&reservation).await?))
    }

    /// Returns the code of a reservation of this visitor as a picture, for the gate's scanner.
    #[oai(path = "/my/:id/barcode", method = "get", operation_id = "getMyReservationBarcode")]
    async fn my_barcode(&self, visitor: Visitor, id: Path<String>) -> poem::Result<Barcode> {
        let reservation = lookup::one(&self.0, &visitor, &id.0).await?;
        Ok(Barcode::Png(Binary(lookup::picture(&reservation)?)))
    }

    /// Returns the visit of a reservation of this visitor as a calendar file. The file replaces the entry of an earlier
    /// file of the same reservation.
    #[oai(path = "/my/:id/calendar", method = "get", operation_id = "getMyReservationCalendar")]
    async fn my_calendar(&self, visitor: Visitor, id: Path<String>) -> poem::Result<Calendar> {
        let reservation = lookup::one(&self.0, &visitor, &id.0).await?;
        let file = emails::calendar_file(&EmailContext::of(&self.0), &reservation).ok_or(Error::NotFound)?;
        Ok(Calendar::named(&reservation.code, file.bytes))
    }

    /// Returns the days and entry times of the park, for moving a reservation of this visitor.
    #[oai(path = "/my/:id/performance", method = "get", operation_id = "getMyReservationDates")]
    async fn my_dates(
        &self,
        visitor: Visitor,
        id: Path<String>,
        #[oai(name = "startDate")] start_date: Query<Option<String>>,
        #[oai(name = "endDate")] end_date: Query<Option<String>>,
    ) -> poem::Result<Json<ReservationDates>> {
        let reservation = lookup::one(&self.0, &visitor, &id.0).await?;
        let range = calendar::range(start_date.0.as_deref(), end_date.0.as_deref())?;
        Ok(Json(calendar::dates(&self.0, &visitor, &reservation, range).await?))
    }

    /// Moves a reservation of this visitor to a different entry time of the same park, or changes its number of
    /// friends. If the new visit cannot be reserved, the call is refused and the reservation is unchanged.
    #[oai(path = "/my/:id/performance", method = "put", operation_id = "moveReservation")]
    async fn move_to(
        &self,
        visitor: Visitor,
        id: Path<String>,
        request: Json<VisitRequest>,
    ) -> poem::Result<Json<Done>> {
        let VisitRequest { performance_id, bring_a_friend_day_ticket_count } = request.0;
        change::move_to(&self.0, &visitor, &id.0, &performance_id, bring_a_friend_day_ticket_count).await?;
        Ok(done())
    }

    /// Cancels a reservation of this visitor. Its places become free, and its tickets can be used for another visit.
    #[oai(path = "/my/:id", method = "delete", operation_id = "cancelReservation")]
    async fn cancel(&self, visitor: Visitor, id: Path<String>) -> poem::Result<Json<Done>> {
        change::cancel(&self.0, &visitor, &id.0).await?;
        Ok(done())
    }
}

impl ReservationApi {
    fn reader<'a>(&'a self, visitor: &'a Visitor) -> Reader<'a> {
        Reader::new(&self.0, visitor)
    }
}
