//! What a visitor without an account sees at a link: whether its page exists, where redirects lead, and whether what it
//! offers can be bought now. `midway links` checks the links of marketing with it.

use std::fmt;

use poem::http::{HeaderMap, header};
use url::Url;

use super::existence::{self, Content, Exists, Parameter};
use super::pages::Pages;
use super::redirects;
use crate::app::App;
use crate::error::Result;
use crate::http::visitor::Visitor;
use crate::shop::storefront::find::{Item, on_sale};
use midway_catalog::files::Product;
use midway_catalog::{Catalog, Closed, Found, PromotionKind};
use midway_kernel::coded::{CapacityLevel, SaleFlow};
use midway_kernel::id::ProductId;
use midway_kernel::time::{Instant, day_in_words};

/// The maximum number of redirects that are followed. An import refuses redirects that go round in a circle.
const MAX_REDIRECTS: usize = 20;

/// What a visitor finds at a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A page with something to buy, or another page of the shop; in words.
    Good(String),
    /// Everything that the page offers is sold out; its name.
    SoldOut(String),
    /// The promotion of the page or of its code has ended.
    Ended,
    /// The promotion of the page or of its code has not begun.
    NotYet,
    WrongCode(String),
    /// The page offers nothing without an account.
    SignIn,
    /// There is no such page.
    Dead,
    /// Another host, whose page is not checked.
    Elsewhere(String),
    /// Not an address of a page.
    Malformed,
}

impl Finding {
    /// Whether marketing can send visitors there.
    pub fn is_good(&self) -> bool {
        matches!(self, Finding::Good(_) | Finding::SignIn | Finding::Elsewhere(_))
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Good(words) => write!(f, "ok: {words}"),
            Finding::SoldOut(name) => write!(f, "SOLD OUT: {name}"),
            Finding::Ended => write!(f, "ENDED: its promotion is over"),
            Finding::NotYet => write!(f, "NOT YET: its promotion has not begun"),
            Finding::WrongCode(code) => write!(f, "WRONG CODE: no promotion has the code {code}"),
            Finding::SignIn => write!(f, "ok: asks the visitor to sign in"),
            Finding::Dead => write!(f, "DEAD: the shop has no such page"),
            Finding::Elsewhere(host) => write!(f, "not checked: it leads to {host}"),
            Finding::Malformed => write!(f, "NOT A LINK: it is neither a path that begins with / nor an http(s) URL"),
        }
    }
}

/// A link with the addresses to which it is redirected, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    pub redirects: Vec<String>,
    pub finding: Finding,
}

/// Checks links. What can be bought is read once, when the checker is made.
pub struct LinkChecker<'a> {
    app: &'a App,
    catalog: &'a Catalog,
    pages: Pages,
    on_sale: Vec<Item<'a>>,
    anonymous: Visitor,
    now: Instant,
}

impl<'a> LinkChecker<'a> {
    /// # Errors
    /// When the database is unavailable.
    pub async fn new(app: &'a App, catalog: &'a Catalog) -> Result<Self> {
        let now = app.clock.now();
        let on_sale = on_sale(app, catalog, now).await?;
        let anonymous = Visitor::new(app.edge(), &HeaderMap::new(), None);
        Ok(LinkChecker { app, catalog, pages: Pages::of_the_app(), on_sale, anonymous, now })
    }

    /// Follows a link: a path of the shop, or an absolute URL.
    ///
    /// # Errors
    /// When the database is unavailable.
    pub async fn check(&self, link: &str) -> Result<Checked> {
        let public_url = &self.app.config.public_url;
        let mut redirects = Vec::new();
        let parsed = if link.starts_with('/') { public_url.join(link) } else { Url::parse(link) };
        let Some(mut url) = parsed.ok().filter(|url| matches!(url.scheme(), "http" | "https")) else {
            return Ok(Checked { redirects, finding: Finding::Malformed });
        };
        for _ in 0..MAX_REDIRECTS {
            if url.origin() != public_url.origin() {
                let host = url.host_str().unwrap_or_default().to_owned();
                return Ok(Checked { redirects, finding: Finding::Elsewhere(host) });
            }
            let query: Vec<Parameter> = url.query_pairs().into_owned().collect();
            let target = &url[url::Position::BeforePath..url::Position::AfterQuery];
            let Some(response) = redirects::of(self.catalog, public_url, target, &query) else {
                let finding = self.finding(url.path(), &query).await?;
                return Ok(Checked { redirects, finding });
            };
            let location = response.headers().get(header::LOCATION).and_then(|value| value.to_str().ok());
            let Some(next) = location.and_then(|location| url.join(location).ok()) else {
                return Ok(Checked { redirects, finding: Finding::Dead });
            };
            redirects.push(location.unwrap_or_default().to_owned());
            url = next;
        }
        Ok(Checked { redirects, finding: Finding::Dead })
    }

