// A minimal browser client on persistent connections: cookies, anti-forgery token, JSON.
import { Agent, request } from "node:http";

export const agent = new Agent({ keepAlive: true, maxSockets: 64 });

function send(url, method, headers, body) {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, agent, headers, timeout: 30_000 }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, text: Buffer.concat(parts).toString() }));
      answer.on("error", reject);
    });
    call.on("timeout", () => call.destroy(new Error(`${url}: no answer`)));
    call.on("error", reject);
    call.end(body);
  });
}

export class Shopper {
  cookies = new Map();
  /** Is told the milliseconds of each call. */
  took = () => {};

  /** `address` is the shopper's network address, for a shop that trusts this machine as a proxy. */
  constructor(api, address) {
    this.api = api;
    this.from = address ? { "x-forwarded-for": address } : {};
  }

  cookie() {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  token() {
    return this.cookies.get("XSRF-TOKEN") ?? "";
  }

  async call(method, path, body) {
    const headers = { accept: "application/json", cookie: this.cookie(), ...this.from };
    const text = body === undefined ? undefined : JSON.stringify(body);
    if (text !== undefined) {
      Object.assign(headers, { "content-type": "application/json", "content-length": Buffer.byteLength(text), "x-xsrf-token": this.token() });
    }
    const begun = performance.now();
    const answer = await send(`${this.api}/api${path}`, method, headers, text);
    this.took(performance.now() - begun);
    this.keep(answer);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return JSON.parse(answer.text);
  }

  /** Stores the cookies of an answer. */
  keep(answer) {
    for (const cookie of answer.headers["set-cookie"] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      if (/max-age=0/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  async done(path, body) {
    const answer = await this.call("POST", path, body);
    if (answer.success === false) throw new Error(`${path}: ${answer.message} ${JSON.stringify(answer.errors ?? "")}`);
    return answer;
  }

  get = (path) => this.call("GET", path);

  add = (line) => this.done("/cart/add", { items: [line], saleFlowId: 1 });

  /** Loads the HTML of a page, as a browser does. */
  async opens(path) {
    const headers = { accept: "text/html", "accept-encoding": "gzip, br", cookie: this.cookie(), "sec-fetch-dest": "document" };
    const { status } = await send(`${this.api}${path}`, "GET", headers);
    if (status !== 200) throw new Error(`${path}: ${status}`);
  }

  /** Loads the page of a waiting room in place of a page. */
  async waits(path) {
    const headers = { accept: "text/html", "accept-encoding": "gzip, br", cookie: this.cookie(), "sec-fetch-dest": "document", ...this.from };
    const answer = await send(`${this.api}${path}`, "GET", headers);
    if (answer.status !== 429) throw new Error(`${path}: ${answer.status}`);
    this.keep(answer);
  }

  /**
   * Buys what the calls in `adding` put into the cart, from the first call to the order. With the path of a product page, also loads the HTML
   * of that page, the cart, the checkout and the confirmation.
   */
  async buys(adding, productPage) {
    const opens = async (path) => productPage && this.opens(path);
    await opens(productPage);
    await this.get("/session");
    for (const added of adding) await this.done("/cart/add", added);
    await opens("/cart");
    await opens("/checkout");
    await this.paysForCart();
    await opens("/confirmation");
  }

  /** Checks out the cart, from the address to the order. */
  async paysForCart() {
    await this.done("/cart/settings", settings);
    const setup = await this.done("/payment/sandbox/setup", {});
    const card = JSON.stringify({ number: "4242424242424242", expiry: "12 / 30", code: "123" });
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(card) };
    const accepted = await send(setup.iFrame, "POST", headers, card);
    if (accepted.status !== 200) throw new Error(`the card form: ${accepted.status} ${accepted.text}`);
    const { paymentKey, sessionKey, amount } = setup;
    await this.done("/payment/sandbox/process-card", { paymentKey, sessionKey, priceOverride: amount });
    await this.done("/order/submit", { paymentKey, cardholderName: "Ada Lovelace" });
  }

  /** Begins a reservation at the first site with a pass and a child, and chooses the first park. */
  async joinsParty(pass) {
    await this.get("/session");
    const [site] = await this.get("/reservation/site");
    await this.done(`/config/web-site/${site.id}`, {});
    await this.done("/reservation/begin", guest);
    await this.done("/reservation/ticket", { barcode: pass, ticketTypeId: 1, validationData1: "12207" });
    await this.done("/reservation/ticket-finalize", { underAgeTicketCount: 1, additionalGuests: 0, entitlements: [], reservationEntitlements: [] });
    const [park] = await this.get("/reservation/property");
    await this.call("PUT", "/reservation/property", { webSitePropertyId: park.id });
  }

  async reserves(performanceId) {
    const chosen = await this.call("PUT", "/reservation/performance", { performanceId, bringAFriendDayTicketCount: 0 });
    if (!chosen.success) throw new Error(chosen.message);
    await this.done("/reservation/submit", {});
  }
}

const guest = { firstName: "Ada", lastName: "Lovelace", emailAddress: "ada@example.org", phoneNumber: "5185550123", zip: "12207" };

const settings = {
  firstName: "Ada", lastName: "Lovelace", phoneNumber: "5185550123", countryId: 80,
  address1: "12 Analytical Way", city: "Albany", stateProvinceId: 33, zipCode: "12207",
  emailAddress: "ada@example.org", deliveryMethodId: "digital", paymentMethodId: "card", acceptTerms: true,
};
