//! Computes what is written when a cart is sold: the order, its lines, its tickets and its passholders. Pure, except
//! for random ids and codes.

use std::collections::HashMap;

use chrono::Duration;
use serde::{Deserialize, Serialize};

use super::answers::{order_answers, printed_answers};
use super::entity::{OrderExchange, line, order};
use crate::shop::cart::{
    Address, Cart, CartExchange, CartLine, ChosenPerformance, ChosenPerformances, LinePart, TicketKey, cancellation_of,
    given_answers, has_plan, kept_offers, zone_of,
};
use crate::shop::checkout::ReadyToPay;
use crate::shop::installment::Terms;
use crate::shop::payment::AttemptRow;
use crate::shop::ticket::{
    MEDIA_CODE_LENGTH, PassholderRow, TicketAnswers, TicketRow, TicketSigner, TicketTimes, place_key,
};
use midway_catalog::Catalog;
use midway_catalog::pricing::LineOffer;
use midway_kernel::address::zip_as_written;
use midway_kernel::coded::OrderType;
use midway_kernel::id::{ProductId, VariantId};
use midway_kernel::money::Money;
use midway_kernel::secret::{random_code, random_id};
use midway_kernel::time::{Instant, day_at};

/// The length of a readable confirmation number. With 40 bits, collisions are rare but possible. A unique constraint
/// detects them, and the later order draws a new number.
pub const NUMBER_LENGTH: usize = 8;

/// Draws an order number.
pub fn order_number() -> String {
    random_code(NUMBER_LENGTH)
}

/// A postal address, line by line.
pub fn parcel_address(address: &Address, catalog: &Catalog) -> Vec<String> {
    let state = address.state_province_id.and_then(|id| catalog.state(id));
    let state = state.map_or(&address.other_state_province, |state| &state.abbreviation);
    let zip = zip_as_written(&address.zip_code, address.country_id);
    let country = address.country_id.and_then(|id| catalog.country(id)).map(|country| country.name.clone());
    let join_nonempty = |parts: &[&str], between: &str| {
        parts.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(between)
    };
    let lines = [
        join_nonempty(&[&address.first_name, &address.last_name], " "),
        address.address1.clone(),
        address.address2.clone(),
        join_nonempty(&[&address.city, &join_nonempty(&[state, &zip], " ")], ", "),
        country.unwrap_or_default(),
    ];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

/// All rows of a sale.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sale {
    pub order: order::Model,
    pub lines: Vec<line::Model>,
    pub tickets: Vec<TicketRow>,
    /// The passholders of the order's passes.
    #[serde(default)]
    pub passholders: Vec<PassholderRow>,
    /// The ids of the tickets that this sale upgrades.
    #[serde(default)]
    pub upgraded: Vec<String>,
    /// The tickets of an earlier order that this sale exchanges.
    #[serde(default)]
    pub exchange: Option<CartExchange>,
}

