/** The page of a sealed draw before its round, and after it while the result is late. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { publicPage, textOf } from "#app/tests/public-page.fixture.tsx";
import { demoBeacon } from "#platform/beacon/beacon.server.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { requestDraw } from "../server/drawing/request-draw.ts";
import { filledDraw } from "../server/draws.fixture.ts";

const start = new Date("2026-11-18T12:00:00Z");
let ctx: TestCtx;
beforeAll(async () => {
  const world = await testCtx();
  ctx = {
    ...world,
    beacon: demoBeacon({ secretKey: new Uint8Array(32).fill(5), genesisTime: 1_760_000_000, now: world.now }),
  };
  ctx.setNow(start);
});
afterAll(() => ctx.close());

it.each([
  ["en", "doesn’t exist yet", "was due at", "The result is late."],
  ["fr", "n’existe pas encore", "était attendu à", "Le résultat se fait attendre."],
] as const)(
  "in %s, once the round is due, the result is called late, not the beacon, and the number not missing",
  async (locale, ahead, due, late) => {
    ctx.setNow(start);
    const { id } = await filledDraw(ctx);
    await requestDraw(ctx, { kind: "command" }, { lotteryId: id });
    const read = async () => textOf((await publicPage(ctx, "/draws/:lotteryId", { address: `/draws/${id}`, locale })) ?? "");
    expect(await read()).toContain(ahead);
    ctx.setNow(new Date(start.getTime() + 3_600_000));
    const text = await read();
    expect(text).not.toContain(ahead);
    for (const sentence of [due, late]) expect(text).toContain(sentence);
  },
);
