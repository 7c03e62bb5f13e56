//! The rules of a catalogue, each tested by breaking a valid catalogue.

use std::fs;

use chrono::{Days, NaiveDate};

use super::super::{problems, read};
use super::{BUNDLES, Files, PROMOTIONS, SITES};
use midway_catalog::problem::folded;

/// Asserts that the valid catalogue with one passage replaced is refused at the line of the new passage.
fn refused(file: &str, from: &str, to: &str, reason: &str) {
    Files::good().with(file, from, to).are_refused(&[(file, to.trim_start_matches('\n'), reason)]);
}

#[test]
fn valid_catalogue_has_no_problems() {
    Files::good().are_refused(&[]);
}

#[test]
fn all_problems_of_all_files_are_reported_together() {
    Files::good()
        .with("sites.toml", "\"America/New_York\"", "\"America/Atlantis\"")
        .with("selling.toml", "rate = 700", "rate = 8.25")
        .with("times.toml", "closed = [2026-07-04]", "closed = \"2026-07-04\"")
        .with("products.toml", "price = \"24.00\"", "price = 24.00\ncolor = \"red\"")
        .with("products.toml", "price = \"18.00\"", "price = \"-18.00\"")
        .with("country.csv", "3,France", "three,France")
        .are_refused(&[
            (
                "sites.toml",
                "time_zone",
                "`time_zone`: \"America/Atlantis\" is not an IANA time zone, such as \"America/New_York\"",
            ),
            (
                "selling.toml",
                "rate =",
                "`rate`: write a rate like \"8.25 %\", or whole hundredths of a percent like 825, not 8.25",
            ),
            ("times.toml", "closed =", "`closed`: write a list in square brackets, not \"2026-07-04\""),
            ("products.toml", "price = 24", "`price`: write an amount like \"49.99\", not 24.00"),
            (
                "products.toml",
                "color",
                "unknown key `color`; known are id, name, price, in_from_price, min_quantity, max_quantity, stock, pass, \
                 pass_level, valid, plan, min_birth_date, max_birth_date, age_restriction_text, \
                 quantity_restriction_text, additional_people, shows, sections, delivery_item, tickets, only_with, part",
            ),
            ("products.toml", "price = \"-18.00\"", "`price` is from 0.00 to 100000.00, not -18.00"),
            ("country.csv", "three", "`id`: write a whole number, not three"),
        ]);
}

// Tests of the file format.

#[test]
fn syntax_error_is_refused() {
    Files::good().with("times.toml", "capacity = 500", "capacity = = 500").are_refused(&[(
        "times.toml",
        "= = 500",
        "extra `=`, expected nothing",
    )]);
}

#[test]
fn text_without_quotation_marks_is_refused() {
    let closing = "a text has no closing quotation mark: `\"`";
    refused("times.toml", "name = \"Concert\"", "name = \"Concert", closing);
    refused("times.toml", "name = \"Concert\"", "name = Concert", "a text is in quotes: `\"…\"`");
}

#[test]
fn misspelled_heading_above_the_parts_of_an_entry_is_refused_as_an_unknown_table() {
    let reason = "unknown table `products`; did you mean \"product\"?";
    let heading = "[[product]]\nid = \"day-ticket\"";
    refused("products.toml", heading, "[[products]]\nid = \"day-ticket\"", reason);
}

#[test]
fn variant_without_a_price_is_refused() {
    Files::good()
        .with("products.toml", "price = \"12.00\"\n", "")
        .with("products.toml", "[[product.variant]]\nid = \"child\"", "[[product.variant]] # here\nid = \"child\"")
        .are_refused(&[("products.toml", "# here", "`price` is missing")]);
}

#[test]
fn unknown_table_is_refused() {
    refused(
        "shop.toml",
        "[[redirect]]\npath = \"/old\"",
        "[[redirekt]]\npath = \"/old\"",
        "unknown table `redirekt`; did you mean \"redirect\"?",
    );
}

#[test]
fn amount_with_three_decimals_is_refused() {
    let reason = "`price`: write an amount like \"49.99\", not \"24.005\"";
    refused("products.toml", "price = \"24.00\"", "price = \"24.005\"", reason);
}

#[test]
fn nonexistent_time_of_day_is_refused() {
    refused(
        "times.toml",
        "{ time = \"18:00\" }",
        "{ time = \"24:00\" }",
        "`time`: \"24:00\" is not a time of day in 24 hours like \"18:30\"; midnight is \"00:00\", and the last minute of a \
         day \"23:59\"",
    );
}

#[test]
fn value_that_a_key_does_not_allow_is_refused() {
    let reason = "`per`: unknown value `cart`; known are order, ticket";
    refused("selling.toml", "per = \"ticket\"", "per = \"cart\"", reason);
}

#[test]
fn unknown_weekday_is_refused() {
    Files::good().with("times.toml", "\"mon\"", "\"lundi\"").are_refused(&[(
        "times.toml",
        "lundi",
        "`weekdays`: \"lundi\" is not a weekday: mon, tue, wed, thu, fri, sat or sun",
    )]);
}

#[test]
fn second_settings_table_is_refused() {
    Files::good().and("a/more.toml", "\n[settings]\nweb_site_name = \"Other\"\n").are_refused(&[(
        "shop.toml",
        "[settings]",
        "a second [settings]; the first is in a/more.toml:2",
    )]);
}

#[test]
fn catalogue_without_settings_is_refused() {
    Files::good().without("shop.toml").are_refused(&[("catalogue", "", "there is no [settings]")]);
}

#[test]
fn single_table_in_place_of_an_array_of_tables_is_refused() {
    Files::good().and("z.toml", "[pool]\nid = \"x\"\n").are_refused(&[(
        "z.toml",
        "[pool]",
        "`pool` is a list: write [[pool]] above each entry",
    )]);
}

#[test]
fn text_defined_twice_or_without_quotes_is_refused() {
    Files::good().and("z.toml", "[text]\n\"home.title\" = \"Again\"\nhome.size = 3\n").are_refused(&[
        ("z.toml", "Again", "the text `home.title` is written twice"),
        ("z.toml", "size", "the text `home.size` is not a text: put it in quotes"),
    ]);
}

#[test]
fn csv_row_with_missing_cells_and_an_unknown_csv_file_are_refused() {
    Files::good().with("lists/state.csv", "2,17,Ontario,ON,", "2,17,Ontario").and("seats.csv", "id\n1\n").are_refused(
        &[
            ("lists/state.csv", "Ontario", "has 3 cells where the first line has 5"),
            ("seats.csv", "", "unknown CSV file: only country.csv, state.csv, seat.csv and price.csv are read"),
        ],
    );
}

#[test]
fn misspelled_key_value_table_and_column_are_refused_with_the_name_that_was_meant() {
    let meant = |kind: &str, name: &str, meant: &str| format!("unknown {kind} `{name}`; did you mean \"{meant}\"?");
    // The key that was meant is not reported as missing.
    refused("products.toml", "price = \"24.00\"", "prise = \"24.00\"", &meant("key", "prise", "price"));
    refused("shop.toml", "hold_minutes = 15", "hold-minutes = 15", &meant("key", "hold-minutes", "hold_minutes"));
    let reason = format!("`per`: {}", meant("value", "tickets", "ticket"));
    refused("selling.toml", "per = \"ticket\"", "per = \"tickets\"", &reason);
    refused(
        "times.toml",
        "[[show]]\nid = \"concert\"",
        "[[shows]]\nid = \"concert\"",
        "unknown table `shows`; did you mean \"show\"?",
    );
    refused("lists/state.csv", "country_id", "countryid", &meant("column", "countryid", "country_id"));
}

#[test]
fn misspelled_references_are_refused_with_the_id_that_was_meant() {
    let reason = "there is no show \"garden-dya\"; did you mean \"garden-day\"?";
    refused("times.toml", "show = \"garden-day\"", "show = \"garden-dya\"", reason);
    let reason = "there is no tax class \"sale\"; did you mean \"sales\"?";
    refused("products.toml", "tax_class = \"sales\"", "tax_class = \"sale\"", reason);
    let reason = "no product has the tag \"familly\"; did you mean \"family\"?";
    promotion_refused("tags = [\"family\"]", "tags = [\"familly\"]", &[("familly", reason)]);
}

#[test]
fn csv_file_with_missing_repeated_or_unknown_columns_is_refused_once() {
    let seats = |columns: &str, reasons: &[&str]| {
        let text = format!("{columns}\nlantern,stalls,A,1,400,240\nlantern,stalls,A,2,430,240\n");
        let expected: Vec<_> = reasons.iter().map(|reason| ("seat.csv", columns, *reason)).collect();
        Files::good().and("seat.csv", &text).are_refused(&expected);
    };
    seats(
        "hall,section,row,number,x,x",
        &[
            "unknown column `number`; known are hall, section, row, seat, x, y, kind, places, features",
            "the column `x` appears twice",
            "the column `seat` is missing",
            "the column `y` is missing",
        ],
    );
    seats("hall;section;row;seat;x;y", &["its columns are separated by commas: `,`"]);
}

#[test]
fn usual_spellings_of_rates_amounts_times_and_weekdays_are_accepted() {
    Files::good()
        .with("selling.toml", "rate = 700", "rate = \"7 %\"")
        .with("selling.toml", "amount = \"1.25\"", "amount = \"$1.25\"")
        .with("products.toml", "price = \"24.00\"", "price = \"24\"")
        .with("times.toml", "\"mon\", \"sat\", \"sun\"", "\"Mon\", \"saturday\", \"Sunday\"")
        .with("times.toml", "time = \"10:00\"", "time = \"9:00\"")
        .with("times.toml", "time = \"18:00\"", "time = 18:00:00")
        .are_refused(&[]);
}

#[test]
fn values_in_the_wrong_form_are_refused_with_the_right_form() {
    refused(
        "shop.toml",
        "hold_minutes = 15",
        "hold_minutes = \"15\"",
        "`hold_minutes`: write a whole number, 0 or more, not \"15\"",
    );
    refused(
        "times.toml",
        "valid_all_day = true",
        "valid_all_day = \"yes\"",
        "`valid_all_day`: write `true` or `false`, not \"yes\"",
    );
    refused(
        "times.toml",
        "\"mon\"",
        "\"mno\"",
        "`weekdays`: \"mno\" is not a weekday: mon, tue, wed, thu, fri, sat or sun; did you mean \"mon\"?",
    );
    refused(
        "times.toml",
        "from = 2026-03-01",
        "from = \"March 1\"",
        "`from`: \"March 1\" is not a date like 2027-07-04, or with a time 2027-07-04T18:30:00",
    );
    refused(
        "times.toml",
        "until = 2026-10-31",
        "until = 2026-10-31T23:00:00",
        "`until`: 2026-10-31T23:00:00 is a date without a time here: 2026-10-31",
    );
    refused(
        "products.toml",
        "on_sale_from = 2026-01-01T09:00:00",
        "on_sale_from = 2026-01-01",
        "`on_sale_from`: 2026-01-01 needs a time too: 2026-01-01T00:00:00",
    );
    refused(
        "sites.toml",
        "America/New_York",
        "America/NewYork",
        "`time_zone`: \"America/NewYork\" is not an IANA time zone, such as \"America/New_York\"; did you mean \"America/New_York\"?",
    );
    refused(
        "products.toml",
        "price = \"24.00\"",
        "price = \"24,00\"",
        "`price`: write an amount like \"49.99\", not \"24,00\"",
    );
}

#[test]
fn same_mistake_in_many_rows_is_one_line() {
    let rows: String = (1..=30).map(|seat| format!("lantren,stalls,A,{seat},1,1\n")).collect();
    let root = tempfile::tempdir().unwrap();
    Files::good().and("seat.csv", &format!("hall,section,row,seat,x,y\n{rows}")).write(root.path());
    let told = problems(root.path());
    assert_eq!(told.len(), 30);
    assert_eq!(folded(&told), ["seat.csv:2 and 29 more lines up to 31: there is no hall \"lantren\""]);
    // The sections of the hall that was meant are not reported as having no seats.
    let hall = "[[hall]]\nid = \"lantern\"\nsize = [9, 9]\nsection = [{ id = \"stalls\", name = \"Stalls\" }]\n";
    fs::write(root.path().join("halls.toml"), hall).unwrap();
    let hint = "did you mean \"lantern\"?";
    let expected = format!("seat.csv:2 and 29 more lines up to 31: there is no hall \"lantren\"; {hint}");
    assert_eq!(folded(&problems(root.path())), [expected]);
}

#[test]
fn problem_of_an_entry_is_not_reported_again_for_references_to_it() {
    refused("times.toml", "type = 4", "type = 9", "`type`: 9 is not one of [1, 2, 3, 4]");
}

// Tests of settings, texts and redirects.

#[test]
fn shop_without_a_name_is_refused() {
    refused("shop.toml", "web_site_name = \"Harbor Gardens\"", "web_site_name = \"\"", "`web_site_name` is empty");
}

#[test]
fn settings_out_of_bounds_are_refused() {
    refused("shop.toml", "hold_minutes = 15", "hold_minutes = 0", "`hold_minutes` is from 1 to 60, not 0");
    refused("shop.toml", "hold_minutes = 15", "session_timeout = 59", "`session_timeout` is from 60 to 43200, not 59");
    refused("shop.toml", "hold_minutes = 15", "max_hold_minutes = 14", "`max_hold_minutes` is from 15 to 240, not 14");
    refused("shop.toml", "hold_minutes = 15", "look_ahead_days = 0", "`look_ahead_days` is from 1 to 730, not 0");
    let reason = "`almost_full_below_percent` is from 0 to 40, not 41";
    refused("shop.toml", "hold_minutes = 15", "almost_full_below_percent = 41", reason);
}

#[test]
fn theme_key_with_a_space_or_a_leading_digit_is_refused() {
    let reason = "is not a theme key: small letters, digits and hyphens, at most 40, starting with a letter";
    refused("shop.toml", "style_key = \"museum\"", "style_key = \"a b\"", &format!("\"a b\" {reason}"));
    refused("sites.toml", "css_key = \"park\"", "css_key = \"1st\"", &format!("\"1st\" {reason}"));
}

