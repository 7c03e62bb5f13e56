//! Who is calling: the session behind the cookie, loaded when somebody asks for it, made when something must be kept.
//!
//! Reading a public page creates none. Its cookie has no Max-Age: expiry is the server's. Whoever signs in or out gets another
//! one; the old value is nobody's then.

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

/// Kept beyond `sessionTimeout` so that the client's idle check still finds who was signed in.
const GRACE: Duration = Duration::seconds(120);

/// So long a browser is known after a sign-in.
const DEVICE_IS_KNOWN: std::time::Duration = std::time::Duration::from_secs(365 * 24 * 60 * 60);

/// New guests of one address, behind which many people may be. Somebody who makes sessions only to get a new cart with each is slowed
/// down.
const SESSIONS: Limit = Limit { name: "sessions", attempts: 300, window: std::time::Duration::from_secs(10 * 60) };

/// How long after a sign-in a call of its browser may still arrive that was sent before: slow networks deliver within this time. A browser
/// that lost the answer to its sign-in can sign in again at once; to go on as a guest it has to wait as long.
const LATE: Duration = Duration::seconds(30);

/// How often a call looks again at a session that others have changed meanwhile. Each time another call has got ahead: no browser makes
/// so many at once.
const MOST_RACES: usize = 20;

/// What a session holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SessionData {
    pub account_id: Option<String>,
    /// The epoch of the account's sessions in which this one began.
    pub epoch: i64,
    /// The account's e-mail address, once its owner has proven to read what is sent there.
    pub verified_email: Option<String>,
    /// The cart that the visitor sees: the guest's own, or the account's.
    pub cart_id: Option<String>,
    /// Whether the cart was found again by its own cookie, the session having been lost.
    pub is_recovered: bool,
    /// Whether the browser has not sent the session's own cookie yet: until it does, the visitor's cookie finds the session.
    pub is_unreceived: bool,
    /// The chosen site.
    pub site_id: Option<SiteId>,
    /// The cart before that: once ordered, its order is still this visitor's to see.
    pub previous_cart_id: Option<String>,
    /// Orders that this visitor has proven to be theirs, the latest last; at most [`MOST_PROVEN`].
    pub proven_orders: Vec<String>,
    /// The reservation in progress, or the one that was confirmed last.
    pub reservation_id: Option<String>,
    /// Other reservations that are this visitor's, the latest last; at most [`MOST_PROVEN`].
    pub proven_reservations: Vec<String>,
    /// Tickets whose codes this visitor has typed to upgrade them.
    pub linked_tickets: Vec<String>,
    /// A sign-in at the identity provider that this browser has begun and not finished.
    pub begun_sign_in: Option<BegunSignIn>,
}

/// Nobody looks through more orders, or reservations, in one visit; the oldest makes room.
const MOST_PROVEN: usize = 20;

impl SessionData {
    pub fn proves(&mut self, order_id: &str) {
        keep_latest(&mut self.proven_orders, order_id);
    }

    pub fn proves_reservation(&mut self, reservation_id: &str) {
        keep_latest(&mut self.proven_reservations, reservation_id);
    }

    /// The reservations that are this visitor's without an account.
    pub fn reservations(&self) -> Vec<String> {
        self.proven_reservations.iter().chain(&self.reservation_id).cloned().collect()
    }
}

fn keep_latest(known: &mut Vec<String>, id: &str) {
    known.retain(|other| other != id);
    known.push(id.to_owned());
    let surplus = known.len().saturating_sub(MOST_PROVEN);
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
    address: Option<IpAddr>,
    /// What limits count the address by.
    counted_as: String,
    session: tokio::sync::Mutex<Session>,
    cookies: Mutex<Vec<Cookie>>,
}

