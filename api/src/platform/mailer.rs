//! Letters: written as `.eml` files into a folder, or handed to an SMTP server. The same bytes either way.
//!
//! A letter is sent at least once, and always under the [`Letter::message_id`] that it was asked for with: a file replaces the
//! one of the same name, and mail programs show two letters of one id once. Nothing here knows what a letter is about.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use lettre::message::header::ContentType;
use lettre::message::{Attachment, Body, Mailbox, Message, MultiPart, SinglePart};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use tokio::fs;

use crate::error::{Error, Result};
use midway_kernel::html::escaped;
use midway_kernel::secret::random_id;
use midway_kernel::time::Instant;

/// How long the SMTP server may take for each of its answers.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(15);

/// How long all of it may take.
const SEND_TIMEOUT: Duration = Duration::from_secs(45);

#[derive(Clone)]
pub struct Mailer {
    transport: Transport,
    /// What every letter says before anything else.
    notice: Option<&'static str>,
}

#[derive(Clone)]
enum Transport {
    Folder(PathBuf),
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
}

/// A letter with everything that is in it.
#[derive(Clone, Debug)]
pub struct Letter {
    /// `<something@host>`, the same for each try.
    pub message_id: String,
    pub from: Mailbox,
    pub to: Mailbox,
    pub subject: String,
    pub date: Instant,
    pub text: String,
    /// Names its pictures by `cid:`.
    pub html: String,
    pub pictures: Vec<Picture>,
    pub files: Vec<File>,
}

/// A PNG inside of the letter.
#[derive(Clone, Debug)]
pub struct Picture {
    pub content_id: String,
    pub png: Vec<u8>,
}

/// Something to be kept.
#[derive(Clone, Debug)]
pub struct File {
    pub name: String,
    /// A media type with its parameters.
    pub media_type: String,
    pub bytes: Vec<u8>,
}

impl Mailer {
    /// # Errors
    /// When the URL of the SMTP server cannot be used.
    pub fn smtp(url: &str) -> Result<Self> {
        // The library's words would repeat the password that is in the URL.
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|_| Error::Internal("SMTP_URL cannot be used; see docs/OPERATIONS.md".to_owned()))?;
        Ok(Mailer::of(Transport::Smtp(builder.timeout(Some(ANSWER_TIMEOUT)).build())))
    }

    /// Into a folder, which is made for the first letter.
    pub fn folder(folder: PathBuf) -> Self {
        Mailer::of(Transport::Folder(folder))
    }

    fn of(transport: Transport) -> Self {
        Mailer { transport, notice: None }
    }

    /// The same, with something that every letter says first.
    #[must_use]
    pub fn with_notice(self, notice: Option<&'static str>) -> Self {
        Mailer { notice, ..self }
    }

    /// Sends a letter. When this answers, it is in the folder or was taken over by the SMTP server.
    pub async fn send(&self, letter: &Letter) -> Result<()> {
        let message = match self.notice {
            Some(notice) => letter.saying_first(notice).compose()?,
            None => letter.compose()?,
        };
        match &self.transport {
            Transport::Folder(folder) => write(folder, letter.file_name(), message.formatted())
                .await
                .map_err(|error| Error::Internal(format!("cannot write a letter into {}: {error}", folder.display()))),
            Transport::Smtp(server) => hand_over(server, message).await,
        }
    }
}

/// Not every wait of the library has an end of its own.
async fn hand_over(server: &AsyncSmtpTransport<Tokio1Executor>, message: Message) -> Result<()> {
    let unavailable = |cause: String| Error::Unavailable { service: "the SMTP server", cause };
    match tokio::time::timeout(SEND_TIMEOUT, server.send(message)).await {
        Ok(sent) => sent.map(drop).map_err(|error| unavailable(error.to_string())),
        Err(_) => Err(unavailable(format!("it said nothing for {SEND_TIMEOUT:?}"))),
    }
}

/// Complete or not at all: a reader never sees half a letter, and neither does one who comes after a power cut.
async fn write(folder: &PathBuf, name: String, bytes: Vec<u8>) -> io::Result<()> {
    fs::create_dir_all(folder).await?;
    let draft = folder.join(format!(".{name}.{}", random_id()));
    fs::write(&draft, bytes).await?;
    fs::File::open(&draft).await?.sync_all().await?;
    fs::rename(&draft, folder.join(name)).await
}

impl Letter {
    /// The same letter with a notice at the beginning of its text and of its page.
    fn saying_first(&self, notice: &str) -> Letter {
        let paragraph = format!("<p><strong>{}</strong></p>", escaped(notice));
        let body = self.html.find("<body").and_then(|at| Some(at + self.html[at..].find('>')? + 1)).unwrap_or(0);
        let (head, page) = self.html.split_at(body);
        Letter { text: format!("{notice}\n\n{}", self.text), html: format!("{head}{paragraph}{page}"), ..self.clone() }
    }

