//! Texts for shoppers. Each is a resource with a default text that the operator may replace.

/// A text's resource id and its default text. `{{name}}` in it is a placeholder for a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    pub id: &'static str,
    pub default: &'static str,
}

/// Resolves messages: the operator's replacement if there is one, otherwise the default text.
pub trait Messages: Send + Sync {
    /// The operator's replacement for the text with this id.
    fn replacement(&self, id: &str) -> Option<&str>;

    /// The text with its placeholders filled in.
    fn message(&self, text: Text, values: &[(&'static str, String)]) -> String {
        let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        fill(self.replacement(text.id).unwrap_or(text.default), &values)
    }
}

/// `template` with each `{{name}}` replaced by its value. Unknown names stay in the text, so that a mistake is visible.
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = template.to_owned();
    for (name, value) in values {
        text = text.replace(&format!("{{{{{name}}}}}"), value);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fill_replaces_known_placeholders_and_keeps_unknown_ones() {
        assert_eq!(fill("Only {{left}} of {{all}}", &[("left", "3")]), "Only 3 of {{all}}");
    }
}
