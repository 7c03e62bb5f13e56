// Checks and finds ports on this machine.
//
//   node scripts/lib/ports.mjs taken PORT [HOST]   exits with 0 if the port is in use or cannot be opened
//   node scripts/lib/ports.mjs free COUNT          prints COUNT different free ports
//
// A free port is used only after the program that needs it has started. Until then, an outgoing connection could take it, so the port is
// chosen below the range from which systems assign ports to outgoing connections.
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const LOWEST = 10_000;
const BEYOND = 32_000;

const [command, argument, host = "127.0.0.1"] = process.argv.slice(2);

const listen = (port, address) =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host: address, exclusive: true }, () => resolve(server));
  });

if (command === "taken") {
  try {
    (await listen(Number(argument), host)).close();
    process.exitCode = 1;
  } catch (fault) {
    if (fault.code !== "EADDRINUSE") {
      console.error(`port ${argument} of ${host}: ${fault.message}`);
    }
  }
} else if (command === "free") {
  const servers = [];
  while (servers.length < Number(argument)) {
    const server = await listen(randomInt(LOWEST, BEYOND), host).catch((fault) => {
      if (fault.code !== "EADDRINUSE") throw fault;
    });
    if (server) servers.push(server);
  }
  for (const server of servers) {
    process.stdout.write(`${server.address().port}\n`);
    server.close();
  }
} else {
  console.error("usage: ports.mjs taken PORT [HOST] | free COUNT");
  process.exitCode = 2;
}
