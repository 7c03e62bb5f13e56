//! Use cases of the cart: each gives a command to the executor.

use super::command::{Addition, CartCommand, ChangeLines, CheckoutSettings, ClearCart, WantedDonation, WantedPass};
use super::executor::execute;
use super::passes::NO_NEW_PASSES;
use super::passholder::{BlankPass, Passholder};
use super::questions::Changed;
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::{SignedIn, Visitor};
use crate::shop::ticket::Holder;
use midway_catalog::Catalog;
use midway_kernel::secret::random_id;
use midway_kernel::time::Instant;

/// Adds lines that may be sold to this visitor, with their places: all of them, or none.
///
/// # Errors
/// A refusal when a line may not be sold or its places are not available; a conflict while the cart is being paid for.
pub async fn add(
    app: &App,
    visitor: &Visitor,
    catalog: &Catalog,
    addition: Addition<'_>,
    now: Instant,
) -> Result<Changed> {
    execute(app, visitor, catalog, CartCommand::Add(addition), now).await
}

/// Changes quantities and dates, and removes and restores lines: all of them, or none.
///
/// # Errors
/// [`Error::NotFound`] for a line that is not in this visitor's cart; a refusal outside the variant's
/// bounds or when places are not available; a conflict while the cart is being paid for.
pub async fn modify(app: &App, visitor: &Visitor, request: ChangeLines) -> Result<Changed> {
    run(app, visitor, CartCommand::ChangeLines(request)).await
}

/// Empties the cart and releases its places. Does nothing when the visitor has no cart.
///
/// # Errors
/// A conflict while the cart is being paid for.
pub async fn clear(app: &App, visitor: &Visitor, request: ClearCart) -> Result<Changed> {
    run(app, visitor, CartCommand::Clear(request)).await
}

/// Puts a donation into the visitor's cart.
///
/// # Errors
/// A refusal when the cart is full; a conflict while it is being paid for.
pub async fn donate(app: &App, visitor: &Visitor, catalog: &Catalog, donation: WantedDonation<'_>) -> Result<Changed> {
    execute(app, visitor, catalog, CartCommand::Donate(donation), app.clock.now()).await
}

/// Extends the hold on a cart's places, within the maximum hold.
///
/// # Errors
/// A refusal when the hold has expired; a conflict while the cart is being paid for.
pub async fn extend(app: &App, visitor: &Visitor) -> Result<()> {
    run_without_question(app, visitor, CartCommand::ExtendHold).await
}

/// Accepts the latest revision: the shopper has seen the changes.
///
/// # Errors
/// A conflict while the cart is being paid for.
pub async fn accept_revision(app: &App, visitor: &Visitor) -> Result<()> {
    run_without_question(app, visitor, CartCommand::AcceptRevision).await
}

/// Stores how a cart is to be paid.
///
/// # Errors
/// A refusal when no plan is available; a conflict while the cart is being paid for.
pub async fn pay_by_plan(app: &App, visitor: &Visitor, by_plan: bool) -> Result<()> {
    run_without_question(app, visitor, CartCommand::PayByPlan(by_plan)).await
}

/// Saves validated checkout settings.
///
/// # Errors
/// [`Error::NotFound`] when the visitor has no cart, a conflict while it is being paid for.
pub async fn save_settings(app: &App, visitor: &Visitor, settings: CheckoutSettings) -> Result<()> {
    run_without_question(app, visitor, CartCommand::SaveCheckout(Box::new(settings))).await
}

/// Adds a pass without product and passholder, and returns its id.
///
/// # Errors
/// A refusal when the operator's settings do not allow it, or the cart is full; a conflict while it is being paid for.
pub async fn add_blank_pass(app: &App, signed_in: &SignedIn) -> Result<String> {
    if app.catalog.current().settings().suppress_new_pass_demographics {
        return Err(Refusal::new(NO_NEW_PASSES).into());
    }
    let pass = BlankPass { id: random_id(), passholder: Passholder::default() };
    let id = pass.id.clone();
    run_without_question(app, &signed_in.visitor, CartCommand::AddBlankPasses(vec![pass])).await?;
    Ok(id)
}

/// Adds passes that renew or upgrade existing tickets. A ticket that is already renewed or upgraded in this cart is
/// skipped.
///
/// # Errors
/// A refusal when the same ticket would be both renewed and upgraded, and when the cart is full; a conflict while it is
/// being paid for.
pub async fn add_followers(app: &App, visitor: &Visitor, followers: Vec<Passholder>) -> Result<()> {
    let passes = followers.into_iter().map(|passholder| BlankPass { id: random_id(), passholder }).collect();
    run_without_question(app, visitor, CartCommand::AddBlankPasses(passes)).await
}

/// Stores the passholder of a pass as confirmed.
///
/// # Errors
/// [`Error::NotFound`] for a pass that is not in this visitor's cart; a refusal with one entry per wrong
/// field.
pub async fn describe_pass(app: &App, visitor: &Visitor, id: &str, holder: Holder) -> Result<()> {
    run_without_question(app, visitor, CartCommand::DescribePass { id: id.to_owned(), holder }).await
}

/// Stores the name of the pass photo.
///
/// # Errors
/// [`Error::NotFound`] for a pass that is not in this visitor's cart; a conflict while it is being paid for.
pub async fn keep_picture(app: &App, visitor: &Visitor, id: &str, name: &str) -> Result<()> {
    run_without_question(app, visitor, CartCommand::SetPassPhoto { id: id.to_owned(), name: name.to_owned() }).await
}

/// Removes a pass from the cart, with its line if it has one.
///
/// # Errors
/// [`Error::NotFound`] for a pass that is not in this visitor's cart; a conflict while it is being paid for.
pub async fn remove_pass(app: &App, visitor: &Visitor, id: &str) -> Result<()> {
    run_without_question(app, visitor, CartCommand::RemovePass { id: id.to_owned() }).await
}

/// Removes the passes without a product.
///
/// # Errors
/// A conflict while the cart is being paid for.
pub async fn remove_blank_passes(app: &App, visitor: &Visitor) -> Result<()> {
    run_without_question(app, visitor, CartCommand::RemoveBlankPasses).await
}

/// Sets the products of passes: all of them, or none.
///
/// # Errors
/// [`Error::NotFound`] for a pass that is not in this visitor's cart; a refusal for a product that is not
/// an option of the pass, or when the pass that it renews is being renewed in another cart; a conflict while the cart is
/// being paid for.
pub async fn choose_pass_products(app: &App, visitor: &Visitor, wanted: Vec<WantedPass>) -> Result<()> {
    run_without_question(app, visitor, CartCommand::ChoosePassProducts(wanted)).await
}

async fn run(app: &App, visitor: &Visitor, command: CartCommand<'_>) -> Result<Changed> {
    execute(app, visitor, &app.catalog.current(), command, app.clock.now()).await
}

/// Runs a command whose call has no way to ask the shopper a question.
async fn run_without_question(app: &App, visitor: &Visitor, command: CartCommand<'_>) -> Result<()> {
    match run(app, visitor, command).await? {
        Changed::Done => Ok(()),
        Changed::Asked(question) => Err(Error::Internal(format!("this call cannot ask \"{}\"", question.title.id))),
    }
}
