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

use crate::days::{DaySet, SeasonDay};
use crate::portion::Portion;
use midway_kernel::accessibility::AccessibilityFeature;
use midway_kernel::coded::{BenefitSelection, DisplayCategory, PassKind, PassValidation, PlanType, ShowType};
use midway_kernel::id::{
    BenefitId, BundleId, DeliveryMethodId, HallId, HolidayId, PaymentMethodId, PlanId, PoolId, ProductId, PromotionId,
    PromotionRuleId, PropertyId, QuestionId, ResourceId, ScheduleId, SeatId, SectionId, ShowId, SiteId, TaxClassId,
    VariantId,
};
use midway_kernel::money::Money;
use midway_kernel::rate::BasisPoints;

/// A whole catalogue.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Folder {
    /// The shop as a whole. A folder contains this table exactly once.
    pub settings: Settings,
    /// The operator's own texts, by their ids, instead of the shop's default words. All ids are in `docs/TEXTS.md`; an
    /// unknown id is refused. A placeholder such as `{{name}}` is replaced by a value: keep it where the default words
    /// have it. A placeholder that the shop does not fill in is refused. A text whose id ends in `Html` is HTML; all
    /// others are shown exactly as written.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub text: BTreeMap<ResourceId, String>,
    /// The venues. At least one is required.
    pub site: Vec<Site>,
    /// The countries in addresses. Forms preselect the country of the first `[[site]]`, which is also the first in
    /// their lists.
    pub country: Vec<Country>,
    /// The states and provinces in addresses.
    pub state: Vec<State>,
    /// How an order reaches the shopper. At least one is required.
    pub delivery_method: Vec<DeliveryMethod>,
    /// How an order is paid. At least one that is not a lender's is required.
    pub payment_method: Vec<PaymentMethod>,
    /// Tax rates, which products, fees, plans and delivery methods name.
    pub tax_class: Vec<TaxClass>,
    /// Charges that shoppers cannot decline.
    pub fee: Vec<Fee>,
    /// Plans by which shoppers pay for passes over time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plan: Vec<Plan>,
    /// Days with a name, such as public holidays, which other days can name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holiday: Vec<Holiday>,
    /// Capacities that several performances share.
    pub pool: Vec<Pool>,
    /// Seating plans.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hall: Vec<Hall>,
    /// The numbered seats of the halls.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seat: Vec<Seat>,
    /// What people visit: a day in the park, an exhibition, a play.
    pub show: Vec<Show>,
    /// When the shows take place, and how many people fit.
    pub schedule: Vec<Schedule>,
    /// Parks whose visits are reserved.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub property: Vec<Property>,
    /// Benefits that tickets and passes give to reserved visits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reservation_benefit: Vec<ReservationBenefit>,
    /// What is sold, and has a page.
    pub product: Vec<Product>,
    /// What shoppers are asked at the checkout.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub question: Vec<Question>,
    /// Days that shoppers put together themselves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bundle: Vec<Bundle>,
    /// Prices by day and time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub price_calendar: Vec<PriceCalendar>,
    /// A long list of prices for single days, best written as `price.csv`. Its variants belong to products with or
    /// without a price calendar. At most 500,000 rows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub price: Vec<ListedPrice>,
    /// Lower prices for everyone, shown beside the regular prices.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sale_price: Vec<SalePrice>,
    /// Promotions for shoppers with a code, at `/product/multi/promo/CODE`, on the pages of its products, in the cart
    /// and at checkout. Upper and lower case make no difference.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub promotion_code: Vec<Promotion>,
    /// Promotions for shoppers on a tag page, `/product/multi/tag/TAG`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tag_sale: Vec<Promotion>,
    /// Promotions for shoppers who buy new passes on a tag page, `/product/multi/pass/tag/TAG`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub new_pass_sale: Vec<Promotion>,
    /// Promotions for shoppers with something in the cart that is not an add-on itself, at
    /// `/product/multi/add-on/non-pass` or `/product/multi/add-on/pass`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub add_on_sale: Vec<Promotion>,
    /// Promotions for signed-in shoppers with a proven e-mail address of a domain, or with a pass of a level, at
    /// `/product/multi/verified/tag/TAG`, or for passes at `/product/multi/verified/pass/tag/TAG`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub verified_offer: Vec<Promotion>,
    /// Promotions for shoppers with a certain product in the cart: in the cart, and in lists above the add-ons.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cross_sell: Vec<Promotion>,
    /// Sales before the product's `on_sale_from`, for shoppers with a code or with a pass of a level, at
    /// `/product/single/advance/PRODUCT`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub advance_sale: Vec<Promotion>,
    /// Promotions for signed-in shoppers with a pass that ends, at `/pass/link`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub renewal: Vec<Promotion>,
    /// Exchanges of a ticket or pass for something better, for everyone who has its code, at `/upgrade/select`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub upgrade: Vec<Promotion>,
    /// What the holders of a pass may redeem, at `/entitlement/redeem`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ticket_entitlement: Vec<Promotion>,
    /// What the holders of an account may redeem, at `/account-entitlement/redeem`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub account_entitlement: Vec<Promotion>,
    /// Reductions for tickets that are bought together. They apply by themselves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub offer: Vec<Offer>,
    /// Old addresses of the shop.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub redirect: Vec<Redirect>,
    /// Waiting rooms for crowded sales.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting_room: Vec<WaitingRoom>,
}

/// The settings of the whole shop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The shop's name: in the header, in page titles and in e-mails.
    #[schemars(length(min = 1, max = 200), example = &"Harbor Gardens")]
    pub web_site_name: String,
    /// What the shop is, in a sentence or two, at the top of the home page. Search engines show it.
    #[schemars(example = &"Twelve acres of gardens by the sea.")]
    pub description: String,
    /// A picture below `pictures/` for the header, e-mails and PDF tickets: png, jpg, jpeg or webp. The header shows
    /// it instead of the shop's name, which is its alternative text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"logo.png")]
    pub site_logo: Option<String>,
    /// The large picture at the top of the home page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead_picture: Option<Picture>,
    /// The links at the top of every page except the checkout, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8))]
    pub menu: Vec<MenuLink>,
    /// The theme of the shop: lower-case letters, digits and hyphens, starting with a letter. The page `/theme` of a
    /// test shop shows every component in a theme; `museum`, `park` and `theater` are included.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 40), example = &"museum")]
    pub style_key: Option<String>,
    /// One line shown in an alert under the header of every page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200), example = &"The park closes early on Friday.")]
    pub site_message: Option<String>,
    /// Where shoppers sign in, instead of the shop's own page `/authenticate/smart-login`: `https://…`, or a path of
    /// the shop. The page to return to is added as `ReturnUrl`, also to the next three keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"https://www.harborgardens.example/sign-in")]
    pub smart_login_url: Option<String>,
    /// The page that replaces `/login`: `https://…`, or a path of the shop.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"https://www.harborgardens.example/sign-in")]
    pub login_url: Option<String>,
    /// The page that replaces `/authenticate/register`: `https://…`, or a path of the shop.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"https://www.harborgardens.example/register")]
    pub register_url: Option<String>,
    /// The page that replaces `/logout`: `https://…`, or a path of the shop.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"https://www.harborgardens.example/sign-out")]
    pub logout_url: Option<String>,
    /// What Account in the header opens, instead of the shop's own page `/profile`: `https://…`, or a path of the shop.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"https://www.harborgardens.example/account")]
    pub profile_url: Option<String>,
    /// The privacy policy, a link of the footer: `https://…`, or a path of the shop. `/privacy-policy` shows the text
    /// `frame.privacyPolicyHtml`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"/privacy-policy")]
    pub privacy_policy_url: Option<String>,
    /// The terms of sale, a link of the footer: `https://…`, or a path of the shop. `/checkout/terms` shows the text
    /// `checkout.termsHtml`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"/checkout/terms")]
    pub terms_of_sale_url: Option<String>,
    /// The terms of use, a link of the footer: `https://…`, or a path of the shop. `/terms-of-use` shows the text
    /// `frame.termsOfUseHtml`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"/terms-of-use")]
    pub terms_of_use_url: Option<String>,
    /// Your analytics account. Without it and `analytics_site_code`, no analytics script is loaded and no other host is
    /// contacted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 60), example = &"GTM-ABC123")]
    pub analytics_id: Option<String>,
    /// The code of the shop in your analytics account.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 60), example = &"gardens")]
    pub analytics_site_code: Option<String>,
    /// The phone number at which visitors reach you, with 3 to 15 digits: shown at the end of every e-mail, on tickets,
    /// and in calendar files.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"(401) 555-0134")]
    pub phone: Option<String>,
    /// The sender of e-mails. The default is `tickets@` and the shop's host. The variable `MAIL_FROM` takes precedence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"Harbor Gardens <tickets@harborgardens.example>")]
    pub mail_from: Option<String>,
    /// The color of the shop's name and of buttons in e-mails, as `#rrggbb`; `#1f4f63` by default. White text on it
    /// must have a contrast of at least 4.5:1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"#1f4f63")]
    pub mail_color: Option<String>,
    /// Whether shoppers get an e-mail at 10:00 AM of the day before their visit, with their tickets, the opening hours,
    /// the way and what to bring.
    pub visit_reminders: bool,
    /// Whether shoppers may have the confirmation of their order sent again.
    pub allow_confirmation_resend: bool,
    /// Other hosts than the shop's to which a redirect may go.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["www.harborgardens.example"])]
    pub redirect_hosts: Vec<String>,
    /// The `https` address of the analytics script; Google Tag Manager by default. `{{id}}` and `{{siteCode}}` in it
    /// are replaced by `analytics_id` and `analytics_site_code`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"https://in.example.org/tag.js?id={{id}}")]
    pub analytics_script: Option<String>,
    /// Further origins from which the analytics script loads files or to which it reports.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["https://in.example.org"])]
    pub analytics_hosts: Vec<String>,
    /// Seconds without activity after which a browser session ends.
    #[schemars(range(min = 60, max = 43_200))]
    pub session_timeout: u32,
    /// How many minutes a change of the cart holds its places.
    #[schemars(range(min = 1, max = 60))]
    pub hold_minutes: u32,
    /// The longest time in minutes for which a cart, and a visit paid with it, can hold places, counted from the first
    /// of them. Nothing extends a hold beyond it. At least `hold_minutes`.
    #[schemars(range(min = 1, max = 240))]
    pub max_hold_minutes: u32,
    /// The most places at performances in one cart. An account has one cart.
    #[schemars(range(min = 1, max = 10_000))]
    pub max_held_places: u32,
    /// How many places of one performance, section, day or limited code the carts of one network address may hold
    /// together.
    #[schemars(range(min = 1, max = 10_000))]
    pub max_held_places_by_address: u32,
    /// The same as a percentage of all places. The larger of both limits applies, because many people may share one
    /// address.
    #[schemars(range(min = 0, max = 100))]
    pub max_held_percent_by_address: u32,
    /// How many carts of one network address may hold places at the same time.
    #[schemars(range(min = 1, max = 10_000))]
    pub max_holds_by_address: u32,
    /// The percentage of all places of a performance, section or day that one network address may order for free; at
    /// least one place.
    #[schemars(range(min = 1, max = 100))]
    pub max_free_percent_by_address: u32,
    /// How many different tickets and passes that were sold elsewhere one network address may enter by their codes in
    /// an hour, to upgrade them, to reserve with them or to link them. Raise the limit if many shoppers share one
    /// address.
    #[schemars(range(min = 1, max = 10_000))]
    pub max_imported_codes_per_hour: u32,
    /// The same in a day. At least `max_imported_codes_per_hour`.
    #[schemars(range(min = 1, max = 10_000))]
    pub max_imported_codes_per_day: u32,
    /// How many days can be booked, today included.
    #[schemars(range(min = 1, max = 730))]
    pub look_ahead_days: u32,
    /// How many days of products with a week calendar can be booked, today included; never more than `look_ahead_days`.
    #[schemars(range(min = 1, max = 730))]
    pub dp_look_ahead_days: u32,
    /// The proof that links a pass to an account, besides its number. 1: the passholder's phone number. 2: the
    /// passholder's postal code.
    pub pass_validation_method_id: PassValidation,
    /// Whether passholders may add a photo of themselves.
    pub capture_pass_pictures: bool,
    /// `true` removes the offer of further passes from the passholder page.
    pub suppress_new_pass_demographics: bool,
    /// Whether the name on a pass may be changed when it is renewed.
    pub allow_pass_name_change: bool,
    /// Whether the birth date on a pass may be changed when it is renewed.
    pub allow_pass_birth_date_change: bool,
    /// Whether shoppers can pay with a saved card without typing its security code.
    pub suppress_saved_payment_code: bool,
    /// The largest party of one reservation: tickets, children and additional guests together.
    #[schemars(range(min = 1, max = 100))]
    pub reservation_max_order_quantity: u32,
    /// The largest number of children without tickets in one reservation; at most `reservation_max_order_quantity`.
    #[schemars(range(min = 0, max = 100))]
    pub reservation_max_under_age_tickets: u32,
    /// The largest number of upcoming visits that may be reserved with one ticket or pass.
    #[schemars(range(min = 1, max = 1_000))]
    pub reservation_max_coming_visits: u32,
    /// Whether some tickets of an order may be reserved without the others.
    pub allow_partial_ticketing_reservations: bool,
    /// How many hours before its start a reserved visit may still be moved or cancelled.
    #[schemars(range(min = 0, max = 720))]
    pub reservation_change_hours: u32,
    /// A date or time is called limited while less than this percentage of its places is left.
    #[schemars(range(min = 0, max = 100))]
    pub limited_below_percent: u32,
    /// A date or time is called almost full while less than this percentage of its places is left; at most
    /// `limited_below_percent`.
    #[schemars(range(min = 0, max = 100))]
    pub almost_full_below_percent: u32,
    /// What is paid back besides the prices, fees and taxes of the tickets.
    pub refunds: RefundSettings,
}

