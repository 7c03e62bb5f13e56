//! The request and response types of the reservation calls.

use poem_openapi::Object;

use crate::http::reply::FieldError;
use crate::shop::catalog::PictureView;
use midway_kernel::coded::{BenefitSelection, PassValidation, TicketType, VisitLevel};
use midway_kernel::id::{BenefitId, PerformanceId, ProductId, PropertyId, SiteId, VariantId};
use midway_kernel::input::Line;
use midway_kernel::money::Money;

/// Who a reservation is for (spec 2 §5, guest info form).
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
    /// Of a pass: its passholder's postal code or phone number, as `passValidationMethodId` says. A pass in the list of the account that
    /// is signed in needs none.
    pub validation_data1: Option<Line>,
}

/// One of what a ticket brings, chosen at the ticket.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ChosenEntitlement {
    pub reservation_ticket_id: Line,
    pub entitlement_id: BenefitId,
    pub sequence: u32,
}

/// So many of what the tickets together bring.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ChosenReservationEntitlement {
    pub entitlement_id: BenefitId,
    pub quantity: u32,
}

/// Who comes, and with what.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct TicketFinalizeRequest {
    /// Children without tickets.
    pub under_age_ticket_count: u32,
    #[oai(validator(max_items = 200))]
    pub entitlements: Vec<ChosenEntitlement>,
    #[oai(validator(max_items = 50))]
    pub reservation_entitlements: Vec<ChosenReservationEntitlement>,
    /// People without tickets whom a holder takes along.
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

/// What shows that a reservation is the guest's own.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ReservationLookupRequest {
    pub reservation_code: Line,
    pub phone_number: Line,
}

/// How far a reservation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, poem_openapi::Enum)]
#[oai(rename_all = "lowercase")]
pub enum ReservationStateView {
    Open,
    Confirmed,
    Cancelled,
}

/// Where tickets and passes are found, and the limits of a party.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ReservationLimits {
    /// Tickets, children and additional guests together.
    pub reservation_max_order_quantity: u32,
    pub reservation_max_under_age_tickets: u32,
    pub allow_partial_ticketing_reservations: bool,
    pub pass_validation_method_id: PassValidation,
}

/// The operator's words for the modal in which an entry time is chosen (spec 2 §3, reservation settings).
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ReservationSettings {
    pub selected_date_modal_capacity_label: String,
    pub baf_day_label: String,
    pub baf_day_text: String,
    pub selected_date_modal_already_booked_text: String,
    pub no_performances_message: String,
}

/// What tickets bring for the whole reservation (spec 2 §3, reservation entitlement of type 2).
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

/// One of what a ticket brings (spec 2 §3).
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct TicketEntitlementView {
    pub entitlement_id: BenefitId,
    /// Counts the same benefit of one ticket from 1.
    pub sequence: u32,
    pub selection_type_id: BenefitSelection,
    pub selected_this_reservation: bool,
    pub redeemed_other_reservation: bool,
    pub name: String,
    /// `YYYY-MM-DD`.
    pub active_from: Option<String>,
    pub active_to: Option<String>,
    pub css_key: Option<String>,
}

/// A ticket or pass of the party (spec 2 §3).
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ReservationTicketView {
    pub id: String,
    /// The code as people read it out.
    pub barcode: String,
    /// The code as scanners read it.
    pub real_barcode: String,
    /// The address of its picture; none of a ticket that came along with another of its order, whose code is not shown whole.
    pub qr_code: String,
    /// Of a pass: its number.
    pub passholder_account_id: Option<String>,
    pub ticket_type_id: TicketType,
    pub product_name: String,
    pub variant_name: String,
    pub holder_name: Option<String>,
    /// `YYYY-MM-DD`: the days on which it admits.
    pub active_from: Option<String>,
    pub active_to: Option<String>,
    /// `HH:mm`, the site's wall clock.
    pub entry_time: Option<String>,
    /// What it admits to, where its product does not say so.
    pub show_name: Option<String>,
    /// What tickets of one order have in common; passes have none.
    pub reservation_code: Option<String>,
    /// To who is signed in: by which `account/ticket` names it, if it is the account's.
    pub account_id: Option<String>,
    pub max_additional_people: u32,
    pub entitlements: Vec<TicketEntitlementView>,
}

/// The visit that is reserved.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct VisitView {
    pub performance_id: PerformanceId,
    pub property_id: PropertyId,
    pub property_name: String,
    pub site_name: String,
    /// `YYYY-MM-DD`.
    pub business_date: String,
    /// `HH:mm`; none where admission is for the whole day.
    pub performance_time: Option<String>,
    pub name: String,
    /// `10:00 AM to 8:00 PM`, as the park is open.
    pub property_hours: Option<String>,
    pub bring_a_friend_day_ticket_count: u32,
}

/// A reservation (spec 2 §3). Before one has begun nothing but what begins one.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ReservationView {
    pub id: Option<String>,
    /// The one code of the whole party, once it is confirmed.
    pub code: Option<String>,
    pub state: Option<ReservationStateView>,
    pub reservation_in_progress: bool,
    /// Whether the order of the visitor's cart is to confirm it.
    pub paid_with_cart: bool,
    pub site_id: Option<SiteId>,
    pub site_name: Option<String>,
    pub first_name: String,
    pub last_name: String,
    pub email_address: String,
    pub phone_number: String,
    pub zip: String,
    /// Classes of messages about it: of its site, and of its park.
    pub message_css_keys: Vec<String>,
    /// Whether the park offers anything with the visit that is chosen.
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
    /// RFC 3339: until when its places are held, and what time it is there.
    pub held_until: Option<String>,
    pub now: String,
    /// Of a confirmed one: until when it may be moved or cancelled.
    pub change_until: Option<String>,
    pub changeable: bool,
    /// The order that confirmed it, if one did.
    pub order_id: Option<String>,
    /// Whether it is that of the account that is signed in.
    pub accounts_own: bool,
}

