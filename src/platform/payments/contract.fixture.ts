/** The contract of every payment provider, tested on its simulator and, with keys, on its sandbox. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pence } from "#shared/money/money.ts";
import type { EvidenceFile } from "./payment-disputes.server.ts";
import type { PageRequest, PaymentEvent, PaymentPage, PaymentProvider } from "./payments.server.ts";

/** A provider, and the actions of buyers and banks there. */
export type SimulatedProvider = {
  readonly provider: PaymentProvider;
  pay(page: PaymentPage, card: "debit" | "credit" | "declined"): Promise<void>;
  /** Pays on a page where the money stays authorised. */
  authorise(page: PaymentPage): Promise<void>;
  failRefund(refundId: string): Promise<void>;
  dispute(page: PaymentPage): Promise<string>;
  advanceDays(days: number): Promise<void>;
  stop(): Promise<void>;
};

/** A webhook request as it arrived. */
type Hook = { readonly rawBody: string; readonly headers: Readonly<Record<string, string | string[] | undefined>> };

const NOON = new Date("2026-06-01T12:00:00Z");
const PDF: EvidenceFile = { name: "evidence.pdf", type: "application/pdf", bytes: Buffer.from("%PDF-1.7\n%%EOF") };
/** A lower bound for lists of everything. */
const EVER = new Date(NOON.getTime() - 30 * 86_400_000 * 1_000);

export function pageRequest(changes: Partial<PageRequest> = {}): PageRequest {
  return {
    orderId: randomUUID(),
    amount: pence(5_998),
    description: "2 tickets, Valmont GT-10",
    customerEmail: "amelia@concours.test",
    locale: "en",
    blocksCredit: false,
    expiresAt: new Date(Date.now() + 35 * 60_000),
    successUrl: "http://localhost:3000/success?success=true",
    cancelUrl: "http://localhost:3000/success?canceled=true",
    ...changes,
  };
}

/**
 * Declares the tests.
 * @param start starts the provider's simulator, which sends its webhooks to `webhookUrl`
 */