#[test]
fn link_that_is_neither_an_http_url_nor_a_path_of_the_shop_is_refused() {
    for link in ["javascript:alert(1)", "//elsewhere.example", "privacy", "/a b"] {
        let reason =
            format!("`privacy_policy_url` is an http or https URL or a path that starts with `/`, not \"{link}\"");
        refused("shop.toml", "privacy_policy_url = \"/privacy\"", &format!("privacy_policy_url = \"{link}\""), &reason);
    }
}

#[test]
fn text_with_an_invalid_id_is_refused() {
    let reason = "\"home title\" is not the id of a text: letters, digits, `.` and `-`, at most 100";
    refused("shop.toml", "\"home.title\"", "\"home title\"", reason);
}

#[test]
fn redirects_that_form_a_loop_are_refused() {
    Files::good().with("shop.toml", "to = \"/\"", "to = \"/old\"").are_refused(&[
        ("shop.toml", "to = \"/old\"", "\"/tickets.html\" leads back to itself"),
        ("shop.toml", "to = \"/tickets.html\"", "\"/old\" leads back to itself"),
    ]);
}

#[test]
fn redirect_from_a_reserved_invalid_or_duplicate_path_is_refused() {
    let own = "is the shop's own and cannot lead elsewhere";
    refused("shop.toml", "path = \"/old\"", "path = \"/api/cart\"", &format!("\"/api/cart\" {own}"));
    let reason = "\"old\" is not a path of the shop: it starts with one `/`";
    refused("shop.toml", "path = \"/old\"", "path = \"old\"", reason);
    let reason = "\"/tickets.html\" appears twice, first in shop.toml:15";
    Files::good()
        .with("shop.toml", "to = \"/tickets.html\"", "to = \"/\" #")
        .with("shop.toml", "\"/old\"", "\"/tickets.html\" # two")
        .are_refused(&[("shop.toml", "# two", reason)]);
}

#[test]
fn redirect_to_a_host_outside_redirect_hosts_and_an_invalid_redirect_host_are_refused() {
    let reason = "`to` leads to elsewhere.example, which is not one of the settings' `redirect_hosts`";
    refused("shop.toml", "to = \"/tickets.html\"", "to = \"https://elsewhere.example/x\"", reason);
    let reason = "\"Elsewhere.example/x\" is not a host: a name in small letters, like `www.example.org`";
    refused("shop.toml", "hold_minutes = 15", "redirect_hosts = [\"Elsewhere.example/x\"]", reason);
}

#[test]
fn phone_that_is_not_a_number_is_refused() {
    let reason = "\"call us\" is not a phone number: 3 to 15 digits, with blanks, `+`, `-`, `.`, `(` and `)`";
    refused("shop.toml", "hold_minutes = 15", "phone = \"call us\"", reason);
}

#[test]
fn sender_that_is_not_an_email_address_is_refused() {
    let reason = "\"Gardens\" is not an e-mail address, with or without a name before it in `<…>`";
    refused("shop.toml", "hold_minutes = 15", "mail_from = \"Gardens\"", reason);
}

// Tests of sites, countries and states.

#[test]
fn catalogue_without_a_site_a_delivery_method_or_a_payment_method_is_refused() {
    Files::good()
        .without("products.toml")
        .without("selling.toml")
        .without("times.toml")
        .without("sites.toml")
        .are_refused(&[
            ("catalogue", "", "there is no [[site]]: a shop sells for at least one"),
            ("catalogue", "", "there is no [[delivery_method]]: an order must reach the shopper"),
            ("catalogue", "", "there is no [[payment_method]]: an order must be paid"),
        ]);
}

#[test]
fn address_in_an_unknown_country_or_state_is_refused() {
    refused("sites.toml", "country = \"US\"", "country = \"DE\"", "there is no country with the code \"DE\"");
    refused("sites.toml", "state = \"RI\"", "state = \"XX\"", "United States has no state or province \"XX\"");
}

#[test]
fn ids_and_codes_of_the_usa_and_canada_and_the_phone_format_of_the_usa_cannot_be_changed() {
    let reason = "the id 80 and the code US belong to the USA";
    Files::good()
        .with("country.csv", "80,United States,US", "81,United States,US")
        .with("lists/state.csv", "1,80", "1,81")
        .are_refused(&[("country.csv", "81,", reason)]);
    let reason = "the id 17 and the code CA belong to Canada";
    Files::good().with("country.csv", "17,Canada,CA", "17,Chad,TD").are_refused(&[("country.csv", "17,", reason)]);
    let reason = "the USA uses the North American Numbering Plan: phone_use_nanp_format is true";
    refused("country.csv", "80,United States,US,true", "80,United States,US,false", reason);
}

#[test]
fn duplicate_country_or_state_is_refused() {
    let country = Files::good().with("country.csv", "3,France,FR,", "3,France,FR,\n3,Chad,TD,");
    country.are_refused(&[("country.csv", "Chad", "\"3\" appears twice, first in country.csv:4")]);
    let state = Files::good().with("lists/state.csv", "2,17,Ontario,ON,", "2,17,Ontario,ON,\n3,17,Other,ON,");
    let reason = "\"ON of country 17\" appears twice, first in lists/state.csv:3";
    state.are_refused(&[("lists/state.csv", "Other", reason)]);
}

#[test]
fn state_of_an_unknown_country_is_refused() {
    refused("lists/state.csv", "2,17,Ontario", "2,18,Ontario", "there is no country \"18\"");
}

// Tests of delivery methods, payment methods, plans, tax classes and fees.

#[test]
fn digital_delivery_method_with_a_shipping_address_is_refused() {
    let reason = "a digital delivery needs no shipping address";
    let edit = "shipping_address_required = true # download";
    refused("selling.toml", "digital = true", &format!("{edit}\ndigital = true"), reason);
}

#[test]
fn delivery_method_that_takes_longer_than_a_year_is_refused() {
    let reason = "`lead_days` is from 0 to 366, not 367";
    refused("selling.toml", "digital = true", "lead_days = 367\ndigital = true", reason);
}

#[test]
fn unknown_processor_is_refused() {
    let reason = "there is no processor \"stripes\"; there are: sandbox, stripe, sandbox-lender";
    refused("selling.toml", "processor = \"sandbox\"", "processor = \"stripes\"", reason);
}

/// A lender's plan with its payment method.
const LENT: &str = r#"
[[payment_method]]
id = "lender"
name = "Lender"
processor = "sandbox-lender"

[[plan]]
id = "lent"
type = 2
name = "Pay over time"
lender = "sandbox-lender"
disclaimer = "<p>Ask the lender.</p>"
"#;

#[test]
fn plan_that_lacks_what_its_type_needs_or_has_keys_of_the_other_type_is_refused() {
    Files::good().and("lent.toml", LENT).are_refused(&[]);
    let with = |from: &str, to: &str, at: &'static str, reason: &'static str| {
        assert_eq!(LENT.matches(from).count(), 1, "{from}");
        Files::good().and("lent.toml", &LENT.replace(from, to)).are_refused(&[("lent.toml", at, reason)]);
    };
    let name = "name = \"Pay over time\"";
    let more = |key: &str| format!("{name}\n{key}");
    with(
        name,
        &more("down_payment = \"20.00\""),
        "down_payment",
        "a plan of type 2 is the lender's, who pays everything today: it has no `down_payment`",
    );
    with(name, &more("fee = \"5.00\""), "fee", "a plan of type 2 is the lender's and has no `fee`");
    with(name, &more("payments = 6"), "payments", "a plan of type 2 is the lender's and has no `payments`");
    with(
        "disclaimer = \"<p>Ask the lender.</p>\"\n",
        "",
        "[[plan]]",
        "a plan of type 2 is the lender's and needs a `disclaimer`",
    );
    let who = "a plan of type 2 is the lender's: `lender` is one of sandbox-lender";
    with("lender = \"sandbox-lender\"\n", "", "[[plan]]", who);
    with(
        "processor = \"sandbox-lender\"",
        "processor = \"sandbox\"",
        "lender = ",
        "there is no [[payment_method]] with the processor \"sandbox-lender\"",
    );
    with(
        "type = 2\nname = \"Pay over time\"",
        "name = \"Pay over time\"\ndown_payment = \"5.00\"\npayments = 3",
        "lender = ",
        "a plan of type 1 is the shop's own and has no `lender`",
    );
}

#[test]
fn shop_with_only_lenders_as_payment_methods_is_refused() {
    let reason = "every [[payment_method]] is a lender's: what has no plan must be paid too";
    Files::good().with("selling.toml", "processor = \"sandbox\"", "processor = \"sandbox-lender\"").are_refused(&[(
        "catalogue",
        "",
        reason,
    )]);
}

#[test]
fn unknown_tax_class_is_refused() {
    refused("selling.toml", "tax_class = \"sales\"", "tax_class = \"vat\"", "there is no tax class \"vat\"");
    refused("products.toml", "tax_class = \"sales\"", "tax_class = \"vat\"", "there is no tax class \"vat\"");
}

#[test]
fn tax_rate_above_100_percent_is_refused() {
    refused("selling.toml", "rate = 700", "rate = 10001", "`rate` is in basis points, from 0 to 10000, not 10001");
}

#[test]
fn fee_for_an_unknown_product_or_below_zero_is_refused() {
    refused("selling.toml", "products = [\"day-ticket\"]", "products = [\"night\"]", "there is no product \"night\"");
    refused("selling.toml", "amount = \"1.25\"", "amount = \"-1.25\"", "`amount` is from 0.00 to 100000.00, not -1.25");
}

// Tests of ids, shows and delays.

#[test]
fn invalid_or_duplicate_id_is_refused() {
    let slug = "is not an id: small letters, digits and hyphens, at most 60, not starting with a hyphen";
    refused("times.toml", "id = \"evenings\"", "id = \"Evenings\"", &format!("\"Evenings\" {slug}"));
    refused("products.toml", "id = \"guide-book\"", "id = \"a.b\"", &format!("\"a.b\" {slug}"));
    let reason = "\"daily\" appears twice, first in times.toml:25";
    refused("times.toml", "id = \"evenings\"", "id = \"daily\" # again", reason);
    let reason = "\"adult\" appears twice, first in products.toml:19";
    refused("products.toml", "id = \"guide-book\"", "id = \"adult\" # again", reason);
}

#[test]
fn show_of_an_unknown_site_is_refused() {
    let passage = "site = \"gardens\"\nname = \"Concert\"";
    refused("times.toml", passage, "site = \"park\"\nname = \"Concert\"", "there is no site \"park\"");
}

#[test]
fn delay_of_the_first_selection_or_of_zero_minutes_is_refused() {
    let selection = "[[product.selection]]\nshows = [\"garden-day\"]";
    let delayed = format!("{selection}\ndelay = {{ after = \"first\", minutes = 0 }}");
    Files::good().with("products.toml", selection, &delayed).are_refused(&[
        ("products.toml", "delay =", "the `minutes` of a delay are from 1 to 1440"),
        ("products.toml", "delay =", "the first selection has no `delay`: there is none before it"),
    ]);
}

// Tests of halls, schedules and pools.

const HALL: &str = r#"
[[hall]]
id = "lantern"
size = [1200, 900]

[[hall.section]]
id = "stalls"
name = "Stalls"
polygon = [[100, 200], [1100, 200], [600, 600]]

[[hall.section]]
id = "standing"
name = "Standing room"
capacity = 40

[[show]]
id = "play"
site = "gardens"
name = "Play"
type = 2
hall = "lantern"

[[schedule]]
id = "plays"
show = "play"
slot = [{ time = "19:00" }]

[[product]]
id = "play"
site = "gardens"
name = "Play"
short_description = "A play."

[[product.selection]]
shows = ["play"]

[[product.variant]]
id = "play-seat"
name = "Seat"
price = "24.00"
sections = ["stalls"]
"#;

const SEATS: &str = "hall,section,row,seat,x,y\nlantern,stalls,A,1,400,240\nlantern,stalls,A,2,430,240\n";

/// Asserts that the valid catalogue with a hall and one passage replaced is refused at the line of the new passage.
fn refused_hall(file: &str, from: &str, to: &str, reason: &str) {
    let files = Files::good().and("halls.toml", HALL).and("seat.csv", SEATS);
    files.with(file, from, to).are_refused(&[(file, to.trim_start_matches('\n'), reason)]);
}

#[test]
fn hall_with_sections_and_seats_is_valid() {
    Files::good().and("halls.toml", HALL).and("seat.csv", SEATS).are_refused(&[]);
}

#[test]
fn show_without_the_hall_that_its_type_needs_or_with_an_unsuitable_hall_is_refused() {
    refused("times.toml", "type = 4", "type = 3", "a show of type 3 has a `hall`");
    refused_hall("halls.toml", "hall = \"lantern\"", "hall = \"opera\"", "there is no hall \"opera\"");
    let general = "a show of type 4 has no hall: type 2 sells sections, type 3 seats";
    let files = Files::good().and("halls.toml", HALL).and("seat.csv", SEATS).with("halls.toml", "type = 2", "type = 4");
    files.are_refused(&[("halls.toml", "hall = \"lantern\"", general)]);
    let seats = "a show of type 3 sells numbered seats, and \"lantern\" has none: type 2 sells its sections";
    let unnumbered =
        HALL.replace("name = \"Stalls\"", "name = \"Stalls\"\ncapacity = 3").replace("type = 2", "type = 3");
    let files = Files::good().and("halls.toml", &unnumbered);
    files.are_refused(&[("halls.toml", "hall = \"lantern\"", seats)]);
    let mixed = HALL.replace("type = 2", "type = 3");
    Files::good().and("halls.toml", &mixed).and("seat.csv", SEATS).are_refused(&[]);
}

