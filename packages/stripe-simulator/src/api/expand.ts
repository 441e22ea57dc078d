/** `expand[]`: replaces ids by objects. Source: docs.stripe.com/api/expanding_objects. */
import type { Snapshot } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import { wireLineItem } from "../wire/checkout-session.ts";
import type { WireObject } from "../wire/wire.ts";
import { StripeError } from "./stripe-error.ts";

type Kind = Snapshot["kind"];
/** `null` for a property that is always empty here. */
type Target = Kind | "line_items" | null;

/** The expandable properties of each kind, with the kinds of their objects. */
const EXPANDABLE: Readonly<Record<Kind, Readonly<Record<string, Target>>>> = {
  session: {
    payment_intent: "intent",
    line_items: "line_items",
    customer: null,
    invoice: null,
    payment_link: null,
    setup_intent: null,
    subscription: null,
  },
  intent: { latest_charge: "charge", customer: null },
  charge: { payment_intent: "intent", customer: null },
  refund: { charge: "charge", payment_intent: "intent" },
  dispute: { charge: "charge", payment_intent: "intent" },
  warning: { charge: "charge", payment_intent: "intent" },
  file: {},
};

/** Refuses unknown paths before the call runs, with 400 as Stripe does. `prefix` is `data.` for lists. */
export function checkExpand(kind: Kind, paths: readonly string[], prefix: "" | "data." = ""): readonly string[] {
  return paths.map((path) => {
    const inner = path.startsWith(prefix) ? path.slice(prefix.length) : "";
    let at: Target = kind;
    for (const step of inner.split(".")) at = stepInto(at, step, path);
    return inner;
  });
}

function stepInto(from: Target, step: string, path: string): Target {
  const to = from === null || from === "line_items" ? undefined : own(EXPANDABLE[from], step);
  if (to !== undefined) return to;
  const message = `This property cannot be expanded (${step || path}). You may want to try expanding something else, or the simulator does not know it.`;
  throw new StripeError(400, { type: "invalid_request_error", message, param: "expand" });
}

export function expanded(sim: Simulation, snapshot: Snapshot, paths: readonly string[]): WireObject {
  const object = sim.wire(snapshot);
  if (paths.length === 0) return object;
  const result: Record<string, unknown> = { ...object };
  for (const step of new Set(paths.map((path) => path.split(".", 1)[0] ?? ""))) {
    const rest = paths.filter((path) => path.startsWith(`${step}.`)).map((path) => path.slice(step.length + 1));
    const target = own(EXPANDABLE[snapshot.kind], step);
    if (target === "line_items" && snapshot.kind === "session") result[step] = lineItems(snapshot.record);
    else if (target !== null && target !== undefined && target !== "line_items") {
      const inner = find(sim, target, object[step]);
      if (inner !== undefined) result[step] = expanded(sim, inner, rest);
    }
  }
  return result;
}

export function lineItems(session: Extract<Snapshot, { kind: "session" }>["record"]): WireObject {
  return {
    object: "list",
    data: session.lines.map((line) => wireLineItem(line, session)),
    has_more: false,
    url: `/v1/checkout/sessions/${session.id}/line_items`,
  };
}

function find(sim: Simulation, kind: Kind, id: unknown): Snapshot | undefined {
  if (typeof id !== "string") return undefined;
  if (kind === "intent") {
    const record = sim.ledger.intents.get(id);
    return record && { kind, record };
  }
  if (kind === "charge") {
    const record = sim.ledger.charges.get(id);
    return record && { kind, record };
  }
  return undefined;
}

function own<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
