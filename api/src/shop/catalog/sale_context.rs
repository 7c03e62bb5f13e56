//! Sale contexts: the flow, promotions and rights under which a shopper sees and buys. Decides which of them are open
//! to a visitor, and what each sells.
//!
//! The flows, types, tags and ids in a request only select among what the visitor is allowed to use.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use super::codes::{Redeemed, redeemed};
use crate::app::App;
use crate::error::{Error, Refusal, Result};
use crate::http::visitor::{SessionData, Visitor};
use midway_catalog::PromotionKind;
use midway_catalog::files::{Product, Promotion, Variant};
use midway_catalog::{Catalog, InCart, Terms, Visit};
use midway_kernel::coded::{PriceTier, PromotionType, SaleFlow};
use midway_kernel::id::{PromotionId, VariantId};
use midway_kernel::input::Line;
use midway_kernel::text::Text;
use midway_kernel::time::{DayRange, Instant};

pub const WRONG_FLOW: Text = Text { id: "cart.wrong-flow", default: "This offer is not available." };
pub const SIGN_IN: Text = Text { id: "promotion.sign-in", default: "Please sign in for this offer." };
const NOT_VERIFIED: Text = Text {
    id: "promotion.not-verified",
    default: "This offer is for accounts with a confirmed email address at {{domains}}.",
};
const NO_PASS: Text =
    Text { id: "promotion.for-passholders", default: "This offer is for holders of these passes: {{levels}}." };
const NEITHER: Text = Text {
    id: "promotion.for-passholders-or-verified",
    default: "This offer is for holders of these passes: {{levels}}. It is also for accounts with a confirmed email address at {{domains}}.",
};
const ENDED: Text = Text { id: "promotion.ended", default: "This offer has ended." };
const NOT_YET: Text = Text { id: "promotion.not-yet", default: "This offer has not started yet." };

/// The sale context that a call asks for.
#[derive(Clone, Debug, Default)]
pub struct SaleContextRequest {
    /// When absent: the flow of the promotion code, if there is one, otherwise the public flow.
    pub sale_flow: Option<SaleFlow>,
    pub promotion_type: Option<PromotionType>,
    pub promotion_sale_flow: Option<SaleFlow>,
    pub tags: Vec<String>,
    pub promotion_code: Option<String>,
    pub promotion_id: Option<PromotionId>,
    /// Lines of the visitor's cart. When there are any, the sale contexts of these lines apply, and all other fields
    /// are ignored.
    pub line_ids: Vec<String>,
}

impl SaleContextRequest {
    /// Tags given as a list.
    pub fn tags_of(lines: Option<Vec<Line>>) -> Vec<String> {
        lines.unwrap_or_default().into_iter().map(|line| line.0).filter(|tag| !tag.is_empty()).collect()
    }

    /// Tags separated by commas.
    pub fn tags_in(csv: Option<&Line>) -> Vec<String> {
        let tags = csv.map(Line::as_str).unwrap_or_default().split(',').map(str::trim);
        tags.filter(|tag| !tag.is_empty()).map(str::to_owned).collect()
    }

    fn code(&self) -> Option<&str> {
        self.promotion_code.as_deref().map(str::trim).filter(|code| !code.is_empty())
    }

    /// The requested flow. The add-on page also sells cross-sells; it then sends their type or their flow.
    pub fn flow(&self) -> SaleFlow {
        let is_cross_sell = self.promotion_type == Some(PromotionType::ProductCrossSell)
            || self.promotion_sale_flow == Some(SaleFlow::CrossSellPromotion);
        match self.sale_flow {
            Some(SaleFlow::AddOnTagSalePromotion) if is_cross_sell => SaleFlow::CrossSellPromotion,
            Some(flow) => flow,
            None if self.code().is_some() => SaleFlow::PromotionCode,
            None => SaleFlow::Public,
        }
    }

