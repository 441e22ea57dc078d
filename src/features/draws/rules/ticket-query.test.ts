/** Parses the search for a ticket. */
import { describe, expect, it } from "vitest";
import { readTicketQuery } from "./ticket-query.ts";

const TAG = "08c9802d9ac94f0e8d7c6b5a49382716";

describe("a search", () => {
  it.each([
    ["CONC-0042-000137", { number: 137 }],
    [" conc-0042-000137\n", { number: 137 }],
    ["CONC‑0042‑000137", { number: 137 }],
    ["“CONC–0042–000137”.", { number: 137 }],
    ["conc 0042 000137", { number: 137 }],
    ["CONC0042000137", { number: 137 }],
    ["0042-000137", { number: 137 }],
    ["Ticket n° 137", { number: 137 }],
    ["#１３７", { number: 137 }],
    ["000137", { number: 137 }],
    ["137", { number: 137 }],
    ["1\u00a0137", { number: 1137 }],
    [TAG, { tag: TAG }],
    [TAG.toUpperCase(), { tag: TAG }],
    [`“${TAG.slice(0, 8)}\u200B ${TAG.slice(8)}”`, { tag: TAG }],
    [`137,${TAG}`, { tag: TAG }],
    ["CONC-0041-000137", "other_draw"],
    ["0", "not_a_ticket"],
    ["", "not_a_ticket"],
    ["ticket", "not_a_ticket"],
    [TAG.slice(1), "not_a_ticket"],
    ["12.5", "not_a_ticket"],
  ])("for %j is parsed as %j", (text, query) => {
    expect(readTicketQuery(text, 42)).toEqual(query);
  });
});
