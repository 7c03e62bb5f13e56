//! The file form of a catalogue: what an operator writes, what `midway export` writes back, and what a revision stores.
//!
//! A folder contains any number of TOML files. Each may contain any of the tables below, so an operator may split the folder freely. The
//! rows of a CSV file that is named after a flat table (`country.csv`, `state.csv`, `seat.csv`, `price.csv`) are added to that table. Texts
//! marked "HTML" are sanitised at import, and so are the resource texts whose id ends in `Html`. Amounts are strings (`"49.99"`), rates are
//! basis points, and times are wall-clock times of a site.

use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate, NaiveDateTime, NaiveTime, Timelike, Weekday};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use midway_kernel::coded::{BenefitSelection, PassKind, PassValidation, PlanType, PriceTier, ShowType};
use midway_kernel::id::{
    BenefitId, BundleId, DeliveryMethodId, HallId, PaymentMethodId, PlanId, PoolId, ProductId, PromotionId,
    PromotionRuleId, PropertyId, ResourceId, ScheduleId, SeatId, SectionId, ShowId, SiteId, TaxClassId, VariantId,
};
use midway_kernel::money::Money;
use midway_kernel::rate::BasisPoints;

/// A whole catalogue.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Folder {
    /// Exactly one per folder.
    pub settings: Settings,
    /// Texts by resource id that replace the defaults; `{{name}}` stands for a value. One whose id ends in `Html` is HTML.
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

/// What is true of the whole shop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    pub web_site_name: String,
    /// What the shop is, in one or two sentences: the home page's description.
    pub description: String,
    /// A path below `pictures/`: png, jpg, jpeg or webp. Its words for those who do not see it are the shop's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site_logo: Option<String>,
    /// Selects the theme of the whole shop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style_key: Option<String>,
    /// Shown in an alert under the header of every page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site_message: Option<String>,
    /// Where shoppers sign in, when it is not the shop's own page `/authenticate/smart-login`. The page to come back to is added as
    /// `ReturnUrl`, here and for the next three.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smart_login_url: Option<String>,
    /// The same in place of `/login`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub login_url: Option<String>,
    /// The same in place of `/authenticate/register`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub register_url: Option<String>,
    /// The same in place of `/logout`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logout_url: Option<String>,
    /// Where Account in the header leads, when it is not the shop's own page `/profile`.
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
    /// Who writes to shoppers, like `Harbor Gardens <tickets@harborgardens.example>`; `MAIL_FROM` overrules it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mail_from: Option<String>,
    /// Whether shoppers may have the confirmation of their order sent again.
    pub allow_confirmation_resend: bool,
    /// Other hosts that a redirect may lead to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub redirect_hosts: Vec<String>,
    /// The address of the analytics script, with `{{id}}` and `{{siteCode}}` where they belong; Google Tag Manager's when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analytics_script: Option<String>,
    /// Further origins that the script loads from or reports to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub analytics_hosts: Vec<String>,
    /// Seconds without activity after which a session ends. 60 to 43,200.
    pub session_timeout: u32,
    /// Minutes for which a change of the cart holds its places. 1 to 60.
    pub hold_minutes: u32,
    /// Minutes after the first claim past which nothing extends the hold. At least `hold_minutes`, at most 240.
    pub max_hold_minutes: u32,
    /// The most places at performances in one cart: of one visit, or of one account. 1 to 10,000.
    pub max_held_places: u32,
    /// How many places of one performance, day or code the carts of one internet address may hold together. 1 to 10,000.
    pub max_held_places_by_address: u32,
    /// The same as a share of all places; the larger of both counts. 0 to 100.
    pub max_held_percent_by_address: u32,
    /// How many carts of one internet address may hold places at a time. 1 to 10,000.
    pub max_holds_by_address: u32,
    /// The share of all places of a performance, section or day that one internet address may order for nothing. 1 to 100.
    pub max_free_percent_by_address: u32,
    /// How many imported tickets and passes may be found by their codes from one internet address in an hour. 1 to 10,000.
    pub max_imported_codes_per_hour: u32,
    /// The same in a day. At least `max_imported_codes_per_hour`, at most 10,000.
    pub max_imported_codes_per_day: u32,
    /// Days for which performances by rule are unfolded, today included. 1 to 730.
    pub look_ahead_days: u32,
    /// Days for which products with a week calendar are sold, today included; never more than `look_ahead_days`. 1 to 730.
    pub dp_look_ahead_days: u32,
    /// What is asked of somebody who links a pass to an account, beside its number: 1 its passholder's phone number, 2 the postal code.
    pub pass_validation_method_id: PassValidation,
    /// Whether passholders may add a picture of themselves.
    pub capture_pass_pictures: bool,
    /// Whether no pass is added on the page of passholders, but only where passes are chosen.
    pub suppress_new_pass_demographics: bool,
    /// Whether the name on a pass that is renewed may be changed.
    pub allow_pass_name_change: bool,
    /// Whether the birth date of a pass that is renewed may be changed.
    pub allow_pass_birth_date_change: bool,
    /// Whether a saved card is used without its security code.
    pub suppress_saved_payment_code: bool,
    /// The most who may come with one reservation: tickets, children and additional guests together. 1 to 100.
    pub reservation_max_order_quantity: u32,
    /// The most children without tickets in one reservation; not above `reservation_max_order_quantity`.
    pub reservation_max_under_age_tickets: u32,
    /// Visits to come that one ticket or pass may have reserved at a time. 1 to 1,000.
    pub reservation_max_coming_visits: u32,
    /// Whether some of the tickets of an order may be reserved without the others.
    pub allow_partial_ticketing_reservations: bool,
    /// Hours before a reserved visit begins until which it may be moved or cancelled. 0 to 720.
    pub reservation_change_hours: u32,
    /// Capacity is "Limited" below this share left, in percent.
    pub limited_below_percent: u32,
    /// Capacity is "Almost full" below this share left, in percent; not above `limited_below_percent`.
    pub almost_full_below_percent: u32,
}

