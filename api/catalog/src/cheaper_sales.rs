//! Sales that are open to everyone, or to everyone with other items in the cart, and sell a variant for less than its
//! public price. The pages that sell the variant and the cart name them, so that shoppers find them. The functions are
//! pure.

use crate::files::{Product, Promotion, Variant};
use crate::unit_prices::fees_on;
use crate::{Catalog, InCart, PromotionKind, UnitQuote};
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// A sale that sells a variant for less: on the page of a tag, with a public promotion code, or beside other items in the
/// cart. Either `tag` or `code` is set, or neither for a cross-sell.
#[derive(Clone, Debug)]
pub struct CheaperSale<'c> {
    pub kind: PromotionKind,
    pub promotion: &'c Promotion,
    /// The tag whose page sells the variant.
    pub tag: Option<&'c str>,
    pub code: Option<&'c str>,
    /// The price of one unit, without tax and fees.
    pub price: Money,
    /// The price that pages show: with the per-ticket fees, without tax.
    pub display_price: Money,
}

/// The price of one unit of a variant, without tax and fees.
#[derive(Clone, Copy, Debug)]
pub struct PublicPrice {
    /// The price without promotions.
    pub regular: Money,
    pub price: Money,
    /// Whether promotion codes can lower the price.
    pub takes_codes: bool,
}

impl UnitQuote<'_> {
    pub fn public_price(&self) -> PublicPrice {
        PublicPrice { regular: self.regular, price: self.price, takes_codes: self.takes_codes }
    }
}

/// The kinds of promotions that may be open to everyone and have their own sale context.
const KINDS: [PromotionKind; 3] = [PromotionKind::TagSale, PromotionKind::NewPassSale, PromotionKind::Code];

impl Catalog {
    /// The running sales that are open to everyone and sell a variant for less than its price, cheapest first. A promotion
    /// with a limited number of uses is left out, because it may be used up.
    pub fn cheaper_sales<'c>(
        &'c self,
        product: &'c Product,
        variant: &'c Variant,
        prices: PublicPrice,
        now: Instant,
    ) -> Vec<CheaperSale<'c>> {
        let of_kind = |kind: PromotionKind| self.folder().promotions_of(kind).iter().map(move |it| (kind, it));
        let open = |(kind, promotion)| {
            let place = open_place(kind, promotion, product, variant)?;
            self.cheaper((kind, promotion, place), (product, variant), prices, now)
        };
        let mut sales: Vec<_> = KINDS.into_iter().flat_map(of_kind).filter_map(open).collect();
        sales.sort_by_key(|sale| sale.price);
        sales
    }

    /// The running cross-sells that these items in the cart allow and that sell a variant for less than its price,
    /// cheapest first.
    pub fn cheaper_cross_sells<'c>(
        &'c self,
        product: &'c Product,
        variant: &'c Variant,
        prices: PublicPrice,
        in_cart: &[InCart],
        now: Instant,
    ) -> Vec<CheaperSale<'c>> {
        let kind = PromotionKind::CrossSell;
        let hosted = self.folder().promotions_of(kind).iter().filter(|it| it.is_hosted(self, kind.flow(), in_cart));
        let cheaper = |promotion| self.cheaper((kind, promotion, (None, None)), (product, variant), prices, now);
        let mut sales: Vec<_> = hosted.filter_map(cheaper).collect();
        sales.sort_by_key(|sale| sale.price);
        sales
    }

    fn cheaper<'c>(
        &self,
        (kind, promotion, (tag, code)): (PromotionKind, &'c Promotion, (Option<&'c str>, Option<&'c str>)),
        (product, variant): (&'c Product, &'c Variant),
        PublicPrice { regular, price, takes_codes }: PublicPrice,
        now: Instant,
    ) -> Option<CheaperSale<'c>> {
        let is_its = promotion.applies_to(product, variant)
            && self.is_running_for(promotion, product, now)
            && (takes_codes || kind != PromotionKind::Code);
        let reduced = promotion.reduction().filter(|_| is_its && promotion.uses.is_none())?.of(regular);
        let display_price = reduced + fees_on(self, &[(product, reduced, 1)]);
        (reduced < price).then_some(CheaperSale { kind, promotion, tag, code, price: reduced, display_price })
    }
}

