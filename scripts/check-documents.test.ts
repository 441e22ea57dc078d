import { expect, it } from "vitest";
import { findVagueLines } from "./check-documents.ts";

it("finds sentences that do not say who acts, but not code or addresses", () => {
  const text = "A buyer waits.\nNobody waits.\nRuns as `nobody`.\nnobody@example.com\nAsk whoever is there.";
  expect(findVagueLines(text)).toEqual([2, 5]);
});
