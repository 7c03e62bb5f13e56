//! Putting lines into the cart: all of them with their places, or none.

use std::collections::BTreeSet;

use sea_orm::DatabaseTransaction;

use super::seats::{Seated, choose_seats};
use super::{claim, claims_of, current_id, hold_of, lock_open, save_change, settle, with_hold};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::kernel::coded::SaleFlow;
use crate::kernel::money::Money;
use crate::kernel::secret::random_id;
use crate::kernel::time::Instant;
use crate::shop::cart::entity::cart::Model as Cart;
use crate::shop::cart::entity::line::{CartLine, Lines};
use crate::shop::cart::questions::{Changed, Question};
use crate::shop::cart::revision::is_held;
use crate::shop::cart::rules::{
    self, CODE_NOT_FOR_THIS, Hold, MOST_LINES, NOTHING_CHOSEN, SellableLine, TOO_MANY_LINES, WRONG_FLOW, WantedLine,
};
use crate::shop::cart::store;
use crate::shop::catalog::files::{PromotionCode, Variant};
use crate::shop::catalog::{Catalog, Terms, redeemed};
use crate::shop::inventory::{self, Holding};
use crate::shop::performance::{self, Left};

/// What is to be added, and by which way the shopper came.
#[derive(Clone, Debug)]
pub struct AddLines {
    pub lines: Vec<WantedLine>,
    pub sale_flow: SaleFlow,
    pub promotion_code: Option<String>,
    /// The answer to the question that the same call asked before.
    pub context: Option<String>,
}

/// Adds lines. The same variant at the same performances and of the same promotion joins the line that is there; one whose places are
/// held, if it has the same price. Lines that cannot be bought with them leave, when the shopper has said so.
///
/// # Errors
/// A refusal when a line may not be sold or its places are gone; a conflict while the cart is being paid for.
pub async fn add(app: &App, visitor: &Visitor, request: AddLines) -> Result<Changed> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    if request.lines.is_empty() || request.lines.iter().any(|line| line.quantity == 0) {
        return Err(Refusal::new(NOTHING_CHOSEN).into());
    }
    let typed = request.promotion_code.as_deref().filter(|code| !code.is_empty());
    if (request.sale_flow == SaleFlow::PromotionCode) != typed.is_some() {
        return Err(Refusal::new(WRONG_FLOW).into());
    }
    let code = redeemed(app, &catalog, visitor, typed, now).await?;
    let terms = Terms { flow: request.sale_flow, promotion: code };
    let mut sellable = Vec::with_capacity(request.lines.len());
    for wanted in &request.lines {
        sellable.push(rules::sellable(&catalog, wanted, terms, now)?);
    }
    if let Some(code) = code {
        is_good_for_some(code, &sellable)?;
    }
    let cart_id = current_id(app, visitor).await?;
    let account_id = visitor.session().await?.account_id;
    let tx = app.db.begin().await?;
    let existing = lock_open(&tx, cart_id).await?;
    let is_new = existing.is_none();
    let mut cart = existing.unwrap_or_else(|| store::new_cart(random_id(), account_id, now));
    let sellable = match choose_seats(&tx, &catalog, &cart, sellable, request.context.as_deref(), now).await? {
        Seated::Lines(lines) => lines,
        Seated::Asked(question) => return Ok(Changed::Asked(question)),
    };
    let replaced = replaced(&cart, &sellable);
    if let Some(question) = before_replacing(&cart, &sellable, &replaced)
        && let Some(question) = question.unless_answered(request.context.as_deref())
    {
        return Ok(Changed::Asked(question));
    }
    let holding = match (is_new, replaced.is_empty()) {
        (true, _) => Holding::nothing(&cart.id),
        (false, true) => held(&tx, &catalog, &cart, now).await?,
        (false, false) => inventory::holding(&tx, &cart.id).await?,
    };
    let hold = rules::renewed(hold_of(&cart), catalog.settings(), now);
    let used = rules::uses(&cart.lines);
    let (leaving, staying): (Vec<CartLine>, _) = cart.lines.0.into_iter().partition(|line| replaced.contains(&line.id));
    cart.lines = Lines(staying);
    let left = left_for(&tx, &catalog, &sellable, &leaving).await?;
    let adding: Vec<Adding<'_>> =
        sellable.into_iter().map(|line| Adding::new(&catalog, line, terms, &left, now)).collect();
    if let Some(question) = before_paying_more(&cart, &adding)
        && let Some(question) = question.unless_answered(request.context.as_deref())
    {
        return Ok(Changed::Asked(question));
    }
    let mut touched = BTreeSet::new();
    for Adding { variant, line, .. } in adding {
        let is_held = |line: &CartLine| is_held(&catalog, &holding, line, now);
        touched.insert(put(&mut cart, variant, line, is_held)?);
    }
    if cart.lines.len() > MOST_LINES {
        return Err(Refusal::new(TOO_MANY_LINES).with("max", MOST_LINES).into());
    }
    settle(&catalog, &mut cart, &used, now)?;
    let touched = touched.into_iter().map(|at| cart.lines[at].clone());
    let touched: Vec<CartLine> =
        touched.chain(leaving.into_iter().map(|line| CartLine { quantity: 0, ..line })).collect();
    let claims = claims_of(&catalog, &touched)?;
    let is_limited = holding.is_limited_with(&claims, now);
    let cart_id = cart.id.clone();
    if is_new {
        store::insert(&tx, with_hold(cart, hold, is_limited)).await?;
    } else {
        save_change(&tx, cart, hold, is_limited, now).await?;
    }
    claim(&tx, holding, &touched, &claims, hold, now).await?;
    tx.commit().await.map_err(Error::from)?;
    if is_new {
        visitor.change(|session| session.previous_cart_id = session.cart_id.replace(cart_id)).await?;
    }
    Ok(Changed::Done)
}

