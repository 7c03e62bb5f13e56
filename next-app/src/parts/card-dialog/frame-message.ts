/**
 * Messages from the processor's form. Any window can post a message to a page. So a message is accepted only if the
 * form's window and origin sent it, it has the right shape, and it names this payment's session.
 */
export type FrameMessage =
  | FormMessage
  /** The shopper pressed Escape in the form, which the page around it does not notice. */
  | { type: "escape" };

/** What the form says about itself and the card. */
export type FormMessage =
  | { type: "ready"; height: number }
  | { type: "resize"; height: number }
  /** The card's bank asks the shopper in the form to confirm the payment. It ends with one of the next two. */
  | { type: "challenge" }
  | { type: "cardAccepted" }
  /** The bank declined the card, and the form accepts another one. Only scripts say this: a frame needs a new form. */
  | { type: "declined"; message: string }
  /** The form cannot be loaded. Only scripts say this. */
  | { type: "unavailable" }
  | { type: "cardError"; reason: "invalid" | "form"; message: string; field: FieldPlace | null };

/** Where a field of the form is in its frame, with its label and message, in CSS pixels. */
export type FieldPlace = { top: number; height: number };

type ReceivedMessage = { data: unknown; origin: string; source: unknown };
type Expected = { processor: string; origin: string; sessionKey: string; window: unknown };

export function parseFrameMessage(received: ReceivedMessage, expected: Expected): FrameMessage | null {
  if (received.origin !== expected.origin || received.source !== expected.window || !received.source)
    return null;
  if (typeof received.data !== "object" || received.data === null) return null;
  const data = received.data as Record<string, unknown>;
  if (data.source !== `midway-${expected.processor}` || data.sessionKey !== expected.sessionKey) return null;
  switch (data.type) {
    case "ready":
    case "resize":
      return isHeight(data.height) ? { type: data.type, height: withinBounds(data.height) } : null;
    case "challenge":
    case "cardAccepted":
    case "escape":
      return { type: data.type };
    case "cardError":
      if (data.reason !== "invalid" && data.reason !== "form") return null;
      return {
        type: "cardError",
        reason: data.reason,
        message: typeof data.message === "string" ? data.message : "",
        field: fieldPlace(data.field),
      };
    default:
      return null;
  }
}

/** The limits of the frame's height, in CSS pixels. The minimum fits all fields; the maximum keeps the page visible. */
export const minFrameHeight = 264;
const maxFrameHeight = 1200;

function isHeight(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function fieldPlace(value: unknown): FieldPlace | null {
  if (typeof value !== "object" || value === null) return null;
  const { top, height } = value as Record<string, unknown>;
  return isHeight(top) && isHeight(height) ? { top, height } : null;
}

function withinBounds(height: number): number {
  return Math.min(Math.max(Math.ceil(height), minFrameHeight), maxFrameHeight);
}

/**
 * The form's address with the page's colour scheme; null if it is not on the origin from which messages are accepted.
 * `again` asks the form to fill in what it may keep of the card that was typed before.
 */
export function frameAddress(
  iFrame: string,
  origin: string,
  theme: "light" | "dark",
  again = false,
): string | null {
  try {
    const url = new URL(iFrame);
    if (url.origin !== origin || !/^https?:$/.test(url.protocol)) return null;
    url.searchParams.set("button", "shop");
    url.searchParams.set("theme", theme);
    if (again) url.searchParams.set("again", "1");
    return url.href;
  } catch {
    return null;
  }
}
