import type { FieldError } from "@/api/outcome";
import type { CartPass } from "@/api/types";
import { formatTypedDay } from "@/lib/dates";
import {
  type HolderFault,
  type HolderField,
  holderFaults,
  holderFields,
  isChild,
  shownField,
  type TypedHolder,
} from "@/lib/passholder-rules";
import { ticketName } from "@/lib/ticket-name";
import { judged, type TypedFields, told, written } from "@/lib/typed-fields";

export type PassCard = TypedFields<HolderField, HolderFault> & {
  id: string;
  /** The number of the pass that it renews; new passes have none. */
  platformAccountId: string | null;
  /** What it is, if that is chosen already: `Season Pass, Adult (Gold)`. */
  productName: string | null;
  /** The ticket that it takes the place of, if it does: `Park Day Ticket, Adult, ABCD1234`. */
  upgradedTicket: string | null;
  allowNameChange: boolean;
  allowBirthDateChange: boolean;
  /** The day at its venue, on which ages are counted. */
  today: string;
  /** The shop has a picture of its holder. */
  pictured: boolean;
  /** The shop has all of it, as it stands here. */
  completed: boolean;
  /** Nobody has said for a year that all of it is so. */
  updateRequired: boolean;
  expanded: boolean;
};

/** The passes in the order of the page: renewals first. */
export type Demographics = { cards: PassCard[]; forAllNew: boolean; states: string[] };

/** What was typed on cards, by the ids of their passes. */
export type Typed = Record<string, TypedHolder>;

export type DemographicsEvent =
  | { type: "toggled"; id: string; open: boolean }
  | { type: "changed"; id: string; field: HolderField; value: string }
  | { type: "left"; id: string; field: HolderField }
  /** Update was pressed: from now on all that is wrong is told. */
  | { type: "pressed"; id: string }
  | { type: "updated"; id: string }
  | { type: "pictured"; id: string }
  | { type: "refused"; id: string; errors: FieldError[] }
  | { type: "added"; pass: CartPass }
  | { type: "removed"; id: string }
  /** What was typed in this tab before, by the ids of the passes. */
  | { type: "recalled"; typed: Typed }
  | { type: "forAllNew"; on: boolean };

export type Status = "completed" | "not-completed" | "not-confirmed";

export function statusOf(card: PassCard): Status {
  if (!card.completed) return "not-completed";
  return card.updateRequired ? "not-confirmed" : "completed";
}

/** Whether a pass keeps the shopper from going on. */
export function isBlocked(card: PassCard): boolean {
  return statusOf(card) !== "completed";
}

export function isRenewal(card: PassCard): boolean {
  return card.platformAccountId !== null;
}

/** Nobody asks a child for an e-mail address. */
export function hasNoEmail(card: PassCard): boolean {
  return isChild(card.typed, card.today);
}

/** `Ada Lovelace`; null as long as neither name is known. */
export function nameOf({ typed }: PassCard): string | null {
  return `${typed.firstName} ${typed.lastName}`.trim() || null;
}

export function newCards({ cards }: Demographics): PassCard[] {
  return cards.filter((card) => !isRenewal(card));
}

/** What the first new pass shares with all others, where that is wanted. */
const shared: HolderField[] = ["emailAddress", "address1", "address2", "city", "state", "zip", "phoneNumber"];

/**
 * The page as it opens (spec 2 §4): renewals tell nothing of what is wrong, new passes do. What is incomplete is open; where all is
 * complete, the first that is to be confirmed.
 */
export function opened(passes: CartPass[], states: string[]): Demographics {
  const cards = passes.map((pass) => {
    const card = cardOf(pass, !pass.isComplete);
    return isRenewal(card) ? card : { ...card, errors: errorsOf(card, states) };
  });
  const ordered = [...cards.filter(isRenewal), ...cards.filter((card) => !isRenewal(card))];
  const first = ordered.some((card) => card.expanded) ? undefined : ordered.find(isBlocked);
  return {
    cards: ordered.map((card) => (card === first ? { ...card, expanded: true } : card)),
    forAllNew: false,
    states,
  };
}