/// What is paid back when nothing but donations is left of an order. What goes with a single ticket, its price, its
/// fees and their taxes, is always paid back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(default)]
pub struct RefundSettings {
    /// Whether the fees per order and the fees of payment plans are paid back.
    pub order_fees: bool,
    /// Whether the price of the delivery is paid back.
    pub delivery: bool,
    /// Whether donations are paid back with the rest of their order. A donation can always be refunded on its own.
    pub donations: bool,
}

impl Default for RefundSettings {
    fn default() -> Self {
        RefundSettings { order_fees: true, delivery: true, donations: false }
    }
}

/// A link of the menu.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MenuLink {
    /// The words of the link.
    #[schemars(length(min = 1, max = 200), example = &"Plan your visit")]
    pub name: String,
    /// Where it goes: `https://…`, or a path of the shop.
    #[schemars(example = &"https://www.harborgardens.example/visit")]
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
            refunds: RefundSettings::default(),
        }
    }
}

/// A park, museum or other venue. The dates and times of its products are in the venue's time zone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Site {
    /// The venue's id. It never changes.
    #[schemars(example = &"gardens")]
    pub id: SiteId,
    /// The venue's name.
    #[schemars(length(min = 1, max = 200), example = &"Harbor Gardens")]
    pub name: String,
    /// An IANA time zone. Dates, times and "today" of the venue's products are those of this zone, wherever the shopper
    /// is.
    #[schemars(with = "String")]
    #[schemars(example = &"America/New_York")]
    pub time_zone: chrono_tz::Tz,
    /// The theme of this venue's pages, as `style_key` in `[settings]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 40), example = &"park")]
    pub css_key: Option<String>,
    /// The color of the venue's PDF tickets and of its visits in e-mails, as `#rrggbb`; `mail_color` of the
    /// `[settings]` by default. White text on it must have a contrast of at least 4.5:1. Best the `--brand` of its
    /// theme.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"#2d5a34")]
    pub ticket_color: Option<String>,
    /// The venue's schema.org type, for search engines, such as `AmusementPark`, `Museum` or `Zoo`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"Park")]
    pub schema_type: Option<String>,
    /// The venue's own tracking id. The reservation pages load `analytics_script` for it once a shopper has chosen the
    /// venue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200), example = &"GTM-DEF456")]
    pub analytics_tracking_id: Option<String>,
    /// Whether one ticket may be booked several times for the same time.
    #[serde(default)]
    pub allow_same_ticket_same_performance_multiple_booking: bool,
    /// The opening hours, shown on product pages under the day that the shopper chooses, on tickets and in e-mails. For
    /// each day the first entry that includes it applies. No hours are shown for a day without an entry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 60))]
    pub hours: Vec<OpeningHours>,
    /// Days without opening hours.
    #[serde(default, skip_serializing_if = "DaySet::is_empty")]
    #[schemars(example = ["thanksgiving"])]
    pub closed: DaySet,
    /// A picture of a map of the venue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<Picture>,
    /// The venue at a provider of maps, `https://…`, which shoppers open for directions. Nothing of it is loaded
    /// before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"https://www.openstreetmap.org/#map=17/41.49/-71.31")]
    pub map_url: Option<String>,
    /// How to get there, as HTML.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(example = &"<p>Bus 4 stops at the gate.</p>")]
    pub directions: String,
    /// What visitors bring, one line each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["Shoes for gravel paths"])]
    pub what_to_bring: Vec<String>,
    /// What the venue offers to people with disabilities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accessibility: Vec<AccessibilityFeature>,
    /// More about visits of people with disabilities, as HTML.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(example = &"<p>Wheelchairs can be borrowed at the gate.</p>")]
    pub accessibility_description: String,
    /// The postal address.
    pub address: SiteAddress,
}

/// The postal address of a site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SiteAddress {
    /// Street and number.
    #[schemars(length(min = 1, max = 200), example = &"1 Quay Street")]
    pub street: String,
    /// The city.
    #[schemars(length(min = 1, max = 200), example = &"Port Ellery")]
    pub city: String,
    /// The abbreviation of the state or province, where the country has states or provinces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"RI")]
    pub state: Option<String>,
    /// The postal code.
    #[schemars(length(min = 1, max = 200), example = &"02800")]
    pub zip: String,
    /// The country: its ISO 3166 code of two capital letters.
    #[schemars(example = &"US")]
    pub country: String,
}

/// A country for addresses. 80 is the USA, 17 is Canada.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Country {
    /// A number of your choice. 80 is reserved for the USA and 17 for Canada.
    #[schemars(range(min = 1), example = 80)]
    pub id: i32,
    /// The country's name.
    #[schemars(length(min = 1, max = 200), example = &"United States")]
    pub name: String,
    /// The ISO 3166 code: two capital letters.
    #[schemars(example = &"US")]
    pub code: String,
    /// Whether phone numbers have the ten digits of the North American Numbering Plan.
    #[serde(default)]
    pub phone_use_nanp_format: bool,
}

/// A state or province.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// A number of your choice.
    #[schemars(range(min = 1), example = 40)]
    pub id: i32,
    /// The id of the state's `[[country]]`.
    #[schemars(example = 80)]
    pub country_id: i32,
    /// The state's name.
    #[schemars(length(min = 1, max = 200), example = &"Rhode Island")]
    pub name: String,
    /// Its abbreviation in addresses.
    #[schemars(length(min = 1, max = 200), example = &"RI")]
    pub abbreviation: String,
    /// Whether shoppers billed there must tick the location acknowledgement before they pay.
    #[serde(default)]
    pub require_location_acknowledgement: bool,
}

/// A method by which an order reaches the shopper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeliveryMethod {
    /// The method's id.
    #[schemars(example = &"post")]
    pub id: DeliveryMethodId,
    /// The name that shoppers choose by.
    #[schemars(length(min = 1, max = 200), example = &"By mail")]
    pub name: String,
    /// One line shown beside the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200), example = &"Within five days.")]
    pub description: Option<String>,
    /// Charged once per order.
    #[serde(default)]
    pub price: Money,
    /// The tax on the price; untaxed without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"sales")]
    pub tax_class: Option<TaxClassId>,
    /// Whether the shopper is asked where to send the order. Not for a digital method.
    #[serde(default)]
    pub shipping_address_required: bool,
    /// Whether the method delivers only files. It is then not offered while the cart contains a `delivery_item`. The
    /// tickets of such a cart come by e-mail, and the shopper chooses a method for the items.
    #[serde(default)]
    pub digital: bool,
    /// How many days it takes, in the time zone of the visit's venue. The method is offered only if every date in the
    /// cart is at least that many days ahead; otherwise checkout says why it is missing. Dates of tickets that come by
    /// e-mail beside a `delivery_item` do not count. Without a method of 0 days, nothing can be bought for today.
    #[serde(default)]
    #[schemars(range(min = 0, max = 366))]
    pub lead_days: u32,
}

/// The adapters that process card payments.
pub const PROCESSORS: [&str; 2] = ["sandbox", "stripe"];

/// The adapters for lenders, which process payments by the lenders' own plans.
pub const LENDERS: [&str; 1] = ["sandbox-lender"];

/// A method by which shoppers pay, such as by card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentMethod {
    /// The method's id.
    #[schemars(example = &"card")]
    pub id: PaymentMethodId,
    /// The name that shoppers choose by.
    #[schemars(length(min = 1, max = 200), example = &"Credit or debit card")]
    pub name: String,
    /// The name on the confirmation, if it differs from `name`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200), example = &"Card")]
    pub confirmation_display_name: Option<String>,
    /// Who processes the payments. `stripe` takes cards through the operator's account at Stripe, whose keys are in the
    /// shop's environment. `sandbox` accepts test cards and takes no money, and `sandbox-lender` is the lender of plans
    /// that name it; a shop with the keys of Stripe has neither. A lender's method is offered only to shoppers who chose
    /// one of the lender's plans, and no other method is offered to them.
    #[schemars(example = &"sandbox")]
    pub processor: String,
}

impl PaymentMethod {
    pub fn is_of_lender(&self) -> bool {
        LENDERS.contains(&self.processor.as_str())
    }
}

