//! Which settings are valid, and which carts can be paid. Pure.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};
use chrono_tz::Tz;

use crate::error::{FieldFault, Refusal};
use crate::shop::cart::{
    Address, Cart, CartLine, CheckoutSettings, ChosenPerformance, Installments, exchange_credit, installments, passes,
    quote_of, read_answers, unmet, zone_of,
};
use crate::shop::installment::Terms;
use midway_catalog::Catalog;
use midway_catalog::files::{DeliveryMethod, PaymentMethod};
use midway_catalog::pricing::Quote;
use midway_kernel::address::{AddressForm, EMAIL, clean_phone, clean_zip, faults, is_email};
use midway_kernel::id::DeliveryMethodId;
use midway_kernel::money::Money;
use midway_kernel::text::Text;
use midway_kernel::time::{Instant, day_at, day_in_words};

pub const DELIVERY: Text = Text { id: "checkout.delivery", default: "Delivery method is required" };
pub const DELIVERY_LATE: Text = Text {
    id: "checkout.delivery-late",
    default: "{{method}} may arrive too late for your visit on {{date}}. Please choose another delivery method.",
};
pub const PAYMENT: Text = Text { id: "checkout.payment", default: "Payment method is required" };
pub const TERMS: Text = Text { id: "checkout.terms-required", default: "Please accept the terms of sale and use." };
pub const LOCATION: Text = Text { id: "checkout.location-required", default: "Please confirm the location." };
pub const INSTALLMENT_TERMS: Text =
    Text { id: "checkout.installment-terms-required", default: "Please accept the payment plan terms." };
pub const INCOMPLETE: Text = Text { id: "checkout.incomplete", default: "Please correct the following:" };
pub const PASS_HOLDERS: Text =
    Text { id: "checkout.pass-holders", default: "Please enter the details for each passholder before you pay." };
pub const EMPTY: Text = Text { id: "cart.empty", default: "Your shopping cart is empty" };

/// The billing fields that identify the buyer. They are also required for a free order. The phone number also opens the
/// order from the link in its e-mail.
const CONTACT: [&str; 3] = ["firstName", "lastName", "phoneNumber"];

/// Why a delivery method is not offered for a cart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Withheld {
    /// The method suits nothing in the cart: it is physical although the cart contains only donations, or it is digital
    /// although everything except donations must be handed over. No explanation is shown.
    Unsuited,
    /// The method is digital, and the cart contains products that must be handed over. These are their names. The
    /// tickets in the cart come by e-mail, and the shopper chooses a method for these products.
    HandedOver(Vec<String>),
    /// The delivery might arrive after this day, which is the day of the earliest visit that it might miss.
    TooLate(NaiveDate),
}

/// The delivery methods that can deliver everything in the cart, in time.
pub fn delivery_methods<'c>(catalog: &'c Catalog, cart: Option<&Cart>, now: Instant) -> Vec<&'c DeliveryMethod> {
    let methods = catalog.folder().delivery_method.iter();
    methods.filter(|method| withheld(catalog, cart, method, now).is_none()).collect()
}

/// Why a delivery method is not offered; `None` when it is offered. A cart with only donations needs only a receipt, so
/// physical delivery is not offered when a digital method exists. If products must be handed over, tickets still come
/// by e-mail when a digital method exists, so only those products must arrive in time.
pub fn withheld(catalog: &Catalog, cart: Option<&Cart>, method: &DeliveryMethod, now: Instant) -> Option<Withheld> {
    let lines = cart.map(|cart| cart.lines.as_slice()).unwrap_or_default();
    let has_digital = catalog.folder().delivery_method.iter().any(|method| method.digital);
    if !method.digital && !lines.is_empty() && lines.iter().all(CartLine::is_donation) && has_digital {
        return Some(Withheld::Unsuited);
    }
    let has_goods = lines.iter().any(|line| line.delivery_item);
    if method.digital && has_goods {
        let is_sent = |line: &CartLine| !line.delivery_item && !line.is_donation();
        let products = || handed_over(lines);
        return Some(if lines.iter().any(is_sent) { Withheld::HandedOver(products()) } else { Withheld::Unsuited });
    }
    let is_delivered = |line: &&CartLine| line.delivery_item || !(has_goods && has_digital);
    too_late(catalog, lines.iter().filter(is_delivered), method.lead_days, now).map(Withheld::TooLate)
}

