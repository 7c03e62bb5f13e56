//! The passes of a cart: adding one without a product, entering its passholder, choosing its product, removing it.

use super::modify::{ChangeLines, LineChange, modify};
use super::{CartWriter, apply_offers, change, current_id, hold_of, lock_open};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::{SignedIn, Visitor};
use crate::shop::cart::entity::cart::Model as Cart;
use crate::shop::cart::entity::pass::{BlankPass, BlankPasses, Passholder};
use crate::shop::cart::line::CartLine;
use crate::shop::cart::passes::{CartPass, NO_NEW_PASSES, RENEWED_HERE, SELECTION_REQUIRED, UPGRADED_HERE, passes};
use crate::shop::cart::rules::{self, MAXIMUM, MOST_LINES, NOT_FOR_SALE, TOO_MANY_LINES, WantedLine};
use crate::shop::cart::store;
use crate::shop::inventory;
use crate::shop::performance::Availability;
use crate::shop::ticket::Holder;
use midway_catalog::Catalog;
use midway_kernel::id::VariantId;
use midway_kernel::secret::random_id;
use midway_kernel::time::Instant;

/// The product chosen for a pass of the cart.
#[derive(Clone, Debug)]
pub struct WantedPass {
    pub id: String,
    pub variant_id: VariantId,
}

/// Adds a pass without product and passholder, and returns its id.
///
/// # Errors
/// A refusal when the operator's settings do not allow it, or the cart is full; a conflict while it is being paid for.
pub async fn add_blank_pass(app: &App, signed_in: &SignedIn) -> Result<String> {
    if app.catalog.current().settings().suppress_new_pass_demographics {
        return Err(Refusal::new(NO_NEW_PASSES).into());
    }
    let ids = add_blank(app, &signed_in.visitor, vec![Passholder::default()]).await?;
    ids.into_iter().next().ok_or_else(|| Error::Internal("a blank pass was not added".to_owned()))
}

/// Adds passes that renew or upgrade existing tickets. A ticket that is already renewed or upgraded in this cart is
/// skipped.
///
/// # Errors
/// A refusal when the same ticket would be both renewed and upgraded, and when the cart is full; a conflict while it is
/// being paid for.
pub async fn add_followers(app: &App, visitor: &Visitor, followers: Vec<Passholder>) -> Result<()> {
    add_blank(app, visitor, followers).await.map(drop)
}

async fn add_blank(app: &App, visitor: &Visitor, adding: Vec<Passholder>) -> Result<Vec<String>> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let (writer, mut cart) = CartWriter::begin(app, visitor, now).await?;
    let added: Vec<BlankPass> = not_there(adding, &passes(&cart))?
        .into_iter()
        .map(|passholder| BlankPass { id: random_id(), passholder })
        .collect();
    let ids = added.iter().map(|pass| pass.id.clone()).collect();
    let mut blank = cart.blank_passes.take().unwrap_or_default();
    blank.0.extend(added);
    if cart.lines.len() + blank.0.len() > MOST_LINES {
        return Err(Refusal::new(TOO_MANY_LINES).with("max", MOST_LINES).into());
    }
    cart.blank_passes = some(blank);
    let hold = rules::renewed(hold_of(&cart), catalog.settings(), now);
    let holding = inventory::holding(&writer.tx, &cart.id).await?;
    writer.finish(&catalog, cart, &[], holding, hold).await?;
    Ok(ids)
}

/// Those that are not in the cart yet. A ticket can be either renewed or upgraded, not both.
fn not_there(adding: Vec<Passholder>, there: &[CartPass]) -> Result<Vec<Passholder>, Refusal> {
    let mut missing = Vec::with_capacity(adding.len());
    for passholder in adding {
        let follows = |pass: &&CartPass| match (&pass.passholder.follows, &passholder.follows) {
            (Some(one), Some(other)) => one.ticket_id == other.ticket_id,
            _ => false,
        };
        match (there.iter().find(follows), &passholder.follows) {
            (Some(pass), Some(held)) if pass.is_upgrade() != passholder.upgrades().is_some() => {
                let text = if pass.is_upgrade() { UPGRADED_HERE } else { RENEWED_HERE };
                return Err(Refusal::new(text).with("id", &held.media_code));
            }
            (Some(_), _) => {}
            (None, _) => missing.push(passholder),
        }
    }
    Ok(missing)
}