#[test]
fn variant_that_names_sections_of_only_one_of_two_halls_is_refused() {
    let files = || Files::good().and("halls.toml", HALL).and("seat.csv", SEATS);
    let later = "shows = [\"garden-day\"]\n\n[[product.selection]]\nshows = [\"play\"]";
    files().with("halls.toml", "shows = [\"play\"]", later).are_refused(&[]);
    let reason = "\"play-seat\" is sold in none of the sections of selection 2: name sections of each hall, or leave \
                  the key out";
    let opera = "\n[[hall]]\nid = \"opera\"\nsize = [9, 9]\nsection = [{ id = \"floor\", name = \"Floor\", capacity = 5 }]\n\n\
        [[show]]\nid = \"opera\"\nsite = \"gardens\"\nname = \"Opera\"\ntype = 2\nhall = \"opera\"\n\n\
        [[schedule]]\nid = \"operas\"\nshow = \"opera\"\nslot = [{ time = \"21:00\" }]\n";
    let both = "shows = [\"play\"]\n\n[[product.selection]]\nshows = [\"opera\"]";
    let files = || files().and("opera.toml", opera).with("halls.toml", "shows = [\"play\"]", both);
    files().are_refused(&[("halls.toml", "sections = [\"stalls\"]", reason)]);
    for sections in ["sections = [\"stalls\", \"floor\"]", ""] {
        files().with("halls.toml", "sections = [\"stalls\"]", sections).are_refused(&[]);
    }
}

#[test]
fn section_with_invalid_capacity_or_polygon_and_hall_with_an_invalid_size_are_refused() {
    let none = "the section \"standing\" has neither seats nor a `capacity`";
    let files = Files::good().and("halls.toml", HALL).and("seat.csv", SEATS).with("halls.toml", "capacity = 40\n", "");
    files.are_refused(&[("halls.toml", "id = \"standing\"", none)]);
    let both = "a section with seats has as many places as seats";
    let files = Files::good().and("halls.toml", HALL).and("seat.csv", SEATS);
    let files = files.with("halls.toml", "name = \"Stalls\"", "name = \"Stalls\"\ncapacity = 3");
    files.are_refused(&[("halls.toml", "capacity = 3", both)]);
    refused_hall("halls.toml", "[600, 600]]", "[600, 901]]", "a corner is outside the hall's 1200 by 900");
    refused_hall("halls.toml", ", [600, 600]]", "] # line", "a polygon has from 3 to 200 corners");
    refused_hall(
        "halls.toml",
        "size = [1200, 900]",
        "size = [1200, 0] # no",
        "`size` is two whole numbers from 1 to 100000",
    );
}

#[test]
fn duplicate_invalid_or_misplaced_seat_and_seat_of_an_unknown_hall_or_section_are_refused() {
    refused_hall(
        "seat.csv",
        "A,2,430,240",
        "A,1,430,240",
        "\"stalls-a-1 of lantern\" appears twice, first in seat.csv:2",
    );
    refused_hall("seat.csv", "stalls,A,2", "balcony,A,2", "there is no section \"balcony\"");
    refused_hall("seat.csv", "lantern,stalls,A,2", "opera,stalls,A,2", "there is no hall \"opera\"");
    refused_hall("seat.csv", "A,2,430", "A,2,1430", "the seat is outside the hall's 1200 by 900");
    refused_hall("seat.csv", "A,2,430", "A,2 b,430", "`seat` is letters, digits and hyphens, at most 12");
}

#[test]
fn variant_of_an_unknown_section_and_seat_variant_for_several_people_are_refused() {
    let unknown = "no hall in which \"play-seat\" is played has a section \"balcony\"";
    refused_hall("halls.toml", "sections = [\"stalls\"]", "sections = [\"balcony\"]", unknown);
    let numbered = HALL.replace("\n[[hall.section]]\nid = \"standing\"\nname = \"Standing room\"\ncapacity = 40\n", "");
    let family = numbered.replace("type = 2", "type = 3").replace("name = \"Seat\"", "name = \"Family\"\ntickets = 4");
    let one = "a seat is for one person: what is sold for it has tickets = 1";
    let files = Files::good().and("halls.toml", &family).and("seat.csv", SEATS);
    files.are_refused(&[("halls.toml", "[[product.variant]]", one)]);
}

const BOXES: &str = "hall,section,row,seat,x,y,kind,places,features\nlantern,stalls,Box,1,400,240,,4,\n";

/// The valid catalogue with a show whose stalls are boxes for four, sold as a whole.
fn with_boxes() -> Files {
    let hall = HALL.replace("type = 2", "type = 3").replace("name = \"Seat\"", "name = \"Box\"\ntickets = 4");
    Files::good().and("halls.toml", &hall).and("seat.csv", BOXES)
}

#[test]
fn box_is_sold_as_a_whole_by_a_variant_with_as_many_tickets() {
    with_boxes().are_refused(&[]);
    let reason = "\"play-seat\" would be sold for Box 1 of the section \"stalls\", which is for 4 people: name its \
                  `sections`, or set tickets = 4";
    with_boxes().with("halls.toml", "tickets = 4", "tickets = 3").are_refused(&[(
        "halls.toml",
        "[[product.variant]]",
        reason,
    )]);
    let places = "`places` is from 1 to 20, not 21";
    with_boxes().with("seat.csv", ",,4,", ",,21,").are_refused(&[
        ("halls.toml", "[[product.variant]]", &reason.replace("4", "21")),
        ("seat.csv", "lantern,stalls,Box", places),
    ]);
    let minimum = "seats are bought one by one: what is sold for them has min_quantity = 1";
    with_boxes().with("halls.toml", "tickets = 4", "tickets = 4\nmin_quantity = 2").are_refused(&[(
        "halls.toml",
        "[[product.variant]]",
        minimum,
    )]);
}

#[test]
fn seat_with_an_unknown_feature_is_refused() {
    let reason = "unknown feature \"isle\": the features of a seat are aisle, step-free, hearing-loop, \
                  restricted-view, with spaces between";
    with_boxes().with("seat.csv", ",,4,", ",,4,aisle isle").are_refused(&[("seat.csv", "lantern,stalls,Box", reason)]);
}

#[test]
fn sale_of_accessible_places_is_refused_without_such_places_or_with_what_does_not_belong_to_it() {
    let with = |places: &str, keys: &str| {
        let keys = format!("size = [1200, 900]\naccessible = {{ {keys} }}");
        let seats = SEATS.replace("seat,x,y", "seat,x,y,kind").replace("240\nlantern", "240,\nlantern");
        let seats = seats.replace("430,240", &format!("430,240,{places}"));
        let hall = HALL.replace("size = [1200, 900]", &keys);
        Files::good().and("halls.toml", &hall).and("seat.csv", &seats)
    };
    with("wheelchair", "sale = \"contact\", companions = 2, release_hours_before = 24").are_refused(&[]);
    let none = "the hall has no accessible places: no section with `accessible = true`, and no wheelchair or companion \
                seats";
    with("standard", "sale = \"open\"").are_refused(&[("halls.toml", "accessible = {", none)]);
    for (keys, reason) in [
        ("sale = \"open\", companions = 11", "`companions` is from 0 to 10, not 11"),
        ("sale = \"open\", release_hours_before = 8761", "`release_hours_before` is from 0 to 8760"),
        ("sale = \"open\", statement = \"Yes\"", "a `statement` is made only with `sale = \"declaration\"`"),
    ] {
        with("wheelchair", keys).are_refused(&[("halls.toml", "accessible = {", reason)]);
    }
}

#[test]
fn schedule_of_an_unknown_show_or_pool_is_refused() {
    let files = Files::good().with("times.toml", "show = \"concert\"", "show = \"opera\"");
    files.are_refused(&[("times.toml", "\"opera\"", "there is no show \"opera\"")]);
    refused("times.toml", "pools = [\"guests\"]", "pools = [\"staff\"]", "there is no pool \"staff\"");
}

#[test]
fn schedule_that_ends_before_it_begins_is_refused() {
    let reason = "`until` 2026-02-28 is before `from` 2026-03-01";
    refused("times.toml", "until = 2026-10-31", "until = 2026-02-28", reason);
}

#[test]
fn schedule_without_any_capacity_is_refused() {
    Files::good()
        .with("times.toml", "[[schedule]]\nid = \"evenings\"", "[[schedule]] # here\nid = \"evenings\"")
        .with("times.toml", "capacity = 80\n", "")
        .are_refused(&[("times.toml", "# here", "the schedule \"evenings\" has neither a capacity nor a pool")]);
}

#[test]
fn duplicate_or_invalid_slots_are_refused() {
    let at = |time: &str, id: &str| format!("{{ time = \"{time}\", id = \"{id}\" }}");
    let reason = "\"18:00\" appears twice, first in times.toml:39";
    refused("times.toml", &at("20:00", "late"), &at("18:00", "late"), reason);
    let reason = "\"1800\" appears twice, first in times.toml:39";
    refused("times.toml", &at("20:00", "late"), &at("20:00", "1800"), reason);
    let reason = "\"very.late\" is not the id of a slot: small letters, digits and hyphens, at most 40";
    refused("times.toml", &at("20:00", "late"), &at("20:00", "very.late"), reason);
}

#[test]
fn all_day_show_with_two_slots_is_refused() {
    let reason = "a show that is valid all day has one slot a day";
    refused(
        "times.toml",
        "slot = [{ time = \"10:00\" }]",
        "slot = [{ time = \"10:00\" }, { time = \"14:00\" }]",
        reason,
    );
}

#[test]
fn two_exceptions_of_a_pool_for_one_day_are_refused() {
    let again = "[[pool.exception]]\ndays = [2026-12-24] # again\ncapacity = 1\n\n[[show]]\nid = \"garden-day\"";
    Files::good().with("times.toml", "[[show]]\nid = \"garden-day\"", again).are_refused(&[(
        "times.toml",
        "# again",
        "\"2026-12-24\" appears twice, first in times.toml:7",
    )]);
}

#[test]
fn values_as_people_write_them_are_refused_with_how_to_write_them() {
    for (written, reason) in [
        ("[12-25]", "`closed`: a day of every year is in quotes: \"12-25\""),
        ("12/01/2026", "`closed`: a date is written like 2026-12-01, not 12/01/2026"),
        ("yes", "`closed`: write `true` or `false` in lower case and without quotes, not yes"),
        ("True", "`closed`: write `true` or `false` in lower case and without quotes, not True"),
    ] {
        closed_days_refused(written, reason);
    }
    closed_days_refused(
        "[\"Dec 25\"]",
        "`closed`: \"Dec 25\" is not a day: write a date like 2027-07-04, a day of every year like \"07-04\", a range like \
         \"12-20 to 01-03\", weekdays like \"first mon\" or \"fourth thu of november\", or the id of a [[holiday]]",
    );
    Files::good().with("shop.toml", "[settings]\n", "[settings]\ncolor = \"#123456\"\n").are_refused(&[(
        "shop.toml",
        "color =",
        "unknown key `color`; did you mean \"mail_color\"?",
    )]);
    Files::good().and("texts.toml", "[text]\nsite_logo = \"logo.png\"\n").are_refused(&[(
        "texts.toml",
        "site_logo",
        "`site_logo` is a key of [settings]: move it above the line [text]",
    )]);
}

/// Asserts that the closed days of a schedule are refused.
fn closed_days_refused(closed: &str, reason: &str) {
    refused("times.toml", "closed = [2026-07-04]", &format!("closed = {closed}"), reason);
}

#[test]
fn day_that_cannot_be_read_twice_the_same_day_and_unknown_holiday_are_refused() {
    let reason = "`closed`: \"frist\" in \"frist mon\" is not first, second, third, fourth, fifth or last; did you mean \"first\"?";
    closed_days_refused("[\"frist mon\"]", reason);
    let reason = "`closed`: \"2027-01-03 to 2026-12-20\" ends before it begins";
    closed_days_refused("[\"2027-01-03 to 2026-12-20\"]", reason);
    closed_days_refused("[\"mon\", \"Monday\"]", "\"mon\" appears twice, first in times.toml:31");
    closed_days_refused("[\"mondey\"]", "there is no holiday \"mondey\"; did you mean \"monday\"?");
    let holiday = "[[holiday]]\nid = \"school-break\"\nname = \"School break\"\ndays = [\"02-15 to 02-20\"]\n";
    Files::good()
        .and("days.toml", holiday)
        .with("times.toml", "closed = [2026-07-04]", "closed = [\"school-brake\"]")
        .are_refused(&[(
            "times.toml",
            "closed =",
            "there is no holiday \"school-brake\"; did you mean \"school-break\"?",
        )]);
    Files::good()
        .and("days.toml", holiday)
        .with("times.toml", "closed = [2026-07-04]", "closed = [\"school-break\", \"last mon of may\"]")
        .are_refused(&[]);
}

#[test]
fn holiday_without_days_of_another_holiday_or_with_an_id_that_means_a_day_is_refused() {
    let holiday = |id: &str, days: &str| {
        format!(
            "[[holiday]]\nid = \"eve\"\nname = \"Eve\"\ndays = [\"12-24\"]\n\n[[holiday]]\nid = \"{id}\"\nname = \"Day\"\ndays = {days}\n"
        )
    };
    for (id, days, line, reason) in [
        ("day", "[]", "days = []", "`days` names at least one day"),
        ("day", "[\"eve\"]", "days = [\"eve\"]", "a holiday cannot name other holidays: write the days"),
        ("mon", "[\"12-25\"]", "id = \"mon\"", "\"mon\" means a day in lists of days: choose another id"),
        ("12-25", "[\"12-25\"]", "id = \"12-25\"", "\"12-25\" means a day in lists of days: choose another id"),
    ] {
        Files::good().and("days.toml", &holiday(id, days)).are_refused(&[("days.toml", line, reason)]);
    }
}

#[test]
fn exception_without_days_and_hours_and_friends_on_wrong_days_are_refused() {
    refused("times.toml", "days = [2026-12-24]", "days = []", "`days` names at least one day");
    let park = "[[property]]\nid = \"garden\"\nsite = \"gardens\"\nname = \"Garden\"\nshow = \"concert\"\n\
                products = [\"day-ticket\"]\nclosed = [\"no-closed\"]\n\
                hours = [{ opens = \"10:00\", closes = \"18:00\", days = [\"no-hours\"] }]\n\
                bring_a_friend = [{ friends = 1, days = [\"no-friends\"] }]\n";
    Files::good().and("park.toml", park).are_refused(&[
        (
            "park.toml",
            "closed =",
            "there is no holiday \"no-closed\": write a day like \"12-25\", or define it as a [[holiday]]",
        ),
        (
            "park.toml",
            "hours =",
            "there is no holiday \"no-hours\": write a day like \"12-25\", or define it as a [[holiday]]",
        ),
        (
            "park.toml",
            "bring_a_friend =",
            "there is no holiday \"no-friends\": write a day like \"12-25\", or define it as a [[holiday]]",
        ),
    ]);
}