pub fn sale(
    catalog: &Catalog,
    signer: &TicketSigner,
    ready: &ReadyToPay<'_>,
    attempt: Option<&AttemptRow>,
    now: Instant,
) -> Sale {
    let id = random_id();
    let zone = ready.cart.lines.first().map_or(chrono_tz::UTC, |line| zone_of(catalog, line));
    let method = ready.payment_method.filter(|_| attempt.is_some());
    let order = order::Model {
        number: order_number(),
        cart_id: ready.cart.id.clone(),
        attempt_id: attempt.map(|attempt| attempt.id.clone()),
        account_id: ready.cart.account_id.clone(),
        order_type: order_type(&ready.cart.lines, ready.quote().total),
        placed_at: now,
        time_zone: zone.name().to_owned(),
        email_address: ready.email_address.clone(),
        billing_address: ready.billing_address.clone(),
        shipping_address: ready.shipping_address.clone(),
        delivery_method_id: ready.delivery_method.id.clone(),
        delivery_method_name: ready.delivery_method.name.clone(),
        payment_method_name: method.map(|method| method.name.clone()),
        confirmation_display_name: method
            .map(|method| method.confirmation_display_name.clone().unwrap_or_else(|| method.name.clone())),
        masked_card_number: attempt.and_then(|attempt| attempt.masked_card_number.clone()),
        card_brand: attempt.and_then(|attempt| attempt.card_brand.clone()),
        subtotal: ready.quote().subtotal,
        tax_total: ready.quote().tax_total,
        fee_total: ready.quote().fee_total,
        fees: ready.quote().fees.clone(),
        delivery_total: ready.quote().delivery_total,
        total: ready.quote().total,
        installment_terms: ready.installments().cloned(),
        answers: order_answers(catalog, &ready.cart),
        kept_offers: kept_offers(catalog, &ready.cart.lines),
        exchange: ready.cart.exchange.as_ref().map(|exchange| order_exchange(exchange, ready.quote().total)),
        id,
    };
    let over_time = in_house_terms(&order.installment_terms);
    let given = given_answers(catalog, &ready.cart);
    let exchange = ready.cart.exchange.as_ref();
    let mut price_floors = exchange.map(|it| it.price_floors(&ready.cart.lines)).unwrap_or_default();
    let mut lines = Vec::with_capacity(ready.cart.lines.len());
    let mut tickets = Vec::new();
    let mut passholders = Vec::new();
    for (line, position) in ready.cart.lines.iter().zip(0..) {
        let admissions = admissions(catalog, line);
        lines.push(line::Model {
            price_floors: price_floors.remove(&line.id),
            ..order_line(catalog, (&order.id, &ready.cart), line, position, admissions.len())
        });
        for admission in admissions {
            let position = i32::try_from(tickets.len()).unwrap_or(i32::MAX);
            let key = TicketKey { line: line.id.clone(), part: admission.part, number: admission.person };
            let printed = printed_answers(&given, &key);
            let mut ticket = TicketRow {
                holder_name: printed.iter().find(|it| it.holder.is_some()).map(|it| it.answer.clone()),
                answers: (!printed.is_empty()).then_some(TicketAnswers(printed)),
                ..ticket(catalog, &order.id, (&line.id, &admission), position, now)
            };
            if line.pass().is_some() {
                let (pass, passholder) = issued_to(catalog, line, ticket, now);
                let next = over_time.filter(|_| has_plan(catalog, line)).map(|terms| terms.payments.first());
                let paid_until = next.flatten().map(|payment| payment.due);
                ticket = TicketRow { owed: next.is_some(), paid_until, ..pass };
                passholders.push(passholder);
            }
            let product = catalog.product(admission.product_id);
            let zone = product.map_or_else(|| zone_of(catalog, line), |product| catalog.zone_of(product));
            let performance = admission.performance.map(|chosen| &chosen.performance_id);
            tickets.push(signer.issued(ticket, performance, zone));
        }
    }
    let upgraded = ready.cart.lines.iter().filter_map(|line| line.pass_details()?.upgrades());
    let upgraded = upgraded.map(|held| held.ticket_id.clone()).collect();
    Sale { order, lines, tickets, passholders, upgraded, exchange: ready.cart.exchange.clone() }
}

fn order_exchange(exchange: &CartExchange, total: Money) -> OrderExchange {
    let credit = exchange.credit().min(total);
    OrderExchange {
        order_id: exchange.order_id.clone(),
        order_number: exchange.order_number.clone(),
        credit,
        paid_back: exchange.credit() - credit,
        fee: exchange.fee,
        tickets: exchange.tickets.clone(),
    }
}

/// Sorts the lines of an order: by position, and the lines that have a seat each by their seats. The seats of a product
/// at a performance are listed where the first of them was added.
pub fn sort_by_seat(lines: &mut [line::Model]) {
    let seated = |line: &line::Model| {
        let chosen = line.performances.0.iter().find(|chosen| chosen.seat.is_some())?;
        Some(((line.product_id.clone(), chosen.performance_id.clone()), chosen.place()?))
    };
    let mut firsts = HashMap::new();
    for line in lines.iter() {
        if let Some((performance, _)) = seated(line) {
            let first = firsts.entry(performance).or_insert(line.position);
            *first = line.position.min(*first);
        }
    }
    lines.sort_by_cached_key(|line| match seated(line) {
        Some((performance, place)) => (firsts[&performance], place_key(&place), line.position),
        None => (line.position, String::new(), line.position),
    });
}

/// An order that consists only of redemptions and costs nothing is a redemption; any other order is a purchase.
fn order_type(lines: &[CartLine], total: Money) -> OrderType {
    let is_redemption = total.is_zero() && lines.iter().all(|line| line.redemption().is_some());
    if is_redemption { OrderType::Redemption } else { OrderType::Purchase }
}

