//! Resolves the sale context of a call: which flow and promotions are open to the visitor. Pages, pickers, lists and
//! additions to the cart all use this module.
//!
//! The flows, types, tags and ids in a request only select among what the visitor is allowed to use.

use super::codes::{FoundCode, find_code};
use super::request::SaleContextRequest;
use super::shopper_eligibility::{BoughtLine, ShopperEligibility, eligibility};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::{SessionData, Visitor};
use crate::shop::cart::{self, Cart, WRONG_FLOW};
use crate::shop::entitlement::Grant;
use crate::shop::performance;
use midway_catalog::files::{Product, Promotion};
use midway_catalog::{Catalog, Closed, InCart, PromotionKind, SaleContext, Terms, UnitsLeft};
use midway_kernel::coded::SaleFlow;
use midway_kernel::id::PromotionId;
use midway_kernel::text::Text;
use midway_kernel::time::{DayRange, Instant};

pub const SIGN_IN: Text = Text { id: "promotion.sign-in", default: "Please sign in to use this offer." };
const NOT_VERIFIED: Text = Text {
    id: "promotion.not-verified",
    default: "This offer is for accounts with a confirmed email address at {{domains}}.",
};
const NO_PASS: Text =
    Text { id: "promotion.for-passholders", default: "This offer is for holders of these passes: {{levels}}." };
const NEITHER: Text = Text {
    id: "promotion.for-passholders-or-verified",
    default: "This offer is for passholders ({{levels}}) and for accounts with a confirmed email address at \
              {{domains}}.",
};
const ENDED: Text = Text { id: "promotion.ended", default: "This offer has ended." };
const NOT_YET: Text = Text { id: "promotion.not-yet", default: "This offer hasn't started yet." };

/// A sale context, and the visitor's entitlements if the flow redeems them.
pub struct Resolved<'c> {
    pub sale_context: SaleContext<'c>,
    pub grants: Vec<Grant<'c>>,
}

/// The sale context that a call asks for: it contains what is open to the visitor, or the reason why it is closed. If
/// the call names lines of the visitor's cart, it is the sale context in which those lines were bought.
///
/// # Errors
/// A refusal when the fields contradict each other, when the flow has no sale context, or for a wrong code;
/// [`Error::TooMany`] after too many wrong codes; [`Error::NotFound`] for a line that is not in this visitor's cart.
pub async fn resolve<'c>(
    app: &App,
    catalog: &'c Catalog,
    visitor: &Visitor,
    asked: &SaleContextRequest,
    now: Instant,
) -> Result<Resolved<'c>> {
    let flow = asked.flow();
    let names_lines = !asked.line_ids.is_empty();
    let has = eligibility(app, catalog, visitor, (flow, names_lines), now).await?;
    let sale_context = match names_lines {
        true => sale_context_of_lines(catalog, &has.lines, &asked.line_ids)?,
        false => sale_context_for_visitor(app, catalog, visitor, asked, &has, now).await?,
    };
    let left = performance::units_left(app.db.read(), catalog, now).await?;
    Ok(Resolved { sale_context: sale_context.with_left(left), grants: has.grants })
}

/// The refusal with the reason why a sale context is closed.
pub fn closed_refusal(closed: &Closed) -> Refusal {
    match closed {
        Closed::UnknownTag => Refusal::new(WRONG_FLOW),
        Closed::SignIn => Refusal::new(SIGN_IN),
        Closed::NotEntitled { email_domains, pass_levels } => {
            let text = match (email_domains.is_empty(), pass_levels.is_empty()) {
                (_, true) => NOT_VERIFIED,
                (true, false) => NO_PASS,
                (false, false) => NEITHER,
            };
            Refusal::new(text).with("domains", email_domains.join(", ")).with("levels", pass_levels.join(", "))
        }
        Closed::NotYet => Refusal::new(NOT_YET),
        Closed::Ended => Refusal::new(ENDED),
    }
}

