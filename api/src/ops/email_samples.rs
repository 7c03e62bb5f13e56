//! `midway email-samples FOLDER`: writes each e-mail that the shop sends, filled with sample data. It needs no
//! database.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use data_encoding::BASE64;
use sea_orm::Iterable;

use crate::config::Config;
use crate::error::{Error, Result};
use crate::platform::mailer::{Email, PictureSource};
use crate::shop::catalog::{CatalogError, problems};
use crate::shop::site::{EmailContext, EmailKind, EmailSample};
use crate::shop::{account, billing, order, reservation};
use midway_catalog::load::load;
use midway_catalog::{Catalog, Document, Revision};
use midway_kernel::time::Instant;

/// Writes an HTML file and a text file for each sample, with the texts of the catalogue in `catalog`. Returns the
/// number of samples.
///
/// # Errors
/// The inner result says what is wrong with the catalogue.
pub fn write(config: Config, catalog: &Path, folder: &Path, now: Instant) -> Result<Result<usize, CatalogError>> {
    let samples = match samples(config, catalog, now)? {
        Ok(samples) => samples,
        Err(refused) => return Ok(Err(refused)),
    };
    let cannot_write = |error| Error::Internal(format!("cannot write into {}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(cannot_write)?;
    for EmailSample { name, email } in &samples {
        fs::write(folder.join(format!("{name}.html")), with_pictures(email)).map_err(cannot_write)?;
        fs::write(folder.join(format!("{name}.txt")), &email.text).map_err(cannot_write)?;
    }
    Ok(Ok(samples.len()))
}

/// The samples of all kinds of e-mails.
///
/// # Errors
/// The inner result says what is wrong with the catalogue.
pub fn samples(config: Config, catalog: &Path, now: Instant) -> Result<Result<Vec<EmailSample>, CatalogError>> {
    let problems = problems(catalog);
    if !problems.is_empty() {
        return Ok(Err(CatalogError::Wrong(problems)));
    }
    let document = Document { folder: load(catalog).folder, ..Document::default() };
    let catalog = Catalog::new(Revision { number: 1, imported_at: now, document });
    let context = EmailContext { catalog: Arc::new(catalog), config: Arc::new(config), now };
    let mut samples = Vec::new();
    for kind in EmailKind::iter() {
        samples.extend(match kind {
            EmailKind::OrderConfirmation => order::email_samples(&context),
            EmailKind::VisitReminder => order::reminder_samples(&context),
            EmailKind::PaymentDue => billing::due_samples(&context),
            EmailKind::PaymentCharged => billing::charged_samples(&context),
            EmailKind::DeclinedPayment => billing::declined_samples(&context),
            EmailKind::Reservation => reservation::email_samples(&context),
            EmailKind::AddressVerification => account::verification_samples(&context),
            EmailKind::Welcome => account::welcome_samples(&context),
            EmailKind::PasswordReset => account::password_reset_samples(&context),
            EmailKind::PasswordChanged => account::password_changed_samples(&context),
        }?);
    }
    Ok(Ok(samples))
}

/// The HTML with its pictures embedded as `data:` URLs, because a browser cannot follow `cid:` URLs. Samples have no
/// stored pictures, because nothing was imported.
fn with_pictures(email: &Email) -> String {
    email.pictures.iter().fold(email.html.clone(), |html, picture| {
        let PictureSource::Png(png) = &picture.source else { return html };
        let inline = format!("data:image/png;base64,{}", BASE64.encode(png));
        html.replace(&format!("cid:{}", picture.content_id), &inline)
    })
}
