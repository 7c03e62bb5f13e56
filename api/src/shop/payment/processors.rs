//! Who carries this shop's payments, by the names that payment methods give them.

use std::collections::BTreeMap;

use super::processor::{CardProcessor, Processor};
use super::sandbox::{PATIENCE, SandboxAddress, SandboxClientConfig, SandboxProcessor};
use crate::config::Config;
use crate::error::{Error, Result};
use crate::sandbox::place;

pub struct Processors(BTreeMap<&'static str, Box<dyn CardProcessor>>);

impl Processors {
    pub fn new(config: &Config) -> Result<Self> {
        let api_key = match &config.sandbox_key {
            Some(key) => key.clone(),
            None => place::api_key(&config.data).map_err(Error::internal)?,
        };
        let address = match &config.sandbox_url {
            Some(url) => SandboxAddress::Fixed(url.clone()),
            None => SandboxAddress::File(place::address_file(&config.data)),
        };
        let sandbox = SandboxProcessor::new(SandboxClientConfig {
            address,
            public_url: config.sandbox_public_url.clone(),
            api_key,
            patience: PATIENCE,
        })
        .map_err(Error::internal)?;
        Ok(Processors(BTreeMap::from([("sandbox", Box::new(sandbox) as Box<dyn CardProcessor>)])))
    }

    pub fn get(&self, name: &str) -> Option<&dyn Processor> {
        self.card(name).map(|card| card as &dyn Processor)
    }

    pub fn card(&self, name: &str) -> Option<&dyn CardProcessor> {
        self.0.get(name).map(Box::as_ref)
    }

    /// Origins that checkout may show in a frame.
    pub async fn origins(&self) -> Vec<String> {
        let mut origins = Vec::new();
        for processor in self.0.values() {
            origins.extend(processor.browser_origin().await);
        }
        origins
    }
}
