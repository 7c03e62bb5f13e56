//! The file format of a catalogue. An operator writes these files, `midway export` writes them back, and a revision
//! stores their content.
//!
//! A folder contains any number of TOML files. Each may contain any of the tables below, so an operator may split the
//! folder freely. The rows of a CSV file that is named after a flat table (`country.csv`, `state.csv`, `seat.csv`,
//! `price.csv`) are added to that table. Texts marked "HTML" are sanitised at import, and so are the resource texts
//! whose id ends in `Html`. Amounts are strings (`"49.99"`), rates are basis points, and times are wall-clock times of
//! a site.

use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate, NaiveDateTime, NaiveTime, Timelike, Weekday};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use midway_kernel::accessibility::AccessibilityFeature;
use midway_kernel::coded::{BenefitSelection, DisplayCategory, PassKind, PassValidation, PlanType, ShowType};
use midway_kernel::id::{
    BenefitId, BundleId, DeliveryMethodId, HallId, PaymentMethodId, PlanId, PoolId, ProductId, PromotionId,
    PromotionRuleId, PropertyId, QuestionId, ResourceId, ScheduleId, SeatId, SectionId, ShowId, SiteId, TaxClassId,
    VariantId,
};
use midway_kernel::money::Money;
use midway_kernel::rate::BasisPoints;

/// A whole catalogue.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Folder {
    /// The settings of the shop. A folder contains this table exactly once.
    pub settings: Settings,
    /// Texts, by resource id, that replace the default texts. A placeholder such as `{{name}}` is replaced by a value.
    /// A text whose id ends in `Html` is HTML.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub text: BTreeMap<ResourceId, String>,
    pub site: Vec<Site>,
    pub country: Vec<Country>,
    pub state: Vec<State>,
    pub delivery_method: Vec<DeliveryMethod>,
    pub payment_method: Vec<PaymentMethod>,
    pub tax_class: Vec<TaxClass>,
    pub fee: Vec<Fee>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plan: Vec<Plan>,
    pub pool: Vec<Pool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hall: Vec<Hall>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seat: Vec<Seat>,
    pub show: Vec<Show>,
    pub schedule: Vec<Schedule>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub property: Vec<Property>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reservation_benefit: Vec<ReservationBenefit>,
    pub product: Vec<Product>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub question: Vec<Question>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bundle: Vec<Bundle>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub price_calendar: Vec<PriceCalendar>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub price: Vec<ListedPrice>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sale_price: Vec<SalePrice>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub promotion_code: Vec<Promotion>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tag_sale: Vec<Promotion>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub new_pass_sale: Vec<Promotion>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub add_on_sale: Vec<Promotion>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub verified_offer: Vec<Promotion>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cross_sell: Vec<Promotion>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub advance_sale: Vec<Promotion>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub renewal: Vec<Promotion>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub upgrade: Vec<Promotion>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ticket_entitlement: Vec<Promotion>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub account_entitlement: Vec<Promotion>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub offer: Vec<Offer>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub redirect: Vec<Redirect>,
}

/// The settings of the whole shop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    pub web_site_name: String,
    /// A description of the shop in one or two sentences, shown on the home page and to search engines.
    pub description: String,
    /// The path of a picture below `pictures/`: png, jpg, jpeg or webp. The alternative text of the picture is the
    /// shop's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site_logo: Option<String>,
    /// The large picture at the top of the home page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead_picture: Option<Picture>,
    /// The links of the menu at the top of every page, in their order. At most 8.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub menu: Vec<MenuLink>,
    /// Selects the theme of the whole shop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style_key: Option<String>,
    /// A message that is shown in an alert under the header of every page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site_message: Option<String>,
    /// The page where shoppers sign in, if not the shop's own page `/authenticate/smart-login`. The return address is
    /// appended as the query parameter `ReturnUrl`, also for the next three keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smart_login_url: Option<String>,
    /// The page that replaces `/login`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub login_url: Option<String>,
    /// The page that replaces `/authenticate/register`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub register_url: Option<String>,
    /// The page that replaces `/logout`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logout_url: Option<String>,
    /// The target of the Account link in the header, if not the shop's own page `/profile`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub privacy_policy_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms_of_sale_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms_of_use_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analytics_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analytics_site_code: Option<String>,
    /// The phone number at which visitors reach the operator, such as `(401) 555-0134`. E-mails, tickets and calendar
    /// files show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// The sender of e-mails, such as `Harbor Gardens <tickets@harborgardens.example>`. `MAIL_FROM` takes precedence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mail_from: Option<String>,
    /// The color of the shop's name and of buttons in e-mails, such as `#1f4f63`. White text must be readable on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mail_color: Option<String>,
    /// Whether an e-mail reminds shoppers of their visit on the day before.
    pub visit_reminders: bool,
    /// Whether shoppers may request the confirmation of their order again.
    pub allow_confirmation_resend: bool,
    /// Hosts, other than the shop's, to which a redirect may lead.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub redirect_hosts: Vec<String>,
    /// The address of the analytics script, with the placeholders `{{id}}` and `{{siteCode}}`. The default is the
    /// address of Google Tag Manager.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analytics_script: Option<String>,
    /// Additional origins from which the analytics script loads files and to which it sends data.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub analytics_hosts: Vec<String>,
    /// Seconds without activity after which a session ends. 60 to 43,200.
    pub session_timeout: u32,
    /// Minutes for which a change of the cart holds its places. 1 to 60.
    pub hold_minutes: u32,
    /// The maximum duration of a hold, in minutes after its first claim. Nothing extends a hold beyond it. At least
    /// `hold_minutes`, at most 240.
    pub max_hold_minutes: u32,
    /// The maximum number of places at performances in the cart of one guest or one account. 1 to 10,000.
    pub max_held_places: u32,
    /// How many places of one performance, day or code the carts of one network address may hold together. 1 to 10,000.
    pub max_held_places_by_address: u32,
    /// `max_held_places_by_address` as a share of all places, in percent. The larger of the two limits applies. 0 to
    /// 100.
    pub max_held_percent_by_address: u32,
    /// How many carts of one network address may hold places at the same time. 1 to 10,000.
    pub max_holds_by_address: u32,
    /// The share of all places of a performance, section or day that one network address may order for free, in
    /// percent. 1 to 100.
    pub max_free_percent_by_address: u32,
    /// How many imported tickets and passes may be found by their codes from one network address per hour. 1 to 10,000.
    pub max_imported_codes_per_hour: u32,
    /// How many imported tickets and passes may be found by their codes from one network address per day. At least
    /// `max_imported_codes_per_hour`, at most 10,000.
    pub max_imported_codes_per_day: u32,
    /// The number of days for which schedules produce performances, including today. 1 to 730.
    pub look_ahead_days: u32,
    /// The number of days for which products with a week calendar are sold, including today; never more than
    /// `look_ahead_days`. 1 to 730.
    pub dp_look_ahead_days: u32,
    /// The proof required to link a pass to an account, in addition to its number. 1: the passholder's phone number; 2:
    /// the postal code.
    pub pass_validation_method_id: PassValidation,
    /// Whether passholders may upload a picture of themselves.
    pub capture_pass_pictures: bool,
    /// Whether passes can be added only on pages where passes are chosen, and not on the page of passholders.
    pub suppress_new_pass_demographics: bool,
    /// Whether the name on a pass may be changed when it is renewed.
    pub allow_pass_name_change: bool,
    /// Whether the birth date on a pass may be changed when it is renewed.
    pub allow_pass_birth_date_change: bool,
    /// Whether a saved card can be used without its security code.
    pub suppress_saved_payment_code: bool,
    /// The maximum number of people in one reservation: tickets, children and additional guests together. 1 to 100.
    pub reservation_max_order_quantity: u32,
    /// The maximum number of children without tickets in one reservation; at most `reservation_max_order_quantity`.
    pub reservation_max_under_age_tickets: u32,
    /// The maximum number of upcoming visits that one ticket or pass may have reserved at the same time. 1 to 1,000.
    pub reservation_max_coming_visits: u32,
    /// Whether the tickets of an order may be reserved separately.
    pub allow_partial_ticketing_reservations: bool,
    /// A reserved visit can be moved or cancelled until this number of hours before it starts. 0 to 720.
    pub reservation_change_hours: u32,
    /// Capacity is "Limited" while the available share is below this percentage. 0 to 100.
    pub limited_below_percent: u32,
    /// Capacity is "Almost full" while the available share is below this percentage; at most `limited_below_percent`.
    pub almost_full_below_percent: u32,
}

