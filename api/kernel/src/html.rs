//! Text within HTML.

use ammonia::clean_text;

/// `text` as it may stand in a page, between tags or in a quoted attribute. ammonia escapes slashes, blanks and the like too, which is
/// right in an attribute without quotes, and hard to read.
pub fn escaped(text: &str) -> String {
    clean_text(text).replace("&#32;", " ").replace("&#47;", "/").replace("&#58;", ":").replace("&#61;", "=")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_carry_markup() {
        let html = escaped("<script>alert(1)</script> & \"friends\" 10/12");
        assert!(!html.contains('<') && !html.contains('"'), "{html}");
        assert!(html.contains("10/12"));
    }
}
