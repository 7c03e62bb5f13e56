//! Waiting rooms in front of pages: who is inside gets the page, and the others get the page of the waiting room before anything
//! is rendered.

use poem::http::{HeaderMap, HeaderName, HeaderValue, header};
use poem::{Request, Response};
use url::form_urlencoded;

use super::headers;
use super::pages::{Kind, Page};
use super::redirects::{return_path, see_other};
use super::waiting_page::{self, CODES, Waiting};
use crate::app::App;
use crate::error::{Error, Result};
use crate::http::edge::read_body;
use crate::http::visitor::Visitor;
use crate::http::xsrf::is_of_own_page;
use crate::shop::waiting_room::{ActiveRoom, Came, Wanted, active_rooms, ask, enter_early, in_front_of, is_any_active};

/// The pages that sell, by how their patterns begin. The cart and the checkout are not among them: whoever holds places can pay.
const SELLING: [&str; 8] =
    ["/builder/", "/donate", "/entitlement/", "/find", "/pass/", "/passes", "/product/", "/upgrade/"];

/// The largest body with a code, in bytes.
const MAX_BODY: usize = 8 * 1024;

/// What a request for a page may get.
pub enum Gate {
    /// No waiting room is in front of the page.
    Open,
    /// The visitor is inside. The answer sets the visitor's cookies and is for this visitor alone.
    Inside(Visitor),
    /// The page of the waiting room.
    Waits(Response),
}

/// What a visitor gets who asks for a page. `style` is the style of the door's own pages.
///
/// # Errors
/// When the line is unavailable.
pub async fn gate(
    app: &App,
    request: &Request,
    (page, params): (&Page, &[String]),
    visitor: impl FnOnce() -> Visitor,
    style: &str,
) -> Result<Gate> {
    let (catalog, now) = (app.catalog.current(), app.clock.now());
    if !is_any_active(&catalog, now) {
        return Ok(Gate::Open);
    }
    let is_of_product = ["/product/", "/builder/"].iter().any(|start| page.path.starts_with(start));
    let products: Vec<&str> = if is_of_product { params.iter().map(String::as_str).collect() } else { Vec::new() };
    let sells = page.path == "/" || SELLING.iter().any(|start| page.path.starts_with(start));
    let wanted = Wanted { sells, path: Some(request.uri().path()), products: &products };
    let Some(active) = in_front_of(&catalog, wanted, now) else { return Ok(Gate::Open) };
    let visitor = visitor();
    // The app's router and browsers that prefetch get nobody a place.
    let is_document = !request.headers().contains_key(&ROUTER) && !is_prefetch(request.headers());
    let came = ask(app, &active, &visitor, is_document).await?;
    if came == Came::In {
        return Ok(Gate::Inside(visitor));
    }
    let back = request.uri().path_and_query().map_or("/", |target| target.as_str());
    let waiting = Waiting { active: &active, came, back, has_wrong_code: false };
    Ok(Gate::Waits(with_cookies(waiting_page::page(&catalog, style, app.config.is_https(), &waiting), &visitor)))
}

const ROUTER: HeaderName = HeaderName::from_static("rsc");

fn is_prefetch(headers: &HeaderMap) -> bool {
    let purpose = headers.get("sec-purpose").and_then(|value| value.to_str().ok());
    purpose.is_some_and(|purpose| purpose.starts_with("prefetch"))
}

/// The answer to a code for early access that was posted; `None` if the path is not that of a waiting room.
pub async fn posted_code(app: &App, request: &mut Request, visitor: &Visitor, style: &str) -> Option<Response> {
    let room = request.uri().path().strip_prefix(CODES)?.to_owned();
    let catalog = app.catalog.current();
    let active = active_rooms(&catalog, app.clock.now()).find(|active| active.room.id == room)?;
    if !is_of_own_page(request.headers(), &app.config.public_url) || read_body(request, MAX_BODY).await.is_err() {
        return None;
    }
    let body = request.take_body().into_vec().await.ok()?;
    let fields: Vec<(String, String)> = form_urlencoded::parse(&body).into_owned().collect();
    let field = |name: &str| fields.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str());
    let back = return_path(&[("ReturnUrl".to_owned(), field("back").unwrap_or("/").to_owned())]);
    let came = answer_to_code(app, &active, visitor, field("code").unwrap_or_default()).await.ok()?;
    let response = match came {
        Some(_) => see_other(&back),
        None => {
            let came = ask(app, &active, visitor, true).await.ok()?;
            let waiting = Waiting { active: &active, came, back: &back, has_wrong_code: true };
            waiting_page::page(&catalog, style, app.config.is_https(), &waiting)
        }
    };
    Some(with_cookies(response, visitor))
}

/// What a code leads to; `None` for a wrong one and after too many guesses.
async fn answer_to_code(app: &App, active: &ActiveRoom<'_>, visitor: &Visitor, code: &str) -> Result<Option<Came>> {
    match enter_early(app, active, visitor, code).await {
        Err(Error::TooMany { .. }) => Ok(None),
        other => other,
    }
}

/// An answer for one visitor.
pub fn of_visitor_alone(mut response: Response, visitor: &Visitor, is_public: bool, is_https: bool) -> Response {
    if is_public {
        headers::set(response.headers_mut(), Kind::Personal, is_https);
    }
    with_cookies(response, visitor)
}

fn with_cookies(mut response: Response, visitor: &Visitor) -> Response {
    for cookie in visitor.cookies() {
        if let Ok(value) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    }
    response
}
