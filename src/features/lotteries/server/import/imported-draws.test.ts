/** Imported draws: public, removable by staff with the right, and not counted in the shop's own figures. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { readTotals } from "#app/transfer/export-shop.ts";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { listProfits } from "#features/books/server/read-books.ts";
import { listPastDraws, listWins } from "#features/draws/server/reading/list-results.ts";
import { listWinners } from "#features/draws/server/winners/list-winners.ts";
import { findSpending } from "#features/orders/server/checkout/find-eligibility.ts";
import { listPurchases } from "#features/orders/server/reading/list-purchases.ts";
import { readSales } from "#features/orders/server/reading/read-sales.ts";
import { countUsers } from "#features/staff/server/users/list-users.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { countFigures } from "../list-lotteries.ts";
import {
  exportPastTickets,
  IMPORTED_PER_PAGE,
  listImportedDraws,
  listImportedOf,
  listManagedImported,
  removeImportedDraw,
} from "./imported-draws.ts";

let ctx: TestCtx;
beforeEach(async () => {
  ctx = await testCtx();
  return () => ctx.close();
});
const command = { kind: "command" } as const;

type Change = { readonly reference?: string; readonly drawn_on?: string; readonly title_fr?: string };
async function importedDraw(change: Change = {}): Promise<string> {
  const { id } = await ctx.db
    .insertInto("past_draws")
    .values({
      ...{ reference: "RH-12", platform: "RaffleHouse", title: "Mini", prize: "Red", prize_value_pence: 2_400_000 },
      ...{ tickets: 100, last_ticket: 100, closed_on: "2024-01-01", drawn_on: "2024-06-01", winning_ticket: 7 },
      ...{ winner_name: "Amelia R.", imported_at: ctx.now(), imported_from: "draws.csv", ...change },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
const ticket = (drawId: string, number: number, userId?: string) =>
  ctx.db
    .insertInto("past_tickets")
    .values({ past_draw_id: drawId, ticket_number: number, user_id: userId ?? null })
    .execute();

describe("draws of another platform", () => {
  it("are listed in pages, the latest first", async () => {
    for (let n = 0; n <= IMPORTED_PER_PAGE; n++)
      await importedDraw({ reference: `R${n}`, drawn_on: `2024-06-${String(n + 1).padStart(2, "0")}` });
    const first = await listImportedDraws(ctx, 1);
    expect([first.total, first.draws.length, first.draws[0]?.drawnOn]).toEqual([13, 12, "2024-06-13"]);
    expect((await listImportedDraws(ctx, 2)).draws.map(({ drawnOn }) => drawnOn)).toEqual(["2024-06-01"]);
  });

  it("show players their own tickets, and include them in their data export", async () => {
    const [amelia, noah] = [await makeUser(ctx), await makeUser(ctx)];
    const id = await importedDraw({ title_fr: "Mini (fr)" });
    for (const number of [9, 7]) await ticket(id, number, amelia.id);
    await ticket(id, 8, noah.id);
    expect(await listImportedOf(ctx, amelia.id)).toMatchObject([{ id, title: { en: "Mini", fr: "Mini (fr)" }, numbers: [7, 9] }]);
    const shared = { platform: "RaffleHouse", draw: "RH-12", title: "Mini", drawn_on: "2024-06-01" };
    expect(await exportPastTickets(ctx, amelia.id)).toEqual([
      { ...shared, ticket_number: 7, won: true },
      { ...shared, ticket_number: 9, won: false },
    ]);
    expect(await listImportedOf(ctx, randomUUID())).toEqual([]);
  });

  it("count in no figure, list, limit, book or invariant of the shop", async () => {
    const player = await makeUser(ctx);
    await makeLottery(ctx, { title: "Live" });
    const seen = async () => ({
      figures: await countFigures(ctx),
      totals: await ctx.db.transaction().execute(readTotals),
      sales: await readSales(ctx, command),
      profits: await listProfits(ctx, command, 1),
      past: await listPastDraws(ctx),
      winners: await listWinners(ctx, command, { page: 1 }),
      wins: await listWins(ctx, player.id),
      spent: await findSpending(ctx.db, player.id, ctx.now()),
      purchases: await listPurchases(ctx, player.id, "en"),
      users: await countUsers(ctx, command, "2000-01-01"),
      broken: await findBrokenInvariants(ctx),
    });
    const before = await seen();
    const id = await importedDraw();
    for (const number of [7, 8]) await ticket(id, number, player.id);
    expect(await seen()).toEqual(before);
  });

  it("are counted with their tickets for staff only", async () => {
    const id = await importedDraw();
    await ticket(id, 7, (await makeUser(ctx)).id);
    await ticket(id, 8);
    const listed = await listManagedImported(ctx, command, 1);
    expect(listed).toMatchObject({
      ok: true,
      value: { total: 1, draws: [{ reference: "RH-12", ticketsImported: 2, ticketsOwned: 1 }] },
    });
    const player = { kind: "admin", id: (await makeUser(ctx)).id } as const;
    expect(await listManagedImported(ctx, player, 1)).toEqual({ ok: false, error: "forbidden" });
  });

  it("are removed with their tickets by staff with the right after re-authentication, once", async () => {
    const owner = await makeUser(ctx);
    await ctx.db.insertInto("admin_user").values({ id: owner.id, role: "owner" }).execute();
    const [id, other] = [await importedDraw(), await importedDraw({ reference: "RH-13" })];
    for (const draw of [id, other]) await ticket(draw, 7);
    const actor = { kind: "admin", id: owner.id, reauthAt: ctx.now() } as const;
    const stale = { ...actor, reauthAt: new Date(ctx.now().getTime() - 3_600_000) };
    expect(await removeImportedDraw(ctx, stale, id)).toEqual({ ok: false, error: "reauth_needed" });
    const player = { ...actor, id: (await makeUser(ctx)).id };
    expect(await removeImportedDraw(ctx, player, id)).toEqual({ ok: false, error: "forbidden" });
    expect(await removeImportedDraw(ctx, actor, "7")).toEqual({ ok: false, error: "not_found" });
    expect(await removeImportedDraw(ctx, actor, id)).toEqual({ ok: true, value: undefined });
    expect(await removeImportedDraw(ctx, actor, id)).toEqual({ ok: false, error: "not_found" });
    expect((await listImportedDraws(ctx, 1)).draws.map((draw) => draw.id)).toEqual([other]);
    expect(await ctx.db.selectFrom("past_tickets").select("past_draw_id").execute()).toEqual([{ past_draw_id: other }]);
    const log = await ctx.db.selectFrom("audit_log").select(["actor_id", "action", "subject_id", "before"]).execute();
    expect(log).toEqual([
      { actor_id: owner.id, action: "past_draw.remove", subject_id: id, before: { reference: "RH-12", title: "Mini" } },
    ]);
  });
});