impl Settings {
    /// The number of days for which products with a week calendar are on sale, today included.
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
            mail_from: None,
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

/// A park, museum or venue. Dates and times of its products are its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Site {
    pub id: SiteId,
    pub name: String,
    /// An IANA zone, like `America/New_York`.
    #[schemars(with = "String")]
    pub time_zone: chrono_tz::Tz,
    /// Selects the theme of this site's pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub css_key: Option<String>,
    /// What it is for search engines: a schema.org type like `AmusementPark` or `Museum`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema_type: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analytics_tracking_id: Option<String>,
    /// Whether one ticket may be booked more than once for the same performance.
    #[serde(default)]
    pub allow_same_ticket_same_performance_multiple_booking: bool,
    pub address: SiteAddress,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SiteAddress {
    pub street: String,
    pub city: String,
    /// Abbreviation of the state or province, where the country has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    pub zip: String,
    /// ISO 3166 two-letter code.
    pub country: String,
}

/// A country that an address may be in. 80 is the USA, 17 is Canada.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Country {
    pub id: i32,
    pub name: String,
    /// ISO 3166 two-letter code.
    pub code: String,
    /// Whether its phone numbers are those of the North American Numbering Plan.
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
    /// Whether a shopper billed here must acknowledge the location before paying.
    #[serde(default)]
    pub require_location_acknowledgement: bool,
}

/// A way in which an order reaches the shopper.
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
    /// Whether it brings nothing but files: not offered while the cart holds something to hand over.
    #[serde(default)]
    pub digital: bool,
    /// Days that it takes: not offered while the cart holds a ticket for a day that is sooner. 0 to 366.
    #[serde(default)]
    pub lead_days: u32,
}

/// The adapters that process card payments.
pub const PROCESSORS: [&str; 1] = ["sandbox"];

/// The adapters of lenders, which process payments with the plans that name them.
pub const LENDERS: [&str; 1] = ["sandbox-lender"];

/// A way of paying.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentMethod {
    pub id: PaymentMethodId,
    pub name: String,
    /// How a confirmation names it, if not by `name`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmation_display_name: Option<String>,
    /// The adapter that carries it, one of [`PROCESSORS`] or of [`LENDERS`].
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
    /// The products that it is charged for; all when none is named. A fee per order is charged when one of them is in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub products: Vec<ProductId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FeePer {
    Order,
    Ticket,
}

