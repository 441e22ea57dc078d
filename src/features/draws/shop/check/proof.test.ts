/** The public record of a draw: its page in every state, the two files of its proof, and the public log. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parseProof, type StepResult, verifyDraw, verifySteps } from "@concours/draw-protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { finishDraw } from "#demo/finish-draw.ts";
import { dayFrom, makeLottery, makeUser } from "#demo/makers.ts";
import { fillDraw } from "#demo/orders.ts";
import { seededRandom } from "#demo/random.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { localeKey } from "#platform/request/request.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import type { DrawRecord } from "../../rules/draw-record.ts";
import { type ShownFacts, withShown } from "../../rules/shown-facts.ts";
import { requestDraw } from "../../server/drawing/request-draw.ts";
import { filledDraw } from "../../server/draws.fixture.ts";
import * as log from "../draw-log-page.tsx";
import * as page from "../draw-page.tsx";
import * as entries from "./entries-csv-route.ts";
import * as proof from "./proof-json-route.ts";

const VERIFY = join(import.meta.dirname, "../../../../../packages/draw-protocol/bin/verify.ts");
const UNKNOWN = "00000000-0000-4000-8000-000000000000";
const run = promisify(execFile);

let ctx: TestCtx;
let won = "";
let ada = "";
beforeAll(async () => {
  ctx = await testCtx();
  const noon = new Date();
  noon.setUTCHours(12, 0, 0, 0);
  ctx.setNow(noon);
  const player = await makeUser(ctx, { first_name: "Ada", last_name: "Lovelace-Hidden", county: "Kent" });
  ada = player.id;
  won = await makeLottery(ctx, { title: "Won", start_date: dayFrom(noon, -60), end_date: dayFrom(noon, -20) });
  const at = (days: number) => new Date(noon.getTime() + days * 86_400_000);
  await ctx.db.transaction().execute(async (tx) => {
    const filling = { unitPrice: 2999, sold: 30, from: at(-50), until: at(-21), luck: seededRandom(7), prefix: "proof" };
    await fillDraw(tx, { ...filling, lotteryId: won, playerIds: [ada] });
    await finishDraw(ctx, tx, won, at(-10));
  });
});
afterAll(() => ctx.close());

type Handler = (args: never) => Promise<unknown>;

function call(handler: Handler, address: string, headers: Record<string, string> = {}, locale: Locale = "en") {
  const context = requestContext(ctx);
  context.set(localeKey, locale);
  return handler({
    request: new Request(`http://localhost/draws/${address}`, { headers }),
    context,
    params: { lotteryId: address.split("?")[0] },
  } as never);
}
const get = async (handler: Handler, id: string, headers?: Record<string, string>) =>
  (await call(handler, id, headers)) as Response;
const record = async (id: string, locale?: Locale) =>
  (await call(page.loader, id, {}, locale)) as { data: { record?: DrawRecord }; init?: ResponseInit };

/** Changes published data as the role that owns the tables can. */
const change = (table: string, set: string, where: string) => {
  const quietly = [`DISABLE TRIGGER USER; UPDATE ${table} SET ${set} WHERE ${where}`, "ENABLE TRIGGER USER"];
  return ctx.owner.query(`BEGIN; ${quietly.map((each) => `ALTER TABLE ${table} ${each};`).join(" ")} COMMIT`);
};

