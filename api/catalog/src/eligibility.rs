//! Which promotions are opened by the contents of a cart, by an e-mail address or by a pass level.

use crate::files::{CartKind, Product, Promotion, Variant};
use crate::{Catalog, PromotionKind};
use midway_kernel::coded::{PassKind, SaleFlow};
use midway_kernel::id::{ProductId, VariantId};
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// One item in a cart. It decides which add-ons and cross-sells are offered.
#[derive(Clone, Debug)]
pub struct InCart {
    pub product_id: ProductId,
    pub pass: Option<PassKind>,
}

impl Catalog {
    /// Whether one of these passes gives a variant free of charge as soon as it is bought. An entitlement that requires
    /// a fully paid pass does not count.
    pub fn is_included(&self, passes: &[VariantId], product: &Product, variant: &Variant, now: Instant) -> bool {
        let kinds = [PromotionKind::TicketEntitlement, PromotionKind::AccountEntitlement];
        let gives = |promotion: &Promotion| {
            let is_free = promotion.price == Some(Money::ZERO) || promotion.percent_off == Some(100);
            is_free
                && promotion.while_owed
                && passes.iter().any(|pass| promotion.held.contains(pass))
                && promotion.names(product, variant)
                && self.is_running(promotion, now)
        };
        kinds.into_iter().flat_map(|kind| self.folder().promotions_of(kind)).any(gives)
    }
}

impl Promotion {
    /// Whether an item in the cart allows this promotion: a cross-sell needs one of its hosts, an add-on sale needs an
    /// item of the kind that `carts` names (any item if `carts` is absent), and every other flow needs no host.
    pub fn is_hosted(&self, catalog: &Catalog, flow: SaleFlow, in_cart: &[InCart]) -> bool {
        let hosts = |host: &InCart| match flow {
            SaleFlow::AddOnTagSalePromotion => match self.carts {
                Some(CartKind::Pass) => host.pass.is_some(),
                Some(CartKind::NonPass) => host.pass.is_none(),
                None => true,
            },
            _ => catalog.product(&host.product_id).is_some_and(|product| {
                self.hosts.contains(&product.id) || self.host_tags.iter().any(|tag| product.tags.contains(tag))
            }),
        };
        !flow.needs_host() || in_cart.iter().any(hosts)
    }

    /// Whether the promotion is for the owner of this e-mail address: the address has one of the promotion's domains,
    /// or a subdomain of one.
    pub fn is_for(&self, email: &str) -> bool {
        let host = email.rsplit_once('@').map_or("", |(_, host)| host).to_lowercase();
        self.email_domains.iter().any(|domain| {
            host.strip_suffix(domain.as_str()).is_some_and(|above| above.is_empty() || above.ends_with('.'))
        })
    }

    /// Whether the promotion is for holders of passes with one of these levels.
    pub fn is_for_holder(&self, levels: &[String]) -> bool {
        self.pass_levels.iter().any(|level| levels.contains(level))
    }
}
