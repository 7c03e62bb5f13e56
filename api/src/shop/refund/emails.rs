//! The e-mail about a refund.

use super::entity::refund::{Kind, Model as RefundRow};
use super::store;
use crate::app::App;
use crate::error::Result;
use crate::platform::jobs::{Failure, Job};
use crate::platform::mailer::Email;
use crate::shop::cart::ChosenPerformance;
use crate::shop::order::{self, SoldOrder};
use crate::shop::payment::named_card;
use crate::shop::site::{Button, EmailContext, EmailKind, Letter};
use crate::shop::ticket;
use midway_kernel::money::Money;
use midway_kernel::text::Text;

/// The kind of the job that tells the buyer of a refund; its subject is the refund's id.
pub const SEND_REFUNDED: &str = "refund-made";

const SUBJECT: Text =
    Text { id: "mail.refund.subject", default: "Your refund of {{amount}} for {{site}} order {{order}}" };
const TITLE: Text = Text { id: "mail.refund.title", default: "We're refunding {{amount}}" };
const BODY: Text = Text {
    id: "mail.refund.body",
    default: "We'll refund your original payment method. It may take up to ten days for the refund to appear on your \
              statement.",
};
const CANCELED_SUBJECT: Text =
    Text { id: "mail.refund.canceled-subject", default: "Your {{site}} order {{order}} has changed" };
const CANCELED_TITLE: Text = Text { id: "mail.refund.canceled-title", default: "Your order has been canceled" };
const CANCELED_TITLE_PART: Text =
    Text { id: "mail.refund.canceled-title-part", default: "Part of your order has been canceled" };
const PERFORMANCE_TITLE: Text = Text { id: "mail.refund.performance-title", default: "Canceled: {{performance}}" };
const PERFORMANCE_SUBJECT: Text = Text { id: "mail.refund.performance-subject", default: "Canceled: {{performance}}" };
const PERFORMANCE_BODY: Text = Text {
    id: "mail.refund.performance-body",
    default: "We're sorry, but we had to cancel this visit: {{performance}}. Your tickets for that date and time are \
              no longer valid.",
};
const NOTHING_BACK: Text = Text { id: "mail.refund.nothing-back", default: "There's nothing to refund." };
const REVOKED: Text = Text {
    id: "mail.refund.revoked",
    default: "These tickets are no longer valid: {{codes}}. All other tickets stay valid.",
};
const REVOKED_ALL: Text =
    Text { id: "mail.refund.revoked-all", default: "The tickets in this order are no longer valid." };

const ORDER: Text = Text { id: "mail.refund.order", default: "Order" };
const REFUNDED: Text = Text { id: "mail.refund.refunded", default: "Refunded" };
const CANCELED: Text = Text { id: "mail.refund.canceled", default: "Canceled" };
const UNITS: Text = Text { id: "mail.refund.units", default: "{{quantity}} × {{name}}" };
const AMOUNT: Text = Text { id: "mail.refund.amount", default: "Amount" };
const PAID_TO: Text = Text { id: "mail.refund.paid-to", default: "Refunded to" };
const KEPT: Text = Text { id: "mail.refund.kept", default: "Not refunded" };
const NO_LONGER_DUE: Text = Text { id: "mail.refund.no-longer-due", default: "Payments no longer due" };
const VIEW: Text = Text { id: "mail.refund.view", default: "View your order" };
const FOOTER: Text = Text {
    id: "mail.refund.footer",
    default: "You received this email because of an order placed at {{site}}. Questions? Please have your confirmation number ready.",
};

/// What the e-mail says.
pub struct RefundNews {
    pub email_address: String,
    pub order_number: String,
    pub amount: Money,
    pub no_longer_due: Money,
    /// What the shop keeps of a cancellation.
    pub kept: Money,
    /// The name and the number of units of each line.
    pub units: Vec<(String, usize)>,
    /// The codes of the tickets that are no longer valid.
    pub codes: Vec<String>,
    /// The show with its day and time, if it does not take place.
    pub canceled: Option<String>,
    /// Whether the order has no valid ticket any more, or nothing is left of an order without tickets.
    pub is_over: bool,
    /// The card that is paid back to, if it is the one of the order.
    pub card: Option<String>,
    /// The path of the order's page.
    pub page: String,
}

/// Tells the buyer of a refund.
pub async fn send(app: &App, job: &Job) -> Result<(), Failure> {
    let Some(refund) = store::find(app.db.read(), &job.subject).await? else {
        return Err(Failure::Permanent("its refund does not exist".to_owned()));
    };
    // The confirmation of the other order says what was exchanged for it and paid back.
    if refund.kind == Kind::Exchange {
        return Ok(());
    }
    let Some(sold) = order::sold(app.db.read(), &refund.order_id).await? else {
        return Err(Failure::Permanent("its order does not exist".to_owned()));
    };
    let news = news(app, &refund, sold).await?;
    Ok(app.mailer.send(&refund_email(&EmailContext::of(app), &news, &job.subject)?).await?)
}

