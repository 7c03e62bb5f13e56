import type { LenderOrder } from "@/api/types";

/** The lender's script: it frames the lender's page in ours, and says what the order is. */
export type LenderOffer = { frame: HTMLIFrameElement; getToken: () => void; remove: () => void };

type Shown = {
  upCode: string;
  apiKey: string;
  order: LenderOrder;
  container: HTMLElement;
  theme: "light" | "dark";
  title: string;
};

declare global {
  interface Window {
    /** What the script of the sandbox's lender defines. */
    SandboxLender?: { show: (shown: Shown) => LenderOffer };
  }
}

/** Loads a lender's script and shows its offer; what cannot be shown is an error. */
export async function showOffer(script: string, shown: Shown): Promise<LenderOffer> {
  await load(script);
  if (!window.SandboxLender) throw new Error("the lender's script defines nothing");
  return window.SandboxLender.show(shown);
}

/** Anew for each offer: a lender that has moved has another script. */
function load(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = address;
    element.async = true;
    // The policy of the page trusts what its own scripts load; the nonce is for browsers that do not know that.
    element.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
    element.onload = () => {
      element.remove();
      resolve();
    };
    element.onerror = () => {
      element.remove();
      reject(new Error("the lender's script cannot be loaded"));
    };
    document.head.append(element);
  });
}

/** Whether that is where the lender's script is: what it frames comes from the same place. */
export function isScriptOf(address: string, origin: string): boolean {
  try {
    const url = new URL(address);
    return url.origin === origin && /^https?:$/.test(url.protocol);
  } catch {
    return false;
  }
}