/// Returns the sale context if it is open.
///
/// # Errors
/// A refusal with the reason why it is closed.
pub fn require_open(sale_context: SaleContext<'_>) -> Result<SaleContext<'_>, Refusal> {
    match &sale_context.closed {
        Some(closed) => Err(closed_refusal(closed)),
        None => Ok(sale_context),
    }
}

/// The cross-sell lists for a cart. The add-on pages and the cart page show them.
pub fn cross_sells<'c>(catalog: &'c Catalog, cart: Option<&Cart>, left: UnitsLeft, now: Instant) -> SaleContext<'c> {
    let hosts = cart.map(|cart| cart::hosts(&cart.lines)).unwrap_or_default();
    hosted(catalog, PromotionKind::CrossSell, &hosts, now).with_left(left)
}

/// The sale context of the running promotions of a kind for what is already in a cart.
fn hosted<'c>(catalog: &'c Catalog, kind: PromotionKind, hosts: &[InCart], now: Instant) -> SaleContext<'c> {
    let running = catalog.folder().promotions_of(kind).iter();
    let running = running.filter(|it| catalog.is_running(it, now) && it.is_hosted(catalog, kind.flow(), hosts));
    SaleContext::of(kind, running.collect(), Vec::new(), None)
}

/// The sale context that a call asks for. It contains what is open to a visitor with the eligibility `has`, or the
/// reason why it is closed.
///
/// # Errors
/// A refusal when the fields contradict each other, when the flow has no sale context, or for a wrong code;
/// [`crate::error::Error::TooMany`] after too many wrong codes.
async fn sale_context_for_visitor<'c>(
    app: &App,
    catalog: &'c Catalog,
    visitor: &Visitor,
    asked: &SaleContextRequest,
    has: &ShopperEligibility<'c>,
    now: Instant,
) -> Result<SaleContext<'c>> {
    let flow = asked.flow();
    if !asked.is_consistent_with(flow) {
        return Err(Refusal::new(WRONG_FLOW).into());
    }
    if flow == SaleFlow::Public {
        return Ok(SaleContext::public());
    }
    let kind = PromotionKind::of_sale_context(flow, asked.promotion_type).ok_or_else(|| Refusal::new(WRONG_FLOW))?;
    let mut sale_context = match kind {
        PromotionKind::AdvanceSale if asked.code().is_none() => {
            sale_context_of_passholders(catalog, kind, &has.pass_levels, &visitor.session().await?, now)?
        }
        PromotionKind::Code | PromotionKind::AdvanceSale => {
            let found = find_code(app, catalog, visitor, kind, asked.code().unwrap_or_default(), now).await?;
            match found {
                FoundCode::Running(promotion, code) => {
                    SaleContext::of(kind, vec![promotion], Vec::new(), None).with_code(code)
                }
                FoundCode::Over(promotion) => SaleContext::of(kind, vec![promotion], Vec::new(), Some(Closed::Ended)),
            }
        }
        PromotionKind::TagSale | PromotionKind::NewPassSale | PromotionKind::VerifiedOffer => {
            sale_context_of_tags(catalog, kind, asked.tags.clone(), &visitor.session().await?, &has.pass_levels, now)
        }
        PromotionKind::TicketEntitlement | PromotionKind::AccountEntitlement => {
            let is_guest = visitor.session().await?.account_id.is_none();
            let asked = |id: &PromotionId| asked.promotion_id.as_ref().is_none_or(|asked| asked == id);
            let granted: Vec<&Grant<'_>> = has.grants.iter().filter(|grant| asked(&grant.promotion.id)).collect();
            let promotions = catalog.folder().promotions_of(kind).iter();
            let promotions = promotions.filter(|it| granted.iter().any(|grant| grant.promotion.id == it.id));
            let days = granted.iter().map(|grant| grant.redemption.days);
            let days = days.reduce(DayRange::with).unwrap_or_default();
            let closed = is_guest.then_some(Closed::SignIn);
            SaleContext::of(kind, promotions.collect(), Vec::new(), closed).for_days(days)
        }
        // Renewals and upgrades have separate calls.
        PromotionKind::Renewal | PromotionKind::Upgrade => return Err(Refusal::new(WRONG_FLOW).into()),
        PromotionKind::AddOnSale | PromotionKind::CrossSell => hosted(catalog, kind, &has.hosts, now),
    };
    if let Some(id) = &asked.promotion_id {
        sale_context.promotions.retain(|promotion| promotion.id == *id);
    }
    Ok(sale_context)
}

