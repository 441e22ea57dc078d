/** A draw by quicknet's real round 1000, with relays of which one lies. */
import { readFileSync } from "node:fs";
import { type Beacon, QUICKNET, verifyDraw } from "@concours/draw-protocol";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newestAt, quicknetBeacon } from "#platform/beacon/beacon.server.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { advanceDraws } from "../closing/advance-draws.ts";
import { csvOf, filledDraw } from "../draws.fixture.ts";
import { findDraw, findProof } from "../reading/find-draw.ts";
import { requestDraw } from "./request-draw.ts";

const vectors = new URL("../../../../../packages/draw-protocol/vectors/drand-beacons.json", import.meta.url);
const { beacons } = JSON.parse(readFileSync(vectors, "utf8")) as { beacons: (Beacon & { time_unix: number })[] };
const [, thousand, next] = beacons;
if (!thousand || !next) throw new Error("the published beacons are missing");
const DUE = new Date(thousand.time_unix * 1000);

let ctx: TestCtx;
const requestedUrls: string[] = [];
beforeAll(async () => {
  const world = await testCtx();
  const answer: typeof fetch = async (address) => {
    requestedUrls.push(String(address));
    const { signature } = String(address).startsWith("https://liar.test") ? next : thousand;
    return Response.json({ round: 1000, randomness: "00".repeat(32), signature });
  };
  const relays = ["https://liar.test", "https://honest.test"];
  const beacon = quicknetBeacon({ relays, fetch: answer, now: world.now });
  // No real signature of the freeze's round is available.
  const newestRound = async () => ({ ok: true, value: newestAt(QUICKNET, world.now()) }) as const;
  ctx = { ...world, beacon: { ...beacon, newestRound } };
});
afterAll(() => ctx.close());

it("waits ten minutes for it, takes the valid signature, and proves it with drand's published key", async () => {
  ctx.setNow(new Date(DUE.getTime() - 600_000));
  const { id } = await filledDraw(ctx);
  expect(await requestDraw(ctx, { kind: "command" }, { lotteryId: id })).toMatchObject({
    value: { name: "frozen", round: 1000 },
  });
  ctx.setNow(new Date(DUE.getTime() - 1));
  await advanceDraws(ctx);
  expect(requestedUrls).toEqual([]);
  ctx.setNow(DUE);
  await advanceDraws(ctx);
  const path = `/${QUICKNET.hash}/public/1000`;
  expect(requestedUrls).toEqual([`https://liar.test${path}`, `https://honest.test${path}`]);

  const draw = await findDraw(ctx, id);
  expect(draw).toMatchObject({ isDemo: false, state: { name: "drawn" } });
  expect(draw?.result?.beacon).toEqual({ round: 1000, signature: thousand.signature, randomness: thousand.randomness });
  const proof = await findProof(ctx, id);
  // Uses only proof and list: the verifier knows drand's key itself.
  expect(proof && verifyDraw({ proof, csv: await csvOf(ctx, id) }).agrees).toBe(true);
});
