import { loadScript } from "@/lib/load-script";
import type { FormMessage } from "./frame-message";
import { pageTheme } from "./page-theme";

/**
 * Stripe's Payment Element (docs.stripe.com/js). The card is typed into a frame of Stripe. Only the part of Stripe's
 * script that the shop uses is typed here.
 */
type StripeError = { type: string; code?: string; message?: string; [intent: string]: unknown };
type Intent = { status: string };
type Confirmed = { error?: StripeError; paymentIntent?: Intent; setupIntent?: Intent };
type Confirm = (options: {
  elements: Elements;
  redirect: "if_required";
  confirmParams: { return_url: string; payment_method_data?: { billing_details: { name: string } } };
}) => Promise<Confirmed>;

type PaymentElement = {
  mount: (place: HTMLElement) => void;
  destroy: () => void;
  focus: () => void;
  on: (event: "ready" | "escape" | "loaderror", handler: () => void) => void;
};

type Elements = { create: (type: "payment", options: object) => PaymentElement };

type Stripe = {
  elements: (options: object) => Elements;
  confirmPayment: Confirm;
  confirmSetup: Confirm;
  handleNextAction: (options: { clientSecret: string }) => Promise<Confirmed>;
};

declare global {
  interface Window {
    /** Stripe's script defines this function. */
    Stripe?: (publicKey: string, options: object) => Stripe;
  }
}

export type StripeForm = {
  focus: () => void;
  /** Sends the card to Stripe, and shows the bank's page if it wants a confirmation. Returns what came of it. */
  confirm: (cardholderName: string) => Promise<FormMessage>;
  remove: () => void;
};

type Shown = {
  script: string;
  publicKey: string;
  /** The client secret of a PaymentIntent, or of a SetupIntent, which stores a card without a payment. */
  clientSecret: string;
  place: HTMLElement;
  onReady: () => void;
  onEscape: () => void;
  onFailed: () => void;
};

/** The one instance of this page: Stripe's script must not be loaded or started twice. */
let started: { publicKey: string; stripe: Stripe } | null = null;

async function start(script: string, publicKey: string): Promise<Stripe> {
  if (started?.publicKey === publicKey) return started.stripe;
  if (!window.Stripe) await loadScript(script);
  if (!window.Stripe) throw new Error("Stripe's script defines nothing");
  started = { publicKey, stripe: window.Stripe(publicKey, { locale: "en" }) };
  return started.stripe;
}

/** Shows the form. Throws if Stripe's script cannot be loaded. */
export async function showStripeForm(shown: Shown): Promise<StripeForm> {
  const { clientSecret, place } = shown;
  const stripe = await start(shown.script, shown.publicKey);
  const elements = stripe.elements({ clientSecret, appearance: appearance(place) });
  // Link would open a window of its own, which the page's policy separates from it.
  const element = elements.create("payment", { layout: "tabs", wallets: { link: "never" } });
  element.on("ready", shown.onReady);
  element.on("escape", shown.onEscape);
  element.on("loaderror", shown.onFailed);
  element.mount(place);
  const isSetup = clientSecret.startsWith("seti_");
  return {
    focus: () => element.focus(),
    async confirm(name) {
      const data = name ? { payment_method_data: { billing_details: { name } } } : {};
      const stop = keepUsable();
      try {
        // Stripe wants to know an address, and goes there only for other payment methods than cards.
        const { origin, pathname } = window.location;
        const confirmParams = { return_url: `${origin}${pathname}`, ...data };
        const options = { elements, redirect: "if_required", confirmParams } as const;
        return resultOf(await (isSetup ? stripe.confirmSetup(options) : stripe.confirmPayment(options)));
      } catch {
        return formFailed;
      } finally {
        stop();
      }
    },
    remove: () => element.destroy(),
  };
}

export const formFailed: FormMessage = { type: "cardError", reason: "form", message: "", field: null };

type SavedPayment = { script: string; publicKey: string; sessionKey: string };

/** Shows the page of the bank that wants a payment with a saved card confirmed. Returns what came of it. */
export async function confirmSavedCard({
  script,
  publicKey,
  sessionKey,
}: SavedPayment): Promise<FormMessage> {
  const stop = keepUsable();
  try {
    const stripe = await start(script, publicKey);
    return resultOf(await stripe.handleNextAction({ clientSecret: sessionKey }));
  } catch {
    return formFailed;
  } finally {
    stop();
  }
}

/** What the shop concludes from Stripe's answer. Only the server's look at the payment decides whether it is reserved. */
export function resultOf({ error, paymentIntent, setupIntent }: Confirmed): FormMessage {
  if (!error) return isAccepted(paymentIntent ?? setupIntent) ? { type: "cardAccepted" } : formFailed;
  const { type, code = "", message = "" } = error;
  // The form marks the fields itself.
  if (type === "validation_error") return { type: "cardError", reason: "invalid", message, field: null };
  if (type === "card_error" || code.endsWith("_authentication_failure")) return { type: "declined", message };
  // The card was accepted before, for example before the page was reloaded.
  if (isAccepted(error.payment_intent ?? error.setup_intent)) return { type: "cardAccepted" };
  return formFailed;
}

function isAccepted(intent: unknown): boolean {
  const { status } = (intent ?? {}) as Partial<Intent>;
  return status !== undefined && ["requires_capture", "processing", "succeeded"].includes(status);
}

/**
 * Lets what Stripe adds to the page, such as the bank's page, be used above an open dialog, which makes all other parts
 * of the page inert. Returns the function that ends it.
 */
function keepUsable(): () => void {
  const observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLElement)) continue;
      node.dataset.reactAriaTopLayer = "true";
      node.inert = false;
    }
  });
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}

/** The look of Stripe's fields, from the shop's own colours. */
function appearance(place: HTMLElement): object {
  const sample = document.createElement("span");
  place.append(sample);
  const colour = (name: string) => {
    sample.style.color = `var(--${name})`;
    return getComputedStyle(sample).color;
  };
  const variables = {
    colorPrimary: colour("brand"),
    colorBackground: colour("surface"),
    colorText: colour("ink"),
    colorTextSecondary: colour("ink-2"),
    colorTextPlaceholder: colour("ink-2"),
    colorDanger: colour("danger"),
    fontSizeBase: "16px",
  };
  const rules = { ".Input": { border: `1px solid ${colour("control")}` } };
  sample.remove();
  return { theme: pageTheme() === "dark" ? "night" : "stripe", variables, rules };
}
