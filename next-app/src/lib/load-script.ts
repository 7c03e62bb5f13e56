/** Loads and runs a script of another origin. Throws if it cannot be loaded. */
export function loadScript(address: string): Promise<void> {
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
      reject(new Error(`the script ${address} cannot be loaded`));
    };
    document.head.append(element);
  });
}

/** Whether an address is on this origin, and neither a `javascript:` nor a `data:` URL. */
export function isOnOrigin(address: string, origin: string): boolean {
  try {
    const url = new URL(address);
    return url.origin === origin && /^https?:$/.test(url.protocol);
  } catch {
    return false;
  }
}
