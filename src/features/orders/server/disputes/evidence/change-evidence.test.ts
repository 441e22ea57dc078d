/** The statement and the files of the evidence of a dispute: what is taken, and when it is deleted. */
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { control, order, pay } from "../../orders.fixture.ts";
import { eraseUser } from "../../players/erase-user.ts";
import { settleOrder } from "../../settlement/settle-order.ts";
import { showDispute } from "../list-disputes.ts";
import { settleDispute } from "../settle-dispute.ts";
import { addEvidenceFile, removeEvidenceFile, saveEvidenceNote } from "./change-evidence.ts";
import { listFileContents } from "./evidence-store.ts";
import { forgetEvidence } from "./forget-evidence.ts";
import { sendEvidence } from "./send-evidence.ts";

const COMMAND = { kind: "command" } as const;
const PDF = Buffer.from("%PDF-1.7\nfixture\n%%EOF");
let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

async function disputed() {
  const buyer = await makeUser(ctx);
  const { orderId, sessionId } = await order(ctx, await makeLottery(ctx), 1, buyer);
  await pay(ctx, sessionId);
  await settleOrder(ctx, sessionId);
  const { id: providerId } = (await control(ctx, `/_simulator/charges/${sessionId}/dispute`, {})) as { id: string };
  await settleDispute(ctx, providerId, "stripe");
  const { id } = await ctx.db.selectFrom("disputes").select("id").where("order_id", "=", orderId).executeTakeFirstOrThrow();
  return { id, providerId, orderId, userId: buyer.id };
}
const add = (disputeId: string, bytes: Uint8Array, { name = "file", kind = "receipt" as const } = {}) =>
  addEvidenceFile(ctx, COMMAND, { disputeId, kind, name, bytes });
async function shown(id: string) {
  const found = await showDispute(ctx, COMMAND, id);
  if (!found.ok) throw new Error(found.error);
  return found.value;
}
const decide = async (providerId: string) => {
  await control(ctx, `/_simulator/disputes/${providerId}/turn`, { to: "lost" });
  await settleDispute(ctx, providerId, "stripe");
};

describe("a file", () => {
  it("is taken by its content: a picture becomes a JPEG without its metadata, whatever its name says", async () => {
    const { id } = await disputed();
    const pixels = sharp({ create: { width: 40, height: 20, channels: 4, background: "#00ff0080" } });
    const png = await pixels
      .withExif({ IFD0: { Artist: "Amelia" } })
      .png()
      .toBuffer();
    expect(await add(id, png, { name: "C:\\scans\\photo.pdf" })).toEqual({ ok: true });
    expect(await add(id, PDF, { name: "invoice.png" })).toEqual({ ok: true });
    const [picture, pdf] = await listFileContents(ctx.db, id);
    expect([picture?.name, picture?.type, pdf?.name, pdf?.type]).toEqual([
      ...["photo.pdf", "image/jpeg", "invoice.png", "application/pdf"],
    ]);
    expect(await sharp(picture?.content).metadata()).toMatchObject({ format: "jpeg", width: 40, height: 20 });
    expect(Buffer.from(picture?.content ?? []).toString("latin1")).not.toContain("Amelia");
  });

  it.each([
    ["a page", Buffer.from("<html>"), "wrong_type"],
    ["half a PDF", PDF.subarray(0, 12), "not_a_pdf"],
    ["a PDF with a password", Buffer.from("%PDF-1.7\ntrailer << /Encrypt 5 0 R >>\n%%EOF"), "not_a_pdf"],
    ["half a picture", Buffer.from("ffd8ffe000104a46", "hex"), "not_a_picture"],
    ["more than the provider takes", Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(4 * 1024 * 1024), PDF]), "no_room"],
    ["more than an upload", Buffer.concat([PDF, Buffer.alloc(11 * 1024 * 1024)]), "too_large"],
  ] as const)("that is %s is refused", async (_, bytes, error) => {
    const { id } = await disputed();
    expect(await add(id, bytes)).toEqual({ ok: false, error });
    expect((await shown(id)).files).toEqual([]);
  });

  it("is refused if there is a PDF of its kind, until that one is removed", async () => {
    const { id } = await disputed();
    expect(await add(id, PDF)).toEqual({ ok: true });
    expect(await add(id, PDF)).toEqual({ ok: false, error: "kind_taken" });
    const [file] = (await shown(id)).files;
    expect(await removeEvidenceFile(ctx, COMMAND, { disputeId: id, fileId: file?.id ?? "" })).toEqual({ ok: true });
    expect(await removeEvidenceFile(ctx, COMMAND, { disputeId: id, fileId: file?.id ?? "" })).toEqual({
      ok: false,
      error: "not_found",
    });
    expect(await add(id, PDF)).toEqual({ ok: true });
  });

  it("and the statement need the right to export evidence, and are logged without their text", async () => {
    const { id, orderId } = await disputed();
    const reader = await registered(ctx);
    await ctx.db.insertInto("admin_user").values({ id: reader.userId, role: "read-only" }).execute();
    const actor = { kind: "admin", id: reader.userId } as const;
    const note = { disputeId: id, note: "She wrote on Monday.", version: "" };
    expect(await saveEvidenceNote(ctx, actor, note)).toEqual({ ok: false, error: "forbidden" });
    expect(await addEvidenceFile(ctx, actor, { disputeId: id, kind: "receipt", name: "a.pdf", bytes: PDF })).toEqual({
      ok: false,
      error: "forbidden",
    });
    await saveEvidenceNote(ctx, COMMAND, note);
    await add(id, PDF, { name: "amelia.pdf" });
    const log = await ctx.db.selectFrom("audit_log").selectAll().where("subject_id", "=", orderId).orderBy("id").execute();
    expect(log.map(({ action }) => action).slice(-2)).toEqual(["dispute.note", "dispute.add_file"]);
    expect(JSON.stringify(log)).not.toMatch(/Monday|amelia/);
  });
});

