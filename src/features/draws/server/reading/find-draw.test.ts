/** The public data of a draw in each state, and the verification of its files. */
import { createHash } from "node:crypto";
import { parseProof, proofJson, verifyDraw } from "@concours/draw-protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { streamEntries } from "../closing/stream-entries.ts";
import { csvOf, drawnDraw, filledDraw, voidTickets } from "../draws.fixture.ts";
import { findDraw, findProof } from "./find-draw.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

describe("a drawn draw", () => {
  it("shows commitment, round, picks and winner, and its two files verify", async () => {
    const { id } = await drawnDraw(ctx, { sold: 60 });
    const draw = await findDraw(ctx, id);
    expect(draw).toMatchObject({ state: { name: "drawn" }, isDemo: true, entries: { total: 66, free: 6 } });
    expect(draw?.result?.picks).toHaveLength(4);
    expect(draw?.result?.winner).toEqual({
      ticketNumber: draw?.result?.picks[0]?.ticketNumber,
      userId: draw?.lottery.winnerId,
      name: "Amelia R., Kent",
    });

    const proof = await findProof(ctx, id);
    if (!proof || !draw?.committed) throw new Error("a drawn draw has its proof");
    expect(proof.commitment).toBe(draw.committed.commitment);
    expect(proof.picks.map((winner) => winner.ticket)).toEqual(draw.result?.picks.map((pick) => pick.ticketNumber));
    const read = parseProof(proofJson(proof));
    const claim = { proof: read.ok ? read.value : proof, csv: await csvOf(ctx, id), trustedChain: draw.committed.chain };
    expect(verifyDraw(claim)).toMatchObject({ agrees: true });
    expect(verifyDraw({ ...claim, csv: claim.csv.map((byte, i) => (i === 10 ? byte ^ 1 : byte)) }).differsAt).toBe("entries");
  });

  it("streams its list in small pieces, so that a thousand slow readers do not fill the memory", async () => {
    const { id } = await drawnDraw(ctx, { sold: 1_200, tickets_available: 2_000 });
    const list = await streamEntries(ctx, id);
    if (!list.ok) throw new Error(list.error);
    const pieces: Uint8Array[] = [];
    for await (const piece of list.value.pieces) pieces.push(piece);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(25_000);
    const file = Buffer.concat(pieces);
    expect(createHash("sha256").update(file).digest("hex")).toBe(list.value.sha256);
    expect(file.toString().trimEnd().split("\n")).toHaveLength(1_206);
  });

  it("keeps its files if a ticket is voided afterwards", async () => {
    const { id } = await drawnDraw(ctx);
    const csv = await csvOf(ctx, id);
    const picks = (await findDraw(ctx, id))?.result?.picks.map(({ ticketNumber }) => ticketNumber) ?? [];
    await voidTickets(
      ctx,
      id,
      Array.from({ length: 46 }, (_, at) => at + 1).filter((number) => !picks.includes(number)),
    );
    expect((await csvOf(ctx, id)).equals(csv)).toBe(true);
    const proof = await findProof(ctx, id);
    expect(proof && verifyDraw({ proof, csv, trustedChain: ctx.beacon.chain }).agrees).toBe(true);
  });
});

describe("before the freeze", () => {
  it("there is no list and no proof, and the state names the next step", async () => {
    const { id } = await filledDraw(ctx, { ended: 2 });
    expect(await streamEntries(ctx, id)).toEqual({ ok: false, error: "not_frozen" });
    expect(await findProof(ctx, id)).toBeUndefined();
    expect(await findDraw(ctx, id)).toMatchObject({
      state: { name: "closing", held: 0 },
      entries: { total: 46, free: 6 },
      committed: undefined,
      result: undefined,
    });
    await ctx.db.updateTable("lotteries").set({ sales_state: "closing" }).where("id", "=", id).execute();
    expect((await findDraw(ctx, id))?.state).toMatchObject({ name: "awaiting_post" });
  });

  it("a draft and an unknown draw are not found", async () => {
    const { id } = await filledDraw(ctx, { sold: 1, status: "draft" });
    for (const unknown of [id, undefined, "no uuid", "00000000-0000-4000-8000-000000000000"])
      expect(await findDraw(ctx, unknown)).toBeUndefined();
    expect(await streamEntries(ctx, "no uuid")).toEqual({ ok: false, error: "not_found" });
  });
});
