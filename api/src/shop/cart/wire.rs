//! The request and response types of the cart calls.

use chrono::NaiveDate;
use poem_openapi::Object;

use super::Cart;
use super::better_offers::{NearOffer, cheaper_sales, near_offers};
use super::checkout_question_views::{CheckoutQuestionView, checkout_question_views};
use super::command::{CartCommand, ChangeLines, Changed, ClearCart, LineChange, removed_last};
use super::entity::address::Address;
use super::entity::revision::Revision;
use super::exchange::{CartExchange, ExchangedItem, MissingUnits, cancellation_of, exchange_credit};
use super::hold::{hold_of, is_extendable};
use super::installments::{DO_NOT_COMBINE, full_price, installments, quote_of};
use super::line::{CartLine, first_visit, zone_of};
use super::line_views::{
    CodeSavingView, FeeView, OfferView, PackageItemGroupView, PerformanceView, RedeemedView, SeatView, code_savings,
    fee_views, offer_views, package_item_groups, performance_views, redeemed_views, seat_views,
};
use super::pass_rules::passes;
use super::prices::{displayed, item_fees, item_total, needed_hosts};
use super::quantities::{bounds, unmet};
use super::questions::Question;
use super::same_passes::{KnownPasses, SamePass};
use super::sellable::{WantedPerformance, WantedPlace};
use crate::http::reply::{AnalyticsEvent, FieldError};
use crate::shop::catalog::{CheaperSaleView, PictureView, cancellation_of_bought};
use crate::shop::installment::InstallmentBillingView;
use crate::shop::ticket::Passholder;
use midway_catalog::{Catalog, Purchased};
use midway_kernel::coded::SaleFlow;
use midway_kernel::html::escaped;
use midway_kernel::id::{PerformanceId, ProductId, SeatId, SectionId, ShowId, VariantId};
use midway_kernel::input::Line;
use midway_kernel::money::Money;
use midway_kernel::text::Messages;
use midway_kernel::time::{Instant, with_offset};

/// Declares the fields of an address under their wire names. The calls send both addresses in one flat object; the
/// shipping fields have a prefix.
macro_rules! address_fields {
    ($(#[$meta:meta])* $name:ident {
        $first_name:literal $last_name:literal $phone:literal $nanp:literal $country:literal $address1:literal $address2:literal
        $city:literal $state:literal $other_state:literal $zip:literal
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, Object)]
        #[oai(skip_serializing_if_is_none)]
        pub struct $name {
            #[oai(rename = $first_name)]
            pub first_name: Option<Line>,
            #[oai(rename = $last_name)]
            pub last_name: Option<Line>,
            #[oai(rename = $phone)]
            pub phone_number: Option<Line>,
            /// Whether phone numbers of the country follow the North American Numbering Plan. Ignored in requests.
            #[oai(rename = $nanp)]
            pub phone_use_nanp_format: Option<bool>,
            #[oai(rename = $country)]
            pub country_id: Option<i32>,
            #[oai(rename = $address1)]
            pub address1: Option<Line>,
            #[oai(rename = $address2)]
            pub address2: Option<Line>,
            #[oai(rename = $city)]
            pub city: Option<Line>,
            #[oai(rename = $state)]
            pub state_province_id: Option<i32>,
            #[oai(rename = $other_state)]
            pub other_state_province: Option<Line>,
            #[oai(rename = $zip)]
            pub zip_code: Option<Line>,
        }

        impl $name {
            pub fn new(address: &Address, catalog: &Catalog) -> Self {
                let line = |text: &str| Some(Line(text.to_owned())).filter(|line| !line.0.is_empty());
                $name {
                    first_name: line(&address.first_name),
                    last_name: line(&address.last_name),
                    phone_number: line(&address.phone_number),
                    phone_use_nanp_format: address
                        .country_id
                        .and_then(|id| catalog.country(id))
                        .map(|country| country.phone_use_nanp_format),
                    country_id: address.country_id,
                    address1: line(&address.address1),
                    address2: line(&address.address2),
                    city: line(&address.city),
                    state_province_id: address.state_province_id,
                    other_state_province: line(&address.other_state_province),
                    zip_code: line(&address.zip_code),
                }
            }
        }

        impl From<$name> for Address {
            fn from(fields: $name) -> Address {
                let text = |line: Option<Line>| line.map(|line| line.0).unwrap_or_default();
                Address {
                    first_name: text(fields.first_name),
                    last_name: text(fields.last_name),
                    phone_number: text(fields.phone_number),
                    country_id: fields.country_id,
                    address1: text(fields.address1),
                    address2: text(fields.address2),
                    city: text(fields.city),
                    state_province_id: fields.state_province_id,
                    other_state_province: text(fields.other_state_province),
                    zip_code: text(fields.zip_code),
                }
            }
        }
    };
}

address_fields! {
    /// An address whose fields have no prefix: the billing address of a cart, or the address of an account.
    AddressFields {
        "firstName" "lastName" "phoneNumber" "phoneUseNanpFormat" "countryId" "address1" "address2"
        "city" "stateProvinceId" "otherStateProvince" "zipCode"
    }
}

