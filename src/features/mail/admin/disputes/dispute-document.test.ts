/** Refunds in the evidence of a dispute, and its length. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { exportEvidence } from "#features/orders/server/disputes/list-disputes.ts";
import { settleDispute } from "#features/orders/server/disputes/settle-dispute.ts";
import { control, order, pay, payBackAtProvider } from "#features/orders/server/orders.fixture.ts";
import { syncRefunds } from "#features/orders/server/refunds/book-refunds.ts";
import { refundOrder } from "#features/orders/server/refunds/refund-order.ts";
import { sendRefund } from "#features/orders/server/refunds/send-refund.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { type PdfDocument, writePdf } from "#platform/pdf/write-pdf.server.ts";
import { type DisputeDossier, disputeDocument } from "./dispute-document.server.ts";
import { readDossier } from "./make-evidence-pdf.server.ts";

const COMMAND = { kind: "command" } as const;
/** Mastercard takes 19 pages; the rest is for pictures that staff add. */
const MOST_PAGES = 15;

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());

async function buy(quantity: number) {
  const made = await order(ctx, await makeLottery(ctx), quantity);
  await pay(ctx, made.sessionId);
  await settleOrder(ctx, made.sessionId);
  return made;
}

async function dossierOf({ sessionId }: { readonly sessionId: string }): Promise<DisputeDossier> {
  const { id } = (await control(ctx, `/_simulator/charges/${sessionId}/dispute`, {})) as { id: string };
  await settleDispute(ctx, id, "stripe");
  const row = await ctx.db.selectFrom("disputes").select("id").where("provider_id", "=", id).executeTakeFirstOrThrow();
  const evidence = await exportEvidence(ctx, COMMAND, row.id);
  if (!evidence.ok) throw new Error(evidence.error);
  return readDossier(ctx, COMMAND, evidence.value);
}

/** The rows of the table under a heading. */
function rowsUnder({ blocks }: PdfDocument, title: string): readonly (readonly string[])[] {
  const block = blocks[blocks.findIndex((each) => each.kind === "heading" && each.text === title) + 1];
  return block?.kind === "table" ? block.rows : [];
}
const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
const PROVIDER_ID = expect.stringMatching(/^re_\w+$/);
const numbers = (digits: string) => expect.stringMatching(new RegExp(`^\\w+-\\d+-${digits}$`));

it("lists a partial refund with its tickets, which are refunded and not only void", async () => {
  const made = await buy(4);
  const part = { by: "tickets", numbers: [2, 3] } as const;
  expect(await refundOrder(ctx, COMMAND, { orderId: made.orderId, reason: "Asked by telephone", part })).toMatchObject({
    ok: true,
  });
  await sendRefund(ctx, made.orderId);
  const document = disputeDocument(await dossierOf(made));
  expect(rowsUnder(document, "Refunds")).toEqual([[DATE, "£59.98", "succeeded", PROVIDER_ID, numbers("000002–000003")]]);
  expect(rowsUnder(document, "Delivery: the tickets").map(([state, count]) => [state, count])).toEqual([
    ["suspended by this dispute", "2"],
    ["refunded", "2"],
  ]);
});

it("lists the refund of a whole order at the provider with all its tickets", async () => {
  const made = await buy(3);
  const { payment_intent_id: intent } = await ctx.db
    .selectFrom("orders")
    .select("payment_intent_id")
    .where("id", "=", made.orderId)
    .executeTakeFirstOrThrow();
  await payBackAtProvider(ctx, made.orderId, 8_997);
  await syncRefunds(ctx, { id: made.orderId, provider: "stripe", paymentIntentId: intent ?? "" });
  const document = disputeDocument(await dossierOf(made));
  expect(rowsUnder(document, "Refunds")).toEqual([[DATE, "£89.97", "succeeded", PROVIDER_ID, numbers("000001–000003")]]);
  expect(rowsUnder(document, "Delivery: the tickets")).toEqual([["refunded", "3", numbers("000001–000003")]]);
});

it("stays below 15 pages for an order of 500 tickets, and prints the mails and sign-ins nearest to the purchase", async () => {
  const dossier = await dossierOf(await buy(1));
  const bought = dossier.order.createdAt.getTime();
  const daysAfter = (days: number) => new Date(bought + days * 86_400_000);
  const long: DisputeDossier = {
    ...dossier,
    note: "A long statement of the shop. ".repeat(100),
    // No two tickets beside each other have the same state.
    tickets: Array.from({ length: 500 }, (_, n) => ({ number: n + 1, isVoid: n % 2 === 0, isSuspended: n % 2 === 1 })),
    mails: Array.from({ length: 100 }, (_, n) => ({
      ...{
        message: `mail ${n}`,
        isAgain: false,
        recipient: "zoe@concours.test",
        state: "sent",
        attempts: 1,
        lastError: undefined,
      },
      ...{ createdAt: daysAfter(n - 50), sentAt: undefined },
    })),
    signIns: Array.from({ length: 300 }, (_, n) => ({
      ...{ signedInAt: daysAfter(n - 100), lastUsedAt: daysAfter(n - 100), device: `device ${n}`, address: "192.0.2.1" },
    })),
  };
  const document = disputeDocument(long);
  const pdf = Buffer.from(await writePdf(document)).toString("latin1");
  expect(pdf.match(/\/Type \/Page\n/g)?.length).toBeLessThan(MOST_PAGES);
  const mails = rowsUnder(document, "Emails to the customer").map(([message]) => message);
  expect([mails.length, mails[0], mails.at(-1)]).toEqual([15, "mail 43", "mail 57"]);
  const devices = rowsUnder(document, "Sign-ins of this account").map(([, , device]) => device);
  expect([devices.length, devices.includes("device 96"), devices.includes("device 104")]).toEqual([10, true, true]);
  const texts = document.blocks.flatMap((block) => (block.kind === "paragraph" ? [block.text] : []));
  expect(texts).toEqual(expect.arrayContaining(["and 85 more", "and 290 more"]));
});
