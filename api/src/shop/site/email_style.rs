//! The styles of the elements of e-mails. Mail programs remove style sheets, so each element gets its style as an
//! attribute. The style sheet in `layout.html` changes the colours for dark mode.

use midway_catalog::files::Settings;

/// The colour of the shop's name and of buttons, if the operator has not chosen one. White text on it has a contrast of
/// 8.9:1.
const DEFAULT_COLOR: &str = "#1f4f63";

/// Font names without quotation marks, which would have to be escaped in attributes.
const FONTS: &str = "Figtree,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif";

/// The shop's color in the form `#rrggbb`, on which white text is readable.
pub fn brand_color(settings: &Settings) -> &str {
    settings.mail_color.as_deref().unwrap_or(DEFAULT_COLOR)
}

/// The styles of a shop's e-mails. Each method returns the declarations of a `style` attribute.
pub struct EmailStyle {
    /// A colour in the form `#rrggbb`, on which white text is readable.
    pub brand_color: String,
}

impl EmailStyle {
    pub fn of(settings: &Settings) -> Self {
        EmailStyle { brand_color: brand_color(settings).to_owned() }
    }

    pub fn canvas(&self) -> String {
        format!(
            "margin:0;padding:0;background:#f7f7f5;color:#1b1c1e;font-family:{FONTS};font-size:16px;line-height:1.5"
        )
    }

    pub fn brand(&self) -> String {
        format!("padding:0 4px 16px;font-size:18px;font-weight:700;color:{}", self.brand_color)
    }

    pub fn card(&self) -> &'static str {
        "padding:24px;background:#ffffff;color:#1b1c1e;border:1px solid #d9d8d3;border-radius:14px"
    }

    pub fn title(&self) -> &'static str {
        "margin:0 0 12px;font-size:26px;line-height:1.2"
    }

    pub fn heading(&self) -> &'static str {
        "margin:0 0 8px;font-size:20px;line-height:1.2"
    }

    /// The style of a band in this color, on which white text is readable.
    pub fn band(&self, color: &str) -> String {
        format!("padding:12px;border-radius:10px;background:{color};color:#ffffff")
    }

    /// The style of a code or number that is shown large.
    pub fn number(&self) -> &'static str {
        "margin:0;font-size:26px;font-weight:700;letter-spacing:1px"
    }

    /// The style around a QR code. It keeps a white background in dark mode, because scanners need it.
    pub fn code(&self) -> &'static str {
        "width:200px;margin:0 0 20px;padding:4px 0 8px;border-radius:8px;background:#ffffff;color:#1b1c1e;text-align:center"
    }

    /// The style of a ticket. Tickets that do not fit next to each other are shown below each other. The font size of the
    /// element around them must be 0, so that no blank is between them.
    pub fn ticket(&self) -> &'static str {
        "display:inline-block;width:33%;min-width:142px;padding:16px 0 0;vertical-align:top;font-size:14px;line-height:1.4"
    }

    pub fn soft(&self) -> &'static str {
        "font-size:14px;color:#55585e"
    }

    /// The style of a link that stands alone.
    pub fn link(&self) -> String {
        format!("color:{};font-weight:600;text-decoration:underline", self.brand_color)
    }

    /// The style of a link within small text.
    pub fn soft_link(&self) -> &'static str {
        "color:#55585e;text-decoration:underline"
    }

    pub fn line_above(&self) -> &'static str {
        "margin-top:12px;border-top:1px solid #d9d8d3"
    }

    pub fn button(&self) -> String {
        let color = &self.brand_color;
        format!("border:1px solid {color};border-radius:10px;background:{color};mso-padding-alt:12px 22px")
    }

    pub fn button_link(&self) -> &'static str {
        "display:inline-block;padding:12px 22px;color:#ffffff;font-weight:600;text-decoration:none"
    }
}
