//! What the cart asks before it does what cannot be undone: other shoppers may take the places that it gives back.
//!
//! A question names what would happen and the cart's version. The call is sent again with the question's context, in which the
//! questions that were answered before it stand too; one from before another change answers nothing.

use super::entity::cart::Model as Cart;
use super::entity::line::CartLine;
use midway_kernel::id::PerformanceId;
use midway_kernel::money::Money;
use midway_kernel::secret::fingerprint;
use midway_kernel::text::Text;

/// Stands between the questions of one context.
const BETWEEN: &str = " ";
/// No call asks more.
const MOST_ANSWERS: usize = 4;

/// A question, with the texts of its dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub title: Text,
    pub message: Text,
    pub proceed: Text,
    pub cancel: Text,
    pub values: Vec<(&'static str, String)>,
    pub context: String,
}

/// What a change of the cart came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    Done,
    /// Nothing has changed: the shopper is to say whether it shall.
    Asked(Question),
}

impl Question {
    /// The question, unless it has been answered.
    pub fn unless_answered(self, context: Option<&str>) -> Option<Question> {
        let answered = || context.into_iter().flat_map(|context| context.split(BETWEEN));
        if answered().any(|answered| answered == self.context) {
            return None;
        }
        // Answers to what is not asked any more are not carried on.
        let same_cart = |answered: &&str| answered.split('.').nth(1) == self.context.split('.').nth(1);
        let contexts: Vec<&str> =
            answered().filter(same_cart).take(MOST_ANSWERS).chain([self.context.as_str()]).collect();
        Some(Question { context: contexts.join(BETWEEN), ..self })
    }

    /// Whether lines are bought at prices that have risen since the shopper saw them; each with its price then and now.
    pub fn dearer(cart: &Cart, lines: &[(CartLine, Money)]) -> Question {
        let change = |(line, seen): &(CartLine, Money)| {
            let (seen, price) = (*seen + line.unit_fees, line.unit_price + line.unit_fees);
            format!("{} {} (was {})", line.variant_name, price.display(), seen.display())
        };
        let changes: Vec<String> = lines.iter().map(change).collect();
        let key = |(line, _): &(CartLine, Money)| format!("{}={}", line.variant_id, line.unit_price.cents());
        let keys: Vec<String> = lines.iter().map(key).collect();
        Question {
            title: Text { id: "cart.dearerTitleHtml", words: "The price has changed" },
            message: Text {
                id: "cart.dearerMessageHtml",
                words: "<p>The price has gone up since you opened this page: {{changes}}.</p>",
            },
            proceed: Text { id: "cart.dearer-proceed", words: "Accept the new price" },
            cancel: Text { id: "cart.dearer-cancel", words: "Choose again" },
            values: vec![("changes", changes.join(", "))],
            context: format!("dearer.{}.{}", cart.version, &fingerprint(&keys.join("+"))[..16]),
        }
    }

    /// Whether another gift takes the place of the one that is there.
    pub fn replace_gift(cart: &Cart, present: Money, amount: Money) -> Question {
        Question {
            title: Text { id: "donation.replaceTitleHtml", words: "Replace your donation?" },
            message: Text {
                id: "donation.replaceMessageHtml",
                words: "<p>Your cart already has a donation of {{present}}. Replace it with {{amount}}?</p>",
            },
            proceed: Text { id: "donation.replace-proceed", words: "Replace it" },
            cancel: Text { id: "donation.replace-cancel", words: "Keep it" },
            values: vec![("present", present.display()), ("amount", amount.display())],
            context: format!("replace-donation.{}", cart.version),
        }
    }

    /// Whether what is added takes the place of lines that cannot be bought with it.
    pub fn replace_lines(cart: &Cart, added: &str, replaced: &[&CartLine]) -> Question {
        let ids: Vec<&str> = replaced.iter().map(|line| line.id.as_str()).collect();
        Question {
            title: Text { id: "cart.replaceTitleHtml", words: "Replace what is in your cart?" },
            message: Text {
                id: "cart.replaceMessageHtml",
                words: "<p>{{added}} cannot be bought together with {{replaced}}. Adding it removes {{replaced}} from your cart.</p>",
            },
            proceed: Text { id: "cart.replace-proceed", words: "Replace" },
            cancel: Text { id: "cart.replace-cancel", words: "Keep my cart" },
            values: vec![("added", added.to_owned()), ("replaced", names(replaced))],
            context: format!("replace.{}.{}", cart.version, &fingerprint(&ids.join("+"))[..16]),
        }
    }

    /// Whether a party that cannot sit together any more may sit apart.
    pub fn sit_apart(cart: &Cart, performance: &PerformanceId, sizes: &[usize]) -> Question {
        let count: usize = sizes.iter().sum();
        let groups: Vec<String> = sizes.iter().map(ToString::to_string).collect();
        Question {
            title: Text { id: "cart.apartTitleHtml", words: "Sit apart?" },
            message: Text {
                id: "cart.apartMessageHtml",
                words: "<p>There are no {{count}} seats together any more. We can seat you in groups of {{groups}}.</p>",
            },
            proceed: Text { id: "cart.apart-proceed", words: "Take these seats" },
            cancel: Text { id: "cart.apart-cancel", words: "Choose again" },
            values: vec![("count", count.to_string()), ("groups", groups.join(" + "))],
            context: format!("apart.{}.{performance}.{count}", cart.version),
        }
    }

    /// Whether places are given back for others.
    pub fn move_lines(cart: &Cart, moved: &[&CartLine]) -> Question {
        Question {
            title: Text { id: "cart.moveTitleHtml", words: "Give up your places?" },
            message: Text {
                id: "cart.moveMessageHtml",
                words: "<p>Your places for {{name}} are given back, and others may take them.</p>",
            },
            proceed: Text { id: "cart.move-proceed", words: "Change" },
            cancel: Text { id: "cart.move-cancel", words: "Keep my places" },
            values: vec![("name", names(moved))],
            context: format!("move.{}", cart.version),
        }
    }

    /// Whether a cart that holds places which are hard to get is emptied.
    pub fn clear(cart: &Cart, held: &[&CartLine]) -> Question {
        Question {
            title: Text { id: "cart.clearTitleHtml", words: "Empty your cart?" },
            message: Text {
                id: "cart.clearMessageHtml",
                words: "<p>Your places for {{name}} are given back, and others may take them.</p>",
            },
            proceed: Text { id: "cart.clear-proceed", words: "Empty cart" },
            cancel: Text { id: "cart.clear-cancel", words: "Keep my cart" },
            values: vec![("name", names(held))],
            context: format!("clear.{}", cart.version),
        }
    }
}

/// The products of lines, each once.
fn names(lines: &[&CartLine]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for line in lines {
        if !names.contains(&line.product_name.as_str()) {
            names.push(&line.product_name);
        }
    }
    names.join(", ")
}
