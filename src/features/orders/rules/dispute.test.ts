/** The standing of a dispute, and how many tickets it takes. */
import { describe, expect, it } from "vitest";
import { pence } from "#shared/money/money.ts";
import { atStake, type Claim, standingOf } from "./dispute.ts";

it.each([
  ["needs_response", 1000, "open"],
  ["under_review", 1000, "open"],
  ["won", 0, "won"],
  ["lost", 1000, "lost"],
  ["warning_needs_response", 0, "inquiry"],
  ["warning_under_review", 0, "inquiry"],
  ["warning_closed", 0, "closed"],
  // Settled before it began: with the money taken, which is lost, or without.
  ["prevented", 1000, "lost"],
  ["prevented", 0, "closed"],
  ["appeal_under_review", 1000, "lost"],
  ["something_new", 1000, "open"],
])("%s, with %d pence taken, is %s", (status, withdrawn, standing) => {
  expect(standingOf({ status, withdrawn: pence(withdrawn) })).toBe(standing);
});

/**
 * `disputed`, `chargedBack`: pence. `takenOut`: tickets that are suspended or void, of them `void`. A share
 * of the price is rounded up to whole tickets; all go once refunds and disputes reach the price.
 */
describe("four tickets for £40", () => {
  const claim = (standing: Claim["standing"], amount: number): Claim => ({ standing, amount: pence(amount) });
  const stake = (refunded: number, ...claims: Claim[]) =>
    atStake({ quantity: 4, ticketsRefunded: 0, captured: pence(4000), refunded: pence(refunded) }, claims);

  it.each([
    ["nothing without disputes", 0, [], { disputed: 0, chargedBack: 0, takenOut: 0, void: 0 }],
    [
      "nothing by an inquiry, or by a dispute that was won",
      0,
      [claim("inquiry", 4000), claim("won", 4000)],
      { disputed: 0, takenOut: 0 },
    ],
    ["one for a pound: rounded up", 0, [claim("open", 100)], { disputed: 100, takenOut: 1, void: 0 }],
    ["one for exactly its price", 0, [claim("open", 1000)], { takenOut: 1 }],
    ["two for a penny more", 0, [claim("open", 1001)], { takenOut: 2 }],
    ["all, if refund and dispute together reach the price", 3000, [claim("open", 1000)], { disputed: 1000, takenOut: 4 }],
    ["one, if refund and dispute miss the price by a penny", 2999, [claim("open", 1000)], { takenOut: 1 }],
    [
      "a void one for what is lost, and two suspended ones for what is still disputed",
      0,
      [claim("lost", 1000), claim("open", 2000)],
      { chargedBack: 1000, void: 1, takenOut: 3 },
    ],
    [
      "never more than was paid",
      0,
      [claim("lost", 3000), claim("open", 4000)],
      { chargedBack: 3000, disputed: 1000, void: 3, takenOut: 4 },
    ],
    [
      "never more than was paid, if two disputes are lost",
      0,
      [claim("lost", 4000), claim("lost", 4000)],
      { chargedBack: 4000, disputed: 0, void: 4 },
    ],
  ] as const)("lose %s", (_, refunded, claims, expected) => {
    expect(stake(refunded, ...claims)).toMatchObject(expected);
  });
});
