//! Sends e-mails: writes them as `.eml` files into a folder or hands them to an SMTP server. Both receive the same
//! bytes. An e-mail may be sent more than once. Every attempt uses the same [`Email::message_id`], so a repeated file
//! replaces the first one, and many mail programs show repeated e-mails once. This module does not know an e-mail's
//! contents.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use lettre::message::header::ContentType;
use lettre::message::{Attachment, Body, Mailbox, Message, MultiPart, SinglePart};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use tokio::fs;

use super::pictures::{ConvertedPictures, Pictures, media_type};
use crate::error::{Error, Result};
use midway_kernel::secret::random_id;
use midway_kernel::time::Instant;
use midway_pictures::decode::{Bounds, decode};
use midway_pictures::encode::png;
use midway_pictures::resize::within;

/// The timeout for each response of the SMTP server.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(15);

/// The timeout for sending one e-mail.
const SEND_TIMEOUT: Duration = Duration::from_secs(45);

/// The limits of a picture that is converted.
const BOUNDS: Bounds = Bounds { side: 4_000, pixels: 4_000 * 4_000, decoded_bytes: 64 * MB };
const MB: u64 = 1024 * 1024;

#[derive(Clone)]
pub struct Mailer {
    transport: Transport,
    /// The stored pictures that e-mails name, in their greatest widths.
    pictures: ConvertedPictures<u32, SentPicture>,
}

/// A stored picture as e-mails embed it.
#[derive(Clone)]
struct SentPicture {
    media_type: &'static str,
    body: Body,
}

#[derive(Clone)]
enum Transport {
    Folder(PathBuf),
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
}

/// An e-mail with all its parts.
#[derive(Clone, Debug)]
pub struct Email {
    /// The Message-ID, in the form `<local@host>`. It is the same for each attempt.
    pub message_id: String,
    pub from: Mailbox,
    pub to: Mailbox,
    pub subject: String,
    pub date: Instant,
    pub text: String,
    /// The HTML body. It refers to the pictures by `cid:` URLs.
    pub html: String,
    pub pictures: Vec<Picture>,
    pub files: Vec<File>,
}

/// A picture that is embedded in the e-mail.
#[derive(Clone, Debug)]
pub struct Picture {
    pub content_id: String,
    pub source: PictureSource,
}

#[derive(Clone, Debug)]
pub enum PictureSource {
    Png(Vec<u8>),
    /// A stored picture, which is read when the e-mail is sent. It is left out if it is not stored any more.
    Stored {
        name: String,
        /// A picture that is converted is scaled down to this width in pixels.
        max_width: u32,
    },
}

/// An attachment.
#[derive(Clone, Debug)]
pub struct File {
    pub name: String,
    /// A media type with its parameters.
    pub media_type: String,
    pub bytes: Vec<u8>,
}

impl Mailer {
    /// Sends e-mails to the SMTP server at this URL. `pictures` is the store of the pictures that e-mails name.
    ///
    /// # Errors
    /// When the URL of the SMTP server is invalid.
    pub fn smtp(url: &str, pictures: Pictures) -> Result<Self> {
        // The library's message would contain the password of the URL, so it is dropped.
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|_| Error::Internal("SMTP_URL cannot be used; see docs/OPERATIONS.md".to_owned()))?;
        Ok(Mailer::of(Transport::Smtp(builder.timeout(Some(ANSWER_TIMEOUT)).build()), pictures))
    }

    /// Writes e-mails into a folder, which is created with the first e-mail.
    pub fn folder(folder: PathBuf, pictures: Pictures) -> Self {
        Mailer::of(Transport::Folder(folder), pictures)
    }

    fn of(transport: Transport, pictures: Pictures) -> Self {
        Mailer { transport, pictures: ConvertedPictures::of(pictures, sent_picture, |sent| sent.body.len()) }
    }

    /// Sends an e-mail. On success it is in the folder, or the SMTP server has accepted it.
    pub async fn send(&self, email: &Email) -> Result<()> {
        let mut pictures = Vec::with_capacity(email.pictures.len());
        for Picture { content_id, source } in &email.pictures {
            let embedded = match source {
                PictureSource::Png(bytes) => {
                    Some(SentPicture { media_type: "image/png", body: Body::new(bytes.clone()) })
                }
                PictureSource::Stored { name, max_width } => self.pictures.get(name, *max_width).await?,
            };
            pictures.extend(embedded.map(|picture| (content_id.as_str(), picture)));
        }
        let message = email.compose(pictures)?;
        match &self.transport {
            Transport::Folder(folder) => write(folder, email.file_name(), message.formatted())
                .await
                .map_err(|error| Error::Internal(format!("cannot write an e-mail into {}: {error}", folder.display()))),
            Transport::Smtp(server) => hand_over(server, message).await,
        }
    }
}