/// A link of the menu.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MenuLink {
    pub name: String,
    /// A path within the shop, or an absolute http(s) URL.
    pub to: String,
}

impl Settings {
    /// The number of days for which products with a week calendar are on sale, including today.
    pub fn week_look_ahead_days(&self) -> u32 {
        self.look_ahead_days.min(self.dp_look_ahead_days)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            web_site_name: String::new(),
            description: String::new(),
            site_logo: None,
            lead_picture: None,
            menu: Vec::new(),
            style_key: None,
            site_message: None,
            smart_login_url: None,
            login_url: None,
            register_url: None,
            logout_url: None,
            profile_url: None,
            privacy_policy_url: None,
            terms_of_sale_url: None,
            terms_of_use_url: None,
            analytics_id: None,
            analytics_site_code: None,
            phone: None,
            mail_from: None,
            mail_color: None,
            visit_reminders: true,
            allow_confirmation_resend: true,
            redirect_hosts: Vec::new(),
            analytics_script: None,
            analytics_hosts: Vec::new(),
            session_timeout: 1_200,
            hold_minutes: 15,
            max_hold_minutes: 60,
            max_held_places: 100,
            max_held_places_by_address: 60,
            max_held_percent_by_address: 20,
            max_holds_by_address: 200,
            max_free_percent_by_address: 50,
            max_imported_codes_per_hour: 20,
            max_imported_codes_per_day: 40,
            look_ahead_days: 180,
            dp_look_ahead_days: 180,
            pass_validation_method_id: PassValidation::Zip,
            capture_pass_pictures: true,
            suppress_saved_payment_code: false,
            reservation_max_order_quantity: 10,
            reservation_max_under_age_tickets: 4,
            reservation_max_coming_visits: 30,
            allow_partial_ticketing_reservations: true,
            reservation_change_hours: 2,
            suppress_new_pass_demographics: false,
            allow_pass_name_change: false,
            allow_pass_birth_date_change: false,
            limited_below_percent: 40,
            almost_full_below_percent: 15,
        }
    }
}

/// A park, museum or other venue. The dates and times of its products are in the venue's time zone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Site {
    pub id: SiteId,
    pub name: String,
    /// An IANA time zone, such as `America/New_York`.
    #[schemars(with = "String")]
    pub time_zone: chrono_tz::Tz,
    /// Selects the theme of this site's pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub css_key: Option<String>,
    /// The color of the site's PDF tickets and of its visits in e-mails, such as `#2d5a34`. White text must be readable
    /// on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticket_color: Option<String>,
    /// The type of the site for search engines: a schema.org type such as `AmusementPark` or `Museum`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema_type: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analytics_tracking_id: Option<String>,
    /// Whether one ticket may be booked several times for the same performance.
    #[serde(default)]
    pub allow_same_ticket_same_performance_multiple_booking: bool,
    /// The opening hours. For each day, the first entry that includes the day applies. No hours are shown for a day
    /// without an entry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hours: Vec<OpeningHours>,
    /// A picture of a map of the site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<Picture>,
    /// The site at a provider of maps, which visitors open for directions: an absolute http(s) URL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map_url: Option<String>,
    /// How to get there, as HTML.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub directions: String,
    /// What visitors bring, one line each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub what_to_bring: Vec<String>,
    /// What the site offers to people with disabilities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accessibility: Vec<AccessibilityFeature>,
    /// More about visits of people with disabilities, as HTML.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub accessibility_description: String,
    pub address: SiteAddress,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SiteAddress {
    pub street: String,
    pub city: String,
    /// The abbreviation of the state or province, if the country has states or provinces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    pub zip: String,
    /// ISO 3166 two-letter code.
    pub country: String,
}

