/** What several of the staff are told of at once: each of them gets it, and gets it once. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeUser } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { sendAlertMail, sendStaffMail } from "./send-mails.ts";

type Reader = { readonly userId: string; readonly to: string; readonly firstName: string; readonly locale: "en" };

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const about = randomUUID();
const alerts = [{ id: randomUUID(), kind: "refund_waits", facts: {} }];
it.each<[string, (reader: Reader) => Promise<void>]>([
  ["a proposal", (reader) => sendStaffMail(ctx, { message: "staff-proposal", about, kind: "lottery_cancel", ...reader })],
  ["a new role", (reader) => sendStaffMail(ctx, { message: "staff-changed", about, role: "finance", ...reader })],
  ["alerts", (reader) => sendAlertMail(ctx, { digestId: about, alerts, more: 0, ...reader })],
])("%s", async (_, tell) => {
  const people = [await makeUser(ctx), await makeUser(ctx), await makeUser(ctx)];
  const readers = people.map(({ id, email }) => ({ userId: id, to: email, firstName: "Amelia", locale: "en" as const }));
  for (const reader of readers) await tell(reader);
  // The queue may give a job out twice.
  for (const reader of readers) await tell(reader);
  const { mails } = (await ctx.mailbox?.list()) ?? { mails: [] };
  expect(readers.map(({ to }) => mails.filter((mail) => mail.to.includes(to)).length)).toEqual([1, 1, 1]);
});
