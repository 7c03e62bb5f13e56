//! Sale contexts: under which flow, promotions and rights a shopper sees and buys, and what each sale context sells.

use crate::files::{Product, Promotion, Variant};
use crate::{Catalog, PromotionKind, Terms, UnitsLeft, Visit};
use midway_kernel::coded::{DisplayCategory, SaleFlow};
use midway_kernel::id::{PromotionId, VariantId};
use midway_kernel::time::{DayRange, Instant};

/// Why a sale context is closed to its visitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Closed {
    /// The requested tag does not exist.
    UnknownTag,
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
    /// Whether signing in, perhaps to a different account, could open the sale context.
    pub fn is_challenge(&self) -> bool {
        matches!(self, Closed::SignIn | Closed::NotEntitled { .. })
    }
}

/// The sale context of one call: what it sells, on which terms. Whether it is open to a visitor is decided by the shop.
#[derive(Clone, Debug)]
pub struct SaleContext<'c> {
    pub flow: SaleFlow,
    /// The promotions that are open to this visitor. If the sale context is closed, these are the promotions that it
    /// would offer to other visitors.
    pub promotions: Vec<&'c Promotion>,
    /// The code that opens the sale context, as the operator spells it.
    code: Option<String>,
    /// For a flow that sells by tag: each product must have one of these tags.
    tags: Vec<String>,
    /// Whether the sale context sells only passes.
    only_passes: bool,
    /// For lines that are in the cart: the sale terms of each line. Only the variants of these lines are sold.
    lines: Vec<(VariantId, Terms<'c>)>,
    /// For a redemption: the days on which the entitlement can be used.
    pub days: DayRange,
    pub closed: Option<Closed>,
    /// How many units are left of sale prices that hold only for the first units sold.
    left: UnitsLeft,
}

