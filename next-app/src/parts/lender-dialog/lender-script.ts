import type { LenderOrder } from "@/api/types";

/** An offer shown by the lender's script, which puts the lender's page into a frame and describes the order to it. */
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
    /** The script of the sandbox lender defines this object. */
    SandboxLender?: { show: (shown: Shown) => LenderOffer };
  }
}

/** Loads a lender's script and shows its offer. Throws if it cannot be shown. */
export async function showOffer(script: string, shown: Shown): Promise<LenderOffer> {
  await load(script);
  if (!window.SandboxLender) throw new Error("the lender's script defines nothing");
  return window.SandboxLender.show(shown);
}

/** Loads the script again for each offer, because a lender at a new address has a different script. */
function load(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = address;
    element.async = true;
    // The content security policy trusts scripts that trusted scripts load. The nonce is for browsers that do not
    // support `strict-dynamic`.
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

/** Whether the script is on the lender's origin. Its frame must be on that origin too. */
export function isScriptOf(address: string, origin: string): boolean {
  try {
    const url = new URL(address);
    return url.origin === origin && /^https?:$/.test(url.protocol);
  } catch {
    return false;
  }
}