/// A plan by which passes are paid over time. By one of the shop's own some of it is paid today, the rest in equal payments a month
/// apart; by a lender's the lender pays all of it today, and its terms are between the lender and the shopper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub id: PlanId,
    pub name: String,
    /// 1 for the shop's own, which is paid by card; 2 for a lender's.
    #[serde(rename = "type", default = "house")]
    pub plan_type: PlanType,
    /// Whose plan of type 2 it is, one of [`LENDERS`]. A payment method has it as its processor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lender: Option<String>,
    /// What is paid of each pass today, net of tax and fees; its whole price where that is no more. None of a lender's.
    #[serde(default)]
    pub down_payment: Money,
    /// What each pass that is paid by the plan costs more. It is paid today.
    #[serde(default)]
    pub fee: Money,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_class: Option<TaxClassId>,
    /// Whether the fee is a finance charge, and so part of the annual percentage rate (Regulation Z, 12 CFR 1026.4).
    #[serde(default)]
    pub fee_is_finance_charge: bool,
    /// How many monthly payments follow the one of today. 1 to 36; none of a lender's.
    #[serde(default)]
    pub payments: u32,
    /// What stands beside the price of a pass, after "or", and before the price where passes are to be paid over time; by default how much is
    /// paid today and how much each month.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// HTML. All that is said of a lender's plan, which has to have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disclaimer: Option<String>,
}

fn house() -> PlanType {
    PlanType::House
}

/// A capacity that performances share: the people in a building at a time, the guests of a park on a day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pool {
    pub id: PoolId,
    pub capacity: u32,
    pub per: PoolPer,
    /// Other capacities on some days.
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

/// Sections and seats, the same for all that is played in them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hall {
    pub id: HallId,
    /// Width and height of the plane in which its polygons and seats lie; the stage is at the top.
    pub size: [u32; 2],
    /// A drawing of the whole plane.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chart: Option<Picture>,
    /// From the best to the plainest.
    #[serde(rename = "section")]
    pub sections: Vec<Section>,
}

/// A part of a hall: a block of seats, a balcony, a lawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Section {
    pub id: SectionId,
    pub name: String,
    /// Its places, where they have no numbers; a section with seats has as many as it has seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<u32>,
    /// Corners of its outline, as `[x, y]`; at least three.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub polygon: Vec<[u32; 2]>,
}

/// A numbered seat. The rows of a section come in the order in which they are listed, the best first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    pub hall: HallId,
    pub section: SectionId,
    /// Letters, digits and hyphens, as the row is marked: `A`.
    pub row: String,
    /// The same of the seat: `12`.
    pub seat: String,
    /// Where its middle is in the hall's plane.
    pub x: u32,
    pub y: u32,
}

impl Seat {
    /// The id of the seat within its hall.
    pub fn id(&self) -> SeatId {
        SeatId(format!("{}-{}-{}", self.section, self.row, self.seat).to_lowercase())
    }
}

/// Something that is visited at a time: an exhibition, a play, the park itself on a day.
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
    /// Where it is played; shows of type 2 and 3 have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hall: Option<HallId>,
    /// Whether admission is for the day rather than for a time: the time is not shown, and there is one slot a day.
    #[serde(default)]
    pub valid_all_day: bool,
    /// Whether the shopper is asked for the show even when it is the only one.
    #[serde(default)]
    pub always_prompt_show: bool,
    /// Whether the shopper is asked for the time even when it is the only one.
    #[serde(default)]
    pub always_prompt_performance: bool,
}

/// The rule that a show's performances follow. Open-ended when `until` is absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    pub id: ScheduleId,
    pub show: ShowId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<NaiveDate>,
    /// `mon` to `sun`; all days when absent.
    #[serde(default = "every_day")]
    #[schemars(with = "Vec<String>")]
    pub weekdays: Vec<Weekday>,
    /// Places of each performance. When absent: those of the show's hall, or unlimited but for its pools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<u32>,
    /// Pools that each performance draws from as well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pools: Vec<PoolId>,
    /// Minutes after the start until which a performance is sold; negative to close before it.
    #[serde(default)]
    pub closes_after_minutes: i32,
    #[serde(rename = "slot")]
    pub slots: Vec<Slot>,
    /// Days without performances.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<NaiveDate>,
    /// Days that differ: their slots replace those of the rule, weekday, season and closure notwithstanding.
    #[serde(default, rename = "exception", skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<ScheduleException>,
}