/// A country for addresses. 80 is the USA, 17 is Canada.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Country {
    pub id: i32,
    pub name: String,
    /// ISO 3166 two-letter code.
    pub code: String,
    /// Whether phone numbers of the country follow the North American Numbering Plan.
    #[serde(default)]
    pub phone_use_nanp_format: bool,
}

/// A state or province.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub id: i32,
    pub country_id: i32,
    pub name: String,
    pub abbreviation: String,
    /// Whether a shopper with a billing address in this state must acknowledge the location before paying.
    #[serde(default)]
    pub require_location_acknowledgement: bool,
}

/// A method by which an order reaches the shopper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeliveryMethod {
    pub id: DeliveryMethodId,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default)]
    pub price: Money,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_class: Option<TaxClassId>,
    #[serde(default)]
    pub shipping_address_required: bool,
    /// Whether the method delivers only files. It is then not offered if the cart contains an item that must be handed
    /// over.
    #[serde(default)]
    pub digital: bool,
    /// The number of days that delivery takes. The method is not offered if the cart contains a ticket for a day before
    /// the delivery arrives. 0 to 366.
    #[serde(default)]
    pub lead_days: u32,
}

/// The adapters that process card payments.
pub const PROCESSORS: [&str; 1] = ["sandbox"];

/// The adapters for lenders, which process payments by the lenders' own plans.
pub const LENDERS: [&str; 1] = ["sandbox-lender"];

/// A method by which shoppers pay, such as by card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentMethod {
    pub id: PaymentMethodId,
    pub name: String,
    /// The name in confirmations, if it differs from `name`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmation_display_name: Option<String>,
    /// The adapter that processes the payments: one of [`PROCESSORS`] or [`LENDERS`].
    pub processor: String,
}

impl PaymentMethod {
    pub fn is_of_lender(&self) -> bool {
        LENDERS.contains(&self.processor.as_str())
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaxClass {
    pub id: TaxClassId,
    pub name: String,
    /// Basis points of the net price, 0 to 10,000.
    pub rate: BasisPoints,
}

/// A mandatory fee.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fee {
    pub id: String,
    pub name: String,
    pub per: FeePer,
    pub amount: Money,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_class: Option<TaxClassId>,
    /// The products to which the fee applies; all products if the list is empty. A fee per order is charged if the
    /// order contains one of these products.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub products: Vec<ProductId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FeePer {
    Order,
    Ticket,
}

/// A plan for paying for passes over time. With an in-house plan, the shopper pays a part today and the rest in equal
/// monthly payments. With a lender plan, the lender pays everything today, and the terms are agreed between the lender
/// and the shopper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub id: PlanId,
    pub name: String,
    /// 1: an in-house plan, paid by card. 2: a lender plan.
    #[serde(rename = "type", default = "house")]
    pub plan_type: PlanType,
    /// For a plan of type 2: the lender, one of [`LENDERS`]. A payment method must have this lender as its processor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lender: Option<String>,
    /// The part of each pass's price that is paid today, without tax and fees. It is at most the whole price. Not
    /// allowed for a lender plan.
    #[serde(default)]
    pub down_payment: Money,
    /// The additional cost of each pass that is paid for by the plan. It is paid today.
    #[serde(default)]
    pub fee: Money,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_class: Option<TaxClassId>,
    /// Whether the fee is a finance charge and therefore part of the annual percentage rate (Regulation Z, 12 CFR
    /// 1026.4).
    #[serde(default)]
    pub fee_is_finance_charge: bool,
    /// The number of monthly payments after today's payment. 1 to 36; not allowed for a lender plan.
    #[serde(default)]
    pub payments: u32,
    /// The text that follows the word "or" beside the price of a pass, and that precedes the price on pages for paying
    /// over time. The default text states how much is paid today and how much each month.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The terms of the plan, as HTML. Required for a lender plan, because the shop shows no other terms of a lender
    /// plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disclaimer: Option<String>,
}

fn house() -> PlanType {
    PlanType::House
}

/// A capacity that several performances share, such as the number of people in a building at the same time or the
/// number of guests in a park on a day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pool {
    pub id: PoolId,
    pub capacity: u32,
    pub per: PoolPer,
    /// Different capacities on particular days.
    #[serde(default, rename = "exception", skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<PoolException>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PoolPer {
    /// One capacity for the whole day.
    Day,
    /// One capacity for each starting time.
    Time,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PoolException {
    pub date: NaiveDate,
    pub capacity: u32,
}

/// A hall with its sections. All shows in the hall use the same sections and seats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hall {
    pub id: HallId,
    /// The width and the height of the seating plan, in the units of the polygons and seat positions. The stage is at
    /// the top.
    pub size: [u32; 2],
    /// A drawing of the whole plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chart: Option<Picture>,
    /// The sections, from the most to the least attractive.
    #[serde(rename = "section")]
    pub sections: Vec<Section>,
}

/// A part of a hall, such as a block of seats, a balcony or a lawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Section {
    pub id: SectionId,
    pub name: String,
    /// The number of places, for a section without numbered seats. A section with seats has as many places as seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<u32>,
    /// The corners of the section's outline, as `[x, y]`; at least three.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub polygon: Vec<[u32; 2]>,
    /// What the stage looks like from the section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<Picture>,
    /// Whether the section consists of wheelchair spaces and the seats beside them.
    #[serde(default, skip_serializing_if = "is_false")]
    pub accessible: bool,
}

/// A numbered seat. The rows of a section are listed in order, the best row first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    pub hall: HallId,
    pub section: SectionId,
    /// The label of the row: letters, digits and hyphens, such as `A`.
    pub row: String,
    /// The label of the seat in its row, such as `12`.
    pub seat: String,
    /// The position of the seat's centre in the seating plan of the hall.
    pub x: u32,
    pub y: u32,
    #[serde(default)]
    pub kind: SeatKind,
}

/// For whom a seat is. Accessible seats are never assigned as the best available seats: shoppers choose them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    #[default]
    Standard,
    /// A space without a seat, for a person in a wheelchair.
    Wheelchair,
    /// The seat beside a wheelchair space.
    Companion,
}

