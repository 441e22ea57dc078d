/** The erasure of a person: tickets, books and open payments. */
import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { makeLottery } from "#demo/makers.ts";
import { fillDraw } from "#demo/orders.ts";
import { seededRandom } from "#demo/random.ts";
import { PASSWORD, registered } from "#features/accounts/server/accounts.fixture.ts";
import { lockExclusions } from "#features/accounts/server/person/same-person-store.ts";
import { listContacts } from "#features/accounts/server/profile/list-contacts.ts";
import { findProfile, listPublicNames, setConsent } from "#features/accounts/server/profile/profile.ts";
import { lockAccount, writePassword } from "#features/accounts/server/sign-in/credential-store.ts";
import { forgetContacts } from "#features/draws/server/winners/forget-contacts.ts";
import { forgetMessages } from "#features/mail/server/forget-messages.ts";
import { changeSaferPlay, excludeFromPlay } from "#features/player-protection/server/change-safer-play.ts";
import { paymentsWith, type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { countWaiting, order, pay, stateOf, stockOf } from "../orders.fixture.ts";
import { lockLotteryState } from "../refunds/lottery-state-store.ts";
import { settleOrder } from "../settlement/settle-order.ts";
import { sweepOrders } from "../settlement/sweep-orders.ts";
import { deleteAccount } from "./delete-account.ts";
import { eraseUser } from "./erase-user.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const DEBIT = "4000056655665556";
const leave = { word: "DELETE", currentPassword: PASSWORD, giveUp: false };

async function player() {
  const { userId, email } = await registered(ctx, { marketing: true });
  return { id: userId, email };
}
/** A paid order. */
async function withTickets(lottery: string, quantity = 2) {
  const buyer = await player();
  const { orderId, sessionId } = await order(ctx, lottery, quantity, buyer);
  await pay(ctx, sessionId, DEBIT);
  await settleOrder(ctx, sessionId);
  expect(await stateOf(ctx, orderId)).toBe("paid");
  return { ...buyer, orderId };
}
const row = (id: string) => ctx.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const countOf = async (table: "sessions" | "credentials" | "retained_contacts", id: string) =>
  (await ctx.db.selectFrom(table).select("user_id").where("user_id", "=", id).execute()).length;
const pageState = async (sessionId: string) => (await ctx.payments.of("stripe").getPage(sessionId)).state;
const valid = async (orderId: string) =>
  (
    await ctx.db
      .selectFrom("tickets")
      .select("ticket_number")
      .where("order_id", "=", orderId)
      .where("void_at", "is", null)
      .execute()
  ).length;
const holds = async () => expect(await findBrokenInvariants(ctx)).toEqual([]);
const mailJobs = async (id: string) => {
  const { rows } = await ctx.pool.query("SELECT data FROM pgboss.job WHERE name = 'account-mail' AND data->>'about' = $1", [id]);
  return rows.map((job: { data: { message: string; to: string } }) => job.data);
};

describe("a player who deletes the account", () => {
  it("takes the lock of exclusions before the account's", async () => {
    const { userId: id } = await registered(ctx, { firstName: "Ada", lastName: "Moor" });
    await excludeFromPlay(ctx, id, "half");
    const erasing = await ctx.db.transaction().execute(async (tx) => {
      await lockExclusions(tx, "begin");
      const begun = eraseUser(ctx, id, { tickets: "keep" });
      await expect.poll(() => countWaiting(ctx)).toBe(1);
      await sql`SELECT FROM users WHERE id = ${id} FOR UPDATE NOWAIT`.execute(tx);
      return [begun] as const;
    });
    expect(await erasing[0]).toMatchObject({ ok: true });
  });

  it("gets no confirmation of an exclusion that comes after the deletion and is not stored", async () => {
    const { id } = await player();
    let excluding: Promise<unknown> | undefined;
    // Another tab with a cached session, in its own request outside the deletion's transaction.
    const inAnotherRequest = AsyncLocalStorage.snapshot();
    const exclude = () => changeSaferPlay(ctx, id, new URLSearchParams({ intent: "exclusion", length: "half", confirm: "yes" }));
    const erased = eraseUser(ctx, id, {
      tickets: "keep",
      record: async () => {
        excluding = inAnotherRequest(exclude);
        await expect.poll(() => countWaiting(ctx)).toBe(1);
      },
    });
    expect(await erased).toEqual({ ok: true });
    expect(await excluding).toEqual({ ok: false, error: "gone" });
  });

  it("is erased and signed out everywhere, with one mail to the old address", async () => {
    const { id, email } = await player();
    expect(await deleteAccount(ctx, id, leave)).toEqual({ ok: true });
    expect(await row(id)).toMatchObject({
      email: null,
      first_name: "",
      last_name: "",
      phone: null,
      birth_date: null,
      county: null,
    });
    expect([await countOf("sessions", id), await countOf("credentials", id), await countOf("retained_contacts", id)]).toEqual([
      0, 0, 0,
    ]);
    expect(await findProfile(ctx, id)).toBeUndefined();
    expect(await mailJobs(id)).toMatchObject([{ message: "account-deleted", to: email }]);
    const log = ctx.db.selectFrom("audit_log").select(["actor", "after"]).where("action", "=", "user.delete");
    expect(await log.where("subject_id", "=", id).execute()).toEqual([{ actor: "account owner", after: { erased: true } }]);
    await holds();
  });

  it.each([
    ["without the word", { word: "delete" }, "deleteConfirm"],
    ["with spaces around it", { word: " DELETE " }, "deleteConfirm"],
    ["without a password", { currentPassword: "" }, "currentPasswordRequired"],
    ["with another password", { currentPassword: "Wrong1Password" }, "currentPasswordWrong"],
  ])("is refused %s, and keeps the account", async (_case, change, error) => {
    const { id } = await player();
    expect(await deleteAccount(ctx, id, { ...leave, ...change })).toMatchObject({ ok: false, error });
    expect(await findProfile(ctx, id)).toBeDefined();
  });

  /** Locks the account until a deletion waits for it; runs `meanwhile` first. */
  async function leavingAfter(
    id: string,
    meanwhile: (tx: Tx) => Promise<unknown>,
    leaves: () => Promise<unknown> = () => deleteAccount(ctx, id, leave),
  ) {
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    const holding = ctx.db.transaction().execute(async (tx) => {
      await lockAccount(tx, id);
      hold();
      await mayGoOn;
      await meanwhile(tx);
    });
    await isHeld;
    const leaving = leaves();
    await expect.poll(() => countWaiting(ctx)).toBe(1);
    goOn();
    await holding;
    return leaving;
  }

  it("keeps the account if the password changes after it was checked", async () => {
    const { id } = await player();
    const left = await leavingAfter(id, (tx) => writePassword(tx, id, "another hash", ctx.now()));
    expect(left).toEqual({ ok: false, error: "currentPasswordWrong" });
    expect(await findProfile(ctx, id)).toBeDefined();
  });

  it("stays reachable for an entry made at the same moment", async () => {
    const [lottery, { id }] = [await makeLottery(ctx), await player()];
    const span = { from: new Date(ctx.now().getTime() - 1_000), until: ctx.now() };
    const entering = {
      lotteryId: lottery,
      unitPrice: 2999,
      sold: 2,
      ...span,
      playerIds: [id],
      luck: seededRandom(3),
      prefix: "late",
    };
    const deleted = await leavingAfter(
      id,
      (tx) => fillDraw(tx, entering),
      () => eraseUser(ctx, id, { tickets: "refund" }),
    );
    expect(deleted).toEqual({ ok: true });
    expect(await countOf("retained_contacts", id)).toBe(1);
  });

  it("is erased together with a person joined at the same moment", async () => {
    const [{ id }, post] = [await player(), await player()];
    const joining = (tx: Tx) => tx.updateTable("users").set({ email: null, joined_to: id }).where("id", "=", post.id).execute();
    expect(await leavingAfter(id, joining)).toEqual({ ok: true });
    expect([await row(id), await row(post.id)]).toMatchObject([
      { first_name: "", erased_at: expect.any(Date) },
      { first_name: "", erased_at: expect.any(Date) },
    ]);
  });

  it("is erased once by concurrent requests", async () => {
    const { id } = await player();
    const results = await Promise.all([1, 2, 3].map(() => eraseUser(ctx, id, { tickets: "keep" })));
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.error === "not_found")).toHaveLength(2);
    expect(await mailJobs(id)).toHaveLength(1);
  });

  it("has a hold made at the same moment released by the sweeper", async () => {
    const lottery = await makeLottery(ctx);
    const buyer = await player();
    expect(await deleteAccount(ctx, buyer.id, leave)).toEqual({ ok: true });
    const { orderId, sessionId } = await order(ctx, lottery, 2, buyer);
    expect([await stateOf(ctx, orderId), (await stockOf(ctx, lottery)).held]).toEqual(["awaiting_payment", 2]);
    await sweepOrders(ctx);
    expect([await stateOf(ctx, orderId), (await stockOf(ctx, lottery)).held]).toEqual(["expired", 0]);
    await expect(pay(ctx, sessionId, DEBIT)).rejects.toThrow();
    await holds();
  });

  it("keeps live tickets, and contact details for them only, until the draw is over", async () => {
    const lottery = await makeLottery(ctx);
    const { id, email, orderId } = await withTickets(lottery);
    await deleteAccount(ctx, id, leave);
    expect([await stateOf(ctx, orderId), await valid(orderId)]).toEqual(["paid", 2]);
    expect((await listContacts(ctx, [id])).get(id)).toMatchObject({ email, firstName: "Amelia", lastName: "Hart" });
    await forgetContacts(ctx);
    expect(await countOf("retained_contacts", id)).toBe(1);
    await holds();

    await ctx.db.updateTable("tickets").set({ void_at: ctx.now() }).where("order_id", "=", orderId).execute();
    await ctx.db.updateTable("lotteries").set({ tickets_sold: 0 }).where("id", "=", lottery).execute();
    await forgetContacts(ctx);
    expect(await countOf("retained_contacts", id)).toBe(0);
    expect((await listContacts(ctx, [id])).size).toBe(0);
    await holds();
  });

  it("gives up live tickets if ticked: they are on sale again, without a refund", async () => {
    const lottery = await makeLottery(ctx);
    const { id, orderId } = await withTickets(lottery, 3);
    await deleteAccount(ctx, id, { ...leave, giveUp: true });
    expect([await stateOf(ctx, orderId), await valid(orderId), await countOf("retained_contacts", id)]).toEqual(["paid", 0, 0]);
    expect(await stockOf(ctx, lottery)).toMatchObject({ sold: 0, held: 0, last: 3 });
    await holds();
  });

  it("cannot give up frozen tickets, which keep the contact details", async () => {
    const lottery = await makeLottery(ctx);
    const { id, orderId } = await withTickets(lottery);
    await ctx.db.updateTable("lotteries").set({ sales_state: "closed" }).where("id", "=", lottery).execute();
    expect(await deleteAccount(ctx, id, { ...leave, giveUp: true })).toEqual({ ok: true });
    expect([await valid(orderId), await countOf("retained_contacts", id)]).toEqual([2, 1]);
    await holds();
  });

  it("gives up a free entry without changing the stock", async () => {
    const lottery = await makeLottery(ctx);
    const { id } = await player();
    const entry = await ctx.db
      .insertInto("orders")
      .values({ kind: "free", state: "free", lottery_id: lottery, user_id: id, quantity: 1, unit_price_pence: 0, total_pence: 0 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await ctx.db
      .insertInto("tickets")
      .values({ lottery_id: lottery, ticket_number: 1, order_id: entry.id, user_id: id, tag: Buffer.alloc(16, 7) })
      .execute();
    await ctx.db.updateTable("lotteries").set({ last_ticket_number: 1 }).where("id", "=", lottery).execute();
    await deleteAccount(ctx, id, { ...leave, giveUp: true });
    expect([await stateOf(ctx, entry.id), await valid(entry.id), (await stockOf(ctx, lottery)).sold]).toEqual(["void", 0, 0]);
    await holds();
  });

  it("leaves a hash of a refusal of marketing, and of nothing else", async () => {
    const [refused, agreed] = [await player(), await player()];
    await setConsent(ctx, refused.id, { kind: "marketing", given: false, source: "profile" });
    await deleteAccount(ctx, refused.id, leave);
    await deleteAccount(ctx, agreed.id, leave);
    const { rows } = await ctx.pool.query(
      "SELECT v.email FROM unnest($1::text[]) AS v(email) JOIN mail_suppressions s ON s.email_hash = sha256(convert_to(v.email, 'UTF8'))",
      [[refused.email, agreed.email]],
    );
    expect(rows).toEqual([{ email: refused.email }]);
  });

  it("is in no list of mails an hour later", async () => {
    const { id, email } = await player();
    const mail = { message: `welcome:${id}`, user_id: id, state: "sent" } as const;
    await ctx.db
      .insertInto("mails")
      .values([
        { ...mail, recipient: email, message_id: `welcome.${id}` },
        // Its job was retried after a change of address.
        { ...mail, recipient: `new.${email}`, message_id: `welcome.${id}.new` },
      ])
      .execute();
    await deleteAccount(ctx, id, leave);
    await forgetMessages(ctx);
    const recipients = async () =>
      (await ctx.db.selectFrom("mails").select("recipient").where("user_id", "=", id).orderBy("message_id").execute()).map(
        ({ recipient }) => recipient,
      );
    expect(await recipients()).toEqual([email, `new.${email}`]);
    await ctx.db
      .updateTable("users")
      .set({ erased_at: new Date(Date.now() - 3 * 3_600_000) })
      .where("id", "=", id)
      .execute();
    expect((await findBrokenInvariants(ctx)).map((broken) => broken.id)).toEqual(["erased-is-empty"]);
    await forgetMessages(ctx);
    expect(await recipients()).toEqual([expect.stringMatching(/^erased:/), expect.stringMatching(/^erased:/)]);
    await holds();
  });

  it("stays the winner of a past draw, without a name", async () => {
    const { id } = await player();
    expect((await listPublicNames(ctx, [id])).size).toBe(1);
    await deleteAccount(ctx, id, leave);
    expect((await listPublicNames(ctx, [id])).size).toBe(0);
  });
});

describe("an administrator", () => {
  it("cannot be deleted, and nothing changes", async () => {
    const lottery = await makeLottery(ctx);
    const { id, orderId } = await withTickets(lottery);
    await ctx.db.insertInto("admin_user").values({ id }).execute();
    expect(await deleteAccount(ctx, id, { ...leave, giveUp: true })).toMatchObject({ ok: false, error: "administrator" });
    expect([await valid(orderId), await countOf("sessions", id)]).toEqual([2, 1]);
    for (const tickets of ["keep", "give_up", "refund"] as const)
      expect(await eraseUser(ctx, id, { tickets })).toEqual({ ok: false, error: "administrator" });
    await ctx.db.deleteFrom("admin_user").execute();
    await holds();
  });
});

describe("a deletion by an administrator", () => {
  it("refunds live tickets first", async () => {
    const lottery = await makeLottery(ctx);
    const { id, orderId } = await withTickets(lottery);
    expect(await eraseUser(ctx, id, { tickets: "refund" })).toEqual({ ok: true, value: undefined });
    expect([await stateOf(ctx, orderId), await valid(orderId)]).toEqual(["refund_due", 0]);
    // A buyer who is owed money gets a mail when it is on its way.
    expect(await countOf("retained_contacts", id)).toBe(1);
    await holds();
  });

  it("is refused between freeze and result", async () => {
    const lottery = await makeLottery(ctx);
    const { id, orderId } = await withTickets(lottery);
    await ctx.db.updateTable("lotteries").set({ sales_state: "closed" }).where("id", "=", lottery).execute();
    expect(await eraseUser(ctx, id, { tickets: "refund" })).toEqual({ ok: false, error: "frozen" });
    expect([await stateOf(ctx, orderId), await valid(orderId)]).toEqual(["paid", 2]);
    expect(await findProfile(ctx, id)).toBeDefined();
  });

  it("leaves the payment page of another draw open if refused", async () => {
    const lottery = await makeLottery(ctx);
    const { id, email } = await withTickets(lottery);
    const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1, { id, email });
    await ctx.db.updateTable("lotteries").set({ sales_state: "closed" }).where("id", "=", lottery).execute();
    expect(await eraseUser(ctx, id, { tickets: "refund" })).toEqual({ ok: false, error: "frozen" });
    expect([await stateOf(ctx, orderId), await pageState(sessionId)]).toEqual(["awaiting_payment", "open"]);
  });
});

