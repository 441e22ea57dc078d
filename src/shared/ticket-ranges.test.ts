import { expect, it } from "vitest";
import { listTicketNumbers } from "./ticket-ranges.ts";

it("runs of ticket numbers are joined, in order", () => {
  expect(listTicketNumbers(42, [7, 3, 2, 4])).toBe("CONC-0042-000002–000004, CONC-0042-000007");
  expect(listTicketNumbers(42, [9])).toBe("CONC-0042-000009");
});
