//! The request and response types of the order calls.

use bytes::Bytes;
use poem::Body;
use poem_openapi::payload::Binary;
use poem_openapi::{ApiResponse, Object};

use super::actions::Submission;
use super::answers::{AnswerGroup, OrderAnswer, answer_groups};
use super::cancellation::policy_in_words;
use super::entity::{OrderExchange, line, order};
use super::mine::OwnTicket;
use super::purchase::Purchase;
use super::rules::parcel_address;
use crate::http::reply::{AnalyticsData, AnalyticsEvent, AnalyticsItem, FieldError};
use crate::platform::jobs::JobState;
use crate::shop::cart::{
    Address, AddressFields, CodeSavingView, FeeView, OfferView, PackageItemGroupView, PerformanceView, RedeemedView,
    SeatView, ShippingAddressFields, fee_views, offer_views, package_item_groups, performance_views, redeemed_views,
    seat_views,
};
use crate::shop::installment::InstallmentBillingView;
use crate::shop::payment::SubmitDetails;
use crate::shop::ticket::{self, Passholder, TicketRow};
use midway_catalog::Catalog;
use midway_catalog::files::Site;
use midway_kernel::coded::{OrderType, TicketType};
use midway_kernel::id::{BundleId, DeliveryMethodId, ProductId, SiteId, VariantId};
use midway_kernel::input::{Line, Secret};
use midway_kernel::money::Money;
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::with_offset;

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct OrderSubmitRequest {
    /// The key of the authorised payment attempt; absent if there is nothing to pay.
    pub payment_key: Option<Line>,
    pub save_payment_to_account: Option<bool>,
    /// At most 26 characters.
    pub cardholder_name: Option<Line>,
    pub cardholder_address: Option<Line>,
}

impl From<OrderSubmitRequest> for Submission {
    fn from(request: OrderSubmitRequest) -> Self {
        Submission {
            payment_key: request.payment_key.map(|line| line.0),
            details: SubmitDetails {
                cardholder_name: request.cardholder_name.map(|line| line.0),
                cardholder_address: request.cardholder_address.map(|line| line.0),
                save_to_account: request.save_payment_to_account.unwrap_or(false),
                saved_payment: None,
            },
        }
    }
}

/// The request for an order that is paid with a saved card.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SavedPaymentSubmitRequest {
    /// The key of the opened payment attempt.
    pub payment_key: Line,
    pub ext_account_stored_payment_id: Line,
    /// The card's security code, 3 or 4 digits. Absent if the shop does not require it.
    pub cvv: Option<Secret>,
}

/// The link of a confirmation, and the proof that the visitor is the buyer.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ExternalOrderRequest {
    pub ext_order_token_id: Line,
    pub token: Line,
    /// The phone number of the order. It can be absent in the first request, because the session may be sufficient
    /// proof.
    pub phone_number: Option<Line>,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ResendRequest {
    pub ext_order_id: Line,
    pub email: Line,
}

/// What a shopper knows of an order whose link is lost.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct LostLinkRequest {
    /// The confirmation number. Blanks, hyphens and small letters are accepted.
    pub order_number: Line,
    /// The e-mail address with which the order was bought.
    pub email: Line,
}

#[derive(Clone, Debug, Default, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct OrderSubmitResponse {
    pub success: bool,
    pub message: Option<String>,
    pub errors: Option<Vec<FieldError>>,
    pub order_id: Option<String>,
    pub invoice_number: Option<String>,
    /// The message about a declined payment, to show in the card dialog. The shopper may try a different card.
    pub payment_message: Option<String>,
    /// Whether the result of the payment is not known yet. If so, repeat the call with the same key, and never start a
    /// new payment.
    pub payment_pending: bool,
    /// Whether the bank of the saved card wants the shopper to confirm the payment first. The processor's script does
    /// that; then repeat the call.
    pub confirmation_required: bool,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct OrderPayment {
    pub amount: Money,
    pub payment_method_name: String,
    pub confirmation_display_name: String,
    pub masked_card_number: Option<String>,
    /// The brand as the processor names it, such as `Visa`.
    pub card_brand: Option<String>,
}

