//! The e-mail that answers a request.

use crate::error::Result;
use crate::platform::mailer::Email;
use crate::shop::site::{Button, EmailContext, EmailKind, EmailSample, Letter};
use midway_catalog::files::Product;
use midway_kernel::text::Text;

const SUBJECT: Text = Text { id: "mail.notify.subject", default: "You can now book {{product}}" };
const BODY: Text = Text {
    id: "mail.notify.body",
    default: "You asked us to let you know when you could book {{product}}. Now you can. We aren't holding a spot \
              for you, and others may have asked too.",
};
const BUTTON: Text = Text { id: "mail.notify.button", default: "See dates and book" };
const FOOTER: Text = Text {
    id: "mail.notify.footer",
    default: "You received this email because someone requested it at {{site}} using this email address. This is a \
              one-time email.",
};

/// The e-mail with a link to the product's page. `id` is the same for each attempt to send it.
///
/// # Errors
/// When the address or a template is invalid.
pub fn email(context: &EmailContext, product: &Product, email_address: &str, id: &str) -> Result<Email> {
    let values = [("site", context.shop().to_owned()), ("product", product.name.clone())];
    let message = |text: Text| context.message(text, &values);
    let letter = Letter {
        title: message(SUBJECT),
        paragraphs: vec![message(BODY)],
        button: Some(Button { label: message(BUTTON), link: context.link(&format!("product/single/{}", product.id)) }),
        ..Letter::default()
    };
    context.letter((EmailKind::ProductOpen, id), email_address, (message(SUBJECT), message(FOOTER)), &letter)
}

/// The sample of the e-mail, for the first product that is sold to everyone.
///
/// # Errors
/// When the e-mail cannot be built: an error in the configuration or in the code.
pub fn samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    let product = context.catalog.folder().product.iter().find(|product| product.sold_publicly);
    let sample =
        |product| Ok(EmailSample { name: "notify", email: email(context, product, "nora@example.org", "sample")? });
    product.map(sample).into_iter().collect()
}
