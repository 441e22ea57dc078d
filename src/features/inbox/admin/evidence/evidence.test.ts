/** The evidence pack of a draw: who gets it, what is in it, and what the verifier says about it. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { drawWinner } from "#features/draws/server/drawing/draw-winner.ts";
import { drawnDraw, filledDraw, freezeAsBefore } from "#features/draws/server/draws.fixture.ts";
import { cancelLottery } from "#features/orders/server/refunds/cancel-lottery.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { localeKey } from "#platform/request/request.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import { runVerifier } from "../../../../../packages/draw-protocol/test/run-verifier.fixture.ts";
import { exportDrawEvidence } from "../../server/evidence/export-draw-evidence.ts";
import { evidenceDocument } from "./evidence-document.server.ts";
import { get as loader } from "./evidence-route.ts";

const COMMAND = { kind: "command" } as const;
let ctx: TestCtx;
let cookie: string;
let folder: string;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  const boss = await registered(ctx);
  cookie = sessionCookie(ctx, boss.sessionToken).split(";")[0] ?? "";
  await ctx.db.insertInto("admin_user").values({ id: boss.userId, role: "read-only" }).execute();
  folder = await mkdtemp(join(tmpdir(), "evidence-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await ctx.close();
});

async function get(lotteryId: string, { who = cookie, locale = "en" as Locale } = {}) {
  const request = new Request(`http://localhost:3000/admin/draw/${lotteryId}/evidence.zip`, { headers: { Cookie: who } });
  const context = requestContext(ctx);
  context.set(localeKey, locale);
  try {
    return await loader({ request, context, params: { lotteryId } });
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}
const packOf = async (lotteryId: string) => new Uint8Array(await (await get(lotteryId)).arrayBuffer());
const filesOf = async (lotteryId: string) => unzipSync(await packOf(lotteryId));
const textOf = (files: Record<string, Uint8Array>, name: string) => new TextDecoder().decode(files[name]);
async function verify(zip: Uint8Array) {
  const file = join(folder, `${Math.random()}.zip`);
  await writeFile(file, zip);
  return runVerifier("--demo", "--pack", file);
}
/** The texts of the PDF's blocks, which are compressed in the file. */
async function documentOf(lotteryId: string, locale: Locale = "en", actor: Actor = COMMAND) {
  const exported = await exportDrawEvidence(ctx, actor, lotteryId);
  if (!exported.ok) throw new Error(exported.error);
  const shop = { trader: ctx.brand.current.trader, url: ctx.publicUrl, messages: ctx.messages, locale, isTest: false };
  return JSON.stringify(evidenceDocument(exported.value, shop));
}
const WATCH = { title: { en: "A watch", fr: "Une montre" }, value_pence: 300_000, details: { en: "", fr: "" } };
const further = (prizes: readonly object[]) => ({ further_prizes: JSON.stringify(prizes) });

