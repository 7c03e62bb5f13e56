//! Checks what a shopper asks to add, before the cart is locked: the sale context is open to the visitor, each line may
//! be sold in it, and the passholders that the call names are valid.

use std::collections::HashSet;

use super::request::SaleContextRequest;
use super::resolver::{Resolved, SIGN_IN, require_open, resolve};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::Visitor;
use crate::shop::cart::{
    self, Addition, CartLine, MAX_LINES, MAXIMUM, NOT_FOR_SALE, NOTHING_CHOSEN, SellableLine, TOO_MANY_LINES,
    WRONG_FLOW, WantedBundle, WantedLine,
};
use crate::shop::entitlement::Grant;
use crate::shop::inventory;
use crate::shop::performance::Availability;
use midway_catalog::{Catalog, SaleContext};
use midway_kernel::coded::SaleFlow;
use midway_kernel::text::Text;
use midway_kernel::time::Instant;

const CODE_NOT_FOR_THIS: Text =
    Text { id: "promotion.not-for-this", default: "This promotion code doesn't apply to {{name}}." };

/// The lines to add, and the sale context in which the shopper chose them.
#[derive(Clone, Debug)]
pub struct AddLines {
    pub lines: Vec<WantedLine>,
    pub sale_context: SaleContextRequest,
    /// The bundle that the lines form. Only the bundle builder sends it.
    pub bundle: Option<WantedBundle>,
    /// The ids of the lines of the cart that these replace.
    pub replaces: Vec<String>,
    /// The answers to the questions that earlier attempts of this call asked.
    pub context: Option<String>,
}

impl AddLines {
    fn is_empty(&self) -> bool {
        self.lines.is_empty() || self.lines.iter().any(|line| line.quantity == 0)
    }

    /// Whether the lines contain passes, so that the next step asks for the passholders.
    pub fn contain_passes(&self, catalog: &Catalog) -> bool {
        let is_pass = |line: &WantedLine| catalog.variant(&line.variant_id).is_some_and(|(_, it)| it.pass.is_some());
        self.lines.iter().any(is_pass)
    }
}

/// Checks that the lines may be added by this visitor.
///
/// # Errors
/// A refusal when nothing is chosen, when a line may not be sold, when a passholder is not valid, when a promotion code
/// applies to none of the lines, or when the visitor must sign in; the errors of [`resolve`].
pub async fn check<'c>(
    app: &App,
    visitor: &Visitor,
    catalog: &'c Catalog,
    request: AddLines,
    now: Instant,
) -> Result<Addition<'c>> {
    if request.is_empty() {
        return Err(Refusal::new(NOTHING_CHOSEN).into());
    }
    let flow = request.sale_context.flow();
    if (flow == SaleFlow::BundleBuilder) != request.bundle.is_some() {
        return Err(Refusal::new(WRONG_FLOW).into());
    }
    let bundle = request.bundle.as_ref().map(|wanted| cart::sellable_bundle(catalog, wanted, &request.lines, now));
    let bundle = bundle.transpose()?;
    // A bundle is sold in the public sale context. Its steps decide what it may contain; they were checked above.
    let (sale_context, mut lines) = match &bundle {
        Some(bundle) => (SaleContext::public(), bundle.lines()),
        None => sellable_lines(app, visitor, catalog, (request.lines, &request.sale_context), now).await?,
    };
    cart::check_new_passholders(catalog, &mut lines, now)?;
    code_applies(&sale_context, &lines)?;
    let asks_to_sign_in = match &bundle {
        Some(bundle) => bundle.asks_to_sign_in(catalog),
        None => lines.iter().any(|line| catalog.asks_to_sign_in(line.product)),
    };
    if asks_to_sign_in && visitor.session().await?.account_id.is_none() {
        return Err(Refusal::new(SIGN_IN).into());
    }
    Ok(Addition { lines, bundle, sale_context, replaces: request.replaces, context: request.context })
}

