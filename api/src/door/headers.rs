//! The headers of every page.

use std::fmt::Write;

use poem::http::{HeaderMap, HeaderName, HeaderValue, header};

use super::pages::Kind;
use crate::app::App;
use crate::http::edge::HTTPS_ONLY;
use crate::shop::payment::processor::BrowserOrigins;
use crate::shop::site::analytics_hosts;

const REPORTING: HeaderName = HeaderName::from_static("reporting-endpoints");
const OPENER: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const PERMISSIONS: HeaderName = HeaderName::from_static("permissions-policy");
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// Which inline scripts and styles a page may run.
pub enum Trust<'a> {
    /// Those with this nonce, and the scripts that they load.
    Nonce(&'a str),
    /// Those with these hashes, such as `sha256-…`, and files of the shop.
    Hashes { scripts: &'a [String], styles: &'a [String] },
}

/// The content security policy of a page (Content Security Policy Level 3). `styles` are the hashes of styles that the
/// app's libraries add at run time.
pub async fn policy(app: &App, kind: Kind, trust: Trust<'_>, styles: &[String]) -> String {
    let catalog = app.catalog.current();
    // A page with a secret address loads no third-party script, because such scripts read the address.
    let hosts = match kind {
        Kind::Secret => Vec::new(),
        _ => analytics_hosts(catalog.settings(), &catalog.folder().site),
    };
    let payment = match kind {
        Kind::Card => app.processors.browser_origins().await,
        _ => BrowserOrigins::default(),
    };
    content_security_policy(kind, &trust, styles, &hosts, &payment)
}

fn content_security_policy(
    kind: Kind,
    trust: &Trust<'_>,
    styles: &[String],
    hosts: &[String],
    payment: &BrowserOrigins,
) -> String {
    let origins = |listed: &[String]| joined(listed.iter().filter(|origin| is_origin(origin)), "");
    let hosts = origins(hosts);
    let (frames, connections) = (origins(&payment.frames), origins(&payment.connections));
    let styles = joined(styles.iter(), "'");
    let (script_src, style_src) = match trust {
        // Browsers that know `strict-dynamic` do not read the origins after it.
        Trust::Nonce(nonce) => (
            format!("'nonce-{nonce}' 'strict-dynamic'{}", origins(&payment.scripts)),
            format!("'self' 'nonce-{nonce}'{styles}"),
        ),
        Trust::Hashes { scripts, styles: inline } => (
            format!("'self'{}{hosts}", joined(scripts.iter(), "'")),
            format!("'self'{}{styles}", joined(inline.iter(), "'")),
        ),
    };
    let frame_src = if frames.is_empty() { " 'none'" } else { &frames };
    let mut policy = format!(
        "default-src 'none'; script-src {script_src}; style-src {style_src}; style-src-attr 'unsafe-inline'; \
         img-src 'self' data: blob:{hosts}; font-src 'self'; connect-src 'self'{hosts}{connections}; manifest-src 'self'; \
         frame-src{frame_src}; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
    );
    if kind == Kind::Ticket {
        policy.push_str("; worker-src 'self'");
    }
    // A report contains the page's address, so secret pages send none.
    if kind != Kind::Secret {
        policy.push_str("; report-uri /api/csp-report; report-to csp");
    }
    policy
}

/// The values, each after a blank and within `quote`.
fn joined<'a>(values: impl Iterator<Item = &'a String>, quote: &str) -> String {
    values.fold(String::new(), |mut list, value| {
        let _written = write!(list, " {quote}{value}{quote}");
        list
    })
}

/// Whether a value is a bare origin. Any other value could add a directive to the policy.
fn is_origin(value: &str) -> bool {
    url::Url::parse(value).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https") && url.origin().ascii_serialization().eq_ignore_ascii_case(value)
    })
}

