import { expect, test } from "vitest";
import { reservationTexts } from "./areas/reservation";
import { reservationLinkTexts } from "./areas/reservation-link";
import { visitTexts } from "./areas/visit";

/** Texts of the reservation pages that are prescribed word for word, including their spelling. */
test.each<[id: string, text: string, texts: Record<string, string>]>([
  ["reservation.step-begin", "Guest Info", reservationTexts],
  ["reservation.step-link", "Add Tickets", reservationTexts],
  ["reservation.step-date", "Choose Date", reservationTexts],
  ["reservation.step-add-ons", "Add Ons", reservationTexts],
  ["reservation.step-review", "Review", reservationTexts],
  ["reservation-link.pass-added", "Pass added successfully", reservationLinkTexts],
  ["reservation-link.ticket-added", "Ticket added successfully", reservationLinkTexts],
  ["reservation-link.removed", "Ticket removed successfully", reservationLinkTexts],
  ["reservation-link.pass-not-added", "Pass unable to be added", reservationLinkTexts],
  ["reservation-link.ticket-not-added", "Ticket unable to be added", reservationLinkTexts],
  ["reservation-link.not-removed", "An unexpected error has occurred", reservationLinkTexts],
  ["reservation-link.remove-all", "Remove Reservation", reservationLinkTexts],
  ["visit.time-required", "You must select an entry time", visitTexts],
  ["visit.none-title", "No Available Dates", visitTexts],
])("the text %s is %j", (id, text, texts) => {
  expect(texts[id]).toBe(text);
});
