import type { Account, LastDetails, StateProvince } from "@/api/types";
import { formatPhone, hasNanpShape, isZip, normalisePhone, usa } from "@/lib/address-rules";
import type { HolderField } from "@/lib/passholder-rules";
import {
  type Demographics,
  isOwn,
  isRenewal,
  nameOf,
  newCards,
  type OwnDetails,
  type PassCard,
  shared,
} from "./demographics-state";

/** The details that are already known and that can be copied into a pass. This module has no side effects. */

/** Details offered for a pass: the shopper's own, or how to reach a different passholder. */
export type Offer =
  | { kind: "own"; values: OwnDetails }
  | { kind: "copy"; from: PassCard; values: OwnDetails };

/**
 * The shopper's own details: the name and e-mail address of the account, and its address or else the billing address of
 * the last order. Only US addresses are used, because passholders have one.
 */
export function ownDetails(account: Account, last: LastDetails | null, states: StateProvince[]): OwnDetails {
  const address = [account, last].find(
    (one) => one?.address1 && one.countryId === usa && isZip(one.zipCode ?? "", usa),
  );
  const state = states.find(({ id }) => id === address?.stateProvinceId)?.abbreviation;
  const phone = [account, last]
    .map((one) => normalisePhone(one?.phoneNumber ?? "", true))
    .find((digits) => digits.length === 10 && hasNanpShape(digits));
  return known({
    firstName: account.firstName ?? last?.firstName,
    lastName: account.lastName ?? last?.lastName,
    emailAddress: account.emailAddress,
    phoneNumber: phone && formatPhone(phone, true),
    ...(state && address
      ? {
          address1: address.address1,
          address2: address.address2,
          city: address.city,
          state,
          zip: address.zipCode,
        }
      : {}),
  });
}

/**
 * What is offered for a new pass. The shopper's own details are offered until one of the passes has the shopper's name.
 * A pass with no address is offered the address of the first new pass.
 */
export function offersFor(card: PassCard, state: Demographics): Offer[] {
  if (isRenewal(card)) return [];
  const { own, cards } = state;
  const isUnnamed = card.allowNameChange && nameOf(card) === null;
  const isTaken = cards.some((other) => isOwn(other, own));
  const offers: Offer[] =
    isUnnamed && !isTaken && (own.firstName || own.lastName) ? [{ kind: "own", values: own }] : [];
  const [first] = newCards(state);
  if (card.typed.address1.trim() === "" && first && first !== card && first.typed.address1.trim() !== "") {
    offers.push({ kind: "copy", from: first, values: contactOf(first.typed) });
  }
  return offers;
}

const contactOf = (details: OwnDetails): OwnDetails =>
  known(Object.fromEntries(shared.map((field) => [field, details[field]])));

function known(details: Partial<Record<HolderField, string | undefined>>): OwnDetails {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value?.trim()));
}