impl SeatKind {
    pub fn is_standard(&self) -> bool {
        *self == SeatKind::Standard
    }
}

impl Seat {
    /// The id of the seat within its hall.
    pub fn id(&self) -> SeatId {
        SeatId(format!("{}-{}-{}", self.section, self.row, self.seat).to_lowercase())
    }
}

/// An event or place that is visited, such as an exhibition, a play, or the park itself on a day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Show {
    pub id: ShowId,
    pub site: SiteId,
    pub name: String,
    #[serde(rename = "type")]
    pub show_type: ShowType,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_minutes: Option<u32>,
    /// The hall in which the show takes place; required for shows of type 2 and 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hall: Option<HallId>,
    /// Whether admission is for the whole day. If so, the time is not shown, and there is one slot per day.
    #[serde(default)]
    pub valid_all_day: bool,
    /// Whether the shopper must choose the show even if it is the only one.
    #[serde(default)]
    pub always_prompt_show: bool,
    /// Whether the shopper must choose the time even if it is the only one.
    #[serde(default)]
    pub always_prompt_performance: bool,
}

/// The rule for a show's performances. The rule has no end if `until` is absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    pub id: ScheduleId,
    pub show: ShowId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<NaiveDate>,
    /// `mon` to `sun`, or in full; all days if absent.
    #[serde(default = "every_day")]
    #[schemars(with = "Vec<WrittenWeekday>")]
    pub weekdays: Vec<Weekday>,
    /// The number of places of each performance whose slot has no `capacity`. If absent, the number of places of the
    /// show's hall applies; without a hall, only pools limit the number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<u32>,
    /// The pools that also limit each performance.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pools: Vec<PoolId>,
    /// For how many minutes after its start a performance is still sold. A negative number ends the sale before the
    /// start.
    #[serde(default)]
    pub closes_after_minutes: i32,
    #[serde(rename = "slot")]
    pub slots: Vec<Slot>,
    /// Days without performances.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<NaiveDate>,
    /// Exceptional days. The slots of an exception replace the slots of the rule, even outside the rule's season and
    /// weekdays and on closed days.
    #[serde(default, rename = "exception", skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<ScheduleException>,
}

impl Schedule {
    /// The slots of a day as written in the files: the slots of the day's exception if there is one, otherwise the
    /// slots of the rule. [`Catalog::slots_on`](super::Catalog::slots_on) leaves out slots at times that do not exist
    /// on the day.
    pub fn written_slots_on(&self, date: NaiveDate) -> &[Slot] {
        if let Some(exception) = self.exceptions.iter().find(|exception| exception.date == date) {
            return &exception.slots;
        }
        let runs = self.from.is_none_or(|from| from <= date)
            && self.until.is_none_or(|until| date <= until)
            && self.weekdays.contains(&date.weekday())
            && !self.closed.contains(&date);
        if runs { &self.slots } else { &[] }
    }

    /// Whether the schedule has no performances after a day.
    pub fn is_over_after(&self, day: NaiveDate) -> bool {
        let is_past = |exception: &ScheduleException| exception.date <= day || exception.slots.is_empty();
        self.until.is_some_and(|until| until <= day) && self.exceptions.iter().all(is_past)
    }
}

fn every_day() -> Vec<Weekday> {
    vec![Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri, Weekday::Sat, Weekday::Sun]
}

/// The schema of a weekday: its name in full or the first three letters, in upper or lower case.
struct WrittenWeekday;

impl JsonSchema for WrittenWeekday {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Weekday".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "pattern": "^([Mm]on(day)?|[Tt]ue(sday)?|[Ww]ed(nesday)?|[Tt]hu(rsday)?|[Ff]ri(day)?|[Ss]at(urday)?|[Ss]un(day)?)$"
        })
    }
}

/// One performance of a day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    pub time: WallTime,
    /// The slot's key in performance ids. With a key, a slot keeps its id when its time changes. The default is the
    /// time without the colon (`1030`). Lower-case letters, digits and hyphens, at most 40 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// A label shown beside the time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Replaces the capacity of the schedule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<u32>,
}

impl Slot {
    /// The key of this slot in a performance's id.
    pub fn key(&self) -> String {
        self.id.clone().unwrap_or_else(|| format!("{:02}{:02}", self.time.0.hour(), self.time.0.minute()))
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScheduleException {
    pub date: NaiveDate,
    #[serde(rename = "slot")]
    pub slots: Vec<Slot>,
}

/// A wall-clock time in whole minutes, written `"10:30"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WallTime(pub NaiveTime);

impl WallTime {
    /// Reads `10:30` or `9:00`, or `10:30:00`, as which a TOML file writes a time without quotes.
    fn parse(text: &str) -> Option<Self> {
        let minutes = text.strip_suffix(":00").filter(|minutes| minutes.contains(':')).unwrap_or(text);
        let is_plain = minutes.len() <= 5 && minutes.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
        let time = NaiveTime::parse_from_str(minutes, "%H:%M").ok()?;
        (is_plain && minutes.split_once(':')?.1.len() == 2).then_some(WallTime(time))
    }

    /// The time as it appears in the API: `10:30`.
    pub fn wire(self) -> String {
        self.0.format("%H:%M").to_string()
    }
}

impl Serialize for WallTime {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.wire())
    }
}

impl<'de> Deserialize<'de> for WallTime {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        WallTime::parse(&text).ok_or_else(|| {
            serde::de::Error::custom(format!("\"{text}\" is not a time of day in 24 hours like \"18:30\""))
        })
    }
}

impl JsonSchema for WallTime {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "WallTime".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^([01]?[0-9]|2[0-3]):[0-5][0-9]$" })
    }
}

