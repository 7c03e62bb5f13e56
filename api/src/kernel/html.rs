//! Text within HTML.

use ammonia::clean_text;

/// `text` as it may stand anywhere in a page, between tags or in a quoted attribute. ammonia escapes slashes and blanks too, which
/// is right but hard to read.
pub fn escaped(text: &str) -> String {
    clean_text(text).replace("&#32;", " ").replace("&#47;", "/").replace("&#58;", ":")
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