fn some(blank: BlankPasses) -> Option<BlankPasses> {
    Some(blank).filter(|blank| !blank.0.is_empty())
}

/// Stores the passholder of a pass as confirmed. The lines and the version stay the same.
///
/// # Errors
/// [`Error::NotFound`] for a pass that is not in this visitor's cart; a refusal with one entry per wrong field.
pub async fn describe_pass(app: &App, visitor: &Visitor, id: &str, given: Holder) -> Result<()> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    let cart_id = current_id(app, visitor).await?;
    let tx = app.db.begin().await?;
    let Some(mut cart) = lock_open(&tx, cart_id).await? else { return Err(Error::NotFound) };
    let pass = passes(&cart).into_iter().find(|pass| pass.id == id).ok_or(Error::NotFound)?;
    let holder = pass.described(&catalog, given, now)?;
    write(&mut cart, id, Passholder { holder, ..pass.passholder });
    cart.changed_at = now;
    store::save_lines(&tx, cart).await?;
    tx.commit().await?;
    Ok(())
}

/// Stores the name of the pass photo.
///
/// # Errors
/// [`Error::NotFound`] for a pass that is not in this visitor's cart; a conflict while it is being paid for.
pub async fn keep_picture(app: &App, visitor: &Visitor, id: &str, picture: &str) -> Result<()> {
    let cart_id = current_id(app, visitor).await?;
    let tx = app.db.begin().await?;
    let Some(mut cart) = lock_open(&tx, cart_id).await? else { return Err(Error::NotFound) };
    let mut pass = passes(&cart).into_iter().find(|pass| pass.id == id).ok_or(Error::NotFound)?;
    pass.passholder.holder.picture = Some(picture.to_owned());
    write(&mut cart, id, pass.passholder);
    cart.changed_at = app.clock.now();
    store::save_lines(&tx, cart).await?;
    tx.commit().await?;
    Ok(())
}

/// Writes the passholder to the pass's line or to the pass without a product.
fn write(cart: &mut Cart, id: &str, passholder: Passholder) {
    match cart.lines.iter_mut().find(|line| line.id == id) {
        Some(line) => line.set_passholder(passholder),
        None => {
            let blank = cart.blank_passes.iter_mut().flat_map(|blank| &mut blank.0);
            for it in blank.filter(|it| it.id == id) {
                it.passholder = passholder.clone();
            }
        }
    }
}

/// Removes a pass from the cart, with its line if it has one.
///
/// # Errors
/// [`Error::NotFound`] for a pass that is not in this visitor's cart; a conflict while it is being paid for.
pub async fn remove_pass(app: &App, visitor: &Visitor, id: &str) -> Result<()> {
    let now = app.clock.now();
    let cart_id = current_id(app, visitor).await?;
    let tx = app.db.begin().await?;
    let Some(mut cart) = lock_open(&tx, cart_id).await? else { return Err(Error::NotFound) };
    if cart.lines.iter().any(|line| line.id == id && line.pass().is_some()) {
        drop(tx);
        let change = LineChange { line_id: id.to_owned(), quantity: 0, performances: None, seen_price: None };
        return modify(app, visitor, ChangeLines { changes: vec![change], context: None }).await.map(drop);
    }
    let mut blank = cart.blank_passes.take().unwrap_or_default();
    let before = blank.0.len();
    blank.0.retain(|pass| pass.id != id);
    if blank.0.len() == before {
        return Err(Error::NotFound);
    }
    cart.blank_passes = some(blank);
    cart.changed_at = now;
    store::save_lines(&tx, cart).await?;
    tx.commit().await?;
    Ok(())
}