address_fields! {
    /// The shipping address of a cart. Its fields have the prefix `shipping`.
    ShippingAddressFields {
        "shippingFirstName" "shippingLastName" "shippingPhoneNumber" "shippingPhoneUseNanpFormat" "shippingCountryId"
        "shippingAddress1" "shippingAddress2" "shippingCity" "shippingStateProvinceId" "shippingOtherStateProvince"
        "shippingZipCode"
    }
}

/// A performance requested for a line.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[oai(rename = "WantedPerformance")]
pub struct PerformanceFields {
    #[oai(validator(minimum(value = "1"), maximum(value = "4")))]
    pub selection_index: u32,
    pub performance_id: PerformanceId,
    /// For a show that sells sections, and for a section without numbered seats: the section. With `bestSeats`: the section
    /// in which the shop chooses the seats.
    pub show_category_id: Option<SectionId>,
    /// For a show that sells seats: the seat, with a quantity of 1.
    pub seat_id: Option<SeatId>,
    /// For a show that sells seats: whether the shop chooses the best adjacent free seats. All lines of the call that
    /// request this for the same performance and section are seated together.
    pub best_seats: Option<bool>,
    /// Whether the shopper declares that a guest of the party needs an accessible place. Required for accessible places
    /// whose `sale` is `declaration`.
    pub accessibility_declared: Option<bool>,
}

impl From<PerformanceFields> for WantedPerformance {
    fn from(wanted: PerformanceFields) -> Self {
        let place = match (wanted.seat_id, wanted.show_category_id) {
            (Some(seat), _) => WantedPlace::Seat(seat),
            (None, section) if wanted.best_seats == Some(true) => WantedPlace::BestSeats(section),
            (None, Some(section)) => WantedPlace::Section(section),
            (None, None) => WantedPlace::Anywhere,
        };
        WantedPerformance {
            selection_index: wanted.selection_index,
            performance_id: wanted.performance_id,
            place,
            is_need_declared: wanted.accessibility_declared == Some(true),
        }
    }
}

/// Converts the requested performances and places.
pub fn wanted_performances(performances: Vec<PerformanceFields>) -> Vec<WantedPerformance> {
    performances.into_iter().map(WantedPerformance::from).collect()
}

/// A time that the shopper can choose instead of a full one.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", rename = "OtherTime")]
pub struct OtherTimeView {
    pub selection_index: u32,
    pub performance_id: PerformanceId,
    pub show_id: ShowId,
    /// RFC 3339 with the site's offset.
    pub performance_date_time: String,
    /// In words: the time, with the day if it is a different one.
    pub name: String,
}

/// The result of a call that changes the cart.
#[derive(Clone, Debug, Default, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CartAddResponse {
    pub success: bool,
    pub message: Option<String>,
    pub errors: Option<Vec<FieldError>>,
    /// If a chosen time is full: the nearest times with room for the party.
    pub other_times: Option<Vec<OtherTimeView>>,
    /// Whether the shopper must confirm first. To confirm, repeat the call with `confirmationReSubmitContext` as
    /// `reSubmitContext`.
    pub confirmation_required: bool,
    pub confirmation_title_html: Option<String>,
    pub confirmation_message_html: Option<String>,
    pub proceed_button_text: Option<String>,
    pub cancel_button_text: Option<String>,
    pub confirmation_re_submit_context: Option<String>,
    /// Whether passes were added. If so, the next step asks for their passholders.
    pub proceed_to_pass_flow: bool,
    pub analytics_event: Option<AnalyticsEvent>,
}

impl CartAddResponse {
    /// The response to a cart command: done, or the confirmation question.
    pub fn new(changed: Changed, catalog: &Catalog) -> Self {
        match changed {
            Changed::Done => CartAddResponse { success: true, ..CartAddResponse::default() },
            Changed::Asked(question) => CartAddResponse::with_question(question, catalog),
        }
    }