/// A park, or a part of one, for which visits are reserved with tickets or passes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Property {
    pub id: PropertyId,
    pub site: SiteId,
    pub name: String,
    /// Selects the style of the property's logo and of messages about the property.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub css_key: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<Picture>,
    /// Whether the property's logo is shown even if there is no other park to choose.
    #[serde(default)]
    pub show_logo_if_only_one_property_available: bool,
    /// The show whose performances are the property's entry times. It belongs to the same site and has no hall. A dated
    /// ticket that has a place in the same pool on the same day needs no second place.
    pub show: ShowId,
    /// The products whose tickets and passes are admitted.
    pub products: Vec<ProductId>,
    /// The products that are offered with a reservation if they are on sale and available on its day.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub add_ons: Vec<ProductId>,
    /// The opening hours. For each day, the first entry that includes the day applies. No hours are shown for a day
    /// without an entry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hours: Vec<OpeningHours>,
    /// Days on which a party may bring friends without tickets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bring_a_friend: Vec<BringAFriendDays>,
}

/// The opening hours on certain days, or on all days if no days are given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningHours {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<SeasonDay>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<SeasonDay>,
    /// `mon` to `sun`, or in full; all days if absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<WrittenWeekday>")]
    pub weekdays: Vec<Weekday>,
    pub opens: WallTime,
    pub closes: WallTime,
}

/// Days on which a party may bring friends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BringAFriendDays {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<SeasonDay>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<SeasonDay>,
    /// `mon` to `sun`, or in full; all days if absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<WrittenWeekday>")]
    pub weekdays: Vec<Weekday>,
    /// The maximum number of friends per reservation. 1 to 20.
    pub friends: u32,
}

/// A benefit that tickets and passes give to a reservation. It is chosen with the reservation, and the visit uses it
/// up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReservationBenefit {
    pub id: BenefitId,
    pub name: String,
    /// The variants whose tickets give the benefit.
    pub held: Vec<VariantId>,
    /// 1: chosen for each ticket that gives it. 2: chosen as a quantity for the whole reservation.
    #[serde(rename = "selection_type")]
    pub selection: BenefitSelection,
    /// How many uses each ticket gives in total. 1 to 100.
    pub quantity: u32,
    /// For selection type 2: the number of places that each use takes, for additional guests. 0 to 10.
    #[serde(default)]
    pub places: u32,
    /// For selection type 2: the heading and the text of the card that offers the benefit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_description: Option<String>,
    /// The first and the last day of visits for which the benefit is valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub css_key: Option<String>,
}

/// A product, such as a ticket, an add-on or parking. Every product has a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Product {
    pub id: ProductId,
    pub site: SiteId,
    pub name: String,
    /// The heading under which the home page lists the product. Without a heading, the home page does not list it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    pub short_description: String,
    /// The long description, as HTML.
    #[serde(default)]
    pub long_description: String,
    #[serde(default)]
    pub disclaimer: String,
    #[serde(default, rename = "picture", skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<Picture>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Words that visitors may search for and that are in no other text of the product, for example
    /// `["dinosaur", "bones"]`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub search_words: Vec<String>,
    /// Whom the product suits, in the operator's words, for example `["Families", "Small children"]`. Visitors can
    /// search by these words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub audiences: Vec<String>,
    /// What the product offers to people with disabilities. Visitors can search by it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accessibility: Vec<AccessibilityFeature>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_class: Option<TaxClassId>,
    /// The start and the end of the sale, in the site's local time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_sale_from: Option<NaiveDateTime>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_sale_until: Option<NaiveDateTime>,
    /// Whether the product is on public sale. If not, only promotions that name the product, one of its variants or one
    /// of its tags sell it.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub sold_publicly: bool,
    #[serde(default)]
    pub hide_variants_in_multi_product_view: bool,
    #[serde(default)]
    pub requires_login_challenge: bool,
    /// Whether the date and performance may be changed in the cart.
    #[serde(default = "yes")]
    pub allow_performance_change: bool,
    /// Whether the product's places are scarce. If so, the shopper must confirm before places are released by a change
    /// of the performance or by emptying the cart.
    #[serde(default)]
    pub confirm_release: bool,
    /// Products that cannot be bought together with this product. Adding this product removes them from the cart after
    /// the shopper confirms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaces: Vec<ProductId>,
    /// The least and the greatest number of units of all variants together in one order. Redeemed units, renewals and
    /// upgrades do not count; neither do the parts of packages and bundles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_per_order: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_per_order: Option<u32>,
    /// The same for each day of a visit in one order. Only for products with performances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_per_day: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_per_day: Option<u32>,
    /// Makes the product a donation, whose amount the shopper chooses. A catalogue has at most one donation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub donation: Option<Donation>,
    /// The performances that are chosen before the variants, in order; at most four.
    #[serde(default, rename = "selection", skip_serializing_if = "Vec::is_empty")]
    pub selections: Vec<Selection>,
    /// Makes the product a package. Each of its variants consists of parts, which are variants of other products.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<Package>,
    /// What each level of the product's passes gives. The page that compares passes shows it.
    #[serde(default, rename = "pass_level", skip_serializing_if = "Vec::is_empty")]
    pub pass_levels: Vec<PassLevel>,
    #[serde(rename = "variant")]
    pub variants: Vec<Variant>,
}

/// What the passes of a level give their holders.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PassLevel {
    /// The `pass_level` of at least one variant of the product.
    pub name: String,
    pub benefits: Vec<PassBenefit>,
}

/// A benefit, one row of the comparison. Levels that give the same benefit write its name in the same way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PassBenefit {
    pub name: String,
    /// How much of it the level gives, for example `"2 a year"`. Without a text, the benefit is shown as included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

fn yes() -> bool {
    true
}

fn is_true(flag: &bool) -> bool {
    *flag
}

/// The options of the donation page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Donation {
    /// Whether shoppers can round up their order to the next whole dollar.
    pub round_up_enabled: bool,
    /// The minimum amount for which rounding up is offered. Less than one dollar.
    pub round_up_minimum: Money,
}

/// A picture in the folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// A path below `pictures/`: png, jpg, jpeg or webp. SVG is refused because it may contain scripts.
    pub file: String,
    /// The alternative text for people who do not see the picture.
    pub alt: String,
}

