/** Campaigns from the selection of recipients to the report. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import type { MailTopic } from "#features/accounts/rules/mail-refusal.ts";
import { erasePerson } from "#features/accounts/server/profile/erase-person.ts";
import { chooseMail, suppressAddress } from "#features/accounts/server/profile/mail-choices.ts";
import { pausePlay } from "#features/player-protection/server/change-safer-play.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { type SinkFault, type SmtpSink, startSmtpSink } from "#platform/mail/smtp-sink.fixture.ts";
import { isUuid } from "#shared/ids.ts";
import type { DeliveryState } from "../../rules/campaign.ts";
import { reserveRate } from "../delivery-store.ts";
import type { Draft } from "./campaign-draft.ts";
import { draftFor, mailingTo, makeAdmin, makeCrowd, plainLetters } from "./campaigns.fixture.ts";
import { controlCampaign, processCampaigns, settleUnknown } from "./control-campaign.ts";
import { createCampaign, type NewCampaign } from "./create-campaign.ts";
import { deliverCampaign } from "./deliver-campaign.ts";
import { findCampaign, listCampaigns, listDeliveries } from "./list-campaigns.ts";
import { countRecipients, listRecipients, type Recipients } from "./list-recipients.ts";
import { previewCampaign, sendCampaignTest } from "./preview-campaign.ts";

const NOW = new Date("2026-11-10T12:00:00Z");
const ALL: Recipients = { kind: "all" };
const minutes = (n: number) => new Date(NOW.getTime() + n * 60_000);

let ctx: TestCtx;
let mailing: TestCtx;
let sink: SmtpSink;
let lottery: string;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let faults: Map<string, SinkFault>;

beforeAll(async () => {
  ctx = await testCtx({ MAILS_PER_SECOND: "10000" });
  ctx.setNow(NOW);
  sink = await startSmtpSink({ keep: true, fault: (to) => faults.get(to) });
  mailing = mailingTo(ctx, sink);
  lottery = await makeLottery(ctx);
});
afterAll(async () => {
  await mailing.mail.close();
  await sink.close();
  await ctx.close();
});
beforeEach(async () => {
  ctx.setNow(NOW);
  faults = new Map();
  sink.accepted.clear();
  sink.mails.length = 0;
  await ctx.owner.query("TRUNCATE mails, campaigns, mail_suppressions, mail_refused_topics, player_limits, rate_limits CASCADE");
  await ctx.pool.query("UPDATE users SET marketing_opt_in = false");
  await ctx.pool.query("UPDATE mail_pace SET free_at = '2026-01-01'");
  admin = await makeAdmin(ctx);
});

const reader = (change: Parameters<typeof makeUser>[1] = {}) => makeUser(ctx, { marketing_opt_in: true, ...change });

async function make(change: Partial<NewCampaign> = {}): Promise<string> {
  const made = await createCampaign(ctx, admin.actor, { ...draftFor(lottery), recipients: ALL, ...change });
  if (!made.ok) throw new Error(made.error);
  return made.value.id;
}
async function begin(change: Partial<NewCampaign> = {}): Promise<string> {
  const id = await make(change);
  expect(await controlCampaign(ctx, admin.actor, id, "start")).toEqual({ ok: true, value: undefined });
  return id;
}
const deliver = (id: string) => deliverCampaign(mailing, id, plainLetters);
async function campaignOf(id: string) {
  const found = await findCampaign(ctx, admin.actor, id);
  if (!found.ok) throw new Error(found.error);
  return found.value;
}
async function reasons(id: string, state: DeliveryState) {
  const found = await listDeliveries(ctx, admin.actor, id, { state, page: 1 });
  return found.ok ? found.value.rows.map(({ email, reason }) => [email, reason]) : found.error;
}

async function heldAlerts(id: string): Promise<number> {
  const open = await ctx.pool.query(
    "SELECT FROM alerts WHERE kind = 'campaign_held' AND subject_id = $1 AND handled_at IS NULL",
    [id],
  );
  return open.rowCount ?? 0;
}

describe("permissions", () => {
  it("are for administrators only", async () => {
    const player = await reader();
    const actor = { kind: "admin", id: player.id } as const;
    const draft = draftFor(lottery);
    const id = await make();
    const refused = { ok: false, error: "forbidden" };
    expect(await createCampaign(ctx, actor, { ...draft, recipients: ALL })).toEqual(refused);
    expect(await previewCampaign(ctx, actor, draft)).toEqual(refused);
    expect(await sendCampaignTest(ctx, actor, draft)).toEqual(refused);
    expect(await listRecipients(ctx, actor, { q: "", template: draft.template, page: 1 })).toEqual(refused);
    expect(await countRecipients(ctx, actor, { recipients: ALL, template: draft.template })).toEqual(refused);
    expect(await listCampaigns(ctx, actor, { page: 1 })).toEqual(refused);
    expect(await findCampaign(ctx, actor, id)).toEqual(refused);
    expect(await listDeliveries(ctx, actor, id, { state: "unknown", page: 1 })).toEqual(refused);
    expect(await controlCampaign(ctx, actor, id, "start")).toEqual(refused);
    expect(await settleUnknown(ctx, actor, id, { mailId: "all", decision: "leave" })).toEqual(refused);
    expect((await campaignOf(id)).state).toBe("draft");
  });
});

describe("the recipients", () => {
  it("are listed, with the reason if they may not be written to", async () => {
    const may = await reader({ first_name: "Zoé", last_name: "Martin" });
    const erased = await reader();
    await ctx.db.transaction().execute((tx) => erasePerson(ctx, tx, erased.id, { retainContact: false }));
    const others = {
      noConsent: await makeUser(ctx),
      notVerified: await reader({ email_verified: false }),
      suppressed: await reader(),
      topicRefused: await reader(),
      resting: await reader(),
    };
    await suppressAddress(ctx, others.suppressed.email.toUpperCase(), "bounced");
    await chooseMail(ctx, others.topicRefused.id, ["weekly", "offers"], "test");
    await pausePlay(ctx, others.resting.id, "week");
    const wanted = { q: "@concours.test", template: "lottery-launch", page: 1 };
    const page = async (change = {}) => {
      const found = await listRecipients(ctx, admin.actor, { ...wanted, ...change });
      if (!found.ok) throw new Error(found.error);
      return found.value;
    };
    const shown = new Map((await page()).rows.map(({ id, refusal }) => [id, refusal]));
    for (const [refusal, { id }] of Object.entries(others)) expect([refusal, shown.get(id)]).toEqual([refusal, refusal]);
    expect([shown.has(may.id), shown.get(may.id), shown.has(erased.id)]).toEqual([true, undefined, false]);
    expect((await page()).reachable).toBe(1);
    // Another topic has separate consent.
    expect((await page({ template: "weekly-update" })).reachable).toBe(2);
    expect((await page({ q: "zoé mart" })).rows.map(({ id }) => id)).toEqual([may.id]);
    expect((await page({ q: "%" })).rows).toEqual([]);

    const named: Recipients = { kind: "some", ids: [may.id, may.id, erased.id, others.resting.id, "nobody", "' OR 1=1"] };
    const counted = await countRecipients(ctx, admin.actor, { recipients: named, template: "lottery-launch" });
    expect(counted).toEqual({ ok: true, value: { reachable: 1, refused: 2 } });
  });

  it("in a pause are not shown as such to staff who only send advertising", async () => {
    const resting = await reader({ email: "resting@example.com", first_name: "Resta" });
    const id = await begin();
    await pausePlay(ctx, resting.id, "week");
    await deliver(id);
    const marketer = await makeUser(ctx);
    await ctx.db.insertInto("admin_user").values({ id: marketer.id, role: "marketing" }).execute();
    const reasonsFor = async (actor: Actor) => {
      const listed = await listRecipients(ctx, actor, { q: "Resta", template: "lottery-launch", page: 1 });
      const sent = await listDeliveries(ctx, actor, id, { state: "suppressed", page: 1 });
      return [listed.ok && listed.value.rows[0]?.refusal, sent.ok && sent.value.rows[0]?.reason];
    };
    expect(await reasonsFor({ kind: "admin", id: marketer.id })).toEqual(["noConsent", "noConsent"]);
    expect(await reasonsFor(admin.actor)).toEqual(["resting", "resting"]);
  });

  it("are not found by their hidden address, if staff only send advertising", async () => {
    const refused = await makeUser(ctx, { email: "hidden@oracle.test", phone: "+447700900777", first_name: "Hidda" });
    const agreed = await reader({ email: "shown@oracle.test", phone: "+447700900778" });
    const marketer = await makeUser(ctx);
    await ctx.db.insertInto("admin_user").values({ id: marketer.id, role: "marketing" }).execute();
    const found = async (actor: Actor, q: string) => {
      const listed = await listRecipients(ctx, actor, { q, template: "lottery-launch", page: 1 });
      const counted = await countRecipients(ctx, actor, { recipients: { kind: "all", q }, template: "lottery-launch" });
      if (!listed.ok || !counted.ok) throw new Error("forbidden");
      expect(counted.value.reachable).toBe(listed.value.reachable);
      expect(listed.value.found).toBe(listed.value.rows.length);
      return listed.value.rows.map(({ id }) => id).toSorted();
    };
    const seller: Actor = { kind: "admin", id: marketer.id };
    expect(await found(seller, "@oracle.test")).toEqual([agreed.id]);
    expect(await found(seller, "7700 90077")).toEqual([]);
    expect(await found(seller, "hidda")).toEqual([refused.id]);
    expect(await found(admin.actor, "@oracle.test")).toEqual([agreed.id, refused.id].toSorted());
    expect(await found(admin.actor, "7700 90077")).toEqual([agreed.id, refused.id].toSorted());
  });

  it("have fifty a page; all except some are one selection", async () => {
    await makeCrowd(ctx, 120, "pages.test");
    const page = (n: number) => listRecipients(ctx, admin.actor, { q: "@pages.test", template: "vip-offer", page: n });
    const pages = await Promise.all([page(1), page(3), page(4)]);
    expect(pages.map((each) => each.ok && each.value.rows.length)).toEqual([50, 20, 0]);
    const first = pages[0]?.ok ? pages[0].value : undefined;
    expect([first?.found, first?.reachable, first?.rows[0]?.email]).toEqual([120, 120, "reader-1@pages.test"]);
    const except = pages[1]?.ok ? pages[1].value.rows.map(({ id }) => id) : [];
    const id = await begin({ recipients: { kind: "all", q: "@PAGES.test", except } });
    expect((await campaignOf(id)).progress).toMatchObject({ total: 100, queued: 100 });
    await ctx.pool.query("DELETE FROM mails WHERE campaign_id = $1", [id]);
  });

  it("who refused advertising stay excluded after erasure and import, until they agree again", async () => {
    const player = await reader({ email: "gone@example.com" });
    await sql`INSERT INTO consents (user_id, kind, given, source, at) VALUES (${player.id}, 'marketing', true, 'registration', ${minutes(-99)})`.execute(
      ctx.db,
    );
    await chooseMail(ctx, player.id, [], "one-click");
    await ctx.db.transaction().execute((tx) => erasePerson(ctx, tx, player.id, { retainContact: false }));
    const again = await reader({ email: "gone@example.com" });
    const found = await listRecipients(ctx, admin.actor, { q: "gone@example.com", template: "vip-offer", page: 1 });
    expect(found).toMatchObject({ value: { rows: [{ id: again.id, refusal: "suppressed" }] } });
    const { rows } = await ctx.pool.query("SELECT * FROM mail_suppressions");
    expect(JSON.stringify(rows)).not.toContain("gone@");
    ctx.setNow(minutes(1));
    await ctx.pool.query("UPDATE users SET marketing_opt_in = false WHERE id = $1", [again.id]);
    await chooseMail(ctx, again.id, ["offers"], "mail-preferences");
    const later = await listRecipients(ctx, admin.actor, { q: "gone@example.com", template: "vip-offer", page: 1 });
    expect(later).toMatchObject({ value: { reachable: 1 } });
  });

  it("who refused advertising stay excluded, even if their address had bounced before their last consent", async () => {
    const email = "back@example.com";
    const player = await makeUser(ctx, { email });
    await suppressAddress(ctx, email, "bounced");
    const chooseTopics = async (minute: number, topics: MailTopic[]) => {
      ctx.setNow(minutes(minute));
      await chooseMail(ctx, player.id, topics, "mail-preferences");
    };
    await chooseTopics(1, ["draws"]);
    await chooseTopics(2, []);
    await ctx.db.transaction().execute((tx) => erasePerson(ctx, tx, player.id, { retainContact: false }));
    // An older import still has their consent.
    const again = await reader({ email });
    await sql`INSERT INTO consents (user_id, kind, given, source, at) VALUES (${again.id}, 'marketing', true, 'import', ${minutes(1)})`.execute(
      ctx.db,
    );
    const found = await listRecipients(ctx, admin.actor, { q: email, template: "vip-offer", page: 1 });
    expect(found).toMatchObject({ value: { rows: [{ id: again.id, refusal: "suppressed" }] } });
  });
});

describe("a campaign", () => {
  const refusals: [string, Partial<NewCampaign>, object][] = [
    ["an unknown draw", { lotteryId: "3f2b8f2e-0000-4000-8000-000000000001" }, { error: "noLottery" }],
    ["no draw at all", { lotteryId: "" }, { error: "noLottery" }],
    ["an unknown template", { template: "spam" }, { error: "badText", problem: "unknown_template" }],
    ["no subject", { subject: " " }, { error: "badText", problem: "subject_missing" }],
    ["markup", { content: "Bonjour <b>vous</b>" }, { error: "badText", problem: "markup" }],
    ["a script", { content: "Bonjour <script src=x>" }, { error: "badText", problem: "markup" }],
    ["an unknown placeholder", { content: "Bonjour {{password}}" }, { error: "badText", problem: "unknown_placeholder" }],
    ["no recipients", { recipients: { kind: "some", ids: [] } }, { error: "noRecipients" }],
    ["addresses for readers", { recipients: { kind: "some", ids: ["evil@example.com"] } }, { error: "noRecipients" }],
  ];
  it.each(refusals)("with %s", async (_what, change, error) => {
    await reader();
    const made = await createCampaign(ctx, admin.actor, { ...draftFor(lottery), recipients: ALL, ...change });
    expect(made).toMatchObject({ ok: false, ...error });
    expect((await ctx.pool.query("SELECT FROM campaigns")).rowCount).toBe(0);
  });

  it("is refused for a draw that is not on sale, and without reachable recipients", async () => {
    const player = await makeUser(ctx);
    const draft = await makeLottery(ctx, { status: "draft" });
    expect(await createCampaign(ctx, admin.actor, { ...draftFor(draft), recipients: ALL })).toMatchObject({ error: "noLottery" });
    const recipients: Recipients = { kind: "some", ids: [player.id] };
    expect(await createCampaign(ctx, admin.actor, { ...draftFor(lottery), recipients })).toMatchObject({ error: "noRecipients" });
  });
});

it("a repeated request, concurrent or later, makes one campaign with one code", async () => {
  await reader();
  const wanted = { ...draftFor(lottery, { template: "vip-offer" }), recipients: ALL, requestKey: "a-page" };
  const made = await Promise.all([1, 2, 3].map(() => createCampaign(ctx, admin.actor, wanted)));
  const ids = [...made, await createCampaign(ctx, admin.actor, wanted)].map((each) => each.ok && each.value.id);
  expect(new Set(ids).size).toBe(1);
  const id = String(ids[0]);
  expect(isUuid(id)).toBe(true);
  expect(await campaignOf(id)).toMatchObject({ promotion: { percentOff: 10 }, progress: { total: 1 } });
  const starts = await Promise.all([1, 2].map(() => controlCampaign(ctx, admin.actor, id, "start")));
  expect(starts.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  await deliver(id);
  await deliver(id);
  expect([...sink.accepted.values()]).toEqual([1]);
});

describe("stopping a campaign", () => {
  it("pausing, resuming and cancelling apply to queued mails, and are logged", async () => {
    await makeCrowd(ctx, 3, "pause.test");
    const id = await begin();
    const order = (what: "start" | "pause" | "resume" | "cancel") => controlCampaign(ctx, admin.actor, id, what);
    await order("pause");
    await deliver(id);
    expect(sink.accepted.size).toBe(0);
    expect(await order("pause")).toEqual({ ok: false, error: "wrongState" });
    faults.set("reader-3@pause.test", "busy");
    await order("resume");
    await deliver(id);
    expect((await campaignOf(id)).progress).toMatchObject({ sent: 2, queued: 1 });
    await order("cancel");
    expect(await campaignOf(id)).toMatchObject({ state: "cancelled", progress: { sent: 2, cancelled: 1, queued: 0 } });
    expect(await order("resume")).toEqual({ ok: false, error: "wrongState" });
    const { rows } = await ctx.pool.query("SELECT action FROM audit_log WHERE subject_id = $1 ORDER BY id", [id]);
    expect(rows.map(({ action }) => action)).toEqual(
      ["create", "start", "pause", "resume", "cancel"].map((verb) => `campaign.${verb}`),
    );
    await ctx.pool.query("DELETE FROM mails");
  });

  it("a text that is refused by now cannot be started or resumed, only cancelled", async () => {
    await makeCrowd(ctx, 1, "refused.test");
    const id = await begin();
    await controlCampaign(ctx, admin.actor, id, "pause");
    await ctx.db.updateTable("campaigns").set({ subject: "Dernière chance" }).where("id", "=", id).execute();
    const draft = { subject: "Dernière chance" };
    const refused = { ok: false, error: "badText", problem: "words_pressure", draft };
    expect(await controlCampaign(ctx, admin.actor, id, "resume")).toMatchObject(refused);
    await ctx.db.updateTable("campaigns").set({ state: "draft", started_at: null }).where("id", "=", id).execute();
    expect(await controlCampaign(ctx, admin.actor, id, "start")).toMatchObject(refused);
    expect(await campaignOf(id)).toMatchObject({ state: "draft" });
    expect(await controlCampaign(ctx, admin.actor, id, "cancel")).toMatchObject({ ok: true });
  });

  it("consent is checked when the mail is sent", async () => {
    const [stays, leaves, rests, erased, moves] = [
      await reader(),
      await reader(),
      await reader(),
      await reader(),
      await reader(),
    ];
    const id = await begin();
    await chooseMail(ctx, leaves.id, [], "one-click");
    await pausePlay(ctx, rests.id, "day");
    await ctx.db.transaction().execute((tx) => erasePerson(ctx, tx, erased.id, { retainContact: false }));
    await ctx.pool.query("UPDATE users SET email = 'new@example.com' WHERE id = $1", [moves.id]);
    await deliver(id);
    expect([...sink.accepted.keys()].toSorted()).toEqual([stays.email, "new@example.com"].toSorted());
    expect(await reasons(id, "suppressed")).toEqual(
      expect.arrayContaining([
        [leaves.email, "noConsent"],
        [rests.email, "resting"],
        [erased.email, "gone"],
      ]),
    );
    expect((await reasons(id, "sent")).length).toBe(2);
  });

  it("the end of its draw cancels queued mails", async () => {
    await makeCrowd(ctx, 2, "late.test");
    const short = await makeLottery(ctx, { start_date: "2026-11-01", end_date: "2026-11-10" });
    const id = await begin({ ...draftFor(short) });
    ctx.setNow(minutes(24 * 60));
    await deliver(id);
    await processCampaigns(ctx);
    expect(sink.accepted.size).toBe(0);
    expect(await campaignOf(id)).toMatchObject({ state: "cancelled", progress: { cancelled: 2 }, stopped: "draw_over" });
  });

  it("a sold-out or cancelled draw cancels queued mails, with the reason on its page", async () => {
    await makeCrowd(ctx, 2, "gone.test");
    const full = await makeLottery(ctx, { tickets_available: 10 });
    const off = await makeLottery(ctx);
    const [ofFull, ofOff] = [await begin({ ...draftFor(full) }), await begin({ ...draftFor(off) })];
    await ctx.pool.query("UPDATE lotteries SET tickets_held = 10 WHERE id = $1", [full]);
    await processCampaigns(ctx);
    // Held tickets may come back.
    expect(await campaignOf(ofFull)).toMatchObject({ state: "sending" });
    await ctx.pool.query("UPDATE lotteries SET tickets_held = 0, tickets_sold = 10, last_ticket_number = 10 WHERE id = $1", [
      full,
    ]);
    await ctx.pool.query("UPDATE lotteries SET status = 'cancelled', sales_state = 'cancelled' WHERE id = $1", [off]);
    await deliver(ofFull);
    await deliver(ofOff);
    expect(sink.accepted.size).toBe(0);
    await processCampaigns(ctx);
    expect(await campaignOf(ofFull)).toMatchObject({ state: "cancelled", progress: { cancelled: 2 }, stopped: "sold_out" });
    expect(await campaignOf(ofOff)).toMatchObject({ state: "cancelled", stopped: "draw_cancelled" });
    expect(await createCampaign(ctx, admin.actor, { ...draftFor(full), recipients: ALL })).toEqual({
      ok: false,
      error: "noLottery",
    });
    // Staff who cancel a campaign need no alert.
    const own = await begin();
    await controlCampaign(ctx, admin.actor, own, "cancel");
    expect((await campaignOf(own)).stopped).toBeUndefined();
    await ctx.pool.query("UPDATE lotteries SET tickets_sold = 0, last_ticket_number = 0 WHERE id = $1", [full]);
  });

  it("a campaign of dismissed staff is paused until other staff decide", async () => {
    await makeCrowd(ctx, 2, "dismissed.test");
    const dismissed = admin;
    const id = await begin();
    await processCampaigns(ctx);
    expect((await campaignOf(id)).state).toBe("sending");
    admin = await makeAdmin(ctx);
    await ctx.db.deleteFrom("admin_user").where("id", "=", dismissed.id).execute();
    await processCampaigns(ctx);
    await deliver(id);
    expect(sink.accepted.size).toBe(0);
    expect(await campaignOf(id)).toMatchObject({ state: "paused", progress: { queued: 2 }, stopped: "starter_gone" });
    expect(await heldAlerts(id)).toBe(1);
    await controlCampaign(ctx, admin.actor, id, "resume");
    expect(await heldAlerts(id)).toBe(0);
    await processCampaigns(ctx);
    await deliver(id);
    expect(await campaignOf(id)).toMatchObject({ state: "done", progress: { sent: 2 }, stopped: undefined });
  });

  it("a campaign that cannot be rendered is paused with an alert", async () => {
    await makeCrowd(ctx, 1, "unwritten.test");
    const id = await begin();
    await deliverCampaign(mailing, id, () => Promise.reject(new Error("no picture has that many sides")));
    expect(await campaignOf(id)).toMatchObject({ state: "paused", progress: { queued: 1 }, stopped: "unwritten" });
    expect(await heldAlerts(id)).toBe(1);
    await controlCampaign(ctx, admin.actor, id, "cancel");
    expect(await heldAlerts(id)).toBe(0);
  });

  it("the expiry of its code cancels queued mails, even if the draw goes on", async () => {
    await makeCrowd(ctx, 2, "code.test");
    const id = await begin({ template: "vip-offer", promotionExpiresAt: minutes(60) });
    await controlCampaign(ctx, admin.actor, id, "pause");
    ctx.setNow(minutes(60));
    await controlCampaign(ctx, admin.actor, id, "resume");
    await deliver(id);
    expect(sink.accepted.size).toBe(0);
    await processCampaigns(ctx);
    expect(await campaignOf(id)).toMatchObject({ state: "cancelled", progress: { cancelled: 2 }, stopped: "code_over" });
  });
});

describe("responses of the mail server", () => {
  it("a bounce fails and suppresses the address; a temporary refusal is retried with longer waits, then given up", async () => {
    const [bounced, busy, spam] = [await reader(), await reader(), await reader()];
    faults = new Map<string, SinkFault>([
      [bounced.email, "unknown"],
      [busy.email, "busy"],
      [spam.email, "spam"],
    ]);
    const id = await begin();
    await deliver(id);
    expect(await reasons(id, "failed")).toEqual(
      expect.arrayContaining([
        [bounced.email, "550 5.1.1"],
        [spam.email, "554 5.6.0"],
      ]),
    );
    expect(await reasons(id, "queued")).toEqual([[busy.email, "450 4.2.0"]]);
    const { rows } = await ctx.pool.query("SELECT not_before FROM mails WHERE state = 'queued'");
    expect(rows[0].not_before.getTime()).toBeGreaterThanOrEqual(NOW.getTime() + 30_000);
    await deliver(id);
    expect((await ctx.pool.query("SELECT attempts FROM mails WHERE state = 'queued'")).rows).toEqual([{ attempts: 1 }]);

    const after = await countRecipients(ctx, admin.actor, { recipients: ALL, template: "weekly-update" });
    expect(after).toMatchObject({ value: { reachable: 2 } });
    for (let n = 1; n < 10; n += 1) {
      ctx.setNow(minutes(n * 24 * 60));
      await deliver(id);
    }
    // The worker of the last mail ends the campaign, not the timer.
    expect(await campaignOf(id)).toMatchObject({ state: "done", progress: { failed: 3, queued: 0 } });
  });

  it("a broken connection leaves the mail unknown until staff decide", async () => {
    const [one, two] = [await reader(), await reader()];
    faults.set(one.email, "taken, unsaid").set(two.email, "taken, unsaid");
    const id = await begin();
    await deliver(id);
    await processCampaigns(ctx);
    expect(await campaignOf(id)).toMatchObject({ state: "done", progress: { unknown: 2 } });
    const list = await listDeliveries(ctx, admin.actor, id, { state: "unknown", page: 1 });
    const rows = list.ok ? list.value.rows : [];
    const mailId = rows.find(({ email }) => email === one.email)?.mailId ?? "";
    faults.clear();
    expect(await settleUnknown(ctx, admin.actor, id, { mailId, decision: "resend" })).toEqual({ ok: true, value: 1 });
    expect(await settleUnknown(ctx, admin.actor, id, { mailId: "all", decision: "leave" })).toEqual({ ok: true, value: 1 });
    await deliver(id);
    await processCampaigns(ctx);
    expect(await campaignOf(id)).toMatchObject({ state: "done", progress: { sent: 1, failed: 1, unknown: 0 } });
    expect([sink.accepted.get(one.email), sink.accepted.get(two.email)]).toEqual([2, 1]);
    const ids = sink.mails.filter(({ to }) => to === one.email).map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1]);
    expect(ids[0]).toBe(ids[1]);
  });

  it("unknown mails with a text that is refused by now cannot be resent, only left", async () => {
    const { email } = await reader();
    faults.set(email, "taken, unsaid");
    const id = await begin();
    await deliver(id);
    await ctx.db.updateTable("campaigns").set({ subject: "Dernière chance" }).where("id", "=", id).execute();
    const settle = (decision: "resend" | "leave") => settleUnknown(ctx, admin.actor, id, { mailId: "all", decision });
    expect(await settle("resend")).toMatchObject({ ok: false, error: "badText", problem: "words_pressure" });
    expect((await campaignOf(id)).progress).toMatchObject({ unknown: 1, queued: 0 });
    expect(await settle("leave")).toEqual({ ok: true, value: 1 });
  });
});

it("a sent mail cannot be queued again, even with SQL", async () => {
  await reader();
  const id = await begin();
  await deliver(id);
  await expect(ctx.pool.query("UPDATE mails SET state = 'queued' WHERE campaign_id = $1", [id])).rejects.toThrow("stays sent");
});

it("all processes share one rate limit", async () => {
  const waits = await Promise.all([1, 2, 3].map(() => reserveRate(ctx.db, 50, 1)));
  const sorted = waits.toSorted((a, b) => a - b);
  expect(sorted[0]).toBeLessThan(1_000);
  // Each begins after the previous one's fifty seconds; the clock may have advanced meanwhile.
  for (const [i, wait] of sorted.entries()) expect(Math.abs(wait - i * 50_000)).toBeLessThan(20_000);
});

describe("the mail itself", () => {
  const CASES: [Draft["template"], string][] = [
    ["lottery-launch", "{{lotteryTitle}} : « ouvert » pour {{firstName}}"],
    ["lottery-ending-soon", "Fin dans {{daysUntilEnd}}"],
    ["weekly-update", "Les tirages de la semaine"],
    ["vip-offer", "10 % de réduction"],
  ];
  it.each(CASES)(
    "%s: headers, two parts, no attachment, lines and size that every mail server takes",
    async (template, subject) => {
      const player = await reader({ first_name: "Zoé & <b>Co</b>" });
      const content =
        "{{lotteryImage}}\n\nBonjour {{firstName}}\n\n{{lotteryTitle}} vaut {{prizeValue}}, le ticket {{ticketPrice}}.\n\n{{activeLotteries}}";
      const id = await begin({ template, subject, content });
      await deliverCampaign(mailing, id);
      const raw = sink.mails.find(({ to }) => to === player.email)?.raw ?? "";
      const [head = ""] = raw.split("\r\n\r\n");
      const unfolded = head.replaceAll(/\r\n[ \t]/g, " ");
      const token = /\/unsubscribe\?token=([\w.-]+)/.exec(unfolded)?.[1];
      expect(token?.startsWith(player.id)).toBe(true);
      for (const line of [
        `To: ${player.email}`,
        "From: Concours <tickets@concours.test>",
        "MIME-Version: 1.0",
        "Auto-Submitted: auto-generated",
        `List-Unsubscribe: <${ctx.publicUrl}/unsubscribe?token=${token}>`,
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        `Message-ID: <campaign.${id}.${player.id}@concours.test>`,
      ])
        expect(unfolded.split("\r\n")).toContain(line);
      expect(unfolded).toMatch(/^Content-Type: multipart\/alternative;/m);
      expect(raw.match(/^Content-Type: .*/gm)?.map((each) => each.split(";")[0])).toEqual([
        "Content-Type: multipart/alternative",
        "Content-Type: text/plain",
        "Content-Type: text/html",
      ]);
      expect(raw).not.toMatch(/Content-Disposition: attachment/i);
      expect(Math.max(...raw.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
      // In transfer encoding, 7-bit.
      expect(raw.replaceAll(/[\t\r\n -~]/g, "")).toBe("");
      // Gmail clips longer mails.
      expect(raw.length).toBeLessThan(102_400);
      expect(raw).not.toMatch(/[^\r]\n/);
    },
  );

  it("has a preview and a test to its author", async () => {
    const preview = await previewCampaign(ctx, admin.actor, draftFor(lottery, { template: "vip-offer" }));
    expect(preview).toMatchObject({
      ok: true,
      value: { subject: "Valmont GT-10 : un nouveau tirage", text: expect.stringContaining("VIP-XXXX-XXXX") },
    });
    const draft = draftFor(lottery);
    expect(await sendCampaignTest(mailing, admin.actor, draft)).toEqual({ ok: true, value: { to: admin.email } });
    expect([...sink.accepted]).toEqual([[admin.email, 1]]);
    faults.set(admin.email, "busy");
    expect(await sendCampaignTest(mailing, admin.actor, draft)).toEqual({ ok: false, error: "notSent" });
    for (let n = 0; n < 10; n += 1) await sendCampaignTest(mailing, admin.actor, draft);
    expect(await sendCampaignTest(mailing, admin.actor, draft)).toEqual({ ok: false, error: "tooMany" });
  });
});
