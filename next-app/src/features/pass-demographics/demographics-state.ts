import type { FieldError } from "@/api/outcome";
import type { CartPass } from "@/api/types";
import { formatTypedDay } from "@/lib/dates";
import {
  formatField,
  type HolderErrorId,
  type HolderField,
  holderErrors,
  holderFields,
  isChild,
  personFields,
  type TypedHolder,
} from "@/lib/passholder-rules";
import { ticketName } from "@/lib/ticket-name";
import { reportAll, type TypedFields, withError, withValue } from "@/lib/typed-fields";
import { isUnchosenUpgrade } from "@/parts/open-passes/unchosen-upgrade";

export type PassCard = TypedFields<HolderField, HolderErrorId> & {
  id: string;
  /** The number of the renewed pass; null for a new pass. */
  platformAccountId: string | null;
  /** The product, if it is already chosen: `Season Pass, Adult (Gold)`. */
  productName: string | null;
  /** The ticket that the pass replaces, if any: `Park Day Ticket, Adult, ABCD1234`. */
  upgradedTicket: string | null;
  allowNameChange: boolean;
  allowBirthDateChange: boolean;
  /** The current day in the time zone of the pass's venue. The holder's age is computed for this day. */
  today: string;
  /** Whether the shop has a photo of the holder. */
  hasPhoto: boolean;
  /** Whether the shop has saved these details and they are complete. */
  saved: boolean;
  /** The same pass, if the holder has it already. Known only for the person that the shop has saved. */
  samePass: CartPass["samePass"] | null;
  /** Whether the holder of a renewal must confirm the details, because they were not confirmed for a year. */
  updateRequired: boolean;
  expanded: boolean;
  /** Whether the person's fields are folded, because they were complete when the pass was chosen. */
  personFolded: boolean;
  /** Whether the shopper's own address or phone number was filled in. */
  prefilled: boolean;
};

/** What the shop knows of the shopper; a field that is not known is missing. */
export type OwnDetails = Partial<TypedHolder>;

/** The passes in the order of the page: renewals first. */
export type Demographics = { cards: PassCard[]; forAllNew: boolean; states: string[]; own: OwnDetails };

/** The typed values by pass id. */
export type Typed = Record<string, TypedHolder>;

export type DemographicsEvent =
  | { type: "toggled"; id: string; open: boolean }
  | { type: "changed"; id: string; field: HolderField; value: string }
  | { type: "left"; id: string; field: HolderField }
  | { type: "personUnfolded"; id: string }
  /** Known details were copied into the card. */
  | { type: "filled"; id: string; values: Partial<TypedHolder> }
  /** Update or Continue was pressed, which shows all errors of the card. */
  | { type: "pressed"; id: string }
  | { type: "updated"; id: string }
  /** The details were saved because the focus left the card, if they have not changed since. */
  | { type: "kept"; id: string; typed: TypedHolder }
  /** The passes were read again, because a saved holder may have the same pass as another one. */
  | { type: "passesRead"; passes: CartPass[] }
  | { type: "photoUploaded"; id: string }
  | { type: "refused"; id: string; errors: FieldError[] }
  | { type: "added"; pass: CartPass }
  | { type: "removed"; id: string }
  /** The values typed earlier in this tab, by pass id. */
  | { type: "recalled"; typed: Typed }
  | { type: "forAllNew"; on: boolean };

export type Status = "completed" | "not-completed" | "not-confirmed";

/** The status of a pass. It is completed as soon as its details are valid, whether or not they are saved yet. */
export function statusOf(card: PassCard, states: string[]): Status {
  if (!card.saved && !isRight(card, states)) return "not-completed";
  return card.updateRequired ? "not-confirmed" : "completed";
}

/** Whether a pass prevents the shopper from continuing. */
export function isBlocked(card: PassCard, states: string[]): boolean {
  return statusOf(card, states) !== "completed";
}

/**
 * Whether the shopper needs to type and check nothing: all passes are saved, or their holder is the shopper, whose
 * details are known. That a holder has the same pass already must be seen.
 */
export function needsNothing({ cards, states, own }: Demographics): boolean {
  const isKnown = (card: PassCard) =>
    !isBlocked(card, states) && card.samePass === null && (card.saved || isOwn(card, own));
  return cards.length > 0 && cards.every(isKnown);
}

/**
 * Whether Continue saves the pass: its details are valid and not saved yet, or its card is open, so that the shopper
 * has seen the details that must be confirmed.
 */
export function isSavable(card: PassCard, states: string[]): boolean {
  return isRight(card, states) && (!card.saved || (card.updateRequired && card.expanded));
}

/** Whether a pass is saved as soon as the focus leaves its card. A renewal is saved only when it is confirmed. */
export function isKeepable(card: PassCard, states: string[]): boolean {
  return !isRenewal(card) && !card.updateRequired && isSavable(card, states);
}