function cardOf(pass: CartPass, expanded: boolean): PassCard {
  const typed = Object.fromEntries(
    holderFields.map((field) => {
      const value = pass[field] ?? "";
      return [field, shownField(field, field === "birthDate" ? formatTypedDay(value) : value, pass.today)];
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
    completed: pass.isComplete,
    pictured: pass.hasPicture,
    updateRequired: pass.demographicsUpdateRequired,
    expanded,
    errors: {},
    edited: [],
  };
}

function errorsOf(card: PassCard, states: string[]): PassCard["errors"] {
  return told(holderFaults(card.typed, card.today, states));
}

export function isRight(card: PassCard, states: string[]): boolean {
  return holderFaults(card.typed, card.today, states).length === 0;
}

export function demographics(state: Demographics, event: DemographicsEvent): Demographics {
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
    case "left":
      return withCard(state, event.id, (card) => leave(card, event.field, state.states));
    case "pressed":
      return withCard(state, event.id, (card) => ({ ...card, errors: errorsOf(card, state.states) }));
    case "pictured":
      return withCard(state, event.id, (card) => ({ ...card, pictured: true }));
    case "updated":
      return openNext(
        withCard(state, event.id, (card) => ({
          ...card,
          completed: true,
          updateRequired: false,
          expanded: false,
          errors: {},
          edited: [],
        })),
        event.id,
      );
    case "refused": {
      const fields: readonly string[] = holderFields;
      const named = event.errors.filter(({ field }) => fields.includes(field));
      const errors = Object.fromEntries(named.map(({ field, message }) => [field, { said: message }]));
      return withCard(state, event.id, (card) => ({ ...card, errors }));
    }
    case "added": {
      const added = { ...state, cards: [...state.cards, cardOf(event.pass, true)] };
      return state.forAllNew ? shareAmongNew(added, shared, [event.pass.extCartTicketId]) : added;
    }
    case "removed": {
      const left = { ...state, cards: state.cards.filter((card) => card.id !== event.id) };
      return { ...left, forAllNew: left.forAllNew && newCards(left).length > 1 };
    }
    case "recalled": {
      const cards = state.cards.map((card) => recalled(card, event.typed[card.id], state.states));
      return { ...state, cards };
    }
    case "forAllNew": {
      const switched = { ...state, forAllNew: event.on };
      return event.on ? shareAmongNew(switched, shared) : switched;
    }
  }
}

function withCard(state: Demographics, id: string, change: (card: PassCard) => PassCard): Demographics {
  return { ...state, cards: state.cards.map((card) => (card.id === id ? change(card) : card)) };
}

/** What is written is to be saved before it counts; a message goes as soon as what it says is no longer so. */
function write(card: PassCard, field: HolderField, value: string, states: string[]): PassCard {
  if (card.typed[field] === value) return card;
  const changed = { ...written(card, field, value), completed: false };
  const aged = hasNoEmail(changed)
    ? judged({ ...changed, typed: { ...changed.typed, emailAddress: "" } }, "emailAddress", undefined)
    : changed;
  return aged.errors[field] ? judgedBy(aged, field, states) : aged;
}

/** A field that was edited is judged when it is left. */
function leave(card: PassCard, field: HolderField, states: string[]): PassCard {
  if (!card.edited.includes(field)) return card;
  return judgedBy(
    write(card, field, shownField(field, card.typed[field], card.today), states),
    field,
    states,
  );
}

function judgedBy(card: PassCard, field: HolderField, states: string[]): PassCard {
  return judged(card, field, errorsOf(card, states)[field]);
}

/** What was typed before goes over what the shop has, where it may be changed. */
function recalled(card: PassCard, typed: TypedHolder | undefined, states: string[]): PassCard {
  if (!typed) return card;
  // The birth date first: it decides whether there is an e-mail address.
  const birthDate: HolderField[] = card.allowBirthDateChange ? ["birthDate"] : [];
  const names: HolderField[] = card.allowNameChange ? ["firstName", "lastName"] : [];
  const written = [...birthDate, ...names, ...shared].reduce(
    (to, field) => write(to, field, typed[field], states),
    card,
  );
  return written === card ? card : { ...written, expanded: true };
}

/** What is typed on the cards and was not saved. */
export function unsaved({ cards }: Demographics): Typed {
  const edited = cards.filter((card) => card.edited.length > 0);
  return Object.fromEntries(edited.map(({ id, typed }) => [id, typed]));
}

/** What a tab had kept of it; whatever has not its shape is left out. */
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

/** Copies fields of the first new pass to others, to all if none are named. They are to be saved again, changed or not. */
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
        // A child's missing address is no news for the others, and theirs is none for a child.
        .filter((field) => field !== "emailAddress" || !(hasNoEmail(source) || hasNoEmail(card)))
        .reduce((to, field) => write(to, field, source.typed[field], state.states), card);
      return { ...filled, completed: false, expanded: true };
    }),
  };
}

/** The next pass that is to be dealt with, from the one after `id` on and around the list. */
export function nextBlocked({ cards }: Demographics, id: string): PassCard | undefined {
  const place = cards.findIndex((card) => card.id === id);
  return [...cards.slice(place + 1), ...cards.slice(0, place)].find(isBlocked);
}

function openNext(state: Demographics, id: string): Demographics {
  const next = nextBlocked(state, id);
  return next ? withCard(state, next.id, (card) => ({ ...card, expanded: true })) : state;
}

/** The name by which a pass is announced: its holder, or `newPass` with a number where several passes have no name. */
export function spokenName(cards: readonly PassCard[], card: PassCard, newPass: string): string {
  const nameless = cards.filter((one) => nameOf(one) === null);
  const number = nameless.length > 1 ? ` ${nameless.indexOf(card) + 1}` : "";
  return nameOf(card) ?? `${newPass}${number}`;
}

/** The card that takes the place of a removed one: the next, or else the previous one. */
export function cardAfterRemoval(cards: readonly PassCard[], removed: PassCard): PassCard | undefined {
  const rest = cards.filter((card) => card !== removed);
  return rest[Math.min(cards.indexOf(removed), rest.length - 1)];
}
