/** A draw is watched from its countdown to the winner, on a projector and on a phone. */
import { randomInt } from "node:crypto";
import { expect, inject } from "vitest";
import { makeUser } from "#demo/makers.ts";
import { fillDraw } from "#demo/orders.ts";
import { seededRandom } from "#demo/random.ts";
import { makeDraw, withDatabase } from "./books.fixture.ts";
import { WORDS } from "./buyer.fixture.ts";
import { waitForHydration } from "./hydration.fixture.ts";
import { expectAccessible, journey } from "./journey.fixture.ts";

const shop = inject("shop");

/** Sales are over, and nothing is requested yet. */
async function closedDraw(title: string): Promise<string> {
  const { id } = await makeDraw(shop, { title, available: 40 });
  await withDatabase(shop, async (db) => {
    const people = await Promise.all([1, 2, 3, 4, 5].map(() => makeUser({ db })));
    const orders = { unitPrice: 2999, sold: 30, prefix: title, quantities: [1, 2], luck: seededRandom(randomInt(2 ** 31)) };
    const days = { start_date: "2026-01-01", end_date: "2026-01-02", takes_free_entries: false, draws_by_itself: false };
    await db.updateTable("lotteries").set(days).where("id", "=", id).execute();
    const [from, until] = [new Date("2026-01-01T12:00:00Z"), new Date("2026-01-02T12:00:00Z")];
    const playerIds = people.map((person) => person.id);
    await db.transaction().execute((tx) => fillDraw(tx, { lotteryId: id, from, until, playerIds, ...orders }));
  });
  return id;
}

journey("is watched from the countdown to the winner, in two languages", async ({ visit }) => {
  const id = await closedDraw("Watched live");
  const screen = await visit({ language: "en", width: 1920, reducedMotion: false });
  const phone = await visit({ language: "fr", width: 390 });
  await Promise.all([screen, phone].map((page) => page.goto(`/draws/${id}/live`)));
  await expectAccessible(phone);
  await withDatabase(shop, (db) => db.insertInto("draw_requests").values({ lottery_id: id, asked_at: new Date() }).execute());
  const [en, fr] = [WORDS.en.live, WORDS.fr.live];
  // The demonstration's six seconds may pass before a busy machine shows them.
  const counting = screen.getByRole("timer", { name: en.stage.counting.left });
  await counting.or(screen.getByText(en.result.agrees, { exact: true })).waitFor({ timeout: 60_000 });

  await phone.getByText(fr.result.agrees, { exact: true }).waitFor();
  await screen.getByText(en.result.agrees, { exact: true }).waitFor();
  const ticket = await withDatabase(shop, (db) =>
    db
      .selectFrom("draw_picks")
      .innerJoin("lotteries", "lotteries.id", "draw_picks.lottery_id")
      .select(["ticket_number", "short_number"])
      .where("lottery_id", "=", id)
      .where("pick", "=", 0)
      .executeTakeFirstOrThrow(),
  );
  const number = `CONC-${String(ticket.short_number).padStart(4, "0")}-${String(ticket.ticket_number).padStart(6, "0")}`;
  for (const page of [screen, phone]) {
    await page.getByText(number, { exact: true }).first().waitFor();
    expect(await page.getByRole("status").filter({ hasText: number }).count()).toBe(1);
  }
  await phone.getByText(fr.reserves.show, { exact: true }).click();
  await phone.getByText(fr.reserves.text, { exact: true }).waitFor();
  await expectAccessible(phone);
  await expectAccessible(screen);

  const stalled = await visit({ language: "en" });
  await stalled.route("**/repeat-draw*.js", () => undefined);
  await stalled.goto(`/draws/${id}/live`);
  await waitForHydration(stalled);
  await stalled.getByRole("button", { name: en.result.repeat }).click();
  await stalled.getByText(en.result.failed, { exact: true }).waitFor();
});

journey("shows the published result if the script that repeats the draw does not arrive", async ({ visit }) => {
  const { lottery_id: id } = await withDatabase(shop, (db) =>
    db.selectFrom("draw_log").select("lottery_id").where("sequence", "=", 1).executeTakeFirstOrThrow(),
  );
  const { result } = WORDS.en.live;
  const page = await visit({ width: 390, tolerate: [/ERR_FAILED/, /dynamically imported module/] });
  await page.route("**/assets/repeat-draw-*.js*", (route) => route.abort());
  await page.goto(`/draws/${id}/live`);
  await page.getByText(result.ticket, { exact: true }).waitFor();
  await page.getByRole("button", { name: result.repeat, exact: true }).click();
  await page.getByText(result.failed, { exact: true }).waitFor();
  await page.unroute("**/assets/repeat-draw-*.js*");
  await page.getByRole("button", { name: result.again, exact: true }).click();
  await page.getByText(result.agrees, { exact: true }).waitFor();
});