export function isRenewal(card: PassCard): boolean {
  return card.platformAccountId !== null;
}

/** Whether the pass has no e-mail address, because its holder is a child. */
export function isChildPass(card: PassCard): boolean {
  return isChild(card.typed, card.today);
}

/** `Ada Lovelace`; null if neither name is known. */
export function nameOf({ typed }: PassCard): string | null {
  return `${typed.firstName} ${typed.lastName}`.trim() || null;
}

export function newCards({ cards }: Demographics): PassCard[] {
  return cards.filter((card) => !isRenewal(card));
}

/** How to reach a passholder: the fields that new passes share with the first one while `forAllNew` is on. */
export const shared: HolderField[] = [
  "emailAddress",
  "phoneNumber",
  "address1",
  "address2",
  "zip",
  "city",
  "state",
];

/**
 * The initial state of the page. No error is shown yet. The shopper's own address and phone number are filled into new
 * passes that have neither. Upgrades that were only looked at are left out. If no new pass has an address, the first one shares its address with the others, so that it
 * is typed once. All passes that are still incomplete are open, except for those that wait for the shared address alone.
 * If none is open, the first pass that must be confirmed is open.
 */
export function initialDemographics(all: CartPass[], states: string[], own: OwnDetails): Demographics {
  const passes = all.filter((pass) => !isUnchosenUpgrade(pass));
  const cards = passes.map((pass) => prefilled(cardOf(pass), states, own));
  const fresh = cards.filter((card) => !isRenewal(card));
  const forAllNew = fresh.length > 1 && fresh.every(({ typed }) => typed.address1.trim() === "");
  const ordered = [...cards.filter(isRenewal), ...fresh].map((card) => {
    const waits = forAllNew && card.personFolded && card !== fresh[0];
    const isDone = card.saved || (card.prefilled && isValid(card, states));
    return { ...card, expanded: !isDone && !waits };
  });
  const first = ordered.some((card) => card.expanded)
    ? undefined
    : ordered.find((card) => isBlocked(card, states));
  return {
    cards: ordered.map((card) => (card === first ? { ...card, expanded: true } : card)),
    forAllNew,
    states,
    own,
  };
}

/** Fills the shopper's own address and phone number into a new pass that has neither. */
function prefilled(card: PassCard, states: string[], own: OwnDetails): PassCard {
  const { address1, phoneNumber } = card.typed;
  if (isRenewal(card) || address1.trim() !== "" || phoneNumber.trim() !== "") return card;
  if (!own.address1 && !own.phoneNumber) return card;
  // The e-mail address belongs to the shopper alone.
  const fields = shared.filter((field) => field !== "emailAddress" || isOwn(card, own));
  const filled = fields.reduce((to, field) => write(to, field, own[field] ?? to.typed[field], states), card);
  return { ...filled, edited: card.edited, prefilled: true };
}

/** Whether the pass is for the shopper: it has the shopper's name. */
export function isOwn({ typed }: Pick<PassCard, "typed">, own: OwnDetails): boolean {
  const nameOf = ({ firstName = "", lastName = "" }: OwnDetails) =>
    `${firstName.trim()} ${lastName.trim()}`.trim().toLowerCase();
  return nameOf(own) !== "" && nameOf(typed) === nameOf(own);
}

/** Whether only the fields that are not known of the person are shown. A wrong field is always shown. */
export function foldsPerson({ personFolded, errors }: PassCard): boolean {
  return personFolded && !personFields.some((field) => errors[field]);
}

function cardOf(pass: CartPass): PassCard {
  const typed = Object.fromEntries(
    holderFields.map((field) => {
      const value = pass[field] ?? "";
      return [field, formatField(field, field === "birthDate" ? formatTypedDay(value) : value, pass.today)];
    }),
  ) as TypedHolder;
  const { productVariantDisplayName: displayName = "", passLevelName: effectivePassLevelName } = pass;
  const named = [pass.productDisplayName, ticketName({ displayName, effectivePassLevelName })].filter(
    Boolean,
  );
  return {
    id: pass.extCartTicketId,
    platformAccountId: pass.platformAccountId ?? null,
    productName: named.join(", ") || null,
    upgradedTicket:
      [pass.upgradedProductName, pass.upgradedVariantName, pass.upgradedMediaCode]
        .filter(Boolean)
        .join(", ") || null,
    allowNameChange: pass.allowNameChange,
    allowBirthDateChange: pass.allowBirthDateChange,
    today: pass.today,
    typed,
    saved: pass.isComplete,
    samePass: pass.samePass ?? null,
    hasPhoto: pass.hasPicture,
    updateRequired: pass.demographicsUpdateRequired,
    expanded: true,
    personFolded: !pass.isComplete && !pass.isRenewal && hasPerson(typed, pass.today),
    prefilled: false,
    errors: {},
    edited: [],
  };
}