/// A payment, with a code by which support can find it.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct OrderTransaction {
    /// The first twelve hexadecimal digits of the payment key, in groups of four: short enough to read out.
    pub transaction_string: String,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct OrderItemView {
    pub id: String,
    pub product_id: ProductId,
    pub product_display_name: String,
    pub product_variant_id: VariantId,
    pub product_variant_display_name: String,
    pub product_variant_is_pass: bool,
    pub is_donation: bool,
    /// The passholder of a pass; absent for other items.
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub effective_pass_level_name: Option<String>,
    /// The price of one unit, without tax and fees.
    pub unit_price: Money,
    /// The price that pages show: `unitPrice` plus the per-ticket fees of one unit.
    pub display_price: Money,
    /// The price of all units after offers, without tax and fees.
    pub item_total: Money,
    /// `itemTotal` plus the per-ticket fees. The `displayTotal` values of all lines add up to `displaySubtotal`.
    pub display_total: Money,
    /// The unit price without the promotion, package or bundle that lowered it; absent if nothing lowered it.
    pub regular_price: Option<Money>,
    /// `regularPrice` plus the per-ticket fees of one unit.
    pub regular_display_price: Option<Money>,
    pub promotion_name: Option<String>,
    pub promotion_code: Option<String>,
    pub offers: Vec<OfferView>,
    /// The entitlement that the line redeemed; empty if the line redeemed none.
    pub entitlements: Vec<RedeemedView>,
    pub is_package: bool,
    pub package_display_name: Option<String>,
    pub package_discount_description: Option<String>,
    /// The discount in percent: 12 means 12 %.
    pub package_discount_percentage: Option<u32>,
    /// Whether to show the percentage and the prices of parts.
    pub display_package_item_pricing_details: bool,
    /// The parts of this line's packages.
    pub package_items: Vec<PackageItemGroupView>,
    pub quantity: u32,
    /// How many of the units are neither refunded nor canceled.
    pub units_left: u32,
    pub performances: Vec<PerformanceView>,
    pub seats: Vec<SeatView>,
    /// The name of the site where the item is used; absent if the current catalogue no longer has the product.
    pub site_name: Option<String>,
    pub delivery_item: bool,
    /// What the buyer gets back who cancels the item, by the rules of the purchase, in words.
    pub cancellation_policy: Option<String>,
}

impl OrderItemView {
    fn new(order: &order::Model, line: &line::Model, catalog: &Catalog) -> Self {
        let quantity = u32::try_from(line.quantity).unwrap_or(0);
        let package = line.package.as_ref();
        let promotion = line.promotion.as_ref();
        OrderItemView {
            id: line.id.clone(),
            product_id: line.product_id.clone(),
            product_display_name: line.product_name.clone(),
            product_variant_id: line.variant_id.clone(),
            product_variant_display_name: line.variant_name.clone(),
            product_variant_is_pass: line.first_name.is_some(),
            is_donation: catalog.product(&line.product_id).is_some_and(|product| product.donation.is_some()),
            first_name: line.first_name.clone(),
            last_name: line.last_name.clone(),
            effective_pass_level_name: line.pass_level.clone(),
            unit_price: line.unit_price,
            display_price: line.unit_price + line.unit_fees,
            item_total: line.item_total(),
            display_total: line.item_total() + line.item_fees(),
            regular_price: line.regular_price,
            regular_display_price: line.regular_price.map(|regular| regular + line.unit_fees),
            promotion_name: promotion.map(|promotion| promotion.name.clone()),
            promotion_code: promotion.and_then(|promotion| promotion.code.clone()),
            offers: line.offers.as_ref().map(offer_views).unwrap_or_default(),
            entitlements: redeemed_views(line.entitlement_id.as_ref(), promotion),
            is_package: package.is_some(),
            package_display_name: package.map(|_| line.product_name.clone()),
            package_discount_description: package.and_then(|package| package.discount_description.clone()),
            package_discount_percentage: package.and_then(|package| package.discount_percentage),
            display_package_item_pricing_details: package.is_some_and(|it| it.display_item_pricing_details),
            package_items: package.map(|it| package_item_groups(catalog, it, quantity)).unwrap_or_default(),
            quantity,
            units_left: line.units_left(),
            performances: performance_views(&line.performances.0),
            seats: seat_views(&line.performances.0),
            site_name: site_of(catalog, &line.product_id).map(|site| site.name.clone()),
            delivery_item: line.delivery_item,
            cancellation_policy: line.cancellation.as_ref().map(|_| policy_in_words(catalog, order, line)),
        }
    }
}

