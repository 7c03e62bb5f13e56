//! The visitor of a call: the session that belongs to its cookie. The session is loaded when first used and created
//! when something must be stored.
//!
//! A first visit to a public page creates no session. The session cookie has no Max-Age: the server decides when it
//! expires. Signing in replaces the session and its cookie, and signing out ends the session; the old cookie value
//! becomes invalid.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

use chrono::Duration;
use poem::http::{HeaderMap, header};
use poem::web::cookie::{Cookie, SameSite};
use poem::{FromRequest, Request, RequestBody};
use serde::{Deserialize, Serialize};

use super::state::EdgeState;
use super::{device, xsrf};
use crate::error::{AGAIN, Error, Result};
use crate::platform::limits::Limit;
use crate::platform::open_id::BegunSignIn;
use crate::platform::sessions::{self, End, Stored};
use midway_kernel::id::SiteId;
use midway_kernel::secret::{fingerprint, random_token, same, sign};
use midway_kernel::time::Instant;

/// How long a session is stored beyond `sessionTimeout`, so that the app's idle check can still find out who was signed
/// in.
const GRACE: Duration = Duration::seconds(120);

/// How long a browser is considered known after the sign-in that made it known.
const DEVICE_IS_KNOWN: std::time::Duration = std::time::Duration::from_secs(365 * 24 * 60 * 60);

/// The limit of new sessions per network address; sessions that a sign-in begins do not count. Many people may share an
/// address. The limit slows down clients that create a new session for each new cart.
const SESSIONS: Limit = Limit { name: "sessions", attempts: 300, window: std::time::Duration::from_secs(10 * 60) };

/// A call that the browser sent before a sign-in may still arrive this long after the sign-in; slow networks deliver
/// within this time. A browser that did not receive the answer to its sign-in can sign in again immediately, but must
/// wait this long to continue as a guest.
const LATE: Duration = Duration::seconds(30);

/// The cookies with places in front of waiting rooms have this kind, followed by the id of the room.
const PLACE: &str = "place_";

/// How long a browser keeps its place.
const PLACE_IS_KEPT: std::time::Duration = std::time::Duration::from_secs(24 * 60 * 60);

/// The maximum number of these cookies that are read of one request.
const MAX_PLACES: usize = 20;

/// How many times a call retries when other calls change the session concurrently. A browser does not make that many
/// changes at the same time.
const MAX_RACES: usize = 20;

/// The content of a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SessionData {
    pub account_id: Option<String>,
    /// The account's session epoch when this session began. Raising the account's epoch ends its earlier sessions.
    pub epoch: i64,
    /// The account's e-mail address, if it is verified.
    pub verified_email: Option<String>,
    /// The visitor's current cart: the cart of the guest or of the account.
    pub cart_id: Option<String>,
    /// Whether the session was lost and its cart was restored from the cart cookie.
    pub is_recovered: bool,
    /// True for a session whose cookie value is derived from the visitor cookie, until the browser sends the session
    /// cookie for the first time. Until then the visitor cookie also identifies the session.
    pub is_unreceived: bool,
    /// The chosen site.
    pub site_id: Option<SiteId>,
    /// The cart before the current one. After it has been ordered, the visitor may still see its order.
    pub previous_cart_id: Option<String>,
    /// Orders that this visitor has proven to own, the latest last; at most [`MAX_PROVEN`].
    pub proven_orders: Vec<String>,
    /// The reservation in progress, or the reservation that was confirmed last.
    pub reservation_id: Option<String>,
    /// Other reservations of this visitor, the latest last; at most [`MAX_PROVEN`].
    pub proven_reservations: Vec<String>,
    /// The codes of tickets that this visitor has linked in order to upgrade them. With a fresh code, a ticket is no longer
    /// linked.
    pub linked_tickets: Vec<String>,
    /// A random name of this session and of those that replace it. A place in front of a waiting room belongs to one holder.
    pub holder: Option<String>,
    /// A sign-in at the identity provider that this browser has begun and not finished.
    pub begun_sign_in: Option<BegunSignIn>,
}

/// The maximum number of proven orders, and of proven reservations, in one session. A new entry replaces the oldest
/// entry.
const MAX_PROVEN: usize = 20;

impl SessionData {
    pub fn proves(&mut self, order_id: &str) {
        keep_latest(&mut self.proven_orders, order_id);
    }

