/** Ports for what tests, pictures and measurements start beside themselves. */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below what systems lend to connections that leave them (Linux: from 32,768 on): those could take a port between the look and its use. */
const FROM = 20_000;
const UNTIL = 32_768;

/** @returns a port of 127.0.0.1 that nobody had a moment ago. @throws Error when a hundred of them were taken */
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
