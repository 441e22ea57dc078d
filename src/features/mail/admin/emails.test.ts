/** Loaders and actions of /admin/emails: access, choices, texts, and the preview of a draft. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { errorOf } from "#ui/forms/reply.ts";
import { findCampaignTemplate } from "../rules/campaign-templates.ts";
import * as campaign from "./campaign-page.tsx";
import * as emails from "./emails-page.tsx";
import * as preview from "./emails-preview-route.ts";
import * as recipients from "./emails-recipients-route.ts";
import { TEXTS } from "./emails-texts.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
let ctx: TestCtx;
let lottery: string;
let reader: string;
const cookies = { admin: "", player: "" };

beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  ctx.setNow(NOW);
  const boss = await registered(ctx, { firstName: "Margaux", email: "margaux@example.com" });
  const player = await registered(ctx, { firstName: "Owen", email: "owen@example.com" });
  await ctx.db.insertInto("admin_user").values({ id: boss.userId }).execute();
  cookies.admin = sessionCookie(ctx, boss.sessionToken).split(";")[0] ?? "";
  cookies.player = sessionCookie(ctx, player.sessionToken).split(";")[0] ?? "";
  await makeLottery(ctx, { title: "Older", created_at: new Date("2026-11-01T00:00:00Z") });
  await makeLottery(ctx, { title: "Draft", status: "draft" });
  lottery = await makeLottery(ctx, { title: "Silver saloon", title_fr: "Berline argentée", created_at: NOW });
  const newest = { created_at: new Date(NOW.getTime() + 60_000) };
  reader = (await makeUser(ctx, { ...newest, email: "agreed@example.com", marketing_opt_in: true, first_name: "Zoë" })).id;
});
afterAll(() => ctx.close());

type Handler = (args: never) => unknown;
type CallOptions = {
  who?: keyof typeof cookies;
  query?: string;
  fields?: Record<string, string>;
  params?: Record<string, string>;
};

/** Calls a loader or action as the router does. Returns a thrown response instead of throwing it. */
async function call(handler: Handler, { who = "admin", query = "", fields, params = {} }: CallOptions = {}) {
  const request = new Request(`http://localhost:3000/admin/emails${query}`, {
    headers: { cookie: cookies[who] },
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  });
  try {
    return await handler({ request, context: requestContext(ctx), params } as never);
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}

const answer = z.object({ data: z.looseObject({}), init: z.object({ status: z.number().optional() }).nullish() });
const dataOf = (reply: unknown) => answer.parse(reply).data;
const statusOf = (reply: unknown) => (reply instanceof Response ? reply.status : (answer.parse(reply).init?.status ?? 200));
const placeOf = (reply: unknown) => (reply instanceof Response ? reply.headers.get("Location") : undefined);

const draft = (change: Record<string, string> = {}) => {
  const { subject = "", content = "" } = findCampaignTemplate("lottery-launch") ?? {};
  return { template: "lottery-launch", lotteryId: lottery, subject, content, ...change };
};
const to = (...ids: string[]) => JSON.stringify({ kind: "some", ids });

it("all addresses are for administrators only", async () => {
  const sent = { ...draft(), recipients: to(reader), intent: "send" };
  for (const [handler, fields] of [
    [emails.loader, undefined],
    [emails.action, sent],
    [preview.action, draft()],
    [recipients.loader, undefined],
    [campaign.loader, undefined],
    [campaign.action, { intent: "pause" }],
  ] as const) {
    expect(placeOf(await call(handler, { who: "player", ...(fields && { fields }) }))).toBe("/");
  }
  expect(await ctx.db.selectFrom("campaigns").select("id").execute()).toEqual([]);
});

it("active draws are listed newest first, and the screen is French with all its components", async () => {
  const page = dataOf(await call(emails.loader));
  expect(page).toMatchObject({ firstName: "Margaux", code: "10\u00a0%, jusqu’au 5 décembre 2026" });
  expect(page.lotteries).toMatchObject([
    { id: lottery, title: "Berline argentée", values: { firstName: "Margaux", prizeValue: "148\u00a0000\u00a0£" } },
    { title: "Older" },
  ]);
  expect(page.words).toMatchObject({ admin: { kit: { cancel: "Annuler" } }, common: { close: "Fermer" } });
});

it("recipients are listed newest first, with the reason why some cannot be written to", async () => {
  const { list } = dataOf(await call(recipients.loader, { query: "/recipients?template=lottery-launch" }));
  expect(list).toMatchObject({ rows: [{ firstName: "Zoë" }, {}, {}], found: 3, reachable: 1 });
  const { list: found } = dataOf(await call(recipients.loader, { query: "/recipients?q=OWEN@" }));
  expect(found).toMatchObject({ rows: [{ firstName: "Owen", email: "", refusal: "noConsent" }], found: 1, reachable: 0 });
});

describe("the screen says", () => {
  const refusalOf = async (change: Record<string, string>) => {
    const reply = await call(emails.action, { fields: { ...draft(), recipients: to(reader), intent: "send", ...change } });
    return [statusOf(reply), errorOf(dataOf(reply))];
  };

  it.each([
    ["Veuillez sélectionner une loterie et des destinataires", { recipients: to() }],
    ["Loterie non trouvée", { lotteryId: "3f2b8f2e-0000-4000-8000-000000000001" }],
    ["Loterie non trouvée", { lotteryId: "" }],
    [TEXTS.problem.unknown_placeholder, { content: "{{adresse}}" }],
    [TEXTS.problem.subject_missing, { subject: " " }],
    [TEXTS.problem.markup, { content: "<b>gras</b>" }],
  ])("« %s »", async (text, change) => {
    expect(await refusalOf(change)).toEqual([422, text]);
  });

  it("that sending failed, whatever failed", async () => {
    expect((await refusalOf({ recipients: "{" }))[1]).toBe("Échec de l'envoi des emails");
    const send = ctx.mail.send;
    ctx.mail.send = async () => ({ ok: false, error: "temporary", code: "ECONNECTION" });
    try {
      expect((await refusalOf({ intent: "test" }))[1]).toBe("Échec de l'envoi des emails");
    } finally {
      ctx.mail.send = send;
    }
  });

  it("how many have it", () => {
    expect(TEXTS.done(1204)).toBe("Emails envoyés avec succès à 1\u00a0204 utilisateurs");
  });
});

it("a draft is previewed as sent, in a sandboxed document; an invalid one is not", async () => {
  const reply = await call(preview.action, { fields: draft({ content: "Bonjour {{firstName}}\n\n5 < 6" }) });
  if (!(reply instanceof Response)) throw new Error("no document");
  const html = await reply.text();
  expect(html).toContain("Bonjour Margaux");
  expect(html).toContain("5 &lt; 6");
  expect(html).toContain('<base target="_blank">');
  expect(reply.headers.get("Content-Security-Policy")).toMatch(/default-src 'none'.*sandbox/);
  const unfit = async (fields: Record<string, string>) => {
    const document = await call(preview.action, { fields });
    if (!(document instanceof Response)) throw new Error("no document");
    expect(document.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    return [document.status, (await document.text()).replaceAll(/<[^>]*>/g, "")];
  };
  // Shown in the frame: an empty reply would show the browser's error page.
  expect(await unfit(draft({ subject: "" }))).toEqual([422, TEXTS.problem.subject_missing]);
  expect(await unfit(draft({ content: "{{tag}}" }))).toEqual([422, TEXTS.problem.unknown_placeholder]);
  expect(await unfit({ template: "x" })).toEqual([400, TEXTS.failed]);
});

it("a test is sent to its author, a count covers reachable readers, and a campaign can be followed and cancelled", async () => {
  const subjects: string[] = [];
  const send = ctx.mail.send;
  ctx.mail.send = (mail) => {
    subjects.push(mail.subject);
    return send.call(ctx.mail, mail);
  };
  const tested = await call(emails.action, { fields: { ...draft(), intent: "test" } });
  ctx.mail.send = send;
  expect(dataOf(tested)).toEqual({
    intent: "test",
    to: "margaux@example.com",
  });
  // The subject marks the mail as a test.
  expect(subjects).toEqual([expect.stringMatching(/^\[TEST\] ./)]);
  const everybody = JSON.stringify({ kind: "all", q: "", except: [] });
  expect(dataOf(await call(emails.action, { fields: { ...draft(), recipients: everybody, intent: "count" } }))).toMatchObject({
    intent: "count",
    count: { reachable: 1 },
  });
  const place = placeOf(await call(emails.action, { fields: { ...draft(), recipients: everybody, intent: "send" } })) ?? "";
  const campaignId = place.replace("/admin/emails/", "");
  const params = { campaignId };
  expect(dataOf(await call(campaign.loader, { params, query: "?state=queued" }))).toMatchObject({
    campaign: { state: "sending", progress: { queued: 1, total: 1 } },
    state: "queued",
    deliveries: { rows: [{ email: "agreed@example.com" }], found: 1 },
  });
  const order = async (intent: string) => {
    const reply = await call(campaign.action, { params, fields: { intent } });
    return [statusOf(reply), dataOf(reply).text ?? errorOf(dataOf(reply))];
  };
  expect(await order("pause")).toEqual([200, "L’envoi est en pause."]);
  expect(await order("pause")).toEqual([409, "L’état de cet envoi a changé entre-temps. Rechargez la page."]);
  expect(await order("cancel")).toEqual([200, "L’envoi est annulé."]);
  expect(dataOf(await call(emails.loader)).campaigns).toMatchObject({ campaigns: [{ id: campaignId, state: "cancelled" }] });
  expect(statusOf(await call(campaign.loader, { params: { campaignId: "nothing" } }))).toBe(404);
  expect(statusOf(await call(campaign.action, { params: { campaignId: "nothing" }, fields: { intent: "pause" } }))).toBe(404);
});
