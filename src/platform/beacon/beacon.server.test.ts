import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Beacon, chainHash, QUICKNET, verifyBeacon } from "@concours/draw-protocol";
import { afterEach, describe, expect, it } from "vitest";
import { demoBeacon, quicknetBeacon } from "./beacon.server.ts";

const vectors = new URL("../../../packages/draw-protocol/vectors/drand-beacons.json", import.meta.url);
const { beacons } = JSON.parse(readFileSync(vectors, "utf8")) as { beacons: Beacon[] };
const [, round1000, round1001] = beacons.map(({ round, signature, randomness }) => ({ round, signature, randomness }));
if (!round1000 || !round1001) throw new Error("the published beacons are missing");

const later = () => new Date("2026-01-01T00:00:00Z");

type Answer = (reply: ServerResponse, request: IncomingMessage) => void;
const servers: Server[] = [];

/** A local relay with scripted answers. `requests` collects the requested paths. */
async function relay(answer: Answer): Promise<{ base: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, reply) => {
    requests.push(request.url ?? "");
    answer(reply, request);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { base: `http://127.0.0.1:${typeof address === "object" && address?.port}`, requests };
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const says =
  (body: unknown, status = 200): Answer =>
  (reply) =>
    reply.writeHead(status, { "content-type": "application/json" }).end(typeof body === "string" ? body : JSON.stringify(body));
const honest = says(round1000);
const hangs: Answer = () => {};
const refuses: Answer = (reply) => reply.destroy();

const source = (bases: string[], timeoutMs = 2000, now = later) => quicknetBeacon({ relays: bases, timeoutMs, now });

describe("quicknet", () => {
  it("returns a relay's round, requested by the chain's hash", async () => {
    const { base, requests } = await relay(honest);
    expect(await source([`${base}/`]).fetchRound(1000)).toEqual({ ok: true, value: round1000 });
    expect(requests).toEqual([`/${QUICKNET.hash}/public/1000`]);
  });

  it.each<[string, Answer]>([
    ["another round under this round's number", says({ ...round1001, round: 1000 })],
    ["another round openly", says(round1001)],
    ["a made-up signature", says({ ...round1000, signature: "ab".repeat(48) })],
    ["a signature that is no text", says({ round: 1000, signature: 7 })],
    ["a page instead of a round", says("<html>maintenance</html>")],
    ["null", says("null")],
    ["an error", says({ error: "down" }, 500)],
    ["another place to look", (reply) => reply.writeHead(302, { location: "/elsewhere" }).end()],
    ["nothing at all", refuses],
    [
      "half an answer",
      (reply) => void reply.writeHead(200, { "content-length": "500" }).write('{"round":1000,', () => reply.destroy()),
    ],
  ])("skips a relay that answers with %s", async (_, lie) => {
    const [bad, good] = [await relay(lie), await relay(honest)];
    expect(await source([bad.base, good.base]).fetchRound(1000)).toEqual({ ok: true, value: round1000 });
    expect(bad.requests.length).toBe(1);
    expect(await source([bad.base]).fetchRound(1000)).toEqual({ ok: false, error: "unreachable" });
  });

  it("computes the randomness from the signature and ignores the relay's value", async () => {
    const { base } = await relay(says({ ...round1000, randomness: "00".repeat(32) }));
    expect(await source([base]).fetchRound(1000)).toEqual({ ok: true, value: round1000 });
  });

  it("skips a relay that hangs before or within its answer", async () => {
    const stalls: Answer = (reply) => void reply.writeHead(200).write('{"round":1000,');
    const bases = [(await relay(hangs)).base, (await relay(stalls)).base, (await relay(honest)).base];
    const start = performance.now();
    expect(await source(bases, 150).fetchRound(1000)).toEqual({ ok: true, value: round1000 });
    expect(performance.now() - start).toBeGreaterThan(290);
  });

  it("accepts an answer within the timeout, and none after it", async () => {
    const { base } = await relay((reply) => void setTimeout(() => reply.end(JSON.stringify(round1000)), 200));
    expect(await source([base], 2000).fetchRound(1000)).toEqual({ ok: true, value: round1000 });
    expect(await source([base], 50).fetchRound(1000)).toEqual({ ok: false, error: "unreachable" });
  });

  it("skips a failed relay for a second, doubling up to a minute, until it succeeds", async () => {
    let isWell = false;
    const moody = await relay((reply, request) => (isWell ? honest : refuses)(reply, request));
    let at = later().getTime();
    const quicknet = source([moody.base], 2000, () => new Date(at));
    const asks = async (afterMs: number) => {
      at += afterMs;
      const before = moody.requests.length;
      const answer = await quicknet.fetchRound(1000);
      return answer.ok ? "round" : moody.requests.length > before ? "asked" : "left alone";
    };
    expect(await asks(0)).toBe("asked");
    const rests = [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000];
    for (const rest of rests) {
      expect(await asks(rest - 1)).toBe("left alone");
      expect(await asks(1)).toBe("asked");
    }
    isWell = true;
    expect(await asks(60_000)).toBe("round");
    isWell = false;
    expect(await asks(1)).toBe("asked");
    expect(await asks(1000)).toBe("asked");
  });

  it("uses the other relays meanwhile, and skips none that merely lacks the round", async () => {
    const [lies, behind, good] = [await relay(says(round1001)), await relay(says({}, 404)), await relay(honest)];
    const quicknet = source([lies.base, behind.base, good.base]);
    expect(await quicknet.fetchRound(1000)).toMatchObject({ ok: true });
    expect(await quicknet.fetchRound(1000)).toMatchObject({ ok: true });
    expect([lies, behind, good].map(({ requests }) => requests.length)).toEqual([1, 2, 2]);
  });

  it("stops reading an answer that has no end", async () => {
    let sent = 0;
    const endless: Answer = (reply) => {
      const more = () => {
        sent += 16_384;
        if (!reply.destroyed && sent < 1e9) reply.write(" ".repeat(16_384), () => setImmediate(more));
      };
      more();
    };
    const { base } = await relay(endless);
    expect(await source([base], 5000).fetchRound(1000)).toEqual({ ok: false, error: "unreachable" });
    expect(sent).toBeLessThan(20e6);
  });

  it.each([404, 425])("returns not_yet when a relay answers %d, unless another has the round", async (status) => {
    const missing = await relay(says({ error: "not there" }, status));
    const down = await relay(refuses);
    const good = await relay(honest);
    expect(await source([missing.base]).fetchRound(1000)).toEqual({ ok: false, error: "not_yet" });
    expect(await source([missing.base, down.base]).fetchRound(1000)).toEqual({ ok: false, error: "not_yet" });
    expect(await source([missing.base, good.base]).fetchRound(1000)).toEqual({ ok: true, value: round1000 });
  });

  it("requests no round before it is due, and requests it at its second", async () => {
    const { base, requests } = await relay(honest);
    const due = (QUICKNET.genesisTime + 999 * 3) * 1000;
    expect(await source([base], 2000, () => new Date(due - 1)).fetchRound(1000)).toEqual({ ok: false, error: "not_yet" });
    expect(requests).toEqual([]);
    expect((await source([base], 2000, () => new Date(due)).fetchRound(1000)).ok).toBe(true);
  });

  it("maps times to rounds, and refuses invalid rounds", async () => {
    const quicknet = source(["http://127.0.0.1:1"]);
    expect(quicknet.isDemo).toBe(false);
    expect(quicknet.chain).toBe(QUICKNET);
    expect(quicknet.timeOf(quicknet.roundAt(1_692_806_364))).toBe(1_692_806_364);
    await expect(quicknet.fetchRound(0)).rejects.toThrow(RangeError);
    expect(() => source([])).toThrow("relay");
  });

  it("returns the newest round of all relays, and ignores unsigned ones", async () => {
    const [lags, leads, lies] = [
      await relay(says(round1000)),
      await relay(says(round1001)),
      await relay(says({ ...round1001, round: 9_999_999 })),
    ];
    expect(await source([lags.base, lies.base, leads.base]).newestRound()).toEqual({ ok: true, value: 1001 });
    expect([lags, leads, lies].map(({ requests }) => requests)).toEqual(Array(3).fill([`/${QUICKNET.hash}/public/latest`]));
    expect(await source([lies.base, (await relay(refuses)).base]).newestRound()).toEqual({ ok: false, error: "unreachable" });
    expect(await source([(await relay(hangs)).base, lags.base], 200).newestRound()).toEqual({ ok: true, value: 1000 });
  });
});

describe("the demonstration's beacon", () => {
  const genesisTime = 1_700_000_000;
  const secretKey = new Uint8Array(32).fill(255);
  const at = (unixSeconds: number) => demoBeacon({ secretKey, genesisTime, now: () => new Date(unixSeconds * 1000) });

  it("signs the rounds that are due, every three seconds from its beginning", async () => {
    const beacon = at(genesisTime + 6);
    for (const round of [1, 2, 3]) {
      const answer = await beacon.fetchRound(round);
      expect(answer).toMatchObject({ ok: true, value: { round } });
      expect(answer.ok && verifyBeacon(beacon.chain, answer.value)).toBe(true);
    }
    expect(await beacon.fetchRound(4)).toEqual({ ok: false, error: "not_yet" });
    expect(await beacon.fetchRound(beacon.roundAt(genesisTime - 1000))).toMatchObject({ ok: true, value: { round: 1 } });
  });

  it("is the same chain after a restart, and another one with another key or genesis time", async () => {
    const { chain } = at(genesisTime);
    expect(chain).toEqual(at(genesisTime + 99).chain);
    expect(chain).toMatchObject({ periodSeconds: 3, delaySeconds: 6, genesisTime });
    expect(chain.hash).toBe(chainHash(chain));
    const others = [
      demoBeacon({ secretKey: new Uint8Array(32).fill(254), genesisTime }),
      demoBeacon({ secretKey, genesisTime: genesisTime + 3 }),
    ];
    expect(new Set([chain.hash, QUICKNET.hash, ...others.map((other) => other.chain.hash)]).size).toBe(4);
  });

  it("is marked as a demonstration, and quicknet refuses its rounds", async () => {
    const beacon = at(genesisTime);
    const answer = await beacon.fetchRound(1);
    expect(beacon.isDemo).toBe(true);
    expect(answer.ok && verifyBeacon(QUICKNET, answer.value)).toBe(false);
    expect(answer.ok).toBe(true);
  });
});
