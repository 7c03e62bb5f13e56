//! The confirmation e-mail: the order, its tickets with their codes, its link and a calendar file. `confirmation.rs`
//! attaches the PDF tickets.
//!
//! The operator can change every text; every amount is taken from the order. The e-mail loads nothing from the network:
//! pictures are embedded, and styles are inline. Its templates are `email/order.html` and `email/order.txt`.

use askama::Template;
use lettre::Address;

use super::answers::{AnswerGroup, OrderAnswer, answer_groups};
use super::cancellation::policy_in_words;
use super::entity::{confirmation, line, order};
use super::purchase::Purchase;
use super::rules::{in_house_terms, parcel_address};
use crate::error::Result;
use crate::platform::mailer::{Email, File};
use crate::shop::cart::{
    ChosenPerformance, CodeSavingView, LinePart, SeatView, fee_views, offer_views, seated_together,
};
use crate::shop::installment::DuePayment;
use crate::shop::site::{Button, EmailContext, EmailLayout, EmailPicture, EmailVisit};
use crate::shop::ticket::{self, TicketRow, calendar, email_pictures, email_visits, full_name};
use midway_kernel::coded::OrderType;
use midway_kernel::money::Money;
use midway_kernel::text::Text;
use midway_kernel::time::{date_in_words, day_in_words, twelve_hours};

const SUBJECT: Text = Text { id: "mail.order.subject", default: "Your {{site}} order {{number}}" };
const TITLE: Text = Text { id: "mail.order.title", default: "Your order is confirmed" };
const GREETING: Text =
    Text { id: "mail.order.greeting", default: "Thank you, {{firstName}}. Here's your order from {{site}}." };
const GREETING_UNNAMED: Text =
    Text { id: "mail.order.greeting-unnamed", default: "Thank you. Here's your order from {{site}}." };
/// Above the greeting of a confirmation that was requested again.
const RESENT: Text = Text { id: "mail.order.resent", default: "This confirmation was sent again by request." };
/// The e-mail of an order for which tickets of an earlier one were exchanged.
const EXCHANGE_SUBJECT: Text =
    Text { id: "mail.order.exchange-subject", default: "Your {{site}} tickets have been changed: order {{number}}" };
const EXCHANGE_TITLE: Text = Text { id: "mail.order.exchange-title", default: "Your tickets have been changed" };
const EXCHANGE_CODES: Text = Text {
    id: "mail.order.exchange-codes",
    default: "The tickets you exchanged from order {{earlier}} are no longer valid: {{codes}}. Please use your new \
              tickets instead.",
};
const EXCHANGE_NO_CODES: Text = Text {
    id: "mail.order.exchange-no-codes",
    default: "The tickets you exchanged from order {{earlier}} are no longer valid. Please use your new tickets \
              instead.",
};
const EXCHANGE_BACK: Text = Text {
    id: "mail.order.exchange-back",
    default: "We'll refund {{amount}} to your original payment method. The refund may take up to ten days to appear \
              on your statement.",
};
const NUMBER: Text = Text { id: "mail.order.number", default: "Confirmation number" };
const VIEW: Text = Text { id: "mail.order.view", default: "View your order" };
const VIEW_TICKETS: Text = Text { id: "mail.order.view-tickets", default: "View your tickets" };
const VIEW_HINT: Text =
    Text { id: "mail.order.view-hint", default: "We'll ask for the phone number you used for this order." };
/// Below the first visit of an order with visits on several days.
const OTHER_VISITS: Text = Text { id: "mail.order.other-visits", default: "Your other dates are below." };
const RESERVE_HINT: Text =
    Text { id: "mail.order.reserve-hint", default: "Your passes are ready. Reserve the day you'd like to visit." };
const RESERVE_HINT_ONE: Text =
    Text { id: "mail.order.reserve-hint-one", default: "Your pass is ready. Reserve the day you'd like to visit." };
