//! What all of the shop's e-mails have in common: their kinds, their sender, their Message-IDs and their layout.
//!
//! The templates are in `api/templates/email`, each in one version for HTML and one for plain text. Values are escaped
//! in `.html` templates. All e-mails have the layout `layout.html` and, except for order confirmations, the content of
//! a [`Letter`].

use std::sync::Arc;

use askama::Template;
use chrono::{Days, NaiveDate, NaiveTime};
use lettre::Address;
use lettre::message::Mailbox;
use sea_orm::EnumIter;

use super::email_style::EmailStyle;
use super::rules::sharp_logo;
use crate::app::App;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::platform::mailer::{Email, Picture, PictureSource};
use midway_catalog::Catalog;
use midway_catalog::files::Site;
use midway_kernel::id::ProductId;
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::{Instant, instant_at};

const CONTACT: Text = Text { id: "site.contact", default: "Call us at {{phone}}." };

/// The kinds of e-mails that the shop sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter)]
pub enum EmailKind {
    OrderConfirmation,
    VisitReminder,
    /// A ticket that somebody has sent (`shop/transfer`).
    TicketSent,
    /// A ticket that somebody has sent was canceled.
    TicketCanceled,
    /// A ticket that somebody has sent is valid at another time.
    TicketMoved,
    /// A ticket that somebody has sent is for a performance that does not take place, and its buyer chooses what to get instead.
    TicketChoice,
    /// The performance of a ticket that somebody has sent takes place after all.
    TicketTakesPlace,
    PaymentDue,
    PaymentCharged,
    DeclinedPayment,
    Refund,
    /// A performance does not take place, and its buyer chooses what to get instead (`shop/order`).
    Choice,
    /// A performance takes place at another time (`shop/order`).
    Moved,
    /// A performance takes place after all (`shop/order`).
    TakesPlace,
    PaymentToConfirm,
    Reservation,
    /// A product can be bought (`shop/notify`).
    ProductOpen,
    AddressVerification,
    Welcome,
    PasswordReset,
    PasswordChanged,
}

impl EmailKind {
    /// The name with which the Message-IDs of this kind begin.
    pub fn name(self) -> &'static str {
        match self {
            EmailKind::OrderConfirmation => "order",
            EmailKind::VisitReminder => "reminder",
            EmailKind::TicketSent => "ticket-sent",
            EmailKind::TicketCanceled => "sent-ticket-canceled",
            EmailKind::TicketMoved => "sent-ticket-moved",
            EmailKind::TicketChoice => "sent-ticket-choice",
            EmailKind::TicketTakesPlace => "sent-ticket-takes-place",
            EmailKind::PaymentDue => "payment-due",
            EmailKind::PaymentCharged => "payment-charged",
            EmailKind::DeclinedPayment => "declined",
            EmailKind::Refund => "refund",
            EmailKind::Choice => "choice",
            EmailKind::Moved => "moved",
            EmailKind::TakesPlace => "takes-place",
            EmailKind::PaymentToConfirm => "to-confirm",
            EmailKind::Reservation => "reservation",
            EmailKind::ProductOpen => "notify",
            EmailKind::AddressVerification => "verification",
            EmailKind::Welcome => "welcome",
            EmailKind::PasswordReset => "password-reset",
            EmailKind::PasswordChanged => "password-changed",
        }
    }
}

/// The height of the logo, in pixels.
const LOGO_HEIGHT: u32 = 32;
/// The size at which the picture of a product is shown, in pixels. It is half of the size for link previews.
const PRODUCT_SIZE: (u32, u32) = (600, 315);

/// The data of the shop that an e-mail needs.
pub struct EmailContext {
    pub catalog: Arc<Catalog>,
    pub config: Arc<Config>,
    pub now: Instant,
}

/// What the layouts `layout.html` and `layout.txt` show in every e-mail.
pub struct EmailLayout {
    pub shop: String,
    /// The operator's logo, shown instead of the shop's name.
    pub logo: Option<EmailPicture>,
    pub subject: String,
    pub footer: String,
    /// How to call the operator, if the catalogue has a phone number.
    pub contact: Option<Contact>,
    /// The notice of a test shop.
    pub notice: Option<&'static str>,
    pub style: EmailStyle,
}

impl EmailLayout {
    /// The line below a heading in plain text.
    pub fn underline(&self, heading: &str) -> String {
        "-".repeat(heading.chars().count())
    }
}

/// A picture of the catalogue in an e-mail.
pub struct EmailPicture {
    pub content_id: String,
    /// The name of the stored picture.
    name: String,
    /// The size at which it is shown, in pixels.
    pub width: u32,
    pub height: u32,
    pub alt: String,
}

impl EmailPicture {
    /// The picture that the e-mail embeds.
    pub fn embedded(&self) -> Picture {
        // Dense screens show two pixels of a picture for one of the page.
        let source = PictureSource::Stored { name: self.name.clone(), max_width: 2 * self.width };
        Picture { content_id: self.content_id.clone(), source }
    }
}