/// A tax rate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaxClass {
    /// The id by which products and fees name it.
    #[schemars(example = &"sales")]
    pub id: TaxClassId,
    /// The tax's name.
    #[schemars(length(min = 1, max = 200), example = &"Sales tax")]
    pub name: String,
    /// The rate of the price without fees, from `"0 %"` to `"100 %"`. Tax is rounded to the cent for each unit.
    #[schemars(example = &"7 %")]
    pub rate: BasisPoints,
}

/// A mandatory fee.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fee {
    /// The fee's id.
    #[schemars(example = &"service")]
    pub id: String,
    /// The name in the cart and in the order.
    #[schemars(length(min = 1, max = 200), example = &"Service fee")]
    pub name: String,
    /// How often it is charged.
    pub per: FeePer,
    /// The amount without tax.
    #[schemars(example = &"1.50")]
    pub amount: Money,
    /// The tax on the fee; untaxed without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"sales")]
    pub tax_class: Option<TaxClassId>,
    /// The products to which it applies; all products without this key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["day-ticket"])]
    pub products: Vec<ProductId>,
}

/// How often a fee is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FeePer {
    /// Once, if one of its products is in the order. It is listed beside the prices.
    Order,
    /// For each unit, as part of the price on every page. A free ticket has no fee.
    Ticket,
}

/// A plan for paying for passes over time. With an in-house plan, the shopper pays a part today and the rest in equal
/// monthly payments. With a lender plan, the lender pays everything today, and the terms are agreed between the lender
/// and the shopper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The id by which passes name it.
    #[schemars(example = &"monthly")]
    pub id: PlanId,
    /// The plan's name.
    #[schemars(length(min = 1, max = 200), example = &"Monthly payments")]
    pub name: String,
    /// 1: an in-house plan, in monthly payments by card. 2: a lender's plan, which has no down payment, fee or
    /// payments.
    #[serde(rename = "type", default = "house")]
    pub plan_type: PlanType,
    /// Required for type 2: the lender, which is also the `processor` of a payment method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"sandbox-lender")]
    pub lender: Option<String>,
    /// The part of each pass's price that is paid today, without tax and fees: an amount, at most the whole price, or a
    /// percentage such as `20 %`, to the nearest cent and at least one cent. The price is the one that is paid, after
    /// promotions, offers and the credit of an upgrade. The rest is paid in equal payments; the last one includes the cents
    /// that do not divide evenly. Required for type 1 if there is no fee.
    #[serde(default)]
    #[schemars(example = &"29.00")]
    pub down_payment: Portion,
    /// What each pass costs more with the plan, paid today.
    #[serde(default)]
    #[schemars(example = &"10.00")]
    pub fee: Money,
    /// The tax on the fee; untaxed without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"sales")]
    pub tax_class: Option<TaxClassId>,
    /// Whether the fee is a finance charge and therefore part of the annual percentage rate, which the shop computes
    /// (Regulation Z, 12 CFR 1026.4 and appendix J).
    #[serde(default)]
    pub fee_is_finance_charge: bool,
    /// Required for type 1: how many monthly payments follow today's, 1 to 36.
    #[serde(default)]
    #[schemars(range(min = 0, max = 36), example = 10)]
    pub payments: u32,
    /// A short description in lower case: shown after the price and "or", or before the price where passes are sold
    /// with plans. By default it states the amounts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200), example = &"$29 today and $10 a month")]
    pub description: Option<String>,
    /// The terms, as HTML, shown with the plan. Required for type 2, because the shop shows no other terms of a lender.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"<p>The lender pays today, and you pay the lender.</p>")]
    pub disclaimer: Option<String>,
}

fn house() -> PlanType {
    PlanType::House
}

/// A named list of days, which is used by its id wherever days are listed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Holiday {
    /// The id by which lists of days name it.
    #[schemars(example = &"thanksgiving")]
    pub id: HolidayId,
    /// The name that visitors see with the opening hours of its days.
    #[schemars(length(min = 1, max = 200), example = &"Thanksgiving")]
    pub name: String,
    /// Its days, at most 400 entries; they name no other holidays.
    #[schemars(example = ["fourth thu of november"])]
    pub days: DaySet,
}

/// A capacity that several performances share, such as the number of people in a building at the same time or the
/// number of guests in a park on a day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pool {
    /// The id by which schedules name it.
    #[schemars(example = &"guests")]
    pub id: PoolId,
    /// The number of places.
    #[schemars(range(min = 0, max = 10_000_000), example = 800)]
    pub capacity: u32,
    /// What the capacity is for.
    pub per: PoolPer,
    /// Other capacities on some days. For each day, the first entry that includes the day applies.
    #[serde(default, rename = "exception", skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<PoolException>,
}

impl Pool {
    /// The capacity on a day.
    pub fn capacity_on(&self, date: NaiveDate) -> u32 {
        let exception = self.exceptions.iter().find(|exception| exception.days.includes(date));
        exception.map_or(self.capacity, |exception| exception.capacity)
    }
}

/// What a capacity is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PoolPer {
    /// One capacity for the whole day.
    Day,
    /// One capacity for each starting time.
    Time,
}

/// Another capacity on one day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PoolException {
    /// The days.
    #[schemars(example = ["07-04", "2027-07-05"])]
    pub days: DaySet,
    /// The number of places on these days.
    #[schemars(range(min = 0, max = 10_000_000), example = 1200)]
    pub capacity: u32,
}

/// A hall with its sections. All shows in the hall use the same sections and seats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hall {
    /// The id by which shows name it.
    #[schemars(example = &"lantern")]
    pub id: HallId,
    /// The width and the height of the seating plan. All positions are on this plane, with the stage at the top. At
    /// most 100,000 each.
    #[schemars(example = [1200, 900])]
    pub size: [u32; 2],
    /// A drawing of the whole plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chart: Option<Picture>,
    /// The sections, from the best to the worst.
    #[serde(rename = "section")]
    #[schemars(length(min = 1, max = 100))]
    pub sections: Vec<Section>,
    /// How the wheelchair spaces, the companion seats and the accessible sections are sold. Without it, everybody may
    /// choose them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accessible: Option<AccessiblePlaces>,
}

/// How the accessible places of a hall are sold until they are released to everybody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AccessiblePlaces {
    /// Who may buy them.
    pub sale: AccessibleSale,
    /// What the shopper declares, in the shopper's words. Only for `declaration`, which has a usual text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200), example = &"One of us uses a wheelchair.")]
    pub statement: Option<String>,
    /// How many companion seats are sold for each wheelchair space of a cart.
    #[serde(default = "one")]
    #[schemars(range(max = 10), example = 2)]
    pub companions: u32,
    /// From how many hours before the start everybody may buy the places that are left. Without it, they are never released.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 8_760), example = 24)]
    pub release_hours_before: Option<u32>,
}

/// Who may buy accessible places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AccessibleSale {
    /// Everybody.
    Open,
    /// Who declares that a guest of the party needs them.
    Declaration,
    /// Nobody online: shoppers contact the operator.
    Contact,
}

/// A part of a hall, such as a block of seats, a balcony or a lawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// The section's id, unique in its hall.
    #[schemars(example = &"stalls")]
    pub id: SectionId,
    /// The name that shoppers choose by.
    #[schemars(length(min = 1, max = 200), example = &"Stalls")]
    pub name: String,
    /// Required for a section without numbered seats: the number of places. A section with seats has as many places as
    /// seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 10_000_000), example = 40)]
    pub capacity: Option<u32>,
    /// The corners of the section's outline, as `[x, y]`; at least three.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 200), example = [[100, 200], [1100, 200], [600, 600]])]
    pub polygon: Vec<[u32; 2]>,
    /// What the stage looks like from the section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<Picture>,
    /// Whether the section consists of wheelchair spaces and the seats beside them.
    #[serde(default, skip_serializing_if = "is_false")]
    #[schemars(extend("default" = false))]
    pub accessible: bool,
}

/// A numbered seat, or a box or table that is sold as a whole. The rows of a section are listed in order, the best row
/// first, and the seats of a row as they stand beside each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// The seat's `[[hall]]`.
    #[schemars(example = &"lantern")]
    pub hall: HallId,
    /// The seat's section.
    #[schemars(example = &"stalls")]
    pub section: SectionId,
    /// The row as marked in the hall: letters, digits and hyphens; for a box or a table, what it is, such as `Box`.
    /// Section, row and seat together are the seat's id.
    #[schemars(length(min = 1, max = 12), example = &"A")]
    pub row: String,
    /// The seat as marked in its row.
    #[schemars(length(min = 1, max = 12), example = &"12")]
    pub seat: String,
    /// The position of the seat's centre from the left.
    #[schemars(example = 400)]
    pub x: u32,
    /// The position of the seat's centre from the top.
    #[schemars(example = 240)]
    pub y: u32,
    /// For whom the seat is. Shoppers choose wheelchair and companion seats themselves: they are never assigned as the
    /// best available seats.
    #[serde(default)]
    #[schemars(example = &"wheelchair")]
    pub kind: SeatKind,
    /// How many people the seat is for: more than one for a box or a table that is sold as a whole. The variants that are
    /// sold for it have as many `tickets`.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 20), example = 4)]
    pub places: u32,
    /// What shoppers can look for, or should know: `aisle`, `step-free`, `hearing-loop` and `restricted-view`, with
    /// spaces between. Seats with a restricted view are assigned as the best available seats only if there are no others
    /// that are next to each other.
    #[serde(default)]
    #[schemars(example = &"aisle step-free")]
    pub features: SeatFeatures,
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

/// What a seat has that others do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatFeature {
    /// Beside an aisle.
    Aisle,
    /// Reached without steps.
    StepFree,
    /// Within reach of a hearing loop.
    HearingLoop,
    /// The view of the stage is restricted. Such a seat is assigned only if no other is left.
    RestrictedView,
}

impl SeatFeature {
    pub const ALL: [(&str, SeatFeature); 4] = [
        ("aisle", SeatFeature::Aisle),
        ("step-free", SeatFeature::StepFree),
        ("hearing-loop", SeatFeature::HearingLoop),
        ("restricted-view", SeatFeature::RestrictedView),
    ];
}

/// The features of a seat, written as their names with spaces between: `aisle step-free`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct SeatFeatures(Vec<SeatFeature>);

impl SeatFeatures {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn has(&self, feature: SeatFeature) -> bool {
        self.0.contains(&feature)
    }

    pub fn iter(&self) -> impl Iterator<Item = SeatFeature> {
        self.0.iter().copied()
    }

    /// What the owner of the seat reads beside it. That it is beside an aisle is of use only while seats are compared.
    pub fn of_bought_seat(&self) -> impl Iterator<Item = SeatFeature> {
        self.iter().filter(|feature| *feature != SeatFeature::Aisle)
    }
}

impl TryFrom<String> for SeatFeatures {
    type Error = String;

