// Ports of this machine.
//
//   node scripts/lib/ports.mjs taken PORT [HOST]   ends with 0 if something listens there already
//   node scripts/lib/ports.mjs free COUNT          prints so many ports that are free, all different
import { createServer } from "node:net";

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
  const servers = await Promise.all(Array.from({ length: Number(argument) }, () => listen(0, host)));
  for (const server of servers) {
    console.log(server.address().port);
    server.close();
  }
} else {
  console.error("usage: ports.mjs taken PORT [HOST] | free COUNT");
  process.exitCode = 2;
}
