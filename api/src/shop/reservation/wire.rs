//! The request and response types of the reservation calls.

use poem_openapi::Object;

use crate::http::reply::FieldError;
use crate::shop::catalog::PictureView;
use midway_kernel::coded::{BenefitSelection, PassValidation, TicketType, VisitLevel};
use midway_kernel::id::{BenefitId, PerformanceId, ProductId, PropertyId, SiteId, VariantId};
use midway_kernel::input::Line;
use midway_kernel::money::Money;

/// The guest of a reservation.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct GuestRequest {
    pub first_name: Line,
    pub last_name: Line,
    pub email_address: Line,
    pub phone_number: Line,
    pub zip: Line,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ReservationTicketRequest {
    pub barcode: Line,
    pub ticket_type_id: TicketType,
    /// For a pass: the passholder's postal code or phone number, depending on `passValidationMethodId`. Not needed for
    /// a pass that is linked to the signed-in account.
    pub validation_data1: Option<Line>,
}

/// A benefit of a ticket, chosen at that ticket.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ChosenEntitlement {
    pub reservation_ticket_id: Line,
    pub entitlement_id: BenefitId,
    pub sequence: u32,
}

/// A quantity of a benefit that is chosen for the whole reservation.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ChosenReservationEntitlement {
    pub entitlement_id: BenefitId,
    pub quantity: u32,
}

/// The party without its tickets, and the benefits that it uses.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct TicketFinalizeRequest {
    /// The number of children without tickets.
    pub under_age_ticket_count: u32,
    #[oai(validator(max_items = 200))]
    pub entitlements: Vec<ChosenEntitlement>,
    #[oai(validator(max_items = 50))]
    pub reservation_entitlements: Vec<ChosenReservationEntitlement>,
    /// The number of people without tickets who accompany a ticket holder.
    pub additional_guests: u32,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct PropertyRequest {
    pub web_site_property_id: PropertyId,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct VisitRequest {
    pub performance_id: PerformanceId,
    pub bring_a_friend_day_ticket_count: u32,
}

/// The proof that a reservation belongs to the guest.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ReservationLookupRequest {
    pub reservation_code: Line,
    pub phone_number: Line,
}

/// The state of a reservation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, poem_openapi::Enum)]
#[oai(rename_all = "lowercase")]
pub enum ReservationStateView {
    Open,
    Confirmed,
    Cancelled,
}

/// The limits of a party, and the proof that adding a pass requires.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ReservationLimits {
    /// The maximum number of people: tickets, children and additional guests together.
    pub reservation_max_order_quantity: u32,
    pub reservation_max_under_age_tickets: u32,
    pub allow_partial_ticketing_reservations: bool,
    pub pass_validation_method_id: PassValidation,
}

/// The operator's texts for choosing an entry time.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ReservationSettings {
    pub selected_date_modal_capacity_label: String,
    pub baf_day_label: String,
    pub baf_day_text: String,
    pub selected_date_modal_already_booked_text: String,
    pub no_performances_message: String,
}

/// A benefit that the tickets give to the whole reservation (`entitlementTypeId` 2).
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ReservationEntitlementView {
    pub id: BenefitId,
    pub entitlement_type_id: BenefitSelection,
    pub quantity: u32,
    pub max_quantity: u32,
    pub card_title: String,
    pub card_description: Option<String>,
    pub css_key: Option<String>,
}

/// A benefit of one ticket.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct TicketEntitlementView {
    pub entitlement_id: BenefitId,
    /// The number of this use among the ticket's uses of the same benefit, starting at 1.
    pub sequence: u32,
    pub selection_type_id: BenefitSelection,
    pub selected_this_reservation: bool,
    pub redeemed_other_reservation: bool,
    pub name: String,
    /// The first and the last day of visits for which the benefit is valid, `YYYY-MM-DD`.
    pub active_from: Option<String>,
    pub active_to: Option<String>,
    pub css_key: Option<String>,
}

