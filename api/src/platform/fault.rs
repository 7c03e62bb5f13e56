//! Named points at which a crash test ends the process, as a power cut would: nothing is flushed, nothing is told.

use crate::config::Config;

/// Ends the process here if the configuration names this point. Compiled to nothing without the feature `test-hooks`.
#[cfg(feature = "test-hooks")]
pub fn point(config: &Config, name: &str) {
    if config.fault.as_deref() == Some(name) {
        std::process::abort();
    }
}

#[cfg(not(feature = "test-hooks"))]
pub fn point(_config: &Config, _name: &str) {}
