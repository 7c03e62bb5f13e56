//! Modules for input and output, independent of the shop's topics. The database, sessions, rate limits, e-mail and
//! picture storage each have an embedded form and a production form.

pub mod audit;
pub mod clock;
pub mod db;
pub mod fault;
pub mod jobs;
pub mod keys;
pub mod limits;
pub mod open_id;
pub mod passwords;
pub mod mailer;
mod memory;
pub mod metrics;
pub mod pace;
pub mod pdf;
pub mod pdf_pictures;
pub mod pdf_queue;
pub mod pictures;
pub mod redis;
pub mod sessions;
pub mod telemetry;
pub mod tls;