impl Schedule {
    /// The slots of a day as written: those of its exception, otherwise those of the rule. [`Catalog::slots_on`](super::Catalog::slots_on)
    /// leaves out slots at times that do not exist on the day.
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

/// One performance of a day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    pub time: WallTime,
    /// Names the slot in the performance's id, so that a moved time keeps it; the time itself (`1030`) when absent.
    /// Small letters, digits and hyphens, at most 40.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Shown beside the time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Instead of the schedule's capacity.
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
    /// `10:30`.
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
        NaiveTime::parse_from_str(&text, "%H:%M")
            .ok()
            .filter(|_| text.len() == 5)
            .map(WallTime)
            .ok_or_else(|| serde::de::Error::custom(format!("\"{text}\" is not a time of day like \"10:30\"")))
    }
}

impl JsonSchema for WallTime {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "WallTime".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$" })
    }
}

/// A park, or a part of one, whose visits are reserved with tickets or passes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Property {
    pub id: PropertyId,
    pub site: SiteId,
    pub name: String,
    /// Selects the look of its logo and of messages about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub css_key: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<Picture>,
    /// Whether its logo is shown even where there is no other to choose.
    #[serde(default)]
    pub show_logo_if_only_one_property_available: bool,
    /// Its entry times: a show of the same site, without a hall. What draws from the same pool as a dated ticket does on its day is
    /// drawn once.
    pub show: ShowId,
    /// The products whose tickets and passes it admits.
    pub products: Vec<ProductId>,
    /// The products that are offered with a reservation, as long as they are sold and can be had on its day.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub add_ons: Vec<ProductId>,
    /// When it is open; the first that is for a day counts. A day without hours shows none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hours: Vec<OpeningHours>,
    /// Days on which a party may bring friends who have no tickets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bring_a_friend: Vec<BringAFriendDays>,
}

/// When a park is open on some days; on all, when it names none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningHours {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<SeasonDay>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<SeasonDay>,
    /// `mon` to `sun`; all days when absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>")]
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
    /// `mon` to `sun`; all days when absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>")]
    pub weekdays: Vec<Weekday>,
    /// How many friends a reservation may bring. 1 to 20.
    pub friends: u32,
}

/// What tickets and passes bring to a reservation: chosen with it, and spent with the visit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReservationBenefit {
    pub id: BenefitId,
    pub name: String,
    /// The variants whose tickets bring it.
    pub held: Vec<VariantId>,
    /// 1: one by one at the ticket that brings it; 2: as a number for the whole reservation.
    #[serde(rename = "selection_type")]
    pub selection: BenefitSelection,
    /// How many each ticket brings in its life. 1 to 100.
    pub quantity: u32,
    /// Of selection type 2: places that each of them takes, for somebody who comes along. 0 to 10.
    #[serde(default)]
    pub places: u32,
    /// Of selection type 2: the heading and the text of its card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_description: Option<String>,
    /// The first and the last day of visits for which it is good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub css_key: Option<String>,
}

/// What has a page: a ticket, an add-on, parking.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Product {
    pub id: ProductId,
    pub site: SiteId,
    pub name: String,
    /// The heading under which the home page lists it; not listed there when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    pub short_description: String,
    /// HTML.
    #[serde(default)]
    pub long_description: String,
    #[serde(default)]
    pub disclaimer: String,
    #[serde(default, rename = "picture", skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<Picture>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_class: Option<TaxClassId>,
    /// The site's wall clock from which, and until which, it is sold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_sale_from: Option<NaiveDateTime>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_sale_until: Option<NaiveDateTime>,
    /// Whether anybody may buy it; if not, only who comes by a promotion that names it, one of its variants or one of its tags.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub sold_publicly: bool,
    #[serde(default)]
    pub hide_variants_in_multi_product_view: bool,
    #[serde(default)]
    pub requires_login_challenge: bool,
    /// Whether the date and performance may be changed in the cart.
    #[serde(default = "yes")]
    pub allow_performance_change: bool,
    /// Whether the shopper is asked before its places, which are hard to get, are given back by a move or an emptied cart.
    #[serde(default)]
    pub confirm_release: bool,
    /// Products that cannot be bought together with it: adding it takes them out of the cart, once the shopper has said so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaces: Vec<ProductId>,
    /// Makes it a donation: the shopper names the amount. One product of a catalogue at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub donation: Option<Donation>,
    /// What is chosen before the variants, in order; at most four.
    #[serde(default, rename = "selection", skip_serializing_if = "Vec::is_empty")]
    pub selections: Vec<Selection>,
    /// Makes it a package: each of its variants is made of parts, which are variants of other products.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<Package>,
    #[serde(rename = "variant")]
    pub variants: Vec<Variant>,
}

