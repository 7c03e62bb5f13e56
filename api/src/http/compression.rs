//! Compresses large answers of the API, such as the seats of a hall.

use poem::http::{HeaderValue, header};
use poem::{Body, Endpoint, IntoResponse, Request, Response};

use super::encoding::{accepted, gzip};

/// The smallest answer that is compressed, in bytes. Smaller answers take few packets, and are too many: to compress each
/// of them would cost more time than it saves.
const SMALLEST: usize = 100 * 1024;

/// The endpoint whose large JSON answers are compressed, for clients that accept it.
pub struct Compressed<E>(pub E);

impl<E: Endpoint> Endpoint for Compressed<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        let is_accepted = accepted(request.headers()).gzip;
        let mut response = self.0.call(request).await?.into_response();
        let is_json = response.content_type().is_some_and(|kind| kind.starts_with("application/json"));
        if !is_json {
            return Ok(response);
        }
        let body = response.take_body().into_bytes().await?;
        if body.len() < SMALLEST {
            response.set_body(Body::from(body));
            return Ok(response);
        }
        response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
        if !is_accepted {
            response.set_body(Body::from(body));
            return Ok(response);
        }
        // Megabytes take tens of milliseconds, in which the thread would answer nobody else.
        let packed =
            tokio::task::spawn_blocking(move || gzip(&body)).await.map_err(poem::error::InternalServerError)?;
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        response.set_body(Body::from(packed));
        Ok(response)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use poem::endpoint::make;

    use super::*;

    async fn answer(kind: &'static str, length: usize, accepts: &str) -> Response {
        let large = make(move |_| async move {
            Ok::<_, poem::Error>(Response::builder().content_type(kind).body("x".repeat(length)))
        });
        let request = Request::builder().header(header::ACCEPT_ENCODING, accepts).finish();
        Compressed(large).call(request).await.unwrap()
    }

    #[tokio::test]
    async fn large_json_is_compressed_for_clients_that_accept_it() {
        let mut packed = answer("application/json; charset=utf-8", SMALLEST, "gzip, br").await;
        assert_eq!(packed.header(header::CONTENT_ENCODING), Some("gzip"));
        assert_eq!(packed.header(header::VARY), Some("accept-encoding"));
        let body = packed.take_body().into_bytes().await.unwrap();
        let mut text = String::new();
        flate2::read::GzDecoder::new(&body[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, "x".repeat(SMALLEST));
        for (kind, length, accepts) in [
            ("application/json", SMALLEST, "br"),
            ("application/json", SMALLEST - 1, "gzip"),
            ("image/webp", SMALLEST, "gzip"),
        ] {
            let mut plain = answer(kind, length, accepts).await;
            assert_eq!(plain.header(header::CONTENT_ENCODING), None, "{kind} {length} {accepts}");
            assert_eq!(plain.take_body().into_bytes().await.unwrap().len(), length);
        }
    }
}
