/** A wire between two programs that can be cut, slowed, silenced or half closed: what networks do to a shop and its services. */
import { once } from "node:events";
import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type FaultProxy = {
  readonly port: number;
  /** Lets everything pass again, what was held back first. */
  pass(): void;
  /** Breaks every connection; new ones are fine. */
  cut(): void;
  /** Breaks every connection, and each new one, until `pass`. */
  refuse(): void;
  /** Keeps connections and carries nothing, until `pass`. */
  silence(): void;
  /** Keeps the connections that there are and never carries anything over them again, as if the far machine were gone; new ones are fine. */
  forget(): void;
  /** Carries everything so much later, until `pass`. */
  delay(ms: number): void;
  /** Ends the direction from the server to its caller, who may go on talking to nobody. */
  halfClose(): void;
  close(): Promise<void>;
};

type Mode = { readonly kind: "pass" | "refuse" | "silence" } | { readonly kind: "delay"; readonly ms: number };
type Pair = { readonly caller: Socket; readonly server: Socket; forgotten: boolean };

const LOOK_MS = 20;

/** @param target where the real service listens: a port of this machine, or a socket's path */
export async function startFaultProxy(target: NetConnectOpts): Promise<FaultProxy> {
  let mode: Mode = { kind: "pass" };
  const pairs = new Set<Pair>();
  const door = createServer({ allowHalfOpen: true }, (caller) => {
    caller.on("error", () => undefined);
    if (mode.kind === "refuse") return caller.resetAndDestroy();
    const server = connect({ ...target, allowHalfOpen: true });
    server.on("error", () => caller.destroy());
    const pair: Pair = { caller, server, forgotten: false };
    pairs.add(pair);
    caller.once("close", () => {
      pairs.delete(pair);
      server.destroy();
    });
    server.once("close", () => caller.destroy());
    const modeOf = (): Mode => (pair.forgotten ? { kind: "silence" } : mode);
    carry(caller, server, modeOf);
    carry(server, caller, modeOf);
  });
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  const address = door.address();
  if (address === null || typeof address === "string") throw new Error("A proxy has a port");
  const cut = () => {
    for (const { caller } of pairs) caller.resetAndDestroy();
  };
  const turn = (next: Mode) => {
    mode = next;
  };
  return {
    port: address.port,
    pass: () => turn({ kind: "pass" }),
    cut,
    refuse() {
      turn({ kind: "refuse" });
      cut();
    },
    silence: () => turn({ kind: "silence" }),
    forget() {
      for (const pair of pairs) pair.forgotten = true;
    },
    delay: (ms) => turn({ kind: "delay", ms }),
    halfClose() {
      for (const { caller } of pairs) caller.end();
    },
    async close() {
      cut();
      door.close();
      await once(door, "close");
    },
  };
}

/** One piece after the other, so that none overtakes another. */
function carry(from: Socket, to: Socket, mode: () => Mode): void {
  let last = Promise.resolve();
  const inTurn = (act: () => void) => {
    last = last.then(async () => {
      const now = mode();
      if (now.kind === "delay") await sleep(now.ms);
      while (mode().kind === "silence" && !to.destroyed) await sleep(LOOK_MS);
      if (!to.destroyed && !to.writableEnded) act();
    });
  };
  from.on("data", (piece) => inTurn(() => to.write(piece)));
  from.once("end", () => inTurn(() => to.end()));
}