fn yes() -> bool {
    true
}

fn is_true(flag: &bool) -> bool {
    *flag
}

/// How a donation is asked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Donation {
    /// Whether shoppers are offered to round their order up to the next whole dollar.
    pub round_up_enabled: bool,
    /// Rounding up is offered when it comes to at least this much; below a dollar.
    pub round_up_minimum: Money,
}

/// A picture of the folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// A path below `pictures/`: png, jpg, jpeg or webp. SVG is refused: it may hold scripts.
    pub file: String,
    /// What it shows, for those who do not see it.
    pub alt: String,
}

/// One choice of a performance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Selection {
    pub shows: Vec<ShowId>,
    /// The words above the times, instead of "Choose a Time".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// How much later it begins than another selection; not in the first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<Delay>,
}

/// The time between two selections: enough to see the one and walk to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Delay {
    pub after: DelayAfter,
    /// From start to start.
    pub minutes: u32,
}

/// Which selection a delay counts from.
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

/// What is bought: one admission, one place to park.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    pub id: VariantId,
    pub name: String,
    /// Net of tax and fees, where no price calendar says another. Every variant has one, but that of a package, whose price comes
    /// from its parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
    #[serde(default = "one")]
    pub min_quantity: u32,
    #[serde(default = "hundred")]
    pub max_quantity: u32,
    /// All that there is of it; unlimited when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stock: Option<u32>,
    /// Makes it a pass, for one person: 1 for a season, 2 for something else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<PassKind>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass_level: Option<String>,
    /// Of a pass: for how long it admits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid: Option<Validity>,
    /// Of a pass: the plan by which it may be paid over time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanId>,
    /// Of a pass: nobody who was born before this day may have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_birth_date: Option<NaiveDate>,
    /// Of a pass: nobody who was born after this day may have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_birth_date: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age_restriction_text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantity_restriction_text: Option<String>,
    /// How many people without tickets its holder may take along on a reservation. 0 to 20.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub additional_people: u32,
    /// The shows for which it is sold; all of the product's when none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shows: Vec<ShowId>,
    /// The sections for which it is sold, in shows that have any; all when none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<SectionId>,
    /// Something to hand over, so that no merely digital delivery will do.
    #[serde(default)]
    pub delivery_item: bool,
    /// Tickets issued for each unit.
    #[serde(default = "one")]
    pub tickets: u32,
    /// What a variant of a package is made of.
    #[serde(default, rename = "part", skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
}

/// For how long a pass admits, by the clock of its site: until a day, or for a number of days. One that renews another begins on the
/// day after that one ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Validity {
    /// The first day; the day of the sale when absent, or when that is later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDate>,
    /// The last day. One of `until` and `days` is written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<NaiveDate>,
    /// How many days, the first one included. 1 to 3,660.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<u32>,
}

/// What is true of all variants of a package.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Package {
    /// Percent off the price of each part. 0 to 99.
    #[serde(default)]
    pub discount_percentage: u32,
    /// Shown with the package: "Save 12 % on two visits".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discount_description: Option<String>,
    /// Whether the percentage and the prices of the parts are shown.
    #[serde(default)]
    pub display_item_pricing_details: bool,
}

/// One part of a package.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub variant: VariantId,
    /// How many of it one package holds.
    #[serde(default = "one")]
    pub quantity: u32,
    /// For each selection of the part's own product, in order, which selection of the package gives its performance: the
    /// first is 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub selections: Vec<u32>,
}

