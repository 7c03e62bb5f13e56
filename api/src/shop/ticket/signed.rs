//! What the shop signs: each kind of text has a name, so that one is never taken for another.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// What is signed, each under a name of its own, so that none can be taken for another.
pub trait Signed: Serialize + DeserializeOwned {
    const NAME: &'static str;
}
