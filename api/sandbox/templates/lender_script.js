"use strict";
// The lender's script. The shop's page loads it to show the lender's page in a frame. The frame reports events to the page by messages; see
// docs/SANDBOX.md.
(() => {
  const { origin, href } = new URL(document.currentScript.src);

  /** Shows the offer for an order inside `container`. */
  const show = ({ upCode, apiKey, order, container, theme, title }) => {
    const address = new URL(`offer/${encodeURIComponent(upCode)}`, href);
    address.searchParams.set("apiKey", apiKey);
    if (theme) address.searchParams.set("theme", theme);
    const frame = document.createElement("iframe");
    frame.title = title;
    frame.src = address.href;
    frame.referrerPolicy = "origin";
    frame.sandbox = "allow-scripts allow-same-origin allow-forms";
    const tell = (type, more) =>
      frame.contentWindow?.postMessage({ source: "midway-shop", type, upCode, ...more }, origin);
    const hear = ({ origin: from, source, data }) => {
      if (from !== origin || source !== frame.contentWindow || data?.upCode !== upCode) return;
      // The frame now listens. It reports whether there is an offer once it has the order.
      if (data.type === "READY") tell("load", { order });
    };
    window.addEventListener("message", hear);
    container.append(frame);
    return {
      frame,
      /** Requests the virtual card of the accepted offer. */
      getToken: () => tell("getToken"),
      remove: () => {
        window.removeEventListener("message", hear);
        frame.remove();
      },
    };
  };

  window.SandboxLender = Object.freeze({ show });
})();
