//! Input and output without any knowledge of the shop, each in its embedded and its production form.

pub mod pictures;