/// The site of a product. The product id of a line of a bundle is the bundle's id.
fn site_of<'c>(catalog: &'c Catalog, product_id: &ProductId) -> Option<&'c Site> {
    let of_bundle = || catalog.bundle(&BundleId(product_id.0.clone())).map(|bundle| &bundle.site);
    catalog.site(catalog.product(product_id).map(|product| &product.site).or_else(of_bundle)?)
}

const SENDING: Text = Text { id: "confirmation.sending", default: "We're sending your confirmation to {{email}}." };
const NOT_SENT: Text = Text {
    id: "confirmation.not-sent",
    default: "We couldn't send your confirmation to {{email}}. Your order has been placed, and all the details are \
              on this page.",
};

impl OrderTransaction {
    fn of(payment: &str) -> Self {
        let digits: Vec<char> = payment.to_uppercase().chars().take(12).collect();
        let groups: Vec<String> = digits.chunks(4).map(|group| group.iter().collect()).collect();
        OrderTransaction { transaction_string: groups.join("-") }
    }
}

/// What the confirmation page shows.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct OrderConfirmation {
    /// Whether the visitor is signed in.
    pub signed_in: bool,
    pub order: OrderView,
    /// The tickets as HTML to show and to print. Absent if the order has none.
    pub tickets_html: Option<String>,
}

/// The answers about one ticket, or about the order.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct AnswerGroupView {
    pub heading: String,
    pub answers: Vec<AnswerView>,
}

/// An answer with its question as it was asked.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct AnswerView {
    pub label: String,
    pub answer: String,
}