/// The products that must be handed over, without repetition.
fn handed_over(lines: &[CartLine]) -> Vec<String> {
    let mut products: Vec<String> = Vec::new();
    for line in lines.iter().filter(|line| line.delivery_item) {
        if !products.contains(&line.product_name) {
            products.push(line.product_name.clone());
        }
    }
    products
}

/// The first day of a visit in these lines on which a delivery with this lead time might not have arrived yet. Days are
/// in the site's time zone.
fn too_late<'l>(
    catalog: &Catalog,
    lines: impl Iterator<Item = &'l CartLine>,
    lead_days: u32,
    now: Instant,
) -> Option<NaiveDate> {
    let visits = lines.flat_map(|line| {
        let zone = |chosen: &ChosenPerformance| catalog.show(&chosen.show_id).map(|show| catalog.zone_of_show(show));
        let performances = line.all_performances().map(move |it| (it.date, zone(it).unwrap_or(Tz::UTC)));
        let bundle = line.package().and_then(|package| package.bundle_date);
        performances.chain(bundle.map(|date| (date, zone_of(catalog, line))))
    });
    let arrives = |zone| day_at(now, zone) + Days::new(u64::from(lead_days));
    visits.filter(|(date, zone)| lead_days > 0 && *date < arrives(*zone)).map(|(date, _)| date).min()
}

/// The payment methods for a cart: only the lender when the shopper has chosen that lender's plan, otherwise every
/// method except lenders.
pub fn payment_methods<'c>(catalog: &'c Catalog, cart: Option<&Cart>, now: Instant) -> Vec<&'c PaymentMethod> {
    let terms = cart.and_then(|cart| agreed(catalog, cart, now));
    let lender = terms.and_then(|terms| catalog.plan(&terms.plan_id)?.lender.as_deref());
    let suits = |method: &&PaymentMethod| match lender {
        Some(lender) => method.processor == lender,
        None => !method.is_of_lender(),
    };
    catalog.folder().payment_method.iter().filter(suits).collect()
}

/// Normalises settings and lists the invalid fields. Invalid values are removed from the result, so that the rest can
/// be saved.
pub fn check(
    catalog: &Catalog,
    cart: &Cart,
    mut settings: CheckoutSettings,
    now: Instant,
) -> (CheckoutSettings, Vec<FieldFault>) {
    let mut all = Vec::new();
    let delivery = match delivery(catalog, cart, settings.delivery_method_id.as_ref(), now) {
        Ok(method) => Some(method),
        Err(wrong) => {
            all.push(wrong);
            settings.delivery_method_id = None;
            None
        }
    };
    // A free order needs no billing address, only the buyer's contact data.
    let is_free = is_free(catalog, cart, settings.delivery_method_id.as_ref());
    let offered = payment_methods(catalog, Some(cart), now);
    if !offered.iter().any(|method| settings.payment_method_id.as_ref() == Some(&method.id)) {
        if !is_free {
            all.push(fault("paymentMethodId", PAYMENT));
        }
        settings.payment_method_id = None;
    }
    if !settings.email_address.as_deref().is_some_and(is_email) {
        all.push(fault("emailAddress", EMAIL));
        settings.email_address = None;
    }
    let (billing, wrong) = check_address(catalog, settings.billing_address.unwrap_or_default());
    let wrong = wrong.into_iter().filter(|(field, _)| !is_free || CONTACT.contains(field));
    all.extend(wrong.map(|(field, text)| fault(field, text)));
    settings.billing_address = Some(billing);
    if delivery.is_some_and(|method| method.shipping_address_required) {
        let (shipping, wrong) = check_address(catalog, settings.shipping_address.unwrap_or_default());
        all.extend(wrong.into_iter().map(|(field, text)| fault(&prefixed(field), text)));
        settings.shipping_address = Some(shipping);
    } else {
        settings.shipping_address = None;
    }
    if !settings.accept_terms {
        all.push(fault("acceptTerms", TERMS));
    }
    if agreed(catalog, cart, now).is_some() && !settings.accept_installment_terms {
        all.push(fault("acceptInstallmentTerms", INSTALLMENT_TERMS));
    }
    let state = settings.billing_address.as_ref().and_then(|billing| catalog.state(billing.state_province_id?));
    if state.is_some_and(|state| state.require_location_acknowledgement) && !settings.acknowledge_location {
        all.push(fault("acknowledgeLocation", LOCATION));
    }
    (settings, all)
}