    pub fn proves_reservation(&mut self, reservation_id: &str) {
        keep_latest(&mut self.proven_reservations, reservation_id);
    }

    /// The reservations that this session gives access to without an account.
    pub fn reservations(&self) -> Vec<String> {
        self.proven_reservations.iter().chain(&self.reservation_id).cloned().collect()
    }
}

fn keep_latest(known: &mut Vec<String>, id: &str) {
    known.retain(|other| other != id);
    known.push(id.to_owned());
    let surplus = known.len().saturating_sub(MAX_PROVEN);
    known.drain(..surplus);
}

/// The visitor of one call.
#[derive(Clone)]
pub struct Visitor(Arc<State>);

struct State {
    edge: Arc<EdgeState>,
    session_cookie: Option<String>,
    visitor_cookie: Option<String>,
    device_cookie: Option<String>,
    cart_cookie: Option<String>,
    /// The places in front of waiting rooms, by room, as the browser sent or gets them.
    places: Mutex<BTreeMap<String, String>>,
    address: Option<IpAddr>,
    /// The network address of the client, in the form in which rate limits count it.
    counted_as: String,
    session: tokio::sync::Mutex<Session>,
    cookies: Mutex<Vec<Cookie>>,
}

enum Session {
    NotLoaded,
    /// There is no session. A new one starts with this data.
    None(Box<SessionData>),
    /// The session was replaced less than [`LATE`] ago, probably after the browser sent this call. Unless the call
    /// signs in or out, its response sets no cookies, so that it cannot overwrite the cookies of the new session.
    Replaced,
    Loaded {
        cookie: String,
        stored: Box<Stored<SessionData>>,
    },
}

impl Visitor {
    pub fn new(edge: Arc<EdgeState>, headers: &HeaderMap, address: Option<IpAddr>) -> Self {
        let value = |name: String| cookie(headers, &name).filter(|value| value.len() <= 200);
        let session_cookie = value(cookie_name(&edge, "session"));
        let visitor_cookie = value(cookie_name(&edge, "visitor"));
        let device_cookie = value(cookie_name(&edge, "device"));
        let cart_cookie = value(cookie_name(&edge, "cart"));
        let places = Mutex::new(cookies_of(headers, &cookie_name(&edge, PLACE)));
        Visitor(Arc::new(State {
            edge,
            session_cookie,
            visitor_cookie,
            device_cookie,
            cart_cookie,
            places,
            address,
            counted_as: address.map_or_else(|| "unknown".to_owned(), counted_as),
            session: tokio::sync::Mutex::new(Session::NotLoaded),
            cookies: Mutex::default(),
        }))
    }

    pub(super) fn edge(&self) -> &EdgeState {
        &self.0.edge
    }

    /// The network address of the client, in the form in which rate limits count it.
    pub fn address(&self) -> &str {
        &self.0.counted_as
    }

    /// [`Visitor::address`], or `None` for an unknown or a loopback address. All callers on the shop's own machine have
    /// the loopback address, so it does not distinguish visitors.
    pub fn remote_address(&self) -> Option<&str> {
        self.0.address.is_some_and(|address| !address.is_loopback()).then_some(&self.0.counted_as)
    }

    /// The visitor, if signed in.
    ///
    /// # Errors
    /// [`Error::SignIn`] for a guest.
    pub async fn signed_in(&self) -> Result<SignedIn> {
        let account_id = self.session().await?.account_id.ok_or(Error::SignIn)?;
        Ok(SignedIn { visitor: self.clone(), account_id })
    }

    /// Counts an attempt for this visitor's address. Unknown and loopback addresses are not limited.
    ///
    /// # Errors
    /// [`Error::TooMany`] past the limit.
    pub async fn attempt(&self, limit: Limit) -> Result<()> {
        let Some(address) = self.remote_address() else { return Ok(()) };
        self.0.edge.limits.attempt_by_clock(limit, address, self.0.edge.clock.now()).await
    }

    /// Undoes the count of an attempt by this call, because the attempt did not fail.
    pub async fn undo_attempt(&self, limit: Limit) {
        let Some(address) = self.remote_address() else { return };
        self.0.edge.limits.undo_attempt_by_clock(limit, address, self.0.edge.clock.now()).await;
    }

