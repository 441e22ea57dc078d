import { expect, it } from "vitest";
import { csvReply } from "./csv.server.ts";

async function* lines() {
  yield "name\r\n";
  yield "Zoë\r\n";
}

it.each([
  [false, "orders.csv"],
  [true, "test-mode-orders.csv"],
])("a file of a shop, in test mode or not (%s), is called %s", async (isTestMode, name) => {
  const reply = csvReply({ env: { isTestMode } }, "orders.csv", lines());
  expect(reply.headers.get("Content-Disposition")).toBe(`attachment; filename="${name}"`);
  expect(Buffer.from(await reply.arrayBuffer()).toString()).toBe("\uFEFFname\r\nZoë\r\n");
});
