//! A rendered public page as it is stored: without its nonce, with its headers, and compressed once it was requested so.

use std::sync::OnceLock;

use bytes::Bytes;
use data_encoding::{BASE64, HEXLOWER};
use poem::http::{HeaderMap, HeaderValue, StatusCode, header};
use poem::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use tokio::time::Instant;

use crate::http::encoding::{accepted, brotli, gzip};

/// The inline scripts and styles of a page that its renderer wrote, as hashes for a content security policy.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Inline {
    pub scripts: Vec<String>,
    pub styles: Vec<String>,
}

/// A page that is the same for all visitors.
pub struct StoredPage {
    /// When its rendering began. All its data was read later.
    pub began: Instant,
    status: StatusCode,
    headers: HeaderMap,
    etag: HeaderValue,
    plain: Bytes,
    gzip: OnceLock<Bytes>,
    brotli: OnceLock<Bytes>,
}

impl StoredPage {
    /// `headers` are sent with the page in every encoding.
    pub fn new(began: Instant, status: StatusCode, mut headers: HeaderMap, body: Bytes) -> Self {
        let digest = HEXLOWER.encode(&Sha256::digest(&body)[..16]);
        // The tag is weak, because it is the same for all encodings of the page (RFC 9110, section 8.8.3).
        let etag = HeaderValue::from_str(&format!("W/\"{digest}\"")).unwrap_or_else(|_| HeaderValue::from_static(""));
        headers.append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        StoredPage { began, status, headers, etag, plain: body, gzip: OnceLock::new(), brotli: OnceLock::new() }
    }

    /// The memory that the page takes, in bytes, not counting its few headers. Its compressed bodies may not exist yet,
    /// so half of the page is counted for each; they are smaller, except those of very short pages.
    pub fn bytes(&self) -> usize {
        2 * self.plain.len()
    }

    /// The response to a request with these headers: the page in the best encoding that the client accepts, or 304 if
    /// the client already has it.
    pub fn respond(&self, request: &HeaderMap) -> Response {
        let has_it = |tags: &str| tags.split(',').any(|tag| tag.trim() == self.etag || tag.trim() == "*");
        let sent = request.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
        let mut response = if self.status == StatusCode::OK && sent.is_some_and(has_it) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let (encoding, body) = match accepted(request) {
                accepted if accepted.brotli => (Some("br"), self.brotli.get_or_init(|| brotli(&self.plain))),
                accepted if accepted.gzip => (Some("gzip"), self.gzip.get_or_init(|| gzip(&self.plain))),
                _ => (None, &self.plain),
            };
            let mut response = Response::builder().status(self.status).body(body.clone());
            if let Some(encoding) = encoding {
                response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
            }
            response
        };
        response.headers_mut().extend(self.headers.clone());
        response.headers_mut().insert(header::ETAG, self.etag.clone());
        response
    }
}

/// What a renderer wrote about a part of a page that it could not render. Such a page has the status of a page without
/// errors, because its status is sent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The page does not exist.
    NotFound,
    /// The page sends its visitor elsewhere.
    Redirect,
    Error,
}

/// The failure in a rendered page, in a document or in the data for the app's router. React writes a failed part of a
/// document as a template with the error's digest, and a failed part of the data as a row `id:E{"digest":…}`. No text
/// can imitate the first, because React escapes `<`. A long text of the operator that contains the second makes its page
/// count as failed.
pub fn failure(body: &str) -> Option<Failure> {
    const IN_DOCUMENT: &str = "<template data-dgst=\"";
    const IN_DATA: &str = ":E{\"digest\":\"";
    let digests = body.split(IN_DOCUMENT).skip(1).chain(body.split(IN_DATA).skip(1));
    digests
        .map(|digest| match digest {
            digest if digest.starts_with("NEXT_HTTP_ERROR_FALLBACK;404") => Failure::NotFound,
            digest if digest.starts_with("NEXT_REDIRECT") => Failure::Redirect,
            _ => Failure::Error,
        })
        .next()
}