#[test]
fn excessive_capacity_is_refused() {
    refused("times.toml", "capacity = 500", "capacity = 10000001", "a capacity is at most 10000000");
}

// Tests of products and variants.

#[test]
fn product_of_an_unknown_site_is_refused() {
    let passage = "site = \"gardens\"\nname = \"Guide\"";
    refused("products.toml", passage, "site = \"park\"\nname = \"Guide\"", "there is no site \"park\"");
}

#[test]
fn product_without_a_variant_is_refused() {
    Files::good()
        .and(
            "z.toml",
            "[[product]]\nid = \"x\"\nsite = \"gardens\"\nname = \"X\"\nshort_description = \"X\"\nvariant = []\n",
        )
        .are_refused(&[("z.toml", "[[product]]", "the product \"x\" has no variant")]);
}

#[test]
fn empty_name_is_refused() {
    refused("products.toml", "name = \"Guide\"", "name = \" \"", "`name` is empty");
}

#[test]
fn sale_that_ends_before_it_begins_is_refused() {
    let reason = "`on_sale_until` 2025-01-01 09:00:00 is not after `on_sale_from` 2026-01-01 09:00:00";
    refused("products.toml", "on_sale_until = 2027-01-01T09:00:00", "on_sale_until = 2025-01-01T09:00:00", reason);
}

#[test]
fn minimum_quantity_above_the_maximum_and_quantities_out_of_bounds_are_refused() {
    let reason = "`min_quantity` 21 is above `max_quantity` 20";
    refused("products.toml", "min_quantity = 1", "min_quantity = 21", reason);
    let reason = "`max_quantity` is from 1 to 1000, not 1001";
    refused("products.toml", "max_quantity = 20", "max_quantity = 1001", reason);
    refused("products.toml", "max_quantity = 20", "tickets = 21", "`tickets` is from 0 to 20, not 21");
}

#[test]
fn questions_with_keys_that_cannot_hold_are_refused() {
    let question = |keys: &str, on_line: &str, reason: &str| {
        let text = format!(
            "[[question]]\nid = \"lunch\"\nlabel = \"Lunch\"\nkind = \"choice\"\nchoices = [\"Fish\", \"Rice\"]\n\n\
             [[question]]\nid = \"why\"\nlabel = \"Why?\"\n{keys}\n"
        );
        Files::good().and("questions.toml", &text).are_refused(&[("questions.toml", on_line, reason)]);
    };
    let text = |keys: &str, on_line: &str, reason: &str| question(&format!("kind = \"text\"\n{keys}"), on_line, reason);
    text("products = [\"day-tickt\"]", "products", "there is no product \"day-tickt\"; did you mean \"day-ticket\"?");
    text("max_length = 501", "max_length", "`max_length` is from 1 to 500, not 501");
    text(
        "choices = [\"Yes\"]",
        "choices = [\"Yes\"]",
        "only a question of the kind `choice` or `several` has `choices`",
    );
    text("min = 1", "min = 1", "only a question of the kind `number` has `min`");
    text("terms_url = \"/rules\"", "terms_url", "only a question of the kind `consent` has `terms_url`");
    let only_if = |only_if: &str, reason: &str| text(&format!("only_if = {only_if}"), "only_if", reason);
    only_if("{ question = \"lunsh\", answer = \"Fish\" }", "there is no question \"lunsh\"; did you mean \"lunch\"?");
    let no_choice = "the question \"lunch\" has no choice \"Fosh\"; did you mean \"Fish\"?";
    only_if("{ question = \"lunch\", answer = \"Fosh\" }", no_choice);
    only_if("{ question = \"lunch\" }", "`answer` is one of the choices of \"lunch\"");
    let one = "this question has from 2 to 50 `choices`";
    question("kind = \"choice\"\nchoices = [\"Only\"]", "choices = [\"Only\"]", one);
    let twice = "`earliest` 2026-02-01 is after `latest` 2026-01-01";
    question("kind = \"date\"\nearliest = 2026-02-01\nlatest = 2026-01-01", "earliest", twice);
    question("kind = \"number\"\nmin = 3\nmax = 2", "min = 3", "`min` 3 is above `max` 2");
    let both = "a question has `terms` or `terms_url`, not both";
    question("kind = \"consent\"\nterms = \"<p>T</p>\"\nterms_url = \"/rules\"", "terms_url", both);
    let printed = "a long text and a consent are not printed on tickets";
    question("kind = \"long_text\"\nprint = true", "print", printed);
    let of_ticket = "the name of a ticket's holder is asked with `kind = \"text\"` and `ask = \"ticket\"`";
    text("holder_name = {}", "holder_name", of_ticket);
    question("kind = \"number\"\nask = \"ticket\"\nholder_name = {}", "holder_name", of_ticket);
    let until = "`change_until` is a number of days, `{ days = 14 }`, or of hours, `{ hours = 3 }`";
    text("ask = \"ticket\"\nholder_name = { change_until = {} }", "change_until", until);
}

#[test]
fn contradictory_rules_for_cancellations_are_refused() {
    let rules = |rules: &str, reason: &str| {
        let to = format!("cancellation = {rules}\non_sale_from = 2026-01-01T09:00:00");
        let files = Files::good().with("products.toml", "on_sale_from = 2026-01-01T09:00:00", &to);
        files.are_refused(&[("products.toml", &format!("cancellation = {rules}"), reason)]);
    };
    let days = |days: u32, percent: u32| format!("{{ until_before = {{ days = {days} }}, percent = {percent} }}");
    let hours = |hours: u32, percent: u32| format!("{{ until_before = {{ hours = {hours} }}, percent = {percent} }}");
    let steps = |steps: &[String], reason: &str| rules(&format!("{{ steps = [{}] }}", steps.join(", ")), reason);
    let less = "a later step pays back less than the one before it: 50 is not below 50";
    steps(&[days(14, 50), days(7, 50)], less);
    let never = "the step does not end after the one before it, so it never applies";
    steps(&[days(7, 100), days(14, 50)], never);
    steps(&[days(2, 100), hours(48, 50)], never);
    steps(&[hours(24, 100), days(2, 50)], never);
    steps(&[days(1, 0)], "`percent` is from 1 to 100, not 0");
    steps(&[days(1, 101)], "`percent` is from 1 to 100, not 101");
    steps(&[days(731, 100)], "`days` is from 0 to 730, not 731");
    let one = "a step has either `until_before` or `days_after_purchase`";
    steps(&["{ percent = 100 }".to_owned()], one);
    steps(&["{ until_before = { days = 1 }, days_after_purchase = 3, percent = 100 }".to_owned()], one);
    steps(&["{ days_after_purchase = 0, percent = 100 }".to_owned()], "`days_after_purchase` is from 1 to 730, not 0");
    let lead = "`until_before` is a number of days, `{ days = 14 }`, or of hours, `{ hours = 3 }`";
    rules("{ exchange = { until_before = {} } }", lead);
    rules("{ steps = [], fee = \"2.00\" }", "without steps nothing can be canceled, so there is no `fee`");
    let valid = format!(
        "cancellation = {{ steps = [{}, {}, {}] }}\non_sale_from = 2026-01-01T09:00:00",
        days(14, 100),
        hours(24, 50),
        days(1, 25)
    );
    Files::good().with("products.toml", "on_sale_from = 2026-01-01T09:00:00", &valid).are_refused(&[]);
}

#[test]
fn limits_per_order_and_companions_that_cannot_hold_are_refused() {
    let limits = |keys: &str, on_line: &str, reason: &str| {
        let to = format!("{keys}\non_sale_from = 2026-01-01T09:00:00");
        let files = Files::good().with("products.toml", "on_sale_from = 2026-01-01T09:00:00", &to);
        files.are_refused(&[("products.toml", on_line, reason)]);
    };
    limits("stock = 20000000", "stock = 20000000", "a capacity is at most 10000000");
    let account = "`max_per_account` is from 1 to 10000, not 0";
    limits("max_per_account = 0", "max_per_account = 0", account);
    let below = "`max_per_account` 2 is below the least number of one order, 3";
    limits("min_per_order = 3\nmax_per_account = 2", "max_per_account = 2", below);
    limits("max_per_order = 0", "max_per_order = 0", "`max_per_order` is from 1 to 10000, not 0");
    let above = "`min_per_order` 5 is above `max_per_order` 4";
    limits("max_per_order = 4\nmin_per_order = 5", "min_per_order = 5", above);
    let above = "`min_per_day` 5 is above `max_per_order` 4";
    limits("max_per_order = 4\nmin_per_day = 5", "min_per_day = 5", above);
    let with = |with: &str, reason: &str| {
        let to = format!("max_quantity = 20\nonly_with = {with}");
        let files = Files::good().with("products.toml", "max_quantity = 20", &to);
        files.are_refused(&[("products.toml", "only_with", reason)]);
    };
    with("{ variants = [] }", "`only_with` names at least one variant");
    with("{ variants = [\"nobody\"] }", "there is no variant \"nobody\"");
    with("{ variants = [\"adult\"] }", "the variant \"adult\" cannot be its own companion");
    with("{ variants = [\"child\"], each = 0 }", "`each` is from 1 to 10000");
}

#[test]
fn more_than_four_selections_are_refused() {
    let more = "[[product.selection]]\nshows = [\"concert\"]\n".repeat(4);
    let told = Files::good()
        .with(
            "products.toml",
            "[[product.variant]]\nid = \"adult\"",
            &format!("{more}[[product.variant]]\nid = \"adult\""),
        )
        .problems();
    assert!(told.contains(&"products.toml:15: a product has at most 4 selections".to_owned()), "{told:?}");
}

#[test]
fn selection_without_shows_or_of_an_unknown_show_is_refused() {
    let passage = "[[product.selection]]\nshows = [\"garden-day\"]";
    let empty = "[[product.selection]]\nshows = [] # none";
    Files::good().with("products.toml", passage, empty).are_refused(&[
        ("products.toml", "# none", "a selection names at least one show"),
        (
            "products.toml",
            "shows = [\"garden-day\"]",
            "the show \"garden-day\" is in no selection of the product \"day-ticket\"",
        ),
    ]);
    let unknown = "[[product.selection]]\nshows = [\"garden-day\", \"opera\"]";
    Files::good().with("products.toml", passage, unknown).are_refused(&[(
        "products.toml",
        "\"opera\"",
        "there is no show \"opera\"",
    )]);
}

#[test]
fn selected_show_without_a_schedule_is_refused() {
    let passage = "[[product.selection]]\nshows = [\"garden-day\"]";
    let files = Files::good()
        .with("products.toml", passage, "[[product.selection]]\nshows = [\"garden-day\", \"tour\"]")
        .and("z.toml", "[[show]]\nid = \"tour\"\nsite = \"gardens\"\nname = \"Tour\"\ntype = 4\n");
    let reason = "the show \"tour\" has no schedule, so it has no performances";
    files.are_refused(&[("products.toml", "\"tour\"", reason)]);
}

#[test]
fn selected_show_in_a_different_time_zone_from_its_product_is_refused() {
    let west = SITES.replace("\"gardens\"", "\"west\"").replace("New_York", "Denver");
    let files = Files::good()
        .and("west.toml", &west)
        .with("times.toml", "site = \"gardens\"\nname = \"A day", "site = \"west\"\nname = \"A day")
        .with("products.toml", "[[product.selection]]\nshows = [", "[[product.selection]]\nshows = [ # here\n");
    let reason = "the show \"garden-day\" is in the time zone America/Denver, the product in America/New_York";
    let told = files.problems();
    assert_eq!(told, [format!("products.toml:17: {reason}")]);
}

#[test]
fn variant_for_a_show_that_its_product_does_not_select_is_refused() {
    let passage = "price = \"12.00\"\nshows = [\"garden-day\"]";
    let files = Files::good().with("products.toml", passage, "price = \"12.00\"\nshows = [\"concert\"]");
    let reason = "the show \"concert\" is in no selection of the product \"day-ticket\"";
    files.are_refused(&[("products.toml", "shows = [\"concert\"]", reason)]);
}

#[test]
fn delivery_item_requires_a_physical_delivery_method() {
    let digital = "digital = true\nprice = \"4.50\"\ntax_class = \"sales\"";
    let passage = "price = \"4.50\"\ntax_class = \"sales\"\nshipping_address_required = true";
    Files::good().with("selling.toml", passage, digital).are_refused(&[(
        "products.toml",
        "delivery_item",
        "it is a delivery item, but every delivery method is digital",
    )]);
}

#[test]
fn tag_with_invalid_characters_is_refused() {
    let reason = "\"For all\" is not a tag: small letters, digits and hyphens, at most 60";
    refused("products.toml", "tags = [\"family\"]", "tags = [\"For all\"]", reason);
}

#[test]
fn audience_search_word_or_feature_that_is_named_twice_and_an_unknown_feature_are_refused() {
    let tags = "tags = [\"family\"]";
    let added = |line: &str| format!("{line}\n{tags}");
    let twice = "\"Families\" appears twice, first in products.toml:6";
    refused("products.toml", tags, &added("audiences = [\"Families\", \"Families\"]"), twice);
    let twice = "\"bones\" appears twice, first in products.toml:6";
    refused("products.toml", tags, &added("search_words = [\"bones\", \"bones\"]"), twice);
    let twice = "this feature is named twice";
    refused("products.toml", tags, &added("accessibility = [\"captions\", \"captions\"]"), twice);
    let told = Files::good().with("products.toml", tags, &added("accessibility = [\"lifts\"]")).problems();
    assert!(told.len() == 1 && told[0].contains("`lifts`") && told[0].contains("step-free"), "{told:?}");
}