/// A question that shoppers answer at the checkout. Questions are asked in the order of the files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    pub id: QuestionId,
    /// The question. Of a consent: what the shopper agrees to, word for word.
    pub label: String,
    /// A hint below the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    pub kind: QuestionKind,
    /// Whether the order needs an answer.
    #[serde(default)]
    pub required: bool,
    #[serde(default)]
    pub ask: Ask,
    /// The products and the variants for which the question is asked; every product if both lists are empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub products: Vec<ProductId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<VariantId>,
    /// The answers of which one or several are chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// The greatest length of a text, in characters. At most 500 and by default 200; for a long text, at most 5,000 and
    /// by default 2,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_length: Option<u32>,
    /// The first and the last date that is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earliest: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest: Option<NaiveDate>,
    /// The smallest and the greatest number that is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i64>,
    /// The page with the terms to which the shopper consents: an http or https URL, or a path within the shop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms_url: Option<String>,
    /// The terms to which the shopper consents, as HTML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<String>,
    /// Whether the answer is printed on the ticket. An answer about the order is printed on each of its tickets.
    #[serde(default)]
    pub print: bool,
    /// The answer of another question without which this question is not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_if: Option<OnlyIf>,
}

/// How a question is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// One line of text.
    Text,
    /// Text of several lines.
    LongText,
    /// One of several answers.
    Choice,
    /// Any number of several answers.
    Several,
    Date,
    /// A whole number.
    Number,
    /// A checkbox with which the shopper agrees to the label.
    Consent,
}

/// How often a question is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// Once for an order.
    #[default]
    Order,
    /// For each ticket; for each unit of an item without tickets.
    Ticket,
}

/// An answer of another question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OnlyIf {
    /// A question that is asked before, with choices or a consent.
    pub question: QuestionId,
    /// One of its choices. Absent for a consent, which must be given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
}

/// One choice of a performance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Selection {
    pub shows: Vec<ShowId>,
    /// The heading above the times, instead of "Choose a Time".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// The minimum time after an earlier selection. Not allowed for the first selection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<Delay>,
}

/// The minimum time between two selections: enough to watch the first show and to walk to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Delay {
    pub after: DelayAfter,
    /// The minimum number of minutes between the starts of the two performances.
    pub minutes: u32,
}

/// The selection from which a delay is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DelayAfter {
    First,
    Previous,
}

impl DelayAfter {
    /// The wire code of the delay type.
    pub fn code(self) -> i32 {
        match self {
            DelayAfter::First => 2,
            DelayAfter::Previous => 3,
        }
    }
}

/// An item that is bought, such as one admission or one parking place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    pub id: VariantId,
    pub name: String,
    /// The price without tax and fees. A price calendar may set a different price. Required for all variants except the
    /// variants of a package: their price is calculated from their parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
    #[serde(default = "one")]
    pub min_quantity: u32,
    #[serde(default = "hundred")]
    pub max_quantity: u32,
    /// The total quantity that can be sold; unlimited if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stock: Option<u32>,
    /// Makes the variant a pass, which is for one person. 1: a season pass; 2: another kind of pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<PassKind>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass_level: Option<String>,
    /// For a pass: the period in which it admits the passholder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid: Option<Validity>,
    /// For a pass: the plan by which it may be paid for over time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanId>,
    /// For a pass: the earliest allowed birth date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_birth_date: Option<NaiveDate>,
    /// For a pass: the latest allowed birth date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_birth_date: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age_restriction_text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantity_restriction_text: Option<String>,
    /// How many people without tickets the ticket holder may bring with a reservation. 0 to 20.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub additional_people: u32,
    /// The shows for which the variant is sold; all shows of the product if the list is empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shows: Vec<ShowId>,
    /// The sections for which the variant is sold, in shows that have sections; all sections if the list is empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<SectionId>,
    /// Whether the item must be handed over. A digital delivery method is then not sufficient.
    #[serde(default)]
    pub delivery_item: bool,
    /// The number of tickets issued per unit.
    #[serde(default = "one")]
    pub tickets: u32,
    /// The variants together with which the variant is sold, for example a child's ticket with an adult's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_with: Option<Companions>,
    /// The parts of a variant of a package.
    #[serde(default, rename = "part", skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
}

/// The variants of which an order needs at least one, for the same day if the visit has a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Companions {
    /// Variants of any products.
    pub variants: Vec<VariantId>,
    /// How many units are sold for each unit of these variants; any number if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each: Option<u32>,
}

impl Variant {
    /// Whether the variant is only for some shoppers: those of certain ages, those who buy several at once, or those
    /// who want a package of exactly its parts.
    pub fn is_restricted(&self) -> bool {
        let limits_ages = self.min_birth_date.is_some() || self.max_birth_date.is_some();
        let has_text = self.age_restriction_text.is_some() || self.quantity_restriction_text.is_some();
        limits_ages || has_text || self.min_quantity > 1 || !self.parts.is_empty()
    }
}

/// The period in which a pass admits, in the time zone of its site: until a fixed day, or for a number of days. A
/// renewal does not begin before the day after the old pass ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Validity {
    /// The first day. If it is absent or in the past, the first day is the day of the sale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDate>,
    /// The last day. Either `until` or `days` is required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<NaiveDate>,
    /// The number of days, including the first. 1 to 3,660.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<u32>,
}

/// The settings for all variants of a package.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Package {
    /// The discount on the price of each part, in percent. 0 to 99.
    #[serde(default)]
    pub discount_percentage: u32,
    /// A text that is shown with the package, for example "Save 12 % on two visits".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discount_description: Option<String>,
    /// Whether to show the percentage and the prices of the parts.
    #[serde(default)]
    pub display_item_pricing_details: bool,
}

/// One part of a package.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub variant: VariantId,
    /// How many units of the variant each package contains.
    #[serde(default = "one")]
    pub quantity: u32,
    /// For each selection of the part's own product, in order: the number of the package's selection that provides the
    /// performance, counted from 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub selections: Vec<u32>,
}