/// A stored picture for an e-mail. Outlook for Windows shows no WebP, so it is converted to PNG.
fn sent_picture(name: &str, bytes: Vec<u8>, max_width: u32) -> Result<SentPicture> {
    let (media_type, bytes) = match media_type(name) {
        "image/webp" => ("image/png", as_png(&bytes, max_width)?),
        of_name => (of_name, bytes),
    };
    Ok(SentPicture { media_type, body: Body::new(bytes) })
}

fn as_png(bytes: &[u8], max_width: u32) -> Result<Vec<u8>> {
    let picture = decode(bytes, BOUNDS).map_err(Error::internal)?;
    let picture = match picture.width() > max_width {
        true => within(&picture, max_width, picture.height()).map_err(Error::internal)?.into(),
        false => picture,
    };
    png(&picture).map_err(Error::internal)
}

/// Sends within [`SEND_TIMEOUT`]. The library's own timeout does not cover every step.
async fn hand_over(server: &AsyncSmtpTransport<Tokio1Executor>, message: Message) -> Result<()> {
    let unavailable = |cause: String| Error::Unavailable { service: "the SMTP server", cause };
    match tokio::time::timeout(SEND_TIMEOUT, server.send(message)).await {
        Ok(sent) => sent.map(drop).map_err(|error| unavailable(error.to_string())),
        Err(_) => Err(unavailable(format!("no answer within {SEND_TIMEOUT:?}"))),
    }
}

/// Writes a file atomically: it is synced under a temporary name and then renamed, so a reader never sees a partial
/// file, even after a power failure.
async fn write(folder: &PathBuf, name: String, bytes: Vec<u8>) -> io::Result<()> {
    fs::create_dir_all(folder).await?;
    let draft = folder.join(format!(".{name}.{}", random_id()));
    fs::write(&draft, bytes).await?;
    fs::File::open(&draft).await?.sync_all().await?;
    fs::rename(&draft, folder.join(name)).await
}

impl Email {
    /// The local part of the message id, reduced to characters that are valid in file names everywhere.
    fn file_name(&self) -> String {
        let local = self.message_id.trim_start_matches('<').split('@').next().unwrap_or_default();
        let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') { c } else { '_' };
        format!("{}.eml", local.chars().map(plain).collect::<String>())
    }

    /// The MIME message: plain text and HTML with embedded pictures as alternatives, then the attachments.
    fn compose(&self, pictures: Vec<(&str, SentPicture)>) -> Result<Message> {
        let content_type = |text: &str| ContentType::parse(text).map_err(Error::internal);
        let mut page = MultiPart::builder()
            .kind(lettre::message::MultiPartKind::Related)
            .boundary(self.boundary("page"))
            .singlepart(SinglePart::html(self.html.clone()));
        for (content_id, SentPicture { media_type: kind, body }) in pictures {
            page = page.singlepart(Attachment::new_inline(content_id.to_owned()).body(body, content_type(kind)?));
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
            whole = whole.singlepart(Attachment::new(file.name.clone()).body(body, content_type(&file.media_type)?));
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

    /// The MIME boundary of a part. It is derived from the message id, so that each attempt has the same bytes.
    /// Quoted-printable and Base64 bodies cannot contain it.
    fn boundary(&self, part: &str) -> String {
        let id: String = self.message_id.chars().filter(char::is_ascii_alphanumeric).take(48).collect();
        format!("={part}_{id}=")
    }
}

/// The text as one line without control characters, safe for a header.
fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use chrono::{TimeZone, Utc};
    use image::ImageFormat;

    use super::*;

    fn email() -> Email {
        Email {
            message_id: "<order-1@shop.example>".to_owned(),
            from: "Shop <tickets@shop.example>".parse().unwrap(),
            to: "ada@example.org".parse().unwrap(),
            subject: "Your order".to_owned(),
            date: Utc.with_ymd_and_hms(2026, 11, 21, 12, 0, 0).unwrap(),
            text: "Words.".to_owned(),
            html: "<p>Words.</p><img src=\"cid:code-1\">".to_owned(),
            pictures: vec![Picture { content_id: "code-1".to_owned(), source: PictureSource::Png(vec![1, 2, 3]) }],
            files: vec![File { name: "a.ics".to_owned(), media_type: "text/calendar".to_owned(), bytes: vec![65] }],
        }
    }

    fn pictures_in(folder: &tempfile::TempDir) -> Pictures {
        Pictures::in_folder(&folder.path().join("pictures")).unwrap()
    }

    #[tokio::test]
    async fn stored_webp_is_embedded_as_png_and_a_picture_that_is_not_stored_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let pictures = pictures_in(&folder);
        let mut webp = Cursor::new(Vec::new());
        image::DynamicImage::new_rgba8(4, 2).write_to(&mut webp, ImageFormat::WebP).unwrap();
        pictures.put("logo.webp", webp.get_ref()).await.unwrap();
        pictures.put("tour.jpg", &[1, 2, 3]).await.unwrap();
        let stored = |id: &str, name: &str| Picture {
            content_id: id.to_owned(),
            source: PictureSource::Stored { name: name.to_owned(), max_width: 64 },
        };
        let pictured = vec![stored("logo", "logo.webp"), stored("tour", "tour.jpg"), stored("gone", "gone.jpg")];
        let mailer = Mailer::folder(folder.path().join("mail"), pictures);
        mailer.send(&Email { pictures: pictured, ..email() }).await.unwrap();
        let text = std::fs::read_to_string(folder.path().join("mail/order-1.eml")).unwrap();
        for part in ["Content-ID: <logo>", "Content-Type: image/png", "Content-ID: <tour>", "Content-Type: image/jpeg"]
        {
            assert!(text.contains(part), "{part} is not in {text}");
        }
        assert!(!text.contains("image/webp") && !text.contains("<gone>"), "{text}");
    }