    /// Counts the distinct items that visitors at this network address find. Unknown and loopback addresses are not
    /// limited.
    ///
    /// # Errors
    /// [`Error::TooMany`] past the limit.
    pub async fn find(&self, limit: Limit, found: Option<&str>) -> Result<()> {
        let Some(address) = self.remote_address() else { return Ok(()) };
        self.0.edge.limits.find_by_clock(limit, address, found, self.0.edge.clock.now()).await
    }

    /// The data of the session, or the data with which a new session would begin.
    pub async fn session(&self) -> Result<SessionData> {
        let mut session = self.0.session.lock().await;
        self.load(&mut session).await?;
        Ok(match &*session {
            Session::Loaded { stored, .. } => stored.data.clone(),
            Session::None(data) => (**data).clone(),
            Session::NotLoaded | Session::Replaced => SessionData::default(),
        })
    }

    /// Changes the session's data and creates a session if there is none. If another call changes the session at the
    /// same time, `change` runs again on the new data.
    ///
    /// # Errors
    /// [`Error::Conflict`] when the session was replaced or ended during this call, or after too many concurrent
    /// changes; [`Error::TooMany`] for a network address with too many new sessions.
    pub async fn change(&self, change: impl Fn(&mut SessionData)) -> Result<()> {
        let edge = &self.0.edge;
        let now = edge.clock.now();
        let mut session = self.0.session.lock().await;
        self.load(&mut session).await?;
        let was_there = matches!(&*session, Session::Loaded { .. });
        if matches!(&*session, Session::None(_)) {
            self.attempt(SESSIONS).await?;
        }
        let mut first = self.first_session();
        for _ in 0..MAX_RACES {
            match &mut *session {
                Session::Loaded { cookie, stored } => {
                    change(&mut stored.data);
                    stored.touched_at = now;
                    if edge.sessions.write(&fingerprint(cookie), stored, self.sliding()).await? {
                        self.remember_cart(cookie, stored);
                        return Ok(());
                    }
                }
                Session::None(data) => {
                    let mut data = (**data).clone();
                    change(&mut data);
                    data.is_unreceived = first.is_some();
                    // If another call has just created this session, the next round finds it. If the session with this
                    // cookie value has ended, a new value is used.
                    let cookie = first.take().unwrap_or_else(random_token);
                    if self.begin(&mut session, cookie, data).await? {
                        return Ok(());
                    }
                }
                Session::Replaced => break,
                Session::NotLoaded => {}
            }
            *session = Session::NotLoaded;
            self.load(&mut session).await?;
            if was_there && matches!(&*session, Session::None(_)) {
                break;
            }
        }
        Err(Error::Conflict(AGAIN))
    }

    /// Ends the current session, if any, and begins a new session with this data and a new random cookie value.
    pub async fn renew(&self, data: SessionData) -> Result<()> {
        let mut session = self.0.session.lock().await;
        self.destroy(&mut session, End::Replaced(self.0.edge.clock.now())).await?;
        match self.begin(&mut session, random_token(), data).await? {
            true => Ok(()),
            false => Err(Error::Internal("a random session already existed".to_owned())),
        }
    }

    /// Ends the session. The browser gets an anti-forgery token for an anonymous visitor.
    pub async fn end(&self) -> Result<()> {
        self.destroy(&mut *self.0.session.lock().await, End::Over).await?;
        self.issue_token().await
    }

    /// Creates a session with this cookie value. Returns false if a session with this value already exists.
    async fn begin(&self, session: &mut Session, cookie: String, data: SessionData) -> Result<bool> {
        let edge = &self.0.edge;
        let mut stored = Stored::new(data, edge.clock.now());
        if !edge.sessions.write(&fingerprint(&cookie), &mut stored, self.sliding()).await? {
            return Ok(false);
        }
        self.set_session_cookies(&cookie, &stored);
        *session = Session::Loaded { cookie, stored: Box::new(stored) };
        Ok(true)
    }

    /// The cookie value of the first session of a browser that sent a visitor cookie and no session cookie. It is
    /// derived from the visitor cookie, so a browser that did not receive the first response gets the same session with
    /// its next call. After the browser has sent the session cookie, the visitor cookie no longer opens the session.
    fn first_session(&self) -> Option<String> {
        match (&self.0.session_cookie, &self.0.visitor_cookie) {
            (None, Some(visitor)) => Some(sign(&self.0.edge.secret, &format!("first-session|{visitor}"))),
            _ => None,
        }
    }

