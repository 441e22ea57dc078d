/** The numbers in the sidebar and the tasks of the dashboard, by role and in order of their deadlines. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { dayFrom, makeLottery } from "#demo/makers.ts";
import { filledDraw } from "#features/draws/server/draws.fixture.ts";
import { markAsComplaint } from "#features/inbox/server/answer-complaint.ts";
import { settleDispute } from "#features/orders/server/disputes/settle-dispute.ts";
import { control, order, pay } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { listPending } from "./pending.ts";

const COMMAND = { kind: "command" } as const;
let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const message = async (subject: string) => {
  const values = { name: "Zoë", email: "zoe@example.com", subject, message: "Hello", locale: "en" } as const;
  const row = await ctx.db.insertInto("contact_messages").values(values).returning("id").executeTakeFirstOrThrow();
  return row.id;
};
const tasksOf = async (role: Parameters<typeof listPending>[1]) =>
  (await listPending(ctx, role)).tasks.map(({ kind, name }) => [kind, name?.en]);

it("an empty shop has no tasks and no numbers", async () => {
  const { tasks, waiting } = await listPending(ctx, "owner");
  expect(tasks).toEqual([]);
  expect(new Set(Object.values(waiting))).toEqual(new Set([0]));
});

it("lists what has a deadline, the earliest first, and counts it for those who may see it", async () => {
  const closed = { start_date: dayFrom(ctx.now(), -60), takes_free_entries: true };
  await filledDraw(ctx, { takes_free_entries: true, title: "Overdue", ended: 40 });
  const empty = await makeLottery(ctx, { ...closed, title: "Without a ticket", end_date: dayFrom(ctx.now(), -35) });
  await makeLottery(ctx, { ...closed, title: "Awaits post", end_date: dayFrom(ctx.now(), -1) });
  await makeLottery(ctx, { title: "On sale" });
  const complaint = await message("A complaint");
  await markAsComplaint(ctx, COMMAND, complaint);
  await message("A question");
  const { sessionId } = await order(ctx, await makeLottery(ctx), 2);
  await pay(ctx, sessionId);
  await settleOrder(ctx, sessionId);
  const { id: disputeId } = (await control(ctx, `/_simulator/charges/${sessionId}/dispute`, {})) as { id: string };
  await settleDispute(ctx, disputeId, "stripe");

  const { tasks, waiting } = await listPending(ctx, "owner");
  const dues = tasks.map(({ due }) => due?.getTime() ?? 0);
  expect(dues).toEqual(dues.toSorted((a, b) => a - b));
  expect(tasks[0]).toMatchObject({ kind: "draw", name: { en: "Overdue" } });
  expect(tasks.map(({ kind }) => kind).toSorted()).toEqual(["cards", "complaint", "dispute", "draw", "empty"]);
  expect(tasks.find(({ kind }) => kind === "empty")).toMatchObject({ id: empty, name: { en: "Without a ticket" } });
  expect(tasks.find(({ kind }) => kind === "complaint")).toMatchObject({ id: complaint, detail: "acknowledge" });
  expect(waiting).toMatchObject({ messages: 2, complaints: 1, disputes: 1, cards: 1, approvals: 0 });
  expect(waiting.alerts).toBeGreaterThan(0);

  expect((await tasksOf("support")).map(([kind]) => kind)).not.toContain("refund");
  expect(await tasksOf("marketing")).toEqual([
    ["draw", "Overdue"],
    ["empty", "Without a ticket"],
  ]);
  expect((await listPending(ctx, "marketing")).waiting).toMatchObject({ messages: 0, complaints: 0, disputes: 0, cards: 0 });
  expect(await listPending(ctx, undefined)).toEqual({
    tasks: [],
    waiting: { messages: 0, alerts: 0, complaints: 0, disputes: 0, approvals: 0, cards: 0 },
  });
});
