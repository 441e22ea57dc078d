/** A shop that is killed while twenty people buy, and two shops that sell the same last tickets. */
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { type ApiClient, apiClientOf, newApiClient, type Ticket } from "./api-client.fixture.ts";
import {
  expectInvariantsHold,
  makeDraw,
  makeKnown,
  payAtProvider,
  readLedger,
  sessionIdOf,
  withDatabase,
} from "./books.fixture.ts";
import { type Shop, type ShopAddress, startShop } from "./shop.fixture.ts";

const BUYERS = 20;
const EACH = 5;
/** Checking all books loads the shop more than settling does. */
const SETTLED = { timeout: 60_000, interval: 1_000 };

const running = new Set<Shop>();
const start = async (...settings: Parameters<typeof startShop>) => {
  const shop = await startShop(...settings);
  running.add(shop);
  return shop;
};
afterAll(async () => {
  for (const shop of running) {
    await shop.stop();
    await rm(shop.dataDir, { recursive: true, force: true });
  }
});

type Seen = { readonly buyer: ApiClient; readonly orderId: string; readonly sessionId: string; tickets: Ticket[] };
type Purchase = { readonly buyer: ApiClient; readonly lotteryId: string; readonly seen: Seen[]; onPaid(): void };

/** Holds, pays and polls the tickets, and reports each reply. Ends with the shop. */
async function buy(shop: ShopAddress, { buyer, lotteryId, seen, onPaid }: Purchase): Promise<void> {
  const page = await buyer.openPage(lotteryId, EACH);
  const purchase: Seen = { buyer, orderId: page.orderId, sessionId: sessionIdOf(page.url), tickets: [] };
  seen.push(purchase);
  await payAtProvider(shop, purchase.sessionId);
  onPaid();
  // A pause like the page's: twenty constant pollers would block the shop.
  for (; purchase.tickets.length === 0; await sleep(100)) purchase.tickets = await buyer.tickets(purchase.sessionId);
}

describe("a shop that is killed in the middle of 20 purchases", () => {
  /** The restarted shop is killed next. */
  let survivor: Shop | undefined;
  it.each([1, 15])("after %i of them were paid: keeps every invariant when it starts again", async (payments) => {
    const before = survivor ?? (await start());
    survivor = undefined;
    const { dataDir } = before;
    const port = Number(new URL(before.url).port);
    // Twice as many as they want: one network holds at most half of the remaining tickets.
    const draw = await makeDraw(before, { title: "A draw in troubled times", available: 2 * BUYERS * EACH });
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => newApiClient(before)));
    await makeKnown(before, buyers);

    const seen: Seen[] = [];
    let paid = 0;
    let killed: Promise<void> | undefined;
    const onPaid = () => {
      paid += 1;
      if (paid === payments) killed = before.kill();
    };
    const purchases = buyers.map((buyer) => buy(before, { buyer, lotteryId: draw.id, seen, onPaid }));
    const outcomes = await Promise.allSettled(purchases);
    await killed;
    running.delete(before);
    const cut = outcomes.filter((outcome) => outcome.status === "rejected").length;
    expect(cut, "purchases cut short by the kill").toBeGreaterThan(0);

    const after = await start({ dataDir, port });
    // Undelivered webhooks are sent again, and the sweeper finds the rest.
    await expect.poll(() => unsettled(after), SETTLED).toEqual([]);
    await expectInvariantsHold(after);

    const orders = await withDatabase(after, (db) =>
      db.selectFrom("orders").select(["id", "state"]).where("lottery_id", "=", draw.id).execute(),
    );
    const known = new Set(orders.map((order) => order.id));
    expect(
      seen.filter((purchase) => !known.has(purchase.orderId)),
      "orders that a buyer was told of and the shop forgot",
    ).toEqual([]);
    for (const { buyer, sessionId, tickets } of seen) {
      if (tickets.length > 0) expect(await apiClientOf(after, buyer).tickets(sessionId)).toEqual(tickets);
    }
    survivor = after;
  });
});

const isPaid = (session: { payment_status: string }) => session.payment_status === "paid";

/** Paid sessions with neither all their tickets nor a refund. */
async function unsettled(shop: ShopAddress): Promise<string[]> {
  const paid = (await readLedger(shop)).sessions.filter(isPaid).map((session) => session.id);
  const orders = await withDatabase(shop, (db) =>
    db
      .selectFrom("orders")
      .leftJoin("tickets", "tickets.order_id", "orders.id")
      .select(({ fn }) => [
        "orders.payment_session_id",
        "orders.state",
        "orders.quantity",
        fn.count<string>("tickets.ticket_number").as("tickets"),
      ])
      .where("orders.payment_session_id", "is not", null)
      .groupBy("orders.id")
      .execute(),
  );
  return paid.filter((id) => {
    const order = orders.find((candidate) => candidate.payment_session_id === id);
    const delivered = order?.state === "paid" && Number(order.tickets) === order.quantity;
    return !delivered && order?.state !== "refunded";
  });
}

describe("two shops on one database", () => {
  it("sell the last 20 tickets once", async () => {
    const env = { AUTH_SECRET: "one secret for both, at least 32 characters long" };
    const one = await start({ env });
    const two = await start({ env: { ...env, DATABASE_URL: one.databaseUrl } });
    const draw = await makeDraw(one, { title: "The last twenty", available: 20 });
    const buyers = await Promise.all(Array.from({ length: 40 }, () => newApiClient(one)));
    await makeKnown(one, buyers);

    const replies = await Promise.all(buyers.map((buyer, i) => apiClientOf(i % 2 === 0 ? one : two, buyer).checkout(draw.id)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(20);
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(20);

    // Each shop's buyer pays on the page that this shop opened.
    const opened = (
      await Promise.all(
        [one, two].map(async (shop) => {
          const { sessions } = await readLedger(shop);
          return sessions.filter(({ status }) => status === "open").map(({ id }) => ({ shop, id }));
        }),
      )
    ).flat();
    expect(opened).toHaveLength(20);
    await Promise.all(opened.map(({ shop, id }) => payAtProvider(shop, id)));
    const numbers = () =>
      withDatabase(one, async (db) => {
        const rows = await db
          .selectFrom("tickets")
          .select("ticket_number")
          .where("lottery_id", "=", draw.id)
          .orderBy("ticket_number")
          .execute();
        return rows.map((row) => row.ticket_number);
      });
    await expect.poll(numbers, SETTLED).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    await expectInvariantsHold(one);
  });
});