/// Removes the passes without a product: pages show no line for them, and they would block payment.
///
/// # Errors
/// A conflict while the cart is being paid for.
pub async fn remove_blank_passes(app: &App, visitor: &Visitor) -> Result<()> {
    let cart_id = current_id(app, visitor).await?;
    let tx = app.db.begin().await?;
    let Some(mut cart) = lock_open(&tx, cart_id).await? else { return Ok(()) };
    cart.blank_passes = None;
    cart.changed_at = app.clock.now();
    store::save_lines(&tx, cart).await?;
    tx.commit().await?;
    Ok(())
}

/// Sets the products of passes: all of them, or none. A pass that already has the chosen product is unchanged.
///
/// # Errors
/// [`Error::NotFound`] for a pass that is not in this visitor's cart; a refusal for a product that is not an option of
/// the pass, or when the pass that it renews is being renewed in another cart; a conflict while the cart is being paid
/// for.
pub async fn choose_pass_products(app: &App, visitor: &Visitor, wanted: Vec<WantedPass>) -> Result<()> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    if wanted.is_empty() {
        return Err(Refusal::new(SELECTION_REQUIRED).into());
    }
    let cart_id = current_id(app, visitor).await?;
    let tx = app.db.begin().await?;
    let Some(mut cart) = lock_open(&tx, cart_id).await? else { return Err(Error::NotFound) };
    let holding = inventory::holding(&tx, &cart.id).await?;
    let hold = rules::renewed(hold_of(&cart), catalog.settings(), now);
    let used = rules::uses(&cart.lines);
    let mut touched = Vec::new();
    for wanted in &wanted {
        let pass = passes(&cart).into_iter().find(|pass| pass.id == wanted.id).ok_or(Error::NotFound)?;
        if pass.line.as_ref().is_some_and(|line| line.variant_id == wanted.variant_id) {
            continue;
        }
        let line = line_of(&catalog, pass, &wanted.variant_id, now)?;
        put(&mut cart, line.clone());
        touched.push(line);
    }
    for line in &touched {
        let max = rules::most(&catalog, line);
        if rules::count_with(&cart.lines, line) > max {
            return Err(Refusal::new(MAXIMUM).with("max", max).into());
        }
    }
    apply_offers(&catalog, &mut cart, &used, now)?;
    change(&tx, &catalog, cart, &touched, holding, hold, now).await?;
    tx.commit().await?;
    Ok(())
}

/// The line of a pass at today's price.
fn line_of(catalog: &Catalog, pass: CartPass, variant_id: &VariantId, now: Instant) -> Result<CartLine> {
    let option = pass.options(catalog, now).into_iter().find(|option| option.variant.id == *variant_id);
    let option = option.ok_or_else(|| Refusal::new(NOT_FOR_SALE))?;
    let wanted = WantedLine {
        product_id: option.product.id.clone(),
        variant_id: variant_id.clone(),
        quantity: 1,
        performances: Vec::new(),
        seen_price: None,
        redemption: None,
        passholder: Some(Box::new(pass.passholder.clone())),
    };
    let sellable = rules::sellable(catalog, &wanted, option.terms, now)?;
    // A pass has no performances, so availability does not affect its price.
    let line = rules::priced(catalog, sellable, option.terms, &Availability::default(), now);
    Ok(CartLine { id: pass.id, ..line })
}

/// Replaces the pass's previous line, or the pass without a product.
fn put(cart: &mut Cart, line: CartLine) {
    let mut blank = cart.blank_passes.take().unwrap_or_default();
    blank.0.retain(|pass| pass.id != line.id);
    cart.blank_passes = some(blank);
    match cart.lines.iter_mut().find(|other| other.id == line.id) {
        Some(other) => *other = line,
        None => cart.lines.push(line),
    }
}
