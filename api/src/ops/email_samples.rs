//! `midway email-samples FOLDER`: writes each e-mail that the shop sends, filled with sample data. It needs no
//! database.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use data_encoding::BASE64;
use sea_orm::Iterable;

use crate::config::Config;
use crate::error::{Error, Result};
use crate::platform::mailer::{Email, PictureSource};
use crate::platform::pictures::media_type;
use crate::shop::catalog::{CatalogError, converted, read};
use crate::shop::site::{EmailContext, EmailKind, EmailSample};
use crate::shop::{account, billing, notify, order, refund, reservation, transfer};
use midway_catalog::{Catalog, Document, PictureSet, Revision};
use midway_kernel::time::Instant;

/// Writes an HTML file and a text file for each sample, with the texts of the catalogue in `catalog`. Returns the
/// number of samples.
///
/// # Errors
/// The inner result says what is wrong with the catalogue.
pub fn write(config: Config, catalog: &Path, folder: &Path, now: Instant) -> Result<Result<usize, CatalogError>> {
    let document = match document(catalog, now)? {
        Ok(document) => document,
        Err(refused) => return Ok(Err(refused)),
    };
    let mut pictures = Pictures { root: catalog, planned: document.pictures.clone(), inline: HashMap::new() };
    let samples = samples_of(config, document, now)?;
    let cannot_write = |error| Error::Internal(format!("cannot write into {}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(cannot_write)?;
    for EmailSample { name, email } in &samples {
        fs::write(folder.join(format!("{name}.html")), pictures.embedded_in(email)?).map_err(cannot_write)?;
        fs::write(folder.join(format!("{name}.txt")), &email.text).map_err(cannot_write)?;
    }
    Ok(Ok(samples.len()))
}

/// The samples of all kinds of e-mails.
///
/// # Errors
/// The inner result says what is wrong with the catalogue.
pub fn samples(config: Config, catalog: &Path, now: Instant) -> Result<Result<Vec<EmailSample>, CatalogError>> {
    match document(catalog, now)? {
        Ok(document) => samples_of(config, document, now).map(Ok),
        Err(refused) => Ok(Err(refused)),
    }
}

/// The catalogue in a folder.
fn document(catalog: &Path, now: Instant) -> Result<Result<Document, CatalogError>> {
    match read(catalog, now) {
        Ok(prepared) => Ok(Ok(prepared.document)),
        Err(wrong @ CatalogError::Wrong(_)) => Ok(Err(wrong)),
        Err(other) => Err(other.into()),
    }
}

fn samples_of(config: Config, document: Document, now: Instant) -> Result<Vec<EmailSample>> {
    let catalog = Catalog::new(Revision { number: 1, imported_at: now, document });
    let context = EmailContext { catalog: Arc::new(catalog), config: Arc::new(config), now };
    let mut samples = Vec::new();
    for kind in EmailKind::iter() {
        samples.extend(match kind {
            EmailKind::OrderConfirmation => order::email_samples(&context),
            EmailKind::VisitReminder => order::reminder_samples(&context),
            EmailKind::TicketSent => transfer::samples(&context),
            EmailKind::TicketCanceled => transfer::canceled_samples(&context),
            EmailKind::TicketMoved => transfer::moved_samples(&context),
            EmailKind::TicketChoice => transfer::choice_samples(&context),
            EmailKind::TicketTakesPlace => transfer::takes_place_samples(&context),
            EmailKind::PaymentDue => billing::due_samples(&context),
            EmailKind::PaymentCharged => billing::charged_samples(&context),
            EmailKind::DeclinedPayment => billing::declined_samples(&context),
            EmailKind::Refund => refund::email_samples(&context),
            EmailKind::Choice => order::choice_samples(&context),
            EmailKind::Moved => order::moved_samples(&context),
            EmailKind::TakesPlace => order::takes_place_samples(&context),
            EmailKind::PaymentToConfirm => billing::to_confirm_samples(&context),
            EmailKind::Reservation => reservation::email_samples(&context),
            EmailKind::ProductOpen => notify::samples(&context),
            EmailKind::AddressVerification => account::verification_samples(&context),
            EmailKind::Welcome => account::welcome_samples(&context),
            EmailKind::PasswordReset => account::password_reset_samples(&context),
            EmailKind::PasswordChanged => account::password_changed_samples(&context),
        }?);
    }
    Ok(samples)
}

/// The pictures of the catalogue's folder, as `data:` URLs.
struct Pictures<'c> {
    root: &'c Path,
    planned: BTreeMap<String, PictureSet>,
    /// The URLs made so far, by the names of the pictures.
    inline: HashMap<String, String>,
}

impl Pictures<'_> {
    /// The HTML with its pictures embedded as `data:` URLs, because a browser cannot follow `cid:` URLs.
    fn embedded_in(&mut self, email: &Email) -> Result<String> {
        let mut html = email.html.clone();
        for picture in &email.pictures {
            let inline = match &picture.source {
                PictureSource::Png(png) => data_url("image/png", png),
                PictureSource::Stored { name, .. } => self.inline(name)?,
            };
            html = html.replace(&format!("cid:{}", picture.content_id), &inline);
        }
        Ok(html)
    }

    fn inline(&mut self, name: &str) -> Result<String> {
        if let Some(inline) = self.inline.get(name) {
            return Ok(inline.clone());
        }
        let bytes = converted(self.root, &self.planned, name)?.ok_or(Error::NotFound)?;
        let inline = data_url(media_type(name), &bytes);
        self.inline.insert(name.to_owned(), inline.clone());
        Ok(inline)
    }
}

fn data_url(media_type: &str, bytes: &[u8]) -> String {
    format!("data:{media_type};base64,{}", BASE64.encode(bytes))
}
