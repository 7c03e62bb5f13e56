//! The wire type of a picture of the catalogue.

use poem_openapi::Object;

use midway_catalog::files::Picture;
use midway_catalog::{Catalog, PictureSet};

/// A picture in several widths.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PictureView {
    /// The path of the widest size.
    pub url: String,
    pub alt: String,
    pub width: u32,
    pub height: u32,
    pub sources: Vec<PictureSource>,
    /// A picture of 1200 by 630 pixels for link previews.
    pub share_url: Option<String>,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct PictureSource {
    pub url: String,
    pub width: u32,
}

impl PictureView {
    /// A picture of the catalogue's folder, in all its sizes. Returns `None` if there is no such picture.
    pub fn of(catalog: &Catalog, picture: &Picture) -> Option<Self> {
        catalog.picture(&picture.file).map(|set| PictureView::new(set, &picture.alt))
    }

    fn new(set: &PictureSet, alt: &str) -> Self {
        let url = |name: &str| format!("/api/picture/{name}");
        PictureView {
            url: set.sources.last().map(|source| url(&source.name)).unwrap_or_default(),
            alt: alt.to_owned(),
            width: set.width,
            height: set.height,
            sources: set.sources.iter().map(|it| PictureSource { url: url(&it.name), width: it.width }).collect(),
            share_url: Some(url(&set.share)),
        }
    }
}