impl From<AnswerGroup<'_>> for AnswerGroupView {
    fn from(group: AnswerGroup<'_>) -> Self {
        let answer = |it: &OrderAnswer| AnswerView { label: it.label.clone(), answer: it.answer.clone() };
        AnswerGroupView { heading: group.heading, answers: group.answers.into_iter().map(answer).collect() }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct OrderView {
    pub id: String,
    /// The time of the order: RFC 3339 with the offset of the site of its first product.
    pub order_date: String,
    /// The confirmation number.
    pub invoice_number: String,
    pub first_name: String,
    pub last_name: String,
    pub phone_number: String,
    pub email_address: String,
    pub has_tickets: bool,
    /// Whether a ticket of the order is valid. If not, their page says why.
    pub has_valid_tickets: bool,
    /// The valid tickets that the buyer has sent to somebody else.
    pub sent_tickets: Vec<SentTicketView>,
    /// Whether all tickets of the order are passes.
    pub tickets_are_passes: bool,
    /// Whether `order/calendar/{id}` has a file: whether the buyer has a valid ticket with a date.
    pub has_calendar: bool,
    pub order_type_id: OrderType,
    pub order_total: Money,
    /// What tickets of an earlier order paid of the total, if they were exchanged for this order.
    pub exchange: Option<OrderExchangeView>,
    pub order_total_net_taxes_and_fees: Money,
    /// `orderTotalNetTaxesAndFees` plus the fees per ticket: the sum of the prices that pages show.
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
    pub delivery_method_name: String,
    /// Whether the delivery consists of files only.
    pub delivery_is_digital: bool,
    /// The lines of the shipping address as on a parcel. Empty if nothing is shipped.
    pub shipping_address: Vec<String>,
    pub items: Vec<OrderItemView>,
    /// The answers to the questions at the checkout.
    pub answers: Vec<AnswerGroupView>,
    /// The payments made when the order was placed.
    pub payments: Vec<OrderPayment>,
    /// The payment plan that the shopper chose, if any: an in-house plan or a lender plan.
    pub installment_billing: Option<InstallmentBillingView>,
    pub transactions: Vec<OrderTransaction>,
    /// The media code of the order's first valid ticket that was not sent to somebody else, by which a gate finds the order.
    /// Absent if there is no such ticket; then there are no files of the tickets either.
    pub ticketing_reservation_code: Option<String>,
    /// The id of the reservation that the order confirmed. Its page is `reservation/my/{id}`.
    pub reservation_id: Option<String>,
    /// The code of the reservation for the gate.
    pub reservation_code: Option<String>,
    /// Whether a park admits a pass of this order to a visit that the passholder reserves.
    pub passes_reserve_visits: bool,
    pub allow_confirmation_resend: bool,
    /// The recipient of the latest confirmation.
    pub last_confirm_email_address: String,
    /// Whether the buyer can cancel something of the order now; `order/cancellation/{id}` says what.
    pub is_cancelable: bool,
    /// Whether the buyer can exchange something of the order now, for another date, time or place.
    pub is_exchangeable: bool,
    /// What the buyer is to choose instead of performances that do not take place; sentences.
    pub choices: Vec<String>,
    /// A message for the shopper; present while the confirmation is being sent, and if it could not be sent.
    pub confirmation_generation_message: Option<String>,
    /// Whether the confirmation is still being sent. If so, repeat the call after a moment.
    pub confirmation_pending: bool,
    /// The analytics event of the purchase. It is the same each time the order is read; analytics must count it only
    /// once, by its `orderNumber`.
    pub analytics_event: Option<AnalyticsEvent>,
}

/// What tickets of an earlier order paid of this order's total.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct OrderExchangeView {
    /// The confirmation number of the earlier order.
    pub invoice_number: String,
    pub credit: Money,
    /// What was paid back, because the new tickets cost less.
    pub refund: Money,
    /// What the shop kept of the earlier tickets.
    pub fee: Money,
}

impl From<&OrderExchange> for OrderExchangeView {
    fn from(exchange: &OrderExchange) -> Self {
        OrderExchangeView {
            invoice_number: exchange.order_number.clone(),
            credit: exchange.credit,
            refund: exchange.paid_back,
            fee: exchange.fee,
        }
    }
}

