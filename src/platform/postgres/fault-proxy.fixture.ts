/** A TCP proxy that can cut, delay, silence or half-close connections. */
import { once } from "node:events";
import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type FaultProxy = {
  readonly port: number;
  /** Forwards everything again, held-back data first. */
  pass(): void;
  /** Breaks every connection; new ones are fine. */
  cut(): void;
  /** Breaks every connection, and each new one, until `pass`. */
  refuse(): void;
  /** Keeps connections and forwards nothing, until `pass`. */
  silence(): void;
  /**
   * Never forwards on the present connections again, as if the server's machine were lost; new ones are fine.
   */
  forget(): void;
  /** Delays everything until `pass`. */
  delay(ms: number): void;
  /** Ends the direction from the server to the client only. */
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

/** Sequential, so that chunks stay in order. */
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