/// What a shopper builds for a day, step by step, out of variants of products, and buys as one thing. It is offered on the days
/// from `from` until `until` that fall on `weekdays` and on which each step that must be taken can be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// No product, variant or promotion has the same.
    pub id: BundleId,
    /// Its days are this site's.
    pub site: SiteId,
    pub name: String,
    /// The heading under which the home page lists it; not listed there when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    pub short_description: String,
    /// HTML.
    #[serde(default)]
    pub long_description: String,
    #[serde(default, rename = "picture", skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<Picture>,
    /// The first and the last day for which it can be built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<NaiveDate>,
    /// `mon` to `sun`; all days when absent.
    #[serde(default = "every_day")]
    #[schemars(with = "Vec<String>")]
    pub weekdays: Vec<Weekday>,
    /// In the order in which they are taken.
    #[serde(rename = "step")]
    pub steps: Vec<BundleStep>,
}

/// One step of a bundle. Of variants with performances a time and quantities are chosen; others are ticked in a list, one of each
/// at most. Exactly one of a single variant without performances is included: nothing is chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleStep {
    pub id: PromotionRuleId,
    pub label: String,
    #[serde(default)]
    pub description: String,
    /// How many of its variants together a bundle holds, at the least; 0 makes the step optional.
    pub min_quantity: u32,
    /// And at the most; as many as the variants allow when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_quantity: Option<u32>,
    #[serde(rename = "variant")]
    pub variants: Vec<BundleVariant>,
}

/// A variant that a step offers, at the price that it has in the bundle: its own, or one that `percent_off`, `amount_off` or `price`
/// makes of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleVariant {
    pub variant: VariantId,
    /// The fewest of it, if any are chosen; the variant's own when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_quantity: Option<u32>,
    /// The most of it; the variant's own when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_quantity: Option<u32>,
    /// Percent of the price, 1 to 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent_off: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount_off: Option<Money>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
}

/// What the variants of a product cost by day and time. The most specific rule that prices a variant counts: first those for
/// dates, then those for a season and weekdays, for a season, for weekdays, for any day; among these, one for times before one
/// without; and of two alike the first. Where no rule prices a variant, its `price` does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PriceCalendar {
    pub product: ProductId,
    /// Whether the product's own page shows weeks with their prices, at `/product/single/dynamic/`, instead of months.
    #[serde(default)]
    pub week_calendar: bool,
    #[serde(default, rename = "rule", skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<PriceRule>,
    /// What prices rise by when little is left of the performance.
    #[serde(default, rename = "step", skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<PriceStep>,
}

/// Prices for the days and times that are as it says; for all, when it says nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PriceRule {
    /// These days alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dates: Vec<SeasonDay>,
    /// The first and the last day of a season.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<SeasonDay>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<SeasonDay>,
    /// `mon` to `sun`; all days when absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>")]
    pub weekdays: Vec<Weekday>,
    /// Performances that start at this time or later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_time: Option<WallTime>,
    /// Performances that start before this time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_time: Option<WallTime>,
    /// By variant.
    pub prices: BTreeMap<VariantId, Money>,
}

/// What all prices of a calendar rise by, but those of nothing. One of `percent_up` and `amount_up` is written. Of several steps
/// that are reached the last counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PriceStep {
    /// While less than this share of the places is left, in percent. 1 to 100.
    pub below_percent: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent_up: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount_up: Option<Money>,
}

/// The price of a variant on one day, or at some times of it. It comes before every rule of a price calendar.
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

/// A day of one year, `2027-07-04`, or of every year, `07-04`.
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
        // 2024 is a leap year, so that 29 February is accepted.
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

/// A lower price while it lasts, for everybody. One of `percent_off`, `amount_off` and `price` is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SalePrice {
    pub id: PromotionId,
    /// Shown with the price.
    pub name: String,
    /// The site's wall clock from which, and until which, it is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDateTime>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<NaiveDateTime>,
    /// All variants of these products.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub products: Vec<ProductId>,
    /// These variants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<VariantId>,
    /// Percent of the price, 1 to 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent_off: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount_off: Option<Money>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
}

