//! The key of the desk (`DESK_KEY`), with which the tools of the shop's staff call the API. It opens the calls of the desk, and
//! nothing else does: a visitor's session is neither read nor set by them.

use std::time::Duration;

use poem::Request;
use poem_openapi::SecurityScheme;
use poem_openapi::auth::Bearer;
use poem_openapi::error::AuthorizationError;

use super::visitor::Visitor;
use crate::error::Error;
use crate::platform::limits::Delay;
use midway_kernel::secret::same;

/// The limit on wrong keys per network address, so that nobody tries them as fast as the network carries them.
const WRONG_KEYS: Delay = Delay {
    name: "desk-key",
    free: 10,
    first: Duration::from_secs(30),
    longest: Duration::from_secs(15 * 60),
    forgotten_after: Duration::from_secs(60 * 60),
    together: Duration::ZERO,
};

/// A call by the shop's staff: with the key of the desk, `DESK_KEY` of the configuration. Without the right key, and in a
/// shop that has none, the answer has the status 401.
#[derive(SecurityScheme)]
#[oai(ty = "bearer", rename = "DeskKey", checker = "check")]
pub struct Desk(());

async fn check(request: &Request, bearer: Bearer) -> poem::Result<()> {
    let visitor = request.extensions().get::<Visitor>();
    let visitor = visitor.ok_or_else(|| Error::Internal("the edge did not set the visitor".to_owned()))?;
    let edge = visitor.edge();
    let (address, now) = (visitor.address(), edge.clock.now());
    let is_right = edge.config.desk_key.as_ref().is_some_and(|key| same(key.expose(), &bearer.token));
    // The right key is never held back: it cannot be guessed, and somebody else at this address may use a wrong one.
    if is_right {
        return Ok(());
    }
    edge.limits.begin(WRONG_KEYS, address, now).await?;
    Err(AuthorizationError.into())
}