const RESERVE: Text = Text { id: "mail.order.reserve", default: "Reserve a visit" };
pub(super) const TICKETS: Text = Text { id: "mail.order.tickets", default: "Your tickets" };
const PASSES: Text = Text { id: "mail.order.passes", default: "Your passes" };
pub(super) const TICKETS_HINT: Text = Text {
    id: "mail.order.tickets-hint",
    default: "Show each code at the entrance, on your phone or on paper. If a code doesn't appear, use the letters \
              and digits below it.",
};
const ITEMS: Text = Text { id: "mail.order.items", default: "Your order" };
const EACH: Text = Text { id: "mail.order.each", default: "{{quantity}} × {{amount}}" };
const WAS: Text = Text { id: "mail.order.was", default: "was" };
/// Before the sum of a package's parts, which were never sold together at that price.
const SEPARATELY: Text = Text { id: "mail.order.separately", default: "bought separately" };
const PART: Text = Text { id: "mail.order.part", default: "{{quantity}} × {{name}}" };
const SUBTOTAL: Text = Text { id: "mail.order.subtotal", default: "Subtotal" };
const CODE_SAVING: Text = Text { id: "mail.order.code-saving", default: "{{code}} discount, included" };
const DELIVERY: Text = Text { id: "mail.order.delivery", default: "Delivery ({{method}})" };
const TAX: Text = Text { id: "mail.order.tax", default: "Tax" };
const INCLUDED: Text = Text { id: "mail.order.included", default: "{{fee}}, included" };
const FEES: Text = Text { id: "mail.order.fees", default: "Order fees" };
const TOTAL: Text = Text { id: "mail.order.total", default: "Total" };
const EXCHANGED: Text = Text { id: "mail.order.exchanged", default: "Exchanged tickets from order {{earlier}}" };
const TO_PAY: Text = Text { id: "mail.order.to-pay", default: "Paid now" };
const BACK: Text = Text { id: "mail.order.paid-back", default: "Refunded to you" };
const PAID: Text = Text { id: "mail.order.paid", default: "Paid with {{method}} {{card}}" };
const PAID_TODAY: Text =
    Text { id: "mail.order.paid-today", default: "{{amount}} paid today with {{method}} {{card}}" };
const PLAN: Text = Text { id: "mail.order.plan", default: "Your {{months}}-month payment plan" };
const DOWN_PAYMENT: Text = Text { id: "mail.order.down-payment", default: "Down payment, paid today" };
const PAYMENT_ON: Text = Text { id: "mail.order.payment-on", default: "Payment {{payment}}, {{day}}" };
const APR: Text = Text { id: "mail.order.apr", default: "Annual percentage rate (APR)" };
const FINANCE_CHARGE: Text = Text { id: "mail.order.finance-charge", default: "Finance charge" };
const AMOUNT_FINANCED: Text = Text { id: "mail.order.amount-financed", default: "Amount financed" };
const TOTAL_OF_PAYMENTS: Text = Text { id: "mail.order.total-of-payments", default: "Total of payments" };
const TOTAL_SALES_PRICE: Text = Text { id: "mail.order.total-sales-price", default: "Total sales price" };
const FIRST_PAYMENT: Text =
    Text { id: "mail.order.first-payment", default: "The down payment includes the plan fee for each pass." };
const PRICE_INCLUDES: Text =
    Text { id: "mail.order.price-includes", default: "The total sales price includes taxes and fees." };
const ANSWERS: Text = Text { id: "mail.order.answers", default: "Your answers" };
const SENT_TO: Text = Text { id: "mail.order.sent-to", default: "Sent to:" };
const FOOTER: Text = Text {
    id: "mail.order.footer",
    default: "You received this email because of an order placed at {{site}}. Questions? Please have your confirmation number ready.",
};

const CALENDAR_FILE: &str = "visit.ics";

/// The data for the e-mail's template.
struct OrderEmail<'a> {
    title: String,
    /// That the shopper asked for this confirmation again; `None` for the first one.
    resent: Option<String>,
    greeting: String,
    /// Which tickets are no longer valid because they were exchanged for this order, and what is paid back.
    exchanged: Vec<String>,
    /// A picture of a product of the order.
    picture: Option<EmailPicture>,
    first_visit: Option<FirstVisit>,
    /// Opens the order's page.
    button: Button,
    button_hint: String,
    number_label: String,
    number: &'a str,
    /// Opens the reservation of a visit, for passes that need one.
    reserve: Option<ReserveLink>,
    tickets_heading: String,
    tickets_hint: String,
    visits: Vec<EmailVisit>,
    lines_heading: String,
    lines: Vec<EmailLine>,
    /// The totals that the confirmation page also shows; the last row is the grand total.
    totals: Vec<TotalRow>,
    /// The answers to the questions at the checkout, by what they are about: each question with its answer.
    answers: Vec<EmailAnswers>,
    answers_heading: String,
    /// The payment method and, for an in-house plan, the amount paid today. `None` for a free order, and for a lender's
    /// payment, which the e-mail does not mention.
    paid: Option<String>,
    /// The shipping address with its heading, line by line.
    sent_to: Vec<String>,
    /// The in-house payment plan.
    plan: Option<EmailPlan>,
}