    /// Sets the session cookie with its anti-forgery token and the cart cookie. A visitor cookie is replaced, so that
    /// no second session is derived from the same value.
    fn set_session_cookies(&self, cookie: &str, stored: &Stored<SessionData>) {
        let edge = &self.0.edge;
        self.set_cookie(&cookie_name(edge, "session"), cookie, true);
        self.set_cookie(xsrf::COOKIE, &xsrf::token(&edge.secret, cookie), false);
        if self.0.visitor_cookie.is_some() {
            self.set_cookie(&cookie_name(edge, "visitor"), &random_token(), true);
        }
        self.remember_cart(cookie, stored);
    }

    async fn destroy(&self, session: &mut Session, end: End) -> Result<()> {
        self.load(session).await?;
        if let Session::Loaded { cookie, .. } = std::mem::replace(session, Session::None(Box::default())) {
            let edge = &self.0.edge;
            edge.sessions.destroy(&fingerprint(&cookie), end, edge.clock.now(), self.sliding()).await?;
        }
        self.forget_cart();
        Ok(())
    }

    /// Sets an anti-forgery token that is bound to the session or, without a session, to the visitor cookie. A call of
    /// a replaced session gets none.
    pub async fn issue_token(&self) -> Result<()> {
        let edge = &self.0.edge;
        self.session().await?;
        let is_to_begin = matches!(&*self.0.session.lock().await, Session::None(data) if data.is_recovered);
        if is_to_begin {
            self.change(|_| ()).await?;
        }
        let session = self.0.session.lock().await;
        let visitor = match &*session {
            Session::Loaded { cookie, .. } => cookie.clone(),
            Session::Replaced => return Ok(()),
            _ => {
                if self.0.session_cookie.is_some() {
                    self.remove_cookie(&cookie_name(edge, "session"));
                }
                match &self.0.visitor_cookie {
                    Some(cookie) => cookie.clone(),
                    None => {
                        let cookie = random_token();
                        self.set_cookie(&cookie_name(edge, "visitor"), &cookie, true);
                        cookie
                    }
                }
            }
        };
        self.set_cookie(xsrf::COOKIE, &xsrf::token(&edge.secret, &visitor), false);
        Ok(())
    }

    /// Whether the call's anti-forgery token and origin prove that one of the shop's pages sent it.
    pub fn is_genuine(&self, headers: &HeaderMap) -> bool {
        let edge = &self.0.edge;
        let token = headers.get(xsrf::HEADER).and_then(|value| value.to_str().ok());
        let visitor = self.0.session_cookie.as_ref().or(self.0.visitor_cookie.as_ref());
        !xsrf::is_foreign(headers, &edge.config.public_url)
            && token.zip(visitor).is_some_and(|(token, visitor)| xsrf::is_valid(&edge.secret, visitor, token))
    }

    /// The id of this browser, if the account's owner has signed in with it before.
    pub fn known_device(&self, account: &str) -> Option<&str> {
        device::known(&self.0.edge.secret, account, self.0.device_cookie.as_deref()?)
    }

    /// Marks this browser as known to the account. The mark outlives sessions; only the last account of a browser is
    /// remembered.
    pub fn remember_device(&self, account: &str) {
        if self.known_device(account).is_none() {
            let edge = &self.0.edge;
            let mut cookie = Cookie::new_with_str(cookie_name(edge, "device"), device::token(&edge.secret, account));
            cookie.set_max_age(DEVICE_IS_KNOWN);
            self.push_cookie(cookie, true);
        }
    }

    /// What the browser's cookie says about its place in front of a waiting room.
    pub fn place(&self, room: &str) -> Option<String> {
        self.0.places.lock().unwrap_or_else(PoisonError::into_inner).get(room).cloned()
    }

    /// Gives the browser a place in front of a waiting room.
    pub fn set_place(&self, room: &str, place: &str) {
        self.0.places.lock().unwrap_or_else(PoisonError::into_inner).insert(room.to_owned(), place.to_owned());
        let mut cookie = Cookie::new_with_str(cookie_name(&self.0.edge, &format!("{PLACE}{room}")), place);
        cookie.set_max_age(PLACE_IS_KEPT);
        self.push_cookie(cookie, true);
    }

