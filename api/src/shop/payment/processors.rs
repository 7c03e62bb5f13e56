//! The processors and lenders of this shop, by the names that payment methods use.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::processor::{CardProcessor, Lender, Processor};
use super::sandbox::{SandboxAddress, SandboxClientConfig, SandboxProcessor, TIMEOUT};
use super::stripe::StripeProcessor;
use crate::config::Config;
use crate::error::{Error, Result};
use midway_sandbox::shared_files;

pub struct Processors {
    cards: BTreeMap<&'static str, Arc<dyn CardProcessor>>,
    lenders: BTreeMap<&'static str, Arc<dyn Lender>>,
}

impl Processors {
    pub fn new(config: &Config) -> Result<Self> {
        let api_key = match &config.sandbox_key {
            Some(key) => key.clone(),
            None => shared_files::api_key(&config.data).map_err(Error::internal)?,
        };
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
        let mut cards = BTreeMap::from([("sandbox", sandbox.clone() as Arc<dyn CardProcessor>)]);
        if let Some(stripe) = &config.stripe {
            let stripe = StripeProcessor::new(stripe, &config.public_url).map_err(Error::internal)?;
            cards.insert("stripe", Arc::new(stripe));
        }
        Ok(Processors { cards, lenders: BTreeMap::from([("sandbox-lender", sandbox as Arc<dyn Lender>)]) })
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

    /// The origins that checkout may show in a frame.
    pub async fn origins(&self) -> Vec<String> {
        let mut origins = Vec::new();
        for (_, processor) in self.all() {
            origins.extend(processor.browser_origin().await);
        }
        origins.sort();
        origins.dedup();
        origins
    }
}