/// Sets the headers that a page of this kind has, whatever its content.
pub fn set(headers: &mut HeaderMap, kind: Kind, is_https: bool) {
    let cache = match kind {
        // A shared cache in front may answer for a second, like the door's own.
        Kind::Public => "public, max-age=0, s-maxage=1",
        Kind::Personal => "private, no-cache",
        Kind::Private | Kind::Card | Kind::Secret | Kind::Ticket => "no-store",
    };
    let referrer = if kind == Kind::Secret { "no-referrer" } else { "strict-origin-when-cross-origin" };
    for (name, value) in [
        (header::CACHE_CONTROL, cache),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, referrer),
        (PERMISSIONS, "camera=(), geolocation=(), microphone=(), browsing-topics=()"),
        (OPENER, "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // A report contains the page's address, so secret pages send none.
    if kind != Kind::Secret {
        headers.insert(REPORTING, HeaderValue::from_static("csp=\"/api/csp-report\""));
    }
    if kind.is_private() {
        headers.insert(ROBOTS, HeaderValue::from_static("noindex"));
    }
    if is_https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HTTPS_ONLY));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(values: &[&str]) -> Vec<String> {
        values.iter().map(ToString::to_string).collect()
    }

    fn with_nonce(kind: Kind, hosts: &[&str], frames: &[&str]) -> String {
        let payment = BrowserOrigins { frames: texts(frames), ..BrowserOrigins::default() };
        content_security_policy(kind, &Trust::Nonce("n0nce"), &texts(&["sha256-s"]), &texts(hosts), &payment)
    }

    #[test]
    fn private_page_runs_only_scripts_with_its_nonce_and_those_that_they_load() {
        let policy = with_nonce(Kind::Private, &[], &[]);
        assert!(policy.contains("script-src 'nonce-n0nce' 'strict-dynamic';"), "{policy}");
        assert!(policy.contains("style-src 'self' 'nonce-n0nce' 'sha256-s';"), "{policy}");
        assert_eq!(policy.matches("unsafe-inline").count(), 1, "{policy}");
        assert!(!policy.contains("http"), "{policy}");
    }

    #[test]
    fn public_page_runs_the_scripts_of_the_shop_of_its_analytics_and_with_the_listed_hashes() {
        let (scripts, styles) = (texts(&["sha256-a", "sha256-b"]), texts(&["sha256-c"]));
        let trust = Trust::Hashes { scripts: &scripts, styles: &styles };
        let hosts = texts(&["https://stats.example"]);
        let policy =
            content_security_policy(Kind::Public, &trust, &texts(&["sha256-s"]), &hosts, &BrowserOrigins::default());
        assert!(policy.contains("script-src 'self' 'sha256-a' 'sha256-b' https://stats.example;"), "{policy}");
        assert!(policy.contains("style-src 'self' 'sha256-c' 'sha256-s';"), "{policy}");
        assert!(!policy.contains("nonce") && !policy.contains("strict-dynamic"), "{policy}");
    }

    #[test]
    fn only_card_pages_have_frames_and_no_value_but_an_origin_enters_the_policy() {
        assert!(with_nonce(Kind::Card, &[], &[]).contains("frame-src 'none'; "));
        let frames = ["https://pay.example:8443"];
        assert!(with_nonce(Kind::Card, &[], &frames).contains("frame-src https://pay.example:8443;"));
        let forged = ["https://pay.example; script-src *", "*", "javascript:alert(1)", "https://pay.example/path"];
        let policy = with_nonce(Kind::Card, &forged, &forged);
        assert!(policy.contains("frame-src 'none'; ") && policy.contains("connect-src 'self';"), "{policy}");
    }

    #[test]
    fn script_of_a_processor_may_be_loaded_show_frames_and_call_its_server() {
        let payment = BrowserOrigins {
            scripts: texts(&["https://js.pay.example", "*"]),
            frames: texts(&["https://*.pay.example"]),
            connections: texts(&["https://api.pay.example"]),
        };
        let policy = content_security_policy(Kind::Card, &Trust::Nonce("n0nce"), &[], &[], &payment);
        assert!(policy.contains("script-src 'nonce-n0nce' 'strict-dynamic' https://js.pay.example;"), "{policy}");
        assert!(policy.contains("frame-src https://*.pay.example;"), "{policy}");
        assert!(policy.contains("connect-src 'self' https://api.pay.example;"), "{policy}");
    }

    #[test]
    fn violations_are_reported_except_on_pages_with_a_secret_address() {
        assert!(with_nonce(Kind::Private, &[], &[]).ends_with("; report-uri /api/csp-report; report-to csp"));
        assert!(!with_nonce(Kind::Secret, &[], &[]).contains("report"));
    }

    #[test]
    fn only_ticket_pages_run_a_service_worker() {
        let policy = |kind| with_nonce(kind, &[], &[]);
        assert!(policy(Kind::Ticket).contains("; worker-src 'self';"));
        for kind in [Kind::Public, Kind::Personal, Kind::Private, Kind::Card, Kind::Secret] {
            assert!(!policy(kind).contains("worker-src"), "{kind:?}");
        }
    }

    #[test]
    fn public_pages_may_be_cached_for_a_second_and_private_pages_are_neither_cached_nor_indexed() {
        let headers = |kind, is_https| {
            let mut headers = HeaderMap::new();
            set(&mut headers, kind, is_https);
            headers
        };
        let public = headers(Kind::Public, false);
        assert_eq!(public[header::CACHE_CONTROL], "public, max-age=0, s-maxage=1");
        assert!(!public.contains_key(ROBOTS) && !public.contains_key(header::STRICT_TRANSPORT_SECURITY));
        let personal = headers(Kind::Personal, false);
        assert_eq!(personal[header::CACHE_CONTROL], "private, no-cache");
        assert!(!personal.contains_key(ROBOTS));
        for kind in [Kind::Private, Kind::Card, Kind::Secret, Kind::Ticket] {
            let private = headers(kind, true);
            assert_eq!(
                (&private[header::CACHE_CONTROL], &private[ROBOTS]),
                (&"no-store".parse().unwrap(), &"noindex".parse().unwrap())
            );
            assert_eq!(private[header::STRICT_TRANSPORT_SECURITY], HTTPS_ONLY);
        }
        assert_eq!(headers(Kind::Secret, false)[header::REFERRER_POLICY], "no-referrer");
        assert_eq!(headers(Kind::Card, false)[header::REFERRER_POLICY], "strict-origin-when-cross-origin");
    }
}