/// A visit that a shopper builds for a day from variants of products, step by step, and buys as one item. It is offered
/// on days from `from` to `until` that are listed in `weekdays` and on which every required step is available.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// The id of the bundle. It must differ from the ids of all products, variants and promotions.
    pub id: BundleId,
    /// The site of the bundle. The days of the bundle are in the time zone of this site.
    pub site: SiteId,
    pub name: String,
    /// The heading under which the home page lists the bundle. Without a heading, the home page does not list it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    pub short_description: String,
    /// The long description, as HTML.
    #[serde(default)]
    pub long_description: String,
    /// Words that visitors may search for and that are in no other text of the bundle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub search_words: Vec<String>,
    #[serde(default, rename = "picture", skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<Picture>,
    /// The first and the last day for which the bundle can be built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<NaiveDate>,
    /// `mon` to `sun`, or in full; all days if absent.
    #[serde(default = "every_day")]
    #[schemars(with = "Vec<WrittenWeekday>")]
    pub weekdays: Vec<Weekday>,
    /// The steps, in the order in which the shopper takes them.
    #[serde(rename = "step")]
    pub steps: Vec<BundleStep>,
}

/// One step of a bundle. If one of its variants has performances, the shopper chooses a time and quantities. Otherwise
/// the variants are selected in a list, at most one unit of each. A step with exactly one unit of a single variant
/// without performances is included automatically.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleStep {
    pub id: PromotionRuleId,
    pub label: String,
    #[serde(default)]
    pub description: String,
    /// The minimum total quantity of the step's variants in a bundle; 0 makes the step optional.
    pub min_quantity: u32,
    /// The maximum total quantity of the step's variants in a bundle. If absent, only the maximum quantities of the
    /// variants apply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_quantity: Option<u32>,
    #[serde(rename = "variant")]
    pub variants: Vec<BundleVariant>,
}

/// A variant that a step offers, with its price in the bundle. The price is the variant's own price, or is changed by
/// `percent_off`, `amount_off` or `price`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleVariant {
    pub variant: VariantId,
    /// The minimum quantity, if the variant is chosen. The default is the minimum quantity of the variant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_quantity: Option<u32>,
    /// The maximum quantity. The default is the maximum quantity of the variant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_quantity: Option<u32>,
    /// The discount in percent, 1 to 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent_off: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount_off: Option<Money>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
}

/// The prices of a product's variants by day and time. The most specific rule that prices a variant applies. Rules for
/// dates come first, then rules for a season and weekdays, for a season, for weekdays, and for any day. Among these, a
/// rule with times takes precedence over a rule without times. If two rules are equally specific, the first one
/// applies. If no rule prices a variant, its `price` applies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PriceCalendar {
    pub product: ProductId,
    /// Whether the product's own page shows weeks with prices, at `/product/single/dynamic/`, instead of months.
    #[serde(default)]
    pub week_calendar: bool,
    #[serde(default, rename = "rule", skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<PriceRule>,
    /// The price increases that apply while few places of the performance are left.
    #[serde(default, rename = "step", skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<PriceStep>,
}

/// Prices for the days and times that match all given conditions. A rule without conditions matches all days and times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PriceRule {
    /// Limits the rule to these days.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dates: Vec<SeasonDay>,
    /// The first and the last day of a season.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<SeasonDay>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<SeasonDay>,
    /// `mon` to `sun`, or in full; all days if absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<WrittenWeekday>")]
    pub weekdays: Vec<Weekday>,
    /// Limits the rule to performances that start at this time or later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_time: Option<WallTime>,
    /// Limits the rule to performances that start before this time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_time: Option<WallTime>,
    /// The prices by variant.
    pub prices: BTreeMap<VariantId, Money>,
}

/// An increase of all prices of a calendar, except prices of zero. Exactly one of `percent_up` and `amount_up` is
/// required. If several steps match, the one with the lowest `below_percent` applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PriceStep {
    /// The share of the places in percent, 1 to 100. The step applies while less than this share is left.
    pub below_percent: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent_up: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount_up: Option<Money>,
}

/// The price of a variant on one day, or at certain times of that day. It takes precedence over all rules of a price
/// calendar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListedPrice {
    pub variant: VariantId,
    pub date: NaiveDate,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_time: Option<WallTime>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_time: Option<WallTime>,
    pub price: Money,
}

/// A day of one year, such as `2027-07-04`, or a day of every year, such as `07-04`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeasonDay {
    Once(NaiveDate),
    EveryYear { month: u32, day: u32 },
}

impl SeasonDay {
    fn parse(text: &str) -> Option<Self> {
        if let Ok(date) = NaiveDate::parse_from_str(text, "%Y-%m-%d") {
            return (text.len() == 10).then_some(SeasonDay::Once(date));
        }
        // 2024 is a leap year, so the parser accepts 29 February.
        let date = NaiveDate::parse_from_str(&format!("2024-{text}"), "%Y-%m-%d").ok()?;
        (text.len() == 5).then_some(SeasonDay::EveryYear { month: date.month(), day: date.day() })
    }
}

impl std::fmt::Display for SeasonDay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SeasonDay::Once(date) => write!(f, "{date}"),
            SeasonDay::EveryYear { month, day } => write!(f, "{month:02}-{day:02}"),
        }
    }
}

impl Serialize for SeasonDay {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for SeasonDay {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        SeasonDay::parse(&text).ok_or_else(|| {
            serde::de::Error::custom(format!(
                "\"{text}\" is not a day like \"2027-07-04\", or \"07-04\" for every year"
            ))
        })
    }
}

impl JsonSchema for SeasonDay {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SeasonDay".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^([0-9]{4}-)?[0-9]{2}-[0-9]{2}$" })
    }
}

/// A reduced price for everyone during a certain time. Exactly one of `percent_off`, `amount_off` and `price` is
/// required.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SalePrice {
    pub id: PromotionId,
    /// The name that is shown with the price.
    pub name: String,
    /// The start and the end, in the site's local time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDateTime>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<NaiveDateTime>,
    /// Applies to all variants of these products.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub products: Vec<ProductId>,
    /// Applies to these variants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<VariantId>,
    /// The discount in percent, 1 to 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent_off: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount_off: Option<Money>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
}