/// Removes the nonce from a rendered page, and returns the hashes of the inline scripts and styles that had it. The
/// renderer alone knows the nonce, so what else got into the page has no hash and does not run. The nonce also appears
/// in the data of the page; there zeros replace it, so that no length changes.
pub fn without_nonce(html: &str, nonce: &str) -> (String, Inline) {
    let zeros = "0".repeat(nonce.len());
    let attribute = format!(" nonce=\"{nonce}\"");
    let mut inline = Inline::default();
    for (at, _) in html.match_indices(&attribute) {
        let Some((start, end)) = html[..at].rfind('<').zip(html[at..].find('>')) else { continue };
        let (tag, rest) = (&html[start..at + end], &html[at + end + 1..]);
        let (list, close) = match tag.split(' ').next() {
            Some("<script") if !tag.contains(" src=\"") => (&mut inline.scripts, "</script"),
            Some("<style") => (&mut inline.styles, "</style"),
            _ => continue,
        };
        // The hash is that of the content as it is sent.
        let content = rest.split(close).next().unwrap_or(rest).replace(&attribute, "").replace(nonce, &zeros);
        let hash = format!("sha256-{}", BASE64.encode(&Sha256::digest(content.as_bytes())));
        if !list.contains(&hash) {
            list.push(hash);
        }
    }
    (html.replace(&attribute, "").replace(nonce, &zeros), inline)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(content: &str) -> String {
        format!("sha256-{}", BASE64.encode(&Sha256::digest(content)))
    }

    #[test]
    fn only_inline_scripts_and_styles_with_the_nonce_get_a_hash_and_the_nonce_is_removed() {
        let html = "<head><style nonce=\"n0n\">a{}</style><script src=\"/a.js\" async=\"\" nonce=\"n0n\"></script>\
                    <script nonce=\"n0n\" id=\"x\">push(\"nonce n0n\")</script><script>evil()</script>\
                    <script nonce=\"other\">evil()</script><p title=\"nonce\">n0n</p></head>";
        let (html, inline) = without_nonce(html, "n0n");
        assert_eq!(
            html,
            "<head><style>a{}</style><script src=\"/a.js\" async=\"\"></script>\
             <script id=\"x\">push(\"nonce 000\")</script><script>evil()</script>\
             <script nonce=\"other\">evil()</script><p title=\"nonce\">000</p></head>"
        );
        assert_eq!(inline, Inline { scripts: vec![hash("push(\"nonce 000\")")], styles: vec![hash("a{}")] });
    }

    #[test]
    fn failed_part_of_a_page_is_found_in_a_document_and_in_data() {
        assert_eq!(failure("<p>1:E{digest}</p>"), None);
        assert_eq!(failure("<p>a</p><template data-dgst=\"123\"></template>"), Some(Failure::Error));
        assert_eq!(failure("0:{}\n2:E{\"digest\":\"123\"}"), Some(Failure::Error));
        assert_eq!(failure("2:E{\"digest\":\"NEXT_HTTP_ERROR_FALLBACK;404\"}"), Some(Failure::NotFound));
        assert_eq!(failure("2:E{\"digest\":\"NEXT_REDIRECT;replace;/login;307;\"}"), Some(Failure::Redirect));
    }

    #[test]
    fn page_without_the_nonce_stays_as_it_is() {
        assert_eq!(without_nonce("<p>é</p>", "n0n"), ("<p>é</p>".to_owned(), Inline::default()));
        assert_eq!(without_nonce("nonce=\"n0n\"> nonce=\"n0n\"", "n0n").1, Inline::default());
    }

    #[tokio::test]
    async fn stored_page_is_sent_in_each_encoding_and_not_again_to_a_client_that_has_it() {
        let text = "<p>An evening tour</p>".repeat(50);
        let page = StoredPage::new(Instant::now(), StatusCode::OK, HeaderMap::new(), Bytes::from(text.clone()));
        let respond = |name: header::HeaderName, value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            page.respond(&headers)
        };
        let plain = respond(header::ACCEPT, "*/*");
        let etag = plain.headers()[header::ETAG].to_str().unwrap().to_owned();
        assert_eq!(plain.into_body().into_string().await.unwrap(), text);
        let packed = respond(header::ACCEPT_ENCODING, "br");
        assert_eq!(packed.headers()[header::CONTENT_ENCODING], "br");
        let mut unpacked = Vec::new();
        let bytes = packed.into_body().into_bytes().await.unwrap();
        brotli::BrotliDecompress(&mut &bytes[..], &mut unpacked).unwrap();
        assert_eq!(unpacked, text.as_bytes());
        let packed = respond(header::ACCEPT_ENCODING, "gzip").into_body().into_bytes().await.unwrap();
        let mut unpacked = String::new();
        std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&packed[..]), &mut unpacked).unwrap();
        assert_eq!(unpacked, text);
        for tags in [etag.clone(), format!("\"x\", {etag}"), "*".to_owned()] {
            let again = respond(header::IF_NONE_MATCH, &tags);
            assert_eq!(
                (again.status(), &again.headers()[header::ETAG]),
                (StatusCode::NOT_MODIFIED, &etag.parse().unwrap())
            );
            assert!(again.into_body().is_empty());
        }
        assert_eq!(respond(header::IF_NONE_MATCH, "W/\"other\"").status(), StatusCode::OK);
    }
}