async fn news(app: &App, refund: &RefundRow, sold: SoldOrder) -> Result<RefundNews> {
    let tickets = ticket::of_order(app.db.read(), &refund.order_id).await?;
    let is_refunded = |ticket: &&ticket::TicketRow| {
        let of_line = ticket.order_line_id.as_deref().and_then(|line| refund.units.0.get(line));
        of_line.is_some_and(|units| units.contains(&ticket.unit))
    };
    let units = |line: &order::OrderLineRow| Some((SoldOrder::name_of(line), refund.units.0.get(&line.id)?.len()));
    let SoldOrder { order, lines } = sold;
    let payments = store::payments_of(app.db.read(), std::slice::from_ref(&refund.id)).await?;
    // The later payments of a plan may have been made with other cards.
    let is_first = payments.iter().all(|payment| Some(&payment.payment_key) == order.attempt_id.as_ref());
    let number = order.masked_card_number.as_deref().filter(|_| is_first);
    let is_over = if tickets.is_empty() {
        lines.iter().all(|line| line.units_left() == 0)
    } else {
        tickets.iter().all(ticket::TicketRow::is_revoked)
    };
    Ok(RefundNews {
        page: order::page_path(app, &order.id).await?.unwrap_or_else(|| "order-lookup".to_owned()),
        card: number.map(|number| named_card(order.card_brand.as_deref(), number)),
        email_address: order.email_address,
        order_number: order.number,
        amount: refund.amount,
        no_longer_due: refund.no_longer_due,
        kept: refund.kept().total(),
        canceled: refund.canceled_performance.as_ref().and_then(|id| {
            let canceled = lines.iter().find_map(|line| line.at(id));
            canceled.map(ChosenPerformance::in_words)
        }),
        units: lines.iter().filter_map(units).collect(),
        codes: tickets.iter().filter(is_refunded).map(|ticket| ticket.media_code.clone()).collect(),
        is_over,
    })
}

/// Builds the e-mail. `id` is the same for each attempt to send it.
///
/// # Errors
/// When the order's e-mail address is invalid or a template cannot be rendered.
pub fn refund_email(context: &EmailContext, news: &RefundNews, id: &str) -> Result<Email> {
    let pays_back = !news.amount.is_zero();
    let values = [
        ("site", context.shop().to_owned()),
        ("order", news.order_number.clone()),
        ("amount", news.amount.display()),
        ("codes", news.codes.join(", ")),
        ("performance", news.canceled.clone().unwrap_or_default()),
    ];
    let message = |text: Text| context.message(text, &values);
    let (subject, title) = match (pays_back, news.is_over) {
        _ if news.canceled.is_some() => (PERFORMANCE_SUBJECT, PERFORMANCE_TITLE),
        (true, _) => (SUBJECT, TITLE),
        (false, true) => (CANCELED_SUBJECT, CANCELED_TITLE),
        (false, false) => (CANCELED_SUBJECT, CANCELED_TITLE_PART),
    };
    let mut paragraphs: Vec<String> = news.canceled.iter().map(|_| message(PERFORMANCE_BODY)).collect();
    paragraphs.push(message(if pays_back { BODY } else { NOTHING_BACK }));
    if !news.codes.is_empty() {
        paragraphs.push(message(if news.is_over { REVOKED_ALL } else { REVOKED }));
    }
    let mut facts = vec![(message(ORDER), news.order_number.clone())];
    let unit = |(name, quantity): &(String, usize)| {
        context.message(UNITS, &[("quantity", quantity.to_string()), ("name", name.clone())])
    };
    if !news.units.is_empty() {
        let label = message(if pays_back { REFUNDED } else { CANCELED });
        facts.push((label, news.units.iter().map(unit).collect::<Vec<_>>().join("\n")));
    }
    if !news.kept.is_zero() {
        facts.push((message(KEPT), news.kept.display()));
    }
    if pays_back {
        facts.push((message(AMOUNT), news.amount.display()));
        facts.extend(news.card.clone().map(|card| (message(PAID_TO), card)));
    }
    if !news.no_longer_due.is_zero() {
        facts.push((message(NO_LONGER_DUE), news.no_longer_due.display()));
    }
    let letter = Letter {
        title: message(title),
        paragraphs,
        facts,
        button: Some(Button { label: message(VIEW), link: context.link(&news.page) }),
        ..Letter::default()
    };
    context.letter((EmailKind::Refund, id), &news.email_address, (message(subject), message(FOOTER)), &letter)
}
