/** A mail over connections that break at each point arrives, without duplicates after an acknowledgement. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeUser } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { createMailer } from "#platform/mail/mail.server.ts";
import { type SinkFault, type SmtpSink, startSmtpSink } from "#platform/mail/smtp-sink.fixture.ts";
import { mailingTo } from "./campaigns/campaigns.fixture.ts";
import { deliverMail } from "./deliver-mail.ts";
import { text } from "./mails/mail.ts";

const TIMEOUTS = { connectMs: 5_000, silenceMs: 300, longestMs: 30_000 };
const faults = new Map<string, SinkFault>();
let ctx: TestCtx;
let mailing: TestCtx;
let sink: SmtpSink;
beforeAll(async () => {
  ctx = await testCtx();
  // Only the first attempt fails.
  sink = await startSmtpSink({ keep: true, fault: (to, n) => (n === 1 ? faults.get(to) : undefined) });
  mailing = mailingTo(ctx, sink);
});
afterAll(async () => {
  await mailing.mail.close();
  await sink.close();
  await ctx.close();
});

const write = () => ({ subject: "Your tickets", blocks: [text("137")], why: "" });

it.each([
  ["refused temporarily", "busy", 1],
  ["refused temporarily after its last byte", "full", 1],
  ["disconnected before its first byte", "closeConnection", 1],
  ["disconnected in the middle", "cut", 1],
  ["disconnected before the response", "taken, unsaid", 2],
  ["without any response", "silent", 2],
] as const)("%s, is retried by its queue with the same Message-ID, then not sent again", async (_, fault, arrived) => {
  const { id, email } = await makeUser(ctx);
  faults.set(email, fault);
  const mail = createMailer({ smtpUrl: sink.url, from: ctx.env.mailFrom, timeouts: TIMEOUTS });
  const deliver = () =>
    deliverMail({ ...mailing, mail }, { message: `order-confirmation:${id}`, to: email, userId: id, locale: "en" }, write);
  await expect(deliver()).rejects.toThrow("does not take it now");
  await deliver();
  // The queue may run a job twice.
  await deliver();
  await mail.close();

  const got = sink.mails.filter(({ to }) => to === email);
  expect(got).toHaveLength(arrived);
  const ids = new Set(got.map(({ raw }) => /^Message-ID:\s+(<[^>]+>)/im.exec(raw)?.[1]));
  expect([...ids]).toEqual([expect.stringContaining(`order-confirmation.${id}`)]);
  const rows = await ctx.db.selectFrom("mails").select("state").where("recipient", "=", email).execute();
  expect(rows).toEqual([{ state: "sent" }]);
});

it("to an invalid address is given up at once", async () => {
  const { id, email } = await makeUser(ctx);
  faults.set(email, "unknown");
  const delivery = { message: `order-confirmation:${id}`, to: email, userId: id, locale: "en" as const };
  await deliverMail(mailing, delivery, write);
  await deliverMail(mailing, delivery, write);
  expect(sink.accepted.get(email)).toBeUndefined();
  const rows = await ctx.db.selectFrom("mails").select("state").where("recipient", "=", email).execute();
  expect(rows).toEqual([{ state: "failed" }]);
});
