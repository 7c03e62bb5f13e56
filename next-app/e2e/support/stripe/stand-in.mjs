/**
 * A server that stands for Stripe in tests: localstripe for the API, and a script with the part of Stripe's Payment
 * Element that the shop uses. localstripe has a script of its own, but not this element, and it has no search.
 * node stand-in.mjs LOCALSTRIPE PORT   (prints its address when it listens)
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

const [localstripe, port] = process.argv.slice(2);
const secretKey = "sk_test_journeys";

/** Calls localstripe with the parameters of a form, as the shop's server does. */
async function call(method, path, params = {}) {
  const form = new URLSearchParams(params);
  const address = `${localstripe}/v1/${path}${method === "GET" ? `?${form}` : ""}`;
  const answer = await fetch(address, {
    method,
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/x-www-form-urlencoded" },
    body: method === "GET" ? undefined : form.toString(),
  });
  return { status: answer.status, body: await answer.json() };
}

/** The answer to the browser: the intent, or what Stripe's script calls an error. */
const shown = ({ status, body }) =>
  status === 200
    ? { intent: body }
    : { error: { ...body.error, type: status === 402 ? "card_error" : "invalid_request_error" } };

function intentOf(clientSecret) {
  const [id] = clientSecret.split("_secret_");
  return { id, path: `${id.startsWith("seti_") ? "setup_intents" : "payment_intents"}/${id}` };
}

/** Stores the card, and confirms the intent with it. */
async function confirm({ clientSecret, number, month, year, code }) {
  const { id, path } = intentOf(clientSecret);
  const card = {
    "card[number]": number,
    "card[exp_month]": month,
    "card[exp_year]": year,
    "card[cvc]": code,
  };
  const method = await call("POST", "payment_methods", { type: "card", ...card });
  if (method.status !== 200) return shown(method);
  const found = await call("GET", path);
  // The bank's page was left, for example by a reload. Stripe accepts another card then, and localstripe only after this.
  if (found.body.status === "requires_action") await authenticate({ clientSecret, success: false });
  const customer = found.body.customer ?? (await call("POST", "customers")).body.id;
  // localstripe declines most test cards here, and so before the intent is charged.
  const attached = await call("POST", `payment_methods/${method.body.id}/attach`, { customer });
  if (attached.status !== 200) return shown(attached);
  if (id.startsWith("seti_")) {
    return shown(await call("POST", `${path}/confirm`, { payment_method: method.body.id }));
  }
  await call("POST", path, { payment_method: method.body.id });
  return shown(await call("POST", `${path}/confirm`));
}

/** What the cardholder answers the bank. */
async function authenticate({ clientSecret, success }) {
  const { id, path } = intentOf(clientSecret);
  if (id.startsWith("seti_")) return shown(await call("POST", `${path}/${success ? "confirm" : "cancel"}`));
  const answer = await call("POST", `${path}/_authenticate`, {
    client_secret: clientSecret,
    success: String(success),
  });
  return shown(answer);
}

/** Stripe's search for a payment by its metadata, which localstripe lacks. */
async function search(query) {
  const wanted = [...query.matchAll(/metadata\["(\w+)"\]:"([^"]*)"/g)];
  const { body } = await call("GET", "payment_intents", { limit: "100" });
  const matches = body.data.filter(({ metadata }) =>
    wanted.every(([, name, value]) => metadata[name] === value),
  );
  const data = [];
  for (const { id } of matches) {
    const whole = [
      ["expand[]", "payment_method"],
      ["expand[]", "latest_charge"],
    ];
    data.push((await call("GET", `payment_intents/${id}`, whole)).body);
  }
  return { object: "list", data, has_more: false };
}

async function read(request) {
  let text = "";
  for await (const part of request) text += part;
  return text;
}

const file = (name) => readFile(new URL(name, import.meta.url));

const pages = {
  "/js.stripe.com/v3/": ["text/javascript", "script.js"],
  "/form": ["text/html", "form.html"],
  "/bank": ["text/html", "bank.html"],
};

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://stripe.test");
  const send = (type, body, status = 200) => response.writeHead(status, { "content-type": type }).end(body);
  const sendJson = (body, status = 200) => send("application/json", JSON.stringify(body), status);
  // The script calls from the shop's page, as Stripe's does.
  response.setHeader("access-control-allow-origin", "*");
  const page = pages[pathname];
  if (page) return send(page[0], await file(page[1]));
  if (pathname === "/form/confirm") return sendJson(await confirm(JSON.parse(await read(request))));
  if (pathname === "/form/authenticate") return sendJson(await authenticate(JSON.parse(await read(request))));
  if (pathname === "/form/intent")
    return sendJson(shown(await call("GET", intentOf(searchParams.get("secret")).path)));
  if (pathname === "/v1/payment_intents/search") return sendJson(await search(searchParams.get("query")));
  const { authorization = "", "content-type": type = "" } = request.headers;
  const answer = await fetch(`${localstripe}${request.url}`, {
    method: request.method,
    headers: { authorization, "content-type": type },
    body: request.method === "GET" ? undefined : await read(request),
  });
  send("application/json", await answer.text(), answer.status);
});
server.listen(Number(port), "127.0.0.1", () => {
  process.stdout.write(`http://localhost:${server.address().port}\n`);
});
