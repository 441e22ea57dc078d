/** The evidence of a dispute as a PDF: access and content. */
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { addEvidenceFile, saveEvidenceNote } from "#features/orders/server/disputes/evidence/change-evidence.ts";
import { sendEvidence } from "#features/orders/server/disputes/evidence/send-evidence.ts";
import { exportEvidence } from "#features/orders/server/disputes/list-disputes.ts";
import { settleDispute } from "#features/orders/server/disputes/settle-dispute.ts";
import { control, order, pay } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { disputeDocument } from "./dispute-document.server.ts";
import { get as loader } from "./evidence-route.ts";
import { readDossier } from "./make-evidence-pdf.server.ts";

let ctx: TestCtx;
let cookie: string;
let playerCookie: string;
let disputeId: string;
let orderId: string;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  const [boss, player] = [await registered(ctx), await registered(ctx)];
  cookie = sessionCookie(ctx, boss.sessionToken).split(";")[0] ?? "";
  playerCookie = sessionCookie(ctx, player.sessionToken).split(";")[0] ?? "";
  await ctx.db.insertInto("admin_user").values({ id: boss.userId }).execute();
  const buyer = await makeUser(ctx, { first_name: "Zoë", last_name: "Łukasiewicz" });
  const made = await order(ctx, await makeLottery(ctx), 2, buyer);
  orderId = made.orderId;
  await pay(ctx, made.sessionId);
  await settleOrder(ctx, made.sessionId);
  const { id } = (await control(ctx, `/_simulator/charges/${made.sessionId}/dispute`, {})) as { id: string };
  await settleDispute(ctx, id, "stripe");
  const row = await ctx.db.selectFrom("disputes").select("id").where("provider_id", "=", id).executeTakeFirstOrThrow();
  disputeId = row.id;
});
afterAll(() => ctx.close());

async function get(who: string, id = disputeId) {
  const request = new Request(`http://localhost:3000/admin/disputes/${id}/evidence.pdf`, { headers: { Cookie: who } });
  const args = { request, context: requestContext(ctx), params: { disputeId: id }, url: new URL(request.url), pattern: "" };
  try {
    return await loader(args as unknown as Parameters<typeof loader>[0]);
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}
const exports = async () =>
  (
    await ctx.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", orderId)
      .where("action", "=", "dispute.export")
      .execute()
  ).length;

it("is sent as a file to a re-authenticated administrator, and is logged", async () => {
  const file = await get(cookie);
  expect([file.status, file.headers.get("Content-Disposition"), file.headers.get("Cache-Control")]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="evidence-dp_\w+\.pdf"$/),
    "no-store",
  ]);
  expect(await exports()).toBe(1);
  const pdf = Buffer.from(await file.arrayBuffer()).toString("latin1");
  expect([pdf.slice(0, 5), pdf]).toEqual(["%PDF-", expect.stringContaining("/Lang (en-GB)")]);
});

it("has the order, the price, the terms, the tickets and the refund policy", async () => {
  const exported = await exportEvidence(ctx, { kind: "command" }, disputeId);
  if (!exported.ok) throw new Error(exported.error);
  const text = JSON.stringify(disputeDocument(await readDossier(ctx, { kind: "command" }, exported.value)));
  for (const wanted of [
    ...[orderId, "£59.98", "Zoë Łukasiewicz", "Terms accepted", "Version 20", "Refund policy", "Reason given", "fraudulent"],
    "-000001–000002",
  ])
    expect(text, wanted).toContain(wanted);
  // A tag is private until the list is public.
  const [ticket] = await ctx.db.selectFrom("tickets").select("tag").where("order_id", "=", orderId).execute();
  expect(text).not.toContain(ticket?.tag.toString("hex"));
  expect(text).toContain("published with the entry list");
});

it("requires the password again an hour later, and is closed to others", async () => {
  const before = await exports();
  ctx.setNow(new Date(Date.now() + 20 * 60_000));
  const late = await get(cookie);
  expect([late.status, late.headers.get("Location")?.split("?")[0]]).toEqual([302, expect.stringContaining("confirm")]);
  ctx.setNow(undefined);
  expect((await get(playerCookie)).status).toBe(302);
  expect((await get("")).status).toBe(302);
  expect((await get(cookie, "nonsense")).status).toBe(404);
  expect(await exports()).toBe(before);
});

it("has the statement and the pictures of staff, and names the PDFs beside it", async () => {
  const command = { kind: "command" } as const;
  const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: "#808080" } })
    .png()
    .toBuffer();
  await saveEvidenceNote(ctx, command, { disputeId, note: "She wrote on Monday.\n\nTwice.", version: "" });
  for (const [name, bytes] of [
    ["receipt.png", png],
    ["invoice.pdf", Buffer.from("%PDF-1.7\n%%EOF")],
  ] as const)
    expect(await addEvidenceFile(ctx, command, { disputeId, kind: "receipt", name, bytes })).toEqual({ ok: true });
  const exported = await exportEvidence(ctx, command, disputeId);
  if (!exported.ok) throw new Error(exported.error);
  const { blocks } = disputeDocument(await readDossier(ctx, command, exported.value));
  const texts = JSON.stringify(blocks.map((block) => (block.kind === "picture" ? block.heading : block)));
  for (const wanted of ["She wrote on Monday.", "Twice.", "Receipt, invoice or refund: receipt.png", "invoice.pdf"])
    expect(texts, wanted).toContain(wanted);
  expect(blocks.filter(({ kind }) => kind === "picture")).toHaveLength(1);
});

it("is downloaded as it was sent, once it was sent", async () => {
  const document = Buffer.from("%PDF-1.7\nas it was sent\n%%EOF");
  const sent = await sendEvidence(ctx, { kind: "command" }, { disputeId, makeDocument: async () => document });
  expect(sent).toEqual({ ok: true });
  const file = await get(cookie);
  expect(Buffer.from(await file.arrayBuffer()).toString()).toBe(document.toString());
});