/// Prices lines, including offers: as if they were alone in a cart or, if they replace lines of the visitor's cart, with
/// the rest of that cart. Nothing is claimed or stored.
///
/// # Errors
/// A refusal when nothing is chosen, or when a line may not be sold; [`Error::NotFound`] when a replaced line is not in
/// the visitor's cart; the errors of [`resolve`]. Bundles are refused, because a separate call quotes them. Passholders
/// and the need to sign in are not checked, because the shopper sees a price before the shop asks for either.
pub async fn quote(app: &App, visitor: &Visitor, request: AddLines) -> Result<Vec<CartLine>> {
    let now = app.clock.now();
    let catalog = app.catalog.current();
    if request.is_empty() {
        return Err(Refusal::new(NOTHING_CHOSEN).into());
    }
    if request.sale_context.flow() == SaleFlow::BundleBuilder {
        return Err(Refusal::new(WRONG_FLOW).into());
    }
    let replaces = request.replaces;
    let cart = match replaces.is_empty() {
        true => None,
        false => Some(cart::visitors_cart(app, visitor).await?.ok_or(Error::NotFound)?),
    };
    let lines_of_cart = cart.iter().flat_map(|cart| cart.lines.iter());
    let ids: HashSet<&str> = lines_of_cart.map(|line| line.id.as_str()).collect();
    if replaces.iter().any(|id| !ids.contains(id.as_str())) {
        return Err(Error::NotFound);
    }
    let asked = (request.lines, &request.sale_context);
    let (sale_context, lines) = sellable_lines(app, visitor, &catalog, asked, now).await?;
    let keys = lines.iter().flat_map(|line| cart::price_keys(&catalog, &line.variant.id, &line.performances, now));
    let mut availability = Availability::of(app.db.read(), keys.collect()).await?;
    if let Some(cart) = &cart {
        // The places of the replaced lines are free for the new ones.
        let held = inventory::holding(app.db.read(), &cart.id).await?;
        availability = availability.without(replaces.iter().flat_map(|id| held.claimed_by(id)));
    }
    let addition = Addition { lines, bundle: None, sale_context, replaces, context: None };
    Ok(cart::quoted(&catalog, &addition, cart, availability, now)?)
}

/// Lines that may be sold in the visitor's sale context, which must be open.
async fn sellable_lines<'c>(
    app: &App,
    visitor: &Visitor,
    catalog: &'c Catalog,
    (wanted, asked): (Vec<WantedLine>, &SaleContextRequest),
    now: Instant,
) -> Result<(SaleContext<'c>, Vec<SellableLine<'c>>)> {
    let Resolved { sale_context, grants } = resolve(app, catalog, visitor, asked, now).await?;
    let sale_context = require_open(sale_context)?;
    let wanted = with_entitlements(wanted, &grants, asked.flow())?;
    let lines = in_sale_context(catalog, &sale_context, &wanted, now)?;
    Ok((sale_context, lines))
}

/// Assigns an entitlement of the visitor to each line of a redemption flow. In other flows no line has an entitlement.
///
/// # Errors
/// A refusal when a line of a redemption flow names no entitlement, or a line of another flow names one; a refusal when
/// the visitor does not have the entitlement, or when it is held back.
fn with_entitlements(
    wanted: Vec<WantedLine>,
    grants: &[Grant<'_>],
    flow: SaleFlow,
) -> Result<Vec<WantedLine>, Refusal> {
    let with_grant = |line: WantedLine| {
        let asked = line.redemption.as_ref().map(|asked| &asked.id);
        let granted = grants.iter().find(|grant| Some(&grant.redemption.id) == asked);
        if let Some(text) = granted.and_then(|grant| grant.held_back) {
            return Err(Refusal::new(text));
        }
        let granted = granted.map(|grant| grant.redemption.clone());
        match granted.is_some() == flow.is_redemption() && granted.is_some() == asked.is_some() {
            true => Ok(WantedLine { redemption: granted, ..line }),
            false => Err(Refusal::new(WRONG_FLOW)),
        }
    };
    wanted.into_iter().map(with_grant).collect()
}

/// Checks that the lines can be sold in the shopper's sale context. Each pass becomes a separate line.
fn in_sale_context<'c>(
    catalog: &'c Catalog,
    sale_context: &SaleContext<'_>,
    wanted: &[WantedLine],
    now: Instant,
) -> Result<Vec<SellableLine<'c>>, Refusal> {
    let mut lines = Vec::with_capacity(wanted.len());
    for wanted in wanted {
        let (product, variant) = catalog.variant(&wanted.variant_id).ok_or_else(|| Refusal::new(NOT_FOR_SALE))?;
        let sale_context = cart::sale_context_for(sale_context, wanted.redemption.as_ref());
        let terms = sale_context.terms_for(catalog, product, variant, &[], now);
        let refused = if sale_context.flow == SaleFlow::Public { NOT_FOR_SALE } else { WRONG_FLOW };
        let terms = terms.ok_or_else(|| Refusal::new(refused))?;
        let line = cart::sellable(catalog, wanted, terms, now)?;
        // Check the quantity before passes are split into single lines.
        let (_, max) = terms.line_range(variant);
        if line.quantity > max {
            return Err(Refusal::new(MAXIMUM).with("max", max));
        }
        lines.extend(cart::one_line_per_pass(line));
        if lines.len() > MAX_LINES {
            return Err(Refusal::new(TOO_MANY_LINES).with("max", MAX_LINES));
        }
    }
    Ok(lines)
}