#[test]
fn menu_with_too_many_links_or_a_script_and_lead_picture_without_a_text_are_refused() {
    let added = |line: &str| format!("site_logo = \"logo.png\"\n{line}");
    let logo = "site_logo = \"logo.png\"";
    let nine = format!("menu = [{}]", "{ name = \"Home\", to = \"/\" }, ".repeat(9));
    Files::good().with("shop.toml", logo, &added(&nine)).are_refused(&[(
        "shop.toml",
        "menu",
        "the menu has at most 8 links",
    )]);
    let script = "menu = [{ name = \"Home\", to = \"javascript:alert(1)\" }]";
    let told = Files::good().with("shop.toml", logo, &added(script)).problems();
    assert!(told.len() == 1 && told[0].contains("`to`"), "{told:?}");
    let lead = "lead_picture = { file = \"logo.png\", alt = \" \" }";
    Files::good().with("shop.toml", logo, &added(lead)).are_refused(&[("shop.toml", "lead_picture", "`alt` is empty")]);
}

#[test]
fn venue_with_a_map_inside_the_shop_or_hours_without_an_end_is_refused() {
    let kind = "schema_type = \"Park\"";
    let added = |line: &str| format!("{kind}\n{line}");
    let reason = "`map_url` is an address that begins with https://";
    Files::good().with("sites.toml", kind, &added("map_url = \"/map\"")).are_refused(&[(
        "sites.toml",
        "map_url",
        reason,
    )]);
    let hours = "hours = [{ opens = \"10:00\", closes = \"10:00\" }]";
    let reason = "`closes` is the same time as `opens`";
    Files::good().with("sites.toml", kind, &added(hours)).are_refused(&[("sites.toml", "hours", reason)]);
    let line = "what_to_bring = [\"A coat\", \"\"]";
    let told = Files::good().with("sites.toml", kind, &added(line)).problems();
    assert!(told.len() == 1 && told[0].contains("is empty"), "{told:?}");
}

// Tests of pictures, donations and analytics.

#[test]
fn missing_or_invalid_picture_is_refused() {
    let reason = "the picture \"night.png\" is not in the folder pictures/";
    refused("products.toml", "file = \"day.png\"", "file = \"night.png\"", reason);
    refused("shop.toml", "site_logo = \"logo.png\"", "site_logo = \"night.png\"", reason);
    let root = tempfile::tempdir().unwrap();
    Files::good().write(root.path());
    fs::write(root.path().join("pictures/day.png"), "no picture").unwrap();
    let told: Vec<String> = problems(root.path()).iter().map(ToString::to_string).collect();
    let reason = "the picture \"day.png\" cannot be read as a picture: The image format could not be determined";
    assert_eq!(told, [format!("products.toml:12: {reason}")]);
}

#[test]
fn picture_outside_the_folder_or_of_an_unsupported_type_is_refused() {
    for (file, reason) in [
        ("../logo.png", "\"../logo.png\" is not a path below pictures/: letters, digits, `.`, `_`, `-`"),
        ("logo.svg", "\"logo.svg\" is not a png, jpg, jpeg or webp file"),
    ] {
        let told = Files::good().with("shop.toml", "\"logo.png\"", &format!("\"{file}\"")).problems();
        assert!(told.contains(&format!("shop.toml:4: {reason}")), "{told:?}");
    }
}

#[test]
fn picture_without_alternative_text_is_refused() {
    refused("products.toml", "alt = \"A lawn by the sea\"", "alt = \"\"", "`alt` is empty");
}

const GIFT: &str = r#"
[[product]]
id = "fund"
site = "gardens"
name = "Fund"
short_description = "A gift."
donation = { round_up_enabled = true, round_up_minimum = "0.25" }

[[product.variant]]
id = "gift"
name = "Donation"
price = "0.00"
max_quantity = 1
tickets = 0
"#;

#[test]
fn donation_with_missing_or_unsuitable_keys_or_values_is_refused() {
    Files::good().and("fund.toml", GIFT).are_refused(&[]);
    let variant = "a donation has one variant, with price = \"0.00\", max_quantity = 1, tickets = 0, and nothing in stock or to \
                   hand over";
    for change in ["price = \"5.00\"", "price = \"0.00\"\nstock = 5", "price = \"0.00\"\ndelivery_item = true"] {
        let text = GIFT.replace("price = \"0.00\"", change);
        Files::good().and("fund.toml", &text).are_refused(&[("fund.toml", "donation = {", variant)]);
    }
    for key in ["max_quantity = 1\n", "tickets = 0\n"] {
        Files::good().and("fund.toml", &GIFT.replace(key, "")).are_refused(&[("fund.toml", "donation = {", variant)]);
    }
    for key in ["category = \"Give\"", "tax_class = \"sales\""] {
        let text = GIFT.replace("donation = {", &format!("{key}\ndonation = {{"));
        let reason = "a donation has no `category`, no `tax_class` and no [[product.selection]], and is sold publicly";
        Files::good().and("fund.toml", &text).are_refused(&[("fund.toml", "donation = {", reason)]);
    }
    let whole = GIFT.replace("\"0.25\"", "\"1.00\"");
    let reason = "`round_up_minimum` is below 1.00: no amount is farther from the next dollar";
    Files::good().and("fund.toml", &whole).are_refused(&[("fund.toml", "donation = {", reason)]);
}

#[test]
fn second_donation_product_is_refused() {
    let other = GIFT.replace("\"fund\"", "\"other\"").replace("\"gift\"", "\"other-gift\"");
    let reason = "a second donation: there is one at most";
    Files::good().and("fund.toml", GIFT).and("other.toml", &other).are_refused(&[(
        "other.toml",
        "donation = {",
        reason,
    )]);
}

#[test]
fn analytics_script_that_is_not_an_https_url_and_host_that_is_not_an_origin_are_refused() {
    let name = "web_site_name";
    for (key, reason) in [
        (
            "analytics_script = \"http://stats.example.org/{{id}}.js\"",
            "`analytics_script` is an https URL, not \"http://stats.example.org/{{id}}.js\"",
        ),
        (
            "analytics_hosts = [\"https://stats.example.org/in\"]",
            "\"https://stats.example.org/in\" is not an origin like \"https://stats.example.org\"",
        ),
        ("analytics_hosts = [\"https:\"]", "\"https:\" is not an origin like \"https://stats.example.org\""),
    ] {
        let to = format!("{key}\n{name}");
        Files::good().with("shop.toml", name, &to).are_refused(&[("shop.toml", key, reason)]);
    }
}

// Tests of promotions, offers, packages and bundles.

/// Asserts that the valid promotions with one passage replaced are refused on these lines, for these reasons.
fn promotion_refused(from: &str, to: &str, expected: &[(&str, &str)]) {
    let expected: Vec<_> = expected.iter().map(|(on_line, reason)| ("promotions.toml", *on_line, *reason)).collect();
    Files::good().and("promotions.toml", PROMOTIONS).with("promotions.toml", from, to).are_refused(&expected);
}

#[test]
fn valid_promotions_have_no_problems() {
    Files::good().and("promotions.toml", PROMOTIONS).are_refused(&[]);
}

#[test]
fn promotion_with_two_reductions_or_one_out_of_bounds_and_offer_without_a_reduction_are_refused() {
    let percent = "percent_off = 0\n";
    promotion_refused("percent_off = 10\n", percent, &[(percent, "`percent_off` is from 1 to 100, not 0")]);
    let amount = "amount_off = \"-4.00\"";
    let reason = "`amount_off` is from 0.00 to 100000.00, not -4.00";
    promotion_refused("amount_off = \"4.00\"", amount, &[(amount, reason)]);
    promotion_refused(
        "[[sale_price]]",
        "[[sale_price]]\namount_off = \"1.00\"",
        &[("[[sale_price]]", "write only one of `percent_off`, `amount_off` and `price`")],
    );
    promotion_refused(
        "percent_off = 100\n",
        "",
        &[(
            "[[offer.together]]\nquantity = 2",
            "there is no reduction: one group needs `percent_off`, `amount_off` or `price`",
        )],
    );
}

#[test]
fn number_of_first_units_that_cannot_be_counted_is_refused() {
    let first = |keys: &str, on_line: &str, reason: &str| {
        let to = format!("products = [\"day-ticket\"]\n{keys}");
        promotion_refused("products = [\"day-ticket\"]\npercent_off = 10", &to, &[(on_line, reason)]);
    };
    first("price = \"9.00\"\nfirst = 0", "first = 0", "`first` is at least 1");
    let per = "first_per = \"day\"";
    let needs = "`first_per` needs `first`: how many are sold at this price";
    first(&format!("price = \"9.00\"\n{per}"), per, needs);
    let price = "`first_per` needs a `price`, not `percent_off` or `amount_off`";
    first(&format!("percent_off = 10\nfirst = 5\n{per}"), per, price);
    let book = format!("products = [\"guide\"]\nprice = \"9.00\"\nfirst = 5\n{per}");
    let reason = "\"guide\" has no [[product.selection]]";
    promotion_refused("products = [\"day-ticket\"]\npercent_off = 10", &book, &[(per, reason)]);
}

#[test]
fn promotion_that_ends_before_it_begins_is_refused() {
    let until = "until = 2026-08-01T00:00:00";
    let reason = "`until` 2026-08-01 00:00:00 is not after `from` 2026-09-01 00:00:00";
    promotion_refused("until = 2026-12-01T00:00:00", until, &[(until, reason)]);
}

#[test]
fn promotion_for_an_unknown_item_or_a_package_and_offer_group_without_items_are_refused() {
    let sale = |id: &str, reason: &str| {
        let to = format!("products = [\"{id}\"]");
        promotion_refused("products = [\"day-ticket\"]", &to, &[(&to, reason)]);
    };
    sale("day-tikcet", "there is no product \"day-tikcet\"; did you mean \"day-ticket\"?");
    sale("day-and-book", "\"day-and-book\" is a package, which has a price of its own");
    let child = "variants = [\"chidl\"]";
    promotion_refused(
        "variants = [\"child\"]",
        child,
        &[(child, "there is no variant \"chidl\"; did you mean \"child\"?")],
    );
    let tags = "tags = [\"famly\"]";
    promotion_refused(
        "tags = [\"family\"]",
        tags,
        &[(tags, "no product has the tag \"famly\"; did you mean \"family\"?")],
    );
    promotion_refused(
        "variants = [\"child\"]\n",
        "",
        &[("[[offer.together]]\nquantity = 1", "a group names its `products`, `variants` or `tags`")],
    );
}

#[test]
fn promotion_code_that_is_malformed_or_repeated_in_another_letter_case_or_allows_no_uses_is_refused() {
    let code = |code: &str, reason: &str| promotion_refused("\"FRIENDS-26\"", code, &[(code, reason)]);
    code("\"FRIENDS 26\"", "\"FRIENDS 26\" is not a code: letters, digits and hyphens, 3 to 40");
    code("\"Friends\"", "\"FRIENDS\" appears twice, first in promotions.toml:12");
    let uses = "uses_per_cart = 0";
    promotion_refused("uses_per_cart = 6", uses, &[(uses, "`uses_per_cart` is at least 1")]);
}

#[test]
fn offer_with_an_id_in_use_or_invalid_quantities_or_fewer_than_two_tickets_is_refused() {
    let id = "id = \"friends\" # again";
    promotion_refused("id = \"family\"", id, &[(id, "\"friends\" is the id of a promotion code already")]);
    let many = "quantity = 200";
    promotion_refused("quantity = 2\n", "quantity = 200\n", &[(many, "`quantity` is from 1 to 100, not 200")]);
    let reason = "`up_to` is more than `quantity` and at most 100, in a group without `or_more`";
    for wrong in
        ["quantity = 2\nup_to = 2\n", "quantity = 2\nup_to = 101\n", "quantity = 2\nup_to = 3\nor_more = true\n"]
    {
        let line = wrong.lines().nth(1).unwrap();
        promotion_refused("quantity = 2\n", wrong, &[(line, reason)]);
    }
    let group = "[[offer.together]]\nquantity = 2\nvariants = [\"adult\"]\n\n";
    promotion_refused(group, "", &[("[[offer.together]]", "an offer is for two tickets together, or more")]);
}

#[test]
fn package_with_unsuitable_parts_or_the_key_price_or_a_discount_of_100_percent_is_refused() {
    let unused = ("[[product.selection]]", "no part of the variant \"day-and-book-adult\" is for this selection");
    let second = "selections = [2]";
    promotion_refused("selections = [1]", second, &[(second, "the package has no selection 2"), unused]);
    let none = "selections = []";
    let reason = "\"day-ticket\" has 1 selections: `selections` names one of the package's for each, not 0";
    promotion_refused("selections = [1]", none, &[(none, reason), unused]);
    let book = "variant = \"guide-bok\"";
    promotion_refused(
        "variant = \"guide-book\"",
        book,
        &[(book, "there is no variant \"guide-bok\"; did you mean \"guide-book\"?")],
    );
    let price = "price = \"9.00\"";
    let reason = "the price of a package comes from its parts: leave `price` out";
    promotion_refused("name = \"Adult\"\n", "name = \"Adult\"\nprice = \"9.00\"\n", &[(price, reason)]);
    let all = "discount_percentage = 100";
    let reason = "`discount_percentage` is from 0 to 99, not 100";
    promotion_refused("discount_percentage = 12", all, &[(all, reason)]);
    let reason = "\"adult\" is not sold for the show \"concert\" of selection 1";
    promotion_refused("shows = [\"garden-day\"]", "shows = [\"concert\"]", &[("selections = [1]", reason)]);
}

const OTHER_PROMOTIONS: &str = r#"[[tag_sale]]
id = "rainy"
name = "Rainy days"
tags = ["family"]
percent_off = 10

[[verified_offer]]
id = "college"
name = "College"
tags = ["family"]
email_domains = ["college.example"]

[[add_on_sale]]
id = "extras"
name = "Extras"
tags = ["family"]
carts = "non_pass"

[[cross_sell]]
id = "book-beside"
name = "Books"
tier = 2
products = ["guide"]
hosts = ["day-ticket"]
price = "9.00"

[[advance_sale]]
id = "first"
name = "Friends first"
codes = ["FIRST"]
products = ["day-ticket"]
"#;

