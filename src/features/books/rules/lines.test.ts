/** Journal lines balance at every step of an order, and the steps add up to the whole. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MOVE_KINDS } from "#shared/states.ts";
import { addLines, addMoney, type Lines, moveLines, NO_MONEY, orderLines, prizeLines, profitOf, vatIn } from "./lines.ts";

const sum = (lines: Lines) => Object.values(lines).reduce((total, amount) => total + amount, 0);
const SOLD = { isSold: true, vatPoints: 0 };
const AT_20 = { isSold: true, vatPoints: 2000 };
const money = (change: Partial<typeof NO_MONEY>) => ({ ...NO_MONEY, ...change });

describe("VAT", () => {
  it.each([
    [1200, 2000, 200],
    [2999, 2000, 500],
    [5, 500, 0],
    [-1200, 2000, -200],
    [1200, 0, 0],
  ])("%d pence hold, at %d points, %d", (gross, points, vat) => {
    expect(vatIn(gross, points)).toBe(vat);
  });
});

describe("the profit of a draw", () => {
  it("is the sales, less refunds and costs; it excludes VAT and debts", () => {
    const income: Lines = { clearing: 700, vat: -200, sales: -1000, discounts: 100 };
    expect(profitOf(income)).toBe(900);
    expect(profitOf({ ...income, refunds: 60, chargebacks: 30 })).toBe(810);
    expect(profitOf({ ...income, dispute_fees: 20, provider_fees: 7, prize_costs: 500, owed_for_prizes: -600 })).toBe(373);
    expect(profitOf({ ...income, held: 100, clearing: -100 })).toBe(800);
    expect(profitOf({})).toBe(0);
  });
});

describe("an order", () => {
  const sold = money({ captured: 2400, discount: 600 });
  it.each([
    ["is sold at a discount", NO_MONEY, sold, SOLD, { clearing: 2400, sales: -3000, discounts: 600 }],
    ["is sold with VAT", NO_MONEY, sold, AT_20, { clearing: 2400, sales: -2500, discounts: 500, vat: -400 }],
    ["goes back", sold, money({ ...sold, refunded: 2400 }), AT_20, { clearing: -2400, refunds: 2000, vat: 400 }],
    [
      "comes back from a bank that refused it",
      money({ ...sold, refunded: 2400 }),
      sold,
      SOLD,
      { clearing: 2400, refunds: -2400 },
    ],
    [
      "is in a bank's hands",
      sold,
      money({ ...sold, held: 2400, fees: 2000 }),
      SOLD,
      { clearing: -4400, held: 2400, dispute_fees: 2000 },
    ],
    ["is lost", money({ ...sold, held: 2400 }), money({ ...sold, lost: 2400 }), SOLD, { held: -2400, chargebacks: 2400 }],
    [
      "goes back and is lost as well: of the second time no VAT is claimed",
      money({ ...sold, refunded: 2400, held: 2400 }),
      money({ ...sold, refunded: 2400, lost: 2400 }),
      AT_20,
      { held: -2400, chargebacks: 2400 },
    ],
    [
      "is lost in part and goes back whole",
      money({ ...sold, lost: 1200 }),
      money({ ...sold, lost: 1200, refunded: 2400 }),
      AT_20,
      { clearing: -2400, refunds: 2000, chargebacks: 200, vat: 200 },
    ],
    ["is won", money({ ...sold, held: 2400 }), sold, SOLD, { held: -2400, clearing: 2400 }],
    [
      "bought nothing",
      NO_MONEY,
      money({ captured: 2400 }),
      { isSold: false, vatPoints: 0 },
      { clearing: 2400, owed_to_buyers: -2400 },
    ],
  ])("%s", (_, before, after, terms, lines) => {
    expect(orderLines(before, after, terms)).toEqual(lines);
  });

  const anyMoney = fc.record({
    captured: fc.nat(1_000_000),
    discount: fc.nat(1_000_000),
    refunded: fc.nat(1_000_000),
    held: fc.nat(1_000_000),
    lost: fc.nat(1_000_000),
    fees: fc.nat(10_000),
  });

  it("balances at every step, whatever the steps and the VAT; a step and its reverse cancel out", () => {
    fc.assert(
      fc.property(anyMoney, anyMoney, anyMoney, fc.boolean(), fc.nat(5000), (a, b, c, isSold, vatPoints) => {
        const step = (from: typeof a, to: typeof a) => orderLines(from, to, { isSold, vatPoints });
        expect(sum(step(a, b))).toBe(0);
        const two = [step(a, b), step(b, c)];
        for (const [account, amount] of Object.entries(step(a, c)))
          expect(two.reduce((total, lines) => total + (lines[account as keyof Lines] ?? 0), 0)).toBe(amount);
        expect(orderLines(a, a, { isSold, vatPoints })).toEqual({});
      }),
    );
  });

  it("never has more VAT claimed back than was charged", () => {
    fc.assert(
      fc.property(anyMoney, fc.nat(5000), (all, vatPoints) => {
        const { vat = 0 } = orderLines(NO_MONEY, all, { isSold: true, vatPoints });
        expect(vat).toBeLessThanOrEqual(0);
      }),
    );
  });

  it("that is refunded in parts leaves no VAT", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 100_000 }), fc.nat(), fc.nat(5000), (captured, at, vatPoints) => {
        const terms = { isSold: true, vatPoints };
        const part = 1 + (at % (captured - 1));
        const states = [
          NO_MONEY,
          money({ captured }),
          money({ captured, refunded: part }),
          money({ captured, refunded: captured }),
        ];
        const vat = states.slice(1).map((state, i) => orderLines(states[i] ?? NO_MONEY, state, terms).vat ?? 0);
        expect(vat.reduce((total, each) => total + each, 0)).toBe(0);
      }),
    );
  });
});

describe("a movement at the provider", () => {
  const sold = { kind: "charge", amount: 2400, fee: 36 } as const;
  it.each([
    ["of an order", { ...sold, isOurs: true }, { provider: 2364, clearing: -2400, provider_fees: 30, vat: 6 }],
    ["of what else is sold there", { ...sold, isOurs: false }, { provider: 2364, elsewhere: -2400, provider_fees: 30, vat: 6 }],
    [
      "of a dispute, whose fee is booked with it",
      { kind: "dispute", amount: -2400, fee: 2000, isOurs: true },
      { provider: -4400, clearing: 4400 },
    ],
    [
      "of a dispute about something else",
      { kind: "dispute", amount: -2400, fee: 2000, isOurs: false },
      { provider: -4400, elsewhere: 4400 },
    ],
    ["to the bank", { kind: "payout", amount: -5000, fee: 0, isOurs: false }, { provider: -5000, bank: 5000 }],
    ["of a fee alone", { kind: "fee", amount: -120, fee: 0, isOurs: false }, { provider: -120, provider_fees: 100, vat: 20 }],
  ] as const)("%s", (_name, move, lines) => {
    expect(moveLines(move, 2000)).toEqual(lines);
  });
});

it("lines and parts of an order add up", () => {
  expect(addLines([{ clearing: 5, vat: -1 }, { clearing: 7, sales: -12 }, { vat: 1 }])).toEqual({ clearing: 12, sales: -12 });
  expect(addMoney(money({ captured: 2400, refunded: 100 }), { refunded: 50, lost: 10 })).toEqual(
    money({ captured: 2400, refunded: 150, lost: 10 }),
  );
});

it("a movement and a prize always balance", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...MOVE_KINDS),
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.integer({ min: -10_000, max: 10_000 }),
      fc.boolean(),
      fc.nat(5000),
      (kind, amount, fee, isOurs, points) => {
        const lines = moveLines({ kind, amount, fee, isOurs }, points);
        expect(sum(lines)).toBe(0);
        expect(lines.provider ?? 0).toBe(amount - fee === 0 ? 0 : amount - fee);
        expect(sum(prizeLines(amount, points))).toBe(0);
      },
    ),
  );
});