describe("the page of a draw", () => {
  it("shows everything published, and the winner by the agreed name", async () => {
    const { data } = await record(won);
    const shown = data.record;
    if (!shown?.sealed || !shown.drawn) throw new Error("it is drawn");
    expect(shown).toMatchObject({ state: "drawn", isDemo: true, title: "Won" });
    expect(createHash("sha256").update(shown.sealed.commitmentJson).digest("hex")).toBe(shown.sealed.commitment);
    expect(shown.drawn.picks).toHaveLength(4);
    expect(shown.drawn.winner).toEqual({ ticket: shown.drawn.picks[0], name: "Ada L., Kent" });
    expect(JSON.stringify(data)).not.toMatch(/Hidden|@|07700/);
  });

  it("names the replacement winner with the reason, and still shows the draw's result", async () => {
    const before = (await record(won)).data.record?.drawn;
    const reserve = before?.picks[1] ?? 0;
    await ctx.db
      .insertInto("winner_changes")
      .values({
        lottery_id: won,
        ticket_number: reserve,
        reason_code: "unreachable",
        reason: "Could not be reached",
        at: ctx.now(),
      })
      .execute();
    const after = (await record(won)).data.record?.drawn;
    expect(after?.picks).toEqual(before?.picks);
    expect(after?.winner.ticket).toBe(reserve);
    expect(after?.changes).toEqual([
      {
        at: ctx.now().getTime(),
        place: 1,
        reasonCode: "unreachable",
        reason: "Could not be reached",
        ticket: reserve,
        reserve: 1,
      },
    ]);
    const { data } = (await call(log.loader, "")) as { data: { lines: unknown[] } };
    expect(data.lines).toMatchObject([{ sequence: 1, title: "Won", winningTicket: reserve, isReplaced: true }]);
  });

  it.each([
    ["upcoming", { start_date: 3, end_date: 9 }, {}],
    ["open", { start_date: -3, end_date: 9 }, {}],
    ["post", { start_date: -30, end_date: -2 }, { sales_state: "closed" }],
    ["ready", { start_date: -60, end_date: -30 }, { sales_state: "closed" }],
    ["post", { start_date: -30, end_date: -2 }, { sales_state: "closing", tickets_held: 2 }],
    ["closing", { start_date: -60, end_date: -30 }, { sales_state: "closing", tickets_held: 2 }],
    ["cancelled", { start_date: -3, end_date: 9 }, { status: "cancelled", sales_state: "cancelled" }],
    ["empty", { start_date: -30, end_date: -20 }, { status: "completed" }],
  ] as const)("of a draw that is %s says so, and has no list and no proof yet", async (state, days, change) => {
    const [start, end] = [dayFrom(ctx.now(), days.start_date), dayFrom(ctx.now(), days.end_date)];
    const id = await makeLottery(ctx, { title: state, start_date: start, end_date: end });
    if (Object.keys(change).length > 0) await ctx.db.updateTable("lotteries").set(change).where("id", "=", id).execute();
    const { data } = await record(id);
    expect(data.record).toMatchObject({ state });
    expect([data.record?.sealed, data.record?.drawn]).toEqual([undefined, undefined]);
    for (const [handler, error] of [
      [entries.get, "not_frozen"],
      [proof.get, "not_drawn"],
    ] as const) {
      const reply = await get(handler, id);
      expect([reply.status, reply.headers.get("Cache-Control")]).toEqual([409, "no-store"]);
      expect(await reply.json()).toMatchObject({ error });
    }
    // Release the held tickets, which belong to no order.
    await ctx.db.updateTable("lotteries").set({ tickets_held: 0 }).where("id", "=", id).execute();
  });

  it("shows the reason of an early draw at once, and none otherwise", async () => {
    const { id } = await filledDraw(ctx, { ended: -5, takes_free_entries: false, tickets_available: 40 });
    expect((await record(id)).data.record?.earlyReason).toBeUndefined();
    const reason = "The car is needed at a show.";
    const reasonFr = "La voiture est attendue à un salon.";
    expect(await requestDraw(ctx, { kind: "command" }, { lotteryId: id, reason, reasonFr })).toMatchObject({
      ok: true,
    });
    expect((await record(id)).data.record).toMatchObject({ state: "waiting", earlyReason: reason });
    expect((await record(id, "fr")).data.record).toMatchObject({ earlyReason: reasonFr });
    const inTime = await filledDraw(ctx);
    await requestDraw(ctx, { kind: "command" }, { lotteryId: inTime.id, reason });
    expect((await record(inTime.id)).data.record).toMatchObject({ state: "waiting", earlyReason: undefined });
  });

  it("marks the visitor's own tickets, in order, only once the list is sealed", async () => {
    const [holder, other] = [await registered(ctx), await registered(ctx)];
    const drawOf = async (prefix: string) => {
      const id = await makeLottery(ctx, { start_date: dayFrom(ctx.now(), -60), end_date: dayFrom(ctx.now(), -20) });
      const [from, until] = [-50, -21].map((days) => new Date(ctx.now().getTime() + days * 86_400_000));
      const filling = { lotteryId: id, unitPrice: 2999, sold: 5, from: from ?? new Date(), until: until ?? new Date(), prefix };
      await ctx.db
        .transaction()
        .execute((tx) => fillDraw(tx, { ...filling, playerIds: [holder.userId], luck: seededRandom(prefix.length) }));
      return id;
    };
    const id = await drawOf("own");
    await drawOf("elsewhere");
    const gone = await ctx.db
      .selectFrom("tickets as t")
      .innerJoin("orders as o", "o.id", "t.order_id")
      .select(["t.ticket_number", "o.id"])
      .where("o.lottery_id", "=", id)
      .where("o.kind", "=", "free")
      .orderBy("t.ticket_number")
      .executeTakeFirstOrThrow();
    await ctx.db.updateTable("tickets").set({ void_at: ctx.now() }).where("order_id", "=", gone.id).execute();
    await ctx.db.updateTable("orders").set({ state: "void" }).where("id", "=", gone.id).execute();
    const ownOf = async (token: string) => {
      const { data } = (await call(page.loader, id, { cookie: sessionCookie(ctx, token).split(";")[0] ?? "" })) as {
        data: { own: { number: number; isLeftOut: boolean }[] };
      };
      return data.own;
    };
    expect(await ownOf(holder.sessionToken)).toEqual([]);
    await requestDraw(ctx, { kind: "command" }, { lotteryId: id });
    const all = Array.from({ length: 11 }, (_, i) => ({ number: i + 1, isLeftOut: i + 1 === gone.ticket_number }));
    expect(await ownOf(holder.sessionToken)).toEqual(all);
    // Tickets withdrawn later, for a lost dispute, were on the list.
    const later = `lottery_id = '${id}' AND ticket_number = ${(gone.ticket_number % 11) + 1}`;
    await change("tickets", `void_at = '${new Date(ctx.now().getTime() + 60_000).toISOString()}'`, later);
    expect(await ownOf(holder.sessionToken)).toEqual(all);
    await change("tickets", "void_at = NULL", later);
    expect(await ownOf(other.sessionToken)).toEqual([]);
  });

  it.each([UNKNOWN, "42", "x".repeat(300)])("is not found for %s, nor are its files", async (id) => {
    expect((await record(id)).init?.status).toBe(404);
    expect((await get(entries.get, id)).status).toBe(404);
    expect((await get(proof.get, id)).status).toBe(404);
  });
});