    fn with_question(question: Question, catalog: &Catalog) -> Self {
        let escaped: Vec<(&'static str, String)> =
            question.values.iter().map(|(name, value)| (*name, escaped(value))).collect();
        CartAddResponse {
            success: true,
            confirmation_required: true,
            confirmation_title_html: Some(catalog.message(question.title, &escaped)),
            confirmation_message_html: Some(catalog.message(question.message, &escaped)),
            proceed_button_text: Some(catalog.message(question.proceed, &[])),
            cancel_button_text: Some(catalog.message(question.cancel, &[])),
            confirmation_re_submit_context: Some(question.context),
            ..CartAddResponse::default()
        }
    }
}

/// The new quantity of a line; 0 removes the line. If a revision has removed the line, a positive quantity restores it,
/// and 0 dismisses it.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CartModifyLine {
    pub id: Line,
    #[oai(validator(minimum(value = "0"), maximum(value = "1000")))]
    pub quantity: u32,
    /// The new performances, if the line moves: one for each selection of the product.
    #[oai(validator(max_items = 4))]
    pub performances: Option<Vec<PerformanceFields>>,
    /// The variant's `unitPrice` that the shopper was shown for the new performances. If it has risen since, the
    /// shopper must confirm before the line moves.
    pub unit_price: Option<Money>,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CartModifyRequest {
    #[oai(validator(min_items = 1, max_items = 50))]
    pub items: Vec<CartModifyLine>,
    pub re_submit_context: Option<Line>,
}

impl From<CartModifyRequest> for ChangeLines {
    fn from(request: CartModifyRequest) -> Self {
        let changes = request.items.into_iter().map(|item| LineChange {
            line_id: item.id.0,
            quantity: item.quantity,
            performances: item.performances.map(wanted_performances),
            seen_price: item.unit_price,
        });
        ChangeLines {
            changes: changes.collect(),
            context: request.re_submit_context.map(|context| context.0),
            ends_exchange: false,
        }
    }
}

/// The lines that the shopper chose for an exchange and does not want without it.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ClearExchangeRequest {
    /// The ids of the lines that leave the cart. Without them, all lines stay and are bought as usual.
    #[oai(validator(max_items = 50))]
    pub remove: Option<Vec<Line>>,
}

impl From<ClearExchangeRequest> for CartCommand<'_> {
    fn from(request: ClearExchangeRequest) -> Self {
        let removed = |id: Line| LineChange { line_id: id.0, quantity: 0, performances: None, seen_price: None };
        let changes: Vec<LineChange> = request.remove.into_iter().flatten().map(removed).collect();
        match changes.is_empty() {
            true => CartCommand::Exchange(None),
            false => CartCommand::ChangeLines(ChangeLines { changes, context: None, ends_exchange: true }),
        }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CartClearRequest {
    pub re_submit_context: Option<Line>,
    /// Whether to empty the cart without a confirmation.
    pub force: Option<bool>,
}

impl From<CartClearRequest> for ClearCart {
    fn from(request: CartClearRequest) -> Self {
        ClearCart {
            context: request.re_submit_context.map(|context| context.0),
            force: request.force.unwrap_or_default(),
        }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct MiniCart {
    /// The number of units, not of lines.
    pub item_count: u64,
    /// True if tickets of an earlier order are exchanged for what the visitor puts into the cart; otherwise absent.
    pub is_exchange: Option<bool>,
}

impl MiniCart {
    pub fn of(cart: Option<&Cart>) -> Self {
        let lines = cart.into_iter().flat_map(|cart| cart.lines.iter());
        MiniCart {
            item_count: lines.map(|line| u64::from(line.quantity)).sum(),
            is_exchange: cart.and_then(|cart| cart.exchange.as_ref()).map(|_| true),
        }
    }
}

/// The same pass that the passholder of a new pass has already: of the same product and level.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SamePassView {
    /// Whether the same pass is an earlier line of this cart. If not, it is linked to the account.
    pub in_cart: bool,
    /// The last valid day of the linked pass, `YYYY-MM-DD`; absent if it does not expire.
    pub valid_until: Option<String>,
}

impl From<SamePass> for SamePassView {
    fn from(same: SamePass) -> Self {
        match same {
            SamePass::InCart => SamePassView { in_cart: true, valid_until: None },
            SamePass::Linked { until } => {
                SamePassView { in_cart: false, valid_until: until.map(|until| until.to_string()) }
            }
        }
    }
}

/// A line of the cart.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CartItemView {
    pub id: String,
    pub product_variant_id: VariantId,
    pub product_variant_is_pass: bool,
    /// The passholder of a pass; absent until the name is entered.
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    /// Present for a new pass if its passholder has the same pass already. It can be bought nevertheless.
    pub same_pass: Option<SamePassView>,
    /// The cheapest sale that is open to everyone, or that other items in the cart allow, and that sells the line for
    /// less than now. The line can be bought again in its sale context. Lines that share an offer have the same sale, and
    /// only together it costs less than the offer. Absent if the line was bought under a right of the shopper.
    pub cheaper_sale: Option<CheaperSaleView>,
    /// The offer that the line gets as soon as the cart has one more ticket. Absent if a sale costs less.
    pub near_offer: Option<NearOfferView>,
    /// The ids of the lines beside which the line is sold; it is removed with the last of them. Empty if it can be sold
    /// alone.
    pub host_lines: Vec<String>,
    /// The sale flow in which the line was bought.
    pub sale_flow_id: SaleFlow,
    pub display_name: String,
    /// The price of one unit, without tax and fees.
    pub unit_price: Money,
    /// The price that pages show: `unitPrice` plus `unitFees`.
    pub display_price: Money,
    /// The per-ticket fees of one unit. They do not apply to units that offers make free.
    pub unit_fees: Money,
    /// The per-ticket fees of all units, which are part of the cart's `feeTotal`. Units that offers make free have no
    /// fees.
    pub item_fees: Money,
    /// `unitPrice` times `quantity`, reduced by offers. The `itemTotal` values of all lines add up to
    /// `cartTotalNetTaxesAndFees`.
    pub item_total: Money,
    /// `itemTotal` plus `itemFees`. The `displayTotal` values of all lines add up to `displaySubtotal`.
    pub display_total: Money,
    /// The unit price without the promotion, package or bundle that lowers it; absent if nothing lowers it.
    pub regular_price: Option<Money>,
    /// `regularPrice` plus `unitFees`.
    pub regular_display_price: Option<Money>,
    /// The name of the promotion that lowers the unit price.
    pub promotion_name: Option<String>,
    pub promotion_code: Option<String>,
    pub offers: Vec<OfferView>,
    /// The entitlement that the line redeems; empty if the line redeems none.
    pub entitlements: Vec<RedeemedView>,
    pub quantity: u32,
    pub min_quantity: u32,
    pub max_quantity: u32,
    pub effective_pass_level_name: Option<String>,
    pub performances: Vec<PerformanceView>,
    pub seats: Vec<SeatView>,
    /// Whether the item must be handed over. A digital delivery method is then not sufficient.
    pub delivery_item: bool,
    /// What the shopper gets back who cancels the item after it is bought, in words; absent for a donation.
    pub cancellation_policy: Option<String>,
}

/// An offer that applies as soon as the cart has one more ticket, of the same product and for the same visit as the line.
#[derive(Clone, Debug, Object)]
#[oai(rename = "NearOffer", rename_all = "camelCase")]
pub struct NearOfferView {
    pub display_name: String,
    /// The ticket that the cart needs.
    pub product_variant_display_name: String,
}

impl From<&NearOffer<'_>> for NearOfferView {
    fn from(near: &NearOffer<'_>) -> Self {
        NearOfferView { display_name: near.offer.name.clone(), product_variant_display_name: near.variant.name.clone() }
    }
}