/// A sentence with the operator's phone number, and the `tel:` link that dials it.
pub struct Contact {
    pub text: String,
    pub link: String,
}

impl Contact {
    /// `None` if the catalogue has no phone number.
    pub fn of(catalog: &Catalog) -> Option<Self> {
        let phone = catalog.settings().phone.as_ref()?;
        let dialed: String = phone.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
        let text = catalog.message(CONTACT, &[("phone", phone.clone())]);
        Some(Contact { text, link: format!("tel:{dialed}") })
    }
}

/// The content of an e-mail that is not an order confirmation. It has at most one button.
#[derive(Default)]
pub struct Letter {
    pub title: String,
    pub paragraphs: Vec<String>,
    pub code: Option<LargeCode>,
    /// Facts with their names. A fact may have several lines.
    pub facts: Vec<(String, String)>,
    pub button: Option<Button>,
    pub notes: Vec<String>,
    pub tickets_heading: String,
    pub tickets_hint: String,
    pub visits: Vec<EmailVisit>,
}

impl Letter {
    /// The words that programs show in their list next to the subject.
    fn preview(&self) -> &str {
        self.paragraphs.first().map_or("", String::as_str)
    }
}

/// A code that is shown large.
pub struct LargeCode {
    pub label: String,
    pub code: String,
    /// The content id of the QR code's picture.
    pub picture: String,
}

/// A button that opens a page.
pub struct Button {
    pub label: String,
    /// An absolute URL.
    pub link: String,
}

/// The tickets of one visit in an e-mail.
#[derive(Default)]
pub struct EmailVisit {
    /// When the visit is. Empty if the whole e-mail is about the visit.
    pub heading: String,
    /// The color of its venue in the form `#rrggbb`, on which white text is readable.
    pub color: String,
    /// How many tickets are valid.
    pub count: Option<String>,
    /// The opening hours and the address. Empty if the e-mail says them above.
    pub venue: Vec<String>,
    pub tickets: EmailTickets,
}

/// Tickets or passes that an e-mail shows together.
#[derive(Default)]
pub struct EmailTickets {
    /// The names that all of the tickets have. They are shown once.
    pub shared: Vec<String>,
    pub each: Vec<EmailTicket>,
}

impl EmailTickets {
    /// Moves the names that all tickets have out of the tickets.
    pub fn of(mut each: Vec<EmailTicket>) -> Self {
        let parts: [fn(&mut EmailTicket) -> &mut Option<String>; 2] = [|it| &mut it.name, |it| &mut it.sold_as];
        let shared = parts.into_iter().filter_map(|part| {
            let first = part(each.first_mut()?).clone()?;
            let is_shared = each.iter_mut().all(|ticket| part(ticket).as_ref() == Some(&first));
            is_shared.then(|| {
                each.iter_mut().for_each(|ticket| *part(ticket) = None);
                first
            })
        });
        EmailTickets { shared: shared.collect(), each }
    }
}

/// A ticket or a pass in an e-mail.
#[derive(Default)]
pub struct EmailTicket {
    pub name: Option<String>,
    /// What the ticket was sold as, unless the name says so.
    pub sold_as: Option<String>,
    pub place: Option<String>,
    pub facts: Vec<String>,
    pub code: String,
    /// The content id of the QR code's picture; `None` for a ticket that does not admit, or whose code the recipient
    /// must not see.
    pub picture: Option<String>,
    /// The text for readers who cannot see the picture.
    pub picture_label: String,
    pub withheld: Option<Withheld>,
}

impl EmailTicket {
    /// What is said about the ticket, line by line.
    pub fn lines(&self) -> impl Iterator<Item = &String> {
        let reason = self.withheld.as_ref().map(|withheld| &withheld.reason);
        self.titles().chain(&self.facts).chain(reason)
    }

    /// Whether the first line tells the ticket from the others, so that it is bold. Facts have dates, which are too wide
    /// for that on a phone.
    pub fn has_title(&self) -> bool {
        self.titles().next().is_some()
    }

    fn titles(&self) -> impl Iterator<Item = &String> {
        self.name.iter().chain(&self.sold_as).chain(&self.place)
    }
}

/// Why the code of a ticket is not shown.
pub struct Withheld {
    /// The text shown in place of the code.
    pub label: String,
    pub reason: String,
}

#[derive(Template)]
#[template(path = "email/letter.html")]
struct LetterHtml<'a> {
    layout: &'a EmailLayout,
    email: &'a Letter,
}

#[derive(Template)]
#[template(path = "email/letter.txt")]
struct LetterText<'a> {
    layout: &'a EmailLayout,
    email: &'a Letter,
}

/// A sample of an e-mail, which `midway email-samples` writes for the operator.
pub struct EmailSample {
    pub name: &'static str,
    pub email: Email,
}

impl EmailContext {
    pub fn of(app: &App) -> Self {
        EmailContext { catalog: app.catalog.current(), config: app.config.clone(), now: app.clock.now() }
    }