    /// Whether all fields are consistent with the flow. The public flow ignores most of them.
    fn agrees(&self, flow: SaleFlow) -> bool {
        // An advance sale can be opened by a code or by a pass.
        let is_about_code = match flow {
            SaleFlow::AdvancedSale => true,
            _ => (flow == SaleFlow::PromotionCode) == self.code().is_some(),
        };
        let is_of_flow = (self.promotion_type.is_none()
            || PromotionKind::of_sale_context(flow, self.promotion_type).is_some())
            && self.promotion_sale_flow.is_none_or(|it| it == flow || Some(it) == self.sale_flow);
        is_about_code && (flow == SaleFlow::Public || is_of_flow)
    }
}

/// A cart line with the sale context in which it was bought.
#[derive(Clone, Debug)]
pub struct BoughtLine {
    pub id: String,
    pub variant_id: VariantId,
    pub flow: SaleFlow,
    /// The promotion of that flow, if the line can still have it.
    pub promotion_id: Option<PromotionId>,
    /// Only for a redemption: its valid days.
    pub days: DayRange,
}

/// The eligibility of a visitor: everything that decides on sale contexts.
#[derive(Clone, Debug, Default)]
pub struct ShopperEligibility {
    /// The lines for which add-ons and cross-sells are offered.
    pub hosts: Vec<InCart>,
    /// Includes lines that a revision removed and that can be restored.
    pub lines: Vec<BoughtLine>,
    /// The entitlements that the visitor's passes or account give, each with its valid days.
    pub granted: Vec<(PromotionId, DayRange)>,
    /// The levels of the visitor's valid passes.
    pub pass_levels: Vec<String>,
}

/// Why a promotion is closed to a signed-in visitor.
fn closed_to_others(promotion: &Promotion) -> Closed {
    Closed::NotEntitled { email_domains: promotion.email_domains.clone(), pass_levels: promotion.pass_levels.clone() }
}

/// Why a sale context is closed to its visitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Closed {
    /// There is no such tag.
    Unknown,
    SignIn,
    /// The signed-in account has neither a verified e-mail address of one of these domains nor a pass of one of these
    /// levels.
    NotEntitled {
        email_domains: Vec<String>,
        pass_levels: Vec<String>,
    },
    NotYet,
    Ended,
}

impl Closed {
    pub fn refusal(&self) -> Refusal {
        match self {
            Closed::Unknown => Refusal::new(WRONG_FLOW),
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

    /// Whether signing in, perhaps with another account, could open it.
    pub fn is_challenge(&self) -> bool {
        matches!(self, Closed::SignIn | Closed::NotEntitled { .. })
    }
}

/// The sale context of one call. Its functions create it only after checking the visitor's rights.
#[derive(Clone, Debug)]
pub struct SaleContext<'c> {
    pub flow: SaleFlow,
    /// The promotions open to this visitor. In a closed sale context, those that it would offer.
    pub promotions: Vec<&'c Promotion>,
    /// The code that opens it, as the operator spells it.
    code: Option<&'c str>,
    /// For a flow that sells by tag: each product must have one of these tags.
    tags: Vec<String>,
    /// Whether it sells only passes.
    passes_alone: bool,
    /// For lines that are in the cart: the sale terms of each. Only their variants are sold.
    lines: Vec<(VariantId, Terms<'c>)>,
    /// For a redemption: its valid days.
    pub days: DayRange,
    pub closed: Option<Closed>,
}

impl<'c> SaleContext<'c> {
    fn of(kind: PromotionKind, promotions: Vec<&'c Promotion>, tags: Vec<String>, closed: Option<Closed>) -> Self {
        let passes_alone = kind == PromotionKind::NewPassSale;
        SaleContext { flow: kind.flow(), promotions, tags, passes_alone, closed, ..SaleContext::public() }
    }

    /// The public sale context.
    pub fn public() -> Self {
        SaleContext {
            flow: SaleFlow::Public,
            promotions: Vec::new(),
            code: None,
            tags: Vec::new(),
            passes_alone: false,
            lines: Vec::new(),
            days: DayRange::default(),
            closed: None,
        }
    }

    fn may_sell(&self, product: &Product, variant: &Variant) -> bool {
        !self.passes_alone || product.has_pass(variant)
    }

    /// The sale terms of a variant for the chosen performances, if any; `None` when this sale context does not include
    /// it. Whether the variant is on sale is checked by [`Terms::sell`].
    pub fn terms_for(
        &self,
        catalog: &Catalog,
        product: &Product,
        variant: &Variant,
        visits: &[Visit],
        now: Instant,
    ) -> Option<Terms<'c>> {
        if self.closed.is_some() || !self.may_sell(product, variant) {
            return None;
        }
        if !self.lines.is_empty() {
            return self.lines.iter().find(|(id, _)| *id == variant.id).map(|(_, terms)| *terms);
        }
        let with = |promotion: &&'c Promotion| Terms {
            flow: self.flow,
            promotion: Some(*promotion),
            code: self.code,
            credit: None,
        };
        let is_of_tag = self.tags.is_empty() || product.tags.iter().any(|tag| self.tags.contains(tag));
        let named = self.promotions.iter().filter(|promotion| promotion.names(product, variant) && is_of_tag);
        let price = |terms: &Terms<'_>| catalog.unit_quote(product, variant, *terms, visits, now).price;
        let best = named.map(with).min_by_key(price);
        match self.flow {
            SaleFlow::Public => Some(Terms::public()).filter(|_| product.sold_publicly),
            // A variant that the code does not cover is sold at the public price.
            SaleFlow::PromotionCode => {
                self.promotions.first().map(with).filter(|_| product.sold_publicly || best.is_some())
            }
            // The page of a tag that has no promotion.
            SaleFlow::TagSalePromotion if best.is_none() => {
                Some(Terms::public()).filter(|_| product.sold_publicly && is_of_tag)
            }
            _ => best,
        }
    }

