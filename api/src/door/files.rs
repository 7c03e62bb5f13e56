//! The built files of the app, in memory: scripts, styles and fonts. Their names change with their content, so browsers
//! may keep them for a year. The app's build compresses them.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use bytes::Bytes;
use poem::Response;
use poem::http::{HeaderMap, HeaderValue, header};

use crate::error::{Error, Result};
use crate::http::encoding::accepted;

const PREFIX: &str = "/_next/static/";

/// Files of the app outside of that folder.
const OTHERS: [&str; 2] = ["/icon.svg", "/ticket/offline.js"];

#[derive(Default)]
pub struct Files(HashMap<String, File>);

pub struct File {
    content_type: &'static str,
    plain: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
}

impl Files {
    /// Reads all files in the folder `static` of `folder`. Without a folder, no files are known.
    ///
    /// # Errors
    /// [`Error::Internal`] when the folder cannot be read.
    pub fn read(folder: Option<&Path>) -> Result<Self> {
        let Some(folder) = folder else { return Ok(Files::default()) };
        let folder = folder.join("static");
        let mut files = HashMap::new();
        add(&folder, PREFIX, &mut files).map_err(|error| {
            Error::Internal(format!("the app's files in {} cannot be read: {error}", folder.display()))
        })?;
        Ok(Files(files))
    }

    pub fn get(&self, path: &str) -> Option<&File> {
        self.0.get(path)
    }

    /// Whether the app may have a file at a path that is not known here.
    pub fn may_be_at(path: &str) -> bool {
        path.starts_with(PREFIX) || OTHERS.contains(&path)
    }
}

/// Adds the files of a folder and of its folders. `path` is where browsers find the folder.
fn add(folder: &Path, path: &str, files: &mut HashMap<String, File>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            add(&entry.path(), &format!("{path}{name}/"), files)?;
            continue;
        }
        let extension = name.rsplit('.').next().unwrap_or_default();
        if matches!(extension, "gz" | "br") {
            continue;
        }
        let compressed = |ending: &str| fs::read(folder.join(format!("{name}.{ending}"))).ok().map(Bytes::from);
        let file = File {
            content_type: content_type(extension),
            plain: fs::read(entry.path())?.into(),
            gzip: compressed("gz"),
            brotli: compressed("br"),
        };
        files.insert(format!("{path}{name}"), file);
    }
    Ok(())
}

fn content_type(extension: &str) -> &'static str {
    match extension {
        "js" => "application/javascript; charset=UTF-8",
        "css" => "text/css; charset=UTF-8",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json; charset=UTF-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "txt" => "text/plain; charset=UTF-8",
        _ => "application/octet-stream",
    }
}

impl File {
    pub fn respond(&self, request: &HeaderMap) -> Response {
        let accepted = accepted(request);
        let (encoding, body) = match (&self.brotli, &self.gzip) {
            (Some(brotli), _) if accepted.brotli => (Some("br"), brotli),
            (_, Some(gzip)) if accepted.gzip => (Some("gzip"), gzip),
            _ => (None, &self.plain),
        };
        let mut response = Response::builder()
            .content_type(self.content_type)
            .header(header::CACHE_CONTROL, "public, max-age=31536000, immutable")
            .header(header::VARY, "Accept-Encoding")
            .body(body.clone());
        if let Some(encoding) = encoding {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn file_is_sent_in_the_best_form_that_the_build_made_and_nothing_outside_the_folder_is() {
        let folder = tempfile::tempdir().unwrap();
        let chunks = folder.path().join("static/chunks");
        fs::create_dir_all(&chunks).unwrap();
        for (name, content) in [("a.js", "plain"), ("a.js.gz", "gzip"), ("a.js.br", "brotli"), ("b.woff2", "font")] {
            fs::write(chunks.join(name), content).unwrap();
        }
        fs::write(folder.path().join("secret.js"), "secret").unwrap();
        let files = Files::read(Some(folder.path())).unwrap();
        let sent = async |path: &str, accept: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(accept));
            let response = files.get(path).unwrap().respond(&headers);
            let encoding = response.headers().get(header::CONTENT_ENCODING).map(|it| it.to_str().unwrap().to_owned());
            let cache = response.headers()[header::CACHE_CONTROL].to_str().unwrap().to_owned();
            assert_eq!(cache, "public, max-age=31536000, immutable");
            (encoding.unwrap_or_default(), response.into_body().into_string().await.unwrap())
        };
        let text = |encoding: &str, body: &str| (encoding.to_owned(), body.to_owned());
        assert_eq!(sent("/_next/static/chunks/a.js", "gzip, br").await, text("br", "brotli"));
        assert_eq!(sent("/_next/static/chunks/a.js", "gzip").await, text("gzip", "gzip"));
        assert_eq!(sent("/_next/static/chunks/a.js", "identity").await, text("", "plain"));
        assert_eq!(sent("/_next/static/chunks/b.woff2", "br").await, text("", "font"));
        for path in ["/_next/static/chunks/a.js.br", "/_next/static/../secret.js", "/_next/static/chunks", "/secret.js"]
        {
            assert!(files.get(path).is_none(), "{path}");
        }
        assert!(Files::read(Some(&folder.path().join("none"))).is_err());
    }
}
