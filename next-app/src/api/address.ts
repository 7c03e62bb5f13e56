/** The API's origin, read at run time, so that one build of the app works in every deployment. */
export function apiOrigin(): string {
  return process.env.API_URL ?? "http://127.0.0.1:3000";
}

export function apiRoot(): string {
  return new URL("/api", apiOrigin()).href;
}

/** The headers of a request that calls of the API repeat. */
const repeated = ["x-midway-visitor", "x-request-id"];

/**
 * The headers by which the API knows for which visitor and request this server calls: the visitor's IP address, signed
 * by the door, so that rate limits count visitors and not this server, and the id of the request.
 */
export function forwarding(incoming: Headers): [string, string][] {
  return repeated.flatMap((name) => {
    const value = incoming.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });
}
