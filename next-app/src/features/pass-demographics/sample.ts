import type { CartPass } from "@/api/types";

/** A new pass for tests, without any details of its holder. */
export const blankPass: CartPass = {
  extCartTicketId: "blank",
  firstName: "",
  lastName: "",
  emailAddress: "",
  address1: "",
  address2: "",
  city: "",
  state: "",
  zip: "",
  phoneNumber: "",
  allowNameChange: true,
  allowBirthDateChange: true,
  demographicsUpdateRequired: false,
  isComplete: false,
  requiresProductSelection: false,
  isTicketUpgrade: false,
  isRenewal: false,
  hasPicture: false,
  today: "2026-11-21",
};