    /// The cookies that the response sets.
    pub fn cookies(&self) -> Vec<String> {
        let cookies = self.0.cookies.lock().unwrap_or_else(PoisonError::into_inner);
        cookies.iter().map(ToString::to_string).collect()
    }

    async fn load(&self, session: &mut Session) -> Result<()> {
        if !matches!(session, Session::NotLoaded) {
            return Ok(());
        }
        let edge = &self.0.edge;
        *session = Session::None(Box::default());
        let Some(cookie) = self.0.session_cookie.clone().or_else(|| self.first_session()) else { return Ok(()) };
        let now = edge.clock.now();
        let key = fingerprint(&cookie);
        let is_sent = self.0.session_cookie.is_some();
        if let Some(stored) = self.touched(&cookie, is_sent, now).await? {
            if let Some(account_id) = &stored.data.account_id
                && stored.data.epoch != sessions::epoch(edge.db.read(), account_id).await?
            {
                return edge.sessions.destroy(&key, End::Over, now, self.sliding()).await;
            }
            if !is_sent && !stored.data.is_unreceived {
                return Ok(());
            }
            if !is_sent {
                self.set_session_cookies(&cookie, &stored);
            }
            *session = Session::Loaded { cookie, stored: Box::new(stored) };
        } else if is_sent {
            let recovered =
                |cart_id| SessionData { cart_id: Some(cart_id), is_recovered: true, ..SessionData::default() };
            *session = match edge.sessions.end_of(&key).await? {
                Some(End::Replaced(at)) if now - at < LATE => Session::Replaced,
                Some(_) => Session::None(Box::default()),
                None => Session::None(Box::new(self.remembered_cart(&cookie, now).map(recovered).unwrap_or_default())),
            };
        }
        Ok(())
    }

    /// The session of this cookie. Updates its last-use time if necessary, and records that the browser has received
    /// the session cookie when it sends the cookie for the first time.
    async fn touched(&self, cookie: &str, is_sent: bool, now: Instant) -> Result<Option<Stored<SessionData>>> {
        let edge = &self.0.edge;
        let key = fingerprint(cookie);
        for _ in 0..MAX_RACES {
            let Some(mut stored) = edge.sessions.load::<SessionData>(&key, now, self.sliding()).await? else {
                return Ok(None);
            };
            let is_received = is_sent && stored.data.is_unreceived;
            let belongs_to_other_browser = !is_sent && !stored.data.is_unreceived;
            if belongs_to_other_browser || !(is_received || is_due(&stored, now, self.sliding())) {
                return Ok(Some(stored));
            }
            stored.touched_at = now;
            stored.data.is_unreceived &= !is_sent;
            if edge.sessions.write(&key, &mut stored, self.sliding()).await? {
                self.remember_cart(cookie, &stored);
                return Ok(Some(stored));
            }
        }
        Err(Error::Conflict(AGAIN))
    }

    /// Stores the id of a guest's cart in a cookie whose signature covers the session cookie and the session's end. If
    /// the session store is lost, the cart and its payment can be restored from this cookie until the session would
    /// have ended. Account owners need no such cookie, because they find their cart by signing in.
    fn remember_cart(&self, session_cookie: &str, stored: &Stored<SessionData>) {
        match &stored.data.cart_id {
            Some(cart_id) if stored.data.account_id.is_none() => {
                let named = format!("{cart_id}.{}", stored.ends_at(self.sliding()).timestamp());
                let digest = sign(&self.0.edge.secret, &format!("cart|{session_cookie}|{named}"));
                self.set_cookie(&cookie_name(&self.0.edge, "cart"), &format!("{named}.{digest}"), true);
            }
            _ => self.forget_cart(),
        }
    }

    fn forget_cart(&self) {
        if self.0.cart_cookie.is_some() {
            self.remove_cookie(&cookie_name(&self.0.edge, "cart"));
        }
    }

    /// The cart from the cart cookie, for a session that was lost before its end.
    fn remembered_cart(&self, session_cookie: &str, now: Instant) -> Option<String> {
        let (named, digest) = self.0.cart_cookie.as_ref()?.rsplit_once('.')?;
        let is_ours = same(digest, &sign(&self.0.edge.secret, &format!("cart|{session_cookie}|{named}")));
        let (cart_id, ends_at) = named.split_once('.')?;
        (is_ours && now.timestamp() < ends_at.parse().ok()?).then(|| cart_id.to_owned())
    }