describe("the pack of a drawn draw", () => {
  it("passes the verifier without a network, and fails once a byte of any file is changed", { timeout: 60_000 }, async () => {
    const { id } = await drawnDraw(ctx);
    const zip = await packOf(id);
    const honest = await verify(zip);
    expect([honest.output, honest.code]).toEqual([expect.stringContaining("agrees   pack"), 0]);
    const files = unzipSync(zip);
    expect(Object.keys(files).toSorted()).toEqual(
      [
        ...["commitment.json", "entries.csv", "evidence.json", "evidence.pdf", "manifest.json", "prize.json", "result.json"],
        ...["round.json", "terms-2026-11-29.en.txt", "terms-2026-11-29.fr.txt", "timestamps.json"],
      ].toSorted(),
    );
    for (const name of ["evidence.pdf", "entries.csv"]) {
      const changed = files[name]?.slice() ?? new Uint8Array();
      const middle = Math.floor(changed.length / 2);
      changed[middle] = (changed[middle] ?? 0) ^ 1;
      const forged = await verify(zipSync({ ...files, [name]: changed }));
      expect([forged.output, forged.code]).toEqual([expect.stringContaining(`${name}: changed`), 1]);
    }
  });

  it.each(["pdraw/1", "pdraw/2"] as const)("of %s passes, too", { timeout: 60_000 }, async (version) => {
    const { id } = await filledDraw(ctx);
    await freezeAsBefore(ctx, id, version);
    ctx.setNow(new Date(ctx.now().getTime() + 20_000));
    expect(await drawWinner(ctx, COMMAND, { lotteryId: id })).toMatchObject({ ok: true });
    const zip = await packOf(id);
    ctx.setNow(undefined);
    expect(unzipSync(zip)["prize.json"] === undefined).toBe(version === "pdraw/1");
    const checked = await verify(zip);
    expect([checked.output, checked.code]).toEqual([expect.stringContaining("agrees   pack"), 0]);
  });

  it("names every prize with its tickets, and the state of its handover", async () => {
    const { id } = await drawnDraw(ctx, { cash_alternative_pence: 14_800_000, cash_choice_days: 14, ...further([WATCH]) });
    const files = await filesOf(id);
    const evidence = JSON.parse(textOf(files, "evidence.json"));
    expect(evidence).toMatchObject({
      draw: { id, state: "drawn", cash_alternative: 148_000 },
      entries: { total: 46, paid: 40, free: 6, left_out_by_disputes: 0 },
      result: {
        prizes: [
          { prize: 1, reserve_tickets: { length: 3 } },
          { prize: 2, reserve_tickets: { length: 3 } },
        ],
        changes: [],
      },
      handovers: [{ prize: 1 }, { prize: 2 }],
      complaints_of_players: { made: 0 },
    });
    expect(evidence.witnesses).toHaveLength(1);
    const document = await documentOf(id);
    for (const wanted of [
      ...["Prize 2: A watch", "£148,000.00", evidence.commitment.entries_sha256, evidence.result.beacon.randomness],
      "Not all prizes are handed over.",
    ])
      expect(document, wanted).toContain(wanted);
  });

  it("has no personal data of players", async () => {
    const { id, playerIds } = await drawnDraw(ctx);
    const files = await filesOf(id);
    const texts = Object.keys(files).filter((name) => name !== "evidence.pdf");
    const all = [...texts.map((name) => textOf(files, name)), await documentOf(id)].join("\n");
    for (const secret of ["Amelia", "Reed", "+447700900000", "1990-05-17", ...playerIds])
      expect(all, secret).not.toContain(secret);
  });

  it("is written in the language of the person who asks", async () => {
    const { id } = await drawnDraw(ctx);
    const pdf = async (locale: Locale) =>
      Buffer.from(unzipSync(new Uint8Array(await (await get(id, { locale })).arrayBuffer()))["evidence.pdf"] ?? []);
    for (const [locale, tag] of [
      ["en", "en-GB"],
      ["fr", "fr-FR"],
    ] as const)
      expect((await pdf(locale)).toString("latin1")).toContain(`/Lang (${tag})`);
    expect(await documentOf(id, "fr")).toContain("Dossier de preuve d’un tirage");
  });
});

describe("the handovers in the pack", () => {
  it("have no reference of a bank payment", async () => {
    const { id } = await drawnDraw(ctx);
    const at = ctx.now();
    const handedOver = { prize_contacted_at: at, prize_confirmed_at: at, prize_checked_at: at, prize_delivered_at: at };
    const cash = {
      ...handedOver,
      prize_check_document: "passport",
      prize_choice: "cash",
      prize_chosen_at: at,
      prize_cash_reference: "FP-20261129-7781",
    } as const;
    await ctx.db.updateTable("draws").set(cash).where("lottery_id", "=", id).execute();
    const all = `${textOf(await filesOf(id), "evidence.json")}${await documentOf(id)}`;
    expect(all).toContain('"choice": "cash"');
    expect(all).not.toContain("FP-20261129-7781");
  });

  it("leave out a prize without a winner", async () => {
    const { id } = await drawnDraw(ctx, { ...further([WATCH, WATCH]), one_prize_a_person: true, sold: 2, players: 1 });
    const { result, handovers } = JSON.parse(textOf(await filesOf(id), "evidence.json"));
    expect(result.prizes).toHaveLength(3);
    expect(handovers.map(({ prize }: { prize: number }) => prize)).toEqual([1]);
    await ctx.db
      .updateTable("draws")
      .set({ prize_contacted_at: ctx.now(), prize_confirmed_at: ctx.now(), prize_delivered_at: ctx.now() })
      .where("lottery_id", "=", id)
      .execute();
    expect(await documentOf(id)).not.toContain("Not all prizes are handed over.");
  });
});