/// Asserts that `OTHER_PROMOTIONS` with one passage replaced is refused on this line.
fn other_promotion_refused(from: &str, to: &str, on_line: &str, reason: &str) {
    let files = Files::good().and("other-promotions.toml", OTHER_PROMOTIONS).with("other-promotions.toml", from, to);
    files.are_refused(&[("other-promotions.toml", on_line, reason)]);
}

#[test]
fn promotion_with_missing_keys_or_an_invalid_value_or_keys_of_another_kind_of_promotion_is_refused() {
    Files::good().and("other-promotions.toml", OTHER_PROMOTIONS).are_refused(&[]);
    let (tag, code) = ("tags = [\"family\"]\npercent_off", "codes = [\"RAIN\"]");
    other_promotion_refused(tag, &format!("{code}\n{tag}"), code, "a tag sale has no `codes`");
    other_promotion_refused("tags = [\"family\"]\npercent_off", "percent_off", "[[tag_sale]]", "a tag sale has `tags`");
    let domains = "email_domains = [\"college.example\"]\n";
    other_promotion_refused(domains, "", "[[verified_offer]]", "a verified offer has `email_domains` or `pass_levels`");
    other_promotion_refused(
        "carts = \"non_pass\"",
        "carts = \"some\"",
        "carts",
        "`carts`: unknown value `some`; known are pass, non_pass",
    );
    let first = "codes = [\"FIRST\"]\nproducts = [\"day-ticket\"]";
    let reason = "an advance sale names its `products` or `variants` or `tags`";
    other_promotion_refused(first, "codes = [\"FIRST\"]", "[[advance_sale]]", reason);
}

const NEW_PASSES: &str = r#"[[product]]
id = "year"
site = "gardens"
name = "Year pass"
short_description = "The gardens in every season."
tags = ["passes"]
variant = [{ id = "year", name = "Adult", price = "80.00", pass = 1, valid = { days = 365 } }]

[[new_pass_sale]]
id = "autumn-passes"
name = "Autumn passes"
tags = ["passes"]
secondary_tag = "passes"
percent_off = 10
"#;

#[test]
fn new_pass_sale_with_wrong_keys_or_a_tag_without_undated_passes_and_tag_sale_with_secondary_tag_are_refused() {
    Files::good().and("passes.toml", NEW_PASSES).are_refused(&[]);
    let refused = |from: &str, to: &str, on_line: &str, reason: &str| {
        let files = Files::good().and("passes.toml", NEW_PASSES).with("passes.toml", from, to);
        files.are_refused(&[("passes.toml", on_line, reason)]);
    };
    let secondary = "secondary_tag = \"passes\"";
    let (family, unknown) = ("secondary_tag = \"family\"", "secondary_tag = \"famly\"");
    refused(secondary, family, family, "nothing with the tag \"family\" is a pass that is bought without a date");
    refused(secondary, unknown, unknown, "no product has the tag \"famly\"; did you mean \"family\"?");
    let both = "tags = [\"passes\", \"family\"]\nsecondary_tag";
    let reason = "nothing with the tag \"family\" is a pass that is bought without a date";
    refused("tags = [\"passes\"]\nsecondary_tag", both, both.split('\n').next().unwrap(), reason);
    refused(secondary, "carts = \"pass\"", "carts", "a new pass sale has no `carts`");
    refused("tags = [\"passes\"]\nsecondary_tag", "secondary_tag", "[[new_pass_sale]]", "a new pass sale has `tags`");
    let tag = "tags = [\"family\"]\npercent_off";
    other_promotion_refused(tag, &format!("{family}\n{tag}"), family, "a tag sale has no `secondary_tag`");
}

#[test]
fn cross_sell_requires_a_known_host_and_has_a_reduction_exactly_if_its_tier_is_2() {
    let reason = "a cross-sell needs `hosts` or `host_tags`";
    other_promotion_refused("hosts = [\"day-ticket\"]\n", "", "[[cross_sell]]", reason);
    other_promotion_refused(
        "hosts = [\"day-ticket\"]",
        "hosts = [\"night\"]",
        "hosts",
        "there is no product \"night\"",
    );
    let reason = "a cross-sell of tier 2 has a reduction, and no other tier has one";
    other_promotion_refused("tier = 2", "tier = 1", "tier = 1", reason);
    other_promotion_refused("price = \"9.00\"\n", "", "tier = 2", reason);
}

#[test]
fn invalid_email_domain_and_limited_uses_without_a_reduction_are_refused() {
    let at = "email_domains = [\"@college.example\"]";
    let reason =
        "\"@college.example\" is not a domain: small letters, digits, hyphens and dots, like \"school.example\"";
    other_promotion_refused("email_domains = [\"college.example\"]", at, at, reason);
    let carts = "carts = \"non_pass\"";
    let reason = "`uses` counts tickets at the promotion's price, but this one has no reduction";
    other_promotion_refused(carts, &format!("{carts}\nuses = 5"), "uses = 5", reason);
}

#[test]
fn non_public_product_on_the_home_page_and_pass_for_several_people_are_refused() {
    let tags = "tags = [\"family\"]";
    let hidden = "category = \"Visit\"\nsold_publicly = false\ntags = [\"family\"]";
    let reason = "the home page lists what is sold publicly: leave `category` out";
    Files::good().with("products.toml", tags, hidden).are_refused(&[("products.toml", "category", reason)]);
    let pass = "min_quantity = 2\npass = 1\nvalid = { days = 365 }";
    let reason = "a pass is for one person: it has tickets = 1 and min_quantity = 1, and is not a package";
    Files::good().with("products.toml", "min_quantity = 1", pass).are_refused(&[("products.toml", "pass = 1", reason)]);
}

#[test]
fn pass_with_invalid_validity_or_birth_dates_and_variant_that_is_no_pass_but_has_birth_dates_are_refused() {
    let refused = |keys: &str, on_line: &str, reason: &str| {
        let to = format!("min_quantity = 1\n{keys}");
        Files::good().with("products.toml", "min_quantity = 1", &to).are_refused(&[("products.toml", on_line, reason)]);
    };
    let either = "write only one of `until` and `days`";
    for valid in ["valid = {}", "valid = { days = 3, until = 2027-01-01 }"] {
        refused(&format!("pass = 1\n{valid}"), valid, either);
    }
    let long = "valid = { days = 3661 }";
    refused(&format!("pass = 1\n{long}"), long, "`days` is from 1 to 3660");
    let backwards = "valid = { from = 2027-03-01, until = 2027-02-01 }";
    refused(&format!("pass = 1\n{backwards}"), backwards, "2027-02-01 is before 2027-03-01");
    let latest = "max_birth_date = 2013-01-01";
    let born = format!("pass = 1\nvalid = {{ days = 9 }}\nmin_birth_date = 2014-01-01\n{latest}");
    refused(&born, latest, "2013-01-01 is before 2014-01-01");
    refused(latest, latest, "only a pass has `max_birth_date`: write `pass` too");
}

/// Asserts that the valid catalogue with a bundle and one passage replaced is refused at these lines of the bundle.
fn bundle_refused(from: &str, to: &str, expected: &[(&str, &str)]) {
    let expected: Vec<_> = expected.iter().map(|(on_line, reason)| ("bundles.toml", *on_line, *reason)).collect();
    let files = Files::good().and("promotions.toml", PROMOTIONS).and("bundles.toml", BUNDLES);
    files.with("bundles.toml", from, to).are_refused(&expected);
}

#[test]
fn bundle_of_steps_is_valid() {
    Files::good().and("promotions.toml", PROMOTIONS).and("bundles.toml", BUNDLES).are_refused(&[]);
}

#[test]
fn bundle_with_an_id_in_use_or_an_unknown_site_or_no_days_is_refused() {
    let taken = |id: &str| {
        let to = format!("id = \"{id}\"");
        let reason = format!("\"{id}\" is the id of a product, a variant or a promotion already");
        bundle_refused("id = \"day-out\"", &to, &[(&to, &reason)]);
    };
    ["guide-book", "day-ticket", "family"].into_iter().for_each(taken);
    let with_tag_sale = format!("{PROMOTIONS}\n{OTHER_PROMOTIONS}");
    let files = Files::good().and("promotions.toml", &with_tag_sale).and("bundles.toml", BUNDLES);
    let reason = "\"rainy\" is the id of a product, a variant or a promotion already";
    files.with("bundles.toml", "id = \"day-out\"", "id = \"rainy\"").are_refused(&[(
        "bundles.toml",
        "id = \"rainy\"",
        reason,
    )]);
    let until = "until = 2026-04-30";
    bundle_refused("until = 2026-09-30", until, &[(until, "`until` 2026-04-30 is before `from` 2026-05-01")]);
    let never = "weekdays = []";
    bundle_refused("weekdays = [\"sat\"]", never, &[(never, "`weekdays` is empty: leave it out for every day")]);
    let site = "site = \"garden\"";
    bundle_refused("site = \"gardens\"", site, &[(site, "there is no site \"garden\"; did you mean \"gardens\"?")]);
}

#[test]
fn bundle_step_with_an_unsuitable_or_repeated_variant_or_two_reductions_is_refused() {
    let variant = |id: &str, reason: &str| {
        let to = format!("variant = \"{id}\"");
        bundle_refused("variant = \"child\"", &to, &[(&to, reason)]);
    };
    variant("chidl", "there is no variant \"chidl\"; did you mean \"child\"?");
    variant("day-and-book-adult", "a package cannot be part of a bundle: name its parts");
    let hidden = Files::good().and("promotions.toml", PROMOTIONS).and("bundles.toml", BUNDLES);
    let reason = "a part of a bundle is sold publicly: this product is sold only by promotions";
    let files = hidden.with("products.toml", "tags = [\"family\"]", "tags = [\"family\"]\nsold_publicly = false");
    files.are_refused(&[
        ("bundles.toml", "variant = \"adult\"", reason),
        ("bundles.toml", "variant = \"child\"", reason),
    ]);
    let twice = "variant = \"adult\" # again";
    let reason = "\"adult\" appears twice, first in bundles.toml:31";
    bundle_refused("variant = \"child\"", twice, &[(twice, reason)]);
    let both = "percent_off = 20\nprice = \"9.50\"";
    let reason = "write only one of `percent_off`, `amount_off` and `price`";
    bundle_refused("percent_off = 20", both, &[("[[bundle.step.variant]]\nvariant = \"adult\"", reason)]);
}

#[test]
fn bundle_that_offers_nothing_with_a_time_cannot_be_exchanged() {
    let exchange = "cancellation = { exchange = { until_before = { days = 1 } } }";
    let with_times = BUNDLES.replace("weekdays = [\"sat\"]", &format!("weekdays = [\"sat\"]\n{exchange}"));
    Files::good().and("bundles.toml", &with_times).are_refused(&[]);
    let goods = with_times.split("[[bundle.step]]\nid = \"gardens\"").next().unwrap();
    let reason = "nothing in the bundle has a `selection`, so there is no other time to exchange it for";
    Files::good().and("bundles.toml", goods).are_refused(&[("bundles.toml", exchange, reason)]);
}

#[test]
fn delay_of_a_bundle_after_no_earlier_step_or_between_steps_without_times_is_refused() {
    let refused = |delay: &str, reason: &str| {
        let files = Files::good().and("bundles.toml", BUNDLES);
        let files = files.with("bundles.toml", "min_quantity = 2", &format!("min_quantity = 2\n{delay}"));
        files.are_refused(&[("bundles.toml", delay, reason)]);
    };
    refused("delay = { after = \"moon\", minutes = 30 }", "no earlier step has the id \"moon\"");
    refused("delay = { after = \"gardens\", minutes = 30 }", "no earlier step has the id \"gardens\"");
    refused("delay = { after = \"guide\", minutes = 30 }", "a delay is between steps with times");
}

#[test]
fn part_of_a_bundle_or_a_package_whose_place_is_not_clear_is_refused() {
    let files = |hall: &str| {
        let files = Files::good().and("halls.toml", hall).and("seat.csv", SEATS).and("bundles.toml", BUNDLES);
        files.with("bundles.toml", "variant = \"child\"", "variant = \"play-seat\"")
    };
    files(HALL).are_refused(&[]);
    let reason = "\"play-seat\" is sold in several sections of the hall \"lantern\", and the shop assigns the places of \
                  parts: give it one section in `sections`, or only sections with numbered seats";
    let everywhere = HALL.replace("sections = [\"stalls\"]", "");
    files(&everywhere).are_refused(&[("bundles.toml", "variant = \"play-seat\"", reason)]);
    files(&everywhere.replace("type = 2", "type = 3")).are_refused(&[(
        "bundles.toml",
        "variant = \"play-seat\"",
        reason,
    )]);
    let accessible = HALL.replace("name = \"Stalls\"", "name = \"Stalls\"\naccessible = true");
    let reason = "\"play-seat\" is sold in the accessible section \"stalls\", which the shop assigns to nobody";
    files(&accessible).are_refused(&[("bundles.toml", "variant = \"play-seat\"", reason)]);
    let package = "\n[[product]]\nid = \"night\"\nsite = \"gardens\"\nname = \"Night\"\nshort_description = \"Two.\"\n\
        package = {}\nselection = [{ shows = [\"play\"] }]\n\
        variant = [{ id = \"night\", name = \"Night\", part = [{ variant = \"play-seat\", quantity = 2, selections = [1] }] }]\n";
    files(HALL).and("night.toml", package).are_refused(&[]);
}

#[test]
fn part_of_a_bundle_may_have_several_selections_in_halls_and_each_of_its_places_must_be_clear() {
    let evening = "\n[[product]]\nid = \"evening\"\nsite = \"gardens\"\nname = \"Evening\"\nshort_description = \"Two.\"\n\
        selection = [{ shows = [\"garden-day\"] }, { shows = [\"play\"], delay = { after = \"first\", minutes = 60 } }]\n\
        variant = [{ id = \"evening-seat\", name = \"Seat\", price = \"60.00\", sections = [\"stalls\"] }]\n";
    let files = |evening: &str| {
        let files = Files::good().and("halls.toml", HALL).and("seat.csv", SEATS).and("bundles.toml", BUNDLES);
        let files = files.and("evening.toml", evening);
        files.with("bundles.toml", "variant = \"child\"", "variant = \"evening-seat\"")
    };
    files(evening).are_refused(&[]);
    let reason = "\"evening-seat\" is sold in several sections of the hall \"lantern\", and the shop assigns the places of \
                  parts: give it one section in `sections`, or only sections with numbered seats";
    files(&evening.replace(", sections = [\"stalls\"]", "")).are_refused(&[(
        "bundles.toml",
        "variant = \"evening-seat\"",
        reason,
    )]);
}