/// Lines of one product at the same performances.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ItemGroupView {
    pub product_id: ProductId,
    pub product_name: String,
    pub product_display_name: String,
    pub is_package: bool,
    /// Whether the item was built in the bundle builder. If so, its quantity is 1, and `productId` is the bundle's id.
    pub is_bundle: bool,
    /// The day for which the bundle was built, `YYYY-MM-DD` in the time zone of its site.
    pub bundle_date: Option<NaiveDate>,
    /// Whether the item is a donation. If so, its quantity cannot be changed.
    pub is_donation: bool,
    /// Whether the product has a public page. Donations and products that are not on public sale have none.
    pub has_page: bool,
    /// Whether the product's page shows weeks with a price for each day, instead of months.
    pub week_calendar: bool,
    /// The first picture of the product or the bundle.
    pub image: Option<PictureView>,
    pub package_display_name: Option<String>,
    pub package_discount_description: Option<String>,
    /// The discount in percent: 12 means 12 %.
    pub package_discount_percentage: Option<u32>,
    /// Whether to show the percentage and the prices of parts.
    pub display_package_item_pricing_details: bool,
    /// The parts of the packages in this group. A group of packages consists of one line.
    pub package_item_groups: Vec<PackageItemGroupView>,
    pub show_id: Option<ShowId>,
    pub show_name: Option<String>,
    /// `YYYY-MM-DD` in the site's time zone.
    pub performance_date: Option<String>,
    /// `HH:mm` in the site's time zone.
    pub performance_time: Option<String>,
    /// The start of the performance: RFC 3339 with the site's offset.
    pub actual_performance_date: Option<String>,
    pub performance_id: Option<PerformanceId>,
    pub show_category_name: Option<String>,
    pub allow_performance_change: bool,
    pub items: Vec<CartItemView>,
}

/// The cart before a revision. The revision removed the lines that are no longer in the cart; `cart/modify` can restore
/// or dismiss them.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PreviousCartView {
    pub item_groups: Vec<ItemGroupView>,
    /// The totals before the revision. Absent after the cart has been changed, because the totals can then no longer be
    /// compared.
    pub cart_total: Option<Money>,
    pub cart_total_net_taxes_and_fees: Option<Money>,
    pub display_subtotal: Option<Money>,
    pub tax_total: Option<Money>,
    pub fee_total: Option<Money>,
    pub added_fee_total: Option<Money>,
    pub delivery_total: Option<Money>,
}

impl PreviousCartView {
    fn new(revision: &Revision, catalog: &Catalog) -> Self {
        let totals = revision.totals.as_ref();
        let lines: Vec<CartLine> = revision.kept.iter().chain(&revision.removed).cloned().collect();
        let ticket_fees = ticket_fees(&lines);
        PreviousCartView {
            item_groups: groups(&lines, catalog, |_, item| item),
            cart_total: totals.map(|totals| totals.total),
            cart_total_net_taxes_and_fees: totals.map(|totals| totals.subtotal),
            display_subtotal: totals.map(|totals| totals.subtotal + ticket_fees),
            tax_total: totals.map(|totals| totals.tax_total),
            fee_total: totals.map(|totals| totals.fee_total),
            added_fee_total: totals.map(|totals| totals.fee_total - ticket_fees),
            delivery_total: totals.map(|totals| totals.delivery_total),
        }
    }
}