    /// Whether it includes a variant, or would if it were open to this visitor.
    pub fn leads_to(&self, catalog: &Catalog, product: &Product, variant: &Variant, now: Instant) -> bool {
        match self.closed {
            Some(_) => self.may_sell(product, variant) && self.promotions.iter().any(|it| it.names(product, variant)),
            None => self.terms_for(catalog, product, variant, &[], now).is_some(),
        }
    }

    /// The tag of its page, for a flow that sells by tag.
    pub fn tag(&self) -> Option<&str> {
        self.tags.first().map(String::as_str)
    }

    /// Whether it includes a variant of a product that is on sale.
    pub fn sells(&self, catalog: &Catalog, product: &Product, now: Instant) -> bool {
        product.donation.is_none() && product.variants.iter().any(|it| self.sells_variant(catalog, product, it, now))
    }

    /// Whether it includes a variant that is on sale.
    pub fn sells_variant(&self, catalog: &Catalog, product: &Product, variant: &Variant, now: Instant) -> bool {
        let terms = self.terms_for(catalog, product, variant, &[], now);
        terms.is_some_and(|terms| terms.sell(catalog, product, variant, now))
    }

    /// The same sale context with the promotions of one cross-sell list only.
    pub fn of_tier(&self, tier: PriceTier) -> SaleContext<'c> {
        let promotions = self.promotions.iter().copied().filter(|promotion| promotion.tier == Some(tier));
        SaleContext { promotions: promotions.collect(), ..self.clone() }
    }

    /// The same sale context with one promotion only.
    pub fn of_promotion(&self, id: &PromotionId) -> SaleContext<'c> {
        let promotions = self.promotions.iter().copied().filter(|promotion| promotion.id == *id);
        SaleContext { promotions: promotions.collect(), ..self.clone() }
    }

    /// Returns the sale context if it is open.
    ///
    /// # Errors
    /// A refusal with the reason why it is closed.
    pub fn open(self) -> Result<Self, Refusal> {
        match &self.closed {
            Some(closed) => Err(closed.refusal()),
            None => Ok(self),
        }
    }
}

