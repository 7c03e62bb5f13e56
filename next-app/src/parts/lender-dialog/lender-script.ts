import type { LenderOrder } from "@/api/types";
import { loadScript } from "@/lib/load-script";

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

/**
 * Loads a lender's script and shows its offer. Throws if it cannot be shown. The script is loaded again for each offer,
 * because a lender at a new address has a different script.
 */
export async function showOffer(script: string, shown: Shown): Promise<LenderOffer> {
  await loadScript(script);
  if (!window.SandboxLender) throw new Error("the lender's script defines nothing");
  return window.SandboxLender.show(shown);
}