#[test]
fn variant_that_is_sold_for_no_show_of_a_selection_is_refused() {
    let shows =
        "[[product.variant]]\nid = \"evening-seat\"\nname = \"Seat\"\nprice = \"60.00\"\nshows = [\"garden-day\"]\n";
    let evening = format!(
        "\n[[product]]\nid = \"evening\"\nsite = \"gardens\"\nname = \"Evening\"\nshort_description = \"Two.\"\n\
         selection = [{{ shows = [\"garden-day\"] }}, {{ shows = [\"play\"] }}]\n\n{shows}"
    );
    let files = Files::good().and("halls.toml", HALL).and("seat.csv", SEATS).and("evening.toml", &evening);
    let reason =
        "\"evening-seat\" is sold for no show of selection 2: name one of each selection, or leave the key out";
    files.are_refused(&[("evening.toml", "shows = [\"garden-day\"]\n", reason)]);
}

#[test]
fn bundle_with_impossible_step_quantities_or_without_a_required_step_is_refused() {
    let above = "min_quantity = 9";
    bundle_refused("min_quantity = 2", above, &[(above, "`min_quantity` 9 is above `max_quantity` 8")]);
    let most = "min_quantity = 30 # all";
    let reason = "`min_quantity` is 30, and its variants allow 24 together";
    bundle_refused("min_quantity = 2\nmax_quantity = 8", most, &[(most, reason)]);
    let two = "min_quantity = 2\nmax_quantity = 2";
    let reason = "`min_quantity` is 2, and its variants allow 1 together";
    bundle_refused("min_quantity = 1\nmax_quantity = 1", two, &[(two, reason)]);
    let least = "variant = \"child\"\nmin_quantity = 5";
    let reason = "\"child\" is sold from 5 on, and the step allows 4";
    bundle_refused("variant = \"child\"", least, &[("min_quantity = 5", reason)]);
    let none = "no step is required: at least one needs a `min_quantity` of 1 or more";
    let files = Files::good().and("bundles.toml", BUNDLES);
    let files = files.with("bundles.toml", "min_quantity = 2", "min_quantity = 0");
    let files = files.with("bundles.toml", "min_quantity = 1\nmax_quantity = 1", "min_quantity = 0\nmax_quantity = 1");
    files.are_refused(&[("bundles.toml", "[[bundle.step]]\nid = \"guide\"", none)]);
}

#[test]
fn included_step_with_two_variants_is_refused() {
    let reason = "exactly one of something without performances is included without a question: it is one variant";
    let files = Files::good().and("bundles.toml", BUNDLES);
    let second = "[[product.variant]]\nid = \"map\"\nname = \"Map\"\nprice = \"3.00\"\n\n[[product.variant]]\nid = \"guide-book\"";
    let files = files.with("products.toml", "[[product.variant]]\nid = \"guide-book\"", second);
    let both = "price = \"9.00\"\n\n[[bundle.step.variant]]\nvariant = \"map\"";
    let files = files.with("bundles.toml", "price = \"9.00\"", both);
    files.are_refused(&[("bundles.toml", "[[bundle.step.variant]]\nvariant = \"guide-book\"", reason)]);
}

// Tests of price calendars, price lists and properties.

const CALENDAR: &str = r#"[[price_calendar]]
product = "day-ticket"

[[price_calendar.rule]]
from = "06-01"
until = "08-31"
weekdays = ["sat"]
prices = { adult = "30.00" }

[[price_calendar.rule]]
dates = [2026-07-05]
from_time = "09:00"
until_time = "12:00"
prices = { child = "15.00" }

[[price_calendar.step]]
below_percent = 50
percent_up = 10

[[price_calendar.step]]
below_percent = 20
percent_up = 25
"#;

const PRICES: &str =
    "variant,date,from_time,until_time,price\nadult,2026-07-11,,,40.00\nadult,2026-07-12,,12:00,41.00\n";

/// Asserts that the valid price calendar with one passage replaced is refused at the line of the new passage.
fn calendar_refused(from: &str, to: &str, reason: &str) {
    Files::good().and("calendar.toml", CALENDAR).with("calendar.toml", from, to).are_refused(&[(
        "calendar.toml",
        to.trim_start_matches('\n'),
        reason,
    )]);
}

#[test]
fn valid_price_calendar_and_price_list_have_no_problems() {
    Files::good().and("calendar.toml", CALENDAR).and("lists/price.csv", PRICES).are_refused(&[]);
}

#[test]
fn second_price_calendar_of_a_product_and_calendar_of_an_unknown_undated_or_package_product_are_refused() {
    calendar_refused(
        "\"day-ticket\"",
        "\"day-tikcet\"",
        "there is no product \"day-tikcet\"; did you mean \"day-ticket\"?",
    );
    let twice = format!("{CALENDAR}\n[[price_calendar]]\nproduct = \"day-ticket\" # again\n");
    let reason = "\"day-ticket\" appears twice, first in calendar.toml:2";
    Files::good().and("calendar.toml", &twice).are_refused(&[("calendar.toml", "# again", reason)]);
    let book = "[[price_calendar]]\nproduct = \"guide\"\nrule = [{ prices = { guide-book = \"1.00\" } }]\n";
    let reason = "\"guide\" has no [[product.selection]], so it has no days to price";
    Files::good().and("book.toml", book).are_refused(&[("book.toml", "product", reason)]);
    let package = "[[price_calendar]]\nproduct = \"day-and-book\"\n";
    let reason = "\"day-and-book\" is a package, whose price comes from its parts";
    Files::good().and("promotions.toml", PROMOTIONS).and("package.toml", package).are_refused(&[(
        "package.toml",
        "product",
        reason,
    )]);
}

#[test]
fn down_payment_that_is_neither_an_amount_nor_a_part_of_the_price_is_refused() {
    let plan = |written: &str| {
        format!("[[plan]]\nid = \"monthly\"\nname = \"Monthly\"\ndown_payment = {written}\npayments = 10\n")
    };
    for (written, reason) in [
        ("\"0 %\"", "a percentage of `down_payment` is from 0.01 % to 99.99 %, not 0 %"),
        ("\"100 %\"", "a percentage of `down_payment` is from 0.01 % to 99.99 %, not 100 %"),
        (
            "\"a fifth\"",
            "`down_payment`: write an amount like \"29.00\", or a percentage like \"20 %\", not \"a fifth\"",
        ),
    ] {
        let mut expected = vec![("plan.toml", "down_payment", reason)];
        if written == "\"0 %\"" {
            expected.push(("plan.toml", "down_payment", "something is paid today: a `down_payment`, a `fee`, or both"));
        }
        Files::good().and("plan.toml", &plan(written)).are_refused(&expected);
    }
    Files::good().and("plan.toml", &plan("\"99.99 %\"")).are_refused(&[]);
}

#[test]
fn price_rule_with_invalid_variants_prices_days_or_hours_is_refused() {
    let to = "{ guide-book = \"30.00\" }";
    calendar_refused("{ adult = \"30.00\" }", to, "the product \"day-ticket\" has no variant \"guide-book\"");
    let to = "prices = {}";
    calendar_refused("prices = { adult = \"30.00\" }", to, "a rule prices at least one variant");
    let to = "{ adult = \"-30.00\" }";
    calendar_refused("{ adult = \"30.00\" }", to, "`adult` is from 0.00 to 100000.00, not -30.00");
    let reason = "`from`: \"06-31\" is not a day like \"2027-07-04\", or \"07-04\" for every year";
    calendar_refused("from = \"06-01\"", "from = \"06-31\"", reason);
    let reason = "a season of every year has both `from` and `until`, and neither has a year";
    calendar_refused("from = \"06-01\"", "from = 2026-06-01", reason);
    let reason = "`dates` cannot be combined with `from`, `until` and `weekdays`";
    calendar_refused("dates = [2026-07-05]", "dates = [2026-07-05]\nweekdays = [\"sun\"]", reason);
    let reason = "`until_time` 08:00 is not after `from_time` 09:00";
    calendar_refused("until_time = \"12:00\"", "until_time = \"08:00\"", reason);
}

#[test]
fn price_rule_with_a_wrong_time_before_the_performance_or_behind_a_longer_one_is_refused() {
    let before = |keys: &str| format!("until_time = \"12:00\"\n{keys}");
    for (keys, reason) in [
        ("until_before = {}", "`until_before` is a number of days, `{ days = 14 }`, or of hours, `{ hours = 3 }`"),
        (
            "from_before = { days = 1, hours = 3 }",
            "`from_before` is a number of days, `{ days = 14 }`, or of hours, `{ hours = 3 }`",
        ),
        ("until_before = { days = 731 }", "`days` is from 0 to 730, not 731"),
        ("from_before = { hours = 0 }", "`hours` is from 1 to 17520, not 0"),
    ] {
        let to = before(keys);
        Files::good()
            .and("calendar.toml", CALENDAR)
            .with("calendar.toml", "until_time = \"12:00\"", &to)
            .are_refused(&[("calendar.toml", keys, reason)]);
    }
    let never = "`from_before` is not longer than `until_before`, so the rule never applies";
    for (from, until, is_good) in [
        ("days = 2", "days = 2", true),
        ("days = 2", "days = 3", false),
        ("hours = 3", "hours = 2", true),
        ("hours = 3", "hours = 3", false),
        ("days = 1", "hours = 47", true),
        ("days = 1", "hours = 48", false),
        ("hours = 25", "days = 2", true),
        ("hours = 24", "days = 2", false),
    ] {
        let to = before(&format!("from_before = {{ {from} }}\nuntil_before = {{ {until} }}"));
        let files = Files::good().and("calendar.toml", CALENDAR).with("calendar.toml", "until_time = \"12:00\"", &to);
        let wrong = ("calendar.toml", "from_before", never);
        files.are_refused(if is_good { &[] } else { std::slice::from_ref(&wrong) });
    }
    let rule = |lead: &str| format!("[[price_calendar.rule]] # {lead}\n{lead}\nprices = {{ adult = \"9.00\" }}\n\n");
    let covered = "this rule never applies: a rule before it is for the same days and times and applies whenever this \
                   one does. Write the rule that applies for a shorter time first";
    for (first, second, is_good) in [
        ("until_before = { days = 30 }", "until_before = { days = 14 }", true),
        ("until_before = { days = 14 }", "until_before = { days = 30 }", false),
        ("from_before = { hours = 2 }", "from_before = { hours = 5 }", true),
        ("from_before = { hours = 5 }", "from_before = { hours = 2 }", false),
        ("from_before = { hours = 5 }", "until_before = { days = 2 }", true),
    ] {
        let both = format!("[[price_calendar]]\nproduct = \"day-ticket\"\n\n{}{}", rule(first), rule(second));
        let place = format!("# {second}");
        let wrong = ("calendar.toml", place.as_str(), covered);
        let files = Files::good().and("calendar.toml", &both);
        files.are_refused(if is_good { &[] } else { std::slice::from_ref(&wrong) });
    }
}

#[test]
fn price_step_with_two_kinds_of_rise_or_a_value_out_of_bounds_and_steps_that_do_not_rise_are_refused() {
    let reason = "write only one of `percent_up` and `amount_up`";
    let both = "[[price_calendar.step]]\nbelow_percent = 50\namount_up = \"1.00\"\npercent_up = 10";
    calendar_refused("[[price_calendar.step]]\nbelow_percent = 50\npercent_up = 10", both, reason);
    let reason = "all steps use the same key, and a step with fewer places left has a larger rise";
    let falls = "[[price_calendar.step]]\nbelow_percent = 20\npercent_up = 5";
    calendar_refused("[[price_calendar.step]]\nbelow_percent = 20\npercent_up = 25", falls, reason);
    let reason = "`below_percent` is from 1 to 100, not 0";
    calendar_refused("below_percent = 20", "below_percent = 0", reason);
}

#[test]
fn week_calendar_of_a_product_for_a_show_with_sections_is_refused() {
    let hall =
        "[[hall]]\nid = \"barn\"\nsize = [10, 10]\nsection = [{ id = \"floor\", name = \"Floor\", capacity = 9 }]\n";
    let reason = "the show \"concert\" sells sections or seats, which a week calendar does not ask for";
    Files::good()
        .and("hall.toml", hall)
        .with("times.toml", "name = \"Concert\"\ntype = 4", "name = \"Concert\"\ntype = 2\nhall = \"barn\"")
        .with(
            "products.toml",
            "shows = [\"garden-day\"]\n\n[[product.variant]]",
            "shows = [\"concert\"]\n\n[[product.variant]]",
        )
        .with("products.toml", "shows = [\"garden-day\"]\n", "")
        .and("calendar.toml", "[[price_calendar]]\nproduct = \"day-ticket\"\nweek_calendar = true\n")
        .are_refused(&[("calendar.toml", "week_calendar", reason)]);
}

#[test]
fn listed_price_for_an_unsuitable_variant_or_a_repeated_day_or_with_an_invalid_amount_is_refused() {
    let listed = |row: &str, reason: &str| {
        let prices = format!("{PRICES}{row}\n");
        Files::good().and("lists/price.csv", &prices).are_refused(&[("lists/price.csv", row, reason)]);
    };
    listed("adlut,2026-07-13,,,40.00", "there is no variant \"adlut\"; did you mean \"adult\"?");
    listed("adult,2026-07-11,,,43.00", "\"adult 2026-07-11\" appears twice, first in lists/price.csv:2");
    listed("adult,2026-07-13,,,40.005", "write an amount like \"49.99\", not 40.005");
    let reason = "\"guide\" has no [[product.selection]], so it has no days to price";
    listed("guide-book,2026-07-13,,,9.00", reason);
}