/// Why a promotion is closed to a signed-in visitor who is not entitled to it.
fn not_entitled(promotion: &Promotion) -> Closed {
    Closed::NotEntitled { email_domains: promotion.email_domains.clone(), pass_levels: promotion.pass_levels.clone() }
}

/// The sale context that the visitor's passes open, without a code.
///
/// # Errors
/// A refusal when no running promotion can be opened by a pass: then a code is required.
fn sale_context_of_passholders<'c>(
    catalog: &'c Catalog,
    kind: PromotionKind,
    levels: &[String],
    session: &SessionData,
    now: Instant,
) -> Result<SaleContext<'c>, Refusal> {
    let running = catalog.folder().promotions_of(kind).iter();
    let running: Vec<&Promotion> =
        running.filter(|it| !it.pass_levels.is_empty() && catalog.is_running(it, now)).collect();
    let first = running.first().ok_or_else(|| Refusal::new(WRONG_FLOW))?;
    let open: Vec<&Promotion> = running.iter().copied().filter(|it| it.is_for_holder(levels)).collect();
    let closed = match (open.is_empty(), &session.account_id) {
        (false, _) => None,
        (true, None) => Some(Closed::SignIn),
        (true, Some(_)) => Some(not_entitled(first)),
    };
    let promotions = if closed.is_some() { running } else { open };
    Ok(SaleContext::of(kind, promotions, Vec::new(), closed))
}

/// The sale context of a tag's page. If it is open and several promotions have the tag, it contains only the running
/// promotions that the visitor may use.
fn sale_context_of_tags<'c>(
    catalog: &'c Catalog,
    kind: PromotionKind,
    mut tags: Vec<String>,
    session: &SessionData,
    pass_levels: &[String],
    now: Instant,
) -> SaleContext<'c> {
    let has_passes = |product: &Product| product.variants.iter().any(|variant| product.has_pass(variant));
    let products = catalog.folder().product.iter();
    let products: Vec<&Product> =
        products.filter(|product| kind != PromotionKind::NewPassSale || has_passes(product)).collect();
    // Ignore tags that neither a product nor a promotion has, so that a caller cannot invent the heading of a page.
    tags.retain(|tag| {
        catalog.folder().promotions_of(kind).iter().any(|promotion| promotion.tags.contains(tag))
            || products.iter().any(|product| product.tags.contains(tag))
    });
    let of_tag = |promotion: &&Promotion| promotion.tags.iter().any(|tag| tags.contains(tag));
    let all: Vec<&Promotion> = catalog.folder().promotions_of(kind).iter().filter(of_tag).collect();
    let running: Vec<&Promotion> = all.iter().copied().filter(|it| catalog.is_running(it, now)).collect();
    let standing = |promotion: &&Promotion| {
        let is_for_all = promotion.email_domains.is_empty() && promotion.pass_levels.is_empty();
        if !promotion.requires_login_challenge && is_for_all {
            return Ok(());
        }
        if session.account_id.is_none() {
            return Err(Closed::SignIn);
        }
        let is_for = session.verified_email.as_ref().is_some_and(|email| promotion.is_for(email));
        match is_for_all || is_for || promotion.is_for_holder(pass_levels) {
            true => Ok(()),
            false => Err(not_entitled(promotion)),
        }
    };
    let open: Vec<&Promotion> = running.iter().copied().filter(|it| standing(it).is_ok()).collect();
    let has_tag = |product: &&Product| product.tags.iter().any(|tag| tags.contains(tag));
    let closed = if !open.is_empty() {
        None
    } else if let Some(closed) = running.iter().find_map(|it| standing(it).err()) {
        Some(closed)
    } else if all.iter().any(|it| !catalog.is_over(it, now)) {
        Some(Closed::NotYet)
    } else if !all.is_empty() {
        Some(Closed::Ended)
    } else if kind != PromotionKind::VerifiedOffer && products.iter().any(has_tag) {
        None
    } else {
        Some(Closed::UnknownTag)
    };
    let promotions = if closed.is_some() { all } else { open };
    SaleContext::of(kind, promotions, tags, closed)
}

