/** Past draws: selection, order and names. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { finishDraw } from "#demo/finish-draw.ts";
import { dayFrom, makeLottery, makeUser } from "#demo/makers.ts";
import { fillDraw } from "#demo/orders.ts";
import { seededRandom } from "#demo/random.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { pastDraw } from "../../rules/past-draw.ts";
import { listPastDraws } from "./list-results.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
  // Far from midnight, because days are compared.
  const noon = new Date();
  noon.setUTCHours(12, 0, 0, 0);
  ctx.setNow(noon);
});
afterAll(() => ctx.close());

/** A draw won by its only player. It ended `ended` days ago and was drawn a week later. */
async function wonDraw(title: string, ended: number, playerId: string): Promise<string> {
  const [from, until] = [-ended - 20, -ended - 1].map((days) => new Date(ctx.now().getTime() + days * 86_400_000));
  const id = await makeLottery(ctx, {
    title,
    title_fr: `${title} (fr)`,
    start_date: dayFrom(ctx.now(), -ended - 30),
    end_date: dayFrom(ctx.now(), -ended),
  });
  const prefix = `past-${ended}`;
  await ctx.db.transaction().execute(async (tx) => {
    await fillDraw(tx, {
      lotteryId: id,
      unitPrice: 2999,
      sold: 20,
      from: from ?? ctx.now(),
      until: until ?? ctx.now(),
      playerIds: [playerId],
      luck: seededRandom(ended),
      prefix,
    });
    await finishDraw(ctx, tx, id, new Date(ctx.now().getTime() - (ended - 7) * 86_400_000));
  });
  return id;
}

describe("past draws", () => {
  it("are those with a winner, newest end first, with public names", async () => {
    const amelia = await makeUser(ctx, { first_name: "Amelia", last_name: "Reed", county: "Kent" });
    const noah = await makeUser(ctx, { first_name: "Noah", last_name: "Hale", full_name_public: true });
    const gone = await makeUser(ctx, { first_name: "Ivy", last_name: "Marsh" });
    await wonDraw("Oldest", 60, noah.id);
    await wonDraw("Newest", 20, amelia.id);
    await wonDraw("Middle", 40, gone.id);
    await ctx.db
      .updateTable("users")
      .set({ first_name: "", last_name: "", email: null, phone: null, birth_date: null, county: null, erased_at: ctx.now() })
      .where("id", "=", gone.id)
      .execute();
    await makeLottery(ctx, { title: "Live" });
    await makeLottery(ctx, {
      title: "Nobody entered",
      status: "completed",
      start_date: dayFrom(ctx.now(), -9),
      end_date: dayFrom(ctx.now(), -2),
    });

    const shown = (await listPastDraws(ctx)).map((result) => pastDraw(result, "en"));
    expect(shown.map(({ title, winnerName }) => [title, winnerName])).toEqual([
      ["Newest", "Amelia R., Kent"],
      ["Middle", undefined],
      ["Oldest", "Noah Hale"],
    ]);
    expect(JSON.stringify(shown)).not.toContain("Reed");

    const [latest, ...more] = await listPastDraws(ctx, 1);
    expect(more).toEqual([]);
    expect(latest && pastDraw(latest, "fr").title).toBe("Newest (fr)");
  });

  it("show the day of the draw, not the end of sales", async () => {
    const [latest] = await listPastDraws(ctx, 1);
    const drawnOn = latest && pastDraw(latest, "en").drawnOn;
    expect(drawnOn).toBe(dayFrom(ctx.now(), -13));
  });
});