#[test]
fn more_than_500_000_listed_prices_are_refused() {
    const MOST: usize = 500_000;
    let days = (0..MOST as u64 + 2).map(|nth| NaiveDate::default() + Days::new(nth));
    let rows: Vec<String> = days.map(|day| format!("adult,{day},,,40.00\n")).collect();
    let header = PRICES.lines().next().unwrap();
    let of = |rows: &[String]| format!("{header}\n{}", rows.concat());
    Files::good().and("price.csv", &of(&rows[..MOST])).are_refused(&[]);
    let first_too_many = rows[MOST].trim_end();
    let reason = "there are at most 500000 listed prices; use the rules of a price calendar for seasons and weekdays";
    Files::good().and("price.csv", &of(&rows)).are_refused(&[("price.csv", first_too_many, reason)]);
}

#[test]
fn look_ahead_of_zero_days_for_week_calendars_is_refused() {
    let reason = "`dp_look_ahead_days` is from 1 to 730, not 0";
    refused("shop.toml", "hold_minutes = 15", "dp_look_ahead_days = 0", reason);
}

const PROPERTIES: &str = r#"
[[show]]
id = "gate"
site = "gardens"
name = "Gate"
type = 4

[[schedule]]
id = "gate-hours"
show = "gate"
capacity = 9
slot = [{ time = "10:00" }]

[[property]]
id = "garden"
site = "gardens"
name = "Garden"
show = "gate"
products = ["day-ticket"]
add_ons = ["day-ticket"]
hours = [{ from = "06-01", until = "08-31", opens = "09:00", closes = "21:00" }]
bring_a_friend = [{ weekdays = ["fri"], friends = 2 }]

[[reservation_benefit]]
id = "tea"
name = "Tea"
held = ["adult"]
selection_type = 2
quantity = 2
places = 1
from = 2026-05-01
until = 2026-09-30
"#;

/// Asserts that the valid catalogue with a property, a benefit and one passage replaced is refused at this line.
fn property_refused(from: &str, to: &str, on_line: &str, reason: &str) {
    let files = Files::good().and("promotions.toml", PROMOTIONS).and("parks.toml", PROPERTIES);
    files.with("parks.toml", from, to).are_refused(&[("parks.toml", on_line, reason)]);
}

#[test]
fn property_or_reservation_benefit_with_an_invalid_value_is_refused() {
    Files::good().and("promotions.toml", PROMOTIONS).and("parks.toml", PROPERTIES).are_refused(&[]);
    for (from, to, on_line, reason) in [
        (
            "show = \"gate\"\nproducts",
            "show = \"gaet\"\nproducts",
            "show = \"gaet\"",
            "there is no show \"gaet\"; did you mean \"gate\"?",
        ),
        (
            "products = [\"day-ticket\"]",
            "products = []",
            "products = []",
            "`products` is empty: nobody could reserve a visit",
        ),
        ("add_ons = [\"day-ticket\"]", "add_ons = [\"book\"]", "add_ons", "there is no product \"book\""),
        ("until = \"08-31\", ", "", "hours = [", "a season of every year has `from` and `until` without a year"),
        ("closes = \"21:00\"", "closes = \"09:00\"", "hours = [", "`closes` is the same time as `opens`"),
        ("friends = 2", "friends = 0", "bring_a_friend", "`friends` is from 1 to 20, not 0"),
        ("held = [\"adult\"]", "held = [\"adlut\"]", "held", "there is no variant \"adlut\"; did you mean \"adult\"?"),
        ("quantity = 2", "quantity = 0", "quantity = 0", "`quantity` is from 1 to 100, not 0"),
        ("selection_type = 2", "selection_type = 1", "places = 1", "`places` belongs to selection type 2"),
        (
            "until = 2026-09-30",
            "until = 2026-04-30",
            "until = 2026-04-30",
            "`until` 2026-04-30 is before `from` 2026-05-01",
        ),
    ] {
        property_refused(from, to, on_line, reason);
    }
}

#[test]
fn file_that_would_be_ignored_is_refused_unless_it_is_a_note_or_hidden() {
    let stray = "is not read: only .toml and .csv files are; names of notes end in .md";
    Files::good()
        .and("park.toml~", "")
        .and("prices.xlsx", "")
        .and("day.png", "")
        .and("pictures/drawing.svg", "")
        .and("README", "Notes.")
        .and("LICENSE.txt", "Notes.")
        .and("notes/ideas.md", "Notes.")
        .and(".editorconfig", "")
        .are_refused(&[
            ("park.toml~", "", stray),
            ("prices.xlsx", "", stray),
            ("day.png", "", "is not read: pictures are in the folder pictures/"),
            (
                "pictures/drawing.svg",
                "",
                "is not read: only png, jpg, jpeg and webp files are; names of notes end in .md",
            ),
        ]);
}

#[test]
fn picture_whose_content_does_not_match_its_extension_is_refused() {
    let root = tempfile::tempdir().unwrap();
    Files::good().write(root.path());
    let picture = root.path().join("pictures/day.png");
    image::RgbImage::new(8, 6).save_with_format(&picture, image::ImageFormat::Jpeg).unwrap();
    let told: Vec<String> = problems(root.path()).iter().map(ToString::to_string).collect();
    let reason = "the picture \"day.png\" is a JPEG file: it does not match its extension .png";
    assert_eq!(told, [format!("products.toml:12: {reason}")]);
}

#[test]
fn unused_picture_and_a_slot_that_clocks_skip_in_a_season_are_warnings() {
    let root = tempfile::tempdir().unwrap();
    Files::good().with("times.toml", "time = \"18:00\"", "time = \"02:30\"").write(root.path());
    image::RgbImage::new(8, 6).save(root.path().join("pictures/unused.png")).unwrap();
    let warnings = |now: &str| folded(&read(root.path(), now.parse().unwrap()).unwrap().warnings);
    let unused = "pictures/unused.png: nothing uses this picture";
    assert_eq!(warnings("2026-06-01T12:00:00Z"), [unused]);
    let skipped = "times.toml:39: there is no 02:30 on 2027-03-14 in America/New_York: clocks are moved forward then, so \
                   nothing is sold for it";
    assert_eq!(warnings("2026-11-20T12:00:00Z"), [unused, skipped]);
}

#[test]
fn key_that_names_no_theme_is_a_warning_with_the_theme_that_was_probably_meant() {
    let root = tempfile::tempdir().unwrap();
    Files::good()
        .with("shop.toml", "style_key = \"museum\"", "style_key = \"musuem\"")
        .with("sites.toml", "css_key = \"park\"", "css_key = \"default\"")
        .write(root.path());
    let read = read(root.path(), "2026-06-01T12:00:00Z".parse().unwrap()).unwrap();
    let warning = "shop.toml:5: no theme \"musuem\" is built in, so it changes nothing: the themes are museum, park, \
                   theater; did you mean \"museum\"?";
    assert_eq!(folded(&read.warnings), [warning]);
}

#[test]
fn product_whose_passes_give_nothing_in_the_shop_is_a_warning() {
    const PASSES: &str = "[[product]]\nid = \"season\"\nsite = \"gardens\"\nname = \"Season\"\nshort_description = \"A year.\"\n\
                          variant = [\n{ id = \"silver\", name = \"Silver\", price = \"40.00\", pass = 1, valid = { days = 365 } },\n\
                          { id = \"gold\", name = \"Gold\", price = \"60.00\", pass = 1, pass_level = \"Gold\", valid = { days = 365 } },\n]\n";
    let warnings = |more: &str| {
        let root = tempfile::tempdir().unwrap();
        Files::good().and("passes.toml", PASSES).and("more.toml", more).write(root.path());
        folded(&read(root.path(), "2026-06-01T12:00:00Z".parse().unwrap()).unwrap().warnings)
    };
    let warning = "passes.toml:7: the passes of \"season\" only admit those who show them at the gate: no [[property]] \
                   lets their holders reserve a visit, and no benefit, entitlement or sale is for them";
    assert_eq!(warnings(""), [warning]);
    for gives in [
        "[[advance_sale]]\nid = \"gold-first\"\nname = \"Gold first\"\npass_levels = [\"Gold\"]\nproducts = [\"day-ticket\"]\n",
        "[[ticket_entitlement]]\nid = \"guide\"\nname = \"Guide\"\nheld = [\"silver\"]\nproducts = [\"guide\"]\nprice = \"0.00\"\nquantity = 1\n",
        "[[reservation_benefit]]\nid = \"tea\"\nname = \"Tea\"\nheld = [\"silver\"]\nselection_type = 1\nquantity = 1\n",
        "[[property]]\nid = \"park\"\nsite = \"gardens\"\nname = \"Park\"\nshow = \"garden-day\"\nproducts = [\"season\"]\n",
    ] {
        assert_eq!(warnings(gives), Vec::<String>::new(), "{gives}");
    }
}

#[test]
fn exchange_of_what_has_goods_is_a_warning() {
    const EXCHANGE: &str = "cancellation = { exchange = { until_before = { days = 1 } } }";
    let rules_for = |id: &str| (format!("id = \"{id}\""), format!("id = \"{id}\"\n{EXCHANGE}"));
    let warnings = |file: &'static str, id: &str| {
        let root = tempfile::tempdir().unwrap();
        let files = Files::good().and("promotions.toml", PROMOTIONS).and("bundles.toml", BUNDLES);
        let (from, to) = rules_for(id);
        files.with(file, &from, &to).write(root.path());
        folded(&read(root.path(), "2026-06-01T12:00:00Z".parse().unwrap()).unwrap().warnings)
    };
    assert_eq!(warnings("products.toml", "day-ticket"), Vec::<String>::new());
    let of_package = "\"day-and-book-adult\" cannot be exchanged, because it has goods (`delivery_item`)";
    let of_bundle = "no bundle can be exchanged, because each has goods (`delivery_item`): \"guide-book\"";
    for (file, id, warning) in [("promotions.toml", "day-and-book", of_package), ("bundles.toml", "day-out", of_bundle)]
    {
        let told = warnings(file, id);
        assert!(told.len() == 1 && told[0].ends_with(warning), "{told:?}");
    }
    // Whoever wants no guide may exchange the bundle.
    let root = tempfile::tempdir().unwrap();
    let (from, to) = rules_for("day-out");
    let files = Files::good().and("promotions.toml", PROMOTIONS).and("bundles.toml", BUNDLES);
    let files = files.with("bundles.toml", &from, &to);
    files
        .with("bundles.toml", "min_quantity = 1\nmax_quantity = 1", "min_quantity = 0\nmax_quantity = 1")
        .write(root.path());
    let optional = read(root.path(), "2026-06-01T12:00:00Z".parse().unwrap()).unwrap();
    assert_eq!(folded(&optional.warnings), Vec::<String>::new());
}

#[test]
fn sale_or_promotion_that_begins_or_ends_at_a_time_that_clocks_skip_is_refused() {
    let reason = "there is no 02:30 on 2026-03-08 in America/New_York: clocks are moved forward then";
    refused("products.toml", "on_sale_from = 2026-01-01T09:00:00", "on_sale_from = 2026-03-08T02:30:00", reason);
    let from = "from = 2026-03-08T02:30:00";
    promotion_refused("from = 2026-09-01T00:00:00", from, &[(from, reason)]);
}

#[test]
fn text_with_a_placeholder_that_the_shop_does_not_fill_in_is_refused() {
    let text = |line: &str| Files::good().and("z.toml", &format!("[text]\n{line}\n"));
    for good in [
        "\"mail.order.title\" = \"{{firstName}} {{lastName}}: {{site}}, {{number}}\"",
        "\"mail.reservation.confirmed\" = \"{{site}}: {{park}}\"",
        "\"ticket.pdf-title\" = \"{{site}}\"",
    ] {
        text(good).are_refused(&[]);
    }
    for (line, reason) in [
        (
            "\"ticket.pdf-title\" = \"{{shop}}\"",
            "the shop fills in no {{shop}} in the text `ticket.pdf-title`; there are {{site}}",
        ),
        ("\"home.intro\" = \"{{site}}\"", "the shop fills in no {{site}} in the text `home.intro`; it has none"),
    ] {
        text(line).are_refused(&[("z.toml", line, reason)]);
    }
}

#[test]
fn file_whose_extension_is_not_in_lower_case_is_refused() {
    let what = |ending: &str| format!("its name has to end in `.{ending}`, in small letters, to be read");
    Files::good()
        .and("more.TOML", "[[tax_class]]\nid = \"food\"\nname = \"Food\"\nrate = 0\n")
        .and("lists/seat.Csv", "")
        .and("README.md", "Notes are no catalogue files.")
        .are_refused(&[("more.TOML", "", &what("toml")), ("lists/seat.Csv", "", &what("csv"))]);
}

#[test]
fn slot_at_a_time_skipped_by_daylight_saving_is_refused_and_the_error_names_the_day() {
    let reason = "there is no 02:30 on 2027-03-14 in America/New_York: clocks are moved forward then";
    Files::good()
        .with("times.toml", "days = [2026-12-31]", "days = [2027-03-14]")
        .with("times.toml", "time = \"22:00\"", "time = \"02:30\"")
        .are_refused(&[("times.toml", "02:30", reason)]);
    Files::good()
        .and(
            "once.toml",
            "[[schedule]]\nid = \"once\"\nshow = \"concert\"\ncapacity = 9\nfrom = 2027-03-14\nuntil = 2027-03-14\n\
             slot = [{ time = \"02:30\" }]\n",
        )
        .are_refused(&[("once.toml", "02:30", reason)]);
    // A slot of a whole season may be at this time, because the time exists on the other days of the season.
    Files::good().with("times.toml", "{ time = \"18:00\" }", "{ time = \"02:30\" }").are_refused(&[]);
}

#[test]
fn two_variants_of_a_product_with_the_same_name_and_level_are_refused() {
    let reason = "\"Adult\" appears twice, first in products.toml:20";
    Files::good().with("products.toml", "name = \"Child\"", "name = \"Adult\"  # again").are_refused(&[(
        "products.toml",
        "# again",
        reason,
    )]);
}