describe("the charity in the pack", () => {
  it("is due what the books say: a payment without tickets is no sale", async () => {
    const { id, playerIds } = await filledDraw(ctx, {
      ended: -5,
      charity: JSON.stringify({ name: "Guide Dogs", number: "209617", amount_pence: null, share_points: 1_000 }),
    });
    const due = async () => JSON.parse(textOf(await filesOf(id), "evidence.json")).charity.due_pence;
    const before = await due();
    expect(before).toBeGreaterThan(0);
    const sums = { unit_price_pence: 5_000, total_pence: 5_000, captured_pence: 5_000 } as const;
    const rest = { lottery_id: id, user_id: playerIds[0] ?? "", quantity: 1, settled_at: ctx.now(), ...sums } as const;
    await ctx.db
      .insertInto("orders")
      .values({ kind: "paid", state: "expired", ...rest })
      .execute();
    expect(await due()).toBe(before);
  });
});

describe("the pack of a draw without a result", () => {
  it("says what is not there yet, and the verifier has nothing to check", { timeout: 60_000 }, async () => {
    const { id } = await filledDraw(ctx, { ended: -5 });
    const zip = await packOf(id);
    expect(Object.keys(unzipSync(zip)).toSorted().slice(0, 4)).toEqual([
      "evidence.json",
      "evidence.pdf",
      "manifest.json",
      "prize.json",
    ]);
    expect(await documentOf(id)).toContain("The entry list is not sealed");
    const checked = await verify(zip);
    expect([checked.output, checked.code]).toEqual([expect.stringContaining("made before the winner was drawn"), 2]);
  });

  it("names the reason of a cancellation", async () => {
    const { id } = await filledDraw(ctx, { ended: -5 });
    await cancelLottery(ctx, COMMAND, { lotteryId: id, reason: { code: "prize_lost", note: "", noteFr: "" } } as never);
    const document = await documentOf(id);
    expect(document).toContain("no winner was drawn");
    expect(document).toContain("verify-draw cannot check this pack");
    expect(document).not.toContain("The winner is not drawn");
    expect(document).toContain("The prize was lost, damaged");
  });
});

describe("access", () => {
  it.each([
    { role: "draws", leftOut: ["disputes", "complaints", "charity"], texts: 3 },
    { role: "support", leftOut: ["charity"], texts: 1 },
    { role: "finance", leftOut: ["handovers", "complaints"], texts: 2 },
    { role: "read-only", leftOut: [], texts: 0 },
  ] as const)(
    "to sections is for the rights of the role $role; the others are named as left out",
    async ({ role, leftOut, texts }) => {
      const { id } = await drawnDraw(ctx, {
        charity: JSON.stringify({ name: "Guide Dogs", number: "209617", amount_pence: null, share_points: 1_000 }),
      });
      const staff = await registered(ctx);
      await ctx.db.insertInto("admin_user").values({ id: staff.userId, role }).execute();
      const who = sessionCookie(ctx, staff.sessionToken).split(";")[0] ?? "";
      const files = unzipSync(new Uint8Array(await (await get(id, { who })).arrayBuffer()));
      const evidence = JSON.parse(textOf(files, "evidence.json"));
      expect(evidence.left_out ?? []).toEqual(leftOut);
      const keys = { handovers: "handovers", disputes: "disputes", complaints: "complaints_of_players", charity: "charity" };
      for (const [section, key] of Object.entries(keys))
        expect(key in evidence, key).toBe(!leftOut.some((left) => left === section));
      const document = await documentOf(id, "en", { kind: "admin", id: staff.userId });
      expect(document.split("Left out: your role does not show it.")).toHaveLength(texts + 1);
    },
  );

  it("is for roles that may see the participants, is logged, and needs a published draw", async () => {
    const { id } = await drawnDraw(ctx);
    const file = await get(id);
    expect([file.status, file.headers.get("Content-Disposition"), file.headers.get("Cache-Control")]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="valmont-gt-10-evidence-\d{4}-\d{2}-\d{2}\.zip"$/),
      "no-store",
    ]);
    await file.arrayBuffer();
    const log = await ctx.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", id)
      .where("action", "=", "draw.export")
      .execute();
    expect(log).toHaveLength(1);
    const seller = await registered(ctx);
    await ctx.db.insertInto("admin_user").values({ id: seller.userId, role: "marketing" }).execute();
    const marketing = sessionCookie(ctx, seller.sessionToken).split(";")[0] ?? "";
    expect((await exportDrawEvidence(ctx, { kind: "admin", id: seller.userId }, id)).ok).toBe(false);
    await expect(get(id, { who: marketing })).rejects.toMatchObject({ init: { status: 403 } });
    expect((await get(id, { who: "" })).status).toBe(302);
    expect((await get(await makeLottery(ctx, { status: "draft" }))).status).toBe(404);
    expect((await get("nonsense")).status).toBe(404);
  });
});
