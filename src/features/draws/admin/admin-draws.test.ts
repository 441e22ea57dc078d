/** Loaders and actions of the Draw and Winners screens: access, replies and texts. */
import { randomBytes } from "node:crypto";
import { parse } from "csv-parse/sync";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { demoBeacon } from "#platform/beacon/beacon.server.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { errorOf } from "#ui/forms/reply.ts";
import { drawWinner } from "../server/drawing/draw-winner.ts";
import { DAY, drawnDraw, type FilledDraw, filledDraw } from "../server/draws.fixture.ts";
import { findDraw } from "../server/reading/find-draw.ts";
import { listPastDraws, listResults } from "../server/reading/list-results.ts";
import * as draws from "./draws-page.tsx";
import * as tickets from "./participant-tickets-route.ts";
import * as csv from "./participants-csv-route.ts";
import * as participants from "./participants-page.tsx";
import * as candidates from "./winners/candidates-route.ts";
import * as photo from "./winners/winner-photo-route.ts";
import * as winners from "./winners/winners-page.tsx";

const HOME = "http://localhost:3000";
const NOBODY = "00000000-0000-4000-8000-000000000000";
let ctx: TestCtx;
let openDraw: FilledDraw;
let completedDraw: FilledDraw;
const cookies: Record<"admin" | "player" | "nobody", string> = { admin: "", player: "", nobody: "" };
beforeAll(async () => {
  const connected = await testCtx({ RATE_LIMITS: "off" });
  const genesisTime = Math.floor(Date.now() / 1000) - 86_400 * 365;
  // A beacon on the test's clock.
  ctx = { ...connected, beacon: demoBeacon({ secretKey: randomBytes(32), genesisTime, now: () => connected.now() }) };
  const boss = await registered(ctx);
  const other = await registered(ctx);
  await ctx.db.insertInto("admin_user").values({ id: boss.userId }).execute();
  cookies.admin = sessionCookie(ctx, boss.sessionToken).split(";")[0] ?? "";
  cookies.player = sessionCookie(ctx, other.sessionToken).split(";")[0] ?? "";
  openDraw = await filledDraw(ctx, { title: "Running Car", ended: -5 });
  completedDraw = await drawnDraw(ctx, { title: "Drawn Car", sold: 120, players: 60 });
});
afterAll(() => ctx.close());

type Handler = (args: never) => unknown;
/** The differences from a GET request of an administrator. `search`: with its question mark. */
type Call = {
  readonly who?: keyof typeof cookies;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly body?: { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> };
};