impl OrderView {
    pub fn new(purchase: &Purchase, catalog: &Catalog) -> Self {
        let order = &purchase.order;
        let ticket_fees = purchase.ticket_fees();
        let last_address = purchase.confirmation.as_ref().map_or(&order.email_address, |it| &it.email_address).clone();
        let generation = match purchase.job_state {
            Some(JobState::Waiting) => Some(SENDING),
            Some(JobState::Failed) => Some(NOT_SENT),
            Some(JobState::Done) | None => None,
        };
        let zone = order.zone();
        let payment = order.payment_method_name.clone().map(|payment_method_name| OrderPayment {
            amount: order.due_when_placed(),
            confirmation_display_name: order
                .confirmation_display_name
                .clone()
                .unwrap_or_else(|| payment_method_name.clone()),
            payment_method_name,
            masked_card_number: order.masked_card_number.clone(),
            card_brand: order.card_brand.clone(),
        });
        let shipping = order.shipping_address.as_ref();
        OrderView {
            id: order.id.clone(),
            order_date: with_offset(order.placed_at, zone),
            invoice_number: order.number.clone(),
            first_name: order.billing_address.first_name.clone(),
            last_name: order.billing_address.last_name.clone(),
            phone_number: order.billing_address.phone_number.clone(),
            email_address: order.email_address.clone(),
            has_tickets: !purchase.tickets.is_empty(),
            tickets_are_passes: ticket::are_passes(&purchase.tickets),
            has_valid_tickets: purchase.tickets.iter().any(|ticket| !ticket.is_revoked()),
            sent_tickets: purchase.tickets.iter().filter_map(SentTicketView::of).collect(),
            has_calendar: purchase.tickets.iter().any(|ticket| ticket.valid_on.is_some() && ticket.is_owners()),
            order_type_id: order.order_type,
            order_total: order.total,
            exchange: order.exchange.as_ref().map(OrderExchangeView::from),
            order_total_net_taxes_and_fees: order.subtotal,
            display_subtotal: order.subtotal + ticket_fees,
            code_savings: purchase.code_savings(),
            tax_total: order.tax_total,
            fee_total: order.fee_total,
            added_fee_total: order.fee_total - ticket_fees,
            fees: fee_views(&order.fees, ticket_fees),
            delivery_total: order.delivery_total,
            delivery_method_name: order.delivery_method_name.clone(),
            delivery_is_digital: catalog
                .delivery_method(&order.delivery_method_id)
                .is_some_and(|method| method.digital),
            shipping_address: shipping.map(|address| parcel_address(address, catalog)).unwrap_or_default(),
            items: purchase.lines.iter().map(|line| OrderItemView::new(order, line, catalog)).collect(),
            answers: answer_groups(order.answers.as_ref(), catalog).into_iter().map(AnswerGroupView::from).collect(),
            payments: payment.into_iter().collect(),
            installment_billing: order.installment_terms.as_ref().map(InstallmentBillingView::agreed),
            transactions: order.attempt_id.iter().map(|id| OrderTransaction::of(id)).collect(),
            ticketing_reservation_code: purchase
                .tickets
                .iter()
                .find(|ticket| ticket.is_owners())
                .map(|it| it.media_code.clone()),
            reservation_id: purchase.reservation.as_ref().map(|row| row.id.clone()),
            reservation_code: purchase.reservation.as_ref().map(|row| row.code.clone()),
            passes_reserve_visits: purchase.passes_reserve_visits(catalog),
            is_cancelable: purchase.is_cancelable,
            is_exchangeable: purchase.is_exchangeable,
            choices: purchase.choices.clone(),
            allow_confirmation_resend: catalog.settings().allow_confirmation_resend,
            confirmation_generation_message: generation
                .map(|text| catalog.message(text, &[("email", last_address.clone())])),
            confirmation_pending: purchase.job_state == Some(JobState::Waiting),
            last_confirm_email_address: last_address,
            analytics_event: None,
        }
    }
}

/// The analytics event of a purchase.
pub fn purchase_event(purchase: &Purchase) -> AnalyticsEvent {
    let order = &purchase.order;
    let item = |line: &line::Model| AnalyticsItem {
        product_id: line.product_id.clone(),
        product_variant_id: line.variant_id.clone(),
        product_name: line.product_name.clone(),
        variant_name: line.variant_name.clone(),
        quantity: u32::try_from(line.quantity).unwrap_or(0),
        unit_price: Some(line.unit_price),
    };
    let event_data = AnalyticsData {
        order_number: Some(order.number.clone()),
        value: Some(order.total),
        tax: Some(order.tax_total),
        fees: Some(order.fee_total),
        delivery: Some(order.delivery_total),
        ..AnalyticsData::of(purchase.lines.iter().map(item).collect())
    };
    AnalyticsEvent { category: "purchase".to_owned(), event_data }
}

