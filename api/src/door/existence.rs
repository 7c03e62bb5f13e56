//! Whether a page exists, and for whom. This is decided before a page is rendered, because its status is sent when it
//! begins to stream.

use poem::error::ResponseError;
use poem_openapi::types::ParseFromJSON;
use serde_json::{Map, Value, json};

use super::pages::Page;
use crate::app::App;
use crate::error::{Error, Result};
use crate::http::visitor::{SignedIn, Visitor};
use crate::shop::order::{order_of_account, ticket_of_account};
use crate::shop::storefront::product::{self, MultiProductRequest, ProductList, ProductRequest};
use midway_catalog::Catalog;
use midway_kernel::coded::{PromotionType, SaleFlow};
use midway_kernel::id::BundleId;
use midway_kernel::time::Instant;

/// For whom a page exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exists {
    /// There is no such page, or it belongs to a different account.
    No,
    ForAll,
    /// The page may be different for each visitor, because its offer depends on who asks for it.
    ForEachVisitor,
}

/// What a page shows.
pub enum Content<'a> {
    /// Nothing that could be missing.
    Fixed,
    /// `flow` is the sale flow of the page, if it is not the public sale. `by_week` is true for a page that exists only
    /// for products chosen by day and time alone.
    Product {
        id: &'a str,
        flow: Option<SaleFlow>,
        by_week: bool,
    },
    Bundle(&'a str),
    /// The products of a promotion code, or the form that asks for a code.
    Code(Option<&'a str>),
    Tags {
        tags: &'a [String],
        sale: SaleOfTags,
    },
    /// An order of one account.
    Order(&'a str),
    /// A ticket of one account.
    Ticket(&'a str),
}

/// The sale context of a tag page.
#[derive(Clone, Copy)]
pub enum SaleOfTags {
    Public,
    NewPasses,
    Verified,
}

impl SaleOfTags {
    fn codes(self) -> (SaleFlow, PromotionType) {
        match self {
            SaleOfTags::Public => (SaleFlow::TagSalePromotion, PromotionType::TagSale),
            SaleOfTags::NewPasses => (SaleFlow::TagSalePromotion, PromotionType::NewPassTag),
            SaleOfTags::Verified => (SaleFlow::VerifiedOfferPromotion, PromotionType::VerifiedOfferTagSale),
        }
    }
}

pub fn content<'a>(page: &Page, params: &'a [String]) -> Content<'a> {
    let id = params.first().map_or("", String::as_str);
    let product = |flow, by_week| Content::Product { id, flow, by_week };
    match page.path {
        "/product/single/[id]" | "/product/single/pass/[id]" | "/notify-me/[id]" => product(None, false),
        "/product/single/advance/[id]" => product(Some(SaleFlow::AdvancedSale), false),
        "/product/single/dynamic/[id]" => product(None, true),
        "/builder/[id]" => Content::Bundle(id),
        "/product/multi/promo/[[...code]]" => Content::Code(params.first().map(String::as_str)),
        "/product/multi/tag/[id]" => Content::Tags { tags: params, sale: SaleOfTags::Public },
        "/product/multi/pass/tag/[...tags]" => Content::Tags { tags: params, sale: SaleOfTags::NewPasses },
        "/product/multi/verified/tag/[id]" | "/product/multi/verified/pass/tag/[...tags]" => {
            Content::Tags { tags: params, sale: SaleOfTags::Verified }
        }
        "/order-lookup/my/[id]" | "/ticket/account-grouping/[id]" => Content::Order(id),
        "/ticket/account/[id]" => Content::Ticket(id),
        _ => Content::Fixed,
    }
}

/// Whether a page shows what is in the database, or needs the visitor's session, so that it cannot be rendered while
/// these are unavailable.
pub fn needs_stores(page: &Page) -> bool {
    page.kind.is_private() || matches!(content(page, &[]), Content::Product { .. } | Content::Bundle(_))
}

/// A query parameter, as a form encodes it.
pub type Parameter = (String, String);

/// The query parameters that name a sale context, or one variant of a product.
const SALE_CONTEXT: [&str; 6] =
    ["saleFlowId", "promotionCode", "specificPromotionTypeId", "promotionSaleFlowId", "tags", "extProductVariantId"];

/// The query parameter that names the line of the cart that the bundle builder edits.
const EDITED_LINE: &str = "line";

/// Whether the address of a page names something that depends on the visitor: the sale context of a product, or a
/// bundle in the cart.
pub fn names_visitors_choice(page: &Page, query: &[Parameter]) -> bool {
    let names: &[&str] = match content(page, &[]) {
        Content::Product { .. } => &SALE_CONTEXT,
        Content::Bundle(_) => &[EDITED_LINE],
        _ => &[],
    };
    query.iter().any(|(name, _)| names.contains(&name.as_str()))
}

/// For whom a page exists. `anonymous` is a visitor without cookies.
///
/// # Errors
/// When the database or the sessions are needed and unavailable.
pub async fn exists(
    app: &App,
    page: &Page,
    params: &[String],
    query: &[Parameter],
    visitor: &Visitor,
    anonymous: &Visitor,
) -> Result<Exists> {
    let catalog = app.catalog.current();
    let now = app.clock.now();
    let found = match content(page, params) {
        // The page of a code says itself that a code is wrong.
        Content::Fixed | Content::Code(_) => Ok(Exists::ForAll),
        Content::Product { id, flow, by_week } => {
            let public = single(app, &catalog, anonymous, &json!({ "extProductId": id }), by_week, now).await;
            let own = request_in(query, id, flow);
            match (public, own) {
                (Err(Error::NotFound), Some(own)) => single(app, &catalog, visitor, &own, by_week, now).await,
                (public, _) => public,
            }
        }
        Content::Bundle(id) => match BundleId::parse_from_json(Some(json!(id))).ok().and_then(|id| catalog.bundle(&id))
        {
            Some(bundle) if catalog.bundle_asks_to_sign_in(bundle) => Ok(Exists::ForEachVisitor),
            Some(_) => Ok(Exists::ForAll),
            None => Ok(Exists::No),
        },
        Content::Tags { tags, sale } => tagged(app, &catalog, anonymous, tags, sale, now).await,
        Content::Order(id) => own(visitor, async |signed_in| order_of_account(app, &signed_in, id).await).await,
        Content::Ticket(id) => own(visitor, async |signed_in| ticket_of_account(app, &signed_in, id).await).await,
    };
    match found {
        Err(error) if error.status().is_server_error() => Err(error),
        // The page itself asks the visitor to sign in or to wait, or says why its offer is closed.
        Err(Error::SignIn | Error::TooMany { .. } | Error::Refused(_)) => Ok(Exists::ForEachVisitor),
        Err(_) => Ok(Exists::No),
        Ok(exists) => Ok(exists),
    }
}

/// A product page in a sale context.
async fn single(
    app: &App,
    catalog: &Catalog,
    visitor: &Visitor,
    request: &Value,
    by_week: bool,
    now: Instant,
) -> Result<Exists> {
    let request = ProductRequest::parse_from_json(Some(request.clone())).map_err(|_| Error::NotFound)?;
    let (product, sale_context) =
        product::page(app, catalog, visitor, &request.ext_product_id, &request.sale_context_request(), now).await?;
    let is_chosen_by_day_and_time = !product.selections.is_empty() && !product::has_places(catalog, product);
    if by_week && !is_chosen_by_day_and_time {
        return Ok(Exists::No);
    }
    let is_for_all = sale_context.closed.is_none() && !catalog.asks_to_sign_in(product);
    Ok(if is_for_all { Exists::ForAll } else { Exists::ForEachVisitor })
}

/// The request for a product in the sale context that a query names, as JSON. The sale flow of the page takes precedence
/// over the flow in the query. If neither names a flow, a promotion code means the flow of codes. Unknown numbers of
/// flows and promotion types are ignored. `None` for the public sale.
fn request_in(query: &[Parameter], product: &str, flow: Option<SaleFlow>) -> Option<Value> {
    let text = |name: &str| {
        let mut values = query.iter().filter(|(it, _)| it == name).map(|(_, value)| value.trim());
        // A repeated parameter is ignored, because different readers would use different values.
        values.next().filter(|value| !value.is_empty() && values.next().is_none())
    };
    let flow_in = |name: &str| SaleFlow::from_code(text(name)?.parse().ok()?);
    let code = text("promotionCode");
    let flow = flow.or_else(|| flow_in("saleFlowId")).or(code.map(|_| SaleFlow::PromotionCode))?;
    if flow == SaleFlow::Public {
        return None;
    }
    let promotion_type = text("specificPromotionTypeId").and_then(|it| PromotionType::from_code(it.parse().ok()?));
    let mut request =
        Map::from_iter([("extProductId".to_owned(), json!(product)), ("saleFlowId".to_owned(), json!(flow.code()))]);
    let optional = [
        ("promotionCode", code.map(Value::from)),
        ("promotionTypeId", promotion_type.map(|it| json!(it.code()))),
        ("promotionSaleFlowId", flow_in("promotionSaleFlowId").map(|it| json!(it.code()))),
        ("tagsCsv", text("tags").map(Value::from)),
    ];
    request.extend(optional.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
    Some(request.into())
}

/// The page of one tag, or of two tags of passes. Each of the tags must exist.
async fn tagged(
    app: &App,
    catalog: &Catalog,
    anonymous: &Visitor,
    tags: &[String],
    sale: SaleOfTags,
    now: Instant,
) -> Result<Exists> {
    if !matches!(tags.len(), 1 | 2) {
        return Ok(Exists::No);
    }
    let mut exists = Exists::ForAll;
    // The page shows the passes of each tag and those of both tags, as one sale context.
    let both = tags.join(",");
    for tags in tags.iter().chain(std::iter::once(&both)) {
        if list_of_tags(app, catalog, anonymous, tags, sale, now).await?.sale_context.closed.is_some() {
            exists = Exists::ForEachVisitor;
        }
    }
    Ok(exists)
}

/// What the page of these tags, separated by commas, lists.
///
/// # Errors
/// [`Error::NotFound`] for an unknown tag.
pub async fn list_of_tags<'c>(
    app: &App,
    catalog: &'c Catalog,
    anonymous: &Visitor,
    tags: &str,
    sale: SaleOfTags,
    now: Instant,
) -> Result<ProductList<'c>> {
    let (flow, promotion_type) = sale.codes();
    let request =
        json!({ "saleFlowId": flow.code(), "specificPromotionTypeId": promotion_type.code(), "tagsCsv": tags });
    let request = MultiProductRequest::parse_from_json(Some(request)).map_err(|_| Error::NotFound)?;
    product::list(app, catalog, anonymous, &request, now).await
}

/// A page of one account's data.
async fn own<T>(visitor: &Visitor, read: impl AsyncFnOnce(SignedIn) -> Result<T>) -> Result<Exists> {
    read(visitor.signed_in().await?).await.map(|_| Exists::ForEachVisitor)
}