fn order_line(
    catalog: &Catalog,
    (order_id, cart): (&str, &Cart),
    line: &CartLine,
    position: i32,
    tickets: usize,
) -> line::Model {
    line::Model {
        id: line.id.clone(),
        order_id: order_id.to_owned(),
        position,
        product_id: line.product_id.clone(),
        variant_id: line.variant_id.clone(),
        product_name: line.product_name.clone(),
        variant_name: line.variant_name.clone(),
        pass_level: line.pass_level.clone(),
        delivery_item: line.delivery_item,
        quantity: i64::from(line.quantity),
        unit_price: line.unit_price,
        unit_fees: line.unit_fees,
        unit_tax: line.unit_tax,
        tickets: i64::try_from(tickets).unwrap_or(i64::MAX),
        performances: line.performances.clone(),
        regular_price: line.regular_price,
        promotion: line.promotion.clone(),
        package: line.package().cloned(),
        offers: Some(line.offers.clone()),
        first_name: line.pass_details().map(|it| it.passholder.first_name.clone()),
        last_name: line.pass_details().map(|it| it.passholder.last_name.clone()),
        entitlement_id: line.redemption().map(|it| it.id.clone()),
        // The number is set later, when the line's claims are sold.
        units_sold: 0,
        units_refunded: 0,
        cancellation: cancellation_of(catalog, cart.exchange.as_ref(), line),
        choice_until: None,
        performance_changes: None,
        // Set by the caller.
        price_floors: None,
    }
}

/// Assigns a pass to its passholder and sets its valid days. A renewal and the upgrade of a pass keep the passholder's
/// id and use the newly entered data.
fn issued_to(catalog: &Catalog, line: &CartLine, ticket: TicketRow, now: Instant) -> (TicketRow, PassholderRow) {
    let details = line.pass_details().cloned().unwrap_or_default();
    let known = details.follows.as_ref().and_then(|held| held.passholder_id.clone());
    let id = known.unwrap_or_else(random_id);
    let today = day_at(now, zone_of(catalog, line));
    let valid = catalog.variant(&line.variant_id).and_then(|(_, variant)| variant.valid);
    let days = valid.map(|valid| details.days(valid, today));
    // The credit for the upgraded ticket is part of the amount paid for the new pass.
    let upgrade = line.sold_by.as_ref().and_then(|id| catalog.promotion(id));
    let paid_before = details.upgrades().and_then(|held| held.paid).unwrap_or_default();
    let credit = upgrade.map_or(Money::ZERO, |upgrade| upgrade.credited(paid_before));
    let entitled_as = details.upgrades().map(|held| held.entitled_as.as_ref().unwrap_or(&held.ticket_id).clone());
    let pass = TicketRow {
        pass: line.pass().map(|pass| pass.pass_kind),
        valid_from: Some(days.map_or(today, |(first, _)| first)),
        valid_until: days.map(|(_, last)| last),
        passholder_id: Some(id.clone()),
        holder_name: details.passholder.name(),
        paid: ticket.paid.map(|paid| paid + credit),
        entitled_as,
        ..ticket
    };
    (pass, PassholderRow::new(id, details.passholder))
}

/// The access that one ticket gives.
struct Admission<'l> {
    product_id: &'l ProductId,
    variant_id: &'l VariantId,
    product_name: &'l str,
    variant_name: &'l str,
    pass_level: Option<&'l String>,
    performance: Option<&'l ChosenPerformance>,
    /// The price paid, after offers, without tax and fees.
    paid: Money,
    /// The position of the part in its package or bundle; 0 for other lines.
    part: usize,
    /// The number of the person whom the part admits, from 1.
    person: u32,
    /// The unit of the line that gives the access, from 0.
    unit: u32,
}

/// One entry per ticket of a line. For each person whom a unit admits, there is one ticket per performance, or one
/// ticket if the line has no performances. A package has the tickets of its parts. A variant that is no longer in the
/// catalogue gives one ticket per unit and performance.
fn admissions<'l>(catalog: &Catalog, line: &'l CartLine) -> Vec<Admission<'l>> {
    if line.is_donation() {
        return Vec::new();
    }
    let Some(package) = line.package() else {
        let adjustment = line.offers.0.iter().map(LineOffer::adjustment_total).sum();
        let units = of_units(catalog, &line.variant_id, &line.performances, (line.quantity, 1));
        let of_line = |((performance, person, unit), paid)| Admission {
            part: 0,
            person,
            unit,
            product_id: &line.product_id,
            variant_id: &line.variant_id,
            product_name: &line.product_name,
            variant_name: &line.variant_name,
            pass_level: line.pass_level.as_ref(),
            performance,
            paid,
        };
        return with_share(units, line.unit_price.times(line.quantity) + adjustment).map(of_line).collect();
    };
    let of_part = |(nth, part): (usize, &'l LinePart)| {
        let quantity = line.quantity.saturating_mul(part.quantity);
        let units = of_units(catalog, &part.variant_id, &part.performances, (line.quantity, part.quantity));
        with_share(units, part.unit_price.times(quantity)).map(move |((performance, person, unit), paid)| Admission {
            part: nth,
            person,
            unit,
            product_id: &part.product_id,
            variant_id: &part.variant_id,
            product_name: &part.product_name,
            variant_name: &part.variant_name,
            pass_level: part.pass_level.as_ref(),
            performance,
            paid,
        })
    };
    package.parts.iter().enumerate().flat_map(of_part).collect()
}