/// The tickets as a PDF.
#[derive(ApiResponse)]
pub enum TicketsPdf {
    /// The PDF file.
    #[oai(status = 200, content_type = "application/pdf")]
    File(Binary<Body>, #[oai(header = "Content-Disposition")] String),
}

impl From<(String, Bytes)> for TicketsPdf {
    /// Simultaneous responses with the same file share its bytes.
    fn from((name, file): (String, Bytes)) -> Self {
        TicketsPdf::File(Binary(Body::from_bytes(file)), format!("attachment; filename=\"{name}\""))
    }
}

/// An order of the account, in a list.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct AccountOrder {
    pub id: String,
    pub invoice_number: String,
    /// The time of the order: RFC 3339 with the site's offset.
    pub order_date: String,
    pub order_total: Money,
    /// The products of the order. Each product appears once, with its total quantity.
    pub items: Vec<OrderedProduct>,
    /// The valid tickets that were sent to somebody else.
    pub sent_tickets: Vec<SentTicketView>,
}

/// A product of an order.
#[derive(Clone, Debug, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase")]
pub struct OrderedProduct {
    pub product_display_name: String,
    pub quantity: u32,
}

/// A ticket that its owner has sent to somebody else.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct SentTicketView {
    pub ticket_id: String,
    /// What the ticket is for, such as `Day Ticket, Adult`.
    pub name: String,
    pub recipient_name: String,
}

impl SentTicketView {
    /// `None` for a ticket that is not valid or was not sent.
    fn of(ticket: &TicketRow) -> Option<Self> {
        let recipient_name = ticket.sent_to.clone().filter(|_| !ticket.is_revoked())?;
        let parts = [Some(ticket.title().to_owned()), ticket.sold_as(), ticket.place.clone()];
        Some(SentTicketView {
            ticket_id: ticket.id.clone(),
            name: parts.into_iter().flatten().collect::<Vec<_>>().join(", "),
            recipient_name,
        })
    }
}

impl AccountOrder {
    pub fn new(order: order::Model, lines: &[line::Model], sent: &[TicketRow]) -> Self {
        let mut items: Vec<OrderedProduct> = Vec::new();
        for line in lines {
            let quantity = u32::try_from(line.quantity).unwrap_or(0);
            match items.iter_mut().find(|item| item.product_display_name == line.product_name) {
                Some(item) => item.quantity = item.quantity.saturating_add(quantity),
                None => items.push(OrderedProduct { product_display_name: line.product_name.clone(), quantity }),
            }
        }
        let zone = order.zone();
        AccountOrder {
            sent_tickets: sent.iter().filter_map(SentTicketView::of).collect(),
            order_date: with_offset(order.placed_at, zone),
            id: order.id,
            invoice_number: order.number,
            order_total: order.total,
            items,
        }
    }
}

/// The addresses and the delivery method of the latest order that was placed with the account's own cart, for the next
/// checkout; empty if there is no such order.
#[derive(Clone, Debug, Default, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct LastDetails {
    #[oai(flatten)]
    pub billing: AddressFields,
    #[oai(flatten)]
    pub shipping: ShippingAddressFields,
    pub delivery_method_id: Option<DeliveryMethodId>,
}

impl LastDetails {
    pub fn new(order: &order::Model, catalog: &Catalog) -> Self {
        let shipping = order.shipping_address.as_ref().map(|address| ShippingAddressFields::new(address, catalog));
        LastDetails {
            billing: AddressFields::new(&order.billing_address, catalog),
            shipping: shipping.unwrap_or_default(),
            delivery_method_id: Some(order.delivery_method_id.clone()),
        }
    }
}

/// What the buyer of an order has entered, for the checkout at which its tickets are exchanged; empty if the visitor may not
/// see such an order.
#[derive(Clone, Debug, Default, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct BuyerDetails {
    pub email_address: Option<String>,
    #[oai(flatten)]
    pub billing: AddressFields,
    #[oai(flatten)]
    pub shipping: ShippingAddressFields,
    pub delivery_method_id: Option<DeliveryMethodId>,
}

impl BuyerDetails {
    /// All details of an order, for those who placed it.
    pub fn in_full(order: &order::Model, catalog: &Catalog) -> Self {
        let LastDetails { billing, shipping, delivery_method_id } = LastDetails::new(order, catalog);
        BuyerDetails { email_address: Some(order.email_address.clone()), billing, shipping, delivery_method_id }
    }

