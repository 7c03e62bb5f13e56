//! Sanitises the operator's HTML to an allowlist of elements and attributes. No other HTML of the operator is ever
//! served.

use std::collections::{HashMap, HashSet};

use crate::files::Folder;

/// Whether a resource text is HTML, decided by its id. The app renders no other text as HTML.
pub fn is_html(resource_id: &str) -> bool {
    resource_id.ends_with("Html")
}

/// Sanitises every HTML text of the folder. A second run changes nothing.
pub fn sanitise(folder: &mut Folder) {
    let allowed = allowed();
    let clean = |text: &mut String| *text = allowed.clean(text).to_string();
    folder.site.iter_mut().for_each(|site| {
        clean(&mut site.directions);
        clean(&mut site.accessibility_description);
    });
    folder.product.iter_mut().for_each(|product| clean(&mut product.long_description));
    folder.bundle.iter_mut().for_each(|bundle| clean(&mut bundle.long_description));
    folder.question.iter_mut().filter_map(|question| question.terms.as_mut()).for_each(clean);
    folder.plan.iter_mut().filter_map(|plan| plan.disclaimer.as_mut()).for_each(clean);
    for promotions in
        [&mut folder.promotion_code, &mut folder.tag_sale, &mut folder.new_pass_sale, &mut folder.verified_offer]
    {
        promotions.iter_mut().for_each(|promotion| clean(&mut promotion.description));
    }
    folder.text.iter_mut().filter(|(id, _)| is_html(id.as_str())).for_each(|(_, text)| clean(text));
}

/// The text of some HTML on one line. The words of different paragraphs and list entries stay apart.
pub fn text_of(html: &str) -> String {
    let apart = ["<p", "<br", "<li", "<h", "<td", "<blockquote"]
        .iter()
        .fold(html.to_owned(), |html, tag| html.replace(tag, &format!(" {tag}")));
    let text = ammonia::Builder::empty().clean(&apart).to_string();
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ").replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn allowed() -> ammonia::Builder<'static> {
    let mut allowed = ammonia::Builder::empty();
    allowed
        .tags(HashSet::from([
            "a",
            "abbr",
            "b",
            "blockquote",
            "br",
            "caption",
            "dd",
            "dl",
            "dt",
            "em",
            "h2",
            "h3",
            "h4",
            "hr",
            "i",
            "li",
            "ol",
            "p",
            "small",
            "strong",
            "sub",
            "sup",
            "table",
            "tbody",
            "td",
            "th",
            "thead",
            "tr",
            "ul",
        ]))
        .clean_content_tags(HashSet::from(["script", "style"]))
        .tag_attributes(HashMap::from([
            ("a", HashSet::from(["href"])),
            ("abbr", HashSet::from(["title"])),
            ("td", HashSet::from(["colspan", "rowspan"])),
            ("th", HashSet::from(["colspan", "rowspan", "scope"])),
        ]))
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        .link_rel(Some("noopener"));
    allowed
}

#[cfg(test)]
mod tests {
    use super::*;
    use midway_kernel::id::ResourceId;

    fn served(html: &str) -> String {
        let id = ResourceId::from("checkout.termsHtml");
        let mut folder = Folder::default();
        folder.text.insert(id.clone(), html.to_owned());
        sanitise(&mut folder);
        let once = folder.clone();
        sanitise(&mut folder);
        assert_eq!(folder, once, "sanitising is idempotent");
        folder.text.remove(&id).unwrap()
    }

    #[test]
    fn scripts_event_handlers_images_frames_and_styles_are_removed_from_html() {
        assert_eq!(served("<p onclick=\"x()\">Hi<script>x()</script></p>"), "<p>Hi</p>");
        assert_eq!(served("<a href=\"javascript:x()\">x</a>"), "<a rel=\"noopener\">x</a>");
        assert_eq!(served("<img src=x onerror=x()><iframe src=\"//x\"></iframe><style>p{}</style>"), "");
    }

    #[test]
    fn headings_lists_and_links_are_kept_in_html_and_links_get_rel_noopener() {
        assert_eq!(
            served("<h2>Terms</h2><ul><li><a href=\"/checkout/terms\" target=\"_blank\">Read</a></li></ul>"),
            "<h2>Terms</h2><ul><li><a href=\"/checkout/terms\" rel=\"noopener\">Read</a></li></ul>"
        );
    }

    #[test]
    fn text_of_html_keeps_paragraphs_apart_and_has_no_entities() {
        let html = "<p>Take the <b>harbor ferry</b>, line 3.</p><ul><li>Park &amp; ride</li><li>On&nbsp;foot</li></ul>";
        assert_eq!(text_of(html), "Take the harbor ferry, line 3. Park & ride On foot");
    }

    #[test]
    fn plain_text_is_not_changed() {
        let mut folder = Folder::default();
        folder.text.insert("home.title".into(), "Fish & <chips>".to_owned());
        sanitise(&mut folder);
        assert_eq!(folder.text["home.title"], "Fish & <chips>");
    }
}