    fn try_from(written: String) -> Result<Self, String> {
        let feature = |name: &str| {
            let found = SeatFeature::ALL.iter().find(|(known, _)| *known == name);
            found.map(|(_, feature)| *feature).ok_or_else(|| {
                let known = SeatFeature::ALL.map(|(known, _)| known).join(", ");
                format!("unknown feature \"{name}\": the features of a seat are {known}, with spaces between")
            })
        };
        let mut features: Vec<SeatFeature> = written.split_whitespace().map(feature).collect::<Result<_, _>>()?;
        features.sort_by_key(|feature| *feature as u8);
        features.dedup();
        Ok(SeatFeatures(features))
    }
}

impl From<SeatFeatures> for String {
    fn from(features: SeatFeatures) -> Self {
        let named = SeatFeature::ALL.iter().filter(|(_, feature)| features.has(*feature));
        named.map(|(name, _)| *name).collect::<Vec<_>>().join(" ")
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
    /// The id by which schedules and products name it.
    #[schemars(example = &"garden-day")]
    pub id: ShowId,
    /// The venue where it takes place.
    #[schemars(example = &"gardens")]
    pub site: SiteId,
    /// The name on pages, tickets and in e-mails.
    #[schemars(length(min = 1, max = 200), example = &"A day in the gardens")]
    pub name: String,
    /// 1: general admission. 2: by section. 3: by seat, and by section where the hall has no numbered seats. 4: general
    /// admission at a time.
    #[serde(rename = "type")]
    pub show_type: ShowType,
    /// How long it takes; at most a week.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10_080), example = 90)]
    pub duration_minutes: Option<u32>,
    /// The hall where it takes place. Required for types 2 and 3, and only for them. A show of type 3 sells the numbered
    /// seats of its hall, and its sections without seats by number of places.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"lantern")]
    pub hall: Option<HallId>,
    /// Whether admission is for the day. The time is then not shown, and there is one slot a day.
    #[serde(default)]
    pub valid_all_day: bool,
    /// Whether the shopper must choose the show even if it is the only one.
    #[serde(default)]
    pub always_prompt_show: bool,
    /// Whether the shopper must choose the time even if it is the only one, also when a visit is reserved.
    #[serde(default)]
    pub always_prompt_performance: bool,
}

/// The rule for a show's performances. The rule has no end if `until` is absent and `days` names days of every year.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// The schedule's id. Together with the day and the slot it identifies a performance permanently.
    #[schemars(example = &"garden-days")]
    pub id: ScheduleId,
    /// The show that takes place. A show may have several schedules.
    #[schemars(example = &"garden-day")]
    pub show: ShowId,
    /// The first day; open without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2027-06-01")]
    pub from: Option<NaiveDate>,
    /// The last day; open without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2027-08-31")]
    pub until: Option<NaiveDate>,
    /// The days of the week, `mon` to `sun`.
    #[serde(default = "every_day")]
    #[schemars(with = "Vec<WrittenWeekday>")]
    #[schemars(example = ["fri", "sat"])]
    pub weekdays: Vec<Weekday>,
    /// Limits the rule to these days, for example to several seasons.
    #[serde(default, skip_serializing_if = "DaySet::is_empty")]
    #[schemars(example = ["05-01 to 06-15", "09-01 to 10-31"])]
    pub days: DaySet,
    /// Places per performance, if its slot has none of its own. Without it, the number of places of the show's hall
    /// applies; without a hall, only pools limit the number. A schedule has a capacity, a hall or pools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 10_000_000), example = 240)]
    pub capacity: Option<u32>,
    /// Capacities shared with other performances.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["guests"])]
    pub pools: Vec<PoolId>,
    /// A performance is sold until this many minutes after its start; `-15` ends its sale 15 minutes before the start.
    #[serde(default)]
    #[schemars(range(min = -10_080, max = 10_080), example = 30)]
    pub closes_after_minutes: i32,
    /// The times of a day.
    #[serde(rename = "slot")]
    #[schemars(length(min = 1, max = 288))]
    pub slots: Vec<Slot>,
    /// Days without performances.
    #[serde(default, skip_serializing_if = "DaySet::is_empty")]
    #[schemars(example = ["12-25", "thanksgiving"])]
    pub closed: DaySet,
    /// Other rules for some days. The slots of an exception replace those of the rule, even outside its seasons and
    /// weekdays and on closed days. For each day, the first exception that includes the day applies.
    #[serde(default, rename = "exception", skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<ScheduleException>,
}

impl Schedule {
    /// The slots of a day as written in the files: the slots of the day's exception if there is one, otherwise the
    /// slots of the rule. [`Catalog::slots_on`](super::Catalog::slots_on) leaves out slots at times that do not exist
    /// on the day.
    pub fn written_slots_on(&self, date: NaiveDate) -> &[Slot] {
        if let Some(exception) = self.exceptions.iter().find(|exception| exception.days.includes(date)) {
            return &exception.slots;
        }
        let runs = self.from.is_none_or(|from| from <= date)
            && self.until.is_none_or(|until| date <= until)
            && self.weekdays.contains(&date.weekday())
            && (self.days.is_empty() || self.days.includes(date))
            && !self.closed.includes(date);
        if runs { &self.slots } else { &[] }
    }

    /// Whether the schedule has no performances after a day.
    pub fn is_over_after(&self, day: NaiveDate) -> bool {
        let is_past = |exception: &ScheduleException| exception.days.is_over_after(day) || exception.slots.is_empty();
        let is_rule_over =
            self.until.is_some_and(|until| until <= day) || !self.days.is_empty() && self.days.is_over_after(day);
        is_rule_over && self.exceptions.iter().all(is_past)
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
    /// When it starts; each time once per day. A time that clocks skip on a day (2:30 when they go from 2:00 to 3:00)
    /// is refused in an exception; in a season's rule it is left out on that day, with a warning.
    #[schemars(example = &"18:00")]
    pub time: WallTime,
    /// The slot's part of the performance's id, so that you can change the time: lower-case letters, digits and
    /// hyphens. By default the time without the colon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 40), example = &"early")]
    pub id: Option<String>,
    /// A label shown beside the time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200), example = &"Under the stars")]
    pub label: Option<String>,
    /// Places of this performance, instead of the schedule's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 10_000_000), example = 180)]
    pub capacity: Option<u32>,
}

impl Slot {
    /// The key of this slot in a performance's id.
    pub fn key(&self) -> String {
        self.id.clone().unwrap_or_else(|| format!("{:02}{:02}", self.time.0.hour(), self.time.0.minute()))
    }
}

/// The times of one day, instead of those of the rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScheduleException {
    /// The days.
    #[schemars(example = ["07-04", "2027-07-05"])]
    pub days: DaySet,
    /// The times of these days; none with an empty list.
    #[serde(rename = "slot")]
    #[schemars(length(max = 288))]
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
            let midnight =
                if text == "24:00" { "; midnight is \"00:00\", and the last minute of a day \"23:59\"" } else { "" };
            serde::de::Error::custom(format!("\"{text}\" is not a time of day in 24 hours like \"18:30\"{midnight}"))
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
    /// The park's id.
    #[schemars(example = &"garden")]
    pub id: PropertyId,
    /// Its venue. One reservation chooses among the parks of one venue.
    #[schemars(example = &"gardens")]
    pub site: SiteId,
    /// The park's name.
    #[schemars(length(min = 1, max = 200), example = &"Harbor Gardens")]
    pub name: String,
    /// The theme of the park's logo and messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 40), example = &"park")]
    pub css_key: Option<String>,
    /// The park's logo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<Picture>,
    /// Whether the logo is shown even if there is no other park to choose.
    #[serde(default)]
    pub show_logo_if_only_one_property_available: bool,
    /// The show whose performances are the entry times, of the same venue and without a hall. A dated ticket that was
    /// sold from one of their pools for its day does not draw from that pool again.
    #[schemars(example = &"gate")]
    pub show: ShowId,
    /// The products whose tickets and passes are admitted.
    #[schemars(example = ["year-pass", "day-ticket"])]
    pub products: Vec<ProductId>,
    /// Products offered with a reservation, if they are available on its day. Those with a date keep their day when the
    /// visit is moved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["seed-box"])]
    pub add_ons: Vec<ProductId>,
    /// The opening hours. For each day the first entry that includes it applies. No hours are shown for a day without
    /// an entry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 60))]
    pub hours: Vec<OpeningHours>,
    /// Days without opening hours.
    #[serde(default, skip_serializing_if = "DaySet::is_empty")]
    pub closed: DaySet,
    /// Days on which a party may bring friends without tickets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 60))]
    pub bring_a_friend: Vec<BringAFriendDays>,
}

/// The opening hours on certain days, or on all days if no days are given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningHours {
    /// The first day of a season, of one year (`2027-06-01`) or of every year (`"06-01"`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"06-01")]
    pub from: Option<SeasonDay>,
    /// The last day of a season. A season of every year may begin in one year and end in the next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"08-31")]
    pub until: Option<SeasonDay>,
    /// The days of the week, `mon` to `sun`; all without this key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<WrittenWeekday>")]
    #[schemars(example = ["sat", "sun"])]
    pub weekdays: Vec<Weekday>,
    /// Limits the entry to these days.
    #[serde(default, skip_serializing_if = "DaySet::is_empty")]
    #[schemars(example = ["12-20 to 01-03", "thanksgiving"])]
    pub days: DaySet,
    /// When it opens.
    #[schemars(example = &"09:00")]
    pub opens: WallTime,
    /// When it closes.
    #[schemars(example = &"17:00")]
    pub closes: WallTime,
}

/// Days on which a party may bring friends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BringAFriendDays {
    /// The first day of a season, of one year (`2027-06-01`) or of every year (`"06-01"`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"06-01")]
    pub from: Option<SeasonDay>,
    /// The last day of a season.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"08-31")]
    pub until: Option<SeasonDay>,
    /// The days of the week, `mon` to `sun`; all without this key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<WrittenWeekday>")]
    #[schemars(example = ["fri"])]
    pub weekdays: Vec<Weekday>,
    /// Limits the entry to these days.
    #[serde(default, skip_serializing_if = "DaySet::is_empty")]
    #[schemars(example = ["12-20 to 01-03", "thanksgiving"])]
    pub days: DaySet,
    /// How many friends each reservation may bring.
    #[schemars(range(min = 1, max = 20), example = 2)]
    pub friends: u32,
}

/// A benefit that tickets and passes give to a reservation. It is chosen with the reservation, and the visit uses it
/// up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReservationBenefit {
    /// The benefit's id.
    #[schemars(example = &"garden-lunch")]
    pub id: BenefitId,
    /// The benefit's name.
    #[schemars(length(min = 1, max = 200), example = &"A picnic for one")]
    pub name: String,
    /// The variants whose tickets and passes give it.
    #[schemars(example = ["year-pass"])]
    pub held: Vec<VariantId>,
    /// 1: chosen one by one at its ticket. 2: as a number for the whole reservation, from the passes of the party and
    /// of the account that are valid on its day.
    #[serde(rename = "selection_type")]
    pub selection: BenefitSelection,
    /// How many each ticket gives over its whole validity. An upgraded pass continues with what the old one had left.
    #[schemars(range(min = 1, max = 100), example = 2)]
    pub quantity: u32,
    /// For type 2: how many places each unit takes, for guests who need no ticket.
    #[serde(default)]
    #[schemars(range(min = 0, max = 10))]
    pub places: u32,
    /// For type 2: the heading of the card that offers it; the benefit's name by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"Bring a guest")]
    pub card_title: Option<String>,
    /// For type 2: the text of the card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"Your guest needs no ticket.")]
    pub card_description: Option<String>,
    /// The first day of visits for which it is valid; open without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2027-03-01")]
    pub from: Option<NaiveDate>,
    /// The last day of visits for which it is valid; open without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2027-10-31")]
    pub until: Option<NaiveDate>,
    /// Its theme.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 40), example = &"park")]
    pub css_key: Option<String>,
}

