/** The succession of winners. */
import { describe, expect, it } from "vitest";
import { nextReserve } from "./replacement.ts";

const reserve = (ticketNumber: number, ownerId: string, isValid = true) => ({ ticketNumber, ownerId, isValid });
const reserves = [reserve(20, "ada"), reserve(30, "bea"), reserve(40, "cleo")];

describe("the next reserve", () => {
  it.each([
    ["is the first one", { current: 10, former: [], owners: ["zoe"], reserves }, 20],
    ["is the second where the first was replaced too", { current: 20, former: [10], owners: ["zoe", "ada"], reserves }, 30],
    ["is not a person who was passed over with another ticket", { current: 10, former: [], owners: ["ada"], reserves }, 30],
    [
      "has a ticket that is valid still",
      { current: 10, former: [], owners: ["zoe"], reserves: [reserve(20, "ada", false), reserve(30, "bea")] },
      30,
    ],
    [
      "does not exist where all have had their turn",
      { current: 40, former: [10, 20, 30], owners: ["zoe", "ada", "bea", "cleo"], reserves },
      undefined,
    ],
    ["does not exist where one ticket was sold", { current: 10, former: [], owners: ["zoe"], reserves: [] }, undefined],
  ])("%s", (_, succession, ticket) => {
    expect(nextReserve(succession)?.ticketNumber).toBe(ticket);
  });
});
