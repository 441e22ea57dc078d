import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import {
  ALERT_KINDS,
  ALERT_SUBJECTS,
  type AlertKind,
  type AlertSubject,
  alertPath,
  alertSentences,
  alertValues,
} from "#features/access/rules/alert.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { raiseAlert, withdrawAlert } from "#features/access/server/raise-alert.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { LOCALES } from "#shared/language/locale.ts";
import { finishAlert, listAlerts, reopenAlert, seeAlert, showAlert, summariseAlerts } from "./alerts.ts";
import { DIGEST_LONGEST, DIGEST_PAUSE_MS, queueAlertDigest } from "./queue-alert-digest.ts";

const ORDER: AlertSubject = { type: "order", id: "7d1f4d5e-2f38-4f5c-8b8e-3f0e7c9f5a10" };
const OTHER: AlertSubject = { type: "order", id: "0b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a11" };
const START = new Date("2026-11-22T10:00:00Z");
const minutesAfterStart = (minutes: number) => new Date(START.getTime() + minutes * 60_000);

let ctx: TestCtx;
let admin: Actor & { kind: "admin" };
let player: Actor & { kind: "admin" };
beforeAll(async () => {
  ctx = await testCtx();
  const staff = await makeUser(ctx, { email: "margaux@example.com", first_name: "Margaux", last_name: "Bell" });
  await ctx.pool.query("UPDATE users SET email_verified = true, locale = 'fr' WHERE id = $1", [staff.id]);
  const unverified = await makeUser(ctx);
  await ctx.pool.query("UPDATE users SET email_verified = false WHERE id = $1", [unverified.id]);
  await ctx.db
    .insertInto("admin_user")
    .values([{ id: staff.id }, { id: unverified.id }])
    .execute();
  admin = { kind: "admin", id: staff.id };
  player = { kind: "admin", id: (await makeUser(ctx)).id };
});
afterAll(() => ctx.close());
beforeEach(async () => {
  ctx.setNow(START);
  await ctx.owner.query("TRUNCATE alerts; DELETE FROM pgboss.job WHERE name = 'alert-mail'");
});

const raise = (subject = ORDER, at = START, times = 5, kind: AlertKind = "refund_failed") =>
  raiseAlert(ctx.db, { kind, subject, facts: { times }, at });
async function listOpen() {
  const listed = await listAlerts(ctx, admin, { view: "open", page: 1 });
  if (!listed.ok) throw new Error(listed.error);
  return listed.value.alerts;
}
async function theOnlyOpenAlert() {
  const [alert, ...others] = await listOpen();
  if (!alert || others.length > 0) throw new Error(`${others.length + 1} alerts`);
  return alert;
}