/// A product, such as a ticket, an add-on or parking. Every product has a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Product {
    /// The product's id, which is part of its address: `/product/single/day-ticket`. It never changes.
    #[schemars(example = &"day-ticket")]
    pub id: ProductId,
    /// Its venue, whose time zone its dates and times have.
    #[schemars(example = &"gardens")]
    pub site: SiteId,
    /// The product's name.
    #[schemars(length(min = 1, max = 200), example = &"Day ticket")]
    pub name: String,
    /// The heading under which the home page lists it. Without one, the home page does not list it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200), example = &"Visit")]
    pub category: Option<String>,
    /// One or two sentences, for lists and search engines.
    #[schemars(example = &"All gardens and glasshouses, from nine until dusk.")]
    pub short_description: String,
    /// The text of its page, as HTML.
    #[serde(default)]
    #[schemars(example = &"<p>Begin at the rose walk.</p>")]
    pub long_description: String,
    /// Small print under the description.
    #[serde(default)]
    #[schemars(example = &"Dogs are welcome on a lead.")]
    pub disclaimer: String,
    /// Its pictures; the first is the main one.
    #[serde(default, rename = "picture", skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20))]
    pub pictures: Vec<Picture>,
    /// Words for tag pages, each of which lists the products with one tag, and for promotions: lower-case letters,
    /// digits and hyphens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["family", "outdoors"])]
    pub tags: Vec<String>,
    /// Words that visitors may search for and that are in none of its other texts. The search also knows its name,
    /// category, tags, variants, pass levels and descriptions, and what it is: a ticket, a pass or a package.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 50), example = ["dinosaur", "bones"])]
    pub search_words: Vec<String>,
    /// Whom it suits, in your words. Visitors can search by them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["Families", "Small children"])]
    pub audiences: Vec<String>,
    /// What it offers to people with disabilities. Visitors can search by it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accessibility: Vec<AccessibilityFeature>,
    /// Its tax; untaxed without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"sales")]
    pub tax_class: Option<TaxClassId>,
    /// When its sale begins, in the venue's time; open without it. If the product has a `category`, the home page and the
    /// search announce it before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2027-02-01T09:00:00")]
    pub on_sale_from: Option<NaiveDateTime>,
    /// When its sale ends, in the venue's time; open without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2027-08-31T18:00:00")]
    pub on_sale_until: Option<NaiveDateTime>,
    /// Whether everyone may buy it. With `false` it has no `category`, cannot be part of a bundle, and is sold only by
    /// a promotion that names it, one of its variants or one of its tags.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    #[schemars(extend("default" = true))]
    pub sold_publicly: bool,
    /// Whether lists show one button for the product instead of one per variant.
    #[serde(default)]
    pub hide_variants_in_multi_product_view: bool,
    /// Whether only signed-in shoppers may buy it, packages with it, and bundles that may contain it.
    #[serde(default)]
    pub requires_login_challenge: bool,
    /// Whether lines of the product can be changed in the cart: quantity, date, time, section and seats. Otherwise they
    /// can only be removed.
    #[serde(default = "yes")]
    pub allow_performance_change: bool,
    /// Whether the shopper must confirm before places that the cart holds are released by choosing a different date or
    /// by emptying the cart.
    #[serde(default)]
    pub confirm_release: bool,
    /// Products that cannot be bought together with it. Adding it removes them from the cart, after the shopper has
    /// confirmed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["evening-ticket"])]
    pub replaces: Vec<ProductId>,
    /// How many units of all its variants exist altogether, over all days; unlimited without it. Those in packages and
    /// bundles count too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 10_000_000), example = 500)]
    pub stock: Option<u32>,
    /// The least number of units of all its variants together in one order. Redeemed units, renewals, upgrades, and the
    /// parts of packages and bundles do not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10_000), example = 2)]
    pub min_per_order: Option<u32>,
    /// The greatest number of units of all its variants together in one order, counted in the same way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10_000), example = 8)]
    pub max_per_order: Option<u32>,
    /// The least number for each day of a visit in one order. Only for products with a selection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10_000), example = 2)]
    pub min_per_day: Option<u32>,
    /// The greatest number for each day of a visit in one order. Only for products with a selection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10_000), example = 4)]
    pub max_per_day: Option<u32>,
    /// The greatest number of units of all its variants together in all orders of one person: of the same account, or
    /// with the same e-mail address. It is counted in the same way as `max_per_order`, from the import of the limit on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10_000), example = 4)]
    pub max_per_account: Option<u32>,
    /// What shoppers get back who cancel it themselves, on the page of their order. Without it they cannot; you can always
    /// refund them. An order keeps the rules of its purchase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = serde_json::json!({ "steps": [{ "until_before": { "days": 1 }, "percent": 100 }] }))]
    pub cancellation: Option<Cancellation>,
    /// Makes it a donation, whose amount the shopper chooses. A catalogue has at most one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = serde_json::json!({ "round_up_enabled": true }))]
    pub donation: Option<Donation>,
    /// The choices of performances that a shopper makes before the quantities, in order. A product without a selection
    /// needs no date.
    #[serde(default, rename = "selection", skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 4))]
    pub selections: Vec<Selection>,
    /// Makes it a package, whose variants consist of variants of other products.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = serde_json::json!({ "discount_percentage": 15 }))]
    pub package: Option<Package>,
    /// What each level of its passes gives. The page that compares passes shows it.
    #[serde(default, rename = "pass_level", skip_serializing_if = "Vec::is_empty")]
    pub pass_levels: Vec<PassLevel>,
    /// What is bought.
    #[serde(rename = "variant")]
    #[schemars(length(min = 1, max = 100))]
    pub variants: Vec<Variant>,
}

/// What the passes of a level give their holders.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PassLevel {
    /// The `pass_level` of at least one of the product's passes.
    #[schemars(example = &"Gold")]
    pub name: String,
    /// The benefits, in the order of the rows.
    #[schemars(length(min = 1, max = 30))]
    pub benefits: Vec<PassBenefit>,
}

/// A benefit, one row of the comparison. Levels that give the same benefit write its name in the same way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PassBenefit {
    /// The benefit. Levels that give the same benefit write its name in the same way.
    #[schemars(length(min = 1, max = 200), example = &"Free parking")]
    pub name: String,
    /// How much of it the level gives. Without it, the benefit is shown as included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200), example = &"2 a year")]
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
    /// Whether shoppers are offered to round their order up to the next whole dollar.
    pub round_up_enabled: bool,
    /// The smallest amount for which rounding up is offered; below a dollar.
    #[schemars(example = &"0.10")]
    pub round_up_minimum: Money,
}

/// A picture in the folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// A path below `pictures/`, ending in png, jpg, jpeg or webp: letters, digits, `.`, `_` and `-`. SVG is refused
    /// because it may contain scripts.
    #[schemars(example = &"lawn.png")]
    pub file: String,
    /// What the picture shows, for shoppers who cannot see it.
    #[schemars(length(min = 1, max = 200), example = &"A lawn with old oaks, the sea behind")]
    pub alt: String,
}

/// A question that shoppers answer at the checkout. Questions are asked in the order of the files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The id, by which `midway answers` names the question.
    #[schemars(example = &"badge-name")]
    pub id: QuestionId,
    /// The question, up to 200 characters. Of a consent: what the shopper agrees to, word for word, up to 1,000.
    #[schemars(length(min = 1, max = 1_000), example = &"Name on the badge")]
    pub label: String,
    /// A hint below the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 1_000), example = &"As it should be printed.")]
    pub help: Option<String>,
    /// How it is answered.
    pub kind: QuestionKind,
    /// Whether payment needs an answer.
    #[serde(default)]
    pub required: bool,
    /// How often it is asked.
    #[serde(default)]
    pub ask: Ask,
    /// The products for which the question is asked; every product if this list and `variants` are empty. Those of a package
    /// or a bundle are asked about its parts too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["day-ticket"])]
    pub products: Vec<ProductId>,
    /// The variants for which the question is asked, in addition to `products`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["day-child"])]
    pub variants: Vec<VariantId>,
    /// For `choice` and `several`: the answers of which one or several are chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 50), example = ["Vegetarian", "Vegan"])]
    pub choices: Vec<String>,
    /// The greatest length of a text, in characters. At most 500 and by default 200; for a long text, at most 5,000 and
    /// by default 2,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 5_000), example = 40)]
    pub max_length: Option<u32>,
    /// The first date that is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2010-01-01")]
    pub earliest: Option<NaiveDate>,
    /// The last date that is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2027-12-31")]
    pub latest: Option<NaiveDate>,
    /// The smallest number that is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = 1)]
    pub min: Option<i64>,
    /// The greatest number that is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = 12)]
    pub max: Option<i64>,
    /// Of a consent: the page with the terms, an http or https URL or a path within the shop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"/checkout/terms")]
    pub terms_url: Option<String>,
    /// Of a consent for an order: the terms as HTML, which unfold below it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 20_000), example = &"<p>Life jackets are worn at all times.</p>")]
    pub terms: Option<String>,
    /// Whether the ticket and its PDF show the answer. An answer about the order is on each of its tickets. Not for
    /// `long_text` and `consent`.
    #[serde(default)]
    pub print: bool,
    /// Makes the answer the name of the ticket's holder: the ticket, its PDF and its code carry it. Only for `text` asked for
    /// each ticket. `{}` is a name that stays; with `change_until`, the buyer may change it. A pass has its passholder instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = serde_json::json!({ "change_until": { "days": 1 } }))]
    pub holder_name: Option<HolderName>,
    /// Asks only if an earlier question has an answer; for a consent without `answer`. Both questions have the same `ask`,
    /// `products` and `variants`, or the earlier one is for every product.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = serde_json::json!({ "question": "diet", "answer": "Other" }))]
    pub only_if: Option<OnlyIf>,
}

/// The name of a ticket's holder, asked by a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HolderName {
    /// Until how long before the visit the buyer may change it: `{ days = 1 }` until the end of the day before it, in the
    /// time zone of the venue; `{ hours = 24 }` until 24 hours before its start. At the latest until gates admit the ticket.
    /// Without it, the name stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = serde_json::json!({ "days": 1 }))]
    pub change_until: Option<Lead>,
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
    /// A day.
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
    #[schemars(example = &"diet")]
    pub question: QuestionId,
    /// One of its choices. Absent for a consent, which must be given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"Other")]
    pub answer: Option<String>,
}

