/**
 * What the processor's form says to the page. Anything can post a message to a page, so a message counts only when
 * it comes from the form's own window and origin, has the right shape, and names this payment's session.
 */
export type FrameMessage =
  | { type: "ready"; height: number }
  | { type: "resize"; height: number }
  | { type: "cardAccepted" }
  | { type: "cardError"; reason: "invalid" | "form"; message: string };

type Heard = { data: unknown; origin: string; source: unknown };
type Expected = { processor: string; origin: string; sessionKey: string; window: unknown };

export function readFrameMessage(heard: Heard, expected: Expected): FrameMessage | null {
  if (heard.origin !== expected.origin || heard.source !== expected.window || !heard.source) return null;
  if (typeof heard.data !== "object" || heard.data === null) return null;
  const data = heard.data as Record<string, unknown>;
  if (data.source !== `midway-${expected.processor}` || data.sessionKey !== expected.sessionKey) return null;
  switch (data.type) {
    case "ready":
    case "resize":
      return isHeight(data.height) ? { type: data.type, height: withinBounds(data.height) } : null;
    case "cardAccepted":
      return { type: "cardAccepted" };
    case "cardError":
      if (data.reason !== "invalid" && data.reason !== "form") return null;
      return {
        type: "cardError",
        reason: data.reason,
        message: typeof data.message === "string" ? data.message : "",
      };
    default:
      return null;
  }
}

/** The frame is never smaller than its fields and never a page of its own. */
export const smallestHeight = 264;
const greatestHeight = 1200;

function isHeight(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function withinBounds(height: number): number {
  return Math.min(Math.max(Math.ceil(height), smallestHeight), greatestHeight);
}

/** Where the form is, with the look of the page; null when that is not where its messages would come from. */
export function frameAddress(iFrame: string, origin: string, theme: "light" | "dark"): string | null {
  try {
    const url = new URL(iFrame);
    if (url.origin !== origin || !/^https?:$/.test(url.protocol)) return null;
    url.searchParams.set("button", "shop");
    url.searchParams.set("theme", theme);
    return url.href;
  } catch {
    return null;
  }
}
