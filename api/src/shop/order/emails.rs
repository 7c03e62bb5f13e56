//! The confirmation e-mail: the order, its tickets with their codes, its link, a calendar file and the PDF tickets.
//!
//! The operator can change every text; every amount comes from the order. The e-mail loads nothing from the network:
//! codes are embedded, and styles are inline, because mail programs remove other styles.

use lettre::Address;
use lettre::message::Mailbox;

use super::entity::{confirmation, line};
use super::purchase::Purchase;
use super::rules::{in_house_terms, parcel_address};
use crate::app::App;
use crate::error::Result;
use crate::platform::mailer::{Email, File, Picture};
use crate::shop::cart::{ChosenPerformance, LinePart, offer_views};
use crate::shop::installment::DuePayment;
use crate::shop::site;
use crate::shop::ticket::{REVOKED, TicketRow, calendar, facts, qr_png, tickets_pdf, why_revoked};
use midway_catalog::Catalog;
use midway_kernel::coded::OrderType;
use midway_kernel::html::escaped;
use midway_kernel::money::Money;
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::{day_in_words, twelve_hours};

const SUBJECT: Text = Text { id: "mail.order.subject", default: "Your {{site}} order {{number}}" };
const TITLE: Text = Text { id: "mail.order.title", default: "Your order is confirmed" };
const GREETING: Text =
    Text { id: "mail.order.greeting", default: "Thank you, {{firstName}}. This is what you booked with {{site}}." };
const GREETING_UNNAMED: Text =
    Text { id: "mail.order.greeting-unnamed", default: "Thank you. This is what you booked with {{site}}." };
const NUMBER: Text = Text { id: "mail.order.number", default: "Confirmation number" };
const VIEW: Text = Text { id: "mail.order.view", default: "View your order" };
const VIEW_HINT: Text =
    Text { id: "mail.order.view-hint", default: "You will be asked for the phone number you used for this order." };
const TICKETS: Text = Text { id: "mail.order.tickets", default: "Your tickets" };
const TICKETS_HINT: Text = Text {
    id: "mail.order.tickets-hint",
    default: "Show each code at the entrance, on your phone or on paper. If the pictures are not shown, use the letters and digits \
            below each code.",
};
const CODE: Text = Text { id: "mail.order.code", default: "QR code of ticket {{code}}" };
const ITEMS: Text = Text { id: "mail.order.items", default: "Your order" };
const EACH: Text = Text { id: "mail.order.each", default: "{{quantity}} × {{amount}}" };
const PART: Text = Text { id: "mail.order.part", default: "{{quantity}} × {{name}}" };
const SUBTOTAL: Text = Text { id: "mail.order.subtotal", default: "Subtotal" };
const DELIVERY: Text = Text { id: "mail.order.delivery", default: "Delivery, {{method}}" };
const TAX: Text = Text { id: "mail.order.tax", default: "Tax" };
const FEES: Text = Text { id: "mail.order.fees", default: "Fees" };
const TOTAL: Text = Text { id: "mail.order.total", default: "Total" };
const PAID: Text = Text { id: "mail.order.paid", default: "Paid with {{method}} {{card}}" };
const PAID_TODAY: Text =
    Text { id: "mail.order.paid-today", default: "{{amount}} paid today with {{method}} {{card}}" };
const PLAN: Text = Text { id: "mail.order.plan", default: "Your payment plan of {{months}} months" };
const DOWN_PAYMENT: Text = Text { id: "mail.order.down-payment", default: "Down Payment, paid today **" };
const PAYMENT_ON: Text = Text { id: "mail.order.payment-on", default: "Payment {{payment}}, {{day}}" };
const APR: Text = Text { id: "mail.order.apr", default: "Annual percentage rate" };
const FINANCE_CHARGE: Text = Text { id: "mail.order.finance-charge", default: "Finance charge" };
const AMOUNT_FINANCED: Text = Text { id: "mail.order.amount-financed", default: "Amount financed" };
const TOTAL_OF_PAYMENTS: Text = Text { id: "mail.order.total-of-payments", default: "Total of payments" };
const TOTAL_SALES_PRICE: Text = Text { id: "mail.order.total-sales-price", default: "Total sales price *" };
const FIRST_PAYMENT: Text = Text {
    id: "mail.order.first-payment",
    default: "** First payment includes online payment plan fee, applied on a per pass basis",
};
const PRICE_INCLUDES: Text = Text { id: "mail.order.price-includes", default: "* Price includes taxes and fees" };
const SENT_TO: Text = Text { id: "mail.order.sent-to", default: "Sent to:" };
const FOOTER: Text = Text {
    id: "mail.order.footer",
    default: "You received this email because an order was placed at {{site}} with this address. Questions? Please have your \
            confirmation number ready.",
};

