import { expect, test } from "vitest";
import { confirmationTexts } from "./areas/confirmation";
import { orderLookupTexts } from "./areas/order-lookup";
import { passTexts } from "./areas/pass";
import { passDemographicsTexts } from "./areas/pass-demographics";
import { passLinkTexts } from "./areas/pass-link";
import { passholderTexts } from "./areas/passholder";
import { upgradeTexts } from "./areas/upgrade";

/** Texts of the pages of passes, orders and upgrades that are prescribed word for word, including their spelling. */
test.each<[id: string, text: string, texts: Record<string, string>]>([
  ["passholder.first-name", "First name is required", passholderTexts],
  ["passholder.last-name", "Last name is required", passholderTexts],
  ["passholder.email", "Email address is invalid (email address is not required)", passholderTexts],
  ["passholder.birth-date", "A valid birth date is required (mm/dd/yyyy)", passholderTexts],
  ["passholder.address1", "Address1 is required", passholderTexts],
  ["passholder.city", "City is required", passholderTexts],
  ["passholder.state", "State is required", passholderTexts],
  ["passholder.zip", "A 5 digit US or 6 character Canadian postal code is required", passholderTexts],
  ["passholder.phone", "A 10 digit phone number is required", passholderTexts],
  ["pass.correct-above", "Please correct errors above", passTexts],
  ["pass.selection-required", "Selection is required", passTexts],
  ["pass.id-required", "Season Pass ID is required", passTexts],
  ["pass.zip-required", "Zip Code is required", passTexts],
  ["pass.phone-required", "Phone Number is required", passTexts],
  ["pass.none-valid", "No valid passes selected", passTexts],
  ["pass-demographics.completed", "Completed", passDemographicsTexts],
  ["pass-demographics.not-completed", "Not Completed", passDemographicsTexts],
  ["pass-demographics.not-confirmed", "Not Confirmed in 12+ Months", passDemographicsTexts],
  ["pass-demographics.picture-failed", "Unexcepted error encountered", passDemographicsTexts],
  ["pass-link.failed", "Error loading linked passes", passLinkTexts],
  ["pass-link.not-added", "Pass unable to be added", passLinkTexts],
  ["pass-link.not-removed", "Pass unable to be removed", passLinkTexts],
  ["pass-link.added", "Pass linked successfully", passLinkTexts],
  ["pass-link.removed", "Pass removed successfully", passLinkTexts],
  ["order-lookup.phone-required", "A valid, numeric phone number is required", orderLookupTexts],
  ["order-lookup.invalid", "Invalid Order", orderLookupTexts],
  ["confirmation.resent", "Confirmation resent", confirmationTexts],
  ["upgrade.no-barcodes", "No valid barcodes found", upgradeTexts],
  ["upgrade.none-selected", "No tickets selected for upgrade", upgradeTexts],
  ["upgrade.not-added", "Ticket unable to be added", upgradeTexts],
  ["upgrade.not-removed", "An unexpected error has occurred", upgradeTexts],
  ["upgrade.added", "Ticket added successfully", upgradeTexts],
  ["upgrade.removed", "Ticket removed successfully", upgradeTexts],
])("the text %s is %j", (id, text, texts) => {
  expect(texts[id]).toBe(text);
});