    pub fn message(&self, text: Text, values: &[(&'static str, String)]) -> String {
        self.catalog.message(text, values)
    }

    /// The shop's name.
    pub fn shop(&self) -> &str {
        &self.catalog.settings().web_site_name
    }

    /// The address of one of the shop's pages.
    pub fn link(&self, path: &str) -> String {
        format!("{}/{path}", self.config.public_url.as_str().trim_end_matches('/'))
    }

    /// The operator's logo in the smallest size that is sharp.
    fn logo(&self) -> Option<EmailPicture> {
        let set = self.catalog.picture(self.catalog.settings().site_logo.as_ref()?)?;
        let source = sharp_logo(set)?;
        Some(EmailPicture {
            content_id: self.content_id("logo"),
            name: source.name.clone(),
            width: LOGO_HEIGHT * set.width / set.height.max(1),
            height: LOGO_HEIGHT,
            alt: self.shop().to_owned(),
        })
    }

    /// The first picture of a product; `None` if it has none or is no longer in the catalogue.
    pub fn product_picture(&self, id: &ProductId) -> Option<EmailPicture> {
        let picture = self.catalog.product(id)?.pictures.first()?;
        let set = self.catalog.picture(&picture.file)?;
        let (width, height) = PRODUCT_SIZE;
        let (content_id, name) = (self.content_id("product"), set.share.clone());
        Some(EmailPicture { content_id, name, width, height, alt: picture.alt.clone() })
    }

    fn content_id(&self, name: &str) -> String {
        format!("{name}@{}", self.config.host_name())
    }

    pub fn layout(&self, subject: String, footer: String) -> EmailLayout {
        EmailLayout {
            shop: self.shop().to_owned(),
            logo: self.logo(),
            subject,
            footer,
            contact: Contact::of(&self.catalog),
            notice: self.config.test_notice(),
            style: EmailStyle::of(self.catalog.settings()),
        }
    }

    /// An e-mail with the content of a letter, without attachments and without pictures other than the logo. `id` is the same for each attempt to
    /// send it.
    ///
    /// # Errors
    /// When the sender's or the recipient's address is invalid, or a template cannot be rendered.
    pub fn letter(
        &self,
        (kind, id): (EmailKind, &str),
        to: &str,
        (subject, footer): (String, String),
        email: &Letter,
    ) -> Result<Email> {
        self.letter_with_id(message_id(&self.config, kind, id), to, (subject, footer), email)
    }

    /// As [`letter`](Self::letter), for an e-mail of no kind.
    ///
    /// # Errors
    /// As there.
    pub fn letter_with_id(
        &self,
        message_id: String,
        to: &str,
        (subject, footer): (String, String),
        email: &Letter,
    ) -> Result<Email> {
        let to: Address = to.parse().map_err(Error::internal)?;
        let layout = &self.layout(subject, footer);
        self.email((message_id, to), layout, &LetterHtml { layout, email }, &LetterText { layout, email })
    }

    /// An e-mail from its two templates, without attachments and without pictures other than the logo.
    ///
    /// # Errors
    /// When the sender's address is invalid, or a template cannot be rendered.
    pub fn email(
        &self,
        (message_id, to): (String, Address),
        layout: &EmailLayout,
        html: &impl Template,
        text: &impl Template,
    ) -> Result<Email> {
        Ok(Email {
            message_id,
            from: self.sender()?,
            to: Mailbox::new(None, to),
            subject: layout.subject.clone(),
            date: self.now,
            text: text.render().map_err(Error::internal)?,
            html: html.render().map_err(Error::internal)?,
            pictures: layout.logo.iter().map(EmailPicture::embedded).collect(),
            files: Vec::new(),
        })
    }

    /// The sender: from the configuration, otherwise from the catalogue, otherwise the shop's default.
    ///
    /// # Errors
    /// When the configured address is invalid.
    fn sender(&self) -> Result<Mailbox> {
        if let Some(sender) = &self.config.mail_from {
            return Ok(sender.clone());
        }
        match &self.catalog.settings().mail_from {
            Some(sender) => sender.parse().map_err(Error::internal),
            None => {
                let address = Address::new("tickets", self.config.host_name()).map_err(Error::internal)?;
                Ok(Mailbox::new(Some(self.shop().to_owned()), address))
            }
        }
    }
}

/// The time at which reminders are sent, in the time zone of the site.
const REMINDERS_AT: NaiveTime = NaiveTime::from_hms_opt(10, 0, 0).unwrap();

/// When the reminder of a visit is sent: in the morning of the day before.
pub fn remind_at(site: &Site, day: NaiveDate) -> Instant {
    instant_at(day - Days::new(1), REMINDERS_AT, site.time_zone)
}

/// The Message-ID of an e-mail; `id` is the same for each attempt to send it.
pub fn message_id(config: &Config, kind: EmailKind, id: &str) -> String {
    format!("<{}-{id}@{}>", kind.name(), config.host_name())
}