    /// What a visitor finds at a path that is not redirected.
    async fn finding(&self, path: &str, query: &[Parameter]) -> Result<Finding> {
        let Some((page, params)) = self.pages.find(path) else { return Ok(Finding::Dead) };
        let content = existence::content(&page, &params);
        if let Some((kind, code)) = code_of(&content, query)
            && let Some(fault) = self.fault_of_code(kind, &code)
        {
            return Ok(fault);
        }
        let (visitor, now) = (&self.anonymous, self.now);
        match existence::exists(self.app, &page, &params, query, visitor, visitor).await? {
            Exists::No => return Ok(Finding::Dead),
            Exists::ForAll | Exists::ForEachVisitor => {}
        }
        Ok(match content {
            Content::Product { id, .. } => self.product(id),
            Content::Bundle(id) => {
                self.item(|found| matches!(found, Found::Bundle(bundle) if bundle.id.as_str() == id))
            }
            Content::Tags { tags, sale } => {
                let list = existence::list_of_tags(self.app, self.catalog, visitor, &tags.join(","), sale, now).await?;
                match &list.sale_context.closed {
                    Some(Closed::Ended) => Finding::Ended,
                    Some(Closed::NotYet) => Finding::NotYet,
                    Some(Closed::SignIn | Closed::NotEntitled { .. }) => Finding::SignIn,
                    Some(Closed::UnknownTag) => Finding::Dead,
                    None => {
                        let is_listed = |product: &&Product| {
                            product.variants.iter().any(|variant| {
                                list.sale_context.sells_variant(self.catalog, product, variant, now)
                                    && list.lists(self.catalog, product, variant, now)
                            })
                        };
                        self.list(self.catalog.folder().product.iter().filter(is_listed))
                    }
                }
            }
            Content::Code(Some(code)) => {
                let found = self.catalog.promotion_of_code(PromotionKind::Code, code);
                let is_its = |product: &&Product| {
                    let variants = &mut product.variants.iter();
                    found.is_some_and(|(promotion, _)| variants.any(|it| promotion.applies_to(product, it)))
                };
                self.list(self.catalog.folder().product.iter().filter(is_its))
            }
            Content::Order(_) | Content::Ticket(_) => Finding::SignIn,
            Content::Code(None) | Content::Fixed => Finding::Good(format!("the page {}", page.path)),
        })
    }

    /// Why a code opens nothing; `None` for a code that does.
    fn fault_of_code(&self, kind: PromotionKind, code: &str) -> Option<Finding> {
        match self.catalog.promotion_of_code(kind, code) {
            None => Some(Finding::WrongCode(code.to_owned())),
            Some((promotion, _)) if self.catalog.is_over(promotion, self.now) => Some(Finding::Ended),
            Some((promotion, _)) if !self.catalog.is_running(promotion, self.now) => Some(Finding::NotYet),
            Some(_) => None,
        }
    }

    /// The page of a product. A product that is sold only in a promotion is named without its availability.
    fn product(&self, id: &str) -> Finding {
        let product = self.catalog.product(&ProductId::from(id));
        let listed = |found: &Found<'_>| matches!(found, Found::Product(product) if product.id.as_str() == id);
        match (self.on_sale.iter().any(|item| listed(&item.found)), product) {
            (true, _) => self.item(listed),
            (false, Some(product)) => Finding::Good(format!("{}, sold only in a promotion", product.name)),
            (false, None) => Finding::Dead,
        }
    }

    fn item(&self, is_it: impl Fn(&Found<'_>) -> bool) -> Finding {
        let Some(item) = self.on_sale.iter().find(|item| is_it(&item.found)) else {
            return Finding::Ended;
        };
        let (name, is_dated) = match item.found {
            Found::Product(product) => (&product.name, !product.selections.is_empty()),
            // The next day of a bundle is not known.
            Found::Bundle(bundle) => (&bundle.name, false),
        };
        let is_sold_out = item.level == Some(CapacityLevel::Full) || (is_dated && item.next_date.is_none());
        if is_sold_out {
            return Finding::SoldOut(name.clone());
        }
        let next = item.next_date.map_or_else(String::new, |day| format!(", next on {}", day_in_words(day)));
        Finding::Good(format!("{name}, from {}{next}", item.from_price.display()))
    }

    /// The page of several products.
    fn list<'p>(&self, products: impl Iterator<Item = &'p Product>) -> Finding {
        let found: Vec<(&str, Finding)> =
            products.map(|product| (product.name.as_str(), self.product(product.id.as_str()))).collect();
        let names: Vec<&str> = found.iter().map(|(name, _)| *name).collect();
        match found.iter().any(|(_, finding)| finding.is_good()) {
            true => Finding::Good(names.join(", ")),
            false => Finding::SoldOut(names.join(", ")),
        }
    }
}

/// The promotion code that an address names, with the kind of the promotions that have such codes.
fn code_of(content: &Content<'_>, query: &[Parameter]) -> Option<(PromotionKind, String)> {
    let in_query = || {
        let mut values = query.iter().filter(|(name, value)| name == "promotionCode" && !value.trim().is_empty());
        values.next().map(|(_, value)| value.trim().to_owned())
    };
    match content {
        Content::Code(Some(code)) => Some((PromotionKind::Code, (*code).to_owned())),
        Content::Product { flow: Some(SaleFlow::AdvancedSale), .. } => {
            in_query().map(|code| (PromotionKind::AdvanceSale, code))
        }
        Content::Product { .. } => in_query().map(|code| (PromotionKind::Code, code)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_links_are_those_that_open_an_offer_or_lead_elsewhere() {
        let good = [Finding::Good(String::new()), Finding::SignIn, Finding::Elsewhere(String::new())];
        assert!(good.iter().all(Finding::is_good));
        let bad = [Finding::SoldOut(String::new()), Finding::Ended, Finding::NotYet, Finding::Dead, Finding::Malformed];
        assert!(!bad.iter().any(Finding::is_good));
    }
}