describe("a statement", () => {
  it("is not overwritten by one that was typed before a colleague's", async () => {
    const { id } = await disputed();
    const save = (note: string, version: string) => saveEvidenceNote(ctx, COMMAND, { disputeId: id, note, version });
    expect(await save(" First. ", "")).toEqual({ ok: true });
    const { note } = await shown(id);
    expect(note.note).toBe("First.");
    expect(await save("Other.", "")).toEqual({ ok: false, error: "changed_meanwhile" });
    expect(await save("Second.", note.version)).toEqual({ ok: true });
    expect(await save("x".repeat(3_001), "")).toEqual({ ok: false, error: "too_long" });
    expect(await save("", (await shown(id)).note.version)).toEqual({ ok: true });
    expect((await shown(id)).note).toEqual({ note: "", version: "" });
  });
});

describe("statement, files and document", () => {
  const complete = async () => {
    const dispute = await disputed();
    await saveEvidenceNote(ctx, COMMAND, { disputeId: dispute.id, note: "She wrote on Monday.", version: "" });
    await add(dispute.id, PDF);
    await sendEvidence(ctx, COMMAND, { disputeId: dispute.id, makeDocument: async () => PDF });
    return dispute;
  };
  const left = async (id: string) => {
    const { document } = await ctx.db
      .selectFrom("dispute_submissions")
      .select("document")
      .where("dispute_id", "=", id)
      .executeTakeFirstOrThrow();
    const { note, files, submission } = await shown(id);
    return { note: note.note, files: files.length, document: document !== null, state: submission?.state };
  };
  const ALL = { note: "She wrote on Monday.", files: 1, document: true, state: "sent" };
  const NONE = { note: "", files: 0, document: false, state: "sent" };
  const inMonths = (months: number) => ({ ...ctx, now: () => new Date(Date.now() + months * 31 * 86_400_000) });

  it("are deleted a year after the decision; that and when they were sent is kept", async () => {
    const [open, decided] = [await complete(), await complete()];
    await decide(decided.providerId);
    await forgetEvidence(inMonths(11));
    expect([await left(open.id), await left(decided.id)]).toEqual([ALL, ALL]);
    await forgetEvidence(inMonths(13));
    expect([await left(open.id), await left(decided.id)]).toEqual([ALL, NONE]);
  });

  it("of a decided dispute are deleted with the account; an open dispute keeps them", async () => {
    const [open, decided] = [await complete(), await complete()];
    await decide(decided.providerId);
    for (const { userId } of [open, decided]) await eraseUser(ctx, userId, { tickets: "keep", sendsMail: false });
    expect([await left(open.id), await left(decided.id)]).toEqual([ALL, NONE]);
  });
});