/// The tag of the page or the public code at which a promotion is open to everyone; `None` if it is not. A promotion on
/// a tag's page needs a title, because only those with a title are listed.
fn open_place<'c>(
    kind: PromotionKind,
    promotion: &'c Promotion,
    product: &Product,
    variant: &Variant,
) -> Option<(Option<&'c str>, Option<&'c str>)> {
    if kind == PromotionKind::Code {
        let code = promotion.codes.first().filter(|_| promotion.public)?;
        return Some((None, Some(code)));
    }
    let is_listed = promotion.title.is_some() && !promotion.requires_login_challenge;
    let may_sell = kind != PromotionKind::NewPassSale || product.has_pass(variant);
    let tag = promotion.tags.iter().find(|tag| product.tags.contains(tag)).filter(|_| is_listed && may_sell)?;
    Some((Some(tag), None))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Terms;
    use crate::testing::{SHOP_OF_EACH_SALE_CONTEXT as SHOP, catalog, now};

    /// The ids, places and prices of the sales that sell a variant for less than its public price, in a shop with one
    /// more promotion.
    fn offered(variant: &str, promotion: &str) -> Vec<(String, String, i64)> {
        let catalog = catalog(&format!("{SHOP}\n{promotion}"));
        let (product, variant) = catalog.variant(&variant.into()).unwrap();
        let quote = catalog.unit_quote(product, variant, Terms::public(), &[], now());
        let sales = catalog.cheaper_sales(product, variant, quote.public_price(), now());
        let place = |sale: &CheaperSale<'_>| sale.tag.or(sale.code).unwrap_or_default().to_owned();
        sales.iter().map(|sale| (sale.promotion.id.to_string(), place(sale), sale.price.0)).collect()
    }

    #[test]
    fn cheaper_sale_of_new_passes_has_a_page_for_everyone_and_sells_only_passes() {
        for (variant, keys, expected) in [
            ("season", "title = \"T\"\npercent_off = 20", Some(72_00)),
            ("season", "percent_off = 20", None),
            ("season", "title = \"T\"\npercent_off = 20\nrequires_login_challenge = true", None),
            ("season", "title = \"T\"\npercent_off = 20\nuntil = \"2026-05-01T00:00:00\"", None),
            ("season", "title = \"T\"\npercent_off = 20\nuses = 5", None),
            ("season", "title = \"T\"\nprice = \"95.00\"", None),
            ("case", "title = \"T\"\nprice = \"1.00\"", None),
        ] {
            let sale = format!("[[new_pass_sale]]\nid = \"first\"\nname = \"First\"\ntags = [\"new\"]\n{keys}");
            let expected: Vec<_> =
                expected.into_iter().map(|price| ("first".to_owned(), "new".to_owned(), price)).collect();
            assert_eq!(offered(variant, &sale), expected, "{variant} {keys}");
        }
    }

    #[test]
    fn cheaper_sales_of_a_ticket_are_tag_sales_with_a_title_and_public_codes_cheapest_first() {
        let tag_sale = |keys: &str| {
            format!(
                "[[tag_sale]]\nid = \"cold\"\nname = \"Cold\"\ntags = [\"snow\", \"winter\"]\npercent_off = 15\n{keys}"
            )
        };
        let code = |keys: &str| {
            format!(
                "[[promotion_code]]\nid = \"ferry\"\nname = \"Ferry\"\ncodes = [\"FERRY\"]\npercent_off = 10\n{keys}"
            )
        };
        let sale = || ("cold".to_owned(), "winter".to_owned(), 8_50);
        let ferry = || ("ferry".to_owned(), "FERRY".to_owned(), 9_00);
        for (promotions, expected) in [
            (tag_sale("title = \"Cold days\""), vec![sale()]),
            (tag_sale(""), vec![]),
            (tag_sale("title = \"Cold days\"\nrequires_login_challenge = true"), vec![]),
            (tag_sale("title = \"Cold days\"\nfrom = \"2027-05-01T00:00:00\""), vec![]),
            (code("public = true"), vec![ferry()]),
            (code(""), vec![]),
            (code("public = true\nvariants = [\"photo\"]"), vec![]),
            (code("public = true\nuses = 5"), vec![]),
            ([code("public = true"), tag_sale("title = \"Cold days\"")].join("\n"), vec![sale(), ferry()]),
        ] {
            assert_eq!(offered("walk", &promotions), expected, "{promotions}");
        }
    }
}