/// Something that is offered to those who come by a way of their own: with a code, over the page of a tag, beside what they buy
/// already. The table in which it stands is its kind, and decides which of the keys it has. What it takes off is one of
/// `percent_off`, `amount_off` and `price`, or nothing: then it only sells what nobody else may buy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Promotion {
    pub id: PromotionId,
    /// Shown with the price.
    pub name: String,
    /// The heading of its page; its name when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What its page says below the heading. HTML.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// What shoppers type, in small or large letters: letters, digits and hyphens, 3 to 40.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub codes: Vec<String>,
    /// The site's wall clock from which, and until which, it is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDateTime>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<NaiveDateTime>,
    /// All variants of these products.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub products: Vec<ProductId>,
    /// These variants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<VariantId>,
    /// All products with one of these tags. A promotion code without products, variants and tags is good for everything but packages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Of a new pass sale: the tag of all passes that its page shows to those who want to see more than its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secondary_tag: Option<String>,
    /// Of a cross-sell: the products beside which it is offered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<ProductId>,
    /// The same by their tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub host_tags: Vec<String>,
    /// Of a cross-sell: the list in which it stands. 1 primary, 2 promotional, 3 secondary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<PriceTier>,
    /// Of an add-on sale: the carts to which it is offered; all when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carts: Option<CartKind>,
    /// Of a verified offer or an account's entitlement: those who may have it have a verified e-mail address of one of these domains, or
    /// of one below it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub email_domains: Vec<String>,
    /// Of a verified offer or an advance sale: those may have it too who hold a valid pass of one of these levels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pass_levels: Vec<String>,
    /// Of a tag sale or a new pass sale: whether it is for those who have signed in.
    #[serde(default, skip_serializing_if = "is_false")]
    pub requires_login_challenge: bool,
    /// Percent of the price, 1 to 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent_off: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount_off: Option<Money>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Money>,
    /// Of a renewal: the variants whose passes are followed by another. Of an upgrade: those whose tickets are given up for another. Of an
    /// entitlement: those whose passes give it, while they are
    /// valid; an account's that names none, and no domains, is every account's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<VariantId>,
    /// Days before a pass ends from which it may be renewed; at any time when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opens_days_before: Option<u32>,
    /// Days after its end until which it still may; none when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closes_days_after: Option<u32>,
    /// Of an entitlement: how many each pass, or each account, may redeem; 1 to 1,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantity: Option<u32>,
    /// Of an entitlement: whether passes that are paid over time give it while something of them is still to be paid and no payment is
    /// overdue; if not, they give it once all is paid.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub while_owed: bool,
    /// Tickets that all shoppers together may buy with it; unlimited when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uses: Option<u32>,
    /// Tickets that one cart may hold with it; unlimited when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uses_per_cart: Option<u32>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// A kind of cart, by what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CartKind {
    /// It holds a pass.
    Pass,
    /// It holds something that is no pass.
    NonPass,
}

/// What the shop takes off by itself when certain tickets are bought together. Each ticket serves one offer, and one that has a
/// sale price, a code's price or a package's serves none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    pub id: PromotionId,
    /// Shown in the cart, with what it takes off.
    pub name: String,
    /// The site's wall clock from which, and until which, it is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDateTime>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<NaiveDateTime>,
    /// Whether all its tickets must be for the same day.
    #[serde(default)]
    pub same_day: bool,
    /// How often one cart may have it; as often as its tickets allow when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times_per_cart: Option<u32>,
    /// What must be in the cart together; each ticket counts for one of them.
    #[serde(rename = "together")]
    pub groups: Vec<OfferGroup>,
}

/// Some of the tickets of an offer, and what is taken off them: nothing, or one of `percent_off`, `amount_off` and `price`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferGroup {
    pub quantity: u32,
    /// Whether any more of them are part of it too, however many.
    #[serde(default)]
    pub or_more: bool,
    /// How many of them each time may have at most, where that may be more than `quantity`: 1 to 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to: Option<u32>,
    /// All variants of these products.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub products: Vec<ProductId>,
    /// These variants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<VariantId>,
    /// All products with one of these tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Percent of the price, 1 to 100.
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

/// Where an old address leads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Redirect {
    /// A path of the shop, like `/tickets.html`.
    pub path: String,
    /// A path of the shop, or a URL at one of the settings' `redirect_hosts`.
    pub to: String,
    #[serde(default = "yes")]
    pub permanent: bool,
}
