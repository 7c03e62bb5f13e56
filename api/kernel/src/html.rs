//! Escaping of text for HTML.

use ammonia::clean_text;

/// `text` escaped for use between tags or inside a quoted attribute. ammonia also escapes slashes, blanks, colons and
/// equals signs, which only an unquoted attribute needs; these are restored so that the HTML stays readable.
pub fn escaped(text: &str) -> String {
    clean_text(text).replace("&#32;", " ").replace("&#47;", "/").replace("&#58;", ":").replace("&#61;", "=")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_text_contains_no_markup() {
        let html = escaped("<script>alert(1)</script> & \"friends\" 10/12");
        assert!(!html.contains('<') && !html.contains('"'), "{html}");
        assert!(html.contains("10/12"));
    }
}
