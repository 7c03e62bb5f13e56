/**
 * The part of Stripe's script that the shop uses: a Payment Element, whose fields are in a frame of this server, and the
 * confirmation of an intent, with the bank's page above the shop's.
 */
(() => {
  const { origin } = new URL(document.currentScript.src);

  const whole = { position: "fixed", inset: "0", zIndex: "2147483647", background: "rgb(0 0 0 / 0.5)" };

  function frame(path, title, style) {
    const element = document.createElement("iframe");
    element.src = `${origin}${path}`;
    element.title = title;
    Object.assign(element.style, { border: "0", width: "100%", ...style });
    return element;
  }

  /** Waits for a message of a frame. */
  function message(from, type) {
    return new Promise((resolve) => {
      const hear = ({ data, source, origin: sender }) => {
        if (sender !== origin || source !== from.contentWindow || data.type !== type) return;
        window.removeEventListener("message", hear);
        resolve(data);
      };
      window.addEventListener("message", hear);
    });
  }

  /** Asks a frame to do something, and returns its answer. */
  async function ask(of, type, data) {
    const answered = message(of, `${type}-done`);
    of.contentWindow.postMessage({ type, ...data }, origin);
    return (await answered).answer;
  }

  class PaymentElement {
    constructor({ clientSecret, appearance }) {
      this.handlers = {};
      const theme = appearance?.theme === "night" ? "dark" : "light";
      const query = new URLSearchParams({ secret: clientSecret, theme });
      this.frame = frame(`/form?${query}`, "Secure payment input frame", { height: "240px" });
      this.hear = ({ data, source, origin: sender }) => {
        if (sender !== origin || source !== this.frame.contentWindow) return;
        if (data.type === "height") this.frame.style.height = `${data.height}px`;
        for (const handler of this.handlers[data.type] ?? []) handler();
      };
    }
    on(event, handler) {
      this.handlers[event] = [...(this.handlers[event] ?? []), handler];
    }
    mount(place) {
      window.addEventListener("message", this.hear);
      place.append(this.frame);
    }
    destroy() {
      window.removeEventListener("message", this.hear);
      this.frame.remove();
    }
    focus() {
      this.frame.focus();
      this.frame.contentWindow.postMessage({ type: "focus" }, origin);
    }
  }

  /** Shows the bank's page until the cardholder answers. */
  async function bank() {
    const above = document.createElement("div");
    Object.assign(above.style, whole);
    const page = frame("/bank", "3D Secure", { height: "100%" });
    above.append(page);
    document.body.append(above);
    const { success } = await message(page, "answered");
    above.remove();
    return success;
  }

  const unconfirmed = {
    type: "invalid_request_error",
    code: "payment_intent_authentication_failure",
    message:
      "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
  };

  async function confirm(kind, { elements, redirect, confirmParams }) {
    if (redirect !== "if_required") throw new Error("the page would be left");
    if (!confirmParams.return_url) throw new Error("return_url is missing");
    const { clientSecret, element } = elements;
    let { error, intent } = await ask(element.frame, "confirm", { clientSecret });
    if (intent?.status === "requires_action") {
      const success = await bank();
      ({ error, intent } = await ask(element.frame, "authenticate", { clientSecret, success }));
      if (!success) error = unconfirmed;
    }
    return error ? { error } : { [kind]: intent };
  }

  /** Shows the bank's page for a payment that waits for it. */
  async function handleNextAction({ clientSecret }) {
    const call = async (path, options) => (await fetch(`${origin}${path}`, options)).json();
    const { intent } = await call(`/form/intent?secret=${clientSecret}`);
    if (intent?.status !== "requires_action") return { error: { type: "invalid_request_error" } };
    const success = await bank();
    const body = JSON.stringify({ clientSecret, success });
    const answer = await call("/form/authenticate", { method: "POST", body });
    return success && answer.intent
      ? { paymentIntent: answer.intent }
      : { error: answer.error ?? unconfirmed };
  }

  window.Stripe = (publicKey) => {
    if (!publicKey.startsWith("pk_")) throw new Error("this is no publishable key");
    return {
      elements({ clientSecret, appearance }) {
        const elements = {
          clientSecret,
          create(type) {
            if (type !== "payment") throw new Error(`there is no element ${type}`);
            elements.element = new PaymentElement({ clientSecret, appearance });
            return elements.element;
          },
        };
        return elements;
      },
      confirmPayment: (options) => confirm("paymentIntent", options),
      confirmSetup: (options) => confirm("setupIntent", options),
      handleNextAction,
    };
  };
})();