/// The delivery method with this id, if it suits the cart and delivers in time.
fn delivery<'c>(
    catalog: &'c Catalog,
    cart: &Cart,
    id: Option<&DeliveryMethodId>,
    now: Instant,
) -> Result<&'c DeliveryMethod, FieldFault> {
    let chosen = id.and_then(|id| catalog.delivery_method(id));
    let Some(method) = chosen else { return Err(fault("deliveryMethodId", DELIVERY)) };
    match withheld(catalog, Some(cart), method, now) {
        None => Ok(method),
        Some(Withheld::TooLate(day)) => Err(FieldFault {
            values: vec![("method", method.name.clone()), ("date", day_in_words(day))],
            ..fault("deliveryMethodId", DELIVERY_LATE)
        }),
        Some(Withheld::Unsuited | Withheld::HandedOver(_)) => Err(fault("deliveryMethodId", DELIVERY)),
    }
}

/// Whether a cart costs nothing with this delivery method.
fn is_free(catalog: &Catalog, cart: &Cart, delivery_method_id: Option<&DeliveryMethodId>) -> bool {
    let brought = Cart { delivery_method_id: delivery_method_id.cloned(), ..cart.clone() };
    let total = quote_of(catalog, &brought).total;
    !cart.lines.is_empty() && total == exchange_credit(brought.exchange.as_ref(), total)
}

/// The payment-plan terms of a cart, if the shopper has chosen a plan.
fn agreed(catalog: &Catalog, cart: &Cart, now: Instant) -> Option<Terms> {
    installments(catalog, cart, now).and_then(Installments::agreed)
}

fn fault(field: &str, text: Text) -> FieldFault {
    FieldFault { field: field.to_owned(), text, values: Vec::new() }
}

/// The wire name of a field in the shipping address: `zipCode` becomes `shippingZipCode`.
fn prefixed(field: &str) -> String {
    let mut letters = field.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    format!("shipping{}{}", first.into_iter().collect::<String>(), letters.as_str())
}

/// Normalises an address and lists the invalid fields in the order of the form. Invalid values are removed.
pub fn check_address(catalog: &Catalog, mut address: Address) -> (Address, Vec<(&'static str, Text)>) {
    let country = address.country_id.and_then(|id| catalog.country(id));
    address.country_id = country.map(|country| country.id);
    // Ignore a state of a different country.
    let state = address.state_province_id.and_then(|id| catalog.state(id));
    address.state_province_id =
        state.filter(|state| Some(state.country_id) == address.country_id).map(|state| state.id);
    if address.state_province_id.is_some() {
        address.other_state_province.clear();
    }
    let nanp = country.is_some_and(|country| country.phone_use_nanp_format);
    let wrong = faults(&AddressForm {
        first_name: &address.first_name,
        last_name: &address.last_name,
        phone_number: &address.phone_number,
        country_id: address.country_id,
        phone_use_nanp_format: nanp,
        address1: &address.address1,
        address2: &address.address2,
        city: &address.city,
        state_province_id: address.state_province_id,
        other_state_province: &address.other_state_province,
        zip_code: &address.zip_code,
    });
    address.phone_number = clean_phone(&address.phone_number, nanp);
    address.zip_code = clean_zip(&address.zip_code);
    for (field, _) in &wrong {
        match *field {
            "firstName" => address.first_name.clear(),
            "lastName" => address.last_name.clear(),
            "phoneNumber" => address.phone_number.clear(),
            "address1" => address.address1.clear(),
            "address2" => address.address2.clear(),
            "city" => address.city.clear(),
            "otherStateProvince" => address.other_state_province.clear(),
            "zipCode" => address.zip_code.clear(),
            _ => {}
        }
    }
    (address, wrong)
}

/// A cart with lines and valid settings, and its price quote. Only [`ready`] creates it.
#[derive(Clone, Debug)]
pub struct ReadyToPay<'c> {
    pub cart: Cart,
    /// Private, so that no other module can create a value of this type.
    quote: Quote,
    installments: Option<Terms>,
    pub email_address: String,
    pub billing_address: Address,
    pub shipping_address: Option<Address>,
    pub delivery_method: &'c DeliveryMethod,
    /// Always present when something is due.
    pub payment_method: Option<&'c PaymentMethod>,
}

