
"use strict";
(() => {
  const { sessionKey, parentOrigin, thisMonth, goodUntil, again } = document.body.dataset;
  const form = document.getElementById("card");
  const status = document.getElementById("status");
  const fields = ["number", "expiry", "code"].map((name) => document.getElementById(name));
  const [number, expiry, code] = fields;
  const challenge = document.getElementById("challenge");
  const testCards = document.querySelector("details");
  const failure = "An error occurred initializing your transaction. Please try again.";
  const edited = new Set();
  let busy = false;

  const tell = (type, more) =>
    window.parent.postMessage({ source: "midway-sandbox", type, sessionKey, ...more }, parentOrigin);
  const height = () => Math.ceil(document.body.getBoundingClientRect().height);
  const digitsOf = (input) => input.value.replace(/[\s/-]/g, "");

  // When the parent page moves focus into the frame, the document gets it, and typing there would be lost.
  window.addEventListener("focus", () => {
    if (document.activeElement === document.body && challenge.hidden) number.focus();
  });

  // The expiration date of the last card of this tab, for the form that follows a declined payment. Some browsers forbid
  // storage in a frame.
  const expiryKey = "midway-sandbox.expiry";
  const keepExpiry = () => {
    try {
      sessionStorage.setItem(expiryKey, expiry.value);
    } catch {}
  };
  const keptExpiry = () => {
    try {
      return sessionStorage.getItem(expiryKey) ?? "";
    } catch {
      return "";
    }
  };

  const passesLuhn = (digits) =>
    [...digits].reverse().reduce((sum, digit, place) => {
      const value = digit * (1 + (place % 2));
      return sum + (value > 9 ? value - 9 : value);
    }, 0) % 10 === 0;

  // The digits in groups, as they are printed on cards. Text that is not a number stays as it was typed.
  const grouped = (text) => {
    const digits = text.replace(/[\s-]/g, "");
    if (!/^\d*$/.test(digits)) return text;
    const shape = /^3[47]/.test(digits) ? /^(\d{0,4})(\d{0,6})(\d*)$/ : /^(\d{0,4})(\d{0,4})(\d{0,4})(\d{0,4})(\d*)$/;
    return shape.exec(digits).slice(1).filter(Boolean).join(" ");
  };

  // Groups the number while it is typed. The caret stays after the same digit.
  const groupNumber = () => {
    const text = grouped(number.value);
    if (text === number.value) return;
    let digitsBefore = number.value.slice(0, number.selectionStart).replace(/\D/g, "").length;
    let caret = 0;
    while (digitsBefore > 0) if (/\d/.test(text[caret++])) digitsBefore--;
    number.value = text;
    number.setSelectionRange(caret, caret);
  };

  // Checks that need no server. The server makes the final decision on every field.
  const faults = {
    number() {
      const digits = digitsOf(number);
      if (digits === "") return "Enter the card number";
      return /^\d{12,19}$/.test(digits) && passesLuhn(digits) ? "" : "Check the card number";
    },
    expiry() {
      const match = /^(0[1-9]|1[0-2])(?:20)?(\d\d)$/.exec(digitsOf(expiry));
      if (!match) return "Enter the expiration date as month and year, like 04 / 30";
      return `20${match[2]}${match[1]}` < thisMonth ? "The card has expired" : "";
    },
    code() {
      if (/^3[47]/.test(digitsOf(number))) {
        return /^\d{4}$/.test(code.value.trim()) ? "" : "Enter the 4 digits on the front of the card";
      }
      return /^\d{3}$/.test(code.value.trim()) ? "" : "Enter the 3 digits on the back of the card";
    },
  };

  const mark = (input, fault) => {
    document.getElementById(`${input.id}-error`).textContent = fault;
    if (fault) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  };

  const clear = () => fields.forEach((input) => mark(input, ""));

  const say = (text, failed) => {
    status.textContent = text;
    status.classList.toggle("failed", failed);
  };

  const refuse = (errors, message) => {
    for (const input of fields) mark(input, errors[input.id] ?? "");
    const first = fields.find((input) => errors[input.id]);
    first?.focus();
    // Focus does not scroll the page around the form to a field that has the focus already.
    const shown = first?.closest(".field").getBoundingClientRect();
    tell("cardError", { reason: "invalid", message, field: shown && { top: shown.top, height: shown.height } });
  };

  const fail = (message) => {
    say(message, true);
    tell("cardError", { reason: "form", message });
  };

  const accept = (maskedCardNumber, cardBrand) => {
    say(`${cardBrand} ending in ${maskedCardNumber.slice(-4)} is ready`, false);
    tell("cardAccepted", { maskedCardNumber, cardBrand });
  };

  // The step in which the card's bank asks the shopper to confirm the payment. The shop waits for it as for an
  // unfinished card.
  const showChallenge = (shown) => {
    challenge.hidden = !shown;
    form.hidden = testCards.hidden = shown;
  };

  const ask = (card) => {
    document.getElementById("challenge-card").textContent = card;
    showChallenge(true);
    document.getElementById("challenge-title").focus();
    tell("challenge");
  };

  const endChallenge = async (result) => {
    if (busy) return;
    busy = true;
    challenge.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(`${location.pathname}/challenge`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ result }),
      });
      const { maskedCardNumber, cardBrand, message } = await answer.json();
      showChallenge(false);
      if (answer.ok) return accept(maskedCardNumber, cardBrand);
      const told = result === "abandoned" ? "" : (message ?? failure);
      say(told, true);
      number.focus();
      tell("cardError", { reason: "invalid", message: told });
    } catch {
      showChallenge(false);
      fail(failure);
    } finally {
      busy = false;
      challenge.removeAttribute("aria-busy");
    }
  };

  const send = async () => {
    if (busy) return;
    say("", false);
    edited.clear();
    const errors = Object.fromEntries(fields.map((input) => [input.id, faults[input.id]()]));
    if (fields.some((input) => errors[input.id])) return refuse(errors, "Check the card details");
    busy = true;
    form.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(location.pathname, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ number: number.value, expiry: expiry.value, code: code.value }),
      });
      const { maskedCardNumber, cardBrand, challenge: asked, errors, message } = await answer.json();
      if (answer.ok) {
        clear();
        keepExpiry();
        if (asked) ask(`${cardBrand} ending in ${maskedCardNumber.slice(-4)}`);
        else accept(maskedCardNumber, cardBrand);
      } else if (answer.status === 422 && errors) refuse(errors, message);
      else fail(message ?? failure);
    } catch {
      fail(failure);
    } finally {
      busy = false;
      form.removeAttribute("aria-busy");
    }
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  for (const input of fields) {
    input.addEventListener("input", () => {
      edited.add(input);
      if (input === number) groupNumber();
      say("", false);
      if (input.hasAttribute("aria-invalid") && !faults[input.id]()) mark(input, "");
    });
    input.addEventListener("blur", () => {
      if (input === expiry) expiry.value = expiry.value.replace(/^\s*(\d\d)\s*\/?\s*(?:20)?(\d\d)\s*$/, "$1 / $2");
      // An error from the server stays visible until the field is edited.
      if (edited.has(input)) mark(input, faults[input.id]());
    });
  }
  // The page around the form closes its dialog; a key that is pressed in a frame never reaches it.
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape") tell("escape");
  });
  challenge.addEventListener("click", (event) => {
    const chosen = event.target.closest("button");
    if (chosen) endChallenge(chosen.dataset.result);
  });
  document.getElementById("test-cards").addEventListener("click", (event) => {
    const chosen = event.target.closest("button");
    if (!chosen) return;
    number.value = chosen.dataset.number;
    expiry.value = goodUntil;
    code.value = chosen.dataset.code;
    clear();
    number.focus();
  });
  window.addEventListener("message", (event) => {
    const { source, type, sessionKey: session } = event.data ?? {};
    if (event.origin !== parentOrigin || event.source !== window.parent) return;
    if (source === "midway-shop" && type === "submit" && session === sessionKey && challenge.hidden) send();
  });
  if (again === "true") expiry.value = keptExpiry();
  new ResizeObserver(() => tell("resize", { height: height() })).observe(document.body);
  tell("ready", { height: height() });
})();