/// The sale context that a call asks for, limited to what is open to a visitor with the eligibility `has`.
///
/// # Errors
/// A refusal when the fields contradict each other, when the flow sells nothing here, or for a wrong code;
/// [`crate::error::Error::TooMany`] after too many wrong codes.
pub async fn sale_context<'c>(
    app: &App,
    catalog: &'c Catalog,
    visitor: &Visitor,
    asked: &SaleContextRequest,
    has: &ShopperEligibility,
    now: Instant,
) -> Result<SaleContext<'c>> {
    let flow = asked.flow();
    if !asked.agrees(flow) {
        return Err(Refusal::new(WRONG_FLOW).into());
    }
    if flow == SaleFlow::Public {
        return Ok(SaleContext::public());
    }
    let kind = PromotionKind::of_sale_context(flow, asked.promotion_type).ok_or_else(|| Refusal::new(WRONG_FLOW))?;
    let mut sale_context = match kind {
        PromotionKind::AdvanceSale if asked.code().is_none() => {
            of_passholders(catalog, kind, &has.pass_levels, &visitor.session().await?, now)?
        }
        PromotionKind::Code | PromotionKind::AdvanceSale => {
            let found = redeemed(app, catalog, visitor, kind, asked.code().unwrap_or_default(), now).await?;
            match found {
                Redeemed::Running(promotion, code) => {
                    SaleContext { code: Some(code), ..SaleContext::of(kind, vec![promotion], Vec::new(), None) }
                }
                Redeemed::Over(promotion) => SaleContext::of(kind, vec![promotion], Vec::new(), Some(Closed::Ended)),
            }
        }
        PromotionKind::TagSale | PromotionKind::NewPassSale | PromotionKind::VerifiedOffer => {
            of_tags(catalog, kind, asked.tags.clone(), &visitor.session().await?, &has.pass_levels, now)
        }
        PromotionKind::TicketEntitlement | PromotionKind::AccountEntitlement => {
            let is_guest = visitor.session().await?.account_id.is_none();
            let asked = |id: &PromotionId| asked.promotion_id.as_ref().is_none_or(|asked| asked == id);
            let granted: Vec<_> = has.granted.iter().filter(|(id, _)| asked(id)).collect();
            let promotions = catalog.folder().promotions_of(kind).iter();
            let promotions = promotions.filter(|it| granted.iter().any(|(id, _)| *id == it.id));
            let days = granted.iter().map(|(_, days)| *days).reduce(DayRange::with).unwrap_or_default();
            let closed = is_guest.then_some(Closed::SignIn);
            SaleContext { days, ..SaleContext::of(kind, promotions.collect(), Vec::new(), closed) }
        }
        PromotionKind::AddOnSale | PromotionKind::CrossSell | PromotionKind::Renewal | PromotionKind::Upgrade => {
            let running = catalog.folder().promotions_of(kind).iter();
            let running = running.filter(|it| catalog.is_running(it, now) && it.is_hosted(catalog, flow, &has.hosts));
            SaleContext::of(kind, running.collect(), Vec::new(), None)
        }
    };
    if let Some(id) = &asked.promotion_id {
        sale_context.promotions.retain(|promotion| promotion.id == *id);
    }
    Ok(sale_context)
}

/// The sale context that passes open without a code.
///
/// # Errors
/// A refusal when no running promotion can be opened by a pass: then a code is required.
fn of_passholders<'c>(
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
        (true, Some(_)) => Some(closed_to_others(first)),
    };
    let promotions = if closed.is_some() { running } else { open };
    Ok(SaleContext::of(kind, promotions, Vec::new(), closed))
}

/// The sale context of a tag's page. When several promotions have the tag, it contains the running ones that the
/// visitor may use.
fn of_tags<'c>(
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
            false => Err(closed_to_others(promotion)),
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
        Some(Closed::Unknown)
    };
    let promotions = if closed.is_some() { all } else { open };
    SaleContext::of(kind, promotions, tags, closed)
}

/// The combined sale contexts in which lines of the visitor's cart were bought.
///
/// # Errors
/// [`Error::NotFound`] when one of them is not in the cart.
fn of_lines<'c>(catalog: &'c Catalog, lines: &[BoughtLine], ids: &[String]) -> Result<SaleContext<'c>> {
    let terms = |id: &String| {
        let line = lines.iter().find(|line| line.id == *id).ok_or(Error::NotFound)?;
        let promotion = line.promotion_id.as_ref().and_then(|id| catalog.promotion_of(line.flow, id));
        Ok((line.variant_id.clone(), Terms { flow: line.flow, promotion, ..Terms::public() }))
    };
    let days = lines.iter().filter(|line| ids.contains(&line.id)).map(|line| line.days);
    let days = days.reduce(DayRange::with).unwrap_or_default();
    Ok(SaleContext { lines: ids.iter().map(terms).collect::<Result<_>>()?, days, ..SaleContext::public() })
}