/// A ticket or pass of the party.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ReservationTicketView {
    pub id: String,
    /// The code of the ticket. For a ticket that was added automatically with another ticket of its order, only the end
    /// of the code.
    pub barcode: String,
    /// Equal to `barcode`.
    pub real_barcode: String,
    /// The path of the picture of the code. It is empty for a ticket that was added automatically with another ticket
    /// of its order, and for an imported ticket that is not a pass.
    pub qr_code: String,
    /// For a pass: the number of the pass, equal to `barcode`.
    pub passholder_account_id: Option<String>,
    pub ticket_type_id: TicketType,
    pub product_name: String,
    pub variant_name: String,
    pub pass_level_name: Option<String>,
    pub holder_name: Option<String>,
    /// The first and the last valid day, `YYYY-MM-DD`.
    pub active_from: Option<String>,
    pub active_to: Option<String>,
    /// `HH:mm` in the site's time zone.
    pub entry_time: Option<String>,
    /// The show to which the ticket admits; absent if there is none, or if the product has the same name.
    pub show_name: Option<String>,
    /// A code that all tickets of one order share; absent for passes and imported tickets.
    pub reservation_code: Option<String>,
    /// For a signed-in visitor: the id of the ticket. `account/ticket` lists it if the ticket belongs to the account.
    pub account_id: Option<String>,
    pub max_additional_people: u32,
    pub entitlements: Vec<TicketEntitlementView>,
}

/// The reserved visit.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct VisitView {
    pub performance_id: PerformanceId,
    pub property_id: PropertyId,
    pub property_name: String,
    pub site_name: String,
    /// The day of the visit, `YYYY-MM-DD`.
    pub business_date: String,
    /// `HH:mm`; absent if admission is for the whole day.
    pub performance_time: Option<String>,
    pub name: String,
    /// The park's opening hours, for example `10:00 AM to 8:00 PM`.
    pub property_hours: Option<String>,
    pub bring_a_friend_day_ticket_count: u32,
}

/// A reservation. Before a reservation has begun, all fields except `limits`, `settings` and `now` have default values.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ReservationView {
    pub id: Option<String>,
    /// The code of the reservation for the gate; absent until the reservation is confirmed.
    pub code: Option<String>,
    pub state: Option<ReservationStateView>,
    pub reservation_in_progress: bool,
    /// Whether the order of a cart will confirm the reservation.
    pub paid_with_cart: bool,
    pub site_id: Option<SiteId>,
    pub site_name: Option<String>,
    pub first_name: String,
    pub last_name: String,
    pub email_address: String,
    pub phone_number: String,
    pub zip: String,
    /// The CSS keys for messages about the reservation: the key of its site and the key of its park.
    pub message_css_keys: Vec<String>,
    /// Whether the park offers add-ons for the chosen visit.
    pub has_add_ons: bool,
    pub ticket_validation_completed: bool,
    pub property_id: Option<PropertyId>,
    pub property_name: Option<String>,
    pub under_age_ticket_count: u32,
    pub additional_guest_count: u32,
    pub tickets: Vec<ReservationTicketView>,
    pub reservation_entitlements: Vec<ReservationEntitlementView>,
    pub visit: Option<VisitView>,
    pub limits: ReservationLimits,
    pub settings: ReservationSettings,
    /// The deadline of the hold on the reservation's places, RFC 3339. `now` is the server's time in the same format.
    pub held_until: Option<String>,
    pub now: String,
    /// When the reservation was confirmed, RFC 3339 with the site's offset; absent until then.
    pub confirmed_at: Option<String>,
    /// The visit can be moved or cancelled until just before this time, RFC 3339; absent without a visit and after a
    /// cancellation.
    pub change_until: Option<String>,
    /// Whether a confirmed reservation can be moved or cancelled, or an open one if it were confirmed now.
    pub changeable: bool,
    /// The order that confirmed the reservation, if there is one.
    pub order_id: Option<String>,
    /// Whether the reservation belongs to the signed-in account.
    pub accounts_own: bool,
}

/// The visit to which the visitor's cart belongs, even if it was reserved in a different session.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CartReservationView {
    /// The visit; absent if the cart belongs to no visit, or if the reservation has expired.
    pub visit: Option<VisitView>,
    /// Whether the order of the cart will confirm the reservation. If not, the shopper must continue the reservation.
    pub paid_with_cart: bool,
    /// Whether this reservation is in progress in this session.
    pub reservation_in_progress: bool,
}

/// A page of a visitor's reservations.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct MyReservations {
    pub reservations: Vec<ReservationView>,
    /// Whether there are more reservations after the last reservation of this page.
    pub has_more: bool,
}

/// A park of the reservation's site.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PropertyView {
    pub id: PropertyId,
    pub name: String,
    pub css_key: Option<String>,
    pub logo: Option<PictureView>,
    pub show_logo_if_only_one_property_available: bool,
    /// Whether the park admits every ticket of the party.
    pub admits: bool,
    pub selected: bool,
}

/// A site at which visits can be reserved.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ReservationSiteView {
    pub id: SiteId,
    pub name: String,
    pub css_key: Option<String>,
    pub property_names: Vec<String>,
    pub selected: bool,
}

