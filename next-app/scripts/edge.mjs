// What the app's server does before Next sees a call. The standalone server loads this first (`assemble.mjs`): Next makes its server
// with the defaults of Node, which give a request five minutes.
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
  ending(
    typeof options === "function"
      ? createServer(patience, guarded(options))
      : createServer({ ...patience, ...options }, listener && guarded(listener)),
  );

/**
 * A server that is closed finishes its answers and ends. Node would also wait for connections on which nothing was asked yet, which
 * browsers open ahead, and for those whose last answer came after the close, as long as it keeps any.
 */
function ending(server) {
  const connections = new Set();
  let ends = false;
  server.on("connection", (connection) => {
    connections.add(connection);
    connection.once("close", () => connections.delete(connection));
  });
  server.on("request", (_, response) => {
    response.once("close", () => ends && setImmediate(() => server.closeIdleConnections()));
  });
  const close = server.close.bind(server);
  server.close = (closed) => {
    ends = true;
    for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
    return close(closed);
  };
  return server;
}

/**
 * Every answer says that its type is to be believed, those for files too, which no page's headers reach. A request with TRACE cannot
 * be told to Next, which fails on it.
 */
function guarded(listener) {
  return (request, response) => {
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (request.method !== "TRACE") return listener(request, response);
    response.writeHead(405, { Allow: "GET, HEAD, POST, OPTIONS" }).end();
  };
}