/// Tickets of an earlier order that are exchanged for what is in the cart.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ExchangeView {
    pub order_id: String,
    /// The confirmation number of the earlier order.
    pub invoice_number: String,
    pub items: Vec<ExchangedItemView>,
    /// What was paid for the tickets.
    pub worth: Money,
    /// What the shop keeps of it.
    pub fee: Money,
    /// What the tickets pay of the cart.
    pub credit: Money,
    /// What is paid back, because the cart costs less. Nothing while something is missing, because the cart cannot be bought.
    pub refund: Money,
    /// What the shopper still has to choose before the cart can be bought. Its sentences are also in `unmet` of the cart.
    pub missing: Vec<MissingReplacementView>,
}

/// Exchanged tickets of one kind that nothing in the cart replaces.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct MissingReplacementView {
    /// What is to be chosen, or why what was chosen is not enough, as a sentence.
    pub reason: String,
    pub quantity: u32,
    /// As in [`ExchangedItemView`], as are the fields below.
    pub display_name: String,
    pub variant_name: String,
    pub product_id: ProductId,
    pub product_variant_id: VariantId,
    pub is_bundle: bool,
    pub week_calendar: bool,
}

/// Tickets of one kind that are exchanged.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ExchangedItemView {
    /// Such as `Day Ticket, Adult`.
    pub display_name: String,
    /// What it is called on the page of its product, such as `Adult`.
    pub variant_name: String,
    /// The day and time of the visit, in words.
    pub visit: Option<String>,
    pub quantity: u32,
    /// The id of the product or of the bundle.
    pub product_id: ProductId,
    /// Whether it is a bundle, which is built on a page of its own.
    pub is_bundle: bool,
    /// As in [`ItemGroupView`].
    pub week_calendar: bool,
    /// The day of the visit (`YYYY-MM-DD`), if it has a seat: perhaps only the seat is to change.
    pub seat_day: Option<String>,
    /// Its numbered seats, which a seating plan shows as taken; absent if there are none.
    pub seats: Option<Vec<ExchangedSeatView>>,
}

/// A seat that the shopper has now and is exchanging.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ExchangedSeatView {
    pub performance_id: PerformanceId,
    pub seat_id: SeatId,
}

impl ExchangeView {
    fn new(exchange: &CartExchange, lines: &[CartLine], catalog: &Catalog, total: Money) -> Self {
        let credit = exchange.credit().min(total);
        let missing = exchange.missing(lines);
        ExchangeView {
            order_id: exchange.order_id.clone(),
            invoice_number: exchange.order_number.clone(),
            items: exchange.items.iter().map(|item| ExchangedItemView::new(item, catalog)).collect(),
            worth: exchange.worth,
            fee: exchange.fee,
            credit,
            refund: if missing.is_empty() { exchange.credit() - credit } else { Money::ZERO },
            missing: missing.iter().map(|missing| MissingReplacementView::new(missing, catalog)).collect(),
        }
    }
}

impl MissingReplacementView {
    fn new(missing: &MissingUnits<'_>, catalog: &Catalog) -> Self {
        let MissingUnits { item, quantity, reason } = missing;
        MissingReplacementView {
            reason: catalog.message(reason.text, &reason.values),
            quantity: *quantity,
            display_name: item.name.clone(),
            variant_name: variant_name(item, catalog),
            product_id: item.product_id.clone(),
            product_variant_id: item.variant_id.clone(),
            is_bundle: item.bundle.is_some(),
            week_calendar: shows_weeks(item, catalog),
        }
    }
}

fn variant_name(item: &ExchangedItem, catalog: &Catalog) -> String {
    // The variant of a bundle is its day.
    let variant = catalog.variant(&item.variant_id).filter(|_| item.bundle.is_none());
    variant.map_or_else(|| item.name.clone(), |(_, variant)| variant.name.clone())
}

fn shows_weeks(item: &ExchangedItem, catalog: &Catalog) -> bool {
    catalog.product(&item.product_id).is_some_and(|product| catalog.shows_weeks(product))
}

impl ExchangedItemView {
    fn new(item: &ExchangedItem, catalog: &Catalog) -> Self {
        ExchangedItemView {
            display_name: item.name.clone(),
            variant_name: variant_name(item, catalog),
            visit: item.visit.clone(),
            quantity: item.quantity(),
            product_id: item.product_id.clone(),
            is_bundle: item.bundle.is_some(),
            week_calendar: shows_weeks(item, catalog),
            seat_day: item.seat_day.map(|day| day.to_string()),
            seats: (!item.seats.is_empty()).then(|| {
                let seat = |(performance_id, seat_id): &(PerformanceId, SeatId)| ExchangedSeatView {
                    performance_id: performance_id.clone(),
                    seat_id: seat_id.clone(),
                };
                item.seats.iter().map(seat).collect()
            }),
        }
    }
}