enum Session {
    NotLoaded,
    /// There is none; what a new one begins with.
    None(Box<SessionData>),
    /// Its browser was given another just now, of which this call came too late to know: it is answered without cookies, so that
    /// it takes nothing away.
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
        Visitor(Arc::new(State {
            edge,
            session_cookie,
            visitor_cookie,
            device_cookie,
            cart_cookie,
            address,
            counted_as: address.map_or_else(|| "unknown".to_owned(), counted_as),
            session: tokio::sync::Mutex::new(Session::NotLoaded),
            cookies: Mutex::default(),
        }))
    }

    /// Where the call came from, as far as proxies that we trust say, in the form in which limits count it.
    pub fn address(&self) -> &str {
        &self.0.counted_as
    }

    /// The same, of a caller from elsewhere: on the shop's own machine everybody has the same address, and it tells nobody apart.
    pub fn remote_address(&self) -> Option<&str> {
        self.0.address.is_some_and(|address| !address.is_loopback()).then_some(&self.0.counted_as)
    }

    /// Counts an attempt of this visitor's address, where the address tells visitors apart.
    ///
    /// # Errors
    /// [`Error::TooMany`] past the limit.
    pub async fn attempt(&self, limit: Limit) -> Result<()> {
        let Some(address) = self.remote_address() else { return Ok(()) };
        self.0.edge.limits.attempt_by_clock(limit, address, self.0.edge.clock.now()).await
    }

    /// Takes an attempt back that this call has counted and that was none in vain.
    pub async fn give_back(&self, limit: Limit) {
        let Some(address) = self.remote_address() else { return };
        self.0.edge.limits.give_back_by_clock(limit, address, self.0.edge.clock.now()).await;
    }

    /// Counts what this visitor's address finds, each thing once, where the address tells visitors apart.
    ///
    /// # Errors
    /// [`Error::TooMany`] past the limit.
    pub async fn find(&self, limit: Limit, found: Option<&str>) -> Result<()> {
        let Some(address) = self.remote_address() else { return Ok(()) };
        self.0.edge.limits.find_by_clock(limit, address, found, self.0.edge.clock.now()).await
    }

    /// The session's content; empty when there is no session.
    pub async fn session(&self) -> Result<SessionData> {
        let mut session = self.0.session.lock().await;
        self.load(&mut session).await?;
        Ok(match &*session {
            Session::Loaded { stored, .. } => stored.data.clone(),
            Session::None(data) => (**data).clone(),
            Session::NotLoaded | Session::Replaced => SessionData::default(),
        })
    }

    /// Changes the session's content, and makes a session if there is none. Where another call changes it at the same time, `change` is
    /// made again on what that one has left.
    ///
    /// # Errors
    /// [`Error::Conflict`] when the session was ended while this call was on its way: the browser has another one already.
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
        for _ in 0..MOST_RACES {
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
                    // One that was begun at this moment is found below; one that is over keeps its name, and this one gets another.
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

    /// Ends the session, if there is one, and begins another with this content, under a value that nobody has seen yet.
    pub async fn renew(&self, data: SessionData) -> Result<()> {
        let mut session = self.0.session.lock().await;
        self.destroy(&mut session, End::Replaced(self.0.edge.clock.now())).await?;
        match self.begin(&mut session, random_token(), data).await? {
            true => Ok(()),
            false => Err(Error::Internal("a random session was there already".to_owned())),
        }
    }

    /// Ends the session. The browser keeps an anti-forgery token, of a visitor whom nobody knows.
    pub async fn end(&self) -> Result<()> {
        self.destroy(&mut *self.0.session.lock().await, End::Over).await?;
        self.issue_token().await
    }

    /// Begins a session under this name; false when there is one.
    async fn begin(&self, session: &mut Session, cookie: String, data: SessionData) -> Result<bool> {
        let edge = &self.0.edge;
        let mut stored = Stored::new(data, edge.clock.now());
        if !edge.sessions.write(&fingerprint(&cookie), &mut stored, self.sliding()).await? {
            return Ok(false);
        }
        self.tell(&cookie, &stored);
        *session = Session::Loaded { cookie, stored: Box::new(stored) };
        Ok(true)
    }

    /// The first session of a browser that has told us its visitor's cookie and no session. It follows from that cookie, so that a browser
    /// to which the answer was lost, with all that it had asked for, comes to the same session with its next call. Once the browser has
    /// sent the session's own cookie, the visitor's cookie finds it no more.
    fn first_session(&self) -> Option<String> {
        match (&self.0.session_cookie, &self.0.visitor_cookie) {
            (None, Some(visitor)) => Some(sign(&self.0.edge.secret, &format!("first-session|{visitor}"))),
            _ => None,
        }
    }

    /// Gives the browser its session. The visitor's cookie changes with it: no second session follows from the same.
    fn tell(&self, cookie: &str, stored: &Stored<SessionData>) {
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

    /// Gives the browser an anti-forgery token, bound to its session or, before there is one, to a cookie of its own.
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

    /// Whether the call proves that our own page made it.
    pub fn is_genuine(&self, headers: &HeaderMap) -> bool {
        let edge = &self.0.edge;
        let token = headers.get(xsrf::HEADER).and_then(|value| value.to_str().ok());
        let visitor = self.0.session_cookie.as_ref().or(self.0.visitor_cookie.as_ref());
        !xsrf::is_foreign(headers, &edge.config.public_url)
            && token.zip(visitor).is_some_and(|(token, visitor)| xsrf::is_valid(&edge.secret, visitor, token))
    }

    /// The browser, if the owner of this account has signed in with it before.
    pub fn known_device(&self, account: &str) -> Option<&str> {
        device::known(&self.0.edge.secret, account, self.0.device_cookie.as_deref()?)
    }

    /// Remembers that the owner of this account has signed in here. It outlives sessions; of several accounts the last is known.
    pub fn remember_device(&self, account: &str) {
        if self.known_device(account).is_none() {
            let edge = &self.0.edge;
            let mut cookie = Cookie::new_with_str(cookie_name(edge, "device"), device::token(&edge.secret, account));
            cookie.set_max_age(DEVICE_IS_KNOWN);
            self.push_cookie(cookie, true);
        }
    }

    /// The cookies that the answer sets.
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
                self.tell(&cookie, &stored);
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

    /// The session of this name, touched when that is due, and marked when its browser sends its cookie the first time.
    async fn touched(&self, cookie: &str, is_sent: bool, now: Instant) -> Result<Option<Stored<SessionData>>> {
        let edge = &self.0.edge;
        let key = fingerprint(cookie);
        for _ in 0..MOST_RACES {
            let Some(mut stored) = edge.sessions.load::<SessionData>(&key, now, self.sliding()).await? else {
                return Ok(None);
            };
            let is_received = is_sent && stored.data.is_unreceived;
            let is_anothers = !is_sent && !stored.data.is_unreceived;
            if is_anothers || !(is_received || is_due(&stored, now, self.sliding())) {
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

    /// Gives a guest's browser the name of its cart, signed together with the session and its end: should the store of sessions be
    /// emptied, cart and payment are found again by it for as long as the session would have lasted. What an account has, it finds
    /// by signing in.
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

    /// The cart of a session that is not there any more, although its time has not run out. One that was ended has none.
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

/// A visitor who has signed in. A guest's call ends with 401 before its handler runs.
#[derive(Clone)]
pub struct SignedIn {
    pub visitor: Visitor,
    pub account_id: String,
}

/// A session is touched at most once in a twentieth of its time, so that reading pages hardly writes.
fn is_due(stored: &Stored<SessionData>, now: Instant, sliding: Duration) -> bool {
    now - stored.touched_at >= (sliding - GRACE) / 20
}

/// An IPv6 network of 64 bits is one customer's, who may use every address in it.
fn counted_as(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let network = Ipv6Addr::from_bits(address.to_bits() >> 64 << 64);
            format!("{network}/64")
        }
    }
}

/// `__Host-` binds a cookie to this host and to https.
fn cookie_name(edge: &EdgeState, kind: &str) -> String {
    if edge.config.is_https() { format!("__Host-midway_{kind}") } else { format!("midway_{kind}") }
}

/// A cookie that the browser sent; the first one of that name.
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
            .ok_or_else(|| Error::Internal("the edge did not name the visitor".to_owned()).into())
    }
}

impl<'a> FromRequest<'a> for SignedIn {
    async fn from_request(request: &'a Request, body: &mut RequestBody) -> poem::Result<Self> {
        let visitor = Visitor::from_request(request, body).await?;
        let account_id = visitor.session().await?.account_id.ok_or(Error::SignIn)?;
        Ok(SignedIn { visitor, account_id })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_counted_in_one_form() {
        let counted = |address: &str| counted_as(address.parse().unwrap());
        assert_eq!(counted("203.0.113.7"), "203.0.113.7");
        assert_eq!(counted("::ffff:203.0.113.7"), "203.0.113.7");
        assert_eq!(counted("::ffff:cb00:7107"), "203.0.113.7");
        assert_eq!(counted("2001:db8:1:2::1"), "2001:db8:1:2::/64");
        assert_eq!(counted("2001:0DB8:1:2:ffff:ffff:ffff:ffff"), "2001:db8:1:2::/64");
        assert_ne!(counted("2001:db8:1:3::1"), counted("2001:db8:1:2::1"));
    }
}