    #[tokio::test]
    async fn converted_picture_is_scaled_down_to_its_greatest_width_and_read_once() {
        let folder = tempfile::tempdir().unwrap();
        let pictures = pictures_in(&folder);
        let mut webp = Cursor::new(Vec::new());
        image::DynamicImage::new_rgba8(240, 120).write_to(&mut webp, ImageFormat::WebP).unwrap();
        pictures.put("logo.webp", webp.get_ref()).await.unwrap();
        let png = image::load_from_memory(&as_png(webp.get_ref(), 64).unwrap()).unwrap();
        assert_eq!((png.width(), png.height()), (64, 32));
        let mailer = Mailer::folder(folder.path().join("mail"), pictures.clone());
        let first = mailer.pictures.get("logo.webp", 64).await.unwrap().unwrap();
        pictures.remove("logo.webp").await.unwrap();
        let again = mailer.pictures.get("logo.webp", 64).await.unwrap().unwrap();
        assert_eq!(first.body.as_ref(), again.body.as_ref());
        assert!(mailer.pictures.get("logo.webp", 32).await.unwrap().is_none());
    }

    #[tokio::test]
    async fn email_that_is_sent_again_is_identical_and_replaces_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let mailer = Mailer::folder(folder.path().join("mail"), pictures_in(&folder));
        mailer.send(&email()).await.unwrap();
        let file = folder.path().join("mail/order-1.eml");
        let first = std::fs::read(&file).unwrap();
        mailer.send(&email()).await.unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), first);
        assert_eq!(std::fs::read_dir(folder.path().join("mail")).unwrap().count(), 1, "no temporary file is left");
        let text = String::from_utf8(first).unwrap();
        for part in ["Message-ID: <order-1@shop.example>", "Content-ID: <code-1>", "multipart/alternative", "a.ics"] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }

    #[tokio::test]
    async fn subject_and_name_cannot_inject_a_header() {
        let mut bad = email();
        bad.subject = "Hello\r\nBcc: eve@example.org\r\n\r\nbody".to_owned();
        bad.from =
            Mailbox::new(Some("Shop\r\nBcc: eve@example.org".to_owned()), "tickets@shop.example".parse().unwrap());
        let text = String::from_utf8(bad.compose(Vec::new()).unwrap().formatted()).unwrap();
        let head = text.split("\r\n\r\n").next().unwrap();
        assert!(!head.lines().any(|line| line.to_ascii_lowercase().starts_with("bcc")), "{head}");
        assert!("ada@example.org\r\nBcc: eve@example.org".parse::<Mailbox>().is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn silent_smtp_server_times_out() {
        let silent = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let url = format!("smtp://127.0.0.1:{}", silent.local_addr().unwrap().port());
        let mailer = Mailer::smtp(&url, pictures_in(&folder)).unwrap();
        assert!(matches!(mailer.send(&email()).await, Err(Error::Unavailable { .. })));
    }

    #[test]
    fn message_id_cannot_escape_the_folder() {
        let mut odd = email();
        odd.message_id = "<../../etc/passwd@shop.example>".to_owned();
        assert_eq!(odd.file_name(), "______etc_passwd.eml");
    }
}
