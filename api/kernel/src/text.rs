//! Texts for shoppers: resources with a default that the operator may replace (spec 1 §3, Resource).

/// A text's resource id and its default words. `{{name}}` in them stands for a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    pub id: &'static str,
    pub words: &'static str,
}

/// Where messages are resolved: the operator's replacement of a text, or else its default.
pub trait Messages: Send + Sync {
    /// The operator's replacement of the text with this id.
    fn replacement(&self, id: &str) -> Option<&str>;

    /// A text with its values filled in.
    fn message(&self, text: Text, values: &[(&'static str, String)]) -> String {
        let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        fill(self.replacement(text.id).unwrap_or(text.words), &values)
    }
}

/// `template` with each `{{name}}` replaced by its value; unknown names stay as they are, so that a mistake is seen.
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
    fn placeholders_are_replaced_and_unknown_ones_stay() {
        assert_eq!(fill("Only {{left}} of {{all}}", &[("left", "3")]), "Only 3 of {{all}}");
    }
}
