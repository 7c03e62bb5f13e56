//! Structured logs on standard error.

use tracing_subscriber::EnvFilter;

use crate::config::Config;

/// Starts logging. A second call in the same process has no effect.
pub fn start(config: &Config) {
    let filter = EnvFilter::new(&config.log);
    let logs = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_target(false);
    let started = if config.log_as_json { logs.json().try_init() } else { logs.try_init() };
    if started.is_err() {
        tracing::debug!("logging was already started");
    }
}
