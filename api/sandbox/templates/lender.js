
"use strict";
(() => {
  const { upCode, parentOrigin, amount, offered } = document.body.dataset;
  const form = document.getElementById("application");
  const status = document.getElementById("status");
  const button = document.getElementById("accept");
  const failure = "The lender cannot be reached. Please try again later.";
  let order = null;
  let busy = false;

  const height = () => Math.ceil(document.body.getBoundingClientRect().height);
  const tell = (type, more) =>
    window.parent.postMessage({ source: "midway-sandbox-lender", type, upCode, ...more }, parentOrigin);

  const say = (text, failed) => {
    status.textContent = text;
    status.classList.toggle("failed", failed);
  };

  /** Ends the offer: hides the form and shows a final text. */
  const close = (text, failed) => {
    form.hidden = true;
    say(text, failed);
  };

  const call = async (path, body) => {
    const answer = await fetch(location.pathname + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`answered with ${answer.status}`);
    return answer.json();
  };

  const once = async (work) => {
    if (busy) return;
    busy = true;
    button.disabled = true;
    try {
      await work();
    } catch {
      close(failure, true);
      tell("SERVICE_UNAVAILABLE");
    } finally {
      busy = false;
      button.disabled = false;
    }
  };

  const apply = () =>
    once(async () => {
      const chosen = new FormData(form);
      const months = Number(chosen.get("months"));
      const { status } = await call("", { applicant: chosen.get("applicant"), months });
      if (status === "TOKEN_AVAILABLE") {
        close(`Approved: ${form.querySelector(`[value="${months}"]`).dataset.terms}.`, false);
        tell(status);
      } else {
        close("This application was not approved.", true);
        tell("OFFER_UNAVAILABLE");
      }
    });

  const retrieve = () =>
    once(async () => {
      const card = await call("/token", {});
      const { contact, billingAddress } = order;
      const displayName = `${contact.firstName} ${contact.lastName}`;
      tell("TOKEN_RETRIEVED", { token: { ...card, displayName, address: billingAddress } });
    });

  const load = (asked) => {
    order = asked;
    const isTheSame = Math.round(order.amount * 100) === Number(amount);
    if (!isTheSame || order.currency !== "USD" || order.locale !== "en-US") {
      close(failure, true);
      tell("SERVICE_UNAVAILABLE");
    } else if (offered !== "true") {
      close("There is no offer for this amount.", true);
      tell("OFFER_UNAVAILABLE");
    } else {
      form.hidden = false;
      tell("OFFER_AVAILABLE");
    }
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    apply();
  });
  window.addEventListener("message", (event) => {
    const { source, type, upCode: code, order: asked } = event.data ?? {};
    if (event.origin !== parentOrigin || event.source !== window.parent) return;
    if (source !== "midway-shop" || code !== upCode) return;
    if (type === "load" && order === null) load(asked);
    if (type === "getToken" && order !== null) retrieve();
  });
  new ResizeObserver(() => tell("RESIZE", { height: height() })).observe(document.body);
  tell("READY");
})();