/// A promotion for shoppers in a certain sale context, for example with a code, on the page of a tag, or beside
/// products in the cart. The table in which a promotion is written is its kind, and the kind decides which keys are
/// allowed. One of `percent_off`, `amount_off` and `price` reduces the price. Without a reduction, the promotion sells
/// at the public price; it can also sell products that are not on public sale.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Promotion {
    pub id: PromotionId,
    /// The name that is shown with the price.
    pub name: String,
    /// The heading of the promotion's page. The default is the promotion's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The text below the heading of the promotion's page, as HTML.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The codes that shoppers enter: letters, digits and hyphens, 3 to 40 characters. Upper and lower case are
    /// equivalent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub codes: Vec<String>,
    /// For a promotion code: whether the pages of its products and the cart name the first code, so that all shoppers
    /// can use it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub public: bool,
    /// The start and the end, in the site's local time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDateTime>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<NaiveDateTime>,
    /// Applies to all variants of these products.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub products: Vec<ProductId>,
    /// Applies to these variants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<VariantId>,
    /// Applies to all products with one of these tags. A promotion code without products, variants and tags applies to
    /// everything except packages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// For a new pass sale: a tag whose passes the page also shows on request, in addition to the passes with the
    /// page's own tag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secondary_tag: Option<String>,
    /// For a cross-sell: the products beside which it is offered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<ProductId>,
    /// For a cross-sell: the tags of the products beside which it is offered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub host_tags: Vec<String>,
    /// For a cross-sell: the list that shows it. 1: primary; 2: promotional; 3: secondary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<DisplayCategory>,
    /// For an add-on sale: the kind of cart to which the sale is offered; all carts if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carts: Option<CartKind>,
    /// For a verified offer or an account entitlement: the domains of e-mail addresses that are entitled to it. An
    /// account needs a verified address at one of these domains or their subdomains.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub email_domains: Vec<String>,
    /// For a verified offer or an advance sale: the pass levels that are entitled to it. Holders of a valid pass of one
    /// of these levels may use the promotion.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pass_levels: Vec<String>,
    /// For a tag sale or a new pass sale: whether it requires sign-in.
    #[serde(default, skip_serializing_if = "is_false")]
    pub requires_login_challenge: bool,
    /// The discount in percent, 1 to 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent_off: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount_off: Option<Money>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
    /// For a renewal: the variants whose passes can be renewed. For an upgrade: the variants whose tickets can be
    /// exchanged. For an entitlement: the variants whose valid passes give the entitlement. An account entitlement that
    /// names neither variants nor domains is given to every account.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<VariantId>,
    /// For a renewal: how many days before its end a pass may be renewed. If absent, a pass may be renewed at any time
    /// before its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opens_days_before: Option<u32>,
    /// For a renewal: how many days after its end a pass may still be renewed; 0 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closes_days_after: Option<u32>,
    /// For an entitlement: the quantity that each pass or account may redeem. 1 to 1,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantity: Option<u32>,
    /// For an entitlement: whether passes with an unfinished payment plan give the entitlement while no payment is
    /// overdue. If not, they give it only after they are paid in full.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub while_owed: bool,
    /// The number of tickets that all shoppers together may buy with the promotion; unlimited if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uses: Option<u32>,
    /// The number of tickets in one cart to which the promotion may apply; unlimited if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uses_per_cart: Option<u32>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// A kind of cart, by its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CartKind {
    /// A cart that contains a pass.
    Pass,
    /// A cart that contains an item that is not a pass.
    NonPass,
}

/// An automatic reduction for tickets that are bought together. Each ticket is used for at most one offer. Tickets with
/// a sale price, a promotion's price or a package price are not used for offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    pub id: PromotionId,
    /// The name that is shown on the pages of its products, and in the cart with the amount of the reduction.
    pub name: String,
    /// The conditions that the name does not say, shown under the name on the pages of its products. Plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The start and the end, in the site's local time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDateTime>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<NaiveDateTime>,
    /// Whether all tickets of the offer must be for the same day.
    #[serde(default)]
    pub same_day: bool,
    /// How often one cart may use the offer. If absent, the offer is used as often as the tickets in the cart allow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times_per_cart: Option<u32>,
    /// The groups that must be in the cart together. Each ticket belongs to at most one group.
    #[serde(rename = "together")]
    pub groups: Vec<OfferGroup>,
}

/// A group of tickets of an offer. It has no reduction, or one of `percent_off`, `amount_off` and `price`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferGroup {
    pub quantity: u32,
    /// Whether any number of additional matching tickets also belongs to the group.
    #[serde(default)]
    pub or_more: bool,
    /// The maximum number of tickets in the group per use of the offer: more than `quantity`, at most 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to: Option<u32>,
    /// Includes all variants of these products.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub products: Vec<ProductId>,
    /// Includes these variants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<VariantId>,
    /// Includes all products with one of these tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The discount in percent, 1 to 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent_off: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount_off: Option<Money>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
}

fn one() -> u32 {
    1
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

fn hundred() -> u32 {
    100
}

/// A redirect from an old address to a new address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Redirect {
    /// A path of the shop, such as `/tickets.html`.
    pub path: String,
    /// A path of the shop, or a URL on one of the `redirect_hosts` in the settings.
    pub to: String,
    #[serde(default = "yes")]
    pub permanent: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_of_day_is_read_in_the_usual_spellings_and_written_in_one() {
        for (text, written) in [("9:00", "09:00"), ("09:00", "09:00"), ("18:30:00", "18:30"), ("0:05", "00:05")] {
            assert_eq!(WallTime::parse(text).map(WallTime::wire).as_deref(), Some(written), "{text}");
        }
        for wrong in ["24:00", "9", "9:5", "9:00 AM", "18:30:15", "18.30", "", ":00", "00:00:00:00"] {
            assert_eq!(WallTime::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn weekday_is_read_by_its_short_or_full_name() {
        #[derive(Deserialize)]
        struct Days {
            weekdays: Vec<Weekday>,
        }
        let days: Days = toml::from_str("weekdays = [\"mon\", \"Tue\", \"WED\", \"thursday\", \"Friday\"]").unwrap();
        assert_eq!(days.weekdays, [Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri]);
    }
}
