/** A draw's pages while post is awaited, and while cards that came in time wait for a second person. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { publicPage, textOf } from "#app/tests/public-page.fixture.tsx";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { Locale } from "#shared/language/locale.ts";
import { closeSales } from "../server/closing/close-sales.ts";
import { filledDraw } from "../server/draws.fixture.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
  ctx.setNow(new Date("2026-11-18T12:00:00Z"));
});
afterAll(() => ctx.close());

const reader = (locale: Locale) => async (path: string, id: string) =>
  textOf((await publicPage(ctx, path, { address: path.replace(/:\w+\??/, id), locale })) ?? "");

it.each([
  [
    "en",
    "Adding the final postal entries",
    "Once the final postal entries are on the list",
    "Checking the last cards",
    "once the last cards are checked",
  ],
  [
    "fr",
    "nous ajoutons les dernières cartes",
    "Dès que les dernières participations par courrier sont sur la liste",
    "nous vérifions les dernières cartes",
    "une fois les dernières cartes vérifiées",
  ],
] as const)("in %s, no draw is ready while cards wait to be confirmed", async (locale, opened, ready, title, stub) => {
  const read = reader(locale);
  const { id } = await filledDraw(ctx, { sold: 3 });
  await closeSales(ctx, { kind: "command" }, { lotteryId: id });
  for (const sentence of [opened, ready]) expect(await read("/draws/:lotteryId", id)).toContain(sentence);
  const proposedAt = new Date(ctx.now().getTime() - 15 * 86_400_000);
  await ctx.db
    .insertInto("proposals")
    .values({
      ...{ kind: "postal_batch", subject_id: id, payload: { batch: "x" }, reason: "cards" },
      ...{ proposed_at: proposedAt, expires_at: new Date(ctx.now().getTime() + 86_400_000) },
    })
    .execute();
  const text = await read("/draws/:lotteryId", id);
  for (const sentence of [opened, ready]) expect(text).not.toContain(sentence);
  for (const sentence of [title, stub]) expect(text).toContain(sentence);
});

it.each([
  ["en", "Postal entries count until", "Once every entry is in, we seal", "soon", "Next, we seal"],
  ["fr", "comptent jusqu’au", "nous scellons la liste", "bientôt", "Prochaine étape"],
] as const)("in %s, no early result is promised while post is awaited", async (locale, post, next, soon, seal) => {
  const read = reader(locale);
  const { id } = await filledDraw(ctx, { sold: 3, ended: 1 });
  for (const path of ["/draws/:lotteryId", "/lottery/:lotteryId?"]) {
    const text = await read(path, id);
    expect(text).toContain(post);
    for (const promised of [soon, seal]) expect(text).not.toContain(promised);
  }
  const closedDraw = await filledDraw(ctx, { sold: 3 });
  expect(await read("/lottery/:lotteryId?", closedDraw.id)).toContain(next);
});
