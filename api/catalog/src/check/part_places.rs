//! Places of the parts of packages and bundles. The shop assigns them, so the catalogue has to say where they are.

use super::Check;
use crate::files::{Section, Variant};
use midway_kernel::coded::ShowType;
use midway_kernel::id::ShowId;

/// Why the shop cannot assign a place at a show to a part with this variant; `None` if it can, or if there is nothing to
/// assign. A place is clear if the variant is sold in one section, or only in sections with numbered seats.
pub(crate) fn problem(check: &Check, show: &ShowId, variant: &Variant) -> Option<String> {
    let folder = check.folder;
    let show = folder.show.iter().find(|it| it.id == *show)?;
    let hall = folder.hall.iter().find(|hall| Some(&hall.id) == show.hall.as_ref())?;
    let is_sold = |section: &&Section| variant.sections.is_empty() || variant.sections.contains(&section.id);
    let sold: Vec<&Section> = hall.sections.iter().filter(is_sold).collect();
    let is_numbered = |section: &Section| folder.seat.iter().any(|it| it.hall == hall.id && it.section == section.id);
    let has_numbers = show.show_type == ShowType::Seats;
    let name = &variant.id;
    if let Some(section) = sold.iter().find(|section| section.accessible) {
        let id = &section.id;
        return Some(format!(
            "\"{name}\" is sold in the accessible section \"{id}\", which the shop assigns to nobody"
        ));
    }
    let is_clear = sold.len() == 1 || has_numbers && sold.iter().all(|section| is_numbered(section));
    (!is_clear).then(|| {
        format!(
            "\"{name}\" is sold in several sections of the hall \"{}\", and the shop assigns the places of parts: give it \
             one section in `sections`, or only sections with numbered seats",
            hall.id
        )
    })
}