    /// Only what the page of the order shows of the billing address, for those who may see the order.
    pub fn without_street(order: &order::Model, catalog: &Catalog) -> Self {
        let email_address = Some(order.email_address.clone());
        let Address { first_name, last_name, phone_number, country_id, .. } = order.billing_address.clone();
        let contact = Address { first_name, last_name, phone_number, country_id, ..Address::default() };
        BuyerDetails { email_address, billing: AddressFields::new(&contact, catalog), ..BuyerDetails::default() }
    }
}

/// A ticket or pass of an account.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AccountTicket {
    /// The id of the ticket, for `ticket/account/{id}/html`.
    pub account_id: String,
    /// The id of the order, for `ticket/account-grouping/{id}/html`, which returns all tickets of the order. Absent for
    /// an imported ticket.
    pub order_id: Option<String>,
    pub barcode: String,
    /// The type of the ticket. 1: a pass. 3: a ticket.
    pub ticket_type_id: TicketType,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub product_name: String,
    pub variant_name: String,
    pub pass_level_name: Option<String>,
    /// The first and the last valid day, `YYYY-MM-DD`. Without these days, the ticket is valid on any day.
    pub validity_start_date: Option<String>,
    pub validity_end_date: Option<String>,
    /// Whether the last valid day has passed, in the time zone of the ticket's site.
    pub over: bool,
    /// The day of the visit to which the ticket belongs, `YYYY-MM-DD`: its only valid day, or for a part of a bundle that
    /// needs no day the day of the bundle. Absent if there is no such day, or if it has passed.
    pub visit_date: Option<String>,
    /// `HH:mm` in the site's time zone.
    pub entry_time: Option<String>,
    /// The show to which the ticket admits; absent if there is none, or if the product has the same name.
    pub show_name: Option<String>,
    /// The site for which the ticket was sold; absent if the current catalogue has no such site.
    pub site_id: Option<SiteId>,
    /// The name of the site for which the ticket was sold.
    pub site_name: String,
    pub phone_number: Option<String>,
    pub zip_code: Option<String>,
    /// Whether `account/pass/{id}/image` returns a photo of the passholder.
    pub has_photo: bool,
    /// The name of the person to whom the ticket was sent, who shows its code; absent if it was not sent.
    pub sent_to: Option<String>,
    /// With `forReservation`, the ids of the sites at which the ticket can be reserved. Otherwise empty.
    pub reservation_site_ids: Vec<SiteId>,
}

impl From<OwnTicket> for AccountTicket {
    fn from(held: OwnTicket) -> Self {
        let OwnTicket { ticket, passholder, over, visit_day, has_photo, site, reservation_sites } = held;
        let of = |field: fn(&Passholder) -> &String| passholder.as_ref().map(|passholder| field(passholder).clone());
        AccountTicket {
            first_name: of(|passholder| &passholder.first_name),
            last_name: of(|passholder| &passholder.last_name),
            phone_number: of(|passholder| &passholder.phone_number),
            zip_code: of(|passholder| &passholder.zip),
            validity_start_date: ticket.first_day().map(|day| day.to_string()),
            validity_end_date: ticket.last_day().map(|day| day.to_string()),
            over,
            visit_date: visit_day.map(|day| day.to_string()),
            ticket_type_id: if ticket.pass.is_some() { TicketType::Pass } else { TicketType::Ticket },
            show_name: ticket.named_show().map(str::to_owned),
            has_photo,
            reservation_site_ids: reservation_sites.into_iter().collect(),
            site_id: site,
            site_name: ticket.site_name,
            sent_to: ticket.sent_to,
            account_id: ticket.id,
            order_id: ticket.order_id,
            barcode: ticket.media_code,
            product_name: ticket.product_name,
            variant_name: ticket.variant_name,
            pass_level_name: ticket.pass_level,
            entry_time: ticket.entry_time,
        }
    }
}
