/** Mails about a draw: recipients, contents, no duplicates. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { drawnDraw } from "#features/draws/server/draws.fixture.ts";
import { findDraw } from "#features/draws/server/reading/find-draw.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import { sendDrawNews } from "./send-draw-news.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const mailsOf = async (message: string) =>
  ctx.db.selectFrom("mails").select(["user_id", "state", "message"]).where("message", "like", `${message}:%`).execute();

it("readers are split into jobs, each gets one mail, and the winner a separate one", { timeout: 60_000 }, async () => {
  const { id, playerIds } = await drawnDraw(ctx, { sold: 400, players: 30 });
  const queued: JobData["draw-news"][] = [];
  const send = async (_tx: unknown, _name: string, data: unknown) => void queued.push(data as JobData["draw-news"]);
  const noting = { ...ctx, jobs: { ...ctx.jobs, send: send as typeof ctx.jobs.send } };
  await sendDrawNews(noting, { message: "draw-result", lotteryId: id });
  const winnerId = (await findDraw(ctx, id))?.lottery.winnerId;
  const readers = queued.flatMap((job) => job.userIds ?? []);
  expect(queued.length).toBe(2);
  expect(new Set(readers).size).toBe(readers.length);
  expect([...readers, winnerId].sort()).toEqual([...playerIds].sort());

  for (const job of [...queued, ...queued]) await sendDrawNews(ctx, job);
  // As if the winner had been chosen after the jobs were created.
  await sendDrawNews(ctx, { message: "draw-result", lotteryId: id, userIds: [winnerId ?? ""] });
  await sendDrawNews(ctx, { message: "draw-winner", lotteryId: id });
  expect((await mailsOf("draw-result")).map((mail) => mail.user_id).sort()).toEqual([...readers].sort());
  expect(await mailsOf("draw-winner")).toMatchObject([{ user_id: winnerId, state: "sent" }]);
  expect((await mailsOf("draw-result")).every((mail) => mail.state === "sent")).toBe(true);
});

it("unpaid entrants of a cancelled draw get one mail, in their language; none is sent before", async () => {
  const [amelia, zoe] = [await makeUser(ctx), await makeUser(ctx, { first_name: "Zoé", locale: "fr" })];
  const lotteryId = await makeLottery(ctx);
  const news = { message: "draw-cancelled", lotteryId, userIds: [amelia.id, zoe.id] } as const;
  const read = () => sendDrawNews(ctx, { ...news, userIds: [...news.userIds] });
  await read();
  expect(await mailsOf("draw-cancelled")).toEqual([]);
  await ctx.db
    .updateTable("lotteries")
    .set({
      ...{ status: "cancelled", sales_state: "cancelled", cancel_reason: "force_majeure" },
      ...{ cancel_note: "The garage was flooded", cancel_note_fr: "Le garage a été inondé" },
    })
    .where("id", "=", lotteryId)
    .execute();
  await read();
  await read();
  expect((await mailsOf("draw-cancelled")).map((mail) => [mail.user_id, mail.state]).sort()).toEqual(
    [
      [amelia.id, "sent"],
      [zoe.id, "sent"],
    ].sort(),
  );
  const mails = (await ctx.mailbox?.list())?.mails ?? [];
  const to = (email: string) => mails.filter((mail) => mail.to.includes(email));
  expect(to(amelia.email)).toMatchObject([{ subject: "Valmont GT-10: we’ve cancelled this draw" }]);
  expect(to(zoe.email)).toMatchObject([{ subject: "Valmont GT-10\u00a0: tirage annulé" }]);
  const textOf = async (email: string) => (await ctx.mailbox?.get(to(email)[0]?.id ?? ""))?.text.replaceAll(/\s+/g, " ");
  expect(await textOf(amelia.email)).toMatch(/\(force majeure\) made the draw impossible\. The garage was flooded/);
  expect(await textOf(zoe.email)).toMatch(/Un événement de force majeure a rendu le tirage impossible\. Le garage a été inondé/);
});
