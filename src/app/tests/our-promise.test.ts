/** The page of the code of practice: figures, and the statements that the operator confirmed. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { measureHandovers } from "#features/draws/server/winners/remind-of-handovers.ts";
import { order, pay } from "#features/orders/server/orders.fixture.ts";
import { countEntries } from "#features/orders/server/reading/read-sales.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import {
  findStatements,
  makeStatement,
  recordHelpCheck,
} from "#features/player-protection/server/code-of-practice/operator-statements.ts";
import { findGaps } from "#features/settings/admin/code-of-practice/code-of-practice-gaps.server.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { publicPage, textOf } from "./public-page.fixture.tsx";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());

it("the figures of the code of practice count paid orders, and only completed handovers", async () => {
  const player = await registered(ctx);
  const lottery = await makeLottery(ctx);
  const bought = await order(ctx, lottery, 3, { id: player.userId, email: player.email });
  const before = await countEntries(ctx);
  expect(before).toEqual({ paid: 0, free: 0, refunds: 0, refunded: 0 });
  await pay(ctx, bought.sessionId);
  await settleOrder(ctx, bought.sessionId);
  expect(await countEntries(ctx)).toEqual({ ...before, paid: 3 });
  expect(await measureHandovers(ctx)).toEqual({ days: undefined });
});

it.each([
  ["en", "We go through this list at least every six months.", "In place since 1 December 2026", "Last checked: 1 December 2026"],
  ["fr", "Nous repassons cette liste en revue au moins tous les six mois.", "depuis le 1er décembre 2026", "1er décembre 2026"],
] as const)(
  "in %s, what only the operator can know is absent until confirmed, with the date of that day",
  async (locale, ours, since, checked) => {
    await ctx.owner.query("TRUNCATE operator_statements; UPDATE shop_openings SET opened_at = '2026-11-25T09:00:00Z'");
    const look = async (path: string) =>
      textOf((await publicPage(ctx, path, { address: path, locale, cookie: undefined })) ?? "");
    const words = { en: "Two agencies sell for us.", fr: "Deux agences vendent pour nous." };
    const before = await look("/our-promise");
    for (const absent of [ours, words[locale], since]) expect(before).not.toContain(absent);
    for (const number of ["3.2", "3.5"]) expect(before).not.toContain(number);
    expect(before).toContain(ctx.messages[locale].t("promise:clauses.review.text"));
    // A clause applies since the shop's opening, if that is later.
    expect(before).toMatch(/25 (November|novembre) 2026/);
    expect(before).not.toMatch(/2[23] (November|novembre) 2026/);
    expect(await look("/safer-play")).not.toContain(checked);

    const then = { ...ctx, now: () => new Date("2026-12-01T12:00:00Z") };
    await makeStatement(then, { kind: "command" }, { key: "review", isConfirmed: true, words: undefined });
    await makeStatement(then, { kind: "command" }, { key: "partners", isConfirmed: true, words });
    await recordHelpCheck(then, { kind: "command" });
    const shown = await look("/our-promise");
    for (const there of [ours, words[locale], since]) expect(shown).toContain(there);
    expect(await look("/safer-play")).toContain(checked);
  },
);

it("a draw that supports a charity, a low price and own packs change the texts that would deny them", async () => {
  await ctx.owner.query("TRUNCATE operator_statements");
  const look = async (path: string) =>
    textOf((await publicPage(ctx, path, { address: path, locale: "en", cookie: undefined })) ?? "");
  await makeStatement(ctx, { kind: "command" }, { key: "charity", isConfirmed: true, words: undefined });
  const denial = "We don’t raise money for charity";
  expect(await look("/our-promise")).toContain(denial);
  expect(await look("/how-to-win")).not.toContain("one card brings several entries");
  expect(await look("/")).toContain("with a Bronze, Gold or Platinum pack");

  const charity = JSON.stringify({ name: "Guide Dogs", number: "209617", amount_pence: 50_000, share_points: null });
  const packs = JSON.stringify([{ quantity: 5, percent: 25 }]);
  await makeLottery(ctx, { charity, packs, price_per_ticket_pence: 40 });
  const promise = await look("/our-promise");
  expect(promise).not.toContain(denial);
  expect(promise).toContain("its page names the charity");
  const gaps = await findGaps(ctx, ctx.now(), await findStatements(ctx));
  expect(gaps).toContainEqual({ clause: "2.6", kind: "charity", count: 1 });
  expect(await look("/how-to-win")).toContain("one card brings several entries");
  expect(await look("/")).toContain("save up to 25% with a pack.");
});