const CALENDAR_FILE: &str = "visit.ics";
const PAPER_FILE: &str = "tickets.pdf";

/// Builds the e-mail with the link of this token; it names the buyer only if `greets` says so.
///
/// # Errors
/// When the sender's address or a code cannot be built: an error in the configuration or in the code.
pub async fn letter(
    app: &App,
    purchase: &Purchase,
    confirmation: &confirmation::Model,
    (token, greets): (&str, bool),
    to: Address,
) -> Result<Email> {
    let catalog = app.catalog.current();
    let root = app.config.public_url.as_str().trim_end_matches('/');
    let order = &purchase.order;
    let called = |name: &String| if greets { name.clone() } else { String::new() };
    let said = Said {
        catalog: &catalog,
        values: vec![
            ("site", catalog.settings().web_site_name.clone()),
            ("number", order.number.clone()),
            ("firstName", called(&order.billing_address.first_name)),
            ("lastName", called(&order.billing_address.last_name)),
        ],
        greets,
        link: format!("{root}/order-lookup/anonymous/{}/{token}", confirmation.id),
        host: app.config.host_name(),
        purchase,
        tickets: &purchase.tickets,
    };
    let picture = |ticket: &TicketRow| Ok(Picture { content_id: said.content_id(ticket), png: qr_png(&ticket.token)? });
    let file =
        |name: &str, media_type: &str, bytes| File { name: name.to_owned(), media_type: media_type.to_owned(), bytes };
    let calendar = calendar::calendar(&purchase.tickets, said.host);
    let calendar = calendar.map(|text| file(CALENDAR_FILE, calendar::MEDIA_TYPE, text.into_bytes()));
    let paper = match purchase.tickets.iter().any(|ticket| !ticket.is_revoked()) {
        true => {
            let paper = tickets_pdf(app, purchase.tickets.clone()).await?;
            Some(file(PAPER_FILE, "application/pdf", paper.to_vec()))
        }
        false => None,
    };
    Ok(Email {
        message_id: confirmation.message_id.clone(),
        from: site::sender(app, &catalog)?,
        to: Mailbox::new(None, to),
        subject: said.word(SUBJECT),
        date: confirmation.made_at,
        text: said.text(),
        html: said.html(),
        pictures: said.tickets.iter().filter(|ticket| !ticket.is_revoked()).map(picture).collect::<Result<_>>()?,
        files: calendar.into_iter().chain(paper).collect(),
    })
}

/// The data of the e-mail.
struct Said<'a> {
    catalog: &'a Catalog,
    values: Vec<(&'static str, String)>,
    /// Whether the e-mail may name the buyer.
    greets: bool,
    link: String,
    host: &'a str,
    purchase: &'a Purchase,
    tickets: &'a [TicketRow],
}

/// A row of the totals below the lines.
struct TotalRow {
    name: String,
    amount: Money,
    /// Whether the row is a part of the one above it.
    is_part: bool,
}

/// A payment plan in the e-mail: rows of name and value, and notes.
struct SaidPlan {
    heading: String,
    rows: Vec<(String, String)>,
    notes: [String; 2],
}

