import type { CardForm, FormKind } from "@/api/types";
import { isOnOrigin } from "@/lib/load-script";
import { frameAddress } from "./frame-message";
import { pageTheme } from "./page-theme";

/** The form of a processor, in which the shopper enters a card for one session. */
export type ProcessorForm = { processor: string; sessionKey: string } & FormSource;

type FormSource =
  /** A page of the processor in a frame. */
  | { kind: "frame"; url: string; origin: string }
  /** A script of the processor, which shows its own elements. */
  | { kind: "script"; script: string; publicKey: string };

type Fields = Partial<CardForm>;

/**
 * The form that an answer of the API describes; null if the shop cannot show it. `again` says that the shopper has typed
 * a card before.
 */
export function processorForm(processor: string, answer: Fields, again = false): ProcessorForm | null {
  const { sessionKey } = answer;
  const source = sources[answer.formKind ?? "redirect"](answer, again);
  return source && sessionKey ? { processor, sessionKey, ...source } : null;
}

const sources: Record<FormKind, (answer: Fields, again: boolean) => FormSource | null> = {
  frame: ({ iFrame = "", iFrameOrigin = "" }, again) => {
    const url = frameAddress(iFrame, iFrameOrigin, pageTheme(), again);
    return url === null ? null : { kind: "frame", url, origin: iFrameOrigin };
  },
  script: ({ script = "", scriptOrigin = "", apiKey }) =>
    apiKey && isOnOrigin(script, scriptOrigin) ? { kind: "script", script, publicKey: apiKey } : null,
  redirect: () => null,
};