/// The cart.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CartView {
    pub item_groups: Vec<ItemGroupView>,
    /// The cart before the revisions that the shopper has not accepted yet.
    pub previous_cart: Option<PreviousCartView>,
    pub cart_empty: bool,
    /// The ids of the lines that the last change removed, with the lines that left because their host did. Until the
    /// next change, `cart/modify` can restore them.
    pub last_removed: Vec<String>,
    /// Sentences that say what must change before the cart can be bought: quantities below a minimum, and items without
    /// those that they are only sold together with.
    pub unmet: Vec<String>,
    /// The number of passes that must be completed before payment, including passes without a product. Upgrades without a
    /// product are left out: they are not paid for, and end with the cart.
    pub open_passes: u32,
    /// The number of passes without a product, except upgrades. `itemGroups` does not contain these passes.
    pub blank_passes: u32,
    pub cart_revised: bool,
    pub revise_cart_message: Option<String>,
    /// What is to be paid, after the credit for exchanged tickets.
    pub cart_total: Money,
    /// The tickets of an earlier order that are exchanged for what is in the cart.
    pub exchange: Option<ExchangeView>,
    pub cart_total_net_taxes_and_fees: Money,
    /// `cartTotalNetTaxesAndFees` plus the fees per ticket: the sum of the prices that pages show.
    pub display_subtotal: Money,
    /// What each promotion code takes off the displayed prices. `displaySubtotal` is already lower by it.
    pub code_savings: Vec<CodeSavingView>,
    pub tax_total: Money,
    pub fee_total: Money,
    /// The fees that `displaySubtotal` does not contain: the fees per order and of payment plans.
    pub added_fee_total: Money,
    /// The parts of `feeTotal`. Fees of 0 are left out.
    pub fees: Vec<FeeView>,
    pub delivery_total: Money,
    /// The name of the chosen delivery method.
    pub default_delivery_method: Option<String>,
    pub ext_delivery_method_id: Option<String>,
    pub ext_payment_method_id: Option<String>,
    /// The options for paying with a plan; absent if no pass in the cart has a plan.
    pub installment_billing: Option<InstallmentBillingView>,
    pub email_address: Option<String>,
    pub accept_installment_terms: bool,
    pub accept_terms: bool,
    /// Whether the shopper has acknowledged the location of the visit. Some states require it.
    pub acknowledge_location: bool,
    /// Whether a payment is running. During a payment, the cart cannot be changed.
    pub payment_in_progress: bool,
    /// The deadline of the hold on the cart's places; RFC 3339. Absent if the cart is empty or has no hold.
    pub held_until: Option<String>,
    /// Whether the hold can be extended.
    pub hold_extendable: bool,
    /// The server's time, RFC 3339, for a countdown to `heldUntil`.
    pub now: String,
    /// The questions that the checkout asks about the cart.
    pub questions: Vec<CheckoutQuestionView>,
    #[oai(flatten)]
    pub billing: AddressFields,
    #[oai(flatten)]
    pub shipping: ShippingAddressFields,
}

impl CartView {
    fn empty(now: Instant) -> Self {
        CartView {
            item_groups: Vec::new(),
            previous_cart: None,
            cart_empty: true,
            last_removed: Vec::new(),
            unmet: Vec::new(),
            open_passes: 0,
            blank_passes: 0,
            cart_revised: false,
            revise_cart_message: None,
            cart_total: Money::ZERO,
            exchange: None,
            cart_total_net_taxes_and_fees: Money::ZERO,
            display_subtotal: Money::ZERO,
            code_savings: Vec::new(),
            tax_total: Money::ZERO,
            fee_total: Money::ZERO,
            added_fee_total: Money::ZERO,
            fees: Vec::new(),
            delivery_total: Money::ZERO,
            default_delivery_method: None,
            ext_delivery_method_id: None,
            ext_payment_method_id: None,
            installment_billing: None,
            email_address: None,
            accept_installment_terms: false,
            accept_terms: false,
            acknowledge_location: false,
            payment_in_progress: false,
            held_until: None,
            hold_extendable: false,
            now: now.to_rfc3339(),
            questions: Vec::new(),
            billing: AddressFields::default(),
            shipping: ShippingAddressFields::default(),
        }
    }

    /// The visitor's cart; an empty cart for a visitor who has none.
    pub fn of(cart: Option<&Cart>, known: &KnownPasses, catalog: &Catalog, now: Instant) -> Self {
        cart.map_or_else(|| CartView::empty(now), |cart| CartView::new(cart, known, catalog, now))
    }