it("no address reveals a draft", async () => {
  const id = await makeLottery(ctx, { status: "draft" });
  expect((await record(id)).init?.status).toBe(404);
  for (const handler of [entries.get, proof.get]) {
    const [draft, unknown] = [await get(handler, id), await get(handler, UNKNOWN)];
    expect([draft.status, await draft.text()]).toEqual([404, await unknown.text()]);
  }
});

describe("the files of a proof", () => {
  it("are the committed bytes, permanent, and without personal data", async () => {
    const list = await get(entries.get, won);
    const csv = new Uint8Array(await list.arrayBuffer());
    const sealed = (await record(won)).data.record?.sealed;
    expect(createHash("sha256").update(csv).digest("hex")).toBe(sealed?.entriesSha256);
    expect(new TextDecoder().decode(csv)).toMatch(/^(\d+,[0-9a-f]{32}\n)+$/);
    expect(list.headers.get("ETag")).toBe(`"${sealed?.entriesSha256}"`);
    const text = await (await get(proof.get, won)).text();
    // Whole words: a signature may contain a short name by chance.
    expect(text).not.toMatch(/\bAda\b|Lovelace|@/);
    for (const handler of [entries.get, proof.get]) {
      const { headers } = await get(handler, won);
      expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      const again = await get(handler, won, { "If-None-Match": headers.get("ETag") ?? "" });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      const withParameter = await get(handler, `${won}?one-more`);
      expect([withParameter.status, withParameter.headers.get("Location"), withParameter.headers.get("Cache-Control")]).toEqual([
        302,
        `/draws/${won}`,
        "no-store",
      ]);
    }
    const parsed = parseProof(text);
    if (!parsed.ok) throw new Error(parsed.problem);
    expect(verifyDraw({ proof: parsed.value, csv, trustedChain: ctx.beacon.chain }).agrees).toBe(true);
  });
});

