//! The encodings in which an answer can be sent.

use std::io::{self, Write};

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::{Stream, StreamExt, stream};
use poem::http::{HeaderMap, header};

/// The quality of Brotli, of 0 to 11: above 5, a page takes several times as long and becomes hardly smaller.
const BROTLI_QUALITY: i32 = 5;

/// The smallest and the largest window of a Brotli encoder here, as powers of two (RFC 7932, section 9.1). For a smaller
/// window than this, the encoder uses a different search, which takes twenty times as long for a page.
const MIN_WINDOW_BITS: u32 = 17;
const MAX_WINDOW_BITS: u32 = 22;

/// The encodings that a client accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    pub brotli: bool,
    pub gzip: bool,
}

/// The encodings in which the client accepts an answer (RFC 9110, section 12.5.3).
pub fn accepted(request: &HeaderMap) -> Accepted {
    let lists = request.get_all(header::ACCEPT_ENCODING).iter().filter_map(|list| list.to_str().ok());
    let mut accepted = Accepted::default();
    for offer in lists.flat_map(|list| list.split(',')) {
        let mut parts = offer.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let is_refused = parts.any(|part| part.strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0)));
        match name {
            _ if is_refused => {}
            "br" => accepted.brotli = true,
            "gzip" => accepted.gzip = true,
            _ => {}
        }
    }
    accepted
}

/// The body in the format gzip.
pub fn gzip(body: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // Writing into memory does not fail.
    let _written = encoder.write_all(body);
    encoder.finish().map(Bytes::from).unwrap_or_default()
}

/// The body in the format Brotli.
pub fn brotli(body: &[u8]) -> Bytes {
    // The window covers the body and is not larger, because it is allocated and cleared for each body.
    let window = body.len().next_power_of_two().ilog2().clamp(MIN_WINDOW_BITS, MAX_WINDOW_BITS);
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        lgwin: window.cast_signed(),
        size_hint: body.len(),
        ..Default::default()
    };
    let mut compressed = Vec::new();
    let _written = brotli::BrotliCompress(&mut &body[..], &mut compressed, &parameters);
    Bytes::from(compressed)
}

/// A body in the format gzip. Each part can be unpacked as soon as it arrives.
pub fn gzip_parts(
    parts: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
) -> impl Stream<Item = io::Result<Bytes>> + Send {
    let begun = Some((parts.boxed(), GzEncoder::new(Vec::new(), Compression::fast())));
    stream::unfold(begun, |state| async {
        let (mut parts, mut encoder) = state?;
        let packed = match parts.next().await {
            Some(Ok(part)) => encoder.write_all(&part).and_then(|()| encoder.flush()).map(|()| {
                let packed = std::mem::take(encoder.get_mut());
                (packed, Some((parts, encoder)))
            }),
            Some(Err(error)) => Err(error),
            None => encoder.finish().map(|packed| (packed, None)),
        };
        Some(match packed {
            Ok((packed, state)) => (Ok(packed.into()), state),
            Err(error) => (Err(error), None),
        })
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn encoding_is_accepted_if_it_is_listed_and_not_refused() {
        let of = |list: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, list.parse().unwrap());
            let Accepted { brotli, gzip } = accepted(&headers);
            (brotli, gzip)
        };
        assert_eq!(of("gzip, deflate, br, zstd"), (true, true));
        assert_eq!(of("gzip;q=1.0, br;q=0"), (false, true));
        assert_eq!(of("br;q=0.000, identity"), (false, false));
        assert_eq!(of("br"), (true, false));
        assert_eq!(of("deflate"), (false, false));
        assert_eq!(accepted(&HeaderMap::new()), Accepted::default());
    }

    #[tokio::test]
    async fn part_of_a_gzip_body_can_be_unpacked_before_the_next_part_arrives() {
        let parts = stream::iter([Ok(Bytes::from("<html>")), Ok(Bytes::from("</html>"))]);
        let mut packed = Box::pin(gzip_parts(parts));
        let mut all = packed.next().await.unwrap().unwrap().to_vec();
        let mut unpacked = [0; 6];
        flate2::read::GzDecoder::new(&all[..]).read_exact(&mut unpacked).unwrap();
        assert_eq!(&unpacked, b"<html>");
        while let Some(part) = packed.next().await {
            all.extend_from_slice(&part.unwrap());
        }
        let mut text = String::new();
        flate2::read::GzDecoder::new(&all[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, "<html></html>");
    }

    #[tokio::test]
    async fn gzip_body_that_breaks_off_ends_with_the_error() {
        let parts = stream::iter([Ok(Bytes::from("<html>")), Err(io::Error::other("gone"))]);
        let packed: Vec<_> = gzip_parts(parts).collect().await;
        assert_eq!(packed.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false]);
    }
}