    fn new(cart: &Cart, known: &KnownPasses, catalog: &Catalog, now: Instant) -> Self {
        let quote = quote_of(catalog, cart);
        let ticket_fees = ticket_fees(&cart.lines);
        let delivery = cart.delivery_method_id.as_ref().and_then(|id| catalog.delivery_method(id));
        let billing = cart.billing_address.clone().unwrap_or_default();
        let shipping = cart.shipping_address.clone().unwrap_or_default();
        let (mut sales, near) = (cheaper_sales(&cart.lines, catalog, now), near_offers(&cart.lines, catalog, now));
        CartView {
            item_groups: groups(&cart.lines, catalog, |line, item| CartItemView {
                same_pass: known.same_as(line, &cart.lines, catalog, now).map(SamePassView::from),
                cheaper_sale: sales.remove(&line.id).map(CheaperSaleView::from),
                near_offer: near.get(&line.id).map(NearOfferView::from),
                cancellation_policy: cancellation_policy(cart, line, catalog, now),
                host_lines: needed_hosts(catalog, line, &cart.lines, now).map(|host| host.id.clone()).collect(),
                ..item
            }),
            previous_cart: cart.revision.as_ref().map(|revision| PreviousCartView::new(revision, catalog)),
            cart_revised: cart.revision.is_some(),
            revise_cart_message: cart.revision.as_ref().map(|revision| {
                let causes = revision.causes.iter().map(|cause| catalog.message(cause.text(), &[]));
                causes.collect::<Vec<_>>().join(" ")
            }),
            cart_empty: cart.lines.is_empty(),
            last_removed: removed_last(cart).map(|line| line.id.clone()).collect(),
            unmet: unmet(catalog, cart, now).iter().map(|it| catalog.message(it.text, &it.values)).collect(),
            open_passes: open_passes(cart, catalog, now),
            blank_passes: blank_passes(cart),
            cart_total: quote.total - exchange_credit(cart.exchange.as_ref(), quote.total),
            exchange: cart
                .exchange
                .as_ref()
                .map(|exchange| ExchangeView::new(exchange, &cart.lines, catalog, quote.total)),
            cart_total_net_taxes_and_fees: quote.subtotal,
            display_subtotal: quote.subtotal + ticket_fees,
            code_savings: code_savings(cart.lines.iter().map(displayed)),
            tax_total: quote.tax_total,
            fee_total: quote.fee_total,
            added_fee_total: quote.fee_total - ticket_fees,
            fees: fee_views(&quote.fees, ticket_fees),
            delivery_total: quote.delivery_total,
            default_delivery_method: delivery.map(|method| method.name.clone()),
            ext_delivery_method_id: cart.delivery_method_id.as_ref().map(ToString::to_string),
            ext_payment_method_id: cart.payment_method_id.as_ref().map(ToString::to_string),
            installment_billing: installments(catalog, cart, now).map(|standing| InstallmentBillingView {
                full_price: Some(full_price(catalog, cart)),
                ..match &standing.terms {
                    Some(terms) => InstallmentBillingView {
                        selection_warning: terms.paid_today(catalog),
                        ..InstallmentBillingView::offered(terms, standing.selected)
                    },
                    None => InstallmentBillingView::blocked(catalog.message(DO_NOT_COMBINE, &[]), standing.selected),
                }
            }),
            email_address: cart.email_address.clone(),
            accept_installment_terms: cart.accept_installment_terms,
            accept_terms: cart.accept_terms,
            acknowledge_location: cart.acknowledge_location,
            payment_in_progress: cart.state == super::CartState::Paying,
            held_until: cart.held_until.filter(|_| !cart.lines.is_empty()).map(|until| until.to_rfc3339()),
            hold_extendable: hold_of(cart).is_some_and(|hold| is_extendable(hold, catalog.settings(), now)),
            questions: checkout_question_views(catalog, cart),
            billing: AddressFields::new(&billing, catalog),
            shipping: ShippingAddressFields::new(&shipping, catalog),
            ..CartView::empty(now)
        }
    }
}

/// What the shopper gets back who buys the line now and cancels it, in words; `None` for a donation.
fn cancellation_policy(cart: &Cart, line: &CartLine, catalog: &Catalog, now: Instant) -> Option<String> {
    if line.is_donation() {
        return None;
    }
    let rules = cancellation_of(catalog, cart.exchange.as_ref(), line);
    let visit = first_visit(&line.performances, line.package());
    let bought = Purchased { at: now, visit, zone: zone_of(catalog, line) };
    Some(cancellation_of_bought(catalog, rules.as_ref(), &bought, now))
}

/// The per-ticket fees of all lines after offers.
fn ticket_fees(lines: &[CartLine]) -> Money {
    lines.iter().map(item_fees).sum()
}

/// The passes without a product, except upgrades that were only looked at.
fn blank_passes(cart: &Cart) -> u32 {
    let blank = passes(cart).into_iter().filter(|pass| pass.line.is_none() && !pass.is_upgrade());
    u32::try_from(blank.count()).unwrap_or(u32::MAX)
}

fn open_passes(cart: &Cart, catalog: &Catalog, now: Instant) -> u32 {
    let open = passes(cart).into_iter().filter(|pass| pass.is_open(catalog, now));
    u32::try_from(open.count()).unwrap_or(u32::MAX)
}

/// The lines in groups. `completed` adds what only the answer about the current cart tells of a line.
fn groups(
    lines: &[CartLine],
    catalog: &Catalog,
    mut completed: impl FnMut(&CartLine, CartItemView) -> CartItemView,
) -> Vec<ItemGroupView> {
    let mut groups: Vec<(&CartLine, Vec<CartItemView>)> = Vec::new();
    for line in lines {
        let item = completed(line, item(line, lines, catalog));
        let same = |(first, _): &&mut (&CartLine, Vec<CartItemView>)| {
            // A package line is always a separate group, which contains the package's parts.
            line.package().is_none()
                && first.package().is_none()
                && first.product_id == line.product_id
                && is_at_the_same(first, line)
        };
        match groups.iter_mut().find(same) {
            Some((_, items)) => items.push(item),
            None => groups.push((line, vec![item])),
        }
    }
    groups.into_iter().map(|(first, items)| group(first, items, catalog)).collect()
}