/// The combined sale contexts in which lines of the visitor's cart were bought.
///
/// # Errors
/// [`Error::NotFound`] when one of the lines is not in the cart.
fn sale_context_of_lines<'c>(catalog: &'c Catalog, lines: &[BoughtLine], ids: &[String]) -> Result<SaleContext<'c>> {
    let terms = |id: &String| {
        let line = lines.iter().find(|line| line.id == *id).ok_or(Error::NotFound)?;
        let promotion = line.promotion_id.as_ref().and_then(|id| catalog.promotion_of(line.flow, id));
        Ok((line.variant_id.clone(), Terms { flow: line.flow, promotion, ..Terms::public() }))
    };
    let days = lines.iter().filter(|line| ids.contains(&line.id)).map(|line| line.days);
    let days = days.reduce(DayRange::with).unwrap_or_default();
    Ok(SaleContext::of_lines(ids.iter().map(terms).collect::<Result<_>>()?, days))
}

#[cfg(test)]
mod tests {
    use super::*;
    use midway_catalog::testing::{SHOP_OF_EACH_SALE_CONTEXT as SHOP, catalog, now};

    #[test]
    fn tag_page_is_open_to_entitled_visitors_while_its_promotion_runs() {
        use PromotionKind::{NewPassSale as Passes, TagSale as Sale, VerifiedOffer as Verified};
        let catalog = catalog(SHOP);
        let somebody = |verified_email: Option<&str>| SessionData {
            account_id: Some("ada".to_owned()),
            verified_email: verified_email.map(str::to_owned),
            ..SessionData::default()
        };
        let (guest, member, pupil) = (SessionData::default(), somebody(None), somebody(Some("ada@school.example")));
        let elsewhere = somebody(Some("ada@example.org"));
        let of_school = || {
            let email_domains = vec!["school.example".to_owned()];
            Some(Closed::NotEntitled { email_domains, pass_levels: Vec::new() })
        };
        for (kind, tag, session, closed) in [
            (Sale, "winter", &guest, None),
            (Sale, "walks", &guest, None),
            (Sale, "spring", &guest, Some(Closed::Ended)),
            (Sale, "summer", &guest, Some(Closed::NotYet)),
            (Sale, "members", &guest, Some(Closed::SignIn)),
            (Sale, "members", &member, None),
            (Sale, "nothing", &guest, Some(Closed::UnknownTag)),
            (Passes, "new", &guest, None),
            (Passes, "open-passes", &guest, None),
            (Passes, "members", &guest, Some(Closed::SignIn)),
            (Passes, "members", &member, None),
            (Passes, "winter", &guest, Some(Closed::UnknownTag)),
            (Passes, "nothing", &guest, Some(Closed::UnknownTag)),
            (Verified, "school", &guest, Some(Closed::SignIn)),
            (Verified, "school", &member, of_school()),
            (Verified, "school", &elsewhere, of_school()),
            (Verified, "school", &pupil, None),
            (Verified, "old-school", &pupil, Some(Closed::Ended)),
            (Verified, "winter", &pupil, Some(Closed::UnknownTag)),
        ] {
            let sale_context = sale_context_of_tags(&catalog, kind, vec![tag.to_owned()], session, &[], now());
            assert_eq!(sale_context.closed, closed, "{kind:?} {tag} {session:?}");
        }
    }
}
