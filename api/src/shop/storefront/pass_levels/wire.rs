//! The response types of the comparison of passes.

use chrono::NaiveDate;
use poem_openapi::Object;

use crate::shop::catalog::PictureView;
use crate::shop::storefront::product::VariantView;
use midway_catalog::files::{PassBenefit, Product, Site, Variant};
use midway_catalog::{Catalog, SaleContext, UnitsLeft};
use midway_kernel::id::{ProductId, SiteId};
use midway_kernel::time::Instant;

/// A site with the levels of its passes.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct PassSite {
    pub id: SiteId,
    pub name: String,
    /// The names of all benefits of the levels, without duplicates.
    pub benefits: Vec<String>,
    pub levels: Vec<PassLevelView>,
}

/// A level: the passes of a product that give the same and are valid for the same time, for example for adults and
/// children.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PassLevelView {
    pub product_id: ProductId,
    pub product_display_name: String,
    /// Absent if the product's passes have no levels.
    pub level_name: Option<String>,
    pub image: Option<PictureView>,
    /// The benefits of the level, in the operator's order.
    pub benefits: Vec<PassBenefitView>,
    pub valid: PassValidity,
    pub variants: Vec<VariantView>,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PassBenefitView {
    pub name: String,
    /// How much of it the level gives. Absent if it is simply included.
    pub text: Option<String>,
}

impl From<&PassBenefit> for PassBenefitView {
    fn from(benefit: &PassBenefit) -> Self {
        PassBenefitView { name: benefit.name.clone(), text: benefit.text.clone() }
    }
}

/// When a pass that is bought today is valid: for a number of days, or until a fixed day.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PassValidity {
    /// The first day, if it is in the future.
    pub from: Option<NaiveDate>,
    pub until: Option<NaiveDate>,
    /// The number of days, including the first.
    pub days: Option<u32>,
}

impl PassSite {
    /// The sites that sell passes to the public now.
    pub fn all(catalog: &Catalog, left: UnitsLeft, now: Instant) -> Vec<Self> {
        let public = SaleContext::public().with_left(left);
        let sites = catalog.folder().site.iter().map(|site| PassSite::new(catalog, site, &public, now));
        sites.filter(|site| !site.levels.is_empty()).collect()
    }

    fn new(catalog: &Catalog, site: &Site, public: &SaleContext<'_>, now: Instant) -> Self {
        let products = catalog.folder().product.iter().filter(|product| product.site == site.id);
        let levels: Vec<PassLevelView> =
            products.flat_map(|product| PassLevelView::of_product(catalog, product, public, now)).collect();
        let mut benefits: Vec<String> = Vec::new();
        for benefit in levels.iter().flat_map(|level| &level.benefits) {
            if !benefits.contains(&benefit.name) {
                benefits.push(benefit.name.clone());
            }
        }
        PassSite { id: site.id.clone(), name: site.name.clone(), benefits, levels }
    }
}

impl PassLevelView {
    /// The levels of a product with a pass on public sale, in the order of its variants.
    fn of_product(catalog: &Catalog, product: &Product, public: &SaleContext<'_>, now: Instant) -> Vec<Self> {
        let (mut keys, mut levels) = (Vec::new(), Vec::<PassLevelView>::new());
        for variant in product.variants.iter().filter(|variant| product.has_pass(variant)) {
            let terms = public.terms_for(catalog, product, variant, &[], now);
            let Some(terms) = terms.filter(|terms| terms.sell(catalog, product, variant, now)) else { continue };
            let view = VariantView::new(catalog, product, variant, terms, &[], now);
            let key = (variant.pass_level.as_ref(), variant.valid);
            match keys.iter().position(|known| *known == key) {
                Some(at) => levels[at].variants.push(view),
                None => {
                    keys.push(key);
                    levels.push(PassLevelView::new(catalog, product, variant, view, now));
                }
            }
        }
        levels
    }

    fn new(catalog: &Catalog, product: &Product, variant: &Variant, view: VariantView, now: Instant) -> Self {
        let level_name = variant.pass_level.clone();
        let told = product.pass_levels.iter().find(|level| Some(&level.name) == level_name.as_ref());
        let valid = variant.valid.unwrap_or_default();
        let today = catalog.today_of(product, now);
        PassLevelView {
            product_id: product.id.clone(),
            product_display_name: product.name.clone(),
            level_name,
            image: product.pictures.first().and_then(|picture| PictureView::of(catalog, picture)),
            benefits: told.map(|level| level.benefits.iter().map(PassBenefitView::from).collect()).unwrap_or_default(),
            valid: PassValidity { from: valid.from.filter(|from| today < *from), until: valid.until, days: valid.days },
            variants: vec![view],
        }
    }
}