/// An entry time.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct EntryTimeView {
    /// Equal to `performanceId`.
    pub id: PerformanceId,
    pub name: String,
    pub capacity_level: VisitLevel,
    /// Whether a ticket of the party is already booked in a different reservation: for this time, or for any time if
    /// the ticket admits once.
    pub is_already_booked: bool,
    /// `HH:mm`; absent if admission is for the whole day.
    pub performance_time: Option<String>,
    pub performance_id: PerformanceId,
    /// Whether the shopper must choose the time even if no other time is offered.
    pub always_prompt_performance: bool,
}

/// A day of the calendar.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ReservationDateView {
    /// `YYYY-MM-DD`.
    pub business_date: String,
    pub capacity_level: VisitLevel,
    /// The park's opening hours as a text, for example `10:00 AM to 8:00 PM`.
    pub property_hours: Option<String>,
    /// The opening and the closing time, `HH:mm`.
    pub open_time: Option<String>,
    pub close_time: Option<String>,
    pub max_bring_a_friend_day_ticket_count: u32,
    pub performances: Vec<EntryTimeView>,
}

/// The days of a park with their levels for one party.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ReservationDates {
    pub property_id: PropertyId,
    /// The first and the last day that can be reserved, `YYYY-MM-DD`.
    pub first_date: String,
    pub last_date: String,
    /// The first day that the party can choose, `YYYY-MM-DD`; absent if there is no such day.
    pub next_available_date: Option<String>,
    /// The only day on which all tickets of the party are valid, `YYYY-MM-DD`; absent if they are valid on several days.
    pub only_date: Option<String>,
    /// The number of places that the party needs.
    pub places: u32,
    pub allow_same_ticket_same_performance_multiple_booking: bool,
    pub dates: Vec<ReservationDateView>,
}

/// A row of the review page.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ReservationItemView {
    /// `ticket`, `child`, `guest`, `friend`, `entitlement`, `addOn` or `otherDay`. `otherDay` is an add-on in the cart
    /// for a day other than the day of the visit.
    pub kind: String,
    pub name: String,
    pub detail: Option<String>,
    pub quantity: u32,
    /// The net price of an add-on for the whole quantity plus its per-ticket fees, without tax; absent for a row that
    /// is not an add-on.
    pub amount: Option<Money>,
    /// The day of an add-on that is for a particular day, for example `2026-11-21`.
    pub date: Option<String>,
}

/// The price of a variant at one of the add-on's times.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct AddOnPriceView {
    pub id: VariantId,
    /// The net price plus the per-ticket fees, without tax.
    pub display_price: Money,
    /// The price of one unit, without tax and fees.
    pub unit_price: Money,
}

/// A variant that can be bought with the visit, for the day of the visit.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AddOnVariantView {
    pub id: VariantId,
    pub name: String,
    /// The lowest display price on the day of the visit.
    pub display_price: Money,
    /// Whether the variant costs more at other times of the day.
    pub display_price_is_from: bool,
    /// The price of one unit, without tax and fees.
    pub unit_price: Money,
    pub min_quantity: u32,
    pub max_quantity: u32,
    pub age_restriction_text: Option<String>,
}

/// A time of an add-on on the day of the visit.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AddOnTimeView {
    pub selection_index: u32,
    pub performance_id: PerformanceId,
    /// `HH:mm`; absent if the performance is for the whole day.
    pub performance_time: Option<String>,
    pub show_name: String,
    /// The prices of the variants that are sold for this time. Empty except for the first selection, because the prices
    /// depend on its time.
    pub prices: Vec<AddOnPriceView>,
}

/// An add-on that the park offers with the visit.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AddOnView {
    pub product_id: ProductId,
    pub name: String,
    pub short_description: String,
    pub picture: Option<PictureView>,
    pub variants: Vec<AddOnVariantView>,
    /// The times of all selections. The list is empty for an add-on without a date. To add the add-on to the cart,
    /// choose one time for each selection.
    pub times: Vec<AddOnTimeView>,
}

/// The result of submitting a reservation.
#[derive(Clone, Debug, Default, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ReservationSubmitResponse {
    pub success: bool,
    pub message: Option<String>,
    pub errors: Option<Vec<FieldError>>,
    /// The id of the confirmed reservation; absent if add-ons must be paid for first.
    pub reservation_id: Option<String>,
    pub reservation_code: Option<String>,
    /// Whether add-ons must be paid for first. Their order then confirms the reservation.
    pub proceed_to_checkout: bool,
}
