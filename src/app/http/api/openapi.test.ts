import { expect, it } from "vitest";
import { api } from "./api.ts";
import { openApiDocument } from "./openapi.ts";

const trader = { email: "hello@shop.example" };
const { info, tags, paths, webhooks } = await openApiDocument(api, "https://shop.example", { name: "Shop", trader });
const operationsOf = (items: object = {}) =>
  Object.values(items).flatMap((item: object) => Object.values(item)) as {
    operationId: string;
    tags?: string[];
    description: string;
  }[];
const [calls, events] = [operationsOf(paths), operationsOf(webhooks)];

it("every call and event has a unique, stable id", () => {
  const ids = [...calls, ...events].map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
  expect(calls.map(({ operationId }) => operationId).toSorted()).toMatchInlineSnapshot(`
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
  expect(events.map(({ operationId }) => operationId)).toContain("orderPaid");
});

it("every call has its security and a described tag; the document has a contact", () => {
  const groups = tags?.map(({ name }) => name);
  for (const { tags: own = [], description } of calls) {
    expect(groups).toEqual(expect.arrayContaining(own));
    expect([own.length, description.length > 20]).toEqual([1, true]);
  }
  expect(info).toMatchObject({ contact: { email: "hello@shop.example", url: "https://shop.example/contact" } });
});