/// One choice of a performance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Selection {
    /// The shows to choose from; with several, the shopper is asked which. For each selection with a show in a hall the
    /// shopper also chooses a place. The places of a package are assigned by the shop.
    #[schemars(example = ["garden-day"])]
    pub shows: Vec<ShowId>,
    /// The text above the times, instead of "Choose a Time".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200), example = &"When do you arrive?")]
    pub prompt: Option<String>,
    /// The minimum time after an earlier selection. Not for the first selection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<Delay>,
    /// Only performances that start at this time or later are offered, for example for an evening ticket.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"17:00")]
    pub from_time: Option<WallTime>,
    /// Only performances that start before this time are offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"12:00")]
    pub until_time: Option<WallTime>,
}

impl Selection {
    /// Whether the performances of a show at this time of the day can be chosen.
    pub fn offers(&self, show: &ShowId, time: WallTime) -> bool {
        let is_in_time =
            self.from_time.is_none_or(|from| from <= time) && self.until_time.is_none_or(|until| time < until);
        is_in_time && self.shows.contains(show)
    }
}

/// The minimum time between two selections: enough to watch the first show and to walk to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Delay {
    /// The selection from which it is measured.
    pub after: DelayAfter,
    /// The minimum number of minutes between the starts of the two performances.
    #[schemars(range(min = 1, max = 1_440), example = 90)]
    pub minutes: u32,
}

/// The selection from which a delay is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DelayAfter {
    /// The first selection.
    First,
    /// The selection before this one.
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
    /// The variant's id, unique in the whole catalogue. It never changes.
    #[schemars(example = &"day-adult")]
    pub id: VariantId,
    /// The variant's name. Variants of a product differ in name or `pass_level`.
    #[schemars(length(min = 1, max = 200), example = &"Adult")]
    pub name: String,
    /// The price without taxes and fees; `"0.00"` is free. It may depend on day and time: see `[[price_calendar]]`.
    /// Required for all variants except those of a package, whose price comes from their parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"24.00")]
    pub price: Option<Money>,
    /// Whether its price counts for the "from" prices of lists, calendars, bundles and search engines. `false` leaves it
    /// out, for example an infant's or a carer's ticket, unless nothing else is sold. Without this key, a variant with
    /// `only_with` is left out too, except in bundles, which are free of that rule; `true` counts it. Variants that are
    /// always free are left out anyway.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = false)]
    pub in_from_price: Option<bool>,
    /// The least number of units in one cart for the same performances, at any price.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 1_000))]
    pub min_quantity: u32,
    /// The greatest number of units in one cart for the same performances, at any price.
    #[serde(default = "hundred")]
    #[schemars(range(min = 1, max = 1_000))]
    pub max_quantity: u32,
    /// How many exist altogether; unlimited without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 10_000_000), example = 300)]
    pub stock: Option<u32>,
    /// Makes it a pass for one person. 1: a season pass. 2: a pass without a season. Each pass is a separate line in
    /// the cart and needs its passholder's details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<PassKind>,
    /// The level of a pass, shown in parentheses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200), example = &"Gold")]
    pub pass_level: Option<String>,
    /// Required for passes: the period in which it admits the passholder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = serde_json::json!({ "days": 365 }))]
    pub valid: Option<Validity>,
    /// For passes: the `[[plan]]` by which it may be paid over time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"monthly")]
    pub plan: Option<PlanId>,
    /// For passes: the earliest birth date of its passholder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"1962-01-01")]
    pub min_birth_date: Option<NaiveDate>,
    /// For passes: the latest birth date of its passholder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2009-12-31")]
    pub max_birth_date: Option<NaiveDate>,
    /// Who may use it, shown beside the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200), example = &"Ages 4 to 15")]
    pub age_restriction_text: Option<String>,
    /// How many are bought, shown beside the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200), example = &"For groups of ten or more")]
    pub quantity_restriction_text: Option<String>,
    /// How many people without tickets its holder may bring to a reserved visit.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0, max = 20))]
    #[schemars(extend("default" = 0))]
    pub additional_people: u32,
    /// The shows of the selections for which it is sold; all without this key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["garden-day"])]
    pub shows: Vec<ShowId>,
    /// The sections for which it is sold; all without this key. If several selections have shows in a hall, these are
    /// sections of each of the halls. The price is that of the unit with all its places: where places cost more, write a
    /// variant with that price for their sections.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["stalls"])]
    pub sections: Vec<SectionId>,
    /// Whether it is a thing that must be handed over or mailed. It then needs a delivery method that is not digital.
    #[serde(default)]
    pub delivery_item: bool,
    /// Tickets issued per unit.
    #[serde(default = "one")]
    #[schemars(range(min = 0, max = 20))]
    pub tickets: u32,
    /// The variants together with which it is sold, such as a child's ticket with an adult's. The parts of packages and
    /// bundles are free of this rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_with: Option<Companions>,
    /// For variants of a package: its parts.
    #[serde(default, rename = "part", skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20))]
    pub parts: Vec<Part>,
}

/// The variants of which an order needs at least one, for the same day if the visit has a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Companions {
    /// Variants of any products. An order needs at least one of them, for the same day if the visit has a day.
    #[schemars(example = ["day-adult", "day-senior"])]
    pub variants: Vec<VariantId>,
    /// How many units are sold for each of them; any number without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10_000), example = 4)]
    pub each: Option<u32>,
}

impl Variant {
    /// Whether its price counts for "from" prices. Nobody pays only the price of a variant that is sold with another
    /// one, so it counts only if the operator says so.
    pub fn is_in_from_price(&self) -> bool {
        self.in_from_price.unwrap_or(self.only_with.is_none())
    }

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
    #[schemars(example = &"2027-03-01")]
    pub from: Option<NaiveDate>,
    /// The last day. Either `until` or `days` is required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2027-10-31")]
    pub until: Option<NaiveDate>,
    /// The number of days, including the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 3_660), example = 365)]
    pub days: Option<u32>,
}

/// The settings for all variants of a package.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Package {
    /// Percent off the price of each part, to the cent. If a part's sale price is lower, that applies.
    #[serde(default)]
    #[schemars(range(min = 0, max = 99))]
    pub discount_percentage: u32,
    /// A text shown with the package.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200), example = &"Save 15 % on both")]
    pub discount_description: Option<String>,
    /// Whether the percentage and the prices of the parts are shown.
    #[serde(default)]
    pub display_item_pricing_details: bool,
}

/// One part of a package.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// A variant of another product that is not a package. In a hall the shop assigns its places: it is sold in one
    /// section, or only in sections with numbered seats.
    #[schemars(example = &"day-adult")]
    pub variant: VariantId,
    /// How many of it each package contains.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 100))]
    pub quantity: u32,
    /// For each selection of the part's own product, in order: the number of the package's selection that gives its
    /// performance. The shows of that selection must be among those of the part's selection.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = [1])]
    pub selections: Vec<u32>,
}

/// A visit that a shopper builds for a day from variants of products, step by step, and buys as one item. It is offered
/// on days from `from` to `until` that are listed in `weekdays` and on which every required step is available.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// The bundle's id, which is part of its address: `/builder/summer-saturday`. No product, variant or promotion may
    /// have the same id.
    #[schemars(example = &"summer-saturday")]
    pub id: BundleId,
    /// Its venue, whose days it has. The products of its steps must be in the same time zone.
    #[schemars(example = &"gardens")]
    pub site: SiteId,
    /// The title of its page.
    #[schemars(length(min = 1, max = 200), example = &"A Saturday in the gardens")]
    pub name: String,
    /// The heading under which the home page lists it. Without one, the home page does not list it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200), example = &"Visit")]
    pub category: Option<String>,
    /// One or two sentences, for lists and search engines.
    #[schemars(example = &"A day among the flowers.")]
    pub short_description: String,
    /// The text of its page, as HTML.
    #[serde(default)]
    #[schemars(example = &"<p>Bring a picnic.</p>")]
    pub long_description: String,
    /// Words that visitors may search for and that are in none of its other texts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 50), example = ["picnic"])]
    pub search_words: Vec<String>,
    /// Its pictures; the first is the main one.
    #[serde(default, rename = "picture", skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20))]
    pub pictures: Vec<Picture>,
    /// The first day for which it can be built; open without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2027-06-01")]
    pub from: Option<NaiveDate>,
    /// The last day for which it can be built; open without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2027-08-31")]
    pub until: Option<NaiveDate>,
    /// The days of the week, `mon` to `sun`.
    #[serde(default = "every_day")]
    #[schemars(with = "Vec<WrittenWeekday>")]
    #[schemars(example = ["sat"])]
    pub weekdays: Vec<Weekday>,
    /// What shoppers get back who cancel it themselves, instead of what its products say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = serde_json::json!({ "steps": [{ "until_before": { "days": 1 }, "percent": 100 }] }))]
    pub cancellation: Option<Cancellation>,
    /// The steps, in the order in which the shopper takes them. At least one must be required.
    #[serde(rename = "step")]
    #[schemars(length(min = 1, max = 12))]
    pub steps: Vec<BundleStep>,
}

/// One step of a bundle. If one of its variants has performances, the shopper chooses a time for each selection of its
/// product, and quantities. Otherwise the variants are selected in a list, at most one unit of each. A step with exactly
/// one unit of a single variant without performances is included automatically.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleStep {
    /// The step's id, unique in the bundle.
    #[schemars(example = &"visitors")]
    pub id: PromotionRuleId,
    /// Its heading.
    #[schemars(length(min = 1, max = 200), example = &"Who comes along")]
    pub label: String,
    /// The text below the heading.
    #[serde(default)]
    #[schemars(example = &"Two of you or more.")]
    pub description: String,
    /// The smallest number of units, over all variants of the step; 0 makes the step optional.
    #[schemars(range(min = 0, max = 100), example = 2)]
    pub min_quantity: u32,
    /// The largest number of units. Without it, only the largest quantities of the variants apply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100), example = 6)]
    pub max_quantity: Option<u32>,
    /// The minimum time after the performances of an earlier step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<StepDelay>,
    /// What the step offers.
    #[serde(rename = "variant")]
    #[schemars(length(min = 1, max = 20))]
    pub variants: Vec<BundleVariant>,
}

/// How long after the last performance of an earlier step of a bundle the first one of a step starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StepDelay {
    /// The id of the earlier step.
    #[schemars(example = &"dinner")]
    pub after: PromotionRuleId,
    /// The minimum number of minutes between the starts of the performances.
    #[schemars(range(min = 1, max = 1_440), example = 90)]
    pub minutes: u32,
}

/// A variant that a step offers, with its price in the bundle. The price is the variant's own price, or is changed by
/// `percent_off`, `amount_off` or `price`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleVariant {
    /// A variant of a product that is not a package. Each variant may appear only once in the bundle. In each hall the
    /// shop assigns its places: it is sold in one section, or only in sections with numbered seats.
    #[schemars(example = &"day-adult")]
    pub variant: VariantId,
    /// Its smallest quantity, if any is chosen; the variant's own by default. The step's limits apply as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1), example = 1)]
    pub min_quantity: Option<u32>,
    /// Its largest quantity; the variant's own by default. The step's limits apply as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1), example = 6)]
    pub max_quantity: Option<u32>,
    /// Percent off its price in the bundle. At most one of `percent_off`, `amount_off` and `price`. A lower public
    /// price applies instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100), example = 10)]
    pub percent_off: Option<u32>,
    /// An amount off its price in the bundle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"3.00")]
    pub amount_off: Option<Money>,
    /// Its price in the bundle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"7.50")]
    pub price: Option<Money>,
}