/// The visit that is to be paid with the visitor's cart, in whatever session it was reserved.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CartReservationView {
    /// None where there is none, or its reservation has ended.
    pub visit: Option<VisitView>,
    /// Whether the order of the cart is to confirm it. If not, its reservation has to be gone on with.
    pub paid_with_cart: bool,
    /// Whether its reservation is the one in progress of this session.
    pub reservation_in_progress: bool,
}

/// A page of a visitor's reservations.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct MyReservations {
    pub reservations: Vec<ReservationView>,
    /// Whether more come after the last of these.
    pub has_more: bool,
}

/// A park of the reservation's site (spec 2 §3).
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PropertyView {
    pub id: PropertyId,
    pub name: String,
    pub css_key: Option<String>,
    pub logo: Option<PictureView>,
    pub show_logo_if_only_one_property_available: bool,
    /// Whether every ticket of the party is good for it.
    pub admits: bool,
    pub selected: bool,
}

/// A site at which visits are reserved.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ReservationSiteView {
    pub id: SiteId,
    pub name: String,
    pub css_key: Option<String>,
    pub property_names: Vec<String>,
    pub selected: bool,
}

/// An entry time (spec 2 §3, reservation date).
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct EntryTimeView {
    /// The same as `performanceId`.
    pub id: PerformanceId,
    pub name: String,
    pub capacity_level: VisitLevel,
    /// Whether a ticket of the party has a visit at this time already, in another reservation.
    pub is_already_booked: bool,
    /// `HH:mm`; none where admission is for the whole day.
    pub performance_time: Option<String>,
    pub performance_id: PerformanceId,
    /// Whether its time is asked for even when it is the only one.
    pub always_prompt_performance: bool,
}

/// A day of the calendar (spec 2 §3, reservation date).
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ReservationDateView {
    /// `YYYY-MM-DD`.
    pub business_date: String,
    pub capacity_level: VisitLevel,
    /// `10:00 AM to 8:00 PM`.
    pub property_hours: Option<String>,
    /// `HH:mm`.
    pub open_time: Option<String>,
    pub close_time: Option<String>,
    pub max_bring_a_friend_day_ticket_count: u32,
    pub performances: Vec<EntryTimeView>,
}

/// The days of a park for a party.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ReservationDates {
    pub property_id: PropertyId,
    /// `YYYY-MM-DD`: the first and the last day that can be reserved.
    pub first_date: String,
    pub last_date: String,
    /// The first day at level 2 to 4, of all; none when the park has none for this party.
    pub next_available_date: Option<String>,
    /// As many people as come.
    pub places: u32,
    pub allow_same_ticket_same_performance_multiple_booking: bool,
    pub dates: Vec<ReservationDateView>,
}

/// A row of the review.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ReservationItemView {
    /// `ticket`, `child`, `guest`, `friend`, `entitlement` or `addOn`; `otherDay`: something that the park offers, in the cart for another
    /// day than that of the visit.
    pub kind: String,
    pub name: String,
    pub detail: Option<String>,
    pub quantity: u32,
    /// Of an add-on that waits in the cart, or was bought with it.
    pub amount: Option<Money>,
    /// Of an add-on that is for a day: which one, as `2026-11-21`.
    pub date: Option<String>,
}

/// What a variant costs at one of its times.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct AddOnPriceView {
    pub id: VariantId,
    /// Net price and per-ticket fees, without tax.
    pub display_price: Money,
    /// Net of tax and fees.
    pub unit_price: Money,
}

/// Something that may be bought with the visit: a variant for its day.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AddOnVariantView {
    pub id: VariantId,
    pub name: String,
    /// The lowest of its times.
    pub display_price: Money,
    /// Whether it costs more at other times.
    pub display_price_is_from: bool,
    /// Net of tax and fees.
    pub unit_price: Money,
    pub min_quantity: u32,
    pub max_quantity: u32,
    pub age_restriction_text: Option<String>,
}

/// When something may be had on the day of the visit.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AddOnTimeView {
    pub selection_index: u32,
    pub performance_id: PerformanceId,
    /// `HH:mm`; none where it is for the whole day.
    pub performance_time: Option<String>,
    pub show_name: String,
    /// Of the first selection, whose time is what prices depend on: the variants that are sold for it.
    pub prices: Vec<AddOnPriceView>,
}

/// Something that the park offers with the visit.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AddOnView {
    pub product_id: ProductId,
    pub name: String,
    pub short_description: String,
    pub picture: Option<PictureView>,
    pub variants: Vec<AddOnVariantView>,
    /// Empty where it has no date. It can be added to the cart with one for each selection.
    pub times: Vec<AddOnTimeView>,
}

/// What came of a submit.
#[derive(Clone, Debug, Default, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ReservationSubmitResponse {
    pub success: bool,
    pub message: Option<String>,
    pub errors: Option<Vec<FieldError>>,
    /// The reservation that is confirmed.
    pub reservation_id: Option<String>,
    pub reservation_code: Option<String>,
    /// Whether what is bought with it has to be paid for first: the order confirms the reservation.
    pub proceed_to_checkout: bool,
}