/// When and where the first visit of an order is.
struct FirstVisit {
    heading: String,
    facts: Vec<String>,
}

struct ReserveLink {
    hint: String,
    link: Button,
}

struct EmailLine {
    name: String,
    /// The passholder, the performances with date and place, the parts of a package, and the name of the promotion.
    facts: Vec<String>,
    /// The number of units at their price.
    units: String,
    /// The price of a unit before it was lowered, with the word in front of it.
    was: Option<(String, String)>,
    /// The name and the reduction of each offer.
    offers: Vec<(String, String)>,
    total: String,
}

struct EmailAnswers {
    heading: String,
    rows: Vec<(String, String)>,
}

struct TotalRow {
    name: String,
    amount: String,
    /// Whether the row is a fee or a discount that the amount above it contains.
    is_part: bool,
}

struct EmailPlan {
    heading: String,
    rows: Vec<(String, String)>,
    notes: Vec<String>,
}

#[derive(Template)]
#[template(path = "email/order.html")]
struct Html<'a> {
    layout: &'a EmailLayout,
    email: &'a OrderEmail<'a>,
}

#[derive(Template)]
#[template(path = "email/order.txt")]
struct PlainText<'a> {
    layout: &'a EmailLayout,
    email: &'a OrderEmail<'a>,
}

/// Builds the e-mail without its PDF. Its link contains `token`; it names the buyer only if `names_buyer` is true.
///
/// # Errors
/// When the sender's address or a code cannot be built: an error in the configuration or in the code.
pub fn order_email(
    context: &EmailContext,
    purchase: &Purchase,
    confirmation: &confirmation::Model,
    (token, names_buyer): (&str, bool),
    to: Address,
) -> Result<Email> {
    let Purchase { order, lines, tickets, .. } = purchase;
    let called = |name: &String| if names_buyer { name.clone() } else { String::new() };
    let values = vec![
        ("site", context.shop().to_owned()),
        ("number", order.number.clone()),
        ("firstName", called(&order.billing_address.first_name)),
        ("lastName", called(&order.billing_address.last_name)),
    ];
    let writer = Writer { context, values, order };
    let is_exchange = order.exchange.is_some();
    let subject = if is_exchange { EXCHANGE_SUBJECT } else { SUBJECT };
    let layout = &context.layout(writer.message(subject), writer.message(FOOTER));
    let mut visits = email_visits(context, tickets);
    let has_day_tickets = tickets.iter().any(|ticket| ticket.pass.is_none() && !ticket.is_revoked());
    let email = &OrderEmail {
        title: writer.message(if is_exchange { EXCHANGE_TITLE } else { TITLE }),
        resent: (confirmation.position > 0).then(|| writer.message(RESENT)),
        greeting: writer.message(if names_buyer { GREETING } else { GREETING_UNNAMED }),
        exchanged: writer.exchanged(&purchase.exchanged_codes),
        picture: lines.iter().find_map(|line| context.product_picture(&line.product_id)),
        first_visit: if has_day_tickets { writer.first_visit(tickets, &mut visits) } else { None },
        button: Button {
            label: writer.message(if has_day_tickets { VIEW_TICKETS } else { VIEW }),
            link: context.link(&format!("order-lookup/anonymous/{}/{token}", confirmation.id)),
        },
        button_hint: writer.message(VIEW_HINT),
        number_label: writer.message(NUMBER),
        number: &order.number,
        reserve: writer.reserve(purchase),
        tickets_heading: writer.message(if ticket::are_passes(&purchase.tickets) { PASSES } else { TICKETS }),
        tickets_hint: writer.message(TICKETS_HINT),
        visits,
        lines_heading: writer.message(ITEMS),
        lines: same_but_seats(lines).iter().map(|lines| writer.line(lines)).collect(),
        totals: writer.totals(purchase),
        // As a name, an answer is a text of the shopper's choice.
        answers: if names_buyer { writer.answers() } else { Vec::new() },
        answers_heading: writer.message(ANSWERS),
        paid: writer.paid(),
        sent_to: if names_buyer { writer.sent_to() } else { Vec::new() },
        plan: writer.plan(),
    };
    let calendar =
        calendar::calendar(&context.catalog, tickets, Some(&order.number), context.config.host_name()).map(|text| {
            File {
                name: CALENDAR_FILE.to_owned(),
                media_type: calendar::MEDIA_TYPE.to_owned(),
                bytes: text.into_bytes(),
            }
        });
    let id = confirmation.message_id.clone();
    let mut sent = context.email((id, to), layout, &Html { layout, email }, &PlainText { layout, email })?;
    sent.pictures.extend(email.picture.as_ref().map(EmailPicture::embedded));
    sent.pictures.extend(email_pictures(context, tickets)?);
    Ok(Email { date: confirmation.made_at, files: calendar.into_iter().collect(), ..sent })
}

