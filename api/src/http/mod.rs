//! The HTTP edge: all code that depends on poem but not on the shop.

pub mod compression;
pub mod desk;
pub mod device;
pub mod edge;
pub mod encoding;
pub mod openapi;
pub mod idle_timeout;
pub mod problem;
pub mod reply;
pub mod state;
pub mod tcp;
pub mod visitor;
pub mod visitor_address;
pub mod xsrf;
