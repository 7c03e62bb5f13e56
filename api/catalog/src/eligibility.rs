//! Which promotions the contents of a cart, an e-mail address or a pass level open.

use crate::Catalog;
use crate::files::{CartKind, Promotion};
use midway_kernel::coded::{PassKind, SaleFlow};
use midway_kernel::id::ProductId;

/// One thing in a cart beside which others are offered.
#[derive(Clone, Debug)]
pub struct InCart {
    pub product_id: ProductId,
    pub pass: Option<PassKind>,
}

impl Promotion {
    /// Whether something in the cart lets its shopper have it: a cross-sell goes with its host, an add-on with whatever is
    /// bought, and everything else goes alone.
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

    /// Whether it is for whoever reads a verified e-mail address.
    pub fn is_for(&self, email: &str) -> bool {
        let host = email.rsplit_once('@').map_or("", |(_, host)| host).to_lowercase();
        self.email_domains.iter().any(|domain| {
            host.strip_suffix(domain.as_str()).is_some_and(|above| above.is_empty() || above.ends_with('.'))
        })
    }

    /// Whether it is for whoever holds passes of these levels.
    pub fn is_for_holder(&self, levels: &[String]) -> bool {
        self.pass_levels.iter().any(|level| levels.contains(level))
    }
}
