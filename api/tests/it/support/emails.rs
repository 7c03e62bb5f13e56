//! E-mails as a mail program reads them.

use std::path::{Path, PathBuf};

use mail_parser::{Message, MessageParser, MimeHeaders};

/// An e-mail with its parts decoded.
#[derive(Clone, Debug)]
pub struct ReadEmail {
    pub raw: Vec<u8>,
    pub message_id: String,
    pub from: String,
    pub to: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// Content-ID and bytes of each picture.
    pub pictures: Vec<(String, Vec<u8>)>,
    pub calendar: Option<String>,
    /// The tickets as a PDF.
    pub pdf: Option<Vec<u8>>,
}

impl ReadEmail {
    pub fn read(raw: &[u8]) -> Self {
        let message = MessageParser::default().parse(raw).expect("an e-mail");
        let address = |of: Option<&mail_parser::Address<'_>>| {
            let all: Vec<&str> = of.iter().flat_map(|it| it.iter()).filter_map(|it| it.address()).collect();
            all.join(",")
        };
        ReadEmail {
            raw: raw.to_vec(),
            message_id: message.message_id().expect("an id").to_owned(),
            from: address(message.from()),
            to: address(message.to()),
            subject: message.subject().expect("a subject").to_owned(),
            text: message.body_text(0).expect("a text").into_owned(),
            html: message.body_html(0).expect("a page").into_owned(),
            pictures: pictures(&message),
            calendar: attached(&message, ".ics").map(|bytes| String::from_utf8(bytes).unwrap()),
            pdf: attached(&message, ".pdf"),
        }
    }

    /// Whether this is the e-mail to the owner of a new account.
    pub fn is_welcome(&self) -> bool {
        self.subject.starts_with("Welcome to ")
    }

    /// The token of the link in an e-mail about an account.
    pub fn token(&self) -> &str {
        let (_, rest) = self.text.split_once("token=").expect("a link");
        rest.split_whitespace().next().unwrap()
    }

    /// The link to the order: the confirmation's id and the token.
    pub fn order_link(&self) -> (String, String) {
        let (_, rest) = self.text.split_once("/order-lookup/anonymous/").expect("a link");
        let (id, rest) = rest.split_once('/').unwrap();
        (id.to_owned(), rest.split_whitespace().next().unwrap().to_owned())
    }

    /// The amounts at the ends of the text's lines, from top to bottom, in cents.
    pub fn amounts_of_text(&self) -> Vec<i64> {
        self.text
            .lines()
            .filter_map(|line| line.rsplit_once(": "))
            .filter_map(|(_, amount)| amount_in(amount))
            .collect()
    }

    /// The amounts that fill a table cell of the HTML, from top to bottom, in cents.
    pub fn amounts_of_html(&self) -> Vec<i64> {
        let cells = self.html.split("<td").skip(1).filter_map(|cell| cell.split_once('>'));
        cells.filter_map(|(_, rest)| amount_in(rest.split("</td>").next()?)).collect()
    }

    pub fn has_header(&self, name: &str) -> bool {
        let text = String::from_utf8_lossy(&self.raw).into_owned();
        let head = text.split("\r\n\r\n").next().unwrap().to_lowercase();
        head.lines().any(|line| line.starts_with(&format!("{}:", name.to_lowercase())))
    }
}

/// The amount that a text states, in cents: `$1,024.50`, `−$6.00`.
fn amount_in(text: &str) -> Option<i64> {
    let (sign, amount) = match text.strip_prefix(['-', '−']) {
        Some(amount) => (-1, amount),
        None => (1, text),
    };
    let (whole, part) = amount.strip_prefix('$')?.split_once('.')?;
    let whole: i64 = whole.replace(',', "").parse().ok()?;
    Some(sign * (whole * 100 + part.parse::<i64>().ok()?))
}

/// The attached file whose name has this ending.
fn attached(message: &Message<'_>, ending: &str) -> Option<Vec<u8>> {
    let is_it = |name: &str| name.ends_with(ending);
    let part = message.attachments().find(|part| part.attachment_name().is_some_and(is_it))?;
    Some(part.contents().to_vec())
}

fn pictures(message: &Message<'_>) -> Vec<(String, Vec<u8>)> {
    let parts = message.attachments().filter(|part| part.content_id().is_some());
    parts.map(|part| (part.content_id().unwrap().to_owned(), part.contents().to_vec())).collect()
}

/// Reads all e-mails of a data folder's `mail` folder, in the order of their file names.
pub fn read_folder(data: &Path) -> Vec<ReadEmail> {
    let Ok(entries) = std::fs::read_dir(data.join("mail")) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "eml"));
    files.sort();
    files.iter().map(|file| ReadEmail::read(&std::fs::read(file).unwrap())).collect()
}