/// The lines of an order. Lines that differ in their seats only are together.
fn same_but_seats(lines: &[line::Model]) -> Vec<Vec<&line::Model>> {
    let mut together: Vec<Vec<&line::Model>> = Vec::new();
    for line in lines {
        match together.iter_mut().find(|others| differ_in_seats_only(others[0], line)) {
            Some(others) => others.push(line),
            None => together.push(vec![line]),
        }
    }
    together
}

/// Whether two lines have a seat each at the same performance, and the same ticket at the same price without offers.
fn differ_in_seats_only(one: &line::Model, other: &line::Model) -> bool {
    let [chosen] = &one.performances.0[..] else { return false };
    let [other_chosen] = &other.performances.0[..] else { return false };
    let has_offers = |line: &line::Model| line.offers.as_ref().is_some_and(|offers| !offers.0.is_empty());
    chosen.seat.is_some()
        && other_chosen.seat.is_some()
        && chosen.performance_id == other_chosen.performance_id
        && (&one.variant_id, &one.product_id) == (&other.variant_id, &other.product_id)
        && (one.unit_price, one.unit_fees, one.regular_price)
            == (other.unit_price, other.unit_fees, other.regular_price)
        && one.promotion == other.promotion
        && !has_offers(one)
        && !has_offers(other)
}

/// Writes the parts of the e-mail.
struct Writer<'a> {
    context: &'a EmailContext,
    /// The values that every text may contain.
    values: Vec<(&'static str, String)>,
    order: &'a order::Model,
}

