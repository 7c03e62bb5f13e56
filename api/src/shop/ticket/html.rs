//! Tickets as HTML to show and to print. Every value is escaped; no script, no style of its own.

use ammonia::clean_text;

use super::entity::Model;

/// One article per ticket, with the image of its QR code.
pub fn tickets_html(tickets: &[Model]) -> String {
    tickets.iter().filter(|ticket| !ticket.revoked).map(ticket_html).collect()
}

fn ticket_html(ticket: &Model) -> String {
    let when = [
        ticket.valid_on.map(|day| day.format("%A, %B %-d, %Y").to_string()),
        ticket.entry_time.as_deref().map(twelve_hours),
    ];
    let when: Vec<String> = when.into_iter().flatten().collect();
    let mut facts = String::new();
    let mut fact = |name: &str, value: &str| {
        if !value.is_empty() {
            facts.push_str(&format!("<dt>{name}</dt><dd>{}</dd>", escaped(value)));
        }
    };
    fact("When", &when.join(", "));
    fact("Show", ticket.show_name.as_deref().filter(|show| *show != ticket.product_name).unwrap_or_default());
    fact("Where", &ticket.site_name);
    fact("Pass level", ticket.pass_level.as_deref().unwrap_or_default());
    format!(
        "<article class=\"ticket\"><div class=\"ticket-code\"><img src=\"/api/ticket/barcode/{code}\" width=\"240\" height=\"240\" \
         alt=\"QR code of ticket {code}\"><p>{code}</p></div><div class=\"ticket-text\"><h3>{product}</h3>\
         <p>{variant}</p><dl>{facts}</dl></div></article>",
        code = escaped(&ticket.media_code),
        product = escaped(&ticket.product_name),
        variant = escaped(&ticket.variant_name),
    )
}

/// ammonia escapes slashes and blanks too, which is right anywhere in a page but hard to read.
fn escaped(text: &str) -> String {
    clean_text(text).replace("&#32;", " ").replace("&#47;", "/").replace("&#58;", ":")
}

/// `18:30` as `6:30 PM`.
fn twelve_hours(time: &str) -> String {
    chrono::NaiveTime::parse_from_str(time, "%H:%M")
        .map_or_else(|_| time.to_owned(), |it| it.format("%-I:%M %p").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_carry_markup() {
        let html = escaped("<script>alert(1)</script> & \"friends\" 10/12");
        assert!(!html.contains('<') && !html.contains('"'), "{html}");
        assert!(html.contains("10/12"));
    }

    #[test]
    fn times_read_as_in_conversation() {
        assert_eq!(twelve_hours("18:30"), "6:30 PM");
        assert_eq!(twelve_hours("09:05"), "9:05 AM");
    }
}