/// Whether two lines are for the same performances and, at each performance, for the same section.
fn is_at_the_same(one: &CartLine, other: &CartLine) -> bool {
    let at = |line: &CartLine| {
        let at = line.performances.0.iter().map(|chosen| (chosen.performance_id.clone(), chosen.section.clone()));
        at.collect::<Vec<_>>()
    };
    at(one) == at(other)
}

fn group(first: &CartLine, items: Vec<CartItemView>, catalog: &Catalog) -> ItemGroupView {
    let product = catalog.product(&first.product_id);
    let performance = first.performances.0.first();
    let package = first.package();
    let bundle = first.bundle_id().and_then(|id| catalog.bundle(&id));
    let picture =
        bundle.map(|it| &it.pictures).or(product.map(|it| &it.pictures)).and_then(|pictures| pictures.first());
    ItemGroupView {
        product_id: first.product_id.clone(),
        product_name: first.product_name.clone(),
        product_display_name: first.product_name.clone(),
        is_donation: first.is_donation(),
        is_package: package.is_some(),
        is_bundle: first.is_bundle(),
        bundle_date: package.and_then(|package| package.bundle_date),
        has_page: first.is_bundle() || product.is_some_and(|it| it.sold_publicly && it.donation.is_none()),
        week_calendar: product.is_some_and(|it| catalog.shows_weeks(it)),
        image: picture.and_then(|picture| PictureView::of(catalog, picture)),
        package_display_name: package.map(|_| first.product_name.clone()),
        package_discount_description: package.and_then(|package| package.discount_description.clone()),
        package_discount_percentage: package.and_then(|package| package.discount_percentage),
        display_package_item_pricing_details: package.is_some_and(|package| package.display_item_pricing_details),
        package_item_groups: package.map(|it| package_item_groups(catalog, it, first.quantity)).unwrap_or_default(),
        show_id: performance.map(|performance| performance.show_id.clone()),
        show_name: performance.map(|performance| performance.show_name.clone()),
        performance_date: performance.map(|performance| performance.date.to_string()),
        performance_time: performance.map(|performance| performance.time.wire()),
        actual_performance_date: performance
            .map(|performance| with_offset(performance.starts_at, zone_of(catalog, first))),
        performance_id: performance.map(|performance| performance.performance_id.clone()),
        show_category_name: performance.and_then(|performance| Some(performance.section.as_ref()?.name.clone())),
        allow_performance_change: product.is_some_and(|product| first.is_movable(product)),
        items,
    }
}

fn item(line: &CartLine, lines: &[CartLine], catalog: &Catalog) -> CartItemView {
    let (min_quantity, max_quantity) = bounds(catalog, line, lines);
    let selections = catalog.product(&line.product_id).map(|product| product.selections.as_slice()).unwrap_or_default();
    let mut performances = performance_views(&line.performances.0);
    // When a shopper changes a performance of a line, the app shows the prompt of the product's selection.
    for (performance, selection) in performances.iter_mut().zip(selections) {
        performance.show_ui_prompt = selection.prompt.clone();
    }
    let passholder = |name: fn(&Passholder) -> &String| {
        line.pass_details().map(|it| name(&it.passholder).clone()).filter(|name| !name.is_empty())
    };
    CartItemView {
        id: line.id.clone(),
        product_variant_id: line.variant_id.clone(),
        product_variant_is_pass: line.pass().is_some(),
        first_name: passholder(|person| &person.first_name),
        last_name: passholder(|person| &person.last_name),
        same_pass: None,
        cheaper_sale: None,
        near_offer: None,
        host_lines: Vec::new(),
        sale_flow_id: line.sale_flow,
        display_name: line.variant_name.clone(),
        unit_price: line.unit_price,
        display_price: line.unit_price + line.unit_fees,
        unit_fees: line.unit_fees,
        item_fees: item_fees(line),
        item_total: item_total(line),
        display_total: item_total(line) + item_fees(line),
        regular_price: line.regular_price,
        regular_display_price: line.regular_price.map(|regular| regular + line.unit_fees),
        promotion_name: line.promotion.as_ref().map(|promotion| promotion.name.clone()),
        promotion_code: line.promotion.as_ref().and_then(|promotion| promotion.code.clone()),
        offers: offer_views(&line.offers),
        entitlements: redeemed_views(line.redemption().map(|it| &it.id), line.promotion.as_ref()),
        quantity: line.quantity,
        min_quantity,
        max_quantity,
        effective_pass_level_name: line.pass_level.clone(),
        performances,
        seats: seat_views(&line.performances.0),
        delivery_item: line.delivery_item,
        cancellation_policy: None,
    }
}
