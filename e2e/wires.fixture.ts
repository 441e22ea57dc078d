/** Actions of buyers, banks and the network at each payment provider, behind one interface. */
import { z } from "zod";
import type { PaymentProviderName } from "#shared/states.ts";
import type { ShopAddress } from "./shop.fixture.ts";

/** `refused`: approved, but neither captured nor voided by its bank; only with authorisations. */
export type CardKind = "debit" | "credit" | "declined" | "refused";
/** The result of a bank's claim, and the amount that it keeps. */
type Turn = { readonly to: "won" | "lost" | "closed" | "open"; readonly kept: number };

export type Wire = {
  readonly name: PaymentProviderName;
  /** Whether the page accepted the card. `again`: in a second tab of a paid page. */
  pay(sessionId: string, card: CardKind, again?: boolean): Promise<boolean>;
  /** A buyer's bank disputes this amount of a page. @returns the dispute's id */
  dispute(sessionId: string, amount: number, isInquiry: boolean): Promise<string>;
  turn(disputeId: string, turn: Turn): Promise<void>;
  /** A completed refund is returned. */
  failRefund(refundId: string): Promise<void>;
  turnKnobs(knobs: Readonly<Record<string, number>>): Promise<void>;
  /** Advances the provider's clock. */
  advance(seconds: number): Promise<void>;
  /** The provider's balance of the page: captured less refunds and disputes. */
  keptOf(sessionId: string): Promise<number>;
  /** Whether the shop has requested an action on the last authorisation. */
  hasAsked(sessionId: string): Promise<boolean>;
  /** Authorisations on the page without any attempt to capture or void them. */
  unansweredOf(sessionId: string): Promise<number>;
  /** Payments of the page that are still only authorised. */
  authorisationsOf(sessionId: string): Promise<number>;
};

type Control = (path: string, body?: unknown) => Promise<Response>;

function controlOf(url: string): Control {
  return (path, body = {}) => fetch(`${url}/_simulator/${path}`, { method: "POST", body: JSON.stringify(body) });
}