/** Calls a loader or action as the router does. Returns a thrown response instead of throwing it. */
async function call(handler: Handler, { who = "admin", params = {}, search = "", fields, body }: Call = {}) {
  const headers = new Headers({ cookie: cookies[who], ...(body && { "Content-Type": body.type }) });
  const content = body?.bytes ?? (fields && new URLSearchParams(fields));
  const request = new Request(`${HOME}/admin/x${search}`, { headers, ...(content && { method: "POST", body: content }) });
  try {
    return await handler({ request, context: requestContext(ctx), params } as never);
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}
/** The reply of a loader or action. */
type Data = { readonly data: Record<string, unknown>; readonly init: { readonly status?: number } | null };
/** Calls a loader or action as an administrator. Returns its data, its error and its status. */
async function answer(handler: Handler, change?: Call): Promise<Record<string, unknown>> {
  const { data, init } = (await call(handler, change)) as Data;
  return { ...data, error: errorOf(data) ?? data.error, status: init?.status ?? 200 };
}
/** Renames a table during `run`, so that reading it fails. */
async function withoutTable<T>(table: string, run: () => Promise<T>): Promise<T> {
  await ctx.owner.query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  return run().finally(() => ctx.owner.query(`ALTER TABLE ${table}_away RENAME TO ${table}`));
}
const textOf = (key: string) => ctx.messages.en.t(`admin-draws:${key}` as "admin-draws:draw.title");

describe("access to draws, participants and winners", () => {
  const addresses: [string, Handler, Call?][] = [
    ["the draws", draws.loader as Handler],
    ["drawing", draws.action as Handler, { fields: { intent: "draw", lotteryId: NOBODY } }],
    ["the participants", participants.loader as Handler, { params: { lotteryId: NOBODY } }],
    ["their tickets", tickets.loader as Handler, { params: { lotteryId: NOBODY } }],
    ["their file", csv.get as Handler, { params: { lotteryId: NOBODY } }],
    ["the winners", winners.loader as Handler],
    ["another winner", winners.action as Handler, { fields: { intent: "replace", lotteryId: NOBODY } }],
    ["who could win", candidates.loader as Handler, { params: { lotteryId: NOBODY } }],
    ["the photo", photo.post as Handler, { fields: {}, params: { lotteryId: NOBODY } }],
  ];
  it.each(addresses)("%s sends players and strangers home", async (_, handler, change) => {
    for (const who of ["player", "nobody"] as const) {
      const reply = await call(handler, { ...change, who });
      expect(reply).toBeInstanceOf(Response);
      const { status, headers } = reply as Response;
      expect([status, headers.get("Location")]).toEqual([302, "/"]);
    }
  });
});

describe("the draws", () => {
  it("are listed with title, price, prize value, end date and status", async () => {
    const page = await answer(draws.loader as Handler);
    expect(page).toMatchObject({ status: 200, isDemo: true, list: { total: 2 } });
    const { draws: listed } = page.list as { draws: Record<string, unknown>[] };
    expect(listed.find(({ id }) => id === openDraw.id)).toMatchObject({
      title: { en: "Running Car" },
      pricePerTicket: 2999,
      priceValue: 14_800_000,
      status: "active",
      state: { name: "open" },
    });
  });

  it("that cannot be read are a message", async () => {
    expect(await withoutTable("draw_requests", () => answer(draws.loader as Handler))).toMatchObject({
      status: 503,
      list: undefined,
    });
    expect(ctx.messages.en.t("admin:notLoaded.draws")).toBe("Failed to load lotteries");
  });

  it("can be set to run automatically, and back", async () => {
    const isOn = async () =>
      (await ctx.db.selectFrom("lotteries").select("draws_by_itself").where("id", "=", openDraw.id).executeTakeFirstOrThrow())
        .draws_by_itself;
    const set = (on: boolean) =>
      answer(draws.action as Handler, { fields: { intent: "auto", lotteryId: openDraw.id, isOn: String(on) } });
    expect(await set(true)).toEqual({ intent: "auto", isOn: true, error: undefined, status: 200 });
    expect(await isOn()).toBe(true);
    await set(false);
    expect(await isOn()).toBe(false);
    const closedDrawFields = { intent: "auto", lotteryId: completedDraw.id, isOn: "true" };
    expect(await answer(draws.action as Handler, { fields: closedDrawFields })).toMatchObject({
      error: "not_active",
      status: 409,
    });
  });
});

describe("drawing the winner", () => {
  const draw = (lotteryId: string, fields: Record<string, string> = {}) =>
    answer(draws.action as Handler, { fields: { intent: "draw", lotteryId, ...fields } });
  const published = async (id: string) => (await findDraw(ctx, id))?.earlyReason?.text;

  it("is refused without tickets, for what is not active, and for what does not exist", async () => {
    const empty = await makeLottery(ctx, { start_date: "2020-01-01", end_date: "2020-02-01" });
    expect(await draw(empty)).toMatchObject({ intent: "draw", lotteryId: empty, error: "no_tickets", status: 409 });
    const draft = await makeLottery(ctx, { status: "draft" });
    expect(await draw(draft)).toMatchObject({ error: "not_active", status: 409 });
    expect(await draw(NOBODY)).toMatchObject({ error: "not_found", status: 404 });
    expect(await withoutTable("draw_requests", () => draw(openDraw.id))).toMatchObject({ error: "failed", status: 503 });
    expect(textOf("draw.noTickets")).toBe("No tickets found for this lottery");
    expect(textOf("draw.failed")).toBe("Failed to draw winner");
  });

  it("closes, freezes and commits, shows the awaited round, and then the winner", async () => {
    const { id } = await filledDraw(ctx, { title: "Waiting Car", ended: 20 });
    expect(await draw(id)).toEqual({ intent: "draw", lotteryId: id, error: undefined, status: 200 });
    const findShownDraw = async () =>
      (await answer(participants.loader as Handler, { params: { lotteryId: id } })).draw as Record<string, never>;
    const waiting = await findShownDraw();
    expect(waiting).toMatchObject({ status: "active", isRequested: true, state: { name: "frozen" }, winner: undefined });
    expect(ctx.messages.en.t("admin-draws:draw.waiting", { round: "77" })).toBe("Waiting for beacon round 77");
    ctx.setNow(new Date(Date.now() + 60_000));
    await drawWinner(ctx, { kind: "clock" }, { lotteryId: id });
    ctx.setNow(undefined);
    const drawnDrawPage = await findShownDraw();
    expect(drawnDrawPage).toMatchObject({ status: "completed", state: { name: "drawn" } });
    const { winner_id } = await ctx.db.selectFrom("lotteries").select("winner_id").where("id", "=", id).executeTakeFirstOrThrow();
    expect(drawnDrawPage.winner).toMatchObject({ person: { id: winner_id } });
    expect(textOf("draw.done")).toBe("Winner has been drawn successfully!");
  });

  it("is refused before the closing date while entries are possible", async () => {
    const { id } = await filledDraw(ctx, { title: "Open Car", ended: -5 });
    expect(await draw(id, { reason: "The car is needed earlier." })).toMatchObject({ error: "too_early", status: 409 });
    expect(await published(id)).toBeUndefined();
  });

  it("asks for a written reason while entries are still open, and publishes it", async () => {
    const { id } = await filledDraw(ctx, { title: "Early Car", ended: -5, takes_free_entries: false, tickets_available: 40 });
    expect(await draw(id)).toMatchObject({ error: "reason_needed", status: 422 });
    expect(await draw(id, { reason: "   " })).toMatchObject({ error: "reason_needed", status: 422 });
    expect(await draw(id, { reason: "x".repeat(501) })).toMatchObject({ error: "reason_too_long", status: 422 });
    expect(await published(id)).toBeUndefined();
    expect(await draw(id, { reason: "The car is needed earlier." })).toMatchObject({ error: undefined, status: 200 });
    expect(await published(id)).toBe("The car is needed earlier.");
  });
});

describe("the participants", () => {
  it("of no draw are not found; those that cannot be read are a message", async () => {
    expect(await answer(participants.loader as Handler, { params: { lotteryId: "x" } })).toMatchObject({
      error: "not_found",
      status: 404,
    });
    const failed = await withoutTable("participants", () =>
      answer(participants.loader as Handler, { params: { lotteryId: openDraw.id } }),
    );
    expect(failed).toMatchObject({ error: "failed", status: 503 });
    expect(ctx.messages.en.t("admin:notLoaded.participants")).toBe("Failed to load participants");
  });

  it("are searched and paged, and shown with their tickets", async () => {
    const [user = ""] = openDraw.playerIds;
    const page = await answer(participants.loader as Handler, {
      params: { lotteryId: openDraw.id },
      search: `?q=player-${user}`,
    });
    expect(page.list).toMatchObject({ found: 1, participants: [{ id: user }] });
    const [{ tickets: held } = { tickets: 0 }] = (page.list as { participants: { tickets: number }[] }).participants;
    const shown = await answer(tickets.loader as Handler, {
      params: { lotteryId: openDraw.id },
      search: `?user=${user}&after=0`,
    });
    expect(shown).toMatchObject({ failed: false, next: undefined });
    expect(shown.tickets).toHaveLength(held);
    expect(await answer(tickets.loader as Handler, { params: { lotteryId: openDraw.id }, search: "?user=x" })).toMatchObject({
      failed: true,
      status: 404,
    });
  });

  it("are downloadable as a file", async () => {
    const reply = (await call(csv.get as Handler, { params: { lotteryId: openDraw.id } })) as Response;
    expect(reply.headers.get("Content-Type")).toContain("text/csv");
    const name = `running-car-participants-${londonDate(ctx.now())}.csv`;
    expect(reply.headers.get("Content-Disposition")).toBe(`attachment; filename="${name}"`);
    expect(reply.headers.get("Cache-Control")).toBe("no-store");
    expect(parse(await reply.text(), { columns: true, record_delimiter: "\r\n" })).toHaveLength(46);
    expect(((await call(csv.get as Handler, { params: { lotteryId: "x" } })) as Response).status).toBe(404);
  });
});

describe("the winners", () => {
  const change = (fields: Record<string, string>) =>
    answer(winners.action as Handler, { fields: { lotteryId: completedDraw.id, ...fields } });
  const wonNow = async () => {
    const page = await answer(winners.loader as Handler);
    const { draws: listed } = page.list as {
      draws: { id: string; prizes: { won?: Record<string, unknown> & { photo?: { url: string } } }[] }[];
    };
    return listed.find(({ id }) => id === completedDraw.id);
  };

  const photoNow = async () => (await wonNow())?.prizes[0]?.won?.photo?.url;

  it("who object are unnamed and lose their photo; the log names the administrator", async () => {
    const nameOf = async () => (await findDraw(ctx, completedDraw.id))?.result?.winner.name;
    const set = (isHidden: boolean) =>
      answer(winners.action as Handler, { fields: { intent: "name", lotteryId: completedDraw.id, isHidden: String(isHidden) } });
    const named = await nameOf();
    expect(named).toBeDefined();
    expect(await set(true)).toMatchObject({ error: undefined, status: 200 });
    expect(await nameOf()).toBeUndefined();
    expect((await wonNow())?.prizes[0]?.won).toMatchObject({ isNameHidden: true });
    expect((await listPastDraws(ctx)).find(({ lottery }) => lottery.id === completedDraw.id)).toMatchObject({
      winnerName: undefined,
    });
    expect((await listResults(ctx, [completedDraw.id])).get(completedDraw.id)?.winner).toMatchObject({ name: undefined });
    await set(false);
    expect(await nameOf()).toBe(named);
    const log = await ctx.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", completedDraw.id)
      .orderBy("id")
      .execute();
    expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(["winner.hide_name", "winner.show_name"]));
    expect(
      await answer(winners.action as Handler, { fields: { intent: "name", lotteryId: NOBODY, isHidden: "true" } }),
    ).toMatchObject({ error: "not_found", status: 404 });
  });

  it("that cannot be read show a message, and so do candidates", async () => {
    expect(await withoutTable("draw_log", () => answer(winners.loader as Handler))).toMatchObject({
      status: 503,
      list: undefined,
    });
    expect(ctx.messages.en.t("admin:notLoaded.winners")).toBe("Failed to load completed lotteries");
    const params = { lotteryId: completedDraw.id };
    const failed = await withoutTable("participants", () => answer(candidates.loader as Handler, { params }));
    expect(failed).toMatchObject({ status: 503, candidates: undefined });
    expect(textOf("winners.usersFailed")).toBe("Failed to load users");
    expect([textOf("winners.none"), ctx.messages.en.t("admin:nav.loadingWinners")]).toEqual([
      "No Completed Lotteries",
      "Loading winners...",
    ]);
  });

  it("change with a reason, to holders of valid tickets only, and are notified by mail", async () => {
    const found = await answer(candidates.loader as Handler, { params: { lotteryId: completedDraw.id } });
    const people = found.candidates as { id: string; ticketNumber: number; isWinner: boolean; mayWin: boolean }[];
    const next = people.find(({ mayWin }) => mayWin);
    const now = people.find(({ isWinner }) => isWinner);
    // While a reserve is left, only the reserve can be chosen.
    expect(people.filter(({ mayWin }) => mayWin)).toHaveLength(1);
    const other = people.find(({ mayWin, isWinner, ticketNumber }) => !mayWin && !isWinner && ticketNumber !== undefined);
    const replacement = { intent: "replace", code: "declined", reason: "He never called back." };
    const ticketNumber = String(next?.ticketNumber);
    for (const [wrong, error] of [
      [{ reason: "" }, "reason_needed"],
      [{ reason: "x" }, "reason_too_short"],
      [{ code: "" }, "reason_code_needed"],
    ] as const)
      expect(await change({ ...replacement, ticketNumber, ...wrong })).toMatchObject({ error, status: 422 });
    for (const none of ["999", ""]) {
      expect(await change({ ...replacement, ticketNumber: none })).toMatchObject({ error: "no_valid_ticket", status: 409 });
    }
    expect(await change({ ...replacement, ticketNumber: String(other?.ticketNumber) })).toMatchObject({
      error: "reserve_first",
      status: 409,
    });
    const failed = await withoutTable("winner_changes", () => change({ ...replacement, ticketNumber }));
    expect(failed).toMatchObject({ error: "failed", status: 503 });
    expect(await change({ ...replacement, ticketNumber })).toMatchObject({ error: undefined, isProposed: false, status: 200 });
    expect((await wonNow())?.prizes[0]?.won).toMatchObject({ person: { id: next?.id }, ticketNumber: next?.ticketNumber });
    expect(now?.id).not.toBe(next?.id);
    const { rows } = await ctx.pool.query("SELECT data FROM pgboss.job WHERE name = 'draw-news' AND data->>'lotteryId' = $1", [
      completedDraw.id,
    ]);
    expect(rows.map(({ data }) => data.message)).toContain("draw-winner");
    expect([textOf("winners.updateFailed"), textOf("winners.updated")]).toEqual([
      "Failed to update winner",
      "Winner updated successfully",
    ]);
  });

  it("get their prize step by step, with dates", async () => {
    const today = londonDate(ctx.now());
    const step = (name: string, day: string, document = "") => change({ intent: "prize", step: name, day, document });
    expect(await step("delivered", today)).toMatchObject({ error: "out_of_order", status: 409 });
    expect(await step("contacted", "2026-02-30")).toMatchObject({ error: "out_of_order", status: 409 });
    const tomorrow = londonDate(new Date(ctx.now().getTime() + 2 * DAY));
    expect(await step("contacted", tomorrow)).toMatchObject({ error: "out_of_order", status: 409 });
    const yesterday = londonDate(new Date(ctx.now().getTime() - DAY));
    expect(await step("contacted", yesterday)).toMatchObject({ error: undefined, status: 200 });
    expect(await step("confirmed", yesterday)).toMatchObject({ error: undefined, status: 200 });
    expect(await step("delivered", today)).toMatchObject({ error: "out_of_order", status: 409 });
    expect(await step("checked", today)).toMatchObject({ error: "no_document", status: 409 });
    expect(await step("checked", today, "passport")).toMatchObject({ error: undefined, status: 200 });
    expect(await step("delivered", today)).toMatchObject({ error: undefined, status: 200 });
    const { prize = {} } = ((await wonNow())?.prizes[0]?.won ?? {}) as { prize?: Record<string, Date> };
    expect(Object.values(prize).map(londonDate)).toEqual([yesterday, yesterday, today, today]);
    expect(await step("delivered", "")).toMatchObject({ error: undefined, status: 200 });
  });

  it("have a photo that is put, replaced and deleted; nothing but a JPEG, PNG or WebP of 5 MB is one", async () => {
    const colour = async (background: string) =>
      new Uint8Array(
        await sharp({ create: { width: 320, height: 200, channels: 3, background } })
          .webp()
          .toBuffer(),
      );
    const webp = await colour("navy");
    const put = async (bytes: Uint8Array<ArrayBuffer>, type = "image/webp", name = "jo.webp", lotteryId = completedDraw.id) => {
      const reply = (await call(photo.post as Handler, {
        params: { lotteryId },
        search: `?name=${name}`,
        body: { type, bytes },
      })) as Response;
      return [reply.status, ((await reply.json()) as { error: string | null }).error];
    };
    expect(await put(webp, "image/gif", "jo.gif")).toEqual([415, "wrong_type"]);
    expect(await put(webp, "image/webp", "jo.svg")).toEqual([415, "wrong_type"]);
    expect(await put(new Uint8Array(5_242_881))).toEqual([413, "too_large"]);
    expect(await put(new TextEncoder().encode("<svg/>"))).toEqual([422, "not_a_picture"]);
    expect(await put(webp, "image/webp", "jo.webp", openDraw.id)).toEqual([409, "no_winner"]);
    expect(await photoNow()).toBeUndefined();

    expect(await put(webp)).toEqual([200, null]);
    const first = await photoNow();
    expect(first).toMatch(/^\/media\/winner-photos\/[0-9a-f]{32}p-\d+\.webp$/);
    expect(await ctx.media.open(first?.split("/").at(-1) ?? "")).toMatchObject({ type: "image/webp" });
    expect(await put(await colour("maroon"))).toEqual([200, null]);
    expect(await photoNow()).not.toBe(first);
    // The former photo is no longer served.
    expect(await ctx.media.open(first?.split("/").at(-1) ?? "")).toBeUndefined();

    expect(await withoutTable("audit_log", () => change({ intent: "remove-photo" }))).toMatchObject({
      error: "failed",
      status: 503,
    });
    expect(await change({ intent: "remove-photo" })).toMatchObject({ error: undefined, status: 200 });
    expect(await photoNow()).toBeUndefined();
    expect(await ctx.media.list()).toEqual([]);
    expect(["uploadFailed", "uploaded", "deleteFailed", "deleted"].map((key) => textOf(`winners.${key}`))).toEqual([
      "Failed to upload winner photo",
      "Winner photo uploaded successfully",
      "Failed to delete winner photo",
      "Winner photo deleted successfully",
    ]);
  });
});
