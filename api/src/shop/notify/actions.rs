//! Making a request, and answering it once its product can be bought.
//!
//! A request is an address that waits. [`tell`] turns requests into jobs, in the order in which they were made: all of
//! them when a sale begins or has new days, but only a few at a time when sold-out places come back, because one
//! returned place is of no use to hundreds of people.

use std::iter;
use std::time::Duration;

use super::emails::email;
use super::entity::Model;
use super::store;
use crate::app::App;
use crate::error::{Error, FieldFault, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::platform::jobs::{self, Failure, Job};
use crate::platform::limits::Limit;
use crate::shop::site::EmailContext;
use crate::shop::storefront::calendar::{SaleState, not_for_sale};
use midway_catalog::Catalog;
use midway_catalog::files::Product;
use midway_kernel::address::{EMAIL, email_key, is_email};
use midway_kernel::id::ProductId;
use midway_kernel::secret::{fingerprint, random_id};
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

/// The kind of the job that sends one e-mail; its subject is the id of the request.
pub const NOTIFY: &str = "notify";

pub const REQUESTED: Text =
    Text { id: "notify-me.requested", default: "We'll email you once, as soon as you can book." };
const CAN_BE_BOOKED: Text = Text { id: "notify-me.can-be-booked", default: "Good news: you can book now." };

/// The limits on requests, per network address and per e-mail address.
const REQUESTS_OF_VISITOR: Limit = Limit { name: "notify-by", attempts: 30, window: Duration::from_secs(3_600) };
const REQUESTS_FOR_ADDRESS: Limit = Limit { name: "notify", attempts: 10, window: Duration::from_secs(86_400) };

/// How long a request waits.
const KEEP: chrono::Duration = chrono::Duration::days(365);

/// How many requests for a product [`tell`] answers per round: those for returned places, and the others.
const RETURNS_PER_ROUND: u64 = 5;
const OTHERS_PER_ROUND: u64 = 500;

/// The product with this id, if a request for it is possible now or later.
fn product<'c>(catalog: &'c Catalog, id: &ProductId, now: Instant) -> Option<&'c Product> {
    catalog.product(id).filter(|product| product.sold_publicly && !catalog.is_sale_over(product, now))
}

/// Stores a request of an e-mail address for a product.
///
/// # Errors
/// [`Error::NotFound`] for a product that is not sold to everyone; a refusal for an invalid address and for a product
/// that can be bought; [`Error::TooMany`] over the limits.
pub async fn request(app: &App, visitor: &Visitor, id: &ProductId, email_address: &str) -> Result<()> {
    let catalog = app.catalog.current();
    let now = app.clock.now();
    let product = product(&catalog, id, now).ok_or(Error::NotFound)?;
    let email_address = email_address.trim();
    if !is_email(email_address) {
        let email = FieldFault { field: "email".to_owned(), text: EMAIL, values: Vec::new() };
        return Err(Refusal { fields: vec![email], ..Refusal::new(EMAIL) }.into());
    }
    let Some(state) = why_not(app, &catalog, product, now).await? else {
        return Err(Refusal::new(CAN_BE_BOOKED).into());
    };
    let email_key = email_key(email_address);
    app.limits.attempt_by_clock(REQUESTS_OF_VISITOR, visitor.address(), now).await?;
    app.limits.attempt_by_clock(REQUESTS_FOR_ADDRESS, &fingerprint(&email_key), now).await?;
    let request = Model {
        id: random_id(),
        product_id: id.clone(),
        email_address: email_address.to_owned(),
        email_key,
        for_returns: state == Some(SaleState::SoldOut),
        asked_at: now,
    };
    store::insert(app.db.write(), request).await
}

/// Queues the e-mails for the first requests for each product that can be bought.
pub async fn tell(app: &App) -> Result<()> {
    let requested = store::products(app.db.read()).await?;
    if requested.is_empty() {
        return Ok(());
    }
    let catalog = app.catalog.current();
    let now = app.clock.now();
    let products: Vec<&Product> = requested.iter().filter_map(|id| product(&catalog, id, now)).collect();
    let closed = not_for_sale(app, &catalog, products.iter().copied(), now).await?;
    let open = products.into_iter().filter(|product| closed.iter().all(|(id, _)| *id != product.id));
    for product in open {
        let tx = app.db.begin().await?;
        for (for_returns, count) in [(false, OTHERS_PER_ROUND), (true, RETURNS_PER_ROUND)] {
            let first = store::first(&tx, &product.id, for_returns, count).await?;
            for request in &first {
                // Another worker may have read the same requests; then it has queued the same jobs.
                jobs::enqueue(&tx, NOTIFY, &request.id, request, now).await?;
            }
            store::delete(&tx, &first).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

/// Why a product cannot be bought now: its state, if it has one; `None` if it can be bought.
async fn why_not(app: &App, catalog: &Catalog, product: &Product, now: Instant) -> Result<Option<Option<SaleState>>> {
    let closed = not_for_sale(app, catalog, iter::once(product), now).await?;
    Ok(closed.into_iter().next().map(|(_, state)| state))
}

/// Sends the e-mail that answers a request. If the product cannot be bought any more, the request waits again.
pub async fn send(app: &App, job: &Job) -> Result<(), Failure> {
    let request: Model = job.read()?;
    let context = EmailContext::of(app);
    let Some(product) = product(&context.catalog, &request.product_id, context.now) else { return Ok(()) };
    if why_not(app, &context.catalog, product, context.now).await?.is_some() {
        // Its job would not be queued twice under the same id.
        return Ok(store::insert(app.db.write(), Model { id: random_id(), ..request }).await?);
    }
    Ok(app.mailer.send(&email(&context, product, &request.email_address, &job.subject)?).await?)
}

/// Deletes requests that have waited for a year.
pub async fn sweep(app: &App) -> Result<()> {
    store::delete_before(app.db.write(), app.clock.now() - KEEP).await
}