    /// What stands before the @ of its id, in characters that no file system minds.
    fn file_name(&self) -> String {
        let local = self.message_id.trim_start_matches('<').split('@').next().unwrap_or_default();
        let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') { c } else { '_' };
        format!("{}.eml", local.chars().map(plain).collect::<String>())
    }

    /// A text for those who want text; a page with its pictures for the others; the files beside both.
    fn compose(&self) -> Result<Message> {
        let media_type = |text: &str| ContentType::parse(text).map_err(Error::internal);
        let png = media_type("image/png")?;
        let mut page = MultiPart::builder()
            .kind(lettre::message::MultiPartKind::Related)
            .boundary(self.boundary("page"))
            .singlepart(SinglePart::html(self.html.clone()));
        for picture in &self.pictures {
            let body = Body::new(picture.png.clone());
            page = page.singlepart(Attachment::new_inline(picture.content_id.clone()).body(body, png.clone()));
        }
        let words = MultiPart::builder()
            .kind(lettre::message::MultiPartKind::Alternative)
            .boundary(self.boundary("words"))
            .singlepart(SinglePart::plain(self.text.clone()))
            .multipart(page);
        let mut whole = MultiPart::builder()
            .kind(lettre::message::MultiPartKind::Mixed)
            .boundary(self.boundary("whole"))
            .multipart(words);
        for file in &self.files {
            let body = Body::new(file.bytes.clone());
            whole = whole.singlepart(Attachment::new(file.name.clone()).body(body, media_type(&file.media_type)?));
        }
        let date = SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(self.date.timestamp()).unwrap_or(0));
        Message::builder()
            .message_id(Some(self.message_id.clone()))
            .date(date)
            .from(Mailbox::new(self.from.name.as_deref().map(one_line), self.from.email.clone()))
            .to(Mailbox::new(self.to.name.as_deref().map(one_line), self.to.email.clone()))
            .subject(one_line(&self.subject))
            .multipart(whole)
            .map_err(Error::internal)
    }

    /// Made from the letter's id, so that each try has the same bytes. No line of a body looks like it: bodies are encoded.
    fn boundary(&self, part: &str) -> String {
        let id: String = self.message_id.chars().filter(char::is_ascii_alphanumeric).take(48).collect();
        format!("={part}_{id}=")
    }
}

/// What stands in a header is one line without control characters, whatever it was made of.
fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};

    use super::*;

    fn letter() -> Letter {
        Letter {
            message_id: "<order-1@shop.example>".to_owned(),
            from: "Shop <tickets@shop.example>".parse().unwrap(),
            to: "ada@example.org".parse().unwrap(),
            subject: "Your order".to_owned(),
            date: Utc.with_ymd_and_hms(2026, 11, 21, 12, 0, 0).unwrap(),
            text: "Words.".to_owned(),
            html: "<p>Words.</p><img src=\"cid:code-1\">".to_owned(),
            pictures: vec![Picture { content_id: "code-1".to_owned(), png: vec![1, 2, 3] }],
            files: vec![File { name: "a.ics".to_owned(), media_type: "text/calendar".to_owned(), bytes: vec![65] }],
        }
    }

    #[tokio::test]
    async fn a_letter_that_is_sent_again_replaces_itself_to_the_byte() {
        let folder = tempfile::tempdir().unwrap();
        let mailer = Mailer::folder(folder.path().join("mail"));
        mailer.send(&letter()).await.unwrap();
        let file = folder.path().join("mail/order-1.eml");
        let first = std::fs::read(&file).unwrap();
        mailer.send(&letter()).await.unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), first);
        assert_eq!(std::fs::read_dir(folder.path().join("mail")).unwrap().count(), 1, "no draft stays");
        let text = String::from_utf8(first).unwrap();
        for part in ["Message-ID: <order-1@shop.example>", "Content-ID: <code-1>", "multipart/alternative", "a.ics"] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }

    #[tokio::test]
    async fn no_subject_and_no_name_adds_a_header() {
        let mut bad = letter();
        bad.subject = "Hello\r\nBcc: eve@example.org\r\n\r\nbody".to_owned();
        bad.from =
            Mailbox::new(Some("Shop\r\nBcc: eve@example.org".to_owned()), "tickets@shop.example".parse().unwrap());
        let text = String::from_utf8(bad.compose().unwrap().formatted()).unwrap();
        let head = text.split("\r\n\r\n").next().unwrap();
        assert!(!head.lines().any(|line| line.to_ascii_lowercase().starts_with("bcc")), "{head}");
        assert!("ada@example.org\r\nBcc: eve@example.org".parse::<Mailbox>().is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_says_nothing_is_not_waited_for_for_ever() {
        let silent = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let mailer = Mailer::smtp(&format!("smtp://127.0.0.1:{}", silent.local_addr().unwrap().port())).unwrap();
        assert!(matches!(mailer.send(&letter()).await, Err(Error::Unavailable { .. })));
    }

    #[test]
    fn an_id_never_leads_out_of_the_folder() {
        let mut odd = letter();
        odd.message_id = "<../../etc/passwd@shop.example>".to_owned();
        assert_eq!(odd.file_name(), "______etc_passwd.eml");
    }
}
