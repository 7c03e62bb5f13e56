//! Signed texts. Each kind has its own name, so that one cannot be used as another.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A kind of signed content, with its own name, so that one cannot be used as another.
pub trait Signed: Serialize + DeserializeOwned {
    const NAME: &'static str;
}
