//! The page of a waiting room. The door writes it itself, so that a crowd that waits costs the app's servers nothing. It works
//! without scripts.

use askama::Template;
use poem::http::{HeaderValue, StatusCode, header};
use poem::{IntoResponse, Response};

use super::headers;
use super::pages::Kind;
use crate::shop::waiting_room::{ActiveRoom, Came, View, ask_again_after, in_words};
use midway_catalog::Catalog;
use midway_kernel::secret::random_token;
use midway_kernel::text::{Messages, Text};

/// What is posted to this path and the id of a room is a code for early access.
pub const CODES: &str = "/waiting-room/";

const TITLE: Text = Text { id: "waiting-room.title", default: "You're in the waiting room" };
const ABOUT: Text = Text {
    id: "waiting-room.about",
    default: "A lot of people want {{name}} right now, so everyone enters in order. Please keep this page open.",
};
const STAY: Text = Text {
    id: "waiting-room.stay",
    default: "This page updates by itself. You keep your place if you reload it or use more than one tab.",
};
const CHECK: Text = Text { id: "waiting-room.check", default: "Check my place now" };
const PROGRESS: Text = Text { id: "waiting-room.progress", default: "Your place in line" };
const LOST: Text = Text {
    id: "waiting-room.lost",
    default: "We can't reach the shop right now. You keep your place, and we'll try again in a moment.",
};
const CODE: Text = Text { id: "waiting-room.code", default: "Early access code" };
const USE_CODE: Text = Text { id: "waiting-room.use-code", default: "Use code" };
const WRONG_CODE: Text = Text { id: "waiting-room.wrong-code", default: "This code isn't valid for this sale." };

#[derive(Template)]
#[template(path = "waiting.html")]
struct Page<'a> {
    nonce: &'a str,
    style: &'a str,
    own_style: &'a str,
    script: &'a str,
    style_key: &'a str,
    shop: &'a str,
    title: String,
    about: String,
    message: String,
    progress: String,
    stay: String,
    check: String,
    lost: String,
    /// Where the shopper wants to go.
    back: &'a str,
    call: String,
    ask_again_after: u64,
    ahead: Option<u64>,
    has_codes: bool,
    code_path: String,
    code_label: String,
    code_button: String,
    wrong_code: Option<String>,
}

/// How the page is answered.
pub struct Waiting<'a> {
    pub active: &'a ActiveRoom<'a>,
    pub came: Came,
    /// The path, with its query, that the shopper wants to open.
    pub back: &'a str,
    pub has_wrong_code: bool,
}

/// The page, with status 429 (RFC 6585, section 4): search engines then keep what they know of the address, and browsers do not
/// take it for the page that the shopper wants.
pub fn page(catalog: &Catalog, style: &str, is_https: bool, waiting: &Waiting<'_>) -> Response {
    let Waiting { active, came, back, has_wrong_code } = waiting;
    let nonce = random_token();
    let text = |text| catalog.message(text, &[]);
    let settings = catalog.settings();
    let room = active.room;
    let name = room.name.as_deref().unwrap_or(&settings.web_site_name);
    let page = Page {
        nonce: &nonce,
        style,
        own_style: include_str!("../../templates/waiting.css"),
        script: include_str!("../../templates/waiting.js"),
        style_key: settings.style_key.as_deref().unwrap_or("default"),
        shop: &settings.web_site_name,
        title: text(TITLE),
        about: catalog.message(ABOUT, &[("name", name.to_owned())]),
        message: in_words(catalog, *came),
        progress: text(PROGRESS),
        stay: text(STAY),
        check: text(CHECK),
        lost: text(LOST),
        back,
        call: format!("/api/waiting-room/{}/place", room.id),
        ask_again_after: ask_again_after(*came),
        ahead: match came {
            Came::Waits(View::InLine { ahead, .. }) => Some(*ahead),
            _ => None,
        },
        has_codes: !room.early_access_codes.is_empty(),
        code_path: format!("{CODES}{}", room.id),
        code_label: text(CODE),
        code_button: text(USE_CODE),
        wrong_code: has_wrong_code.then(|| text(WRONG_CODE)),
    };
    let Ok(html) = page.render() else { return StatusCode::SERVICE_UNAVAILABLE.into_response() };
    let policy = format!(
        "default-src 'none'; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; connect-src 'self'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'"
    );
    let mut response = Response::builder()
        .status(StatusCode::TOO_MANY_REQUESTS)
        .content_type("text/html; charset=utf-8")
        .header(header::RETRY_AFTER, ask_again_after(*came))
        .body(html);
    headers::set(response.headers_mut(), Kind::Private, is_https);
    response.headers_mut().remove("x-robots-tag");
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}