    fn sliding(&self) -> Duration {
        Duration::seconds(i64::from(self.0.edge.shop.session_timeout_seconds())) + GRACE
    }

    fn set_cookie(&self, name: &str, value: &str, http_only: bool) {
        self.push_cookie(Cookie::new_with_str(name, value), http_only);
    }

    fn remove_cookie(&self, name: &str) {
        let mut cookie = Cookie::new_with_str(name, "");
        cookie.set_max_age(std::time::Duration::ZERO);
        self.push_cookie(cookie, true);
    }

    fn push_cookie(&self, mut cookie: Cookie, http_only: bool) {
        cookie.set_http_only(http_only);
        cookie.set_same_site(SameSite::Lax);
        cookie.set_path("/");
        cookie.set_secure(self.0.edge.config.is_https());
        let mut cookies = self.0.cookies.lock().unwrap_or_else(PoisonError::into_inner);
        cookies.retain(|other| other.name() != cookie.name());
        cookies.push(cookie);
    }
}

/// A signed-in visitor. A guest's call is refused with 401 before its handler runs.
#[derive(Clone)]
pub struct SignedIn {
    pub visitor: Visitor,
    pub account_id: String,
}

/// Whether the last-use time must be updated: at most once per twentieth of the session timeout, so that reading pages
/// rarely writes.
fn is_due(stored: &Stored<SessionData>, now: Instant, sliding: Duration) -> bool {
    now - stored.touched_at >= (sliding - GRACE) / 20
}

/// The form of an address for rate limits. All IPv6 addresses of one /64 network count as one address, because one
/// customer usually controls a whole /64.
fn counted_as(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let network = Ipv6Addr::from_bits(address.to_bits() >> 64 << 64);
            format!("{network}/64")
        }
    }
}

/// The full name of a cookie. The prefix `__Host-` binds a cookie to this host and to HTTPS.
fn cookie_name(edge: &EdgeState, kind: &str) -> String {
    if edge.config.is_https() { format!("__Host-midway_{kind}") } else { format!("midway_{kind}") }
}

/// The cookies whose name begins so, by the rest of their name.
fn cookies_of(headers: &HeaderMap, start: &str) -> BTreeMap<String, String> {
    let lists = headers.get_all(header::COOKIE).iter().filter_map(|list| list.to_str().ok());
    let pairs = lists.flat_map(|list| list.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let found = pairs.filter_map(|(name, value)| Some((name.strip_prefix(start)?, value)));
    let short = found.filter(|(room, value)| room.len() <= 60 && value.len() <= 200).take(MAX_PLACES);
    short.map(|(room, value)| (room.to_owned(), value.to_owned())).collect()
}

/// The value of the first cookie with this name.
fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let lists = headers.get_all(header::COOKIE).iter().filter_map(|list| list.to_str().ok());
    let mut pairs = lists.flat_map(|list| list.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(found, _)| *found == name).map(|(_, value)| value.to_owned())
}

impl<'a> FromRequest<'a> for Visitor {
    async fn from_request(request: &'a Request, _: &mut RequestBody) -> poem::Result<Self> {
        request
            .extensions()
            .get::<Visitor>()
            .cloned()
            .ok_or_else(|| Error::Internal("the edge did not set the visitor".to_owned()).into())
    }
}

impl<'a> FromRequest<'a> for SignedIn {
    async fn from_request(request: &'a Request, body: &mut RequestBody) -> poem::Result<Self> {
        Ok(Visitor::from_request(request, body).await?.signed_in().await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn network_address_has_one_key_in_every_notation_and_ipv6_addresses_of_one_64_network_share_a_key() {
        let counted = |address: &str| counted_as(address.parse().unwrap());
        assert_eq!(counted("203.0.113.7"), "203.0.113.7");
        assert_eq!(counted("::ffff:203.0.113.7"), "203.0.113.7");
        assert_eq!(counted("::ffff:cb00:7107"), "203.0.113.7");
        assert_eq!(counted("2001:db8:1:2::1"), "2001:db8:1:2::/64");
        assert_eq!(counted("2001:0DB8:1:2:ffff:ffff:ffff:ffff"), "2001:db8:1:2::/64");
        assert_ne!(counted("2001:db8:1:3::1"), counted("2001:db8:1:2::1"));
    }
}
