//! `midway openapi`: the OpenAPI document, made without any database or file of the operator's.

use std::collections::HashMap;
use std::sync::Arc;

use midway_migrations::{Migrator, MigratorTrait};

use crate::app::App;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::http::openapi;
use crate::platform::clock::SystemClock;
use crate::platform::db::Db;
use crate::server::service;

/// The document as it is served and committed.
pub async fn document() -> Result<String> {
    // All that would be made in a data folder is given here, so that none is touched. The keys sign nothing.
    let variables =
        [("MIDWAY_SECRET", "00".repeat(32)), ("MIDWAY_TICKET_KEY", "00".repeat(32)), ("SANDBOX_KEY", "0".to_owned())];
    let variables: HashMap<String, String> =
        variables.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let config = Config::from_variables(&variables).map_err(Error::Internal)?;
    let db = Db::in_memory().await?;
    Migrator::up(&db.schema(), None).await?;
    let app = App::on(config, db, Arc::new(SystemClock::new(None))).await?;
    Ok(openapi::complete(&service(&app).spec()))
}
