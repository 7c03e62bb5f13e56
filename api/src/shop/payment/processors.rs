//! The processors and lenders of this shop, by the names that payment methods use. A shop with an account at Stripe has
//! no sandbox, so that nobody can buy with a test card.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::processor::{BrowserOrigins, CardProcessor, Lender, Processor};
use super::sandbox::{SandboxAddress, SandboxClientConfig, SandboxProcessor, TIMEOUT};
use super::stripe::StripeProcessor;
use crate::config::Config;
use crate::error::{Error, Result};
use midway_catalog::files::PaymentMethod;
use midway_kernel::input::Secret;
use midway_sandbox::shared_files;

pub struct Processors {
    cards: BTreeMap<&'static str, Arc<dyn CardProcessor>>,
    lenders: BTreeMap<&'static str, Arc<dyn Lender>>,
    /// The name of the processor that sends notices, and the secret with which it signs them.
    notices: (&'static str, Secret),
}

impl Processors {
    pub fn new(config: &Config) -> Result<Self> {
        if let Some(stripe) = &config.stripe {
            let notices = ("stripe", stripe.webhook_secret.clone());
            let stripe = StripeProcessor::new(stripe, &config.public_url).map_err(Error::internal)?;
            let cards = BTreeMap::from([("stripe", Arc::new(stripe) as Arc<dyn CardProcessor>)]);
            return Ok(Processors { cards, lenders: BTreeMap::new(), notices });
        }
        let api_key = match &config.sandbox_key {
            Some(key) => key.clone(),
            None => shared_files::api_key(&config.data).map_err(Error::internal)?,
        };
        let notices = ("sandbox", Secret::new(&api_key));
        let address = match &config.sandbox_url {
            Some(url) => SandboxAddress::Fixed(url.clone()),
            None => SandboxAddress::File(shared_files::address_file(&config.data)),
        };
        let sandbox = SandboxProcessor::new(SandboxClientConfig {
            address,
            public_url: config.sandbox_public_url.clone(),
            public_key: shared_files::public_key(&api_key),
            api_key,
            timeout: TIMEOUT,
        })
        .map_err(Error::internal)?;
        let sandbox = Arc::new(sandbox);
        let cards = BTreeMap::from([("sandbox", sandbox.clone() as Arc<dyn CardProcessor>)]);
        Ok(Processors { cards, lenders: BTreeMap::from([("sandbox-lender", sandbox as Arc<dyn Lender>)]), notices })
    }

    /// The secret with which a processor signs its notices; `None` if this shop does not have the processor.
    pub fn notice_secret(&self, processor: &str) -> Option<&Secret> {
        Some(&self.notices.1).filter(|_| self.notices.0 == processor)
    }

    /// Why each payment method with a processor that this shop does not have cannot be used.
    pub fn missing(&self, methods: &[PaymentMethod]) -> Vec<String> {
        let missing = methods.iter().filter(|method| self.get(&method.processor).is_none());
        missing
            .map(|PaymentMethod { id, processor, .. }| {
                let why = match processor.as_str() {
                    "stripe" => {
                        "this shop has no keys for it. Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and \
                         STRIPE_WEBHOOK_SECRET, or write `processor = \"sandbox\"` for test cards"
                    }
                    _ => {
                        "a shop with the keys of Stripe has no sandbox. Write `processor = \"stripe\"`, remove the \
                         payment method, or unset the variables STRIPE_…"
                    }
                };
                format!("the payment method \"{id}\" is of the processor {processor}, and {why}")
            })
            .collect()
    }

    pub fn get(&self, name: &str) -> Option<&dyn Processor> {
        let card = self.card(name).map(|card| card as &dyn Processor);
        card.or_else(|| self.lender(name).map(|lender| lender as &dyn Processor))
    }

    pub fn card(&self, name: &str) -> Option<&dyn CardProcessor> {
        self.cards.get(name).map(Arc::as_ref)
    }

    pub fn lender(&self, name: &str) -> Option<&dyn Lender> {
        self.lenders.get(name).map(Arc::as_ref)
    }

    /// All processors and lenders, with their names.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &dyn Processor)> {
        let cards = self.cards.iter().map(|(name, card)| (*name, card.as_ref() as &dyn Processor));
        cards.chain(self.lenders.iter().map(|(name, lender)| (*name, lender.as_ref() as &dyn Processor)))
    }

    /// The origins that checkout may use.
    pub async fn browser_origins(&self) -> BrowserOrigins {
        let mut all = BrowserOrigins::default();
        for (_, processor) in self.all() {
            let BrowserOrigins { scripts, frames, connections } = processor.browser_origins().await;
            for (all, more) in
                [(&mut all.scripts, scripts), (&mut all.frames, frames), (&mut all.connections, connections)]
            {
                all.extend(more);
                all.sort();
                all.dedup();
            }
        }
        all
    }
}
