/** The description of the API has what generators of clients and linters of OpenAPI ask for. */
import { expect, it } from "vitest";
import { describeCalls, OPERATIONS } from "./openapi.ts";

type Described = { readonly operationId: string; readonly tags?: string[]; readonly description: string };
const { info, tags, paths, webhooks } = describeCalls("https://shop.example", "Shop", "hello@shop.example") as {
  info: unknown;
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, { post: Described }>;
};
const calls = Object.values(paths).flatMap((methods) => Object.values(methods));
const events = Object.values(webhooks).map(({ post }) => post);

it("every call and event has an id of its own, which stays", () => {
  const ids = [...calls, ...events].map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
  expect(OPERATIONS.map(({ id }) => id).toSorted()).toMatchInlineSnapshot(`
    [
      "createCheckoutSession",
      "createSession",
      "createUser",
      "deleteSession",
      "getLottery",
      "getOpenApi",
      "getSession",
      "getSessionProof",
      "listDraws",
      "listEntries",
      "listLotteries",
      "listOrders",
      "listParticipants",
      "listTickets",
      "listWinners",
      "proveSession",
      "receivePaymentEvent",
      "refreshSession",
      "sendContactForm",
      "sendMassEmail",
    ]
  `);
  expect(Object.keys(webhooks)).toContain("order.paid");
  expect(webhooks["order.paid"]?.post.operationId).toBe("orderPaid");
});

it("every call says what it needs and belongs to a group that is described; the shop can be written to", () => {
  const groups = tags.map(({ name }) => name);
  for (const { tags: own = [], description } of calls) {
    expect(groups).toEqual(expect.arrayContaining(own));
    expect([own.length, description.length > 20]).toEqual([1, true]);
  }
  expect(info).toMatchObject({ contact: { email: "hello@shop.example", url: "https://shop.example/contact" } });
});