/// The prices of a product's variants by day and time. The most specific rule that prices a variant applies. Rules for
/// dates come first, then rules for a season and weekdays, for a season, for weekdays, and for any day. Among these, a
/// rule with times takes precedence over a rule without times. Among rules for the same days and times, one that says how
/// long before the performance it applies takes precedence. If two rules are equally specific, the first one applies. If no rule prices a variant, its `price` applies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PriceCalendar {
    /// A product with a selection that is not a package. Each product has at most one calendar.
    #[schemars(example = &"day-ticket")]
    pub product: ProductId,
    /// Whether the product's page shows weeks with their prices, at `/product/single/dynamic/ID`, instead of months.
    /// Not for shows with a hall.
    #[serde(default)]
    pub week_calendar: bool,
    /// Prices for some days and times.
    #[serde(default, rename = "rule", skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 500))]
    pub rules: Vec<PriceRule>,
    /// Rises of all prices of the calendar, except free ones, while few places of the performance are left.
    #[serde(default, rename = "step", skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 10))]
    pub steps: Vec<PriceStep>,
}

/// Prices for the days and times that match all given conditions. A rule without conditions matches all days and times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PriceRule {
    /// Limits the rule to these days; not together with a season or weekdays.
    #[serde(default, skip_serializing_if = "DaySet::is_empty")]
    #[schemars(example = ["06-24", "2027-05-08"])]
    pub dates: DaySet,
    /// The first day of a season. `2027-06-20` is one day; `"06-20"`, in quotes, is a day of every year.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"06-20")]
    pub from: Option<SeasonDay>,
    /// The last day of a season. A season of every year may begin in one year and end in the next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"08-31")]
    pub until: Option<SeasonDay>,
    /// The days of the week, `mon` to `sun`; all without this key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<WrittenWeekday>")]
    #[schemars(example = ["sat", "sun"])]
    pub weekdays: Vec<Weekday>,
    /// Limits the rule to performances that start at this time or later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"16:00")]
    pub from_time: Option<WallTime>,
    /// Limits the rule to performances that start before this time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"18:00")]
    pub until_time: Option<WallTime>,
    /// Until how long before the performance the rule applies: `{ days = 21 }` until the end of the 21st day before it, in
    /// the time zone of the venue; `{ hours = 3 }` until three hours before its start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = serde_json::json!({ "days": 21 }))]
    pub until_before: Option<Lead>,
    /// From how long before the performance on the rule applies: `{ days = 2 }` from the beginning of the second day before
    /// it, `{ hours = 3 }` from three hours before its start. `{ days = 0 }` is the day of the performance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = serde_json::json!({ "hours": 2 }))]
    pub from_before: Option<Lead>,
    /// Whether promotion codes lower these prices. With `false`, shoppers with a code pay the price of the rule; sale prices,
    /// offers and all other promotions apply as usual.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub codes: bool,
    /// The prices, by variant.
    #[schemars(example = serde_json::json!({ "day-adult": "28.00", "day-child": "14.00" }))]
    pub prices: BTreeMap<VariantId, Money>,
}

/// How long before the start of a performance. Exactly one of `days` and `hours` is required.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lead {
    /// Whole days of the venue: 1 is the day before the performance, whatever the time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 730), example = 21)]
    pub days: Option<u32>,
    /// Hours before the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 17_520), example = 2)]
    pub hours: Option<u32>,
}

/// What shoppers get back who cancel what they have bought, and until when they may exchange it. The earliest step that
/// has not ended applies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cancellation {
    /// The steps, the earliest first, each with a lower percentage than the one before it. After the last step nothing can
    /// be canceled; without steps never.
    #[serde(default)]
    #[schemars(length(max = 10))]
    pub steps: Vec<CancellationStep>,
    /// What you keep of each ticket or other unit besides.
    #[serde(default, skip_serializing_if = "is_nothing")]
    #[schemars(example = &"2.00")]
    pub fee: Money,
    /// Until when shoppers may exchange it for another date, time or place of the same product, and for what fee. A ticket of
    /// another variant must not cost less, and may later be exchanged for its own kind only at that earlier price or more. A
    /// bundle is exchanged as a whole; one without everything that it had must not cost less. They pay what the new tickets
    /// cost more today than was paid for the old ones, or get back what they cost less. Without it they cannot. Only for
    /// products and packages with a `selection`, and for bundles that offer such products. Tickets, packages and bundles with
    /// goods (`delivery_item`) cannot be exchanged, because the goods may have been sent or collected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = serde_json::json!({ "until_before": { "hours": 2 }, "fee": "3.00" }))]
    pub exchange: Option<ExchangeRule>,
}

/// Until when tickets may be exchanged, and for what fee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExchangeRule {
    /// Until how long before the first performance, at the latest until its start. The shop does not know who was admitted: a
    /// ticket that admits from the morning on may have been used before it is exchanged on the same day.
    #[schemars(example = serde_json::json!({ "days": 1 }))]
    pub until_before: Lead,
    /// What you keep of each exchanged ticket or other unit, at most what was paid for it.
    #[serde(default, skip_serializing_if = "is_nothing")]
    #[schemars(example = &"3.00")]
    pub fee: Money,
}

/// Until when a share is paid back. Exactly one of `until_before` and `days_after_purchase` is required.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CancellationStep {
    /// Until how long before the first performance: `{ days = 2 }` until the end of the second day before it, in the time
    /// zone of the venue; `{ hours = 24 }` until 24 hours before its start. At the latest until its start. The step never
    /// applies to what has no performance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = serde_json::json!({ "days": 2 }))]
    pub until_before: Option<Lead>,
    /// Until how many days after the purchase, each of 24 hours. At the latest until the start of the first performance.
    /// The shop does not know who was admitted: a pass, or a ticket for any day, may have been used before it is canceled, and
    /// goods may have been delivered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 730), example = 14)]
    pub days_after_purchase: Option<u32>,
    /// How much is paid back of what was paid, in percent.
    #[schemars(range(min = 1, max = 100), example = 50)]
    pub percent: u32,
}

/// An increase of all prices of a calendar, except prices of zero. Exactly one of `percent_up` and `amount_up` is
/// required. If several steps match, the one with the lowest `below_percent` applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PriceStep {
    /// The step applies while less than this percentage of the performance's places is left.
    #[schemars(range(min = 1, max = 100), example = 25)]
    pub below_percent: u32,
    /// By how many percent the prices rise. Exactly one of `percent_up` and `amount_up` is required; all steps of a
    /// calendar use the same key, and the rise must be larger the fewer places are left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000), example = 10)]
    pub percent_up: Option<u32>,
    /// By which amount the prices rise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"5.00")]
    pub amount_up: Option<Money>,
}

/// The price of a variant on one day, or at certain times of that day. It takes precedence over all rules of a price
/// calendar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListedPrice {
    /// The variant.
    #[schemars(example = &"day-adult")]
    pub variant: VariantId,
    /// The day.
    #[schemars(example = &"2027-07-03")]
    pub date: NaiveDate,
    /// Limits the price to performances that start at this time or later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"16:00")]
    pub from_time: Option<WallTime>,
    /// Limits the price to performances that start before this time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"18:00")]
    pub until_time: Option<WallTime>,
    /// The price without taxes and fees.
    #[schemars(example = &"36.00")]
    pub price: Money,
}

/// A reduced price for everyone during a certain time, or for the first units sold. Exactly one of `percent_off`, `amount_off` and `price` is
/// required.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SalePrice {
    /// The id. No two promotions of any kind have the same id.
    #[schemars(example = &"spring-days")]
    pub id: PromotionId,
    /// The name that is shown with the price.
    #[schemars(length(min = 1, max = 200), example = &"Spring days")]
    pub name: String,
    /// When it begins, in the venue's time; open without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2027-03-01T00:00:00")]
    pub from: Option<NaiveDateTime>,
    /// When it ends, in the venue's time; open without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2027-04-01T00:00:00")]
    pub until: Option<NaiveDateTime>,
    /// Applies to all variants of these products, which are not packages. `products` or `variants` is required.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["day-ticket"])]
    pub products: Vec<ProductId>,
    /// Applies to these variants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["day-adult"])]
    pub variants: Vec<VariantId>,
    /// Percent off the price. Exactly one of `percent_off`, `amount_off` and `price` is required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100), example = 10)]
    pub percent_off: Option<u32>,
    /// An amount off the price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"3.00")]
    pub amount_off: Option<Money>,
    /// The price instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"18.00")]
    pub price: Option<Money>,
    /// Only for the first tickets or items that are sold: how many. Those in carts count until they are removed or their
    /// hold expires. When none is left, the next lowest price applies, so that several sale prices can follow each other.
    /// Not for packages, bundles, renewals and upgrades.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10_000_000), example = 50)]
    pub first: Option<u32>,
    /// What `first` is counted for: each day of the visit, or each day and time. Without it, all are counted together. It
    /// needs a `price`, and products with a selection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_per: Option<FirstPer>,
}

/// What the number of first units of a sale price is counted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FirstPer {
    /// Each day of the visit.
    Day,
    /// Each day and time of the visit.
    Time,
}