async function done(reply: Response): Promise<{ id: string }> {
  if (!reply.ok) throw new Error(`${reply.url}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as { id: string };
}

/** The provider of a page, by the prefix of its id. */
export function wireOf(shop: ShopAddress, sessionId: string): Wire {
  return wireAt(shop, sessionId.startsWith("hpp_") ? "checkout" : "stripe");
}

export function wireAt({ simulatorUrl, checkoutUrl }: ShopAddress, name: PaymentProviderName): Wire {
  if (name === "stripe") return stripeAt(simulatorUrl);
  if (checkoutUrl === undefined) throw new Error("The shop has no second provider");
  return checkoutAt(checkoutUrl);
}

const common = (control: Control): Pick<Wire, "turnKnobs" | "advance"> => ({
  async turnKnobs(knobs) {
    await done(await control("knobs", knobs));
  },
  async advance(advanceSeconds) {
    await done(await control("clock", { advanceSeconds }));
  },
});

const moves = z.object({
  charges: z.array(z.object({ id: z.string(), payment_intent: z.string() })),
  refunds: z.array(z.object({ id: z.string(), charge: z.string() })),
  disputes: z.array(z.object({ id: z.string(), charge: z.string() })),
  sessions: z.array(z.object({ id: z.string(), payment_intent: z.string().nullable() })),
  payment_intents: z.array(z.object({ id: z.string(), status: z.string() })),
  balance_transactions: z.array(z.object({ source: z.string(), amount: z.number() })),
});

const STRIPE_CARDS = {
  debit: "4000058260000005",
  credit: "4000008260000000",
  declined: "4000000000000002",
  refused: undefined,
} as const;
const STRIPE_ENDS = { won: "won", lost: "lost", closed: "warning_closed", open: "needs_response" } as const;

function stripeAt(url: string): Wire {
  const control = controlOf(url);
  const ledger = async () => moves.parse(await (await fetch(`${url}/_simulator/ledger`)).json());
  const authorisationsOf = async (sessionId: string) => {
    const all = await ledger();
    const session = all.sessions.find(({ id }) => id === sessionId);
    return all.payment_intents.filter(({ id, status }) => id === session?.payment_intent && status === "requires_capture").length;
  };
  return {
    name: "stripe",
    ...common(control),
    async pay(sessionId, kind) {
      const card = STRIPE_CARDS[kind];
      return card !== undefined && (await control(`sessions/${sessionId}/pay`, { card })).ok;
    },
    async dispute(sessionId, amount, inquiry) {
      return (await done(await control(`charges/${sessionId}/dispute`, { amount, inquiry }))).id;
    },
    async turn(id, { to, kept }) {
      await done(await control(`disputes/${id}/turn`, { to: STRIPE_ENDS[to], ...(to === "lost" && { kept }) }));
    },
    async failRefund(id) {
      await done(await control(`refunds/${id}/turn`, { to: "failed" }));
    },
    async keptOf(sessionId) {
      const all = await ledger();
      const session = all.sessions.find(({ id }) => id === sessionId);
      const charges = all.charges.filter(({ payment_intent: id }) => id === session?.payment_intent).map(({ id }) => id);
      const about = [...all.refunds, ...all.disputes].filter(({ charge }) => charges.includes(charge)).map(({ id }) => id);
      const own = all.balance_transactions.filter(({ source }) => charges.includes(source) || about.includes(source));
      return own.reduce((sum, { amount }) => sum + amount, 0);
    },
    hasAsked: async () => true,
    unansweredOf: authorisationsOf,
    authorisationsOf,
  };
}
const books = z.object({
  payments: z.array(
    z.object({
      id: z.string(),
      page: z.string(),
      state: z.string(),
      captured: z.number(),
      voided: z.number(),
      refunded: z.number(),
    }),
  ),
  actions: z.array(z.object({ payment: z.string(), type: z.string(), approved: z.boolean().nullable() })),
  disputes: z.array(z.object({ payment: z.string(), amount: z.number(), status: z.string() })),
});

const CHECKOUT_CARDS = {
  debit: "4659105569051157",
  credit: "4242424242424242",
  declined: "4544249167673670",
  refused: "4273149019799094",
} as const;
/** States in which a bank does not have the money (any more). */
const GIVEN_BACK = ["won", "arbitration_won", "canceled", "resolved"];

function checkoutAt(url: string): Wire {
  const control = controlOf(url);
  const ledger = async () => books.parse(await (await fetch(`${url}/_simulator/ledger`)).json());
  /** With the requested actions of each. */
  const authorisedOn = async (sessionId: string) => {
    const { payments, actions } = await ledger();
    const own = payments.filter(({ page, state }) => page === sessionId && state === "authorised");
    return own.map((payment) => ({
      ...payment,
      asked: actions.filter(({ payment: id, type }) => id === payment.id && (type === "Capture" || type === "Void")),
    }));
  };
  return {
    name: "checkout",
    ...common(control),
    async pay(sessionId, kind, again = false) {
      const reply = await control(`pages/${sessionId}/pay`, { card: CHECKOUT_CARDS[kind], again });
      return reply.ok && ((await reply.json()) as { state: string }).state === "authorised";
    },
    async dispute(sessionId, amount) {
      const taken = (await authorisedOn(sessionId)).find(({ captured }) => captured > 0);
      return (await done(await control(`payments/${taken?.id}/dispute`, { amount }))).id;
    },
    async turn(id, { to }) {
      await done(await control(`disputes/${id}/turn`, { to }));
    },
    async failRefund(id) {
      await done(await control(`actions/${id}/fail`));
    },
    async keptOf(sessionId) {
      const { payments, disputes } = await ledger();
      const own = payments.filter(({ page }) => page === sessionId);
      const ids = own.map(({ id }) => id);
      const gone = disputes.filter(({ payment, status }) => ids.includes(payment) && !GIVEN_BACK.includes(status));
      return (
        own.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0) -
        gone.reduce((sum, { amount }) => sum + amount, 0)
      );
    },
    hasAsked: async (sessionId) => (await authorisedOn(sessionId)).every(({ asked }) => asked.length > 0),
    unansweredOf: async (sessionId) =>
      (await authorisedOn(sessionId)).filter(
        ({ captured, asked }) => captured === 0 && !asked.some(({ type, approved }) => type === "Void" && approved !== null),
      ).length,
    async authorisationsOf(sessionId) {
      return (await authorisedOn(sessionId)).filter(({ captured, voided }) => captured + voided === 0).length;
    },
  };
}