/// Refuses a promotion code that applies to none of the new lines: the shopper probably meant it for a different item.
fn code_applies(sale_context: &SaleContext<'_>, lines: &[SellableLine<'_>]) -> Result<(), Refusal> {
    let is_good =
        |line: &SellableLine<'_>| sale_context.promotions.iter().any(|it| it.applies_to(line.product, line.variant));
    match lines.first() {
        Some(first) if sale_context.flow == SaleFlow::PromotionCode && !lines.iter().any(is_good) => {
            Err(Refusal::new(CODE_NOT_FOR_THIS).with("name", &first.product.name))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shop::entitlement::Redemption;
    use midway_catalog::PromotionKind;
    use midway_catalog::testing::{catalog, now};
    use midway_kernel::id::EntitlementId;

    const SHOP: &str = r#"
        [[product]]
        id = "season"
        site = "park"
        name = "Season"
        short_description = ""
        variant = [
            { id = "adult", name = "Adult", price = "90.00", pass = 1, valid = { days = 365 }, max_quantity = 20 },
            { id = "case", name = "A case for it", price = "8.00", max_quantity = 4 },
        ]

        [[product]]
        id = "book"
        site = "park"
        name = "Book"
        short_description = ""
        tags = ["reading"]
        variant = [{ id = "book", name = "Book", price = "18.00" }]

        [[promotion_code]]
        id = "readers"
        name = "Readers"
        codes = ["READ"]
        tags = ["reading"]
        percent_off = 10
    "#;

    fn wanted(product: &str, variant: &str, quantity: u32) -> WantedLine {
        WantedLine {
            product_id: product.into(),
            variant_id: variant.into(),
            quantity,
            performances: Vec::new(),
            seen_price: None,
            redemption: None,
            pass_details: None,
            part_seats: Vec::new(),
        }
    }

    /// The quantities of the lines after `wanted` is checked in the public sale flow.
    fn sold(wanted: &[WantedLine]) -> Result<Vec<u32>, Refusal> {
        let lines = in_sale_context(&catalog(SHOP), &SaleContext::public(), wanted, now())?
            .iter()
            .map(|line| line.quantity)
            .collect();
        Ok(lines)
    }

    #[test]
    fn each_pass_becomes_a_separate_line_and_quantities_over_a_limit_are_refused() {
        assert_eq!(sold(&[wanted("season", "adult", 3), wanted("season", "case", 4)]), Ok(vec![1, 1, 1, 4]));
        let above = |max: u32| Err(Refusal::new(MAXIMUM).with("max", max));
        assert_eq!(sold(&[wanted("season", "adult", 21)]), above(20));
        assert_eq!(sold(&[wanted("season", "case", 5)]), above(4));
        let too_many = Err(Refusal::new(TOO_MANY_LINES).with("max", MAX_LINES));
        assert_eq!(sold(&vec![wanted("season", "adult", 20); 3]), too_many);
        assert_eq!(sold(&[wanted("season", "child", 1)]), Err(Refusal::new(NOT_FOR_SALE)));
    }

    #[test]
    fn code_is_refused_when_it_applies_to_none_of_the_lines() {
        let catalog = catalog(SHOP);
        let promotion = catalog.promotion_of_code(PromotionKind::Code, "READ").unwrap().0;
        let with_code = SaleContext::of(PromotionKind::Code, vec![promotion], Vec::new(), None).with_code("READ");
        let lines = |wanted: &[WantedLine]| in_sale_context(&catalog, &with_code, wanted, now()).unwrap();
        let (case, book) = (wanted("season", "case", 1), wanted("book", "book", 1));
        let not_for_case = Err(Refusal::new(CODE_NOT_FOR_THIS).with("name", "Season"));
        assert_eq!(code_applies(&with_code, &lines(std::slice::from_ref(&case))), not_for_case);
        assert_eq!(code_applies(&with_code, &lines(&[case.clone(), book])), Ok(()));
        assert_eq!(code_applies(&SaleContext::public(), &lines(&[case])), Ok(()));
    }

    #[test]
    fn line_must_have_a_granted_entitlement_in_a_redemption_flow_and_none_in_the_public_flow() {
        let asked = Redemption::requested(EntitlementId::new(&"guests".into(), "pass"));
        let redeemed = || WantedLine { redemption: Some(asked.clone()), ..wanted("book", "book", 1) };
        let refused = |line: WantedLine, flow| with_entitlements(vec![line], &[], flow).err();
        let wrong_flow = Some(Refusal::new(WRONG_FLOW));
        assert_eq!(refused(wanted("book", "book", 1), SaleFlow::Public), None);
        assert_eq!(refused(redeemed(), SaleFlow::Public), wrong_flow);
        assert_eq!(refused(redeemed(), SaleFlow::TicketingEntitlementRedemption), wrong_flow, "nothing was granted");
        assert_eq!(refused(wanted("book", "book", 1), SaleFlow::TicketingEntitlementRedemption), wrong_flow);
    }
}
