/** The permitted actions in each state of a draw, as a table. */
import { describe, expect, it } from "vitest";
import { LOTTERY_STATUSES, SALES_STATES } from "#shared/states.ts";
import * as lifecycle from "./lifecycle.ts";
import { type Sale, type Stage, salePhase, ticketsLeft } from "./lifecycle.ts";

const opensAt = new Date("2026-11-01T00:00:00Z");
const closesAt = new Date("2026-12-05T00:00:00Z");
const sale: Sale = {
  status: "active",
  salesState: "open",
  opensAt,
  closesAt,
  ticketsAvailable: 100,
  ticketsSold: 60,
  ticketsHeld: 10,
};
const full: Sale = { ...sale, ticketsSold: 90 };
const during = new Date("2026-11-20T12:00:00Z");

describe("sale phase", () => {
  it.each<[string, Partial<Sale>, Date, string]>([
    ["in its time, with stock", {}, during, "on_sale"],
    ["before it opens", {}, new Date(opensAt.getTime() - 1), "upcoming"],
    ["at the first instant", {}, opensAt, "on_sale"],
    ["at the last instant but one", {}, new Date(closesAt.getTime() - 1), "on_sale"],
    ["at the end", {}, closesAt, "closed"],
    ["with everything sold", { ticketsSold: 100, ticketsHeld: 0 }, during, "sold_out"],
    ["with the rest reserved", { ticketsHeld: 40 }, during, "sold_out"],
    ["while payment pages are drained", { salesState: "closing" }, during, "closed"],
    ["frozen early", { salesState: "closed" }, during, "closed"],
    ["as a draft", { status: "draft" }, during, "draft"],
    ["completed", { status: "completed", salesState: "drawn" }, during, "completed"],
    ["cancelled", { status: "cancelled", salesState: "cancelled" }, during, "cancelled"],
  ])("%s: %s", (_name, change, now, phase) => {
    expect(salePhase({ ...sale, ...change }, now)).toBe(phase);
  });

  it("counts neither sold nor reserved tickets as left, and never less than zero", () => {
    expect(ticketsLeft(sale)).toBe(30);
    expect(ticketsLeft({ ticketsAvailable: 10, ticketsSold: 10, ticketsHeld: 1 })).toBe(0);
  });
});

const stage = (status: Stage["status"], salesState: Stage["salesState"]): Stage => ({ status, salesState });
const answer = (verdict: { readonly ok: boolean; readonly error?: string }) => (verdict.ok ? "yes" : verdict.error);

/** Every possible state of a draw, in order. */
const LIFE = {
  draft: stage("draft", "open"),
  open: stage("active", "open"),
  closing: stage("active", "closing"),
  frozen: stage("active", "closed"),
  drawn: stage("completed", "drawn"),
  "completed without a ticket": stage("completed", "closed"),
  cancelled: stage("cancelled", "cancelled"),
} as const;
type Moment = keyof typeof LIFE;

const DUE = { held: 0, entriesDue: closesAt, isEarly: false, hasCards: false, hasTicket: true };

/** By default all other conditions are met; each row then violates one. */
const RULES: Readonly<Record<string, (draw: Stage) => { readonly ok: boolean; readonly error?: string }>> = {
  sell: (draw) => lifecycle.canSell({ ...sale, ...draw }, 1, during),
  issue: (draw) => lifecycle.canIssue({ ...sale, ...draw }, 1),
  "enter free": (draw) => lifecycle.canEnterFree({ ...sale, ...draw, takesFreeEntries: true }, during),
  refund: (draw) => lifecycle.canRefund({ state: "paid", disputed: 0, mayWin: false }, draw),
  void: (draw) => lifecycle.canVoid({ state: "free" }, draw),
  leave: (draw) => lifecycle.canLeave(draw, { mayWin: false }),
  close: (draw) => lifecycle.canClose({ ...draw, closesAt }, closesAt),
  freeze: (draw) => lifecycle.canFreeze(draw, DUE, closesAt),
  draw: (draw) => lifecycle.canDraw(draw),
  switch: (draw) => lifecycle.canSwitch(draw),
  cancel: (draw) => lifecycle.canCancel(draw),
  improve: (draw) => lifecycle.canImprove({ ...draw, hasOrders: true }),
  archive: (draw) => lifecycle.canArchive(draw),
};

const TABLE: Readonly<Record<keyof typeof RULES, readonly string[]>> = {
  // draft, open, closing, frozen, drawn, completed without a ticket, cancelled
  sell: ["closed", "yes", "closed", "closed", "closed", "closed", "closed"],
  issue: ["yes", "yes", "yes", "closed", "closed", "closed", "closed"],
  "enter free": ["not_open", "yes", "yes", "frozen", "frozen", "frozen", "over"],
  refund: ["yes", "yes", "yes", "frozen", "yes", "frozen", "yes"],
  void: ["over", "yes", "yes", "frozen", "over", "frozen", "over"],
  leave: ["yes", "yes", "yes", "frozen", "yes", "frozen", "yes"],
  close: ["not_active", "yes", "yes", "yes", "not_active", "not_active", "not_active"],
  freeze: ["not_active", "sales_open", "yes", "already_frozen", "already_frozen", "already_frozen", "not_active"],
  draw: ["not_active", "not_frozen", "not_frozen", "yes", "not_active", "not_active", "not_active"],
  switch: ["yes", "yes", "yes", "already_frozen", "not_active", "not_active", "not_active"],
  cancel: ["yes", "yes", "yes", "frozen", "completed", "completed", "already_cancelled"],
  improve: ["is_over", "yes", "yes", "is_over", "is_over", "is_over", "is_over"],
  archive: ["not_over", "not_over", "not_over", "not_over", "yes", "yes", "yes"],
};