/// Reads the eligibility of a visitor for a flow.
pub type ReadEligibility = fn(Arc<App>, Visitor, SaleFlow) -> BoxFuture<'static, Result<ShopperEligibility>>;

/// Finds sale contexts for calls that only read. The eligibility is known to a slice above the catalogue, which passes
/// in the function.
#[derive(Clone)]
pub struct SaleContexts {
    app: Arc<App>,
    eligibility: ReadEligibility,
}

impl SaleContexts {
    pub fn new(app: Arc<App>, eligibility: ReadEligibility) -> Self {
        SaleContexts { app, eligibility }
    }

    /// The same as [`sale_context`], with the visitor's current eligibility; or the sale context of lines in the visitor's cart.
    ///
    /// # Errors
    /// Those of [`sale_context`]; [`Error::NotFound`] for a line that is not in this visitor's cart.
    pub async fn of<'c>(
        &self,
        catalog: &'c Catalog,
        visitor: &Visitor,
        asked: &SaleContextRequest,
        now: Instant,
    ) -> Result<SaleContext<'c>> {
        let flow = asked.flow();
        let by_what_it_has = flow.needs_host() || flow.is_redemption() || flow.is_for_pass_levels();
        let has = match by_what_it_has || !asked.line_ids.is_empty() {
            true => (self.eligibility)(self.app.clone(), visitor.clone(), flow).await?,
            false => ShopperEligibility::default(),
        };
        match asked.line_ids.as_slice() {
            [] => sale_context(&self.app, catalog, visitor, asked, &has, now).await,
            ids => of_lines(catalog, &has.lines, ids),
        }
    }

    /// The cross-sell lists for the visitor's cart, shown on a page of add-ons.
    pub async fn cross_sells<'c>(
        &self,
        catalog: &'c Catalog,
        visitor: &Visitor,
        now: Instant,
    ) -> Result<SaleContext<'c>> {
        let asked =
            SaleContextRequest { sale_flow: Some(SaleFlow::CrossSellPromotion), ..SaleContextRequest::default() };
        self.of(catalog, visitor, &asked, now).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use midway_catalog::testing::{catalog, now};
    use midway_kernel::coded::PassKind;

    #[test]
    fn email_domain_matches_itself_and_its_subdomains() {
        let offer: Promotion =
            toml::from_str("id = \"students\"\nname = \"Students\"\nemail_domains = [\"ellery.example\"]").unwrap();
        for (email, is_for) in [
            ("ada@ellery.example", true),
            ("ADA@Ellery.Example", true),
            ("ada@physics.ellery.example", true),
            ("ada@notellery.example", false),
            ("ada@ellery.example.evil.example", false),
            ("ada@example", false),
            ("ellery.example", false),
        ] {
            assert_eq!(offer.is_for(email), is_for, "{email}");
        }
    }

    #[test]
    fn contradicting_fields_of_a_sale_context_are_detected() {
        let asked = |flow, kind: Option<PromotionType>, promotion_flow, code: Option<&str>| SaleContextRequest {
            sale_flow: flow,
            promotion_type: kind,
            promotion_sale_flow: promotion_flow,
            promotion_code: code.map(str::to_owned),
            ..SaleContextRequest::default()
        };
        use {PromotionType as Type, SaleFlow as Flow};
        for (asked, flow, agrees) in [
            (asked(None, None, None, None), Flow::Public, true),
            (asked(None, None, None, Some("TEN")), Flow::PromotionCode, true),
            (asked(Some(Flow::Public), None, None, Some("TEN")), Flow::Public, false),
            (asked(Some(Flow::PromotionCode), None, None, None), Flow::PromotionCode, false),
            (asked(Some(Flow::Public), Some(Type::PromotionCode), None, None), Flow::Public, true),
            (asked(Some(Flow::TagSalePromotion), Some(Type::TagSale), None, None), Flow::TagSalePromotion, true),
            (asked(Some(Flow::TagSalePromotion), Some(Type::AddOnTagSale), None, None), Flow::TagSalePromotion, false),
            (
                asked(Some(Flow::TagSalePromotion), None, Some(Flow::CrossSellPromotion), None),
                Flow::TagSalePromotion,
                false,
            ),
            (
                asked(Some(Flow::AddOnTagSalePromotion), Some(Type::ProductCrossSell), None, None),
                Flow::CrossSellPromotion,
                true,
            ),
            (
                asked(Some(Flow::AddOnTagSalePromotion), None, Some(Flow::CrossSellPromotion), None),
                Flow::CrossSellPromotion,
                true,
            ),
        ] {
            assert_eq!((asked.flow(), asked.agrees(flow)), (flow, agrees), "{asked:?}");
        }
    }

    #[test]
    fn sale_flow_agrees_only_with_its_own_promotion_types() {
        use {PromotionType as Type, SaleFlow as Flow};
        for (flow, own) in [
            (Flow::TicketingEntitlementRedemption, vec![Type::ReservationTicketEntitlement]),
            (Flow::TagSalePromotion, vec![Type::TagSale, Type::NewPassTag]),
            (Flow::AddOnTagSalePromotion, vec![Type::AddOnTagSale]),
            (Flow::PromotionCode, vec![Type::PromotionCode]),
            (Flow::CrossSellPromotion, vec![Type::ProductCrossSell]),
            (Flow::VerifiedOfferPromotion, vec![Type::VerifiedOfferTagSale]),
            (Flow::Donation, vec![]),
            (Flow::BundleBuilder, vec![]),
            (Flow::AdvancedSale, vec![Type::PromotionCode]),
            (Flow::AccountEntitlement, vec![Type::ReservationTicketEntitlement]),
        ] {
            let meant = PromotionKind::of_sale_context(flow, None).map(PromotionKind::promotion_type);
            assert_eq!(meant, own.first().copied(), "{flow:?}");
            let has_code = matches!(flow, Flow::PromotionCode | Flow::AdvancedSale);
            for said in (1..=19).map(|code| Type::from_code(code).unwrap()) {
                let asked = SaleContextRequest {
                    sale_flow: Some(flow),
                    promotion_type: Some(said),
                    promotion_code: has_code.then(|| "TEN".to_owned()),
                    ..SaleContextRequest::default()
                };
                assert_eq!(asked.agrees(flow), own.contains(&said), "{flow:?} and {said:?}");
            }
        }
        assert_eq!(PromotionKind::of_sale_context(Flow::Public, None), None);
    }

    /// Something for each sale context: a walk, a photograph, a locker and a pass on public sale, a class for schools,
    /// and a product that is not on sale yet.
    const SHOP: &str = r#"
        [[product]]
        id = "walk"
        site = "park"
        name = "Walk"
        short_description = ""
        tags = ["winter", "spring", "summer", "members", "walks"]
        variant = [{ id = "walk", name = "Walk", price = "10.00" }]

        [[product]]
        id = "photo"
        site = "park"
        name = "Photo"
        short_description = ""
        variant = [{ id = "photo", name = "Photo", price = "15.00" }]

        [[product]]
        id = "locker"
        site = "park"
        name = "Locker"
        short_description = ""
        tags = ["extras"]
        variant = [{ id = "locker", name = "Locker", price = "12.00" }]

        [[product]]
        id = "class"
        site = "park"
        name = "Class"
        short_description = ""
        tags = ["school", "old-school"]
        sold_publicly = false
        variant = [{ id = "class", name = "Class", price = "6.00" }]

        [[product]]
        id = "season"
        site = "park"
        name = "Season"
        short_description = ""
        tags = ["new", "open-passes", "members", "school"]
        variant = [
            { id = "season", name = "Season", price = "90.00", pass = 1, valid = { days = 365 } },
            { id = "case", name = "A case for it", price = "8.00" },
        ]

        [[product]]
        id = "premiere"
        site = "park"
        name = "Premiere"
        short_description = ""
        on_sale_from = "2027-01-01T00:00:00"
        variant = [{ id = "premiere", name = "Premiere", price = "25.00" }]

        [[promotion_code]]
        id = "two-off"
        name = "Two off"
        codes = ["TWO"]
        variants = ["walk"]
        amount_off = "2.00"

        [[tag_sale]]
        id = "winter"
        name = "Winter"
        tags = ["winter"]
        percent_off = 20

        [[tag_sale]]
        id = "spring"
        name = "Spring"
        tags = ["spring"]
        until = "2026-05-01T00:00:00"
        percent_off = 20

        [[tag_sale]]
        id = "summer"
        name = "Summer"
        tags = ["summer"]
        from = "2027-05-01T00:00:00"
        percent_off = 20

        [[tag_sale]]
        id = "members"
        name = "Members"
        tags = ["members"]
        requires_login_challenge = true
        price = "7.00"

        [[new_pass_sale]]
        id = "new"
        name = "New"
        tags = ["new"]
        percent_off = 10

        [[new_pass_sale]]
        id = "new-members"
        name = "New for members"
        tags = ["members"]
        requires_login_challenge = true
        price = "50.00"

        [[verified_offer]]
        id = "school"
        name = "School"
        tags = ["school"]
        email_domains = ["school.example"]
        price = "4.00"

        [[verified_offer]]
        id = "old-school"
        name = "Old school"
        tags = ["old-school"]
        email_domains = ["school.example"]
        until = "2026-05-01T00:00:00"
        price = "4.00"

        [[add_on_sale]]
        id = "extras"
        name = "Extras"
        tags = ["extras"]
        percent_off = 25

        [[cross_sell]]
        id = "photo-beside"
        name = "Photo beside the walk"
        tier = 2
        products = ["photo"]
        hosts = ["walk"]
        price = "9.00"

        [[advance_sale]]
        id = "early"
        name = "Early"
        codes = ["EARLY"]
        products = ["premiere"]
    "#;

    /// The variants that a sale context sells now, with their prices.
    fn sold<'c>(catalog: &'c Catalog, sale_context: &SaleContext<'c>) -> Vec<(&'c str, i64)> {
        let variants =
            catalog.folder().product.iter().flat_map(|it| it.variants.iter().map(move |variant| (it, variant)));
        let priced = |(product, variant): (&'c Product, &'c Variant)| {
            let terms = sale_context.terms_for(catalog, product, variant, &[], now())?;
            let asking = catalog.unit_quote(product, variant, terms, &[], now());
            terms.sell(catalog, product, variant, now()).then_some((variant.id.as_str(), asking.price.0))
        };
        variants.filter_map(priced).collect()
    }

    #[test]
    fn each_sale_context_sells_its_own_variants_at_its_prices() {
        use PromotionKind as Kind;
        let catalog = catalog(SHOP);
        let sale_context = |kind, tag: &str| {
            let tags: Vec<String> = (!tag.is_empty()).then(|| tag.to_owned()).into_iter().collect();
            let promotions = catalog.folder().promotions_of(kind).iter();
            let promotions = promotions.filter(|it| tags.is_empty() || it.tags.iter().any(|of| tags.contains(of)));
            SaleContext::of(kind, promotions.collect(), tags.clone(), None)
        };
        let everybodys = [("walk", 10_00), ("photo", 15_00), ("locker", 12_00), ("season", 90_00), ("case", 8_00)];
        assert_eq!(sold(&catalog, &SaleContext::public()), everybodys);
        let with_code = [&[("walk", 8_00)], &everybodys[1..]].concat();
        for (kind, tag, expected) in [
            (Kind::TagSale, "winter", vec![("walk", 8_00)]),
            (Kind::TagSale, "walks", vec![("walk", 10_00)]),
            (Kind::TagSale, "new", vec![("season", 90_00), ("case", 8_00)]),
            (Kind::TagSale, "school", vec![("season", 90_00), ("case", 8_00)]),
            (Kind::NewPassSale, "new", vec![("season", 81_00)]),
            (Kind::NewPassSale, "open-passes", vec![("season", 90_00)]),
            (Kind::NewPassSale, "winter", vec![]),
            (Kind::AddOnSale, "", vec![("locker", 9_00)]),
            (Kind::Code, "", with_code),
            (Kind::CrossSell, "", vec![("photo", 9_00)]),
            (Kind::VerifiedOffer, "school", vec![("class", 4_00), ("season", 4_00), ("case", 4_00)]),
            (Kind::AdvanceSale, "", vec![("premiere", 25_00)]),
        ] {
            assert_eq!(sold(&catalog, &sale_context(kind, tag)), expected, "{kind:?} {tag}");
        }
        let ended = SaleContext { closed: Some(Closed::Ended), ..sale_context(Kind::TagSale, "winter") };
        assert_eq!(sold(&catalog, &ended), []);
        let (season, case) = (catalog.variant(&"season".into()).unwrap(), catalog.variant(&"case".into()).unwrap());
        let closed = SaleContext { closed: Some(Closed::SignIn), ..sale_context(Kind::NewPassSale, "new") };
        let leads = |(product, variant): (&Product, &Variant)| closed.leads_to(&catalog, product, variant, now());
        assert_eq!((leads(season), leads(case)), (true, false));
    }

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
            (Sale, "nothing", &guest, Some(Closed::Unknown)),
            (Passes, "new", &guest, None),
            (Passes, "open-passes", &guest, None),
            (Passes, "members", &guest, Some(Closed::SignIn)),
            (Passes, "members", &member, None),
            (Passes, "winter", &guest, Some(Closed::Unknown)),
            (Passes, "nothing", &guest, Some(Closed::Unknown)),
            (Verified, "school", &guest, Some(Closed::SignIn)),
            (Verified, "school", &member, of_school()),
            (Verified, "school", &elsewhere, of_school()),
            (Verified, "school", &pupil, None),
            (Verified, "old-school", &pupil, Some(Closed::Ended)),
            (Verified, "winter", &pupil, Some(Closed::Unknown)),
        ] {
            let sale_context = of_tags(&catalog, kind, vec![tag.to_owned()], session, &[], now());
            assert_eq!(sale_context.closed, closed, "{kind:?} {tag} {session:?}");
        }
    }

    #[test]
    fn cross_sold_offer_requires_its_host_in_the_cart() {
        use SaleFlow as Flow;
        let catalog = catalog(SHOP);
        let walk = || InCart { product_id: "walk".into(), pass: None };
        let pass = || InCart { product_id: "season".into(), pass: Some(PassKind::SeasonPass) };
        let photo = || InCart { product_id: "photo".into(), pass: None };
        for (flow, keys, in_cart, is_hosted) in [
            (Flow::AddOnTagSalePromotion, "", vec![], false),
            (Flow::AddOnTagSalePromotion, "", vec![walk()], true),
            (Flow::AddOnTagSalePromotion, "", vec![pass()], true),
            (Flow::AddOnTagSalePromotion, "carts = \"pass\"", vec![walk()], false),
            (Flow::AddOnTagSalePromotion, "carts = \"pass\"", vec![walk(), pass()], true),
            (Flow::AddOnTagSalePromotion, "carts = \"non_pass\"", vec![pass()], false),
            (Flow::AddOnTagSalePromotion, "carts = \"non_pass\"", vec![pass(), walk()], true),
            (Flow::CrossSellPromotion, "hosts = [\"walk\"]", vec![], false),
            (Flow::CrossSellPromotion, "hosts = [\"walk\"]", vec![photo()], false),
            (Flow::CrossSellPromotion, "hosts = [\"walk\"]", vec![photo(), walk()], true),
            (Flow::CrossSellPromotion, "host_tags = [\"winter\"]", vec![walk()], true),
            (Flow::CrossSellPromotion, "host_tags = [\"winter\"]", vec![photo()], false),
            (Flow::TagSalePromotion, "", vec![], true),
            (Flow::PromotionCode, "", vec![], true),
            (Flow::VerifiedOfferPromotion, "", vec![], true),
            (Flow::AdvancedSale, "", vec![], true),
        ] {
            let offer: Promotion = toml::from_str(&format!("id = \"it\"\nname = \"It\"\n{keys}")).unwrap();
            assert_eq!(offer.is_hosted(&catalog, flow, &in_cart), is_hosted, "{flow:?} {keys} {in_cart:?}");
        }
    }
}