/// A line that is added, at today's price.
struct Adding<'c> {
    variant: &'c Variant,
    line: CartLine,
    /// The price that the shopper was shown.
    seen: Option<Money>,
}

impl<'c> Adding<'c> {
    fn new(catalog: &'c Catalog, line: SellableLine<'c>, terms: Terms<'_>, left: &Left, now: Instant) -> Self {
        let (variant, seen) = (line.variant, line.seen_price);
        Adding { variant, line: rules::priced(catalog, line, terms, left, now), seen }
    }
}

/// What is left where prices depend on it. Others are kept from it until the places are claimed, so that each buyer pays for the
/// places that were left to them; in the order in which claims take it, with all that this change takes or gives back.
async fn left_for(
    tx: &DatabaseTransaction,
    catalog: &Catalog,
    adding: &[SellableLine<'_>],
    leaving: &[CartLine],
) -> Result<Left> {
    if !adding.iter().any(|line| catalog.price_has_steps(line.product, line.variant)) {
        return Ok(Left::default());
    }
    let chosen = adding.iter().flat_map(|line| &line.performances);
    let chosen = chosen.chain(leaving.iter().flat_map(|line| &line.performances.0));
    let found = chosen.filter_map(|chosen| performance::find(catalog, &chosen.performance_id));
    Left::locked(tx, found.flat_map(|performance| performance.draws(catalog, 1))).await
}

fn before_paying_more(cart: &Cart, adding: &[Adding<'_>]) -> Option<Question> {
    let dearer = adding.iter().filter_map(|adding| Some((&adding.line, adding.seen?)));
    let dearer: Vec<(&CartLine, Money)> = dearer.filter(|(line, seen)| line.unit_price > *seen).collect();
    (!dearer.is_empty()).then(|| Question::dearer(cart, &dearer))
}

/// The lines of a cart that cannot be bought together with what is added, by their ids.
fn replaced(cart: &Cart, adding: &[SellableLine<'_>]) -> BTreeSet<String> {
    let is_replaced = |line: &&CartLine| adding.iter().any(|new| new.product.replaces.contains(&line.product_id));
    cart.lines.iter().filter(is_replaced).map(|line| line.id.clone()).collect()
}

fn before_replacing(cart: &Cart, adding: &[SellableLine<'_>], replaced: &BTreeSet<String>) -> Option<Question> {
    let lines: Vec<&CartLine> = cart.lines.iter().filter(|line| replaced.contains(&line.id)).collect();
    let replaces = |new: &&SellableLine<'_>| lines.iter().any(|line| new.product.replaces.contains(&line.product_id));
    let added = adding.iter().find(replaces)?;
    Some(Question::replace_lines(cart, &added.product.name, &lines))
}

/// A code that is good for nothing of what is added was meant for something else.
fn is_good_for_some(code: &PromotionCode, lines: &[SellableLine<'_>]) -> Result<(), Refusal> {
    match lines.first() {
        Some(first) if !lines.iter().any(|line| code.applies_to(line.product, line.variant)) => {
            Err(Refusal::new(CODE_NOT_FOR_THIS).with("name", &first.product.name))
        }
        _ => Ok(()),
    }
}

/// What a cart holds, by its own word while its hold lives.
async fn held(tx: &DatabaseTransaction, catalog: &Catalog, cart: &Cart, now: Instant) -> Result<Holding> {
    let is_alive = |hold: &Hold| now < hold.until;
    match (hold_of(cart).filter(is_alive), claims_of(catalog, cart.lines.iter())) {
        (Some(hold), Ok(claims)) => Ok(Holding::believed(&cart.id, &claims, hold.until)),
        _ => inventory::holding(tx, &cart.id).await,
    }
}

/// Joins a line to the cart's value and tells its index. One that holds nothing is sold anew with what joins it.
fn put(
    cart: &mut Cart,
    variant: &Variant,
    new: CartLine,
    is_held: impl Fn(&CartLine) -> bool,
) -> Result<usize, Refusal> {
    // What is held keeps its price, and what is added has today's.
    let joins = |line: &CartLine| rules::is_same(line, &new) && (line.unit_price == new.unit_price || !is_held(line));
    if let Some(index) = cart.lines.iter().position(joins) {
        let line = &mut cart.lines[index];
        let quantity = line.quantity.saturating_add(new.quantity);
        rules::within_bounds(variant, quantity)?;
        if is_held(line) {
            line.quantity = quantity;
        } else {
            *line = CartLine { id: line.id.clone(), quantity, ..new };
        }
        return Ok(index);
    }
    // Each seat is a line of its own, and so is what has another price: together they are bounded as one line would be.
    let is_beside = |line: &&CartLine| rules::is_same(line, &new) || new.has_seat() && rules::is_beside(line, &new);
    let beside = cart.lines.iter().filter(is_beside);
    rules::within_bounds(variant, beside.map(|line| line.quantity).sum::<u32>().saturating_add(new.quantity))?;
    cart.lines.push(new);
    Ok(cart.lines.len() - 1)
}