impl Said<'_> {
    fn word(&self, text: Text) -> String {
        self.catalog.message(text, &self.values)
    }

    fn word_with(&self, text: Text, values: &[(&'static str, &str)]) -> String {
        let values = values.iter().map(|(name, value)| (*name, (*value).to_owned()));
        self.catalog.message(text, &self.values.iter().cloned().chain(values).collect::<Vec<_>>())
    }

    fn greeting(&self) -> String {
        self.word(if self.greets { GREETING } else { GREETING_UNNAMED })
    }

    fn content_id(&self, ticket: &TicketRow) -> String {
        format!("{}@{}", ticket.media_code, self.host)
    }

    /// The totals as on the confirmation page; the last row is the total.
    fn totals(&self) -> Vec<TotalRow> {
        let order = &self.purchase.order;
        let is_purchase = order.order_type == OrderType::Purchase;
        let row = |name: String, amount: Money| TotalRow { name, amount, is_part: false };
        let mut rows = Vec::new();
        if is_purchase {
            rows.push(row(self.word(SUBTOTAL), order.subtotal));
        }
        if order.delivery_total > Money::ZERO {
            rows.push(row(self.word_with(DELIVERY, &[("method", &order.delivery_method_name)]), order.delivery_total));
        }
        if is_purchase {
            rows.push(row(self.word(TAX), order.tax_total));
            rows.push(row(self.word(FEES), order.fee_total));
            let parts = order.fees.0.iter();
            rows.extend(parts.map(|fee| TotalRow { is_part: true, ..row(fee.name.clone(), fee.amount) }));
        }
        rows.push(row(self.word(TOTAL), order.total));
        rows
    }

    /// The payment method and amount; `None` for a lender's payment, which the e-mail does not mention.
    fn paid(&self) -> Option<String> {
        let order = &self.purchase.order;
        if order.installment_terms.as_ref().is_some_and(|terms| !terms.is_of_the_house()) {
            return None;
        }
        let method = order.confirmation_display_name.as_deref().filter(|_| order.total > Money::ZERO)?;
        let card = order.masked_card_number.as_deref().unwrap_or_default();
        let paid = match in_house_terms(&order.installment_terms) {
            Some(terms) => {
                let amount = terms.down_payment.display();
                self.word_with(PAID_TODAY, &[("amount", &amount), ("method", method), ("card", card)])
            }
            None => self.word_with(PAID, &[("method", method), ("card", card)]),
        };
        Some(paid.trim_end().to_owned())
    }

    /// The shipping address with its heading, line by line. Only included when the e-mail may name the buyer.
    fn sent_to(&self) -> Option<Vec<String>> {
        let address = self.purchase.order.shipping_address.as_ref().filter(|_| self.greets)?;
        let lines = parcel_address(address, self.catalog);
        Some(std::iter::once(self.word(SENT_TO)).chain(lines).collect())
    }

    /// The in-house payment plan, if there is one.
    fn plan(&self) -> Option<SaidPlan> {
        let terms = in_house_terms(&self.purchase.order.installment_terms)?;
        let months = terms.number_of_payments().to_string();
        let payment = |payment: &DuePayment| {
            let number = (payment.number + 1).to_string();
            let values = [("payment", number.as_str()), ("day", &day_in_words(payment.due))];
            (self.word_with(PAYMENT_ON, &values), payment.amount.display())
        };
        let mut rows = vec![(self.word(DOWN_PAYMENT), terms.down_payment.display())];
        rows.extend(terms.payments.iter().map(payment));
        rows.push((self.word(APR), format!("{}%", terms.apr.percent())));
        for (text, amount) in [
            (FINANCE_CHARGE, terms.finance_charge),
            (AMOUNT_FINANCED, terms.amount_financed),
            (TOTAL_OF_PAYMENTS, terms.total_of_payments),
            (TOTAL_SALES_PRICE, terms.total_sales_price),
        ] {
            rows.push((self.word(text), amount.display()));
        }
        let notes = [self.word(FIRST_PAYMENT), self.word(PRICE_INCLUDES)];
        Some(SaidPlan { heading: self.word_with(PLAN, &[("months", &months)]), rows, notes })
    }

    fn each(&self, line: &line::Model) -> String {
        let (quantity, amount) = (line.quantity.to_string(), line.unit_price.display());
        self.word_with(EACH, &[("quantity", &quantity), ("amount", &amount)])
    }

    /// How the line's total is calculated: units at their price, and the reduction of each offer.
    fn price_facts(&self, line: &line::Model) -> Vec<String> {
        let offers = line.offers.iter().flat_map(offer_views);
        let offers = offers.map(|offer| format!("{} {}", offer.display_name, offer.adjustment_total.display()));
        std::iter::once(self.each(line)).chain(offers).collect()
    }

    /// Date and place, the parts, and the reason for a lower price.
    fn line_facts(&self, line: &line::Model) -> Vec<String> {
        let performance = |chosen: &ChosenPerformance| {
            let time = (!chosen.valid_all_day).then(|| twelve_hours(&chosen.time.wire()));
            let show = Some(chosen.show_name.clone()).filter(|show| *show != line.product_name);
            [show, Some(day_in_words(chosen.date)), time, chosen.place()]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(", ")
        };
        let part = |part: &LinePart| {
            let quantity = (i64::from(part.quantity) * line.quantity).to_string();
            let name = named(&part.product_name, &part.variant_name, part.pass_level.as_deref());
            self.word_with(PART, &[("quantity", &quantity), ("name", &name)])
        };
        let parts = line.package.iter().flat_map(|package| &package.parts);
        let promotion = line.promotion.iter().map(|promotion| promotion.name.clone());
        line.performances.0.iter().map(performance).chain(parts.map(part)).chain(promotion).collect()
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let mut say = |line: &str| {
            text.push_str(line);
            text.push('\n');
        };
        say(&self.word(TITLE));
        say("");
        say(&self.greeting());
        say("");
        say(&format!("{}: {}", self.word(NUMBER), self.purchase.order.number));
        say("");
        say(&format!("{}:", self.word(VIEW)));
        say(&self.link);
        say(&self.word(VIEW_HINT));
        if !self.tickets.is_empty() {
            say("");
            say(&heading(&self.word(TICKETS)));
            for ticket in self.tickets {
                say("");
                say(&ticket_name(ticket));
                ticket_facts(ticket).iter().for_each(|fact| say(fact));
                say(&why_revoked(ticket).map_or_else(|| ticket.media_code.clone(), |why| self.word(why)));
            }
        }
        say("");
        say(&heading(&self.word(ITEMS)));
        for line in &self.purchase.lines {
            say("");
            say(&line_name(line));
            self.line_facts(line).iter().for_each(|fact| say(fact));
            say(&format!("{}: {}", self.price_facts(line).join(", "), line.item_total().display()));
        }
        say("");
        for TotalRow { name, amount, is_part } in self.totals() {
            say(&format!("{}{name}: {}", if is_part { "  " } else { "" }, amount.display()));
        }
        if let Some(paid) = self.paid() {
            say(&paid);
        }
        if let Some(lines) = self.sent_to() {
            say("");
            lines.iter().for_each(|line| say(line));
        }
        if let Some(SaidPlan { heading: of_plan, rows, notes }) = self.plan() {
            say("");
            say(&heading(&of_plan));
            rows.iter().for_each(|(name, value)| say(&format!("{name}: {value}")));
            notes.iter().for_each(|note| say(note));
        }
        say("");
        say(&self.word(FOOTER));
        text
    }

    fn html(&self) -> String {
        let tickets = if self.tickets.is_empty() { String::new() } else { self.tickets_html() };
        format!(
            "<!doctype html><html lang=\"en-US\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\">\
             <meta name=\"supported-color-schemes\" content=\"light dark\"><title>{subject}</title>{DARK}</head>\
             <body class=\"canvas\" style=\"{CANVAS}\"><div role=\"article\" aria-label=\"{subject}\">\
             <table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\"><tr><td align=\"center\" style=\"padding:24px 12px\">\
             <table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" style=\"max-width:600px;text-align:left\">\
             <tr><td class=\"brand\" style=\"padding:0 4px 16px;font-size:18px;font-weight:700;color:#1f4f63\">{site}</td></tr>\
             <tr><td class=\"card\" style=\"{CARD}\">\
             <h1 style=\"margin:0 0 8px;font-size:26px;line-height:1.2\">{title}</h1><p style=\"margin:0 0 20px\">{greeting}</p>\
             <p class=\"soft\" style=\"{SOFT}\">{number_name}</p>\
             <p style=\"margin:0 0 20px;font-size:26px;font-weight:700;letter-spacing:1px\">{number}</p>\
             <p style=\"margin:0 0 8px\"><a class=\"button\" href=\"{link}\" style=\"{BUTTON}\">{view}</a></p>\
             <p class=\"soft\" style=\"{SOFT};margin:0\">{view_hint}</p></td></tr>\
             {tickets}{items}{plan}\
             <tr><td class=\"soft\" style=\"{SOFT};padding:16px 4px\">{footer}</td></tr>\
             </table></td></tr></table></div></body></html>\n",
            subject = escaped(&self.word(SUBJECT)),
            site = escaped(&self.catalog.settings().web_site_name),
            title = escaped(&self.word(TITLE)),
            greeting = escaped(&self.greeting()),
            number_name = escaped(&self.word(NUMBER)),
            number = escaped(&self.purchase.order.number),
            link = escaped(&self.link),
            view = escaped(&self.word(VIEW)),
            view_hint = escaped(&self.word(VIEW_HINT)),
            items = self.items_html(),
            plan = self.plan_html(),
            footer = escaped(&self.word(FOOTER)),
        )
    }

    fn tickets_html(&self) -> String {
        let tickets: String = self.tickets.iter().map(|ticket| self.ticket_html(ticket)).collect();
        format!(
            "{GAP}<tr><td class=\"card\" style=\"{CARD}\"><h2 style=\"{HEADING}\">{name}</h2>\
             <p class=\"soft\" style=\"{SOFT};margin:0\">{hint}</p>{tickets}</td></tr>",
            name = escaped(&self.word(TICKETS)),
            hint = escaped(&self.word(TICKETS_HINT)),
        )
    }

    /// The code keeps a white background in dark mode, because scanners need it.
    fn ticket_html(&self, ticket: &TicketRow) -> String {
        let facts = ticket_facts(ticket).into_iter().chain(why_revoked(ticket).map(|why| self.word(why)));
        let facts: String = facts.map(|fact| format!("{}<br>", escaped(&fact))).collect();
        let picture = format!(
            "<img src=\"cid:{cid}\" width=\"160\" height=\"160\" alt=\"{alt}\" style=\"display:block;margin:0 auto;border:0\">",
            cid = escaped(&self.content_id(ticket)),
            alt = escaped(&self.word_with(CODE, &[("code", &ticket.media_code)])),
        );
        let (picture, code) = match ticket.is_revoked() {
            true => (String::new(), self.word(REVOKED)),
            false => (picture, ticket.media_code.clone()),
        };
        format!(
            "<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"line\" style=\"{RULE}\"><tr>\
             <td width=\"184\" valign=\"top\" style=\"padding:16px 0\"><div style=\"width:168px;background:#ffffff;color:#1b1c1e;text-align:center;padding:4px 0 8px;border-radius:8px\">\
             {picture}<span style=\"font-size:13px;font-weight:700;letter-spacing:0.5px\">{code}</span></div></td>\
             <td valign=\"top\" style=\"padding:20px 0 16px 8px\"><strong style=\"font-size:17px\">{name}</strong><br>{facts}</td></tr></table>",
            code = escaped(&code),
            name = escaped(&ticket_name(ticket)),
        )
    }

    fn plan_html(&self) -> String {
        let Some(SaidPlan { heading, rows, notes }) = self.plan() else { return String::new() };
        let row = |(name, value): &(String, String)| {
            format!(
                "<tr><td style=\"padding:3px 0\">{}</td><td align=\"right\" valign=\"top\" style=\"padding:3px 0;white-space:nowrap\">{}</td></tr>",
                escaped(name),
                escaped(value)
            )
        };
        let rows: String = rows.iter().map(row).collect();
        let note = |note: &String| format!("<p class=\"soft\" style=\"{SOFT};margin:8px 0 0\">{}</p>", escaped(note));
        let notes: String = notes.iter().map(note).collect();
        format!(
            "{GAP}<tr><td class=\"card\" style=\"{CARD}\"><h2 style=\"{HEADING}\">{}</h2>\
             <table width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" role=\"presentation\">{rows}</table>{notes}</td></tr>",
            escaped(&heading)
        )
    }

    fn items_html(&self) -> String {
        let row = |name: String, amount: Money, style: &str| {
            // Muted texts need other colours in dark mode than their inline style sets.
            let class = if style.contains(SOFT) { " class=\"soft\"" } else { "" };
            format!(
                "<tr><td{class} style=\"{style}\">{}</td><td{class} align=\"right\" valign=\"top\" style=\"{style};white-space:nowrap\">{}</td></tr>",
                name,
                escaped(&amount.display())
            )
        };
        let line = |line: &line::Model| {
            let facts: String = self.line_facts(line).iter().map(|fact| format!("<br>{}", escaped(fact))).collect();
            let prices: Vec<String> = self.price_facts(line).iter().map(|fact| escaped(fact)).collect();
            let name = format!(
                "<strong>{}</strong>{facts}<br><span class=\"soft\" style=\"{SOFT}\">{}</span>",
                escaped(&line_name(line)),
                prices.join("<br>")
            );
            row(name, line.item_total(), "padding:10px 0")
        };
        let lines: String = self.purchase.lines.iter().map(line).collect();
        let totals = self.totals();
        let last = totals.len() - 1;
        let total = |(at, TotalRow { name, amount, is_part }): (usize, &TotalRow)| {
            let name = escaped(name);
            match (*is_part, at == last) {
                (true, _) => {
                    let name = format!("<span class=\"soft\" style=\"{SOFT};padding-left:16px\">{name}</span>");
                    row(name, *amount, &format!("padding:1px 0;{SOFT}"))
                }
                (false, true) => row(name, *amount, "padding:10px 0 0;font-size:20px;font-weight:700"),
                (false, false) => row(name, *amount, "padding:3px 0"),
            }
        };
        let totals: String = totals.iter().enumerate().map(total).collect();
        let note = |lines: Vec<String>| {
            let lines: Vec<String> = lines.iter().map(|line| escaped(line).to_string()).collect();
            format!("<p class=\"soft\" style=\"{SOFT};margin:12px 0 0\">{}</p>", lines.join("<br>"))
        };
        let paid = self.paid().map(|paid| note(vec![paid])).unwrap_or_default();
        let sent_to = self.sent_to().map(note).unwrap_or_default();
        format!(
            "{GAP}<tr><td class=\"card\" style=\"{CARD}\"><h2 style=\"{HEADING}\">{name}</h2>\
             <table width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" role=\"presentation\">{lines}</table>\
             <table width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" role=\"presentation\" class=\"line\" style=\"{RULE}\">{totals}</table>{paid}{sent_to}</td></tr>",
            name = escaped(&self.word(ITEMS)),
        )
    }
}

const CANVAS: &str = "margin:0;padding:0;background:#f7f7f5;color:#1b1c1e;font:16px/1.5 Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const CARD: &str = "padding:24px;background:#ffffff;color:#1b1c1e;border:1px solid #d9d8d3;border-radius:14px";
const SOFT: &str = "font-size:14px;color:#55585e";
const HEADING: &str = "margin:0 0 8px;font-size:20px;line-height:1.2";
const RULE: &str = "margin-top:12px;border-top:1px solid #d9d8d3";
const BUTTON: &str = "display:inline-block;padding:12px 22px;border-radius:10px;background:#1f4f63;color:#ffffff;font-weight:600;text-decoration:none";
const GAP: &str = "<tr><td style=\"height:16px;line-height:16px\">&nbsp;</td></tr>";

/// For mail programs that support dark mode through a media query. Others invert colours on their own or not at all.
const DARK: &str = "<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){\
    .canvas{background:#131416!important;color:#f2f1ee!important}\
    .card{background:#1c1d20!important;color:#f2f1ee!important;border-color:#35373c!important}\
    .brand{color:#8fc7dd!important}.soft{color:#b4b6bb!important}.line{border-color:#35373c!important}\
    .button{background:#8fc7dd!important;color:#0d242d!important}}</style>";

fn heading(text: &str) -> String {
    format!("{text}\n{}", "-".repeat(text.chars().count()))
}

fn ticket_name(ticket: &TicketRow) -> String {
    named(&ticket.product_name, &ticket.variant_name, ticket.pass_level.as_deref())
}

fn line_name(line: &line::Model) -> String {
    named(&line.product_name, &line.variant_name, line.pass_level.as_deref())
}

fn named(product: &str, variant: &str, level: Option<&str>) -> String {
    let level = level.map_or_else(String::new, |level| format!(" ({level})"));
    if product == variant { format!("{product}{level}") } else { format!("{product}, {variant}{level}") }
}

fn ticket_facts(ticket: &TicketRow) -> Vec<String> {
    facts(ticket).into_iter().map(|(_, fact)| fact).collect()
}