describe("the page's data in a visitor's check", () => {
  /** The steps that differ, as the page's worker reports them. */
  async function differing(): Promise<string[]> {
    const { data } = (await call(page.loader, won)) as { data: { shown?: ShownFacts } };
    const csv = new Uint8Array(await (await get(entries.get, won)).arrayBuffer());
    const parsed = parseProof(await (await get(proof.get, won)).text());
    if (!parsed.ok || !data.shown) throw new Error("it is drawn");
    const steps: StepResult[] = [];
    for (const step of verifySteps({ proof: parsed.value, csv, trustedChain: ctx.beacon.chain }))
      steps.push(withShown(step, parsed.value, data.shown));
    return steps.filter(({ verdict }) => verdict === "differs").map(({ step }) => step);
  }

  it("agrees with the files", async () => {
    expect(await differing()).toEqual([]);
  });

  const ODD = "ff".repeat(32);
  const UNPICKED = `(SELECT min(ticket_number) FROM tickets t WHERE lottery_id = draw_picks.lottery_id
    AND NOT EXISTS (SELECT FROM draw_picks p WHERE p.lottery_id = t.lottery_id AND p.ticket_number = t.ticket_number))`;
  it.each([
    ["winners", "another winner", "draw_picks", "ticket_number", UNPICKED, "pick = 0"],
    ["winners", "another reserve", "draw_picks", "ticket_number", UNPICKED, "pick = 3"],
    ["seed", "another seed", "draws", "seed", `'${ODD}'`, "true"],
    ["commitment", "another line of the log", "draw_log", "commitment", `'${ODD}'`, "true"],
    ["commitment", "another time of the freeze", "draws", "frozen_at", "frozen_at + interval '1 hour'", "true"],
    ["prize", "another title", "lotteries", "title", "'A finer car'", "true"],
    ["prize", "another text", "lotteries", "description", "'With gold wheels'", "true"],
    ["prize", "a higher value", "lotteries", "price_value_pence", "price_value_pence + 100", "true"],
  ])("differs at %s where the database holds %s", async (step, _what, table, column, value, which) => {
    const where = `${table === "lotteries" ? "id" : "lottery_id"} = '${won}' AND ${which}`;
    const { rows } = await ctx.owner.query(`SELECT ${column}::text AS before FROM ${table} WHERE ${where}`);
    await change(table, `${column} = ${value}`, where);
    try {
      expect(await differing()).toContain(step);
    } finally {
      await change(table, `${column} = '${rows[0].before}'`, where);
    }
  });
});

describe("downloaded files", () => {
  let folder = "";
  let files = { json: "", csv: "" };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "proof-"));
    files = { json: await (await get(proof.get, won)).text(), csv: await (await get(entries.get, won)).text() };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function verifyInTerminal({ json, csv }: typeof files): Promise<{ code: number; output: string }> {
    await writeFile(join(folder, "proof.json"), json);
    await writeFile(join(folder, "entries.csv"), csv);
    const ended = run(process.execPath, [VERIFY, "--demo", folder]);
    return ended.then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (failure: { code: number; stdout: string }) => ({ code: failure.code, output: failure.stdout }),
    );
  }
  const otherDigit = (text: string, before: RegExp) =>
    text.replace(
      new RegExp(`(${before.source})(.)`),
      (_all, label: string, digit: string) => label + (digit === "7" ? "8" : "7"),
    );

  const altered = (file: keyof typeof files, before: RegExp) => {
    const text = otherDigit(files[file], before);
    expect(text).not.toBe(files[file]);
    return { ...files, [file]: text };
  };

  it("agree in the terminal command, which names the step that differs once one byte is altered", async () => {
    expect(await verifyInTerminal(files)).toMatchObject({ code: 0, output: expect.stringContaining("The draw agrees.") });
    expect(await verifyInTerminal(altered("json", /"seed": "/))).toMatchObject({
      code: 1,
      output: expect.stringContaining('differs at "seed"'),
    });
  });

  it.each([
    ["entries", "csv", /^1,/],
    ["entries", "json", /"entries_sha256": "/],
    ["root", "json", /"merkle_root": "/],
    ["commitment", "json", /"commitment": "/],
    ["commitment", "json", /"closed_at": \d{8}/],
    ["prize", "json", /"draw_id": "/],
    ["chain", "json", /"chain_hash": "/],
    ["round", "json", /"prizes": 1,\s+"round": /],
    ["beacon", "json", /"signature": "[0-9a-f]{9}/],
    ["beacon", "json", /"randomness": "/],
    ["seed", "json", /"seed": "/],
    ["winners", "json", /"leaf": "\d+,/],
  ] as const)("differ at the step %s when one byte of the %s is altered behind %s", (step, file, before) => {
    const { json, csv } = altered(file, before);
    const parsed = parseProof(json);
    if (!parsed.ok) throw new Error(parsed.problem);
    const claim = parsed.value;
    const check = verifyDraw({ proof: claim, csv: new TextEncoder().encode(csv), trustedChain: claim.chain });
    expect(check.differsAt).toBe(step);
  });
});