export function describeProvider(name: string, start: (webhookUrl: string) => Promise<SimulatedProvider>): void {
  describe(`${name} keeps the shop's contract`, () => {
    let simulated: SimulatedProvider;
    let provider: PaymentProvider;
    let hooks: Awaited<ReturnType<typeof startHooks>>;
    beforeAll(async () => {
      hooks = await startHooks();
      simulated = await start(hooks.url);
      ({ provider } = simulated);
    });
    afterAll(async () => {
      await simulated.stop();
      await hooks.stop();
    });

    const open = async (changes: Partial<PageRequest> = {}) => {
      const opened = await provider.openPage(pageRequest(changes));
      if (!opened.ok) throw new Error(opened.error);
      return opened.value;
    };
    const bought = async () => {
      const page = await open();
      await simulated.pay(page, "debit");
      const paid = await provider.getPage(page.id);
      return { ...paid, paymentIntentId: paid.paymentIntentId ?? "" };
    };
    const refund = ({ orderId = "", paymentIntentId }: { orderId?: string | undefined; paymentIntentId: string }) => {
      const refundId = randomUUID();
      return (amount: number) => provider.refund({ refundId, orderId, paymentIntentId, amount: pence(amount), refusals: 0 });
    };

    it("a page is open and unpaid, names its order and is where the shop lets browsers go", async () => {
      const request = pageRequest();
      const opened = await provider.openPage(request);
      if (!opened.ok) throw new Error(opened.error);
      const { id, url = "" } = opened.value;
      expect(provider.pageOrigins).toContain(new URL(url).origin);
      const own = { id, provider: provider.name, state: "open", paid: false, amount: request.amount, currency: "gbp" };
      expect(await provider.getPage(id)).toMatchObject({ ...own, orderId: request.orderId });
    });

    it("a page that is refused for the buyer's address says so, and one that is refused for anything else does not", async () => {
      const refused = { ok: false, error: "refused" };
      expect(await provider.openPage(pageRequest({ customerEmail: "amelia" }))).toMatchObject({ ...refused, isAboutBuyer: true });
      expect(await provider.openPage(pageRequest({ amount: pence(-1) }))).toMatchObject({ ...refused, isAboutBuyer: false });
    });

    it("a page that is paid says so, whatever was declined before, with the payment, its order and the card", async () => {
      for (const card of ["debit", "credit"] as const) {
        const page = await open();
        await simulated.pay(page, "declined");
        expect(await provider.getPage(page.id)).toMatchObject({ state: "open", paid: false });
        await simulated.pay(page, card);
        const paid = await provider.getPage(page.id);
        expect(paid).toMatchObject({ state: "complete", paid: true, amount: page.amount, cardFunding: card });
        expect(await provider.findPageOf(paid.paymentIntentId ?? "")).toMatchObject({ orderId: page.orderId });
      }
    });

    it("an authorisation is no money: it is captured once or voided, and neither can follow the other", async () => {
      const { capture, voidAuthorisation } = provider;
      if (!capture || !voidAuthorisation) throw new Error("It authorises nothing");
      const authorised = async () => {
        const page = await open({ blocksCredit: true });
        await simulated.authorise(page);
        const now = await provider.getPage(page.id);
        expect(now).toMatchObject({ state: "complete", paid: false, isAuthorised: true, cardFunding: "debit" });
        expect(await provider.expirePage(page.id, now.paymentIntentId)).toEqual({ ok: false, error: "not_open" });
        return { ...now, paymentIntentId: now.paymentIntentId ?? "" };
      };
      const chargeOf = async ({ id: sessionId, orderId = "", paymentIntentId }: Awaited<ReturnType<typeof authorised>>) => {
        const known = async () => [{ sessionId, orderId, paymentIntentId }];
        return (await all(provider.listCharges(EVER, known))).find((charge) => charge.paymentIntentId === paymentIntentId)
          ?.captured;
      };
      const [captured, voided] = [await authorised(), await authorised()];
      expect([await chargeOf(captured), await chargeOf(voided)]).toEqual([undefined, undefined]);
      for (let times = 0; times < 2; times++)
        expect(await capture(captured)).toMatchObject({ paid: true, isAuthorised: false, amount: 5_998 });
      for (let times = 0; times < 2; times++) await voidAuthorisation(voided.paymentIntentId);
      await voidAuthorisation(captured.paymentIntentId);
      expect(await provider.getPage(captured.id, captured.paymentIntentId)).toMatchObject({ paid: true, state: "complete" });
      const over = { paid: false, isAuthorised: false, state: "expired" };
      expect(await provider.getPage(voided.id, voided.paymentIntentId)).toMatchObject(over);
      expect(await capture(voided)).toMatchObject(over);
      expect([await chargeOf(captured), await chargeOf(voided)]).toEqual([5_998, undefined]);
    });

    it("an event is believed with its own signature only, and says in the shop's words what it is about", async () => {
      const page = await bought();
      const isOfPage = (event: PaymentEvent) =>
        event.kind === "page" && [event.sessionId, event.orderId].some((name) => name === page.id || name === page.orderId);
      const { event, hook } = await hooks.find(provider, isOfPage);
      expect(event).toMatchObject({ provider: provider.name, kind: "page" });
      const signature = String(hook.headers[provider.signatureHeader.toLowerCase()]);
      for (const [body, signed] of [
        [`${hook.rawBody} `, signature],
        [hook.rawBody, `${signature.slice(0, -2)}xx`],
        [hook.rawBody, ""],
      ] as const)
        expect(await provider.readEvent(body, signed)).toEqual({ ok: false, error: "bad_signature" });
    });

    it("money goes back once, however often it is asked for, and never more than there is", async () => {
      const page = await bought();
      const part = refund(page);
      const [first, second] = [await part(1_000), await part(1_000)];
      expect(first).toMatchObject({ ok: true, value: { amount: 1_000, paymentIntentId: page.paymentIntentId } });
      expect(second.ok && second.value.id).toBe(first.ok && first.value.id);
      expect(await refund(page)(5_000)).toEqual({ ok: false, error: "not_left" });
      expect(await refund(page)(4_998)).toMatchObject({ ok: true });
      const refunds = await provider.listRefundsOf(page.paymentIntentId);
      expect(refunds.map(({ amount, state }) => [amount, state]).toSorted()).toEqual([
        [1_000, "succeeded"],
        [4_998, "succeeded"],
      ]);
      const charges = await all(
        provider.listCharges(EVER, async () => [
          { sessionId: page.id, orderId: page.orderId ?? "", paymentIntentId: page.paymentIntentId },
        ]),
      );
      const own = { orderId: page.orderId, paymentIntentId: page.paymentIntentId };
      expect(charges).toContainEqual({ ...own, captured: 5_998, refunded: 5_998 });
    });

    it("a refund that fails at the bank says so, and names the order and the attempt that it was", async () => {
      const page = await bought();
      const sent = await refund(page)(5_998);
      if (!sent.ok) throw new Error(sent.error);
      await simulated.failRefund(sent.value.id);
      const [failedRefund] = await provider.listRefundsOf(page.paymentIntentId);
      expect(failedRefund).toMatchObject({ id: sent.value.id, state: "failed", orderId: page.orderId });
    });

    it("a dispute is found by itself and in the list, with its payment", async () => {
      const page = await bought();
      const id = await simulated.dispute(page);
      const dispute = { id, paymentIntentId: page.paymentIntentId, amount: 5_998 };
      expect(await provider.getDispute(id)).toMatchObject(dispute);
      expect(await all(provider.listDisputes(EVER))).toContainEqual(expect.objectContaining(dispute));
      const isOfDispute = ({ kind, disputeId }: PaymentEvent) => kind === "dispute" && disputeId === id;
      expect((await hooks.find(provider, isOfDispute)).event.disputeId).toBe(id);
    });

    it("evidence is uploaded and submitted once, and the dispute then says so", async () => {
      const { evidence } = provider;
      if (!evidence) throw new Error("The provider takes no evidence");
      const disputeId = await simulated.dispute(await bought());
      const upload = async (file: EvidenceFile) => evidence.uploadEvidence(file, randomUUID());
      const [summary, communication] = [await upload(PDF), await upload({ ...PDF, name: "messages.pdf" })];
      if (!summary.ok || !communication.ok) throw new Error("A file was refused");
      const files = { summary: summary.value, communication: communication.value };
      const request = { disputeId, text: "The tickets were delivered at once, for £59.98.", files };
      expect(await provider.getDispute(disputeId)).toMatchObject({ isSubmitted: false });
      expect(await evidence.submitEvidence({ ...request, attempt: randomUUID() })).toMatchObject({ ok: true });
      expect(await provider.getDispute(disputeId)).toMatchObject({ isSubmitted: true, status: "under_review" });
      const again = await evidence.submitEvidence({ ...request, attempt: randomUUID() });
      expect(again).toEqual({ ok: false, error: expect.stringMatching(/^refused: .*already.(been.)?submitted/) });
    });

    it("evidence is refused for its type and its size, for unknown files, and after the deadline", async () => {
      const { evidence } = provider;
      if (!evidence) throw new Error("The provider takes no evidence");
      const disputeId = await simulated.dispute(await bought());
      const upload = (bytes: Uint8Array) => evidence.uploadEvidence({ ...PDF, bytes }, randomUUID());
      const submit = (summary: string) =>
        evidence.submitEvidence({ disputeId, text: "Delivered", files: { summary }, attempt: randomUUID() });
      const refused = { ok: false, error: expect.stringMatching(/^refused: /) };
      expect(await upload(Buffer.from("<html>"))).toEqual(refused);
      expect(await upload(Buffer.concat([PDF.bytes, Buffer.alloc(5.5 * 1024 * 1024)]))).toEqual(refused);
      expect(await submit("file_unknown")).toEqual(refused);
      const uploaded = await upload(PDF.bytes);
      if (!uploaded.ok) throw new Error(uploaded.error);
      await simulated.advanceDays(8);
      expect(await submit(uploaded.value)).toEqual(refused);
      expect(await provider.getDispute(disputeId)).toMatchObject({ isSubmitted: false });
    });
  });
}

async function all<T>(each: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const one of each) list.push(one);
  return list;
}

/** A server that collects webhook requests. */
async function startHooks() {
  const received: Hook[] = [];
  let onReceived = () => {};
  const server = createServer(async (request, reply) => {
    let rawBody = "";
    for await (const chunk of request) rawBody += String(chunk);
    received.push({ rawBody, headers: request.headers });
    reply.end("{}");
    onReceived();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    /** Waits for a matching event. */
    async find(provider: PaymentProvider, matches: (event: PaymentEvent) => boolean) {
      for (let at = 0; ; at++) {
        while (at >= received.length) await new Promise<void>((resolve) => (onReceived = resolve));
        const hook = received[at];
        const event =
          hook && (await provider.readEvent(hook.rawBody, String(hook.headers[provider.signatureHeader.toLowerCase()])));
        if (hook && event?.ok && matches(event.value)) return { event: event.value, hook };
      }
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