describe("a deletion during a payment", () => {
  it("closes the payment page and releases its tickets", async () => {
    const lottery = await makeLottery(ctx);
    const buyer = await player();
    const { orderId, sessionId } = await order(ctx, lottery, 2, buyer);
    expect(await deleteAccount(ctx, buyer.id, leave)).toEqual({ ok: true });
    expect([await stateOf(ctx, orderId), (await stockOf(ctx, lottery)).held]).toEqual(["expired", 0]);
    expect(await pageState(sessionId)).toBe("expired");
    await holds();
  });

  it("does not deadlock with another one in the same draws while the provider is down", async () => {
    const [one, other] = [await makeLottery(ctx), await makeLottery(ctx)];
    const [first, second] = [await withTickets(one), await withTickets(other)];
    await order(ctx, other, 1, first);
    await order(ctx, one, 1, second);
    const expirePage = async () => Promise.reject(new Error("the provider is gone"));
    const without = { ...ctx, payments: paymentsWith(ctx.payments, { expirePage }) };
    let leaving: Promise<unknown> = Promise.resolve();
    await ctx.db.transaction().execute(async (tx) => {
      for (const lottery of [one, other]) await lockLotteryState(tx, lottery);
      leaving = Promise.all([first, second].map(({ id }) => eraseUser(without, id, { tickets: "give_up" })));
      await expect.poll(() => countWaiting(ctx)).toBe(2);
    });
    expect(await leaving).toEqual([{ ok: true }, { ok: true }]);
    expect([await stockOf(ctx, one), await stockOf(ctx, other)]).toMatchObject([
      { sold: 0, held: 0 },
      { sold: 0, held: 0 },
    ]);
    await holds();
  });

  it("ends in tickets or a refund, in any order", async () => {
    const lottery = await makeLottery(ctx);
    for (let round = 0; round < 6; round++) {
      const buyer = await player();
      const { orderId, sessionId } = await order(ctx, lottery, 2, buyer);
      const paid = pay(ctx, sessionId, DEBIT).then(
        () => true,
        () => false,
      );
      const [isPaid, left] = await Promise.all([
        paid,
        eraseUser(ctx, buyer.id, { tickets: "keep" }),
        paid.then(() => settleOrder(ctx, sessionId)),
      ]);
      expect(left.ok).toBe(true);
      await settleOrder(ctx, sessionId);
      const state = await stateOf(ctx, orderId);
      expect(isPaid ? ["paid", "refund_due", "refunded"] : ["expired"]).toContain(state);
      if (state === "paid") expect([await valid(orderId), await countOf("retained_contacts", buyer.id)]).toEqual([2, 1]);
    }
    await holds();
  });
});