function refund(change: Partial<lifecycle.RefundableOrder>) {
  return lifecycle.canRefund({ state: "paid", disputed: 0, mayWin: false, ...change }, sale);
}

function refundAmount(change: Partial<lifecycle.RefundableOrder>) {
  return lifecycle.canRefund({ state: "paid", disputed: 0, mayWin: false, ...change }, LIFE.frozen, { takesTickets: false });
}

function freeze(change: Partial<lifecycle.Freezing>) {
  return lifecycle.canFreeze(LIFE.closing, { ...DUE, ...change }, closesAt);
}

describe("the life of a draw", () => {
  it.each(Object.entries(TABLE))("whether it can %s, from draft to the end: %j", (name, answers) => {
    expect(Object.keys(LIFE).map((moment) => answer(RULES[name]?.(LIFE[moment as Moment]) ?? { ok: false }))).toEqual(answers);
  });

  it("has a line for every rule", () => {
    const rules = Object.keys(lifecycle).filter((name) => name.startsWith("can"));
    // Editing and manual changes of status are tested below.
    expect(rules.toSorted()).toEqual(
      [
        ...Object.keys(TABLE).map((name) => `can${name.replace(/(^| )[a-z]/g, (letter) => letter.trim().toUpperCase())}`),
        ...["canBecome", "canDrawEarly", "canEdit"],
      ].toSorted(),
    );
  });

  it.each<[string, () => { readonly ok: boolean; readonly error?: string }, string]>([
    ["more than are left", () => lifecycle.canSell(sale, 31, during), "sold_out"],
    ["as many as are left", () => lifecycle.canSell(sale, 30, during), "yes"],
    ["before it opens", () => lifecycle.canSell(sale, 1, new Date(opensAt.getTime() - 1)), "upcoming"],
    ["more than are held", () => lifecycle.canIssue(sale, 11), "closed"],
    ["no cards taken", () => lifecycle.canEnterFree({ ...sale, takesFreeEntries: false }, during), "no_postal_entries"],
    ["a card too soon", () => lifecycle.canEnterFree({ ...sale, takesFreeEntries: true }, new Date(0)), "not_open"],
    ["refunded before", () => refund({ state: "refunded" }), "already_refunded"],
    ["refund on its way", () => refund({ state: "refund_due" }), "already_refunded"],
    ["never paid", () => refund({ state: "expired" }), "not_paid"],
    ["with a bank", () => refund({ disputed: 1 }), "disputed"],
    ["with a ticket that wins", () => refund({ mayWin: true }), "drawn"],
    ["an amount, with a ticket that wins, on a sealed list", () => refundAmount({ mayWin: true }), "yes"],
    ["an amount, with a bank", () => refundAmount({ disputed: 1 }), "disputed"],
    ["void before", () => lifecycle.canVoid({ state: "void" }, sale), "already_void"],
    ["a ticket that wins, after the result", () => lifecycle.canLeave(LIFE.drawn, { mayWin: true }), "drawn"],
    ["too early", () => lifecycle.canClose(sale, new Date(closesAt.getTime() - 1)), "too_early"],
    ["before its time, with a ticket left", () => lifecycle.canDrawEarly({ ...sale, takesFreeEntries: false }), "too_early"],
    ["before its time, with cards to come", () => lifecycle.canDrawEarly({ ...full, takesFreeEntries: true }), "too_early"],
    ["before its time, with nobody left to enter", () => lifecycle.canDrawEarly({ ...full, takesFreeEntries: false }), "yes"],
    ["with somebody paying", () => freeze({ held: 1 }), "not_drained"],
    ["with the post to come", () => freeze({ entriesDue: new Date(closesAt.getTime() + 1) }), "awaiting_post"],
    ["with cards that wait to be confirmed", () => freeze({ hasCards: true }), "awaiting_post"],
    ["not waiting for the post", () => freeze({ entriesDue: new Date(closesAt.getTime() + 1), isEarly: true }), "yes"],
    ["without a ticket", () => freeze({ hasTicket: false }), "no_tickets"],
    ["before the first order", () => lifecycle.canImprove({ ...sale, hasOrders: false }), "not_locked"],
    ["the price, before the first order", () => lifecycle.canEdit({ lockedBy: "order" }, { hasOrders: false }), "yes"],
    ["the price, after it", () => lifecycle.canEdit({ lockedBy: "order" }, { hasOrders: true }), "promised"],
    ["the status, after it", () => lifecycle.canEdit({ lockedBy: "nothing" }, { hasOrders: true }), "yes"],
  ])("%s: %#", (_name, decide, expected) => {
    expect(answer(decide())).toBe(expected);
  });

  it("answers with reasons of the one list, and each reason is used", () => {
    const reasons = new Set<string>();
    for (const status of LOTTERY_STATUSES)
      for (const salesState of SALES_STATES)
        for (const rule of Object.values(RULES)) {
          const reason = answer(rule(stage(status, salesState)));
          if (reason !== undefined && reason !== "yes") reasons.add(reason);
        }
    expect([...reasons].filter((reason) => !(lifecycle.REFUSALS as readonly string[]).includes(reason))).toEqual([]);
    expect(new Set(lifecycle.REFUSALS).size).toBe(lifecycle.REFUSALS.length);
  });

  it("stays frozen, and loses no ticket before its result", () => {
    expect(SALES_STATES.filter((salesState) => lifecycle.isFrozen({ salesState }))).toEqual(["closed", "drawn"]);
    expect(SALES_STATES.filter((salesState) => lifecycle.awaitsResult({ salesState }))).toEqual(["closed"]);
    expect(SALES_STATES.filter((salesState) => lifecycle.isFilling({ salesState }))).toEqual(["open", "closing"]);
  });
});