impl ReadyToPay<'_> {
    pub fn quote(&self) -> &Quote {
        &self.quote
    }

    /// The payment-plan terms, if a plan was chosen.
    pub fn installments(&self) -> Option<&Terms> {
        self.installments.as_ref()
    }

    /// The amount due today.
    pub fn due_today(&self) -> Money {
        let due = self.installments.as_ref().map_or(self.quote.total, |terms| terms.down_payment);
        due - exchange_credit(self.cart.exchange.as_ref(), due)
    }
}

/// Checks that a cart can be paid.
///
/// # Errors
/// A refusal when the cart is empty, a pass is incomplete, a quantity is below its minimum or what is sold only together
/// with others is alone; a refusal that lists the
/// missing and invalid settings and answers.
pub fn ready(catalog: &Catalog, cart: Cart, now: Instant) -> Result<ReadyToPay<'_>, Refusal> {
    if let Some(unmet) = unmet(catalog, &cart, now).into_iter().next().filter(|_| !cart.lines.is_empty()) {
        return Err(unmet);
    }
    let (_, unanswered) = read_answers(catalog, &cart, &BTreeMap::new());
    ready_except(catalog, cart, unanswered, now)
}

/// Checks that a cart whose payment has begun can still be paid. A question or a limit that an import has added since then
/// does not stop it: the version of the cart says that its contents and answers are the same as when the payment began.
///
/// # Errors
/// As [`ready`], except for answers and limits.
pub fn still_ready(catalog: &Catalog, cart: Cart, now: Instant) -> Result<ReadyToPay<'_>, Refusal> {
    ready_except(catalog, cart, Vec::new(), now)
}

fn ready_except(
    catalog: &Catalog,
    cart: Cart,
    unanswered: Vec<FieldFault>,
    now: Instant,
) -> Result<ReadyToPay<'_>, Refusal> {
    if cart.lines.is_empty() {
        return Err(Refusal::new(EMPTY));
    }
    if passes(&cart).iter().any(|pass| pass.is_open(catalog, now)) {
        return Err(Refusal::new(PASS_HOLDERS));
    }
    let saved = CheckoutSettings {
        email_address: cart.email_address.clone(),
        billing_address: cart.billing_address.clone(),
        shipping_address: cart.shipping_address.clone(),
        delivery_method_id: cart.delivery_method_id.clone(),
        payment_method_id: cart.payment_method_id.clone(),
        accept_terms: cart.accept_terms,
        acknowledge_location: cart.acknowledge_location,
        accept_installment_terms: cart.accept_installment_terms,
        typed_answers: BTreeMap::new(),
    };
    let (settings, mut fields) = check(catalog, &cart, saved, now);
    fields.extend(unanswered);
    let delivery_method = settings.delivery_method_id.as_ref().and_then(|id| catalog.delivery_method(id));
    let payment_method = settings.payment_method_id.as_ref().and_then(|id| catalog.payment_method(id));
    match (delivery_method, settings.email_address, settings.billing_address) {
        (Some(delivery_method), Some(email_address), Some(billing_address)) if fields.is_empty() => {
            let (quote, installments) = (quote_of(catalog, &cart), agreed(catalog, &cart, now));
            Ok(ReadyToPay {
                cart,
                quote,
                installments,
                email_address,
                billing_address,
                shipping_address: settings.shipping_address,
                delivery_method,
                payment_method,
            })
        }
        _ => Err(Refusal { fields, ..Refusal::new(INCOMPLETE) }),
    }
}