function hasPerson(typed: TypedHolder, today: string): boolean {
  const fields: readonly string[] = personFields;
  return !holderErrors(typed, today, []).some(([field]) => fields.includes(field));
}

function errorsOf(card: PassCard, states: string[]): PassCard["errors"] {
  return reportAll(holderErrors(card.typed, card.today, states));
}

/** Whether the details follow the rules of the page. */
export function isValid(card: PassCard, states: string[]): boolean {
  return holderErrors(card.typed, card.today, states).length === 0;
}

/** Whether the details are valid, and the shop has not refused them as they are. */
function isRight(card: PassCard, states: string[]): boolean {
  return isValid(card, states) && !Object.values(card.errors).some((wrong) => "serverMessage" in wrong);
}

/** The fields whose errors are shown, in the order of the form. */
export function shownErrors({ errors }: PassCard) {
  return holderFields.flatMap((field) => {
    const wrong = errors[field];
    return wrong ? [[field, wrong] as const] : [];
  });
}

/** The first field with an error, whether or not the error is shown; undefined if there is none. */
export function firstWrong(card: PassCard, states: string[]): HolderField | undefined {
  const errors = { ...card.errors, ...errorsOf(card, states) };
  return holderFields.find((field) => errors[field]);
}

export function demographicsReducer(state: Demographics, event: DemographicsEvent): Demographics {
  switch (event.type) {
    case "toggled":
      return withCard(state, event.id, (card) => ({ ...card, expanded: event.open }));
    case "changed": {
      const changed = withCard(state, event.id, (card) =>
        write(card, event.field, event.value, state.states),
      );
      const isSource = newCards(state)[0]?.id === event.id;
      return state.forAllNew && isSource ? shareAmongNew(changed, [event.field]) : changed;
    }
    case "filled":
      return Object.entries(event.values).reduce(
        (filled, [field, value]) =>
          demographicsReducer(filled, {
            type: "changed",
            id: event.id,
            field: field as HolderField,
            value,
          }),
        state,
      );
    case "personUnfolded":
      return withCard(state, event.id, (card) => ({ ...card, personFolded: false }));
    case "left":
      return withCard(state, event.id, (card) => leave(card, event.field, state.states));
    case "pressed":
      return withCard(state, event.id, (card) => ({ ...card, errors: errorsOf(card, state.states) }));
    case "photoUploaded":
      return withCard(state, event.id, (card) => ({ ...card, hasPhoto: true }));
    case "updated":
      return openNext(
        withCard(state, event.id, (card) => ({
          ...card,
          saved: true,
          updateRequired: false,
          expanded: false,
          errors: {},
          edited: [],
        })),
        event.id,
      );
    case "kept":
      return withCard(state, event.id, (card) =>
        card.typed === event.typed ? { ...card, saved: true, edited: [] } : card,
      );
    case "passesRead":
      return event.passes.reduce(
        (to, pass) =>
          withCard(to, pass.extCartTicketId, (card) => ({ ...card, samePass: pass.samePass ?? null })),
        state,
      );
    case "refused": {
      const fields: readonly string[] = holderFields;
      const named = event.errors.filter(({ field }) => fields.includes(field));
      const errors = Object.fromEntries(
        named.map(({ field, message }) => [field, { serverMessage: message }]),
      );
      return withCard(state, event.id, (card) => ({ ...card, errors }));
    }
    case "added": {
      const card = prefilled(cardOf(event.pass), state.states, state.own);
      const added = { ...state, cards: [...state.cards, card] };
      return state.forAllNew ? shareAmongNew(added, shared, [event.pass.extCartTicketId]) : added;
    }
    case "removed": {
      const left = { ...state, cards: state.cards.filter((card) => card.id !== event.id) };
      return { ...left, forAllNew: left.forAllNew && newCards(left).length > 1 };
    }
    case "recalled": {
      const cards = state.cards.map((card) => withDraft(card, event.typed[card.id], state.states));
      return { ...state, cards };
    }
    case "forAllNew": {
      const switched = { ...state, forAllNew: event.on };
      if (event.on) return shareAmongNew(switched, shared);
      const opened = (card: PassCard) => (isBlocked(card, state.states) ? { ...card, expanded: true } : card);
      return { ...switched, cards: switched.cards.map(opened) };
    }
  }
}

function withCard(state: Demographics, id: string, change: (card: PassCard) => PassCard): Demographics {
  return { ...state, cards: state.cards.map((card) => (card.id === id ? change(card) : card)) };
}

