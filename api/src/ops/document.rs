//! `midway openapi`: writes the OpenAPI document. It needs no database and no files of the operator.

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

/// The OpenAPI document that the API serves and the repository contains.
pub async fn document() -> Result<String> {
    // All keys that would otherwise be created in a data folder are set here, so that no folder is touched. Nothing is
    // signed with these keys.
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