/// One entry per ticket of these units: its performance, the number of the person whom it admits, and the unit of the
/// line. Each unit of the line has `each` units of the variant.
fn of_units<'l>(
    catalog: &Catalog,
    variant: &VariantId,
    performances: &'l ChosenPerformances,
    (quantity, each): (u32, u32),
) -> impl Iterator<Item = (Option<&'l ChosenPerformance>, u32, u32)> + use<'l> {
    let per_unit = catalog.variant(variant).map_or(1, |(_, variant)| variant.tickets).saturating_mul(each);
    let of_unit: Vec<Option<&ChosenPerformance>> =
        if performances.0.is_empty() { vec![None] } else { performances.0.iter().map(Some).collect() };
    let of_person = move |person: u32| {
        let unit = (person - 1) / per_unit.max(1);
        of_unit.clone().into_iter().map(move |performance| (performance, person, unit))
    };
    (1..=quantity.saturating_mul(per_unit)).flat_map(of_person)
}

/// Pairs each ticket with its share of the amount paid. The shares are equal, except that each of the first tickets
/// gets one of the remaining cents.
fn with_share<T>(units: impl Iterator<Item = T>, paid: Money) -> impl Iterator<Item = (T, Money)> {
    let units: Vec<T> = units.collect();
    let count = i64::try_from(units.len()).unwrap_or(i64::MAX).max(1);
    let (share, odd) = (paid.0 / count, paid.0 % count);
    units.into_iter().zip(0..).map(move |(unit, nth)| (unit, Money(share + i64::from(nth < odd))))
}

/// When a ticket for a performance admits.
pub fn ticket_times(catalog: &Catalog, chosen: &ChosenPerformance) -> TicketTimes {
    let timed = Some(chosen).filter(|chosen| !chosen.valid_all_day);
    TicketTimes {
        valid_on: Some(chosen.date),
        entry_time: timed.map(|chosen| chosen.time.wire()),
        starts_at: Some(chosen.starts_at),
        ends_at: timed.and_then(|chosen| {
            let minutes = catalog.show(&chosen.show_id)?.duration_minutes?;
            Some(chosen.starts_at + Duration::minutes(i64::from(minutes)))
        }),
    }
}

/// A ticket that is not signed yet.
fn ticket(
    catalog: &Catalog,
    order_id: &str,
    (line_id, admission): (&str, &Admission<'_>),
    position: i32,
    now: Instant,
) -> TicketRow {
    let performance = admission.performance;
    let site = catalog.product(admission.product_id).and_then(|product| catalog.site(&product.site));
    let times = performance.map(|chosen| ticket_times(catalog, chosen)).unwrap_or_default();
    TicketRow {
        id: random_id(),
        order_id: Some(order_id.to_owned()),
        order_line_id: Some(line_id.to_owned()),
        unit: i32::try_from(admission.unit).unwrap_or(i32::MAX),
        position,
        media_code: random_code(MEDIA_CODE_LENGTH),
        token: String::new(),
        product_name: admission.product_name.to_owned(),
        variant_name: admission.variant_name.to_owned(),
        pass_level: admission.pass_level.cloned(),
        site_name: site.map(|site| site.name.clone()).unwrap_or_default(),
        show_name: performance.map(|chosen| chosen.show_name.clone()),
        valid_on: times.valid_on,
        entry_time: times.entry_time,
        starts_at: times.starts_at,
        ends_at: times.ends_at,
        place: performance.and_then(ChosenPerformance::place),
        issued_at: now,
        revoked_at: None,
        revoked_because: None,
        product_id: Some(admission.product_id.clone()),
        variant_id: Some(admission.variant_id.clone()),
        paid: Some(admission.paid),
        owed: false,
        paid_until: None,
        entitled_as: None,
        pass: None,
        valid_from: None,
        valid_until: None,
        passholder_id: None,
        holder_name: None,
        answers: None,
        moves: None,
        sent_to: None,
    }
}

/// The terms, if the plan is an in-house plan.
pub fn in_house_terms(terms: &Option<Terms>) -> Option<&Terms> {
    terms.as_ref().filter(|terms| terms.is_in_house())
}