/**
 * Changes the value of a field, so that the card must be saved again. An error that is shown disappears as soon as the
 * field is valid.
 */
function write(card: PassCard, field: HolderField, value: string, states: string[]): PassCard {
  if (card.typed[field] === value) return card;
  const isOther = (personFields as readonly string[]).includes(field);
  const changed = {
    ...withValue(card, field, value),
    saved: false,
    samePass: isOther ? null : card.samePass,
  };
  const aged = isChildPass(changed)
    ? withError({ ...changed, typed: { ...changed.typed, emailAddress: "" } }, "emailAddress", undefined)
    : changed;
  return aged.errors[field] ? validateField(aged, field, states) : aged;
}

/** Formats and validates an edited field that loses focus. */
function leave(card: PassCard, field: HolderField, states: string[]): PassCard {
  if (!card.edited.includes(field)) return card;
  return validateField(
    write(card, field, formatField(field, card.typed[field], card.today), states),
    field,
    states,
  );
}

function validateField(card: PassCard, field: HolderField, states: string[]): PassCard {
  return withError(card, field, errorsOf(card, states)[field]);
}

/** Overrides the saved values with values typed earlier, except in locked fields. */
function withDraft(card: PassCard, typed: TypedHolder | undefined, states: string[]): PassCard {
  if (!typed) return card;
  // The birth date is changed first, because it decides whether the pass has an e-mail address.
  const birthDate: HolderField[] = card.allowBirthDateChange ? ["birthDate"] : [];
  const names: HolderField[] = card.allowNameChange ? ["firstName", "lastName"] : [];
  const withValue = [...birthDate, ...names, ...shared].reduce(
    (to, field) => write(to, field, typed[field], states),
    card,
  );
  return withValue === card ? card : { ...withValue, expanded: true };
}

/** The typed values that are not saved on the server, by pass id. */
export function unsaved({ cards }: Demographics): Typed {
  const edited = cards.filter((card) => card.edited.length > 0);
  return Object.fromEntries(edited.map(({ id, typed }) => [id, typed]));
}

/** The values stored in the tab. Entries with an unexpected shape are dropped. */
export function parseTyped(stored: unknown): Typed {
  if (typeof stored !== "object" || stored === null) return {};
  const isTyped = (value: unknown): value is TypedHolder =>
    typeof value === "object" &&
    value !== null &&
    holderFields.every((field) => typeof (value as Record<string, unknown>)[field] === "string");
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, TypedHolder] => isTyped(entry[1])),
  );
}

/**
 * Copies fields of the first new pass to the passes `to`, or to all other new passes. The changed passes must be saved
 * again, even if their values are the same.
 */
function shareAmongNew(state: Demographics, fields: HolderField[], to?: string[]): Demographics {
  const [source, ...others] = newCards(state);
  const copied = fields.filter((field) => shared.includes(field));
  if (!source || copied.length === 0) return state;
  const ids = to ?? others.map(({ id }) => id);
  return {
    ...state,
    cards: state.cards.map((card) => {
      if (!ids.includes(card.id)) return card;
      const filled = copied
        // A child's missing e-mail address is not copied, and no e-mail address is copied to a child.
        .filter((field) => field !== "emailAddress" || !(isChildPass(source) || isChildPass(card)))
        .reduce(
          (to, field) => write(to, field, formatField(field, source.typed[field], to.today), state.states),
          card,
        );
      return { ...filled, saved: false, expanded: card.expanded || !card.personFolded };
    }),
  };
}

/**
 * The first pass after `id` that is incomplete or unconfirmed; after the last pass the search continues at the first.
 */
export function nextBlocked({ cards, states }: Demographics, id: string): PassCard | undefined {
  const place = cards.findIndex((card) => card.id === id);
  return [...cards.slice(place + 1), ...cards.slice(0, place)].find((card) => isBlocked(card, states));
}

function openNext(state: Demographics, id: string): Demographics {
  const next = nextBlocked(state, id);
  return next ? withCard(state, next.id, (card) => ({ ...card, expanded: true })) : state;
}

/**
 * The accessible name of a pass: the name of its holder, or else `newPass`, which is numbered if several passes have no
 * name.
 */
export function accessibleName(cards: readonly PassCard[], card: PassCard, newPass: string): string {
  const nameless = cards.filter((one) => nameOf(one) === null);
  const number = nameless.length > 1 ? ` ${nameless.indexOf(card) + 1}` : "";
  return nameOf(card) ?? `${newPass}${number}`;
}

/** The card that receives focus after one was removed: the next card, or else the previous card. */
export function cardAfterRemoval(cards: readonly PassCard[], removed: PassCard): PassCard | undefined {
  const rest = cards.filter((card) => card !== removed);
  return rest[Math.min(cards.indexOf(removed), rest.length - 1)];
}
