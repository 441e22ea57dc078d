/**
 * Finds free ports, below the range of ephemeral ports (Linux: from 32,768), which outgoing connections
 * could take in between.
 */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the range of ephemeral ports (Linux: from 32,768), which outgoing connections could take meanwhile.
 */
const FROM = 20_000;
const UNTIL = 32_768;

/** @returns a port of 127.0.0.1 that was free. @throws Error after a hundred taken ones */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(FROM, UNTIL);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
  throw new Error("There is no free port");
}
