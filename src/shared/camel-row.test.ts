/** Rows in the names of the code. */
import { expect, it } from "vitest";
import { camelRow } from "./camel-row.ts";

it("a row has its columns in camelCase, and undefined for null", () => {
  const at = new Date(0);
  const row = { id: "1", handled_by: null, last_raised_at: at, payload: { keeps_its: null } };
  expect(camelRow(row)).toStrictEqual({ id: "1", handledBy: undefined, lastRaisedAt: at, payload: { keeps_its: null } });
});
