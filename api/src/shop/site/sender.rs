//! The sender of the shop's e-mails.

use lettre::Address;
use lettre::message::Mailbox;

use crate::app::App;
use crate::error::{Error, Result};
use midway_catalog::Catalog;

/// The sender: from the configuration, else from the catalogue, else the shop's default.
///
/// # Errors
/// When the configured address is invalid.
pub fn sender(app: &App, catalog: &Catalog) -> Result<Mailbox> {
    if let Some(sender) = &app.config.mail_from {
        return Ok(sender.clone());
    }
    let settings = catalog.settings();
    match &settings.mail_from {
        Some(sender) => sender.parse().map_err(Error::internal),
        None => {
            let address = Address::new("tickets", app.config.host_name()).map_err(Error::internal)?;
            Ok(Mailbox::new(Some(settings.web_site_name.clone()), address))
        }
    }
}