describe("raising", () => {
  it("counts a repeated alert while it is open, and marks it unread if its facts change", async () => {
    await raise();
    await seeAlert(ctx, admin, (await theOnlyOpenAlert()).id);
    await raise(ORDER, minutesAfterStart(1));
    expect(await theOnlyOpenAlert()).toMatchObject({
      times: 2,
      raisedAt: START,
      lastRaisedAt: minutesAfterStart(1),
      seenAt: START,
      facts: { times: 5 },
    });
    await raise(ORDER, minutesAfterStart(2), 6);
    expect(await theOnlyOpenAlert()).toMatchObject({ times: 3, seenAt: undefined, seenBy: undefined, facts: { times: 6 } });
  });

  it("creates another alert for another subject or kind, and after the first is closed", async () => {
    await raise();
    await raise(OTHER);
    await raise(ORDER, START, 5, "money_went_back");
    const before = await listOpen();
    expect(before).toHaveLength(3);
    const done = before.find(({ kind, subject }) => kind === "refund_failed" && subject.id === ORDER.id);
    await finishAlert(ctx, admin, { id: done?.id ?? "", note: "topped up the balance" });
    await raise(ORDER, minutesAfterStart(3));
    expect(await listOpen()).toHaveLength(3);
    expect((await listOpen()).map(({ id }) => id)).not.toContain(done?.id);
  });

  it("creates one alert if several processes raise it at once", async () => {
    await Promise.all(Array.from({ length: 20 }, () => raise()));
    expect(await theOnlyOpenAlert()).toMatchObject({ times: 20 });
  });

  it("is rolled back with its transaction", async () => {
    await expect(
      ctx.db.transaction().execute(async (tx) => {
        await raiseAlert(tx, { kind: "refund_failed", subject: ORDER, at: START });
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    expect(await listOpen()).toEqual([]);
  });

  it("is withdrawn automatically when the cause is gone", async () => {
    await raise();
    const { id } = await theOnlyOpenAlert();
    await withdrawAlert(ctx.db, { kind: "refund_failed", subject: ORDER, at: minutesAfterStart(9) });
    expect(await showAlert(ctx, admin, id)).toMatchObject({
      ok: true,
      value: { handledAt: minutesAfterStart(9), handledBy: undefined, note: undefined },
    });
    expect(await summariseAlerts(ctx, admin)).toMatchObject({ ok: true, value: { unread: 0 } });
  });
});

describe("reading and closing", () => {
  it("lists new ones first, then the newest", async () => {
    await raise(ORDER, minutesAfterStart(2));
    await raise(OTHER, minutesAfterStart(1));
    await seeAlert(ctx, admin, (await listOpen())[0]?.id ?? "");
    expect((await listOpen()).map(({ subject }) => subject.id)).toEqual([OTHER.id, ORDER.id]);
    expect(await summariseAlerts(ctx, admin)).toMatchObject({ ok: true, value: { open: 2, unread: 1 } });
  });

  it("is closed with a note, which the audit log shows, and can be reopened", async () => {
    await raise();
    const { id } = await theOnlyOpenAlert();
    expect(await finishAlert(ctx, admin, { id, note: "  " })).toEqual({ ok: false, error: "no_note" });
    expect(await finishAlert(ctx, admin, { id, note: "Topped up the balance." })).toMatchObject({ ok: true });
    expect(await showAlert(ctx, admin, id)).toMatchObject({
      value: { handledBy: "Margaux Bell", note: "Topped up the balance.", seenBy: "Margaux Bell" },
    });
    expect(await finishAlert(ctx, admin, { id, note: "Topped up the balance." })).toMatchObject({ ok: true });
    // A note must not be reported as saved if a colleague's was saved first.
    expect(await finishAlert(ctx, admin, { id, note: "again" })).toEqual({ ok: false, error: "done_meanwhile" });
    expect(await reopenAlert(ctx, admin, id)).toMatchObject({ ok: true });
    expect(await theOnlyOpenAlert()).toMatchObject({ id, note: undefined, handledAt: undefined });
    const log = await ctx.db
      .selectFrom("audit_log")
      .select(["action", "reason"])
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute();
    expect(log).toEqual([
      { action: "alert.done", reason: "Topped up the balance." },
      { action: "alert.reopen", reason: null },
    ]);
  });

  it("is not reopened if the same alert was raised again", async () => {
    await raise();
    const { id } = await theOnlyOpenAlert();
    await finishAlert(ctx, admin, { id, note: "done" });
    await raise(ORDER, minutesAfterStart(5));
    expect(await reopenAlert(ctx, admin, id)).toEqual({ ok: false, error: "raised_again" });
  });

  it("is for administrators only", async () => {
    await raise();
    const { id } = await theOnlyOpenAlert();
    const forbidden = { ok: false, error: "forbidden" };
    expect(await listAlerts(ctx, player, { view: "all", page: 1 })).toEqual(forbidden);
    expect(await showAlert(ctx, player, id)).toEqual(forbidden);
    expect(await summariseAlerts(ctx, player)).toEqual(forbidden);
    for (const act of [seeAlert(ctx, player, id), reopenAlert(ctx, player, id), finishAlert(ctx, player, { id, note: "x" })])
      expect(await act).toEqual(forbidden);
    expect(await seeAlert(ctx, admin, "x")).toEqual({ ok: false, error: "not_found" });
  });
});

describe("notifying by mail", () => {
  const queued = async () =>
    (
      await ctx.pool.query<{ data: { to: string; locale: string; more: number; alerts: unknown[] } }>(
        "SELECT data FROM pgboss.job WHERE name = 'alert-mail' ORDER BY created_on",
      )
    ).rows.map(({ data: { to, locale, more, alerts } }) => ({ to, locale, more, alerts: alerts.length }));

  it("mails the first alert at once, and the following ones together a quarter of an hour later", async () => {
    await raise();
    await queueAlertDigest(ctx);
    expect(await queued()).toEqual([{ to: "margaux@example.com", locale: "fr", more: 0, alerts: 1 }]);
    for (let n = 0; n < 60; n++) await raise({ type: "shop", id: `mail ${n}` }, minutesAfterStart(1));
    for (let minute = 1; minute < 15; minute++) {
      ctx.setNow(minutesAfterStart(minute));
      await queueAlertDigest(ctx);
    }
    expect(await queued()).toHaveLength(1);
    ctx.setNow(new Date(START.getTime() + DIGEST_PAUSE_MS));
    await Promise.all(Array.from({ length: 5 }, () => queueAlertDigest(ctx)));
    expect((await queued()).slice(1)).toEqual([
      { to: "margaux@example.com", locale: "fr", more: 60 - DIGEST_LONGEST, alerts: DIGEST_LONGEST },
    ]);
    ctx.setNow(minutesAfterStart(600));
    await queueAlertDigest(ctx);
    expect(await queued()).toHaveLength(2);
  });

  it("does not mail withdrawn alerts", async () => {
    await raise();
    await withdrawAlert(ctx.db, { kind: "refund_failed", subject: ORDER, at: START });
    await queueAlertDigest(ctx);
    expect(await queued()).toEqual([]);
  });

  it("mails alerts about the staff even if one of them closes them at once", async () => {
    await raise({ type: "shop", id: "a proposal" }, START, 1, "approval_by_newcomer");
    await raise({ type: "shop", id: "mail" });
    for (const { id } of await listOpen()) await finishAlert(ctx, admin, { id, note: "Nothing to see" });
    await queueAlertDigest(ctx);
    expect((await queued()).map(({ alerts }) => alerts)).toEqual([1]);
  });

  it("does not mail alerts that were closed long ago", async () => {
    for (const minutes of [-25 * 60, -23 * 60])
      await raise({ type: "lottery", id: `${minutes}` }, minutesAfterStart(minutes), 1, "winner_is_staff");
    for (const { id } of await listOpen()) await finishAlert(ctx, admin, { id, note: "Nothing to see" });
    await raise(OTHER, minutesAfterStart(-48 * 60));
    await queueAlertDigest(ctx);
    expect((await queued()).map(({ alerts }) => alerts)).toEqual([2]);
  });
});

describe("the sentences of alerts", () => {
  it.each(LOCALES)("are complete, without open placeholders (%s)", (locale) => {
    const t = ctx.messages[locale].getFixedT(null, "admin-alerts");
    const facts = { amount: 1, times: 2, rows: 3, mails: 4, invariant: "stock", message: "refund" };
    for (const kind of ALERT_KINDS)
      for (const text of Object.values(alertSentences({ kind, facts }, locale, t)))
        expect(text, kind).not.toMatch(/[{}]|^alerts/);
    for (const type of ALERT_SUBJECTS) expect(t(`alerts.look.${type}`)).not.toMatch(/^alerts/);
  });

  it("format sums as money, and link to a page with details", () => {
    expect(alertValues({ amount: 5998, rows: 1200 }, "en")).toMatchObject({ amount: "£59.98", rows: "1,200", times: "" });
    expect(alertValues({ rows: 1200 }, "fr").rows).toBe("1\u00a0200");
    expect(alertPath({ kind: "refund_failed", subject: ORDER })).toBe(`/admin/orders/${ORDER.id}`);
    expect(alertPath({ kind: "handover_late", subject: { type: "lottery", id: ORDER.id } })).toBe("/admin/winners");
    expect(alertPath({ kind: "text_held", subject: { type: "shop", id: "text terms" } })).toBe("/admin/texts?document=terms");
    expect(alertPath({ kind: "invariant_broken", subject: { type: "shop", id: "stock" } })).toBeUndefined();
  });

  it("every alert of the log is in the inbox, too, except those without a reader", async () => {
    const root = join(import.meta.dirname, "../../../..");
    const sources: string[] = [];
    for await (const file of glob("**/*.ts", { cwd: root }))
      if (!/\.(?:test|fixture)\.ts$/.test(file)) sources.push(await readFile(join(root, file), "utf8"));
    const text = sources.join("\n");
    const named = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map((match) => match[1]));
    // Disputes have an alert for each step, and orders one for each problem.
    const apart = ["database_gone", "no_workers", "payment_disputed", "second_payment"];
    const logged = [...named(/[{,] alert: "(\w+)"/g)].filter((name) => !apart.includes(String(name)));
    const raised = named(/raiseAlert(?:Once|First)?\([^;]*?\bkind: "(\w+)"/g);
    expect(logged.length).toBeGreaterThan(4);
    expect(logged.filter((name) => !raised.has(name))).toEqual([]);
    // The list of kinds has no quotes.
    expect(ALERT_KINDS.filter((kind) => !text.includes(`"${kind}"`))).toEqual([]);
  });
});

it("names a draw by its title in each available language, and deleted subjects not at all", async () => {
  const named = await makeLottery(ctx, { title: "Sarthe L", title_fr: "Sarthe L Première" });
  const english = await makeLottery(ctx, { title: "Valmont GT-10", title_fr: null });
  const gone = "0b8e1c52-5f0e-4f0f-9c55-0d7c9d0d8a12";
  for (const id of [named, english, gone]) await raise({ type: "lottery", id }, START, 1, "draw_stuck");
  const alerts = await listOpen();
  const calledOf = (id: string) => alerts.find(({ subject }) => subject.id === id)?.subjectName;
  expect(calledOf(named)).toEqual({ en: "Sarthe L", fr: "Sarthe L Première" });
  expect(calledOf(english)).toEqual({ en: "Valmont GT-10" });
  expect(calledOf(gone)).toBeUndefined();
});