impl Writer<'_> {
    fn message(&self, text: Text) -> String {
        self.context.message(text, &self.values)
    }

    fn message_with(&self, text: Text, values: &[(&'static str, &str)]) -> String {
        let values = values.iter().map(|(name, value)| (*name, (*value).to_owned()));
        self.context.message(text, &self.values.iter().cloned().chain(values).collect::<Vec<_>>())
    }

    fn exchanged(&self, codes: &[String]) -> Vec<String> {
        let Some(exchange) = &self.order.exchange else { return Vec::new() };
        let earlier = ("earlier", exchange.order_number.as_str());
        let revoked = match codes.is_empty() {
            true => self.message_with(EXCHANGE_NO_CODES, &[earlier]),
            false => self.message_with(EXCHANGE_CODES, &[earlier, ("codes", &codes.join(", "))]),
        };
        let amount = exchange.paid_back.display();
        let back = || self.message_with(EXCHANGE_BACK, &[("amount", amount.as_str())]);
        std::iter::once(revoked).chain((!exchange.paid_back.is_zero()).then(back)).collect()
    }

    /// Takes the venue of the first visit with valid tickets out of its tickets.
    fn first_visit(&self, tickets: &[TicketRow], visits: &mut [EmailVisit]) -> Option<FirstVisit> {
        let first = visits.iter_mut().find(|visit| visit.count.is_some())?;
        let note = ticket::have_several_days(tickets).then(|| self.message(OTHER_VISITS));
        let facts = std::mem::take(&mut first.venue).into_iter().chain(note).collect();
        Some(FirstVisit { heading: first.heading.clone(), facts })
    }

    /// One line, or several that differ in their seats only.
    fn line(&self, lines: &[&line::Model]) -> EmailLine {
        let line = lines[0];
        let are_seats = lines.len() > 1;
        let performance = |chosen: &ChosenPerformance| {
            let time = (!chosen.valid_all_day).then(|| twelve_hours(&chosen.time.wire()));
            let show = Some(chosen.show_name.clone()).filter(|show| *show != line.product_name);
            let place = chosen.place().filter(|_| !are_seats);
            [show, Some(day_in_words(chosen.date)), time, place].into_iter().flatten().collect::<Vec<_>>().join(", ")
        };
        let part = |(part, units, _): (&LinePart, u32, Vec<SeatView>)| {
            let quantity = (i64::from(units) * line.quantity).to_string();
            let name = full_name(&part.product_name, &part.variant_name, part.pass_level.as_deref());
            self.message_with(PART, &[("quantity", &quantity), ("name", &name)])
        };
        let parts = line.package.iter().flat_map(|package| seated_together(&package.parts));
        let of_parts = line.package.iter().flat_map(|package| &package.parts);
        let seats_of_parts = of_parts.flat_map(|part| &part.performances.0).filter(|chosen| chosen.seat.is_some());
        let promotion = line.promotion.iter().map(|promotion| promotion.name.clone());
        let quantity = lines.iter().map(|line| line.quantity).sum::<i64>().to_string();
        let amount = (line.unit_price + line.unit_fees).display();
        let units = self.message_with(EACH, &[("quantity", &quantity), ("amount", &amount)]);
        let offers = line.offers.iter().flat_map(offer_views);
        let offers = offers.map(|offer| (offer.display_name, offer.display_adjustment_total.display()));
        let passholder = [&line.first_name, &line.last_name].into_iter().flatten().map(String::as_str);
        let passholder = Some(passholder.collect::<Vec<_>>().join(" ")).filter(|name| !name.trim().is_empty());
        let performances = line.performances.0.iter().map(performance);
        let seats = lines.iter().filter(|_| are_seats).flat_map(|line| &line.performances.0);
        let seats = seats.filter_map(ChosenPerformance::place);
        EmailLine {
            name: full_name(&line.product_name, &line.variant_name, line.pass_level.as_deref()),
            facts: passholder
                .into_iter()
                .chain(performances)
                .chain(seats)
                .chain(parts.map(part))
                .chain(seats_of_parts.filter_map(ChosenPerformance::place))
                .chain(promotion)
                .chain(self.policy(line))
                .collect(),
            units,
            was: line.regular_price.map(|regular| {
                let word = if line.package.is_some() { SEPARATELY } else { WAS };
                (self.message(word), (regular + line.unit_fees).display())
            }),
            offers: offers.collect(),
            total: lines.iter().map(|line| line.item_total() + line.item_fees()).sum::<Money>().display(),
        }
    }

    /// What the buyer gets back who cancels the line, in words; `None` for a donation.
    fn policy(&self, line: &line::Model) -> Option<String> {
        let catalog = &self.context.catalog;
        let is_donation = catalog.product(&line.product_id).is_some_and(|product| product.donation.is_some());
        (!is_donation).then(|| policy_in_words(catalog, self.order, line))
    }

    /// The next step for passes that reserve visits, unless the order has reserved one.
    fn reserve(&self, purchase: &Purchase) -> Option<ReserveLink> {
        let reserves = purchase.passes_reserve_visits(&self.context.catalog) && purchase.reservation.is_none();
        let passes = purchase.tickets.iter().filter(|ticket| ticket.pass.is_some()).count();
        reserves.then(|| ReserveLink {
            hint: self.message(if passes > 1 { RESERVE_HINT } else { RESERVE_HINT_ONE }),
            link: Button { label: self.message(RESERVE), link: self.context.link("reservation/begin") },
        })
    }

    fn totals(&self, purchase: &Purchase) -> Vec<TotalRow> {
        let order = self.order;
        let ticket_fees = purchase.ticket_fees();
        let is_purchase = order.order_type == OrderType::Purchase;
        let row = |name: String, amount: Money| TotalRow { name, amount: amount.display(), is_part: false };
        let part = |name: String, amount: Money| TotalRow { is_part: true, ..row(name, amount) };
        let (included, added): (Vec<_>, Vec<_>) =
            fee_views(&order.fees, ticket_fees).into_iter().partition(|fee| fee.included);
        let mut rows = Vec::new();
        if is_purchase {
            rows.push(row(self.message(SUBTOTAL), order.subtotal + ticket_fees));
            let saving = |it: CodeSavingView| part(self.message_with(CODE_SAVING, &[("code", &it.code)]), -it.amount);
            rows.extend(purchase.code_savings().into_iter().map(saving));
            rows.extend(
                included.iter().map(|fee| part(self.message_with(INCLUDED, &[("fee", &fee.name)]), fee.amount)),
            );
        }
        if order.delivery_total > Money::ZERO {
            let name = self.message_with(DELIVERY, &[("method", &order.delivery_method_name)]);
            rows.push(row(name, order.delivery_total));
        }
        if is_purchase {
            rows.push(row(self.message(TAX), order.tax_total));
            // A single fee needs no heading.
            match <[_; 1]>::try_from(added) {
                Ok([fee]) => rows.push(row(fee.name, fee.amount)),
                Err(added) => {
                    rows.push(row(self.message(FEES), order.fee_total - ticket_fees));
                    rows.extend(added.into_iter().map(|fee| part(fee.name, fee.amount)));
                }
            }
        }
        rows.push(row(self.message(TOTAL), order.total));
        if let Some(exchange) = &order.exchange {
            let earlier = [("earlier", exchange.order_number.as_str())];
            rows.push(row(self.message_with(EXCHANGED, &earlier), -exchange.credit));
            rows.push(match exchange.paid_back.is_zero() {
                true => row(self.message(TO_PAY), order.due_when_placed()),
                false => row(self.message(BACK), exchange.paid_back),
            });
        }
        rows
    }

    fn paid(&self) -> Option<String> {
        let order = self.order;
        if order.installment_terms.as_ref().is_some_and(|terms| !terms.is_in_house()) {
            return None;
        }
        let method = order.confirmation_display_name.as_deref().filter(|_| order.total > Money::ZERO)?;
        let method = order.card_brand.as_deref().unwrap_or(method);
        let card = order.masked_card_number.as_deref().unwrap_or_default();
        let paid = match in_house_terms(&order.installment_terms) {
            Some(terms) => {
                let amount = terms.down_payment.display();
                self.message_with(PAID_TODAY, &[("amount", &amount), ("method", method), ("card", card)])
            }
            None => self.message_with(PAID, &[("method", method), ("card", card)]),
        };
        Some(paid.trim_end().to_owned())
    }

    fn answers(&self) -> Vec<EmailAnswers> {
        let groups = answer_groups(self.order.answers.as_ref(), &*self.context.catalog);
        let row = |it: &OrderAnswer| (it.label.clone(), it.answer.clone());
        let of_group = |group: AnswerGroup<'_>| EmailAnswers {
            heading: group.heading,
            rows: group.answers.into_iter().map(row).collect(),
        };
        groups.into_iter().map(of_group).collect()
    }

    fn sent_to(&self) -> Vec<String> {
        let Some(address) = &self.order.shipping_address else { return Vec::new() };
        let lines = parcel_address(address, &self.context.catalog);
        std::iter::once(self.message(SENT_TO)).chain(lines).collect()
    }

    fn plan(&self) -> Option<EmailPlan> {
        let terms = in_house_terms(&self.order.installment_terms)?;
        let months = terms.number_of_payments().to_string();
        let payment = |payment: &DuePayment| {
            let number = (payment.number + 1).to_string();
            let values = [("payment", number.as_str()), ("day", &date_in_words(payment.due))];
            (self.message_with(PAYMENT_ON, &values), payment.amount.display())
        };
        let mut rows = vec![(self.message(DOWN_PAYMENT), terms.down_payment.display())];
        rows.extend(terms.payments.iter().map(payment));
        rows.push((self.message(APR), format!("{}%", terms.apr.percent())));
        for (text, amount) in [
            (FINANCE_CHARGE, terms.finance_charge),
            (AMOUNT_FINANCED, terms.amount_financed),
            (TOTAL_OF_PAYMENTS, terms.total_of_payments),
            (TOTAL_SALES_PRICE, terms.total_sales_price),
        ] {
            rows.push((self.message(text), amount.display()));
        }
        let plan_fee = (!terms.plan_fee.is_zero()).then(|| self.message(FIRST_PAYMENT));
        let notes = [terms.paid_today(&*self.context.catalog), plan_fee, Some(self.message(PRICE_INCLUDES))];
        let notes = notes.into_iter().flatten().collect();
        Some(EmailPlan { heading: self.message_with(PLAN, &[("months", &months)]), rows, notes })
    }
}
