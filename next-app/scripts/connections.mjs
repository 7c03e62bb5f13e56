// How the app's HTTP server treats its connections. The standalone server loads this file first (`assemble.mjs`). Only the
// door connects to it.
import http from "node:http";

export const timeouts = {
  /** The longest time until all headers of a request have arrived, in milliseconds. */
  headersTimeout: 20_000,
  /** How long an idle connection stays open, in milliseconds: longer than in the door, so that the door closes it. */
  keepAliveTimeout: 75_000,
  /** How often the server looks for requests over their time limit, in milliseconds. */
  connectionsCheckingInterval: 5_000,
};

const createServer = http.createServer;

http.createServer = (options, listener) =>
  keepHeadersForBody(
    closeWithoutWaiting(
      typeof options === "function"
        ? createServer(timeouts, options)
        : createServer({ ...timeouts, ...options }, listener),
    ),
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

/** Next.js sends the headers of a page just before its first part. Without this, they would be a packet of their own. */
function keepHeadersForBody(server) {
  return server.on("request", (_, response) => {
    response.flushHeaders = () => {};
  });
}
