//! Named points at which a crash test aborts the process. Like a power failure, an abort flushes nothing and runs no
//! cleanup.

use crate::config::Config;

/// Aborts the process if the configuration names this point. Without the feature `test-hooks` this function compiles to
/// nothing.
#[cfg(feature = "test-hooks")]
pub fn point(config: &Config, name: &str) {
    if config.fault.as_deref() == Some(name) {
        std::process::abort();
    }
}

#[cfg(not(feature = "test-hooks"))]
pub fn point(_config: &Config, _name: &str) {}
