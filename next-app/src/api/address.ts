/** The API's origin, read at run time, so that one build of the app works in every deployment. */
export function apiOrigin(): string {
  return process.env.API_URL ?? "http://127.0.0.1:8080";
}

export function apiRoot(): string {
  return new URL("/api", apiOrigin()).href;
}

/**
 * The headers that forward the visitor's IP address, so that rate limits count visitors and not this server. The API
 * trusts the address only with the shared secret, so without a secret nothing is returned. The proxy in front of the
 * app must overwrite the incoming header.
 */
export function forwarding(incoming: Headers): [string, string][] {
  const secret = process.env.FORWARD_SECRET;
  const address = incoming.get("x-forwarded-for");
  if (!secret || !address) return [];
  return [
    ["x-forwarded-for", address],
    ["x-midway-forwarded", secret],
  ];
}
