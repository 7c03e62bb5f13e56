//! `midway links FILE`: checks a file of links, one in each line, as a visitor without an account would find them.

use std::fmt;
use std::fs;
use std::path::Path;

use crate::app::App;
use crate::door::{Checked, LinkChecker};
use crate::error::{Error, Result};

/// The links of a file, checked.
pub struct Report {
    pub links: Vec<(String, Checked)>,
}

impl Report {
    /// The number of links that marketing should not use.
    pub fn count_bad(&self) -> usize {
        self.links.iter().filter(|(_, checked)| !checked.finding.is_good()).count()
    }
}

/// Checks the links of a file. Empty lines and lines that begin with `#` are skipped.
///
/// # Errors
/// When the file cannot be read, or the database is unavailable.
pub async fn check(app: &App, file: &Path) -> Result<Report> {
    let text = fs::read_to_string(file)
        .map_err(|error| Error::Malformed(format!("{} cannot be read: {error}", file.display())))?;
    let catalog = app.catalog.current();
    let checker = LinkChecker::new(app, &catalog).await?;
    let mut links = Vec::new();
    for link in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        links.push((link.to_owned(), checker.check(link).await?));
    }
    Ok(Report { links })
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (link, checked) in &self.links {
            writeln!(f, "{link}")?;
            for redirect in &checked.redirects {
                writeln!(f, "  is redirected to {redirect}")?;
            }
            writeln!(f, "  {}", checked.finding)?;
        }
        write!(f, "{} links, {} of them bad", self.links.len(), self.count_bad())
    }
}