impl<'c> SaleContext<'c> {
    /// The promotions of the sale context that name a variant of the product.
    pub fn promotions_of(&self, product: &Product) -> impl Iterator<Item = &'c Promotion> {
        let names = |it: &&'c Promotion| product.variants.iter().any(|variant| it.names(product, variant));
        self.promotions.iter().copied().filter(names)
    }

    /// The sale context of these promotions. If `closed` is set, they are the promotions that it would offer to other
    /// visitors.
    pub fn of(kind: PromotionKind, promotions: Vec<&'c Promotion>, tags: Vec<String>, closed: Option<Closed>) -> Self {
        let only_passes = kind == PromotionKind::NewPassSale;
        SaleContext { flow: kind.flow(), promotions, tags, only_passes, closed, ..SaleContext::public() }
    }

    /// The public sale context.
    pub fn public() -> Self {
        SaleContext {
            flow: SaleFlow::Public,
            promotions: Vec::new(),
            code: None,
            tags: Vec::new(),
            only_passes: false,
            lines: Vec::new(),
            days: DayRange::default(),
            closed: None,
            left: UnitsLeft::default(),
        }
    }

    /// This sale context, in which these units are left of sale prices that hold only for the first units sold.
    pub fn with_left(self, left: UnitsLeft) -> Self {
        SaleContext { left, ..self }
    }

    /// How many units are left of sale prices that hold only for the first units sold.
    pub fn left(&self) -> &UnitsLeft {
        &self.left
    }

    /// This sale context, opened by the given code.
    pub fn with_code(self, code: impl Into<String>) -> Self {
        SaleContext { code: Some(code.into()), ..self }
    }

    /// This sale context, limited to visits on the given days.
    pub fn for_days(self, days: DayRange) -> Self {
        SaleContext { days, ..self }
    }

    /// The sale context of lines that are in the cart: only their variants are sold, each on its terms.
    pub fn of_lines(lines: Vec<(VariantId, Terms<'c>)>, days: DayRange) -> Self {
        SaleContext { lines, days, ..SaleContext::public() }
    }

    fn may_sell(&self, product: &Product, variant: &Variant) -> bool {
        !self.only_passes || product.has_pass(variant)
    }

    /// The sale terms of a variant for the chosen performances, if any; `None` when this sale context is closed or does
    /// not include it. Whether the variant is on sale is checked by [`Terms::sell`].
    pub fn terms_for(
        &self,
        catalog: &Catalog,
        product: &Product,
        variant: &Variant,
        visits: &[Visit],
        now: Instant,
    ) -> Option<Terms<'_>> {
        if self.closed.is_some() || !self.may_sell(product, variant) {
            return None;
        }
        if !self.lines.is_empty() {
            return self.lines.iter().find(|(id, _)| *id == variant.id).map(|(_, terms)| terms.with_left(&self.left));
        }
        let with = |promotion: &&'c Promotion| Terms {
            flow: self.flow,
            promotion: Some(*promotion),
            code: self.code.as_deref(),
            credit: None,
            left: Some(&self.left),
        };
        let public = Terms::public().with_left(&self.left);
        let is_of_tag = self.tags.is_empty() || product.tags.iter().any(|tag| self.tags.contains(tag));
        let named = self.promotions.iter().filter(|promotion| promotion.names(product, variant) && is_of_tag);
        let price = |terms: &Terms<'_>| catalog.unit_quote(product, variant, *terms, visits, now).price;
        let best = named.map(with).min_by_key(price);
        match self.flow {
            SaleFlow::Public => Some(public).filter(|_| product.sold_publicly),
            // A publicly sold variant that the code does not cover keeps its public price.
            SaleFlow::PromotionCode => {
                self.promotions.first().map(with).filter(|_| product.sold_publicly || best.is_some())
            }
            // On a tag's page, a variant that no promotion names has its public price.
            SaleFlow::TagSalePromotion if best.is_none() => Some(public).filter(|_| product.sold_publicly && is_of_tag),
            _ => best,
        }
    }

    /// Whether this sale context includes a variant, or would include it if it were open to this visitor.
    pub fn leads_to(&self, catalog: &Catalog, product: &Product, variant: &Variant, now: Instant) -> bool {
        match self.closed {
            Some(_) => self.may_sell(product, variant) && self.promotions.iter().any(|it| it.names(product, variant)),
            None => self.terms_for(catalog, product, variant, &[], now).is_some(),
        }
    }

    /// The tag of the sale context's page, for a flow that sells by tag.
    pub fn tag(&self) -> Option<&str> {
        self.tags.first().map(String::as_str)
    }

    /// Whether this sale context includes a variant of the product and the variant is on sale.
    pub fn sells(&self, catalog: &Catalog, product: &Product, now: Instant) -> bool {
        product.donation.is_none() && product.variants.iter().any(|it| self.sells_variant(catalog, product, it, now))
    }

    /// Whether this sale context includes the variant and the variant is on sale.
    pub fn sells_variant(&self, catalog: &Catalog, product: &Product, variant: &Variant, now: Instant) -> bool {
        let terms = self.terms_for(catalog, product, variant, &[], now);
        terms.is_some_and(|terms| terms.sell(catalog, product, variant, now))
    }

    /// This sale context with only the promotions of one cross-sell list.
    pub fn of_tier(&self, tier: DisplayCategory) -> SaleContext<'c> {
        let promotions = self.promotions.iter().copied().filter(|promotion| promotion.tier == Some(tier));
        SaleContext { promotions: promotions.collect(), ..self.clone() }
    }

    /// This sale context with only one promotion.
    pub fn of_promotion(&self, id: &PromotionId) -> SaleContext<'c> {
        let promotions = self.promotions.iter().copied().filter(|promotion| promotion.id == *id);
        SaleContext { promotions: promotions.collect(), ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InCart;
    use crate::testing::{SHOP_OF_EACH_SALE_CONTEXT as SHOP, catalog, now};
    use midway_kernel::coded::PassKind;

    #[test]
    fn email_domain_of_a_promotion_matches_only_addresses_of_that_domain_and_its_subdomains() {
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
    fn each_sale_context_sells_its_own_variants_at_its_prices_and_an_ended_one_sells_nothing() {
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
    fn add_on_and_cross_sell_require_a_host_in_the_cart_and_other_sale_flows_do_not() {
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
