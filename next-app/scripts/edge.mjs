// Limits and headers that the app's HTTP server applies before Next.js sees a request. The standalone server loads this
// file first (`assemble.mjs`), because Next.js creates its server with Node's defaults, which allow five minutes for a
// request.
import http from "node:http";

export const timeouts = {
  /** The longest time until all headers of a request have arrived, in milliseconds. */
  headersTimeout: 20_000,
  /**
   * The longest time until the whole request has arrived, in milliseconds: enough for the largest picture over a slow
   * connection.
   */
  requestTimeout: 90_000,
  /**
   * How long an idle connection stays open, in milliseconds. This is longer than in the reverse proxy, so that the
   * proxy closes the connection first.
   */
  keepAliveTimeout: 75_000,
  /** How often the server looks for requests over their time limit, in milliseconds. */
  connectionsCheckingInterval: 5_000,
};

const createServer = http.createServer;

http.createServer = (options, listener) =>
  closeWithoutWaiting(
    typeof options === "function"
      ? createServer(timeouts, withSecurityRules(options))
      : createServer({ ...timeouts, ...options }, listener && withSecurityRules(listener)),
  );

/**
 * Makes a closed server end as soon as it has sent its last response. Without this, Node would wait until the
 * keep-alive time is over: for connections that browsers opened in advance but have not used, and for connections that
 * receive their last response after the close.
 */
function closeWithoutWaiting(server) {
  const connections = new Set();
  let isClosed = false;
  server.on("connection", (connection) => {
    connections.add(connection);
    connection.once("close", () => connections.delete(connection));
  });
  server.on("request", (_, response) => {
    response.once("close", () => isClosed && setImmediate(() => server.closeIdleConnections()));
  });
  const close = server.close.bind(server);
  server.close = (closed) => {
    isClosed = true;
    for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
    return close(closed);
  };
  return server;
}

/**
 * Every response has nosniff, including files, which the page headers do not cover. TRACE is refused here because
 * Next.js fails on it.
 */
function withSecurityRules(listener) {
  return (request, response) => {
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (request.method !== "TRACE") return listener(request, response);
    response.writeHead(405, { Allow: "GET, HEAD, POST, OPTIONS" }).end();
  };
}
