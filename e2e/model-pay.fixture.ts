/** Commands of buyers at a payment page, and the fate of its webhooks. */
import { reconcilePayments } from "#features/orders/server/settlement/reconcile-payments.ts";
import { type Command, calm, command, eventually, hasOrder, need, pick, type Real } from "./model-command.fixture.ts";
import { type Order, onlyAuthorises, takeCard } from "./model-state.fixture.ts";
import { type CardKind, wireAt, wireOf } from "./wires.fixture.ts";

type Way = {
  readonly card: CardKind;
  /** In a second tab of a paid page. */
  readonly again?: boolean;
  /** Its webhooks are lost. */
  readonly isUnheard?: boolean;
  /** The provider decides requests of the shop later. */
  readonly isPending?: boolean;
};

/** Long enough for pending requests. */
const DECIDED_SECONDS = 5;

function takes(order: Order, { card, again = false }: Way): boolean {
  if (card === "declined") return false;
  if (onlyAuthorises(order)) return again || !order.isPagePaid;
  return order.stage === "awaiting" && card !== "refused" && !again && !(card === "credit" && order.isCreditBlocked);
}

const paying = (name: string, n: number, way: Way): Command =>
  command(
    `${name}(${n})`,
    async (model, real) => {
      const order = pick(model, n);
      const { card, again = false, isUnheard = false, isPending = false } = way;
      if (again && !onlyAuthorises(order)) return;
      // The shop finds lost payments at any time; only next to a captured payment does nothing depend on it.
      if (isUnheard && again && !order.isChosen) return;
      const wire = wireOf(real.shop, order.sessionId);
      const wanted = takes(order, way);
      if (isUnheard) await wire.turnKnobs({ dropWebhooks: 1 });
      if (isPending && onlyAuthorises(order)) await wire.turnKnobs({ pendActions: 1 });
      need("the page takes the card", await wire.pay(order.sessionId, card, again), wanted);
      if (isUnheard) await wire.turnKnobs({ dropWebhooks: 0 });
      if (wanted) takeCard(model, order, { isCredit: card === "credit", isRefused: card === "refused" });
      if (wanted && isPending && onlyAuthorises(order))
        await eventually("an answer that pends", () => wire.hasAsked(order.sessionId), true);
      if (isPending && onlyAuthorises(order)) {
        await wire.turnKnobs({ pendActions: 0 });
        await wire.advance(DECIDED_SECONDS);
      }
      if (isUnheard && again) {
        order.unheard += Number(wanted);
        return;
      }
      if (isUnheard) await reconcilePayments(real.beside.ctx);
      if (wanted) await eventually("authorisations without an answer", () => wire.unansweredOf(order.sessionId), order.unheard);
    },
    hasOrder,
  );

/** A second tab is paid, too, and staff capture it at the provider: it is refunded in any state. */
const secondCapturedByHand = (n: number): Command =>
  command(
    `secondCapturedByHand(${n})`,
    async (model, real) => {
      const order = pick(model, n);
      if (!onlyAuthorises(order) || !order.isChosen) return;
      const wire = wireOf(real.shop, order.sessionId);
      const provider = real.beside.ctx.payments.of(wire.name);
      await calm(model, real, order);
      const before = await wire.keptOf(order.sessionId);
      await wire.turnKnobs({ dropWebhooks: 1 });
      need("the page takes the card", await wire.pay(order.sessionId, "debit", true), true);
      await wire.turnKnobs({ dropWebhooks: 0 });
      await provider.capture?.(await provider.getPage(order.sessionId));
      await eventually("what the page has brought", () => wire.keptOf(order.sessionId), before);
    },
    hasOrder,
  );

export const pay = {
  byDebit: (n: number) => paying("pay", n, { card: "debit" }),
  byCredit: (n: number) => paying("payByCredit", n, { card: "credit" }),
  declined: (n: number) => paying("decline", n, { card: "declined" }),
  inSecondTab: (n: number) => paying("payInSecondTab", n, { card: "debit", again: true }),
  inSecondTabUnheard: (n: number) => paying("payInSecondTabUnheard", n, { card: "credit", again: true, isUnheard: true }),
  unheard: (n: number) => paying("payUnheard", n, { card: "debit", isUnheard: true }),
  refusedAtCapture: (n: number) => paying("payRefusedAtCapture", n, { card: "refused" }),
  pending: (n: number) => paying("payPending", n, { card: "debit", isPending: true }),
  secondCapturedByHand,
  refusedLate: (n: number) => paying("payRefusedLate", n, { card: "refused", isPending: true }),
};

export const WEATHERS = {
  calm: { duplicateWebhooks: 0, shuffleWebhooks: 0 },
  doubled: { duplicateWebhooks: 2, shuffleWebhooks: 0 },
  shuffled: { duplicateWebhooks: 1, shuffleWebhooks: 0.5 },
} as const;

/** From now on webhooks are duplicated or reordered, at every provider. */
export const weather = (kind: keyof typeof WEATHERS): Command =>
  command(`weather(${kind})`, async (_model, real) => setWeather(real.shop, kind));

export async function setWeather(shop: Real["shop"], kind: keyof typeof WEATHERS): Promise<void> {
  for (const name of ["stripe", "checkout"] as const) await wireAt(shop, name).turnKnobs(WEATHERS[kind]);
}
