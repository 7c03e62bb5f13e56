//! Signed texts, such as the list of revoked tickets. Each kind has a different name, so that a text of one kind cannot be used as a text of another kind.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A kind of signed content. The signature includes the kind's name.
pub trait Signed: Serialize + DeserializeOwned {
    const NAME: &'static str;
}