/// A promotion for shoppers in a certain sale context, for example with a code, on the page of a tag, or beside
/// products in the cart. The table in which a promotion is written is its kind, and the kind decides which keys are
/// allowed. One of `percent_off`, `amount_off` and `price` reduces the price. Without a reduction, the promotion sells
/// at the public price; it can also sell products that are not on public sale.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Promotion {
    /// The id. No two promotions of any kind have the same id.
    #[schemars(example = &"garden-club")]
    pub id: PromotionId,
    /// The name that is shown with the price.
    #[schemars(length(min = 1, max = 200), example = &"Garden club")]
    pub name: String,
    /// For codes, tag sales, new pass sales and verified offers: the heading of its page; the name by default. Those
    /// with a title, except codes, are listed on the home page while they run. A tag sale or new pass sale with a title
    /// that needs no sign-in and has no `uses` is also named wherever it makes a product cheaper: on the product's
    /// page, on its card and in the cart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200), example = &"Rainy days are for glasshouses")]
    pub title: Option<String>,
    /// For the same kinds: the text of its page, as HTML.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(example = &"<p>Umbrellas are at the gate.</p>")]
    pub description: String,
    /// Required for codes without `single_use`, and for advance sales without `pass_levels`: one or more codes of 3 to 40 letters, digits
    /// and hyphens. Upper and lower case make no difference. Cart and order name the code that was used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 1_000), example = ["ROSES", "TULIPS"])]
    pub codes: Vec<String>,
    /// For codes: whether `midway codes` makes codes for it, each for one order. `codes` is then not required.
    #[serde(default, skip_serializing_if = "is_false")]
    #[schemars(extend("default" = false))]
    pub single_use: bool,
    /// For codes: whether all shoppers may learn of the code. The pages and cards of its products and the cart then
    /// name its first code, and one press in the cart uses it. Without it, only shoppers who have the code can use it.
    /// A code with `uses` is not named, because it may be used up.
    #[serde(default, skip_serializing_if = "is_false")]
    #[schemars(extend("default" = false))]
    pub public: bool,
    /// When it begins, in the venue's time; open without it. Before, its page says that the promotion has not begun,
    /// and sells nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2027-04-01T00:00:00")]
    pub from: Option<NaiveDateTime>,
    /// When it ends, in the venue's time; open without it. Then its page says that the promotion has ended, and sells
    /// nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2027-05-01T00:00:00")]
    pub until: Option<NaiveDateTime>,
    /// For codes, advance sales, cross-sells, renewals, upgrades and entitlements: applies to all variants of these
    /// products. A code without `products`, `variants` and `tags` applies to everything; it never applies to packages.
    /// Advance sales need one of the three keys, and cross-sells `products` or `variants`. For renewals and upgrades:
    /// the passes that may follow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["day-ticket"])]
    pub products: Vec<ProductId>,
    /// Applies to these variants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["day-adult"])]
    pub variants: Vec<VariantId>,
    /// Applies to all products with one of these tags. Required for tag sales, new pass sales, add-on sales and
    /// verified offers; for new pass sales, the passes among them that need no date.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["family"])]
    pub tags: Vec<String>,
    /// For new pass sales: the tag of all passes, which the page shows under `View All Pass Types`. The link on the
    /// home page then opens `/product/multi/pass/tag/TAG/SECONDARY_TAG`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"passes")]
    pub secondary_tag: Option<String>,
    /// For cross-sells: the products beside which it is offered. `hosts` or `host_tags` is required.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["day-ticket"])]
    pub hosts: Vec<ProductId>,
    /// For cross-sells: the tags of the products beside which it is offered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["outdoors"])]
    pub host_tags: Vec<String>,
    /// Required for cross-sells: the list that shows it. 1: primary. 2: promotional, the only list with its own prices.
    /// 3: secondary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tier: Option<DisplayCategory>,
    /// For add-on sales: the kind of cart to which it is offered; all carts without this key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carts: Option<CartKind>,
    /// For verified offers without `pass_levels` it is required, for account entitlements optional: e-mail addresses of
    /// these domains and their subdomains, confirmed by the link that the shop sends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["college.example"])]
    pub email_domains: Vec<String>,
    /// For verified offers and advance sales: signed-in shoppers with a valid pass of one of these levels (`pass_level`
    /// of its variant) can use it too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["Gold"])]
    pub pass_levels: Vec<String>,
    /// For tag sales and new pass sales: whether it is only for signed-in shoppers.
    #[serde(default, skip_serializing_if = "is_false")]
    #[schemars(extend("default" = false))]
    pub requires_login_challenge: bool,
    /// Percent off the price. At most one of `percent_off`, `amount_off` and `price`; exactly one for codes,
    /// entitlements and cross-sells of tier 2, except for a code that names only products that are not sold publicly.
    /// Without a reduction, the promotion sells at the public price; it can also sell what is not sold publicly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100), example = 10)]
    pub percent_off: Option<u32>,
    /// An amount off the price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"3.00")]
    pub amount_off: Option<Money>,
    /// The price instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"10.00")]
    pub price: Option<Money>,
    /// Required for renewals: the passes that are renewed; `products`, `variants` or `tags` must name the passes that
    /// may follow. Required for upgrades: the tickets and passes that are exchanged for what those keys name. Required
    /// for ticket entitlements: the passes that give it, each the full quantity. For account entitlements: the passes
    /// whose holders have the entitlement, while one of their passes is valid; each holder has it once, no matter how
    /// many accounts have linked the pass. An account entitlement without `held` and `email_domains` is given to every
    /// account.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["year-pass"])]
    pub held: Vec<VariantId>,
    /// For renewals: from how many days before its end a pass may be renewed; always without this key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 366), example = 60)]
    pub opens_days_before: Option<u32>,
    /// For renewals: until how many days after its end a pass may be renewed. For upgrades: how many days after the visit,
    /// or after its last day, a ticket that is not a pass may be exchanged. 0 without this key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 366), example = 30)]
    pub closes_days_after: Option<u32>,
    /// For upgrades: how much of what was paid for the ticket is credited, as a percentage or an amount; everything
    /// without this key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"50 %")]
    pub credit: Option<Portion>,
    /// Required for entitlements: how many units of all products together can be redeemed for each pass or account. The
    /// variant's own `min_quantity` and `max_quantity` do not apply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1_000), example = 3)]
    pub quantity: Option<u32>,
    /// For entitlements: whether a pass with an installment plan gives the entitlement before everything is paid. With
    /// `false` it gives it only then, and the page says so. Use `false` for benefits that can be handed to other people
    /// at once, such as free tickets for friends. Account entitlements without a pass are not affected.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    #[schemars(extend("default" = true))]
    pub while_owed: bool,
    /// How many tickets all shoppers together may buy at the promotion's price; unlimited without it. Tickets in carts
    /// count until they are removed or their hold expires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 10_000_000), example = 500)]
    pub uses: Option<u32>,
    /// How many tickets at the promotion's price one person may buy in all orders: with the same account, or with the same
    /// e-mail address; unlimited without it. It counts from the import of the limit on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10_000), example = 2)]
    pub uses_per_account: Option<u32>,
    /// How many tickets at the promotion's price one cart may contain; unlimited without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1), example = 4)]
    pub uses_per_cart: Option<u32>,
    /// What shoppers get back who cancel what they bought with it, instead of what its product says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = serde_json::json!({ "steps": [] }))]
    pub cancellation: Option<Cancellation>,
}

fn is_nothing(amount: &Money) -> bool {
    amount.is_zero()
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
    /// The id. No two promotions of any kind have the same id.
    #[schemars(example = &"family-day")]
    pub id: PromotionId,
    /// The name that is shown on the pages of its products, and in the cart with the amount that the offer saves. It
    /// says what must be bought together.
    #[schemars(length(min = 1, max = 200), example = &"One child free with two adults")]
    pub name: String,
    /// Conditions that the name does not say, shown under the name on the pages of its products. Plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200), example = &"All three come on the same day.")]
    pub description: Option<String>,
    /// When it begins, in the venue's time; open without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2027-03-01T00:00:00")]
    pub from: Option<NaiveDateTime>,
    /// When it ends, in the venue's time; open without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2027-04-01T00:00:00")]
    pub until: Option<NaiveDateTime>,
    /// Whether all its tickets must be for the same day.
    #[serde(default)]
    pub same_day: bool,
    /// How often it applies in one cart; as often as the tickets allow without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1), example = 2)]
    pub times_per_cart: Option<u32>,
    /// Its groups, at least two tickets in all. Each ticket counts for one group of one offer.
    #[serde(rename = "together")]
    #[schemars(length(min = 1, max = 8))]
    pub groups: Vec<OfferGroup>,
}

/// A group of tickets of an offer. It has no reduction, or one of `percent_off`, `amount_off` and `price`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferGroup {
    /// How many tickets must be together.
    #[schemars(range(min = 1, max = 100), example = 2)]
    pub quantity: u32,
    /// Whether all further tickets belong to the group too.
    #[serde(default)]
    pub or_more: bool,
    /// The largest number of tickets each time the offer applies, more than `quantity`; `quantity` by default. For
    /// prices that one ticket gives to others, such as up to three children at a lower price with each adult.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 2, max = 100), example = 3)]
    pub up_to: Option<u32>,
    /// Counts all variants of these products. `products`, `variants` or `tags` is required.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["day-ticket"])]
    pub products: Vec<ProductId>,
    /// Counts these variants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["day-adult"])]
    pub variants: Vec<VariantId>,
    /// Counts all products with one of these tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["family"])]
    pub tags: Vec<String>,
    /// Percent off each of them. At most one of `percent_off`, `amount_off` and `price`; a group without a reduction
    /// must only be there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100), example = 10)]
    pub percent_off: Option<u32>,
    /// An amount off each of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"3.00")]
    pub amount_off: Option<Money>,
    /// The price of each of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"8.00")]
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
    /// An old address of the shop, such as that of a withdrawn product (`/product/single/…`). The redirect takes
    /// precedence over a page at the same address.
    #[schemars(example = &"/tickets.html")]
    pub path: String,
    /// A path of the shop, or an address at one of the settings' `redirect_hosts`. Loops are refused.
    #[schemars(example = &"/product/single/day-ticket")]
    pub to: String,
    /// Whether the redirect is permanent: search engines then drop the old address.
    #[serde(default = "yes")]
    pub permanent: bool,
}

/// A waiting room in front of a part of the shop: shoppers enter in their order, only so many at once. Whoever comes before it
/// starts gets a place by lot. Without `products` and `paths` it is for all pages that sell. A shopper whose cart holds places
/// can always pay for them, and orders, tickets and accounts are never behind a waiting room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaitingRoom {
    /// The id, by which metrics and the desk name it.
    #[schemars(example = &"summer-concerts")]
    pub id: String,
    /// What shoppers wait for; the shop's name without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200), example = &"Summer concerts")]
    pub name: Option<String>,
    /// Products and bundles: nobody opens their pages or takes their places without having waited.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["concert"])]
    pub products: Vec<ProductId>,
    /// Pages, by paths of the shop, with all pages below them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(example = ["/product/multi/tag/concerts"])]
    pub paths: Vec<String>,
    /// When the waiting room opens, in the time of the first site; it is open without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2027-03-01T09:30:00")]
    pub from: Option<NaiveDateTime>,
    /// When the first shoppers enter. Those who came before then are drawn by lot. Without it, they enter from the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2027-03-01T10:00:00")]
    pub starts: Option<NaiveDateTime>,
    /// When nobody has to wait any more; never without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"2027-03-01T22:00:00")]
    pub until: Option<NaiveDateTime>,
    /// How many shoppers may be inside at the same time. Nobody waits while there are fewer.
    #[schemars(range(min = 1, max = 1_000_000), example = &500)]
    pub max_shoppers: u32,
    /// How many shoppers enter per minute at most. While the shop answers slowly, fewer enter.
    #[schemars(range(min = 1, max = 1_000_000), example = &200)]
    pub per_minute: u32,
    /// After so many minutes without a page or an addition to the cart, a shopper is no longer inside.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 120))]
    pub idle_minutes: u32,
    /// How many shoppers of one network address may wait at the same time. Families, schools and companies share one.
    #[serde(default = "fifty")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub max_per_address: u32,
    /// Codes with which shoppers enter before everybody else, also before it starts. Upper and lower case make no difference.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 1_000), example = ["MEMBERS-FIRST"])]
    pub early_access_codes: Vec<String>,
}

fn ten() -> u32 {
    10
}

fn fifty() -> u32 {
    50
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
