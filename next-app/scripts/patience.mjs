// How long the app's server waits for those who call it. The standalone server loads this first (`assemble.mjs`): Next makes its
// server with the defaults of Node, which give a request five minutes.
import http from "node:http";

export const patience = {
  /** From a connection's first byte to the end of the headers. */
  headersTimeout: 20_000,
  /** To the end of the body: the largest picture, over a slow line. */
  requestTimeout: 90_000,
  /** Until the next request. Longer than the proxy in front keeps a connection, so that it is the proxy that closes it. */
  keepAliveTimeout: 75_000,
  /** How often late ones are looked for. */
  connectionsCheckingInterval: 5_000,
};

const createServer = http.createServer;

http.createServer = (options, listener) =>
  typeof options === "function"
    ? createServer(patience, options)
    : createServer({ ...patience, ...options }, listener);
